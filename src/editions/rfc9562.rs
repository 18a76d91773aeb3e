//! RFC 9562 (2024): UUIDs, and the namespace `uuid` of URNs.

use std::sync::LazyLock;

use pest_derive::Parser;

use super::ladder::TellChange;
use super::{Algorithm, DocumentSpec, Ladder, Printed, SchemeForm};
use crate::editions::automaton::tables::rfc9562::AUTOMATON;
use crate::editions::grammar::{
    self, CharacterSections, Charset, Grammar, Notation, Production, Role,
};

#[derive(Parser)]
#[grammar = "../grammar/rfc9562.pest"]
struct Rfc9562;

/// The octets of the URN before those of the UUID.
const PREFIX: usize = "urn:uuid:".len();

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc9562",
    document: "RFC 9562, May 2024",
    begins: &["urn:uuid:"],
    algorithm: Algorithm::Rfc3986,
    partial: None,
    ladder: Ladder {
        // The URN is "defined by [RFC8141]" (4).
        scheme_case: Some("RFC 8141, 3.1"),
        namespace_case: Some("RFC 8141, 3.1"),
        form: Some(&FORM),
        ..Ladder::NONE
    },
    whole: &["uuid-urn"],
    divided: None,
};

/// "The alphabetic characters may be all uppercase, all lowercase, or mixed case" (4), and the bits are the same.
static FORM: SchemeForm = SchemeForm {
    section: "4",
    of: form,
    differences: &[(
        "the letter case of the digits of a UUID",
        "4",
        [
            "urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
            "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
        ],
    )],
};

fn form(text: &str, tell: &mut TellChange<'_>) -> Option<String> {
    let is_urn = AUTOMATON.derives_by("uuid-urn", text.as_bytes());
    let uuid = text.get(PREFIX..).filter(|_| is_urn)?;
    let lower = uuid.to_ascii_lowercase();
    if lower == uuid {
        return None;
    }
    tell("4", uuid, &lower);
    Some(text[..PREFIX].to_owned() + &lower)
}

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: &[],
    examples: include_str!("../../grammar/rfc9562.examples"),
    requirements: include_str!("../../grammar/rfc9562.requirements"),
    errata: include_str!("../../grammar/rfc9562.errata"),
    terms: include_str!("../../grammar/rfc9562.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "rfc9562",
    notation: Notation::Abnf,
    printed: include_str!("../../grammar/rfc9562.abnf"),
    readings: include_str!("../../grammar/rfc9562.readings.abnf"),
    pest: include_str!("../../grammar/rfc9562.pest"),
    over: None,
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: CharacterSections {
        admitted: "4",
        escapes: "4",
        not_ascii: "4",
        around: None,
        charset: Charset::Utf8,
    },
    automaton: &AUTOMATON,
    tree: |production, text| {
        grammar::tree::<Rfc9562, _>(Rule::all_rules(), place, production, text)
    },
};

/// The production of each rule, with its section.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    Some(match rule {
        Rule::uuid_urn => const { &Production::new("uuid-urn", "4", Role::Specific) },
        Rule::UUID => const { &Production::new("UUID", "4", Role::Part) },
        Rule::whole_hexOctet => const { &Production::new("hexOctet", "4", Role::Part) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_DIGIT => const { &Production::new("DIGIT", "4", Role::Class) },
        Rule::whole_HEXDIG => const { &Production::new("HEXDIG", "4", Role::Class) },
        Rule::hexOctet | Rule::DIGIT | Rule::HEXDIG => return None,
    })
}

//! RFC 3061 (2001): object identifiers as names, the namespace `oid` of the scheme `urn`.
//!
//! The document has the part of a name that its namespace assigns. What stands before it is of RFC 2141, and so are
//! its letter case and its resolution.

use std::sync::LazyLock;

use pest_derive::Parser;

use super::{Algorithm, DocumentSpec, Ladder, Printed};
use crate::editions::automaton::tables;
use crate::editions::grammar::{
    self, CharacterSections, Charset, Grammar, Notation, Production, Role,
};

#[derive(Parser)]
#[grammar = "../grammar/rfc3061.pest"]
struct Rfc3061;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc3061",
    document: "RFC 3061, February 2001",
    begins: &["urn:oid:"],
    algorithm: Algorithm::None {
        why: "to a resolver of URLs a URN is opaque",
        section: "RFC 2141, A",
    },
    partial: None,
    ladder: Ladder {
        // "Exact string match" of what the namespace assigns; the rest is as in every URN.
        string: Some("2"),
        scheme_case: Some("RFC 2141, 5"),
        namespace_case: Some("RFC 2141, 5"),
        ..Ladder::NONE
    },
    whole: &["oid-URN"],
    divided: None,
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: &[],
    examples: include_str!("../../grammar/rfc3061.examples"),
    requirements: include_str!("../../grammar/rfc3061.requirements"),
    errata: include_str!("../../grammar/rfc3061.errata"),
    terms: include_str!("../../grammar/rfc3061.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "rfc3061",
    notation: Notation::Abnf,
    printed: include_str!("../../grammar/rfc3061.abnf"),
    readings: include_str!("../../grammar/rfc3061.readings.abnf"),
    pest: include_str!("../../grammar/rfc3061.pest"),
    over: Some(&[]),
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: CharacterSections {
        admitted: "2",
        escapes: "2",
        not_ascii: "2",
        around: None,
        charset: Charset::Utf8,
    },
    automaton: &tables::rfc3061::AUTOMATON,
    tree: |production, text| {
        grammar::tree::<Rfc3061, _>(Rule::all_rules(), place, production, text)
    },
};

/// The production of each rule, with its section.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    Some(match rule {
        Rule::oid_URN => const { &Production::new("oid-URN", "2", Role::Specific) },
        // "An URN MUST be considered an opaque URL" (RFC 2141, A).
        Rule::oid => const { &Production::new("oid", "2", Role::OpaquePart) },
        Rule::number => const { &Production::new("number", "2", Role::Part) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_LEADDIGIT => const { &Production::new("LEADDIGIT", "2", Role::Class) },
        Rule::whole_DIGIT => const { &Production::new("DIGIT", "2", Role::Class) },
        Rule::whole_DOT => const { &Production::new("DOT", "2", Role::Class) },
        Rule::LEADDIGIT | Rule::DIGIT | Rule::DOT => return None,
    })
}

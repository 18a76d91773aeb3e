//! RFC 9562 (2024): UUIDs, and the namespace `uuid` of URNs.

use pest_derive::Parser;

use crate::editions::automaton::tables::rfc9562::AUTOMATON;
use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};
use crate::editions::ladder::TellChange;
use crate::editions::{Algorithm, DocumentSpec, Ladder, Printed, SchemeForm};

#[derive(Parser)]
#[grammar = "../grammar/rfc9562.pest"]
struct Rfc9562;

const PREFIX: usize = "urn:uuid:".len();

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc9562",
    document: "RFC 9562, May 2024",
    noun: "a UUID URN",
    begins: &["urn:uuid:"],
    algorithm: Algorithm::Rfc3986,
    ladder: Ladder {
        // The URN is "defined by [RFC8141]" (4).
        scheme_case: Some("RFC 8141, 3.1"),
        namespace_case: Some("RFC 8141, 3.1"),
        form: Some(&FORM),
        ..Ladder::NONE
    },
    whole: &["uuid-urn"],
    ..DocumentSpec::PLAIN
};

/// The normal form, in lowercase: "The alphabetic characters may be all uppercase, all lowercase, or mixed case"
/// (RFC 9562, 4).
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

pub(crate) static PRINTED: Printed = printed!("rfc9562", &GRAMMAR);

static GRAMMAR: Grammar = grammar! {
    "rfc9562" in Abnf, readings, extends None, automaton rfc9562, by {Rfc9562, Rule, place},
    CharacterSections::new("4", "4", "4")
};

productions! {
    _ => b'-';
    "4" => Specific(uuid_urn) Part(UUID, whole_hexOctet) Class(whole_DIGIT, whole_HEXDIG);
    none => hexOctet, DIGIT, HEXDIG;
}

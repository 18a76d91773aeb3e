//! RFC 3061 (2001): object identifiers as names, the namespace `oid` of the scheme `urn`.
//!
//! The document defines the part of a name that the namespace assigns. The rest of the name follows
//! RFC 2141, as do letter case and resolution.

use pest_derive::Parser;

use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};
use crate::editions::{Algorithm, DocumentSpec, Ladder, Printed};

#[derive(Parser)]
#[grammar = "../grammar/rfc3061.pest"]
struct Rfc3061;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc3061",
    document: "RFC 3061, February 2001",
    noun: "an OID URN",
    begins: &["urn:oid:"],
    algorithm: Algorithm::None {
        why: "to a resolver of URLs a URN is opaque",
        section: "RFC 2141, A",
    },
    ladder: Ladder {
        // "Exact string match" for the part that the namespace assigns; the rest is compared as in
        // every URN.
        string: Some("2"),
        scheme_case: Some("RFC 2141, 5"),
        namespace_case: Some("RFC 2141, 5"),
        ..Ladder::NONE
    },
    whole: &["oid-URN"],
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = printed!("rfc3061", &GRAMMAR);

static GRAMMAR: Grammar = grammar! {
    "rfc3061" in Abnf, readings, extends Some(&[]), automaton rfc3061, by {Rfc3061, Rule, place},
    CharacterSections::new("2", "2", "2")
};

// "An URN MUST be considered an opaque URL" (RFC 2141, A).
productions! {
    _ => b'-';
    "2" =>
        Specific(oid_URN)
        OpaquePart(oid)
        Part(number)
        Class(whole_LEADDIGIT, whole_DIGIT, whole_DOT);
    none => LEADDIGIT, DIGIT, DOT;
}

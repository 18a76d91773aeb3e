//! RFC 2141 (1997): the scheme `urn`, before RFC 8141.

use pest_derive::Parser;

use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};
use crate::editions::{Algorithm, DocumentSpec, Ladder, Printed};

#[derive(Parser)]
#[grammar = "../grammar/rfc2141.pest"]
struct Rfc2141;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc2141",
    document: "RFC 2141, May 1997",
    noun: "a URN",
    begins: &["urn:"],
    algorithm: Algorithm::None { why: "to a resolver of URLs a URN is opaque", section: "A" },
    ladder: Ladder {
        scheme_case: Some("5"),
        triplet_case: Some("5"),
        namespace_case: Some("5"),
        ..Ladder::NONE
    },
    whole: &["URN"],
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = printed!("rfc2141", &GRAMMAR);

static GRAMMAR: Grammar = grammar! {
    "rfc2141" in Bnf, readings, extends Some(&[]), automaton rfc2141, by {Rfc2141, Rule, place},
    CharacterSections::new("2.2", "2.2", "2.2").around("2.4")
};

// "An URN MUST be considered an opaque URL" (appendix A).
productions! {
    _ => b'-';
    "2" => Specific(URN);
    "2.1" =>
        Part(NID)
        Class(whole_let_num_hyp, whole_let_num, whole_upper, whole_lower, whole_number);
    "2.2" => OpaquePart(NSS) Class(whole_URN_chars, whole_trans, whole_hex, whole_other);
    "2.3" => Class(whole_reserved);
    "2.4" => Class(whole_excluded);
    none =>
        let_num_hyp, let_num, upper, lower, number, URN_chars, trans, hex, other, reserved,
        excluded;
}

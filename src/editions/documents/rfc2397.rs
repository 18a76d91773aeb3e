//! RFC 2397 (1998): the scheme `data`, over the grammar of RFC 2396.

use pest_derive::Parser;

use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};
use crate::editions::{Algorithm, DocumentSpec, Ladder, Printed};

#[derive(Parser)]
#[grammar = "../grammar/rfc2396.pest"]
#[grammar = "../grammar/rfc2397.pest"]
struct Rfc2397;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc2397",
    document: "RFC 2397, August 1998",
    noun: "a data URL",
    begins: &["data:"],
    algorithm: Algorithm::None { why: "the scheme has no relative URL forms", section: "2" },
    ladder: Ladder {
        scheme_case: Some("RFC 2396, 6"),
        triplet_case: Some("RFC 2396, 2.4.1"),
        unreserved: Some((stands_for_itself, "RFC 2396, 2.3")),
        media_type: Some("2"),
        ..Ladder::NONE
    },
    whole: &["dataurl"],
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = printed!("rfc2397", &GRAMMAR);

static GRAMMAR: Grammar = grammar! {
    "rfc2397" in Bnf, readings, over Some(&["rfc2396"]), automaton rfc2397, by {Rfc2397, Rule, place},
    CharacterSections::new("3", "2", "2")
};

// Of those of RFC 2396 only `uric` is used, and leaves no node.
// RFC 2396 divides nothing that follows a scheme and begins with no slash (3).
productions! {
    _ => b'-';
    "3" =>
        Specific(dataurl)
        Part(mediatype, parameter, type_ = "type", subtype, attribute, value, token)
        OpaquePart(data)
        Class(whole_urlchar, whole_token_char, whole_ascii_escaped);
    none => _;
}

/// Whether an octet that is encoded may stand for itself, wherever it is: it is `unreserved` in RFC 2396 (2.3),
/// and no parenthesis, which a value of a parameter has encoded (3).
const fn stands_for_itself(octet: u8) -> bool {
    octet.is_ascii_alphanumeric()
        || matches!(octet, b'-' | b'_' | b'.' | b'!' | b'~' | b'*' | b'\'')
}

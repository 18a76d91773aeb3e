//! RFC 2397 (1998): the scheme `data`, using the grammar of RFC 2396.

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
    "rfc2397" in Bnf, readings, extends Some(&["rfc2396"]), automaton rfc2397, by {Rfc2397, Rule, place},
    CharacterSections::new("3", "2", "2")
};

// The only production of RFC 2396 that is used is `uric`, which leaves no node. RFC 2396 does not
// divide text that follows a scheme and does not begin with a slash (3).
productions! {
    _ => b'-';
    "3" =>
        Specific(dataurl)
        Part(mediatype, parameter, type_ = "type", subtype, attribute, value, token)
        OpaquePart(data)
        Class(whole_urlchar, whole_token_char, whole_ascii_escaped);
    none => _;
}

/// Returns whether an octet may be written unencoded anywhere: it is `unreserved` in RFC 2396 (2.3)
/// and not a parenthesis, which a parameter value must encode (RFC 2397, 3).
const fn stands_for_itself(octet: u8) -> bool {
    octet.is_ascii_alphanumeric()
        || matches!(octet, b'-' | b'_' | b'.' | b'!' | b'~' | b'*' | b'\'')
}

//! RFC 2397 (1998): the scheme `data`, over the grammar of RFC 2396.

use std::sync::LazyLock;

use pest_derive::Parser;

use super::{Algorithm, DocumentSpec, Ladder, Printed};
use crate::editions::automaton::tables;
use crate::editions::grammar::{
    self, CharacterSections, Charset, Grammar, Notation, Production, Role,
};

#[derive(Parser)]
#[grammar = "../grammar/rfc2396.pest"]
#[grammar = "../grammar/rfc2397.pest"]
struct Rfc2397;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc2397",
    document: "RFC 2397, August 1998",
    begins: &["data:"],
    algorithm: Algorithm::None { why: "the scheme has no relative URL forms", section: "2" },
    partial: None,
    ladder: Ladder {
        scheme_case: Some("RFC 2396, 6"),
        triplet_case: Some("RFC 2396, 2.4.1"),
        unreserved: Some((stands_for_itself, "RFC 2396, 2.3")),
        media_type: Some("2"),
        ..Ladder::NONE
    },
    whole: &["dataurl"],
    divided: None,
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: &[],
    examples: include_str!("../../grammar/rfc2397.examples"),
    requirements: include_str!("../../grammar/rfc2397.requirements"),
    errata: include_str!("../../grammar/rfc2397.errata"),
    terms: include_str!("../../grammar/rfc2397.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "rfc2397",
    notation: Notation::Bnf,
    printed: include_str!("../../grammar/rfc2397.bnf"),
    readings: include_str!("../../grammar/rfc2397.readings.bnf"),
    pest: include_str!("../../grammar/rfc2397.pest"),
    over: Some(&["rfc2396"]),
    productions: LazyLock::new(|| {
        grammar::own_productions(Rule::all_rules(), place, &tables::rfc2397::AUTOMATON)
    }),
    characters: CharacterSections {
        admitted: "3",
        escapes: "2",
        not_ascii: "2",
        around: None,
        charset: Charset::Utf8,
    },
    automaton: &tables::rfc2397::AUTOMATON,
    tree: |production, text| {
        grammar::tree::<Rfc2397, _>(Rule::all_rules(), place, production, text)
    },
};

/// The production of each rule, with its section. Of those of RFC 2396 only `uric` is used, and leaves no node.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    Some(match rule {
        Rule::dataurl => const { &Production::new("dataurl", "3", Role::Specific) },
        Rule::mediatype => const { &Production::new("mediatype", "3", Role::Part) },
        // RFC 2396 divides nothing that follows a scheme and begins with no slash (3).
        Rule::data => const { &Production::new("data", "3", Role::OpaquePart) },
        Rule::parameter => const { &Production::new("parameter", "3", Role::Part) },
        Rule::type_ => const { &Production::new("type", "3", Role::Part) },
        Rule::subtype => const { &Production::new("subtype", "3", Role::Part) },
        Rule::attribute => const { &Production::new("attribute", "3", Role::Part) },
        Rule::value => const { &Production::new("value", "3", Role::Part) },
        Rule::token => const { &Production::new("token", "3", Role::Part) },
        Rule::whole_urlchar => const { &Production::new("urlchar", "3", Role::Class) },
        Rule::whole_token_char => const { &Production::new("token-char", "3", Role::Class) },
        Rule::whole_ascii_escaped => const { &Production::new("ascii-escaped", "3", Role::Class) },
        _ => return None,
    })
}

/// Whether an octet that is encoded may stand for itself, wherever it is: it is `unreserved` in RFC 2396 (2.3),
/// and no parenthesis, which a value of a parameter has encoded (3).
const fn stands_for_itself(octet: u8) -> bool {
    octet.is_ascii_alphanumeric()
        || matches!(octet, b'-' | b'_' | b'.' | b'!' | b'~' | b'*' | b'\'')
}

//! DID Core, the W3C Recommendation of July 2022: the scheme `did`, its sections 3 and 8.1.
//!
//! A DID is a URI, and its grammar is that of a path to RFC 3986, which finds no authority in it. So the components
//! are those of RFC 3986: the path of `did:example:123/a` is `example:123/a`. What the document calls a path is
//! `/a`, and a [`Did`](crate::scheme::Did) has it.
//!
//! The names of methods are those of a registry, which is not here: any `method-name` is one.

use std::sync::LazyLock;

use pest_derive::Parser;

use super::{Algorithm, DocumentSpec, Ladder, Oracle, Printed};
use crate::editions::automaton::tables;
use crate::editions::grammar::{
    self, CharacterSections, Charset, Grammar, Notation, Production, Role,
};
use crate::parts::percent;
use crate::parts::split::split;

#[derive(Parser)]
#[grammar = "../grammar/did.pest"]
struct Did;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "did",
    document: "DID Core, July 2022",
    begins: &["did:"],
    algorithm: Algorithm::Rfc3986,
    partial: None,
    ladder: Ladder {
        // "The generic DID scheme is a URI scheme conformant with [RFC3986]" (3.1), so that what holds of all URIs
        // holds of DIDs. What makes two identifiers of a method the same is for the method to say (8.1).
        string: Some("RFC 3986, 6.2.1"),
        scheme_case: Some("RFC 3986, 6.2.2.1"),
        triplet_case: Some("RFC 3986, 6.2.2.1"),
        unreserved: Some((percent::is_unreserved, "RFC 3986, 6.2.2.2")),
        in_identifier: Some(stands_in_identifier),
        // No dot segments are removed: to RFC 3986 the identifier is the first segment, and would be lost.
        ..Ladder::NONE
    },
    whole: &["did-url", "did"],
    divided: Some(Oracle { split, authority: "", has_host: false, has_params: false }),
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: &[],
    examples: include_str!("../../grammar/did.examples"),
    requirements: include_str!("../../grammar/did.requirements"),
    errata: include_str!("../../grammar/did.errata"),
    terms: include_str!("../../grammar/did.terms"),
    translations: "",
    remark: "Of DID Core the sections 3 and 8.1 were read, which say what a DID is and what a method says of it.",
};

static GRAMMAR: Grammar = Grammar {
    stem: "did",
    notation: Notation::Abnf,
    printed: include_str!("../../grammar/did.abnf"),
    readings: include_str!("../../grammar/did.readings.abnf"),
    pest: include_str!("../../grammar/did.pest"),
    over: Some(&[]),
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: CharacterSections {
        admitted: "3.1",
        escapes: "3.1",
        not_ascii: "3.1",
        around: None,
        charset: Charset::Utf8,
    },
    automaton: &tables::did::AUTOMATON,
    tree: |production, text| grammar::tree::<Did, _>(Rule::all_rules(), place, production, text),
};

/// The production of each rule, with its section.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    Some(match rule {
        Rule::did => const { &Production::new("did", "3.1", Role::Specific) },
        Rule::method_name => const { &Production::new("method-name", "3.1", Role::Part) },
        Rule::method_specific_id => const { &Production::new("method-specific-id", "3.1", Role::Part) },
        Rule::pct_encoded => const { &Production::new("pct-encoded", "3.1", Role::Part) },
        Rule::did_url => const { &Production::new("did-url", "3.2", Role::Whole) },
        Rule::path_abempty => const { &Production::new("path-abempty", "RFC 3986, 3.3", Role::Path) },
        Rule::query => const { &Production::new("query", "RFC 3986, 3.4", Role::Query) },
        Rule::fragment => const { &Production::new("fragment", "RFC 3986, 3.5", Role::Fragment) },
        Rule::segment => const { &Production::new("segment", "RFC 3986, 3.3", Role::Segment) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_method_char => const { &Production::new("method-char", "3.1", Role::Class) },
        Rule::whole_idchar => const { &Production::new("idchar", "3.1", Role::Class) },
        Rule::whole_pchar => const { &Production::new("pchar", "RFC 3986, 3.3", Role::Class) },
        Rule::whole_unreserved => const { &Production::new("unreserved", "RFC 3986, 2.3", Role::Class) },
        Rule::whole_sub_delims => const { &Production::new("sub-delims", "RFC 3986, 2.2", Role::Class) },
        Rule::method_char | Rule::idchar | Rule::pchar | Rule::unreserved | Rule::sub_delims
        | Rule::ALPHA | Rule::DIGIT | Rule::HEXDIG => return None,
    })
}

/// Whether an octet that is encoded may stand for itself in an identifier: it is unreserved in RFC 3986 (2.3), and no
/// tilde, which an identifier has encoded (3.1). The path, the query and the fragment are those of RFC 3986 (3.2).
const fn stands_in_identifier(octet: u8) -> bool {
    percent::is_unreserved(octet) && octet != b'~'
}

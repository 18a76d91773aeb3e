//! SPIFFE ID (2026): the scheme `spiffe`, identities of workloads.
//!
//! The standard prints no grammar; `grammar/spiffe.abnf` has a production for each string that it describes.

use std::sync::LazyLock;

use pest_derive::Parser;

use super::{Algorithm, DocumentSpec, Ladder, Printed};
use crate::editions::automaton::tables;
use crate::editions::grammar::{
    self, CharacterSections, Charset, Grammar, Notation, Production, Role,
};

#[derive(Parser)]
#[grammar = "../grammar/spiffe.pest"]
struct Spiffe;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "spiffe",
    document: "SPIFFE ID, 2026",
    begins: &["spiffe:"],
    algorithm: Algorithm::Rfc3986,
    partial: None,
    ladder: Ladder {
        // "The scheme and trust domain name of the SPIFFE ID are case-insensitive. The path is case-sensitive." Of names
        // this is what the document says, though it has them in lower case (2.1), so that no two differ in it alone.
        scheme_case: Some("2.4"),
        host_case: Some("2.4"),
        ..Ladder::NONE
    },
    whole: &["SPIFFE-ID"],
    divided: None,
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: &[],
    examples: include_str!("../../grammar/spiffe.examples"),
    requirements: include_str!("../../grammar/spiffe.requirements"),
    errata: include_str!("../../grammar/spiffe.errata"),
    terms: include_str!("../../grammar/spiffe.terms"),
    translations: "",
    remark: "The standard prints no grammar: the productions are made of its rules, each below the rule in other words. It \
             is read as github.com/spiffe/spiffe has it at the commit 665a28f.",
};

static GRAMMAR: Grammar = Grammar {
    stem: "spiffe",
    notation: Notation::Abnf,
    printed: include_str!("../../grammar/spiffe.abnf"),
    readings: "",
    pest: include_str!("../../grammar/spiffe.pest"),
    over: None,
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: CharacterSections {
        admitted: "2",
        escapes: "2",
        not_ascii: "2.3",
        around: None,
        charset: Charset::Utf8,
    },
    automaton: &tables::spiffe::AUTOMATON,
    tree: |production, text| grammar::tree::<Spiffe, _>(Rule::all_rules(), place, production, text),
};

/// The production of each rule, with its section.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    Some(match rule {
        Rule::SPIFFE_ID => const { &Production::new("SPIFFE-ID", "2", Role::Whole) },
        Rule::scheme => const { &Production::new("scheme", "2", Role::Scheme) },
        Rule::trust_domain_name => const { &Production::new("trust-domain-name", "2.1", Role::Authority) },
        // A name is a name, whether or not it is an address (2.1).
        Rule::host => const { &Production::new("host", "2.1", Role::Host) },
        Rule::path => const { &Production::new("path", "2.2", Role::Path) },
        Rule::segment => const { &Production::new("segment", "2.2", Role::Segment) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_host_char => const { &Production::new("host-char", "2.1", Role::Class) },
        Rule::whole_segment_char => const { &Production::new("segment-char", "2.2", Role::Class) },
        Rule::whole_not_dot => const { &Production::new("not-dot", "2.2", Role::Class) },
        Rule::host_char | Rule::segment_char | Rule::not_dot | Rule::DIGIT => return None,
    })
}

//! RFC 2141 (1997): the scheme `urn`, before RFC 8141.

use std::sync::LazyLock;

use pest_derive::Parser;

use super::{Algorithm, DocumentSpec, Ladder, Printed};
use crate::editions::automaton::tables;
use crate::editions::grammar::{
    self, CharacterSections, Charset, Grammar, Notation, Production, Role,
};

#[derive(Parser)]
#[grammar = "../grammar/rfc2141.pest"]
struct Rfc2141;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc2141",
    document: "RFC 2141, May 1997",
    begins: &["urn:"],
    algorithm: Algorithm::None { why: "to a resolver of URLs a URN is opaque", section: "A" },
    partial: None,
    ladder: Ladder {
        scheme_case: Some("5"),
        triplet_case: Some("5"),
        namespace_case: Some("5"),
        ..Ladder::NONE
    },
    whole: &["URN"],
    divided: None,
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: &[],
    examples: include_str!("../../grammar/rfc2141.examples"),
    requirements: include_str!("../../grammar/rfc2141.requirements"),
    errata: include_str!("../../grammar/rfc2141.errata"),
    terms: include_str!("../../grammar/rfc2141.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "rfc2141",
    notation: Notation::Bnf,
    printed: include_str!("../../grammar/rfc2141.bnf"),
    readings: include_str!("../../grammar/rfc2141.readings.bnf"),
    pest: include_str!("../../grammar/rfc2141.pest"),
    over: Some(&[]),
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: CharacterSections {
        admitted: "2.2",
        escapes: "2.2",
        not_ascii: "2.2",
        around: Some("2.4"),
        charset: Charset::Utf8,
    },
    automaton: &tables::rfc2141::AUTOMATON,
    tree: |production, text| {
        grammar::tree::<Rfc2141, _>(Rule::all_rules(), place, production, text)
    },
};

/// The production of each rule, with its section.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    Some(match rule {
        Rule::URN => const { &Production::new("URN", "2", Role::Specific) },
        Rule::NID => const { &Production::new("NID", "2.1", Role::Part) },
        // "An URN MUST be considered an opaque URL" (appendix A).
        Rule::NSS => const { &Production::new("NSS", "2.2", Role::OpaquePart) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_let_num_hyp => const { &Production::new("let-num-hyp", "2.1", Role::Class) },
        Rule::whole_let_num => const { &Production::new("let-num", "2.1", Role::Class) },
        Rule::whole_upper => const { &Production::new("upper", "2.1", Role::Class) },
        Rule::whole_lower => const { &Production::new("lower", "2.1", Role::Class) },
        Rule::whole_number => const { &Production::new("number", "2.1", Role::Class) },
        Rule::whole_URN_chars => const { &Production::new("URN-chars", "2.2", Role::Class) },
        Rule::whole_trans => const { &Production::new("trans", "2.2", Role::Class) },
        Rule::whole_hex => const { &Production::new("hex", "2.2", Role::Class) },
        Rule::whole_other => const { &Production::new("other", "2.2", Role::Class) },
        Rule::whole_reserved => const { &Production::new("reserved", "2.3", Role::Class) },
        Rule::whole_excluded => const { &Production::new("excluded", "2.4", Role::Class) },
        Rule::let_num_hyp | Rule::let_num | Rule::upper | Rule::lower | Rule::number
        | Rule::URN_chars | Rule::trans | Rule::hex | Rule::other | Rule::reserved
        | Rule::excluded => return None,
    })
}

//! RFC 6570 (2012): URI Templates, which are no URIs and expand to references.
//!
//! The letters of the grammar are code points; the automaton reads them as UTF-8. What a template expands to, and
//! of which values a URI is the expansion, is in the module `template`.

use std::sync::LazyLock;

use pest_derive::Parser;

use super::{Algorithm, DocumentSpec, Ladder, Printed};
use crate::editions::automaton::tables;
use crate::editions::grammar::{
    self, CharacterSections, Charset, Grammar, Notation, Production, Role,
};

#[derive(Parser)]
#[grammar = "../grammar/rfc6570.pest"]
struct Rfc6570;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc6570",
    document: "RFC 6570, March 2012",
    begins: &[],
    algorithm: Algorithm::None {
        why: "a template is expanded before it is resolved",
        section: "1.1",
    },
    partial: None,
    ladder: Ladder::NONE,
    whole: &["URI-Template"],
    divided: None,
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: &[],
    examples: include_str!("../../grammar/rfc6570.examples"),
    requirements: include_str!("../../grammar/rfc6570.requirements"),
    errata: include_str!("../../grammar/rfc6570.errata"),
    terms: include_str!("../../grammar/rfc6570.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "rfc6570",
    notation: Notation::Abnf,
    printed: include_str!("../../grammar/rfc6570.abnf"),
    readings: include_str!("../../grammar/rfc6570.readings.abnf"),
    pest: include_str!("../../grammar/rfc6570.pest"),
    over: None,
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: CharacterSections {
        admitted: "2.1",
        escapes: "3.1",
        not_ascii: "2.1",
        around: None,
        charset: Charset::Utf8,
    },
    automaton: &tables::rfc6570::AUTOMATON,
    tree: |production, text| {
        grammar::tree::<Rfc6570, _>(Rule::all_rules(), place, production, text)
    },
};

/// The production of each rule, with its section.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    Some(match rule {
        Rule::whole_ALPHA => const { &Production::new("ALPHA", "1.5", Role::Class) },
        Rule::whole_DIGIT => const { &Production::new("DIGIT", "1.5", Role::Class) },
        Rule::whole_HEXDIG => const { &Production::new("HEXDIG", "1.5", Role::Class) },
        Rule::pct_encoded => const { &Production::new("pct-encoded", "1.5", Role::Part) },
        Rule::whole_unreserved => const { &Production::new("unreserved", "1.5", Role::Class) },
        Rule::whole_reserved => const { &Production::new("reserved", "1.5", Role::Class) },
        Rule::whole_gen_delims => const { &Production::new("gen-delims", "1.5", Role::Class) },
        Rule::whole_sub_delims => const { &Production::new("sub-delims", "1.5", Role::Class) },
        Rule::whole_ucschar => const { &Production::new("ucschar", "1.5", Role::Class) },
        Rule::whole_iprivate => const { &Production::new("iprivate", "1.5", Role::Class) },
        Rule::URI_Template => const { &Production::new("URI-Template", "2", Role::Whole) },
        Rule::whole_literals => const { &Production::new("literals", "2.1", Role::Class) },
        Rule::expression => const { &Production::new("expression", "2.2", Role::Part) },
        Rule::operator => const { &Production::new("operator", "2.2", Role::Part) },
        Rule::op_level2 => const { &Production::new("op-level2", "2.2", Role::Part) },
        Rule::op_level3 => const { &Production::new("op-level3", "2.2", Role::Part) },
        Rule::op_reserve => const { &Production::new("op-reserve", "2.2", Role::Part) },
        Rule::variable_list => const { &Production::new("variable-list", "2.3", Role::Part) },
        Rule::varspec => const { &Production::new("varspec", "2.3", Role::Part) },
        Rule::varname => const { &Production::new("varname", "2.3", Role::Part) },
        Rule::whole_varchar => const { &Production::new("varchar", "2.3", Role::Class) },
        Rule::modifier_level4 => const { &Production::new("modifier-level4", "2.4", Role::Part) },
        Rule::prefix => const { &Production::new("prefix", "2.4.1", Role::Part) },
        Rule::max_length => const { &Production::new("max-length", "2.4.1", Role::Part) },
        Rule::explode => const { &Production::new("explode", "2.4.2", Role::Part) },
        // A class leaves no node; its leaf stands for it.
        Rule::ALPHA | Rule::DIGIT | Rule::HEXDIG | Rule::unreserved
        | Rule::reserved | Rule::gen_delims | Rule::sub_delims | Rule::ucschar | Rule::iprivate
        | Rule::literals | Rule::varchar => return None,
    })
}

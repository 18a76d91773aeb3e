//! The draft grammar of lenient PURLs, which describes what a parser should attempt.

use std::sync::LazyLock;

use pest_derive::Parser;

use super::CHARACTERS;
use crate::editions::automaton::tables;
use crate::editions::grammar::{self, Grammar, Notation, Production, Role};

#[derive(Parser)]
#[grammar = "../grammar/pkg-lenient.pest"]
struct Lenient;

pub(super) static GRAMMAR: Grammar = Grammar {
    stem: "pkg-lenient",
    notation: Notation::Abnf,
    printed: include_str!("../../../grammar/pkg-lenient.abnf"),
    readings: include_str!("../../../grammar/pkg-lenient.readings.abnf"),
    pest: include_str!("../../../grammar/pkg-lenient.pest"),
    over: Some(&[]),
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: CHARACTERS,
    automaton: &tables::pkg_lenient::AUTOMATON,
    tree: |production, text| {
        grammar::tree::<Lenient, _>(Rule::all_rules(), place, production, text)
    },
};

/// The production of each rule, with its section.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    const fn at(name: &'static str, role: Role) -> Production {
        Production { name, section: "lenient", role }
    }
    Some(match rule {
        Rule::lenient_PURL => const { &at("lenient-PURL", Role::Whole) },
        Rule::scheme => const { &at("scheme", Role::Scheme) },
        Rule::lenient_type => const { &at("lenient-type", Role::Part) },
        Rule::lenient_namespace => const { &at("lenient-namespace", Role::Part) },
        Rule::lenient_namespace_segment => const { &at("lenient-namespace-segment", Role::Part) },
        Rule::lenient_name => const { &at("lenient-name", Role::Part) },
        Rule::lenient_version => const { &at("lenient-version", Role::Part) },
        Rule::lenient_qualifiers => const { &at("lenient-qualifiers", Role::Part) },
        Rule::lenient_qualifier => const { &at("lenient-qualifier", Role::Part) },
        Rule::lenient_qualifier_key => const { &at("lenient-qualifier-key", Role::Part) },
        Rule::lenient_qualifier_value => const { &at("lenient-qualifier-value", Role::Part) },
        Rule::lenient_subpath => const { &at("lenient-subpath", Role::Part) },
        Rule::lenient_subpath_segment => const { &at("lenient-subpath-segment", Role::Part) },
        Rule::whole_uchar => const { &at("uchar", Role::Class) },
        Rule::uchar | Rule::ALPHA | Rule::DIGIT => return None,
    })
}

//! Section 8: the generic URI syntax.

use std::sync::LazyLock;

use pest_derive::Parser;

use crate::editions::automaton::tables;
use crate::editions::grammar::{
    self, CharacterSections, Charset, Grammar, Notation, Production, Role,
};

#[derive(Parser)]
#[grammar = "../grammar/rfc1630-uri.pest"]
struct Uri;

pub(super) static GRAMMAR: Grammar = Grammar {
    stem: "rfc1630-uri",
    notation: Notation::Rfc1630,
    printed: include_str!("../../../grammar/rfc1630-uri.bnf"),
    readings: include_str!("../../../grammar/rfc1630-uri.readings.bnf"),
    pest: include_str!("../../../grammar/rfc1630-uri.pest"),
    over: None,
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: CharacterSections {
        admitted: "4.1.1",
        escapes: "4.1.2",
        not_ascii: "4.1.1",
        around: None,
        charset: Charset::Latin1,
    },
    automaton: &tables::rfc1630_uri::AUTOMATON,
    tree: |production, text| grammar::tree::<Uri, _>(Rule::all_rules(), place, production, text),
};

/// The production of each rule, with its section.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    const fn at(name: &'static str, section: &'static str, role: Role) -> Production {
        Production { name, section, role }
    }
    Some(match rule {
        Rule::fragmentaddress => const { &at("fragmentaddress", "4.1.4", Role::Whole) },
        Rule::uri => const { &at("uri", "4.1", Role::Whole) },
        Rule::scheme => const { &at("scheme", "4.1", Role::Scheme) },
        Rule::path => const { &at("path", "4.1", Role::Path) },
        Rule::search => const { &at("search", "4.1.1", Role::Query) },
        Rule::fragmentid => const { &at("fragmentid", "4.1.4", Role::Fragment) },
        Rule::xalphas => const { &at("xalphas", "8", Role::Part) },
        Rule::xpalphas => const { &at("xpalphas", "8", Role::Segment) },
        Rule::ialpha => const { &at("ialpha", "8", Role::Part) },
        Rule::escape => const { &at("escape", "4.1.2", Role::Part) },
        Rule::void => const { &at("void", "8", Role::Segment) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_xalpha => const { &at("xalpha", "8", Role::Class) },
        Rule::whole_xpalpha => const { &at("xpalpha", "8", Role::Class) },
        Rule::whole_alpha => const { &at("alpha", "8", Role::Class) },
        Rule::whole_digit => const { &at("digit", "8", Role::Class) },
        Rule::whole_safe => const { &at("safe", "8", Role::Class) },
        Rule::whole_extra => const { &at("extra", "8", Role::Class) },
        Rule::whole_reserved => const { &at("reserved", "4.1.1", Role::Class) },
        Rule::whole_hex => const { &at("hex", "4.1.2", Role::Class) },
        Rule::whole_national => const { &at("national", "8", Role::Class) },
        Rule::whole_punctuation => const { &at("punctuation", "8", Role::Class) },
        Rule::xalpha | Rule::xpalpha | Rule::alpha | Rule::digit | Rule::safe | Rule::extra
        | Rule::reserved | Rule::hex | Rule::national | Rule::punctuation => return None,
    })
}

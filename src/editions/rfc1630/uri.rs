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
    Some(match rule {
        Rule::fragmentaddress => const { &Production::new("fragmentaddress", "4.1.4", Role::Whole) },
        Rule::uri => const { &Production::new("uri", "4.1", Role::Whole) },
        Rule::scheme => const { &Production::new("scheme", "4.1", Role::Scheme) },
        Rule::path => const { &Production::new("path", "4.1", Role::Path) },
        Rule::search => const { &Production::new("search", "4.1.1", Role::Query) },
        Rule::fragmentid => const { &Production::new("fragmentid", "4.1.4", Role::Fragment) },
        Rule::xalphas => const { &Production::new("xalphas", "8", Role::Part) },
        Rule::xpalphas => const { &Production::new("xpalphas", "8", Role::Segment) },
        Rule::ialpha => const { &Production::new("ialpha", "8", Role::Part) },
        Rule::escape => const { &Production::new("escape", "4.1.2", Role::Part) },
        Rule::void => const { &Production::new("void", "8", Role::Segment) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_xalpha => const { &Production::new("xalpha", "8", Role::Class) },
        Rule::whole_xpalpha => const { &Production::new("xpalpha", "8", Role::Class) },
        Rule::whole_alpha => const { &Production::new("alpha", "8", Role::Class) },
        Rule::whole_digit => const { &Production::new("digit", "8", Role::Class) },
        Rule::whole_safe => const { &Production::new("safe", "8", Role::Class) },
        Rule::whole_extra => const { &Production::new("extra", "8", Role::Class) },
        Rule::whole_reserved => const { &Production::new("reserved", "4.1.1", Role::Class) },
        Rule::whole_hex => const { &Production::new("hex", "4.1.2", Role::Class) },
        Rule::whole_national => const { &Production::new("national", "8", Role::Class) },
        Rule::whole_punctuation => const { &Production::new("punctuation", "8", Role::Class) },
        Rule::xalpha | Rule::xpalpha | Rule::alpha | Rule::digit | Rule::safe | Rule::extra
        | Rule::reserved | Rule::hex | Rule::national | Rule::punctuation => return None,
    })
}

//! RFC 1808 (1995), the companion of RFC 1738.

use std::sync::LazyLock;

use pest_derive::Parser;

use super::{Algorithm, Facts, Ladder, Oracle, Printed};
use crate::editions::automaton::tables;
use crate::editions::grammar::{self, Characters, Charset, Grammar, Notation, Production, Role};

mod division;

pub(crate) use division::split;

#[derive(Parser)]
#[grammar = "../grammar/rfc1808.pest"]
struct Rfc1808;

pub(super) static FACTS: Facts = Facts {
    id: "rfc1808",
    document: "RFC 1808, June 1995",
    begins: &[],
    algorithm: Algorithm::Rfc1808,
    partial: None,
    // No sentence says which URLs are equivalent: "this document does not seek to define the overall
    // URL syntax" (2), and has the names of its components from RFC 1738 (2.1).
    ladder: Ladder::NONE,
    whole: &["URL"],
    // 2.4: the parsing rules are for any URL, "relative or absolute".
    divided: Some(Oracle { split, authority: "net_loc", has_host: false, has_params: true }),
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: division::DIVIDED,
    examples: include_str!("../../../grammar/rfc1808.examples"),
    requirements: include_str!("../../../grammar/rfc1808.requirements"),
    errata: include_str!("../../../grammar/rfc1808.errata"),
    terms: include_str!("../../../grammar/rfc1808.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "rfc1808",
    notation: Notation::Bnf,
    printed: include_str!("../../../grammar/rfc1808.bnf"),
    readings: "",
    pest: include_str!("../../../grammar/rfc1808.pest"),
    over: None,
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: Characters {
        admitted: "2.2",
        escapes: "2.2",
        not_ascii: "2.2",
        around: None,
        charset: Charset::Utf8,
    },
    automaton: &tables::rfc1808::AUTOMATON,
    tree: |production, text| {
        grammar::tree::<Rfc1808, _>(Rule::all_rules(), place, production, text)
    },
};

/// The production of each rule. All stand in section 2.2.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    const fn at(name: &'static str, role: Role) -> Production {
        Production { name, section: "2.2", role }
    }
    Some(match rule {
        Rule::URL => const { &at("URL", Role::Whole) },
        Rule::absoluteURL => const { &at("absoluteURL", Role::Whole) },
        Rule::generic_RL => const { &at("generic-RL", Role::Whole) },
        Rule::relativeURL => const { &at("relativeURL", Role::Whole) },
        Rule::net_path => const { &at("net_path", Role::Whole) },
        Rule::abs_path => const { &at("abs_path", Role::Whole) },
        Rule::rel_path => const { &at("rel_path", Role::Whole) },
        Rule::path => const { &at("path", Role::Path) },
        Rule::fsegment => const { &at("fsegment", Role::Segment) },
        Rule::segment => const { &at("segment", Role::Segment) },
        Rule::params => const { &at("params", Role::Part) },
        Rule::param => const { &at("param", Role::Part) },
        Rule::scheme => const { &at("scheme", Role::Scheme) },
        Rule::net_loc => const { &at("net_loc", Role::Authority) },
        Rule::query => const { &at("query", Role::Query) },
        Rule::fragment => const { &at("fragment", Role::Fragment) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_pchar => const { &at("pchar", Role::Class) },
        Rule::whole_uchar => const { &at("uchar", Role::Class) },
        Rule::whole_unreserved => const { &at("unreserved", Role::Class) },
        Rule::whole_escape => const { &at("escape", Role::Part) },
        Rule::whole_hex => const { &at("hex", Role::Class) },
        Rule::whole_alpha => const { &at("alpha", Role::Class) },
        Rule::whole_lowalpha => const { &at("lowalpha", Role::Class) },
        Rule::whole_hialpha => const { &at("hialpha", Role::Class) },
        Rule::whole_digit => const { &at("digit", Role::Class) },
        Rule::whole_safe => const { &at("safe", Role::Class) },
        Rule::whole_extra => const { &at("extra", Role::Class) },
        Rule::whole_national => const { &at("national", Role::Class) },
        Rule::whole_reserved => const { &at("reserved", Role::Class) },
        Rule::whole_punctuation => const { &at("punctuation", Role::Class) },
        Rule::pchar | Rule::uchar | Rule::unreserved | Rule::escape | Rule::hex | Rule::alpha
        | Rule::lowalpha | Rule::hialpha | Rule::digit | Rule::safe | Rule::extra
        | Rule::national | Rule::reserved | Rule::punctuation => return None,
    })
}

//! RFC 1808 (1995), the companion of RFC 1738.

use std::sync::LazyLock;

use pest_derive::Parser;

use super::{Algorithm, DocumentSpec, Ladder, Oracle, Printed, grammar};
use crate::editions::automaton::tables;
use crate::editions::automaton::tables::rfc1808::AUTOMATON;
use crate::editions::division::{
    AfterScheme, AuthorityForm, Delimiters, Derived, Divided, Division, StringShape,
};
use crate::editions::grammar::{CharacterSections, Charset, Grammar, Notation, Production, Role};
use crate::parts::split::Components;

#[derive(Parser)]
#[grammar = "../grammar/rfc1808.pest"]
struct Rfc1808;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
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
    divided: DIVIDED,
    examples: include_str!("../../grammar/rfc1808.examples"),
    requirements: include_str!("../../grammar/rfc1808.requirements"),
    errata: include_str!("../../grammar/rfc1808.errata"),
    terms: include_str!("../../grammar/rfc1808.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "rfc1808",
    notation: Notation::Bnf,
    printed: include_str!("../../grammar/rfc1808.bnf"),
    readings: "",
    pest: include_str!("../../grammar/rfc1808.pest"),
    over: None,
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: CharacterSections {
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

// How a `URL` of RFC 1808 divides: by the parsing rules of section 2.4, whatever the grammar derives.
//
// The path is given with the parameters that follow it, from the first ";" on (2.4.5): they stand
// where RFC 2396 has them too. A `net_loc` has no host: the grammar has no production for one, and
// admits much that is no login of RFC 1738.
//
// Two surprising cases: `//h?q` has no query, since only "/" ends a `net_loc` (2.4.3); and `a_b:c` has
// no scheme, since no scheme name has `_` (2.4.2).

/// Divides any string by the rules of section 2.4, in their order.
pub(crate) fn split(text: &str) -> Components<'_> {
    // 2.4.1: the fragment is what follows the first "#".
    let (rest, fragment) = before(text, '#');
    // 2.4.2: the scheme is what stands before the first ":", if it has only characters of a scheme name.
    let (scheme, rest) = match rest.find(|c: char| !is_of_scheme(c)) {
        Some(end) if end > 0 && rest.as_bytes()[end] == b':' => {
            (Some(&rest[..end]), &rest[end + 1..])
        }
        _ => (None, rest),
    };
    // 2.4.3: net_loc is what follows "//", up to the next "/" or the end.
    let (authority, rest) = match rest.strip_prefix("//") {
        Some(rest) => {
            let (net_loc, rest) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            (Some(net_loc), rest)
        }
        None => (None, rest),
    };
    // 2.4.4: the query is what follows the first "?".
    let (path, query) = before(rest, '?');
    Components { scheme, authority, path, query, fragment }
}

const fn is_of_scheme(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-')
}

fn before(text: &str, delimiter: char) -> (&str, Option<&str>) {
    match text.split_once(delimiter) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

static DIVIDED: &[&Divided] = &[&Divided {
    rule: "URL",
    start: AUTOMATON.start_of("URL"),
    division: Division::At(Delimiters {
        scheme: true,
        scheme_if: Some(AUTOMATON.start_of("scheme")),
        authority: Some(AuthorityForm { ends: b"/#", ..AuthorityForm::WITH_HOST }),
        query: true,
        params: true,
        below,
        derived: Some(Derived {
            absolute: AUTOMATON.start_of("absoluteURL"),
            net_path: AUTOMATON.start_of("net_path"),
        }),
        ..Delimiters::NONE
    }),
}];

/// A path that has no segment has no node.
const fn below(shape: StringShape) -> &'static [&'static str] {
    match (shape.is_absolute, shape.form, shape.has_name) {
        (true, AfterScheme::Authority, _) => {
            &["absoluteURL", "generic-RL", "relativeURL", "net_path"]
        }
        (true, AfterScheme::Slashes, _) => &["absoluteURL"],
        (true, AfterScheme::Slash, true) => {
            &["absoluteURL", "generic-RL", "relativeURL", "abs_path", "rel_path", "path"]
        }
        (true, AfterScheme::Slash, false) => {
            &["absoluteURL", "generic-RL", "relativeURL", "abs_path", "rel_path"]
        }
        (true, _, true) => &["absoluteURL", "generic-RL", "relativeURL", "rel_path", "path"],
        (true, _, false) => &["absoluteURL", "generic-RL", "relativeURL", "rel_path"],
        (false, AfterScheme::Authority, _) => &["relativeURL", "net_path"],
        (false, AfterScheme::Slash, true) => &["relativeURL", "abs_path", "rel_path", "path"],
        (false, AfterScheme::Slash, false) => &["relativeURL", "abs_path", "rel_path"],
        (false, _, true) => &["relativeURL", "rel_path", "path"],
        (false, _, false) => &["relativeURL", "rel_path"],
    }
}

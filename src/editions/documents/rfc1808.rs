//! RFC 1808 (1995), the companion of RFC 1738.

use pest_derive::Parser;

use crate::editions::automaton::tables::rfc1808::AUTOMATON;
use crate::editions::division::{
    AfterScheme, AuthorityForm, Delimiters, Derived, Divided, Division, StringShape,
};
use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};
use crate::editions::{Algorithm, DocumentSpec, Ladder, Oracle, Printed};
use crate::parts::split::split_by_rfc1808;

#[derive(Parser)]
#[grammar = "../grammar/rfc1808.pest"]
struct Rfc1808;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc1808",
    document: "RFC 1808, June 1995",
    algorithm: Algorithm::Rfc1808,
    // No sentence says which URLs are equivalent: "this document does not seek to define the overall
    // URL syntax" (2), and has the names of its components from RFC 1738 (2.1).
    ladder: Ladder::NONE,
    whole: &["URL"],
    // 2.4: the parsing rules are for any URL, "relative or absolute".
    divided: Some(Oracle {
        split: split_by_rfc1808,
        authority: "net_loc",
        has_host: false,
        has_params: true,
    }),
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = Printed { divided: DIVIDED, ..printed!("rfc1808", &GRAMMAR) };

static GRAMMAR: Grammar = grammar! {
    "rfc1808" in Bnf, printed, over None, automaton rfc1808, by {Rfc1808, Rule, place},
    CharacterSections::new("2.2", "2.2", "2.2")
};

// All stand in section 2.2.
productions! {
    _ => b'_';
    "2.2" =>
        Whole(
            URL, absoluteURL, generic_RL = "generic-RL", relativeURL, net_path, abs_path, rel_path
        )
        Path(path)
        Segment(fsegment, segment)
        Part(params, param, whole_escape)
        Scheme(scheme)
        Authority(net_loc)
        Query(query)
        Fragment(fragment)
        Class(
            whole_pchar, whole_uchar, whole_unreserved, whole_hex, whole_alpha, whole_lowalpha,
            whole_hialpha, whole_digit, whole_safe, whole_extra, whole_national, whole_reserved,
            whole_punctuation
        );
    none =>
        pchar, uchar, unreserved, escape, hex, alpha, lowalpha, hialpha, digit, safe, extra,
        national, reserved, punctuation;
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

//! RFC 1808 (1995), the companion of RFC 1738.

use pest_derive::Parser;

use crate::editions::automaton::tables::rfc1808::AUTOMATON;
use crate::editions::division::{AuthorityForm, ComponentLayout, Delimiters};
use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};
use crate::editions::{Algorithm, DocumentSpec, Ladder, Oracle, Printed};
use crate::parts::split::split_by_rfc1808;

#[derive(Parser)]
#[grammar = "../grammar/rfc1808.pest"]
struct Rfc1808;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc1808",
    document: "RFC 1808, June 1995",
    noun: "a URL",
    algorithm: Algorithm::Rfc1808,
    // No sentence defines which URLs are equivalent: "this document does not seek to define the
    // overall URL syntax" (2), and it takes the names of its components from RFC 1738 (2.1).
    ladder: Ladder::NONE,
    whole: &["URL"],
    // 2.4: the parsing rules apply to any URL, "relative or absolute".
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
    "rfc1808" in Bnf, printed, extends None, automaton rfc1808, by {Rfc1808, Rule, place},
    CharacterSections::new("2.2", "2.2", "2.2")
};

// All productions are in section 2.2.
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

static DIVIDED: &[&ComponentLayout] = &[&ComponentLayout::at(
    &AUTOMATON,
    "URL",
    Delimiters {
        scheme: true,
        scheme_if: Some(AUTOMATON.start_of("scheme")),
        authority: Some(AuthorityForm { ends: b"/#", ..AuthorityForm::WITH_HOST }),
        query: true,
        params: true,
        ..Delimiters::NONE
    },
)];

//! SPIFFE ID (2026): the scheme `spiffe`, identities of workloads.
//!
//! The standard prints no grammar; `grammar/spiffe.abnf` has a production for each kind of string.

use pest_derive::Parser;

use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};
use crate::editions::{Algorithm, DocumentSpec, Ladder, Printed};

#[derive(Parser)]
#[grammar = "../grammar/spiffe.pest"]
struct Spiffe;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "spiffe",
    document: "SPIFFE ID, 2026",
    noun: "a SPIFFE ID",
    begins: &["spiffe:"],
    algorithm: Algorithm::Rfc3986,
    ladder: Ladder {
        // "The scheme and trust domain name of the SPIFFE ID are case-insensitive. The path is
        // case-sensitive." The document nevertheless allows only lowercase names (2.1), so no two
        // names differ only in letter case.
        scheme_case: Some("2.4"),
        host_case: Some("2.4"),
        ..Ladder::NONE
    },
    whole: &["SPIFFE-ID"],
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = Printed {
    remark: "The standard prints no grammar: the productions restate its rules. The text is that of \
             github.com/spiffe/spiffe at the commit 665a28f.",
    ..printed!("spiffe", &GRAMMAR)
};

static GRAMMAR: Grammar = grammar! {
    "spiffe" in Abnf, printed, extends None, automaton spiffe, by {Spiffe, Rule, place},
    CharacterSections::new("2", "2", "2.3")
};

// A trust domain name is a name even if it looks like an address (2.1).
productions! {
    _ => b'-';
    "2" => Whole(SPIFFE_ID) Scheme(scheme);
    "2.1" => Authority(trust_domain_name) Host(host) Class(whole_host_char);
    "2.2" => Path(path) Segment(segment) Class(whole_segment_char, whole_not_dot);
    none => host_char, segment_char, not_dot, DIGIT;
}

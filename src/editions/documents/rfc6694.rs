//! RFC 6694 (2012): the scheme `about`.

use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed};
use crate::editions::{Algorithm, DocumentSpec, Ladder, Printed, documents::extends_rfc3986};

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc6694",
    document: "RFC 6694, August 2012",
    noun: "an about URI",
    begins: &["about:"],
    algorithm: Algorithm::Rfc3986,
    // The document itself defines no URIs as equal (2.3). Its token "is not a hierarchical element"
    // (2.2), so it has no segments.
    ladder: Ladder { dot_segments: None, ..extends_rfc3986::LADDER },
    whole: &["about-uri"],
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = printed!("rfc6694", &GRAMMAR);

static GRAMMAR: Grammar = grammar! {
    "rfc6694" in Abnf, printed, extends Some(&["rfc3986"]), automaton rfc6694, by extends_rfc3986::{ExtendsRfc3986, Rule, place},
    CharacterSections::new("2.1", "2.3", "2.3")
};

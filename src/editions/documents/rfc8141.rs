//! RFC 8141 (2017): the scheme `urn`.

use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed};
use crate::editions::{
    Algorithm, DocumentSpec, Ladder, Oracle, Printed, documents::extends_rfc3986,
};
use crate::parts::split::split;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc8141",
    document: "RFC 8141, April 2017",
    noun: "a URN",
    begins: &["urn:"],
    algorithm: Algorithm::Rfc3986,
    ladder: Ladder {
        // "Octet-by-octet equal after applying case normalization (as specified in Section 6.2.2.1 of
        // [RFC3986])" to the scheme, the NID and the triplets; and the three components after the name are
        // ignored. Percent-encoding is not normalized (3.1).
        string: Some("3.1"),
        scheme_case: Some("3.1"),
        triplet_case: Some("3.1"),
        namespace_case: Some("3.1"),
        name_alone: Some("3.1"),
        ..Ladder::NONE
    },
    whole: &["namestring", "assigned-name"],
    divided: Some(Oracle { split, authority: "", has_host: false, has_params: false }),
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = printed!("rfc8141", &GRAMMAR);

static GRAMMAR: Grammar = grammar! {
    "rfc8141" in Abnf, readings, extends Some(&["rfc3986"]), automaton rfc8141, by extends_rfc3986::{ExtendsRfc3986, Rule, place},
    CharacterSections::new("2", "2", "2.2")
};

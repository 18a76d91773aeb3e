//! RFC 8141 (2017): the scheme `urn`.

use std::sync::LazyLock;

use super::{Algorithm, DocumentSpec, Ladder, Oracle, Printed, standing};
use crate::editions::automaton::tables;
use crate::editions::grammar::{CharacterSections, Charset, Grammar, Notation};
use crate::parts::split::split;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc8141",
    document: "RFC 8141, April 2017",
    begins: &["urn:"],
    algorithm: Algorithm::Rfc3986,
    partial: None,
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
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: &[],
    examples: include_str!("../../grammar/rfc8141.examples"),
    requirements: include_str!("../../grammar/rfc8141.requirements"),
    errata: include_str!("../../grammar/rfc8141.errata"),
    terms: include_str!("../../grammar/rfc8141.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "rfc8141",
    notation: Notation::Abnf,
    printed: include_str!("../../grammar/rfc8141.abnf"),
    readings: include_str!("../../grammar/rfc8141.readings.abnf"),
    pest: include_str!("../../grammar/rfc8141.pest"),
    over: Some(&["rfc3986"]),
    productions: LazyLock::new(|| standing::productions(&tables::rfc8141::AUTOMATON)),
    characters: CharacterSections {
        admitted: "2",
        escapes: "2",
        not_ascii: "2.2",
        around: None,
        charset: Charset::Utf8,
    },
    automaton: &tables::rfc8141::AUTOMATON,
    tree: standing::tree,
};

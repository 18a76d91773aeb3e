//! RFC 6694 (2012): the scheme `about`.

use std::sync::LazyLock;

use super::{Algorithm, DocumentSpec, Ladder, Printed, standing};
use crate::editions::automaton::tables;
use crate::editions::grammar::{CharacterSections, Charset, Grammar, Notation};

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc6694",
    document: "RFC 6694, August 2012",
    begins: &["about:"],
    algorithm: Algorithm::Rfc3986,
    partial: None,
    // The document takes nothing for equal by itself (2.3). Its token "is not a hierarchical element" (2.2), and so
    // has no segments.
    ladder: Ladder { dot_segments: None, ..standing::LADDER },
    whole: &["about-uri"],
    divided: None,
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: &[],
    examples: include_str!("../../grammar/rfc6694.examples"),
    requirements: include_str!("../../grammar/rfc6694.requirements"),
    errata: include_str!("../../grammar/rfc6694.errata"),
    terms: include_str!("../../grammar/rfc6694.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "rfc6694",
    notation: Notation::Abnf,
    printed: include_str!("../../grammar/rfc6694.abnf"),
    readings: "",
    pest: include_str!("../../grammar/rfc6694.pest"),
    over: Some(&["rfc3986"]),
    productions: LazyLock::new(|| standing::productions(&tables::rfc6694::AUTOMATON)),
    characters: CharacterSections {
        admitted: "2.1",
        escapes: "2.3",
        not_ascii: "2.3",
        around: None,
        charset: Charset::Utf8,
    },
    automaton: &tables::rfc6694::AUTOMATON,
    tree: standing::tree,
};

//! RFC 8089 (2017): the scheme `file`.

use std::sync::LazyLock;

use super::{Algorithm, Facts, Ladder, Printed, standing};
use crate::automaton::tables;
use crate::grammar::{Characters, Charset, Grammar, Notation};

pub(super) static FACTS: Facts = Facts {
    id: "rfc8089",
    document: "RFC 8089, February 2017",
    algorithm: Algorithm::Rfc3986,
    partial: None,
    ladder: Ladder {
        local_host: Some("2"),
        no_authority: Some("2"),
        // "path-absolute", in "auth-path" too.
        single_slash: true,
        ..standing::LADDER
    },
    whole: &["file-URI"],
    divided: None,
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: &[],
    examples: include_str!("../../grammar/rfc8089.examples"),
    requirements: include_str!("../../grammar/rfc8089.requirements"),
    terms: include_str!("../../grammar/rfc8089.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "rfc8089",
    notation: Notation::Abnf,
    printed: include_str!("../../grammar/rfc8089.abnf"),
    readings: "",
    pest: include_str!("../../grammar/rfc8089.pest"),
    over: Some(&["rfc3986"]),
    productions: LazyLock::new(|| standing::productions(&tables::rfc8089::AUTOMATON)),
    characters: Characters {
        admitted: "2",
        escapes: "2",
        not_ascii: "2",
        around: None,
        charset: Charset::Utf8,
    },
    automaton: &tables::rfc8089::AUTOMATON,
    tree: standing::tree,
};

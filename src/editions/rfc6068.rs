//! RFC 6068 (2010): the scheme `mailto`.

use std::sync::LazyLock;

use super::{Algorithm, DocumentSpec, Ladder, Oracle, Printed, standing};
use crate::editions::automaton::tables;
use crate::editions::grammar::{CharacterSections, Charset, Grammar, Notation};
use crate::parts::split::split;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc6068",
    document: "RFC 6068, October 2010",
    begins: &["mailto:"],
    algorithm: Algorithm::Rfc3986,
    partial: None,
    ladder: Ladder {
        // A domain is as a <reg-name> of RFC 3986 (2).
        caseless_path: Some("2"),
        mail_fields: Some("2"),
        ..standing::LADDER
    },
    whole: &["mailtoURI"],
    divided: Some(Oracle { split, authority: "", has_host: false, has_params: false }),
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: &[],
    examples: include_str!("../../grammar/rfc6068.examples"),
    requirements: include_str!("../../grammar/rfc6068.requirements"),
    errata: include_str!("../../grammar/rfc6068.errata"),
    terms: include_str!("../../grammar/rfc6068.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "rfc6068",
    notation: Notation::Abnf,
    printed: include_str!("../../grammar/rfc6068.abnf"),
    readings: include_str!("../../grammar/rfc6068.readings.abnf"),
    pest: include_str!("../../grammar/rfc6068.pest"),
    over: Some(&["rfc3986", "rfc5322"]),
    productions: LazyLock::new(|| standing::productions(&tables::rfc6068::AUTOMATON)),
    characters: CharacterSections {
        admitted: "2",
        escapes: "2",
        not_ascii: "5",
        around: None,
        charset: Charset::Utf8,
    },
    automaton: &tables::rfc6068::AUTOMATON,
    tree: standing::tree,
};

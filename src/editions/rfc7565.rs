//! RFC 7565 (2015): the scheme `acct`.
//!
//! Accounts are compared by the case and percent-encoding normalization of RFC 3986 (4), and by nothing else. The
//! surprising case: the host is in the path, since no "//" stands before it, and its letter case does not matter all the
//! same (6.2.2.1 there).

use std::sync::LazyLock;

use super::{Algorithm, DocumentSpec, Ladder, Oracle, Printed, standing};
use crate::editions::automaton::tables;
use crate::editions::grammar::{CharacterSections, Charset, Grammar, Notation};
use crate::parts::percent;
use crate::parts::split::split;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc7565",
    document: "RFC 7565, May 2015",
    begins: &["acct:"],
    algorithm: Algorithm::Rfc3986,
    partial: None,
    ladder: Ladder {
        // "Case normalization and percent-encoding normalization as specified in Sections 6.2.2.1 and 6.2.2.2 of
        // [RFC3986]".
        scheme_case: Some("4"),
        triplet_case: Some("4"),
        unreserved: Some((percent::is_unreserved, "4")),
        account_host_case: Some("4"),
        ..Ladder::NONE
    },
    whole: &["acctURI"],
    divided: Some(Oracle { split, authority: "", has_host: false, has_params: false }),
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: &[],
    examples: include_str!("../../grammar/rfc7565.examples"),
    requirements: include_str!("../../grammar/rfc7565.requirements"),
    errata: include_str!("../../grammar/rfc7565.errata"),
    terms: include_str!("../../grammar/rfc7565.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "rfc7565",
    notation: Notation::Abnf,
    printed: include_str!("../../grammar/rfc7565.abnf"),
    readings: include_str!("../../grammar/rfc7565.readings.abnf"),
    pest: include_str!("../../grammar/rfc7565.pest"),
    over: Some(&["rfc3986"]),
    productions: LazyLock::new(|| standing::productions(&tables::rfc7565::AUTOMATON)),
    characters: CharacterSections {
        admitted: "7",
        escapes: "7",
        not_ascii: "6",
        around: None,
        charset: Charset::Utf8,
    },
    automaton: &tables::rfc7565::AUTOMATON,
    tree: standing::tree,
};

//! RFC 9110 (2022), section 4.2: the schemes `http` and `https`.

use std::sync::LazyLock;

use super::{Algorithm, DocumentSpec, DotSegments, Ladder, Printed, standing};
use crate::editions::automaton::tables;
use crate::editions::division::{Divided, Division};
use crate::editions::grammar::{CharacterSections, Charset, Grammar, Notation};
use crate::parts::percent;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc9110",
    document: "RFC 9110, STD 97, June 2022",
    begins: &["http:", "https:"],
    algorithm: Algorithm::Rfc3986,
    partial: None,
    ladder: Ladder {
        // "Normalized and compared according to the methods defined in Section 6 of [URI]" (4.2.3).
        string: Some("4.2.3"),
        scheme_case: Some("4.2.3"),
        host_case: Some("4.2.3"),
        address_case: Some("4.2.3"),
        triplet_case: Some("4.2.3"),
        unreserved: Some((percent::is_unreserved, "4.2.3")),
        dot_segments: Some((DotSegments::Remove, "4.2.3")),
        default_port: Some("4.2.3"),
        ports_by: Some("RFC 9110"),
        empty_port: Some("4.2.3"),
        empty_path: Some("4.2.3"),
        redirects: Some("4.2.3"),
        ..standing::LADDER
    },
    whole: &["http-URI", "https-URI"],
    divided: None,
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: &[&HTTP, &HTTPS],
    examples: include_str!("../../grammar/rfc9110.examples"),
    requirements: include_str!("../../grammar/rfc9110.requirements"),
    errata: include_str!("../../grammar/rfc9110.errata"),
    terms: include_str!("../../grammar/rfc9110.terms"),
    translations: "",
    remark: "Of RFC 9110 the grammar is that of sections 4.2.1 and 4.2.2. Its requirements are those of section 4, and of \
             the other sections the sentences that constrain a URI or a reference, or say against what one is resolved.",
};

static HTTP: Divided = uri("http-URI");
static HTTPS: Divided = uri("https-URI");

/// "authority", "path-abempty" and "query" are those of RFC 3986 (4.1).
const fn uri(rule: &'static str) -> Divided {
    let start = tables::rfc9110::AUTOMATON.start_of(rule);
    Divided { rule, start, division: Division::AsRfc3986 }
}

static GRAMMAR: Grammar = Grammar {
    stem: "rfc9110",
    notation: Notation::Abnf,
    printed: include_str!("../../grammar/rfc9110.abnf"),
    readings: include_str!("../../grammar/rfc9110.readings.abnf"),
    pest: include_str!("../../grammar/rfc9110.pest"),
    over: Some(&["rfc3986"]),
    productions: LazyLock::new(|| standing::productions(&tables::rfc9110::AUTOMATON)),
    characters: CharacterSections {
        admitted: "4.2",
        escapes: "4.2.3",
        not_ascii: "4.2",
        around: None,
        charset: Charset::Utf8,
    },
    automaton: &tables::rfc9110::AUTOMATON,
    tree: standing::tree,
};

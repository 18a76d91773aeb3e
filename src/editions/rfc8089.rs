//! RFC 8089 (2017): the scheme `file`.
//!
//! A host is that of RFC 3986 "as updated by RFC 6874" (2), so that an IPv6 address may have a zone
//! identifier: `file://[fe80::1%25en0]/a`.

use std::sync::LazyLock;

use super::rfc3986::place_of_rfc3986;
use super::rfc6874::{Rfc6874, Rule};
use super::{Algorithm, DocumentSpec, Ladder, Printed, standing};
use crate::editions::automaton::tables;
use crate::editions::grammar::{
    self, CharacterSections, Charset, Grammar, Notation, Production, Role,
};

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc8089",
    document: "RFC 8089, February 2017",
    begins: &["file:"],
    algorithm: Algorithm::Rfc3986,
    partial: None,
    ladder: Ladder {
        local_host: Some("2"),
        no_authority: Some("2"),
        // "path-absolute", in "auth-path" too.
        single_slash: true,
        zone: Some("RFC 6874, 1"),
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
    errata: include_str!("../../grammar/rfc8089.errata"),
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
    over: Some(&["rfc6874"]),
    productions: LazyLock::new(|| {
        grammar::own_productions(Rule::all_rules(), place, &tables::rfc8089::AUTOMATON)
    }),
    characters: CharacterSections {
        admitted: "2",
        escapes: "2",
        not_ascii: "2",
        around: None,
        charset: Charset::Utf8,
    },
    automaton: &tables::rfc8089::AUTOMATON,
    tree: |production, text| {
        grammar::tree::<Rfc6874, _>(Rule::all_rules(), place, production, text)
    },
};

place_of_rfc3986! {
    Rule of "RFC 3986, ", IP-literal in "RFC 6874, 2";
    Rule::ZoneID => const { &Production::new("ZoneID", "RFC 6874, 2", Role::Part) },
    Rule::IPv6addrz => const { &Production::new("IPv6addrz", "RFC 6874, 2", Role::Ipv6Addrz) },
    Rule::file_URI => const { &Production::new("file-URI", "2", Role::Whole) },
    Rule::file_scheme => const { &Production::new("file-scheme", "2", Role::Scheme) },
    Rule::file_hier_part => const { &Production::new("file-hier-part", "2", Role::Whole) },
    Rule::auth_path => const { &Production::new("auth-path", "2", Role::Whole) },
    Rule::local_path => const { &Production::new("local-path", "2", Role::Path) },
    Rule::file_auth => const { &Production::new("file-auth", "2", Role::Authority) },
}

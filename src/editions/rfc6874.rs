//! RFC 3986 as amended by RFC 6874 (2013): its facts are those of RFC 3986, and its grammar has zone
//! identifiers behind IPv6 addresses.
//!
//! The surprising case: the zone identifier is a part of the host, and RFC 3986 compares hosts without
//! case (3.2.2), so normalization lowers it too, with a warning. RFC 6874 says nothing of its case.

use std::sync::LazyLock;

use pest_derive::Parser;

use super::rfc3986::place_of_rfc3986;
use super::{Algorithm, DocumentSpec, Ladder, Printed, grammar, rfc3986};
use crate::editions::automaton::tables;
use crate::editions::automaton::tables::rfc6874::AUTOMATON;
use crate::editions::division::{AuthorityForm, Delimiters, Divided, Division, StringShape};
use crate::editions::grammar::{Grammar, Notation, Production, Role};
use crate::editions::rfc3986::division::{reference, uri};
use crate::parts::host::HostKind;

/// The parser has the rules of RFC 8089 too, which stands over these.
#[derive(Parser)]
#[grammar = "../grammar/rfc6874.pest"]
#[grammar = "../grammar/rfc8089.pest"]
pub(super) struct Rfc6874;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc6874",
    document: "RFC 3986 as amended by RFC 6874, February 2013",
    begins: &[],
    algorithm: Algorithm::Rfc3986,
    partial: None,
    ladder: Ladder {
        // "The mapping between the human-readable zone identifier string and the numeric value is a
        // host-specific function that varies between operating systems."
        zone: Some("RFC 6874, 1"),
        ..rfc3986::LADDER
    },
    whole: &["URI-reference", "URI", "absolute-URI"],
    divided: None,
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: DIVIDED,
    examples: include_str!("../../grammar/rfc6874.examples"),
    requirements: include_str!("../../grammar/rfc6874.requirements"),
    errata: include_str!("../../grammar/rfc6874.errata"),
    terms: include_str!("../../grammar/rfc6874.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "rfc6874",
    notation: Notation::Abnf,
    printed: include_str!("../../grammar/rfc6874.abnf"),
    readings: include_str!("../../grammar/rfc6874.readings.abnf"),
    pest: include_str!("../../grammar/rfc6874.pest"),
    over: None,
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: rfc3986::grammar::CHARACTERS,
    automaton: &tables::rfc6874::AUTOMATON,
    tree: |production, text| {
        grammar::tree::<Rfc6874, _>(Rule::all_rules(), place, production, text)
    },
};

place_of_rfc3986! {
    Rule of "", IP-literal in "RFC 6874, 2";
    Rule::ZoneID => const { &Production::new("ZoneID", "RFC 6874, 2", Role::Part) },
    Rule::IPv6addrz => const { &Production::new("IPv6addrz", "RFC 6874, 2", Role::Ipv6Addrz) },
    // RFC 8089, which says itself where they stand.
    Rule::file_URI | Rule::file_scheme | Rule::file_hier_part | Rule::auth_path | Rule::local_path
    | Rule::file_auth => return None,
}

// How the whole strings of RFC 3986 divide as RFC 6874 amends it (section 2): as before, and an IPv6
// address may have a zone identifier.

static DIVIDED: &[&Divided] = &[&REFERENCE, &URI, &ABSOLUTE_URI];

static REFERENCE: Divided = whole("URI-reference", reference);
static URI: Divided = whole("URI", uri);
static ABSOLUTE_URI: Divided = whole("absolute-URI", uri);

const fn whole(rule: &'static str, below: fn(StringShape) -> &'static [&'static str]) -> Divided {
    let names = const {
        &[
            (AUTOMATON.start_of("IPv4address"), HostKind::Ipv4Address),
            (AUTOMATON.start_of("reg-name"), HostKind::RegName),
        ]
    };
    let literals = const {
        &[
            (AUTOMATON.start_of("IPv6address"), HostKind::Ipv6Address),
            (AUTOMATON.start_of("IPv6addrz"), HostKind::Ipv6Addrz),
            (AUTOMATON.start_of("IPvFuture"), HostKind::IpvFuture),
        ]
    };
    Divided {
        rule,
        start: AUTOMATON.start_of(rule),
        division: Division::At(Delimiters {
            scheme: true,
            authority: Some(AuthorityForm { names, literals, ..AuthorityForm::WITH_HOST }),
            query: true,
            below,
            ..Delimiters::NONE
        }),
    }
}

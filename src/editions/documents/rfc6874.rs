//! RFC 3986 as amended by RFC 6874 (2013): its facts are those of RFC 3986, and its grammar adds
//! zone identifiers after IPv6 addresses.
//!
//! The zone identifier is part of the host, and RFC 3986 compares hosts without case (3.2.2). So
//! normalization converts the identifier to lowercase too, with a warning; RFC 6874 does not
//! mention its case.

use pest_derive::Parser;

use crate::editions::automaton::tables::rfc6874::AUTOMATON;
use crate::editions::division::{AuthorityForm, ComponentLayout, Delimiters};
use crate::editions::grammar::{Grammar, grammar, printed};
use crate::editions::rfc3986::grammar::productions_with_rfc3986;
use crate::editions::{Algorithm, DocumentSpec, Edition, Ladder, Printed, rfc3986};
use crate::parts::host::HostKind;

/// The parser of RFC 6874. It also has the rules of RFC 8089, which extends this grammar.
#[derive(Parser)]
#[grammar = "../grammar/rfc6874.pest"]
#[grammar = "../grammar/rfc8089.pest"]
pub(crate) struct Rfc6874;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc6874",
    document: "RFC 3986 as amended by RFC 6874, February 2013",
    amends: Some(Edition::Rfc3986),
    algorithm: Algorithm::Rfc3986,
    ladder: Ladder {
        // "The mapping between the human-readable zone identifier string and the numeric value is a
        // host-specific function that varies between operating systems."
        zone: Some("RFC 6874, 1"),
        ..rfc3986::LADDER
    },
    whole: &["URI-reference", "URI", "absolute-URI"],
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = Printed { divided: DIVIDED, ..printed!("rfc6874", &GRAMMAR) };

static GRAMMAR: Grammar = grammar! {
    "rfc6874" in Abnf, readings, extends None, automaton rfc6874, by {Rfc6874, Rule, place},
    rfc3986::grammar::CHARACTERS
};

productions_with_rfc3986! {
    of ""; IP-literal in "RFC 6874, 2";
    "RFC 6874, 2" => Part(ZoneID) Ipv6Addrz(IPv6addrz);
    none => file_URI, file_scheme, file_hier_part, auth_path, local_path, file_auth;
}

// How the whole strings of RFC 3986 divide as amended by RFC 6874 (section 2): as before, and an
// IPv6 address may have a zone identifier.

static DIVIDED: &[&ComponentLayout] = &[
    &ComponentLayout::at(&AUTOMATON, "URI-reference", WHOLE),
    &ComponentLayout::at(&AUTOMATON, "URI", WHOLE),
    &ComponentLayout::at(&AUTOMATON, "absolute-URI", WHOLE),
];

const WHOLE: Delimiters = Delimiters {
    scheme: true,
    authority: Some(AuthorityForm {
        names: &[
            (AUTOMATON.start_of("IPv4address"), HostKind::Ipv4Address),
            (AUTOMATON.start_of("reg-name"), HostKind::RegName),
        ],
        literals: &[
            (AUTOMATON.start_of("IPv6address"), HostKind::Ipv6Address),
            (AUTOMATON.start_of("IPv6addrz"), HostKind::Ipv6Addrz),
            (AUTOMATON.start_of("IPvFuture"), HostKind::IpvFuture),
        ],
        ..AuthorityForm::WITH_HOST
    }),
    query: true,
    ..Delimiters::NONE
};

//! RFC 8089 (2017): the scheme `file`.
//!
//! A host is a host of RFC 3986 "as updated by RFC 6874" (RFC 8089, 2), so an IPv6 address may have
//! a zone identifier: `file://[fe80::1%25en0]/a`.

use crate::editions::documents::rfc6874::{Rfc6874, Rule};
use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed};
use crate::editions::rfc3986::grammar::productions_with_rfc3986;
use crate::editions::{Algorithm, DocumentSpec, Ladder, Printed, documents::extends_rfc3986};

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc8089",
    document: "RFC 8089, February 2017",
    noun: "a file URI",
    begins: &["file:"],
    algorithm: Algorithm::Rfc3986,
    ladder: Ladder {
        local_host: Some("2"),
        no_authority: Some("2"),
        // "path-absolute", in "auth-path" too.
        single_slash: true,
        zone: Some("RFC 6874, 1"),
        ..extends_rfc3986::LADDER
    },
    whole: &["file-URI"],
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = printed!("rfc8089", &GRAMMAR);

static GRAMMAR: Grammar = grammar! {
    "rfc8089" in Abnf, printed, extends Some(&["rfc6874"]), automaton rfc8089, by {Rfc6874, Rule, place},
    CharacterSections::new("2", "2", "2")
};

productions_with_rfc3986! {
    of "RFC 3986, "; IP-literal in "RFC 6874, 2";
    "RFC 6874, 2" => Part(ZoneID) Ipv6Addrz(IPv6addrz);
    "2" =>
        Whole(file_URI, file_hier_part, auth_path)
        Scheme(file_scheme)
        Path(local_path)
        Authority(file_auth);
    none =>;
}

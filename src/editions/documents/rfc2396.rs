//! RFC 2396 (1998).

use pest_derive::Parser;

use crate::editions::automaton::tables::rfc2396::AUTOMATON;
use crate::editions::division::{AuthorityForm, ComponentLayout, Delimiters, Opaque};
use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};
use crate::editions::{Algorithm, DocumentSpec, Ladder, Partial, Printed};
use crate::parts::host::HostKind;

#[derive(Parser)]
#[grammar = "../grammar/rfc2396.pest"]
struct Rfc2396;

pub(crate) const PARTIAL: Option<Partial> =
    Some(Partial { begins: "?", lacks: ".", scheme_lacks: Some("."), is_underivable: true });

pub(crate) const LADDER: Ladder = Ladder {
    scheme_case: Some("6"),
    host_case: Some("6"),
    triplet_case: Some("2.4.1"),
    unreserved: Some((is_unreserved, "2.3")),
    default_port: Some("6"),
    ..Ladder::NONE
};

pub(crate) const CHARACTERS: CharacterSections =
    CharacterSections::new("2.4.3", "2.4.1", "2.1").around("E");

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc2396",
    document: "RFC 2396, August 1998",
    algorithm: Algorithm::Rfc2396,
    partial: PARTIAL,
    ladder: LADDER,
    whole: &["URI-reference"],
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = Printed { divided: DIVIDED, ..printed!("rfc2396", &GRAMMAR) };

static GRAMMAR: Grammar = grammar! {
    "rfc2396" in Bnf, printed, extends None, automaton rfc2396, by {Rfc2396, Rule, place},
    CHARACTERS
};

productions! {
    _ => b'_';
    "4" => Whole(URI_reference = "URI-reference");
    "3" =>
        Whole(absoluteURI, hier_part, net_path)
        OpaquePart(opaque_part)
        Path(abs_path)
        Class(whole_uric_no_slash);
    "5" => Whole(relativeURI) Path(rel_path) Segment(rel_segment);
    "3.1" => Scheme(scheme);
    "3.2" => Authority(authority);
    "3.2.1" => RegName(reg_name);
    "3.2.2" =>
        Part(server, hostport, domainlabel, toplabel)
        Userinfo(userinfo)
        Host(host)
        Hostname(hostname)
        Ipv4Address(IPv4address)
        Port(port);
    "3.3" => Path(path, path_segments) Segment(segment) Part(param) Class(whole_pchar);
    "3.4" => Query(query);
    "4.1" => Fragment(fragment);
    "2" => Class(whole_uric);
    "2.2" => Class(whole_reserved);
    "2.3" => Class(whole_unreserved, whole_mark);
    "2.4.1" => Part(whole_escaped) Class(whole_hex);
    "1.6" => Class(whole_alphanum, whole_alpha, whole_lowalpha, whole_upalpha, whole_digit);
    "2.4.3" => Class(whole_delims, whole_unwise);
    none =>
        uric_no_slash, pchar, uric, reserved, unreserved, mark, escaped, hex, alphanum, alpha,
        lowalpha, upalpha, digit, delims, unwise;
}

/// Returns whether an octet is `unreserved` (RFC 2396, 2.3).
const fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric()
        || matches!(octet, b'-' | b'_' | b'.' | b'!' | b'~' | b'*' | b'\'' | b'(' | b')')
}

// How a `URI-reference` of RFC 2396 divides (section 3).
//
// An authority that is not a `server` is a `reg_name`, and has no host (3.2). The text after a
// scheme is opaque unless it begins with `/`.

static DIVIDED: &[&ComponentLayout] = &[&ComponentLayout::at(
    &AUTOMATON,
    "URI-reference",
    Delimiters {
        scheme: true,
        authority: Some(AuthorityForm {
            with_host: Some(AUTOMATON.start_of("server")),
            names: &[
                (AUTOMATON.start_of("hostname"), HostKind::Hostname),
                (AUTOMATON.start_of("IPv4address"), HostKind::Ipv4Address),
            ],
            ..AuthorityForm::WITH_HOST
        }),
        opaque: Opaque::Unless(AUTOMATON.start_of("hier_part")),
        query: true,
        ..Delimiters::NONE
    },
)];

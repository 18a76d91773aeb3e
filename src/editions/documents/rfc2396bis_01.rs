//! draft-fielding-uri-rfc2396bis-01 (2003), a draft between RFC 2396 and RFC 3986.

use pest_derive::Parser;

use crate::editions::automaton::tables::rfc2396bis_01::AUTOMATON;
use crate::editions::division::{AuthorityForm, ComponentLayout, Delimiters, Opaque};
use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};
use crate::editions::{Algorithm, DocumentSpec, DotSegments, Ladder, PreservedTriplets, Printed};
use crate::parts::host::HostKind;

#[derive(Parser)]
#[grammar = "../grammar/rfc2396bis-01.pest"]
struct Rfc2396bis01;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc2396bis-01",
    document: "draft-fielding-uri-rfc2396bis-01, March 2003",
    algorithm: Algorithm::Rfc2396bis01,
    ladder: Ladder {
        string: Some("6.2.1"),
        scheme_case: Some("6.2.2.1"),
        host_case: Some("6.2.2.1"),
        triplet_case: Some("6.2.2.2"),
        unreserved: Some((is_unreserved, "6.2.2.2")),
        kept: Some(PreservedTriplets {
            octets: is_other_mark,
            says: "usually counterproductive",
            section: "2.3",
        }),
        dot_segments: Some((DotSegments::Merge, "6.2.2.3")),
        default_port: Some("6.2.3"),
        empty_port: Some("6.2.3"),
        empty_port_of: Some("http"),
        local_host: Some("3.2.2"),
        redirects: Some("6.2.4"),
        resolved_first: Some("6.1"),
        ..Ladder::NONE
    },
    whole: &["URI-reference"],
    // `divided` is not set, since the grammar decides: "a:a?" is opaque.
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed =
    Printed { divided: DIVIDED, ..printed!("rfc2396bis-01", &GRAMMAR) };

static GRAMMAR: Grammar = grammar! {
    "rfc2396bis-01" in Abnf, readings, extends None, automaton rfc2396bis_01, by {Rfc2396bis01, Rule, place},
    CharacterSections::new("2.4.3", "2.4.1", "2.1").around("E")
};

productions! {
    _ => b'-';
    "2.4.1" => Part(escaped);
    "3" =>
        Whole(absolute_URI, hier_part, net_path)
        Path(abs_path)
        OpaquePart(opaque_part)
        Class(whole_uric_no_slash);
    "3.1" => Scheme(scheme);
    "3.2" => Authority(authority);
    "3.2.1" => RegName(reg_name);
    "3.2.2" =>
        Part(server, hostport, qualified, domainlabel, toplabel, dec_octet, IPv6reference, ls32, h4)
        Userinfo(userinfo)
        Host(host)
        Port(port)
        Hostname(hostname)
        Ipv4Address(IPv4address)
        Ipv6Address(IPv6address)
        Class(whole_alphanum);
    "3.3" => Path(path, path_segments) Segment(segment) Class(whole_pchar);
    "3.4" => Query(query);
    "4" => Whole(URI_reference, absolute_URI_reference);
    "4.1" => Fragment(fragment);
    "5" => Whole(relative_URI) Path(rel_path) Segment(rel_segment);
    "2" => Class(whole_uric);
    "2.2" => Class(whole_reserved);
    "2.3" => Class(whole_unreserved, whole_mark);
    "2.4.3" => Class(whole_delims, whole_unwise);
    none =>
        uric, reserved, unreserved, mark, delims, unwise, uric_no_slash, alphanum, pchar, ALPHA,
        DIGIT, HEXDIG, DQUOTE;
}

/// Returns whether an encoded octet may be decoded without conflict. Only two `mark` characters,
/// `_` and `~`, may be (rfc2396bis-01, 2.3).
const fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'_' | b'~')
}

/// Returns whether an octet is a `mark` other than `_` and `~`. Such an octet is unreserved too.
const fn is_other_mark(octet: u8) -> bool {
    matches!(octet, b'-' | b'.' | b'!' | b'*' | b'\'' | b'(' | b')')
}

// How a `URI-reference` of rfc2396bis-01 divides (section 3).
//
// An authority that is not a `server` is a `reg-name`, and has no host (3.2). The text after a
// scheme is opaque unless it is a `hier-part`: `a:?` has a query, and `a:?[` is opaque.

static DIVIDED: &[&ComponentLayout] = &[&ComponentLayout::at(
    &AUTOMATON,
    "URI-reference",
    Delimiters {
        scheme: true,
        authority: Some(AuthorityForm {
            with_host: Some(AUTOMATON.start_of("server")),
            names: &[
                (AUTOMATON.start_of("IPv4address"), HostKind::Ipv4Address),
                (AUTOMATON.start_of("hostname"), HostKind::Hostname),
            ],
            literals: &[(AUTOMATON.start_of("IPv6address"), HostKind::Ipv6Address)],
            ..AuthorityForm::WITH_HOST
        }),
        opaque: Opaque::Unless(AUTOMATON.start_of("hier-part")),
        query: true,
        ..Delimiters::NONE
    },
)];

//! RFC 2396 as amended by RFC 2732 (1999): its facts are those of RFC 2396, and its grammar adds
//! literal IPv6 addresses.

use pest_derive::Parser;

use crate::editions::automaton::tables::rfc2732::AUTOMATON;
use crate::editions::division::{AuthorityForm, ComponentLayout, Delimiters, Opaque};
use crate::editions::grammar::{Grammar, grammar, printed, productions};
use crate::editions::{Algorithm, DocumentSpec, Edition, Printed, documents::rfc2396};
use crate::parts::host::HostKind;

#[derive(Parser)]
#[grammar = "../grammar/rfc2732.pest"]
struct Rfc2732;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc2732",
    document: "RFC 2396 as amended by RFC 2732, December 1999",
    amends: Some(Edition::Rfc2396),
    algorithm: Algorithm::Rfc2396,
    partial: rfc2396::PARTIAL,
    ladder: rfc2396::LADDER,
    whole: &["URI-reference"],
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = Printed { divided: DIVIDED, ..printed!("rfc2732", &GRAMMAR) };

static GRAMMAR: Grammar = grammar! {
    "rfc2732" in Bnf, readings, extends None, automaton rfc2732, by {Rfc2732, Rule, place},
    rfc2396::CHARACTERS
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
        Hostname(hostname)
        Port(port);
    "RFC 2732, 3" => Host(host) Part(ipv6reference) Class(whole_reserved, whole_unwise);
    "RFC 2373, B" => Ipv6Address(IPv6address) Ipv4Address(IPv4address) Part(hexpart, hexseq, hex4);
    "3.3" => Path(path, path_segments) Segment(segment) Part(param) Class(whole_pchar);
    "3.4" => Query(query);
    "4.1" => Fragment(fragment);
    "2" => Class(whole_uric);
    "2.3" => Class(whole_unreserved, whole_mark);
    "2.4.1" => Part(whole_escaped) Class(whole_hex);
    "1.6" => Class(whole_alphanum, whole_alpha, whole_lowalpha, whole_upalpha, whole_digit);
    "2.4.3" => Class(whole_delims);
    none =>
        uric_no_slash, pchar, uric, reserved, unreserved, mark, escaped, hex, alphanum, alpha,
        lowalpha, upalpha, digit, delims, unwise, DIGIT, HEXDIG;
}

// How a `URI-reference` of RFC 2396 divides as amended by RFC 2732 (section 3): as before, and a
// host may be an IPv6 address in brackets.

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
            literals: &[(AUTOMATON.start_of("IPv6address"), HostKind::Ipv6Address)],
            ..AuthorityForm::WITH_HOST
        }),
        opaque: Opaque::Unless(AUTOMATON.start_of("hier_part")),
        query: true,
        ..Delimiters::NONE
    },
)];

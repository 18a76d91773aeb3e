//! RFC 2396 as amended by RFC 2732 (1999): its facts are those of RFC 2396, and its grammar has literal
//! IPv6 addresses.

use std::sync::LazyLock;

use pest_derive::Parser;

use super::{Algorithm, DocumentSpec, Printed, grammar, rfc2396};
use crate::editions::automaton::tables;
use crate::editions::automaton::tables::rfc2732::AUTOMATON;
use crate::editions::division::{AuthorityForm, Delimiters, Divided, Division, Opaque};
use crate::editions::grammar::{Grammar, Notation, Production, Role};
use crate::editions::rfc2396::below;
use crate::parts::host::HostKind;

#[derive(Parser)]
#[grammar = "../grammar/rfc2732.pest"]
struct Rfc2732;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc2732",
    document: "RFC 2396 as amended by RFC 2732, December 1999",
    begins: &[],
    algorithm: Algorithm::Rfc2396,
    partial: rfc2396::PARTIAL,
    ladder: rfc2396::LADDER,
    whole: &["URI-reference"],
    divided: None,
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: DIVIDED,
    examples: include_str!("../../grammar/rfc2732.examples"),
    requirements: include_str!("../../grammar/rfc2732.requirements"),
    errata: include_str!("../../grammar/rfc2732.errata"),
    terms: include_str!("../../grammar/rfc2732.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "rfc2732",
    notation: Notation::Bnf,
    printed: include_str!("../../grammar/rfc2732.bnf"),
    readings: include_str!("../../grammar/rfc2732.readings.bnf"),
    pest: include_str!("../../grammar/rfc2732.pest"),
    over: None,
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: rfc2396::CHARACTERS,
    automaton: &tables::rfc2732::AUTOMATON,
    tree: |production, text| {
        grammar::tree::<Rfc2732, _>(Rule::all_rules(), place, production, text)
    },
};

/// The production of each rule, with its section.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    Some(match rule {
        Rule::URI_reference => const { &Production::new("URI-reference", "4", Role::Whole) },
        Rule::absoluteURI => const { &Production::new("absoluteURI", "3", Role::Whole) },
        Rule::relativeURI => const { &Production::new("relativeURI", "5", Role::Whole) },
        Rule::hier_part => const { &Production::new("hier_part", "3", Role::Whole) },
        Rule::opaque_part => const { &Production::new("opaque_part", "3", Role::OpaquePart) },
        Rule::net_path => const { &Production::new("net_path", "3", Role::Whole) },
        Rule::abs_path => const { &Production::new("abs_path", "3", Role::Path) },
        Rule::rel_path => const { &Production::new("rel_path", "5", Role::Path) },
        Rule::rel_segment => const { &Production::new("rel_segment", "5", Role::Segment) },
        Rule::scheme => const { &Production::new("scheme", "3.1", Role::Scheme) },
        Rule::authority => const { &Production::new("authority", "3.2", Role::Authority) },
        Rule::reg_name => const { &Production::new("reg_name", "3.2.1", Role::RegName) },
        Rule::server => const { &Production::new("server", "3.2.2", Role::Part) },
        Rule::userinfo => const { &Production::new("userinfo", "3.2.2", Role::Userinfo) },
        Rule::hostport => const { &Production::new("hostport", "3.2.2", Role::Part) },
        Rule::host => const { &Production::new("host", "RFC 2732, 3", Role::Host) },
        Rule::ipv6reference => const { &Production::new("ipv6reference", "RFC 2732, 3", Role::Part) },
        Rule::IPv6address => const { &Production::new("IPv6address", "RFC 2373, B", Role::Ipv6Address) },
        Rule::IPv4address => const { &Production::new("IPv4address", "RFC 2373, B", Role::Ipv4Address) },
        Rule::hexpart => const { &Production::new("hexpart", "RFC 2373, B", Role::Part) },
        Rule::hexseq => const { &Production::new("hexseq", "RFC 2373, B", Role::Part) },
        Rule::hex4 => const { &Production::new("hex4", "RFC 2373, B", Role::Part) },
        Rule::hostname => const { &Production::new("hostname", "3.2.2", Role::Hostname) },
        Rule::domainlabel => const { &Production::new("domainlabel", "3.2.2", Role::Part) },
        Rule::toplabel => const { &Production::new("toplabel", "3.2.2", Role::Part) },
        Rule::port => const { &Production::new("port", "3.2.2", Role::Port) },
        Rule::path => const { &Production::new("path", "3.3", Role::Path) },
        Rule::path_segments => const { &Production::new("path_segments", "3.3", Role::Path) },
        Rule::segment => const { &Production::new("segment", "3.3", Role::Segment) },
        Rule::param => const { &Production::new("param", "3.3", Role::Part) },
        Rule::query => const { &Production::new("query", "3.4", Role::Query) },
        Rule::fragment => const { &Production::new("fragment", "4.1", Role::Fragment) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_uric_no_slash => const { &Production::new("uric_no_slash", "3", Role::Class) },
        Rule::whole_pchar => const { &Production::new("pchar", "3.3", Role::Class) },
        Rule::whole_uric => const { &Production::new("uric", "2", Role::Class) },
        Rule::whole_reserved => const { &Production::new("reserved", "RFC 2732, 3", Role::Class) },
        Rule::whole_unreserved => const { &Production::new("unreserved", "2.3", Role::Class) },
        Rule::whole_mark => const { &Production::new("mark", "2.3", Role::Class) },
        Rule::whole_escaped => const { &Production::new("escaped", "2.4.1", Role::Part) },
        Rule::whole_hex => const { &Production::new("hex", "2.4.1", Role::Class) },
        Rule::whole_alphanum => const { &Production::new("alphanum", "1.6", Role::Class) },
        Rule::whole_alpha => const { &Production::new("alpha", "1.6", Role::Class) },
        Rule::whole_lowalpha => const { &Production::new("lowalpha", "1.6", Role::Class) },
        Rule::whole_upalpha => const { &Production::new("upalpha", "1.6", Role::Class) },
        Rule::whole_digit => const { &Production::new("digit", "1.6", Role::Class) },
        Rule::whole_delims => const { &Production::new("delims", "2.4.3", Role::Class) },
        Rule::whole_unwise => const { &Production::new("unwise", "RFC 2732, 3", Role::Class) },
        Rule::uric_no_slash | Rule::pchar | Rule::uric | Rule::reserved | Rule::unreserved
        | Rule::mark | Rule::escaped | Rule::hex | Rule::alphanum | Rule::alpha
        | Rule::lowalpha | Rule::upalpha | Rule::digit | Rule::delims | Rule::unwise
        | Rule::DIGIT | Rule::HEXDIG => return None,
    })
}

// How a `URI-reference` of RFC 2396 divides as RFC 2732 amends it (section 3): as before, and a host may
// be an IPv6 address between brackets.

static DIVIDED: &[&Divided] = &[&Divided {
    rule: "URI-reference",
    start: AUTOMATON.start_of("URI-reference"),
    division: Division::At(Delimiters {
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
        below,
        ..Delimiters::NONE
    }),
}];

//! RFC 3986 as amended by RFC 6874 (2013): its facts are those of RFC 3986, and its grammar has zone
//! identifiers behind IPv6 addresses.
//!
//! The surprising case: the zone identifier is a part of the host, and RFC 3986 compares hosts without
//! case (3.2.2), so normalization lowers it too, with a warning. RFC 6874 says nothing of its case.

use std::sync::LazyLock;

use pest_derive::Parser;

use super::{Algorithm, Facts, Ladder, Printed, rfc3986};
use crate::automaton::tables;
use crate::grammar::{self, Grammar, Notation, Production, Role};

mod division;

#[derive(Parser)]
#[grammar = "../grammar/rfc6874.pest"]
struct Rfc6874;

pub(super) static FACTS: Facts = Facts {
    id: "rfc6874",
    document: "RFC 3986 as amended by RFC 6874, February 2013",
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
    divided: division::DIVIDED,
    examples: include_str!("../../grammar/rfc6874.examples"),
    requirements: include_str!("../../grammar/rfc6874.requirements"),
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

/// The production of each rule, with its section.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    const fn at(name: &'static str, section: &'static str, role: Role) -> Production {
        Production { name, section, role }
    }
    Some(match rule {
        Rule::URI => const { &at("URI", "3", Role::Whole) },
        Rule::hier_part => const { &at("hier-part", "3", Role::Whole) },
        Rule::URI_reference => const { &at("URI-reference", "4.1", Role::Whole) },
        Rule::absolute_URI => const { &at("absolute-URI", "4.3", Role::Whole) },
        Rule::relative_ref => const { &at("relative-ref", "4.2", Role::Whole) },
        Rule::relative_part => const { &at("relative-part", "4.2", Role::Whole) },
        Rule::scheme => const { &at("scheme", "3.1", Role::Scheme) },
        Rule::authority => const { &at("authority", "3.2", Role::Authority) },
        Rule::userinfo => const { &at("userinfo", "3.2.1", Role::Userinfo) },
        Rule::host => const { &at("host", "3.2.2", Role::Host) },
        Rule::port => const { &at("port", "3.2.3", Role::Port) },
        Rule::IP_literal => const { &at("IP-literal", "RFC 6874, 2", Role::Part) },
        Rule::ZoneID => const { &at("ZoneID", "RFC 6874, 2", Role::Part) },
        Rule::IPv6addrz => const { &at("IPv6addrz", "RFC 6874, 2", Role::Ipv6Addrz) },
        Rule::IPvFuture => const { &at("IPvFuture", "3.2.2", Role::IpvFuture) },
        Rule::IPv6address => const { &at("IPv6address", "3.2.2", Role::Ipv6Address) },
        Rule::h16 => const { &at("h16", "3.2.2", Role::Part) },
        Rule::ls32 => const { &at("ls32", "3.2.2", Role::Part) },
        Rule::IPv4address => const { &at("IPv4address", "3.2.2", Role::Ipv4Address) },
        Rule::dec_octet => const { &at("dec-octet", "3.2.2", Role::Part) },
        Rule::reg_name => const { &at("reg-name", "3.2.2", Role::RegName) },
        Rule::path => const { &at("path", "3.3", Role::Path) },
        Rule::path_abempty => const { &at("path-abempty", "3.3", Role::Path) },
        Rule::path_absolute => const { &at("path-absolute", "3.3", Role::Path) },
        Rule::path_noscheme => const { &at("path-noscheme", "3.3", Role::Path) },
        Rule::path_rootless => const { &at("path-rootless", "3.3", Role::Path) },
        Rule::path_empty => const { &at("path-empty", "3.3", Role::Path) },
        Rule::segment => const { &at("segment", "3.3", Role::Segment) },
        Rule::segment_nz => const { &at("segment-nz", "3.3", Role::Segment) },
        Rule::segment_nz_nc => const { &at("segment-nz-nc", "3.3", Role::Segment) },
        Rule::query => const { &at("query", "3.4", Role::Query) },
        Rule::fragment => const { &at("fragment", "3.5", Role::Fragment) },
        Rule::pct_encoded => const { &at("pct-encoded", "2.1", Role::Part) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_pchar => const { &at("pchar", "3.3", Role::Class) },
        Rule::whole_unreserved => const { &at("unreserved", "2.3", Role::Class) },
        Rule::whole_reserved => const { &at("reserved", "2.2", Role::Class) },
        Rule::whole_gen_delims => const { &at("gen-delims", "2.2", Role::Class) },
        Rule::whole_sub_delims => const { &at("sub-delims", "2.2", Role::Class) },
        Rule::pchar | Rule::unreserved | Rule::reserved | Rule::gen_delims | Rule::sub_delims
        | Rule::ALPHA | Rule::DIGIT | Rule::HEXDIG => return None,
    })
}

//! The grammar that RFC 3987 prints, and its transcription in pest.

use std::sync::LazyLock;

use pest_derive::Parser;

use super::IRI_REFERENCE;
use crate::editions::Printed;
use crate::editions::automaton::tables;
use crate::editions::grammar::{
    self, CharacterSections, Charset, Grammar, Notation, Production, Role,
};

#[derive(Parser)]
#[grammar = "../grammar/rfc3987.pest"]
struct Rfc3987;

pub(in crate::editions) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: super::division::DIVIDED,
    examples: include_str!("../../../grammar/rfc3987.examples"),
    requirements: include_str!("../../../grammar/rfc3987.requirements"),
    errata: include_str!("../../../grammar/rfc3987.errata"),
    terms: include_str!("../../../grammar/rfc3987.terms"),
    translations: include_str!("../../../grammar/rfc3987.translations"),
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "rfc3987",
    notation: Notation::Abnf,
    printed: include_str!("../../../grammar/rfc3987.abnf"),
    readings: include_str!("../../../grammar/rfc3987.readings.abnf"),
    pest: include_str!("../../../grammar/rfc3987.pest"),
    over: None,
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: CharacterSections {
        admitted: "2.2",
        escapes: "3.1",
        not_ascii: "2.2",
        around: None,
        charset: Charset::Utf8,
    },
    automaton: &tables::rfc3987::AUTOMATON,
    tree: |production, text| {
        grammar::tree::<Rfc3987, _>(Rule::all_rules(), place, production, text)
    },
};

/// The production of each rule. All stand in one section.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    const fn at(name: &'static str, role: Role) -> Production {
        Production { name, section: "2.2", role }
    }
    Some(match rule {
        Rule::IRI => const { &at("IRI", Role::Whole) },
        Rule::ihier_part => const { &at("ihier-part", Role::Whole) },
        Rule::IRI_reference => IRI_REFERENCE,
        Rule::absolute_IRI => const { &at("absolute-IRI", Role::Whole) },
        Rule::irelative_ref => const { &at("irelative-ref", Role::Whole) },
        Rule::irelative_part => const { &at("irelative-part", Role::Whole) },
        Rule::iauthority => const { &at("iauthority", Role::Authority) },
        Rule::iuserinfo => const { &at("iuserinfo", Role::Userinfo) },
        Rule::ihost => const { &at("ihost", Role::Host) },
        Rule::ireg_name => const { &at("ireg-name", Role::RegName) },
        Rule::ipath => const { &at("ipath", Role::Path) },
        Rule::ipath_abempty => const { &at("ipath-abempty", Role::Path) },
        Rule::ipath_absolute => const { &at("ipath-absolute", Role::Path) },
        Rule::ipath_noscheme => const { &at("ipath-noscheme", Role::Path) },
        Rule::ipath_rootless => const { &at("ipath-rootless", Role::Path) },
        Rule::ipath_empty => const { &at("ipath-empty", Role::Path) },
        Rule::isegment => const { &at("isegment", Role::Segment) },
        Rule::isegment_nz => const { &at("isegment-nz", Role::Segment) },
        Rule::isegment_nz_nc => const { &at("isegment-nz-nc", Role::Segment) },
        Rule::iquery => const { &at("iquery", Role::Query) },
        Rule::ifragment => const { &at("ifragment", Role::Fragment) },
        Rule::scheme => const { &at("scheme", Role::Scheme) },
        Rule::port => const { &at("port", Role::Port) },
        Rule::IP_literal => const { &at("IP-literal", Role::Part) },
        Rule::IPvFuture => const { &at("IPvFuture", Role::IpvFuture) },
        Rule::IPv6address => const { &at("IPv6address", Role::Ipv6Address) },
        Rule::h16 => const { &at("h16", Role::Part) },
        Rule::ls32 => const { &at("ls32", Role::Part) },
        Rule::IPv4address => const { &at("IPv4address", Role::Ipv4Address) },
        Rule::dec_octet => const { &at("dec-octet", Role::Part) },
        Rule::pct_encoded => const { &at("pct-encoded", Role::Part) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_ipchar => const { &at("ipchar", Role::Class) },
        Rule::whole_iunreserved => const { &at("iunreserved", Role::Class) },
        Rule::whole_ucschar => const { &at("ucschar", Role::Class) },
        Rule::whole_iprivate => const { &at("iprivate", Role::Class) },
        Rule::whole_unreserved => const { &at("unreserved", Role::Class) },
        Rule::whole_reserved => const { &at("reserved", Role::Class) },
        Rule::whole_gen_delims => const { &at("gen-delims", Role::Class) },
        Rule::whole_sub_delims => const { &at("sub-delims", Role::Class) },
        Rule::ipchar | Rule::iunreserved | Rule::ucschar | Rule::iprivate | Rule::unreserved
        | Rule::reserved | Rule::gen_delims | Rule::sub_delims | Rule::ALPHA | Rule::DIGIT
        | Rule::HEXDIG => return None,
    })
}

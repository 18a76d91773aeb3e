//! The grammar that RFC 3986 prints, and its transcription in pest.

use std::sync::LazyLock;

use pest_derive::Parser;

use crate::editions::Printed;
use crate::editions::automaton::tables;
use crate::editions::grammar::{
    self, CharacterSections, Charset, Grammar, Notation, Production, Role,
};

#[derive(Parser)]
#[grammar = "../grammar/rfc3986.pest"]
struct Rfc3986;

pub(in crate::editions) const CHARACTERS: CharacterSections = CharacterSections {
    admitted: "2",
    escapes: "2.1",
    not_ascii: "2.5",
    around: Some("C"),
    charset: Charset::Utf8,
};

pub(in crate::editions) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: super::division::DIVIDED,
    examples: include_str!("../../../grammar/rfc3986.examples"),
    requirements: include_str!("../../../grammar/rfc3986.requirements"),
    errata: include_str!("../../../grammar/rfc3986.errata"),
    terms: include_str!("../../../grammar/rfc3986.terms"),
    translations: include_str!("../../../grammar/rfc3986.translations"),
    remark: "",
};

pub(in crate::editions) static GRAMMAR: Grammar = Grammar {
    stem: "rfc3986",
    notation: Notation::Abnf,
    printed: include_str!("../../../grammar/rfc3986.abnf"),
    readings: include_str!("../../../grammar/rfc3986.readings.abnf"),
    pest: include_str!("../../../grammar/rfc3986.pest"),
    over: None,
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: CHARACTERS,
    automaton: &tables::rfc3986::AUTOMATON,
    tree: |production, text| {
        grammar::tree::<Rfc3986, _>(Rule::all_rules(), place, production, text)
    },
};

/// Writes the production of each rule, with its section: of the rules of RFC 3986, and of more. A parser
/// that has these rules beside others has a type of its own for them, and says `of` which document the
/// sections are, and where the production stands that RFC 6874 amends.
macro_rules! place_of_rfc3986 {
    ($rules:ident of $of:literal, IP-literal in $ip_literal:literal; $($more:tt)*) => {
        #[rustfmt::skip]
        const fn place(rule: $rules) -> Option<&'static Production> {
            Some(match rule {
                $rules::URI => const { &Production::new("URI", concat!($of, "3"), Role::Whole) },
                $rules::hier_part => const { &Production::new("hier-part", concat!($of, "3"), Role::Whole) },
                $rules::URI_reference => $crate::editions::URI_REFERENCE,
                $rules::absolute_URI => const { &Production::new("absolute-URI", concat!($of, "4.3"), Role::Whole) },
                $rules::relative_ref => const { &Production::new("relative-ref", concat!($of, "4.2"), Role::Whole) },
                $rules::relative_part => const { &Production::new("relative-part", concat!($of, "4.2"), Role::Whole) },
                $rules::scheme => const { &Production::new("scheme", concat!($of, "3.1"), Role::Scheme) },
                $rules::authority => const { &Production::new("authority", concat!($of, "3.2"), Role::Authority) },
                $rules::userinfo => const { &Production::new("userinfo", concat!($of, "3.2.1"), Role::Userinfo) },
                $rules::host => const { &Production::new("host", concat!($of, "3.2.2"), Role::Host) },
                $rules::port => const { &Production::new("port", concat!($of, "3.2.3"), Role::Port) },
                $rules::IP_literal => const { &Production::new("IP-literal", $ip_literal, Role::Part) },
                $rules::IPvFuture => const { &Production::new("IPvFuture", concat!($of, "3.2.2"), Role::IpvFuture) },
                $rules::IPv6address => const { &Production::new("IPv6address", concat!($of, "3.2.2"), Role::Ipv6Address) },
                $rules::h16 => const { &Production::new("h16", concat!($of, "3.2.2"), Role::Part) },
                $rules::ls32 => const { &Production::new("ls32", concat!($of, "3.2.2"), Role::Part) },
                $rules::IPv4address => const { &Production::new("IPv4address", concat!($of, "3.2.2"), Role::Ipv4Address) },
                $rules::dec_octet => const { &Production::new("dec-octet", concat!($of, "3.2.2"), Role::Part) },
                $rules::reg_name => const { &Production::new("reg-name", concat!($of, "3.2.2"), Role::RegName) },
                $rules::path => const { &Production::new("path", concat!($of, "3.3"), Role::Path) },
                $rules::path_abempty => const { &Production::new("path-abempty", concat!($of, "3.3"), Role::Path) },
                $rules::path_absolute => const { &Production::new("path-absolute", concat!($of, "3.3"), Role::Path) },
                $rules::path_noscheme => const { &Production::new("path-noscheme", concat!($of, "3.3"), Role::Path) },
                $rules::path_rootless => const { &Production::new("path-rootless", concat!($of, "3.3"), Role::Path) },
                $rules::path_empty => const { &Production::new("path-empty", concat!($of, "3.3"), Role::Path) },
                $rules::segment => const { &Production::new("segment", concat!($of, "3.3"), Role::Segment) },
                $rules::segment_nz => const { &Production::new("segment-nz", concat!($of, "3.3"), Role::Segment) },
                $rules::segment_nz_nc => const { &Production::new("segment-nz-nc", concat!($of, "3.3"), Role::Segment) },
                $rules::query => const { &Production::new("query", concat!($of, "3.4"), Role::Query) },
                $rules::fragment => const { &Production::new("fragment", concat!($of, "3.5"), Role::Fragment) },
                $rules::pct_encoded => const { &Production::new("pct-encoded", concat!($of, "2.1"), Role::Part) },
                // A class leaves no node; its leaf stands for it.
                $rules::whole_pchar => const { &Production::new("pchar", concat!($of, "3.3"), Role::Class) },
                $rules::whole_unreserved => const { &Production::new("unreserved", concat!($of, "2.3"), Role::Class) },
                $rules::whole_reserved => const { &Production::new("reserved", concat!($of, "2.2"), Role::Class) },
                $rules::whole_gen_delims => const { &Production::new("gen-delims", concat!($of, "2.2"), Role::Class) },
                $rules::whole_sub_delims => const { &Production::new("sub-delims", concat!($of, "2.2"), Role::Class) },
                $rules::pchar | $rules::unreserved | $rules::reserved | $rules::gen_delims
                | $rules::sub_delims | $rules::ALPHA | $rules::DIGIT | $rules::HEXDIG => return None,
                $($more)*
            })
        }
    };
}

#[cfg(feature = "grammars")]
pub(in crate::editions) use place_of_rfc3986;

place_of_rfc3986!(Rule of "", IP-literal in "3.2.2";);

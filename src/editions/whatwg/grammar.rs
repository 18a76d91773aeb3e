//! The grammar of the valid URL strings, and its transcription in pest.

use std::sync::LazyLock;

use pest_derive::Parser;

use crate::editions::Printed;
use crate::editions::automaton::tables;
use crate::editions::grammar::{self, Characters, Charset, Grammar, Notation, Production, Role};

#[derive(Parser)]
#[grammar = "../grammar/whatwg.pest"]
struct Whatwg;

pub(in crate::editions) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: super::division::DIVIDED,
    examples: include_str!("../../../grammar/whatwg.examples"),
    requirements: include_str!("../../../grammar/whatwg.requirements"),
    errata: include_str!("../../../grammar/whatwg.errata"),
    terms: include_str!("../../../grammar/whatwg.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "whatwg",
    notation: Notation::Abnf,
    printed: include_str!("../../../grammar/whatwg.abnf"),
    readings: include_str!("../../../grammar/whatwg.readings.abnf"),
    pest: include_str!("../../../grammar/whatwg.pest"),
    over: None,
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: Characters {
        admitted: "url-writing",
        escapes: "percent-encoded-bytes",
        not_ascii: "url-writing",
        around: None,
        charset: Charset::Utf8,
    },
    automaton: &tables::whatwg::AUTOMATON,
    tree: |production, text| grammar::tree::<Whatwg, _>(Rule::all_rules(), place, production, text),
};

/// The production of each rule, with its section.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    const fn at(name: &'static str, section: &'static str, role: Role) -> Production {
        Production { name, section, role }
    }
    Some(match rule {
        Rule::valid_URL_string => const { &at("valid-URL-string", "url-writing", Role::Whole) },
        Rule::absolute_URL_with_fragment_string => const { &at("absolute-URL-with-fragment-string", "url-writing", Role::Whole) },
        Rule::absolute_URL_string => const { &at("absolute-URL-string", "url-writing", Role::Whole) },
        Rule::URL_scheme_string => const { &at("URL-scheme-string", "url-writing", Role::Scheme) },
        Rule::relative_URL_with_fragment_string => const { &at("relative-URL-with-fragment-string", "url-writing", Role::Whole) },
        Rule::relative_URL_string => const { &at("relative-URL-string", "url-writing", Role::Whole) },
        Rule::scheme_relative_special_URL_string => const { &at("scheme-relative-special-URL-string", "url-writing", Role::Whole) },
        Rule::URL_port_string => const { &at("URL-port-string", "url-writing", Role::Port) },
        Rule::scheme_relative_URL_string => const { &at("scheme-relative-URL-string", "url-writing", Role::Whole) },
        Rule::opaque_host_and_port_string => const { &at("opaque-host-and-port-string", "url-writing", Role::Authority) },
        Rule::scheme_relative_file_URL_string => const { &at("scheme-relative-file-URL-string", "url-writing", Role::Whole) },
        Rule::path_absolute_URL_string => const { &at("path-absolute-URL-string", "url-writing", Role::Path) },
        Rule::path_absolute_non_authority_URL_string => const { &at("path-absolute-non-authority-URL-string", "url-writing", Role::Path) },
        Rule::path_relative_URL_string => const { &at("path-relative-URL-string", "url-writing", Role::Path) },
        Rule::path_relative_scheme_less_URL_string => const { &at("path-relative-scheme-less-URL-string", "url-writing", Role::Path) },
        Rule::opaque_path_URL_string => const { &at("opaque-path-URL-string", "url-writing", Role::Path) },
        Rule::URL_path_segment_string => const { &at("URL-path-segment-string", "url-writing", Role::Segment) },
        Rule::single_dot_URL_path_segment => const { &at("single-dot-URL-path-segment", "url-representation", Role::Part) },
        Rule::double_dot_URL_path_segment => const { &at("double-dot-URL-path-segment", "url-representation", Role::Part) },
        Rule::URL_query_string => const { &at("URL-query-string", "url-writing", Role::Query) },
        Rule::URL_fragment_string => const { &at("URL-fragment-string", "url-writing", Role::Fragment) },
        Rule::percent_encoded_byte => const { &at("percent-encoded-byte", "percent-encoded-bytes", Role::Part) },
        Rule::valid_host_string => const { &at("valid-host-string", "host-writing", Role::Host) },
        Rule::valid_domain_string => const { &at("valid-domain-string", "host-writing", Role::Hostname) },
        Rule::valid_IPv4_address_string => const { &at("valid-IPv4-address-string", "host-writing", Role::Ipv4Address) },
        Rule::valid_IPv6_address_string => const { &at("valid-IPv6-address-string", "host-writing", Role::Ipv6Address) },
        Rule::valid_IPv6_pieces_and_IPv4_string => const { &at("valid-IPv6-pieces-and-IPv4-string", "host-writing", Role::Part) },
        Rule::valid_IPv6_pieces_string => const { &at("valid-IPv6-pieces-string", "host-writing", Role::Part) },
        Rule::valid_IPv6_piece_string => const { &at("valid-IPv6-piece-string", "host-writing", Role::Part) },
        Rule::valid_opaque_host_string => const { &at("valid-opaque-host-string", "host-writing", Role::Host) },
        Rule::special_URL_string => const { &at("special-URL-string", "url-writing", Role::Whole) },
        Rule::other_URL_string => const { &at("other-URL-string", "url-writing", Role::Whole) },
        Rule::file_URL_string => const { &at("file-URL-string", "url-writing", Role::Whole) },
        Rule::special_URL_with_fragment_string => const { &at("special-URL-with-fragment-string", "url-writing", Role::Whole) },
        Rule::other_URL_with_fragment_string => const { &at("other-URL-with-fragment-string", "url-writing", Role::Whole) },
        Rule::file_URL_with_fragment_string => const { &at("file-URL-with-fragment-string", "url-writing", Role::Whole) },
        Rule::special_URL_scheme_string => const { &at("special-URL-scheme-string", "url-writing", Role::Scheme) },
        Rule::other_URL_scheme_string => const { &at("other-URL-scheme-string", "url-writing", Role::Scheme) },
        Rule::file_URL_scheme_string => const { &at("file-URL-scheme-string", "url-writing", Role::Scheme) },
        Rule::opaque_base_relative_URL_with_fragment_string => const { &at("opaque-base-relative-URL-with-fragment-string", "url-writing", Role::Whole) },
        Rule::special_base_relative_URL_with_fragment_string => const { &at("special-base-relative-URL-with-fragment-string", "url-writing", Role::Whole) },
        Rule::file_base_relative_URL_with_fragment_string => const { &at("file-base-relative-URL-with-fragment-string", "url-writing", Role::Whole) },
        Rule::other_base_relative_URL_with_fragment_string => const { &at("other-base-relative-URL-with-fragment-string", "url-writing", Role::Whole) },
        Rule::special_base_relative_URL_string => const { &at("special-base-relative-URL-string", "url-writing", Role::Whole) },
        Rule::file_base_relative_URL_string => const { &at("file-base-relative-URL-string", "url-writing", Role::Whole) },
        Rule::other_base_relative_URL_string => const { &at("other-base-relative-URL-string", "url-writing", Role::Whole) },
        Rule::host_and_port_string => const { &at("host-and-port-string", "url-writing", Role::Authority) },
        Rule::file_host_string => const { &at("file-host-string", "url-writing", Role::Authority) },
        Rule::empty_host => const { &at("empty-host", "host-representation", Role::Host) },
        Rule::opaque_host_string => const { &at("opaque-host-string", "host-writing", Role::RegName) },
        Rule::nonempty_URL_path_segment_string => const { &at("nonempty-URL-path-segment-string", "url-writing", Role::Segment) },
        Rule::IPv4_part => const { &at("IPv4-part", "host-writing", Role::Part) },
        Rule::domain_label => const { &at("domain-label", "host-writing", Role::Part) },
        Rule::last_domain_label => const { &at("last-domain-label", "host-writing", Role::Part) },
        Rule::domain_label_rest => const { &at("domain-label-rest", "idna", Role::Part) },
        Rule::composed_code_point => const { &at("composed-code-point", "idna", Role::Part) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_URL_code_point => const { &at("URL-code-point", "url-writing", Role::Class) },
        Rule::whole_URL_unit => const { &at("URL-unit", "url-writing", Role::Class) },
        Rule::whole_scheme_code_point => const { &at("scheme-code-point", "url-writing", Role::Class) },
        Rule::whole_opaque_host_unit => const { &at("opaque-host-unit", "host-miscellaneous", Role::Class) },
        Rule::whole_path_segment_unit => const { &at("path-segment-unit", "url-writing", Role::Class) },
        Rule::whole_opaque_path_unit => const { &at("opaque-path-unit", "url-writing", Role::Class) },
        Rule::whole_code_point_beyond_ASCII => const { &at("code-point-beyond-ASCII", "url-writing", Role::Class) },
        Rule::whole_domain_letter => const { &at("domain-letter", "idna", Role::Part) },
        Rule::whole_ASCII_alphanumeric => const { &at("ASCII-alphanumeric", "infrastructure", Role::Class) },
        Rule::URL_code_point | Rule::URL_unit | Rule::scheme_code_point | Rule::opaque_host_unit
        | Rule::path_segment_unit | Rule::opaque_path_unit | Rule::code_point_beyond_ASCII
        | Rule::domain_letter | Rule::ASCII_alphanumeric | Rule::ALPHA | Rule::DIGIT
        | Rule::HEXDIG => return None,
    })
}

//! The URL Standard of the WHATWG, in its text of 2 July 2026: the "valid URL string" of its section URL
//! writing.
//!
//! The sections have no numbers; they go by their ids, such as `url-writing`. A relative string is valid or
//! not by its base, which is not in the string: the whole is valid for some base, and there is a
//! production for each kind of base.
//!
//! What the Standard does with a string, its parser and its serializers, are in
//! [`whatwg`](crate::whatwg): resolving, and the serializations by which URLs are equal. Both need the feature
//! `unicode`.

use std::sync::LazyLock;

use pest_derive::Parser;

use super::{Algorithm, DocumentSpec, Ladder, Printed, grammar};
use crate::editions::automaton::tables;
use crate::editions::automaton::tables::whatwg::AUTOMATON;
use crate::editions::division::{
    AfterScheme, AuthorityForm, Delimiters, Divided, Division, StringShape, Userinfo,
};
use crate::editions::grammar::{CharacterSections, Charset, Grammar, Notation, Production, Role};
use crate::parts::host::HostKind;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "whatwg",
    document: "URL Standard, 2 July 2026",
    begins: &[],
    algorithm: Algorithm::Whatwg,
    partial: None,
    ladder: Ladder {
        string: Some("url-equivalence"),
        serialization: if cfg!(feature = "unicode") { Some("url-equivalence") } else { None },
        ..Ladder::NONE
    },
    whole: &["valid-URL-string", "absolute-URL-with-fragment-string", "absolute-URL-string"],
    divided: None,
};

// How a valid URL string divides: at the delimiters, after the kind of its scheme, or of its base, is
// known. A host of a special scheme is a domain or an address, and that of another scheme is opaque, so
// `foo://1.2.3.4` has no IPv4 address.

static DIVIDED: &[&Divided] = &[&VALID, &ABSOLUTE_WITH_FRAGMENT, &ABSOLUTE];

static VALID: Divided = Divided {
    rule: "valid-URL-string",
    start: AUTOMATON.start_of("valid-URL-string"),
    division: Division::AsFirst(&[&RELATIVE, &ABSOLUTE_WITH_FRAGMENT]),
};

static ABSOLUTE_WITH_FRAGMENT: Divided = Divided {
    rule: "absolute-URL-with-fragment-string",
    start: AUTOMATON.start_of("absolute-URL-with-fragment-string"),
    division: {
        static SPECIAL: Divided = Divided {
            rule: "absolute-URL-string",
            start: AUTOMATON.start_of("special-URL-with-fragment-string"),
            division: absolute(DOMAINS, |_| {
                &["special-URL-string", "scheme-relative-special-URL-string"]
            }),
        };
        static FILE: Divided = Divided {
            rule: "absolute-URL-string",
            start: AUTOMATON.start_of("file-URL-with-fragment-string"),
            division: absolute(DOMAINS_OR_NONE, |_| {
                &["file-URL-string", "scheme-relative-file-URL-string"]
            }),
        };
        static OTHER: Divided = Divided {
            rule: "absolute-URL-string",
            start: AUTOMATON.start_of("other-URL-with-fragment-string"),
            division: absolute(OPAQUE_OR_NONE, |shape| match shape.form {
                AfterScheme::Authority => &["other-URL-string", "scheme-relative-URL-string"],
                AfterScheme::Slash => {
                    &["other-URL-string", "path-absolute-non-authority-URL-string"]
                }
                _ => &["other-URL-string", "opaque-path-URL-string"],
            }),
        };
        Division::AsFirst(&[&SPECIAL, &FILE, &OTHER])
    },
};

static ABSOLUTE: Divided = Divided {
    rule: "absolute-URL-string",
    start: AUTOMATON.start_of("absolute-URL-string"),
    division: {
        static SPECIAL: Divided = Divided {
            rule: "special-URL-string",
            start: AUTOMATON.start_of("special-URL-string"),
            division: absolute(DOMAINS, |_| &["scheme-relative-special-URL-string"]),
        };
        static FILE: Divided = Divided {
            rule: "file-URL-string",
            start: AUTOMATON.start_of("file-URL-string"),
            division: absolute(DOMAINS_OR_NONE, |_| &["scheme-relative-file-URL-string"]),
        };
        static OTHER: Divided = Divided {
            rule: "other-URL-string",
            start: AUTOMATON.start_of("other-URL-string"),
            division: absolute(OPAQUE_OR_NONE, |shape| match shape.form {
                AfterScheme::Authority => &["scheme-relative-URL-string"],
                AfterScheme::Slash => &["path-absolute-non-authority-URL-string"],
                _ => &["opaque-path-URL-string"],
            }),
        };
        Division::AsFirst(&[&SPECIAL, &FILE, &OTHER])
    },
};

/// The productions below a relative string, by its shape.
macro_rules! below_relative {
    ($shape:ident, $string:literal, $with_authority:literal) => {
        match $shape.form {
            AfterScheme::Authority => &[$string, $with_authority],
            AfterScheme::Slash => &[$string, "path-absolute-non-authority-URL-string"],
            _ => &[$string, "path-relative-scheme-less-URL-string"],
        }
    };
}

static RELATIVE: Divided = Divided {
    rule: "relative-URL-with-fragment-string",
    start: AUTOMATON.start_of("relative-URL-with-fragment-string"),
    division: {
        static OPAQUE: Divided =
            relative("opaque-base-relative-URL-with-fragment-string", &[], |_| &[]);
        static SPECIAL: Divided =
            relative("special-base-relative-URL-with-fragment-string", DOMAINS, |shape| {
                below_relative!(
                    shape,
                    "special-base-relative-URL-string",
                    "scheme-relative-special-URL-string"
                )
            });
        static FILE: Divided =
            relative("file-base-relative-URL-with-fragment-string", DOMAINS_OR_NONE, |shape| {
                below_relative!(
                    shape,
                    "file-base-relative-URL-string",
                    "scheme-relative-file-URL-string"
                )
            });
        static OTHER: Divided =
            relative("other-base-relative-URL-with-fragment-string", OPAQUE_OR_NONE, |shape| {
                below_relative!(
                    shape,
                    "other-base-relative-URL-string",
                    "scheme-relative-URL-string"
                )
            });
        Division::AsFirst(&[&OPAQUE, &SPECIAL, &FILE, &OTHER])
    },
};

/// The hosts of one kind of scheme, each with the start of its production.
type Names = &'static [(u16, HostKind)];

const DOMAINS: Names = &[
    (AUTOMATON.start_of("valid-domain-string"), HostKind::Hostname),
    (AUTOMATON.start_of("valid-IPv4-address-string"), HostKind::Ipv4Address),
];

const DOMAINS_OR_NONE: Names = &[
    (AUTOMATON.start_of("valid-domain-string"), HostKind::Hostname),
    (AUTOMATON.start_of("valid-IPv4-address-string"), HostKind::Ipv4Address),
    (AUTOMATON.start_of("empty-host"), HostKind::RegName),
];

const OPAQUE_OR_NONE: Names = &[
    (AUTOMATON.start_of("opaque-host-string"), HostKind::RegName),
    (AUTOMATON.start_of("empty-host"), HostKind::RegName),
];

const LITERALS: Names = &[(AUTOMATON.start_of("valid-IPv6-address-string"), HostKind::Ipv6Address)];

const fn absolute(names: Names, below: fn(StringShape) -> &'static [&'static str]) -> Division {
    Division::At(Delimiters { scheme: true, ..delimiters(names, below) })
}

const fn relative(
    rule: &'static str,
    names: Names,
    below: fn(StringShape) -> &'static [&'static str],
) -> Divided {
    let start = AUTOMATON.start_of(rule);
    Divided { rule, start, division: Division::At(delimiters(names, below)) }
}

const fn delimiters(names: Names, below: fn(StringShape) -> &'static [&'static str]) -> Delimiters {
    // "There is no way to express a username or password": no host has an "@".
    let authority = AuthorityForm {
        userinfo: Userinfo::Never,
        names,
        literals: LITERALS,
        ..AuthorityForm::WITH_HOST
    };
    Delimiters { authority: Some(authority), query: true, below, ..Delimiters::NONE }
}

// The grammar of the valid URL strings, and its transcription in pest.

#[derive(Parser)]
#[grammar = "../grammar/whatwg.pest"]
struct Whatwg;

pub(in crate::editions) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: DIVIDED,
    examples: include_str!("../../grammar/whatwg.examples"),
    requirements: include_str!("../../grammar/whatwg.requirements"),
    errata: include_str!("../../grammar/whatwg.errata"),
    terms: include_str!("../../grammar/whatwg.terms"),
    translations: "",
    remark: "",
};

static GRAMMAR: Grammar = Grammar {
    stem: "whatwg",
    notation: Notation::Abnf,
    printed: include_str!("../../grammar/whatwg.abnf"),
    readings: include_str!("../../grammar/whatwg.readings.abnf"),
    pest: include_str!("../../grammar/whatwg.pest"),
    over: None,
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: CharacterSections {
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
    Some(match rule {
        Rule::valid_URL_string => const { &Production::new("valid-URL-string", "url-writing", Role::Whole) },
        Rule::absolute_URL_with_fragment_string => const { &Production::new("absolute-URL-with-fragment-string", "url-writing", Role::Whole) },
        Rule::absolute_URL_string => const { &Production::new("absolute-URL-string", "url-writing", Role::Whole) },
        Rule::URL_scheme_string => const { &Production::new("URL-scheme-string", "url-writing", Role::Scheme) },
        Rule::relative_URL_with_fragment_string => const { &Production::new("relative-URL-with-fragment-string", "url-writing", Role::Whole) },
        Rule::relative_URL_string => const { &Production::new("relative-URL-string", "url-writing", Role::Whole) },
        Rule::scheme_relative_special_URL_string => const { &Production::new("scheme-relative-special-URL-string", "url-writing", Role::Whole) },
        Rule::URL_port_string => const { &Production::new("URL-port-string", "url-writing", Role::Port) },
        Rule::scheme_relative_URL_string => const { &Production::new("scheme-relative-URL-string", "url-writing", Role::Whole) },
        Rule::opaque_host_and_port_string => const { &Production::new("opaque-host-and-port-string", "url-writing", Role::Authority) },
        Rule::scheme_relative_file_URL_string => const { &Production::new("scheme-relative-file-URL-string", "url-writing", Role::Whole) },
        Rule::path_absolute_URL_string => const { &Production::new("path-absolute-URL-string", "url-writing", Role::Path) },
        Rule::path_absolute_non_authority_URL_string => const { &Production::new("path-absolute-non-authority-URL-string", "url-writing", Role::Path) },
        Rule::path_relative_URL_string => const { &Production::new("path-relative-URL-string", "url-writing", Role::Path) },
        Rule::path_relative_scheme_less_URL_string => const { &Production::new("path-relative-scheme-less-URL-string", "url-writing", Role::Path) },
        Rule::opaque_path_URL_string => const { &Production::new("opaque-path-URL-string", "url-writing", Role::Path) },
        Rule::URL_path_segment_string => const { &Production::new("URL-path-segment-string", "url-writing", Role::Segment) },
        Rule::single_dot_URL_path_segment => const { &Production::new("single-dot-URL-path-segment", "url-representation", Role::Part) },
        Rule::double_dot_URL_path_segment => const { &Production::new("double-dot-URL-path-segment", "url-representation", Role::Part) },
        Rule::URL_query_string => const { &Production::new("URL-query-string", "url-writing", Role::Query) },
        Rule::URL_fragment_string => const { &Production::new("URL-fragment-string", "url-writing", Role::Fragment) },
        Rule::percent_encoded_byte => const { &Production::new("percent-encoded-byte", "percent-encoded-bytes", Role::Part) },
        Rule::valid_host_string => const { &Production::new("valid-host-string", "host-writing", Role::Host) },
        Rule::valid_domain_string => const { &Production::new("valid-domain-string", "host-writing", Role::Hostname) },
        Rule::valid_IPv4_address_string => const { &Production::new("valid-IPv4-address-string", "host-writing", Role::Ipv4Address) },
        Rule::valid_IPv6_address_string => const { &Production::new("valid-IPv6-address-string", "host-writing", Role::Ipv6Address) },
        Rule::valid_IPv6_pieces_and_IPv4_string => const { &Production::new("valid-IPv6-pieces-and-IPv4-string", "host-writing", Role::Part) },
        Rule::valid_IPv6_pieces_string => const { &Production::new("valid-IPv6-pieces-string", "host-writing", Role::Part) },
        Rule::valid_IPv6_piece_string => const { &Production::new("valid-IPv6-piece-string", "host-writing", Role::Part) },
        Rule::valid_opaque_host_string => const { &Production::new("valid-opaque-host-string", "host-writing", Role::Host) },
        Rule::special_URL_string => const { &Production::new("special-URL-string", "url-writing", Role::Whole) },
        Rule::other_URL_string => const { &Production::new("other-URL-string", "url-writing", Role::Whole) },
        Rule::file_URL_string => const { &Production::new("file-URL-string", "url-writing", Role::Whole) },
        Rule::special_URL_with_fragment_string => const { &Production::new("special-URL-with-fragment-string", "url-writing", Role::Whole) },
        Rule::other_URL_with_fragment_string => const { &Production::new("other-URL-with-fragment-string", "url-writing", Role::Whole) },
        Rule::file_URL_with_fragment_string => const { &Production::new("file-URL-with-fragment-string", "url-writing", Role::Whole) },
        Rule::special_URL_scheme_string => const { &Production::new("special-URL-scheme-string", "url-writing", Role::Scheme) },
        Rule::other_URL_scheme_string => const { &Production::new("other-URL-scheme-string", "url-writing", Role::Scheme) },
        Rule::file_URL_scheme_string => const { &Production::new("file-URL-scheme-string", "url-writing", Role::Scheme) },
        Rule::opaque_base_relative_URL_with_fragment_string => const { &Production::new("opaque-base-relative-URL-with-fragment-string", "url-writing", Role::Whole) },
        Rule::special_base_relative_URL_with_fragment_string => const { &Production::new("special-base-relative-URL-with-fragment-string", "url-writing", Role::Whole) },
        Rule::file_base_relative_URL_with_fragment_string => const { &Production::new("file-base-relative-URL-with-fragment-string", "url-writing", Role::Whole) },
        Rule::other_base_relative_URL_with_fragment_string => const { &Production::new("other-base-relative-URL-with-fragment-string", "url-writing", Role::Whole) },
        Rule::special_base_relative_URL_string => const { &Production::new("special-base-relative-URL-string", "url-writing", Role::Whole) },
        Rule::file_base_relative_URL_string => const { &Production::new("file-base-relative-URL-string", "url-writing", Role::Whole) },
        Rule::other_base_relative_URL_string => const { &Production::new("other-base-relative-URL-string", "url-writing", Role::Whole) },
        Rule::host_and_port_string => const { &Production::new("host-and-port-string", "url-writing", Role::Authority) },
        Rule::file_host_string => const { &Production::new("file-host-string", "url-writing", Role::Authority) },
        Rule::empty_host => const { &Production::new("empty-host", "host-representation", Role::Host) },
        Rule::opaque_host_string => const { &Production::new("opaque-host-string", "host-writing", Role::RegName) },
        Rule::nonempty_URL_path_segment_string => const { &Production::new("nonempty-URL-path-segment-string", "url-writing", Role::Segment) },
        Rule::IPv4_part => const { &Production::new("IPv4-part", "host-writing", Role::Part) },
        Rule::domain_label => const { &Production::new("domain-label", "host-writing", Role::Part) },
        Rule::last_domain_label => const { &Production::new("last-domain-label", "host-writing", Role::Part) },
        Rule::domain_label_rest => const { &Production::new("domain-label-rest", "idna", Role::Part) },
        Rule::composed_code_point => const { &Production::new("composed-code-point", "idna", Role::Part) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_URL_code_point => const { &Production::new("URL-code-point", "url-writing", Role::Class) },
        Rule::whole_URL_unit => const { &Production::new("URL-unit", "url-writing", Role::Class) },
        Rule::whole_scheme_code_point => const { &Production::new("scheme-code-point", "url-writing", Role::Class) },
        Rule::whole_opaque_host_unit => const { &Production::new("opaque-host-unit", "host-miscellaneous", Role::Class) },
        Rule::whole_path_segment_unit => const { &Production::new("path-segment-unit", "url-writing", Role::Class) },
        Rule::whole_opaque_path_unit => const { &Production::new("opaque-path-unit", "url-writing", Role::Class) },
        Rule::whole_code_point_beyond_ASCII => const { &Production::new("code-point-beyond-ASCII", "url-writing", Role::Class) },
        Rule::whole_domain_letter => const { &Production::new("domain-letter", "idna", Role::Part) },
        Rule::whole_ASCII_alphanumeric => const { &Production::new("ASCII-alphanumeric", "infrastructure", Role::Class) },
        Rule::URL_code_point | Rule::URL_unit | Rule::scheme_code_point | Rule::opaque_host_unit
        | Rule::path_segment_unit | Rule::opaque_path_unit | Rule::code_point_beyond_ASCII
        | Rule::domain_letter | Rule::ASCII_alphanumeric | Rule::ALPHA | Rule::DIGIT
        | Rule::HEXDIG => return None,
    })
}

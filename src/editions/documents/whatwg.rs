//! The URL Standard of the WHATWG, in its text of 2 July 2026: the "valid URL string" of its section URL
//! writing.
//!
//! The sections have no numbers; they are cited by their ids, such as `url-writing`. Whether a
//! relative string is valid depends on its base, which is not in the string: here a string is valid
//! if it is valid for some base, and there is a production for each kind of base.
//!
//! The parser and the serializers of the Standard are in [`whatwg`](crate::whatwg): they resolve
//! references, and produce the serializations by which URLs are compared. The parser and the
//! serializers need the feature `whatwg`.

use pest_derive::Parser;

use crate::editions::automaton::tables::whatwg::AUTOMATON;
use crate::editions::division::{AuthorityForm, ComponentLayout, Delimiters, Userinfo};
use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};
use crate::editions::{Algorithm, DocumentSpec, Ladder, Printed};
use crate::parts::host::HostKind;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "whatwg",
    document: "URL Standard, 2 July 2026",
    noun: "a URL",
    algorithm: Algorithm::Whatwg,
    ladder: Ladder {
        string: Some("url-equivalence"),
        serialization: if cfg!(feature = "whatwg") { Some("url-equivalence") } else { None },
        ..Ladder::NONE
    },
    whole: &["valid-URL-string", "absolute-URL-with-fragment-string", "absolute-URL-string"],
    ..DocumentSpec::PLAIN
};

// How a valid URL string divides: at the delimiters, once the kind of its scheme or of its base is
// known. A host of a special scheme is a domain or an address; a host of another scheme is opaque,
// so `foo://1.2.3.4` has no IPv4 address.

static DIVIDED: &[&ComponentLayout] = &[&VALID, &ABSOLUTE_WITH_FRAGMENT, &ABSOLUTE];

static VALID: ComponentLayout = first("valid-URL-string", &[&RELATIVE, &ABSOLUTE_WITH_FRAGMENT]);

static ABSOLUTE_WITH_FRAGMENT: ComponentLayout = first(
    "absolute-URL-with-fragment-string",
    &[
        &absolute("special-URL-with-fragment-string", DOMAINS),
        &absolute("file-URL-with-fragment-string", DOMAINS_OR_NONE),
        &absolute("other-URL-with-fragment-string", OPAQUE_OR_NONE),
    ],
);

static ABSOLUTE: ComponentLayout = first(
    "absolute-URL-string",
    &[
        &absolute("special-URL-string", DOMAINS),
        &absolute("file-URL-string", DOMAINS_OR_NONE),
        &absolute("other-URL-string", OPAQUE_OR_NONE),
    ],
);

static RELATIVE: ComponentLayout = first(
    "relative-URL-with-fragment-string",
    &[
        &relative("opaque-base-relative-URL-with-fragment-string", &[]),
        &relative("special-base-relative-URL-with-fragment-string", DOMAINS),
        &relative("file-base-relative-URL-with-fragment-string", DOMAINS_OR_NONE),
        &relative("other-base-relative-URL-with-fragment-string", OPAQUE_OR_NONE),
    ],
);

/// The hosts that URLs may have in some schemes: for each, its start state and its kind.
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

const fn absolute(rule: &'static str, names: Names) -> ComponentLayout {
    ComponentLayout::at(&AUTOMATON, rule, Delimiters { scheme: true, ..delimiters(names) })
}

const fn relative(rule: &'static str, names: Names) -> ComponentLayout {
    ComponentLayout::at(&AUTOMATON, rule, delimiters(names))
}

const fn first(rule: &'static str, others: &'static [&'static ComponentLayout]) -> ComponentLayout {
    ComponentLayout::first(&AUTOMATON, rule, others)
}

/// Returns the delimiters of a URL whose host is one of `names`. The URL has no userinfo: "There is
/// no way to express a username or password".
const fn delimiters(names: Names) -> Delimiters {
    let authority = AuthorityForm {
        userinfo: Userinfo::Never,
        names,
        literals: LITERALS,
        ..AuthorityForm::WITH_HOST
    };
    Delimiters { authority: Some(authority), query: true, ..Delimiters::NONE }
}

// The grammar of the valid URL strings, and its transcription in pest.

#[derive(Parser)]
#[grammar = "../grammar/whatwg.pest"]
struct Whatwg;

pub(crate) static PRINTED: Printed = Printed { divided: DIVIDED, ..printed!("whatwg", &GRAMMAR) };

static GRAMMAR: Grammar = grammar! {
    "whatwg" in Abnf, readings, extends None, automaton whatwg, by {Whatwg, Rule, place},
    CharacterSections::new("url-writing", "percent-encoded-bytes", "url-writing")
};

productions! {
    _ => b'-';
    "url-writing" =>
        Whole(
            valid_URL_string, absolute_URL_with_fragment_string, absolute_URL_string,
            relative_URL_with_fragment_string, relative_URL_string,
            scheme_relative_special_URL_string, scheme_relative_URL_string,
            scheme_relative_file_URL_string, special_URL_string, other_URL_string, file_URL_string,
            special_URL_with_fragment_string, other_URL_with_fragment_string,
            file_URL_with_fragment_string, opaque_base_relative_URL_with_fragment_string,
            special_base_relative_URL_with_fragment_string,
            file_base_relative_URL_with_fragment_string,
            other_base_relative_URL_with_fragment_string, special_base_relative_URL_string,
            file_base_relative_URL_string, other_base_relative_URL_string
        )
        Scheme(
            URL_scheme_string, special_URL_scheme_string, other_URL_scheme_string,
            file_URL_scheme_string
        )
        Port(URL_port_string)
        Authority(opaque_host_and_port_string, host_and_port_string, file_host_string)
        Path(
            path_absolute_URL_string, path_absolute_non_authority_URL_string,
            path_relative_URL_string, path_relative_scheme_less_URL_string, opaque_path_URL_string
        )
        Segment(URL_path_segment_string, nonempty_URL_path_segment_string)
        Query(URL_query_string)
        Fragment(URL_fragment_string)
        Class(
            whole_URL_code_point, whole_URL_unit, whole_scheme_code_point, whole_path_segment_unit,
            whole_opaque_path_unit, whole_code_point_beyond_ASCII
        );
    "url-representation" => Part(single_dot_URL_path_segment, double_dot_URL_path_segment);
    "percent-encoded-bytes" => Part(percent_encoded_byte);
    "host-writing" =>
        Host(valid_host_string, valid_opaque_host_string)
        Hostname(valid_domain_string)
        Ipv4Address(valid_IPv4_address_string)
        Ipv6Address(valid_IPv6_address_string)
        Part(
            valid_IPv6_pieces_and_IPv4_string, valid_IPv6_pieces_string, valid_IPv6_piece_string,
            IPv4_part, domain_label, last_domain_label
        )
        RegName(opaque_host_string);
    "host-representation" => Host(empty_host);
    "idna" => Part(domain_label_rest, composed_code_point, whole_domain_letter);
    "host-miscellaneous" => Class(whole_opaque_host_unit);
    "infrastructure" => Class(whole_ASCII_alphanumeric);
    none =>
        URL_code_point, URL_unit, scheme_code_point, opaque_host_unit, path_segment_unit,
        opaque_path_unit, code_point_beyond_ASCII, domain_letter, ASCII_alphanumeric, ALPHA, DIGIT,
        HEXDIG;
}

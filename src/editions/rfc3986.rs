//! RFC 3986 (2005, STD 66).

use super::{Algorithm, DocumentSpec, DotSegments, Ladder};
use crate::editions::automaton::tables::rfc3986::AUTOMATON;
use crate::editions::division::{AuthorityForm, ComponentLayout, Delimiters};
use crate::editions::production::{Production, Role};
use crate::parts::host::HostKind;
use crate::parts::percent;

pub(super) const LADDER: Ladder = Ladder {
    string: Some("6.2.1"),
    scheme_case: Some("6.2.2.1"),
    host_case: Some("6.2.2.1"),
    address_case: Some("6.2.2.1"),
    triplet_case: Some("6.2.2.1"),
    unreserved: Some((percent::is_unreserved, "6.2.2.2")),
    dot_segments: Some((DotSegments::Remove, "6.2.2.3")),
    is_direct: true,
    default_port: Some("3.2.3"),
    ports_by: None,
    empty_port: Some("3.2.3"),
    empty_port_of: None,
    empty_path: Some("6.2.3"),
    empty_path_of_any: Some("6.2.3"),
    caseless_path: Some("6.2.3"),
    local_host: Some("3.2.2"),
    no_authority: Some("3.2.2"),
    own_schemes: None,
    redirects: Some("6.2.4"),
    resolved_first: Some("5.2.1, 6.1"),
    ..Ladder::NONE
};

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc3986",
    document: "RFC 3986, STD 66, January 2005",
    algorithm: Algorithm::Rfc3986,
    ladder: LADDER,
    whole: &["URI-reference", "URI", "absolute-URI"],
    ..DocumentSpec::PLAIN
};

/// The default production, as a constant, so that it need not be looked up.
pub(crate) const URI_REFERENCE: &Production =
    &Production { name: "URI-reference", section: "4.1", role: Role::Whole };

#[cfg(feature = "trees")]
pub(super) use grammar::PRINTED;

/// The grammar that RFC 3986 prints, and its transcription in pest.
#[cfg(feature = "trees")]
pub(super) mod grammar {
    use pest_derive::Parser;

    use crate::editions::Printed;
    use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed};

    #[derive(Parser)]
    #[grammar = "../grammar/rfc3986.pest"]
    struct Rfc3986;

    pub(crate) const CHARACTERS: CharacterSections =
        CharacterSections::new("2", "2.1", "2.5").around("C");

    pub(crate) static PRINTED: Printed = Printed {
        divided: super::DIVIDED,
        translations: include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/grammar/rfc3986.translations"
        )),
        ..printed!("rfc3986", &GRAMMAR)
    };

    pub(crate) static GRAMMAR: Grammar = grammar! {
        "rfc3986" in Abnf, readings, extends None, automaton rfc3986, by {Rfc3986, Rule, place},
        CHARACTERS
    };

    /// Declares the productions of RFC 3986, and possibly more. The literal after `of` is put
    /// before each section of RFC 3986, such as `RFC 3986, ` in the document of a scheme. The
    /// section of `IP-literal` is an argument, since RFC 6874 amends that production.
    macro_rules! productions_with_rfc3986 {
        (
            of $of:literal; IP-literal in $amended:literal;
            $($section:literal => $($role:ident($($rules:tt)*))+;)* none => $($none:ident),*;
        ) => {
            $crate::editions::grammar::productions! {
                _ => b'-';
                of $of;
                "3" => Whole(URI, hier_part);
                "4.1" => Whole(URI_reference);
                "4.3" => Whole(absolute_URI);
                "4.2" => Whole(relative_ref, relative_part);
                "3.1" => Scheme(scheme);
                "3.2" => Authority(authority);
                "3.2.1" => Userinfo(userinfo);
                "3.2.2" =>
                    Host(host) RegName(reg_name) Part(h16, ls32, dec_octet)
                    IpvFuture(IPvFuture) Ipv6Address(IPv6address) Ipv4Address(IPv4address);
                "3.2.3" => Port(port);
                "3.3" =>
                    Path(path, path_abempty, path_absolute, path_noscheme, path_rootless, path_empty)
                    Segment(segment, segment_nz, segment_nz_nc) Class(whole_pchar);
                "3.4" => Query(query);
                "3.5" => Fragment(fragment);
                "2.1" => Part(pct_encoded);
                "2.2" => Class(whole_reserved, whole_gen_delims, whole_sub_delims);
                "2.3" => Class(whole_unreserved);
                of "";
                $amended => Part(IP_literal);
                $($section => $($role($($rules)*))+;)*
                none =>
                    pchar, unreserved, reserved, gen_delims, sub_delims, ALPHA, DIGIT, HEXDIG $(, $none)*;
            }
        };
    }

    pub(crate) use productions_with_rfc3986;

    productions_with_rfc3986! { of ""; IP-literal in "3.2.2"; none =>; }
}

// How the whole strings of RFC 3986 divide (section 3). A scan finds the same components faster.

static DIVIDED: &[&ComponentLayout] = &[
    &ComponentLayout::at(&AUTOMATON, "URI-reference", WHOLE),
    &ComponentLayout::at(&AUTOMATON, "URI", WHOLE),
    &ComponentLayout::at(&AUTOMATON, "absolute-URI", WHOLE),
];

const WHOLE: Delimiters = Delimiters {
    scheme: true,
    authority: Some(AuthorityForm {
        names: &[
            (AUTOMATON.start_of("IPv4address"), HostKind::Ipv4Address),
            (AUTOMATON.start_of("reg-name"), HostKind::RegName),
        ],
        literals: &[
            (AUTOMATON.start_of("IPv6address"), HostKind::Ipv6Address),
            (AUTOMATON.start_of("IPvFuture"), HostKind::IpvFuture),
        ],
        ..AuthorityForm::WITH_HOST
    }),
    query: true,
    ..Delimiters::NONE
};

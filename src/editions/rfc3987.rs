//! RFC 3987 (2005): IRIs, which have characters beyond ASCII where a URI has triplets.
//!
//! The grammar is over code points; the automaton reads their UTF-8. The rules for URIs apply to
//! IRIs too (2.1, 6.5), so IRIs are resolved by the algorithm of RFC 3986.

use super::{Algorithm, DocumentSpec, DotSegments, Ladder};
use crate::editions::automaton::tables::rfc3987::AUTOMATON;
use crate::editions::division::{AuthorityForm, ComponentLayout, Delimiters};
use crate::editions::production::{Production, Role};
use crate::parts::host::HostKind;
use crate::parts::percent;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc3987",
    document: "RFC 3987, January 2005",
    noun: "an IRI",
    algorithm: Algorithm::Rfc3986,
    ladder: Ladder {
        string: Some("5.3.1"),
        scheme_case: Some("5.3.2.1"),
        host_case: Some("5.3.2.1"),
        host_case_of_ascii: true,
        address_case: Some("5.3.2.1"),
        triplet_case: Some("5.3.2.1"),
        unreserved: Some((percent::is_unreserved, "5.3.2.3")),
        // As in the two IRIs that section 5.3.2 prints.
        characters: Some("5.3.2.3"),
        dot_segments: Some((DotSegments::Remove, "5.3.2.4")),
        default_port: Some("5.3.3"),
        empty_port: Some("5.3.3"),
        empty_path: Some("5.3.3"),
        empty_path_of_any: Some("5.3.3"),
        // "The other generic syntax components are assumed to be case sensitive unless specifically
        // defined otherwise by the scheme."
        caseless_path: Some("5.3.2.1"),
        // "Considered equivalent to "localhost" or the end-user's host". No sentence is about a
        // missing authority.
        local_host: Some("5.3.3"),
        redirects: Some("5.3.4"),
        resolved_first: Some("5.1"),
        ..Ladder::NONE
    },
    whole: &["IRI-reference", "IRI", "absolute-IRI"],
    ..DocumentSpec::PLAIN
};

/// The default production, as a constant, so that it need not be looked up.
pub(crate) const IRI_REFERENCE: &Production =
    &Production { name: "IRI-reference", section: "2.2", role: Role::Whole };

#[cfg(feature = "trees")]
pub(super) use grammar::PRINTED;

/// The grammar that RFC 3987 prints, and its transcription in pest.
#[cfg(feature = "trees")]
pub(super) mod grammar {
    use pest_derive::Parser;

    use crate::editions::Printed;
    use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};

    #[derive(Parser)]
    #[grammar = "../grammar/rfc3987.pest"]
    struct Rfc3987;

    pub(in crate::editions) static PRINTED: Printed = Printed {
        divided: super::DIVIDED,
        translations: include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/grammar/rfc3987.translations"
        )),
        ..printed!("rfc3987", &GRAMMAR)
    };

    static GRAMMAR: Grammar = grammar! {
        "rfc3987" in Abnf, readings, extends None, automaton rfc3987, by {Rfc3987, Rule, place},
        CharacterSections::new("2.2", "3.1", "2.2")
    };

    // All productions are in one section.
    productions! {
        _ => b'-';
        "2.2" =>
            Whole(IRI, ihier_part, IRI_reference, absolute_IRI, irelative_ref, irelative_part)
            Authority(iauthority)
            Userinfo(iuserinfo)
            Host(ihost)
            RegName(ireg_name)
            Path(ipath, ipath_abempty, ipath_absolute, ipath_noscheme, ipath_rootless, ipath_empty)
            Segment(isegment, isegment_nz, isegment_nz_nc)
            Query(iquery)
            Fragment(ifragment)
            Scheme(scheme)
            Port(port)
            Part(IP_literal, h16, ls32, dec_octet, pct_encoded)
            IpvFuture(IPvFuture)
            Ipv6Address(IPv6address)
            Ipv4Address(IPv4address)
            Class(
                whole_ipchar, whole_iunreserved, whole_ucschar, whole_iprivate, whole_unreserved,
                whole_reserved, whole_gen_delims, whole_sub_delims
            );
        none =>
            ipchar, iunreserved, ucschar, iprivate, unreserved, reserved, gen_delims, sub_delims,
            ALPHA, DIGIT, HEXDIG;
    }
}

// How the whole strings of RFC 3987 divide: at the delimiters of RFC 3986 (2.2).

static DIVIDED: &[&ComponentLayout] = &[
    &ComponentLayout::at(&AUTOMATON, "IRI-reference", WHOLE),
    &ComponentLayout::at(&AUTOMATON, "IRI", WHOLE),
    &ComponentLayout::at(&AUTOMATON, "absolute-IRI", WHOLE),
];

const WHOLE: Delimiters = Delimiters {
    scheme: true,
    authority: Some(AuthorityForm {
        names: &[
            (AUTOMATON.start_of("IPv4address"), HostKind::Ipv4Address),
            (AUTOMATON.start_of("ireg-name"), HostKind::RegName),
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

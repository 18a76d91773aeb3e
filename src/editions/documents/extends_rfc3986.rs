//! The documents of single schemes that extend RFC 3986. A single parser has all their grammars.
//!
//! Each document prints productions that use productions of RFC 3986, such as `pchar` and
//! `authority`. The parser contains the transcriptions of RFC 3986 and of each document, whose
//! names do not clash. The automaton of a document has only the productions that the document
//! prints. The ladders of these documents extend the ladder of RFC 3986. RFC 8089, whose hosts
//! follow RFC 6874, is in the parser of RFC 6874 instead.

use pest_derive::Parser;

use crate::editions::rfc3986::grammar::productions_with_rfc3986;
use crate::editions::{DotSegments, Ladder};
use crate::parts::percent;

#[derive(Parser)]
#[grammar = "../grammar/rfc3986.pest"]
#[grammar = "../grammar/rfc6068.pest"]
#[grammar = "../grammar/rfc6694.pest"]
#[grammar = "../grammar/rfc6920.pest"]
#[grammar = "../grammar/rfc7565.pest"]
#[grammar = "../grammar/rfc8141.pest"]
#[grammar = "../grammar/rfc9110.pest"]
pub(crate) struct ExtendsRfc3986;

/// The rules that section 6.2.2 of RFC 3986 sets for every URI. Section 6.2.3 leaves further rules
/// to the document of each scheme.
pub(crate) const LADDER: Ladder = Ladder {
    string: Some("RFC 3986, 6.2.1"),
    scheme_case: Some("RFC 3986, 6.2.2.1"),
    host_case: Some("RFC 3986, 6.2.2.1"),
    address_case: Some("RFC 3986, 6.2.2.1"),
    triplet_case: Some("RFC 3986, 6.2.2.1"),
    unreserved: Some((percent::is_unreserved, "RFC 3986, 6.2.2.2")),
    dot_segments: Some((DotSegments::Remove, "RFC 3986, 6.2.2.3")),
    redirects: Some("RFC 3986, 6.2.4"),
    ..Ladder::NONE
};

productions_with_rfc3986! {
    of "RFC 3986, "; IP-literal in "RFC 3986, 3.2.2";
    // RFC 6068.
    "2" =>
        Specific(mailtoURI)
        Part(to, hfields, hfield, hfname, hfvalue, addr_spec, local_part, domain)
        Class(
            whole_dtext_no_obs, whole_qchar, whole_some_delims, whole_atext_in_uri, whole_in_uri,
            whole_qtext_in_uri, whole_vchar_in_uri, whole_dtext_in_uri, whole_not_ascii
        );
    // RFC 6694.
    "2.1" => Specific(about_uri) Path(about_token) Part(about_query, about_fragment);
    // RFC 6920.
    "3" => Whole(NI_URI) Scheme(ni_scheme) Part(ni_hier_part, alg_val, alg, val);
    "7" => Specific(humanname) Part(alg_sepval, sepval, checkdigit) Class(whole_ahlc);
    // RFC 7565.
    "7" => Specific(acctURI) Part(userpart);
    // RFC 8141.
    "2" =>
        Whole(namestring)
        Specific(assigned_name)
        Part(NID, NSS, rq_components, r_component, q_component)
        Fragment(f_component)
        Class(whole_ldh, whole_alphanum);
    "5.2" => Part(InformalNamespaceName, Number) Class(whole_DigitNonZero, whole_Digit);
    // RFC 9110.
    "4.2.1" => Specific(http_URI);
    "4.2.2" => Specific(https_URI);
    none =>
        dtext_no_obs, qchar, some_delims, atext_in_uri, qtext_in_uri, vchar_in_uri, dtext_in_uri,
        not_ascii, in_uri, ahlc, ldh, alphanum, DigitNonZero, Digit, EOI;
}

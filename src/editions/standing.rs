//! The documents of single schemes that stand over RFC 3986: one parser for all of them.
//!
//! Each prints productions that use those of RFC 3986, as `pchar` and `authority`. The parser has the
//! transcription of RFC 3986 once, and beside it those of the documents, whose names do not clash. What
//! each document prints is what its automaton has. Their ladders stand on that of RFC 3986 too. RFC 8089,
//! whose hosts are those of RFC 6874, is parsed beside that.

use pest_derive::Parser;

use super::rfc3986::place_of_rfc3986;
use super::{DotSegments, Ladder};
use crate::editions::automaton::Automaton;
use crate::editions::grammar::{self, NoTree, Node, Production, Role};
use crate::parts::percent;

#[derive(Parser)]
#[grammar = "../grammar/rfc3986.pest"]
#[grammar = "../grammar/rfc6068.pest"]
#[grammar = "../grammar/rfc6694.pest"]
#[grammar = "../grammar/rfc6920.pest"]
#[grammar = "../grammar/rfc7565.pest"]
#[grammar = "../grammar/rfc8141.pest"]
#[grammar = "../grammar/rfc9110.pest"]
struct Standing;

/// What section 6.2.2 of RFC 3986 says of every URI, and so of those of a scheme. What its section 6.2.3 says
/// of schemes is for the document of the scheme to say.
pub(super) const LADDER: Ladder = Ladder {
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

/// The productions of a document, which its automaton has.
pub(super) fn productions(automaton: &Automaton) -> Vec<&'static Production> {
    grammar::own_productions(Rule::all_rules(), place, automaton)
}

/// The tree of the beginning of a string.
pub(super) fn tree<'i>(production: &Production, text: &'i str) -> Result<Node<'i>, NoTree> {
    grammar::tree::<Standing, _>(Rule::all_rules(), place, production, text)
}

place_of_rfc3986! {
    Rule of "RFC 3986, ", IP-literal in "RFC 3986, 3.2.2";
    // RFC 6068.
    Rule::mailtoURI => const { &Production::new("mailtoURI", "2", Role::Specific) },
    Rule::to => const { &Production::new("to", "2", Role::Part) },
    Rule::hfields => const { &Production::new("hfields", "2", Role::Part) },
    Rule::hfield => const { &Production::new("hfield", "2", Role::Part) },
    Rule::hfname => const { &Production::new("hfname", "2", Role::Part) },
    Rule::hfvalue => const { &Production::new("hfvalue", "2", Role::Part) },
    Rule::addr_spec => const { &Production::new("addr-spec", "2", Role::Part) },
    Rule::local_part => const { &Production::new("local-part", "2", Role::Part) },
    Rule::domain => const { &Production::new("domain", "2", Role::Part) },
    Rule::whole_dtext_no_obs => const { &Production::new("dtext-no-obs", "2", Role::Class) },
    Rule::whole_qchar => const { &Production::new("qchar", "2", Role::Class) },
    Rule::whole_some_delims => const { &Production::new("some-delims", "2", Role::Class) },
    Rule::whole_atext_in_uri => const { &Production::new("atext-in-uri", "2", Role::Class) },
    Rule::whole_in_uri => const { &Production::new("in-uri", "2", Role::Class) },
    Rule::whole_qtext_in_uri => const { &Production::new("qtext-in-uri", "2", Role::Class) },
    Rule::whole_vchar_in_uri => const { &Production::new("vchar-in-uri", "2", Role::Class) },
    Rule::whole_dtext_in_uri => const { &Production::new("dtext-in-uri", "2", Role::Class) },
    Rule::whole_not_ascii => const { &Production::new("not-ascii", "2", Role::Class) },
    Rule::dtext_no_obs | Rule::qchar | Rule::some_delims | Rule::atext_in_uri | Rule::qtext_in_uri
    | Rule::vchar_in_uri | Rule::dtext_in_uri | Rule::not_ascii | Rule::in_uri => return None,
    // RFC 6694.
    Rule::about_uri => const { &Production::new("about-uri", "2.1", Role::Specific) },
    Rule::about_token => const { &Production::new("about-token", "2.1", Role::Path) },
    Rule::about_query => const { &Production::new("about-query", "2.1", Role::Part) },
    Rule::about_fragment => const { &Production::new("about-fragment", "2.1", Role::Part) },
    // RFC 6920.
    Rule::NI_URI => const { &Production::new("NI-URI", "3", Role::Whole) },
    Rule::ni_scheme => const { &Production::new("ni-scheme", "3", Role::Scheme) },
    Rule::ni_hier_part => const { &Production::new("ni-hier-part", "3", Role::Part) },
    Rule::alg_val => const { &Production::new("alg-val", "3", Role::Part) },
    Rule::alg => const { &Production::new("alg", "3", Role::Part) },
    Rule::val => const { &Production::new("val", "3", Role::Part) },
    Rule::humanname => const { &Production::new("humanname", "7", Role::Specific) },
    Rule::alg_sepval => const { &Production::new("alg-sepval", "7", Role::Part) },
    Rule::sepval => const { &Production::new("sepval", "7", Role::Part) },
    Rule::checkdigit => const { &Production::new("checkdigit", "7", Role::Part) },
    Rule::whole_ahlc => const { &Production::new("ahlc", "7", Role::Class) },
    Rule::ahlc => return None,
    // RFC 7565.
    Rule::acctURI => const { &Production::new("acctURI", "7", Role::Specific) },
    Rule::userpart => const { &Production::new("userpart", "7", Role::Part) },
    // RFC 8141.
    Rule::namestring => const { &Production::new("namestring", "2", Role::Whole) },
    Rule::assigned_name => const { &Production::new("assigned-name", "2", Role::Specific) },
    Rule::NID => const { &Production::new("NID", "2", Role::Part) },
    Rule::NSS => const { &Production::new("NSS", "2", Role::Part) },
    Rule::rq_components => const { &Production::new("rq-components", "2", Role::Part) },
    Rule::r_component => const { &Production::new("r-component", "2", Role::Part) },
    Rule::q_component => const { &Production::new("q-component", "2", Role::Part) },
    Rule::f_component => const { &Production::new("f-component", "2", Role::Fragment) },
    Rule::InformalNamespaceName => const { &Production::new("InformalNamespaceName", "5.2", Role::Part) },
    Rule::Number => const { &Production::new("Number", "5.2", Role::Part) },
    Rule::whole_ldh => const { &Production::new("ldh", "2", Role::Class) },
    Rule::whole_alphanum => const { &Production::new("alphanum", "2", Role::Class) },
    Rule::whole_DigitNonZero => const { &Production::new("DigitNonZero", "5.2", Role::Class) },
    Rule::whole_Digit => const { &Production::new("Digit", "5.2", Role::Class) },
    Rule::ldh | Rule::alphanum | Rule::DigitNonZero | Rule::Digit => return None,
    // RFC 9110.
    Rule::http_URI => const { &Production::new("http-URI", "4.2.1", Role::Specific) },
    Rule::https_URI => const { &Production::new("https-URI", "4.2.2", Role::Specific) },
    Rule::EOI => return None,
}

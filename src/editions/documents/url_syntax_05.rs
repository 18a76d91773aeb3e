//! draft-fielding-url-syntax-05 (1997), which became RFC 2396.

use pest_derive::Parser;

use crate::editions::automaton::tables::url_syntax_05::AUTOMATON;
use crate::editions::division::{AuthorityForm, ComponentLayout, Delimiters};
use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};
use crate::editions::{Algorithm, DocumentSpec, Ladder, Oracle, Printed};
use crate::parts::host::HostKind;
use crate::parts::split::split;

#[derive(Parser)]
#[grammar = "../grammar/url-syntax-05.pest"]
struct UrlSyntax05;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "url-syntax-05",
    document: "draft-fielding-url-syntax-05, May 1997",
    noun: "a URL",
    algorithm: Algorithm::UrlSyntax05,
    ladder: Ladder {
        merges_query: true,
        scheme_case: Some("4.1"),
        host_case: Some("6"),
        triplet_case: Some("2.4.1"),
        unreserved: Some((is_unreserved, "2.3")),
        default_port: Some("6"),
        ..Ladder::NONE
    },
    whole: &["URL-reference"],
    // 4.4: "the site component wins", by the expression of Appendix B.
    divided: Some(Oracle { split, authority: "site", has_host: true, has_params: false }),
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed =
    Printed { divided: DIVIDED, ..printed!("url-syntax-05", &GRAMMAR) };

static GRAMMAR: Grammar = grammar! {
    "url-syntax-05" in Bnf, printed, extends None, automaton url_syntax_05, by {UrlSyntax05, Rule, place},
    CharacterSections::new("2.4.3", "2.4.1", "2.1").around("E")
};

productions! {
    _ => b'_';
    "3" => Whole(URL_reference = "URL-reference") Fragment(fragment);
    "4.2" => Whole(absoluteURL, generic_URL = "generic-URL") OpaqueUrl(opaque_URL = "opaque-URL");
    "5" => Whole(relativeURL, net_path, abs_path, rel_path);
    "4.1" => Scheme(scheme);
    "4.3.1" =>
        Authority(site)
        User(user)
        Password(password)
        Part(hostport, domainlabel, toplabel)
        Host(host)
        Hostname(hostname)
        Hostnumber(hostnumber)
        Port(port);
    "4.3.2" => Path(path, path_segments) Segment(segment) Part(param) Class(whole_pchar);
    "4.3.3" => Query(query);
    "A" => Class(whole_urlc);
    "2.2" => Class(whole_reserved);
    "2.3" => Class(whole_unreserved, whole_mark);
    "2.4.1" => Part(whole_escaped) Class(whole_hex);
    "1.4" => Class(whole_alphanum, whole_alpha, whole_lowalpha, whole_upalpha, whole_digit);
    none =>
        pchar, urlc, reserved, unreserved, mark, escaped, hex, alphanum, alpha, lowalpha, upalpha,
        digit;
}

/// Returns whether an octet is `unreserved` (url-syntax-05, 2.3).
const fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric()
        || matches!(
            octet,
            b'$' | b'-' | b'_' | b'.' | b'!' | b'~' | b'*' | b'\'' | b'(' | b')' | b','
        )
}

// How a `URL-reference` of url-syntax-05 divides: by Appendix B, whatever the grammar derives
// (4.4).
//
// The grammar decides which productions are used, and the host: an authority that is not a `site`
// has no host.

static DIVIDED: &[&ComponentLayout] = &[&ComponentLayout::at(
    &AUTOMATON,
    "URL-reference",
    Delimiters {
        scheme: true,
        authority: Some(AuthorityForm {
            with_host: Some(AUTOMATON.start_of("site")),
            names: &[
                (AUTOMATON.start_of("hostname"), HostKind::Hostname),
                (AUTOMATON.start_of("hostnumber"), HostKind::Hostnumber),
            ],
            ..AuthorityForm::WITH_HOST
        }),
        query: true,
        ..Delimiters::NONE
    },
)];

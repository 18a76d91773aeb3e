//! RFC 1738 (1994).

use pest_derive::Parser;

use crate::editions::OwnScheme;
use crate::editions::automaton::tables::rfc1738::AUTOMATON;
use crate::editions::division::{AuthorityForm, ComponentLayout, Delimiters, Opaque, Userinfo};
use crate::editions::grammar::{CharacterSections, Grammar, grammar, printed, productions};
use crate::editions::{Algorithm, DocumentSpec, Ladder, Printed};
use crate::parts::host::HostKind;

#[derive(Parser)]
#[grammar = "../grammar/rfc1738.pest"]
struct Rfc1738;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc1738",
    document: "RFC 1738, December 1994",
    noun: "a URL",
    algorithm: Algorithm::None {
        why: "it leaves relative links to other documents",
        section: "2.3",
    },
    ladder: Ladder {
        scheme_case: Some("2.1"),
        triplet_case: Some("2.2"),
        unreserved: Some((is_unreserved, "2.2")),
        // The document warns about ports that are not the default (6), and lists the defaults (3).
        ports_by: Some("RFC 1738"),
        own_schemes: Some((of, "3")),
        ..Ladder::NONE
    },
    whole: &["url", "genericurl"],
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = Printed { divided: DIVIDED, ..printed!("rfc1738", &GRAMMAR) };

/// Returns whether an octet is equivalent to its encoded form: it is neither unsafe nor reserved
/// (RFC 1738, 2.2).
const fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric()
        || matches!(
            octet,
            b'$' | b'-' | b'_' | b'.' | b'+' | b'!' | b'*' | b'\'' | b'(' | b')' | b','
        )
}

static GRAMMAR: Grammar = grammar! {
    "rfc1738" in Bnf, readings, extends None, automaton rfc1738, by {Rfc1738, Rule, place},
    CharacterSections::new("2.2", "2.2", "2.2").around("appendix")
};

productions! {
    _ => b'-';
    "2.1" => Whole(genericurl) Scheme(scheme) Part(schemepart);
    "3" => Whole(url);
    "4" => Whole(otherurl);
    "3.1" =>
        Part(ip_schemepart, domainlabel, toplabel)
        Authority(login, hostport)
        Host(host)
        Hostname(hostname)
        Hostnumber(hostnumber)
        Port(port)
        User(user)
        Password(password)
        Path(urlpath)
        Class(whole_alphadigit);
    "3.2" => Specific(ftpurl);
    "3.2.2" => Path(fpath) Segment(fsegment) Part(ftptype);
    "3.10" => Specific(fileurl);
    "3.3" => Specific(httpurl) Path(hpath) Segment(hsegment) Query(search);
    "3.4.1" => Specific(gopherurl) Part(gtype, selector, gopher_plus_string = "gopher+_string");
    "3.5" => Specific(mailtourl) OpaquePart(encoded822addr);
    "3.6" => Specific(newsurl) OpaquePart(grouppart) Part(group, article);
    "3.7" => Specific(nntpurl);
    "3.8" => Specific(telneturl);
    "3.9" => Whole(waisurl) Specific(waisdatabase, waisindex, waisdoc) Part(database, wtype, wpath);
    "3.11" =>
        Specific(prosperourl)
        Path(ppath)
        Segment(psegment)
        Part(fieldspec, fieldname, fieldvalue);
    "2.2" =>
        Part(escape)
        Class(
            whole_safe, whole_extra, whole_national, whole_punctuation, whole_reserved, whole_hex,
            whole_unreserved
        );
    "5" =>
        Part(digits)
        Class(whole_lowalpha, whole_hialpha, whole_alpha, whole_digit, whole_uchar, whole_xchar);
    "3.4.2" => Part(search_before_tab = "search");
    none =>
        alphadigit, lowalpha, hialpha, alpha, digit, safe, extra, national, punctuation, reserved,
        hex, unreserved, uchar, xchar, tab_or_line_end;
}

// How the urls of RFC 1738 divide (section 3).
//
// A `url` divides as the production of its scheme does, if that derives the url, and otherwise as a
// `genericurl`: `http://h?q` is not an `httpurl`. Only `httpurl` and `waisindex` have a query, and
// only `login` has a user.

static DIVIDED: &[&ComponentLayout] = &[
    &URL,
    &GENERIC,
    &OTHER,
    &FTP,
    &FILE,
    &HTTP,
    &GOPHER,
    &MAILTO,
    &NEWS,
    &NNTP,
    &TELNET,
    &WAIS,
    &WAIS_DATABASE,
    &WAIS_INDEX,
    &WAIS_DOC,
    &PROSPERO,
];

static URL: ComponentLayout = first(
    "url",
    &[&HTTP, &FTP, &NEWS, &NNTP, &TELNET, &GOPHER, &WAIS, &MAILTO, &FILE, &PROSPERO, &OTHER],
);
static OTHER: ComponentLayout = first("otherurl", &[&GENERIC]);
static WAIS: ComponentLayout = first("waisurl", &[&WAIS_DOC, &WAIS_INDEX, &WAIS_DATABASE]);

/// The layout of a `genericurl`: only an `ip-schemepart` has an authority (RFC 1738, 3.1).
static GENERIC: ComponentLayout = at(
    "genericurl",
    Delimiters {
        authority: Some(AuthorityForm {
            with_host: Some(AUTOMATON.start_of("login")),
            is_path_else: true,
            ..LOGIN
        }),
        ..URL_OF_SCHEME
    },
);

static FTP: ComponentLayout = at("ftpurl", Delimiters { authority: Some(LOGIN), ..URL_OF_SCHEME });
static TELNET: ComponentLayout =
    at("telneturl", Delimiters { authority: Some(LOGIN), ..URL_OF_SCHEME });
static FILE: ComponentLayout =
    at("fileurl", Delimiters { authority: Some(HOSTPORT), ..URL_OF_SCHEME });
static HTTP: ComponentLayout = at("httpurl", WITH_QUERY);
static GOPHER: ComponentLayout = at("gopherurl", WITH_HOSTPORT);
static NNTP: ComponentLayout = at("nntpurl", WITH_HOSTPORT);
static WAIS_DATABASE: ComponentLayout = at("waisdatabase", WITH_HOSTPORT);
static WAIS_INDEX: ComponentLayout = at("waisindex", WITH_QUERY);
static WAIS_DOC: ComponentLayout = at("waisdoc", WITH_HOSTPORT);
static PROSPERO: ComponentLayout = at("prosperourl", WITH_HOSTPORT);
static MAILTO: ComponentLayout =
    at("mailtourl", Delimiters { opaque: Opaque::Always, ..URL_OF_SCHEME });
static NEWS: ComponentLayout =
    at("newsurl", Delimiters { opaque: Opaque::Always, ..URL_OF_SCHEME });

const URL_OF_SCHEME: Delimiters = Delimiters { scheme: true, ..Delimiters::NONE };
const WITH_HOSTPORT: Delimiters = Delimiters { authority: Some(HOSTPORT), ..URL_OF_SCHEME };
const WITH_QUERY: Delimiters = Delimiters { query: true, ..WITH_HOSTPORT };

/// The form of an authority that is a `login`. Only "/" ends it, since a user may contain "?".
const LOGIN: AuthorityForm = AuthorityForm {
    ends: b"/",
    names: &[
        (AUTOMATON.start_of("hostname"), HostKind::Hostname),
        (AUTOMATON.start_of("hostnumber"), HostKind::Hostnumber),
    ],
    ..AuthorityForm::WITH_HOST
};
const HOSTPORT: AuthorityForm = AuthorityForm { userinfo: Userinfo::Never, ..LOGIN };

const fn at(rule: &'static str, delimiters: Delimiters) -> ComponentLayout {
    ComponentLayout::at(&AUTOMATON, rule, delimiters)
}

const fn first(rule: &'static str, others: &'static [&'static ComponentLayout]) -> ComponentLayout {
    ComponentLayout::first(&AUTOMATON, rule, others)
}

// The ten schemes that RFC 1738 describes (3.2 to 3.11).

const fn own_scheme(
    name: &'static str,
    production: &'static str,
    section: &'static str,
) -> OwnScheme {
    OwnScheme { name, production, section, dividing_tabs: 0, root: &[], has_local_host: false }
}

/// The schemes that RFC 1738 describes, each with its production and its section.
///
/// In http (3.3), gopher (3.4.1) and telnet (3.8), a URL may end after host and port, without `/`;
/// in gopher it then has the type `1`. An ftp URL may end there too (3.2.2), and then names no file
/// to retrieve, whereas `ftp://h/` names a file with an empty name. In gopher, one `%09` precedes
/// the search (3.4.2), and another precedes the Gopher+ string (3.4.3).
static SCHEMES: [OwnScheme; 10] = [
    own_scheme("ftp", "ftpurl", "3.2"),
    OwnScheme { root: &[""], ..own_scheme("http", "httpurl", "3.3") },
    OwnScheme { dividing_tabs: 2, root: &["", "/1"], ..own_scheme("gopher", "gopherurl", "3.4.1") },
    own_scheme("mailto", "mailtourl", "3.5"),
    own_scheme("news", "newsurl", "3.6"),
    own_scheme("nntp", "nntpurl", "3.7"),
    OwnScheme { root: &[""], ..own_scheme("telnet", "telneturl", "3.8") },
    own_scheme("wais", "waisurl", "3.9"),
    OwnScheme { has_local_host: true, ..own_scheme("file", "fileurl", "3.10") },
    own_scheme("prospero", "prosperourl", "3.11"),
];

/// Returns the scheme with the given name. Letter case does not matter (RFC 1738, 2.1).
pub(crate) fn scheme(name: &str) -> Option<&'static OwnScheme> {
    SCHEMES.iter().find(|scheme| scheme.name.eq_ignore_ascii_case(name))
}

/// Returns the scheme of a URL, if the production of the scheme derives the URL.
///
/// A URL that only `otherurl` derives, such as `http://user@h:80/`, is not among the URLs that the
/// section of its scheme describes.
fn of(url: &str) -> Option<&'static OwnScheme> {
    let scheme = scheme(url.split_once(':')?.0)?;
    let start = GRAMMAR.automaton.start(scheme.production)?;
    GRAMMAR.automaton.derives(start, url.as_bytes()).then_some(scheme)
}

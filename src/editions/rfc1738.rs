//! RFC 1738 (1994).

use std::sync::LazyLock;

use pest_derive::Parser;

use super::{Algorithm, DocumentSpec, Ladder, Printed, grammar};
use crate::editions::OwnScheme;
use crate::editions::automaton::tables;
use crate::editions::automaton::tables::rfc1738::AUTOMATON;
use crate::editions::division::{AuthorityForm, Delimiters, Divided, Division, Opaque, Userinfo};
use crate::editions::grammar::{CharacterSections, Charset, Grammar, Notation, Production, Role};
use crate::parts::host::HostKind;

#[derive(Parser)]
#[grammar = "../grammar/rfc1738.pest"]
struct Rfc1738;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc1738",
    document: "RFC 1738, December 1994",
    begins: &[],
    algorithm: Algorithm::None { why: "it leaves relative links to others", section: "2.3" },
    partial: None,
    ladder: Ladder {
        scheme_case: Some("2.1"),
        triplet_case: Some("2.2"),
        unreserved: Some((is_unreserved, "2.2")),
        // It asks for caution with ports that are not the default (6), and says which are (3).
        ports_by: Some("RFC 1738"),
        own_schemes: Some((of, "3")),
        ..Ladder::NONE
    },
    whole: &["url", "genericurl"],
    divided: None,
};

pub(super) static PRINTED: Printed = Printed {
    grammars: &[&GRAMMAR],
    divided: DIVIDED,
    examples: include_str!("../../grammar/rfc1738.examples"),
    requirements: include_str!("../../grammar/rfc1738.requirements"),
    errata: include_str!("../../grammar/rfc1738.errata"),
    terms: include_str!("../../grammar/rfc1738.terms"),
    translations: "",
    remark: "",
};

/// Whether an octet may be encoded or not: it is neither unsafe nor reserved (2.2).
const fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric()
        || matches!(
            octet,
            b'$' | b'-' | b'_' | b'.' | b'+' | b'!' | b'*' | b'\'' | b'(' | b')' | b','
        )
}

static GRAMMAR: Grammar = Grammar {
    stem: "rfc1738",
    notation: Notation::Bnf,
    printed: include_str!("../../grammar/rfc1738.bnf"),
    readings: include_str!("../../grammar/rfc1738.readings.bnf"),
    pest: include_str!("../../grammar/rfc1738.pest"),
    over: None,
    productions: LazyLock::new(|| grammar::productions(Rule::all_rules(), place)),
    characters: CharacterSections {
        admitted: "2.2",
        escapes: "2.2",
        not_ascii: "2.2",
        around: Some("appendix"),
        charset: Charset::Utf8,
    },
    automaton: &tables::rfc1738::AUTOMATON,
    tree: |production, text| {
        grammar::tree::<Rfc1738, _>(Rule::all_rules(), place, production, text)
    },
};

/// The production of each rule, with its section.
#[rustfmt::skip]
const fn place(rule: Rule) -> Option<&'static Production> {
    Some(match rule {
        Rule::genericurl => const { &Production::new("genericurl", "2.1", Role::Whole) },
        Rule::url => const { &Production::new("url", "3", Role::Whole) },
        Rule::otherurl => const { &Production::new("otherurl", "4", Role::Whole) },
        Rule::scheme => const { &Production::new("scheme", "2.1", Role::Scheme) },
        Rule::schemepart => const { &Production::new("schemepart", "2.1", Role::Part) },
        Rule::ip_schemepart => const { &Production::new("ip-schemepart", "3.1", Role::Part) },
        Rule::login => const { &Production::new("login", "3.1", Role::Authority) },
        Rule::hostport => const { &Production::new("hostport", "3.1", Role::Authority) },
        Rule::host => const { &Production::new("host", "3.1", Role::Host) },
        Rule::hostname => const { &Production::new("hostname", "3.1", Role::Hostname) },
        Rule::domainlabel => const { &Production::new("domainlabel", "3.1", Role::Part) },
        Rule::toplabel => const { &Production::new("toplabel", "3.1", Role::Part) },
        Rule::hostnumber => const { &Production::new("hostnumber", "3.1", Role::Hostnumber) },
        Rule::port => const { &Production::new("port", "3.1", Role::Port) },
        Rule::user => const { &Production::new("user", "3.1", Role::User) },
        Rule::password => const { &Production::new("password", "3.1", Role::Password) },
        Rule::urlpath => const { &Production::new("urlpath", "3.1", Role::Path) },
        Rule::ftpurl => const { &Production::new("ftpurl", "3.2", Role::Specific) },
        Rule::fpath => const { &Production::new("fpath", "3.2.2", Role::Path) },
        Rule::fsegment => const { &Production::new("fsegment", "3.2.2", Role::Segment) },
        Rule::ftptype => const { &Production::new("ftptype", "3.2.2", Role::Part) },
        Rule::fileurl => const { &Production::new("fileurl", "3.10", Role::Specific) },
        Rule::httpurl => const { &Production::new("httpurl", "3.3", Role::Specific) },
        Rule::hpath => const { &Production::new("hpath", "3.3", Role::Path) },
        Rule::hsegment => const { &Production::new("hsegment", "3.3", Role::Segment) },
        Rule::search => const { &Production::new("search", "3.3", Role::Query) },
        Rule::gopherurl => const { &Production::new("gopherurl", "3.4.1", Role::Specific) },
        Rule::gtype => const { &Production::new("gtype", "3.4.1", Role::Part) },
        Rule::selector => const { &Production::new("selector", "3.4.1", Role::Part) },
        Rule::gopher_plus_string => const { &Production::new("gopher+_string", "3.4.1", Role::Part) },
        Rule::mailtourl => const { &Production::new("mailtourl", "3.5", Role::Specific) },
        Rule::encoded822addr => const { &Production::new("encoded822addr", "3.5", Role::OpaquePart) },
        Rule::newsurl => const { &Production::new("newsurl", "3.6", Role::Specific) },
        Rule::grouppart => const { &Production::new("grouppart", "3.6", Role::OpaquePart) },
        Rule::group => const { &Production::new("group", "3.6", Role::Part) },
        Rule::article => const { &Production::new("article", "3.6", Role::Part) },
        Rule::nntpurl => const { &Production::new("nntpurl", "3.7", Role::Specific) },
        Rule::telneturl => const { &Production::new("telneturl", "3.8", Role::Specific) },
        Rule::waisurl => const { &Production::new("waisurl", "3.9", Role::Whole) },
        Rule::waisdatabase => const { &Production::new("waisdatabase", "3.9", Role::Specific) },
        Rule::waisindex => const { &Production::new("waisindex", "3.9", Role::Specific) },
        Rule::waisdoc => const { &Production::new("waisdoc", "3.9", Role::Specific) },
        Rule::database => const { &Production::new("database", "3.9", Role::Part) },
        Rule::wtype => const { &Production::new("wtype", "3.9", Role::Part) },
        Rule::wpath => const { &Production::new("wpath", "3.9", Role::Part) },
        Rule::prosperourl => const { &Production::new("prosperourl", "3.11", Role::Specific) },
        Rule::ppath => const { &Production::new("ppath", "3.11", Role::Path) },
        Rule::psegment => const { &Production::new("psegment", "3.11", Role::Segment) },
        Rule::fieldspec => const { &Production::new("fieldspec", "3.11", Role::Part) },
        Rule::fieldname => const { &Production::new("fieldname", "3.11", Role::Part) },
        Rule::fieldvalue => const { &Production::new("fieldvalue", "3.11", Role::Part) },
        Rule::escape => const { &Production::new("escape", "2.2", Role::Part) },
        Rule::digits => const { &Production::new("digits", "5", Role::Part) },
        Rule::search_before_tab => const { &Production::new("search", "3.4.2", Role::Part) },
        // A class leaves no node; its leaf stands for it.
        Rule::whole_alphadigit => const { &Production::new("alphadigit", "3.1", Role::Class) },
        Rule::whole_lowalpha => const { &Production::new("lowalpha", "5", Role::Class) },
        Rule::whole_hialpha => const { &Production::new("hialpha", "5", Role::Class) },
        Rule::whole_alpha => const { &Production::new("alpha", "5", Role::Class) },
        Rule::whole_digit => const { &Production::new("digit", "5", Role::Class) },
        Rule::whole_safe => const { &Production::new("safe", "2.2", Role::Class) },
        Rule::whole_extra => const { &Production::new("extra", "2.2", Role::Class) },
        Rule::whole_national => const { &Production::new("national", "2.2", Role::Class) },
        Rule::whole_punctuation => const { &Production::new("punctuation", "2.2", Role::Class) },
        Rule::whole_reserved => const { &Production::new("reserved", "2.2", Role::Class) },
        Rule::whole_hex => const { &Production::new("hex", "2.2", Role::Class) },
        Rule::whole_unreserved => const { &Production::new("unreserved", "2.2", Role::Class) },
        Rule::whole_uchar => const { &Production::new("uchar", "5", Role::Class) },
        Rule::whole_xchar => const { &Production::new("xchar", "5", Role::Class) },
        Rule::alphadigit | Rule::lowalpha | Rule::hialpha | Rule::alpha | Rule::digit | Rule::safe
        | Rule::extra | Rule::national | Rule::punctuation | Rule::reserved | Rule::hex
        | Rule::unreserved | Rule::uchar | Rule::xchar | Rule::tab_or_line_end => return None,
    })
}

// How the urls of RFC 1738 divide (section 3).
//
// A `url` divides as the production of its scheme says, if that derives the url, and else as a
// `genericurl`: `http://h?q` is no `httpurl`. Only `httpurl` and `waisindex` have a query; and only
// `login` a user.

static DIVIDED: &[&Divided] = &[
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

static URL: Divided = first(
    "url",
    &[&HTTP, &FTP, &NEWS, &NNTP, &TELNET, &GOPHER, &WAIS, &MAILTO, &FILE, &PROSPERO, &OTHER],
);
static OTHER: Divided = first("otherurl", &[&GENERIC]);
static WAIS: Divided = first("waisurl", &[&WAIS_DOC, &WAIS_INDEX, &WAIS_DATABASE]);

/// `//` begins an `ip-schemepart`, if the text after it is one to its end (3.1).
static GENERIC: Divided = at(
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

static FTP: Divided = at("ftpurl", Delimiters { authority: Some(LOGIN), ..URL_OF_SCHEME });
static TELNET: Divided = at("telneturl", Delimiters { authority: Some(LOGIN), ..URL_OF_SCHEME });
static FILE: Divided =
    at("fileurl", Delimiters { authority: Some(HOSTPORT), below: |_| &["fpath"], ..URL_OF_SCHEME });
static HTTP: Divided = at("httpurl", WITH_QUERY);
static GOPHER: Divided = at("gopherurl", WITH_HOSTPORT);
static NNTP: Divided = at("nntpurl", WITH_HOSTPORT);
static WAIS_DATABASE: Divided = at("waisdatabase", WITH_HOSTPORT);
static WAIS_INDEX: Divided = at("waisindex", WITH_QUERY);
static WAIS_DOC: Divided = at("waisdoc", WITH_HOSTPORT);
static PROSPERO: Divided = at("prosperourl", WITH_HOSTPORT);
static MAILTO: Divided = at(
    "mailtourl",
    Delimiters { opaque: Opaque::Always, below: |_| &["encoded822addr"], ..URL_OF_SCHEME },
);
static NEWS: Divided = at(
    "newsurl",
    Delimiters { opaque: Opaque::Always, below: |_| &["grouppart"], ..URL_OF_SCHEME },
);

const URL_OF_SCHEME: Delimiters = Delimiters { scheme: true, ..Delimiters::NONE };
const WITH_HOSTPORT: Delimiters = Delimiters { authority: Some(HOSTPORT), ..URL_OF_SCHEME };
const WITH_QUERY: Delimiters = Delimiters { query: true, ..WITH_HOSTPORT };

/// A user may hold "?".
const LOGIN: AuthorityForm = AuthorityForm {
    ends: b"/",
    names: &[
        (AUTOMATON.start_of("hostname"), HostKind::Hostname),
        (AUTOMATON.start_of("hostnumber"), HostKind::Hostnumber),
    ],
    ..AuthorityForm::WITH_HOST
};
const HOSTPORT: AuthorityForm = AuthorityForm { userinfo: Userinfo::Never, ..LOGIN };

const fn at(rule: &'static str, delimiters: Delimiters) -> Divided {
    Divided { rule, start: AUTOMATON.start_of(rule), division: Division::At(delimiters) }
}

const fn first(rule: &'static str, of: &'static [&'static Divided]) -> Divided {
    Divided { rule, start: AUTOMATON.start_of(rule), division: Division::AsFirst(of) }
}

// The ten schemes that RFC 1738 describes (3.2 to 3.11).

const fn own_scheme(
    name: &'static str,
    production: &'static str,
    section: &'static str,
) -> OwnScheme {
    OwnScheme { name, production, section, dividing_tabs: 0, root: &[], has_local_host: false }
}

/// The schemes of the document, each with its production and its section.
///
/// The `/` after host and port may be omitted with what follows in http (3.3), gopher (3.4.1) and
/// telnet (3.8); the type that gopher then has is `1`. An ftp URL may omit it too (3.2.2), and then
/// names no file to retrieve, where `ftp://h/` names one of an empty name. A `%09` of gopher stands before
/// the search (3.4.2), and another before the Gopher+ string (3.4.3).
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

/// The scheme of that name. Letter case does not matter (2.1).
pub(crate) fn scheme(name: &str) -> Option<&'static OwnScheme> {
    SCHEMES.iter().find(|scheme| scheme.name.eq_ignore_ascii_case(name))
}

/// The scheme of a URL, if the production of the scheme derives the URL.
///
/// A URL that only `otherurl` derives, as `http://user@h:80/`, is not one of the URLs that the
/// section of its scheme speaks of.
fn of(url: &str) -> Option<&'static OwnScheme> {
    let scheme = scheme(url.split_once(':')?.0)?;
    let start = GRAMMAR.automaton.start(scheme.production)?;
    GRAMMAR.automaton.derives(start, url.as_bytes()).then_some(scheme)
}

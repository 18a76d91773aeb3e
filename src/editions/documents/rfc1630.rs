//! RFC 1630 (1994): two blocks of BNF, some of whose names clash.

use crate::editions::automaton::tables::rfc1630_uri;
use crate::editions::automaton::tables::rfc1630_url::AUTOMATON;
use crate::editions::division::{AuthorityForm, ComponentLayout, Delimiters, Opaque, Userinfo};
use crate::editions::grammar::printed;
use crate::editions::{Algorithm, DocumentSpec, Ladder, Partial, Printed};
use crate::parts::host::HostKind;

pub(crate) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc1630",
    document: "RFC 1630, June 1994",
    algorithm: Algorithm::Rfc1630,
    // A partial form is a URI without its scheme (4.1.3), and has no production.
    partial: Some(Partial { begins: "", lacks: "x:", scheme_lacks: None, is_underivable: false }),
    ladder: Ladder {
        triplet_case: Some("4.1.2"),
        unreserved: Some((is_unreserved, "4.1.2")),
        reserved_dots: true,
        plus_in_query: Some("4.1.1"),
        local_host: Some("5.8"),
        host_in_path: true,
        ..Ladder::NONE
    },
    whole: &["fragmentaddress", "uri", "prefixedurl", "url"],
    ..DocumentSpec::PLAIN
};

pub(crate) static PRINTED: Printed = Printed {
    // A name that both sections define, such as `path` or `search`, refers to the generic
    // production.
    divided: DIVIDED,
    remark: "The sections of RFC 1630 have no numbers. The numbers used are from a French translation, which has a table \
             of contents. Where the two differ, the English text is followed: the translation has `filetype` for \
             `ftptype` (9), \"xxx/..\" for \"xxx/../\" and the first form for the latter (4.1.3), and other \
             URLs (5.6, 10).",
    ..printed!("rfc1630", &uri::GRAMMAR, &url::GRAMMAR)
};

/// The grammar of RFC 1630, section 8: the generic URI syntax.
mod uri {
    use pest_derive::Parser;

    use crate::editions::grammar::{CharacterSections, Grammar, grammar, productions};

    #[derive(Parser)]
    #[grammar = "../grammar/rfc1630-uri.pest"]
    struct Uri;

    pub(super) static GRAMMAR: Grammar = grammar! {
        "rfc1630-uri" in Rfc1630, readings, extends None, automaton rfc1630_uri, by {Uri, Rule, place},
        CharacterSections::new("4.1.1", "4.1.2", "4.1.1").latin1()
    };

    productions! {
        _ => b'-';
        "4.1.4" => Whole(fragmentaddress) Fragment(fragmentid);
        "4.1" => Whole(uri) Scheme(scheme) Path(path);
        "4.1.1" => Query(search) Class(whole_reserved);
        "8" =>
            Part(xalphas, ialpha)
            Segment(xpalphas, void)
            Class(
                whole_xalpha, whole_xpalpha, whole_alpha, whole_digit, whole_safe, whole_extra,
                whole_national, whole_punctuation
            );
        "4.1.2" => Part(escape) Class(whole_hex);
        none => xalpha, xpalpha, alpha, digit, safe, extra, reserved, hex, national, punctuation;
    }
}

/// The grammar of RFC 1630, section 9: the specific URL schemes.
mod url {
    use pest_derive::Parser;

    use crate::editions::grammar::{CharacterSections, Grammar, grammar, productions};

    #[derive(Parser)]
    #[grammar = "../grammar/rfc1630-url.pest"]
    struct UrlGrammar;

    pub(super) static GRAMMAR: Grammar = grammar! {
        "rfc1630-url" in Rfc1630, readings, extends None, automaton rfc1630_url, by {UrlGrammar, Rule, place},
        CharacterSections::new("4.1.1", "4.1.2", "4.1.1").latin1()
    };

    productions! {
        _ => b'-';
        "9" =>
            Specific(prefixedurl, afsaddress)
            Whole(url)
            Authority(hostport)
            Host(host, cellname)
            Hostname(hostname)
            Hostnumber(hostnumber)
            Port(port)
            Part(
                xalphas, xpalphas, ialpha, digits, alphanums, xalphas_before_hostname = "xalphas",
                xalphas_before_host = "xalphas"
            )
            Segment(void)
            Class(
                whole_alphanum2, whole_xalpha, whole_xpalpha, whole_alpha, whole_digit, whole_safe,
                whole_extra, whole_national, whole_punctuation, whole_alphanum
            );
        "4.1" => Scheme(scheme) Path(path) Segment(segment);
        "5.1" => Specific(httpaddress);
        "5.2" => Specific(ftpaddress);
        "5.5" => Specific(newsaddress) OpaquePart(groupart) Part(group, article);
        "6.3" => Specific(nntpaddress);
        "5.9.1" => Specific(midaddress) OpaquePart(addr_spec);
        "5.9.2" => Specific(cidaddress) OpaquePart(content_identifier);
        "5.4" => Specific(mailtoaddress);
        "5.7" => Whole(waisaddress) Specific(waisindex, waisdoc) Path(wpath) Part(database, wtype);
        "6.4" =>
            Whole(prosperoaddress)
            Specific(prosperolink)
            Path(hsoname, hsoname_before_version = "hsoname")
            Part(version, attributes, attribute);
        "4.1.5" => Specific(telnetaddress);
        "5.3" => Specific(gopheraddress) Part(gcommand, gtype);
        "5.2.1" => Authority(login) User(user) Password(password);
        "5.2.3" => Part(ftptype, formcode);
        "4.1.1" => Query(search) Class(whole_reserved);
        "4.1.4" => Fragment(fragmentid);
        "4.1.2" => Part(escape) Class(whole_hex);
        none =>
            alphanum2, xalpha, xpalpha, alpha, digit, safe, extra, reserved, hex, national,
            punctuation, alphanum, until_hostname, until_host, at_hostname, at_host, null_and_version;
    }
}

/// Returns whether an octet is equivalent to its encoded form: the syntax of RFC 1630 allows the
/// octet, and gives it no special meaning. `*`, `!`, and `+` in a query are reserved (4.1.1), and
/// `@` is a delimiter (9).
const fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric()
        || matches!(octet, b'$' | b'-' | b'_' | b'.' | b'&' | b'"' | b'\'' | b'(' | b')' | b',')
}

// How the whole strings of RFC 1630 divide: the URIs of section 8, and the urls of section 9.
//
// A URI has no authority; an `httpaddress` has one. A name may contain `@`, since `@` is in `safe`:
// only a `login` has a user, where a user is possible (5.2.1). A `prefixedurl` has the scheme
// `url`, and a path that is a url.

static DIVIDED: &[&ComponentLayout] = &[
    &FRAGMENTADDRESS,
    &URI,
    &PREFIXED,
    &URL,
    &HTTP,
    &FTP,
    &AFS,
    &NEWS,
    &NNTP,
    &MID,
    &CID,
    &MAILTO,
    &WAIS,
    &WAIS_INDEX,
    &WAIS_DOC,
    &PROSPERO_ADDRESS,
    &PROSPERO,
    &TELNET,
    &GOPHER,
];

static FRAGMENTADDRESS: ComponentLayout = generic("fragmentaddress");
static URI: ComponentLayout = generic("uri");

// The text after the first `:` is a whole string, whose components are not those of the outer
// string.
static PREFIXED: ComponentLayout = at("prefixedurl", URL_OF_SCHEME);
static URL: ComponentLayout = first(
    "url",
    &[&HTTP, &FTP, &NEWS, &NNTP, &PROSPERO_ADDRESS, &TELNET, &GOPHER, &WAIS, &MAILTO, &MID, &CID],
);
static WAIS: ComponentLayout = first("waisaddress", &[&WAIS_DOC, &WAIS_INDEX]);
static PROSPERO_ADDRESS: ComponentLayout = first("prosperoaddress", &[&PROSPERO]);

static HTTP: ComponentLayout = at("httpaddress", WITH_QUERY);
static FTP: ComponentLayout =
    at("ftpaddress", Delimiters { authority: Some(LOGIN), ..URL_OF_SCHEME });
static TELNET: ComponentLayout =
    at("telnetaddress", Delimiters { authority: Some(LOGIN), ..URL_OF_SCHEME });
// The BNF does not give the kind of a cell name as a host.
static AFS: ComponentLayout = at(
    "afsaddress",
    Delimiters {
        authority: Some(AuthorityForm {
            names: &[(AUTOMATON.start_of("cellname"), HostKind::RegName)],
            ..HOSTPORT
        }),
        ..URL_OF_SCHEME
    },
);
static GOPHER: ComponentLayout = at("gopheraddress", WITH_HOSTPORT);
static WAIS_INDEX: ComponentLayout = at("waisindex", WITH_QUERY);
static WAIS_DOC: ComponentLayout = at("waisdoc", WITH_HOSTPORT);
static PROSPERO: ComponentLayout = at("prosperolink", WITH_HOSTPORT);
static NNTP: ComponentLayout = at("nntpaddress", URL_OF_SCHEME);
static MAILTO: ComponentLayout = at("mailtoaddress", URL_OF_SCHEME);
static NEWS: ComponentLayout = at("newsaddress", Delimiters { ..OPAQUE });
static MID: ComponentLayout = at("midaddress", Delimiters { ..OPAQUE });
static CID: ComponentLayout = at("cidaddress", Delimiters { ..OPAQUE });

const URL_OF_SCHEME: Delimiters = Delimiters { scheme: true, ..Delimiters::NONE };
const OPAQUE: Delimiters = Delimiters { opaque: Opaque::Always, ..URL_OF_SCHEME };
const WITH_HOSTPORT: Delimiters = Delimiters { authority: Some(HOSTPORT), ..URL_OF_SCHEME };
const WITH_QUERY: Delimiters = Delimiters { query: true, ..WITH_HOSTPORT };

const HOSTPORT: AuthorityForm = AuthorityForm {
    userinfo: Userinfo::Never,
    names: &[
        (AUTOMATON.start_of("hostname"), HostKind::Hostname),
        (AUTOMATON.start_of("hostnumber"), HostKind::Hostnumber),
    ],
    ..AuthorityForm::WITH_HOST
};
const LOGIN: AuthorityForm = AuthorityForm {
    userinfo: Userinfo::If {
        user: AUTOMATON.start_of("user"),
        password: AUTOMATON.start_of("password"),
        rest: AUTOMATON.start_of("hostport"),
    },
    ..HOSTPORT
};

const fn generic(rule: &'static str) -> ComponentLayout {
    ComponentLayout::at(&rfc1630_uri::AUTOMATON, rule, Delimiters { query: true, ..URL_OF_SCHEME })
}

const fn at(rule: &'static str, delimiters: Delimiters) -> ComponentLayout {
    ComponentLayout::at(&AUTOMATON, rule, delimiters)
}

const fn first(rule: &'static str, others: &'static [&'static ComponentLayout]) -> ComponentLayout {
    ComponentLayout::first(&AUTOMATON, rule, others)
}

//! How the urls of RFC 1738 divide (section 3).
//!
//! A `url` divides as the production of its scheme says, if that derives the url, and else as a
//! `genericurl`: `http://h?q` is no `httpurl`. Only `httpurl` and `waisindex` have a query; and only
//! `login` a user.

use crate::editions::automaton::tables::rfc1738::AUTOMATON;
use crate::editions::division::{Authority, Delimiters, Divided, Division, Opaque, Userinfo};
use crate::parts::host::HostKind;

pub(super) static DIVIDED: &[&Divided] = &[
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
        authority: Some(Authority {
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
const LOGIN: Authority = Authority {
    ends: b"/",
    names: &[
        (AUTOMATON.start_of("hostname"), HostKind::Hostname),
        (AUTOMATON.start_of("hostnumber"), HostKind::Hostnumber),
    ],
    ..Authority::WITH_HOST
};
const HOSTPORT: Authority = Authority { userinfo: Userinfo::Never, ..LOGIN };

const fn at(rule: &'static str, delimiters: Delimiters) -> Divided {
    Divided { rule, start: AUTOMATON.start_of(rule), division: Division::At(delimiters) }
}

const fn first(rule: &'static str, of: &'static [&'static Divided]) -> Divided {
    Divided { rule, start: AUTOMATON.start_of(rule), division: Division::AsFirst(of) }
}

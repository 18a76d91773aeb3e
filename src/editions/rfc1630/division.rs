//! How the whole strings of RFC 1630 divide: the URIs of section 8, and the urls of section 9.
//!
//! A URI has no authority; an `httpaddress` has one. A name may hold `@`, since `@` is in `safe`: only
//! a `login` has a user, and that where a user can be (5.2.1). A `prefixedurl` has the scheme `url`,
//! and a path that is a url.

use crate::editions::automaton::tables::rfc1630_uri;
use crate::editions::automaton::tables::rfc1630_url::AUTOMATON;
use crate::editions::division::{
    Authority, Delimiters, Divided, Division, Opaque, Shape, Userinfo,
};
use crate::parts::host::HostKind;

pub(super) static DIVIDED: &[&Divided] = &[
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

static FRAGMENTADDRESS: Divided = generic("fragmentaddress", |_| &["uri", "path"]);
static URI: Divided = generic("uri", |_| &["path"]);

static PREFIXED: Divided = Divided {
    rule: "prefixedurl",
    start: AUTOMATON.start_of("prefixedurl"),
    division: Division::Before(&URL),
};
static URL: Divided = first(
    "url",
    &[&HTTP, &FTP, &NEWS, &NNTP, &PROSPERO_ADDRESS, &TELNET, &GOPHER, &WAIS, &MAILTO, &MID, &CID],
);
static WAIS: Divided = first("waisaddress", &[&WAIS_DOC, &WAIS_INDEX]);
static PROSPERO_ADDRESS: Divided = first("prosperoaddress", &[&PROSPERO]);

static HTTP: Divided = at("httpaddress", WITH_QUERY);
static FTP: Divided = at("ftpaddress", Delimiters { authority: Some(LOGIN), ..URL_OF_SCHEME });
static TELNET: Divided =
    at("telnetaddress", Delimiters { authority: Some(LOGIN), ..URL_OF_SCHEME });
// The BNF does not say of which kind the name of a cell is as a host.
static AFS: Divided = at(
    "afsaddress",
    Delimiters {
        authority: Some(Authority {
            names: &[(AUTOMATON.start_of("cellname"), HostKind::RegName)],
            ..HOSTPORT
        }),
        below: |_| &["path"],
        ..URL_OF_SCHEME
    },
);
static GOPHER: Divided = at("gopheraddress", WITH_HOSTPORT);
static WAIS_INDEX: Divided = at("waisindex", WITH_QUERY);
static WAIS_DOC: Divided = at("waisdoc", WITH_HOSTPORT);
static PROSPERO: Divided = at("prosperolink", WITH_HOSTPORT);
static NNTP: Divided = at("nntpaddress", URL_OF_SCHEME);
static MAILTO: Divided = at("mailtoaddress", URL_OF_SCHEME);
static NEWS: Divided = at("newsaddress", Delimiters { below: |_| &["groupart"], ..OPAQUE });
static MID: Divided = at("midaddress", Delimiters { below: |_| &["addr-spec"], ..OPAQUE });
static CID: Divided = at("cidaddress", Delimiters { below: |_| &["content-identifier"], ..OPAQUE });

const URL_OF_SCHEME: Delimiters = Delimiters { scheme: true, ..Delimiters::NONE };
const OPAQUE: Delimiters = Delimiters { opaque: Opaque::Always, ..URL_OF_SCHEME };
const WITH_HOSTPORT: Delimiters = Delimiters { authority: Some(HOSTPORT), ..URL_OF_SCHEME };
const WITH_QUERY: Delimiters = Delimiters { query: true, ..WITH_HOSTPORT };

const HOSTPORT: Authority = Authority {
    userinfo: Userinfo::Never,
    names: &[
        (AUTOMATON.start_of("hostname"), HostKind::Hostname),
        (AUTOMATON.start_of("hostnumber"), HostKind::Hostnumber),
    ],
    ..Authority::WITH_HOST
};
const LOGIN: Authority = Authority {
    userinfo: Userinfo::If {
        user: AUTOMATON.start_of("user"),
        password: AUTOMATON.start_of("password"),
        rest: AUTOMATON.start_of("hostport"),
    },
    ..HOSTPORT
};

const fn generic(rule: &'static str, below: fn(Shape) -> &'static [&'static str]) -> Divided {
    let division = Division::At(Delimiters { query: true, below, ..URL_OF_SCHEME });
    Divided { rule, start: rfc1630_uri::AUTOMATON.start_of(rule), division }
}

const fn at(rule: &'static str, delimiters: Delimiters) -> Divided {
    Divided { rule, start: AUTOMATON.start_of(rule), division: Division::At(delimiters) }
}

const fn first(rule: &'static str, of: &'static [&'static Divided]) -> Divided {
    Divided { rule, start: AUTOMATON.start_of(rule), division: Division::AsFirst(of) }
}

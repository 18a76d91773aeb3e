//! How the whole strings of RFC 3986 divide as RFC 6874 amends it (section 2): as before, and an IPv6
//! address may have a zone identifier.

use crate::editions::automaton::tables::rfc6874::AUTOMATON;
use crate::editions::division::{Authority, Delimiters, Divided, Division, Shape};
use crate::editions::rfc3986::division::{reference, uri};
use crate::parts::host::HostKind;

pub(super) static DIVIDED: &[&Divided] = &[&REFERENCE, &URI, &ABSOLUTE_URI];

static REFERENCE: Divided = whole("URI-reference", reference);
static URI: Divided = whole("URI", uri);
static ABSOLUTE_URI: Divided = whole("absolute-URI", uri);

const fn whole(rule: &'static str, below: fn(Shape) -> &'static [&'static str]) -> Divided {
    let names = const {
        &[
            (AUTOMATON.start_of("IPv4address"), HostKind::Ipv4Address),
            (AUTOMATON.start_of("reg-name"), HostKind::RegName),
        ]
    };
    let literals = const {
        &[
            (AUTOMATON.start_of("IPv6address"), HostKind::Ipv6Address),
            (AUTOMATON.start_of("IPv6addrz"), HostKind::Ipv6Addrz),
            (AUTOMATON.start_of("IPvFuture"), HostKind::IpvFuture),
        ]
    };
    Divided {
        rule,
        start: AUTOMATON.start_of(rule),
        division: Division::At(Delimiters {
            scheme: true,
            authority: Some(Authority { names, literals, ..Authority::WITH_HOST }),
            query: true,
            below,
            ..Delimiters::NONE
        }),
    }
}

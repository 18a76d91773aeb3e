//! How a `URI-reference` of RFC 2396 divides as RFC 2732 amends it (section 3): as before, and a host may
//! be an IPv6 address between brackets.

use crate::editions::automaton::tables::rfc2732::AUTOMATON;
use crate::editions::division::{Authority, Delimiters, Divided, Division, Opaque};
use crate::editions::rfc2396::division::below;
use crate::parts::host::HostKind;

pub(super) static DIVIDED: &[&Divided] = &[&Divided {
    rule: "URI-reference",
    start: AUTOMATON.start_of("URI-reference"),
    division: Division::At(Delimiters {
        scheme: true,
        authority: Some(Authority {
            with_host: Some(AUTOMATON.start_of("server")),
            names: &[
                (AUTOMATON.start_of("hostname"), HostKind::Hostname),
                (AUTOMATON.start_of("IPv4address"), HostKind::Ipv4Address),
            ],
            literals: &[(AUTOMATON.start_of("IPv6address"), HostKind::Ipv6Address)],
            ..Authority::WITH_HOST
        }),
        opaque: Opaque::Unless(AUTOMATON.start_of("hier_part")),
        query: true,
        below,
        ..Delimiters::NONE
    }),
}];

//! How a `URI-reference` of rfc2396bis-01 divides (section 3).
//!
//! An authority that is no `server` is a `reg-name`, and has no host (3.2). The text after a scheme is
//! opaque unless it is a `hier-part`: `a:?` has a query, and `a:?[` is opaque.

use crate::editions::automaton::tables::rfc2396bis_01::AUTOMATON;
use crate::editions::division::{Authority, Delimiters, Divided, Division, Form, Opaque, Shape};
use crate::parts::host::HostKind;

pub(super) static DIVIDED: &[&Divided] = &[&Divided {
    rule: "URI-reference",
    start: AUTOMATON.start_of("URI-reference"),
    division: Division::At(Delimiters {
        scheme: true,
        authority: Some(Authority {
            with_host: Some(AUTOMATON.start_of("server")),
            names: &[
                (AUTOMATON.start_of("IPv4address"), HostKind::Ipv4Address),
                (AUTOMATON.start_of("hostname"), HostKind::Hostname),
            ],
            literals: &[(AUTOMATON.start_of("IPv6address"), HostKind::Ipv6Address)],
            ..Authority::WITH_HOST
        }),
        opaque: Opaque::Unless(AUTOMATON.start_of("hier-part")),
        query: true,
        below,
        ..Delimiters::NONE
    }),
}];

const fn below(shape: Shape) -> &'static [&'static str] {
    match (shape.is_absolute, shape.form) {
        (true, Form::Authority) => &["absolute-URI", "hier-part", "net-path"],
        (true, Form::Slash) => &["absolute-URI", "hier-part", "abs-path"],
        (true, Form::Empty) => &["absolute-URI", "hier-part"],
        (true, _) => &["absolute-URI", "opaque-part"],
        (false, Form::Authority) => &["relative-URI", "net-path"],
        (false, Form::Slash) => &["relative-URI", "abs-path"],
        (false, Form::Empty) => &["relative-URI"],
        (false, _) => &["relative-URI", "rel-path"],
    }
}

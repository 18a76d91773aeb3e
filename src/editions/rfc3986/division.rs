//! How the whole strings of RFC 3986 divide (section 3). A scan finds the same many bytes at a time.

use crate::editions::automaton::tables::rfc3986::AUTOMATON;
use crate::editions::division::{Authority, Delimiters, Divided, Division, Form, Shape};
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

/// The productions below a reference, by the shape.
pub(in crate::editions) const fn reference(shape: Shape) -> &'static [&'static str] {
    match (shape.is_absolute, shape.form) {
        (true, Form::Authority) => &["URI", "hier-part"],
        (true, Form::Slash) => &["URI", "hier-part", "path-absolute"],
        (true, Form::Empty) => &["URI", "hier-part", "path-empty"],
        (true, _) => &["URI", "hier-part", "path-rootless"],
        (false, Form::Authority) => &["relative-ref", "relative-part"],
        (false, Form::Slash) => &["relative-ref", "relative-part", "path-absolute"],
        (false, Form::Empty) => &["relative-ref", "relative-part", "path-empty"],
        (false, _) => &["relative-ref", "relative-part", "path-noscheme"],
    }
}

/// The productions below a URI: those of a reference, without the `URI` itself.
pub(in crate::editions) const fn uri(shape: Shape) -> &'static [&'static str] {
    match reference(shape) {
        [_, below @ ..] => below,
        [] => &[],
    }
}

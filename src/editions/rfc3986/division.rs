//! How the whole strings of RFC 3986 divide (section 3). A scan finds the same many bytes at a time.

use crate::editions::automaton::tables::rfc3986::AUTOMATON;
use crate::editions::division::{
    AfterScheme, AuthorityForm, Delimiters, Divided, Division, StringShape,
};
use crate::parts::host::HostKind;

pub(super) static DIVIDED: &[&Divided] = &[&REFERENCE, &URI, &ABSOLUTE_URI];

static REFERENCE: Divided = whole("URI-reference", reference);
static URI: Divided = whole("URI", uri);
static ABSOLUTE_URI: Divided = whole("absolute-URI", uri);

const fn whole(rule: &'static str, below: fn(StringShape) -> &'static [&'static str]) -> Divided {
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
            authority: Some(AuthorityForm { names, literals, ..AuthorityForm::WITH_HOST }),
            query: true,
            below,
            ..Delimiters::NONE
        }),
    }
}

/// The productions below a reference, by the shape.
pub(in crate::editions) const fn reference(shape: StringShape) -> &'static [&'static str] {
    match (shape.is_absolute, shape.form) {
        (true, AfterScheme::Authority) => &["URI", "hier-part"],
        (true, AfterScheme::Slash) => &["URI", "hier-part", "path-absolute"],
        (true, AfterScheme::Empty) => &["URI", "hier-part", "path-empty"],
        (true, _) => &["URI", "hier-part", "path-rootless"],
        (false, AfterScheme::Authority) => &["relative-ref", "relative-part"],
        (false, AfterScheme::Slash) => &["relative-ref", "relative-part", "path-absolute"],
        (false, AfterScheme::Empty) => &["relative-ref", "relative-part", "path-empty"],
        (false, _) => &["relative-ref", "relative-part", "path-noscheme"],
    }
}

/// The productions below a URI: those of a reference, without the `URI` itself.
pub(in crate::editions) const fn uri(shape: StringShape) -> &'static [&'static str] {
    match reference(shape) {
        [_, below @ ..] => below,
        [] => &[],
    }
}

//! How the whole strings of RFC 3987 divide: at the delimiters of RFC 3986 (2.2).

use crate::editions::automaton::tables::rfc3987::AUTOMATON;
use crate::editions::division::{
    AfterScheme, AuthorityForm, Delimiters, Divided, Division, StringShape,
};
use crate::parts::host::HostKind;

pub(super) static DIVIDED: &[&Divided] = &[&REFERENCE, &URI, &ABSOLUTE_URI];

static REFERENCE: Divided = whole("IRI-reference", reference);
static URI: Divided = whole("IRI", uri);
static ABSOLUTE_URI: Divided = whole("absolute-IRI", uri);

const fn whole(rule: &'static str, below: fn(StringShape) -> &'static [&'static str]) -> Divided {
    let names = const {
        &[
            (AUTOMATON.start_of("IPv4address"), HostKind::Ipv4Address),
            (AUTOMATON.start_of("ireg-name"), HostKind::RegName),
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

const fn reference(shape: StringShape) -> &'static [&'static str] {
    match (shape.is_absolute, shape.form) {
        (true, AfterScheme::Authority) => &["IRI", "ihier-part"],
        (true, AfterScheme::Slash) => &["IRI", "ihier-part", "ipath-absolute"],
        (true, AfterScheme::Empty) => &["IRI", "ihier-part", "ipath-empty"],
        (true, _) => &["IRI", "ihier-part", "ipath-rootless"],
        (false, AfterScheme::Authority) => &["irelative-ref", "irelative-part"],
        (false, AfterScheme::Slash) => &["irelative-ref", "irelative-part", "ipath-absolute"],
        (false, AfterScheme::Empty) => &["irelative-ref", "irelative-part", "ipath-empty"],
        (false, _) => &["irelative-ref", "irelative-part", "ipath-noscheme"],
    }
}

/// Those of a reference, without the `URI` itself.
const fn uri(shape: StringShape) -> &'static [&'static str] {
    match reference(shape) {
        [_, below @ ..] => below,
        [] => &[],
    }
}

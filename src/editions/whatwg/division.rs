//! How a valid URL string divides: at the delimiters, after the kind of its scheme, or of its base, is
//! known. A host of a special scheme is a domain or an address, and that of another scheme is opaque, so
//! `foo://1.2.3.4` has no IPv4 address.

use crate::editions::automaton::tables::whatwg::AUTOMATON;
use crate::editions::division::{Authority, Delimiters, Divided, Division, Form, Shape, Userinfo};
use crate::parts::host::HostKind;

pub(super) static DIVIDED: &[&Divided] = &[&VALID, &ABSOLUTE_WITH_FRAGMENT, &ABSOLUTE];

static VALID: Divided = Divided {
    rule: "valid-URL-string",
    start: AUTOMATON.start_of("valid-URL-string"),
    division: Division::AsFirst(&[&RELATIVE, &ABSOLUTE_WITH_FRAGMENT]),
};

static ABSOLUTE_WITH_FRAGMENT: Divided = Divided {
    rule: "absolute-URL-with-fragment-string",
    start: AUTOMATON.start_of("absolute-URL-with-fragment-string"),
    division: {
        static SPECIAL: Divided = Divided {
            rule: "absolute-URL-string",
            start: AUTOMATON.start_of("special-URL-with-fragment-string"),
            division: absolute(DOMAINS, |_| {
                &["special-URL-string", "scheme-relative-special-URL-string"]
            }),
        };
        static FILE: Divided = Divided {
            rule: "absolute-URL-string",
            start: AUTOMATON.start_of("file-URL-with-fragment-string"),
            division: absolute(DOMAINS_OR_NONE, |_| {
                &["file-URL-string", "scheme-relative-file-URL-string"]
            }),
        };
        static OTHER: Divided = Divided {
            rule: "absolute-URL-string",
            start: AUTOMATON.start_of("other-URL-with-fragment-string"),
            division: absolute(OPAQUE_OR_NONE, |shape| match shape.form {
                Form::Authority => &["other-URL-string", "scheme-relative-URL-string"],
                Form::Slash => &["other-URL-string", "path-absolute-non-authority-URL-string"],
                _ => &["other-URL-string", "opaque-path-URL-string"],
            }),
        };
        Division::AsFirst(&[&SPECIAL, &FILE, &OTHER])
    },
};

static ABSOLUTE: Divided = Divided {
    rule: "absolute-URL-string",
    start: AUTOMATON.start_of("absolute-URL-string"),
    division: {
        static SPECIAL: Divided = Divided {
            rule: "special-URL-string",
            start: AUTOMATON.start_of("special-URL-string"),
            division: absolute(DOMAINS, |_| &["scheme-relative-special-URL-string"]),
        };
        static FILE: Divided = Divided {
            rule: "file-URL-string",
            start: AUTOMATON.start_of("file-URL-string"),
            division: absolute(DOMAINS_OR_NONE, |_| &["scheme-relative-file-URL-string"]),
        };
        static OTHER: Divided = Divided {
            rule: "other-URL-string",
            start: AUTOMATON.start_of("other-URL-string"),
            division: absolute(OPAQUE_OR_NONE, |shape| match shape.form {
                Form::Authority => &["scheme-relative-URL-string"],
                Form::Slash => &["path-absolute-non-authority-URL-string"],
                _ => &["opaque-path-URL-string"],
            }),
        };
        Division::AsFirst(&[&SPECIAL, &FILE, &OTHER])
    },
};

/// The productions below a relative string, by its shape.
macro_rules! below_relative {
    ($shape:ident, $string:literal, $with_authority:literal) => {
        match $shape.form {
            Form::Authority => &[$string, $with_authority],
            Form::Slash => &[$string, "path-absolute-non-authority-URL-string"],
            _ => &[$string, "path-relative-scheme-less-URL-string"],
        }
    };
}

static RELATIVE: Divided = Divided {
    rule: "relative-URL-with-fragment-string",
    start: AUTOMATON.start_of("relative-URL-with-fragment-string"),
    division: {
        static OPAQUE: Divided =
            relative("opaque-base-relative-URL-with-fragment-string", &[], |_| &[]);
        static SPECIAL: Divided =
            relative("special-base-relative-URL-with-fragment-string", DOMAINS, |shape| {
                below_relative!(
                    shape,
                    "special-base-relative-URL-string",
                    "scheme-relative-special-URL-string"
                )
            });
        static FILE: Divided =
            relative("file-base-relative-URL-with-fragment-string", DOMAINS_OR_NONE, |shape| {
                below_relative!(
                    shape,
                    "file-base-relative-URL-string",
                    "scheme-relative-file-URL-string"
                )
            });
        static OTHER: Divided =
            relative("other-base-relative-URL-with-fragment-string", OPAQUE_OR_NONE, |shape| {
                below_relative!(
                    shape,
                    "other-base-relative-URL-string",
                    "scheme-relative-URL-string"
                )
            });
        Division::AsFirst(&[&OPAQUE, &SPECIAL, &FILE, &OTHER])
    },
};

/// The hosts of one kind of scheme, each with the start of its production.
type Names = &'static [(u16, HostKind)];

const DOMAINS: Names = &[
    (AUTOMATON.start_of("valid-domain-string"), HostKind::Hostname),
    (AUTOMATON.start_of("valid-IPv4-address-string"), HostKind::Ipv4Address),
];

const DOMAINS_OR_NONE: Names = &[
    (AUTOMATON.start_of("valid-domain-string"), HostKind::Hostname),
    (AUTOMATON.start_of("valid-IPv4-address-string"), HostKind::Ipv4Address),
    (AUTOMATON.start_of("empty-host"), HostKind::RegName),
];

const OPAQUE_OR_NONE: Names = &[
    (AUTOMATON.start_of("opaque-host-string"), HostKind::RegName),
    (AUTOMATON.start_of("empty-host"), HostKind::RegName),
];

const LITERALS: Names = &[(AUTOMATON.start_of("valid-IPv6-address-string"), HostKind::Ipv6Address)];

const fn absolute(names: Names, below: fn(Shape) -> &'static [&'static str]) -> Division {
    Division::At(Delimiters { scheme: true, ..delimiters(names, below) })
}

const fn relative(
    rule: &'static str,
    names: Names,
    below: fn(Shape) -> &'static [&'static str],
) -> Divided {
    let start = AUTOMATON.start_of(rule);
    Divided { rule, start, division: Division::At(delimiters(names, below)) }
}

const fn delimiters(names: Names, below: fn(Shape) -> &'static [&'static str]) -> Delimiters {
    // "There is no way to express a username or password": no host has an "@".
    let authority =
        Authority { userinfo: Userinfo::Never, names, literals: LITERALS, ..Authority::WITH_HOST };
    Delimiters { authority: Some(authority), query: true, below, ..Delimiters::NONE }
}

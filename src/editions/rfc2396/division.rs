//! How a `URI-reference` of RFC 2396 divides (section 3).
//!
//! An authority that is no `server` is a `reg_name`, and has no host (3.2). The text after a scheme is
//! opaque unless it begins with `/`.

use crate::editions::automaton::tables::rfc2396::AUTOMATON;
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
                (AUTOMATON.start_of("hostname"), HostKind::Hostname),
                (AUTOMATON.start_of("IPv4address"), HostKind::Ipv4Address),
            ],
            ..Authority::WITH_HOST
        }),
        opaque: Opaque::Unless(AUTOMATON.start_of("hier_part")),
        query: true,
        below,
        ..Delimiters::NONE
    }),
}];

/// The productions below the whole, by the shape.
pub(in crate::editions) const fn below(shape: Shape) -> &'static [&'static str] {
    match (shape.is_absolute, shape.form) {
        (true, Form::Authority) => &["absoluteURI", "hier_part", "net_path"],
        (true, Form::Slash) => &["absoluteURI", "hier_part", "abs_path"],
        (true, _) => &["absoluteURI", "opaque_part"],
        (false, Form::Authority) => &["relativeURI", "net_path"],
        (false, Form::Slash) => &["relativeURI", "abs_path"],
        // A reference to the current document has no production but the whole (4.2).
        (false, Form::Empty) => &[],
        (false, _) => &["relativeURI", "rel_path"],
    }
}

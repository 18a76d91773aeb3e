//! How a `URL-reference` of url-syntax-05 divides: by Appendix B, whatever the grammar derives (4.4).
//!
//! The grammar decides the productions on the way, and the host: an authority that is no `site` has
//! none.

use crate::editions::automaton::tables::url_syntax_05::AUTOMATON;
use crate::editions::division::{Authority, Delimiters, Derived, Divided, Division, Form, Shape};
use crate::parts::host::HostKind;

pub(super) static DIVIDED: &[&Divided] = &[&Divided {
    rule: "URL-reference",
    start: AUTOMATON.start_of("URL-reference"),
    division: Division::At(Delimiters {
        scheme: true,
        authority: Some(Authority {
            with_host: Some(AUTOMATON.start_of("site")),
            names: &[
                (AUTOMATON.start_of("hostname"), HostKind::Hostname),
                (AUTOMATON.start_of("hostnumber"), HostKind::Hostnumber),
            ],
            ..Authority::WITH_HOST
        }),
        query: true,
        below,
        derived: Some(Derived {
            absolute: AUTOMATON.start_of("absoluteURL"),
            net_path: AUTOMATON.start_of("net_path"),
        }),
        ..Delimiters::NONE
    }),
}];

const fn below(shape: Shape) -> &'static [&'static str] {
    match (shape.is_absolute, shape.form) {
        (true, Form::Authority) => &["absoluteURL", "generic-URL", "relativeURL", "net_path"],
        (true, Form::Slash | Form::Slashes) => {
            &["absoluteURL", "generic-URL", "relativeURL", "abs_path", "rel_path", "path_segments"]
        }
        (true, _) => &["absoluteURL", "generic-URL", "relativeURL", "rel_path", "path_segments"],
        (false, Form::Authority) => &["relativeURL", "net_path"],
        (false, Form::Slash | Form::Slashes) => {
            &["relativeURL", "abs_path", "rel_path", "path_segments"]
        }
        (false, _) => &["relativeURL", "rel_path", "path_segments"],
    }
}

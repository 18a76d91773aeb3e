//! How a `URL` of RFC 1808 divides: by the parsing rules of section 2.4, whatever the grammar derives.
//!
//! The path is given with the parameters that follow it, from the first ";" on (2.4.5): they stand
//! where RFC 2396 has them too. A `net_loc` has no host: the grammar has no production for one, and
//! admits much that is no login of RFC 1738.
//!
//! Two surprising cases: `//h?q` has no query, since only "/" ends a `net_loc` (2.4.3); and `a_b:c` has
//! no scheme, since no scheme name has `_` (2.4.2).

use crate::editions::automaton::tables::rfc1808::AUTOMATON;
use crate::editions::division::{Authority, Delimiters, Derived, Divided, Division, Form, Shape};
use crate::parts::split::Components;

/// Divides any string by the rules of section 2.4, in their order.
pub(crate) fn split(text: &str) -> Components<'_> {
    // 2.4.1: the fragment is what follows the first "#".
    let (rest, fragment) = before(text, '#');
    // 2.4.2: the scheme is what stands before the first ":", if it has only characters of a scheme name.
    let (scheme, rest) = match rest.find(|c: char| !is_of_scheme(c)) {
        Some(end) if end > 0 && rest.as_bytes()[end] == b':' => {
            (Some(&rest[..end]), &rest[end + 1..])
        }
        _ => (None, rest),
    };
    // 2.4.3: net_loc is what follows "//", up to the next "/" or the end.
    let (authority, rest) = match rest.strip_prefix("//") {
        Some(rest) => {
            let (net_loc, rest) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            (Some(net_loc), rest)
        }
        None => (None, rest),
    };
    // 2.4.4: the query is what follows the first "?".
    let (path, query) = before(rest, '?');
    Components { scheme, authority, path, query, fragment }
}

const fn is_of_scheme(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-')
}

fn before(text: &str, delimiter: char) -> (&str, Option<&str>) {
    match text.split_once(delimiter) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

pub(super) static DIVIDED: &[&Divided] = &[&Divided {
    rule: "URL",
    start: AUTOMATON.start_of("URL"),
    division: Division::At(Delimiters {
        scheme: true,
        scheme_if: Some(AUTOMATON.start_of("scheme")),
        authority: Some(Authority { ends: b"/#", ..Authority::WITH_HOST }),
        query: true,
        params: true,
        below,
        derived: Some(Derived {
            absolute: AUTOMATON.start_of("absoluteURL"),
            net_path: AUTOMATON.start_of("net_path"),
        }),
        ..Delimiters::NONE
    }),
}];

/// A path that has no segment has no node.
const fn below(shape: Shape) -> &'static [&'static str] {
    match (shape.is_absolute, shape.form, shape.has_name) {
        (true, Form::Authority, _) => &["absoluteURL", "generic-RL", "relativeURL", "net_path"],
        (true, Form::Slashes, _) => &["absoluteURL"],
        (true, Form::Slash, true) => {
            &["absoluteURL", "generic-RL", "relativeURL", "abs_path", "rel_path", "path"]
        }
        (true, Form::Slash, false) => {
            &["absoluteURL", "generic-RL", "relativeURL", "abs_path", "rel_path"]
        }
        (true, _, true) => &["absoluteURL", "generic-RL", "relativeURL", "rel_path", "path"],
        (true, _, false) => &["absoluteURL", "generic-RL", "relativeURL", "rel_path"],
        (false, Form::Authority, _) => &["relativeURL", "net_path"],
        (false, Form::Slash, true) => &["relativeURL", "abs_path", "rel_path", "path"],
        (false, Form::Slash, false) => &["relativeURL", "abs_path", "rel_path"],
        (false, _, true) => &["relativeURL", "rel_path", "path"],
        (false, _, false) => &["relativeURL", "rel_path"],
    }
}

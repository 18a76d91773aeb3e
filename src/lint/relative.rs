//! References that are read as another kind of reference (sections 3.3, 4.2, 4.5 and 5.4.2).

use super::authority::is_label;
use super::subject::Subject;
use super::{Findings, table};
use crate::parts::schemes;
use crate::resolve::remove_dot_segments;

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    if subject.host.is_some() {
        return;
    }
    if !same_scheme(subject, found) && !suffix(subject, found) {
        first_segment(subject, found);
    }
    like_authority(subject, found);
}

/// Finds a reference like `http:g`, which is a URI to a strict reader and `g` to another.
fn same_scheme(subject: &Subject<'_>, found: &mut Findings) -> bool {
    let Some(scheme) = subject.scheme else { return false };
    // Those whose URIs go to a server have an authority.
    if schemes::known(scheme.text).is_none_or(|scheme| scheme.default_port(None).is_none()) {
        return false;
    }
    let rest = &subject.text[scheme.text.len() + 1..];
    let first = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let mended = if first.contains(':') { format!("./{rest}") } else { rest.to_owned() };
    // Without a path, what is left would be a reference to the base itself.
    let mended = Some(mended).filter(|_| !subject.path.text.is_empty());
    let message = "some take this for a relative reference";
    let span = 0..scheme.text.len() + 1;
    found.add(&table::SAME_SCHEME_RELATIVE, [span], message, mended);
    true
}

/// Finds a reference like `www.w3.org/Addressing/`, or one with a port, whose name then reads as a
/// scheme.
fn suffix(subject: &Subject<'_>, found: &mut Findings) -> bool {
    let first = subject.first_segment();
    let (name, end) = match subject.scheme {
        Some(scheme) if is_port(first) => (scheme.text, subject.path.start + first.len()),
        None if first.get(..4).is_some_and(|www| www.eq_ignore_ascii_case("www.")) => {
            (first, first.len())
        }
        _ => return false,
    };
    let is_name = name.contains('.') && name.split('.').all(is_label);
    if !(is_name || name.eq_ignore_ascii_case("localhost")) {
        return false;
    }
    let message = match subject.scheme {
        Some(_) => "the name of a host reads as a scheme, and its port as a path",
        None => "the name of a host reads as a segment of a relative path",
    };
    found.add(&table::SUFFIX_REFERENCE, Some(0..end), message, Some(format!("//{}", subject.text)));
    true
}

fn is_port(text: &str) -> bool {
    matches!(text.len(), 1..=5) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Finds a reference like `this:that`, a URI whose scheme may be meant as the beginning of a
/// segment.
fn first_segment(subject: &Subject<'_>, found: &mut Findings) {
    let span = match subject.scheme {
        Some(scheme) if schemes::is_common(scheme.text) => return,
        Some(scheme) => 0..scheme.text.len() + 1,
        // In RFC 1808 and url-syntax-05 what is no scheme begins a path.
        None => 0..subject.first_segment().find(':').map_or(0, |colon| colon + 1),
    };
    let rest = subject.path.text;
    if !span.is_empty() && !rest.is_empty() && !rest.starts_with('/') {
        let message = "if this is no scheme but part of a segment, \"./\" goes before it";
        let mended = Some(format!("./{}", subject.text));
        found.add(&table::COLON_IN_FIRST_SEGMENT, [span], message, mended);
    }
}

/// Finds a reference like `.//c`, which a base such as `a:/b` turns into `a://c`.
fn like_authority(subject: &Subject<'_>, found: &mut Findings) {
    let path = subject.path;
    if !path.text.contains("//") {
        return;
    }
    let merged = match subject.scheme {
        None if !path.text.starts_with('/') => format!("/{}", path.text),
        _ => path.text.to_owned(),
    };
    if remove_dot_segments(&merged).starts_with("//") {
        let message = match subject.scheme {
            None => "resolved against a base without authority, the path may read as one",
            Some(_) => "without its dot segments the path reads as an authority",
        };
        found.add(&table::PATH_LIKE_AUTHORITY, [path.span()], message, None);
    }
}

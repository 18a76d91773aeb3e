//! References and names that are read as something else: as another kind of reference, or by file systems.

use std::ops::Range;

use urispec::internal::schemes;
use urispec::percent::Decode;
use urispec::remove_dot_segments;

use super::Findings;
use super::authority::is_label;
use super::subject::LintedReference;
use super::table::*;

// References that are read as another kind of reference (sections 3.3, 4.2, 4.5 and 5.4.2).

pub(super) fn look(subject: &LintedReference<'_>, found: &mut Findings) {
    if subject.host.is_some() {
        return;
    }
    if !same_scheme(subject, found) && !suffix(subject, found) {
        first_segment(subject, found);
    }
    like_authority(subject, found);
}

/// Finds a reference like `http:g`, which is a URI to a strict reader and `g` to another.
fn same_scheme(subject: &LintedReference<'_>, found: &mut Findings) -> bool {
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
    found.mend(&SAME_SCHEME_RELATIVE, Some(0..scheme.text.len() + 1), mended);
    true
}

/// Finds a reference like `www.w3.org/Addressing/`, or one with a port, whose name then reads as a
/// scheme.
fn suffix(subject: &LintedReference<'_>, found: &mut Findings) -> bool {
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
    found.say(&SUFFIX_REFERENCE, Some(0..end), message, Some(format!("//{}", subject.text)));
    true
}

fn is_port(text: &str) -> bool {
    matches!(text.len(), 1..=5) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Finds a reference like `this:that`, a URI whose scheme may be meant as the beginning of a
/// segment.
fn first_segment(subject: &LintedReference<'_>, found: &mut Findings) {
    let span = match subject.scheme {
        Some(scheme) if schemes::is_common(scheme.text) => return,
        Some(scheme) => 0..scheme.text.len() + 1,
        // In RFC 1808 and url-syntax-05 what is no scheme begins a path.
        None => 0..subject.first_segment().find(':').map_or(0, |colon| colon + 1),
    };
    let rest = subject.path.text;
    if !span.is_empty() && !rest.is_empty() && !rest.starts_with('/') {
        found.mend(&COLON_IN_FIRST_SEGMENT, [span], Some(format!("./{}", subject.text)));
    }
}

/// Finds a reference like `.//c`, which a base such as `a:/b` turns into `a://c`.
fn like_authority(subject: &LintedReference<'_>, found: &mut Findings) {
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
        found.say(&PATH_LIKE_AUTHORITY, [path.span()], message, None);
    }
}

// Names and characters that mean something to file systems (section 7.3). "Special device names like ".", "..",
// "...", "aux", "lpt", etc.": the document names some, and leaves the others to who knows the system. The others here
// are those of DOS and Windows, where an ending does not count: `aux.txt` is `aux`. What is a dot segment is another
// lint's, and so are escapes that divide segments.

/// The names of devices. Those of [`NUMBERED`] may have a digit after the name.
const DEVICES: [&str; 5] = ["aux", "con", "lpt", "nul", "prn"];
const NUMBERED: [&str; 2] = ["com", "lpt"];

/// The segments that decode to names of devices, and the escapes of special characters elsewhere.
pub(super) fn names(subject: &LintedReference<'_>) -> Vec<Range<usize>> {
    // Without a "/" before it, what follows a scheme is no path of files: `urn:aux`.
    if subject.scheme.is_some() && !subject.path.text.starts_with('/') {
        return Vec::new();
    }
    let spans = subject.segments().flat_map(|segment| match is_device(segment.text) {
        true => vec![segment.span()],
        // A ":" that is not escaped is visible to everybody.
        false => segment.escapes(|octet| matches!(octet, b':' | b'[' | b']')).collect(),
    });
    spans.collect()
}

pub(super) fn is_device(segment: &str) -> bool {
    // Longer ones need not be decoded: three octets for each character, and an ending.
    let stem = segment.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or(segment);
    if stem.len() > 3 * "lpt1".len() {
        return false;
    }
    // Without an escape, only what is as long as a name needs to be compared.
    if !stem.contains('%') && !matches!(stem.len(), 3 | 4) {
        return false;
    }
    let Ok(name) = stem.decode() else { return false };
    let name = name.to_ascii_lowercase();
    // What was escaped may be the dot before an ending.
    let stem = name.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or(&name);
    let numbered = stem.strip_suffix(|digit: char| matches!(digit, '1'..='9'));
    let is_device = |stem| DEVICES.contains(&stem);
    name == "..." || is_device(stem) || numbered.is_some_and(|stem| NUMBERED.contains(&stem))
}

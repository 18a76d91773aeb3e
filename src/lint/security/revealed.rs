//! Hosts that a string has for readers that decode it before they divide it, or that drop what is in front.
//!
//! In: a string in which the URL Standard finds no host, or a path. Out: what stands there once it is decoded,
//! once or twice. The surprising case: `/%09/h` is a path, and `/`, a tab and `/h`, decoded, is the host `h`.

use super::characters::SLASH_LIKE;
use super::decoded::{Decoded, beginning, characters, decoded};
use super::division::{Authority, Division, is_trimmed};
use super::found::Found;
use super::readers::Shown;
use super::subject::Subject;
use super::table::*;
use crate::parts::percent;
use crate::resolve::remove_dot_segments;

pub(super) fn look(subject: &Subject<'_>, found: &mut Found) {
    escaped_host(subject, found);
    let text = subject.text;
    let path = subject.browser.path;
    if text.is_empty()
        || subject.browser.scheme.is_some_and(|_| subject.browser.authority.is_none())
    {
        return;
    }
    let path = if subject.browser.authority.is_some() { path.text } else { text };
    let start = subject.browser.authority.map_or(0, |_| subject.browser.path.start);
    let path = &path[..path.find(['?', '#']).unwrap_or(path.len())];
    slash_like(path, start, found);
    shortened(subject, path, start, found);
    let mut head = beginning(path).to_owned();
    for how in ["once", "twice"] {
        let again = decoded(&head);
        if again == head {
            return;
        }
        head = again;
        let visible = head.trim_start_matches(is_trimmed);
        if let Some(Authority { host, .. }) = Division::by_url_standard(visible).authority
            && !host.text.is_empty()
        {
            let message = format!(
                "who decodes the path {how} before reading it finds the host {}; RFC 3986 and the URL Standard \
                 divide first",
                Shown(host.text)
            );
            found.add(&HOST_IN_PATH, Some(start..start + path.len()), message);
            return;
        }
    }
}

/// Finds letters, digits, `.`, `-`, blanks and controls that are escaped in a host.
fn escaped_host(subject: &Subject<'_>, found: &mut Found) {
    let hosts = subject.hosts().filter(|host| !host.text.starts_with('['));
    let spans = hosts.flat_map(|host| {
        let places = host.text.match_indices('%').filter(move |(at, _)| {
            let octet = percent::triplet(&host.text.as_bytes()[*at..]);
            octet.is_some_and(|octet| {
                octet <= b' '
                    || matches!(octet, b'.' | b'-' | 0x7F)
                    || octet.is_ascii_alphanumeric()
            })
        });
        places.map(move |(at, _)| host.start + at..host.start + at + 3)
    });
    let spans: Vec<_> = spans.collect();
    let message = "under a special scheme the URL Standard decodes a host, and rejects what has a control or a \
                   blank then; RFC 3986 takes the escape for a letter of the name, and many readers do not decode it";
    found.add(&ESCAPED_HOST, spans, message);
}

/// Finds a character that looks like a slash at the beginning of a path, escaped or not, with a name behind it.
fn slash_like(path: &str, start: usize, found: &mut Found) {
    let is_slash = |one: &Decoded| matches!(one.character, '/' | '\\');
    let mut rest = characters(beginning(path)).skip_while(is_slash);
    let Some(Decoded { character, span, .. }) = rest.next() else { return };
    if !SLASH_LIKE.contains(&character) {
        return;
    }
    let name: String = rest.take_while(|one| !is_slash(one)).map(|one| one.character).collect();
    if !name.contains('.') {
        return;
    }
    let message = format!(
        "U+{:04X} looks like \"/\", and some readers make one of it: they find the host {}",
        u32::from(character),
        Shown(&name)
    );
    let span = start + span.start..start + span.end;
    found.cite(&DELIMITER_LOOKALIKE, [span], message, DELIMITER_LOOKALIKE.citations());
}

/// Finds a path that begins with two slashes once its dot segments are removed. Behind an authority only a name
/// with a dot counts: empty segments are frequent there.
fn shortened(subject: &Subject<'_>, path: &str, start: usize, found: &mut Found) {
    let head = beginning(path);
    if !head.starts_with("/.") && !head.contains("/..") {
        return;
    }
    let removed = remove_dot_segments(head);
    let Some(rest) = removed.strip_prefix("//") else { return };
    let name = &rest[..rest.find('/').unwrap_or(rest.len())];
    if name.is_empty() || (subject.browser.authority.is_some() && !name.contains('.')) {
        return;
    }
    let message = format!(
        "who removes the dot segments, and then reads the path alone, finds the host {}; no path without an \
         authority may begin with \"//\"",
        Shown(name)
    );
    found.cite(&HOST_IN_PATH, Some(start..start + path.len()), message, &[PATH]);
}

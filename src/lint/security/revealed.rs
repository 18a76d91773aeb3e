//! Hosts that a string has for readers that decode it before they divide it, or that drop what is in front.
//!
//! In: a string in which the URL Standard finds no host, or a path. Out: what stands there once it is decoded,
//! once or twice. The surprising case: `/%09/h` is a path, and `/`, a tab and `/h`, decoded, is the host `h`.

use super::decoded::{beginning, decoded};
use super::division::{Authority, Division, is_trimmed};
use super::readers::Shown;
use super::table::*;
use super::{Found, Subject};
use crate::percent;

/// Characters that look like a slash, or that readers are known to take for one. No word begins with them.
const SLASH_LIKE: &[char] = &[
    '\u{2044}', '\u{2215}', '\u{29F8}', '\u{2571}', '\u{3031}', '\u{3033}', '\u{3035}', '\u{309D}',
    '\u{30FC}', '\u{FF0F}', '\u{FF3C}', '\u{FF70}',
];

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
    slash_like(path, start, found);
    let head = &path[..path.find(['?', '#']).unwrap_or(path.len())];
    let mut head = beginning(head).to_owned();
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
            let end = path.find(['?', '#']).unwrap_or(path.len());
            found.add(&DECODED_HOST, Some(start..start + end), message);
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

/// Finds a character that looks like a slash at the beginning of a path, with a name behind it.
fn slash_like(path: &str, start: usize, found: &mut Found) {
    let rest = path.trim_start_matches(['/', '\\']);
    let Some(after) = rest.strip_prefix(SLASH_LIKE) else { return };
    let name = &after[..after.find(['/', '\\', '?', '#']).unwrap_or(after.len())];
    if !name.contains('.') {
        return;
    }
    let at = start + path.len() - rest.len();
    let c = rest.chars().next().unwrap_or_default();
    let message = format!(
        "U+{:04X} looks like \"/\", and some readers make one of it: they find the host {}",
        u32::from(c),
        Shown(name)
    );
    found.cite(
        &DELIMITER_LOOKALIKE,
        Some(at..at + c.len_utf8()),
        message,
        DELIMITER_LOOKALIKE.citations(),
    );
}

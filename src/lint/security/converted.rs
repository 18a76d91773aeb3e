//! Characters that some readers convert or remove, and slashes that they count otherwise.

use super::division::{Division, is_removed, is_special, is_trimmed, slashes};
use super::found::Found;
use super::subject::Subject;
use super::table::*;

pub(super) fn look(subject: &Subject<'_>, found: &mut Found) {
    let text = subject.text;
    let scheme = subject.scheme();
    let end = text.find(['?', '#']).unwrap_or(text.len());
    let is_converted = scheme.is_none_or(|one| one == "file" || is_special(one));
    if is_converted {
        let spans = text[..end].match_indices('\\').map(|(at, _)| at..at + 1);
        found.say(&BACKSLASH, spans, || {
            format!("\"\\\" is read as \"/\" by some: {}", subject.readers())
        });
    } else if let Some(authority) = subject.letter.authority {
        let places = authority.whole.text.match_indices('\\').map(|(at, _)| at);
        let spans = places.map(|at| authority.whole.start + at..authority.whole.start + at + 1);
        found.say(&BACKSLASH, spans, || {
            format!("\"\\\" ends the host for some, whatever the scheme: {}", subject.readers())
        });
    }
    let trimmed = text.trim_matches(is_trimmed);
    let start = text.len() - text.trim_start_matches(is_trimmed).len();
    let removed = trimmed.match_indices(is_removed).map(|(at, _)| start + at..start + at + 1);
    found.say(&REMOVED, removed, || {
        format!("tabs and line breaks are removed by some: {}", subject.readers())
    });
    edges(subject, found);
    count(subject, scheme, found);
    relative(subject, found);
}

/// Finds what is removed from the ends: by the URL Standard C0 controls and spaces, by many languages
/// white space of all kinds.
fn edges(subject: &Subject<'_>, found: &mut Found) {
    let text = subject.text;
    let is_edge = |c: char| is_trimmed(c) || c.is_whitespace();
    let start = text.len() - text.trim_start_matches(is_edge).len();
    let end = text.trim_end_matches(is_edge).len();
    if start > end {
        return;
    }
    let spans = [0..start, end..text.len()].into_iter().filter(|span| !span.is_empty());
    let message = "the URL Standard removes controls and spaces at the ends, many languages all white \
                   space, and RFC 3986 nothing";
    found.add(&TRIMMED, spans, message);
}

/// Finds a scheme like http that is not followed by two slashes.
fn count(subject: &Subject<'_>, scheme: Option<&str>, found: &mut Found) {
    let (Some(name), Some(scheme)) = (scheme, subject.browser.scheme) else { return };
    let start = scheme.span().end + 1;
    let rest = &subject.text[start..];
    let (count, end) = slashes(rest, |c| matches!(c, '/' | '\\'), true);
    if !is_special(name) || count == 2 || rest[end..].is_empty() {
        return;
    }
    let number = match count {
        0 => "no slash follows".to_owned(),
        1 => "one slash follows".to_owned(),
        _ => format!("{count} slashes follow"),
    };
    let same = if count < 2 { ", if no base has the same scheme" } else { "" };
    let message = format!("{number} the scheme: {}{same}", subject.readers());
    found.add(&SLASHES, Some(scheme.start..start + end), message);
}

/// Finds a host in a string that has no scheme.
fn relative(subject: &Subject<'_>, found: &mut Found) {
    let Division { scheme: None, authority: Some(authority), .. } = subject.browser else { return };
    if authority.host.text.is_empty() {
        return;
    }
    let message = format!("the string is no path: {}", subject.readers());
    found.add(&SCHEME_RELATIVE, [authority.whole.span()], message);
    let (count, end) = slashes(subject.text, |c| matches!(c, '/' | '\\'), true);
    if count > 2 {
        let message = format!("{count} slashes begin the string: {}", subject.readers());
        found.add(&SLASHES, Some(0..end), message);
    }
}

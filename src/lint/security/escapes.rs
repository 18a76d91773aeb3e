//! Paths that lead upwards for those who decode them early, twice, or with other rules.

use std::ops::Range;

use super::decoded::{Decoded, characters};
use super::found::Found;
use super::subject::Subject;
use super::table::*;
use crate::parts::percent;

pub(super) fn look(subject: &Subject<'_>, found: &mut Found) {
    let text = subject.text;
    // The authority of the other reader may be a path for this one.
    let start = subject.letter.path.start.min(subject.browser.path.start);
    let end = subject.letter.end.max(subject.browser.end).max(start);
    segments(&text[start..end], start, found);
    twice(&text[start..end], start, found);
    overlong(text, found);
    let unicode = text.match_indices(['u', 'U']).map(|(at, _)| at).filter(|at| {
        let digits = text.as_bytes().get(at + 1..at + 5);
        at.checked_sub(1).is_some_and(|before| text.as_bytes()[before] == b'%')
            && digits.is_some_and(|four| four.iter().all(u8::is_ascii_hexdigit))
    });
    let message = "some readers take it for one character; RFC 3986 and the URL Standard know no such \
                   escape";
    found.add(&PERCENT_U, unicode.map(|at| at - 1..at + 5), message);
}

/// A delimiter of segments, as it is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    /// A slash, or an end of the path.
    Plain,
    /// An escaped slash, a backslash, or an escaped one.
    Other,
}

/// Finds the segments that are `.` or `..`, and are not written so. A slash may be escaped, and so may be a
/// backslash.
fn segments(path: &str, offset: usize, found: &mut Found) {
    let bytes = path.as_bytes();
    let (mut start, mut before) = (0, Edge::Plain);
    let mut at = 0;
    while start <= bytes.len() {
        let (after, length) = match bytes.get(at) {
            None => (Edge::Plain, 1),
            Some(b'/') => (Edge::Plain, 1),
            Some(b'\\') => (Edge::Other, 1),
            Some(b'%') if matches!(percent::triplet(&bytes[at..]), Some(b'/' | b'\\')) => {
                (Edge::Other, 3)
            }
            Some(_) => {
                at += 1;
                continue;
            }
        };
        let edges =
            if before == Edge::Other || after == Edge::Other { Edge::Other } else { Edge::Plain };
        // A last `%2e` leads nowhere.
        let is_last = at >= bytes.len() && edges == Edge::Plain;
        if !(is_last && path[start..].eq_ignore_ascii_case("%2e")) {
            segment(&path[start..at], offset + start, edges, found);
        }
        before = after;
        at += length;
        start = at;
    }
}

fn segment(text: &str, start: usize, edges: Edge, found: &mut Found) {
    let semicolon = text.find(';').map(|at| (at, 1));
    let escaped = text.find("%3B").or_else(|| text.find("%3b")).map(|at| (at, 3));
    let parameter = semicolon.or(escaped);
    let name = &text[..parameter.map_or(text.len(), |(at, _)| at)];
    if !name.bytes().all(|byte| b".%2eE0aAdD9".contains(&byte)) {
        return;
    }
    let visible = ["%09", "%0a", "%0A", "%0d", "%0D"]
        .iter()
        .fold(name.to_owned(), |name, white| name.replace(white, ""));
    let has_white = visible.len() < name.len();
    let dots = match visible.to_ascii_lowercase().as_str() {
        "." | "%2e" => ".",
        ".." | ".%2e" | "%2e." | "%2e%2e" => "..",
        _ => return,
    };
    let span = start..start + text.len();
    if parameter.is_some() {
        let message = format!(
            "some servers drop the parameter and take the segment for \"{dots}\"; for RFC 3986 and the \
             URL Standard it is a name"
        );
        found.add(&DOT_PARAMETER, [span.clone()], message);
    }
    if has_white {
        let message = format!(
            "a reader that decodes the segment, and removes tabs and line breaks, finds \"{dots}\""
        );
        found.cite(&ESCAPED_DOTS, [span], message, &[BACK_END]);
    } else if name.contains('%') || edges == Edge::Other {
        let message = format!(
            "a reader that decodes escapes before it splits the path finds the segment \"{dots}\"; RFC 3986 removes only \"{dots}\" \
             between \"/\", the URL Standard also \"%2e\" and, in http, between \"\\\""
        );
        found.add(&ESCAPED_DOTS, [span], message);
    }
}

/// An escape that one decoding has made, as far as it was read.
struct Begun {
    start: usize,
    /// Whether a character of it was escaped.
    is_escaped: bool,
    /// The first digit after the `%`, or after each `25` that follows the `%`.
    high: Option<u32>,
}

/// Finds what is a dot, a slash, a backslash, a `;` or a control once it is decoded twice or more often:
/// `%252e`, `%25252e`, and `%%32%65`, whose digits are escaped.
fn twice(path: &str, offset: usize, found: &mut Found) {
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut begun: Option<Begun> = None;
    for Decoded { character, span, is_escaped } in characters(path) {
        let before = begun.take();
        if character == '%' {
            begun = Some(Begun { start: span.start, is_escaped, high: None });
            continue;
        }
        let (Some(escape), Some(digit)) = (before, character.to_digit(16)) else { continue };
        let is_escaped = escape.is_escaped || is_escaped;
        match escape.high {
            None => begun = Some(Begun { is_escaped, high: Some(digit), ..escape }),
            // One decoding more makes another "%" of it.
            Some(2) if digit == 5 => begun = Some(Begun { is_escaped, high: None, ..escape }),
            Some(high) => {
                let octet = (high * 16 + digit) as u8;
                let is_delimiter = octet.is_ascii_control() || b"./\\;".contains(&octet);
                if is_delimiter && is_escaped {
                    spans.push(offset + escape.start..offset + span.end);
                }
            }
        }
    }
    let message =
        "a reader that decodes twice finds a delimiter or a control; RFC 3986 decodes once";
    found.add(&DOUBLE_ESCAPE, spans, message);
}

/// Finds the dots, slashes, backslashes, NULs and line breaks that are escaped in more octets of UTF-8 than
/// they have. Octets of other encodings look like the rest.
fn overlong(text: &str, found: &mut Found) {
    let spans = text.match_indices('%').filter_map(|(at, _)| {
        let mut octets = [0; 4];
        for (place, octet) in octets.iter_mut().enumerate() {
            let rest = text.as_bytes().get(at + 3 * place..).unwrap_or_default();
            *octet = percent::triplet(rest).unwrap_or(0);
        }
        let tail = |octet: u8| (0x80..=0xBF).contains(&octet).then_some(octet & 0x3F);
        let (character, count) = match octets {
            [lead @ (0xC0 | 0xC1), last, ..] => ((lead & 1) << 6 | tail(last)?, 2),
            [0xE0, middle @ (0x80 | 0x81), last, _] => ((middle & 1) << 6 | tail(last)?, 3),
            [0xF0, 0x80, middle @ (0x80 | 0x81), last] => ((middle & 1) << 6 | tail(last)?, 4),
            _ => return None,
        };
        b"\0\r\n./\\".contains(&character).then_some(at..at + 3 * count)
    });
    let message =
        "a decoder that is not strict makes a delimiter of it; in UTF-8 the octets are nothing";
    found.add(&OVERLONG, spans, message);
}

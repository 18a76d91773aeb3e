//! What escapes turn into for who decodes them early, twice, or without looking.

use urispec::remove_dot_segments;

use super::characters::SLASH_LIKE;
use super::division::{Authority, Division, Shown, TwoReadings, is_trimmed};
use super::*;

// Paths that lead upwards for those who decode them early, twice, or with other rules.

pub(super) fn look(subject: &TwoReadings<'_>, found: &mut FindingList) {
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
    found.add(&PERCENT_U, unicode.map(|at| at - 1..at + 5));
}

/// Finds the segments that are `.` or `..`, and are not written so. A slash may be escaped, and so may be a
/// backslash.
fn segments(path: &str, offset: usize, found: &mut FindingList) {
    let bytes = path.as_bytes();
    // Whether a delimiter is another than a slash or an end of the path.
    let (mut start, mut at, mut before) = (0, 0, false);
    while start <= bytes.len() {
        let (after, length) = match bytes.get(at) {
            None | Some(b'/') => (false, 1),
            Some(b'\\') => (true, 1),
            Some(b'%') if matches!(percent::triplet(&bytes[at..]), Some(b'/' | b'\\')) => (true, 3),
            Some(_) => {
                at += 1;
                continue;
            }
        };
        let is_odd = before || after;
        // A last `%2e` leads nowhere.
        let is_last = at >= bytes.len() && !is_odd;
        if !(is_last && path[start..].eq_ignore_ascii_case("%2e")) {
            segment(&path[start..at], offset + start, is_odd, found);
        }
        before = after;
        at += length;
        start = at;
    }
}

fn segment(text: &str, start: usize, is_odd: bool, found: &mut FindingList) {
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
        found.say(&DOT_PARAMETER, [span.clone()], message);
    }
    if has_white {
        let message = format!(
            "a reader that decodes the segment, and removes tabs and line breaks, finds \"{dots}\""
        );
        found.cite(&ESCAPED_DOTS, [span], message, &[BACK_END]);
    } else if name.contains('%') || is_odd {
        let message = format!(
            "a reader that decodes escapes before it splits the path finds the segment \"{dots}\"; RFC 3986 removes only \"{dots}\" \
             between \"/\", the URL Standard also \"%2e\" and, in http, between \"\\\""
        );
        found.say(&ESCAPED_DOTS, [span], message);
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
fn twice(path: &str, offset: usize, found: &mut FindingList) {
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
    found.add(&DOUBLE_ESCAPE, spans);
}

/// Finds the dots, slashes, backslashes, NULs and line breaks that are escaped in more octets of UTF-8 than
/// they have. Octets of other encodings look like the rest.
fn overlong(text: &str, found: &mut FindingList) {
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
    found.add(&OVERLONG, spans);
}

// The characters of a string, those that are escaped among them.

pub(super) struct Decoded {
    pub(super) character: char,
    pub(super) span: Range<usize>,
    pub(super) is_escaped: bool,
}

pub(super) fn characters(text: &str) -> impl Iterator<Item = Decoded> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let character = rest.chars().next()?;
            if percent::triplet(rest.as_bytes()).is_none() {
                let span = at..at + character.len_utf8();
                at = span.end;
                return Some(Decoded { character, span, is_escaped: false });
            }
            let triplets = (0..4).map_while(|at| percent::triplet(rest.as_bytes().get(at * 3..)?));
            let mut octets = [0; 4];
            let count = octets.iter_mut().zip(triplets).map(|(to, octet)| *to = octet).count();
            let valid = octets[..count].utf8_chunks().next().map_or("", |chunk| chunk.valid());
            if let Some(character) = valid.chars().next() {
                let span = at..at + 3 * character.len_utf8();
                at = span.end;
                return Some(Decoded { character, span, is_escaped: true });
            }
            at += 3;
        }
    })
}

/// As much of a text as is decoded to look for a host: no name of one is longer, even with each letter escaped
/// twice. A text that cannot be cut there is taken whole.
pub(super) fn beginning(text: &str) -> &str {
    text.get(..2048).unwrap_or(text)
}

/// A text, decoded once; what is not UTF-8 is left out.
pub(super) fn decoded(text: &str) -> String {
    characters(text).map(|one| one.character).collect()
}

// Hosts that a string has for readers that decode it before they divide it, or that drop what is in front: `/%09/h` is a path,
// and `/`, a tab and `/h`, decoded, is the host `h`.

pub(super) fn revealed(subject: &TwoReadings<'_>, found: &mut FindingList) {
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
            found.say(&HOST_IN_PATH, Some(start..start + path.len()), message);
            return;
        }
    }
}

/// Finds letters, digits, `.`, `-`, blanks and controls that are escaped in a host.
fn escaped_host(subject: &TwoReadings<'_>, found: &mut FindingList) {
    let is_of_host = |octet: u8| {
        octet <= b' ' || matches!(octet, b'.' | b'-' | 0x7F) || octet.is_ascii_alphanumeric()
    };
    let hosts = subject.hosts().filter(|host| !host.text.starts_with('['));
    let spans = hosts.flat_map(|host| host.escapes(is_of_host));
    found.add(&ESCAPED_HOST, spans);
}

/// Finds a character that looks like a slash at the beginning of a path, escaped or not, with a name behind it.
fn slash_like(path: &str, start: usize, found: &mut FindingList) {
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
    found.cite(&DELIMITER_LOOKALIKE, [span], message, DELIMITER_LOOKALIKE.citations);
}

/// Finds a path that begins with two slashes once its dot segments are removed. Behind an authority only a name
/// with a dot counts: empty segments are frequent there.
fn shortened(subject: &TwoReadings<'_>, path: &str, start: usize, found: &mut FindingList) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn once_and_in_place() {
        let all = |text| characters(text).map(|one| (one.character, one.span)).collect::<Vec<_>>();
        assert_eq!(all("a%2e"), [('a', 0..1), ('.', 1..4)]);
        assert_eq!(all("%E2%80%AEé%"), [('\u{202E}', 0..9), ('é', 9..11), ('%', 11..12)]);
        assert_eq!(all("%252e"), [('%', 0..3), ('2', 3..4), ('e', 4..5)]);
        assert_eq!(all("%C0%AF%ff%E2%80x"), [('x', 15..16)]);
        assert_eq!(decoded("%E2%82%AC%"), "€%");
    }
}

//! Lints of characters and of their escapes.

use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;
use urispec::remove_dot_segments;

use super::division::{
    Authority, Division, Shown, Standard, TwoReadings, is_removed, is_special, is_trimmed, slashes,
};
use super::schemes::entities;
use super::*;
use crate::subject::Excerpt;

// Invisible characters with an effect, and characters that readers convert to delimiters or remove. They are found both
// literally and percent-encoded, since programs decode a URL before they display it.

/// Characters that look like a slash, or that some readers read as a slash. No word begins with one of them.
pub(super) const SLASH_LIKE: &[char] = &[
    '\u{2044}', '\u{2215}', '\u{29F8}', '\u{2571}', '\u{3031}', '\u{3033}', '\u{3035}', '\u{309D}',
    '\u{30FC}', '\u{FF0F}', '\u{FF3C}', '\u{FF70}',
];

/// The delimiters between parts of a URL, and between labels of a name.
const DELIMITERS: &[char] = &['.', '/', '\\', ':', '@', '?', '#', '[', ']', '%'];

pub(super) fn look(subject: &TwoReadings<'_>, found: &mut FindingList) {
    let text = subject.text;
    let start = text.len() - text.trim_start_matches(is_trimmed).len();
    let end = text.trim_end_matches(is_trimmed).len();
    let authorities: Vec<_> = subject.authorities().map(|one| one.whole.span()).collect();
    let in_authority =
        |span: &Range<usize>| authorities.iter().any(|one| one.contains(&span.start));
    let path_end = subject.letter.end.max(subject.browser.end);
    // Line breaks in a query and a fragment are left to other lints.
    let query_start = text.find(['?', '#']).unwrap_or(text.len());
    let mut before = None;
    for Decoded { character, span, is_escaped } in characters(text) {
        let pair = before.replace((character, span.start));
        if let Some((first, start)) = pair
            && is_cut_line_break([first, character])
        {
            let message = format!(
                "a reader that truncates U+{:04X} and U+{:04X} to eight bits turns them into a line break",
                u32::from(first),
                u32::from(character)
            );
            found.say(&LINE_BREAK, Some(start..span.end), message);
        }
        match character {
            '\0' => {
                found.add(&NUL, [span]);
            }
            '\r' | '\n' if is_escaped && span.start < query_start => {
                let message = "a program that decodes the line break and writes it into a header or a protocol line begins a new line";
                found.say(&LINE_BREAK, [span], message);
            }
            // Characters at the ends are left to another lint.
            c if c.is_control()
                && !is_escaped
                && !is_removed(c)
                && (start..end).contains(&span.start) =>
            {
                found.add(&CONTROL, [span]);
            }
            c if c.is_ascii() => {}
            c if is_bidi(c) => {
                let message =
                    format!("U+{:04X} changes the order in which the text is displayed", c as u32);
                found.say(&BIDI, [span], message);
            }
            c if is_invisible(c) && (in_authority(&span) || !is_of_scripts(c)) => {
                let (what, citations) = match subject.standard(&span) {
                    Standard::Domain if is_ignored(c) => {
                        ("; in a host the URL Standard removes it", INVISIBLE.citations)
                    }
                    Standard::Opaque if !is_escaped => {
                        ("; under such a scheme the URL Standard escapes it", &[URL_SECURITY][..])
                    }
                    _ => ("", &[URL_SECURITY][..]),
                };
                let message = format!("U+{:04X} is invisible{what}", c as u32);
                found.cite(&INVISIBLE, [span], message, citations);
            }
            c if in_authority(&span) => delimiter(subject, c, span, found),
            c if span.start < path_end => {
                let mapped: String = [c].into_iter().nfkc().collect();
                if matches!(&*mapped, "." | ".." | "/" | "\\") {
                    add_mapped(c, &mapped, span, &[], found);
                }
            }
            _ => {}
        }
    }
}

/// Returns whether two characters beyond ASCII become a line break if each of them is truncated to an octet. No word
/// contains such a pair.
pub(super) fn is_cut_line_break(both: [char; 2]) -> bool {
    let octets = both.map(|c| (u32::from(c) & 0xFF) as u8);
    both.iter().all(|c| u32::from(*c) > 0xFF) && matches!(&octets, b"\r\n" | b"\n\r")
}

/// Finds a character of an authority that some readers convert to a delimiter.
fn delimiter(subject: &TwoReadings<'_>, c: char, span: Range<usize>, found: &mut FindingList) {
    let mapped: String = [c].into_iter().nfkc().collect();
    // UTS 46 maps an ideographic full stop to a dot, unlike NFKC.
    let mapped = mapped.replace('\u{3002}', ".");
    if mapped.contains(DELIMITERS) {
        // UTS 46 and "IDNA" apply to domains.
        let is_domain = subject.standard(&span) == Standard::Domain;
        let citations = if is_domain { MAPPED_DELIMITER.citations } else { &[] };
        add_mapped(c, &mapped, span, citations, found);
        return;
    }
    let looks: String = skeleton(c.encode_utf8(&mut [0; 4])).collect();
    if SLASH_LIKE.contains(&c) && follows_name(subject, span.start) {
        let message = format!("U+{:04X} looks like \"/\", but is not a delimiter", c as u32);
        found.say(&DELIMITER_LOOKALIKE, [span], message);
    } else if !c.is_alphanumeric() && looks.chars().count() == 1 && looks.contains(DELIMITERS) {
        let message = format!("U+{:04X} looks like \"{looks}\", but is not a delimiter", c as u32);
        found.say(&DELIMITER_LOOKALIKE, [span], message);
    }
}

/// Returns whether an ASCII name with a dot comes right before an offset. A kana mark in a word follows kana.
fn follows_name(subject: &TwoReadings<'_>, at: usize) -> bool {
    let before = &subject.text[..at];
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    let name = &before[before.trim_end_matches(is_of_name).len()..];
    name.contains('.') && name.ends_with(|c: char| c.is_ascii_alphanumeric())
}

fn add_mapped(
    c: char,
    mapped: &str,
    span: Range<usize>,
    citations: &[Citation],
    found: &mut FindingList,
) {
    let message = format!(
        "U+{:04X} becomes \"{mapped}\" by NFKC: readers that map the string before they split it, and readers that split it first, find different parts",
        c as u32
    );
    found.cite(&MAPPED_DELIMITER, [span], message, citations);
}

/// Returns whether an invisible character is part of the spelling of words and emoji: joiners, soft hyphens, and variation
/// selectors.
const fn is_of_scripts(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200C}' | '\u{200D}' | '\u{180B}'..='\u{180F}' | '\u{FE00}'..='\u{FE0F}')
        || matches!(c, '\u{E0020}'..='\u{E007F}' | '\u{E0100}'..='\u{E01EF}')
}

/// Returns whether UTS 46 ignores the character in a name.
pub(super) const fn is_ignored(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{34F}' | '\u{180B}'..='\u{180D}' | '\u{180F}' | '\u{200B}' | '\u{2060}'
    ) || matches!(c, '\u{2064}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}

// Characters that some readers convert or remove, and slashes that readers count differently.

pub(super) fn converted(subject: &TwoReadings<'_>, found: &mut FindingList) {
    let text = subject.text;
    let scheme = subject.scheme();
    let end = text.find(['?', '#']).unwrap_or(text.len());
    let is_converted = scheme.is_none_or(|one| one == "file" || is_special(one));
    let is_backslash = |one| one == '\\';
    if is_converted {
        let spans = Excerpt { text: &text[..end], start: 0 }.each(is_backslash);
        found.say_lazily(&BACKSLASH, spans, || {
            format!("some readers read \"\\\" as \"/\": {}", subject.readers())
        });
    } else if let Some(authority) = subject.letter.authority {
        found.say_lazily(&BACKSLASH, authority.whole.each(is_backslash), || {
            format!("for some readers \"\\\" ends the host under any scheme: {}", subject.readers())
        });
    }
    let start = text.len() - text.trim_start_matches(is_trimmed).len();
    let trimmed = Excerpt { text: text.trim_matches(is_trimmed), start };
    found.say_lazily(&REMOVED, trimmed.each(is_removed), || {
        format!("some readers remove tabs and line breaks: {}", subject.readers())
    });
    edges(subject, found);
    count(subject, scheme, found);
    relative(subject, found);
}

/// Finds characters that readers remove from the beginning and the end of a string. The URL Standard removes C0
/// controls and spaces, and many languages remove all kinds of white space.
fn edges(subject: &TwoReadings<'_>, found: &mut FindingList) {
    let text = subject.text;
    let is_edge = |c: char| is_trimmed(c) || c.is_whitespace();
    let start = text.len() - text.trim_start_matches(is_edge).len();
    let end = text.trim_end_matches(is_edge).len();
    if start > end {
        return;
    }
    let spans = [0..start, end..text.len()].into_iter().filter(|span| !span.is_empty());
    found.add(&TRIMMED, spans);
}

/// Finds a special scheme of the URL Standard, other than `file`, that is not followed by exactly two slashes.
fn count(subject: &TwoReadings<'_>, scheme: Option<&str>, found: &mut FindingList) {
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
    found.say(&SLASHES, Some(scheme.start..start + end), message);
}

fn relative(subject: &TwoReadings<'_>, found: &mut FindingList) {
    let Division { scheme: None, authority: Some(authority), .. } = subject.browser else { return };
    if authority.host.text.is_empty() {
        return;
    }
    let message = format!("the string is not a path: {}", subject.readers());
    found.say(&SCHEME_RELATIVE, [authority.whole.span()], message);
    let (count, end) = slashes(subject.text, |c| matches!(c, '/' | '\\'), true);
    if count > 2 {
        let message = format!("{count} slashes begin the string: {}", subject.readers());
        found.say(&SLASHES, Some(0..end), message);
    }
}

// Invisible characters.

/// Returns whether a character changes the direction of the following text (`Bidi_Control` in Unicode).
pub(super) const fn is_bidi(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Returns whether a character is invisible: `Bidi_Control`, most of `Default_Ignorable_Code_Point`, and the marks of
/// interlinear annotation.
#[rustfmt::skip]
pub(super) const fn is_invisible(c: char) -> bool {
    is_bidi(c) || matches!(
        c,
        '\u{AD}' | '\u{34F}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}'
    )
}

// Escapes that are dangerous if they are decoded early, twice, or without checks: paths that lead upwards for some readers.

pub(super) fn look_escapes(subject: &TwoReadings<'_>, found: &mut FindingList) {
    let text = subject.text;
    // The authority of one reader may be a path for the other.
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

/// Finds path segments that only some readers read as `.` or `..`. The delimiters around a segment may be escaped.
fn segments(path: &str, offset: usize, found: &mut FindingList) {
    let bytes = path.as_bytes();
    // Whether a delimiter is something other than a slash or an end of the path.
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
        // A final `%2e` leads nowhere.
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
            "some servers drop the parameter and read the segment as \"{dots}\"; RFC 3986 and the URL Standard read the whole segment as a name"
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
            "a reader that decodes escapes before it splits the path finds the segment \"{dots}\"; RFC 3986 removes only a literal \"{dots}\" between two \"/\"; the URL Standard also reads \"%2e\" as a dot and, in http, \"\\\" as \"/\""
        );
        found.say(&ESCAPED_DOTS, [span], message);
    }
}

/// The beginning of an escape in a text that has been decoded once.
struct Begun {
    start: usize,
    /// Whether a character of the escape was itself escaped.
    is_escaped: bool,
    /// The first digit of the escape, if it was read. It follows the `%`, or a `25` after the `%`.
    high: Option<u32>,
}

/// Finds characters that become a dot, a slash, a backslash, a `;` or a control if they are decoded at least twice:
/// `%252e`, `%25252e`, and `%%32%65`, whose digits are escaped.
fn twice(path: &str, offset: usize, found: &mut FindingList) {
    if memchr::memchr(b'%', path.as_bytes()).is_none() {
        return;
    }
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
            // Another decoding turns this escape into another "%".
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

/// Finds dots, slashes, backslashes, NULs and line breaks that are escaped as overlong UTF-8. Overlong forms of other
/// characters are not reported, since they look like octets of other encodings.
fn overlong(text: &str, found: &mut FindingList) {
    let spans = text.match_indices('%').filter_map(|(at, _)| {
        let mut octets = [0; 6];
        for (place, octet) in octets.iter_mut().enumerate() {
            let rest = text.as_bytes().get(at + 3 * place..).unwrap_or_default();
            *octet = percent::triplet(rest).unwrap_or(0);
        }
        let tail = |octet: u8| (0x80..=0xBF).contains(&octet).then_some(octet & 0x3F);
        let (character, count) = match octets {
            [lead @ (0xC0 | 0xC1), last, ..] => ((lead & 1) << 6 | tail(last)?, 2),
            [0xE0, middle @ (0x80 | 0x81), last, ..] => ((middle & 1) << 6 | tail(last)?, 3),
            [0xF0, 0x80, middle @ (0x80 | 0x81), last, ..] => ((middle & 1) << 6 | tail(last)?, 4),
            [0xF8, 0x80, 0x80, middle @ (0x80 | 0x81), last, _] => {
                ((middle & 1) << 6 | tail(last)?, 5)
            }
            [0xFC, 0x80, 0x80, 0x80, middle @ (0x80 | 0x81), last] => {
                ((middle & 1) << 6 | tail(last)?, 6)
            }
            _ => return None,
        };
        b"\0\r\n./\\".contains(&character).then_some(at..at + 3 * count)
    });
    found.add(&OVERLONG, spans);
}

// The characters of a string, including the escaped ones.

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

/// Returns a prefix of a text, in which decoded hosts are searched for. The prefix is longer than any host, even if
/// each letter of the host is escaped twice. If the prefix would end within a character, the whole text is returned.
pub(super) fn beginning(text: &str) -> &str {
    text.get(..2048).unwrap_or(text)
}

/// Decodes a text once, and omits octets that are not UTF-8.
pub(super) fn decoded(text: &str) -> String {
    characters(text).map(|one| one.character).collect()
}

// Hosts that a string has for readers that decode it before they split it, or that drop its beginning: `/%09/h` is a path,
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
    referenced(subject, path, start, found);
    let mut head = beginning(path).to_owned();
    for how in ["once", "twice"] {
        if memchr::memchr(b'%', head.as_bytes()).is_none() {
            return;
        }
        let again = decoded_in_place(&head);
        if again == head {
            return;
        }
        head = again;
        let visible = head.trim_start_matches(is_trimmed);
        if let Some(Authority { host, .. }) = Division::by_url_standard(visible).authority
            && is_host(host.text)
        {
            let message = format!(
                "a reader that decodes the path {how} before splitting it finds the host {}; RFC 3986 and the URL Standard \
                 split first",
                Shown(host.text)
            );
            found.say(&HOST_IN_PATH, Some(start..start + path.len()), message);
            return;
        }
    }
}

/// Finds a host in a string without one, once the character references of HTML are decoded: `&sol;&sol;h`.
fn referenced(subject: &TwoReadings<'_>, path: &str, start: usize, found: &mut FindingList) {
    let head = beginning(path);
    let has_host = subject.browser.authority.is_some();
    if has_host || memchr::memchr(b'&', head.as_bytes()).is_none() {
        return;
    }
    let decoded = entities(head);
    if let Some(Authority { host, .. }) = Division::by_url_standard(&decoded).authority
        && is_host(host.text)
        && decoded != head
    {
        let message = format!(
            "a reader that decodes the character references of HTML finds the host {}",
            Shown(host.text)
        );
        found.cite(&HOST_IN_PATH, Some(start..start + path.len()), message, &[]);
    }
}

/// Returns whether a text may be a host: it has something other than dots.
pub(super) fn is_host(text: &str) -> bool {
    text.contains(|c| c != '.')
}

/// Finds escapes in a host, except those of delimiters and of characters beyond ASCII, which other lints report.
fn escaped_host(subject: &TwoReadings<'_>, found: &mut FindingList) {
    let hosts = subject.hosts().filter(|host| !host.text.starts_with('['));
    for host in hosts.filter(|host| host.text.contains('%')) {
        let delimiters = b":/?#[]@\\";
        let ascii = host.escapes(|octet| octet.is_ascii() && !delimiters.contains(&octet));
        found.add(&ESCAPED_HOST, ascii);
        found.add(&ESCAPED_HOST, malformed(&host));
    }
}

/// Returns the spans of the escapes whose octets are not UTF-8.
fn malformed(host: &Excerpt<'_>) -> Vec<Range<usize>> {
    let mut end = 0;
    let mut spans = Vec::new();
    let length = host.text.len();
    let ends = characters(host.text).map(|one| one.span).chain(Some(length..length));
    for span in ends {
        spans.extend((end..span.start).step_by(3).map(|at| host.start + at..host.start + at + 3));
        end = span.end;
    }
    spans
}

/// Decodes a text once. An octet that is not UTF-8 becomes U+FFFD, and so stays between its neighbors.
fn decoded_in_place(text: &str) -> String {
    let mut end = 0;
    let mut decoded = String::with_capacity(text.len());
    for Decoded { character, span, .. } in characters(text) {
        decoded.extend((end..span.start).step_by(3).map(|_| char::REPLACEMENT_CHARACTER));
        decoded.push(character);
        end = span.end;
    }
    decoded
}

/// Finds a slash-like character, escaped or not, at the beginning of a path, if a name follows it.
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
        "U+{:04X} looks like \"/\", and some readers convert it to one: they find the host {}",
        u32::from(character),
        Shown(&name)
    );
    let span = start + span.start..start + span.end;
    found.cite(&DELIMITER_LOOKALIKE, [span], message, DELIMITER_LOOKALIKE.citations);
}

/// Finds a path that begins with two slashes after its dot segments are removed. If the string has an authority, a name
/// with a dot must follow the two slashes, since empty segments are frequent in such a path.
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
        "a reader that removes the dot segments and then parses the path alone finds the host {}; no path without an \
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

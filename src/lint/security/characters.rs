//! Characters that act without being seen, and characters that readers turn into delimiters.
//!
//! These characters are found both as they stand and percent-encoded, since programs decode a URL
//! before they show it to people.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;

use super::decoded::{Decoded, characters};
use super::division::{is_removed, is_trimmed};
use super::found::Found;
use super::invisible::{is_bidi, is_invisible};
use super::subject::{Standard, Subject};
use super::table::*;
use crate::lint::Citation;

/// Characters that look like a slash, or that readers are known to take for one. No word begins with them.
pub(super) const SLASH_LIKE: &[char] = &[
    '\u{2044}', '\u{2215}', '\u{29F8}', '\u{2571}', '\u{3031}', '\u{3033}', '\u{3035}', '\u{309D}',
    '\u{30FC}', '\u{FF0F}', '\u{FF3C}', '\u{FF70}',
];

/// What stands between two parts of a URL, or between two labels of a name.
const DELIMITERS: &[char] = &['.', '/', '\\', ':', '@', '?', '#', '[', ']', '%'];

pub(super) fn look(subject: &Subject<'_>, found: &mut Found) {
    let text = subject.text;
    let start = text.len() - text.trim_start_matches(is_trimmed).len();
    let end = text.trim_end_matches(is_trimmed).len();
    let authorities: Vec<_> = subject.authorities().map(|one| one.whole.span()).collect();
    let in_authority =
        |span: &Range<usize>| authorities.iter().any(|one| one.contains(&span.start));
    let path_end = subject.letter.end.max(subject.browser.end);
    let query_start = subject.letter.end;
    // A fragment is not sent.
    let sent_end = text.find('#').unwrap_or(text.len());
    let mut before = None;
    for Decoded { character, span, is_escaped } in characters(text) {
        let pair = before.replace((character, span.start));
        if let Some((first, start)) = pair
            && is_cut_line_break([first, character])
        {
            let message = format!(
                "a reader that keeps eight bits of U+{:04X} and U+{:04X} makes a line break of them",
                u32::from(first),
                u32::from(character)
            );
            found.add(&LINE_BREAK, Some(start..span.end), message);
        }
        match character {
            '\0' => {
                let message = "a NUL ends the string for who reads it as C does";
                found.add(&NUL, [span], message);
            }
            '\r' | '\n' if is_escaped && span.start < sent_end => {
                line_break(subject, span, query_start, found);
            }
            // What stands at the ends is another lint's.
            c if c.is_control()
                && !is_escaped
                && !is_removed(c)
                && (start..end).contains(&span.start) =>
            {
                let message = "a control stands in no URI; some readers escape it, some remove it, some \
                               send it as it is";
                found.add(&CONTROL, [span], message);
            }
            c if c.is_ascii() => {}
            c if is_bidi(c) => {
                let message =
                    format!("U+{:04X} changes the order in which the text is seen", c as u32);
                found.add(&BIDI, [span], message);
            }
            c if is_invisible(c) && (in_authority(&span) || !is_of_scripts(c)) => {
                let (what, citations) = match subject.standard(&span) {
                    Standard::Domain if is_ignored(c) => {
                        ("; in a host the URL Standard removes it", INVISIBLE.citations())
                    }
                    Standard::Opaque if !is_escaped => {
                        ("; under such a scheme the URL Standard escapes it", &[URL_SECURITY][..])
                    }
                    _ => ("", &[URL_SECURITY][..]),
                };
                let message = format!("U+{:04X} is not seen{what}", c as u32);
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

/// Whether two characters beyond ASCII are a line break for who cuts each to an octet. No word has such a pair.
fn is_cut_line_break(both: [char; 2]) -> bool {
    let octets = both.map(|c| (u32::from(c) & 0xFF) as u8);
    both.iter().all(|c| u32::from(*c) > 0xFF) && matches!(&octets, b"\r\n" | b"\n\r")
}

fn line_break(subject: &Subject<'_>, span: Range<usize>, query: usize, found: &mut Found) {
    let is_mail = subject.scheme() == Some("mailto");
    let is_in_query = span.start > query && subject.text[query..].starts_with('?');
    let message =
        "who decodes it and writes it into a header or a line of a protocol begins a new line";
    match (is_in_query, is_mail) {
        // The lines of a body are divided so (RFC 6068, 5).
        (true, true) => {}
        (true, false) => found.add(&QUERY_LINE_BREAK, [span], message),
        (false, _) => found.add(&LINE_BREAK, [span], message),
    }
}

/// Finds a character of an authority that is a delimiter for some.
fn delimiter(subject: &Subject<'_>, c: char, span: Range<usize>, found: &mut Found) {
    let mapped: String = [c].into_iter().nfkc().collect();
    // UTS 46 takes an ideographic full stop for a dot, which NFKC does not.
    let mapped = mapped.replace('\u{3002}', ".");
    if mapped.contains(DELIMITERS) {
        // UTS 46 and "IDNA" are about domains.
        let is_domain = subject.standard(&span) == Standard::Domain;
        let citations = if is_domain { MAPPED_DELIMITER.citations() } else { &[] };
        add_mapped(c, &mapped, span, citations, found);
        return;
    }
    let looks: String = skeleton(c.encode_utf8(&mut [0; 4])).collect();
    let is_slash = SLASH_LIKE.contains(&c) && follows_name(subject, span.start);
    if is_slash {
        let message = format!("U+{:04X} looks like \"/\", and ends nothing", c as u32);
        found.add(&DELIMITER_LOOKALIKE, [span], message);
    } else if !c.is_alphanumeric() && looks.chars().count() == 1 && looks.contains(DELIMITERS) {
        let message = format!("U+{:04X} looks like \"{looks}\", and ends nothing", c as u32);
        found.add(&DELIMITER_LOOKALIKE, [span], message);
    }
}

/// Whether a name of ASCII with a dot stands before a place of an authority. The marks of kana follow kana.
fn follows_name(subject: &Subject<'_>, at: usize) -> bool {
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
    found: &mut Found,
) {
    let message = format!(
        "U+{:04X} becomes \"{mapped}\" by NFKC: a reader that maps after it divides finds another \
         string than one that maps before",
        c as u32
    );
    found.cite(&MAPPED_DELIMITER, [span], message, citations);
}

/// Whether a character that is not seen is of the spelling of words and of emoji: joiners, soft hyphens,
/// and selectors of variants.
const fn is_of_scripts(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200C}' | '\u{200D}' | '\u{180B}'..='\u{180F}' | '\u{FE00}'..='\u{FE0F}')
        || matches!(c, '\u{E0020}'..='\u{E007F}' | '\u{E0100}'..='\u{E01EF}')
}

/// Whether UTS 46 ignores the character in a name.
pub(super) const fn is_ignored(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{34F}' | '\u{180B}'..='\u{180D}' | '\u{180F}' | '\u{200B}' | '\u{2060}'
    ) || matches!(c, '\u{2064}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}

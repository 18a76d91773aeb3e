//! Characters that act without being seen, or that readers convert or remove.

use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;

use super::division::{
    Division, Standard, TwoReadings, is_removed, is_special, is_trimmed, slashes,
};
use super::escapes::{Decoded, characters};
use super::*;
use crate::subject::Excerpt;

// Characters that act without being seen, and characters that readers turn into delimiters. These characters are
// found both as they stand and percent-encoded, since programs decode a URL before they show it to people.

/// Characters that look like a slash, or that readers are known to take for one. No word begins with them.
pub(super) const SLASH_LIKE: &[char] = &[
    '\u{2044}', '\u{2215}', '\u{29F8}', '\u{2571}', '\u{3031}', '\u{3033}', '\u{3035}', '\u{309D}',
    '\u{30FC}', '\u{FF0F}', '\u{FF3C}', '\u{FF70}',
];

/// What stands between two parts of a URL, or between two labels of a name.
const DELIMITERS: &[char] = &['.', '/', '\\', ':', '@', '?', '#', '[', ']', '%'];

pub(super) fn look(subject: &TwoReadings<'_>, found: &mut FindingList) {
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
            found.say(&LINE_BREAK, Some(start..span.end), message);
        }
        match character {
            '\0' => {
                found.add(&NUL, [span]);
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
                found.add(&CONTROL, [span]);
            }
            c if c.is_ascii() => {}
            c if is_bidi(c) => {
                let message =
                    format!("U+{:04X} changes the order in which the text is seen", c as u32);
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

fn line_break(
    subject: &TwoReadings<'_>,
    span: Range<usize>,
    query: usize,
    found: &mut FindingList,
) {
    let is_mail = subject.scheme() == Some("mailto");
    let is_in_query = span.start > query && subject.text[query..].starts_with('?');
    let message =
        "who decodes it and writes it into a header or a line of a protocol begins a new line";
    match (is_in_query, is_mail) {
        // The lines of a body are divided so (RFC 6068, 5).
        (true, true) => {}
        (true, false) => found.say(&QUERY_LINE_BREAK, [span], message),
        (false, _) => found.say(&LINE_BREAK, [span], message),
    }
}

/// Finds a character of an authority that is a delimiter for some.
fn delimiter(subject: &TwoReadings<'_>, c: char, span: Range<usize>, found: &mut FindingList) {
    let mapped: String = [c].into_iter().nfkc().collect();
    // UTS 46 takes an ideographic full stop for a dot, which NFKC does not.
    let mapped = mapped.replace('\u{3002}', ".");
    if mapped.contains(DELIMITERS) {
        // UTS 46 and "IDNA" are about domains.
        let is_domain = subject.standard(&span) == Standard::Domain;
        let citations = if is_domain { MAPPED_DELIMITER.citations } else { &[] };
        add_mapped(c, &mapped, span, citations, found);
        return;
    }
    let looks: String = skeleton(c.encode_utf8(&mut [0; 4])).collect();
    if SLASH_LIKE.contains(&c) && follows_name(subject, span.start) {
        let message = format!("U+{:04X} looks like \"/\", and ends nothing", c as u32);
        found.say(&DELIMITER_LOOKALIKE, [span], message);
    } else if !c.is_alphanumeric() && looks.chars().count() == 1 && looks.contains(DELIMITERS) {
        let message = format!("U+{:04X} looks like \"{looks}\", and ends nothing", c as u32);
        found.say(&DELIMITER_LOOKALIKE, [span], message);
    }
}

/// Whether a name of ASCII with a dot stands before a place of an authority. The marks of kana follow kana.
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

// Characters that some readers convert or remove, and slashes that they count otherwise.

pub(super) fn converted(subject: &TwoReadings<'_>, found: &mut FindingList) {
    let text = subject.text;
    let scheme = subject.scheme();
    let end = text.find(['?', '#']).unwrap_or(text.len());
    let is_converted = scheme.is_none_or(|one| one == "file" || is_special(one));
    let is_backslash = |one| one == '\\';
    if is_converted {
        let spans = Excerpt { text: &text[..end], start: 0 }.each(is_backslash);
        found.say_lazily(&BACKSLASH, spans, || {
            format!("\"\\\" is read as \"/\" by some: {}", subject.readers())
        });
    } else if let Some(authority) = subject.letter.authority {
        found.say_lazily(&BACKSLASH, authority.whole.each(is_backslash), || {
            format!("\"\\\" ends the host for some, whatever the scheme: {}", subject.readers())
        });
    }
    let start = text.len() - text.trim_start_matches(is_trimmed).len();
    let trimmed = Excerpt { text: text.trim_matches(is_trimmed), start };
    found.say_lazily(&REMOVED, trimmed.each(is_removed), || {
        format!("tabs and line breaks are removed by some: {}", subject.readers())
    });
    edges(subject, found);
    count(subject, scheme, found);
    relative(subject, found);
}

/// Finds what is removed from the ends: by the URL Standard C0 controls and spaces, by many languages
/// white space of all kinds.
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

/// Finds a scheme like http that is not followed by two slashes.
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
    let message = format!("the string is no path: {}", subject.readers());
    found.say(&SCHEME_RELATIVE, [authority.whole.span()], message);
    let (count, end) = slashes(subject.text, |c| matches!(c, '/' | '\\'), true);
    if count > 2 {
        let message = format!("{count} slashes begin the string: {}", subject.readers());
        found.say(&SLASHES, Some(0..end), message);
    }
}

// Characters that are shown as nothing.

/// Whether a character turns the direction of what follows (`Bidi_Control` of Unicode).
pub(super) const fn is_bidi(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character is shown as nothing: `Bidi_Control` and what is most often not shown by
/// `Default_Ignorable_Code_Point`, and the marks of interlinear annotation.
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

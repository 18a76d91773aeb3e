//! The candidate for a URI at a byte of a text.
//!
//! Each byte is looked at a bounded number of times. The search from a `<` or a `"` ends at the
//! next of them. A run that holds no URI is read once, and then skipped as a whole.

use std::ops::Range;

use std::fmt;

use super::uris::Uris;
use crate::parts::schemes::is_of_scheme;

/// The greatest length of a candidate in bytes, with its white space and delimiters: 64 KiB.
pub const LONGEST: usize = 1 << 16;

/// What stands around a URI in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Delimiter {
    /// `<` and `>`.
    AngleBrackets,
    /// Two `"`.
    Quotes,
    /// White space, or anything else that ends a URI.
    WhiteSpace,
}

impl Delimiter {
    /// The name of the delimiter, such as `angle-brackets`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AngleBrackets => "angle-brackets",
            Self::Quotes => "quotes",
            Self::WhiteSpace => "white-space",
        }
    }
}

impl fmt::Display for Delimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The offset at which to go on, and the URI that was found before it, if any.
pub(super) struct Advance {
    pub(super) next: usize,
    pub(super) found: Option<Candidate>,
}

/// A URI in the buffer.
pub(super) struct Candidate {
    pub(super) uri: String,
    pub(super) span: Range<usize>,
    pub(super) delimiter: Delimiter,
    pub(super) hyphens: Vec<usize>,
}

const fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'\x0B'
}

/// The length of the run at the beginning of a text.
pub(super) fn run(language: &Uris, text: &[u8]) -> usize {
    text.iter().position(|&byte| !language.is_of_run(byte)).unwrap_or(text.len())
}

/// Looks at a byte that begins no run, and at the delimited text that the byte may open.
pub(super) fn step(language: &Uris, text: &[u8], at: usize) -> Advance {
    let within = &text[at..text.len().min(at + LONGEST)];
    let wrapped = match text[at] {
        b'<' => wrapped(language, within, at, Delimiter::AngleBrackets, b'>'),
        b'"' => wrapped(language, within, at, Delimiter::Quotes, b'"'),
        _ => None,
    };
    match wrapped {
        Some((next, found)) => Advance { next, found: Some(found) },
        None => Advance { next: at + 1, found: None },
    }
}

/// The URI between two delimiters, and the offset after them.
fn wrapped(
    language: &Uris,
    text: &[u8],
    at: usize,
    delimiter: Delimiter,
    closer: u8,
) -> Option<(usize, Candidate)> {
    let is_within = |byte| language.is_of_run(byte) || is_space(byte);
    let end = 1 + text[1..].iter().position(|&byte| !is_within(byte))?;
    if text[end] != closer {
        return None;
    }
    let start = 1 + prefix(&text[1..end]);
    let inner = without_spaces(&text[start..end]);
    let (uri, hyphens) = joined(inner, delimiter)?;
    let span = at + start..at + start + inner.len();
    let scheme = language.scheme(&uri)?;
    let is_uri = uri.len() > scheme + ":".len() && language.holds(uri.as_bytes());
    is_uri.then(|| (at + end + 1, Candidate { uri, span, delimiter, hyphens }))
}

/// The text without the white space at its end.
fn without_spaces(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|&byte| !is_space(byte)).map_or(0, |last| last + 1);
    &text[..end]
}

/// The length of the white space at the beginning of a text, and of a prefix `URL:` with the white
/// space after it.
fn prefix(text: &[u8]) -> usize {
    let spaces = |text: &[u8]| text.iter().take_while(|&&byte| is_space(byte)).count();
    let start = spaces(text);
    match text.get(start..start + 4) {
        Some(prefix) if prefix.eq_ignore_ascii_case(b"URL:") => {
            start + 4 + spaces(&text[start + 4..])
        }
        _ => start,
    }
}

/// The text without its white space, and the offsets where a hyphen stood before a line break.
/// There is none if some of the white space is meant as white space, or if the text is not UTF-8.
fn joined(text: &[u8], delimiter: Delimiter) -> Option<(String, Vec<usize>)> {
    let (mut uri, mut hyphens) = (Vec::with_capacity(text.len()), Vec::new());
    let mut at = 0;
    while at < text.len() {
        let spaces = text[at..].iter().take_while(|&&byte| is_space(byte)).count();
        if spaces > 0 {
            let breaks = breaks(&text[at..at + spaces]);
            if breaks > 1 || breaks == 0 && delimiter == Delimiter::Quotes {
                return None;
            }
            if breaks == 1 && uri.ends_with(b"-") {
                hyphens.push(uri.len() - 1);
            }
            at += spaces;
        } else {
            uri.push(text[at]);
            at += 1;
        }
    }
    Some((String::from_utf8(uri).ok()?, hyphens))
}

/// The number of line breaks in white space. CRLF is one break.
fn breaks(spaces: &[u8]) -> usize {
    let lines = spaces.iter().filter(|&&byte| byte == b'\n').count();
    lines.max(spaces.iter().filter(|&&byte| byte == b'\r').count())
}

/// The first URI in a run, or in the rest of a run.
pub(super) fn in_run(language: &Uris, text: &[u8], at: usize) -> Advance {
    let mut from = 0;
    while let Some(colon) = text[from..].iter().position(|&byte| byte == b':') {
        let colon = from + colon;
        let before = text[from..colon].iter().rev().take_while(|&&byte| is_of_scheme(byte)).count();
        let letter = text[colon - before..colon].iter().position(u8::is_ascii_alphabetic);
        let start = letter.map_or(colon, |letter| colon - before + letter);
        from = colon + 1;
        let Some(least) = least(language, &text[start..colon], &text[colon + 1..]) else {
            continue;
        };
        let (end, seen) = language.longest(&text[start..]);
        let uri = trimmed(&text[start..start + end]);
        // What the walk saw is gone past, found or not, or a run could be walked once for each ":".
        from = from.max(start + seen);
        if uri.len() > colon - start + least && (uri.len() == end || language.holds(uri)) {
            let span = at + start..at + start + uri.len();
            let uri = String::from_utf8_lossy(uri).into_owned();
            let delimiter = Delimiter::WhiteSpace;
            let found = Some(Candidate { uri, span, delimiter, hyphens: Vec::new() });
            return Advance { next: at + from, found };
        }
    }
    Advance { next: at + text.len(), found: None }
}

/// The length, from the ":" of a bare word on, up to which the word might not be meant as a URI.
/// There is none if the word is not meant as one.
fn least(language: &Uris, scheme: &[u8], rest: &[u8]) -> Option<usize> {
    if scheme.is_empty() {
        None
    } else if rest.starts_with(b"//") {
        Some(":".len() + "//".len())
    } else {
        std::str::from_utf8(scheme).is_ok_and(|name| language.is_named(name)).then_some(":".len())
    }
}

/// A run without the punctuation at its end.
fn trimmed(mut uri: &[u8]) -> &[u8] {
    let count = |which: u8| uri.iter().filter(|&&byte| byte == which).count();
    let mut unopened = count(b')').saturating_sub(count(b'('));
    while let [rest @ .., last] = uri {
        match last {
            b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'' => {}
            b')' if unopened > 0 => unopened -= 1,
            _ => break,
        }
        uri = rest;
    }
    uri
}

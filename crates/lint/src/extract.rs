//! Finds URIs in plain text, by the appendices that describe how to delimit them (RFC 3986, Appendix C; RFC 2396 and its
//! drafts, Appendix E; RFC 1738, Appendix).
//!
//! A string is a URI if it is valid in the edition (for RFC 1738, also with a fragment after it), it has a scheme with
//! something after it, and
//!
//! - it is between `<` and `>`, where all white space after its scheme is dropped; or
//! - it is between two `"`, where only white space with a line break is dropped, since quotes also surround prose. A `"`
//!   that closes quoted prose on its line, or that white space follows, opens no quotation; or
//! - it is in a run without white space or such a delimiter, or is between two `'`, and begins with a scheme. The scheme consists of letters,
//!   digits, `+`, `-` and `.` (only RFC 1630 has others) and is followed by `//`, or it is named by a document, such as
//!   `mailto:`, or by the caller. The URI is then as long as the edition allows, without the punctuation at its end
//!   that "might be mistaken for part of the URI": any of `.,;:!?'`, and an unbalanced `)`.
//!
//! A string that begins like such a URI but is not one, such as `http://h:port/`, is [invalid](Extract::invalid). Such
//! a string is the text between delimiters, or a bare word up to a character that is neither part of URIs nor `{` or
//! `^`. A URI that begins within another URI with a registered scheme, as in `blob:http://h/`, is not reported
//! separately.
//!
//! After a bare word that the edition cannot read further, a letter beyond ASCII makes the whole word invalid, since
//! another host or path would be left; a letter of a script without spaces between words ends the URI instead. Escapes
//! of logs before a URI, such as `\n`, and color sequences of terminals are not part of it.
//!
//! A prefix `URL:` is left out. A hyphen at the end of a line is kept in the URI, and [`Found::hyphens`] reports it: it
//! "may or may not actually be part of the URI". A candidate ends after [`LONGEST`] bytes, at an empty line, and at a
//! byte that is not ASCII unless the edition allows such characters; an unclosed `<` hides no URI after it.

use std::io::Read;
use std::ops::Range;
use std::{fmt, io};

use urispec::grammar::Role;
use urispec::internal::schemes::{self, is_of_scheme};
use urispec::internal::{Automaton, is_beyond_grammar, percent, starts};
use urispec::percent::Keep;
use urispec::registry::Registry;
use urispec::{Edition, Recognizer, Reference};

const CHUNK: usize = 1 << 18;

/// A URI that was found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    uri: String,
    span: Range<u64>,
    line: u64,
    delimiter: Delimiter,
    hyphens: Vec<usize>,
    is_uri: bool,
}

impl Found {
    /// Returns the URI, without white space; or the [invalid](Extract::invalid) string, as it is in the text.
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// Returns whether the string is a URI of the edition. This is always so unless [`Extract::invalid`] was called.
    #[must_use]
    pub const fn is_uri(&self) -> bool {
        self.is_uri
    }

    /// Returns the span of the URI in bytes from the beginning of the text, without delimiters and prefix, but with white
    /// space inside.
    #[must_use]
    pub const fn span(&self) -> &Range<u64> {
        &self.span
    }

    /// Returns the line on which the URI begins, counted from 1. Lines end in LF.
    #[must_use]
    pub const fn line(&self) -> u64 {
        self.line
    }

    /// Returns the delimiter around the URI.
    #[must_use]
    pub const fn delimiter(&self) -> Delimiter {
        self.delimiter
    }

    /// Returns the byte offsets, in the URI, of hyphens before a line break in the text. It is unclear whether such a
    /// hyphen is part of the URI.
    #[must_use]
    pub fn hyphens(&self) -> &[usize] {
        &self.hyphens
    }
}

/// Prints the URI.
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.uri)
    }
}

/// Finds the URIs of RFC 3986 in a text, which need not be UTF-8.
///
/// ```
/// use urispec_lint::extract::extract;
/// let text = "Yes, Jim, I found it under \"http://www.w3.org/Addressing/\",\n\
///             but you can probably pick it up from <ftp://foo.example.\n\
///             com/rfc/>.";
/// let found: Vec<_> = extract(text).collect();
/// assert_eq!(found[0].uri(), "http://www.w3.org/Addressing/");
/// assert_eq!((found[0].line(), found[0].span().clone()), (1, 28..57));
/// assert_eq!(found[1].uri(), "ftp://foo.example.com/rfc/");
/// ```
pub fn extract<T: AsRef<[u8]> + ?Sized>(text: &T) -> impl Iterator<Item = Found> {
    // Reading a slice cannot fail.
    Extract::new(text.as_ref()).map_while(Result::ok)
}

/// An iterator over the URIs in a readable source, in order. It uses less than 1 MiB of memory at a time.
///
/// If reading fails, the error is the last item, after the URIs that were found before it.
pub struct Extract<R> {
    source: R,
    language: Uris,
    buffer: Vec<u8>,
    /// The index in the buffer at which to continue.
    at: usize,
    /// The number of bytes before the buffer.
    before: u64,
    line: u64,
    is_end: bool,
    /// The error that ended reading, if any.
    failed: Option<io::Error>,
    /// The end of the run that contains the index `at`. A run consists of bytes that a URI may contain.
    run_end: usize,
    /// Whether the index `at` is in a run that is too long to be a candidate for a URI.
    is_overlong: bool,
    /// The byte before the buffer.
    last: u8,
    /// The offset in the text of the `"` that closes quoted prose, if its opening `"` was passed.
    closing: Option<u64>,
    has_invalid: bool,
}

impl<R: Read> Extract<R> {
    /// Finds the URIs of RFC 3986 in a source.
    pub fn new(source: R) -> Self {
        Self::from_edition(Edition::Rfc3986, source)
    }

    /// Finds the URIs of an edition in a source.
    pub fn from_edition(edition: Edition, source: R) -> Self {
        Self {
            source,
            language: Uris::of(edition),
            buffer: Vec::new(),
            at: 0,
            before: 0,
            line: 1,
            is_end: false,
            failed: None,
            run_end: 0,
            is_overlong: false,
            last: b'\n',
            closing: None,
            has_invalid: false,
        }
    }

    /// Also finds the strings that begin like a URI but are not one, such as `http://h:port/`.
    ///
    /// ```
    /// use urispec_lint::extract::Extract;
    /// let text = "http://a/, http://h:port/, \"http://x y/\" and http://a/%zz";
    /// let found = Extract::new(text.as_bytes()).invalid().map(|found| found.unwrap());
    /// let found: Vec<_> = found.map(|found| (found.to_string(), found.is_uri())).collect();
    /// assert_eq!(found[0], ("http://a/".to_owned(), true));
    /// assert_eq!(found[1], ("http://h:port/".to_owned(), false));
    /// assert_eq!(found[2], ("http://x y/".to_owned(), false));
    /// assert_eq!(found[3], ("http://a/%zz".to_owned(), false));
    /// ```
    #[must_use]
    pub fn invalid(mut self) -> Self {
        self.has_invalid = true;
        self
    }

    /// Also accepts bare words that begin with one of these schemes as URIs. The schemes are given without `:`, in any
    /// case.
    ///
    /// ```
    /// use urispec_lint::extract::Extract;
    /// let text = "built from pkg:npm/foobar@12.3.1, and signed by did:example:123.";
    /// let found = Extract::new(text.as_bytes()).schemes(["pkg", "did"]);
    /// let found: Vec<_> = found.map(|found| found.unwrap().to_string()).collect();
    /// assert_eq!(found, ["pkg:npm/foobar@12.3.1", "did:example:123"]);
    /// assert_eq!(Extract::new(text.as_bytes()).count(), 0);
    /// ```
    #[must_use]
    pub fn schemes<S: AsRef<str>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        let names = names.into_iter().map(|name| name.as_ref().to_owned());
        self.language.schemes.extend(names);
        self
    }

    /// Continues in the middle of a line, where `closing` is the offset of the `"` that closes quoted prose, if any.
    #[doc(hidden)]
    #[must_use]
    pub fn within_line(mut self, closing: Option<u64>) -> Self {
        self.closing = closing;
        self
    }

    /// Returns the offset of the `"`, at an offset in the text or after it, that closes quoted prose.
    #[doc(hidden)]
    pub fn closing_from(mut self, offset: u64) -> Option<u64> {
        loop {
            self.fill();
            if self.at == self.buffer.len() || self.before + self.at as u64 >= offset {
                return self.closing.filter(|&closing| closing >= offset);
            }
            self.step();
        }
    }

    /// Drops the part of the buffer that was read, and fills the buffer until it contains the whole candidate.
    fn fill(&mut self) {
        if self.is_end || self.buffer.len() - self.at > LONGEST {
            return;
        }
        self.last = self.at.checked_sub(1).map_or(self.last, |last| self.buffer[last]);
        self.buffer.drain(..self.at);
        self.before += self.at as u64;
        self.run_end = self.run_end.saturating_sub(self.at);
        self.at = 0;
        let wanted = LONGEST + CHUNK - self.buffer.len();
        let read = (&mut self.source).take(wanted as u64).read_to_end(&mut self.buffer);
        self.is_end = !matches!(read, Ok(length) if length == wanted);
        self.failed = read.err();
    }

    /// Moves on to an index in the buffer.
    fn go_to(&mut self, next: usize) {
        let passed = &self.buffer[self.at..next];
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.at = next;
    }

    /// Moves on by one step, and returns the URI that was found, if any.
    fn step(&mut self) -> Option<Found> {
        if self.at >= self.run_end {
            self.run_end = self.at + run(&self.language, &self.buffer[self.at..]);
        }
        let run = &self.buffer[self.at..self.run_end];
        let offset = self.before + self.at as u64;
        if run.is_empty() && self.buffer[self.at] == b'"' {
            if self.closing == Some(offset) {
                self.go_to(self.at + 1);
                return None;
            }
            self.closing = closing(&self.buffer[self.at..]).map(|at| offset + at as u64);
        }
        let last = self.at.checked_sub(1).map_or(self.last, |last| self.buffer[last]);
        // A run that continues at the end of the input read so far will be longer.
        if run.len() >= LONGEST || self.is_overlong {
            self.is_overlong = self.run_end == self.buffer.len();
            self.go_to(self.run_end);
            return None;
        }
        let (next, found) = match run {
            [] => step(&self.language, &self.buffer, self.at),
            run => {
                let skipped = colored(last, run);
                let beyond =
                    &self.buffer[self.run_end..self.buffer.len().min(self.run_end + LONGEST)];
                in_run(&self.language, (&run[skipped..], beyond), self.at + skipped)
            }
        };
        let found = found.map(|candidate| {
            self.go_to(candidate.span.start);
            let offset = |at: usize| self.before + at as u64;
            Found {
                span: offset(candidate.span.start)..offset(candidate.span.end),
                uri: candidate.uri,
                line: self.line,
                delimiter: candidate.delimiter,
                hyphens: candidate.hyphens,
                is_uri: candidate.is_uri,
            }
        });
        self.go_to(next);
        found
    }
}

impl<R: Read> Iterator for Extract<R> {
    type Item = io::Result<Found>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.fill();
            if self.at == self.buffer.len() {
                return self.failed.take().map(Err);
            }
            if let Some(found) = self.step().filter(|found| found.is_uri || self.has_invalid) {
                return Some(Ok(found));
            }
        }
    }
}

impl<R> fmt::Debug for Extract<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offset = self.before + self.at as u64;
        f.debug_struct("Extract").field("offset", &offset).field("line", &self.line).finish()
    }
}

// Finds the candidate for a URI at a byte of a text. Each byte is examined a bounded number of times. The search from a `<`
// or a `"` ends at the next of them. A run without a URI is read once, and then skipped as a whole.

/// The maximum length of a candidate in bytes, with its white space and delimiters: 64 KiB.
pub const LONGEST: usize = 1 << 16;

/// The delimiters around a URI in a text.
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
    /// Returns the name of the delimiter, such as `angle-brackets`.
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

/// The offset at which to continue, and the URI that was found before it, if any.
type Advance = (usize, Option<Candidate>);

struct Candidate {
    uri: String,
    span: Range<usize>,
    delimiter: Delimiter,
    hyphens: Vec<usize>,
    is_uri: bool,
}

const fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'\x0B'
}

fn run(language: &Uris, text: &[u8]) -> usize {
    text.iter().position(|&byte| !language.is_of_run(byte)).unwrap_or(text.len())
}

/// Examines a byte that does not begin a run. If it opens a delimited text, examines that text too.
fn step(language: &Uris, text: &[u8], at: usize) -> Advance {
    let within = &text[at..text.len().min(at + LONGEST)];
    let wrapped = match text[at] {
        b'<' => wrapped(language, within, at, Delimiter::AngleBrackets, b'>'),
        b'"' => wrapped(language, within, at, Delimiter::Quotes, b'"'),
        _ => None,
    };
    wrapped.map_or((at + 1, None), |(next, found)| (next, Some(found)))
}

/// Returns the offset of the `"` on the same line that closes the quotation that begins with the text.
fn closing(text: &[u8]) -> Option<usize> {
    let line = text.len().min(LONGEST);
    let end = 1 + text[1..line].iter().position(|&byte| matches!(byte, b'"' | b'\n' | b'\r'))?;
    (text[end] == b'"').then_some(end)
}

/// Returns the length of the rest of a color sequence of terminals at the beginning of a run, given the byte before it.
fn colored(last: u8, run: &[u8]) -> usize {
    let (0x1B, [b'[', rest @ ..]) = (last, run) else { return 0 };
    let parameters = rest.iter().take_while(|&&byte| (0x20..0x40).contains(&byte)).count();
    1 + parameters + usize::from(parameters < rest.len())
}

/// Returns the length of the rest of an escape after a backslash, if a URI with a registered scheme follows: of `\n` or
/// `\u003c` in a log.
fn escape(text: &[u8]) -> usize {
    let is_scheme = |rest: &[u8]| {
        let length = rest.iter().take_while(|&&byte| is_of_scheme(byte)).count();
        rest[length..].starts_with(b":") && is_registered(&rest[..length])
    };
    match text {
        text if is_scheme(text) => 0,
        [b'u', rest @ ..]
            if rest.len() > 4
                && rest[..4].iter().all(u8::is_ascii_hexdigit)
                && is_scheme(&rest[4..]) =>
        {
            5
        }
        [b'n' | b'r' | b't' | b'b' | b'f' | b'v', rest @ ..] if is_scheme(rest) => 1,
        _ => 0,
    }
}

/// Returns the URI between two delimiters, and the offset after them.
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
    let is_closing = delimiter == Delimiter::Quotes && is_space(text[1]);
    let start = 1 + prefix(&text[1..end]);
    let inner = without_spaces(&text[start..end]);
    // A long URI is broken, but not within its scheme.
    let first = inner.iter().position(|&byte| byte == b':' || is_space(byte));
    let is_broken = |first: usize| {
        inner[first] != b':' || inner.get(first + 1).is_some_and(|&next| is_space(next))
    };
    if is_closing || first.is_none_or(is_broken) {
        return None;
    }
    let span = at + start..at + start + inner.len();
    let Some((uri, hyphens)) = joined(inner, delimiter) else {
        let uri = String::from_utf8(inner.to_vec()).ok()?;
        let is_one = language.is_attempt(&uri) && !is_prose(&uri);
        let hyphens = Vec::new();
        let invalid = Candidate { uri, span, delimiter, hyphens, is_uri: false };
        return is_one.then_some((at + end + 1, invalid));
    };
    let scheme = language.scheme(&uri);
    let is_uri = scheme.is_some_and(|scheme| uri.len() > scheme + ":".len())
        && language.holds(uri.as_bytes());
    (is_uri || language.is_attempt(&uri))
        .then(|| (at + end + 1, Candidate { uri, span, delimiter, hyphens, is_uri }))
}

/// Returns whether a text with white space seems to be a sentence that begins with a URI. The last word of such a text
/// has no delimiter of URIs, and no dot before a letter or a digit.
fn is_prose(text: &str) -> bool {
    let last = text.rsplit(|one: char| one.is_ascii_whitespace()).next().unwrap_or_default();
    let dots = last.match_indices('.').map(|(at, _)| &last[at + 1..]);
    let has_dot = { dots }.any(|after| after.starts_with(|one: char| one.is_ascii_alphanumeric()));
    !has_dot && !last.contains(['/', '?', '=', '&', '#', '%'])
}

fn without_spaces(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|&byte| !is_space(byte)).map_or(0, |last| last + 1);
    &text[..end]
}

/// Returns the length of the white space at the beginning of a text, and of a prefix `URL:` with the white space after
/// it.
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

/// Returns the text without its white space, and the offsets of hyphens before a line break. Returns `None` if some
/// white space seems intentional, or if the text is not UTF-8.
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

/// Returns the number of line breaks in white space. CRLF is one break.
fn breaks(spaces: &[u8]) -> usize {
    let lines = spaces.iter().filter(|&&byte| byte == b'\n').count();
    lines.max(spaces.iter().filter(|&&byte| byte == b'\r').count())
}

/// Returns the first URI in a run, or in the rest of a run, and the offset at which to continue. `beyond` is the text
/// after the run.
fn in_run(language: &Uris, (text, beyond): (&[u8], &[u8]), at: usize) -> Advance {
    let (mut from, mut outer) = (0, None);
    while let Some(colon) = text[from..].iter().position(|&byte| byte == b':') {
        let colon = from + colon;
        let before = text[from..colon].iter().rev().take_while(|&&byte| is_of_scheme(byte)).count();
        let letter = text[colon - before..colon].iter().position(u8::is_ascii_alphabetic);
        let start = letter.map_or(colon, |letter| colon - before + letter);
        let is_escaped = start.checked_sub(1).is_some_and(|last| text[last] == b'\\');
        let start = if is_escaped { start + escape(&text[start..]) } else { start };
        from = colon + 1;
        let scheme = &text[start..colon];
        let Some(least) = least(language, scheme, &text[colon + 1..]) else {
            outer = outer.or_else(|| is_registered(scheme).then_some(start));
            continue;
        };
        let least = colon - start + least;
        // A URI that begins in another URI is not another URI.
        let outer = outer.take().map(|first| (first, start - first + least));
        for (start, least) in outer.into_iter().chain([(start, least)]) {
            let run = text;
            let text = &text[..start + limit(language, run, start)];
            let (end, seen) = language.longest(&text[start..]);
            let seen = seen.max(end);
            let stop = end + continued(&text[start..], end);
            let is_empty = stop <= least;
            let word = if start + stop == run.len() { word(beyond, is_empty) } else { 0 };
            let whole;
            let uri = match word {
                0 => trimmed(&text[start..start + stop]),
                word => {
                    whole = [&text[start..], &beyond[..word]].concat();
                    &whole[..]
                }
            };
            let is_uri = word == 0 && (uri.len() == end || language.holds(uri));
            // An automaton that stops within the scheme is of another scheme.
            let scheme = text[start..].iter().position(|&byte| byte == b':').unwrap_or(0);
            let is_found = uri.len() > least && (is_uri || seen > scheme);
            if is_found {
                // The examined text is skipped in any case, or a run could be examined once for each ":".
                from = from.max(start + seen).max(start + uri.len());
                let span = at + start..at + start + uri.len();
                let uri = String::from_utf8_lossy(uri).into_owned();
                let (delimiter, hyphens) = (Delimiter::WhiteSpace, Vec::new());
                return (at + from, Some(Candidate { uri, span, delimiter, hyphens, is_uri }));
            }
            from = from.max(start + seen);
        }
    }
    (at + text.len(), None)
}

/// Returns the length of the rest of a word at the beginning of a text, if the rest begins with a letter beyond ASCII. A
/// letter of a script without spaces between words begins no such rest, unless the word `is_empty` so far.
fn word(text: &[u8], is_empty: bool) -> usize {
    let end = text.iter().position(|byte| byte.is_ascii() && !byte.is_ascii_graphic());
    let text = &text[..end.unwrap_or(text.len())];
    // The last character may be cut off.
    let text = match str::from_utf8(text) {
        Ok(text) => text,
        Err(error) => str::from_utf8(&text[..error.valid_up_to()]).unwrap_or_default(),
    };
    let is_end = |one: char| is_unspaced(one) && !is_empty;
    if !text.starts_with(|one: char| one.is_alphabetic() && !is_end(one)) {
        return 0;
    }
    let end = text.find(|one: char| is_end(one) || "<>\"'`|}\\".contains(one));
    let word = &text[..end.unwrap_or(text.len())];
    word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')']).len()
}

/// Returns whether a letter belongs to a script that writes no spaces between words: Thai, Lao, Myanmar, Khmer, Han with
/// its kana and Bopomofo, and the full-width forms.
fn is_unspaced(one: char) -> bool {
    matches!(one,
        '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{2E80}'..='\u{318F}'
        | '\u{31A0}'..='\u{A4CF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Returns whether a name is a scheme that IANA has registered.
fn is_registered(scheme: &[u8]) -> bool {
    let name = std::str::from_utf8(scheme).ok().filter(|name| !name.is_empty());
    name.is_some_and(|name| Registry::Schemes.find(name).is_some())
}

/// Returns the length of the text in which a URI that begins at an offset may be: up to white space beyond ASCII, and, if
/// a `'` precedes the URI, up to the next `'`. Appendix C has no such quotes, but programs do.
fn limit(language: &Uris, run: &[u8], start: usize) -> usize {
    let text = &run[start..];
    let is_quoted = start.checked_sub(1).is_some_and(|last| run[last] == b'\'');
    let quote = if is_quoted { memchr::memchr(b'\'', text) } else { None };
    // The runs of most editions are ASCII: see `Uris::is_of_run`.
    let wide: &[&[u8]] =
        if language.has_characters { &[b"\xC2\xA0", "\u{3000}".as_bytes()] } else { &[] };
    let wide = wide.iter().filter_map(|space| memchr::memmem::find(text, space));
    wide.chain(quote).min().unwrap_or(text.len())
}

/// Returns how many bytes of a bare word follow `end`, where the longest prefix that is a URI ends. The word ends at a
/// character that ends bare words, or at a comma or semicolon before another URI. Punctuation alone counts as 0.
fn continued(text: &[u8], end: usize) -> usize {
    let count = |which: u8| text[..end].iter().filter(|&&byte| byte == which).count();
    let mut open = count(b'[').saturating_sub(count(b']'));
    let mut stop = end;
    while let Some(&byte) = text.get(stop) {
        match byte {
            b'[' => open += 1,
            b']' if open == 0 => break,
            b']' => open -= 1,
            b',' | b';' if begins_uri(&text[stop + 1..]) => break,
            b'\'' | b'`' | b'|' | b'}' | b'\\' => break,
            byte if !byte.is_ascii_graphic() => break,
            _ => {}
        }
        stop += 1;
    }
    let is_punctuation = |byte: &u8| b".,;:!?)]*_~".contains(byte);
    if text[end..stop].iter().all(is_punctuation) { 0 } else { stop - end }
}

/// Returns whether a text begins with a scheme and `//`.
fn begins_uri(text: &[u8]) -> bool {
    let length = text.iter().take_while(|&&byte| is_of_scheme(byte)).count();
    length > 0 && text[0].is_ascii_alphabetic() && text[length..].starts_with(b"://")
}

/// Returns the length of the `:` or `://` after a scheme. A URI must have more text after that. Returns `None` if the
/// bare word is not meant as a URI.
fn least(language: &Uris, scheme: &[u8], rest: &[u8]) -> Option<usize> {
    if scheme.is_empty() {
        None
    } else if rest.starts_with(b"//") {
        Some(":".len() + "//".len())
    } else {
        std::str::from_utf8(scheme).is_ok_and(|name| language.is_named(name)).then_some(":".len())
    }
}

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

// The strings that are URIs of an edition.

/// The language of the URIs of an edition. A fragment is allowed even if the grammar has none, since by the appendix of
/// RFC 1738 the delimiters enclose fragments too.
struct Uris {
    edition: Edition,
    starts: Vec<(&'static Automaton, u16)>,
    has_fragments: bool,
    /// Whether a grammar of the edition has characters beyond ASCII.
    has_characters: bool,
    /// The schemes that the caller names in addition to the schemes of the documents.
    schemes: Vec<String>,
    /// The recognizers of whole strings, if the edition has requirements beyond its grammar. Otherwise empty.
    beyond_grammar: &'static [Recognizer],
}

impl Uris {
    fn of(edition: Edition) -> Self {
        let productions = edition.grammars().iter().flat_map(|grammar| grammar.productions());
        let starts: Vec<(&'static Automaton, u16)> = starts(edition).collect();
        Self {
            edition,
            has_fragments: productions.into_iter().any(|one| one.role() == Role::Fragment),
            has_characters: starts
                .iter()
                .any(|(automaton, _)| automaton.table().goes_beyond_ascii()),
            starts,
            schemes: Vec::new(),
            beyond_grammar: match edition.whole() {
                whole if whole.iter().any(is_beyond_grammar) => whole,
                _ => &[],
            },
        }
    }

    /// Returns whether a bare word with this scheme is intended as a URI, whatever follows the ":".
    fn is_named(&self, scheme: &str) -> bool {
        let is_it = |name: &String| name.eq_ignore_ascii_case(scheme);
        schemes::is_named(scheme) || self.schemes.iter().any(is_it)
    }

    /// Returns whether a byte belongs to a run: it is neither white space nor a delimiter, and may be part of a URI of
    /// the edition.
    fn is_of_run(&self, byte: u8) -> bool {
        match byte {
            b'<' | b'>' | b'"' => false,
            byte if byte.is_ascii() => byte.is_ascii_graphic(),
            _ => self.has_characters,
        }
    }

    /// Returns the length of the longest prefix that is a URI, and the number of bytes that were read to find it.
    fn longest(&self, text: &[u8]) -> (usize, usize) {
        let (end, seen) = self.derived(text);
        // A shorter prefix would have another host.
        let beyond = self.beyond_grammar;
        if !beyond.is_empty() && !beyond.iter().any(|one| one.accepts(&text[..end])) {
            return (0, seen);
        }
        if self.has_fragments || text.get(end) != Some(&b'#') || end == 0 {
            return (end, seen);
        }
        let end = end + 1 + fragment(&text[end + 1..]);
        (end, seen.max(end))
    }

    /// Returns the length of the longest prefix that an automaton accepts, and the number of bytes that were read.
    fn derived(&self, text: &[u8]) -> (usize, usize) {
        let ends = self.starts.iter().map(|&(automaton, start)| automaton.longest(start, text));
        ends.fold((0, 0), |(end, seen), one| (one.0.max(end), one.1.max(seen)))
    }

    /// Returns the length of the scheme of a URI, as the edition reads it. A scheme of RFC 1630 may contain escapes; in
    /// the URL Standard, `1:a` has no scheme and is a URL relative to a base.
    fn scheme(&self, uri: &str) -> Option<usize> {
        // Without the fragment that the edition does not derive.
        let url = uri.get(..self.derived(uri.as_bytes()).0)?;
        Reference::parse(self.edition, url).ok()?.scheme().map(str::len)
    }

    fn holds(&self, text: &[u8]) -> bool {
        self.longest(text).0 == text.len()
    }

    /// Returns whether a text between delimiters is meant as one URI of the edition. Such a text begins with a scheme
    /// and `//`, has more text after that, and has no second `://`.
    fn is_attempt(&self, text: &str) -> bool {
        if ["\\", "\\n", "\\r", "\\t"].iter().any(|end| text.ends_with(end)) {
            return false;
        }
        let text = text.as_bytes();
        let is_one = begins_uri(text) && memchr::memmem::find_iter(text, "://").count() == 1;
        let scheme = text.iter().position(|&byte| byte == b':').unwrap_or(0);
        is_one && text.len() > scheme + "://".len() && self.derived(text).1 > scheme
    }
}

fn fragment(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        if Keep::Fragment.keeps(byte) {
            at += 1;
        } else if percent::triplet(&text[at..]).is_some() {
            at += 3;
        } else {
            break;
        }
    }
    at
}

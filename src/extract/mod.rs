//! URIs in plain text, by the appendices that say how to delimit them (RFC 3986, Appendix C; RFC
//! 2396 and its drafts, Appendix E; RFC 1738, Appendix).
//!
//! In: bytes of text, from anything that can be read. Out: each URI that is [`Found`], with its
//! place. What is forgotten: the delimiters, a prefix `URL:`, and the white space that was put in
//! to break a URI across lines. A hyphen at the end of a line stays in the URI, and
//! [`Found::hyphens`] reports it: it "may or may not actually be part of the URI".
//!
//! The appendices leave it to the reader to guess what is a URI in a text. Here a string is a URI if the edition
//! derives it (by RFC 1738, also with a fragment after it, which the Appendix puts within the delimiters and no
//! production derives), it has a scheme with something after it, and
//!
//! - stands between `<` and `>`, where all white space is dropped; or
//! - between two `"`, where only white space with a line break is, since prose stands there too; or
//! - in a run of what is neither white space nor such a delimiter, begins with a scheme of letters, digits, `+`, `-` and
//!   `.` (RFC 1630 alone has schemes of others) and `//`, or
//!   with a scheme that the documents name, as `mailto:`, or that the caller names; it goes as far as the edition derives, less
//!   the punctuation at its end that "might be mistaken for part of the URI": any of `.,;:!?'`, and
//!   a `)` that nothing in it opens.
//!
//! No candidate goes on beyond [`LONGEST`] bytes or an empty line, nor across a byte that is no ASCII
//! unless the edition has such characters (RFC 3987 and the URL Standard, whose bare words may so end in
//! punctuation that is no ASCII); so an unclosed `<` hides nothing, and what is read once is read a
//! bounded number of times more.
//!
//! The surprising case: `<a b:c>` holds the URI `ab:c`, since white space in brackets means nothing.

use std::fmt;
use std::io::{self, Read};
use std::ops::Range;

use crate::editions::Edition;

mod candidate;
mod uris;

use candidate::Advance;
pub use candidate::{Delimiter, LONGEST};
use uris::Uris;

/// The number of bytes that are read at once.
const CHUNK: usize = 1 << 18;

/// A URI that was found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    uri: String,
    span: Range<u64>,
    line: u64,
    delimiter: Delimiter,
    hyphens: Vec<usize>,
}

impl Found {
    /// The URI, without white space.
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// The span of the URI in bytes from the beginning of the text. Delimiters and prefix are left
    /// out; white space within is included.
    #[must_use]
    pub const fn span(&self) -> &Range<u64> {
        &self.span
    }

    /// The line on which the URI begins, counted from 1. Lines end in LF.
    #[must_use]
    pub const fn line(&self) -> u64 {
        self.line
    }

    /// What stands around the URI.
    #[must_use]
    pub const fn delimiter(&self) -> Delimiter {
        self.delimiter
    }

    /// The byte offsets, in the URI, of hyphens before a line break in the text. Such a hyphen may
    /// not be part of the URI.
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
/// use urispec::extract::extract;
/// let text = "Yes, Jim, I found it under \"http://www.w3.org/Addressing/\",\n\
///             but you can probably pick it up from <ftp://foo.example.\n\
///             com/rfc/>.";
/// let found: Vec<_> = extract(text).collect();
/// assert_eq!(found[0].uri(), "http://www.w3.org/Addressing/");
/// assert_eq!((found[0].line(), found[0].span().clone()), (1, 28..57));
/// assert_eq!(found[1].uri(), "ftp://foo.example.com/rfc/");
/// ```
pub fn extract<T: AsRef<[u8]> + ?Sized>(text: &T) -> impl Iterator<Item = Found> {
    // Nothing can go wrong in reading a slice.
    Extract::new(text.as_ref()).map_while(Result::ok)
}

/// Finds URIs in anything that can be read, in their order. Less than 1 MiB of memory is used at a
/// time.
///
/// If reading fails, the error is the last item, after the URIs that were found before it.
pub struct Extract<R> {
    source: R,
    language: Uris,
    buffer: Vec<u8>,
    /// The index in the buffer at which to go on.
    at: usize,
    /// The number of bytes that came before the buffer.
    before: u64,
    line: u64,
    is_end: bool,
    /// The error that ended reading, if there was one.
    failed: Option<io::Error>,
    /// The end of the run that contains `at`.
    run_end: usize,
    /// Whether `at` is in a run that is longer than a candidate may be.
    is_overlong: bool,
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
        }
    }

    /// Takes also each bare word for a URI that begins with one of these schemes, named without its `:`. Letter case
    /// does not matter.
    ///
    /// ```
    /// use urispec::extract::Extract;
    /// let text = "built from pkg:npm/foobar@12.3.1, and signed by did:example:123.";
    /// let found = Extract::new(text.as_bytes()).schemes(["pkg", "did"]);
    /// let found: Vec<_> = found.map(|found| found.unwrap().to_string()).collect();
    /// assert_eq!(found, ["pkg:npm/foobar@12.3.1", "did:example:123"]);
    /// assert_eq!(Extract::new(text.as_bytes()).count(), 0);
    /// ```
    #[must_use]
    pub fn schemes<S: AsRef<str>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.language.with_schemes(names.into_iter().map(|name| name.as_ref().to_owned()));
        self
    }

    /// Makes room in the buffer, and reads on until the whole candidate is in it.
    fn fill(&mut self) {
        if self.is_end || self.buffer.len() - self.at > LONGEST {
            return;
        }
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
            self.run_end = self.at + candidate::run(&self.language, &self.buffer[self.at..]);
        }
        let run = &self.buffer[self.at..self.run_end];
        // One that goes on at the end of what is read has the rest of it before it yet.
        if run.len() >= LONGEST || self.is_overlong {
            self.is_overlong = self.run_end == self.buffer.len();
            self.go_to(self.run_end);
            return None;
        }
        let Advance { next, found } = match run {
            [] => candidate::step(&self.language, &self.buffer, self.at),
            run => candidate::in_run(&self.language, run, self.at),
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
            if let Some(found) = self.step() {
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

//! Explains why a production does not accept a string.
//!
//! The minimal automaton of the printed grammar gives the offset of the error and the bytes that are allowed there. It
//! does not give the productions: one state may stand for several productions that allow the same continuations. So the
//! text before the offset is completed by the shortest string that leads the automaton to acceptance. The tree of the
//! completed string shows which production was being read. A tree for each allowed byte shows the production that the
//! byte belongs to.
//!
//! The cause of the error comes from a table, which needs no tree.
//!
//! A long text before the offset is shortened first, by removing loops through transitions that the
//! automaton took before. So a tree is little larger than the automaton, however long the string
//! is. A production may begin in the removed text: the automaton of RFC 2396 stays in one state
//! throughout `//h/a`, although a path begins there. So the beginning of the text is kept. In most
//! strings this is the whole text.

mod causes;
mod failure_point;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use causes::cause;
use failure_point::{FailurePoint, Prefix, being_read, expected};
use memchr::{memchr, memrchr};

use crate::editions::Edition;
use crate::editions::automaton::Automaton;
use crate::editions::division::{Delimiters, Division};
use crate::editions::grammar::{Grammar, Production};
use crate::parse::Recognizer;
use crate::parts::schemes;
use crate::reference::error::{Fault, ParseError, Reason, SyntaxError};

/// The number of bytes at the beginning of a prefix that are never removed.
const KEPT: usize = 1024;

/// The largest number of cache keys of one production. A list of URLs from the web has some two
/// thousand keys, and some thirty different explanations.
const REMEMBERED: usize = 16_384;

/// The explanation of a prefix that ends where a string leaves the language.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Why {
    pub(crate) expected: Vec<String>,
    pub(crate) rule_path: Vec<&'static str>,
    pub(crate) section: &'static str,
    /// Whether pest built every tree that the explanation needs. pest refuses if the stack is too
    /// small, but a later call may have more stack.
    is_whole: bool,
}

/// Explains why a string leaves the production's language. `text` is the prefix `after` followed by
/// the string, and `at` is the offset in `text` where the string fails.
fn diagnose(
    grammar: &'static Grammar,
    production: &'static Production,
    error: SyntaxError,
    after: &str,
    text: &str,
    at: usize,
) -> Explanation {
    if let Some(Reason { fault: fault @ Fault::Domain, .. }) = error.reason() {
        let (text, section) = (fault.text(), fault.section());
        let rule_path = vec![production.name, "valid-domain-string"];
        let why = Arc::new(Why { expected: Vec::new(), rule_path, section, is_whole: true });
        let sentence = text.sentence.into();
        let cause = Some(Cause { id: text.id, sentence, section, mended: None });
        return Explanation { error, why, cause };
    }
    let place = FailurePoint::of(grammar, production, text, at);
    let why = why_known(&place, error.edition);
    let own = Recognizer::new(error.edition, grammar, production);
    let own_cause = cause(&place, error.edition.facts().noun, why.section);
    let cause = own_cause.or_else(|| generic_cause(&place)).map(|mut cause| {
        cause.mended = cause.mended.filter(|mended| own.accepts(mended.as_bytes()));
        cause.after(after)
    });
    Explanation { error, why, cause }
}

/// Returns the cause for which the document whose productions the grammar uses rejects the string as a
/// URI. Returns `None` if that document does not reject the string at the same byte.
fn generic_cause(place: &FailurePoint<'_>) -> Option<Cause> {
    let base = place.grammar.generic_base()?;
    if !place.is_of_components() {
        return None;
    }
    let uri = base.production("URI").ok()?;
    let error = uri.check(place.text).err()?;
    if error.offset() != place.at {
        return None;
    }
    let place = FailurePoint::of(uri.grammar, uri.production, place.text, place.at);
    let cause = cause(&place, base.facts().noun, uri.section())?;
    let section = match cause.section.starts_with("RFC ") {
        true => cause.section,
        false => {
            *CITED.iter().find(|cited| cited.strip_prefix("RFC 3986, ") == Some(cause.section))?
        }
    };
    Some(Cause { section, ..cause })
}

/// The sections of RFC 3986 that causes cite, as other documents cite them.
const CITED: [&str; 18] = [
    "RFC 3986, 2",
    "RFC 3986, 2.1",
    "RFC 3986, 2.2",
    "RFC 3986, 2.3",
    "RFC 3986, 2.5",
    "RFC 3986, 3",
    "RFC 3986, 3.1",
    "RFC 3986, 3.2",
    "RFC 3986, 3.2.1",
    "RFC 3986, 3.2.2",
    "RFC 3986, 3.2.3",
    "RFC 3986, 3.3",
    "RFC 3986, 3.4",
    "RFC 3986, 3.5",
    "RFC 3986, 4.1",
    "RFC 3986, 4.2",
    "RFC 3986, 4.3",
    "RFC 3986, C",
];

/// Explains the failure at `place`. Caches explanations, so that strings that fail in the same way share one.
///
/// An explanation takes as long as building many trees, and many lines of a list may have the same fault. It takes
/// longest at the beginning of a string, where every beginning of the production is allowed.
fn why_known(place: &FailurePoint<'_>, edition: Edition) -> Arc<Why> {
    type ByProduction = HashMap<(&'static str, &'static str), KnownExplanations>;
    static KNOWN: LazyLock<RwLock<ByProduction>> = LazyLock::new(RwLock::default);
    let &FailurePoint { grammar, production, .. } = place;
    let read = place.before();
    let short = match read {
        "" => Some(Vec::new()),
        _ if read.len() > KEPT => None,
        _ => short(place, edition),
    };
    let Some(short) = short else { return Arc::new(why(grammar, production, read)) };
    let name = (grammar.stem, production.name);
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(why) = known.get(&name).and_then(|known| known.of.get(&short[..])) {
        return Arc::clone(why);
    }
    drop(known);
    let why = Arc::new(why(grammar, production, read));
    if !why.is_whole {
        return why;
    }
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    known.entry(name).or_default().with(short, why)
}

/// The explanations of a production by their keys, with equal explanations stored once.
#[derive(Default)]
struct KnownExplanations {
    of: HashMap<Box<[u8]>, Arc<Why>>,
    said: HashSet<Arc<Why>>,
}

impl KnownExplanations {
    /// Stores the explanation for a key. A full cache is emptied first.
    fn with(&mut self, short: Vec<u8>, why: Arc<Why>) -> Arc<Why> {
        if self.of.len() >= REMEMBERED {
            *self = Self::default();
        }
        let why = self.said.get(&why).cloned().unwrap_or(why);
        self.said.insert(Arc::clone(&why));
        self.of.insert(short.into(), Arc::clone(&why));
        why
    }
}

/// Returns the cache key of the text before the failure point, if delimiters divide the strings of
/// the production into components.
fn short(place: &FailurePoint<'_>, edition: Edition) -> Option<Vec<u8>> {
    // Where single schemes have their own productions, the content of a prefix may decide between
    // them: a selector of gopher, or an authority that continues after a `?`.
    if !edition.specific().is_empty() {
        return None;
    }
    let known = edition.printed().divided;
    let divided = known.iter().find(|known| known.rule == place.production.name)?;
    // Text after a `/` is part of the path, or of the parameters before it.
    let Division::At(Delimiters { params: false, .. }) = divided.division else { return None };
    key(place.grammar.automaton, place.start, place.state, place.before())
}

fn why(grammar: &'static Grammar, production: &'static Production, read: &str) -> Why {
    let automaton = grammar.automaton;
    let start = grammar.start(production);
    let (kept, rest) = read.as_bytes().split_at(read.len().min(KEPT));
    let after = |state, bytes| automaton.walk(state, bytes).unwrap_or(Automaton::DEAD);
    let after_kept = after(start, kept);
    let state = after(after_kept, rest);
    let prefix = [kept, &without_loops(automaton, after_kept, rest)].concat();
    let reading = Prefix::of(grammar, production, prefix);
    let ways = reading.ways_on(state);
    let at = being_read(reading.path(&automaton.completion(state)), &ways);
    let innermost = at.last().map_or(production, |step| step.production);
    Why {
        expected: expected(&reading, &at, ways, state),
        rule_path: at.iter().map(|step| step.production.name).collect(),
        section: innermost.section,
        is_whole: reading.is_whole(),
    }
}

/// Returns bytes that lead the automaton to the same state as `bytes`, without the loops that take no
/// new transition. A loop with a new transition is kept: the `?` of `/a?b` leads back to the state of
/// the path, but begins the query. The last byte is kept too, since its production was being read.
fn without_loops(automaton: &Automaton, start: u16, bytes: &[u8]) -> Vec<u8> {
    struct KeptByte {
        before: u16,
        byte: u8,
        is_new: bool,
    }
    let mut seen = HashSet::new();
    let mut kept: Vec<KeptByte> = Vec::new();
    let mut state = start;
    let Some((&last, before)) = bytes.split_last() else { return Vec::new() };
    for &byte in before {
        let is_new = seen.insert((state, automaton.class(byte)));
        kept.push(KeptByte { before: state, byte, is_new });
        state = automaton.step(state, byte);
        let old = kept.iter().rev().take_while(|taken| !taken.is_new);
        if let Some(loop_length) = old.map(|taken| taken.before).position(|before| before == state)
        {
            kept.truncate(kept.len() - 1 - loop_length);
        }
    }
    kept.iter().map(|taken| taken.byte).chain([last]).collect()
}

// Why a string is not in the language of a production, as a person would say it.
//
// A [`Cause`] is data. An error without a cause still has its exact place.

/// The cause of an error, as a person would describe it: one entry of a table of causes.
///
/// A cause is given only if it is true of the string. If no entry of the table is true, the
/// [`Explanation`] has no cause.
///
/// ```
/// use urispec::{check, Edition, ParseError};
/// let text = "http://example.com/a b";
/// let Err(ParseError::Syntax(error)) = check(Edition::Rfc3986, "URI", text) else {
///     unreachable!()
/// };
/// let explanation = error.explain(text).unwrap();
/// let cause = explanation.cause().unwrap();
/// assert_eq!((cause.id(), cause.section()), ("space", "2"));
/// assert_eq!(cause.sentence(), "a space is not allowed in a URI");
/// assert_eq!(cause.mended(), Some("http://example.com/a%20b"));
/// assert_eq!(error.offset(), 20);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    pub(crate) id: &'static str,
    pub(crate) sentence: Cow<'static, str>,
    pub(crate) section: &'static str,
    pub(crate) mended: Option<String>,
}

impl Cause {
    /// Returns the name of the cause, for programs: lowercase words with `-` between them. The name
    /// is the same in all editions.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// Returns a description of the cause: one English sentence, without a full stop.
    #[must_use]
    pub fn sentence(&self) -> &str {
        &self.sentence
    }

    /// Returns the section that the sentence is based on: the number of a section of the edition's document, or a section of
    /// another document with its name, such as `RFC 3986, 3.2.3`. The URL Standard has names instead of numbers.
    /// [`Edition::cited`] adds the name of the edition's document.
    #[must_use]
    pub const fn section(&self) -> &'static str {
        self.section
    }

    /// Removes the prefix `after` from the mended string. The prefix was inserted before the string for parsing.
    pub(crate) fn after(self, after: &str) -> Self {
        let mended = self.mended.and_then(|mended| Some(mended.strip_prefix(after)?.to_owned()));
        Self { mended, ..self }
    }

    /// Returns the string that the author probably meant, if the cause shows it. The production accepts
    /// this string.
    #[must_use]
    pub fn mended(&self) -> Option<&str> {
        self.mended.as_deref()
    }
}

/// Prints the sentence, and the section in parentheses.
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.sentence, self.section)
    }
}

// The methods of errors that explain them, for callers that still have the string.

impl ParseError {
    /// Returns the error as one sentence for a person who sees the string.
    ///
    /// For a syntax error this is the [`Explanation`]. For any other error, or if `text` is not the
    /// string that was parsed, it is the same as `Display`.
    ///
    /// ```
    /// use urispec::UriRef;
    /// let error = UriRef::parse("%zz").unwrap_err();
    /// assert_eq!(
    ///     error.explain("%zz"),
    ///     "at byte 0: \"%\" must be followed by two hexadecimal digits (RFC 3986, 2.1)",
    /// );
    /// assert_eq!(error.explain("%41"), error.to_string());
    /// ```
    #[must_use]
    pub fn explain(&self, text: &str) -> String {
        let explained = match self {
            Self::Syntax(error) => error.explain(text),
            _ => None,
        };
        explained.map_or_else(|| self.to_string(), |explanation| explanation.to_string())
    }

    /// Returns the string that was probably meant, if the cause of the error shows how to mend
    /// `text`, the string that was parsed. The production accepts the mended string.
    ///
    /// [`UriRef::repair`](crate::UriRef::repair) mends by encoding alone, and needs no grammar.
    ///
    /// ```
    /// let text = "http://[::1/";
    /// let error = urispec::Uri::parse(text).unwrap_err();
    /// assert_eq!(error.mended(text).as_deref(), Some("http://[::1]/"));
    /// ```
    #[must_use]
    pub fn mended(&self, text: &str) -> Option<String> {
        let Self::Syntax(error) = self else { return None };
        error.explain(text)?.cause()?.mended().map(str::to_owned)
    }
}

impl SyntaxError {
    /// Explains the error: what is expected at its offset, which production was being read, and the cause.
    /// Returns `None` if `text` is not the string that was parsed: the production accepts it, or
    /// fails at another place.
    ///
    /// After the first 1024 bytes, repetitions are left out of the analysis. So for a longer string the explanation may
    /// name a different production with the same continuations. The offset is always exact.
    ///
    /// ```
    /// use urispec::Edition;
    /// let error = Edition::Rfc3986.production("port")?.check("80a").unwrap_err();
    /// assert_eq!(error.explain("80a").unwrap().expected(), ["DIGIT", "end of input"]);
    /// assert_eq!(error.explain("80"), None);
    /// # Ok::<(), urispec::error::UnknownProduction>(())
    /// ```
    #[must_use]
    pub fn explain(&self, text: &str) -> Option<Explanation> {
        let grammar = self.edition.grammar_of(self.production);
        let after = self.after.map_or("", |after| *after);
        let text =
            if after.is_empty() { Cow::from(text) } else { Cow::from([after, text].concat()) };
        let error = Recognizer::new(self.edition, grammar, self.production).check(&text).err()?;
        let at = error.offset();
        let own = self.after.map_or(error, |after| error.after(after));
        (own == *self).then(|| diagnose(grammar, self.production, *self, after, &text, at))
    }
}

// The explanation of a syntax error: the productions being read, what is expected, and the cause.

/// The explanation of a syntax error.
///
/// It contains the cause if one is known, the production that was being read where the string left
/// the language, and what is expected there. `Display` prints the cause, or the rest if none is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    pub(crate) error: SyntaxError,
    pub(crate) why: Arc<Why>,
    pub(crate) cause: Option<Cause>,
}

impl Explanation {
    /// Returns the syntax error that is explained, with its offset and the character there.
    #[must_use]
    pub const fn error(&self) -> &SyntaxError {
        &self.error
    }

    /// Returns the cause of the error, if the table of causes has an entry for it.
    #[must_use]
    pub const fn cause(&self) -> Option<&Cause> {
        self.cause.as_ref()
    }

    /// Returns the explanation without its cause, whose `Display` is what the grammar says: the unexpected character, and
    /// what is expected in its place.
    #[must_use]
    pub fn without_cause(&self) -> Self {
        Self { cause: None, ..self.clone() }
    }

    /// Returns what is allowed at the offset: literals in quotes, and productions by their printed
    /// names. A production that began before the offset may also continue there. The list is empty
    /// if the grammar derives the string but the URL Standard rejects its domain.
    #[must_use]
    pub fn expected(&self) -> &[String] {
        &self.why.expected
    }

    /// Returns the names of the productions around the offset, outermost first. The last is the
    /// production that was being read.
    #[must_use]
    pub fn rule_path(&self) -> &[&'static str] {
        &self.why.rule_path
    }

    /// Returns the section that introduces the production that was being read: the number of a section of the edition's
    /// document, or a section of another document with its name, such as `RFC 3986, 3.2`. The URL Standard has names
    /// instead of numbers. [`Edition::cited`] adds the name of the edition's document.
    #[must_use]
    pub fn section(&self) -> &'static str {
        self.why.section
    }
}

/// Prints one sentence: the cause with its offset or, if no cause is known, what is unexpected and what is expected. The
/// alternate form `{:#}` omits the offset of a cause.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A fault beyond the grammar has no list of expected bytes.
        if self.why.expected.is_empty() {
            return self.error.fmt(f);
        }
        let edition = self.error.edition;
        if let Some(Cause { sentence, section, .. }) = &self.cause {
            if !f.alternate() {
                write!(f, "at byte {}: ", self.error.fault_offset())?;
            }
            return write!(f, "{sentence} ({})", edition.citation(section));
        }
        let reading = self.why.rule_path.last().copied().unwrap_or_default();
        write!(f, "{} in {reading}; expected ", self.error.unexpected())?;
        for (index, expected) in self.why.expected.iter().enumerate() {
            let before = match index {
                0 => "",
                _ if index + 1 == self.why.expected.len() => " or ",
                _ => ", ",
            };
            match expected == reading {
                true => write!(f, "{before}another {expected} character")?,
                false => write!(f, "{before}{expected}")?,
            }
        }
        write!(f, " ({})", edition.citation(self.why.section))
    }
}

impl std::error::Error for Explanation {}

// The cache key of explanations: prefixes that the parser reads alike share one explanation.
//
// The key of a prefix is a short text that is read in the same productions, and after which the
// same bytes may follow. So the explanation for one URL of a list serves the next. For a URL with
// a fault after its authority, the key keeps the scheme, the kinds of the characters of the
// authority, and the end of the component that was being read.
//
// There are keys only for productions whose strings divide at delimiters, where a component is
// read in the same way whatever the components before it contain. By contrast, the path of a `url`
// of RFC 1738 decides which production derives the whole.
//
// In rfc2396bis-01 a label has at most 63 characters, and a longer one makes the authority a
// registered name; so an authority with a long label has no key.

/// The maximum length of a label in characters. An authority with a longer label has no cache key.
const LONG: usize = 60;

/// The maximum length of a cache key in bytes, which limits the memory of the cache.
const SHORT: usize = 128;

/// Returns the cache key of a prefix: a short text that is read by the same productions and leads
/// to the same state. Returns `None` if no such text is found.
fn key(automaton: &Automaton, start: u16, state: u16, read: &str) -> Option<Vec<u8>> {
    let mut short = Vec::with_capacity(SHORT);
    let is_delimiter = |byte: &u8| matches!(byte, b'/' | b'?' | b'#');
    let read = read.as_bytes();
    let head = read.iter().position(|byte| *byte == b':' || is_delimiter(byte));
    let scheme = head.filter(|&end| read[end] == b':');
    let (before, mut rest) = read.split_at(scheme.map_or(0, |end| end + 1));
    short.extend(before);
    let authority = rest.strip_prefix(b"//");
    if let Some(after) = authority {
        let end = after.iter().position(is_delimiter).unwrap_or(after.len());
        let (authority, path) = after.split_at(end);
        short.extend(b"//");
        push_kinds(authority, &mut short)?;
        rest = path;
    }
    if let Some(end) = memchr(b'#', rest).or_else(|| memchr(b'?', rest)) {
        match rest[0] {
            b'#' | b'?' => {}
            b'/' => short.push(b'/'),
            _ => short.push(b'a'),
        }
        short.push(rest[end]);
        push_end(&rest[end + 1..], &mut short);
    } else if let Some(slash) = memrchr(b'/', rest) {
        // The first segment may have another production than the segments after it.
        match rest[0] {
            b'/' if slash == 0 => short.push(b'/'),
            b'/' => short.extend(b"/a/"),
            _ if rest[..slash].contains(&b'/') => short.extend(b"a/a/"),
            _ => short.extend(b"a/"),
        }
        push_end(&rest[slash + 1..], &mut short);
    } else if scheme.is_none() && authority.is_none() {
        push_first(rest, &mut short);
    } else {
        push_end(rest, &mut short);
    }
    (short.len() <= SHORT && automaton.walk(start, &short) == Ok(state)).then_some(short)
}

/// Appends a short form of an authority: one letter for each run of letters, and one digit for each run of digits.
/// Keeps addresses as they are. Returns `None` if the short form may be another kind of authority.
fn push_kinds(authority: &[u8], short: &mut Vec<u8>) -> Option<()> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let is_long = authority.chunk_by(|a, b| is_name(*a) && is_name(*b));
    if authority.len() > LONG && is_long.into_iter().any(|run| run.len() > LONG) {
        return None;
    }
    let has_letters = authority.iter().any(u8::is_ascii_alphabetic);
    if !has_letters || authority.contains(&b'[') {
        short.extend(authority);
        return Some(());
    }
    let mut bytes = authority.iter().copied();
    while let Some(byte) = bytes.next() {
        let kind = match byte {
            // A letter, or a byte of a character that is allowed where letters are.
            b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => b'a',
            b'0'..=b'9' => b'0',
            b'%' => {
                short.push(byte);
                short.extend(bytes.by_ref().take(2));
                continue;
            }
            other => other,
        };
        if kind.is_ascii_alphanumeric() && short.last() == Some(&kind) {
            continue;
        }
        short.push(kind);
        // One more label of the same kind does not change how the name is read.
        if short.ends_with(b".a.a") {
            short.truncate(short.len() - 2);
        }
    }
    Some(())
}

/// Appends a short form of a prefix that may be a scheme or the first segment of a path: one letter for the characters
/// that a scheme may contain, the next character, and a short form of the text after it.
fn push_first(segment: &[u8], short: &mut Vec<u8>) {
    let length = segment.iter().take_while(|byte| schemes::is_of_scheme(**byte)).count();
    // In some editions a scheme may begin with a character that is not a letter.
    match segment[..length].first() {
        None => {}
        Some(first) if first.is_ascii_alphabetic() => short.push(b'a'),
        Some(first) => short.push(*first),
    }
    match &segment[length..] {
        [] => match segment.last() {
            Some(last) if length > 1 && !last.is_ascii_alphabetic() => short.push(*last),
            _ => {}
        },
        [b'%', rest @ ..] => {
            let (escape, rest) = rest.split_at(rest.len().min(2));
            short.push(b'%');
            short.extend(escape);
            push_end(rest, short);
        }
        [first, rest @ ..] => {
            short.push(if first.is_ascii() { *first } else { b'_' });
            push_end(rest, short);
        }
    }
}

/// Appends a short form of a component that is cut off: a ";" if it has parameters, its last
/// character, and any complete or incomplete escape at its end.
fn push_end(bytes: &[u8], short: &mut Vec<u8>) {
    let (text, escape) = match bytes {
        [text @ .., b'%'] => (text, &b"%"[..]),
        [text @ .., b'%', _] => (text, &bytes[bytes.len() - 2..]),
        // In some editions an escape is a production, which ends here.
        [text @ .., b'%', _, _] => (text, &bytes[bytes.len() - 3..]),
        _ => (bytes, &b""[..]),
    };
    let end = match text.iter().rposition(|&byte| byte == b';') {
        Some(at) => {
            short.extend(if at > 0 { &b"a;"[..] } else { b";" });
            &text[at + 1..]
        }
        None => text,
    };
    match end {
        [] => {}
        [.., last] if last.is_ascii_alphanumeric() || !last.is_ascii() => short.push(b'a'),
        [last] => short.push(*last),
        [.., last] => short.extend([b'a', *last]),
    }
    short.extend(escape);
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::{why, *};
    use crate::editions::Edition;
    use crate::editions::division::{Delimiters, Division};
    use crate::{Node, ParseError, scaled};

    /// Checks that the text and its key have the same explanation. Returns whether the text has a key.
    fn holds(edition: Edition, rule: &str, read: &str) -> bool {
        let whole = edition.production(rule).unwrap();
        let automaton = whole.grammar.automaton;
        let Ok(state) = automaton.walk(whole.start, read.as_bytes()) else { return false };
        let Some(short) = key(automaton, whole.start, state, read) else { return false };
        let short = String::from_utf8(short).unwrap();
        let [long, short_why] =
            [read, &short].map(|read| why(whole.grammar, whole.production, read));
        assert_eq!(long, short_why, "{edition} {rule}: {read:?} as {short:?}");
        true
    }

    /// Returns the productions whose strings divide at delimiters.
    fn divided() -> Vec<(Edition, &'static str)> {
        let of = |edition: &'static Edition| {
            let all = edition.printed().divided.iter();
            let is_one =
                |division| matches!(division, &Division::At(Delimiters { params: false, .. }));
            let all = all.filter(move |known| is_one(&known.division));
            all.map(|known| (*edition, known.rule))
        };
        let all = Edition::ALL.iter();
        all.filter(|one| one.specific().is_empty()).flat_map(of).collect()
    }

    /// Runs a check for each production of [`divided`] that is for whole strings.
    fn each(holds: impl Fn(Edition, &str)) {
        for (edition, rule) in divided() {
            if edition.whole_rules().contains(&rule) {
                holds(edition, rule);
            }
        }
    }

    #[test]
    fn the_same_is_said() {
        let authorities = [
            "",
            "a",
            "a.b",
            "w.w.w.example.com",
            "a_b",
            "1.2.3.4",
            "1.2.3.256",
            "a1-b2.c",
            "u@a",
            "a:80",
            "u:p@a.b:",
            "@",
            "a.",
            ".a",
            "a..b",
            "-",
            "a.1",
            "A.B.C.D",
            ";a",
            "é.b",
            "é",
            "1é",
        ];
        let rests = [
            "/", "//", "/a", "/aA0", "/a/", "/a/b", "/a//", "/%41", "/%4", "/%", "/a%", "/a;",
            "/a;b", "/;", "/a;b;", "/a;b=c", "/a/b;c%4", "/a+", "/a+b", "/a:b", "/@", "/a?",
            "/a?b", "/?", "?", "?a", "?a/b", "/a?b?c", "/a?b+", "/a?%4", "/a?b#", "#", "#a", "/#a",
            "/a#%", "/a?b#c;d", "/a/../b", "/.", "/a=b&c", "/a?b;c", "/a?b%41", "/é", "/é;é",
            "/a?é", "/é#é",
        ];
        each(|edition, rule| {
            let mut all = 0;
            for (index, authority) in authorities.into_iter().enumerate() {
                for (at, rest) in rests.into_iter().enumerate() {
                    // Each rest with some of the authorities, or with more if `URISPEC_LONG` is
                    // set.
                    if (index + at) % scaled(29, 3) == 0 {
                        let text = format!("http://{authority}{rest}");
                        all += usize::from(holds(edition, rule, &text));
                        // An authority alone, a relative reference, and a string without an
                        // authority.
                        all += usize::from(holds(edition, rule, &text[..text.len() - rest.len()]));
                        all += usize::from(holds(edition, rule, &text["http:".len()..]));
                    }
                }
            }
            for before in ["", "http:", "a", "/a", "1", "a+", "1a_b", "%41", "a:b", "é"] {
                for after in rests.iter().chain(&authorities).step_by(scaled(7, 1)) {
                    all += usize::from(holds(edition, rule, &format!("{before}{after}")));
                }
            }
            assert!(all > 60, "{edition} {rule}: {all}");
        });
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn the_same_is_said_of_any_beginning(
            scheme in "(http|ftp|gopher|x|A-b\\.c|[a1+._%é-]{0,3}):|",
            slashes in "//|",
            authority in "([aBé1.:@;_-]|[a-z0-9]{1,4}|[0-9]{1,3}\\.|%41|%|\\[::1\\]|\\[){0,9}",
            rest in "([/?#]([aBé1;:@=&+.~_-]|//|[/?#]|%4|%|%2F){0,12}|)",
            which: Index,
        ) {
            let all = divided();
            let (edition, rule) = *which.get(&all);
            // Cut the text where it leaves the language.
            let mut read = format!("{scheme}{slashes}{authority}{rest}");
            let whole = edition.production(rule).unwrap();
            let left = whole.grammar.automaton.walk(whole.start, read.as_bytes()).err();
            read.truncate(left.map_or(read.len(), |(at, _)| at));
            holds(edition, rule, &read);
        }
    }

    /// Checks URLs of the web, each cut at an offset near its end.
    #[test]
    fn the_same_is_said_of_the_web() {
        let Ok(web) = std::fs::read_to_string("../shared/corpus/web.txt") else {
            eprintln!("skipped: there is no ../shared/corpus/web.txt");
            return;
        };
        each(|edition, rule| {
            for (index, text) in web.lines().step_by(1331).enumerate() {
                let cut = text.len() - text.len().min(index % 30);
                if let Some(read) = text.get(..cut) {
                    holds(edition, rule, read);
                }
            }
        });
    }

    /// A cause whose section was not in the list would be lost in documents that use RFC 3986.
    #[test]
    fn each_section_can_be_cited() {
        let generic = Edition::ALL.iter().filter(|edition| {
            **edition == Edition::Rfc3986 || edition.amends() == Some(Edition::Rfc3986)
        });
        let mut all = 0;
        for edition in generic {
            let grammar = edition.production("URI").unwrap().grammar;
            let characters = &grammar.characters;
            let sections = grammar.productions().iter().map(|production| production.section);
            let sections = sections
                .chain([characters.admitted, characters.escapes, characters.not_ascii])
                .chain(characters.around);
            for section in sections.filter(|section| !section.starts_with("RFC ")) {
                let cited = format!("RFC 3986, {section}");
                assert!(CITED.contains(&&*cited), "{edition}: {section}");
                all += 1;
            }
        }
        assert!(all > 30, "{all}");
    }

    /// Prefixes with different schemes have different keys, but share one stored explanation.
    #[test]
    fn what_is_said_alike_is_kept_once() {
        let why = |text| match Node::parse(Edition::Rfc3986, "URI-reference", text) {
            Err(ParseError::Syntax(error)) => error.explain(text).unwrap().why,
            other => panic!("{other:?}"),
        };
        let [one, other, third] = ["x://h/a b", "y://h/a b", "x://h/a?b c"].map(why);
        assert!(Arc::ptr_eq(&one, &other), "{one:?} {other:?}");
        assert_ne!(one, third);
    }
}

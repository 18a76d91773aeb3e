//! Tokens of a program: words, literals, and single characters for everything else.
//!
//! The tokenizer knows the comments and the literals of a language, and [`Tokens`] links matching brackets. No
//! program is refused: an unclosed literal or bracket ends with its line or with the text, and any unknown
//! character is a token. Each character is read a bounded number of times.

use std::ops::Range;

use super::UnreadPattern;
use super::schemas::{Escapes, decoded, lines};

/// A function that reads a non-empty literal at an offset of a text, given the tokens before the offset.
pub(super) type Literal<'l> = dyn FnMut(&str, usize, &[Token]) -> Option<Token> + 'l;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comments {
    /// From `#` to the end of the line.
    Hash,
    /// From `//` to the end of the line, and from `/*` to `*/`.
    Slashes,
    /// Like `Slashes`, but `/*` … `*/` may nest.
    NestedSlashes,
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Range<usize>,
}

impl Token {
    pub(super) fn literal(inner: Range<usize>, style: Style, span: Range<usize>) -> Self {
        Self { kind: TokenKind::Literal(inner, style), span }
    }
}

#[derive(Clone, Debug)]
pub(super) enum TokenKind {
    /// A name, a keyword or a number.
    Word,
    /// A character that is not part of another token.
    Sign,
    /// A string literal: the span between its quotes, and how the text there is written.
    Literal(Range<usize>, Style),
    Regex,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Style {
    Verbatim,
    Escaped(&'static Escapes),
    /// Verbatim, except that quotes are doubled.
    Doubled(char),
    /// With interpolated values, which are not read.
    Computed,
    /// Unsupported, for the given reason.
    Unread(&'static str),
}

#[derive(Debug)]
pub(super) struct Tokens<'t> {
    pub(super) text: &'t str,
    pub(super) all: Vec<Token>,
    /// For each token that is a bracket, the index of the matching bracket.
    partners: Vec<Option<usize>>,
}

impl<'t> Tokens<'t> {
    pub(super) fn new(text: &'t str, comments: Comments, literal: &mut Literal<'_>) -> Self {
        let (mut all, mut at) = (Vec::new(), 0);
        while let Some(one) = text[at..].chars().next() {
            if one.is_whitespace() {
                at += one.len_utf8();
            } else if let Some(end) = comment(text, at, comments) {
                at = end;
            } else {
                let token = literal(text, at, &all).unwrap_or_else(|| {
                    let is_word = |one: char| one.is_alphanumeric() || matches!(one, '_' | '$');
                    let rest = &text[at..];
                    let word = rest.len() - rest.trim_start_matches(is_word).len();
                    match word {
                        0 => Token { kind: TokenKind::Sign, span: at..at + one.len_utf8() },
                        _ => Token { kind: TokenKind::Word, span: at..at + word },
                    }
                });
                at = token.span.end;
                all.push(token);
            }
        }
        let partners = partners(text, &all);
        Self { text, all, partners }
    }

    pub(super) fn of_token(&self, at: usize) -> &'t str {
        self.all.get(at).map_or("", |token| &self.text[token.span.clone()])
    }

    /// Returns the text of a token, if the token is a word.
    pub(super) fn word(&self, at: usize) -> Option<&'t str> {
        let token = self.all.get(at)?;
        matches!(token.kind, TokenKind::Word).then(|| &self.text[token.span.clone()])
    }

    /// Returns whether the tokens from index `at` on are words and signs with the texts `these`.
    pub(super) fn are(&self, at: usize, these: &[&str]) -> bool {
        these.iter().zip(at..).all(|(one, at)| {
            let kind = self.all.get(at).map(|token| &token.kind);
            matches!(kind, Some(TokenKind::Word | TokenKind::Sign)) && self.of_token(at) == *one
        })
    }

    /// Returns whether the token before `at` is the word or sign `this`.
    pub(super) fn is_behind(&self, at: usize, this: &str) -> bool {
        at.checked_sub(1).is_some_and(|before| self.are(before, &[this]))
    }

    pub(super) fn partner(&self, at: usize) -> Option<usize> {
        *self.partners.get(at)?
    }

    /// Returns the token range of each comma-separated part between an opening bracket and its partner.
    pub(super) fn parts(&self, open: usize) -> Vec<Range<usize>> {
        let Some(close) = self.partner(open) else { return Vec::new() };
        let (mut parts, mut begin, mut at) = (Vec::new(), open + 1, open + 1);
        while at < close {
            if self.are(at, &[","]) {
                parts.push(begin..at);
                begin = at + 1;
            }
            at = self.partner(at).filter(|&partner| partner > at).unwrap_or(at) + 1;
        }
        if begin < close {
            parts.push(begin..close);
        }
        parts
    }

    /// Returns the text of a literal token, or `None` if the token is not a literal or has interpolated values.
    pub(super) fn literal(&self, at: usize) -> Option<Result<MappedText, UnreadPattern>> {
        let Token { kind: TokenKind::Literal(inner, style), span } = self.all.get(at)? else {
            return None;
        };
        let mut text = MappedText::default();
        match *style {
            Style::Verbatim => lines(&mut text, self.text, inner.clone()),
            Style::Escaped(escapes) => return Some(decoded(self.text, inner.clone(), escapes)),
            Style::Doubled(quote) => {
                let mut at = inner.start;
                while let Some(found) = self.text[at..inner.end].find(quote) {
                    let behind = at + found + quote.len_utf8();
                    text.verbatim(&self.text[at..behind], at);
                    at = behind + quote.len_utf8();
                }
                text.verbatim(&self.text[at..inner.end], at);
            }
            Style::Computed => return None,
            Style::Unread(why) => return Some(Err(UnreadPattern::new(span.clone(), why))),
        }
        Some(Ok(text))
    }
}

/// Returns the end of the comment at an offset. In Python, a backslash that joins two lines is skipped like a comment.
fn comment(text: &str, at: usize, comments: Comments) -> Option<usize> {
    let rest = &text[at..];
    // A backslash joins two lines of Python.
    let joined = if comments == Comments::Hash { rest.strip_prefix('\\') } else { None };
    if joined.is_some_and(|next| next.starts_with(['\n', '\r'])) {
        return Some(at + 1);
    }
    let line = if comments == Comments::Hash { "#" } else { "//" };
    if rest.starts_with(line) {
        return Some(line_end(text, at));
    }
    if comments == Comments::Hash || !rest.starts_with("/*") {
        return None;
    }
    let (mut depth, mut at) = (1_usize, at + 2);
    while depth > 0 {
        let Some(found) = memchr::memchr2(b'*', b'/', &text.as_bytes()[at..]) else {
            return Some(text.len());
        };
        at += found;
        let rest = &text[at..];
        at += match rest {
            _ if rest.starts_with("*/") => {
                depth -= 1;
                2
            }
            _ if rest.starts_with("/*") && comments == Comments::NestedSlashes => {
                depth += 1;
                2
            }
            _ => 1,
        };
    }
    Some(at)
}

pub(super) fn line_end(text: &str, at: usize) -> usize {
    memchr::memchr2(b'\n', b'\r', &text.as_bytes()[at..]).map_or(text.len(), |found| at + found)
}

/// Returns the offset of the first unescaped quote, which ends a literal, or `None` if the text ends first. Unless
/// `is_of_lines` is set, also returns `None` if the line ends first.
pub(super) fn escaped_end(text: &str, from: usize, quote: u8, is_of_lines: bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        match *bytes.get(at)? {
            b'\\' => at += if bytes[at + 1..].starts_with(b"\r\n") { 3 } else { 2 },
            one if one == quote => return Some(at),
            b'\n' | b'\r' if !is_of_lines => return None,
            _ => at += 1,
        }
    }
}

/// Returns the token of a quoted literal that begins at `at` and whose content begins at `from`.
pub(super) fn quoted(text: &str, at: usize, from: usize, quote: u8, style: Style) -> Token {
    match escaped_end(text, from, quote, false) {
        Some(end) => Token::literal(from..end, style, at..end + 1),
        None => broken(text, at),
    }
}

/// Returns the token of an unterminated literal: the rest of the text.
pub(super) fn unended(text: &str, at: usize) -> Token {
    Token::literal(at..text.len(), Style::Computed, at..text.len())
}

/// Returns the token of a literal that is not closed on its line. The token extends to the end of the line.
pub(super) fn broken(text: &str, at: usize) -> Token {
    let span = at..line_end(text, at).max(at + 1);
    Token::literal(span.clone(), Style::Computed, span)
}

/// Returns the matching bracket of each bracket. A bracket that does not match the last open bracket has none.
fn partners(text: &str, all: &[Token]) -> Vec<Option<usize>> {
    let (mut partners, mut open) = (vec![None; all.len()], Vec::new());
    for (at, token) in all.iter().enumerate() {
        let closes = match (&token.kind, &text[token.span.clone()]) {
            (TokenKind::Sign, one @ ("(" | "[" | "{")) => {
                open.push((at, one));
                continue;
            }
            (TokenKind::Sign, ")") => "(",
            (TokenKind::Sign, "]") => "[",
            (TokenKind::Sign, "}") => "{",
            _ => continue,
        };
        if let Some((partner, _)) = open.pop_if(|(_, one)| *one == closes) {
            (partners[at], partners[partner]) = (Some(partner), Some(at));
        }
    }
    partners
}

// A decoded text, with the source span of each part.

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MappedText {
    text: String,
    pieces: Vec<SourceToken>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct SourceToken {
    begin: usize,
    source: Range<usize>,
    is_verbatim: bool,
}

impl MappedText {
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Adds verbatim text from an offset of the source.
    pub(super) fn verbatim(&mut self, text: &str, from: usize) {
        let source = from..from + text.len();
        match self.pieces.last_mut() {
            Some(last) if last.is_verbatim && last.source.end == from => {
                last.source.end = source.end
            }
            _ if text.is_empty() => {}
            _ => {
                self.pieces.push(SourceToken { begin: self.text.len(), source, is_verbatim: true })
            }
        }
        self.text.push_str(text);
    }

    /// Adds the decoded text of a span of the source, such as an escape.
    pub(super) fn written(&mut self, text: &str, source: Range<usize>) {
        if !text.is_empty() {
            self.pieces.push(SourceToken { begin: self.text.len(), source, is_verbatim: false });
            self.text.push_str(text);
        }
    }

    pub(super) fn append(&mut self, other: &Self) {
        let by = self.text.len();
        let moved = |one: &SourceToken| SourceToken { begin: one.begin + by, ..one.clone() };
        self.pieces.extend(other.pieces.iter().map(moved));
        self.text.push_str(&other.text);
    }

    pub(super) fn span(&self) -> Option<Range<usize>> {
        Some(self.pieces.first()?.source.start..self.pieces.last()?.source.end)
    }

    /// Returns the source span of a part of the text, in bytes. If the part is within a decoded escape, its span
    /// is the whole escape.
    pub(super) fn source(&self, part: Range<usize>) -> Range<usize> {
        let Some(all) = self.span() else { return 0..0 };
        let of = |at: usize| self.pieces.partition_point(|one| one.begin <= at).checked_sub(1);
        let is_behind = part.start >= self.text.len();
        let start = match of(part.start).map(|at| &self.pieces[at]) {
            _ if is_behind => all.end,
            Some(one) if one.is_verbatim => one.source.start + (part.start - one.begin),
            Some(one) => one.source.start,
            None => all.start,
        };
        let last = part.end.min(self.text.len()).checked_sub(1).filter(|_| part.end > part.start);
        let end = match last.and_then(|last| Some((last, &self.pieces[of(last)?]))) {
            Some((last, one)) if one.is_verbatim => one.source.start + (last + 1 - one.begin),
            Some((_, one)) => one.source.end,
            None => start,
        };
        start..end.max(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_text_maps_to_whole_escapes() {
        // In the source, `ab\n` is at 10 and `cd` at 20.
        let mut text = MappedText::default();
        text.verbatim("a", 10);
        text.verbatim("b", 11);
        text.written("\n", 12..14);
        text.verbatim("cd", 20);
        assert_eq!((text.text(), text.span()), ("ab\ncd", Some(10..22)));
        for (part, source) in
            [(0..1, 10..11), (1..3, 11..14), (2..3, 12..14), (2..4, 12..21), (4..5, 21..22)]
        {
            assert_eq!(text.source(part.clone()), source, "{part:?}");
        }
        // An empty part has an empty place.
        assert_eq!(
            [text.source(1..1), text.source(5..5), text.source(9..12)],
            [11..11, 22..22, 22..22]
        );
        assert_eq!(MappedText::default().source(0..1), 0..0);
    }

    #[test]
    fn an_appended_text_keeps_its_places() {
        let [mut one, mut other] = [MappedText::default(), MappedText::default()];
        one.written("(?i)", 3..3);
        other.verbatim("ab", 5);
        one.append(&other);
        assert_eq!([one.source(0..6), one.source(5..6), one.source(1..2)], [3..7, 6..7, 3..3]);
    }
}

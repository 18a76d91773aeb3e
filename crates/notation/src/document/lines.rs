//! The common form of all documents: numbered lines, each in a section and a container.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use crate::notations::{Notation, Reader, without_comments};

/// A section of a document.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Section {
    /// The number, such as `3.1`, or the letter of an appendix, such as `A`.
    pub number: Option<String>,
    /// The title.
    pub title: String,
}

impl Section {
    pub(super) fn new(number: Option<&str>, title: &str) -> Self {
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        Self { number: number.map(str::to_owned), title }
    }

    /// Returns whether `name` is the number or the title of the section, or the number of a section that contains it.
    pub fn is_within(&self, name: &str) -> bool {
        let name = name.trim_end_matches('.');
        let (_, name) = name
            .rsplit_once(' ')
            .filter(|(word, _)| {
                ["section", "appendix"].iter().any(|one| word.eq_ignore_ascii_case(one))
            })
            .unwrap_or(("", name));
        match &self.number {
            Some(number) => {
                let start = number.get(..name.len());
                let rest = number.get(name.len()..).unwrap_or_default();
                start.is_some_and(|start| start.eq_ignore_ascii_case(name))
                    && (rest.is_empty() || rest.starts_with('.'))
                    && !name.is_empty()
                    || self.title.eq_ignore_ascii_case(name)
            }
            None => self.title.eq_ignore_ascii_case(name),
        }
    }

    /// Returns whether the section is an appendix, or its title announces a collected grammar.
    pub(super) fn is_aside(&self) -> bool {
        let title = self.title.to_ascii_lowercase();
        let is_lettered = self
            .number
            .as_ref()
            .is_some_and(|number| number.starts_with(|first: char| first.is_ascii_alphabetic()));
        let words = ["appendix", "annex"];
        is_lettered || self.is_collected() || words.iter().any(|word| title.starts_with(word))
    }

    pub(super) fn is_collected(&self) -> bool {
        self.title.to_ascii_lowercase().contains("collected")
    }

    /// Returns the number of the top-level section: `3` for `3.1`.
    pub(super) fn top(&self) -> &str {
        match &self.number {
            Some(number) => number.split('.').next().unwrap_or_default(),
            None => &self.title,
        }
    }
}

/// Writes the number or, if there is none, the title.
impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.number {
            Some(number) => f.write_str(number),
            None => write!(f, "\"{}\"", self.title),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// No type: the content must be recognized from the lines themselves.
    Unmarked,
    /// Examples, of grammars or of strings.
    Example,
    ExampleOf(String),
    Grammar(Notation),
    /// A language that is not supported, with the name that the document gives it. To support a language, add a
    /// variant above, and its name in [`Content::from_type`].
    Other(String),
}

impl Content {
    /// Parses the type of a block, such as `abnf` or `lang-json`.
    pub(super) fn from_type(kind: &str) -> Self {
        let mut words = kind.split([' ', '\t', ',', '{', '}']).filter(|word| !word.is_empty());
        if let (Some("example"), Some(name), None) = (words.next(), words.next(), words.next()) {
            return Self::ExampleOf(name.to_owned());
        }
        let kind = kind.trim().to_ascii_lowercase();
        let kind = kind.strip_prefix("lang-").or(kind.strip_prefix("language-")).unwrap_or(&kind);
        // Types such as `abnf9110` name the document that defines the notation or its lists.
        let is_of = |start: &str| {
            let rest = kind.strip_prefix(start);
            rest.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'))
        };
        match kind {
            "" | "text" | "txt" | "plain" | "plaintext" | "none" | "ascii-art" | "inline"
            | "grammar" => Self::Unmarked,
            "example" | "examples" => Self::Example,
            _ if is_of("abnf") => Self::Grammar(Notation::Abnf),
            _ if is_of("bnf") || is_of("rfc822") => Self::Grammar(Notation::Bnf),
            _ => Self::Other(kind.to_owned()),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Line<'t> {
    pub(super) number: usize,
    /// The text, with leading but without trailing white space.
    pub(super) text: Cow<'t, str>,
    pub(super) section: Option<usize>,
    pub(super) container: usize,
    /// Whether this is an empty line that represents the end of a page.
    pub(super) is_page_end: bool,
    pub(super) is_comment: bool,
    /// The text with comments blanked out, if [`Lines::mark_ebnf`] has been called.
    code: Option<String>,
}

impl Line<'_> {
    pub(super) fn code(&self) -> &str {
        self.code.as_deref().unwrap_or(&self.text)
    }

    pub(super) fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    pub(super) fn indent(&self) -> usize {
        self.text.len() - self.text.trim_start_matches(' ').len()
    }
}

#[derive(Debug, Default)]
pub(super) struct Lines<'t> {
    pub(super) lines: Vec<Line<'t>>,
    pub(super) sections: Vec<Section>,
    pub(super) containers: Vec<Content>,
    /// The numbers of the lines with no-break spaces that are read as spaces.
    pub(super) no_break: HashSet<usize>,
    pub(super) has_words: bool,
}

impl<'t> Lines<'t> {
    pub(super) fn push(&mut self, number: usize, text: Cow<'t, str>) {
        let text = trimmed(self.spaced(number, text));
        self.add(number, text, false);
    }

    /// Replaces no-break spaces outside of literals by spaces. In print both kinds of space look alike, and no notation
    /// has no-break spaces.
    pub(super) fn spaced<'l>(&mut self, number: usize, text: Cow<'l, str>) -> Cow<'l, str> {
        if !text.contains('\u{a0}') {
            return text;
        }
        let mut is_quoted = false;
        let spaced = text.chars().map(|character| {
            is_quoted ^= character == '"';
            if character == '\u{a0}' && !is_quoted { ' ' } else { character }
        });
        let spaced: String = spaced.collect();
        if spaced != text {
            self.no_break.insert(number);
        }
        Cow::Owned(spaced)
    }

    /// Adds an empty line for the end of a page, in place of the empty lines before it.
    pub(super) fn end_page(&mut self, number: usize) {
        let container = self.containers.len().saturating_sub(1);
        while self.lines.last().is_some_and(|line| line.is_blank() && line.container == container) {
            self.lines.pop();
        }
        self.add(number, Cow::Borrowed(""), true);
    }

    fn add(&mut self, number: usize, text: Cow<'t, str>, is_page_end: bool) {
        let section = self.sections.len().checked_sub(1);
        let container = self.containers.len().saturating_sub(1);
        let is_comment = text.trim_start().starts_with(';');
        let code = None;
        self.lines.push(Line { number, text, section, container, is_page_end, is_comment, code });
    }

    /// Marks EBNF comments. In an unmarked block, an empty line ends a comment, unless the line represents the end of a
    /// page. Also marks as a grammar each unmarked block that consists of readable productions.
    pub(super) fn mark_ebnf(&mut self, notation: Notation, has_blocks: bool) {
        self.has_words = notation == Notation::Iso14977;
        let reader = Reader { notation, characters: None, scope: None };
        for block in self.lines.chunk_by_mut(|one, next| one.container == next.container) {
            let number = block[0].container;
            let text_of = |lines: &[Line<'_>]| {
                lines.iter().map(|line| &*line.text).collect::<Vec<_>>().join("\n")
            };
            let is_grammar = matches!(self.containers.get(number), Some(Content::Grammar(_)));
            let is_together = |one: &Line<'_>, next: &Line<'_>| {
                let is_page_end = one.is_page_end || next.is_page_end;
                is_grammar || is_page_end || one.is_blank() == next.is_blank()
            };
            for lines in block.chunk_by_mut(is_together) {
                let code = without_comments(&text_of(lines), notation);
                for (line, code) in lines.iter_mut().zip(code.split('\n')) {
                    line.is_comment = code.trim().is_empty() && !line.is_blank();
                    line.code = Some(code.trim_end().to_owned());
                }
            }
            let is_open = matches!(self.containers.get(number), Some(Content::Unmarked));
            if !has_blocks || !is_open {
                continue;
            }
            let read = reader.read("", &text_of(block));
            if read.is_ok_and(|read| read.productions.iter().all(|one| one.term.is_ok())) {
                self.containers[number] = Content::Grammar(notation);
            }
        }
    }

    pub(super) fn content(&self, line: &Line<'_>) -> &Content {
        self.containers.get(line.container).unwrap_or(&Content::Unmarked)
    }
}

pub(super) struct Starts(Vec<usize>);

impl Starts {
    pub(super) fn new(text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Self(std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect())
    }

    pub(super) fn line(&self, offset: usize) -> usize {
        self.0.partition_point(|start| *start <= offset)
    }
}

/// Returns a line without its CR at the end, and with every other CR replaced by a blank. Some readers of grammars end
/// a line at a CR, which would shift the line numbers. After a `;`, a CR begins another line with the same number
/// instead, since the text after the CR would otherwise be lost in an ABNF comment.
pub(super) fn without_returns(line: &str) -> Vec<Cow<'_, str>> {
    let line = line.trim_end_matches('\r');
    if !line.contains('\r') {
        return vec![Cow::Borrowed(line)];
    }
    let mut parts: Vec<String> = Vec::new();
    for part in line.split('\r') {
        match parts.last_mut().filter(|last| !last.contains(';')) {
            Some(last) => {
                last.push(' ');
                last.push_str(part);
            }
            None => parts.push(part.to_owned()),
        }
    }
    parts.into_iter().map(Cow::Owned).collect()
}

#[derive(Default)]
pub(super) struct Pieces {
    lines: Vec<(usize, String)>,
    /// The current line.
    open: String,
    number: usize,
}

impl Pieces {
    /// Adds a piece that begins on line `number` of the file. If it comes from a reference such as `&#10;`, all
    /// its lines have that number.
    pub(super) fn add(&mut self, number: usize, text: &str, is_reference: bool) {
        let mut number = number;
        for (at, part) in text.split('\n').enumerate() {
            if at > 0 {
                self.lines.push((self.number, std::mem::take(&mut self.open)));
                number += usize::from(!is_reference);
            }
            if self.open.is_empty() {
                self.number = number;
            }
            if !part.contains('\r') {
                self.open.push_str(part);
                continue;
            }
            for (at, part) in without_returns(part).iter().enumerate() {
                if at > 0 {
                    self.lines.push((self.number, std::mem::take(&mut self.open)));
                }
                self.open.push_str(part);
            }
        }
    }

    pub(super) fn is_open(&self) -> bool {
        !self.open.trim().is_empty()
    }

    /// Returns the lines, including an unfinished last line.
    pub(super) fn finish(mut self) -> Vec<(usize, String)> {
        if self.is_open() {
            self.lines.push((self.number, self.open));
        }
        self.lines
    }
}

/// Returns the line without trailing white space, and with leading tabs expanded.
fn trimmed(text: Cow<'_, str>) -> Cow<'_, str> {
    let start = text.len() - text.trim_start_matches([' ', '\t']).len();
    if text[..start].contains('\t') {
        let mut column = 0;
        for byte in text[..start].bytes() {
            column = if byte == b'\t' { (column / 8 + 1) * 8 } else { column + 1 };
        }
        return Cow::Owned(format!("{:column$}{}", "", text[start..].trim_end()));
    }
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_end()),
        Cow::Owned(text) => Cow::Owned(text.trim_end().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Content, Section};
    use crate::notations::Notation;

    #[test]
    fn a_section_is_within_its_parents() {
        let section = Section::new(Some("3.2.1"), "User  Information");
        for name in ["3", "3.2", "3.2.1", "3.2.1.", "Section 3.2", "user information"] {
            assert!(section.is_within(name), "{name}");
        }
        for name in ["", "2", "3.2.1.1", "3.20"] {
            assert!(!section.is_within(name), "{name}");
        }
        assert!(Section::new(Some("A"), "Collected ABNF").is_within("Appendix A"));
    }

    #[test]
    fn the_type_of_a_block_gives_its_notation() {
        let abnf = Content::Grammar(Notation::Abnf);
        for kind in ["abnf", "ABNF", "abnf9110", "lang-abnf", "abnf7230"] {
            assert_eq!(Content::from_type(kind), abnf, "{kind}");
        }
        assert_eq!(Content::from_type("bnf"), Content::Grammar(Notation::Bnf));
        assert_eq!(Content::from_type("ebnf"), Content::Other("ebnf".to_owned()));
        assert_eq!(Content::from_type(""), Content::Unmarked);
        assert_eq!(Content::from_type("example"), Content::Example);
        assert_eq!(
            Content::from_type("example IPv6address"),
            Content::ExampleOf("IPv6address".to_owned())
        );
    }
}

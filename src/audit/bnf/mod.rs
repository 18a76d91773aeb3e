//! Reads printed grammars, in the three notations that the documents use.
//!
//! In: a file of productions as a document prints them. Out: [`Printed`], each production with its
//! text, its line and its [`Term`]; or, for a production that cannot be used as printed, why not.
//! That is no failure of the file: the others are read all the same, and a reading may replace it.
//! What is forgotten is the layout, and every comment outside of a production's lines.

use std::collections::HashMap;

use pest::RuleType;
use pest::error::{Error, LineColLocation};
use pest::iterators::{Pair, Pairs};

use super::comment::comment_at_end;

mod abnf;
mod overlay;
mod pairs;
mod rfc1630;
mod rfc822;
mod term;

pub(super) use crate::grammar::Notation;
pub use term::{Alternative, Term};

/// The number of brackets that may nest in one another.
const DEEPEST: usize = 200;
/// The number of bytes that a file may have.
const LONGEST: usize = 1 << 20;

/// A grammar as printed, in one of three notations:
///
/// - ABNF: RFC 5234 with RFC 7405. Names and literals ignore case.
/// - BNF: RFC 822, section 2, as RFC 1738 and RFC 2396 use it. Brackets after a repetition are an
///   option like any others, whatever RFC 1738 means by `*[ … ]`: that is for a reading to say.
///   The two differ in `1*[ "a" ]`, which has the empty string if the brackets are an option.
/// - RFC 1630's own: no `=`, letters stand for themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Printed {
    /// The notation of the grammar.
    pub notation: Notation,
    /// The name that errors give the file.
    pub file: String,
    /// The productions of the grammar, in the printed order.
    pub productions: Vec<PrintedProduction>,
}

/// A production as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrintedProduction {
    /// The name of the production.
    pub name: String,
    /// The lines of the production, character for character.
    pub text: String,
    /// The line of the file on which it begins.
    pub line: usize,
    /// The comment above the production, without comment signs. Productions without an empty line
    /// between them share the comment above the first.
    pub comment: String,
    /// The right side of the production, or the reason why it cannot be read.
    pub term: Result<Term, Unreadable>,
}

impl PrintedProduction {
    /// The alternatives of the production. There are none if the production is not a choice.
    #[must_use]
    pub fn alternatives(&self) -> &[Alternative] {
        match &self.term {
            Ok(Term::Choice(all)) => all,
            _ => &[],
        }
    }
}

/// A production that cannot be used as printed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}: `{name}` cannot be used as printed: {why}")]
#[non_exhaustive]
pub struct Unreadable {
    /// The file.
    pub file: String,
    /// The line at fault.
    pub line: usize,
    /// The production.
    pub name: String,
    /// The reason why the production cannot be used.
    pub why: String,
}

/// The reason why a file is not a grammar.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file is too long to be a grammar.
    #[error(
        "{file}: {bytes} bytes are too many for a grammar; give only its productions, 1 MiB at most"
    )]
    TooLong {
        /// The file.
        file: String,
        /// The length of the file in bytes.
        bytes: usize,
    },
    /// A line belongs to no production.
    #[error(
        "{file}, line {line}: neither a production nor a part of one: `{text}`; make it a comment (`;`) or indent it"
    )]
    Stray {
        /// The file.
        file: String,
        /// The line at fault.
        line: usize,
        /// The text of the line.
        text: String,
    },
    /// The file has no production.
    #[error("{file}: no production in it; is this the right notation?")]
    Empty {
        /// The file.
        file: String,
    },
}

impl Notation {
    /// The key by which names are compared: in ABNF, the name without regard to case.
    #[must_use]
    pub fn key(self, name: &str) -> String {
        match self {
            Self::Abnf => name.to_ascii_lowercase(),
            Self::Bnf | Self::Rfc1630 => name.to_owned(),
        }
    }

    /// The productions that a grammar may use without defining them: the core rules of ABNF, the
    /// words of RFC 1630.
    pub(crate) fn built_in(self) -> Vec<PrintedProduction> {
        match self {
            Self::Abnf => Printed::read(self, "RFC 5234, B.1", abnf::CORE)
                .map_or_else(|_| Vec::new(), |core| core.productions),
            Self::Bnf => Vec::new(),
            Self::Rfc1630 => (rfc1630::WORDS.iter())
                .map(|&(name, bytes)| PrintedProduction {
                    name: name.to_owned(),
                    text: name.to_owned(),
                    line: 0,
                    comment: String::new(),
                    term: Ok(Term::Literal { bytes: bytes.to_vec(), ignore_case: false }),
                })
                .collect(),
        }
    }
}

impl Notation {
    /// The text and the right side of a production that is built in, by the key of its name.
    fn built_in_term(self, key: &str) -> Option<(String, Term)> {
        // The core rules are read only for a name that begins one of their lines.
        let mut lines = abnf::CORE.lines().filter_map(|line| line.split_whitespace().next());
        lines.find(|name| self.key(name) == key)?;
        let production = self.built_in().into_iter().find(|one| self.key(&one.name) == key)?;
        Some((production.text, production.term.ok()?))
    }
}

impl Printed {
    /// Reads a grammar. Errors name the file by `file`.
    ///
    /// # Errors
    /// When the text cannot be cut into productions. A production that cannot be read is none.
    pub fn read(notation: Notation, file: &str, source: &str) -> Result<Self, ReadError> {
        let file = file.to_owned();
        if source.len() > LONGEST {
            return Err(ReadError::TooLong { file, bytes: source.len() });
        }
        let cut = match notation {
            Notation::Abnf => abnf::cut(source),
            Notation::Bnf => rfc822::cut(source),
            Notation::Rfc1630 => rfc1630::cut(source),
        };
        let cuts = cut.map_err(|LineFault { line, .. }| {
            let text = source.lines().nth(line.saturating_sub(1)).unwrap_or_default();
            let text = text.chars().take(60).collect();
            ReadError::Stray { file: file.clone(), line, text }
        })?;
        let mut this = Self { notation, file, productions: Vec::new() };
        let mut places = HashMap::new();
        for cut in cuts {
            this.add(&cut, &mut places);
        }
        let lines: Vec<&str> = source.lines().collect();
        for production in &mut this.productions {
            production.comment = comment_above(&lines[..production.line - 1]);
        }
        if this.productions.is_empty() {
            return Err(ReadError::Empty { file: this.file });
        }
        Ok(this)
    }

    /// The production of that name.
    #[must_use]
    pub fn production(&self, name: &str) -> Option<&PrintedProduction> {
        let key = self.notation.key(name);
        self.productions.iter().find(|one| self.notation.key(&one.name) == key)
    }

    fn add(&mut self, cut: &Cut<'_>, places: &mut HashMap<String, usize>) {
        let text = cut.text.trim_end();
        let defined = shallow(text).and_then(|()| match self.notation {
            Notation::Abnf => abnf::define(text),
            Notation::Bnf => rfc822::define(text).map(|term| (false, term)),
            Notation::Rfc1630 => rfc1630::define(text).map(|term| (false, term)),
        });
        let unreadable = |LineFault { line, why }| Unreadable {
            file: self.file.clone(),
            line: cut.line + line.saturating_sub(1),
            name: cut.name.to_owned(),
            why,
        };
        let defined = defined.map_err(unreadable);
        let key = self.notation.key(cut.name);
        let Some(&place) = places.get(&key) else {
            let term = match defined {
                Ok((true, more)) => match self.notation.built_in_term(&key) {
                    Some((core, term)) => Ok(overlay::either((&core, term), (text, more))),
                    None => Err(unreadable(LineFault {
                        line: 1,
                        why: "`=/` adds to a production, and none of this name is defined before"
                            .to_owned(),
                    })),
                },
                defined => defined.map(|(_, term)| term),
            };
            places.insert(key, self.productions.len());
            let (name, text) = (cut.name.to_owned(), text.to_owned());
            let (line, comment) = (cut.line, String::new());
            self.productions.push(PrintedProduction { name, text, line, comment, term });
            return;
        };
        let earlier = &mut self.productions[place];
        let twice = format!("it is defined twice, first on line {}", earlier.line);
        let term = std::mem::replace(&mut earlier.term, Ok(Term::EMPTY));
        earlier.term = match (term, defined) {
            (Ok(term), Ok((true, more))) => {
                Ok(overlay::either((&earlier.text, term), (text, more)))
            }
            (Ok(_), Ok((false, _))) => Err(unreadable(LineFault { line: 1, why: twice })),
            (Err(unreadable), _) | (_, Err(unreadable)) => Err(unreadable),
        };
        earlier.text.push('\n');
        earlier.text.push_str(text);
    }
}

/// The text of one production of a file, not yet read.
struct Cut<'s> {
    name: &'s str,
    text: &'s str,
    line: usize,
}

impl<'s> Cut<'s> {
    /// Takes the production apart. The name is the first pair of every production.
    fn of<R: RuleType>(pair: Pair<'s, R>) -> Self {
        let (text, line) = (pair.as_str(), pair.line_col().0);
        let name = pair.into_inner().next().map_or("", |name| name.as_str());
        Self { name, text, line }
    }
}

/// A fault in a production: the line of its text, and what is wrong.
#[derive(Debug)]
struct LineFault {
    line: usize,
    why: String,
}

impl LineFault {
    fn nothing() -> Self {
        Self { line: 1, why: "there is nothing on its right side".to_owned() }
    }
}

/// The text from the first of some pairs to the last, without the comment after them.
fn text<'s, R: RuleType>(mut pairs: Pairs<'s, R>) -> &'s str {
    let Some(first) = pairs.next() else { return "" };
    let last = pairs.last().unwrap_or_else(|| first.clone());
    first.as_span().start_pos().span(&last.as_span().end_pos()).as_str()
}

fn fault<R: RuleType>(error: &Error<R>) -> LineFault {
    let (LineColLocation::Pos((line, column)) | LineColLocation::Span((line, column), _)) =
        error.line_col;
    let found = error.line().chars().skip(column.saturating_sub(1)).take(20).collect::<String>();
    let why = match found.trim() {
        "" => "it ends too early".to_owned(),
        found => format!("column {column} has `{found}`, which means nothing in this notation"),
    };
    LineFault { line, why }
}

/// The number of lines above a production that may belong to it.
const ABOVE: usize = 40;

/// The comment at the end of some lines, if there is no empty line below it.
fn comment_above(lines: &[&str]) -> String {
    fn text(line: &str) -> Option<&str> {
        line.trim_start().strip_prefix(';').map(str::trim)
    }
    let lines = &lines[lines.len().saturating_sub(ABOVE)..];
    let block = lines.rsplit(|line| line.trim().is_empty()).next().unwrap_or_default();
    let end = block.iter().rposition(|line| text(line).is_some()).map_or(0, |last| last + 1);
    comment_at_end(&block[..end], text).join(" ")
}

/// Refuses brackets that nest so deep that reading them could exhaust the stack.
fn shallow(text: &str) -> Result<(), LineFault> {
    let (mut depth, mut quoted, mut line) = (0_usize, false, 1);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'\n' => (quoted, line) = (false, line + 1),
            b'\r' => quoted = false,
            // A quote between angle brackets begins no literal.
            b'"' if !quoted && text.get(at.saturating_sub(1)..at + 2) == Some("<\">") => {}
            b'"' => quoted = !quoted,
            b'(' | b'[' if !quoted => depth += 1,
            b')' | b']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return Err(LineFault { line, why: format!("brackets nest more than {DEEPEST} deep") });
        }
    }
    Ok(())
}

//! What is wrong with a string.
//!
//! A [`SyntaxError`] is exact: its offset is that of the first byte after which no string of the
//! language goes on, which the minimal automaton of the printed grammar knows, and no guess of a
//! parser. The surprising case: that byte may come late. `http://h:80a/` is wrong at its last `/`,
//! since up to there it may still become `http://h:80a@host/`.

use std::fmt;

use crate::edition::Edition;

/// A string that could not be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// It is not in the language of the production.
    #[error(transparent)]
    Syntax(#[from] Box<SyntaxError>),
    /// The edition has no such production.
    #[error(transparent)]
    Production(#[from] UnknownProduction),
    /// It is in the language, but of a production that stands for no whole reference.
    #[error("`{0}` is a part of a reference: it has a tree, but no components")]
    NotWhole(&'static str),
    /// It is longer than 4 GiB, more than the offsets of its components can hold.
    #[error("the string has {0} bytes; a reference may have at most 4294967295")]
    TooLong(usize),
    /// pest, which makes the tree, refused to run: the thread has too little stack left, or a limit
    /// that was set for the whole process is reached.
    #[error("no tree could be made: {0}")]
    Refused(String),
    /// It is a reference without a scheme where a URI is wanted (section 3).
    #[error(
        "a URI begins with a scheme, and this is a relative reference (RFC 3986, 3); resolve it first"
    )]
    Relative,
}

impl ParseError {
    /// The same of a string without so many bytes at its beginning.
    pub(crate) fn after(self, bytes: usize) -> Self {
        match self {
            Self::Syntax(error) => {
                let offset = error.offset.saturating_sub(bytes);
                Self::Syntax(Box::new(SyntaxError { offset, ..*error }))
            }
            error => error,
        }
    }
}

/// An edition has no production of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{edition} has no production `{name}`; names are spelled as the document prints them, such as `{example}`", example = edition.whole_rules()[0])]
pub struct UnknownProduction {
    edition: Edition,
    name: String,
}

impl UnknownProduction {
    pub(crate) fn new(edition: Edition, name: &str) -> Self {
        Self { edition, name: name.to_owned() }
    }

    /// The edition that was asked.
    #[must_use]
    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// What was taken for the name of a production.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// A string that is not in the language of a production: where, and what could have stood there.
///
/// ```
/// use urispec::{Edition, Node, ParseError};
/// let Err(ParseError::Syntax(error)) = Node::parse(Edition::Rfc3986, "URI", "http://[::1") else {
///     unreachable!()
/// };
/// assert_eq!(error.offset(), 11);
/// assert_eq!(error.found(), "end of input");
/// assert_eq!(error.expected(), ["\"]\"", "IPv6address"]);
/// assert_eq!(error.rule_path(), ["URI", "hier-part", "authority", "host", "IP-literal"]);
/// assert_eq!(error.section(), "3.2.2");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    pub(crate) offset: usize,
    pub(crate) found: Found,
    pub(crate) expected: Vec<String>,
    pub(crate) rule_path: Vec<&'static str>,
    pub(crate) section: &'static str,
}

/// What stands where nothing of the language goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    End,
    Character(String),
}

impl SyntaxError {
    /// The byte offset of the first byte after which no string of the language goes on; the length
    /// of the string if it only ends too early.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// What stands there: a character, or `end of input`.
    #[must_use]
    pub fn found(&self) -> &str {
        match &self.found {
            Found::End => "end of input",
            Found::Character(character) => character,
        }
    }

    /// What could have stood there: literals in quotes, and productions by their printed names. One
    /// that has begun before may also go on.
    #[must_use]
    pub fn expected(&self) -> &[String] {
        &self.expected
    }

    /// The production that was being read, last, and those around it, outermost first.
    #[must_use]
    pub fn rule_path(&self) -> &[&'static str] {
        &self.rule_path
    }

    /// The section that introduces the production that was being read.
    #[must_use]
    pub const fn section(&self) -> &'static str {
        self.section
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {} ", self.offset)?;
        match &self.found {
            Found::End => write!(f, "the input ended")?,
            Found::Character(character) => write!(f, "there is {character:?}")?,
        }
        let reading = self.rule_path.last().copied().unwrap_or_default();
        write!(f, " inside `{reading}`, where ")?;
        for (index, expected) in self.expected.iter().enumerate() {
            let before = match index {
                0 => "",
                _ if index + 1 == self.expected.len() => " or ",
                _ => ", ",
            };
            let expected = if expected == reading { "more of it" } else { expected };
            write!(f, "{before}{expected}")?;
        }
        write!(f, " could stand ({})", self.section)
    }
}

impl std::error::Error for SyntaxError {}

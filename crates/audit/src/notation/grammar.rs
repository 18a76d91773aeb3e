//! A printed grammar and its productions, as they are read.

use grammar_automata::build::Deadline;

use super::characters::Characters;
use super::name::Notation;
use super::note::{self, Note};
use super::term::{Alternative, Term};

/// A grammar as printed, in one of five notations:
///
/// - ABNF: RFC 5234 with RFC 7405. Names and literals ignore case.
/// - BNF: RFC 822, section 2, as RFC 1738 and RFC 2396 use it. Brackets after a repetition are an
///   option like any others, whatever RFC 1738 means by `*[ … ]`: that is for a reading to say.
///   The two differ in `1*[ "a" ]`, which has the empty string if the brackets are an option.
/// - RFC 1630's own: no `=`, letters stand for themselves.
/// - The EBNF of the W3C, as XML 1.0 has it: `::=`, classes of characters, `-` for a difference.
/// - The EBNF of ISO/IEC 14977: `=` and `;`, `,` between terms, `{ x }`, `[ x ]`, `3 * x`, `-`.
///
/// Numbers and literals of EBNF are code points in UTF-8, unless [`Characters`] are given.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Printed {
    /// The notation of the grammar.
    pub notation: Notation,
    /// The name that errors give the file.
    pub file: String,
    /// The meaning of `%x80` and of greater values. `None` if the grammar has no such value and the
    /// reader was given no meaning.
    pub characters: Option<Characters>,
    /// The productions of the grammar, in the printed order.
    pub productions: Vec<PrintedProduction>,
    /// The places where the text departs from its notation, and how each is read.
    pub notes: Vec<Note>,
    /// Until when questions about the grammar may be worked on.
    pub(crate) deadline: Deadline,
}

/// A production as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrintedProduction {
    /// The name of the production.
    pub name: String,
    /// The lines of the production, character for character.
    pub text: String,
    /// The section, where the grammar is that of a document whose sections are known.
    pub section: Option<String>,
    /// The line of the file on which it begins.
    pub line: usize,
    /// The comment above the production, without comment signs. Productions without an empty line
    /// between them share the comment above the first.
    pub comment: String,
    /// The right side of the production, or the reason why it cannot be read.
    pub term: Result<Term, Unreadable>,
    /// How the production came into the grammar.
    pub origin: Origin,
}

/// How a production came into a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// The document prints the production, or a reading of it does.
    Printed,
    /// Another document prints the production. Its name here is the document's name, a colon, and
    /// the name that it has there.
    Imported {
        /// The file of the other document.
        file: String,
    },
    /// Nobody prints the production: the user assumes what it is.
    Assumed,
}

impl PrintedProduction {
    /// The file in which the production stands. `own` is the file of the grammar.
    #[must_use]
    pub fn file<'f>(&'f self, own: &'f str) -> &'f str {
        match &self.origin {
            Origin::Imported { file } => file,
            Origin::Printed | Origin::Assumed => own,
        }
    }

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
#[error("{}: `{name}` cannot be used as printed: {why}", note::place(file, section.as_deref(), *line))]
#[non_exhaustive]
pub struct Unreadable {
    /// The file.
    pub file: String,
    /// The section, where the grammar is that of a document whose sections are known.
    pub section: Option<String>,
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
    /// A comment has no end.
    #[error(
        "{file}, line {line}: the comment that begins here is not closed; close it, or quote its sign"
    )]
    OpenComment {
        /// The file.
        file: String,
        /// The line on which the comment begins.
        line: usize,
    },
    /// The file has no production.
    #[error("{file}: no production in it; is this the right notation?")]
    Empty {
        /// The file.
        file: String,
    },
}

impl Printed {
    /// Sets a deadline for all work on the grammar. By default there is none.
    #[must_use]
    pub fn with_deadline(self, deadline: Deadline) -> Self {
        Self { deadline, ..self }
    }

    /// The production of that name.
    #[must_use]
    pub fn production(&self, name: &str) -> Option<&PrintedProduction> {
        self.productions.iter().find(|one| self.notation.is_same(&one.name, name))
    }
}

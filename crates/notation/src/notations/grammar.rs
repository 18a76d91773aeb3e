//! A printed grammar: its productions, its notation, and the notes of its reader.

use std::collections::{HashMap, HashSet};

use grammar_automata::build::{ByteSet, Deadline};

use super::characters::{Characters, Implied};
use super::split::Coverage;

/// A printed grammar, in one of five notations:
///
/// - ABNF: RFC 5234 with RFC 7405. Names and literals ignore case.
/// - BNF: RFC 822, section 2, as used in RFC 1738 and RFC 2396. Brackets after a repetition are an ordinary option, so
///   `1*[ "a" ]` accepts the empty string. If RFC 1738 means anything else by `*[ … ]`, only a
///   [reading](Printed::with_readings) can express it.
/// - The BNF of RFC 1630: no `=`, and letters stand for themselves.
/// - The W3C EBNF of XML 1.0: `::=`, classes of characters, `-` for a difference.
/// - The EBNF of ISO/IEC 14977: `=` and `;`, `,` between terms, `{ x }`, `[ x ]`, `3 * x`, `-`.
///
/// Numbers and literals of EBNF are code points in UTF-8, unless [`Characters`] are given.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Printed {
    /// The notation of the grammar.
    pub notation: Notation,
    /// The file name that errors use.
    pub file: String,
    /// The meaning of `%x80` and of greater values. It is `None` if the grammar has no such value, and the caller gave
    /// no meaning.
    pub characters: Option<Characters>,
    /// The productions of the grammar, in the printed order.
    pub productions: Vec<PrintedProduction>,
    /// The places where the text departs from its notation, and how they are read.
    pub notes: Vec<Note>,
    /// The deadline for work on the grammar.
    #[doc(hidden)]
    pub deadline: Deadline,
}

/// A production as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrintedProduction {
    /// The name of the production.
    pub name: String,
    /// The lines of the production, verbatim.
    pub text: String,
    /// The section, if the grammar is extracted from a document with known sections.
    pub section: Option<String>,
    /// The line of the file on which the production begins.
    pub line: usize,
    /// The comment above the production, without comment signs. Productions without an empty line between them
    /// share the comment above the first of these productions.
    pub comment: String,
    /// The right side of the production, or the reason why it cannot be read.
    pub term: Result<Term, Unreadable>,
    /// The origin of the production.
    pub origin: Origin,
}

/// The origin of a production of a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// The document prints the production, or a reading replaces the printed production.
    Printed,
    /// Another document prints the production. The name of the production is qualified by the name of that document, as
    /// in `rfc3986:host`.
    Imported {
        /// The file of the other document.
        file: String,
    },
    /// The user assumes the production, which no document prints.
    Assumed,
}

impl PrintedProduction {
    /// Creates a production that is in no file.
    pub(crate) fn named(name: String, term: Term, origin: Origin) -> Self {
        let (text, comment) = (String::new(), String::new());
        Self { name, text, section: None, line: 0, comment, origin, term: Ok(term) }
    }

    /// Returns the file of the production. `own` is the file of the grammar.
    pub fn file<'f>(&'f self, own: &'f str) -> &'f str {
        match &self.origin {
            Origin::Imported { file } => file,
            Origin::Printed | Origin::Assumed => own,
        }
    }

    /// Returns the alternatives of the production; empty if the production is not a choice.
    pub fn alternatives(&self) -> &[Alternative] {
        match &self.term {
            Ok(Term::Choice(all)) => all,
            _ => &[],
        }
    }
}

/// A production that cannot be used as printed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: `{name}` cannot be used as printed: {why}", place(file, section.as_deref(), *line))]
#[non_exhaustive]
pub struct Unreadable {
    /// The name of the file.
    pub file: String,
    /// The section, if the grammar is extracted from a document with known sections.
    pub section: Option<String>,
    /// The line at fault.
    pub line: usize,
    /// The name of the production.
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
        "{file}: {bytes} bytes exceed the limit of 1 MiB for a grammar; pass only its productions"
    )]
    TooLong {
        /// The name of the file.
        file: String,
        /// The length of the file in bytes.
        bytes: usize,
    },
    /// A line belongs to no production.
    #[error(
        "{file}, line {line}: not part of a production: `{text}`; make it a comment (`;`) or \
         indent it"
    )]
    Stray {
        /// The name of the file.
        file: String,
        /// The line at fault.
        line: usize,
        /// The text of the line.
        text: String,
    },
    /// A comment has no end.
    #[error(
        "{file}, line {line}: the comment that begins here is not closed; close it, or put its opening sign in quotes"
    )]
    OpenComment {
        /// The name of the file.
        file: String,
        /// The line on which the comment begins.
        line: usize,
    },
    /// The file has no production.
    #[error("{file}: no productions found; check the notation")]
    Empty {
        /// The name of the file.
        file: String,
    },
}

impl Printed {
    /// Creates a grammar of some productions, without notes.
    #[doc(hidden)]
    pub fn new(
        notation: Notation,
        file: String,
        characters: Option<Characters>,
        productions: Vec<PrintedProduction>,
    ) -> Self {
        let (notes, deadline) = (Vec::new(), Deadline::NONE);
        Self { notation, file, characters, productions, notes, deadline }
    }

    /// Sets a deadline for all work on the grammar. There is none by default.
    #[must_use]
    pub fn with_deadline(self, deadline: Deadline) -> Self {
        Self { deadline, ..self }
    }

    /// Returns the production with the given name.
    pub fn production(&self, name: &str) -> Option<&PrintedProduction> {
        self.productions.iter().find(|one| self.notation.is_same(&one.name, name))
    }
}

// The notes of a reader. Every departure from the notation gets a note.

/// A note that part of a printed grammar departs from its notation, or that a name comes from another document.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("{}: `{production}`: {text}", place(file, section.as_deref(), *line))]
#[non_exhaustive]
pub struct Note {
    /// The name of the file.
    pub file: String,
    /// The section, if the grammar is extracted from a document with known sections.
    pub section: Option<String>,
    /// The line, counted from 1.
    pub line: usize,
    /// The name of the production.
    pub production: String,
    /// The kind of the note.
    pub kind: NoteKind,
    /// How the production is read, as a sentence without a full stop. Equal departures have the same sentence.
    pub text: String,
}

/// The kind of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoteKind {
    /// The text departs from its notation.
    Departure,
    /// A name refers to a production of another document.
    Import,
    /// The document prints a production twice, with different languages, and only one definition is used.
    DefinedTwice,
}

/// Returns a position as it appears in messages.
pub(super) fn place(file: &str, section: Option<&str>, line: usize) -> String {
    match section {
        Some(section) => format!("{file}, section {section}, line {line}"),
        None => format!("{file}, line {line}"),
    }
}

/// The beginning of the message that a production is defined twice.
const TWICE: &str = "defined twice, also on line ";

/// Returns the beginning of the message that a production or a rule is defined twice, with the line of the
/// other definition. The caller adds the consequence.
pub(crate) fn defined_twice(other: usize) -> String {
    format!("{TWICE}{other}")
}

/// Returns whether `why` says that a production cannot be used because it is defined twice.
pub fn is_defined_twice(why: &str) -> bool {
    why.starts_with(TWICE)
}

/// The text of a file, with the name that errors give the file.
#[derive(Clone, Copy, Debug)]
pub struct GrammarText<'t> {
    /// The file name that errors use.
    pub file: &'t str,
    /// The text of the file.
    pub text: &'t str,
}

/// The notation of a grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// ABNF: RFC 5234, with RFC 7405.
    Abnf,
    /// The BNF of RFC 822, section 2.
    Bnf,
    /// The BNF of RFC 1630.
    Rfc1630,
    /// The W3C EBNF: XML 1.0, section 6.
    W3c,
    /// The EBNF of ISO/IEC 14977.
    Iso14977,
}

impl Notation {
    /// Returns the file name extension for this notation.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Abnf => "abnf",
            Self::Bnf | Self::Rfc1630 => "bnf",
            Self::W3c | Self::Iso14977 => "ebnf",
        }
    }
}

impl Notation {
    /// Returns the key by which names are compared: in ABNF, the name in lower case.
    #[must_use]
    pub fn key(self, name: &str) -> String {
        match self {
            Self::Abnf => name.to_ascii_lowercase(),
            Self::Bnf | Self::Rfc1630 | Self::W3c | Self::Iso14977 => name.to_owned(),
        }
    }

    /// Returns whether two names have the same [`key`](Self::key).
    #[must_use]
    pub fn is_same(self, name: &str, other: &str) -> bool {
        match self {
            Self::Abnf => name.eq_ignore_ascii_case(other),
            Self::Bnf | Self::Rfc1630 | Self::W3c | Self::Iso14977 => name == other,
        }
    }
}

/// The context of a grammar that is read leniently.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// The keys of the names that imports define.
    pub(crate) names: HashSet<String>,
    /// The names of documents, by their tags in lower case.
    pub(crate) documents: HashMap<String, String>,
}

/// The context of a production, with the findings of its reader.
pub(super) struct Site<'s> {
    pub(super) notation: Notation,
    pub(super) characters: Characters,
    /// The key of the production's name.
    pub(super) key: &'s str,
    /// The keys of the grammar's own productions, and of the built-in productions.
    pub(super) own: &'s HashSet<String>,
    /// The context of the grammar, or `None` where a grammar is read strictly.
    pub(super) scope: Option<&'s Scope>,
    /// Whether the grammar writes each of its names in angle brackets.
    pub(super) is_bracketed: bool,
    /// Whether `{ x }` is a repetition: in a production that is defined by `::=`.
    pub(super) has_braces: bool,
    /// The meaning that each number implies, with the line of the number.
    pub(super) implied: Vec<(usize, Implied)>,
    /// The departures from the notation, with the line of the first occurrence.
    pub(super) notes: Vec<(usize, NoteKind, String)>,
    /// The texts of the notes.
    pub(super) noted: HashSet<String>,
    /// The nesting depth of the current list (`#`).
    pub(super) lists: usize,
    /// The number of bytes of the production that the reader has used so far.
    pub(super) coverage: Coverage,
}

impl Site<'_> {
    pub(super) fn note(&mut self, line: usize, text: impl Into<String>) {
        self.add(line, NoteKind::Departure, text.into());
    }

    pub(super) fn note_import(&mut self, line: usize, text: String) {
        self.add(line, NoteKind::Import, text);
    }

    fn add(&mut self, line: usize, kind: NoteKind, text: String) {
        if self.noted.insert(text.clone()) {
            self.notes.push((line, kind, text));
        }
    }

    pub(super) fn ignores_case(&self) -> bool {
        self.notation == Notation::Abnf
    }

    pub(super) fn is_own(&self, name: &str) -> bool {
        self.own.contains(&self.notation.key(name))
    }

    pub(super) fn is_imported(&self, name: &str) -> bool {
        self.scope.is_some_and(|scope| scope.names.contains(&self.notation.key(name)))
    }
}

/// The right side of a production, or a part of one, in any notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// The name of a production.
    Name(String),
    /// One byte of a set.
    Bytes(ByteSet),
    /// A string of bytes.
    Literal {
        /// The bytes.
        bytes: Vec<u8>,
        /// Whether letters match both cases.
        ignore_case: bool,
    },
    /// A sequence of terms; an empty sequence is the empty string.
    Sequence(Vec<Term>),
    /// Alternatives, in the printed order.
    Choice(Vec<Alternative>),
    /// A repetition.
    Repeat {
        /// The minimum number of repetitions.
        min: u32,
        /// The maximum number of repetitions, if there is one.
        max: Option<u32>,
        /// The repeated term.
        term: Box<Term>,
    },
    /// The strings of one term that are not strings of another term.
    Difference {
        /// The term whose strings are included.
        from: Box<Term>,
        /// The term whose strings are excluded.
        without: Box<Term>,
    },
}

/// An alternative of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Alternative {
    /// The text of the alternative as printed, with single blanks between its parts.
    pub text: String,
    /// The term of the alternative.
    pub term: Term,
}

impl Term {
    /// The empty string.
    pub const EMPTY: Self = Self::Sequence(Vec::new());

    /// Makes the term optional.
    #[must_use]
    pub fn optional(self) -> Self {
        Self::Repeat { min: 0, max: Some(1), term: Box::new(self) }
    }

    pub(super) fn without(self, without: Self) -> Self {
        Self::Difference { from: Box::new(self), without: Box::new(without) }
    }

    /// Returns a choice of alternatives; a single alternative is returned as its term.
    pub fn choice(mut alternatives: Vec<Alternative>) -> Self {
        match alternatives.pop() {
            Some(only) if alternatives.is_empty() => only.term,
            last => {
                alternatives.extend(last);
                Self::Choice(alternatives)
            }
        }
    }

    /// Returns a sequence of terms; a single term is returned as it is.
    pub fn sequence(mut terms: Vec<Self>) -> Self {
        match terms.pop() {
            Some(only) if terms.is_empty() => only,
            last => {
                terms.extend(last);
                Self::Sequence(terms)
            }
        }
    }

    /// Returns the name if the term is a name.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Name(name) => Some(name),
            _ => None,
        }
    }

    pub(crate) fn rename(&mut self, to: &mut dyn FnMut(&str) -> Option<String>) {
        self.replace(&mut |name| to(name).map(Self::Name));
    }

    /// Replaces names by terms. The recursion is only as deep as the brackets.
    #[doc(hidden)]
    pub fn replace(&mut self, by: &mut dyn FnMut(&str) -> Option<Self>) {
        self.replace_calls(true, &mut |name, _| by(name));
    }

    /// Replaces names by terms. `by` gets each name, and whether the name is in last position. `last` is true if the
    /// term is in last position.
    pub(crate) fn replace_calls(
        &mut self,
        last: bool,
        by: &mut dyn FnMut(&str, bool) -> Option<Self>,
    ) {
        match self {
            Self::Name(name) => {
                if let Some(new) = by(name, last) {
                    *self = new;
                }
            }
            Self::Bytes(_) | Self::Literal { .. } => {}
            Self::Sequence(terms) => {
                let count = terms.len();
                for (at, term) in terms.iter_mut().enumerate() {
                    term.replace_calls(last && at + 1 == count, by);
                }
            }
            Self::Choice(all) => all.iter_mut().for_each(|one| one.term.replace_calls(last, by)),
            Self::Repeat { max, term, .. } => term.replace_calls(last && *max == Some(1), by),
            // The excluded strings are compared with whole strings, so a call is never in last position.
            Self::Difference { from, without } => {
                from.replace_calls(false, by);
                without.replace_calls(false, by);
            }
        }
    }

    /// Returns the immediate subterms.
    pub fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Name(_) | Self::Bytes(_) | Self::Literal { .. } => Vec::new(),
            Self::Sequence(terms) => terms.iter().collect(),
            Self::Choice(alternatives) => alternatives.iter().map(|one| &one.term).collect(),
            Self::Repeat { term, .. } => vec![term],
            Self::Difference { from, without } => vec![from, without],
        }
    }

    /// Returns the term and every term within it, outer terms first, in the printed order.
    pub fn all(&self) -> Vec<&Self> {
        let (mut all, mut waiting) = (Vec::new(), vec![self]);
        while let Some(term) = waiting.pop() {
            all.push(term);
            waiting.extend(term.parts().into_iter().rev());
        }
        all
    }
}

impl Alternative {
    /// Creates an alternative from a text, whose white space becomes single blanks.
    #[doc(hidden)]
    pub fn new(text: &str, term: Term) -> Self {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        Self { text: words.join(" "), term }
    }
}

/// Reads the minimum and the maximum of `*`, `1*`, `*4`, `1*4` or `2`, with or without angle brackets around
/// the numbers, and with `*` or another `sign` between them.
pub(super) fn counts(text: &str, sign: char) -> Result<(u32, Option<u32>), String> {
    let number = |text: &str| {
        let digits = text.trim_matches(['<', '>']);
        digits
            .parse::<u32>()
            .map_err(|_| format!("the number of repetitions `{digits}` is too large"))
    };
    let (min, max) = match text.split_once(sign) {
        None => (number(text)?, Some(number(text)?)),
        Some((min, max)) => (
            if min.is_empty() { 0 } else { number(min)? },
            if max.is_empty() { None } else { Some(number(max)?) },
        ),
    };
    if max.is_some_and(|max| max < min) {
        return Err(format!("`{text}` has a minimum of {min}, which exceeds its maximum"));
    }
    Ok((min, max))
}

pub(super) fn repeat(text: &str, term: Term) -> Result<Term, String> {
    let (min, max) = counts(text, '*')?;
    Ok(Term::Repeat { min, max, term: Box::new(term) })
}

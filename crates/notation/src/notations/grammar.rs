//! A printed grammar: its productions, its notation, and the notes of its reader.

use std::collections::{HashMap, HashSet};

use grammar_automata::build::{ByteSet, Deadline};

use super::characters::{Characters, Implied};
use super::cut::Coverage;

// A printed grammar and its productions, as they are read.

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
    #[doc(hidden)]
    pub deadline: Deadline,
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
    /// A production that stands in no file.
    pub(crate) fn named(name: String, term: Term, origin: Origin) -> Self {
        let (text, comment) = (String::new(), String::new());
        Self { name, text, section: None, line: 0, comment, origin, term: Ok(term) }
    }

    /// The file in which the production stands. `own` is the file of the grammar.
    pub fn file<'f>(&'f self, own: &'f str) -> &'f str {
        match &self.origin {
            Origin::Imported { file } => file,
            Origin::Printed | Origin::Assumed => own,
        }
    }

    /// The alternatives of the production. There are none if the production is not a choice.
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
    /// A grammar of some productions, without notes.
    #[doc(hidden)]
    pub fn of(
        notation: Notation,
        file: String,
        characters: Option<Characters>,
        productions: Vec<PrintedProduction>,
    ) -> Self {
        let (notes, deadline) = (Vec::new(), Deadline::NONE);
        Self { notation, file, characters, productions, notes, deadline }
    }

    /// Sets a deadline for all work on the grammar. By default there is none.
    #[must_use]
    pub fn with_deadline(self, deadline: Deadline) -> Self {
        Self { deadline, ..self }
    }

    /// The production of that name.
    pub fn production(&self, name: &str) -> Option<&PrintedProduction> {
        self.productions.iter().find(|one| self.notation.is_same(&one.name, name))
    }
}

// The notes of a reader. Nothing is read otherwise than written without a note.

/// A place where a printed grammar is read otherwise than its notation says by the letter, or takes a name from
/// another document.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("{}: `{production}`: {text}", place(file, section.as_deref(), *line))]
#[non_exhaustive]
pub struct Note {
    /// The file.
    pub file: String,
    /// The section, where the grammar is that of a document whose sections are known.
    pub section: Option<String>,
    /// The line, counted from 1.
    pub line: usize,
    /// The production.
    pub production: String,
    /// What the note is about.
    pub kind: NoteKind,
    /// How the production is read, as a sentence without a full stop. Notes of one kind have the same sentence.
    pub text: String,
}

/// What a note is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoteKind {
    /// A place that is read otherwise than its notation says by the letter.
    Departure,
    /// A name that is taken from another document, as it is written there.
    Import,
    /// A production that its document prints twice, each time with other strings, and of which one is taken.
    DefinedTwice,
}

/// The place as messages name it.
pub(super) fn place(file: &str, section: Option<&str>, line: usize) -> String {
    match section {
        Some(section) => format!("{file}, section {section}, line {line}"),
        None => format!("{file}, line {line}"),
    }
}

/// How the sentence begins that a production is defined twice.
const TWICE: &str = "it is defined twice, also on line ";

/// That a production or a rule is defined twice, with the line of the other definition. What becomes of the two is for
/// the caller to say.
pub(crate) fn defined_twice(other: usize) -> String {
    format!("{TWICE}{other}")
}

/// Whether a production cannot be used since it is defined twice.
pub fn is_defined_twice(why: &str) -> bool {
    why.starts_with(TWICE)
}

// The text of a file, as every reader takes it.

/// The text of a file, and the name that errors give the file.
#[derive(Clone, Copy, Debug)]
pub struct GrammarText<'t> {
    /// The name that errors give the file.
    pub file: &'t str,
    /// The text of the file.
    pub text: &'t str,
}

// The notations in which grammars are written, as every reader and every list of them names them.

/// The notation in which a grammar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// ABNF: RFC 5234, with RFC 7405.
    Abnf,
    /// The BNF of RFC 822, section 2.
    Bnf,
    /// The BNF of RFC 1630.
    Rfc1630,
    /// The EBNF of the W3C: XML 1.0, section 6.
    W3c,
    /// The EBNF of ISO/IEC 14977.
    Iso14977,
}

impl Notation {
    /// The ending of a file name for this notation.
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
    /// The key by which names are compared: in ABNF, the name without regard to case.
    #[must_use]
    pub fn key(self, name: &str) -> String {
        match self {
            Self::Abnf => name.to_ascii_lowercase(),
            Self::Bnf | Self::Rfc1630 | Self::W3c | Self::Iso14977 => name.to_owned(),
        }
    }

    /// Whether two names have the same [`key`](Self::key).
    #[must_use]
    pub fn is_same(self, name: &str, other: &str) -> bool {
        match self {
            Self::Abnf => name.eq_ignore_ascii_case(other),
            Self::Bnf | Self::Rfc1630 | Self::W3c | Self::Iso14977 => name == other,
        }
    }
}

// The site of a production: the facts that hold there, and the findings of the reader.

/// What is known beside a grammar that is read as people write.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// The keys of the names that imports define.
    pub(crate) names: HashSet<String>,
    /// The names of documents, by their tags in lower case.
    pub(crate) documents: HashMap<String, String>,
}

/// The facts that hold where a production stands, and the findings of its reader.
pub(super) struct Site<'s> {
    pub(super) notation: Notation,
    pub(super) characters: Characters,
    /// The key of the production's name.
    pub(super) key: &'s str,
    /// The keys of the grammar's own productions, and of those that its notation lends.
    pub(super) own: &'s HashSet<String>,
    /// What is known beside the grammar. None where a grammar is read by the letter.
    pub(super) scope: Option<&'s Scope>,
    /// Whether the grammar writes each of its names in angle brackets.
    pub(super) is_bracketed: bool,
    /// What the numbers imply, and on which line.
    pub(super) implied: Vec<(usize, Implied)>,
    /// What is read otherwise than written, and on which line that is so first.
    pub(super) notes: Vec<(usize, NoteKind, String)>,
    /// The texts of the notes.
    pub(super) noted: HashSet<String>,
    /// The number of lists in which the reader is.
    pub(super) lists: usize,
    /// The bytes of the production that are used.
    pub(super) coverage: Coverage,
}

impl Site<'_> {
    pub(super) fn note(&mut self, line: usize, text: impl Into<String>) {
        self.add(line, NoteKind::Departure, text.into());
    }

    /// Notes that a name is taken from another document.
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

// Terms: the right sides of productions, in any of the notations.

/// The right side of a production, or a part of one.
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
        /// Whether letters stand for both cases.
        ignore_case: bool,
    },
    /// Terms one after the other. Without terms it is the empty string.
    Sequence(Vec<Term>),
    /// Several terms of which one is taken, in the printed order.
    Choice(Vec<Alternative>),
    /// A term that is repeated.
    Repeat {
        /// The least number of repetitions.
        min: u32,
        /// The greatest number of repetitions, if there is one.
        max: Option<u32>,
        /// The term.
        term: Box<Term>,
    },
    /// The strings of one term that are none of another.
    Difference {
        /// The term whose strings are taken.
        from: Box<Term>,
        /// The term whose strings are left out.
        without: Box<Term>,
    },
}

/// An alternative of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Alternative {
    /// The text of the alternative as printed, without the white space between its parts.
    pub text: String,
    /// The term of the alternative.
    pub term: Term,
}

impl Term {
    /// The empty string.
    pub const EMPTY: Self = Self::Sequence(Vec::new());

    /// A term that may be missing.
    #[must_use]
    pub fn optional(self) -> Self {
        Self::Repeat { min: 0, max: Some(1), term: Box::new(self) }
    }

    pub(super) fn without(self, without: Self) -> Self {
        Self::Difference { from: Box::new(self), without: Box::new(without) }
    }

    /// A choice of alternatives. One alternative alone is not a choice.
    pub fn choice(mut alternatives: Vec<Alternative>) -> Self {
        match alternatives.pop() {
            Some(only) if alternatives.is_empty() => only.term,
            last => {
                alternatives.extend(last);
                Self::Choice(alternatives)
            }
        }
    }

    /// A sequence of terms. One term alone is itself.
    pub fn sequence(mut terms: Vec<Self>) -> Self {
        match terms.pop() {
            Some(only) if terms.is_empty() => only,
            last => {
                terms.extend(last);
                Self::Sequence(terms)
            }
        }
    }

    /// The name, if the term is one.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Name(name) => Some(name),
            _ => None,
        }
    }

    pub(crate) fn rename(&mut self, to: &mut dyn FnMut(&str) -> Option<String>) {
        self.replace(&mut |name| to(name).map(Self::Name));
    }

    /// Puts terms in the places of names. The recursion goes no deeper than brackets nest.
    #[doc(hidden)]
    pub fn replace(&mut self, by: &mut dyn FnMut(&str) -> Option<Self>) {
        self.replace_calls(true, &mut |name, _| by(name));
    }

    /// The same, with whether nothing can come after the name; `last` says so of the term.
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
            // What is left out is compared with the whole, so that nothing of it comes last.
            Self::Difference { from, without } => {
                from.replace_calls(false, by);
                without.replace_calls(false, by);
            }
        }
    }

    /// The terms that the term is made of.
    pub fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Name(_) | Self::Bytes(_) | Self::Literal { .. } => Vec::new(),
            Self::Sequence(terms) => terms.iter().collect(),
            Self::Choice(alternatives) => alternatives.iter().map(|one| &one.term).collect(),
            Self::Repeat { term, .. } => vec![term],
            Self::Difference { from, without } => vec![from, without],
        }
    }

    /// The term and every term within it, outer terms first, in the printed order.
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
    /// An alternative of a text, whose white space is made single blanks.
    #[doc(hidden)]
    pub fn new(text: &str, term: Term) -> Self {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        Self { text: words.join(" "), term }
    }
}

/// The least and the greatest number of elements that `*`, `1*`, `*4`, `1*4` or `2` says, with or
/// without angle brackets around the numbers, and with `*` or another `sign` between them.
pub(super) fn counts(text: &str, sign: char) -> Result<(u32, Option<u32>), String> {
    let number = |text: &str| {
        let digits = text.trim_matches(['<', '>']);
        digits
            .parse::<u32>()
            .map_err(|_| format!("`{digits}` is too large a number of repetitions"))
    };
    let (min, max) = match text.split_once(sign) {
        None => (number(text)?, Some(number(text)?)),
        Some((min, max)) => (
            if min.is_empty() { 0 } else { number(min)? },
            if max.is_empty() { None } else { Some(number(max)?) },
        ),
    };
    if max.is_some_and(|max| max < min) {
        return Err(format!("`{text}` repeats at least {min} times and at most fewer"));
    }
    Ok((min, max))
}

pub(super) fn repeat(text: &str, term: Term) -> Result<Term, String> {
    let (min, max) = counts(text, '*')?;
    Ok(Term::Repeat { min, max, term: Box::new(term) })
}

//! The notes of a reader: each place where a printed grammar is not ABNF by the letter, and
//! how the grammar is read there.
//!
//! In: a departure that a reader met, or a production that is taken from another document. Out: a [`Note`], a
//! sentence with its place. Nothing is read otherwise than written without a note.

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
    /// How the production is read, as a sentence without a full stop. Notes of one kind have the
    /// same sentence.
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
pub(crate) fn is_defined_twice(why: &str) -> bool {
    why.starts_with(TWICE)
}

//! The notes of a reader: each place where a printed grammar is not ABNF by the letter, and
//! how the grammar is read there.
//!
//! In: a departure that a reader met. Out: a [`Note`], a sentence with its place. Nothing is read
//! otherwise than written without a note.

/// A place where a printed grammar is read otherwise than its notation says by the letter.
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
    /// How the production is read, as a sentence without a full stop. Notes of one kind have the
    /// same sentence.
    pub text: String,
}

/// The place as messages name it.
pub(super) fn place(file: &str, section: Option<&str>, line: usize) -> String {
    match section {
        Some(section) => format!("{file}, section {section}, line {line}"),
        None => format!("{file}, line {line}"),
    }
}

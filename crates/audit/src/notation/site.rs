//! The site of a production: the facts that hold there, and the findings of the reader.

use std::collections::{HashMap, HashSet};

use super::characters::{Characters, Implied};
use super::coverage::Coverage;
use super::name::Notation;
use super::note::NoteKind;

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

    /// Whether a name is defined by the grammar or lent to it.
    pub(super) fn is_own(&self, name: &str) -> bool {
        self.own.contains(&self.notation.key(name))
    }

    /// Whether an import defines a name.
    pub(super) fn is_imported(&self, name: &str) -> bool {
        self.scope.is_some_and(|scope| scope.names.contains(&self.notation.key(name)))
    }
}

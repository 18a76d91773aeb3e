//! A document whose productions others may use.

use std::collections::HashMap;

use crate::notation::{Note, Printed, PrintedProduction};

/// A document whose productions others may use.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// The name that qualifies the productions of the document.
    pub(crate) name: String,
    pub(crate) printed: Printed,
    /// The number of each production, by the key of its name.
    places: HashMap<String, usize>,
    /// The notes on each production.
    pub(super) notes: HashMap<String, Vec<Note>>,
    /// The names of the known documents that the document imports.
    pub(super) imports: &'static [&'static str],
}

impl Document {
    pub(crate) fn new(name: &str, printed: Printed, imports: &'static [&'static str]) -> Self {
        let names = printed.productions.iter().map(|one| printed.notation.key(&one.name));
        let places = names.zip(0..).collect();
        let mut notes: HashMap<String, Vec<Note>> = HashMap::new();
        for note in &printed.notes {
            notes.entry(note.production.clone()).or_default().push(note.clone());
        }
        Self { name: name.to_owned(), printed, places, notes, imports }
    }

    pub(super) fn production(&self, name: &str) -> Option<&PrintedProduction> {
        let place = self.places.get(&self.printed.notation.key(name))?;
        self.printed.productions.get(*place)
    }
}

//! Readings, laid over the printed grammar; and productions that add to an earlier one.
//!
//! In: two grammars in one notation. Out: one grammar, in which each reading has taken the place
//! of the production of its name, or has come behind the others if the document names a production
//! and never defines it. What is forgotten is which was which: keep the printed grammar to tell.

use std::collections::HashMap;

use super::{Alternative, Printed, Term};

impl Printed {
    /// This grammar, with each of the readings in the place of the production of its name.
    #[must_use]
    pub fn with_readings(&self, readings: &Self) -> Self {
        let mut read = self.clone();
        let names = read.productions.iter().map(|one| self.notation.key(&one.name));
        let places: HashMap<String, usize> = names.zip(0..).collect();
        for reading in &readings.productions {
            match places.get(&self.notation.key(&reading.name)) {
                Some(&place) => read.productions[place] = reading.clone(),
                None => read.productions.push(reading.clone()),
            }
        }
        read
    }
}

/// `=/`: more alternatives for an earlier production.
pub(super) fn either(name: &str, earlier: Term, more: Term) -> Term {
    let alternatives = |term| match term {
        Term::Choice(alternatives) => alternatives,
        term => vec![Alternative::new(name, term)],
    };
    let mut all = alternatives(earlier);
    all.extend(alternatives(more));
    Term::Choice(all)
}

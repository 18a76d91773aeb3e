//! Readings, laid over the printed grammar; and productions that add to an earlier one.
//!
//! In: two grammars in one notation. Out: one grammar, in which each reading has taken the place of
//! the production of its name, or has come behind the others if the document names a production and
//! never defines it. What is forgotten is which productions are readings: keep the printed grammar
//! to compare.

use std::collections::HashMap;

use super::grammar::Printed;
use super::term::Alternative;
use super::term::Term;

impl Printed {
    /// This grammar with its readings: each replaces the production of its name.
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

/// Adds alternatives to an earlier production, as `=/` does. An alternative that stood alone has
/// the right side of its production as its text.
pub(super) fn either((text, earlier): (&str, Term), (more_text, more): (&str, Term)) -> Term {
    let alternatives = |text: &str, term| match term {
        Term::Choice(alternatives) => alternatives,
        term => {
            let (_, right) = text.split_once('=').unwrap_or_default();
            vec![Alternative::new(right.trim_start_matches('/'), term)]
        }
    };
    let mut all = alternatives(text, earlier);
    all.extend(alternatives(more_text, more));
    Term::Choice(all)
}

#[cfg(test)]
mod tests {
    use crate::notation::{Notation, Printed, Term};

    fn read(source: &str) -> Printed {
        Printed::read(Notation::Abnf, "test", source).unwrap()
    }

    #[test]
    fn an_increment_keeps_the_printed_order_and_texts() {
        let printed = read("a = \"x\"  b\nb = \"y\"\na =/ b / \"z\"\nA =/ [ b ]\n");
        assert_eq!(printed.productions[0].text, "a = \"x\"  b\na =/ b / \"z\"\nA =/ [ b ]");
        let Ok(Term::Choice(all)) = &printed.productions[0].term else { panic!("no choice") };
        let texts: Vec<_> = all.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(texts, ["\"x\" b", "b", "\"z\"", "[ b ]"]);
    }

    #[test]
    fn a_reading_takes_the_place_of_what_it_reads() {
        let printed = read("a = b\nb = <something>\n");
        let read = printed.with_readings(&read("B = \"x\"\nc = \"y\"\n"));
        let names: Vec<_> = read.productions.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["a", "B", "c"]);
        assert!(printed.productions[1].term.is_err() && read.productions[1].term.is_ok());
    }
}

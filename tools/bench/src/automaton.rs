//! The bare table: the minimal automaton of a production, which the audit derives from the printed grammar, and the
//! shortest loop over it. Its time is what validating costs if nothing but the states of the language is known: one load
//! for the class of a byte, and one load that waits for the one before.

use urispec::Edition;
use urispec_audit::{Languages, Printed};

/// The automaton of a production. A state is a row's offset in the table.
pub(crate) struct Table {
    classes: [u8; 256],
    next: Vec<u32>,
    accept: Vec<bool>,
    start: u32,
}

impl Table {
    /// Derives the automaton of a production from the printed grammar and its readings. None where
    /// the edition has no such production, where it has no automaton, or one beyond 2^32 entries.
    pub(crate) fn derive(edition: Edition, rule: &str) -> Option<Self> {
        let grammar = edition.production(rule).ok()?.grammar();
        let read = |text| {
            Printed::read(urispec_audit::notation(grammar.notation()), grammar.stem(), text).ok()
        };
        let mut printed = read(grammar.printed())?;
        if !grammar.readings().is_empty() {
            printed = printed.with_readings(&read(grammar.readings())?);
        }
        let languages = Languages::new(&printed);
        let (dfa, start) = (languages.dfa(), languages.start(rule)?.ok()?);
        let width = dfa.classes().count();
        let row = |state: u32| u32::try_from(state as usize * width).ok();
        let states = 0..dfa.states() as u32;
        Some(Self {
            classes: std::array::from_fn(|byte| dfa.classes().of(byte as u8) as u8),
            next: states
                .clone()
                .flat_map(|state| dfa.row(state))
                .map(|&next| row(next))
                .collect::<Option<_>>()?,
            accept: states
                .flat_map(|state| std::iter::repeat_n(dfa.accepts(state), width))
                .collect(),
            start: row(dfa.start(start))?,
        })
    }

    /// Whether the string is in the language.
    pub(crate) fn accepts(&self, text: &str) -> bool {
        let step = |state: u32, byte: u8| {
            self.next[state as usize + usize::from(self.classes[usize::from(byte)])]
        };
        self.accept[text.bytes().fold(self.start, step) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edition_has_a_table_that_says_what_check_says() {
        let texts =
            ["http://a.example/b?c", "http://a b/", "", "mailto:a@b", "http://[::1]/", "%4"];
        for &edition in Edition::ALL {
            let rule = edition.whole_rules()[0];
            let table = Table::derive(edition, rule).unwrap();
            for text in texts {
                let valid = urispec::check(edition, rule, text).is_ok();
                assert_eq!(table.accepts(text), valid, "{edition}: {text}");
            }
        }
    }
}

//! The bare table: the minimal automaton of a production, which the audit derives from the printed grammar, and the
//! shortest loop over it. Its time is the cost of validating with nothing but the automaton: a load for the class of a
//! byte, and a load that depends on the previous one.

use urispec::Edition;
use urispec_audit::{Languages, Printed};

/// The automaton of a production. A state is the offset of its row.
pub(crate) struct Table {
    classes: [u8; 256],
    next: Vec<u32>,
    accept: Vec<bool>,
    start: u32,
}

impl Table {
    /// Derives the automaton of a production from the printed grammar and its readings. Returns `None` without such a
    /// production or automaton, or if the table has more than 2^32 entries.
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

    /// Returns whether the string is in the language.
    pub(crate) fn accepts(&self, text: &str) -> bool {
        let step = |state: u32, byte: u8| {
            self.next[state as usize + usize::from(self.classes[usize::from(byte)])]
        };
        self.accept[text.bytes().fold(self.start, step) as usize]
    }
}

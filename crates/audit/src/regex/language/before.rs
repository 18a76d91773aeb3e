//! The context of a place: what came before it.
//!
//! In: what an expression asks about the characters before its places, each as the automaton of the
//! strings of which it is so. Out: a [`Context`], which is a state of each of these automata. All that
//! was read leads to one context, whatever else was matched.

use std::rc::Rc;

use grammar_automata::build::{Classes, Dfa, Memo};

use super::program::Before;

/// The number of a context. The first is the beginning of the string.
pub(super) type Context = u32;

/// The contexts that were met.
pub(super) struct Contexts<'a> {
    /// What is asked, with the automaton of the strings of which it is so.
    asked: Vec<(Before, &'a Dfa)>,
    numbers: Memo<Vec<u32>, Context>,
    /// The contexts after each class, of those contexts that were left.
    rows: Vec<Option<Rc<[Context]>>>,
}

impl<'a> Contexts<'a> {
    pub(super) fn new(asked: Vec<(Before, &'a Dfa)>) -> Self {
        let start = asked.iter().map(|(_, dfa)| dfa.start(0)).collect();
        let mut this = Self { asked, numbers: Memo::new(), rows: Vec::new() };
        this.number(start);
        this
    }

    /// The number of contexts that were met.
    pub(super) fn count(&self) -> usize {
        self.rows.len()
    }

    fn number(&mut self, states: Vec<u32>) -> Context {
        if let Some(&known) = self.numbers.get(&states) {
            return known;
        }
        let fresh = self.rows.len() as Context; // fewer than steps
        self.rows.push(None);
        self.numbers.insert(states, fresh);
        fresh
    }

    /// Whether something is the case before a place.
    pub(super) fn holds(&self, context: Context, before: Before) -> bool {
        let states = &self.numbers.keys()[context as usize];
        let mut asked = self.asked.iter().zip(states);
        asked.any(|((one, dfa), &state)| *one == before && dfa.accepts(state))
    }

    /// The contexts after each class.
    pub(super) fn row(&mut self, context: Context, classes: &Classes) -> Rc<[Context]> {
        if let Some(known) = &self.rows[context as usize] {
            return Rc::clone(known);
        }
        let states = self.numbers.keys()[context as usize].clone();
        let after = |byte: u8| -> Vec<u32> {
            let all = self.asked.iter().zip(&states);
            all.map(|((_, dfa), &state)| dfa.walk(state, &[byte])).collect()
        };
        let after: Vec<_> = classes.representatives().iter().map(|&byte| after(byte)).collect();
        let row: Rc<[Context]> = after.into_iter().map(|states| self.number(states)).collect();
        self.rows[context as usize] = Some(Rc::clone(&row));
        row
    }
}

//! How far each state of an automaton is from acceptance.

use super::Dfa;
use crate::distances::to_goals;

/// For each state of an automaton, the length of the shortest string that is accepted from there.
pub struct Distances(Vec<Option<u32>>);

impl Distances {
    /// Those of all states, in time that is linear in the table.
    #[must_use]
    pub fn of(dfa: &Dfa) -> Self {
        let states = 0..dfa.states();
        let edges = || {
            let from =
                |state| dfa.row(state as u32).iter().map(move |&next| (state, next as usize));
            states.clone().flat_map(from)
        };
        Self(to_goals(dfa.states(), |state| dfa.accepts(state as u32), edges))
    }

    /// The distance of a state. There is none from a dead state.
    pub fn get(&self, state: u32) -> Option<u32> {
        self.0[state as usize]
    }

    /// A shortest string that is accepted from a state, of the first of these letters that lead
    /// nearer. It is empty from a dead state.
    pub fn completion(
        &self,
        dfa: &Dfa,
        mut state: u32,
        letters: impl Iterator<Item = u8>,
    ) -> Vec<u8> {
        // Of the letters of a class, all lead to the same.
        let mut seen = vec![false; dfa.classes().count()];
        let letters = letters.map(|byte| (byte, dfa.classes().of(byte)));
        let first = letters.filter(|&(_, class)| !std::mem::replace(&mut seen[class], true));
        let first: Vec<(u8, usize)> = first.collect();
        let mut found = Vec::new();
        while self.get(state) > Some(0) {
            let is_nearer = |&&(_, class): &&(u8, usize)| {
                let rest = self.get(dfa.next(state, class));
                rest.is_some() && rest < self.get(state)
            };
            let Some(&(byte, class)) = first.iter().find(is_nearer) else { break };
            state = dfa.next(state, class);
            found.push(byte);
        }
        found
    }
}

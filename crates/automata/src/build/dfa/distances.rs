//! How far each state of an automaton is from acceptance.

use std::collections::VecDeque;

use super::Dfa;

/// For each state of an automaton, the length of the shortest string that is accepted from there.
pub struct Distances(Vec<Option<u32>>);

impl Distances {
    /// Those of all states, in time that is linear in the table.
    #[must_use]
    pub fn of(dfa: &Dfa) -> Self {
        let (count, states) = (dfa.classes().count(), dfa.states());
        // The states before each state, in one array.
        let mut ends = vec![0_u32; states + 1];
        let all = || (0..states as u32).flat_map(|state| dfa.row(state).iter().copied());
        all().for_each(|next| ends[next as usize + 1] += 1);
        (0..states).for_each(|state| ends[state + 1] += ends[state]);
        let mut before = vec![0_u32; states * count];
        let mut free = ends.clone();
        for (at, next) in all().enumerate() {
            before[free[next as usize] as usize] = (at / count) as u32;
            free[next as usize] += 1;
        }
        let mut found = vec![None; states];
        let mut queue: VecDeque<u32> =
            (0..states as u32).filter(|&state| dfa.accepts(state)).collect();
        queue.iter().for_each(|&state| found[state as usize] = Some(0));
        while let Some(state) = queue.pop_front() {
            let next = found[state as usize].map(|length: u32| length + 1);
            let [from, to] = [ends[state as usize], ends[state as usize + 1]];
            for &earlier in &before[from as usize..to as usize] {
                if found[earlier as usize].is_none() {
                    found[earlier as usize] = next;
                    queue.push_back(earlier);
                }
            }
        }
        Self(found)
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

//! Strings to try a verdict `equal` on: members of a language, and strings next to them.
//!
//! In: the automaton of a production. Out: strings and whether the language has them. Every other one
//! is a member, found by a walk that takes each way out of a state alike, and heads for an end when it
//! has taken as many steps as it was given; the others are members after one or two edits. All are
//! UTF-8, since pest reads nothing else. The stream of random numbers is the same in each run.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use urispec_audit::Dfa;

/// The most steps of a walk before it heads for an end.
const STEPS: u32 = 24;

/// A source of strings for one production.
pub(crate) struct Samples<'d> {
    dfa: &'d Dfa,
    start: usize,
    /// The number of bytes from each state to an end, if there is a way.
    distance: Vec<Option<u32>>,
    letters: Vec<char>,
    random: ChaCha8Rng,
}

impl<'d> Samples<'d> {
    /// The strings for one start of an automaton. There are none for the empty language.
    pub(crate) fn of(dfa: &'d Dfa, start: usize) -> Option<Self> {
        let distance = distances(dfa);
        distance[dfa.start(start) as usize]?;
        let ascii = dfa.alphabet(start).into_iter().filter(u8::is_ascii).map(char::from);
        let letters = ascii.chain(['a', '0', ' ', '-', '"', 'é', '→']).collect();
        let random = ChaCha8Rng::seed_from_u64(0);
        Some(Self { dfa, start, distance, letters, random })
    }

    /// The next string, and whether the language has it.
    pub(crate) fn next(&mut self, number: usize) -> Option<(String, bool)> {
        let member = String::from_utf8(self.member()).ok()?;
        let string = match number % 2 {
            0 => member,
            _ => self.edited(member),
        };
        let is_member = self.dfa.matches(self.start, string.as_bytes());
        Some((string, is_member))
    }

    fn member(&mut self) -> Vec<u8> {
        let (mut state, mut bytes) = (self.dfa.start(self.start), Vec::new());
        let steps = self.random.random_range(0..=STEPS);
        for step in 0.. {
            let heading_home = step >= steps;
            if self.dfa.accepts(state) && (heading_home || self.random.random_ratio(1, 8)) {
                break;
            }
            let here = self.distance[state as usize];
            let is_way = |next: u32| match self.distance[next as usize] {
                Some(next) => !heading_home || here.is_some_and(|here| next < here),
                None => false,
            };
            let ways: Vec<usize> = (0..self.dfa.classes().count())
                .filter(|&class| is_way(self.dfa.next(state, class)))
                .collect();
            let Some(&class) = self.pick(&ways) else { break };
            let members: Vec<u8> = self.dfa.classes().members(class).iter().collect();
            bytes.extend(self.pick(&members).copied());
            state = self.dfa.next(state, class);
        }
        bytes
    }

    fn edited(&mut self, member: String) -> String {
        let mut characters: Vec<char> = member.chars().collect();
        for _ in 0..self.random.random_range(1..=2) {
            let at = self.random.random_range(0..=characters.len());
            let letter = self.random.random_range(0..self.letters.len());
            let letter = self.letters[letter];
            match (self.random.random_range(0..3), characters.get_mut(at)) {
                (0, Some(character)) => *character = letter,
                (1, Some(_)) => drop(characters.remove(at)),
                _ => characters.insert(at, letter),
            }
        }
        characters.into_iter().collect()
    }

    fn pick<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        match from.len() {
            0 => None,
            count => from.get(self.random.random_range(0..count)),
        }
    }
}

/// For each state the number of bytes to an end.
fn distances(dfa: &Dfa) -> Vec<Option<u32>> {
    let mut before = vec![Vec::new(); dfa.states()];
    for state in 0..dfa.states() as u32 {
        dfa.row(state).iter().for_each(|&next| before[next as usize].push(state));
    }
    let mut distance = vec![None; dfa.states()];
    let mut layer: Vec<u32> =
        (0..dfa.states() as u32).filter(|&state| dfa.accepts(state)).collect();
    for steps in 0.. {
        layer.retain(|&state| distance[state as usize].is_none());
        if layer.is_empty() {
            break;
        }
        layer.iter().for_each(|&state| distance[state as usize] = Some(steps));
        layer = layer.iter().flat_map(|&state| &before[state as usize]).copied().collect();
        layer.sort_unstable();
        layer.dedup();
    }
    distance
}

#[cfg(test)]
mod tests {
    use super::*;
    use urispec_audit::Peg;

    #[test]
    fn every_other_string_is_a_member() {
        let peg = Peg::read("a.pest", r#"a = { "a" ~ ('0'..'9')+ ~ "é"? }"#).unwrap();
        let decided = peg.decide();
        let mut samples = Samples::of(&decided.dfa, 0).unwrap();
        let all: Vec<_> = (0..200).filter_map(|number| samples.next(number)).collect();
        assert_eq!(all.len(), 200);
        assert!(
            all.iter().step_by(2).all(|(string, is_member)| *is_member && string.starts_with('a'))
        );
        assert!(all.iter().any(|(string, is_member)| *is_member && string.ends_with('é')));
        assert!(all.iter().skip(1).step_by(2).filter(|(_, is_member)| !is_member).count() > 50);
    }

    #[test]
    fn an_empty_language_has_no_strings() {
        let peg = Peg::read("a.pest", r#"a = { !"a" ~ "a" }"#).unwrap();
        assert!(Samples::of(&peg.decide().dfa, 0).is_none());
    }
}

//! Merges valid strings that show what may stand in one place.
//!
//! In: the strings of a suite. Out: fewer, that tell the same mutants: `"!"`, `"$"` and `"&"` may all be `sub-delims`, and
//! one URI has them all. Invalid strings are left alone, since a string with two faults shows neither.

use super::{MutantCase, MutantKind, MutantSuite, reason};

/// The length beyond which a string is not made longer.
const LENGTH: usize = 48;

impl MutantSuite {
    /// Makes one string of those that show the same of one production. The strings still tell every wanted mutant that
    /// they told before.
    pub(super) fn merged(&self, mut cases: Vec<MutantCase>, wanted: &[bool]) -> Vec<MutantCase> {
        cases.sort_by(|one, other| one.shows.cmp(&other.shows));
        let key = |case: &MutantCase| {
            let mutant = &self.mutants[case.shows[0]];
            let may_join = case.is_valid && mutant.kind != MutantKind::Mistake;
            may_join.then(|| reason::beginning(&mutant.reason).to_owned())
        };
        let mut keys: Vec<String> = cases.iter().filter_map(key).collect();
        keys.sort_unstable();
        keys.dedup();
        for wanted_key in keys {
            let (group, others): (Vec<MutantCase>, Vec<MutantCase>) =
                cases.into_iter().partition(|case| key(case).as_ref() == Some(&wanted_key));
            let told =
                |cases: &[MutantCase], at: usize| cases.iter().any(|one| one.kills.contains(&at));
            let needed: Vec<usize> = (0..wanted.len())
                .filter(|&at| wanted[at] && told(&group, at) && !told(&others, at))
                .collect();
            let joined = self.joined(&group);
            let is_enough = needed.iter().all(|&at| told(&joined, at));
            cases = others;
            cases.extend(if is_enough { joined } else { group });
        }
        cases
    }

    /// Each string, made the string before it where the string before it can be changed to show the same too.
    fn joined(&self, group: &[MutantCase]) -> Vec<MutantCase> {
        let mut joined: Vec<MutantCase> = Vec::new();
        for case in group {
            match joined.last_mut().and_then(|last| self.both(last, case).map(|both| (last, both)))
            {
                Some((last, both)) => *last = both,
                None => joined.push(case.clone()),
            }
        }
        joined
    }

    /// A string near to the first that shows what both show.
    fn both(&self, first: &MutantCase, second: &MutantCase) -> Option<MutantCase> {
        let difference = self.differences[second.shows[0]].as_ref()?;
        let near = difference.nearest_longer(&first.input)?.text;
        let kills = self.killed_by(&near);
        let both = self.case(near, [&first.shows[..], &second.shows].concat(), kills);
        let shows_all = both.shows.iter().all(|at| both.kills.contains(at));
        (both.is_valid && both.input.len() <= LENGTH && shows_all).then_some(both)
    }
}

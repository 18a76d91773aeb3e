//! Random members of a recursive production, in which no production nests in itself deeper than a limit. They serve for
//! productions that are equal to a depth only, and so have no automaton to sample.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use urispec_audit::Printed;
use urispec_audit::notation::Term;

/// The most steps of one derivation.
const STEPS: usize = 2_000;
/// The most repetitions of a term beyond its minimum.
const EXTRA: u32 = 3;

/// A generator of members.
pub(crate) struct Derivations<'g> {
    grammars: [&'g Printed; 2],
    depth: usize,
    random: ChaCha8Rng,
    path: Vec<String>,
    steps: usize,
}

impl<'g> Derivations<'g> {
    /// Generates members in which each production nests in itself less than `depth` times. `core` defines what the
    /// grammar does not.
    pub(crate) fn new(grammar: &'g Printed, core: &'g Printed, depth: usize) -> Self {
        let random = ChaCha8Rng::seed_from_u64(0);
        Self { grammars: [grammar, core], depth, random, path: Vec::new(), steps: 0 }
    }

    /// Returns the next member, or `None` if this derivation does not end.
    pub(crate) fn next(&mut self, production: &str) -> Option<Vec<u8>> {
        self.path.clear();
        self.steps = 0;
        let mut bytes = Vec::new();
        self.name(production, &mut bytes).then_some(bytes)
    }

    fn name(&mut self, name: &str, bytes: &mut Vec<u8>) -> bool {
        let same = |other: &String| other.eq_ignore_ascii_case(name);
        if self.path.iter().filter(|other| same(other)).count() >= self.depth {
            return false;
        }
        let found = self.grammars.iter().find_map(|grammar| {
            grammar.productions.iter().find(|one| one.name.eq_ignore_ascii_case(name))
        });
        let Some(Ok(term)) = found.map(|one| &one.term) else { return false };
        self.path.push(name.to_owned());
        let is_derived = self.term(term, bytes);
        self.path.pop();
        is_derived
    }

    fn term(&mut self, term: &Term, bytes: &mut Vec<u8>) -> bool {
        self.steps += 1;
        if self.steps > STEPS {
            return false;
        }
        match term {
            Term::Name(name) => self.name(name, bytes),
            Term::Bytes(set) => {
                let all: Vec<u8> = set.iter().collect();
                if !all.is_empty() {
                    bytes.push(all[self.random.random_range(0..all.len())]);
                }
                !all.is_empty()
            }
            Term::Literal { bytes: literal, ignore_case } => {
                let is_upper = *ignore_case && self.random.random_ratio(1, 4);
                let case = |byte: &u8| if is_upper { byte.to_ascii_uppercase() } else { *byte };
                bytes.extend(literal.iter().map(case));
                true
            }
            Term::Sequence(terms) => terms.iter().all(|term| self.term(term, bytes)),
            Term::Choice(alternatives) => {
                let (count, before) = (alternatives.len(), bytes.len());
                let first = self.random.random_range(0..count.max(1));
                (0..count).any(|at| {
                    bytes.truncate(before);
                    self.term(&alternatives[(first + at) % count].term, bytes)
                })
            }
            // No published grammar has a difference, and a random choice could not respect one.
            Term::Difference { .. } => false,
            Term::Repeat { min, max, term } => {
                let more = self.random.random_range(0..=EXTRA);
                let most = max.unwrap_or(u32::MAX).min(min.saturating_add(more));
                for count in 0..most {
                    let before = bytes.len();
                    if !self.term(term, bytes) {
                        bytes.truncate(before);
                        return count >= *min;
                    }
                }
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urispec_audit::Notation;

    #[test]
    fn members_nest_no_deeper_than_the_limit() {
        let read = |text| Printed::read(Notation::Abnf, "a.abnf", text).unwrap();
        let (grammar, core) = (read("a = \"(\" *a \")\" / DIGIT\n"), read("DIGIT = %x30-39\n"));
        let mut derivations = Derivations::new(&grammar, &core, 2);
        let all: Vec<_> = (0..200).filter_map(|_| derivations.next("a")).collect();
        assert!(all.len() > 100);
        let nests = |bytes: &[u8]| bytes.windows(2).any(|two| two == b"((");
        assert!(all.iter().any(|bytes| nests(bytes)));
        assert!(all.iter().all(|bytes| !bytes.windows(3).any(|three| three == b"(((")));
        assert!(all.iter().any(|bytes| bytes.iter().any(u8::is_ascii_digit)));
    }
}

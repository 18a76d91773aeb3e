//! Compares both sides of an audit, unrolled to the same depth.
//!
//! In: a production and a rule, round by round, each unrolled one deeper than in the round before. Out:
//! to which depth the two are known to be equal, or what tells them apart. [`depth`](crate::verdicts::depth) says
//! what a depth is, and why each of the comparisons is a proof.

use std::ops::Range;

use grammar_automata::build::{Dfa, Search, Wanted};

use crate::languages::membership::MembershipTest;
use crate::languages::partial::Languages;
use crate::peg::{Bound, Runner, Unrolled, UnrolledRun};
use crate::verdicts::judge::RuleInstance;

/// Both sides, unrolled to one depth.
pub(crate) struct Round<'p> {
    pub(crate) printed: Languages,
    pub(crate) pest: Unrolled<'p>,
}

/// Both sides as they are, to be held against one string after the other.
pub(crate) struct Sides<'s> {
    pub(crate) members: MembershipTest<'s>,
    pub(crate) runner: &'s Runner<'s>,
}

/// A shortest string of each side, of those that were found and the other side lacks.
pub(crate) type Witnesses = [Option<Vec<u8>>; 2];

/// What is known about a production and one rule.
#[derive(Clone)]
pub(crate) enum RoundVerdict {
    /// Nothing tells the two apart, and this is the depth to which they are equal.
    Equal(usize),
    /// The two are equal at any depth.
    Whole,
    Differs(Witnesses),
    /// The same as [`RoundVerdict::Equal`], and that nothing can be found out about greater depths.
    Closed(usize),
}

impl RoundVerdict {
    /// The depth to which the two are known to be equal.
    pub(crate) fn depth(&self) -> usize {
        match self {
            Self::Equal(depth) | Self::Closed(depth) => *depth,
            Self::Whole | Self::Differs(_) => 0,
        }
    }

    /// What is known when a greater depth says more.
    pub(crate) fn and(self, now: Self) -> Self {
        match (self, now) {
            (Self::Differs([printed, pest]), Self::Differs([more_printed, more_pest])) => {
                Self::Differs([printed.or(more_printed), pest.or(more_pest)])
            }
            (before @ Self::Differs(_), _) => before,
            (_, now) => now,
        }
    }
}

/// An automaton and one of its states.
type At<'d> = (&'d Dfa, u32);

impl Round<'_> {
    pub(crate) fn production(&self, name: &str) -> Option<At<'_>> {
        let start = self.printed.start(name)?.ok()?;
        Some((self.printed.dfa(), self.printed.dfa().start(start)))
    }

    pub(crate) fn rule(
        &self,
        (rule, atomicity): RuleInstance<'_>,
        depth: usize,
        bound: Bound,
    ) -> Option<At<'_>> {
        let state = self.pest.state(UnrolledRun { rule, atomicity, depth, bound })?;
        Some((&self.pest.dfa, state))
    }
}

impl Sides<'_> {
    /// Compares a production with a rule in the last round. The two are known to be equal to the depth
    /// `depths.start`, and `depths.end` is the greatest depth that is asked for.
    pub(crate) fn compare(
        &self,
        rounds: &[Round<'_>],
        name: &str,
        run: RuleInstance<'_>,
        depths: Range<usize>,
        steps: &mut usize,
    ) -> RoundVerdict {
        let (best, level) = (depths.start, rounds.len() - 1);
        let last = &rounds[level];
        let whole = last.production(name).zip(last.rule(run, level, Bound::Least));
        let Some((printed, least)) = whole else { return RoundVerdict::Closed(best) };
        // The first round has no nesting: the two may differ there, but are equal to no depth by it.
        for depth in (level.min(best + 1)..=level.min(depths.end)).rev() {
            let flat = rounds[depth].production(name).zip(last.rule(run, depth, Bound::Tree));
            let Some((flat, tree)) = flat else { continue };
            let found = missing(flat, least, steps).zip(missing(tree, printed, steps));
            let Some((only_printed, only_pest)) = found else { return RoundVerdict::Closed(best) };
            if only_printed.is_none() && only_pest.is_none() {
                let most = last.rule(run, level, Bound::Most).filter(|_| depth == level);
                let is_whole = most.is_some_and(|most| missing(most, printed, steps) == Some(None));
                return if is_whole { RoundVerdict::Whole } else { RoundVerdict::Equal(depth) };
            }
            // What the other side has nested deeper is no difference.
            let reads = |text: &[u8]| self.runner.reads(run.0, run.1, text);
            let lacks = |text: &[u8]| self.members.has(name, text) == Some(false);
            let only_printed = only_printed.filter(|text| reads(text) == Some(false));
            // The rule may read what stands in the tree, and does read what it reads at least.
            let only_pest = match only_pest {
                Some(text) if reads(&text) == Some(true) => Some(text),
                Some(_) => {
                    let least = rounds[depth].rule(run, depth, Bound::Least);
                    least.and_then(|least| missing(least, printed, steps)).flatten()
                }
                None => None,
            };
            let only_pest = only_pest.filter(|text| lacks(text));
            if only_printed.is_some() || only_pest.is_some() {
                return RoundVerdict::Differs([only_printed, only_pest]);
            }
        }
        RoundVerdict::Equal(best)
    }

    /// Puts shorter strings in the place of witnesses that were found to some depth. Says whether these are
    /// shortest ones now: of two bytes at most, and all shorter strings were held against both sides.
    pub(crate) fn makes_shortest(
        &self,
        name: &str,
        run: RuleInstance<'_>,
        witnesses: &mut Witnesses,
    ) -> bool {
        let longest = witnesses.iter().flatten().map(Vec::len).max().unwrap_or(0);
        let mut is_known = longest <= 2;
        let shorter = [Vec::new()].into_iter().chain((0..=u8::MAX).map(|byte| vec![byte]));
        for text in shorter.filter(|text| text.len() < longest) {
            let Some(only) = self.only(name, run, &text) else {
                is_known = false;
                continue;
            };
            if let Some(Some(known)) = only.map(|side| &mut witnesses[side])
                && text.len() < known.len()
            {
                *known = text;
            }
        }
        is_known
    }

    /// The shortest of some strings that only one side has, for each side.
    pub(crate) fn apart(
        &self,
        name: &str,
        run: RuleInstance<'_>,
        texts: impl Iterator<Item = Vec<u8>>,
    ) -> Witnesses {
        let mut found: Witnesses = [None, None];
        for text in texts {
            let Some(Some(side)) = self.only(name, run, &text) else { continue };
            if found[side].as_ref().is_none_or(|known| text.len() < known.len()) {
                found[side] = Some(text);
            }
        }
        found
    }

    /// The side that alone has a string, if one does: 0 for the production, 1 for the rule. Nothing is known
    /// where one of them cannot be asked.
    fn only(&self, name: &str, run: RuleInstance<'_>, text: &[u8]) -> Option<Option<usize>> {
        let (has, reads) = (self.members.has(name, text), self.runner.reads(run.0, run.1, text));
        let (has, reads) = has.zip(reads)?;
        Some((has != reads).then_some(usize::from(reads)))
    }
}

/// The shortest string that the left language has and the right one has not, if there is one. Nothing
/// is known if that takes more steps than are left.
fn missing(left: At<'_>, right: At<'_>, steps: &mut usize) -> Option<Option<Vec<u8>>> {
    const WANTED: Wanted = |left, right| left && !right;
    let mut search = Search::new(left.0, right.0, WANTED);
    let found = search.find((left.1, right.1), *steps);
    *steps = steps.saturating_sub(search.steps);
    found.ok()
}

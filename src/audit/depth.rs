//! The verdicts on productions and rules that nest in themselves.
//!
//! In: productions that no automaton has, or whose rules none has, since they nest. Out: the verdict
//! on each. Both sides are unrolled to a depth, and again to the next one, as far as the budget goes.
//! A string that only one of two automata has is given to the other side as it is, not unrolled:
//!
//! - If the other side has no such string, the two differ, at any depth.
//! - If it has, it nests deeper there, and a greater depth is asked of it.
//! - If each side, perhaps nested deeper, has whatever the other has to the depth of N, the two are
//!   *equal to depth N*.
//! - If calls of the rule that would nest deeper change nothing, the rule does not nest at all, and the
//!   verdict is that on its whole language.
//!
//! The side that has more may nest deeper than N: of a rule that reads two brackets for one call the
//! strings to the depth of 2 have five brackets, and the production that reads one has them to the depth
//! of 5.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use super::ambiguity::Untold;
use super::bnf::Printed;
use super::derive::Languages;
use super::derives::Derives;
use super::dfa::{Dfa, Search, Wanted};
use super::judge::Run;
use super::peg::{Bound, Peg, Runner, Unrolled};
use super::replaced::Replaced;
use super::rules::{Rules, Undecidable, UndecidableReason};
use super::unroll::Recursion;
use super::verdict::Verdict;

/// The number of steps that the searches about one production may take to one depth. A step is one
/// byte from one pair of states.
const STEPS: usize = 4_000_000;
/// The number of steps that all searches may take, and that a round costs which is made for them.
const ALL: usize = 64_000_000;
const ROUND: usize = 2_000_000;

/// Of the two sides one is unrolled to the depth that is asked for, and the other to this many times as
/// much at most.
const DEEPER: usize = 3;

/// A production that nests, or whose rule does.
pub(super) struct Nested<'r> {
    /// The production.
    pub(super) name: &'r str,
    /// The rules that transcribe it.
    pub(super) runs: &'r [Run<'r>],
    /// Whether the production itself has an automaton.
    pub(super) is_regular: bool,
}

/// Both sides, unrolled to one depth.
struct Round {
    printed: Languages,
    pest: Unrolled,
    /// What the rules of regular productions may read.
    most: Unrolled,
}

/// Both sides as they are.
struct Sides<'s> {
    derives: Derives<'s>,
    runner: &'s Runner<'s>,
}

/// What is known about a production and one rule.
#[derive(Clone)]
enum Known {
    /// Nothing tells the two apart, and this is the depth to which they are equal.
    Equal(usize),
    /// The two are equal at any depth.
    Whole,
    Differs([Option<Vec<u8>>; 2]),
    /// The same as [`Known::Equal`], and that nothing can be found out about greater depths.
    Closed(usize),
}

impl Known {
    /// The depth to which the two are known to be equal.
    fn depth(&self) -> usize {
        match self {
            Self::Equal(depth) | Self::Closed(depth) => *depth,
            Self::Whole | Self::Differs(_) => 0,
        }
    }

    /// What is known when a greater depth says more.
    fn and(self, now: Self) -> Self {
        match (self, now) {
            (Self::Differs([printed, pest]), Self::Differs([more_printed, more_pest])) => {
                Self::Differs([printed.or(more_printed), pest.or(more_pest)])
            }
            (before @ Self::Differs(_), _) => before,
            (_, now) => now,
        }
    }
}

/// The verdicts on productions that nest, in their order. There is none where the budget does not
/// suffice for the depth of one. Some productions of the grammar may be replaced by their languages.
pub(super) fn verdicts(
    (read, replaced): (&Printed, &Replaced<'_>),
    peg: &Peg,
    nested: &[Nested<'_>],
    depth: usize,
    untold: &mut Vec<Untold>,
) -> Vec<Option<Verdict>> {
    if nested.is_empty() {
        return Vec::new();
    }
    let names: HashSet<&str> = nested.iter().map(|one| one.name).collect();
    let read = replaced.within(read);
    let (rules, runner) = (Rules::of(&read), Runner::of(peg));
    let recursion = Recursion::of(&rules);
    let sides = Sides { derives: Derives::of(&rules, replaced), runner: &runner };
    let mut known: Vec<Vec<Known>> =
        nested.iter().map(|one| vec![Known::Equal(0); one.runs.len()]).collect();
    let (mut rounds, mut left): (Vec<Round>, usize) = (Vec::new(), ALL);
    for level in 0..=depth * DEEPER {
        let is_open = |known: &Known| match known {
            Known::Equal(best) => level == 0 || *best < depth,
            // The other side may have a string of its own that nests deeper.
            Known::Differs(sides) => level <= depth && sides.iter().any(Option::is_none),
            Known::Whole | Known::Closed(_) => false,
        };
        let open = nested.iter().zip(&known).flat_map(|(one, known)| {
            let open = |(_, known): &(_, &Known)| is_open(known);
            one.runs.iter().zip(known).filter(open).map(move |(&run, _)| (run, one.is_regular))
        });
        let open: BTreeSet<(Run<'_>, bool)> = open.collect();
        if open.is_empty() || left < ROUND || read.deadline.has_passed() {
            break;
        }
        left -= ROUND;
        let runs = |only_regular: bool| -> Vec<Run<'_>> {
            open.iter().filter(|(_, one)| *one || !only_regular).map(|&(run, _)| run).collect()
        };
        let unrolled = recursion.unrolled(&rules, &read, level);
        let is_wanted = |name: &str| names.contains(name);
        rounds.push(Round {
            printed: Languages::of_some(&unrolled, replaced, is_wanted),
            pest: peg.unroll(&runs(false), level, Bound::Least),
            most: peg.unroll(&runs(true), level, Bound::Most),
        });
        for (one, known) in nested.iter().zip(&mut known) {
            for (&run, known) in one.runs.iter().zip(known) {
                if is_open(known) {
                    let mut steps = STEPS.min(left);
                    let before = steps;
                    let depths = known.depth()..depth;
                    let now = sides.compare(&rounds, one.name, run, depths, &mut steps);
                    *known = known.clone().and(now);
                    left -= before - steps;
                }
            }
        }
    }
    let why = |name: &str| {
        let Undecidable { reason, .. } = rounds.first()?.printed.start(name)?.err()?;
        matches!(reason, UndecidableReason::Unreadable(_) | UndecidableReason::Undefined { .. })
            .then(|| Verdict::Undecided(reason.to_string()))
    };
    let verdicts = nested.iter().zip(known);
    let verdicts = verdicts.map(|(one, known)| {
        // What nests may lack a production too, and that is the reason then.
        verdict(one.name, known, untold).or_else(|| why(one.name))
    });
    verdicts.collect()
}

impl Sides<'_> {
    /// What the last round says about a production and a rule that are equal to the first of some
    /// depths, and of which nobody asks for more than the last.
    fn compare(
        &self,
        rounds: &[Round],
        name: &str,
        run: Run<'_>,
        depths: Range<usize>,
        steps: &mut usize,
    ) -> Known {
        let (best, level) = (depths.start, rounds.len() - 1);
        let at = |depth: usize| {
            let Round { printed, pest, .. } = rounds.get(depth)?;
            let start = printed.start(name)?.ok()?;
            let printed = (printed.dfa(), printed.dfa().start(start));
            Some((printed, (&pest.dfa, pest.state(run.0, run.1)?)))
        };
        let Some((printed, pest)) = at(level) else { return Known::Closed(best) };
        // The first round has no nesting: the two may differ there, but are equal to no depth by it.
        for depth in (level.min(best + 1)..=level.min(depths.end)).rev() {
            let Some((flat_printed, flat_pest)) = at(depth) else { continue };
            let only_printed = missing(flat_printed, pest, steps);
            let only_pest = missing(flat_pest, printed, steps);
            let (Some(only_printed), Some(only_pest)) = (only_printed, only_pest) else {
                return Known::Closed(best);
            };
            let is_new = only_printed.is_none() && only_pest.is_none();
            if is_new && depth == level && self.is_whole(rounds, run, pest, steps) {
                return Known::Whole;
            }
            if is_new {
                return Known::Equal(depth);
            }
            // What the other side has nested deeper is no difference.
            let is_only = |has: Option<bool>| has == Some(false);
            let only_printed =
                only_printed.filter(|text| is_only(self.runner.reads(run.0, run.1, text)));
            let only_pest = only_pest.filter(|text| is_only(self.derives.has(name, text)));
            if only_printed.is_some() || only_pest.is_some() {
                return Known::Differs([only_printed, only_pest]);
            }
        }
        Known::Equal(best)
    }

    /// Whether calls of a rule that would nest deeper than the last round change nothing.
    fn is_whole(
        &self,
        rounds: &[Round],
        run: Run<'_>,
        pest: (&Dfa, u32),
        steps: &mut usize,
    ) -> bool {
        let most =
            rounds.last().and_then(|round| Some((&round.most, round.most.state(run.0, run.1)?)));
        most.is_some_and(|(most, state)| missing((&most.dfa, state), pest, steps) == Some(None))
    }
}

/// The shortest string that the left language has and the right one has not, if there is one. Nothing
/// is known if that takes more steps than are left.
fn missing(left: (&Dfa, u32), right: (&Dfa, u32), steps: &mut usize) -> Option<Option<Vec<u8>>> {
    const WANTED: Wanted = |left, right| left && !right;
    let mut search = Search::new(left.0, right.0, WANTED);
    let found = search.find((left.1, right.1), *steps);
    *steps = steps.saturating_sub(search.steps);
    found.ok()
}

/// The verdict on a production whose rules were all compared.
fn verdict(name: &str, known: Vec<Known>, untold: &mut Vec<Untold>) -> Option<Verdict> {
    let mut least = usize::MAX;
    for one in known {
        match one {
            Known::Whole => {}
            Known::Equal(depth) | Known::Closed(depth) => least = least.min(depth),
            Known::Differs([only_printed, only_pest]) => {
                if only_printed.is_none() || only_pest.is_none() {
                    let is_printed = only_printed.is_some();
                    untold.push(Untold::of_other_side(name, is_printed, "the two nest"));
                }
                return Some(Verdict::Differs { only_printed, only_pest });
            }
        }
    }
    match least {
        usize::MAX => Some(Verdict::Equal),
        0 => None,
        depth => Some(Verdict::EqualToDepth(depth)),
    }
}

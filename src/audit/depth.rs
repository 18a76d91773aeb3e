//! The verdicts on productions and rules that nest in themselves.
//!
//! In: productions that no automaton has, or whose rules none has, since they nest. Out: the verdict
//! on each. Both sides are unrolled to a depth, and again to the next one, as far as the budget goes.
//! Of each side there are then two automata, of what it has for certain and of what it may have:
//!
//! - A string that one side has for certain and the other may not have is a witness that the two
//!   differ, at any depth.
//! - If each side has for certain whatever the other has to the depth of N, perhaps by nesting deeper,
//!   the two are *equal to depth N*.
//! - If what a side may have is what it has for certain, it does not nest at all, and the verdict is
//!   that on the whole languages.
//!
//! The side that has more may nest deeper than N: of a rule that reads two brackets for one call the
//! strings to the depth of 2 have five brackets, and the production that reads one has them to the depth
//! of 5.

use std::collections::HashSet;
use std::ops::Range;

use super::ambiguity::Untold;
use super::bnf::Printed;
use super::derive::Languages;
use super::dfa::{Dfa, Search, Wanted};
use super::judge::Run;
use super::peg::{Peg, Unrolled};
use super::rules::Rules;
use super::unroll::{Bound, Recursion};
use super::verdict::Verdict;

/// The number of steps that the searches about one production may take to one depth. A step is one
/// byte from one pair of states.
const STEPS: usize = 4_000_000;
/// The number of steps that all searches may take.
const ALL: usize = 64_000_000;

/// How many times deeper the side may nest that has the strings of the other.
const DEEPER: usize = 3;

/// A production that nests, or whose rule does.
pub(super) struct Nested<'r> {
    /// The production.
    pub(super) name: &'r str,
    /// The rules that transcribe it.
    pub(super) runs: &'r [Run<'r>],
}

/// Both sides, unrolled to one depth.
struct Round {
    printed: [Languages; 2],
    pest: Unrolled,
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
/// suffice for the depth of one.
pub(super) fn verdicts(
    read: &Printed,
    peg: &Peg,
    nested: &[Nested<'_>],
    depth: usize,
    untold: &mut Vec<Untold>,
) -> Vec<Option<Verdict>> {
    let names: Vec<&str> = nested.iter().map(|one| one.name).collect();
    let mut read = read.clone();
    let mut reached = Rules::of(&read).reached(&names).into_iter();
    read.productions.retain(|_| reached.next().unwrap_or_default());
    let rules = Rules::of(&read);
    let recursion = Recursion::of(&rules);
    let mut known: Vec<Vec<Known>> =
        nested.iter().map(|one| vec![Known::Equal(0); one.runs.len()]).collect();
    let (mut rounds, mut left): (Vec<Round>, usize) = (Vec::new(), ALL);
    for level in 1..=depth * DEEPER {
        let is_open = |known: &Known| match known {
            Known::Equal(best) => *best < depth,
            // The other side may have a string of its own that nests deeper.
            Known::Differs(sides) => level <= depth && sides.iter().any(Option::is_none),
            Known::Whole | Known::Closed(_) => false,
        };
        let runs = nested.iter().zip(&known).flat_map(|(one, known)| {
            let open = |(_, known): &(_, &Known)| is_open(known);
            one.runs.iter().zip(known).filter(open).map(|(&run, _)| run)
        });
        let runs: HashSet<Run<'_>> = runs.collect();
        if runs.is_empty() {
            break;
        }
        let mut runs: Vec<Run<'_>> = runs.into_iter().collect();
        runs.sort_unstable();
        let printed = [Bound::Least, Bound::Most]
            .map(|bound| Languages::of(&recursion.unrolled(&rules, &read, level, bound)));
        rounds.push(Round { printed, pest: peg.unroll(&runs, level) });
        for (one, known) in nested.iter().zip(&mut known) {
            for (&run, known) in one.runs.iter().zip(known) {
                if is_open(known) {
                    let mut steps = STEPS.min(left);
                    let before = steps;
                    let now = compare(&rounds, one.name, run, known.depth()..depth, &mut steps);
                    *known = known.clone().and(now);
                    left -= before - steps;
                }
            }
        }
    }
    nested.iter().zip(known).map(|(one, known)| verdict(one.name, known, untold)).collect()
}

/// What the last round says about a production and a rule that are equal to the first of some depths,
/// and of which nobody asks for more than the last.
fn compare(
    rounds: &[Round],
    name: &str,
    run: Run<'_>,
    depths: Range<usize>,
    steps: &mut usize,
) -> Known {
    let best = depths.start;
    let (Some(last), level) = (rounds.last(), rounds.len()) else { return Known::Closed(best) };
    let both = |round: &Round, bound: usize| {
        let start = round.printed[bound].start(name)?.ok()?;
        let state = round.printed[bound].dfa().start(start);
        let pest = round.pest.bounds(run.0, run.1)?[bound];
        Some((state, round.pest.dfa.start(pest)))
    };
    let (Some(least), Some(most)) = (both(last, 0), both(last, 1)) else {
        return Known::Closed(best);
    };
    let [printed_least, printed_most] = last.printed.each_ref().map(Languages::dfa);
    let pest = &last.pest.dfa;
    let mut missing = |left: (&Dfa, u32), right: (&Dfa, u32)| missing(left, right, steps);
    // Whatever the cut calls do, one side has the string and the other has not.
    let only_printed = missing((printed_least, least.0), (pest, most.1));
    let only_pest = missing((pest, least.1), (printed_most, most.0));
    match (only_printed, only_pest) {
        (Some(None), Some(None)) => {}
        (Some(None) | None, Some(None) | None) => return Known::Closed(best),
        (only_printed, only_pest) => {
            return Known::Differs([only_printed.flatten(), only_pest.flatten()]);
        }
    }
    let is_whole = missing((printed_most, most.0), (printed_least, least.0)) == Some(None)
        && missing((pest, most.1), (pest, least.1)) == Some(None);
    if is_whole {
        return Known::Whole;
    }
    for depth in (best + 1..=level.min(depths.end)).rev() {
        let round = &rounds[depth - 1];
        let Some((printed, rule)) = both(round, 0) else { continue };
        let is_in = missing((round.printed[0].dfa(), printed), (pest, least.1)) == Some(None)
            && missing((&round.pest.dfa, rule), (printed_least, least.0)) == Some(None);
        if is_in {
            return Known::Equal(depth);
        }
    }
    Known::Equal(best)
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
                    let other = if only_printed.is_some() { "pest" } else { "print" };
                    let why = format!(
                        "whether {other} has a string of its own cannot be told: the two nest"
                    );
                    untold.push(Untold { name: name.to_owned(), why });
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

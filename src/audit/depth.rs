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
//! A depth is that of the side which nests less: `value = "[" value "]"` and a rule that puts two rules
//! between the brackets and the value nest alike.

use std::collections::HashSet;

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
    for level in 1..=depth {
        let runs = nested.iter().zip(&known).flat_map(|(one, known)| {
            let open = |(_, known): &(_, &Known)| matches!(known, Known::Equal(_));
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
                if let Known::Equal(best) = *known {
                    let mut steps = STEPS.min(left);
                    let before = steps;
                    *known = compare(&rounds, one.name, run, best, &mut steps);
                    left -= before - steps;
                }
            }
        }
    }
    nested.iter().zip(known).map(|(one, known)| verdict(one.name, known, untold)).collect()
}

/// What the last round says about a production and a rule that are equal to depth `best`.
fn compare(rounds: &[Round], name: &str, run: Run<'_>, best: usize, steps: &mut usize) -> Known {
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
    for depth in (best + 1..=level).rev() {
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

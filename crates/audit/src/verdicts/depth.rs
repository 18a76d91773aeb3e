//! The verdicts on productions and rules that nest in themselves.
//!
//! In: productions that no automaton has, or whose rules none has, since they nest. Out: the verdict
//! on each. Both sides are unrolled to a depth, and again to the next one, as far as the budget goes.
//!
//! # What a depth is
//!
//! A depth is a call that is not the last thing of its production or rule, once for each cycle of such
//! calls. What is counted are the nodes of a tree: of a derivation, and of the tree that pest would
//! build. *Equal to depth N* says that the rule reads each string that the production derives with N
//! of these calls within each other, and that the production has each string of which the rule has a
//! tree with N of them within each other.
//!
//! A call that pest tries and that fails is in no tree. `r = { "a" ~ r? ~ "aa"{1,2} }` reads `aaaaa`
//! with a tree of one node: the inner `r` is tried and fails, since the `r` within that takes the `aa`
//! that it needs. Calls are tried four deep there. Who counts those holds the rule for `"aaa"` to the
//! depth of three.
//!
//! # Why it is proven
//!
//! Three languages of a rule are finite automata at a depth of N (see [`Bound`]): what it reads whatever
//! the calls do that nest deeper, what it may read, and what it may read with a tree of that depth. The
//! first is a part of what it reads. The third has all that it reads with such a tree.
//!
//! - If what the production derives to the depth of N is read whatever deeper calls do, and what the rule
//!   may read with a tree of the depth of N is derived, to whatever depth, the two are equal to the
//!   depth of N.
//! - A string that stands in the way is given to both sides as they are, not unrolled. If just one of
//!   them has the string, the two differ, at any depth. If not, a greater depth is asked of the side
//!   that may nest deeper, or of what is tried.
//! - If what the rule may read is derived by a production that does not nest, and all of that is read,
//!   the verdict is that on the whole languages.
//!
//! The side that has more may nest deeper than N: of a rule that reads two brackets for one call the
//! strings to the depth of 2 have five brackets, and the production that reads one has them to the depth
//! of 5.
//!
//! A witness is a shortest one among the strings of its depth. `{ "x(" ~ "()" ~ "(" | "x"? ~ ("x" ~ a? ~ ")")* }`
//! reads `x(()(` without a call, and `xx)` with one that reads nothing.
//!
//! Before two sides are called equal to a depth, plain matchers read short strings of both and the
//! neighbours of these: they share nothing with the automata.

use std::collections::HashSet;

use crate::languages::membership::MembershipTest;
use crate::languages::partial::Languages;
use crate::languages::replaced::Replaced;
use crate::languages::unroll::Recursion;
use crate::notation::Printed;
use crate::peg::{Bound, Peg, Runner, UnrolledRun};
use crate::printed::rules::{Rules, Undecidable, UndecidableReason};
use crate::verdicts::ambiguity::Unknown;
use crate::verdicts::judge::RuleInstance;
use crate::verdicts::rounds::{Round, RoundVerdict, Sides};
use crate::verdicts::search::WitnessSearch;
use crate::verdicts::verdict::Verdict;

/// The number of steps that the searches about one production may take to one depth. A step is one
/// byte from one pair of states.
const STEPS: usize = 4_000_000;
/// The number of steps that all searches may take together, for each depth that is asked for.
pub(crate) const EACH: usize = 4_000_000;
/// The cost of a round, in steps.
const ROUND: usize = 100_000;
/// The cost of one step that builds the automaton of a rule, in steps of a search.
const STEP: usize = 12;
/// The cost of one transition in the automaton of a production, in steps of a search.
const TRANSITION: usize = 20;

/// The number of strings of each kind that are tried before two sides are called equal to a depth.
const TRIED: usize = 50;
/// The greatest number of states of an automaton that such strings are taken from.
const STATES: usize = 1_000;
/// What is said where one of these strings tells the two apart.
const SHORTER: &str =
    "the two nest, and strings that are shorter than the witnesses may tell them apart";
/// What is said where nothing tells that a witness is a shortest one.
const DEEPER_AND_SHORTER: &str =
    "the two nest, and a string that nests deeper than a witness may be shorter";

/// Of the two sides one is unrolled to the depth that is asked for, and the other to this many times as
/// much at most.
const DEEPER: usize = 3;
/// The greatest depth to which a string of the one side is sought when one of the other is known.
const OTHER: usize = 4;

/// A production that nests, or whose rule does.
pub(crate) struct Nested<'r> {
    /// The production.
    pub(crate) name: &'r str,
    /// The rules that transcribe it.
    pub(crate) runs: &'r [RuleInstance<'r>],
    /// Whether the production itself has an automaton.
    pub(crate) is_regular: bool,
}

/// The verdicts on productions that nest, in their order. There is none where the budget does not
/// suffice for the depth of one. Some productions of the grammar may be replaced by their languages.
/// `depth` is the depth that is asked for, and `each` the number of steps for one, of which [`EACH`] are
/// enough.
pub(crate) fn verdicts(
    (read, replaced): (&Printed, &Replaced<'_>),
    peg: &Peg,
    nested: &[Nested<'_>],
    (depth, each): (usize, usize),
    unknown: &mut Vec<Unknown>,
) -> Vec<Option<Verdict>> {
    if nested.is_empty() {
        return Vec::new();
    }
    let names: HashSet<&str> = nested.iter().map(|one| one.name).collect();
    let read = replaced.within(read);
    let (rules, runner) = (Rules::of(&read), Runner::of(peg));
    let recursion = Recursion::of(&rules);
    let sides = Sides { members: MembershipTest::of(&rules, replaced), runner: &runner };
    let mut known: Vec<Vec<RoundVerdict>> =
        nested.iter().map(|one| vec![RoundVerdict::Equal(0); one.runs.len()]).collect();
    let (mut rounds, mut left): (Vec<Round<'_>>, usize) = (Vec::new(), each * depth);
    for level in 0..=depth * DEEPER {
        let is_open = |known: &RoundVerdict| match known {
            RoundVerdict::Equal(best) => level == 0 || *best < depth,
            // The other side may have a string of its own that nests deeper.
            RoundVerdict::Differs(sides) => {
                level <= depth.min(OTHER) && sides.iter().any(Option::is_none)
            }
            RoundVerdict::Whole | RoundVerdict::Closed(_) => false,
        };
        let open = nested.iter().zip(&known).flat_map(|(one, known)| {
            let open = |(_, known): &(_, &RoundVerdict)| is_open(known);
            let runs = one.runs.iter().zip(known).filter(open);
            runs.flat_map(move |(&run, known)| wanted(run, one.is_regular, known, level, depth))
        });
        let open: Vec<UnrolledRun<'_>> = open.collect();
        if open.is_empty() || left < ROUND || read.deadline.has_passed() {
            break;
        }
        // What is too large before it nests is given up soon, and so is what one side has deeper.
        let given = if level < 2 || level > depth { left / 4 } else { left };
        let unrolled = recursion.unrolled(&rules, &read, level);
        let is_wanted = |name: &str| names.contains(name);
        let printed = Languages::of_some(&unrolled, replaced, is_wanted);
        let (pest, taken) = peg.unroll(&open, level, given / STEP);
        let transitions = printed.dfa().states() * printed.dfa().classes().count();
        left = left.saturating_sub(ROUND + taken * STEP + transitions * TRANSITION);
        rounds.push(Round { printed, pest });
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
    let search = WitnessSearch::of(&rules, &nested.iter().map(|one| one.name).collect::<Vec<_>>());
    for (one, known) in nested.iter().zip(&mut known) {
        for (&run, known) in one.runs.iter().zip(known) {
            if matches!(known, RoundVerdict::Whole) || known.depth() > 0 {
                let witnesses = sides.apart(one.name, run, tried(&search, &rounds, one.name, run));
                if witnesses.iter().any(Option::is_some) {
                    *known = RoundVerdict::Differs(witnesses);
                    unknown.push(Unknown { name: one.name.to_owned(), why: SHORTER.to_owned() });
                }
            } else if let RoundVerdict::Differs(witnesses) = known
                && !sides.makes_shortest(one.name, run, witnesses)
            {
                let why = DEEPER_AND_SHORTER.to_owned();
                unknown.push(Unknown { name: one.name.to_owned(), why });
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
        verdict(one.name, known, unknown).or_else(|| why(one.name))
    });
    verdicts.collect()
}

/// What is asked of a rule in a round.
fn wanted<'r>(
    (rule, atomicity): RuleInstance<'r>,
    is_regular: bool,
    known: &RoundVerdict,
    level: usize,
    depth: usize,
) -> Vec<UnrolledRun<'r>> {
    let deepest = level.min(depth);
    // Of two that differ only a string of the other side is asked for.
    let first = if matches!(known, RoundVerdict::Differs(_)) { deepest } else { known.depth() + 1 };
    let trees = first.min(deepest)..=deepest;
    let trees = trees.map(|depth| UnrolledRun { rule, atomicity, depth, bound: Bound::Tree });
    let at = |bound| UnrolledRun { rule, atomicity, depth: level, bound };
    let most = is_regular.then(|| at(Bound::Most));
    trees.chain([at(Bound::Least)]).chain(most).collect()
}

/// Strings that are worth trying: short ones of the production, their neighbours, and short ones of both
/// sides to the depth of one.
fn tried<'t>(
    search: &'t WitnessSearch<'_>,
    rounds: &'t [Round<'_>],
    name: &'t str,
    run: RuleInstance<'_>,
) -> impl Iterator<Item = Vec<u8>> + 't {
    let flat = rounds.get(1).into_iter();
    let sides = flat.flat_map(move |flat| {
        let tree = flat.rule(run, 1, Bound::Tree);
        flat.production(name).into_iter().chain(tree).map(|(dfa, state)| dfa.alone_from(state))
    });
    let typical = sides.filter(|alone| alone.states() <= STATES);
    let typical: Vec<Vec<u8>> = typical.flat_map(|alone| alone.cover(0, TRIED)).collect();
    search.tried(name, TRIED).into_iter().chain(typical)
}

/// The verdict on a production whose rules were all compared.
fn verdict(name: &str, known: Vec<RoundVerdict>, unknown: &mut Vec<Unknown>) -> Option<Verdict> {
    let mut least = usize::MAX;
    for one in known {
        match one {
            RoundVerdict::Whole => {}
            RoundVerdict::Equal(depth) | RoundVerdict::Closed(depth) => least = least.min(depth),
            RoundVerdict::Differs([only_printed, only_pest]) => {
                if only_printed.is_none() || only_pest.is_none() {
                    let is_printed = only_printed.is_some();
                    unknown.push(Unknown::of_other_side(name, is_printed, "the two nest"));
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

//! Verdicts on productions and rules with nested recursion, which are unrolled to increasing depths.
//!
//! The depth is the number of nested calls that are nodes of the tree. A call that is the last element of its
//! production or rule does not count. A call that pest tries and that fails is not in the tree.
//!
//! # Proof
//!
//! Three languages of a rule are finite automata at depth N (see [`Bound`]): the strings that it matches whatever the
//! deeper calls do, the strings that it may match, and the strings that it may match with a tree of that depth.
//!
//! - A production and a rule are equal to depth N if the rule matches all that the production derives to depth N,
//!   whatever deeper calls do, and if the production derives, at any depth, all that the rule may match with a tree of
//!   depth N.
//! - A string that contradicts this is tried on both sides without unrolling. If exactly one of them matches it, the two
//!   differ, at any depth. Otherwise, the comparison goes on at a greater depth.
//! - The two are equal at any depth if the production has no nesting and derives everything that the rule may match,
//!   and if the rule matches everything that the production derives.
//!
//! Before two sides are reported equal to a depth, matchers without automata compare them on short strings.

use std::collections::HashSet;
use std::ops::Range;

use grammar_automata::build::{Dfa, ProductSearch, Wanted};
use grammar_notation::engine::{MembershipTest, Recursion, Replaced, Rules};
use grammar_notation::{Languages, Printed, Undecidable, UndecidableReason};
use grammar_peg::Peg;
use grammar_peg::engine::{Bound, Runner, Unrolled, UnrolledRun};

use crate::verdicts::ambiguity::Unknown;
use crate::verdicts::judge::RuleInstance;
use crate::verdicts::search::WitnessSearch;
use crate::verdicts::verdict::Verdict;

/// The maximum number of steps of the searches about one production at one depth. A step reads one byte in one pair of
/// states.
const STEPS: usize = 4_000_000;
/// The maximum number of steps of all searches together, for each level of the requested depth.
pub(crate) const EACH: usize = 4_000_000;
/// The fixed cost of unrolling both sides to one depth, in steps.
const ROUND: usize = 100_000;
/// The cost of one step in building the automaton of a rule, in steps of a search.
const STEP: usize = 12;
/// The cost of one transition in the automaton of a production, in steps of a search.
const TRANSITION: usize = 20;

/// The maximum number of strings of each kind that are tried before two sides are reported equal to a depth.
const TRIED: usize = 50;
/// The maximum number of states of an automaton that is sampled for strings to try.
const STATES: usize = 1_000;
/// The note that is added if one of the tried strings distinguishes the two sides.
const SHORTER: &str =
    "the two are nested, and strings shorter than the witnesses may distinguish them";
/// The note that is added if it is unknown whether a witness is a shortest one.
const DEEPER_AND_SHORTER: &str =
    "the two are nested, and a more deeply nested string may be shorter than a witness";

/// One side is unrolled to the requested depth, and the other to at most this multiple of that depth.
const DEEPER: usize = 3;
/// The maximum depth of the search for a witness of one side, once the other side has a witness.
const OTHER: usize = 4;

/// A production that has nested recursion, or whose rule has nested recursion.
pub(crate) struct Nested<'r> {
    pub(crate) name: &'r str,
    /// The rules that transcribe the production, each with an atomicity.
    pub(crate) runs: &'r [RuleInstance<'r>],
    /// Whether the production itself has an automaton.
    pub(crate) is_regular: bool,
}

/// Returns the verdicts on productions with nested recursion, in order. A verdict is `None` if the budget does not
/// suffice for depth one. Some productions of the grammar may be replaced by their languages. `depth` is the requested
/// depth. `each` is the number of steps for each level of depth; [`EACH`] suffices.
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
    let (rules, runner) = (Rules::new(&read), Runner::new(peg));
    let recursion = Recursion::new(&rules);
    let sides = Sides { members: MembershipTest::new(&rules, replaced), runner: &runner };
    let mut known: Vec<Vec<RoundVerdict>> =
        nested.iter().map(|one| vec![RoundVerdict::Equal(0); one.runs.len()]).collect();
    let (mut rounds, mut left): (Vec<Round<'_>>, usize) = (Vec::new(), each * depth);
    for level in 0..=depth * DEEPER {
        let is_open = |known: &RoundVerdict| match known {
            RoundVerdict::Equal(best) => level == 0 || *best < depth,
            // The other side may have a string that is nested deeper.
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
        // A side that is too large before it is nested is given up early, and so is a side with deeper strings.
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
        // A recursive production may also use an undefined one, which is then the reason.
        verdict(one.name, known, unknown).or_else(|| why(one.name))
    });
    verdicts.collect()
}

/// Returns the unrolled forms of a rule that the comparison at depth `level` needs.
fn wanted<'r>(
    (rule, atomicity): RuleInstance<'r>,
    is_regular: bool,
    known: &RoundVerdict,
    level: usize,
    depth: usize,
) -> Vec<UnrolledRun<'r>> {
    let deepest = level.min(depth);
    // If the two are known to differ, only a string of the other side is sought.
    let first = if matches!(known, RoundVerdict::Differs(_)) { deepest } else { known.depth() + 1 };
    let trees = first.min(deepest)..=deepest;
    let trees = trees.map(|depth| UnrolledRun { rule, atomicity, depth, bound: Bound::Tree });
    let at = |bound| UnrolledRun { rule, atomicity, depth: level, bound };
    let most = is_regular.then(|| at(Bound::Most));
    trees.chain([at(Bound::Least)]).chain(most).collect()
}

/// Returns strings to try: short strings of the production with their neighbours, and samples of both sides at depth 1.
fn tried<'t>(
    search: &'t WitnessSearch<'_>,
    rounds: &'t [Round<'_>],
    name: &'t str,
    run: RuleInstance<'_>,
) -> impl Iterator<Item = Vec<u8>> + 't {
    let flat = rounds.get(1).into_iter();
    let sides = flat.flat_map(move |flat| {
        let tree = flat.rule(run, 1, Bound::Tree);
        flat.production(name)
            .into_iter()
            .chain(tree)
            .map(|(dfa, state)| dfa.restrict_to_state(state))
    });
    let typical = sides.filter(|alone| alone.states() <= STATES);
    let typical: Vec<Vec<u8>> = typical.flat_map(|alone| alone.cover(0, TRIED)).collect();
    search.tried(name, TRIED).into_iter().chain(typical)
}

/// Combines the results for a production and each of its rules into one verdict. Returns `None` if nothing is known.
fn verdict(name: &str, known: Vec<RoundVerdict>, unknown: &mut Vec<Unknown>) -> Option<Verdict> {
    let mut least = usize::MAX;
    for one in known {
        match one {
            RoundVerdict::Whole => {}
            RoundVerdict::Equal(depth) | RoundVerdict::Closed(depth) => least = least.min(depth),
            RoundVerdict::Differs([only_printed, only_pest]) => {
                if only_printed.is_none() || only_pest.is_none() {
                    let is_printed = only_printed.is_some();
                    unknown.push(Unknown::of_other_side(name, is_printed, "the two are nested"));
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

// Compares both sides of an audit, unrolled to the same depth.

/// Both sides, unrolled to one depth.
pub(crate) struct Round<'p> {
    pub(crate) printed: Languages,
    pub(crate) pest: Unrolled<'p>,
}

/// Both sides without unrolling, for trying single strings on them.
pub(crate) struct Sides<'s> {
    pub(crate) members: MembershipTest<'s>,
    pub(crate) runner: &'s Runner<'s>,
}

/// For each side, the shortest known string that only this side accepts.
pub(crate) type Witnesses = [Option<Vec<u8>>; 2];

/// The state of the comparison of a production with one of its rules.
#[derive(Clone)]
pub(crate) enum RoundVerdict {
    /// No difference is known, and the production and the rule are equal to this depth.
    Equal(usize),
    /// The production and the rule are equal at any depth.
    Whole,
    Differs(Witnesses),
    /// The production and the rule are equal to this depth, and greater depths cannot be decided.
    Closed(usize),
}

impl RoundVerdict {
    /// Returns the depth to which the production and the rule are known to be equal.
    pub(crate) fn depth(&self) -> usize {
        match self {
            Self::Equal(depth) | Self::Closed(depth) => *depth,
            Self::Whole | Self::Differs(_) => 0,
        }
    }

    /// Combines the knowledge from smaller depths with the knowledge from a greater depth.
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
    /// Compares a production with a rule at the depth of the last of the `rounds`. The two are already known to be
    /// equal to the depth `depths.start`. `depths.end` is the greatest requested depth.
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
        // The first round has no nesting: it can show that the two differ, but not that they are equal to a depth.
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
            // A string that the other side derives with deeper nesting is not a difference.
            let reads = |text: &[u8]| self.runner.reads(run.0, run.1, text);
            let lacks = |text: &[u8]| self.members.has(name, text) == Some(false);
            let only_printed = only_printed.filter(|text| reads(text) == Some(false));
            // The rule may match the strings of the tree, and matches at least those of its lower bound.
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

    /// Replaces longer witnesses by strings of at most one byte, if there are any. Returns whether the witnesses are
    /// then known to be shortest: none had more than two bytes, and both sides decided all shorter strings.
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

    /// Returns, for each side, the shortest of the given strings that only this side matches.
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

    /// Returns the index of the only side that matches a string: 0 for the production, 1 for the rule, or an inner
    /// `None` if both or neither match. The outer `None` means that one of the sides cannot decide.
    fn only(&self, name: &str, run: RuleInstance<'_>, text: &[u8]) -> Option<Option<usize>> {
        let (has, reads) = (self.members.has(name, text), self.runner.reads(run.0, run.1, text));
        let (has, reads) = has.zip(reads)?;
        Some((has != reads).then_some(usize::from(reads)))
    }
}

/// Returns the shortest string of the left language that the right language lacks, or an inner `None` if there is no
/// such string. The outer `None` means that the remaining steps do not suffice.
fn missing(left: At<'_>, right: At<'_>, steps: &mut usize) -> Option<Option<Vec<u8>>> {
    const WANTED: Wanted = |left, right| left && !right;
    let mut search = ProductSearch::new(left.0, right.0, WANTED);
    let found = search.find((left.1, right.1), *steps);
    *steps = steps.saturating_sub(search.steps);
    found.ok()
}

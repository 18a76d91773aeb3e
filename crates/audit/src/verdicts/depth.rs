//! The verdicts on productions and rules that nest in themselves, unrolled to one depth after the other.
//!
//! A depth is a number of calls within each other that are nodes of the tree, and not the last thing of their production
//! or rule. A call that pest tries and that fails is in no tree.
//!
//! # Why it is proven
//!
//! Three languages of a rule are finite automata at a depth of N (see [`Bound`]): what it reads whatever
//! the calls do that nest deeper, what it may read, and what it may read with a tree of that depth.
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
//! Before two sides are called equal to a depth, matchers without automata read short strings of both and their
//! neighbours.

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

/// Of the two sides one is unrolled to the depth that is asked for, and the other to this many times as much at most.
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

/// The verdicts on productions that nest, in their order. There is none where the budget does not suffice for the depth
/// of one. Some productions of the grammar may be replaced by their languages. `depth` is the depth that is asked for,
/// and `each` the number of steps for one, of which [`EACH`] are enough.
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
        flat.production(name)
            .into_iter()
            .chain(tree)
            .map(|(dfa, state)| dfa.restrict_to_state(state))
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

// Compares both sides of an audit, unrolled to the same depth.

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
    let mut search = ProductSearch::new(left.0, right.0, WANTED);
    let found = search.find((left.1, right.1), *steps);
    *steps = steps.saturating_sub(search.steps);
    found.ok()
}

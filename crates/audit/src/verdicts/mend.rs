//! Finds the places that the author of a transcription has to fix: the root causes of a production's difference, and
//! its divergences with their causes. Results that are not found in time are omitted, but the witnesses of the verdict
//! are always included.

use std::cell::Cell;
use std::collections::{HashSet, VecDeque};

use grammar_automata::build::{Dfa, ProductSearch};
use grammar_automata::engine::{budget, graph};
use grammar_notation::engine::{ALL_STEPS, Chart, ChartStep, Replaced, Rules};
use grammar_notation::{Languages, Printed, PrintedProduction, PrintedStep};
use grammar_peg::engine::Tracer;
use grammar_peg::{Decided, Does};

use crate::pair::GrammarPair;
use crate::verdicts::depth;
use crate::verdicts::depth::Nested;
use crate::verdicts::divergences::{Divergence, DivergenceSearch, Only, from_rejecting, shown};
use crate::verdicts::judge::{ProductionRules, RuleInstance, production_at, rule_at};
use crate::verdicts::verdict::Verdict;

/// The maximum number of steps for the divergences of one production, and likewise for its root causes.
const EACH: usize = 1_000_000;
/// The maximum number of steps for the divergences of all productions together, and likewise for their root causes.
const ALL: usize = 8_000_000;

/// The causes of a production's difference.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mend {
    /// The other productions that cause the difference of this production.
    pub(crate) through: Vec<String>,
    pub(crate) divergences: Vec<Divergence>,
}

/// A production that differs, with the first of its rules that differs.
struct DifferingProduction<'n> {
    /// The index of the production among the compared productions.
    at: usize,
    name: &'n str,
    rule: RuleInstance<'n>,
    /// The rule's state in the automaton of all rules, or `None` if the rule is too large.
    state: Option<u32>,
    shortest: [Option<&'n [u8]>; 2],
}

/// Returns, for each compared production, the causes of its difference. `read` is the grammar with its readings.
pub(crate) fn of(
    (pair, read): (&GrammarPair, &Printed),
    (languages, decided): (&Languages, &Decided),
    rows: &[ProductionRules<'_>],
    verdicts: &[Verdict],
) -> Vec<Mend> {
    let mut all = vec![Mend::default(); rows.len()];
    let state = |(rule, atomicity): RuleInstance<'_>| {
        decided.start_in(rule, atomicity).map(|start| decided.dfa.start(start))
    };
    let found: Vec<DifferingProduction<'_>> = (0..rows.len())
        .filter_map(|at| {
            let &ProductionRules { name, ref runs, .. } = &rows[at];
            let Verdict::Differs { only_printed, only_pest } = &verdicts[at] else { return None };
            let shortest = [only_printed.as_deref(), only_pest.as_deref()];
            let is_unknown = |&&run: &&RuleInstance<'_>| rule_at(decided, run).is_none();
            let rule = runs.iter().find(|&&run| differs(decided, run, shortest));
            let &rule = rule.or_else(|| runs.iter().find(is_unknown))?;
            Some(DifferingProduction { at, name, rule, state: state(rule), shortest })
        })
        .collect();
    if found.is_empty() || read.deadline.has_passed() {
        return all;
    }
    let mut through = root_causes(read, languages, &decided.dfa, &found);
    add_nested(&mut through, (pair, read), decided, &found);
    let search = DivergenceSearch::new(languages.dfa(), &decided.dfa);
    let blame = Blame::of(pair, languages.rules());
    let mut left = budget::limit(ALL);
    for (one, through) in found.iter().zip(through) {
        if read.deadline.has_passed() {
            break;
        }
        let mend = &mut all[one.at];
        mend.through = through.into_iter().map(|other| found[other].name.to_owned()).collect();
        let start = languages.start(one.name).and_then(Result::ok);
        let start = start.map(|start| languages.dfa().start(start)).zip(one.state);
        let mut divergences = match start {
            Some(start) => {
                let given = left.min(budget::limit(EACH));
                let mut steps = given;
                let divergences = search.find(start, one.shortest, &mut steps);
                left -= given - steps;
                divergences
            }
            None => of_witnesses(languages, decided, one, &blame),
        };
        divergences.retain_mut(|divergence| {
            let is_known = one.shortest.contains(&Some(&divergence.witness));
            blame.add(one.name, one.rule.0, divergence) || is_known
        });
        mend.divergences = shown(divergences);
    }
    all
}

/// Adds causes to recursive productions. If a recursive production equals its rule, to some depth, once each regular
/// production has the language of its own rule, its causes are the regular productions that it reaches.
fn add_nested(
    through: &mut [Vec<usize>],
    (pair, read): (&GrammarPair, &Printed),
    decided: &Decided,
    found: &[DifferingProduction<'_>],
) {
    let mut replaced = Replaced::default();
    for one in found {
        if let Some(state) = one.state {
            replaced.insert(read.notation.key(one.name), &decided.dfa, state);
        }
    }
    let nested: Vec<usize> = (0..found.len())
        .filter(|&at| {
            let (rule, atomicity) = found[at].rule;
            found[at].state.is_none() && pair.peg.only_nests(rule, atomicity)
        })
        .collect();
    let rows: Vec<Nested<'_>> = (nested.iter())
        .map(|&at| Nested {
            name: found[at].name,
            runs: std::slice::from_ref(&found[at].rule),
            is_regular: false,
        })
        .collect();
    let mut unknown = Vec::new();
    let budget = (pair.depth, depth::EACH / 4);
    let verdicts = depth::verdicts((read, &replaced), &pair.peg, &rows, budget, &mut unknown);
    // Productions that only a replaced production calls are then unreachable.
    let rules = Rules::new(&replaced.within(read));
    for (at, verdict) in nested.into_iter().zip(verdicts) {
        if matches!(verdict, Some(Verdict::Equal | Verdict::EqualToDepth(_))) {
            let reached = rules.reached(&[found[at].name]);
            let is_its = |&other: &usize| {
                let place = rules.place(found[other].name);
                found[other].state.is_some() && place.is_some_and(|place| reached[place])
            };
            through[at] = (0..found.len()).filter(is_its).collect();
        }
    }
}

/// Returns whether the witnesses of the verdict distinguish a production and this rule.
fn differs(decided: &Decided, rule: RuleInstance<'_>, [printed, pest]: [Option<&[u8]>; 2]) -> bool {
    let accepts = |witness: &[u8]| {
        rule_at(decided, rule).map(|(dfa, state, _)| dfa.accepts(dfa.walk(state, witness)))
    };
    let is =
        |witness: Option<&[u8]>, wanted| witness.is_none_or(|one| accepts(one) == Some(wanted));
    is(printed, false) && is(pest, true)
}

/// Returns the divergences that the verdict's witnesses show, if the production or the rule has no complete automaton.
fn of_witnesses(
    languages: &Languages,
    decided: &Decided,
    one: &DifferingProduction<'_>,
    blame: &Blame<'_>,
) -> Vec<Divergence> {
    let state = |(dfa, state, _)| (dfa, state);
    let printed = production_at(languages, one.name).map(state);
    let pest = rule_at(decided, one.rule).map(state);
    let sides = [(Only::Printed, pest), (Only::Pest, printed)].into_iter().zip(one.shortest);
    let divergence = |((only, other), witness): ((_, Option<_>), Option<&[u8]>)| match other {
        Some(other) => Some(from_rejecting(only, other, witness?)),
        None => Some(blame.located(one.name, one.rule.0, only, witness?)),
    };
    sides.filter_map(divergence).collect()
}

// The expressions at fault. Both sides are run on the witness; a side that contradicts the verdict, or does not answer, is
// not blamed.

/// The maximum number of expressions of the printed grammar that one divergence lists.
const STEPS: usize = 8;

/// The file name of the core rules of ABNF.
const LENT: &str = "RFC 5234, B.1";

/// Both grammars, to be run on a witness.
struct Blame<'b> {
    pair: &'b GrammarPair,
    rules: &'b Rules,
    /// For each production, whether a document prints it. The others are built into the notation.
    own: Vec<bool>,
    tracer: Tracer<'b>,
    /// The remaining steps for derivations.
    left: Cell<usize>,
}

impl<'b> Blame<'b> {
    /// Prepares both sides. `rules` must be the productions of [`GrammarPair::as_read`].
    fn of(pair: &'b GrammarPair, rules: &'b Rules) -> Self {
        let notation = pair.printed.notation;
        let lent: HashSet<String> =
            notation.built_in().iter().map(|one| notation.key(&one.name)).collect();
        let is_own = |one: &PrintedProduction| {
            let mut files = pair.readings.iter().chain([&pair.printed]);
            let is_lent = lent.contains(&notation.key(&one.name));
            !is_lent || files.any(|file| file.production(&one.name).is_some())
        };
        let own = rules.productions.iter().map(is_own).collect();
        Self { pair, rules, own, tracer: Tracer::new(&pair.peg), left: Cell::new(ALL_STEPS) }
    }

    /// Adds the expressions at fault to a divergence of a production and one of its rules. Returns false if the
    /// divergence is known to be wrong about whether the printed grammar accepts the witness.
    fn add(&self, name: &str, rule: &str, divergence: &mut Divergence) -> bool {
        let accepts = divergence.only == Only::Pest;
        let Divergence { witness, offset, .. } = &*divergence;
        let pest = self.tracer.step(rule, witness, accepts, *offset);
        let stopped = pest.as_ref().filter(|step| step.does != Does::Unknown && !accepts);
        let stopped = stopped.map(|step| step.at);
        divergence.pest = pest;
        let Some(production) = self.rules.place(name) else { return true };
        let chart =
            || Chart::new(self.rules, self.pair.printed.notation, &self.own, &divergence.witness);
        let has = chart().within(&self.left, |one| one.has(production));
        if has.is_none_or(|has| has == accepts) {
            return has.is_none();
        }
        if accepts {
            let at = divergence.offset;
            let could = chart().within(&self.left, |one| one.expected(production, at));
            let (expected, ends) = could.unwrap_or_default();
            let steps = expected.into_iter().take(STEPS).map(|place| self.printed(place));
            divergence.printed = steps.collect();
            divergence.may_end = ends;
        } else {
            let at = stopped.unwrap_or(divergence.offset);
            let derives = chart().within(&self.left, |one| one.deriving(production, at));
            divergence.may_end = at == divergence.witness.len();
            divergence.printed = derives.map(|place| self.printed(place)).into_iter().collect();
        }
        true
    }

    /// Creates a divergence without an automaton. Its offset is where the printed grammar has no continuation, or where
    /// the rule stops.
    fn located(&self, name: &str, rule: &str, only: Only, witness: &[u8]) -> Divergence {
        let notation = self.pair.printed.notation;
        let goes_on = |&at: &usize| {
            let production = self.rules.place(name);
            let chart = Chart::new(self.rules, notation, &self.own, witness);
            let could = production.and_then(|production| {
                chart.within(&self.left, |one| one.expected(production, at))
            });
            could.is_some_and(|(expected, ends)| ends || !expected.is_empty())
        };
        let last = witness.len();
        let offset = match only {
            Only::Pest => (0..=last).rev().find(goes_on).unwrap_or(last),
            Only::Printed => {
                let step = self.tracer.step(rule, witness, false, last);
                step.map_or(last, |step| step.at)
            }
        };
        Divergence::new(only, witness.to_vec(), offset)
    }

    fn printed(&self, (place, text): ChartStep) -> PrintedStep {
        let (_, line, production) = self.rules.named(place);
        let has = |printed: &&Printed| printed.production(&production).is_some();
        let files = self.pair.readings.iter().chain([&self.pair.printed]);
        let file = files.filter(has).map(|printed| &*printed.file).next();
        let file = self.rules.productions[place].file(file.unwrap_or(LENT)).to_owned();
        PrintedStep::new(production, file, line, text)
    }
}

// Root causes: a production may differ only because of productions that it calls. A call alone explains nothing: if a
// called rule matches one `x` too many, the caller may hide the fault by a lookahead, or have another fault itself.

/// Returns, for each production, the indices of the productions that cause its difference. The list is empty if the
/// cause is in the production itself.
fn root_causes(
    printed: &Printed,
    languages: &Languages,
    rules: &Dfa,
    differing: &[DifferingProduction<'_>],
) -> Vec<Vec<usize>> {
    let calls = &languages.rules().calls;
    let places: Vec<Option<usize>> =
        differing.iter().map(|one| languages.rules().place(one.name)).collect();
    let component = graph::membership(&graph::components(calls));
    let mut order: Vec<usize> = (0..differing.len()).collect();
    order.sort_by_key(|&at| places[at].map(|place| component[place]));
    let (mut found, mut told) = (vec![Vec::new(); differing.len()], vec![false; differing.len()]);
    let mut left = budget::limit(ALL);
    for at in order {
        let Some((place, rule)) = places[at].zip(differing[at].state) else { continue };
        told[at] = true;
        let reached = graph::reached(calls, calls[place].iter().copied());
        let is_callee = |&other: &usize| {
            other != at
                && differing[other].state.is_some()
                && places[other].is_some_and(|place| reached[place])
        };
        let mut callees: Vec<usize> = (0..differing.len()).filter(is_callee).collect();
        // A known cause explains more than a production that differs because of it.
        callees.sort_by_key(|&other| !(told[other] && found[other].is_empty()));
        let mut steps = left.min(budget::limit(EACH));
        let given = steps;
        let question = BlameQuery { printed, rules, differing, at, rule };
        found[at] = question.explain(callees, &mut steps).unwrap_or_default();
        left -= given - steps;
    }
    without_circles(found)
}

/// The question whether a production differs only because of its callees.
struct BlameQuery<'q> {
    printed: &'q Printed,
    rules: &'q Dfa,
    differing: &'q [DifferingProduction<'q>],
    /// The index of the production in `differing`.
    at: usize,
    /// The state of the production's rule.
    rule: u32,
}

impl BlameQuery<'_> {
    /// Returns callees that together explain the difference: one if possible, and otherwise as few as are found.
    fn explain(&self, mut callees: Vec<usize>, steps: &mut usize) -> Option<Vec<usize>> {
        for &one in &callees {
            if self.is_explained_by(&[one], steps)? {
                return Some(vec![one]);
            }
        }
        if callees.len() < 2 || !self.is_explained_by(&callees, steps)? {
            return None;
        }
        // Smaller sets are tried as long as there are steps.
        for one in callees.clone().into_iter().rev() {
            let fewer: Vec<usize> = callees.iter().copied().filter(|&other| other != one).collect();
            match self.is_explained_by(&fewer, steps) {
                Some(true) => callees = fewer,
                Some(false) => {}
                None => break,
            }
        }
        Some(callees)
    }

    /// Returns whether the production equals its rule once the callees are replaced by their rules, or `None` if the steps do not
    /// suffice.
    fn is_explained_by(&self, callees: &[usize], steps: &mut usize) -> Option<bool> {
        *steps = steps.checked_sub(1_000)?;
        let mut replaced = Replaced::default();
        for &callee in callees {
            let DifferingProduction { name, state, .. } = self.differing[callee];
            replaced.insert(self.printed.notation.key(name), self.rules, state?);
        }
        let name = self.differing[self.at].name;
        let Some(own) = replaced.right_side(self.printed, name, steps) else {
            return Some(false); // that it is explained cannot be told
        };
        let mut search = ProductSearch::new(&own, self.rules, |left, right| left != right);
        let found = search.find((own.start(0), self.rule), *steps);
        *steps = steps.saturating_sub(search.steps);
        found.ok().map(|witness| witness.is_none())
    }
}

/// Breaks cycles: productions that differ only because of each other become causes themselves. Without left recursion
/// there are no such cycles, since the equations of the productions then have only one solution.
fn without_circles(mut through: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let users = graph::reversed(&through);
    let mut is_explained: Vec<bool> = through.iter().map(Vec::is_empty).collect();
    let mut waiting: VecDeque<usize> = (0..through.len()).filter(|&at| is_explained[at]).collect();
    while let Some(at) = waiting.pop_front() {
        for &user in &users[at] {
            if !std::mem::replace(&mut is_explained[user], true) {
                waiting.push_back(user);
            }
        }
    }
    for (through, is_explained) in through.iter_mut().zip(is_explained) {
        if !is_explained {
            through.clear();
        }
    }
    through
}

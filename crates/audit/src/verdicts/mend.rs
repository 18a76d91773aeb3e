//! What the author of a transcription has to mend.
//!
//! In: the productions that differ. Out: for each its [`Mend`]: through which others it differs, and
//! its divergences with their reasons. The searches have budgets; what they do not find in time is left
//! out, but for the witnesses of the verdict.

use grammar_automata::engine::budget;
use grammar_notation::engine::{Replaced, Rules};
use grammar_notation::{Languages, Printed};
use grammar_peg::Decided;

use crate::pair::GrammarPair;
use crate::verdicts::blame::{Blame, Differing};
use crate::verdicts::depth::Nested;
use crate::verdicts::divergences::{Divergence, DivergenceSearch, Only, from_rejecting, shown};
use crate::verdicts::judge::RuleInstance;
use crate::verdicts::verdict::Verdict;
use crate::verdicts::{blame, depth};

/// The number of steps that the divergences of a production may take, and of all together.
const EACH: usize = 1_000_000;
const ALL: usize = 8_000_000;

/// What there is to mend about a production.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mend {
    /// The productions through which it differs.
    pub(crate) through: Vec<String>,
    pub(crate) divergences: Vec<Divergence>,
}

/// A production that differs, and the first of its rules that does.
struct DifferingProduction<'n> {
    /// The index of the production among the names.
    at: usize,
    name: &'n str,
    rule: RuleInstance<'n>,
    shortest: [Option<&'n [u8]>; 2],
}

/// What there is to mend about each of the productions of these names. `read` is the grammar with
/// its readings.
pub(crate) fn of(
    (pair, read): (&GrammarPair, &Printed),
    (languages, decided): (&Languages, &Decided),
    names: &[&str],
    runs: &[Vec<RuleInstance<'_>>],
    verdicts: &[Verdict],
) -> Vec<Mend> {
    let mut all = vec![Mend::default(); names.len()];
    let found: Vec<DifferingProduction<'_>> = (0..names.len())
        .filter_map(|at| {
            let Verdict::Differs { only_printed, only_pest } = &verdicts[at] else { return None };
            let shortest = [only_printed.as_deref(), only_pest.as_deref()];
            let is_unknown = |&&run: &&RuleInstance<'_>| !is_known(decided, run);
            let rule = runs[at].iter().find(|&&run| differs(decided, run, shortest));
            let &rule = rule.or_else(|| runs[at].iter().find(is_unknown))?;
            Some(DifferingProduction { at, name: names[at], rule, shortest })
        })
        .collect();
    if found.is_empty() || read.deadline.has_passed() {
        return all;
    }
    let state = |(rule, atomicity): RuleInstance<'_>| {
        decided.start_in(rule, atomicity).map(|start| decided.dfa.start(start))
    };
    let differing: Vec<Differing<'_>> =
        (found.iter()).map(|one| Differing { name: one.name, rule: state(one.rule) }).collect();
    let mut through = blame::of(read, languages, &decided.dfa, &differing);
    add_nested(&mut through, (pair, read), decided, (&found, &differing));
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
        let start = start.map(|start| languages.dfa().start(start)).zip(state(one.rule));
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

/// Adds through which regular productions those differ that nest in themselves: if these had the
/// languages of their rules, the production would be equal to its rule, as far as the two nest.
fn add_nested(
    through: &mut [Vec<usize>],
    (pair, read): (&GrammarPair, &Printed),
    decided: &Decided,
    (found, differing): (&[DifferingProduction<'_>], &[Differing<'_>]),
) {
    let mut replaced = Replaced::default();
    for one in differing {
        if let Some(state) = one.rule {
            replaced.insert(read.notation.key(one.name), &decided.dfa, state);
        }
    }
    let nested: Vec<usize> = (0..found.len())
        .filter(|&at| differing[at].rule.is_none() && is_nested(pair, found[at].rule))
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
    // What only a replaced production calls is hidden behind that.
    let rules = Rules::of(&replaced.within(read));
    for (at, verdict) in nested.into_iter().zip(verdicts) {
        if matches!(verdict, Some(Verdict::Equal | Verdict::EqualToDepth(_))) {
            let reached = rules.reached(&[found[at].name]);
            let is_its = |&other: &usize| {
                let place = rules.place(differing[other].name);
                differing[other].rule.is_some() && place.is_some_and(|place| reached[place])
            };
            through[at] = (0..found.len()).filter(is_its).collect();
        }
    }
}

fn is_nested(pair: &GrammarPair, (rule, atomicity): RuleInstance<'_>) -> bool {
    pair.peg.only_nests(rule, atomicity)
}

/// Whether the witnesses tell a production and this rule apart.
fn differs(
    decided: &Decided,
    (rule, atomicity): RuleInstance<'_>,
    [printed, pest]: [Option<&[u8]>; 2],
) -> bool {
    let both = (decided.start_in(rule, atomicity), decided.partial(rule, atomicity));
    let accepts = |witness: &[u8]| match both {
        (Some(start), _) => Some(decided.dfa.matches(start, witness)),
        (None, Some(partial)) => Some(partial.dfa.matches(0, witness)),
        (None, None) => None,
    };
    let is =
        |witness: Option<&[u8]>, wanted| witness.is_none_or(|one| accepts(one) == Some(wanted));
    is(printed, false) && is(pest, true)
}

/// Whether a rule has an automaton, or the visited part of one.
fn is_known(decided: &Decided, (rule, atomicity): RuleInstance<'_>) -> bool {
    decided.start_in(rule, atomicity).is_some() || decided.partial(rule, atomicity).is_some()
}

/// The divergences by the witnesses of the verdict alone, where there is no automaton, or one that is
/// too large.
fn of_witnesses(
    languages: &Languages,
    decided: &Decided,
    one: &DifferingProduction<'_>,
    blame: &Blame<'_>,
) -> Vec<Divergence> {
    let whole = |start| (languages.dfa(), languages.dfa().start(start));
    let printed = languages.start(one.name).and_then(Result::ok).map(whole);
    let printed = printed.or_else(|| {
        let partial = languages.partial(one.name)?;
        Some((&partial.dfa, partial.dfa.start(0)))
    });
    let whole = |start| (&decided.dfa, decided.dfa.start(start));
    let (rule, atomicity) = one.rule;
    let pest = decided.start_in(rule, atomicity).map(whole).or_else(|| {
        let partial = decided.partial(rule, atomicity)?;
        Some((&partial.dfa, partial.dfa.start(0)))
    });
    let sides = [(Only::Printed, pest), (Only::Pest, printed)].into_iter().zip(one.shortest);
    let divergence = |((only, other), witness): ((_, Option<_>), Option<&[u8]>)| match other {
        Some(other) => Some(from_rejecting(only, other, witness?)),
        None => Some(blame.located(one.name, rule, only, witness?)),
    };
    sides.filter_map(divergence).collect()
}

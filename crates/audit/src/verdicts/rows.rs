//! The productions of a report, each beside its rules, and the searches about them in order.
//!
//! In: the languages of both sides. Out: a [`ProductionRules`] for each production, or two where its rule reads
//! other strings within an atomic rule; and a [`Verdict`] for each row. The automata are asked first.
//! What they cannot tell, since both sides nest in themselves, is told [to a depth](crate::verdicts::depth); and
//! where the automata are too large, strings are [found](crate::verdicts::search) for that tell the two apart. What
//! is equal by then is asked for once more, [without automata](crate::verdicts::judge).
//!
//! `pair = { "a" ~ "b" }` with blanks has two rows where `word = @{ pair }` calls it as well: it reads
//! `a b` in one atomicity, and in the other it does not.

use grammar_notation::engine::{Recursion, Replaced, Rules, regular};
use grammar_notation::{Languages, Printed, Undecidable};
use grammar_peg::{Atomicity, Decided, Peg};

use crate::pair::GrammarPair;
use crate::verdicts::ambiguity::Unknown;
use crate::verdicts::depth::Nested;
use crate::verdicts::judge::RuleInstance;
use crate::verdicts::verdict::{Reading, Verdict};
use crate::verdicts::{depth, judge, search};

/// What is added to the reason why a production is undecided that nests.
const UNROLLED: &str = "; unrolled, the two cannot be compared to the depth of one: an automaton is too \
                        large, or one side nests where the other repeats";

/// A production and the rules that it is compared to.
pub(crate) struct ProductionRules<'r> {
    pub(crate) name: &'r str,
    pub(crate) reading: Option<Reading>,
    pub(crate) runs: Vec<RuleInstance<'r>>,
    pub(crate) atomicity: Option<Atomicity>,
}

/// The rows of a production: one for each atomicity, if a rule of the production reads other strings
/// within an atomic rule.
pub(crate) fn of<'r>(
    name: &'r str,
    reading: Option<Reading>,
    runs: &[RuleInstance<'r>],
    decided: &Decided,
) -> Vec<ProductionRules<'r>> {
    let state = |&(rule, atomicity): &RuleInstance<'_>| {
        decided.start_in(rule, atomicity).map(|start| decided.dfa.start(start))
    };
    let is_alike = |run: &RuleInstance<'_>| {
        let first = runs.iter().find(|other| other.0 == run.0);
        // What has no automaton may read other strings in each atomicity.
        first.is_none_or(|first| {
            first == run || state(first).is_some_and(|one| state(run) == Some(one))
        })
    };
    let (first, others): (Vec<RuleInstance<'_>>, Vec<RuleInstance<'_>>) =
        runs.iter().copied().partition(is_alike);
    let mut kept: Vec<RuleInstance<'_>> = Vec::new();
    for run in first {
        if kept.iter().all(|known| known.0 != run.0) {
            kept.push(run);
        }
    }
    let atomicity = |runs: &[RuleInstance<'_>]| runs.first().map(|&(_, atomicity)| atomicity);
    if others.is_empty() {
        return vec![ProductionRules { name, reading, runs: kept, atomicity: None }];
    }
    let rows = [kept, others].map(|runs| {
        let (atomicity, reading) = (atomicity(&runs), reading.clone());
        ProductionRules { name, reading, runs, atomicity }
    });
    rows.into()
}

/// The verdicts on the rows, in their order.
pub(crate) fn verdicts(
    (pair, read, replaced): (&GrammarPair, &Printed, &Replaced<'_>),
    (languages, decided): (&Languages, &Decided),
    rows: &[ProductionRules<'_>],
    unknown: &mut Vec<Unknown>,
) -> Vec<Verdict> {
    let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
    let runs: Vec<Vec<RuleInstance<'_>>> = rows.iter().map(|row| row.runs.clone()).collect();
    let mut verdicts = judge::verdicts(languages, decided, &names, &runs, unknown);
    let undecided = |verdicts: &[Verdict]| -> Vec<usize> {
        let is_open = |&at: &usize| matches!(verdicts[at], Verdict::Undecided(_));
        (0..verdicts.len()).filter(is_open).collect()
    };
    let mut nesting = undecided(&verdicts);
    nesting.retain(|&at| nests(languages, decided, &pair.peg, &rows[at]));
    let nested: Vec<Nested<'_>> = nesting.iter().map(|&at| nested(languages, &rows[at])).collect();
    let to_depth =
        depth::verdicts((read, replaced), &pair.peg, &nested, (pair.depth, depth::EACH), unknown);
    let still_open = nesting.iter().zip(&to_depth).filter(|(_, known)| known.is_none());
    let unrolled: Vec<usize> = still_open.map(|(&at, _)| at).collect();
    replace(&mut verdicts, nesting, to_depth);
    let open = undecided(&verdicts);
    let asked: Vec<(&str, &[RuleInstance<'_>])> =
        open.iter().map(|&at| (names[at], &*runs[at])).collect();
    let found = search::witnesses((read, languages), &pair.peg, &asked, unknown);
    for (&at, found) in open.iter().zip(&found) {
        if let (Verdict::Undecided(why), Some(probed)) = (&mut verdicts[at], &found.probed) {
            *why = format!("{why}; {probed}");
        }
    }
    replace(&mut verdicts, open, found.into_iter().map(|one| one.verdict).collect());
    for at in unrolled {
        if let Verdict::Undecided(why) = &mut verdicts[at] {
            match read.deadline.has_passed() {
                true => *why = read.deadline.to_string(),
                false => why.push_str(UNROLLED),
            }
        }
    }
    judge::confirm((read, &pair.peg), (languages, decided), (&names, &runs), &mut verdicts);
    verdicts
}

/// Puts verdicts that are known by now in their places.
fn replace(verdicts: &mut [Verdict], places: Vec<usize>, known: Vec<Option<Verdict>>) {
    for (at, known) in places.into_iter().zip(known) {
        if let Some(known) = known {
            verdicts[at] = known;
        }
    }
}

/// The productions of a grammar that nest in themselves and are as regular as their rules, replaced by
/// the languages of the rules.
pub(crate) fn regular<'d, 'r>(
    read: &Printed,
    decided: &'d Decided,
    runs: &dyn Fn(&str) -> Vec<RuleInstance<'r>>,
) -> Replaced<'d> {
    let rules = Rules::of(read);
    let recursion = Recursion::of(&rules);
    let guess = |name: &str| {
        let &(rule, atomicity) = runs(name).first()?;
        Some((&decided.dfa, decided.start_in(rule, atomicity)?))
    };
    regular::replaced(read, &rules, &recursion, &guess)
}

/// Whether a production is undecided only since it nests in itself, or its rules do.
fn nests(languages: &Languages, decided: &Decided, peg: &Peg, row: &ProductionRules<'_>) -> bool {
    let is_recursion = |why: &Undecidable| why.reason.is_recursion();
    let printed =
        languages.start(row.name).is_some_and(|start| start.err().is_none_or(is_recursion));
    let pest = |&(rule, atomicity): &RuleInstance<'_>| {
        decided.start_in(rule, atomicity).is_some() || peg.only_nests(rule, atomicity)
    };
    printed && row.runs.iter().all(pest)
}

fn nested<'r>(languages: &Languages, row: &'r ProductionRules<'_>) -> Nested<'r> {
    let is_regular = languages.start(row.name).is_some_and(|start| start.is_ok());
    Nested { name: row.name, runs: &row.runs, is_regular }
}

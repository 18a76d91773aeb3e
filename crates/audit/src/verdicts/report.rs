//! The verdict on each production of a grammar. It is not based on samples: a production is *equal* only after an
//! exhaustive search of the product of two automata.
//!
//! Productions are compared after the readings have replaced some of them. The effect of a reading is reported for
//! every production that reaches the replaced one.

use std::collections::HashSet;
use std::fmt;

use grammar_automata::build::Dfa;
use grammar_notation::engine::{Recursion, Replaced, Rules};
use grammar_notation::{Languages, Printed, Undecidable};
use grammar_peg::{
    Atomicity, Decided, Peg, PegError, UnreachableAlternative, UnreachableAlternatives,
};

use crate::names::near;
use crate::pair::GrammarPair;
use crate::verdicts::ambiguity::{Overlap, Unknown};
use crate::verdicts::depth::Nested;
use crate::verdicts::divergences::Divergence;
use crate::verdicts::judge::{ProductionRules, RuleInstance};
use crate::verdicts::verdict::{Reading, Verdict, quoted};
use crate::verdicts::{ambiguity, depth, judge, mend, search};

/// The verdicts on a grammar and its transcription, with all findings.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The productions in the printed order. Productions that only a reading defines come last.
    pub productions: Vec<ProductionVerdict>,
    /// The rules that transcribe no production.
    pub unprinted: Vec<String>,
    /// The rules that are unreachable from the rules of the productions for whole strings: see [`audit`].
    pub unused: Vec<String>,
    /// The productions that are unreachable from the productions for whole strings: see [`audit`].
    pub unreachable: Vec<String>,
    /// The rules without an automaton, with the reasons. Rules for which a verdict is known nevertheless are omitted.
    pub refused: Vec<PegError>,
    /// The reasons why pest refuses the `.pest` file. The verdicts are then about the file without the rules at fault.
    pub refused_by_pest: Vec<PegError>,
    /// The undefined names of the printed grammar, each with a production that uses it.
    pub undefined: Vec<(String, String)>,
    /// The productions and the rules that match no string at all.
    pub empty: Vec<String>,
    /// The alternatives of pest's rules that are never matched.
    pub never_taken: Vec<UnreachableAlternative>,
    /// The alternatives of productions that share strings.
    pub overlaps: Vec<Overlap>,
    /// The facts about productions and rules that were not decided within the budget: whether alternatives are never
    /// matched or share strings, whether the other side of a difference has a string, or whether a witness is a shortest
    /// one.
    pub unknown: Vec<Unknown>,
}

/// A production, and the verdict on it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProductionVerdict {
    /// The name of the production, as printed.
    pub name: String,
    /// The rules that transcribe the production. There is usually one.
    pub rules: Vec<String>,
    /// The atomicity that this entry is about. A production has an entry for each atomicity if its rule is run in both,
    /// and matches different strings in each. Otherwise, the production has one entry, and this is `None`.
    pub atomicity: Option<Atomicity>,
    /// The number of states of the production's minimal automaton, including the dead state.
    pub size: Option<usize>,
    /// The effect of the readings on the production.
    pub reading: Option<Reading>,
    /// The verdict on the production.
    pub verdict: Verdict,
    /// The productions that cause this production's difference: if each of them derived what its rule accepts, there
    /// would be no difference. The list is empty if the cause is in the production itself, or is unknown.
    pub through: Vec<String>,
    /// The differences between the production and its rule. Strings that only the printed grammar accepts come first,
    /// then strings that only pest accepts; each side is sorted by length. There are at most six on each side.
    pub divergences: Vec<Divergence>,
}

/// A production that causes its own difference, with the productions that differ because of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RootCause<'r> {
    /// The production.
    pub production: &'r ProductionVerdict,
    /// The productions that would be equal, or differ less, if the production were fixed.
    pub through: Vec<&'r ProductionVerdict>,
}

/// The error for a name that the printed grammar does not define.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the printed grammar has no production `{name}`{}", hint(near, first))]
#[non_exhaustive]
pub struct UnknownProduction {
    /// The given name.
    pub name: String,
    /// The name that was probably meant.
    pub near: Option<String>,
    /// The name of the first production, as an example, or an empty string if there are no productions.
    pub first: String,
}

fn hint(near: &Option<String>, first: &str) -> String {
    match near {
        Some(near) => format!("; did you mean `{near}`?"),
        None if first.is_empty() => String::new(),
        None => format!("; its first production is `{first}`"),
    }
}

impl UnknownProduction {
    /// Creates the error for a name that is none of the known ones.
    #[must_use]
    pub fn new<'n>(name: &str, known: impl Iterator<Item = &'n str> + Clone) -> Self {
        let near = near(name, known.clone()).map(str::to_owned);
        let first = known.clone().next().unwrap_or_default().to_owned();
        Self { name: name.to_owned(), near, first }
    }

    /// Creates the error for a name that a printed grammar does not define.
    pub(crate) fn of(name: &str, printed: &Printed) -> Self {
        Self::new(name, printed.productions.iter().map(|one| &*one.name))
    }
}

/// Compares a printed grammar and its readings with its transcription. `whole` names the productions for whole strings;
/// the report lists the productions and rules that are unreachable from them.
///
/// # Errors
/// Returns [`UnknownProduction`] if the printed grammar has no production of a name in `whole`.
pub fn audit(pair: &GrammarPair, whole: &[&str]) -> Result<Report, UnknownProduction> {
    of(pair, whole, false)
}

/// Compares like [`audit`], but only the part of each grammar that the productions in `whole` reach.
///
/// # Errors
/// Returns [`UnknownProduction`] if the printed grammar has no production of a name in `whole`.
///
/// ```
/// use grammar_audit::{GrammarPair, GrammarText, Notation, audit_reached};
/// let printed = GrammarText { file: "a.abnf", text: "date = 1*DIGIT\n" };
/// let pest = GrammarText { file: "a.pest", text: "date = { ASCII_DIGIT+ }" };
/// let pair = GrammarPair::read(Notation::Abnf, printed, None, pest)?;
/// assert!(audit_reached(&pair, &["date"])?.is_clean());
/// let error = audit_reached(&pair, &["dat"]).unwrap_err();
/// assert_eq!(error.to_string(), "the printed grammar has no production `dat`; did you mean `date`?");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn audit_reached(pair: &GrammarPair, whole: &[&str]) -> Result<Report, UnknownProduction> {
    of(pair, whole, true)
}

fn of(pair: &GrammarPair, whole: &[&str], only_reached: bool) -> Result<Report, UnknownProduction> {
    let read = pair.as_read();
    if let Some(name) = whole.iter().find(|name| read.production(name).is_none()) {
        return Err(UnknownProduction::of(name, &read));
    }
    let (read, mut unreachable) = reached(read, whole, only_reached);
    let transcriptions = pair.transcriptions();
    let compared = read.productions.iter().filter(|one| pair.is_compared(one, &transcriptions));
    let names: Vec<&str> = compared.map(|one| &*one.name).collect();
    // Productions of other documents are left to their own audits.
    let is_own = |name: &str| !name.contains(':');
    unreachable.retain(|name| is_own(name));
    let runs: Vec<Vec<RuleInstance<'_>>> =
        names.iter().map(|name| pair.runs(name, &transcriptions)).collect();
    let transcribing: HashSet<&str> = runs.iter().flatten().map(|&(rule, _)| rule).collect();
    let wanted = match only_reached {
        true => pair.peg.reached(transcribing.iter().copied()),
        false => pair.peg.reached(pair.peg.rules().filter(|rule| !pair.is_lent(rule))),
    };

    let decided = pair.peg.decide_only(&wanted);
    let regular = regular(&read, &decided, &|name| pair.runs(name, &transcriptions));
    let languages = Languages::of_with(&read, &regular);
    let (readings, undefined) = readings(pair, &read, &languages, &names, only_reached);
    let (mut overlaps, mut unknown) = ambiguity::Alternatives::new(&read).compare();
    overlaps.retain(|one| is_own(&one.production));
    unknown.retain(|one| is_own(&one.name));
    let all: Vec<ProductionRules<'_>> = (names.iter().zip(readings).zip(&runs))
        .flat_map(|((name, reading), runs)| rows(name, reading, runs, &decided))
        .collect();
    let verdicts =
        self::verdicts((pair, &read, &regular), (&languages, &decided), &all, &mut unknown);
    let mends = mend::of((pair, &read), (&languages, &decided), &all, &verdicts);
    let sizes = judge::sizes(&languages, &all);
    let empty = empty(&languages, &decided, &names, &|rule| !pair.is_lent(rule));
    let judged = all.into_iter().zip(sizes).zip(verdicts.into_iter().zip(mends));
    let productions = judged.map(|((row, size), (verdict, mend))| ProductionVerdict {
        name: row.name.to_owned(),
        rules: row.runs.iter().map(|&(rule, _)| rule.to_owned()).collect(),
        atomicity: row.atomicity,
        size,
        reading: row.reading,
        verdict,
        through: mend.through,
        divergences: mend.divergences,
    });
    // Productions of other documents are left to their own audits.
    let wanted: Vec<bool> =
        pair.peg.rules().zip(wanted).map(|(rule, is)| is && !pair.is_lent(rule)).collect();
    let UnreachableAlternatives { alternatives: never_taken, unknown: choices, .. } =
        pair.peg.unreachable_alternatives_of(&wanted);
    unknown.extend(choices.into_iter().map(|why| Unknown {
        name: why.rule.clone().unwrap_or_default(),
        why: format!("it is undecided which of its alternatives are never taken: {why}"),
    }));
    let rules: Vec<Vec<&str>> =
        runs.iter().map(|runs| runs.iter().map(|&(rule, _)| rule).collect()).collect();
    let unused = unused(pair, (&names, &rules), (whole, &unreachable), &wanted);
    let mut productions: Vec<ProductionVerdict> = productions.collect();
    // A production that is equal in both atomicities has one entry.
    productions.dedup_by(|next, one| {
        let is_equal = matches!(one.verdict, Verdict::Equal | Verdict::EqualToDepth(_));
        let is_alike = one.name == next.name && is_equal && one.verdict == next.verdict;
        if is_alike {
            one.atomicity = None;
        }
        is_alike
    });
    // A verdict to a depth needs no automaton.
    let told = productions.iter().filter(|one| !matches!(one.verdict, Verdict::Undecided(_)));
    let told: HashSet<&str> = told.flat_map(|one| &one.rules).map(String::as_str).collect();
    let mut refused = decided.refused;
    refused.retain(|error| error.rule.as_deref().is_none_or(|rule| !told.contains(rule)));
    let is_unprinted = |rule: &&str| !transcribing.contains(rule);
    let all = pair.peg.rules().zip(&wanted).filter(|(_, wanted)| **wanted);
    Ok(Report {
        productions,
        unprinted: all.map(|(rule, _)| rule).filter(is_unprinted).map(str::to_owned).collect(),
        unused,
        unreachable,
        refused,
        refused_by_pest: pair.peg.refused_by_pest().to_vec(),
        undefined,
        empty,
        never_taken,
        overlaps,
        unknown,
    })
}

/// The suffix of the reason why a recursive production is undecided.
const UNROLLED: &str = "; the two cannot be compared even to depth 1: an automaton is too large when unrolled, or one side recurses where the other has a repetition";

/// Returns the entries for a production. There is one entry for each atomicity if a rule of the production matches
/// different strings inside and outside of an atomic rule. Otherwise, there is one entry.
fn rows<'r>(
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
        // A rule without an automaton may match other strings in each atomicity.
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

fn verdicts(
    (pair, read, replaced): (&GrammarPair, &Printed, &Replaced<'_>),
    (languages, decided): (&Languages, &Decided),
    rows: &[ProductionRules<'_>],
    unknown: &mut Vec<Unknown>,
) -> Vec<Verdict> {
    let mut verdicts = judge::verdicts(languages, decided, rows, unknown);
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
    for (at, known) in nesting.into_iter().zip(to_depth) {
        verdicts[at] = known.unwrap_or_else(|| verdicts[at].clone());
    }
    let open = undecided(&verdicts);
    let asked: Vec<(&str, &[RuleInstance<'_>])> =
        open.iter().map(|&at| (rows[at].name, &*rows[at].runs)).collect();
    let found = search::witnesses((read, languages), &pair.peg, &asked, unknown);
    for (at, found) in open.into_iter().zip(found) {
        match (&mut verdicts[at], found) {
            (verdict, Ok(known)) => *verdict = known,
            (Verdict::Undecided(why), Err(Some(probed))) => *why = format!("{why}; {probed}"),
            _ => {}
        }
    }
    for at in unrolled {
        if let Verdict::Undecided(why) = &mut verdicts[at] {
            match read.deadline.has_passed() {
                true => *why = read.deadline.to_string(),
                false => why.push_str(UNROLLED),
            }
        }
    }
    judge::confirm((read, &pair.peg), (languages, decided), rows, &mut verdicts);
    verdicts
}

/// Finds the recursive productions that have the same regular language as their rule. This language replaces them.
pub(crate) fn regular<'d, 'r>(
    read: &Printed,
    decided: &'d Decided,
    runs: &dyn Fn(&str) -> Vec<RuleInstance<'r>>,
) -> Replaced<'d> {
    let rules = Rules::new(read);
    let recursion = Recursion::new(&rules);
    let guess = |name: &str| {
        let &(rule, atomicity) = runs(name).first()?;
        Some((&decided.dfa, decided.start_in(rule, atomicity)?))
    };
    grammar_notation::engine::regular::replaced(read, &rules, &recursion, &guess)
}

/// Returns whether a production is undecided only because of nested recursion, in it or in its rules.
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

/// Describes the productions and the rules that match no string.
fn empty(
    languages: &Languages,
    decided: &Decided,
    names: &[&str],
    is_own: &dyn Fn(&str) -> bool,
) -> Vec<String> {
    let [printed, pest] = [languages.dfa(), &decided.dfa].map(Dfa::live);
    let has_none = |name: &&&str| match languages.start(name) {
        Some(Ok(start)) => !printed[start],
        _ => false,
    };
    let productions = names.iter().filter(has_none).map(|name| format!("{name} in print"));
    let reads_none = |rule: &&String| {
        let start = decided.start_in(rule, Atomicity::NonAtomic);
        start.is_some_and(|start| !pest[start]) && is_own(rule)
    };
    let rules = decided.rules.iter().filter(reads_none).map(|rule| format!("{rule} in pest"));
    productions.chain(rules).collect()
}

/// Returns the effect of the readings on each production in `names`, and the names that are undefined without the
/// readings. `read` is the grammar with its readings, and `languages` has the languages of `read`.
fn readings(
    pair: &GrammarPair,
    read: &Printed,
    languages: &Languages,
    names: &[&str],
    only_reached: bool,
) -> (Vec<Option<Reading>>, Vec<(String, String)>) {
    let Some(replacing) = &pair.readings else {
        return (vec![None; names.len()], languages.undefined().to_vec());
    };
    let (printed, _) = reached(pair.as_printed(), names, only_reached);
    let before = Languages::new(&printed);
    let keys = |grammar: &Printed| -> HashSet<String> {
        grammar.productions.iter().map(|one| grammar.notation.key(&one.name)).collect()
    };
    let (own, replaced) = (keys(&pair.printed), keys(replacing));
    let is_own = |name: &_| own.contains(&read.notation.key(name));
    let is_replaced = |name: &_| replaced.contains(&read.notation.key(name));
    let readings = judge::readings(&before, languages, names, &is_replaced, &is_own);
    (readings, before.undefined().to_vec())
}

/// Returns the rules in `wanted` that are unreachable from the rules of the productions in `whole`. `WHITESPACE` and
/// `COMMENT` count as reached. The rules of a production are left out if the production is unreachable, or if one of
/// its rules is reached. The list is empty if no rule transcribes a production in `whole`.
fn unused(
    pair: &GrammarPair,
    (names, rules): (&[&str], &[Vec<&str>]),
    (whole, unreachable): (&[&str], &[String]),
    wanted: &[bool],
) -> Vec<String> {
    let notation = pair.printed.notation;
    let keys: HashSet<String> = whole.iter().map(|name| notation.key(name)).collect();
    let all = || names.iter().zip(rules);
    let first = all().filter(|(name, _)| keys.contains(&notation.key(name)));
    let first: Vec<&str> = first.flat_map(|(_, rules)| rules).copied().collect();
    if first.is_empty() {
        return Vec::new();
    }
    let reached = pair.peg.reached(first.into_iter().chain(["WHITESPACE", "COMMENT"]));
    let reached: HashSet<&str> =
        pair.peg.rules().zip(&reached).filter(|(_, is)| **is).map(|(rule, _)| rule).collect();
    let is_told = |(name, rules): &(&&str, &Vec<&str>)| {
        unreachable.iter().any(|other| other == **name)
            || rules.iter().any(|rule| reached.contains(rule))
    };
    let told: HashSet<&str> = all().filter(is_told).flat_map(|(_, rules)| rules).copied().collect();
    let is_unused = |rule: &&str| !reached.contains(rule) && !told.contains(rule);
    let wanted = pair.peg.rules().zip(wanted).filter(|(_, wanted)| **wanted);
    wanted.map(|(rule, _)| rule).filter(is_unused).map(str::to_owned).collect()
}

/// Returns the grammar, and the names of its productions that `whole` does not reach. If `only` is true, these are
/// removed.
fn reached(mut grammar: Printed, whole: &[&str], only: bool) -> (Printed, Vec<String>) {
    let reached = Rules::new(&grammar).reached(whole);
    let names = grammar.productions.iter().zip(&reached).filter(|(_, reached)| !**reached);
    let unreachable = names.map(|(one, _)| one.name.clone()).collect();
    if only {
        let mut reached = reached.into_iter();
        grammar.productions.retain(|_| reached.next().unwrap_or_default());
    }
    (grammar, unreachable)
}

impl Report {
    /// Returns whether pest accepts the file, every production is equal to its rule, and every reading is needed. A production
    /// that is [equal to a depth](Verdict::EqualToDepth) is not known to be equal. A report without productions is not clean.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.is_clean_to_depth(usize::MAX)
    }

    /// Returns whether every production is equal to its rule, at least to a depth of `depth` nested calls, and every reading is
    /// needed. Deeper strings may still differ.
    ///
    /// ```
    /// use grammar_audit::{GrammarPair, GrammarText, audit, Notation};
    /// let printed = GrammarText { file: "a.abnf", text: "a = \"(\" a \")\" / \"x\"\n" };
    /// let pest = GrammarText { file: "a.pest", text: r#"a = { "(" ~ a ~ ")" | ^"x" }"# };
    /// let pair = GrammarPair::read(Notation::Abnf, printed, None, pest)?.with_depth(3);
    /// let report = audit(&pair, &["a"])?;
    /// assert!(!report.is_clean());
    /// assert!(report.is_clean_to_depth(3));
    /// assert!(!report.is_clean_to_depth(4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_clean_to_depth(&self, depth: usize) -> bool {
        let is_equal = |one: &ProductionVerdict| match one.verdict {
            Verdict::Equal => true,
            Verdict::EqualToDepth(known) => known >= depth,
            _ => false,
        };
        let is_clean =
            |one: &ProductionVerdict| is_equal(one) && one.reading != Some(Reading::Idle);
        let is_empty = self.productions.is_empty();
        !is_empty && self.refused_by_pest.is_empty() && self.productions.iter().all(is_clean)
    }

    /// Returns the productions to fix, in order. These are the productions that cause their own difference.
    #[must_use]
    pub fn causes(&self) -> Vec<RootCause<'_>> {
        let differs = |one: &&ProductionVerdict| matches!(one.verdict, Verdict::Differs { .. });
        let differing: Vec<&ProductionVerdict> = self.productions.iter().filter(differs).collect();
        let causes = differing.iter().filter(|one| one.through.is_empty());
        let cause = |production: &&'_ ProductionVerdict| {
            // Causes are transitive.
            let (mut names, mut count) = (HashSet::from([&*production.name]), 0);
            while count < names.len() {
                count = names.len();
                for one in &differing {
                    if one.through.iter().any(|name| names.contains(&**name)) {
                        names.insert(&*one.name);
                    }
                }
            }
            names.remove(&*production.name);
            differing.iter().copied().filter(|one| names.contains(&*one.name)).collect()
        };
        causes.map(|&production| RootCause { production, through: cause(&production) }).collect()
    }

    /// Returns the number of productions. A production with an entry for each atomicity counts once.
    #[must_use]
    pub fn count(&self) -> usize {
        self.productions.chunk_by(|one, other| one.name == other.name).count()
    }

    /// Returns the verdict on a production, or its first verdict if it has an entry for each atomicity.
    #[must_use]
    pub fn production(&self, name: &str) -> Option<&ProductionVerdict> {
        self.productions.iter().find(|one| one.name == name)
    }
}

/// Prints a line for each production, followed by the required fixes and the other findings.
///
/// ```
/// use grammar_audit::{GrammarPair, GrammarText, Notation, audit};
/// let printed = GrammarText { file: "a.abnf", text: "day = 2DIGIT\nweek = day \"-\" day\n" };
/// let pest = GrammarText {
///     file: "a.pest",
///     text: "day = { ASCII_DIGIT ~ ASCII_DIGIT? }\nweek = { day ~ \"-\" ~ day }",
/// };
/// let report = audit(&GrammarPair::read(Notation::Abnf, printed, None, pest)?, &["week"])?;
/// let text = report.to_string();
/// let mend = text.split("to fix: ").nth(1).unwrap();
/// assert!(mend.starts_with("day\n  only pest \"0\": a.pest:1:"), "{text}");
/// assert!(mend.contains("\n  these differ because of it: week\n"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.productions.iter().map(|one| one.name.len()).max().unwrap_or(0);
        for ProductionVerdict { name, size, reading, verdict, atomicity, .. } in &self.productions {
            let size = size.map(|size| size.to_string()).unwrap_or_default();
            write!(f, "{name:width$}  {size:>4}  {verdict}")?;
            if let Some(atomicity) = atomicity {
                write!(f, " where it is {atomicity}")?;
            }
            match reading {
                Some(reading) => writeln!(f, " under a reading; {reading}")?,
                None => writeln!(f)?,
            }
        }
        for RootCause { production, through } in self.causes() {
            writeln!(f, "to fix: {}", production.name)?;
            for divergence in &production.divergences {
                writeln!(f, "  {divergence}")?;
            }
            if !through.is_empty() {
                let names: Vec<&str> = through.iter().map(|one| &*one.name).collect();
                writeln!(f, "  these differ because of it: {}", names.join(", "))?;
            }
        }
        for (name, user) in &self.undefined {
            writeln!(f, "undefined: {name}, used by {user}")?;
        }
        for (what, names) in [
            ("without any string", &self.empty),
            ("unreachable from the productions for whole strings", &self.unreachable),
            ("not in print", &self.unprinted),
        ] {
            names.iter().try_for_each(|name| writeln!(f, "{what}: {name}"))?;
        }
        for (what, all) in
            [("refused by pest", &self.refused_by_pest), ("not decided", &self.refused)]
        {
            all.iter().try_for_each(|why| writeln!(f, "{what}: {why}"))?;
        }
        for UnreachableAlternative { rule, alternative, text, .. } in &self.never_taken {
            writeln!(f, "never matched: alternative {alternative} of {rule}, {text}")?;
        }
        for Overlap { production, alternatives: [first, second], witness, .. } in &self.overlaps {
            let witness = quoted(witness);
            writeln!(
                f,
                "ambiguous: {production} derives {witness} both as {first} and as {second}"
            )?;
        }
        for Unknown { name, why } in &self.unknown {
            writeln!(f, "undecided: {name}, {why}")?;
        }
        Ok(())
    }
}

//! The verdict on each production of a grammar.
//!
//! In: a printed grammar, its readings, its transcription in pest. Out: [`Report`]: production by
//! production whether the two accept the same strings, and what tells them apart where they do not;
//! what the readings changed; and what there is to say of the grammar as a whole. Nothing is
//! sampled: a production is *equal* because the search of the product of two automata came to its
//! end.
//!
//! A production is compared as it is read. What a reading does is a comparison too, of the printed
//! grammar without its readings and with them, and it shows at every production that reaches the
//! one that was read: nobody can tell which strings RFC 3986 as printed calls a `URI`, as it has a
//! `path-empty` that is prose. A reading that changes nothing at all is said to be idle, and is no
//! longer needed.

use std::collections::HashSet;
use std::fmt;

use grammar_automata::build::Dfa;
use grammar_notation::engine::Rules;
use grammar_notation::{Languages, Printed};
use grammar_peg::{Atomicity, Decided, NeverTaken, NeverTakenAlternatives, PegError};

use crate::pair::GrammarPair;
use crate::verdicts::ambiguity::{Compared, Overlap, Unknown};
use crate::verdicts::divergences::Divergence;
use crate::verdicts::judge::RuleInstance;
use crate::verdicts::rows::ProductionRules;
use crate::verdicts::verdict::{Reading, Verdict, quoted};
use crate::verdicts::{ambiguity, judge, mend, rows};

/// The verdicts on a grammar and its transcription, with all findings.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The productions in the printed order. Productions that only a reading defines come last.
    pub productions: Vec<Judged>,
    /// The rules that transcribe no production.
    pub unprinted: Vec<String>,
    /// The rules that are not reachable from a rule of a production for whole strings.
    pub unused: Vec<String>,
    /// The productions that no production for whole strings reaches.
    pub unreachable: Vec<String>,
    /// The rules without an automaton, with the reasons, except rules whose verdict is known all
    /// the same.
    pub refused: Vec<PegError>,
    /// Why pest refuses the `.pest` file as it is, one fault after the other. The verdicts are then true of
    /// the file without the rules at fault.
    pub refused_by_pest: Vec<PegError>,
    /// The names that the printed grammar uses and does not define, each with a production that
    /// uses the name.
    pub undefined: Vec<(String, String)>,
    /// The productions that have no string at all, and the rules that read none.
    pub empty: Vec<String>,
    /// The alternatives of rules that are never taken.
    pub never_taken: Vec<NeverTaken>,
    /// The alternatives of productions that share strings.
    pub overlaps: Vec<Overlap>,
    /// The facts about productions and rules that were not decided within the budget: whether alternatives are never
    /// taken or share strings, whether the other side of a difference has a string of its own, or whether a witness
    /// is a shortest one.
    pub unknown: Vec<Unknown>,
}

/// A production, and the verdict on it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Judged {
    /// The name of the production, as printed.
    pub name: String,
    /// The rules that transcribe the production. There is usually one.
    pub rules: Vec<String>,
    /// The atomicity in which the rule is run, where it is run in both and reads other strings in
    /// each. The production is then in the report once for each.
    pub atomicity: Option<Atomicity>,
    /// The number of states of the production's minimal automaton. The dead state is counted.
    pub size: Option<usize>,
    /// The effect of the readings on the production.
    pub reading: Option<Reading>,
    /// The verdict on the production.
    pub verdict: Verdict,
    /// The productions that alone make this production differ: it would be equal if they derived
    /// what their rules accept. The list is empty if the production differs of itself, or if that
    /// is not known.
    pub through: Vec<String>,
    /// The ways in which the production and its rule differ, those of the printed grammar first, and
    /// the shortest first. There are at most six on each side.
    pub divergences: Vec<Divergence>,
}

/// A production that differs of itself, with those that differ through it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RootCause<'r> {
    /// The production.
    pub production: &'r Judged,
    /// The productions that would be equal, or differ less, if the production were mended.
    pub through: Vec<&'r Judged>,
}

/// A name that no production of the printed grammar has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the printed grammar has no production `{name}`; its first is `{first}`")]
#[non_exhaustive]
pub struct UnknownProduction {
    /// The name that was given.
    pub name: String,
    /// The name of the first production, for an example. It is empty if there is no production at all.
    pub first: String,
}

/// Compares a printed grammar, with its readings, to its transcription. `whole` names the
/// productions that stand for a whole string.
///
/// # Errors
/// [`UnknownProduction`] if the printed grammar has no production of a name in `whole`.
pub fn audit(pair: &GrammarPair, whole: &[&str]) -> Result<Report, UnknownProduction> {
    of(pair, whole, false)
}

/// Compares only what some productions reach, in print and in pest, as if there were nothing else.
///
/// # Errors
/// [`UnknownProduction`] if the printed grammar has no production of a name in `whole`.
///
/// ```
/// use grammar_audit::{GrammarPair, GrammarText, Notation, audit_reached};
/// let printed = GrammarText { file: "a.abnf", text: "date = 1*DIGIT\n" };
/// let pest = GrammarText { file: "a.pest", text: "date = { ASCII_DIGIT+ }" };
/// let pair = GrammarPair::read(Notation::Abnf, printed, None, pest)?;
/// assert!(audit_reached(&pair, &["date"])?.is_clean());
/// let error = audit_reached(&pair, &["dat"]).unwrap_err();
/// assert_eq!(error.to_string(), "the printed grammar has no production `dat`; its first is `date`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn audit_reached(pair: &GrammarPair, whole: &[&str]) -> Result<Report, UnknownProduction> {
    of(pair, whole, true)
}

fn of(pair: &GrammarPair, whole: &[&str], only_reached: bool) -> Result<Report, UnknownProduction> {
    let read = pair.as_read();
    if let Some(name) = whole.iter().find(|name| read.production(name).is_none()) {
        let first = read.productions.first().map(|one| one.name.clone()).unwrap_or_default();
        return Err(UnknownProduction { name: (*name).to_owned(), first });
    }
    let (read, mut unreachable) = reached(read, whole, only_reached);
    let transcriptions = pair.transcriptions();
    let compared = read.productions.iter().filter(|one| pair.is_compared(one, &transcriptions));
    let names: Vec<&str> = compared.map(|one| &*one.name).collect();
    // What other documents print is for their own audits.
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
    let regular = rows::regular(&read, &decided, &|name| pair.runs(name, &transcriptions));
    let languages = Languages::of_with(&read, &regular);
    let (readings, undefined) = readings(pair, &read, &languages, &names, only_reached);
    let Compared { mut overlaps, mut unknown } = ambiguity::Alternatives::new(&read).compare();
    overlaps.retain(|one| is_own(&one.production));
    unknown.retain(|one| is_own(&one.name));
    let rows: Vec<ProductionRules<'_>> = (names.iter().zip(readings).zip(&runs))
        .flat_map(|((name, reading), runs)| rows::of(name, reading, runs, &decided))
        .collect();
    let verdicts =
        rows::verdicts((pair, &read, &regular), (&languages, &decided), &rows, &mut unknown);
    let row_names: Vec<&str> = rows.iter().map(|row| row.name).collect();
    let row_runs: Vec<Vec<RuleInstance<'_>>> = rows.iter().map(|row| row.runs.clone()).collect();
    let mends = mend::of((pair, &read), (&languages, &decided), &row_names, &row_runs, &verdicts);
    let sizes = judge::sizes(&languages, &row_names);
    let empty = empty(&languages, &decided, &names, &|rule| !pair.is_lent(rule));
    let judged = rows.into_iter().zip(sizes).zip(verdicts.into_iter().zip(mends));
    let productions = judged.map(|((row, size), (verdict, mend))| Judged {
        name: row.name.to_owned(),
        rules: row.runs.iter().map(|&(rule, _)| rule.to_owned()).collect(),
        atomicity: row.atomicity,
        size,
        reading: row.reading,
        verdict,
        through: mend.through,
        divergences: mend.divergences,
    });
    // What other documents print is for their own audits.
    let wanted: Vec<bool> =
        pair.peg.rules().zip(wanted).map(|(rule, is)| is && !pair.is_lent(rule)).collect();
    let NeverTakenAlternatives { never_taken, unknown: choices, .. } =
        pair.peg.never_taken_only(&wanted);
    unknown.extend(choices.into_iter().map(|why| Unknown {
        name: why.rule.clone().unwrap_or_default(),
        why: format!("which of its alternatives are never taken cannot be told: {why}"),
    }));
    let rules: Vec<Vec<&str>> =
        runs.iter().map(|runs| runs.iter().map(|&(rule, _)| rule).collect()).collect();
    let unused = unused(pair, (&names, &rules), (whole, &unreachable), &wanted);
    let mut productions: Vec<Judged> = productions.collect();
    // What is equal in both atomicities is equal.
    productions.dedup_by(|next, one| {
        let is_equal = matches!(one.verdict, Verdict::Equal | Verdict::EqualToDepth(_));
        let is_alike = one.name == next.name && is_equal && one.verdict == next.verdict;
        if is_alike {
            one.atomicity = None;
        }
        is_alike
    });
    // What was told to a depth needs no automaton.
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

/// The productions and the rules that have no string at all, in words.
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

/// What the readings change about each of these productions, and the names that are undefined
/// without the readings. `read` is the grammar with its readings, and `languages` are its languages.
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

/// The rules in `wanted` that the rules of the productions in `whole` do not reach. `WHITESPACE` and `COMMENT`
/// count as reached. Two kinds of rules are left out: the rules of a production that no whole string reaches,
/// and the rules of a production of which another rule is reached. The list is empty if no rule transcribes a
/// production in `whole`.
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

/// The grammar, or the part of it that some productions reach, and the names of the productions
/// that they do not reach.
fn reached(mut grammar: Printed, whole: &[&str], only: bool) -> (Printed, Vec<String>) {
    let reached = Rules::of(&grammar).reached(whole);
    let names = grammar.productions.iter().zip(&reached).filter(|(_, reached)| !**reached);
    let unreachable = names.map(|(one, _)| one.name.clone()).collect();
    if only {
        let mut reached = reached.into_iter();
        grammar.productions.retain(|_| reached.next().unwrap_or_default());
    }
    (grammar, unreachable)
}

impl Report {
    /// Whether pest takes the file, every production is equal to its rule, and every reading is needed. A
    /// production that is [equal to a depth](Verdict::EqualToDepth) is not known to be equal. A report of no
    /// production is not clean.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.is_clean_to_depth(usize::MAX)
    }

    /// Whether every production is equal to its rule, or at least to a depth of so many calls within
    /// each other, and every reading is needed. Deeper strings may tell the two apart.
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
        let is_equal = |one: &Judged| match one.verdict {
            Verdict::Equal => true,
            Verdict::EqualToDepth(known) => known >= depth,
            _ => false,
        };
        let is_clean = |one: &Judged| is_equal(one) && one.reading != Some(Reading::Idle);
        let is_empty = self.productions.is_empty();
        !is_empty && self.refused_by_pest.is_empty() && self.productions.iter().all(is_clean)
    }

    /// The productions that differ of themselves, in the order of the productions: what has to be
    /// mended.
    #[must_use]
    pub fn causes(&self) -> Vec<RootCause<'_>> {
        let differs = |one: &&Judged| matches!(one.verdict, Verdict::Differs { .. });
        let differing: Vec<&Judged> = self.productions.iter().filter(differs).collect();
        let causes = differing.iter().filter(|one| one.through.is_empty());
        let cause = |production: &&'_ Judged| {
            // What differs through what differs through the cause differs through the cause.
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

    /// The number of productions. One that is there for each atomicity counts once.
    #[must_use]
    pub fn count(&self) -> usize {
        self.productions.chunk_by(|one, other| one.name == other.name).count()
    }

    /// The verdict on a production; of one that is there for each atomicity, the first.
    #[must_use]
    pub fn production(&self, name: &str) -> Option<&Judged> {
        self.productions.iter().find(|one| one.name == name)
    }
}

/// Prints a line for each production, and below them what to mend and the other findings.
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
/// let mend = text.split("to mend: ").nth(1).unwrap();
/// assert!(mend.starts_with("day\n  only pest \"0\": a.pest:1:"), "{text}");
/// assert!(mend.contains("\n  through it: week\n"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.productions.iter().map(|one| one.name.len()).max().unwrap_or(0);
        for Judged { name, size, reading, verdict, atomicity, .. } in &self.productions {
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
            writeln!(f, "to mend: {}", production.name)?;
            for divergence in &production.divergences {
                writeln!(f, "  {divergence}")?;
            }
            if !through.is_empty() {
                let names: Vec<&str> = through.iter().map(|one| &*one.name).collect();
                writeln!(f, "  through it: {}", names.join(", "))?;
            }
        }
        for (name, user) in &self.undefined {
            writeln!(f, "undefined: {name}, used by {user}")?;
        }
        for name in &self.empty {
            writeln!(f, "without any string: {name}")?;
        }
        for name in &self.unreachable {
            writeln!(f, "not reached from a whole string: {name}")?;
        }
        for name in &self.unprinted {
            writeln!(f, "not in print: {name}")?;
        }
        for refused in &self.refused_by_pest {
            writeln!(f, "refused by pest: {refused}")?;
        }
        for refused in &self.refused {
            writeln!(f, "not decided: {refused}")?;
        }
        for NeverTaken { rule, alternative, text, .. } in &self.never_taken {
            writeln!(f, "never taken: alternative {alternative} of {rule}, {text}")?;
        }
        for Overlap { production, alternatives: [first, second], witness, .. } in &self.overlaps {
            let witness = quoted(witness);
            writeln!(f, "ambiguous: {production} has {witness} as {first} and as {second}")?;
        }
        for Unknown { name, why } in &self.unknown {
            writeln!(f, "not told: {name}, {why}")?;
        }
        Ok(())
    }
}

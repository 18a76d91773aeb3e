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

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::ambiguity::{self, Overlap};
use super::bnf::Printed;
use super::derive::Languages;
use super::dfa::compare;
use super::pair::Pair;
use super::peg::{Decided, NeverTaken, PegError};
use super::rules::Undecidable;

/// What there is to say of a grammar and its transcription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The productions in the printed order, and then those that only a reading defines.
    pub productions: Vec<Judged>,
    /// The rules that transcribe no production.
    pub unprinted: Vec<String>,
    /// The productions that no whole-string production reaches.
    pub unreachable: Vec<String>,
    /// The rules that cannot be decided, and why.
    pub refused: Vec<PegError>,
    /// The names that the printed grammar uses and does not define, each with a production that
    /// uses it.
    pub undefined: Vec<(String, String)>,
    /// The alternatives of rules that are never taken; or why that cannot be told.
    pub never_taken: Result<Vec<NeverTaken>, String>,
    /// The alternatives of productions that share strings.
    pub overlaps: Vec<Overlap>,
}

/// A production, and the verdict on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Its name, as printed.
    pub name: String,
    /// The rules that transcribe it: usually one.
    pub rules: Vec<String>,
    /// How many states its minimal automaton has, the dead one counted.
    pub size: Option<usize>,
    /// What the readings change.
    pub reading: Option<Reading>,
    /// The verdict.
    pub verdict: Verdict,
}

/// Whether a production and its rule accept the same strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They do.
    Equal,
    /// They do not.
    Differs {
        /// The shortest string that only the production has.
        only_printed: Option<Vec<u8>>,
        /// The shortest string that only the rule has.
        only_pest: Option<Vec<u8>>,
    },
    /// No rule transcribes the production.
    Missing,
    /// The production, or the rule, has no language that could be decided.
    Undecided(String),
}

/// What the readings of a grammar do to a production.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As printed it says nothing.
    Unreadable {
        /// The way from the production to the one at fault: one name if it is itself.
        through: Vec<String>,
        /// What is wrong there.
        why: String,
    },
    /// It has other strings than as printed.
    Changes {
        /// The shortest string that it has only as read.
        adds: Option<Vec<u8>>,
        /// The shortest string that it has only as printed.
        takes: Option<Vec<u8>>,
    },
    /// It is read, and has the strings that it has as printed: the reading is not needed.
    Idle,
}

/// Compares a printed grammar, as it is read, with its transcription. `whole` are the productions
/// that stand for a whole string.
#[must_use]
pub fn audit(pair: &Pair, whole: &[&str]) -> Report {
    let mut rules_of: HashMap<String, Vec<&str>> = HashMap::new();
    let keys = pair.keys();
    for rule in pair.peg.rules() {
        pair.transcribed(rule, &keys).for_each(|key| rules_of.entry(key).or_default().push(rule));
    }
    let notation = pair.printed.notation;
    let names = |grammar: &Printed| -> HashSet<String> {
        grammar.productions.iter().map(|one| notation.key(&one.name)).collect()
    };
    let (own, replaced) = (names(&pair.printed), pair.readings.as_ref().map(names));
    let replaced = replaced.unwrap_or_default();

    let read = pair.as_read();
    let (printed, languages) = (Languages::of(&pair.printed), Languages::of(&read));
    let decided = pair.peg.decide();
    let judge = |name: &String| {
        let key = notation.key(name);
        let is_read = replaced.contains(&key);
        let rules = rules_of.get(&pair.key(name)).map(Vec::as_slice).unwrap_or_default();
        // What only the notation lends is not printed, and nobody reads it otherwise.
        let is_its_own = is_read || own.contains(&key);
        let reading = is_its_own.then(|| reading(name, is_read, &printed, &languages));
        Judged {
            name: name.clone(),
            rules: rules.iter().map(|&rule| rule.to_owned()).collect(),
            size: languages.size(name),
            reading: reading.flatten(),
            verdict: verdict(name, rules, &languages, &decided),
        }
    };
    let productions: Vec<Judged> = languages.names().iter().map(judge).collect();
    let transcribing: HashSet<&String> = productions.iter().flat_map(|one| &one.rules).collect();
    let unprinted = pair.peg.rules().map(str::to_owned);
    Report {
        unprinted: unprinted.filter(|rule| !transcribing.contains(rule)).collect(),
        unreachable: languages.unreachable(whole).into_iter().map(str::to_owned).collect(),
        refused: decided.refused.clone(),
        undefined: printed.undefined().to_vec(),
        never_taken: pair.peg.never_taken().map_err(|error| error.to_string()),
        overlaps: ambiguity::overlaps(&read),
        productions,
    }
}

fn verdict(name: &str, rules: &[&str], languages: &Languages, decided: &Decided) -> Verdict {
    let start = match languages.start(name) {
        Some(Ok(start)) if !rules.is_empty() => start,
        Some(Err(undecidable)) if !rules.is_empty() => {
            return Verdict::Undecided(undecidable.to_string());
        }
        _ => return Verdict::Missing,
    };
    let mut verdict = Verdict::Missing;
    for &rule in rules {
        let Some(rule_start) = decided.start(rule) else {
            let is_its = |error: &&PegError| error.rule.as_deref() == Some(rule);
            let refused = decided.refused.iter().find(is_its);
            return Verdict::Undecided(refused.map(ToString::to_string).unwrap_or_default());
        };
        let found = compare((languages.dfa(), start), (&decided.dfa, rule_start));
        if !found.is_equal() {
            let (only_printed, only_pest) = (found.only_left, found.only_right);
            return Verdict::Differs { only_printed, only_pest };
        }
        verdict = Verdict::Equal;
    }
    verdict
}

/// What the readings do to a production; nothing if they do not reach it, or do it no harm, unless
/// it is itself one that is read.
fn reading(name: &str, is_read: bool, printed: &Languages, read: &Languages) -> Option<Reading> {
    let after = read.start(name)?.ok()?;
    let before = match printed.start(name) {
        Some(Ok(before)) => before,
        Some(Err(Undecidable { through, reason })) => {
            return Some(Reading::Unreadable { through: through.clone(), why: reason.to_string() });
        }
        None => {
            let why = format!("`{name}` is not defined");
            return Some(Reading::Unreadable { through: vec![name.to_owned()], why });
        }
    };
    let found = compare((read.dfa(), after), (printed.dfa(), before));
    let (adds, takes) = (found.only_left, found.only_right);
    let changes = (adds.is_some() || takes.is_some()).then_some(Reading::Changes { adds, takes });
    changes.or(is_read.then_some(Reading::Idle))
}

impl Report {
    /// Whether every production is equal to its rule, and no reading is idle.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        let clean =
            |one: &Judged| one.verdict == Verdict::Equal && one.reading != Some(Reading::Idle);
        self.productions.iter().all(clean)
    }

    /// What there is to say of the productions that a whole string reaches, and of nothing else.
    #[must_use]
    pub fn reached(mut self) -> Self {
        let gone = |name: &String| self.unreachable.contains(name);
        let (out, kept): (Vec<_>, Vec<_>) =
            self.productions.into_iter().partition(|one| gone(&one.name));
        let is_out = |rule: &String| out.iter().any(|one| one.rules.contains(rule));
        if let Ok(never) = &mut self.never_taken {
            never.retain(|one| !is_out(&one.rule));
        }
        self.overlaps.retain(|one| !gone(&one.production));
        self.undefined.retain(|(_, user)| !gone(user));
        self.refused.retain(|one| one.rule.as_ref().is_none_or(|rule| !is_out(rule)));
        Self { productions: kept, ..self }
    }

    /// The verdict on a production.
    #[must_use]
    pub fn production(&self, name: &str) -> Option<&Judged> {
        self.productions.iter().find(|one| one.name == name)
    }
}

/// A witness in quotes; what is no graphic ASCII is escaped.
fn quoted(witness: &[u8]) -> String {
    format!("\"{}\"", witness.escape_ascii())
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { through, why } => match &through[..] {
                [] | [_] => write!(f, "unreadable as printed: {why}"),
                through => write!(f, "unreadable as printed, through {}", through.join(" → ")),
            },
            Self::Idle => f.write_str("the reading changes nothing"),
            Self::Changes { adds, takes } => {
                let adds = adds.iter().map(|witness| format!("adds {}", quoted(witness)));
                let takes = takes.iter().map(|witness| format!("takes {}", quoted(witness)));
                write!(f, "the reading {}", adds.chain(takes).collect::<Vec<_>>().join(" and "))
            }
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Equal => f.write_str("equal"),
            Self::Missing => f.write_str("missing in pest"),
            Self::Undecided(why) => write!(f, "undecided: {why}"),
            Self::Differs { only_printed, only_pest } => {
                f.write_str("differs:")?;
                if let Some(witness) = only_printed {
                    write!(f, " only in print {}", quoted(witness))?;
                }
                if let Some(witness) = only_pest {
                    write!(f, " only in pest {}", quoted(witness))?;
                }
                Ok(())
            }
        }
    }
}

/// A line for each production, and the findings below.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.productions.iter().map(|one| one.name.len()).max().unwrap_or(0);
        for Judged { name, size, reading, verdict, .. } in &self.productions {
            let size = size.map(|size| size.to_string()).unwrap_or_default();
            write!(f, "{name:width$}  {size:>4}  {verdict}")?;
            match reading {
                Some(reading) => writeln!(f, " under a reading; {reading}")?,
                None => writeln!(f)?,
            }
        }
        for (name, user) in &self.undefined {
            writeln!(f, "undefined: {name}, used by {user}")?;
        }
        for name in &self.unreachable {
            writeln!(f, "not reached from a whole string: {name}")?;
        }
        for name in &self.unprinted {
            writeln!(f, "not in print: {name}")?;
        }
        for refused in &self.refused {
            writeln!(f, "not decided: {refused}")?;
        }
        match &self.never_taken {
            Ok(all) => all.iter().try_for_each(|never| {
                let NeverTaken { rule, alternative, text, .. } = never;
                writeln!(f, "never taken: alternative {alternative} of {rule}, {text}")
            })?,
            Err(why) => writeln!(f, "never taken: cannot be told, {why}")?,
        }
        for Overlap { production, alternatives: [first, second], witness, .. } in &self.overlaps {
            let witness = quoted(witness);
            writeln!(f, "ambiguous: {production} has {witness} as {first} and as {second}")?;
        }
        Ok(())
    }
}

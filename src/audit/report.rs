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

use std::fmt;

use super::ambiguity::{self, Overlap};
use super::bnf::Printed;
use super::derive::Languages;
use super::dfa::compare;
use super::peg::{Decided, NeverTaken, Peg};
use super::rules::Undecidable;

/// A grammar as printed, as read, and as transcribed.
#[derive(Debug)]
pub struct Sources<'s> {
    /// The printed grammar.
    pub printed: &'s Printed,
    /// The readings of its productions, if it needs any.
    pub readings: Option<&'s Printed>,
    /// Its transcription.
    pub peg: &'s Peg,
    /// The productions that stand for a whole string.
    pub whole: &'s [&'s str],
}

/// What there is to say of a grammar and its transcription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The productions in the printed order, and then those that only a reading defines.
    pub productions: Vec<Judged>,
    /// The rules that transcribe no production.
    pub unprinted: Vec<String>,
    /// The productions that no whole-string production reaches.
    pub unreachable: Vec<String>,
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

/// Compares a printed grammar, as it is read, with its transcription.
#[must_use]
pub fn audit(sources: &Sources<'_>) -> Report {
    let read = sources.readings.map(|readings| sources.printed.with_readings(readings));
    let read = read.as_ref().unwrap_or(sources.printed);
    let (printed, languages) = (Languages::of(sources.printed), Languages::of(read));
    let decided = sources.peg.decide();
    let mut unprinted: Vec<String> = sources.peg.rules().map(str::to_owned).collect();
    let mut productions = Vec::new();
    for name in languages.names() {
        let is_its = |rule: &String| transcribes(rule, name);
        let rules: Vec<String> = unprinted.extract_if(.., |rule| is_its(rule)).collect();
        let is_read = sources.readings.is_some_and(|readings| readings.production(name).is_some());
        productions.push(Judged {
            name: name.clone(),
            size: languages.size(name),
            reading: reading(name, &printed, &languages).or(is_read.then_some(Reading::Idle)),
            verdict: verdict(name, &rules, &languages, &decided),
            rules,
        });
    }
    Report {
        productions,
        unprinted,
        unreachable: languages.unreachable(sources.whole).into_iter().map(str::to_owned).collect(),
        undefined: printed.undefined().to_vec(),
        never_taken: sources.peg.never_taken().map_err(|error| error.to_string()),
        overlaps: ambiguity::overlaps(read),
    }
}

/// Whether a rule is by its name the transcription of a production: `-` is `_`, and `+` is
/// `_plus_`. A class of characters has two rules, one that leaves no node and one that does.
fn transcribes(rule: &str, production: &str) -> bool {
    let plain = |name: &str| {
        let name = name.replace('+', "_plus_").replace('-', "_");
        name.split('_').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_")
    };
    let production = plain(production);
    [Some(rule), rule.strip_prefix("whole_")]
        .into_iter()
        .flatten()
        .any(|rule| plain(rule) == production)
}

fn verdict(name: &str, rules: &[String], languages: &Languages, decided: &Decided) -> Verdict {
    let Some(production) = languages.start(name) else { return Verdict::Missing };
    let start = match production {
        Ok(start) => start,
        Err(undecidable) => return Verdict::Undecided(undecidable.to_string()),
    };
    let mut verdict = Verdict::Missing;
    for rule in rules {
        let Some(rule_start) = decided.start(rule) else {
            let is_its = |error: &&super::peg::PegError| error.rule.as_ref() == Some(rule);
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

/// What the readings do to a production; nothing if they do not reach it, or do it no harm.
fn reading(name: &str, printed: &Languages, read: &Languages) -> Option<Reading> {
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
    (adds.is_some() || takes.is_some()).then_some(Reading::Changes { adds, takes })
}

impl Report {
    /// Whether every production is equal to its rule, and no reading is idle.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        let clean =
            |one: &Judged| one.verdict == Verdict::Equal && one.reading != Some(Reading::Idle);
        self.productions.iter().all(clean)
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

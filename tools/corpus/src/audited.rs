//! The audit of a pair and its confirmation: the verdict on each production that has a counterpart, and what pest does with
//! its witnesses and with samples of every production that is equal. Where pest contradicts the audit, the audit or this
//! program is wrong, and the run fails.

use std::fs;
use std::path::Path;

use grammar_audit::sample::ByteSampler;
use urispec_audit::peg::Atomicity;
use urispec_audit::{
    GrammarPair, GrammarText, Languages, Notation, Printed, PrintedReader, Verdict, audit,
};

use crate::derivation::Derivations;
use crate::linted::LintedPair;
use crate::machine::{Machine, Run};
use crate::pair::Pair;

/// The core rules of ABNF (RFC 5234, appendix B.1).
const CORE: &str = include_str!("../../../crates/notation/imports/rfc5234.abnf");

/// The verdicts on the productions of a pair.
pub(crate) struct Audited {
    /// The productions with a counterpart, in the printed order.
    pub(crate) rows: Vec<Row>,
    /// What pest does with the strings that the author's sentences mention.
    pub(crate) sentences: Confirmation,
    /// The findings of the lint in the rules of the pair.
    pub(crate) linted: LintedPair,
}

/// A production, its rule, the verdict, and what pest does.
pub(crate) struct Row {
    pub(crate) production: String,
    pub(crate) rule: String,
    pub(crate) outcome: Outcome,
    pub(crate) run: Confirmation,
}

impl Row {
    /// Merges the row of the same production with the other atomicity. Keeps the outcome that is not equal.
    fn merge(&mut self, next: &mut Self) -> bool {
        if matches!(self.outcome, Outcome::Equal { .. }) {
            std::mem::swap(&mut self.outcome, &mut next.outcome);
        }
        let (run, next) = (&mut self.run, &mut next.run);
        run.witnesses += next.witnesses;
        run.not_utf8 += next.not_utf8;
        run.samples += next.samples;
        run.untried += next.untried;
        run.given_up += next.given_up;
        run.contradictions.append(&mut next.contradictions);
        true
    }
}

/// The verdict of the audit on a production.
pub(crate) enum Outcome {
    /// Both accept the same strings; with a depth, the same strings that nest no deeper.
    Equal { depth: Option<usize> },
    /// One accepts a string that the other rejects.
    Differs { only_printed: Option<Vec<u8>>, only_pest: Option<Vec<u8>> },
    /// The audit cannot decide, for this reason.
    Undecided(String),
}

/// What pest does with the strings of a production.
#[derive(Default)]
pub(crate) struct Confirmation {
    /// The number of witnesses that pest confirms.
    pub(crate) witnesses: usize,
    /// The number of witnesses that are not UTF-8, which pest cannot read.
    pub(crate) not_utf8: usize,
    /// The number of samples of an equal production that pest confirms.
    pub(crate) samples: usize,
    /// The number of equal productions without samples.
    pub(crate) untried: usize,
    /// The number of strings on which pest gives up.
    pub(crate) given_up: usize,
    /// The strings on which pest contradicts the audit.
    pub(crate) contradictions: Vec<String>,
}

/// A rule, and whether only atomic rules call it.
type Entry<'r> = (&'r str, bool);

impl Audited {
    /// Audits a pair, and runs pest on its witnesses and on samples of each equal production.
    ///
    /// # Errors
    /// If a grammar cannot be read, or if the map names an unknown production or rule.
    pub(crate) fn new(
        pair: &Pair,
        printed: &Path,
        pest: &str,
        samples: usize,
    ) -> Result<Self, String> {
        let texts = pair.printed.iter().map(|file| read(&printed.join(file)));
        let text = texts.collect::<Result<Vec<_>, _>>()?.join("\n");
        let readings = pair.readings.as_ref().map(|file| read(&printed.join(file))).transpose()?;
        let names = pair.printed.join(", ");
        let readings = readings.as_deref().zip(pair.readings.as_deref());
        let import = |reader: PrintedReader, name: &String| reader.import_known(name);
        let reader = pair.imports.iter().try_fold(urispec_audit::reader(Notation::Abnf), import);
        let file = pair.grammar.rsplit('/').next().unwrap_or_default();
        let grammars = GrammarPair::read_with(
            &reader.map_err(|error| error.to_string())?,
            GrammarText { file: &names, text: &text },
            readings.map(|(text, file)| GrammarText { file, text }),
            GrammarText { file, text: pest },
        );
        let map = pair.map.iter().map(|(production, rule)| (&**production, &**rule));
        let grammars = grammars.map_err(|error| error.to_string())?.with_map(map);
        let grammars = grammars.map_err(|error| error.to_string())?;
        let whole: Vec<&str> = pair.whole.iter().map(String::as_str).collect();
        let report = audit(&grammars, &whole).map_err(|error| error.to_string())?;
        let printed = grammars.as_read();
        let languages = Languages::new(&printed);
        let core = Printed::read(Notation::Abnf, "core rules", CORE);
        let core = core.map_err(|error| error.to_string())?;

        let machine = Machine::new(pest, &pair.rules())?;
        let rows = report.productions.iter().filter_map(|one| {
            let rule = pair.map.get(&one.name)?;
            let outcome = Outcome::from(&one.verdict);
            let mut run = Confirmation::default();
            let atomicities = grammars.peg.atomicities(rule);
            let is_atomic = one.atomicity == Some(Atomicity::Atomic)
                || one.atomicity.is_none() && !atomicities.contains(&Atomicity::NonAtomic);
            let entry = (&**rule, is_atomic);
            match &outcome {
                Outcome::Differs { only_printed, only_pest } => {
                    run.witness(&machine, entry, only_printed.as_deref(), false);
                    run.witness(&machine, entry, only_pest.as_deref(), true);
                }
                Outcome::Equal { depth: None } => {
                    run.sample(&machine, entry, &one.name, &languages, samples);
                }
                Outcome::Equal { depth: Some(depth) } => {
                    let mut members = Derivations::new(&printed, &core, *depth);
                    let members = (0..samples).filter_map(|_| members.next(&one.name));
                    run.strings(&machine, entry, members.map(|member| (member, true)));
                }
                Outcome::Undecided(_) => {}
            }
            Some(Row { production: one.name.clone(), rule: rule.clone(), outcome, run })
        });
        let mut rows: Vec<Row> = rows.collect();
        // A production that has a row for each atomicity counts once.
        rows.dedup_by(|next, row| row.production == next.production && row.merge(next));
        let mut sentences = Confirmation::default();
        for (rule, string, accepts) in pair.strings() {
            sentences.witness(&machine, (rule, false), Some(string.as_bytes()), accepts);
        }
        let rules: Vec<&str> = pair.map.values().map(String::as_str).collect();
        Ok(Self { rows, sentences, linted: LintedPair::new(pest, &rules) })
    }
}

impl From<&Verdict> for Outcome {
    fn from(verdict: &Verdict) -> Self {
        match verdict {
            Verdict::Equal => Self::Equal { depth: None },
            Verdict::EqualToDepth(depth) => Self::Equal { depth: Some(*depth) },
            Verdict::Differs { only_printed, only_pest } => {
                Self::Differs { only_printed: only_printed.clone(), only_pest: only_pest.clone() }
            }
            Verdict::Undecided(why) => Self::Undecided(why.clone()),
            Verdict::Missing => Self::Undecided("no rule transcribes it".to_owned()),
        }
    }
}

impl Confirmation {
    /// Gives pest a witness. The rule must accept it exactly if only the rule has it.
    fn witness(
        &mut self,
        machine: &Machine,
        entry: Entry<'_>,
        witness: Option<&[u8]>,
        accepts: bool,
    ) {
        match witness.map(std::str::from_utf8) {
            None => {}
            Some(Err(_)) => self.not_utf8 += 1,
            Some(Ok(string)) => {
                self.witnesses += usize::from(self.agrees(machine, entry, string, accepts));
            }
        }
    }

    /// Gives pest members and near misses of a production that is equal to its rule.
    fn sample(
        &mut self,
        machine: &Machine,
        entry: Entry<'_>,
        production: &str,
        languages: &Languages,
        count: usize,
    ) {
        let start = languages.start(production).and_then(Result::ok);
        let acceptor = start.map(|start| languages.dfa().acceptor(start));
        let sampler = acceptor.and_then(|acceptor| ByteSampler::new(acceptor).ok());
        let strings = sampler.into_iter().flat_map(|mut sampler| {
            (0..count).filter_map(move |number| match number % 2 {
                0 => Some((sampler.member(), true)),
                _ => sampler.near_miss().map(|string| (string, false)),
            })
        });
        self.strings(machine, entry, strings);
        self.untried = usize::from(self.samples == 0 && count > 0);
    }

    /// Gives pest strings, each with whether the rule must accept it. Skips those that are not UTF-8.
    fn strings(
        &mut self,
        machine: &Machine,
        entry: Entry<'_>,
        strings: impl Iterator<Item = (Vec<u8>, bool)>,
    ) {
        for (bytes, accepts) in strings {
            if let Ok(string) = String::from_utf8(bytes) {
                self.samples += usize::from(self.agrees(machine, entry, &string, accepts));
            }
        }
    }

    fn agrees(
        &mut self,
        machine: &Machine,
        (rule, is_atomic): Entry<'_>,
        string: &str,
        accepts: bool,
    ) -> bool {
        match machine.run(rule, is_atomic, string) {
            Run::GivesUp => self.given_up += 1,
            run if (run == Run::Accepts) == accepts => return true,
            run => {
                let does = if run == Run::Accepts { "accepts" } else { "rejects" };
                self.contradictions.push(format!("`{rule}` {does} {string:?}"));
            }
        }
        false
    }
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

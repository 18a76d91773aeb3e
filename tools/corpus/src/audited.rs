//! The audit of a pair, and its confirmation: the only file that calls the audit.
//!
//! In: a [`Pair`] and the text of its `.pest` file. Out: [`Audited`]: the verdict on each production
//! that has a counterpart, and what pest said of it. A witness is given to pest, and so are strings of
//! every production that is equal; where pest does otherwise than the audit says, the audit or this
//! program is wrong, and the run fails.

use std::fs;
use std::path::Path;

use urispec_audit::{
    Atomicity, GrammarPair, GrammarText, Languages, MapError, Notation, PairError, PegError,
    Printed, PrintedReader, Report, Verdict, audit,
};

use crate::cause::{self, Cause};
use crate::derivation::Derivations;
use crate::linted::LintedPair;
use crate::machine::{Machine, Run};
use crate::pair::Pair;
use crate::samples::Samples;

/// The core rules of ABNF (RFC 5234, appendix B.1).
const CORE: &str = include_str!("../../../crates/notation/imports/rfc5234.abnf");

/// The verdicts on the productions of a pair.
pub(crate) struct Audited {
    /// The productions with a counterpart, in the printed order.
    pub(crate) rows: Vec<Row>,
    /// What pest did with the strings that the sentences about the pair name.
    pub(crate) said: Confirmation,
    /// What the rules say otherwise than their author meant.
    pub(crate) linted: LintedPair,
}

/// A production, its rule, the verdict, and what pest said.
pub(crate) struct Row {
    pub(crate) production: String,
    pub(crate) rule: String,
    pub(crate) outcome: Outcome,
    pub(crate) run: Confirmation,
}

impl Row {
    /// Takes over what is known of the same production in the other atomicity.
    fn takes(&mut self, next: &mut Self) -> bool {
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

/// What the audit says of a production.
pub(crate) enum Outcome {
    /// Both accept the same strings; with a depth, the same of those that nest no deeper.
    Equal { depth: Option<usize> },
    /// One accepts a string that the other rejects.
    Differs { only_printed: Option<Vec<u8>>, only_pest: Option<Vec<u8>> },
    /// The audit does not know.
    Undecided { why: String, causes: Vec<Cause> },
}

/// What pest did with the strings of a production.
#[derive(Default)]
pub(crate) struct Confirmation {
    /// The witnesses that pest confirmed.
    pub(crate) witnesses: usize,
    /// The witnesses that are no UTF-8, which pest does not read.
    pub(crate) not_utf8: usize,
    /// The strings of a production that is equal which pest confirmed.
    pub(crate) samples: usize,
    /// The productions that are equal and of which pest was given no strings, since none was found.
    pub(crate) untried: usize,
    /// The strings at which pest gave up.
    pub(crate) given_up: usize,
    /// Where pest does otherwise than the audit says.
    pub(crate) contradictions: Vec<String>,
}

impl Audited {
    /// Audits a pair, and runs pest on its witnesses and on some strings of what is equal.
    ///
    /// # Errors
    /// When the printed grammar cannot be read as such, the map names what there is not, or pest refuses
    /// what the audit reads.
    pub(crate) fn of(
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
        let grammars = GrammarPair::read_with(
            &reader.map_err(|error| error.to_string())?,
            GrammarText { file: &names, text: &text },
            readings.map(|(text, file)| GrammarText { file, text }),
            GrammarText { file: file_name(&pair.grammar), text: pest },
        );
        let grammars = match grammars {
            Ok(grammars) => grammars,
            Err(PairError::Pest(error)) => {
                let printed = Printed::read(Notation::Abnf, &names, &text);
                let printed = printed.map_err(|error| error.to_string())?;
                return Self::refused(pair, &printed, pest, &error);
            }
            Err(error) => return Err(error.to_string()),
        };
        let map = pair.map.iter().map(|(production, rule)| (&**production, &**rule));
        let grammars = grammars.with_map(map).map_err(|error| error.to_string())?;
        let whole: Vec<&str> = pair.whole.iter().map(String::as_str).collect();
        let report = audit(&grammars, &whole).map_err(|error| error.to_string())?;
        let read = grammars.as_read();
        let languages = Languages::new(&read);
        let core = Printed::read(Notation::Abnf, "core rules", CORE);
        let core = core.map_err(|error| error.to_string())?;

        let machine = Machine::of(pest, &pair.rules())?;
        let judged = report.productions.iter();
        let rows = judged.filter_map(|one| {
            let rule = pair.map.get(&one.name)?;
            let outcome = outcome(&one.verdict, &one.name, rule, &languages, &report);
            let mut run = Confirmation::default();
            let atomicities = grammars.peg.atomicities(rule);
            let is_atomic = one.atomicity == Some(Atomicity::Atomic)
                || one.atomicity.is_none() && !atomicities.contains(&Atomicity::NonAtomic);
            match &outcome {
                Outcome::Differs { only_printed, only_pest } => {
                    run.witness(&machine, (rule, is_atomic), only_printed.as_deref(), false);
                    run.witness(&machine, (rule, is_atomic), only_pest.as_deref(), true);
                }
                Outcome::Equal { depth: None } => {
                    run.sample(&machine, (rule, is_atomic), &one.name, &languages, samples)
                }
                Outcome::Equal { depth: Some(depth) } => {
                    let mut members = Derivations::of(&read, &core, *depth);
                    run.members(&machine, (rule, is_atomic), &one.name, &mut members, samples);
                }
                Outcome::Undecided { .. } => {}
            }
            Some(Row { production: one.name.clone(), rule: rule.clone(), outcome, run })
        });
        let mut rows: Vec<Row> = rows.collect();
        // A production that has a row for each atomicity counts once, as the row that is not equal.
        rows.dedup_by(|next, row| row.production == next.production && row.takes(next));
        let mapped: Vec<&str> = pair.map.values().map(String::as_str).collect();
        let linted = LintedPair::of(pest, &mapped);
        Ok(Self { rows, said: Confirmation::said(pair, &machine), linted })
    }

    /// The verdicts where the audit refuses the whole `.pest` file. The map is held to what there is all
    /// the same.
    fn refused(
        pair: &Pair,
        printed: &Printed,
        pest: &str,
        error: &PegError,
    ) -> Result<Self, String> {
        let is_unknown = |production: &&String| printed.production(production).is_none();
        if let Some(production) = pair.map.keys().find(is_unknown) {
            return Err(MapError::Production(production.clone()).to_string());
        }
        let machine = Machine::of(pest, &pair.rules())?;
        let row = |(production, rule): (&String, &String)| Row {
            production: production.clone(),
            rule: rule.clone(),
            outcome: Outcome::Undecided {
                why: error.to_string(),
                causes: vec![Cause::Pest(cause::kind(&error.fault))],
            },
            run: Confirmation::default(),
        };
        let rows = pair.map.iter().map(row).collect();
        Ok(Self { rows, said: Confirmation::said(pair, &machine), linted: LintedPair::default() })
    }
}

fn outcome(
    verdict: &Verdict,
    production: &str,
    rule: &str,
    languages: &Languages,
    report: &Report,
) -> Outcome {
    match verdict {
        Verdict::Equal => Outcome::Equal { depth: None },
        Verdict::EqualToDepth(depth) => Outcome::Equal { depth: Some(*depth) },
        Verdict::Differs { only_printed, only_pest } => {
            Outcome::Differs { only_printed: only_printed.clone(), only_pest: only_pest.clone() }
        }
        Verdict::Undecided(why) => {
            let causes = cause::of(production, rule, languages, &report.refused);
            Outcome::Undecided { why: why.clone(), causes }
        }
        Verdict::Missing => {
            Outcome::Undecided { why: "no rule transcribes it".to_owned(), causes: vec![] }
        }
    }
}

impl Confirmation {
    /// Gives pest the strings that the sentences about a pair name.
    fn said(pair: &Pair, machine: &Machine) -> Self {
        let mut run = Self::default();
        for (rule, string, reads) in pair.said() {
            run.witness(machine, (rule, false), Some(string.as_bytes()), reads);
        }
        run
    }

    /// Gives pest a witness. The rule must read all of what only the rule has, and nothing else.
    fn witness(
        &mut self,
        machine: &Machine,
        rule: (&str, bool),
        witness: Option<&[u8]>,
        reads: bool,
    ) {
        let Some(witness) = witness else { return };
        match std::str::from_utf8(witness) {
            Err(_) => self.not_utf8 += 1,
            Ok(string) => {
                let is_confirmed = self.agrees(machine, rule, string, reads);
                self.witnesses += usize::from(is_confirmed);
            }
        }
    }

    /// Gives pest strings of a production that is equal to its rule, and strings next to them.
    fn sample(
        &mut self,
        machine: &Machine,
        rule: (&str, bool),
        production: &str,
        languages: &Languages,
        count: usize,
    ) {
        let Some(Ok(start)) = languages.start(production) else {
            self.untried = 1;
            return;
        };
        let Some(mut samples) = Samples::of(languages.dfa(), start) else { return };
        for number in 0..count {
            let Some((string, is_member)) = samples.next(number) else { continue };
            let is_confirmed = self.agrees(machine, rule, &string, is_member);
            self.samples += usize::from(is_confirmed);
        }
    }

    /// Gives pest members of a production that is equal to its rule to a depth.
    fn members(
        &mut self,
        machine: &Machine,
        rule: (&str, bool),
        production: &str,
        members: &mut Derivations<'_>,
        count: usize,
    ) {
        for _ in 0..count {
            let member = members.next(production).map(String::from_utf8);
            if let Some(Ok(string)) = member {
                let is_confirmed = self.agrees(machine, rule, &string, true);
                self.samples += usize::from(is_confirmed);
            }
        }
        self.untried = usize::from(self.samples == 0 && count > 0);
    }

    fn agrees(
        &mut self,
        machine: &Machine,
        (rule, is_atomic): (&str, bool),
        string: &str,
        reads: bool,
    ) -> bool {
        match machine.run(rule, is_atomic, string) {
            Run::GivesUp => {
                self.given_up += 1;
                false
            }
            run if (run == Run::Reads) == reads => true,
            run => {
                let does = if run == Run::Reads { "reads" } else { "rejects" };
                self.contradictions.push(format!("`{rule}` {does} {string:?}"));
                false
            }
        }
    }
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// The last part of a path, which is how messages name the file.
fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

//! The verdicts on a random grammar in both notations, compared with a plain matcher of the printed grammar and with
//! pest's own machine, on all strings up to a length over the letters of the grammar.
//!
//! *Equal* must hold for each string. A witness must be one, and a shortest one unless the report says that it cannot
//! tell. *Equal to a depth* must hold for each string that either side derives without nesting deeper.

use std::fmt;

use urispec_audit::notation::Characters;
use urispec_audit::{
    GrammarPair, GrammarText, Languages, Notation, ProductionVerdict, Report, Verdict, audit,
};

use crate::evaluator::{LONGEST, Term, matches, matches_to};
use crate::expressions::NAMES;
use crate::grammars::{Grammars, strings};
use crate::machine::Whole;
use crate::random::Random;

/// The greatest number of strings for one grammar.
pub(crate) const STRINGS: usize = 400;

/// The depth to which recursion is unrolled. A greater one takes much longer without finding more in such small
/// grammars.
const DEPTH: usize = 2;

/// The number of verdicts of each kind.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) equal: usize,
    pub(crate) differs: usize,
    pub(crate) to_depth: usize,
    pub(crate) undecided: usize,
    pub(crate) refused: usize,
}

impl Counts {
    pub(crate) fn add(&mut self, other: &Self) {
        self.equal += other.equal;
        self.differs += other.differs;
        self.to_depth += other.to_depth;
        self.undecided += other.undecided;
        self.refused += other.refused;
    }

    pub(crate) fn verdicts(&self) -> usize {
        self.equal + self.differs + self.to_depth + self.undecided
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { equal, differs, to_depth, undecided, refused } = self;
        write!(
            f,
            "{} verdicts: {equal} equal, {differs} differ, {to_depth} to a depth, {undecided} undecided; \
             {refused} refused by pest or by an engine; wrong: none",
            self.verdicts()
        )
    }
}

/// A grammar, read by all sides.
pub(crate) struct Subject<'g> {
    pub(crate) grammars: &'g Grammars,
    pair: GrammarPair,
    pub(crate) whole: Whole,
    pub(crate) plain: Vec<Term>,
    pub(crate) strings: Vec<String>,
}

impl<'g> Subject<'g> {
    /// Reads a grammar, with at most `most` strings. Returns `None` if pest refuses it.
    pub(crate) fn of(grammars: &'g Grammars, most: usize) -> Result<Option<Self>, String> {
        let (abnf, pest) = (grammars.abnf(), grammars.pest_text());
        let Ok(whole) = Whole::of(&pest, NAMES.into_iter()) else { return Ok(None) };
        let reader = urispec_audit::reader(Notation::Abnf).characters(Characters::Utf8);
        let [printed, pest] =
            [("a.abnf", &abnf), ("a.pest", &pest)].map(|(file, text)| GrammarText { file, text });
        let pair = GrammarPair::read_with(&reader, printed, None, pest);
        let pair = pair.map_err(|why| why.to_string())?.with_depth(DEPTH);
        let (plain, strings) = (grammars.plain(), strings(grammars.letters, most));
        Ok(Some(Self { grammars, pair, whole, plain, strings }))
    }

    pub(crate) fn audit(&self) -> Report {
        audit(&self.pair, &NAMES).unwrap()
    }

    /// Returns whether a production has an automaton.
    pub(crate) fn is_regular(&self, rule: usize) -> bool {
        Languages::new(&self.pair.as_read()).start(NAMES[rule]).is_some_and(|start| start.is_ok())
    }

    /// Checks the verdict on a production.
    fn check(
        &self,
        report: &Report,
        judged: &ProductionVerdict,
        counts: &mut Counts,
    ) -> Result<(), String> {
        let rule = NAMES.iter().position(|name| **name == judged.name).ok_or("no such rule")?;
        let atomicities = match judged.atomicity {
            Some(atomicity) => vec![atomicity],
            None => self.pair.peg.atomicities(&judged.name),
        };
        // Strings on which pest gives up are skipped.
        let texts = || self.strings.iter().map(String::as_str);
        let has = |text: &str| matches(&self.plain, rule, text.as_bytes());
        for atomicity in atomicities {
            let reads = |text: &str| self.whole.reads(&judged.name, atomicity, text);
            let fails = |text: &str, why: &str| {
                Err(format!("{} ({atomicity}) {}: {text:?} {why}", judged.name, judged.verdict))
            };
            match &judged.verdict {
                Verdict::Equal => {
                    if let Some(text) =
                        texts().find(|text| reads(text).is_some_and(|one| one != has(text)))
                    {
                        return fails(text, "distinguishes them");
                    }
                }
                Verdict::EqualToDepth(depth) => {
                    if *depth > DEPTH {
                        return fails("", "is to a greater depth than requested");
                    }
                    let is_shallow =
                        |text: &str| matches_to(&self.plain, rule, text.as_bytes(), *depth);
                    let only_printed = |text: &&str| is_shallow(text) && reads(text) == Some(false);
                    if let Some(text) = texts().find(only_printed) {
                        return fails(text, "nests no deeper in print, but pest rejects it");
                    }
                    // A silent or an atomic rule hides pairs.
                    if self
                        .grammars
                        .modifiers
                        .iter()
                        .any(|one| "_@".contains(one) && !one.is_empty())
                    {
                        continue;
                    }
                    let is_shallow = |text: &str| {
                        let found = self.whole.depth(&judged.name, atomicity, text);
                        found.flatten().is_some_and(|found| found <= *depth)
                    };
                    if let Some(text) = texts().find(|text| is_shallow(text) && !has(text)) {
                        return fails(text, "nests no deeper in pest, but print rejects it");
                    }
                }
                Verdict::Differs { only_printed, only_pest } => {
                    let is_told = report.unknown.iter().all(|one| one.name != judged.name);
                    let only = |in_print: bool, text: &str| {
                        has(text) == in_print && reads(text) == Some(!in_print)
                    };
                    for (witness, in_print) in [(only_printed, true), (only_pest, false)] {
                        let length = witness.as_ref().map_or(usize::MAX, Vec::len);
                        if is_told
                            && let Some(text) =
                                texts().find(|text| text.len() < length && only(in_print, text))
                        {
                            return fails(text, "is a shorter witness");
                        }
                        let Some(Ok(text)) = witness.as_deref().map(str::from_utf8) else {
                            continue;
                        };
                        if text.len() <= LONGEST && reads(text).is_some() && !only(in_print, text) {
                            return fails(text, "is no witness");
                        }
                    }
                }
                Verdict::Undecided(why) if why.contains("contradict each other") => {
                    return fails("", "is a contradiction");
                }
                Verdict::Undecided(_) | Verdict::Missing => {}
            }
        }
        match judged.verdict {
            Verdict::Equal => counts.equal += 1,
            Verdict::Differs { .. } => counts.differs += 1,
            Verdict::EqualToDepth(_) => counts.to_depth += 1,
            Verdict::Undecided(_) | Verdict::Missing => counts.undecided += 1,
        }
        Ok(())
    }
}

/// Checks all verdicts on a random grammar.
///
/// # Errors
///
/// If a verdict is wrong.
pub(crate) fn check(random: &mut Random) -> Result<Counts, String> {
    check_grammar(&Grammars::random(random), STRINGS)
}

/// Checks all verdicts on a grammar, with at most `most` strings.
///
/// # Errors
///
/// If a verdict is wrong.
pub(crate) fn check_grammar(grammars: &Grammars, most: usize) -> Result<Counts, String> {
    let shown = |why: String| format!("{why}\n{}{}", grammars.abnf(), grammars.pest_text());
    let mut counts = Counts::default();
    let Some(subject) = Subject::of(grammars, most).map_err(shown)? else {
        counts.refused += 1;
        return Ok(counts);
    };
    let report = subject.audit();
    for judged in &report.productions {
        subject.check(&report, judged, &mut counts).map_err(shown)?;
    }
    Ok(counts)
}

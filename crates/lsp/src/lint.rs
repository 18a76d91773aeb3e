//! Lints an open document, one step at a time.
//!
//! A step is one pest rule, or one printed grammar, so that a keystroke waits for one rule at most. A fingerprint
//! covers everything that a rule's findings depend on: findings of unchanged rules are kept, and moved to their new
//! places.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::time::Duration;

use urispec_audit::lint::{Finding, Lint, PestLinter, lint_pest_text, lint_printed};
use urispec_audit::{Deadline, GrammarKind, GrammarText, Peg, reader};

use super::block::EmbeddedGrammar;

/// The time limit for one rule, or one printed grammar.
const STEP: Duration = Duration::from_millis(500);
/// The time limit for finding slow rules.
const TIMES: Duration = Duration::from_millis(150);

/// The findings of a document, and the remaining work.
#[derive(Default)]
pub(super) struct Findings {
    /// The findings of rules by fingerprint, with spans relative to the rule.
    known: HashMap<u64, Vec<Finding>>,
    /// The findings so far, with spans in the document.
    found: Vec<Finding>,
    queue: VecDeque<Work>,
    /// Whether the findings differ from the last report, or none was sent yet.
    is_unreported: bool,
}

/// A step of work.
enum Work {
    /// A grammar as a whole.
    Block(EmbeddedGrammar),
    /// A rule of a pest block, and its fingerprint.
    Rule(EmbeddedGrammar, String, u64),
    /// The slow rules of a pest block, checked after everything else is reported.
    Times(EmbeddedGrammar),
}

impl Findings {
    /// Restarts with a text. The rule at the edited offset is linted first.
    pub(super) fn begin(
        &mut self,
        file: &str,
        text: &str,
        blocks: &[EmbeddedGrammar],
        edited: Option<usize>,
    ) {
        self.found.clear();
        self.queue.clear();
        self.is_unreported = true;
        let (mut used, mut times) = (HashMap::new(), Vec::new());
        for block in blocks {
            if block.kind != GrammarKind::Pest {
                self.queue.push_back(Work::Block(block.clone()));
                continue;
            }
            let source = &text[block.span.clone()];
            let Ok(peg) = Peg::read(file, source) else {
                self.queue.push_front(Work::Block(block.clone()));
                continue;
            };
            times.push(Work::Times(block.clone()));
            let linter = PestLinter::new(&peg);
            self.add(linter.file().findings, block.span.start);
            for rule in peg.rules() {
                let (number, Some(place)) = (linter.fingerprint(rule), linter.place(rule)) else {
                    continue;
                };
                if let Some(known) = self.known.remove(&number) {
                    self.add(known.clone(), block.span.start + place.start);
                    used.insert(number, known);
                    continue;
                }
                let is_edited = edited.is_some_and(|at| {
                    let place = block.span.start + place.start..=block.span.start + place.end;
                    place.contains(&at)
                });
                let work = Work::Rule(block.clone(), rule.to_owned(), number);
                if is_edited { self.queue.push_front(work) } else { self.queue.push_back(work) }
            }
        }
        self.queue.extend(times);
        // Drops fingerprints that no rule of the text has.
        self.known = used;
    }

    /// Returns whether all work is done and reported.
    pub(super) fn is_done(&self) -> bool {
        self.queue.is_empty() && !self.is_unreported
    }

    /// Returns the findings so far, in the order of the text, if they are not yet reported.
    pub(super) fn take_unreported(&mut self) -> Option<&[Finding]> {
        std::mem::take(&mut self.is_unreported).then(|| self.found())
    }

    /// Runs the next step, if any.
    pub(super) fn step(&mut self, file: &str, text: &str) {
        let before = self.found.len();
        self.next(file, text);
        self.is_unreported |= self.found.len() != before;
    }

    fn next(&mut self, file: &str, text: &str) {
        let deadline = Deadline::after(STEP);
        match self.queue.pop_front() {
            None => {}
            Some(Work::Block(block)) => {
                let source = GrammarText { file, text: &text[block.span.clone()] };
                let linted = match block.kind {
                    GrammarKind::Printed(notation) => {
                        lint_printed(&reader(notation), source, deadline)
                    }
                    _ => lint_pest_text(source, deadline),
                };
                self.add(linted.findings, block.span.start);
            }
            Some(Work::Times(block)) => {
                let Ok(peg) = Peg::read(file, &text[block.span.clone()]) else { return };
                let peg = peg.with_deadline(Deadline::after(TIMES));
                self.add(PestLinter::new(&peg).quick().slow_rules(), block.span.start);
            }
            Some(Work::Rule(block, rule, number)) => {
                let Ok(peg) = Peg::read(file, &text[block.span.clone()]) else { return };
                let peg = peg.with_deadline(deadline);
                let linter = PestLinter::new(&peg).quick();
                let Some(place) = linter.place(&rule) else { return };
                let found = linter.rule(&rule).findings;
                self.add(found.clone(), block.span.start);
                // Its fix depends on more than the fingerprint covers.
                if found.iter().all(|one| one.lint != Lint::PrefixShadowed) {
                    let source = found.into_iter().map(|one| shifted(one, place.start, 0));
                    self.known.insert(number, source.collect());
                }
            }
        }
    }

    /// Adds findings of a part of the text that begins at `at`.
    fn add(&mut self, found: Vec<Finding>, at: usize) {
        self.found.extend(found.into_iter().map(|one| shifted(one, 0, at)));
    }

    /// Returns the findings so far, in the order of the text.
    pub(super) fn found(&mut self) -> &[Finding] {
        self.found.sort_by_key(|one| (one.span.start, one.span.end, one.lint));
        &self.found
    }
}

/// Shifts the spans of a finding from one offset to another. Its line and column are not used.
fn shifted(mut finding: Finding, from: usize, to: usize) -> Finding {
    let with = |span: &mut Range<usize>| *span = span.start + to - from..span.end + to - from;
    with(&mut finding.span);
    with(&mut finding.within);
    if let Some(mend) = &mut finding.mend {
        with(&mut mend.span);
    }
    finding
}

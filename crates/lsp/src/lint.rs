//! Lints an open document in steps.
//!
//! In: a text. Out: findings, as soon as they are known. A step is one pest rule or one printed grammar, so
//! that a keystroke waits for at most one rule. A fingerprint covers everything on which a rule's findings
//! depend; the findings of rules with the same fingerprint are kept and moved to their new places.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::time::Duration;

use urispec_audit::lint::{Finding, Lint, PestLinter, lint_pest_text, lint_printed};
use urispec_audit::{Deadline, GrammarKind, GrammarText, Peg, reader};

use super::block::EmbeddedGrammar;

/// The time limit for one rule or one printed grammar.
const STEP: Duration = Duration::from_millis(500);
/// The time limit for finding rules with a bad running time.
const TIMES: Duration = Duration::from_millis(150);

/// The findings of a document, and the remaining work.
#[derive(Default)]
pub(super) struct Findings {
    /// The findings of rules by fingerprint, with offsets from the start of the rule.
    known: HashMap<u64, Vec<Finding>>,
    /// The findings so far, with offsets in the document.
    found: Vec<Finding>,
    left: VecDeque<Work>,
    /// Whether the findings differ from those last published, or none have been published for this text.
    is_news: bool,
}

/// A step of work.
enum Work {
    /// A whole grammar.
    Block(EmbeddedGrammar),
    /// A rule in a pest block, and its fingerprint.
    Rule(EmbeddedGrammar, String, u64),
    /// The running times in a pest block, which are checked last.
    Times(EmbeddedGrammar),
}

impl Findings {
    /// Starts over with a text. The rule at an offset is linted first.
    pub(super) fn begin(
        &mut self,
        file: &str,
        text: &str,
        blocks: &[EmbeddedGrammar],
        edited: Option<usize>,
    ) {
        self.found.clear();
        self.left.clear();
        self.is_news = true;
        let (mut used, mut times) = (HashMap::new(), Vec::new());
        for block in blocks {
            if block.kind != GrammarKind::Pest {
                self.left.push_back(Work::Block(block.clone()));
                continue;
            }
            let own = &text[block.span.clone()];
            let Ok(peg) = Peg::read(file, own) else {
                self.left.push_front(Work::Block(block.clone()));
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
                if is_edited { self.left.push_front(work) } else { self.left.push_back(work) }
            }
        }
        self.left.extend(times);
        // Findings of rules that no longer exist are dropped.
        self.known = used;
    }

    /// Returns whether everything has been linted and published.
    pub(super) fn is_done(&self) -> bool {
        self.left.is_empty() && !self.is_news
    }

    /// Returns the findings so far, in the order of the text, if they need to be published.
    pub(super) fn news(&mut self) -> Option<&[Finding]> {
        std::mem::take(&mut self.is_news).then(|| self.found())
    }

    /// Performs one step, if any is left.
    pub(super) fn step(&mut self, file: &str, text: &str) {
        let before = self.found.len();
        self.next(file, text);
        self.is_news |= self.found.len() != before;
    }

    fn next(&mut self, file: &str, text: &str) {
        let deadline = Deadline::after(STEP);
        match self.left.pop_front() {
            None => {}
            Some(Work::Block(block)) => {
                let own = GrammarText { file, text: &text[block.span.clone()] };
                let linted = match block.kind {
                    GrammarKind::Printed(notation) => {
                        lint_printed(&reader(notation), own, deadline)
                    }
                    _ => lint_pest_text(own, deadline),
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
                // The fix of this lint depends on more than the fingerprint.
                if found.iter().all(|one| one.lint != Lint::PrefixShadowed) {
                    let own = found.into_iter().map(|one| moved(one, place.start, 0));
                    self.known.insert(number, own.collect());
                }
            }
        }
    }

    /// Adds findings in a part of the text that begins at an offset.
    fn add(&mut self, found: Vec<Finding>, at: usize) {
        self.found.extend(found.into_iter().map(|one| moved(one, 0, at)));
    }

    /// Returns the findings so far, in the order of the text.
    pub(super) fn found(&mut self) -> &[Finding] {
        self.found.sort_by_key(|one| (one.span.start, one.span.end, one.lint));
        &self.found
    }
}

/// Rebases the spans of a finding. Its line and column are not used.
fn moved(mut finding: Finding, from: usize, to: usize) -> Finding {
    let with = |span: &mut Range<usize>| *span = span.start + to - from..span.end + to - from;
    with(&mut finding.span);
    with(&mut finding.within);
    if let Some(mend) = &mut finding.mend {
        with(&mut mend.span);
    }
    finding
}

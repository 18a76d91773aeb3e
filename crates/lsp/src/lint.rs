//! Lints an open document, one step at a time.
//!
//! A step is one pest rule, or one printed grammar, so that a keystroke waits for one rule at most. A fingerprint
//! covers everything that a rule's findings depend on: findings of unchanged rules are kept, and moved to their new
//! places.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::time::Duration;

use lsp_types::{Position, PositionEncodingKind};
use urispec_audit::lint::{Finding, Lint, PestLinter, lint_pest_text, lint_printed};
use urispec_audit::{Deadline, GrammarKind, GrammarText, Notation, Peg, reader};

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
    /// Whether the findings differ from the last report, or no report was sent yet.
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
    /// Restarts linting with a new text. The rule at the edited offset is linted first.
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
                // The fix of `PrefixShadowed` depends on more than the fingerprint covers.
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

/// Moves the spans of a finding from one offset to another. The line and the column are unused, and are not updated.
fn shifted(mut finding: Finding, from: usize, to: usize) -> Finding {
    let with = |span: &mut Range<usize>| *span = span.start + to - from..span.end + to - from;
    with(&mut finding.span);
    with(&mut finding.within);
    if let Some(mend) = &mut finding.mend {
        with(&mut mend.span);
    }
    finding
}

// Finds the grammars in a document: a whole file, or the fenced blocks of Markdown.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EmbeddedGrammar {
    pub(super) kind: GrammarKind,
    pub(super) span: Range<usize>,
}

/// Returns the grammars in a document. The file name and the language that the client reports determine their kinds.
pub(super) fn blocks(file: &str, language: &str, text: &str) -> Vec<EmbeddedGrammar> {
    if let Some(kind) = named(language, text) {
        return vec![EmbeddedGrammar { kind, span: 0..text.len() }];
    }
    if language == "markdown" || file.ends_with(".md") {
        return fenced(text);
    }
    match GrammarKind::from_file(file, text) {
        Some(kind @ (GrammarKind::Pest | GrammarKind::Printed(_))) => {
            vec![EmbeddedGrammar { kind, span: 0..text.len() }]
        }
        _ => Vec::new(),
    }
}

/// Returns the grammar kind that a language name denotes.
fn named(word: &str, text: &str) -> Option<GrammarKind> {
    match word {
        "pest" => Some(GrammarKind::Pest),
        "abnf" => Some(GrammarKind::Printed(Notation::Abnf)),
        "bnf" => Some(GrammarKind::Printed(Notation::Bnf)),
        "ebnf" => GrammarKind::from_file("a.ebnf", text),
        _ => None,
    }
}

/// Returns the fenced blocks in a grammar language.
fn fenced(text: &str) -> Vec<EmbeddedGrammar> {
    let (mut blocks, mut open, mut at) = (Vec::new(), None::<(&str, &str, usize)>, 0);
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        let after = at + line.len();
        match open {
            None if content.starts_with("```") || content.starts_with("~~~") => {
                let language = content.trim_start_matches(&content[..1]);
                let fence = &content[..content.len() - language.len()];
                let language = language.split_whitespace().next().unwrap_or_default();
                open = Some((fence, language, after));
            }
            Some((fence, language, begin)) if content == fence => {
                if let Some(kind) = named(&language.to_ascii_lowercase(), &text[begin..at]) {
                    blocks.push(EmbeddedGrammar { kind, span: begin..at });
                }
                open = None;
            }
            _ => {}
        }
        at = after;
    }
    blocks
}

// Positions as clients count them: lines from 0, and columns in UTF-16 unless the client supports UTF-8.

/// The unit in which a client counts columns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Columns {
    Octets,
    Utf16,
}

impl Columns {
    /// Chooses octets if the client supports them, and UTF-16 otherwise.
    pub(super) fn chosen(offered: Option<&[PositionEncodingKind]>) -> Self {
        let has_octets = offered.is_some_and(|all| all.contains(&PositionEncodingKind::UTF8));
        if has_octets { Self::Octets } else { Self::Utf16 }
    }

    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Octets => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    fn width(self, text: &str) -> usize {
        match self {
            Self::Octets => text.len(),
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }

    pub(super) fn position(self, text: &str, at: usize) -> Position {
        let before = &text[..text.floor_char_boundary(at)];
        let begin = before.rfind('\n').map_or(0, |end| end + 1);
        let line = memchr::memchr_iter(b'\n', before.as_bytes()).count();
        Position::new(line as u32, self.width(&before[begin..]) as u32)
    }

    pub(super) fn range(self, text: &str, span: &Range<usize>) -> lsp_types::Range {
        lsp_types::Range::new(self.position(text, span.start), self.position(text, span.end))
    }

    /// Returns the byte offset of a position. A position beyond the end of its line is the end of the line.
    pub(super) fn offset(self, text: &str, position: Position) -> usize {
        let lines = text.split_inclusive('\n');
        let begin: usize = lines.take(position.line as usize).map(str::len).sum();
        let line = text[begin..].split('\n').next().unwrap_or_default();
        let (mut at, mut left) = (0, position.character as usize);
        for one in line.chars() {
            let width = self.width(one.encode_utf8(&mut [0; 4]));
            if left < width {
                break;
            }
            left -= width;
            at += one.len_utf8();
        }
        begin + at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fenced_blocks() {
        let text = "# A\n```abnf\na = b\n```\n~~~~ pest\nx = { \"```\" }\n~~~~\n```rust\n```\n```abnf\nopen\n";
        let blocks = blocks("a.md", "", text);
        let texts: Vec<&str> = blocks.iter().map(|block| &text[block.span.clone()]).collect();
        assert_eq!(texts, ["a = b\n", "x = { \"```\" }\n"]);
        assert_eq!(blocks[1].kind, GrammarKind::Pest);
    }

    #[test]
    fn whole_files() {
        assert_eq!(blocks("a.pest", "", "x").len(), 1);
        assert_eq!(blocks("unsaved", "abnf", "x").len(), 1);
        assert!(blocks("a.txt", "plaintext", "a = b").is_empty());
    }

    #[test]
    fn places_there_and_back() {
        let text = "a\nb\u{1F600}c\u{E9}\n";
        let both = [(Columns::Utf16, [0, 1, 3, 4, 5]), (Columns::Octets, [0, 1, 5, 6, 8])];
        for (columns, expected) in both {
            for (at, column) in [2, 3, 7, 8, 10].into_iter().zip(expected) {
                let position = Position::new(1, column);
                assert_eq!(columns.position(text, at), position);
                assert_eq!(columns.offset(text, position), at);
            }
            assert_eq!(columns.offset(text, Position::new(1, 99)), 10);
            assert_eq!(columns.offset(text, Position::new(9, 0)), text.len());
        }
    }
}

//! Lints of printed grammars, alone or in a document: ABNF, BNF and EBNF. All errors are reported at once.

use grammar_automata::build::Deadline;
#[cfg(feature = "documents")]
use grammar_notation::Extracted;
use grammar_notation::engine::{glued_numbers, is_defined_twice};
use grammar_notation::{
    GrammarText, Languages, Notation, NoteKind, Origin, Printed, PrintedError, PrintedProduction,
    PrintedReader, ReadError, UndecidableReason,
};

use super::{Finding, Lint, Linted, line_span};

#[cfg(feature = "documents")]
mod examples;
mod shape;
#[cfg(feature = "documents")]
pub use examples::{LintedDocument, lint_document_examples};

/// The maximum number of lines that belong to no production and are skipped. A file with more such lines is not a
/// grammar.
const STRAY: usize = 100;

/// Lints a printed grammar until a deadline.
///
/// ```
/// use grammar_audit::lint::lint_printed;
/// use grammar_audit::{Deadline, GrammarText, Notation, PrintedReader};
///
/// let text = "date = year \"-\" (month / day\nyear = 4DIGIT\n";
/// let reader = PrintedReader::new(Notation::Abnf);
/// let linted = lint_printed(&reader, GrammarText { file: "date.abnf", text }, Deadline::NONE);
/// let first = &linted.findings[0];
/// assert_eq!((first.lint.id(), first.line), ("unreadable", 1));
/// assert_eq!(first.message, "`date`: unclosed `(` in column 17");
/// ```
#[must_use]
pub fn lint_printed(reader: &PrintedReader, text: GrammarText<'_>, deadline: Deadline) -> Linted {
    let (mut linted, mut source) = (Linted::default(), text.text.to_owned());
    loop {
        match reader.read(GrammarText { file: text.file, text: &source }) {
            Ok(printed) => {
                let printed = printed.with_deadline(deadline);
                let text = PrintedText { printed: &printed, text: text.text };
                text.lint(&mut linted);
                break;
            }
            Err(PrintedError::Read(ReadError::Stray { line, .. }))
                if linted.findings.len() < STRAY =>
            {
                let message = "the line is neither a production nor a part of one; make it a comment, or indent it";
                linted.findings.push(unreadable(text.text, line, message.to_owned()));
                source = without(&source, line);
            }
            Err(error) => {
                let message = error.to_string();
                let message = message.strip_prefix(&format!("{}: ", text.file)).unwrap_or(&message);
                linted.findings.push(unreadable(text.text, 1, message.to_owned()));
                break;
            }
        }
    }
    linted.in_order()
}

/// Lints the grammar that a document prints, until a deadline. Line numbers are those of the document.
#[cfg(feature = "documents")]
#[must_use]
pub fn lint_document(document: &Extracted, reader: &PrintedReader, deadline: Deadline) -> Linted {
    let text = document.source();
    let mut linted =
        lint_printed(reader, GrammarText { file: &document.file, text: &text }, deadline);
    let twice = document.notes.iter().filter(|note| note.kind == NoteKind::DefinedTwice);
    linted.findings.extend(twice.map(|note| {
        let (name, span) = (&note.production, line_span(&text, note.line));
        let message = format!("`{name}`: {}", note.text);
        Finding {
            rule: Some(name.clone()),
            ..Finding::at(&text, span, Lint::DefinedTwice, message)
        }
    }));
    linted.in_order()
}

fn unreadable(text: &str, line: usize, message: String) -> Finding {
    Finding::at(text, line_span(text, line), Lint::Unreadable, message)
}

/// Returns the text with one line emptied.
fn without(text: &str, line: usize) -> String {
    let lines = text.split_inclusive('\n').zip(1..);
    lines.map(|(content, number)| if number == line { "\n" } else { content }).collect()
}

/// A grammar that was read, and its text.
struct PrintedText<'p> {
    printed: &'p Printed,
    text: &'p str,
}

impl PrintedText<'_> {
    fn lint(&self, linted: &mut Linted) {
        linted.findings.extend(self.unreadable());
        linted.findings.extend(self.numbers());
        linted.findings.extend(self.departures());
        let languages = Languages::new(self.printed);
        for production in self.own() {
            if let Some(Err(why)) = languages.start(&production.name) {
                let is_named = matches!(
                    why.reason,
                    UndecidableReason::Unreadable(_) | UndecidableReason::Undefined { .. }
                );
                if !is_named {
                    linted.leave_open(
                        &production.name,
                        format!("which strings it derives: {}", why.reason),
                    );
                }
            }
        }
        shape::lint(self, &languages, linted);
        shape::lint_shape(self, linted);
        shape::lint_order(self, &languages, linted);
    }

    /// Returns the productions that the text itself defines.
    fn own(&self) -> impl Iterator<Item = &PrintedProduction> {
        self.printed.productions.iter().filter(|one| one.origin == Origin::Printed)
    }

    fn unreadable(&self) -> impl Iterator<Item = Finding> {
        self.own().filter_map(|production| {
            let why = production.term.as_ref().err()?;
            let lint = match &why.why {
                why if why.starts_with('<') => Lint::Prose,
                why if is_defined_twice(why) => Lint::DefinedTwice,
                _ => Lint::Unreadable,
            };
            let message = format!("`{}`: {}", production.name, why.why);
            Some(self.finding(production, line_span(self.text, why.line), lint, message))
        })
    }

    /// Returns a finding for each departure from the notation. A production with such a departure can still be read.
    fn departures(&self) -> impl Iterator<Item = Finding> {
        let notes = self.printed.notes.iter().filter(|note| note.kind == NoteKind::Departure);
        notes.filter_map(|note| {
            let production = self.own().find(|one| one.name == note.production)?;
            let message = format!("`{}`: {}", note.production, note.text);
            let span = line_span(self.text, note.line);
            Some(self.finding(production, span, Lint::Departure, message))
        })
    }

    /// Returns a finding for each number that a letter directly follows. Unreadable productions are skipped.
    fn numbers(&self) -> impl Iterator<Item = Finding> {
        let is_abnf = matches!(self.printed.notation, Notation::Abnf | Notation::Bnf);
        let read = self.own().filter(move |one| is_abnf && one.term.is_ok());
        read.flat_map(|production| {
            glued_numbers(&production.text).map(|(line, why)| {
                let message = format!("`{}`: {why}", production.name);
                let finding = unreadable(self.text, production.line + line - 1, message);
                Finding { rule: Some(production.name.clone()), ..finding }
            })
        })
    }

    fn finding(
        &self,
        production: &PrintedProduction,
        span: std::ops::Range<usize>,
        lint: Lint,
        message: String,
    ) -> Finding {
        Finding {
            rule: Some(production.name.clone()),
            ..Finding::at(self.text, span, lint, message)
        }
    }

    /// Returns a finding at the first line of a production.
    fn at_line(&self, production: &PrintedProduction, lint: Lint, message: String) -> Finding {
        self.finding(production, self.line(production), lint, message)
    }

    /// Returns the span of the first line of a production.
    fn line(&self, production: &PrintedProduction) -> std::ops::Range<usize> {
        line_span(self.text, production.line)
    }

    /// Returns the span of a production. Returns `None` if the text has the production in several places, because
    /// alternatives are added to it elsewhere.
    fn place(&self, production: &PrintedProduction) -> Option<std::ops::Range<usize>> {
        let name = self.line(production).start;
        // The text of an indented production begins with blanks.
        let blanks = production.text.len() - production.text.trim_start().len();
        let start = name.checked_sub(blanks)?;
        let place = start..start + production.text.len();
        (self.text.get(place.clone()) == Some(&production.text)).then_some(place)
    }

    /// Returns the span of a word in a production, or the span of the production's first line if the word is not found.
    fn word(&self, production: &PrintedProduction, word: &str) -> std::ops::Range<usize> {
        let first = self.line(production);
        let text = &self.text[first.start..];
        let end = production.text.len().min(text.len());
        let is_name = |one: char| one.is_ascii_alphanumeric() || matches!(one, '-' | '_');
        // The name at the beginning is the defined one.
        let found = text.match_indices(word).skip_while(|(at, _)| *at == 0).find(|&(at, found)| {
            // A number before a name is a count of repetitions, unless it is the end of another name.
            let before =
                text[..at].trim_end_matches(|one: char| one.is_ascii_digit()).chars().next_back();
            let after = text[at + found.len()..].chars().next();
            !before.is_some_and(is_name) && !after.is_some_and(is_name)
        });
        match found {
            Some((at, found)) if at < end => first.start + at..first.start + at + found.len(),
            _ => first,
        }
    }
}

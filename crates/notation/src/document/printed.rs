//! Converts the grammar of a document to a grammar that can be audited. The source text has each production on
//! the same lines as the document, so line numbers need not be mapped. If several productions share a line,
//! each begins a new line.

use std::collections::HashSet;

use super::candidates::{Candidate, is_numbered};
use super::extracted::{Extracted, ExtractedProduction, PrintedPlace, Selection};
use super::groups::squeezed;
use super::lines::{Content, Lines, Section};
use crate::notations::{GrammarText, Notation, Printed};
use crate::printed::reader::{PrintedError, PrintedReader};

/// A printed grammar with its transcription to pest. A crate that compares the two implements this trait.
pub trait TranscribedGrammar: Sized {
    /// The reason why one of the texts is not a grammar.
    type Error;

    /// Reads a grammar, the readings that replace its productions, and its transcription.
    ///
    /// # Errors
    /// Returns an error if one of the texts cannot be read.
    fn read_with(
        reader: &PrintedReader,
        printed: GrammarText<'_>,
        readings: Option<GrammarText<'_>>,
        pest: GrammarText<'_>,
    ) -> Result<Self, Self::Error>;

    /// Returns the grammar as printed, so that sections can be assigned to its productions.
    fn printed_mut(&mut self) -> &mut Printed;
}

impl Extracted {
    /// Reads the productions as a grammar: all of them, each once.
    ///
    /// # Errors
    /// Returns an error if the document has no productions, or if an import or an assumption of the reader is invalid.
    pub fn printed(&self, reader: &PrintedReader) -> Result<Printed, PrintedError> {
        let text = self.source();
        let mut printed = reader.read(GrammarText { file: &self.file, text: &text })?;
        self.cite(&mut printed);
        Ok(printed)
    }

    /// Reads the productions with their transcription, as `GrammarPair::read_with` of `grammar-audit` does.
    ///
    /// # Errors
    /// As for `GrammarPair::read_with`.
    pub fn pair<P: TranscribedGrammar>(
        &self,
        reader: &PrintedReader,
        readings: Option<GrammarText<'_>>,
        pest: GrammarText<'_>,
    ) -> Result<P, P::Error> {
        let text = self.source();
        let printed = GrammarText { file: &self.file, text: &text };
        let mut pair = P::read_with(reader, printed, readings, pest)?;
        self.cite(pair.printed_mut());
        Ok(pair)
    }

    /// Reads the productions without imports or assumptions, or returns `None` if they are not a grammar.
    pub(super) fn plain(&self) -> Option<Printed> {
        let text = self.source();
        PrintedReader::new(self.notation).read(GrammarText { file: &self.file, text: &text }).ok()
    }

    /// Returns the selected productions, in document order, each with a selected place where it is printed.
    pub fn select(&self, selection: &Selection) -> Vec<(&ExtractedProduction, &PrintedPlace)> {
        let is_wanted = |place: &PrintedPlace| match selection {
            Selection::All => true,
            Selection::Collected => place.is_collected,
            Selection::Scattered => !place.is_collected,
            Selection::Section(name) => {
                place.section.as_ref().is_some_and(|one| one.is_within(name))
            }
        };
        let mut selected = Vec::new();
        for one in &self.productions {
            if is_wanted(&one.place) {
                selected.push((one, &one.place));
                continue;
            }
            // Otherwise, the first other place that is wanted, and the wanted increments.
            let again = || one.again.iter().map(|again| &again.place).filter(|one| is_wanted(one));
            let is_part = |place: &&PrintedPlace| place.is_increment && !one.place.is_increment;
            let first = again().find(|place| !is_part(place));
            let mut added = HashSet::new();
            let added = again().filter(is_part).filter(|place| added.insert(squeezed(&place.text)));
            selected.extend(first.into_iter().chain(added).map(|place| (one, place)));
        }
        selected.sort_by_key(|(_, place)| place.line);
        selected
    }

    /// Returns the selected productions as the text of a grammar file. A comment above each block names its section and
    /// its line; a block is a group of productions without prose between them.
    pub fn grammar(&self, selection: &Selection) -> String {
        let (open, close) = match self.notation {
            Notation::W3c => ("/*", " */"),
            Notation::Iso14977 => ("(*", " *)"),
            _ => (";", ""),
        };
        let mut text = String::new();
        // The block and the last line of the previous production.
        let mut before: Option<(usize, usize)> = None;
        for (_, place) in self.select(selection) {
            let is_near = before.is_some_and(|(block, _)| block == place.block);
            let is_next = before.is_some_and(|(_, last)| place.line <= last + 1);
            if before.is_some() && !(is_near && is_next) {
                text.push('\n');
            }
            if !is_near {
                let section = place.section.as_ref();
                let section = section.map(|section| format!("{section}, ")).unwrap_or_default();
                text.push_str(&format!("{open} {section}line {}{close}\n", place.line));
            }
            text.push_str(&place.text);
            text.push('\n');
            before = Some((place.block, place.lines.last().copied().unwrap_or(place.line)));
        }
        text
    }

    /// Returns the text of a grammar file in which each production is on the same lines as in the document, so
    /// that line numbers agree.
    pub fn source(&self) -> String {
        let (mut text, mut line) = (String::new(), 1);
        for (_, place) in self.select(&Selection::All) {
            for (printed, number) in place.text.lines().zip(&place.lines) {
                while line < *number {
                    text.push('\n');
                    line += 1;
                }
                text.push_str(printed);
                text.push('\n');
                line += 1;
            }
        }
        text
    }

    fn cite(&self, printed: &mut Printed) {
        let of = |line: usize| {
            let after = self.productions.partition_point(|one| one.place.line <= line);
            let found =
                after.checked_sub(1).and_then(|at| self.productions[at].place.section.as_ref());
            found.map(Section::to_string)
        };
        for production in &mut printed.productions {
            if production.file(&printed.file) != printed.file || production.line == 0 {
                continue;
            }
            production.section = of(production.line);
            let lines = production.text.lines().filter(|line| !line.trim().is_empty());
            production.text = lines.collect::<Vec<_>>().join("\n");
            if let Err(unreadable) = &mut production.term {
                unreadable.section = of(unreadable.line);
            }
        }
        for note in printed.notes.iter_mut().filter(|note| note.file == self.file) {
            note.section = of(note.line);
        }
        printed.notes.splice(0..0, self.notes.iter().cloned());
    }
}

// Detects the notation from the candidates. A number before the name indicates the W3C EBNF; `|` between alternatives
// and names in angle brackets indicate BNF; `/`, `%x41` and `=/` indicate ABNF, which is also the default.

pub(super) fn of(candidates: &[Candidate], lines: &Lines<'_>) -> Notation {
    let (mut abnf, mut bnf, mut w3c) = (0_usize, 0_usize, 0_usize);
    for candidate in candidates {
        let told = match lines.content(candidate.first(lines)) {
            Content::Grammar(notation) => Some(*notation),
            Content::ExampleOf(_) | Content::Other(_) => None,
            Content::Unmarked | Content::Example => told(candidate, lines),
        };
        match told {
            Some(Notation::Abnf) => abnf += 1,
            Some(Notation::Bnf) => bnf += 1,
            Some(Notation::W3c) => w3c += 1,
            _ => {}
        }
    }
    // A comment line may look like another notation, but a number is deliberate.
    if w3c > 0 && w3c >= abnf.max(bnf) {
        return Notation::W3c;
    }
    if bnf > abnf { Notation::Bnf } else { Notation::Abnf }
}

fn told(candidate: &Candidate, lines: &Lines<'_>) -> Option<Notation> {
    match candidate.sign {
        "::=" if is_numbered(&candidate.first(lines).text) => return Some(Notation::W3c),
        "=/" => return Some(Notation::Abnf),
        "::=" => return Some(Notation::Bnf),
        _ => {}
    }
    let mut slashes = false;
    for &at in &candidate.lines {
        let code = without_literals(&lines.lines[at].text);
        if code.contains('|') {
            return Some(Notation::Bnf);
        }
        let words = || code.split_ascii_whitespace();
        slashes |= words().any(|word| word == "/");
        slashes |=
            words().any(|word| ["%x", "%d", "%b", "%s"].iter().any(|one| word.contains(one)));
    }
    slashes.then_some(Notation::Abnf)
}

/// Returns a line without its literals, its prose and its comment.
fn without_literals(line: &str) -> String {
    let (mut code, mut rest) = (String::new(), line);
    while let Some(at) = rest.find(['"', '<', ';']) {
        let (before, quoted) = rest.split_at(at);
        code.push_str(before);
        code.push(' ');
        let end = match quoted.as_bytes()[0] {
            b'"' => '"',
            b'<' => '>',
            _ => return code,
        };
        rest = quoted[1..].split_once(end).map_or("", |(_, rest)| rest);
    }
    code + rest
}

//! The formats of documents, and the extraction of a grammar from a document.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use grammar_automata::build::Deadline;

use super::extracted::{
    ExtractError, Extracted, ExtractedProduction, Occurrence, PrintedAgain, PrintedExample,
    PrintedPlace, Says, find_examples as examples,
};
use super::groups::{PrintedGroup, Printing, Sameness, chosen, decide, settle, squeezed};
use super::judge::{JudgedCandidates, LeftOutReason, is_only_prose};
use super::lines::{Content, Lines, Section};
use super::text::is_footer;
use super::{candidates, extracted, printed, text, xml};
use crate::notations::grammar::defined_twice;
use crate::notations::{GrammarText, Notation, Note, NoteKind};

/// The format of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DocumentKind {
    /// Plain text in the layout of RFCs: pages, headers, footers, indentation.
    Text,
    /// RFC XML, version 2 (RFC 7749) or 3 (RFC 7991).
    Xml,
    /// Markdown.
    Markdown,
    /// HTML.
    Html,
    /// A grammar only: every line belongs to a production, or is a comment.
    Grammar,
}

/// The number of lines from which the format is guessed. A page of an RFC has 58 lines.
const LOOKED_AT: usize = 400;

impl DocumentKind {
    /// Returns the format for the extension of a file name.
    pub fn from_name(file: &str) -> Option<Self> {
        let (_, ending) = file.rsplit_once('.')?;
        Some(match &*ending.to_ascii_lowercase() {
            "txt" => Self::Text,
            "xml" => Self::Xml,
            "md" | "markdown" => Self::Markdown,
            "html" | "htm" | "xhtml" => Self::Html,
            _ => return None,
        })
    }

    /// Guesses the format from the text.
    pub fn from_text(text: &str) -> Option<Self> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let start: String = text.chars().take(400).collect::<String>().to_ascii_lowercase();
        if start.starts_with("<!doctype html") || start.starts_with("<html") {
            return Some(Self::Html);
        }
        if start.starts_with("<?xml") || start.starts_with("<rfc") || start.starts_with("<!doctype")
        {
            let is_html = start.contains("<!doctype html") || start.contains("<html");
            return Some(if is_html { Self::Html } else { Self::Xml });
        }
        let lines = || text.lines().take(LOOKED_AT);
        if lines().any(|line| line.contains('\u{c}') || is_footer(line)) {
            return Some(Self::Text);
        }
        let is_fence = |line: &str| line.starts_with("```") || line.starts_with("~~~");
        let is_heading = |line: &str| {
            let title = line.trim_start_matches('#');
            title.len() < line.len() && title.starts_with(' ')
        };
        lines().any(|line| is_fence(line) || is_heading(line)).then_some(Self::Markdown)
    }
}

impl std::fmt::Display for DocumentKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Xml => "XML",
            Self::Markdown => "Markdown",
            Self::Html => "HTML",
            Self::Grammar => "grammar",
        })
    }
}

/// The maximum length of a document, in bytes.
const LONGEST: usize = 32 << 20;
/// The maximum number of candidates for productions in a document. The longest documents have a few thousand.
const CANDIDATES: usize = 100_000;
/// The maximum number of pairs of right sides whose languages are compared.
const COMPARED: usize = 24;

impl Extracted {
    /// Reads a document. A document without productions is not an error.
    ///
    /// # Errors
    /// Returns an error if the document is longer than 32 MiB, has too many candidates, or is not well-formed XML.
    pub fn read(kind: DocumentKind, document: GrammarText<'_>) -> Result<Self, ExtractError> {
        Self::read_as(kind, None, document)
    }

    /// Reads a document in a notation. If `notation` is `None`, it is detected.
    ///
    /// # Errors
    /// As for [`Extracted::read`].
    pub fn read_as(
        kind: DocumentKind,
        notation: Option<Notation>,
        document: GrammarText<'_>,
    ) -> Result<Self, ExtractError> {
        Self::read_until(kind, notation, document, Deadline::NONE)
    }

    /// Reads a document as [`Extracted::read_as`] does, but stops comparing repeated productions at a deadline.
    ///
    /// # Errors
    /// As for [`Extracted::read`].
    pub fn read_until(
        kind: DocumentKind,
        notation: Option<Notation>,
        GrammarText { file, text }: GrammarText<'_>,
        deadline: Deadline,
    ) -> Result<Self, ExtractError> {
        if text.len() > LONGEST {
            return Err(ExtractError::TooLong { file: file.to_owned(), bytes: text.len() });
        }
        let mut lines = Lines::default();
        match kind {
            DocumentKind::Text => {
                lines.containers.push(Content::Unmarked);
                text::add(text::numbered(text), false, &mut lines);
            }
            DocumentKind::Xml => xml::add(text, &mut lines)
                .map_err(|(line, why)| ExtractError::Xml { file: file.to_owned(), line, why })?,
            DocumentKind::Markdown => text::add_markdown(text, &mut lines),
            DocumentKind::Html => text::add_html(text, &mut lines),
            DocumentKind::Grammar => {
                lines.containers.push(Content::Unmarked);
                text::numbered(text).for_each(|(number, text)| lines.push(number, text));
            }
        }
        let mut candidates = candidates::cut(&lines, None);
        if candidates.len() > CANDIDATES {
            return Err(ExtractError::TooMany { file: file.to_owned(), count: candidates.len() });
        }
        let notation = notation.unwrap_or_else(|| printed::of(&candidates, &lines));
        if kind == DocumentKind::Grammar {
            lines.containers = vec![Content::Grammar(notation)];
        }
        let is_ebnf = matches!(notation, Notation::W3c | Notation::Iso14977);
        if is_ebnf {
            lines.mark_ebnf(notation, kind != DocumentKind::Text);
        }
        if kind == DocumentKind::Grammar || is_ebnf || notation == Notation::Abnf {
            candidates = candidates::cut(&lines, Some(notation));
        }
        let all = JudgedCandidates::new(candidates, lines, notation);
        let blocks = all.blocks();
        let extraction = Extraction { file, text, kind, all, blocks, deadline };
        Ok(extraction.finish())
    }
}

struct Extraction<'t> {
    file: &'t str,
    text: &'t str,
    kind: DocumentKind,
    all: JudgedCandidates<'t>,
    blocks: Vec<usize>,
    deadline: Deadline,
}

impl Extraction<'_> {
    fn finish(mut self) -> Extracted {
        let collected = self.leave_out_examples();
        let groups = self.all.groups(&collected);
        let alike = self.all.alike(&groups);
        let all = groups.iter().flat_map(|group| self.productions(group, &alike));
        let productions = all.collect();
        let mut sections: Vec<usize> = collected.into_iter().collect();
        sections.sort_unstable();
        let sections = sections.into_iter().map(|at| self.all.lines.sections[at].clone());
        let mut extracted = Extracted {
            file: self.file.to_owned(),
            kind: self.kind,
            notation: self.all.notation,
            productions,
            left_out: Vec::new(),
            collected: sections.collect(),
            notes: Vec::new(),
            examples: Vec::new(),
        };
        self.compare(&mut extracted, &groups);
        self.prefer_collected(&mut extracted);
        settle(&self.all, &mut extracted);
        extracted.productions.sort_by_key(|one| one.place.line);
        note_differences(&mut extracted);
        let may_go_on = self.all.cut_short();
        self.note_what_may_go_on(&may_go_on, &mut extracted);
        extracted.left_out = extracted::left_out(&self.all, &may_go_on, &extracted);
        self.note_no_break_spaces(&mut extracted);
        extracted.examples = self.examples(&extracted);
        extracted
    }

    fn examples(&self, extracted: &Extracted) -> Vec<PrintedExample> {
        let places = extracted.productions.iter().flat_map(ExtractedProduction::places);
        let lines = places.flat_map(|place| place.lines.iter().copied()).collect();
        examples(self.kind, self.text, &self.all.lines, &lines)
    }

    /// Adds one note, at the first occurrence, if no-break spaces of productions are read as spaces.
    fn note_no_break_spaces(&self, extracted: &mut Extracted) {
        let is_one = |line: &&usize| self.all.lines.no_break.contains(line);
        let own = |one: &ExtractedProduction| one.place.lines.iter().filter(is_one).count();
        let count: usize = extracted.productions.iter().map(own).sum();
        let Some(first) = extracted.productions.iter().find(|one| own(one) > 0) else { return };
        let more = match count {
            1 => String::new(),
            count => format!(", on {count} lines of productions"),
        };
        let text = format!("no-break spaces (U+00A0) are read as spaces{more}");
        let note = first.note(self.file, NoteKind::Departure, text);
        extracted.notes.push(note);
    }

    /// Adds notes for productions that may continue below an empty line.
    fn note_what_may_go_on(&self, may_go_on: &[(usize, Range<usize>)], extracted: &mut Extracted) {
        for &(at, ref below) in may_go_on {
            let line = self.all.candidates[at].first(&self.all.lines);
            let section = line.section.map(|at| self.all.lines.sections[at].to_string());
            extracted.notes.push(Note {
                file: extracted.file.clone(),
                section,
                line: line.number,
                production: self.all.candidates[at].name.clone(),
                kind: NoteKind::Departure,
                text: format!(
                    "line {}, below an empty line, may continue the production, but is left out",
                    self.all.lines.lines[below.start].number
                ),
            });
        }
    }

    /// Rejects candidates for productions in sections that only show how productions are written. Returns the
    /// sections of the collected grammar.
    fn leave_out_examples(&mut self) -> HashSet<usize> {
        let accepted: Vec<usize> =
            (0..self.all.candidates.len()).filter(|&at| self.all.judged[at].is_ok()).collect();
        let place = |&at: &usize| {
            let right = self.all.judged[at].as_ref().ok()?;
            let text = squeezed(&self.all.candidates[at].text(&self.all.lines));
            let says = Says { notation: self.all.notation, text, right };
            let is_increment = self.all.candidates[at].sign == "=/";
            Some(Occurrence {
                key: &self.all.keys[at],
                section: self.all.section(at),
                says,
                is_increment,
            })
        };
        let places: Vec<_> = accepted.iter().filter_map(place).collect();
        let collected = extracted::collected(&places, &self.all.lines.sections);
        let examples = extracted::examples(&places, &self.all.lines.sections, &collected);
        drop(places);
        for at in examples.into_iter().map(|at| accepted[at]) {
            let section =
                self.all.section(at).map(|at| self.all.lines.sections[at].top().to_owned());
            let section = section.unwrap_or_default();
            self.all.judged[at] = Err(LeftOutReason::Example { section });
        }
        collected
    }

    fn productions(
        &self,
        group: &PrintedGroup,
        alike: &HashSet<(usize, usize)>,
    ) -> Vec<ExtractedProduction> {
        let places = &group.places;
        let is_same = |one: usize, other: usize| {
            self.all.is_same(group, one, other) || alike.contains(&(places[one], places[other]))
        };
        let at = chosen(&group.printings, is_same);
        let why = |at: usize| match &self.all.judged[places[at]] {
            Ok(Err(why)) => why.clone(),
            _ => String::new(),
        };
        let compared = |other: usize| match other {
            _ if group.more.is_empty() && group.texts[other] == group.texts[at] => Sameness::Text,
            _ if is_same(at, other) => Sameness::Language,
            // Comparisons that need automata are made once all productions are known.
            _ if !why(at).is_empty() => Sameness::Undecided { why: why(at) },
            _ => Sameness::Undecided { why: why(other) },
        };
        let others = (0..places.len()).filter(|&other| other != at);
        let again = others
            .map(|other| PrintedAgain {
                place: self.place(places[other], group.printings[other]),
                sameness: compared(other),
            })
            .collect();
        let more = group.more.iter().map(|&more| self.place(more, Printing::default()));
        let name = self.all.candidates[places[at]].name.clone();
        let misprint = Some(why(at)).filter(|why| !why.is_empty() && !is_only_prose(why));
        let place = self.place(places[at], group.printings[at]);
        let mut all = vec![ExtractedProduction { name: name.clone(), place, again, misprint }];
        all.extend(more.map(|place| ExtractedProduction {
            name: name.clone(),
            place,
            again: Vec::new(),
            misprint: None,
        }));
        all
    }

    fn place(&self, at: usize, printing: Printing) -> PrintedPlace {
        let candidate = &self.all.candidates[at];
        PrintedPlace {
            text: candidate.text(&self.all.lines),
            section: self.all.section(at).map(|at| self.all.lines.sections[at].clone()),
            line: candidate.first(&self.all.lines).number,
            is_collected: printing.is_collected,
            is_increment: candidate.sign == "=/",
            block: self.blocks[at],
            lines: candidate.lines.iter().map(|&at| self.all.lines.lines[at].number).collect(),
        }
    }

    /// Decides by automata whether definitions are equal, if this is still unknown. Names refer to the chosen ones.
    fn compare(&self, extracted: &mut Extracted, groups: &[PrintedGroup]) {
        let is_open = |one: &Sameness| matches!(one, Sameness::Undecided { why } if why.is_empty());
        let any = extracted.productions.iter().flat_map(|one| &one.again);
        let printed =
            any.into_iter().any(|one| is_open(&one.sameness)).then(|| extracted.plain()).flatten();
        let printed = printed.map(|printed| printed.with_deadline(self.deadline.clone()));
        let all = &self.all;
        let place = |group: &PrintedGroup, at: usize| {
            let at = group.places[at];
            (self.all.keys[at].clone(), self.all.candidates[at].first(&self.all.lines).number)
        };
        let mut rights: HashMap<_, [_; 2]> = HashMap::new();
        for group in groups.iter().filter(|group| group.places.len() > 1) {
            for at in 0..group.places.len() {
                rights.insert(place(group, at), [all.whole(group, at), all.right(group, at)]);
            }
        }
        let right = |name: &str, place: &PrintedPlace, at: usize| {
            rights.get(&(self.all.notation.key(name), place.line))?[at].as_deref()
        };
        let mut compared = 0;
        for ExtractedProduction { name, place, again, .. } in &mut extracted.productions {
            for again in again.iter_mut().filter(|again| is_open(&again.sameness)) {
                compared += 1;
                let rights = (right(name, place, 0), right(name, &again.place, 1));
                again.sameness = match (&printed, rights) {
                    _ if compared > COMPARED => Sameness::Undecided {
                        why: format!("only {COMPARED} pairs of differing texts are compared"),
                    },
                    (Some(printed), (Some(chosen), Some(other))) => {
                        decide(printed, name, chosen, other)
                    }
                    _ => Sameness::Undecided { why: "the grammar cannot be read".to_owned() },
                };
            }
        }
    }

    /// Chooses, for each production, the definition in the collected grammar if it has the same language as the chosen
    /// one. The language of the grammar does not change.
    fn prefer_collected(&self, extracted: &mut Extracted) {
        let mut whole = HashSet::new();
        for production in &mut extracted.productions {
            let is_wanted =
                |again: &PrintedAgain| again.place.is_collected && again.sameness.is_same();
            let Some(at) = production.again.iter().position(is_wanted) else { continue };
            if production.place.is_collected {
                continue;
            }
            std::mem::swap(&mut production.place, &mut production.again[at].place);
            let text = squeezed(&production.place.text);
            for again in production.again.iter_mut().filter(|again| again.sameness.is_same()) {
                again.sameness = match squeezed(&again.place.text) == text {
                    true => Sameness::Text,
                    false => Sameness::Language,
                };
            }
            production.again.sort_by_key(|again| again.place.line);
            whole.insert(self.all.notation.key(&production.name));
        }
        // The collected definition already includes the increments from other places.
        let is_part = |one: &mut ExtractedProduction| {
            let is_added = one.place.is_increment && !one.place.is_collected;
            is_added && whole.contains(&self.all.notation.key(&one.name))
        };
        let parts: Vec<_> = extracted.productions.extract_if(.., is_part).collect();
        let mut parts_of: HashMap<String, Vec<PrintedAgain>> = HashMap::new();
        for part in parts {
            let again = PrintedAgain { place: part.place, sameness: Sameness::Language };
            parts_of.entry(self.all.notation.key(&part.name)).or_default().push(again);
        }
        for one in extracted.productions.iter_mut().filter(|one| one.place.is_collected) {
            one.again
                .extend(parts_of.remove(&self.all.notation.key(&one.name)).into_iter().flatten());
            one.again.sort_by_key(|again| again.place.line);
        }
    }
}

/// Adds a note for each unused definition of a production that is not known to equal the chosen definition.
fn note_differences(extracted: &mut Extracted) {
    for production in &extracted.productions {
        let is_aside = |place: &PrintedPlace| place.section.as_ref().is_some_and(Section::is_aside);
        let others = production.again.iter().filter(|again| !again.sameness.is_same());
        extracted.notes.extend(others.map(|again| {
            let line = again.place.line;
            let text = match &again.place.section {
                Some(section) if is_aside(&again.place) && !is_aside(&production.place) => format!(
                    "{} in section {section}; the definition in the section is used; to use the appendix, run `urispec abnf --section {section}`",
                    defined_twice(line)
                ),
                _ => {
                    let chosen = match production.place.line > line {
                        _ if production.place.is_collected => "collected",
                        true => "last",
                        false => "first",
                    };
                    format!("{}; the {chosen} definition is used", defined_twice(line))
                }
            };
            production.note(&extracted.file, NoteKind::DefinedTwice, text)
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::DocumentKind;

    #[test]
    fn the_text_gives_the_document_kind() {
        let kind = DocumentKind::from_text;
        assert_eq!(kind("<?xml version='1.0'?>\n<rfc>"), Some(DocumentKind::Xml));
        assert_eq!(kind("<?xml version='1.0'?>\n<html>"), Some(DocumentKind::Html));
        assert_eq!(kind("\n<!DOCTYPE html>"), Some(DocumentKind::Html));
        assert_eq!(kind("x\nA  B  [Page 12]\n"), Some(DocumentKind::Text));
        assert_eq!(kind("# Title\n"), Some(DocumentKind::Markdown));
        assert_eq!(kind("a = b ; # 1\n#rule = c\n"), None);
    }
}

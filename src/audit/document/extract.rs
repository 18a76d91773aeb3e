//! How what a document prints is put together.
//!
//! In: lines. Out: [`Extracted`]. A name that is printed more than once is one production: that of the
//! collected grammar, if it is there; else the first that is printed, if all say the same; else the last,
//! and a note says so.

use std::collections::{HashMap, HashSet};

use super::candidates::{self, Candidate};
use super::collected::{self, Place};
use super::extracted::{
    ExtractError, Extracted, ExtractedProduction, LeftOut, PrintedAgain, PrintedPlace,
};
use super::judge::{self, LeftOutReason, Right};
use super::lines::{Content, Lines, Section};
use super::same::{Sameness, decide, is_same_term, squeezed};
use super::{DocumentKind, html, markdown, notation, text, words, xml};
use crate::audit::bnf::{Notation, Note, Term};
use crate::audit::pair::GrammarText;

/// The longest document that is read, in bytes.
const LONGEST: usize = 32 << 20;
/// The number of candidates that are judged. The longest documents have a few thousand.
const CANDIDATES: usize = 100_000;
/// The number of pairs of right sides whose languages are compared.
const COMPARED: usize = 24;
impl Extracted {
    /// Reads a document. A document without a production is no error.
    ///
    /// # Errors
    /// When the document is longer than 32 MiB or has too many candidates, or is not the XML that it is said to be.
    pub fn read(kind: DocumentKind, document: GrammarText<'_>) -> Result<Self, ExtractError> {
        Self::read_as(kind, None, document)
    }

    /// Reads a document whose notation is given, if one is.
    ///
    /// # Errors
    /// As of [`Extracted::read`].
    pub fn read_as(
        kind: DocumentKind,
        notation: Option<Notation>,
        GrammarText { file, text }: GrammarText<'_>,
    ) -> Result<Self, ExtractError> {
        if text.len() > LONGEST {
            return Err(ExtractError::TooLong { file: file.to_owned(), bytes: text.len() });
        }
        let mut lines = Lines::default();
        match kind {
            DocumentKind::Text => {
                lines.container(Content::Unmarked);
                text::add(text::numbered(text), false, &mut lines);
            }
            DocumentKind::Xml => xml::add(text, &mut lines)
                .map_err(|(line, why)| ExtractError::Xml { file: file.to_owned(), line, why })?,
            DocumentKind::Markdown => markdown::add(text, &mut lines),
            DocumentKind::Html => html::add(text, &mut lines),
            DocumentKind::Grammar => {
                lines.container(Content::Unmarked);
                text::numbered(text).for_each(|(number, text)| lines.push(number, text));
            }
        }
        let mut candidates = candidates::cut(&lines);
        if candidates.len() > CANDIDATES {
            return Err(ExtractError::TooMany { file: file.to_owned(), count: candidates.len() });
        }
        let notation = notation.unwrap_or_else(|| notation::of(&candidates, &lines));
        if kind == DocumentKind::Grammar {
            lines.containers = vec![Content::Grammar(notation)];
            candidates = candidates::cut(&lines);
        }
        let judged = judge::judge(&candidates, &lines, notation);
        let keys: Vec<String> = candidates.iter().map(|one| notation.key(&one.name)).collect();
        let blocks = words::blocks(&candidates, &judged, &lines);
        Ok(Extraction { file, kind, notation, lines, candidates, judged, keys, blocks }.finish())
    }
}

/// A document on its way.
struct Extraction<'t> {
    file: &'t str,
    kind: DocumentKind,
    notation: Notation,
    lines: Lines<'t>,
    candidates: Vec<Candidate>,
    judged: Vec<Result<Right, LeftOutReason>>,
    keys: Vec<String>,
    /// The block of each candidate.
    blocks: Vec<usize>,
}

/// What a place says, to tell places that say the same.
struct Says<'e> {
    notation: Notation,
    text: String,
    right: &'e Right,
}

impl PartialEq for Says<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
            || match (self.right, other.right) {
                (Ok(one), Ok(other)) => is_same_term(self.notation, one, other),
                _ => false,
            }
    }
}

impl Extraction<'_> {
    fn finish(mut self) -> Extracted {
        let collected = self.leave_out_examples();
        let groups = self.groups(&collected);
        let groups = groups.iter();
        let mut productions: Vec<_> = groups.map(|one| self.production(one, &collected)).collect();
        productions.sort_by_key(|one| one.place.line);
        let mut sections: Vec<usize> = collected.into_iter().collect();
        sections.sort_unstable();
        let sections = sections.into_iter().map(|at| self.lines.sections[at].clone());
        let mut extracted = Extracted {
            file: self.file.to_owned(),
            kind: self.kind,
            notation: self.notation,
            productions,
            left_out: self.left_out(),
            collected: sections.collect(),
            notes: Vec::new(),
        };
        self.compare(&mut extracted);
        self.note_what_may_go_on(&mut extracted);
        self.note_no_break_spaces(&mut extracted);
        extracted
    }

    /// Notes where no-break spaces of productions are read as spaces: at the first, for all.
    fn note_no_break_spaces(&self, extracted: &mut Extracted) {
        let is_one = |line: &&usize| self.lines.no_break.contains(line);
        let own = |one: &ExtractedProduction| one.place.lines.iter().filter(is_one).count();
        let count: usize = extracted.productions.iter().map(own).sum();
        let Some(first) = extracted.productions.iter().find(|one| own(one) > 0) else { return };
        let more = match count {
            1 => String::new(),
            count => format!("; so on {count} lines of productions"),
        };
        extracted.notes.push(Note {
            file: extracted.file.clone(),
            section: first.place.section.as_ref().map(Section::to_string),
            line: first.place.line,
            production: first.name.clone(),
            text: format!("no-break spaces (U+00A0) are read as spaces{more}"),
        });
    }

    /// Notes the productions that may go on below an empty line.
    fn note_what_may_go_on(&self, extracted: &mut Extracted) {
        let cut = judge::cut_short(&self.candidates, &self.lines, self.notation, &self.judged);
        for (at, below) in cut {
            let line = self.candidates[at].first(&self.lines);
            let section = line.section.map(|at| self.lines.sections[at].to_string());
            extracted.notes.push(Note {
                file: extracted.file.clone(),
                section,
                line: line.number,
                production: self.candidates[at].name.clone(),
                text: format!(
                    "line {}, below an empty line, could be a part of it, and is not taken for one",
                    self.lines.lines[below].number
                ),
            });
        }
    }

    fn section(&self, at: usize) -> Option<usize> {
        self.candidates[at].first(&self.lines).section
    }

    /// Judges the candidates of sections that only show how productions are written. Gives the sections
    /// of the collected grammar.
    fn leave_out_examples(&mut self) -> HashSet<usize> {
        let accepted: Vec<usize> =
            (0..self.candidates.len()).filter(|&at| self.judged[at].is_ok()).collect();
        let place = |&at: &usize| {
            let right = self.judged[at].as_ref().ok()?;
            let text = squeezed(&self.candidates[at].text(&self.lines));
            let says = Says { notation: self.notation, text, right };
            let is_increment = self.candidates[at].sign == "=/";
            Some(Place { key: &self.keys[at], section: self.section(at), says, is_increment })
        };
        let places: Vec<_> = accepted.iter().filter_map(place).collect();
        let collected = collected::collected(&places, &self.lines.sections);
        let examples = collected::examples(&places, &self.lines.sections, &collected);
        drop(places);
        for at in examples.into_iter().map(|at| accepted[at]) {
            let section = self.section(at).map(|at| self.lines.sections[at].top().to_owned());
            let section = section.unwrap_or_default();
            self.judged[at] = Err(LeftOutReason::Example { section });
        }
        collected
    }

    /// The candidates that are productions, those of one name together. What adds to a production stands
    /// alone, and with what adds the same; outside of a collected grammar that has the production, it
    /// stands with that, which has all that is meant.
    fn groups(&self, collected: &HashSet<usize>) -> Vec<Vec<usize>> {
        let is_collected = |at: usize| self.section(at).is_some_and(|at| collected.contains(&at));
        let is_accepted = |at: &usize| self.judged[*at].is_ok();
        let own = (0..self.candidates.len()).filter(is_accepted);
        let own = own.filter(|&at| is_collected(at) && self.candidates[at].sign != "=/");
        let own: HashSet<&str> = own.map(|at| &*self.keys[at]).collect();
        let text = |at: usize| squeezed(&self.candidates[at].text(&self.lines));
        let added = (0..self.candidates.len()).filter(is_accepted);
        let added = added.filter(|&at| is_collected(at) && self.candidates[at].sign == "=/");
        let added: HashSet<String> = added.map(text).collect();
        let mut places: HashMap<(&str, Option<String>), usize> = HashMap::new();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (at, candidate) in self.candidates.iter().enumerate() {
            if self.judged[at].is_err() {
                continue;
            }
            let is_added = candidate.sign == "=/"
                && (!own.contains(&*self.keys[at]) || added.contains(&text(at)));
            let added = is_added.then(|| text(at));
            let group = *places.entry((&self.keys[at], added)).or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
            groups[group].push(at);
        }
        groups
    }

    /// One production, from the places where it is printed.
    fn production(&self, group: &[usize], collected: &HashSet<usize>) -> ExtractedProduction {
        let place = |at: usize| self.place(at, collected);
        let squeezed = |at: usize| squeezed(&self.candidates[at].text(&self.lines));
        let is_collected = |at: &usize| self.section(*at).is_some_and(|at| collected.contains(&at));
        let first = squeezed(group[0]);
        let says_same = |at: usize| {
            squeezed(at) == first
                || match (&self.judged[group[0]], &self.judged[at]) {
                    (Ok(Ok(one)), Ok(Ok(other))) => is_same_term(self.notation, one, other),
                    _ => false,
                }
        };
        let all_same = group.iter().all(|&at| says_same(at));
        let in_collected = group.iter().copied().find(is_collected);
        let taken = match in_collected {
            Some(at) => at,
            None if all_same => group[0],
            None => group[group.len() - 1],
        };
        let taken_text = squeezed(taken);
        let mut again = Vec::new();
        for at in group.iter().copied().filter(|&at| at != taken) {
            let sameness = match (&self.judged[taken], &self.judged[at]) {
                _ if squeezed(at) == taken_text => Sameness::Text,
                (Ok(Ok(one)), Ok(Ok(other))) if is_same_term(self.notation, one, other) => {
                    Sameness::Language
                }
                // What is decided by automata is decided once all productions are known.
                (Ok(Ok(_)), Ok(Ok(_))) => Sameness::Undecided { why: String::new() },
                (_, Ok(Err(why))) | (Ok(Err(why)), _) => Sameness::Undecided { why: why.clone() },
                _ => Sameness::Undecided { why: "one of them cannot be read".to_owned() },
            };
            again.push(PrintedAgain { place: place(at), sameness });
        }
        let name = self.candidates[taken].name.clone();
        let place = place(taken);
        ExtractedProduction { name, place, again }
    }

    fn place(&self, at: usize, collected: &HashSet<usize>) -> PrintedPlace {
        let candidate = &self.candidates[at];
        let section = self.section(at);
        PrintedPlace {
            text: candidate.text(&self.lines),
            section: section.map(|at| self.lines.sections[at].clone()),
            line: candidate.first(&self.lines).number,
            is_collected: section.is_some_and(|at| collected.contains(&at)),
            is_increment: candidate.sign == "=/",
            block: self.blocks[at],
            lines: candidate.lines.iter().map(|&at| self.lines.lines[at].number).collect(),
        }
    }

    /// Decides what only automata can tell, and notes where places differ.
    fn compare(&self, extracted: &mut Extracted) {
        let is_open = |one: &Sameness| matches!(one, Sameness::Undecided { why } if why.is_empty());
        let any = extracted.productions.iter().flat_map(|one| &one.again);
        let printed =
            any.into_iter().any(|one| is_open(&one.sameness)).then(|| extracted.plain()).flatten();
        let terms: HashMap<usize, &Term> = (self.candidates.iter().zip(&self.judged))
            .filter_map(|(one, right)| {
                Some((one.first(&self.lines).number, right.as_ref().ok()?.as_ref().ok()?))
            })
            .collect();
        let mut compared = 0;
        for production in &mut extracted.productions {
            for again in &mut production.again {
                if is_open(&again.sameness) {
                    compared += 1;
                    again.sameness = match (&printed, terms.get(&again.place.line)) {
                        _ if compared > COMPARED => Sameness::Undecided {
                            why: format!("more than {COMPARED} pairs of texts differ"),
                        },
                        (Some(printed), Some(term)) => decide(printed, &production.name, term),
                        _ => Sameness::Undecided { why: "the grammar cannot be read".to_owned() },
                    };
                }
                if again.sameness.is_same() {
                    continue;
                }
                let taken = if production.place.is_collected { "collected" } else { "last" };
                extracted.notes.push(Note {
                    file: extracted.file.clone(),
                    section: production.place.section.as_ref().map(Section::to_string),
                    line: production.place.line,
                    production: production.name.clone(),
                    text: format!(
                        "it is printed otherwise on line {}, and the {taken} one is taken",
                        again.place.line
                    ),
                });
            }
        }
    }

    /// What is left out, those that follow each other and share their reason together.
    fn left_out(&self) -> Vec<LeftOut> {
        let mut all: Vec<(usize, LeftOut)> = Vec::new();
        for (at, (candidate, judged)) in self.candidates.iter().zip(&self.judged).enumerate() {
            let Err(reason) = judged else { continue };
            let line = candidate.first(&self.lines);
            let section = line.section.map(|at| self.lines.sections[at].clone());
            let is_same = |(before, last): &(usize, LeftOut)| {
                *before + 1 == at && last.section == section && last.reason.is_like(reason)
            };
            if let Some((before, last)) = all.last_mut().filter(|last| is_same(last)) {
                (*before, last.count) = (at, last.count + 1);
                continue;
            }
            let (text, reason) = (line.text.trim().to_owned(), reason.clone());
            all.push((at, LeftOut { line: line.number, count: 1, section, text, reason }));
        }
        let mut all: Vec<LeftOut> = all.into_iter().map(|(_, left_out)| left_out).collect();
        all.extend(self.strays());
        all.sort_by_key(|one| one.line);
        all
    }

    /// The lines of blocks of grammars that belong to no production.
    fn strays(&self) -> Vec<LeftOut> {
        let candidates = self.candidates.iter().flat_map(|one| one.lines.iter().copied());
        let own: HashSet<usize> = candidates.collect();
        let is_stray = |at: usize| {
            let line = &self.lines.lines[at];
            let is_code = !line.is_blank() && !line.is_comment();
            is_code && matches!(self.lines.content(line), Content::Grammar(_)) && !own.contains(&at)
        };
        let mut strays: Vec<(usize, LeftOut)> = Vec::new();
        for at in (0..self.lines.lines.len()).filter(|&at| is_stray(at)) {
            let line = &self.lines.lines[at];
            if let Some((before, last)) = strays.last_mut().filter(|(before, _)| before + 1 == at) {
                (*before, last.count) = (at, last.count + 1);
                continue;
            }
            let section = line.section.map(|at| self.lines.sections[at].clone());
            let (text, reason) = (line.text.trim().to_owned(), LeftOutReason::Stray);
            strays.push((at, LeftOut { line: line.number, count: 1, section, text, reason }));
        }
        strays.into_iter().map(|(_, left_out)| left_out).collect()
    }
}

//! The result of an extraction: the productions of a document, the collected grammar, and the lines left out.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::candidates::{is_row, paragraph};
use super::groups::{Sameness, is_same_term};
use super::judge::{JudgedCandidates, LeftOutReason, Right};
use super::lines::{Content, Line, Lines, Section};
use super::{DocumentKind, text};
use crate::notations::{Notation, Note, NoteKind};

/// The grammar that a document prints.
///
/// ```
/// use grammar_notation::{DocumentKind, Extracted, GrammarText, PrintedReader};
///
/// let text = "2.  Syntax\n\n   The port is\n\n      port = *DIGIT ; see 3\n\n   where x = y.\n";
/// let document = Extracted::read(DocumentKind::Text, GrammarText { file: "port.txt", text })?;
/// let port = &document.productions[0];
/// assert_eq!((&*port.name, port.place.line), ("port", 5));
/// assert_eq!(port.place.section.as_ref().unwrap().to_string(), "2");
/// let printed = document.printed(&PrintedReader::new(document.notation))?;
/// assert_eq!(printed.productions[0].line, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Extracted {
    /// The file name that errors and notes use.
    pub file: String,
    /// The format of the document.
    pub kind: DocumentKind,
    /// The notation of the grammar.
    pub notation: Notation,
    /// The productions, in the order of their chosen places.
    pub productions: Vec<ExtractedProduction>,
    /// The lines that look like productions but are not.
    pub left_out: Vec<LeftOut>,
    /// The sections that print the collected grammar, such as an appendix "Collected ABNF"; empty if there is none.
    pub collected: Vec<Section>,
    /// Notes, for example on a production that several places print differently.
    pub notes: Vec<Note>,
    /// The strings that the document gives as examples, in order.
    pub examples: Vec<PrintedExample>,
}

/// A production that a document prints.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExtractedProduction {
    /// The name of the production.
    pub name: String,
    /// The chosen place, which the grammar uses.
    pub place: PrintedPlace,
    /// The other places that print the production.
    pub again: Vec<PrintedAgain>,
    /// The reason why the right side cannot be read. `None` if the right side is readable, or is prose.
    pub misprint: Option<String>,
}

impl ExtractedProduction {
    /// Returns all places that print the production, the chosen one last.
    pub(super) fn places(&self) -> impl Iterator<Item = &PrintedPlace> {
        self.again.iter().map(|again| &again.place).chain([&self.place])
    }

    pub(super) fn note(&self, file: &str, kind: NoteKind, text: String) -> Note {
        let section = self.place.section.as_ref().map(Section::to_string);
        let (file, production) = (file.to_owned(), self.name.clone());
        Note { file, section, line: self.place.line, production, kind, text }
    }
}

/// A place where a production is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrintedPlace {
    /// The lines of the production as printed, without margins and page ends.
    pub text: String,
    /// The section of the document, if there is one.
    pub section: Option<Section>,
    /// The line of the file on which the production begins, counted from 1.
    pub line: usize,
    /// Whether the place is in the collected grammar: see [`Extracted::collected`].
    pub is_collected: bool,
    /// Whether the production adds to an earlier one, as `=/` does.
    pub is_increment: bool,
    /// The number of the block, a group of productions without prose between them.
    pub block: usize,
    /// The line numbers in the file, one for each line of `text`.
    pub(super) lines: Vec<usize>,
}

/// A place, other than the chosen one, where a production is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrintedAgain {
    /// The place.
    pub place: PrintedPlace,
    /// How the definition at this place compares with the chosen definition.
    pub sameness: Sameness,
}

/// Lines that look like productions but are not.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// The number of the first line in the file, counted from 1.
    pub line: usize,
    /// The number of consecutive lines or would-be productions that are left out for the same reason.
    pub count: usize,
    /// The section of the document, if there is one.
    pub section: Option<Section>,
    /// The text of the first line.
    pub text: String,
    /// The reason why the lines are left out.
    pub reason: LeftOutReason,
}

/// A selection of the productions that a document prints.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Selection {
    /// Every production once, from its chosen place.
    All,
    /// The collected grammar only.
    Collected,
    /// The productions printed outside of the collected grammar, each once.
    Scattered,
    /// The productions of one section and its subsections. The section is given by its number or its title.
    Section(String),
}

/// The reason why a document cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExtractError {
    /// The document is too long.
    #[error("{file}: {bytes} bytes exceed the limit of 32 MiB for a document")]
    TooLong {
        /// The name of the file.
        file: String,
        /// The length in bytes.
        bytes: usize,
    },
    /// Too many lines look like productions.
    #[error(
        "{file}: {count} lines look like productions, more than the limit of 100,000; pass only \
         the part with the grammar"
    )]
    TooMany {
        /// The name of the file.
        file: String,
        /// The number of lines that look like productions.
        count: usize,
    },
    /// The document is not well-formed XML.
    #[error("{file}, line {line}: not well-formed XML: {why}")]
    Xml {
        /// The name of the file.
        file: String,
        /// The line at fault, counted from 1.
        line: usize,
        /// A description of the fault.
        why: String,
    },
}

// Finds the sections that print the collected grammar: the sections whose titles announce it, or else the large
// sections, if together they have most names and most of the names that are printed twice. Also finds the sections that
// only show how productions are written.

pub(super) struct Occurrence<'p> {
    pub(super) key: &'p str,
    pub(super) section: Option<usize>,
    pub(super) says: Says<'p>,
    /// Whether the production adds to an earlier one.
    pub(super) is_increment: bool,
}

/// The definition at a place, for comparison with the definitions at other places.
pub(super) struct Says<'e> {
    pub(super) notation: Notation,
    pub(super) text: String,
    pub(super) right: &'e Right,
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

/// The minimum number of productions in a section that counts as a collected grammar without a title that says so.
const LEAST: usize = 5;

pub(super) fn collected(places: &[Occurrence<'_>], sections: &[Section]) -> HashSet<usize> {
    let mut names: HashMap<usize, HashSet<&str>> = HashMap::new();
    let mut printed: HashMap<&str, HashSet<Option<usize>>> = HashMap::new();
    for place in places {
        if let Some(section) = place.section {
            names.entry(section).or_default().insert(place.key);
        }
        // An increment does not print the production again.
        let sections = printed.entry(place.key).or_default();
        if !place.is_increment {
            sections.insert(place.section);
        }
    }
    let says_so = |section: &usize| sections[*section].is_collected();
    let titled: HashSet<usize> = names
        .iter()
        .filter(|(at, names)| says_so(at) && names.len() > 1)
        .map(|(at, _)| *at)
        .collect();
    if !titled.is_empty() {
        return titled;
    }
    let twice: Vec<&str> =
        printed.iter().filter(|(_, places)| places.len() > 1).map(|(key, _)| *key).collect();
    let largest = names.values().map(HashSet::len).max().unwrap_or_default();
    let is_large = |names: &HashSet<&str>| names.len() >= LEAST && names.len() * 2 >= largest;
    let large: HashSet<usize> =
        names.iter().filter(|(_, names)| is_large(names)).map(|(at, _)| *at).collect();
    let has = |key: &&str| large.iter().any(|at| names[at].contains(*key));
    let repeated = twice.iter().filter(|key| has(key)).count();
    let all: HashSet<&str> = large.iter().flat_map(|at| &names[at]).copied().collect();
    let is_most = all.len() * 2 > printed.len() && repeated * 2 > twice.len();
    if is_most { large } else { HashSet::new() }
}

/// Returns the indices of the places that only show how productions are written. The top-level section of such a place
/// defines a name in several ways, and most of the section's definitions are not in the collected grammar.
pub(super) fn examples(
    places: &[Occurrence<'_>],
    sections: &[Section],
    collected: &HashSet<usize>,
) -> HashSet<usize> {
    if collected.is_empty() {
        return HashSet::new();
    }
    let is_collected =
        |place: &Occurrence<'_>| place.section.is_some_and(|at| collected.contains(&at));
    let says: HashMap<&str, &Says<'_>> =
        places.iter().filter(|place| is_collected(place)).map(|one| (one.key, &one.says)).collect();
    // A top-level section: the number of its places that the collected grammar repeats, its other places, and
    // whether a name is defined in two ways.
    struct Chapter<'p> {
        own: usize,
        foreign: Vec<usize>,
        first: HashMap<&'p str, &'p Says<'p>>,
        is_contradictory: bool,
    }
    let mut chapters: HashMap<&str, Chapter<'_>> = HashMap::new();
    let outside = places.iter().enumerate().filter(|(_, place)| !is_collected(place));
    for (at, place) in outside {
        let Some(section) = place.section else { continue };
        let chapter = chapters.entry(sections[section].top()).or_insert_with(|| Chapter {
            own: 0,
            foreign: Vec::new(),
            first: HashMap::new(),
            is_contradictory: false,
        });
        match says.get(place.key) {
            Some(collected) if **collected == place.says => chapter.own += 1,
            _ => chapter.foreign.push(at),
        }
        if place.is_increment {
            continue;
        }
        let first = *chapter.first.entry(place.key).or_insert(&place.says);
        chapter.is_contradictory |= *first != place.says;
    }
    let is_of_examples =
        |chapter: &Chapter<'_>| chapter.is_contradictory && chapter.foreign.len() > chapter.own;
    let chapters = chapters.into_values().filter(is_of_examples);
    chapters.flat_map(|chapter| chapter.foreign).collect()
}

// Finds the lines that belong to no production although they are among productions. Every line of a block
// marked as a grammar, and of a paragraph with a production, belongs to a production or a comment, or is
// reported here; a line elsewhere is reported if it looks like a production or may continue one.

/// Returns the lines that are left out. Consecutive lines with the same reason are merged.
pub(super) fn left_out(
    all: &JudgedCandidates<'_>,
    may_go_on: &[(usize, Range<usize>)],
    extracted: &Extracted,
) -> Vec<LeftOut> {
    let mut lines = Owners::new(all);
    lines.candidates(extracted);
    for (at, below) in may_go_on {
        let production = all.candidates[*at].name.clone();
        let is_free = |line: &usize| {
            lines.owners[*line] == Owner::Nothing && !all.lines.lines[*line].is_blank()
        };
        let own: Vec<usize> = below.clone().filter(is_free).collect();
        own.iter().for_each(|&line| lines.owners[line] = Owner::LeftOut);
        lines.add(below.start, own.len().max(1), LeftOutReason::Apart { production });
    }
    lines.strays(extracted.kind != DocumentKind::Text);
    lines.left_out.sort_by_key(|one| one.line);
    lines.left_out
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Nothing,
    /// A production, with the indentation of its name.
    Production(usize),
    LeftOut,
}

struct Owners<'e> {
    all: &'e JudgedCandidates<'e>,
    owners: Vec<Owner>,
    left_out: Vec<LeftOut>,
}

impl<'e> Owners<'e> {
    fn new(all: &'e JudgedCandidates<'e>) -> Self {
        Self { all, owners: vec![Owner::Nothing; all.lines.lines.len()], left_out: Vec::new() }
    }

    fn add(&mut self, at: usize, count: usize, reason: LeftOutReason) {
        let line = &self.all.lines.lines[at];
        let section = line.section.map(|at| self.all.lines.sections[at].clone());
        let text = line.text.trim().to_owned();
        self.left_out.push(LeftOut { line: line.number, count, section, text, reason });
    }

    /// Assigns the lines of candidates to productions or to the lines left out.
    fn candidates(&mut self, extracted: &Extracted) {
        let places = extracted.productions.iter().flat_map(ExtractedProduction::places);
        let printed: HashSet<usize> = places.map(|place| place.line).collect();
        // The index and the section of the last candidate that is left out.
        let mut last: Option<(usize, Option<usize>)> = None;
        for (at, (one, judged)) in self.all.candidates.iter().zip(&self.all.judged).enumerate() {
            let first = one.first(&self.all.lines);
            let reason = match judged {
                Ok(_) if printed.contains(&first.number) => {
                    one.lines
                        .iter()
                        .for_each(|&line| self.owners[line] = Owner::Production(one.indent));
                    continue;
                }
                Ok(_) => &LeftOutReason::Stray,
                Err(reason) => reason,
            };
            one.lines.iter().for_each(|&line| self.owners[line] = Owner::LeftOut);
            let is_next =
                last.is_some_and(|(before, section)| before + 1 == at && section == first.section);
            last = Some((at, first.section));
            match self.left_out.last_mut() {
                Some(last) if is_next && last.reason.is_like(reason) => last.count += 1,
                _ => self.add(one.lines[0], 1, reason.clone()),
            }
        }
    }

    /// Reports lines that stand among productions but belong to none. `has_blocks` is true if the document separates
    /// blocks of code from prose. In a block of code, every line below a production is reported if it is indented
    /// further than the production's name.
    fn strays(&mut self, has_blocks: bool) {
        let lines = &self.all.lines.lines;
        // For each line, the least indentation of a production in its paragraph.
        let mut least: Vec<Option<usize>> = vec![None; lines.len()];
        let mut start = 0;
        while start < lines.len() {
            let end = start + paragraph(lines, start).count().max(1);
            let names = self.owners[start..end].iter().filter_map(|owner| match owner {
                Owner::Production(indent) => Some(*indent),
                _ => None,
            });
            least[start..end].fill(names.min());
            start = end;
        }
        if has_blocks {
            self.spread(&mut least);
        }
        let mut last: Option<usize> = None;
        for at in 0..lines.len() {
            let line = &lines[at];
            if self.owners[at] != Owner::Nothing || line.is_blank() || line.is_comment {
                continue;
            }
            let is_stray = match self.all.lines.content(line) {
                Content::Grammar(_) => true,
                Content::Unmarked | Content::Example => {
                    least[at].is_some_and(|least| least <= line.indent())
                        || self.is_among(at) && is_row(&line.text)
                }
                Content::ExampleOf(_) | Content::Other(_) => false,
            };
            if !is_stray {
                continue;
            }
            match self.left_out.last_mut() {
                Some(stray) if last.is_some_and(|last| last + 1 == at) => stray.count += 1,
                _ => self.add(at, 1, LeftOutReason::Stray),
            }
            last = Some(at);
        }
    }

    /// Sets `least` to the indentation of a production's name, for lines below the production in the same block. Only
    /// lines that are indented further than the name are set.
    fn spread(&self, least: &mut [Option<usize>]) {
        let lines = &self.all.lines.lines;
        let mut start = 0;
        for block in lines.chunk_by(|one, next| one.container == next.container) {
            let places = start..start + block.len();
            start = places.end;
            // Plain text with pages has no blocks.
            if block.iter().any(|line| line.is_page_end) {
                continue;
            }
            let mut above = None;
            for at in places {
                match self.owners[at] {
                    Owner::Production(indent) => above = Some(indent),
                    Owner::LeftOut => above = None,
                    Owner::Nothing => {}
                }
                let is_below = |above: &usize| *above < lines[at].indent();
                least[at] = least[at].or(above.filter(is_below));
            }
        }
    }

    /// Returns whether the nearest nonempty line above or below a line belongs to a production whose name is indented
    /// as far as the line.
    fn is_among(&self, at: usize) -> bool {
        let lines = &self.all.lines.lines;
        let line = &lines[at];
        let owner = |other: Option<(usize, &Line<'_>)>| {
            let (at, other) = other?;
            let is_near = other.container == line.container && other.section == line.section;
            is_near.then_some(self.owners[at])
        };
        let is_full = |(_, line): &(usize, &Line<'_>)| !line.is_blank();
        let above = owner(lines.iter().enumerate().take(at).rev().find(is_full));
        let below = owner(lines.iter().enumerate().skip(at + 1).find(is_full));
        [above, below].contains(&Some(Owner::Production(line.indent())))
    }
}

// Finds the strings that a document gives as examples. In a block of the type `example NAME`, each line is an example
// of the production `NAME`. Elsewhere an example is a line of one word in a paragraph of such lines. The paragraph must
// be
//
// - in a section whose title contains the word "example" or "examples";
// - below a paragraph whose last sentence contains one of these words and ends with a colon;
// - below a line such as `Example 4: a unique method`.

/// A string that a document gives as an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrintedExample {
    /// The string.
    pub text: String,
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The section of the document, if there is one.
    pub section: Option<Section>,
    /// The name of the production, if the document gives it.
    pub production: Option<String>,
}

pub(super) fn find_examples(
    kind: DocumentKind,
    document: &str,
    lines: &Lines<'_>,
    productions: &HashSet<usize>,
) -> Vec<PrintedExample> {
    let mut found = FoundExamples { lines, productions, examples: Vec::new() };
    for line in &lines.lines {
        if let Content::ExampleOf(name) = lines.content(line)
            && !line.is_blank()
        {
            found.add(line, line.text.trim(), Some(name.clone()));
        }
    }
    let mut paragraph = Paragraph::default();
    if kind == DocumentKind::Markdown {
        // `lines` has only the blocks of code; the text between them announces examples.
        let known: HashMap<usize, &Line<'_>> =
            lines.lines.iter().map(|line| (line.number, line)).collect();
        for (number, text) in text::numbered(document) {
            let is_fence = ["```", "~~~"].iter().any(|one| text.trim_start().starts_with(one));
            if text.trim().is_empty() || is_fence {
                paragraph.end(&mut found);
            } else {
                paragraph.push(text.trim(), known.get(&number).copied());
            }
        }
        paragraph.end(&mut found);
    } else {
        let mut container = 0;
        for line in &lines.lines {
            if line.container != container || line.is_blank() && !line.is_page_end {
                paragraph.end(&mut found);
                container = line.container;
            }
            if !line.is_blank() {
                paragraph.push(line.text.trim(), Some(line));
            }
        }
        paragraph.end(&mut found);
    }
    found.examples.sort_by_key(|one| one.line);
    found.examples
}

struct FoundExamples<'d, 't> {
    lines: &'d Lines<'t>,
    productions: &'d HashSet<usize>,
    examples: Vec<PrintedExample>,
}

impl FoundExamples<'_, '_> {
    fn add(&mut self, line: &Line<'_>, text: &str, production: Option<String>) {
        let section = line.section.map(|at| self.lines.sections[at].clone());
        self.examples.push(PrintedExample {
            text: text.to_owned(),
            line: line.number,
            section,
            production,
        });
    }
}

/// A paragraph, and whether the text before it announces examples.
#[derive(Default)]
struct Paragraph<'d, 't> {
    text: String,
    /// The lines that consist of one word.
    words: Vec<(String, Option<&'d Line<'t>>)>,
    has_others: bool,
    is_announced: bool,
}

impl<'d, 't> Paragraph<'d, 't> {
    fn push(&mut self, text: &str, line: Option<&'d Line<'t>>) {
        self.text.push_str(text);
        self.text.push('\n');
        match word(text) {
            Some(word) => self.words.push((word.to_owned(), line)),
            None => self.has_others = true,
        }
    }

    fn end(&mut self, found: &mut FoundExamples<'d, 't>) {
        if self.text.is_empty() {
            return;
        }
        let words = std::mem::take(&mut self.words);
        // Markdown outside of blocks is prose.
        let is_other = |line: &Option<&Line<'_>>| {
            line.is_none_or(|line| found.productions.contains(&line.number))
        };
        if self.has_others || words.iter().any(|(_, line)| is_other(line)) {
            self.is_announced = announces(&self.text);
        } else {
            let is_titled = |line: &Line<'_>| {
                line.section.is_some_and(|at| has_word(&found.lines.sections[at].title))
            };
            for (word, line) in words.iter().filter_map(|(word, line)| Some((word, (*line)?))) {
                let content = found.lines.content(line);
                let is_open = matches!(content, Content::Unmarked | Content::Example);
                if is_open && (self.is_announced || is_titled(line)) {
                    found.add(line, word, None);
                }
            }
        }
        self.text.clear();
        self.has_others = false;
    }
}

/// Returns the word of a line that consists of one word, without a list marker.
fn word(line: &str) -> Option<&str> {
    let item = ["o", "*", "-", "+"].iter().find_map(|sign| {
        let rest = line.strip_prefix(sign)?;
        rest.starts_with([' ', '\t']).then(|| rest.trim_start())
    });
    let word = item.unwrap_or(line);
    let is_one = !word.contains(char::is_whitespace) && word.contains(char::is_alphanumeric);
    is_one.then_some(word)
}

fn announces(paragraph: &str) -> bool {
    let paragraph = paragraph.trim_end();
    let numbered = paragraph.strip_prefix("Example ").filter(|_| !paragraph.contains('\n'));
    let is_numbered =
        numbered.is_some_and(|rest| rest.starts_with(|one: char| one.is_ascii_digit()));
    // A sentence ends before a blank or at the end of a line.
    let end =
        paragraph.rmatch_indices(". ").chain(paragraph.rmatch_indices(".\n")).map(|(at, _)| at);
    let last = &paragraph[end.max().map_or(0, |at| at + 1)..];
    is_numbered || last.ends_with(':') && has_word(last)
}

fn has_word(text: &str) -> bool {
    let mut words = text.split(|one: char| !one.is_alphanumeric());
    words.any(|word| ["example", "examples"].iter().any(|one| word.eq_ignore_ascii_case(one)))
}

#[cfg(test)]
mod tests {
    use super::super::Extracted;
    use super::*;
    use crate::notations::GrammarText;

    #[track_caller]
    fn found(kind: DocumentKind, text: &str) -> Vec<String> {
        let document = Extracted::read(kind, GrammarText { file: "d", text }).unwrap();
        let line = |one: &PrintedExample| {
            let name = one.production.as_ref().map(|name| format!(" of {name}"));
            format!("{} {}{}", one.line, one.text, name.unwrap_or_default())
        };
        document.examples.iter().map(line).collect()
    }

    #[test]
    fn examples_are_found_below_their_announcement() {
        let text = "1.  Syntax\n\n   a = 1*ALPHA\n\n   Not an example:\n\n   It is:\n\n      no\n\n   x is one. The following\n   \
                    examples are:\n\n      bcd\n\n      efg\n      hij\n\n   That was all:\n\n      no\n\n\
                    2.  Examples\n\n   These are:\n\n   o  klm\n\n   *  nop\n\n   ...\n\n   two words\n   qrs\n\n\
                    3.  Examples of Use\n\n   tuv\n\n   b=1*ALPHA\n\n   b = \"x\"\n";
        assert_eq!(
            found(DocumentKind::Text, text),
            ["14 bcd", "16 efg", "17 hij", "27 klm", "29 nop", "38 tuv"]
        );
    }

    #[test]
    fn a_page_break_does_not_end_a_paragraph() {
        let text = "1.  Examples\n\n   This is a sentence with one word on the next\n\n\nA. Author    Draft    [Page 1]\n\
                    \u{c}\nRFC 1    Title    May 2001\n\n   page\n\n      abc\n";
        assert_eq!(found(DocumentKind::Text, text), ["12 abc"]);
    }

    #[test]
    fn examples_are_found_in_markdown() {
        let text = "# A\n\n```abnf\na = 1*ALPHA\n```\n\nExample 4: one\n\n```\nbcd\n```\n\nSome example:\n\n```json\nno\n```\n\nNo.\n\n\
                    ```\nno\n```\n\n```example a\nb = c d\n\nefg\n```\n\n## Examples\n\nno\n\n    hij\n";
        assert_eq!(
            found(DocumentKind::Markdown, text),
            ["10 bcd", "26 b = c d of a", "28 efg of a", "35 hij"]
        );
    }

    #[test]
    fn examples_are_found_in_xml_and_html() {
        let text = "<rfc><middle><section><name>A</name><sourcecode type=\"example a\">\nbcd\n</sourcecode></section>\n\
                    <section><name>Some Examples</name><artwork>\nefg\n</artwork></section></middle></rfc>";
        assert_eq!(found(DocumentKind::Xml, text), ["2 bcd of a", "5 efg"]);
        let text = "<h2>Examples</h2><pre>\nabc\n</pre><h2>B</h2><pre>\nno\n</pre>";
        assert_eq!(found(DocumentKind::Html, text), ["2 abc"]);
    }
}

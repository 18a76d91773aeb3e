//! Which candidates are productions, and why the others are none.
//!
//! In: the candidates of a document, and its lines. Out: for each candidate the right side, or why it
//! cannot be read, if it is a production; or the [`LeftOutReason`]. Nothing is judged by its words
//! alone: a right side that can be read is a production unless what stands around it, or who uses its
//! name, says that it is none. A right side that cannot be read is one if what stands around it says so:
//! documents have misprints.
//!
//! The surprising case is `T.path = merge(Base.path, R.path);`, which can be read: a name, a group, and an
//! empty comment.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::candidates::{Candidate, is_row};
use super::fields::fields;
use super::lines::{Content, Lines};
use super::reason::{LeftOutReason, Right};
use super::{misprints, words};
use crate::notation::{Notation, Reader, Scope};

/// The longest right side that is tried, in bytes.
const LONGEST: usize = 64 << 10;

/// Judges candidates.
pub(super) fn judge(
    candidates: &[Candidate],
    lines: &Lines<'_>,
    notation: Notation,
) -> Vec<Result<Right, LeftOutReason>> {
    let surroundings = Surroundings::of(candidates, lines);
    let mut judged = surroundings.rights(candidates, lines, notation);
    misprints::leave_out(candidates, lines, &surroundings.paragraph, notation, &mut judged);
    words::leave_out(candidates, lines, notation, &mut judged);
    judged
}

/// The productions that may go on below an empty line, with the lines there: they make an expression with the right
/// side, so that nothing tells whether the document means it, or have nothing but elements of one.
pub(super) fn cut_short(
    candidates: &[Candidate],
    lines: &Lines<'_>,
    notation: Notation,
    judged: &[Result<Right, LeftOutReason>],
) -> Vec<(usize, Range<usize>)> {
    let scope = Scope::default();
    let reader = Reader { notation, characters: None, scope: Some(&scope) };
    let own: HashSet<String> = candidates.iter().map(|one| notation.key(&one.name)).collect();
    let goes_on = |(at, one): (usize, &Candidate)| {
        let (below, is_known) = one.below.clone()?;
        let Ok(right) = &judged[at] else { return None };
        let text = lines.lines[below.clone()].iter().take(FOLLOWING).map(|line| &*line.text);
        let text = format!("{}\n{}", one.text(lines), text.collect::<Vec<_>>().join("\n"));
        let is_one = || {
            right.is_ok()
                && text.len() <= LONGEST
                && reader.trial(&one.name, &text, &own, false).is_ok()
        };
        (is_known || is_one()).then_some((at, below))
    };
    candidates.iter().enumerate().filter_map(goes_on).collect()
}

/// The number of lines that are looked at below a production.
const FOLLOWING: usize = 20;

/// What stands around the candidates.
struct Surroundings {
    /// The candidate of each line.
    candidate: Vec<Option<usize>>,
    /// The paragraph of each line.
    paragraph: Vec<usize>,
    /// The least indentation of a line of a program in each paragraph.
    program: HashMap<usize, usize>,
    /// The paragraphs and indentations that have rows.
    rows: HashSet<(usize, usize)>,
    /// Whether each line goes on with a header field.
    fields: Vec<bool>,
}

impl Surroundings {
    fn of(candidates: &[Candidate], lines: &Lines<'_>) -> Self {
        let mut candidate = vec![None; lines.lines.len()];
        for (at, one) in candidates.iter().enumerate() {
            one.lines.iter().for_each(|&line| candidate[line] = Some(at));
        }
        let (mut paragraph, mut number, mut is_open) = (Vec::new(), 0, false);
        let (mut program, mut rows) = (HashMap::new(), HashSet::new());
        for (at, line) in lines.lines.iter().enumerate() {
            let is_new = at > 0 && {
                let before = &lines.lines[at - 1];
                before.container != line.container || before.section != line.section
            };
            if is_new || line.is_blank() && is_open {
                number += 1;
            }
            is_open = !line.is_blank();
            paragraph.push(number);
            if candidate[at].is_some() || line.is_blank() {
                continue;
            }
            if is_row(&line.text) {
                rows.insert((number, line.indent()));
            }
            if is_program(&line.text) {
                let least = program.entry(number).or_insert(usize::MAX);
                *least = (*least).min(line.indent());
            }
        }
        Self { candidate, paragraph, program, rows, fields: fields(lines) }
    }

    /// Tries the right sides of the candidates that nothing around them excludes.
    fn rights(
        &self,
        candidates: &[Candidate],
        lines: &Lines<'_>,
        notation: Notation,
    ) -> Vec<Result<Right, LeftOutReason>> {
        let own: HashSet<String> = candidates.iter().map(|one| notation.key(&one.name)).collect();
        let is_bracketed = |one: &Candidate| one.first(lines).text.trim_start().starts_with('<');
        let bracketed = candidates.iter().filter(|one| is_bracketed(one)).count();
        let scope = Scope::default();
        let reader = Reader { notation, characters: None, scope: Some(&scope) };
        let is_ebnf = matches!(notation, Notation::W3c | Notation::Iso14977);
        let right = |one: &Candidate| {
            let text = one.text(lines);
            if text.len() > LONGEST {
                return Err(format!("it has more than {LONGEST} bytes"));
            }
            reader.trial(&one.name, &text, &own, bracketed * 2 > candidates.len())
        };
        // What is no production by itself would make the others unreadable.
        let judged = |one: &Candidate| match right(one) {
            right if right.is_ok() && !is_ebnf => Ok(right),
            right => match reader.places(&one.text(lines)) {
                Some(places) if !places.is_empty() => Ok(right),
                _ => {
                    let why = right.err().unwrap_or_else(|| "it has no end".to_owned());
                    Err(LeftOutReason::Unreadable { why })
                }
            },
        };
        let all = candidates.iter();
        all.map(|one| self.excluded(one, lines, notation).map_or_else(|| judged(one), Err))
            .collect()
    }

    /// Why the candidate is no production whatever its right side is.
    fn excluded(
        &self,
        one: &Candidate,
        lines: &Lines<'_>,
        notation: Notation,
    ) -> Option<LeftOutReason> {
        let first = one.first(lines);
        match lines.content(first) {
            Content::Grammar(_) => return None,
            Content::Other(language) => {
                return Some(LeftOutReason::Language { language: language.clone() });
            }
            Content::ExampleOf(name) => {
                return Some(LeftOutReason::Language { language: format!("example {name}") });
            }
            Content::Unmarked | Content::Example => {}
        }
        if self.fields[one.lines[0]] && !one.has_gap(lines) {
            return Some(LeftOutReason::Field);
        }
        let (start, end) = (one.lines[0], one.lines[one.lines.len() - 1]);
        let paragraph = self.paragraph[start];
        if self.rows.contains(&(paragraph, one.indent)) {
            return Some(LeftOutReason::Row);
        }
        // Each production of ISO/IEC 14977 ends so.
        if notation != Notation::Iso14977 && is_statement(one, lines) {
            return Some(LeftOutReason::Statement);
        }
        // A sentence beside a grammar stands no deeper than that.
        let beside =
            [paragraph.checked_sub(1), Some(self.paragraph[end] + 1)].into_iter().flatten();
        let mut beside = beside.filter_map(|other| self.program.get(&other));
        if self.program.contains_key(&paragraph) || beside.any(|least| *least >= one.indent) {
            return Some(LeftOutReason::Program);
        }
        let is_prose = |at: usize| {
            lines.lines.get(at).is_some_and(|line| {
                !line.is_blank()
                    && !line.is_comment
                    && line.indent() == one.indent
                    && self.candidate[at].is_none()
                    && line.container == first.container
                    && line.section == first.section
            })
        };
        let is_in_prose = start.checked_sub(1).is_some_and(is_prose) || is_prose(end + 1);
        is_in_prose.then_some(LeftOutReason::Prose)
    }
}

/// Whether each line ends in `;`, with no comment after it.
fn is_statement(one: &Candidate, lines: &Lines<'_>) -> bool {
    one.lines.iter().all(|&at| {
        let text = lines.lines[at].text.trim_end();
        // In `";"` and in `;;` the sign is not the end of a statement.
        text.ends_with(';') && !text.ends_with(";;")
    })
}

/// The words with which a line of a program begins.
const WORDS: [&str; 14] = [
    "if", "else", "elsif", "elif", "endif", "while", "for", "do", "return", "switch", "case",
    "loop", "repeat", "until",
];

/// Whether the line is one of a program.
fn is_program(line: &str) -> bool {
    let line = line.trim();
    let end = line.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(line.len());
    let ends = [";", "{", ":", ")", " then", " do"];
    let rest = line[end..].trim_start();
    WORDS.contains(&&line[..end])
        && (ends.iter().any(|end| line.ends_with(end)) || rest.is_empty() || rest.starts_with('('))
}

//! Decides which candidates are productions, and why the others are not. A candidate with a readable right side is a
//! production unless its context or the uses of its name show otherwise; a candidate with an unreadable right side is a
//! production only if its context or the uses of its name show that it is. `T.path = merge(Base.path, R.path);` can be
//! read as a production with a name, a group and an empty comment, but is a statement.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::candidates::{Candidate, is_row};
use super::lines::{Content, Lines};
use super::text::fields;
use crate::notations::{Notation, Reader, Scope, Term};

/// The maximum length of a right side, in bytes.
const LONGEST: usize = 64 << 10;

/// Candidates with their verdicts. Each has the [key](Notation::key) of its name, and its right side or the reason why
/// it is not a production.
pub(super) struct JudgedCandidates<'t> {
    pub(super) notation: Notation,
    pub(super) lines: Lines<'t>,
    pub(super) candidates: Vec<Candidate>,
    pub(super) judged: Vec<Result<Right, LeftOutReason>>,
    pub(super) keys: Vec<String>,
}

impl<'t> JudgedCandidates<'t> {
    pub(super) fn new(candidates: Vec<Candidate>, lines: Lines<'t>, notation: Notation) -> Self {
        let surroundings = Surroundings::new(&candidates, &lines);
        let keys = candidates.iter().map(|one| notation.key(&one.name)).collect();
        let mut this = Self { notation, lines, candidates, judged: Vec::new(), keys };
        this.judged = surroundings.rights(&this);
        this.leave_out_misprints(&surroundings.paragraph);
        this.leave_out_words();
        this
    }

    pub(super) fn section(&self, at: usize) -> Option<usize> {
        self.candidates[at].first(&self.lines).section
    }

    pub(super) fn term(&self, at: usize) -> Option<&Term> {
        self.judged[at].as_ref().ok()?.as_ref().ok()
    }

    fn own(&self) -> HashSet<String> {
        self.keys.iter().cloned().collect()
    }

    /// Returns the productions that may continue below an empty line, each with the lines that may continue it. These
    /// lines consist of elements only, or form an expression together with the right side.
    pub(super) fn cut_short(&self) -> Vec<(usize, Range<usize>)> {
        let scope = Scope::default();
        let reader = Reader { notation: self.notation, characters: None, scope: Some(&scope) };
        let own = self.own();
        let goes_on = |(at, one): (usize, &Candidate)| {
            let (below, is_known) = one.below.clone()?;
            let Ok(right) = &self.judged[at] else { return None };
            let text = self.lines.lines[below.clone()].iter().take(FOLLOWING);
            let text = text.map(|line| &*line.text).collect::<Vec<_>>().join("\n");
            let text = format!("{}\n{text}", one.text(&self.lines));
            let is_one = || {
                right.is_ok()
                    && text.len() <= LONGEST
                    && reader.trial(&one.name, &text, &own, false).is_ok()
            };
            (is_known || is_one()).then_some((at, below))
        };
        self.candidates.iter().enumerate().filter_map(goes_on).collect()
    }
}

/// The number of lines that are inspected below a production.
const FOLLOWING: usize = 20;

struct Surroundings {
    candidate: Vec<Option<usize>>,
    paragraph: Vec<usize>,
    /// For each paragraph with lines of a program, the least indentation of such a line.
    program: HashMap<usize, usize>,
    /// The paragraph and the indentation of each line for which [`is_row`] returns true.
    rows: HashSet<(usize, usize)>,
    fields: Vec<bool>,
}

impl Surroundings {
    fn new(candidates: &[Candidate], lines: &Lines<'_>) -> Self {
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

    /// Reads the right sides of the candidates that are not excluded by their context.
    fn rights(&self, all: &JudgedCandidates<'_>) -> Vec<Result<Right, LeftOutReason>> {
        let JudgedCandidates { notation, ref lines, ref candidates, .. } = *all;
        let own = all.own();
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
        // In the text of the whole grammar, an invalid candidate would make the others unreadable.
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

    /// Returns the reason why the candidate is not a production, if there is one besides its right side.
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
        // Each production of ISO/IEC 14977 ends with `;`.
        if notation != Notation::Iso14977 && is_statement(one, lines) {
            return Some(LeftOutReason::Statement);
        }
        // A sentence next to a grammar is indented no further than the grammar.
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

/// Returns whether each line ends with `;`, without a comment after it.
fn is_statement(one: &Candidate, lines: &Lines<'_>) -> bool {
    one.lines.iter().all(|&at| {
        let text = lines.lines[at].text.trim_end();
        // In `";"` and in `;;` the sign does not end a statement.
        text.ends_with(';') && !text.ends_with(";;")
    })
}

const WORDS: [&str; 14] = [
    "if", "else", "elsif", "elif", "endif", "while", "for", "do", "return", "switch", "case",
    "loop", "repeat", "until",
];

fn is_program(line: &str) -> bool {
    let line = line.trim();
    let end = line.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(line.len());
    let ends = [";", "{", ":", ")", " then", " do"];
    let rest = line[end..].trim_start();
    WORDS.contains(&&line[..end])
        && (ends.iter().any(|end| line.ends_with(end)) || rest.is_empty() || rest.starts_with('('))
}

/// The reason why lines that look like a production are left out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum LeftOutReason {
    /// The lines are a statement of a program, or a rule of EBNF: each line ends with `;`.
    #[error("the line ends with `;` without a comment, like a statement of a program")]
    Statement,
    /// The lines are part of a program.
    #[error("it is next to lines of a program")]
    Program,
    /// The lines are part of a list whose left sides are not names.
    #[error("it is in a list of lines with `=` whose left sides are not names")]
    Row,
    /// The lines are part of a paragraph of prose.
    #[error("it is part of a paragraph of prose")]
    Prose,
    /// The lines are parameters in an example of a header field.
    #[error("it continues the example of a header field, `Name: value`, above it")]
    Field,
    /// The right side cannot be read, and nothing else indicates a production.
    #[error("its right side is not an expression: {why}")]
    Unreadable {
        /// A description of the fault in the right side.
        why: String,
    },
    /// The right side has only undefined names, nothing uses the name of the production, and no production is
    /// next to it.
    #[error(
        "its right side has only undefined words, nothing uses its name, and there is no \
         production next to it"
    )]
    Words,
    /// The section shows how productions are written: it defines a name in several ways, and most of its definitions
    /// are not in the collected grammar.
    #[error(
        "it is an example: section {section} defines the same name in several ways, and most of \
         its definitions are not in the collected grammar"
    )]
    Example {
        /// The number or the title of the top-level section.
        section: String,
    },
    /// The document marks the block as another language.
    #[error("the document marks the block as `{language}`, which is not supported")]
    Language {
        /// The language, as the document names it.
        language: String,
    },
    /// The line is in a block of a grammar, or among productions, but belongs to no production.
    #[error("it is in a block of a grammar, but belongs to no production")]
    Stray,
    /// The lines may continue a production, from which an empty line or the end of a page separates them.
    #[error(
        "it may continue the production `{production}` above an empty line, since it is indented further, but it is left out"
    )]
    Apart {
        /// The name of the production.
        production: String,
    },
}

impl LeftOutReason {
    /// Returns the name of the reason, in one word.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Statement => "statement",
            Self::Program => "program",
            Self::Row => "row",
            Self::Prose => "prose",
            Self::Field => "field",
            Self::Unreadable { .. } => "unreadable",
            Self::Words => "words",
            Self::Example { .. } => "example",
            Self::Language { .. } => "language",
            Self::Stray => "stray",
            Self::Apart { .. } => "apart",
        }
    }

    /// Returns whether both reasons are equal, ignoring the fault of an unreadable right side.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self == other || matches!((self, other), (Self::Unreadable { .. }, Self::Unreadable { .. }))
    }
}

/// The right side of a production, or the reason why it cannot be read.
pub(super) type Right = Result<Term, String>;

impl JudgedCandidates<'_> {
    // Rejects right sides with only words, which are prose, such as `ratio = width / height`, unless they are
    // among the productions of a block, like `Location = URI-reference`, or in a block marked as an example.

    /// Rejects candidates whose right side has only words that nothing defines, whose name nothing uses, and
    /// that are in no block with a production.
    fn leave_out_words(&mut self) {
        let (mut defined, mut used) = (HashSet::new(), HashSet::new());
        for (one, right) in self.candidates.iter().zip(&self.judged) {
            let Ok(right) = right else { continue };
            let key = self.notation.key(&one.name);
            for term in right.iter().flat_map(Term::all) {
                if let Term::Name(name) = term
                    && self.notation.key(name) != key
                {
                    used.insert(self.notation.key(name));
                }
            }
            defined.insert(key);
        }
        let has_only_words = |(one, judged): (&Candidate, &Result<Right, LeftOutReason>)| {
            let Ok(Ok(term)) = judged else { return false };
            let is_definition = match self.lines.content(one.first(&self.lines)) {
                Content::Grammar(_) => true,
                // `foo=bar` is an example of a parameter, and `foo = bar` one of a production.
                Content::Example => one.has_gap(&self.lines),
                Content::Unmarked | Content::ExampleOf(_) | Content::Other(_) => false,
            };
            if is_definition || one.sign == "::=" {
                return false;
            }
            let own = self.notation.key(&one.name);
            let is_word = |term: &&Term| match term {
                Term::Name(name) => {
                    let key = self.notation.key(name);
                    key == own || !defined.contains(&key) && !self.notation.lends(name)
                }
                Term::Sequence(terms) => !terms.is_empty(),
                Term::Choice(_) | Term::Difference { .. } => true,
                // `5 words`, as in prose, repeats exactly.
                Term::Repeat { min, max, .. } => Some(*min) == *max,
                Term::Bytes(_) | Term::Literal { .. } => false,
            };
            !used.contains(&own) && term.all().iter().all(is_word)
        };
        let words: Vec<bool> =
            self.candidates.iter().zip(&self.judged).map(has_only_words).collect();
        let blocks = self.blocks();
        let all = || blocks.iter().zip(&words).zip(0..);
        let is_sure = |at: usize| !words[at] && matches!(self.judged[at], Ok(Ok(_)));
        let sure: HashSet<usize> =
            all().filter(|&(_, at)| is_sure(at)).map(|((block, _), _)| *block).collect();
        for ((block, &is_words), at) in all() {
            if is_words && !sure.contains(block) {
                self.judged[at] = Err(LeftOutReason::Words);
            }
        }
    }

    /// Returns the number of each candidate's block. Only empty lines and comments separate the productions of a block.
    pub(super) fn blocks(&self) -> Vec<usize> {
        let (mut block, mut end) = (0, None);
        let all = self.candidates.iter().zip(&self.judged).map(|(one, judged)| {
            let first = one.lines[0];
            let is_between = |end: usize| {
                let (before, after) = (&self.lines.lines[end], &self.lines.lines[first]);
                let mut between = self.lines.lines[end + 1..first].iter();
                before.container == after.container
                    && before.section == after.section
                    && between.all(|line| line.is_blank() || line.is_comment)
            };
            block += usize::from(judged.is_err() || !end.is_some_and(is_between));
            end = judged.is_ok().then(|| one.lines.last().copied()).flatten();
            block
        });
        all.collect()
    }

    // Accepts an unreadable right side as a misprint if another production is next to it, or uses its name,
    // which nothing else defines; if the sign is `::=`; or if it is prose in angle brackets. Only the prose in a
    // production of RFC 2047 uses `especials`.

    /// Rejects unreadable candidates that are not misprints. `paragraph` maps each line to its paragraph.
    fn leave_out_misprints(&mut self, paragraph: &[usize]) {
        let readable = self
            .candidates
            .iter()
            .zip(&self.judged)
            .filter(|(_, right)| matches!(right, Ok(Ok(_))));
        let readable: HashSet<(usize, usize)> =
            readable.map(|(one, _)| (paragraph[one.lines[0]], one.indent)).collect();
        let is_sure = |(one, judged): (&Candidate, &Result<Right, LeftOutReason>)| match judged {
            Ok(Ok(_)) => true,
            Ok(Err(why)) => {
                let is_beside = readable.contains(&(paragraph[one.lines[0]], one.indent));
                let is_grammar =
                    matches!(self.lines.content(one.first(&self.lines)), Content::Grammar(_));
                is_grammar || one.sign == "::=" || is_beside || is_only_prose(why)
            }
            Err(_) => false,
        };
        let mut sure: Vec<bool> = self.candidates.iter().zip(&self.judged).map(is_sure).collect();
        let is_open = |at: usize| {
            matches!(self.judged[at], Ok(Err(_))) && self.candidates[at].has_gap(&self.lines)
        };
        let count = self.candidates.len();
        let both = (1..count).map(|at| (at - 1, at));
        for (from, at) in both.chain((1..count).rev().map(|at| (at, at - 1))) {
            let (first, second) = (&self.candidates[from.min(at)], &self.candidates[from.max(at)]);
            sure[at] |= sure[from]
                && is_open(at)
                && has_notation(&self.candidates[at], &self.lines)
                && is_next(first, second, &self.lines);
        }
        let defined: HashSet<&str> =
            (0..count).filter(|&at| sure[at]).map(|at| &*self.keys[at]).collect();
        let mut used: HashSet<String> = HashSet::new();
        for at in (0..count).filter(|&at| sure[at]) {
            match &self.judged[at] {
                Ok(Ok(term)) => {
                    let names = term.all().into_iter().filter_map(Term::name);
                    used.extend(names.map(|name| self.notation.key(name)));
                }
                // Prose mentions productions, too: `<any CHAR except especials>`.
                _ => used.extend(
                    words(&self.candidates[at], &self.lines).map(|word| self.notation.key(&word)),
                ),
            }
        }
        for (at, judged) in self.judged.iter_mut().enumerate() {
            let Ok(Err(why)) = judged else { continue };
            let is_wanted = used.contains(&self.keys[at]) && !defined.contains(&*self.keys[at]);
            if !(sure[at] || is_wanted && self.candidates[at].has_gap(&self.lines)) {
                *judged = Err(LeftOutReason::Unreadable { why: why.clone() });
            }
        }
    }
}

/// Returns whether prose is the only reason why a right side cannot be read.
pub(super) fn is_only_prose(why: &str) -> bool {
    why.starts_with('<')
}

/// Returns whether `second` follows `first` at the same indentation, with only empty lines and comments between them.
fn is_next(first: &Candidate, second: &Candidate, lines: &Lines<'_>) -> bool {
    let (end, start) = (first.lines[first.lines.len() - 1], second.lines[0]);
    let (before, after) = (&lines.lines[end], &lines.lines[start]);
    let mut between = lines.lines[end + 1..start].iter();
    first.indent == second.indent
        && before.container == after.container
        && before.section == after.section
        && between.all(|line| line.is_blank() || line.is_comment)
}

fn code<'l>(one: &'l Candidate, lines: &'l Lines<'_>) -> impl Iterator<Item = &'l str> {
    one.lines.iter().enumerate().map(move |(at, &line)| {
        let text = lines.lines[line].text.split(" ;").next().unwrap_or_default();
        match (at, text.split_once(one.sign)) {
            (0, Some((_, right))) => right,
            _ => text,
        }
    })
}

/// Returns whether the right side has an operator or a delimiter of a notation; a sentence has none.
fn has_notation(one: &Candidate, lines: &Lines<'_>) -> bool {
    code(one, lines).any(|text| text.contains(['"', '<', '[', '(', '*', '/', '|', '%']))
}

fn words<'l>(one: &'l Candidate, lines: &'l Lines<'_>) -> impl Iterator<Item = String> + 'l {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    code(one, lines).flat_map(move |text| {
        text.split(move |c: char| !is_part(c)).filter(|word| !word.is_empty()).map(str::to_owned)
    })
}

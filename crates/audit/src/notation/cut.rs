//! Cuts a file into productions, and describes the faults of a production.

use pest::RuleType;
use pest::error::{Error, LineColLocation};
use pest::iterators::{Pair, Pairs};

use super::coverage::Coverage;
use super::site::Site;
use super::term::Term;

/// The text of one production of a file, not yet read.
pub(super) struct Cut<'s> {
    pub(super) name: String,
    pub(super) text: &'s str,
    /// The offset of the text in its file.
    pub(super) start: usize,
    pub(super) line: usize,
    /// Why nobody can tell where the production ends, if that is so.
    pub(super) doubt: Option<LineFault>,
}

impl<'s> Cut<'s> {
    /// A production by its name and its lines, which begin at an offset and on a line.
    pub(super) fn new(name: String, text: &'s str, start: usize, line: usize) -> Self {
        Self { name, text, start, line, doubt: None }
    }

    /// Takes the production apart. The name is the first pair of every production.
    pub(super) fn of<R: RuleType>(pair: Pair<'s, R>) -> Self {
        let (text, start, line) = (pair.as_str(), pair.as_span().start(), pair.line_col().0);
        let name = pair.into_inner().next().map_or("", |name| name.as_str()).to_owned();
        Self::new(name, text, start, line)
    }
}

/// The productions of a file, of which those are pairs of one rule.
pub(super) fn productions<R: RuleType>(grammar: Pairs<'_, R>, production: R) -> Vec<Cut<'_>> {
    let pairs = grammar.flat_map(Pair::into_inner);
    pairs.filter(|pair| pair.as_rule() == production).map(Cut::of).collect()
}

/// The parts of a definition: its number, name and sign, which are counted, and its right side.
pub(super) fn parts<'s, R: RuleType>(
    definition: Pairs<'s, R>,
    right: R,
    coverage: &mut Coverage,
) -> Vec<Pair<'s, R>> {
    let mut parts = Vec::new();
    for definition in definition {
        coverage.add(&definition);
        parts.extend(definition.into_inner());
    }
    parts.iter().filter(|part| part.as_rule() != right).for_each(|part| coverage.add_whole(part));
    parts
}

/// Reads the right side of a definition of a text: its first pair of a rule. Fails if a byte of the text is not used.
pub(super) fn right_side<'s, R: RuleType>(
    definition: Pairs<'s, R>,
    right: R,
    text: &str,
    site: &mut Site<'_>,
    read: fn(Pair<'s, R>, &mut Site<'_>) -> Result<Term, LineFault>,
) -> Result<Term, LineFault> {
    let mut parts = parts(definition, right, &mut site.coverage).into_iter();
    let pair = parts.find(|pair| pair.as_rule() == right).ok_or_else(LineFault::nothing)?;
    let term = read(pair, site)?;
    site.coverage.check(text)?;
    Ok(term)
}

/// A fault in a production: the line of its text, and what is wrong.
#[derive(Clone, Debug)]
pub(super) struct LineFault {
    pub(super) line: usize,
    pub(super) why: String,
}

/// Where a reader stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stopped {
    /// At the end of the text, or of a line.
    End,
    /// At a line and a column.
    At(usize, usize),
}

/// The words of a fault of which only the place is known.
const TOO_EARLY: &str = "it ends too early";
const MEANS_NOTHING: &str = "means nothing in this notation";

impl LineFault {
    /// Where the reader stopped, if nothing else is known of the fault.
    pub(super) fn stopped(&self) -> Option<Stopped> {
        if self.why == TOO_EARLY {
            return Some(Stopped::End);
        }
        let column =
            self.why.strip_suffix(MEANS_NOTHING)?.strip_prefix("column ")?.split(' ').next();
        Some(Stopped::At(self.line, column?.parse().ok()?))
    }

    pub(super) fn nothing() -> Self {
        Self { line: 1, why: "there is nothing on its right side".to_owned() }
    }
}

/// The text from the first of some pairs to the last, without the comment after them.
pub(super) fn text<'s, R: RuleType>(mut pairs: Pairs<'s, R>) -> &'s str {
    let Some(first) = pairs.next() else { return "" };
    let last = pairs.last().unwrap_or_else(|| first.clone());
    first.as_span().start_pos().span(&last.as_span().end_pos()).as_str()
}

pub(super) fn fault<R: RuleType>(error: &Error<R>) -> LineFault {
    let (LineColLocation::Pos((line, column)) | LineColLocation::Span((line, column), _)) =
        error.line_col;
    let found = error.line().chars().skip(column.saturating_sub(1)).take(20).collect::<String>();
    let why = match found.trim() {
        "" => TOO_EARLY.to_owned(),
        found => format!("column {column} has `{found}`, which {MEANS_NOTHING}"),
    };
    LineFault { line, why }
}

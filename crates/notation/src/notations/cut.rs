//! Cuts a file into productions, and describes the faults of a production.

use pest::RuleType;
use pest::error::{Error, LineColLocation};
use pest::iterators::{Pair, Pairs};

use super::ebnf;
use super::grammar::Notation;

pub(super) struct Cut<'s> {
    pub(super) name: String,
    pub(super) text: &'s str,
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

#[derive(Clone, Debug)]
pub(super) struct LineFault {
    pub(super) line: usize,
    pub(super) why: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stopped {
    End,
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

// How deep brackets nest, found without recursion: reading them takes stack. Literals, prose and comments are skipped
// as the notations skip them, so that none of them hides a bracket and none is counted for one.

pub(super) const DEEPEST: usize = 200;
/// The words of the fault that more nest.
pub(super) const TOO_DEEP: &str = "brackets nest more than 200 deep";

/// Refuses brackets that nest too deep. `is_wide` says that literals may stand between apostrophes,
/// and that prose may go on in the next line.
pub(super) fn shallow(text: &str, notation: Notation, is_wide: bool) -> Result<(), LineFault> {
    if matches!(notation, Notation::W3c | Notation::Iso14977) {
        return ebnf::shallow(text, notation);
    }
    let bytes = text.as_bytes();
    let (mut depth, mut line, mut at) = (0_usize, 1, 0);
    while at < bytes.len() {
        let rest = &bytes[at..];
        let in_line = |end: &[u8]| {
            let stop = rest[1..]
                .iter()
                .position(|byte| end.contains(byte) || matches!(byte, b'\n' | b'\r'));
            stop.map_or(
                rest.len(),
                |stop| if end.contains(&rest[stop + 1]) { stop + 2 } else { stop + 1 },
            )
        };
        let skipped = match (rest[0], notation) {
            // Only letters, digits and marks make a string of RFC 1630: a quote may stand for itself.
            (b'"', Notation::Rfc1630) => {
                let text =
                    rest[1..].iter().take_while(|byte| byte.is_ascii_graphic() && **byte != b'"');
                let end = 1 + text.count();
                if end > 1 && rest.get(end) == Some(&b'"') { end + 1 } else { 1 }
            }
            (b'"', _) => in_line(b"\""),
            (b'\'', Notation::Abnf | Notation::Bnf) if is_wide => in_line(b"'"),
            (b'<', Notation::Abnf | Notation::Bnf) if is_wide => {
                match rest.iter().position(|&byte| byte == b'>') {
                    Some(end) => end + 1,
                    // Nothing after this can be read.
                    None => return Ok(()),
                }
            }
            (b'<', Notation::Abnf | Notation::Bnf) => in_line(b">"),
            (b';', Notation::Abnf | Notation::Bnf) => in_line(b""),
            _ => 1,
        };
        match rest[0] {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return Err(LineFault { line, why: TOO_DEEP.to_owned() });
        }
        line += rest[..skipped].iter().filter(|&&byte| byte == b'\n').count();
        at += skipped;
    }
    Ok(())
}

// That nothing of a grammar is lost between its text and its terms. Every byte of a file belongs to a production or is
// a blank or a comment between two. Every byte of a production belongs to exactly one pair, the innermost that spans
// it; the reader counts the bytes of each pair that it uses. What it forgets to use is an error, and no shorter
// language.

/// The bytes of a production that its reader has used.
#[derive(Default)]
pub(super) struct Coverage(usize);

impl Coverage {
    /// Counts the bytes of a pair that are not those of the pairs in it: its signs, and the blanks and comments
    /// between its parts.
    pub(super) fn add<R: RuleType>(&mut self, pair: &Pair<'_, R>) {
        let inner = pair.clone().into_inner().map(|part| part.as_str().len());
        self.0 += pair.as_str().len() - inner.sum::<usize>();
    }

    /// Counts all bytes of a pair.
    pub(super) fn add_whole<R: RuleType>(&mut self, pair: &Pair<'_, R>) {
        self.0 += pair.as_str().len();
    }

    /// Fails if the bytes that were counted are not all of the text.
    pub(super) fn check(&self, text: &str) -> Result<(), LineFault> {
        if self.0 == text.len() {
            return Ok(());
        }
        let why = format!(
            "its reader used {} of its {} bytes, which is a bug; please report it with the text",
            self.0,
            text.len()
        );
        Err(LineFault { line: 1, why })
    }
}

/// Fails if something other than blanks and comments stands between the productions of a file, before the first
/// or behind the last.
pub(super) fn check_cuts(
    source: &str,
    cuts: &[Cut<'_>],
    notation: Notation,
) -> Result<(), LineFault> {
    let is_empty = |text: &str| match notation {
        Notation::W3c | Notation::Iso14977 => {
            ebnf::without_comments(text, notation).trim().is_empty()
        }
        Notation::Abnf | Notation::Bnf | Notation::Rfc1630 => {
            let mut lines = text.split(['\n', '\r']).map(str::trim_start);
            lines.all(|line| line.is_empty() || line.starts_with(';'))
        }
    };
    let mut at = 0;
    let ends = cuts.iter().map(|cut| (cut.start, cut.start + cut.text.len()));
    for (start, end) in ends.chain([(source.len(), source.len())]) {
        if !source.get(at..start).is_some_and(is_empty) {
            let before = source.get(..at).unwrap_or_default();
            let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
            return Err(LineFault { line, why: String::new() });
        }
        at = end;
    }
    Ok(())
}

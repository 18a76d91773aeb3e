//! That nothing of a grammar is lost between its text and its terms.
//!
//! In: the text of a file and the productions that it is cut into; and the pairs of a production as its reader
//! uses them. Out: the fault, if a byte belongs to nothing. Every byte of a file belongs to a production or is
//! a blank or a comment between two of them. Every byte of a production belongs to exactly one pair, the
//! innermost that spans it; the reader counts the bytes of each pair that it uses, and the sum is the length of
//! the production. What a reader forgets to use is an error, and no shorter language.

use pest::RuleType;
use pest::iterators::Pair;

use super::cut::{Cut, LineFault};
use super::ebnf;
use super::name::Notation;

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

//! The findings of lints.

use std::ops::Range;

use grammar_automata::build::{Dfa, difference};

use super::kind::{Lint, Severity};
use crate::basics::attack::Attack;

/// A finding in a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The lint that made the finding.
    pub lint: Lint,
    /// The rule or the production, if the finding is in one.
    pub rule: Option<String>,
    /// The place in the text, in bytes.
    pub span: Range<usize>,
    /// The place of the expression that the finding is about, in bytes: for an alternative its choice, for a term of
    /// a sequence the terms from this one on.
    pub within: Range<usize>,
    /// The line of the place, counted from 1.
    pub line: usize,
    /// The column of the place in characters, counted from 1.
    pub column: usize,
    /// The message: one sentence that explains the finding.
    pub message: String,
    /// The witness: a shortest string that shows the finding. `None` if no input does what the finding is about.
    pub witness: Option<String>,
    /// A change that loses no string that is read now. For an undefined name, the change to the name that was
    /// probably meant.
    pub mend: Option<Mend>,
    /// For a finding about time, the strings that take long; the first of them is the witness.
    pub attack: Option<Attack>,
}

impl Finding {
    /// A finding at a place of a text, in bytes, without a witness.
    #[must_use]
    pub fn at(text: &str, span: Range<usize>, lint: Lint, message: String) -> Self {
        let (line, column) = line_and_column(text, span.start);
        let within = span.clone();
        let (rule, witness, mend, attack) = (None, None, None, None);
        Self { lint, rule, span, within, line, column, message, witness, mend, attack }
    }

    /// A finding about what takes long. `whom` are those who take so long.
    pub(super) fn slow(
        text: &str,
        span: Range<usize>,
        (degree, attack): (Option<usize>, Attack),
        whom: &str,
    ) -> Self {
        let (lint, growth) = match degree {
            None => (Lint::ExponentialTime, "exponentially".to_owned()),
            Some(2) => (Lint::PolynomialTime, "with the square of the length".to_owned()),
            Some(3) => (Lint::PolynomialTime, "with the cube of the length".to_owned()),
            Some(degree) => {
                (Lint::PolynomialTime, format!("with the {degree}th power of the length"))
            }
        };
        let message = format!("{}: it grows {growth}", attack.sentence(whom));
        let witness = attack.text(attack.steps.first().map_or(1, |step| step.0));
        let finding = Self::at(text, span, lint, message).shown_by(witness);
        Self { attack: Some(attack), ..finding }
    }

    /// The same finding, with a witness.
    #[must_use]
    pub fn shown_by(self, witness: String) -> Self {
        Self { witness: Some(witness), ..self }
    }

    /// The severity of the finding.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.lint.severity()
    }
}

/// A change of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mend {
    /// The place that is replaced, in bytes.
    pub span: Range<usize>,
    /// The replacement.
    pub text: String,
}

impl Mend {
    /// The text with the change made.
    ///
    /// # Panics
    /// If the place is not within the text.
    #[must_use]
    pub fn applied(&self, text: &str) -> String {
        [&text[..self.span.start], &self.text, &text[self.span.end..]].concat()
    }
}

/// What was found in a grammar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Linted {
    /// The findings, in the order of the text.
    pub findings: Vec<Finding>,
    /// The rules about which not all was decided, in the order of the text.
    pub undecided: Vec<String>,
}

impl Linted {
    /// The same, with the findings in the order of the text.
    pub(super) fn in_order(mut self) -> Self {
        self.findings.sort_by_key(|one| (one.span.start, one.span.end, one.lint));
        self
    }
}

/// The shortest string of one language that is none of another, in small letters where these may stand too.
pub(super) fn only_in(left: (&Dfa, usize), right: (&Dfa, usize)) -> Option<String> {
    let found = String::from_utf8(difference(left, right).only_left?).ok()?;
    let small = found.to_ascii_lowercase();
    let is_too =
        left.0.matches(left.1, small.as_bytes()) && !right.0.matches(right.1, small.as_bytes());
    Some(if is_too { small } else { found })
}

/// The place of a line, counted from 1, without the blanks around its text.
pub(super) fn line_span(text: &str, line: usize) -> Range<usize> {
    let begin: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let content = text[begin..].lines().next().unwrap_or_default();
    let blanks = content.len() - content.trim_start().len();
    begin + blanks..begin + content.trim_end().len().max(blanks)
}

/// The line and the column of an offset, both counted from 1, the column in characters.
pub(super) fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let line = memchr::memchr_iter(b'\n', before.as_bytes()).count() + 1;
    let begin = before.rfind('\n').map_or(0, |end| end + 1);
    (line, before[begin..].chars().count() + 1)
}

//! Grammars and patterns that say something else than their author meant.
//!
//! A finding is no guess: either a shortest string shows it, or a search decided that there is no string at all. In
//! `a = { "a"* ~ "a" }` nothing is misspelt, and the rule reads no string, since pest does not backtrack into the star.

mod pattern;
mod pest;
mod printed;
#[cfg(feature = "sources")]
mod source;

pub use pattern::{lint_pattern, lint_pattern_as, lint_patterns, lint_patterns_with};
pub use pest::{PestLinter, lint_pest, lint_pest_text};
pub use printed::lint_printed;
#[cfg(feature = "documents")]
pub use printed::{LintedDocument, lint_document, lint_document_examples};
#[cfg(feature = "sources")]
pub use source::{lint_source, lint_source_with};

use std::fmt;
use std::ops::Range;

use grammar_automata::build::{Dfa, PumpWitness, difference};

// The findings of lints, the lints of grammars, and their severities.

// The findings of lints.

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
    pub attack: Option<PumpWitness>,
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
    fn slow(
        text: &str,
        span: Range<usize>,
        (degree, attack): (Option<usize>, PumpWitness),
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
    fn in_order(mut self) -> Self {
        self.findings.sort_by_key(|one| (one.span.start, one.span.end, one.lint));
        self
    }
}

/// The shortest string of one language that is none of another, in small letters where these may stand too.
fn only_in(left: (&Dfa, usize), right: (&Dfa, usize)) -> Option<String> {
    let found = String::from_utf8(difference(left, right).only_left?).ok()?;
    let small = found.to_ascii_lowercase();
    let is_too =
        left.0.matches(left.1, small.as_bytes()) && !right.0.matches(right.1, small.as_bytes());
    Some(if is_too { small } else { found })
}

/// The place of a line, counted from 1, without the blanks around its text.
fn line_span(text: &str, line: usize) -> Range<usize> {
    let begin: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let content = text[begin..].lines().next().unwrap_or_default();
    let blanks = content.len() - content.trim_start().len();
    begin + blanks..begin + content.trim_end().len().max(blanks)
}

/// The line and the column of an offset, both counted from 1, the column in characters.
fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let line = memchr::memchr_iter(b'\n', before.as_bytes()).count() + 1;
    let begin = before.rfind('\n').map_or(0, |end| end + 1);
    (line, before[begin..].chars().count() + 1)
}

// The lints of grammars, and the severities of their findings.

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// The finding is true, and often intended.
    Note,
    /// Strings are lost, or a part of the grammar does nothing.
    Warning,
    /// The tool that the grammar is written for rejects it.
    Error,
}

impl Severity {
    /// All of them, the mildest first.
    pub const ALL: &'static [Self] = &[Self::Note, Self::Warning, Self::Error];

    /// `note`, `warning` or `error`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A lint of grammars, patterns or programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Lint {
    /// The file, or a production of it, cannot be read.
    Unreadable,
    /// pest refuses the file.
    Refused,
    /// A production is defined twice.
    DefinedTwice,
    /// A production uses a name that nobody defines.
    Undefined,
    /// A production is prose, or names one of another document.
    Prose,
    /// An alternative is never taken: another one before it takes each of its strings.
    Shadowed,
    /// An alternative is never taken: another one before it takes a beginning of each of its strings.
    PrefixShadowed,
    /// Some strings of an alternative are lost: another one before it takes a beginning of them.
    PartlyShadowed,
    /// Two alternatives read the same string, of which the tree has the first.
    Ambiguous,
    /// An expression never succeeds.
    NeverMatches,
    /// A lookahead and what follows it are never true of one input.
    Contradiction,
    /// An option or a repetition takes what must follow, whatever the input.
    Greedy,
    /// On some inputs, an option or a repetition takes what must follow.
    PartlyGreedy,
    /// A lookahead decides nothing, since what follows it implies it.
    IdlePredicate,
    /// Blanks may stand within what looks like a token.
    BlankInToken,
    /// A rule reads other strings within an atomic rule.
    TwoLanguages,
    /// No rule calls a rule, and it is none to begin with.
    Unreached,
    /// A production has what its notation does not have, and is read all the same.
    Departure,
    /// A production has the name of a core rule of ABNF, and other strings.
    RedefinedCore,
    /// A production says again what a core rule of ABNF says.
    RepeatedCore,
    /// A repetition at the end of a choice belongs to the last alternative alone, as `*c` in `a / b *c`.
    Ungrouped,
    /// A literal of ABNF looks as if case mattered.
    AnyCase,
    /// A parser that takes the first alternative that matches loses strings.
    OrderedChoice,
    /// The end of a pattern is before a line end too.
    LineEnd,
    /// An anchor belongs to one alternative of a pattern alone.
    EscapedAnchor,
    /// A range of a class has more characters than it looks like.
    OddRange,
    /// A backtracking engine takes exponentially long for a pattern.
    ExponentialTime,
    /// A backtracking engine takes a time for a pattern that grows with a power of the length of the string.
    PolynomialTime,
    /// An alternative of a pattern finds no string that the others do not find.
    IdleAlternative,
    /// A pattern passes a URI whose host is none of those that it is for.
    HostEscape,
    /// A pattern of a program is not read.
    UnreadPattern,
    /// A string that a document gives as an example is none of its grammar.
    ExampleNotMember,
}

impl Lint {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::Unreadable,
        Self::Refused,
        Self::DefinedTwice,
        Self::Undefined,
        Self::Prose,
        Self::Shadowed,
        Self::PrefixShadowed,
        Self::PartlyShadowed,
        Self::Ambiguous,
        Self::NeverMatches,
        Self::Contradiction,
        Self::Greedy,
        Self::PartlyGreedy,
        Self::IdlePredicate,
        Self::BlankInToken,
        Self::TwoLanguages,
        Self::Unreached,
        Self::Departure,
        Self::RedefinedCore,
        Self::RepeatedCore,
        Self::Ungrouped,
        Self::AnyCase,
        Self::OrderedChoice,
        Self::LineEnd,
        Self::EscapedAnchor,
        Self::OddRange,
        Self::ExponentialTime,
        Self::PolynomialTime,
        Self::IdleAlternative,
        Self::HostEscape,
        Self::UnreadPattern,
        Self::ExampleNotMember,
    ];

    /// The name by which the lint is allowed and denied, as `prefix-shadowed`.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.columns()[0]
    }

    /// Whether a finding says that an expression never succeeds.
    fn is_never(self) -> bool {
        matches!(self, Self::NeverMatches | Self::Contradiction | Self::Greedy)
    }

    /// Whether a finding is about all inputs, and not about some.
    fn is_of_all_inputs(self) -> bool {
        self.is_never()
            || matches!(self, Self::Shadowed | Self::PrefixShadowed | Self::IdlePredicate)
    }

    /// The severity of the findings of the lint.
    #[must_use]
    pub fn severity(self) -> Severity {
        let name = self.columns()[1];
        Severity::ALL.iter().copied().find(|one| one.name() == name).unwrap_or(Severity::Warning)
    }

    /// A one-line description of the lint.
    #[must_use]
    pub fn summary(self) -> &'static str {
        self.columns()[2]
    }

    fn columns(self) -> [&'static str; 3] {
        let row = LINTS.lines().nth(self as usize).unwrap_or_default();
        let (id, rest) = row.split_at(20);
        let (severity, summary) = rest.split_at(9);
        [id.trim_end(), severity.trim_end(), summary]
    }
}

/// The id, the severity and a description of each lint, in their order.
const LINTS: &str = "\
unreadable          error    what cannot be read
refused             error    what pest refuses the file for
defined-twice       error    a production that is defined twice
undefined           error    a name that nobody defines
prose               note     prose, or a production of another document, that is not known
shadowed            warning  an alternative whose strings another one before it takes
prefix-shadowed     warning  an alternative of whose strings another one before it takes a beginning
partly-shadowed     warning  an alternative of some of whose strings another one before it takes a beginning
ambiguous           note     two alternatives that read the same string
never-matches       warning  an expression that never succeeds
contradiction       warning  a lookahead that is never true of what follows it
greedy              warning  a repetition that always takes what must follow
partly-greedy       note     a repetition that takes what must follow, of some inputs
idle-predicate      warning  a lookahead that is true of all that follows it
blank-in-token      warning  a token in which blanks may stand
two-languages       note     a rule that reads other strings within an atomic rule
unreached           note     a rule that no other calls, beside one that reads all of the input
departure           note     what the notation does not have, and is read all the same
redefined-core      warning  a core rule of ABNF with other strings
repeated-core       note     a core rule of ABNF, defined again
ungrouped           note     a repetition after alternatives, which is the last one's alone
any-case            note     a literal with capitals, which ABNF reads in any case
ordered-choice      note     strings that a parser loses which takes the first alternative that matches
line-end            warning  a pattern whose `$` is before a line end too
escaped-anchor      warning  an anchor of a pattern that belongs to one alternative alone
odd-range           warning  a range of a class that has more than it looks like, as `[+.-_]`
exponential-time    warning  what takes exponentially long for some strings
polynomial-time     note     what takes a power of the length of some strings, as its square
idle-alternative    note     an alternative of a pattern that finds nothing more
host-escape         warning  a pattern that passes a URI with a host that is not allowed
unread-pattern      note     a pattern of a program whose flags or syntax are not read
example-not-member  warning  an example of a document that its grammar does not have
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lint_has_its_row() {
        assert_eq!(LINTS.lines().count(), Lint::ALL.len());
        for (number, lint) in Lint::ALL.iter().enumerate() {
            assert_eq!(*lint as usize, number);
            let name = format!("{lint:?}").to_lowercase();
            assert_eq!(lint.id().replace('-', ""), name);
            assert!(Severity::ALL.iter().any(|one| one.name() == lint.columns()[1]), "{name}");
        }
    }
}

//! Lints for grammars and patterns whose meaning is probably not the intended one.
//!
//! A finding is never a guess: a shortest string shows it, or a search proved that there is no such string. In
//! `a = { "a"* ~ "a" }` nothing is misspelled, and yet the rule matches no string, since pest does not backtrack into the
//! repetition.

mod pattern;
mod pest;
mod printed;
#[cfg(feature = "sources")]
mod source;

pub use pattern::{lint_pattern, lint_pattern_as};
pub use pest::{PestLinter, lint_pest, lint_pest_text};
pub use printed::lint_printed;
#[cfg(feature = "documents")]
pub use printed::{LintedDocument, lint_document, lint_document_examples};
#[cfg(feature = "sources")]
pub use source::{lint_source, lint_source_with};

use std::fmt;
use std::ops::Range;

use grammar_automata::build::{Dfa, PumpWitness, difference};

// Findings, lints, and severities.

/// A finding in a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The lint that reported the finding.
    pub lint: Lint,
    /// The rule or the production, if the finding is in one.
    pub rule: Option<String>,
    /// The span in the text, in bytes.
    pub span: Range<usize>,
    /// The span of the enclosing expression that the finding is about, in bytes: for an alternative, its choice; for a
    /// term of a sequence, that term and the terms after it.
    pub within: Range<usize>,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The message: one sentence that explains the finding.
    pub message: String,
    /// The witness: a shortest string that shows the finding, or `None` if the finding is about all inputs.
    pub witness: Option<String>,
    /// A suggested change. All strings that are accepted now are still accepted after the change. For an undefined
    /// name, the change inserts the name that was probably meant.
    pub mend: Option<Mend>,
    /// For a finding about matching time, the strings on which an engine is slow. The first of them is the witness.
    pub attack: Option<PumpWitness>,
}

impl Finding {
    /// Creates a finding at a span of a text, in bytes, without a witness.
    #[must_use]
    pub fn at(text: &str, span: Range<usize>, lint: Lint, message: String) -> Self {
        let (line, column) = line_and_column(text, span.start);
        let within = span.clone();
        let (rule, witness, mend, attack) = (None, None, None, None);
        Self { lint, rule, span, within, line, column, message, witness, mend, attack }
    }

    /// Creates a finding about matching time. `whom` names the engines that are slow.
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

    /// Adds a witness.
    #[must_use]
    pub fn shown_by(self, witness: String) -> Self {
        Self { witness: Some(witness), ..self }
    }

    /// Returns the severity of the finding.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.lint.severity()
    }
}

/// A change of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mend {
    /// The span to replace, in bytes.
    pub span: Range<usize>,
    /// The replacement.
    pub text: String,
}

impl Mend {
    /// Applies the change to the text.
    ///
    /// # Panics
    /// Panics if the span is not within the text.
    #[must_use]
    pub fn applied(&self, text: &str) -> String {
        [&text[..self.span.start], &self.text, &text[self.span.end..]].concat()
    }
}

/// The findings in a grammar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Linted {
    /// The findings, in the order of the text.
    pub findings: Vec<Finding>,
    /// The questions that were not decided, in the order of the text.
    pub undecided: Vec<OpenQuestion>,
}

/// A question about a rule or a pattern that was not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenQuestion {
    /// The name of the rule, or the text of a pattern without a name.
    pub rule: String,
    /// The question, such as `how long a backtracking engine takes`. If the reason is known, it follows after a colon.
    pub question: String,
}

impl OpenQuestion {
    /// Creates a question.
    #[must_use]
    pub fn new(rule: impl Into<String>, question: impl Into<String>) -> Self {
        Self { rule: rule.into(), question: question.into() }
    }
}

/// The question that stays open for a rule if some of its choices or repetitions were not examined.
const LOST: &str = "which strings an ordered choice or a repetition loses";

impl Linted {
    /// Adds an open question, unless it is already recorded.
    fn leave_open(&mut self, rule: impl Into<String>, question: impl Into<String>) {
        let open = OpenQuestion::new(rule, question);
        if !self.undecided.contains(&open) {
            self.undecided.push(open);
        }
    }

    /// Sorts the findings by their order in the text.
    fn in_order(mut self) -> Self {
        self.findings.sort_by_key(|one| (one.span.start, one.span.end, one.lint));
        self
    }
}

/// Returns the shortest string of one language that is not in another, in lower case if possible.
fn only_in(left: (&Dfa, usize), right: (&Dfa, usize)) -> Option<String> {
    let found = String::from_utf8(difference(left, right).only_left?).ok()?;
    let small = found.to_ascii_lowercase();
    let is_too =
        left.0.matches(left.1, small.as_bytes()) && !right.0.matches(right.1, small.as_bytes());
    Some(if is_too { small } else { found })
}

/// Returns the span of a line, counted from 1, without the blanks around its text.
fn line_span(text: &str, line: usize) -> Range<usize> {
    let begin: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let content = text[begin..].lines().next().unwrap_or_default();
    let blanks = content.len() - content.trim_start().len();
    begin + blanks..begin + content.trim_end().len().max(blanks)
}

/// Returns the line and the column of an offset, both counted from 1, the column in characters.
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
    /// The finding is correct, but may be what the author intended.
    Note,
    /// Strings are lost, or a part of the grammar has no effect.
    Warning,
    /// The tool that the grammar is written for rejects it.
    Error,
}

impl Severity {
    /// All severities, the mildest first.
    pub const ALL: &'static [Self] = &[Self::Note, Self::Warning, Self::Error];

    /// Returns `note`, `warning` or `error`.
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
    /// The file, or one of its productions, cannot be read.
    Unreadable,
    /// pest refuses the file.
    Refused,
    /// A production is defined twice.
    DefinedTwice,
    /// A production uses an undefined name.
    Undefined,
    /// A production is prose, or refers to another document.
    Prose,
    /// An alternative is never matched: earlier alternatives match all its strings.
    Shadowed,
    /// An alternative is never matched: earlier alternatives match a prefix of each of its strings.
    PrefixShadowed,
    /// Some strings of an alternative are lost: an earlier alternative matches a prefix of each.
    PartlyShadowed,
    /// Two alternatives match the same string. The parse tree contains the earlier one.
    Ambiguous,
    /// An expression never succeeds.
    NeverMatches,
    /// A lookahead and the expression after it never succeed on the same input.
    Contradiction,
    /// On all inputs, an option or a repetition consumes text that the next expression needs.
    Greedy,
    /// On some inputs, an option or a repetition consumes text that the next expression needs.
    PartlyGreedy,
    /// A lookahead has no effect: it succeeds wherever the expression after it does.
    IdlePredicate,
    /// A lookahead for keywords also refuses longer names that begin with a keyword.
    KeywordPrefix,
    /// Blanks are allowed inside an expression that looks like a token.
    BlankInToken,
    /// A rule accepts different strings depending on whether an atomic rule calls it.
    TwoLanguages,
    /// A rule or a production is not an entry point, and is not used by any other.
    Unreached,
    /// A production uses a form that does not belong to its notation but can still be read.
    Departure,
    /// A production has the name of a core rule of ABNF, but accepts other strings.
    RedefinedCore,
    /// A production repeats a core rule of ABNF.
    RepeatedCore,
    /// A repetition at the end of a choice belongs to the last alternative only, such as `*c` in `a / b *c`.
    Ungrouped,
    /// A literal of ABNF looks case-sensitive, but is not.
    AnyCase,
    /// A parser that matches the first successful alternative loses strings.
    OrderedChoice,
    /// The end anchor of a pattern also matches before a line end.
    LineEnd,
    /// An anchor applies to only one alternative of a pattern.
    EscapedAnchor,
    /// A range in a class contains characters that its ends do not suggest.
    OddRange,
    /// A backtracking engine takes exponential time for a pattern.
    ExponentialTime,
    /// A backtracking engine takes polynomial time for a pattern.
    PolynomialTime,
    /// An alternative adds nothing to the strings that the pattern matches without it.
    IdleAlternative,
    /// A pattern matches a URI whose host is not one of the intended hosts.
    HostEscape,
    /// A pattern in a program cannot be read.
    UnreadPattern,
    /// A string that a document gives as an example is not in the language of its grammar.
    ExampleNotMember,
}

impl Lint {
    /// All lints.
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
        Self::KeywordPrefix,
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

    /// Returns the name by which the lint is allowed and denied, such as `prefix-shadowed`.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.columns()[0]
    }

    /// Returns whether a finding means that an expression never succeeds.
    fn is_never(self) -> bool {
        matches!(self, Self::NeverMatches | Self::Contradiction | Self::Greedy)
    }

    /// Returns whether a finding is about all inputs, not just some.
    fn is_of_all_inputs(self) -> bool {
        self.is_never()
            || matches!(self, Self::Shadowed | Self::PrefixShadowed | Self::IdlePredicate)
    }

    /// Returns the severity of the lint's findings.
    #[must_use]
    pub fn severity(self) -> Severity {
        let name = self.columns()[1];
        Severity::ALL.iter().copied().find(|one| one.name() == name).unwrap_or(Severity::Warning)
    }

    /// Returns a one-line description of the lint.
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

/// The id, the severity and a description of each lint, in order.
const LINTS: &str = "\
unreadable          error    a file or a production that cannot be read
refused             error    a file that pest refuses
defined-twice       error    a production that is defined twice
undefined           error    an undefined name
prose               note     prose, or an unknown production of another document
shadowed            warning  an alternative whose strings an earlier one matches
prefix-shadowed     warning  an alternative for whose strings an earlier one matches a prefix
partly-shadowed     warning  an alternative that loses strings of which an earlier one matches a prefix
ambiguous           note     two alternatives that match the same string
never-matches       warning  an expression that never succeeds
contradiction       warning  a lookahead that contradicts the next expression
greedy              warning  a repetition that always consumes what must follow
partly-greedy       note     a repetition that consumes what must follow on some inputs
idle-predicate      warning  a lookahead that the next expression implies
keyword-prefix      warning  a lookahead for keywords that refuses names which only begin with one
blank-in-token      warning  a token that may contain blanks
two-languages       note     a rule that matches other strings inside an atomic rule
unreached           note     an uncalled rule beside one that matches the whole input
departure           note     a form outside of the notation that is read nevertheless
redefined-core      warning  a core rule of ABNF with other strings
repeated-core       note     a core rule of ABNF, defined again
ungrouped           note     a repetition after alternatives, which applies only to the last one
any-case            note     a literal with capitals, which ABNF matches in any case
ordered-choice      note     strings that are lost to a parser that commits to the first matching alternative
line-end            warning  a pattern whose `$` also matches before a final line end
escaped-anchor      warning  an anchor of a pattern that applies to a single alternative
odd-range           warning  a range of a class with unexpected characters, such as `[+.-_]`
exponential-time    warning  a pattern or rule that takes exponential time on some strings
polynomial-time     note     a pattern or rule that takes polynomial time on some strings
idle-alternative    note     an alternative of a pattern that adds no matches
host-escape         warning  a pattern that matches a host, an origin or a URI that is not allowed
unread-pattern      note     a pattern in a program with unsupported flags or syntax
example-not-member  warning  an example in a document that its grammar does not match
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lint_has_a_row() {
        assert_eq!(LINTS.lines().count(), Lint::ALL.len());
        for (number, lint) in Lint::ALL.iter().enumerate() {
            assert_eq!(*lint as usize, number);
            let name = format!("{lint:?}").to_lowercase();
            assert_eq!(lint.id().replace('-', ""), name);
            assert!(Severity::ALL.iter().any(|one| one.name() == lint.columns()[1]), "{name}");
        }
    }
}

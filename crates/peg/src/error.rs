//! Reasons why a `.pest` file, or one of its rules, cannot be decided.

use grammar_automata::build::Deadline;
use rustc_hash::FxHashMap as HashMap;

use super::{Fault, Rule};

/// A fault in a `.pest` file, with its position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{file}:{line}:{}{} {fault}",
    column.map(|column| format!("{column}:")).unwrap_or_default(),
    rule.as_ref().map(|rule| format!(" rule `{rule}`:")).unwrap_or_default()
)]
#[non_exhaustive]
pub struct PegError {
    /// The name of the file, as given to [`crate::Peg::read`].
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1, if pest reports one.
    pub column: Option<usize>,
    /// The name of the rule, if it is known.
    pub rule: Option<String>,
    /// The fault.
    pub fault: PegFault,
}

/// A fault in a `.pest` file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PegFault {
    /// The file is larger than the limit.
    #[error(
        "the file has {bytes} bytes, more than the limit of {limit}; check that it is a grammar"
    )]
    TooLarge {
        /// The size of the file in bytes.
        bytes: usize,
        /// The limit, in bytes.
        limit: usize,
    },
    /// pest's own reader is built with a feature that changes how its optimizer rewrites a file.
    #[error(
        "`pest_meta` is built with its feature `grammar-extras`, whose optimizer is not \
         supported; build it without the feature"
    )]
    Extras,
    /// The file has no rule.
    #[error("the file has no rules; check that it is the right file")]
    NoRule,
    /// The file is not a pest grammar.
    #[error("not a pest grammar: {0}")]
    Syntax(String),
    /// Parentheses, operators or calls are nested too deeply.
    #[error(
        "nested more than {0} deep; move the inner part into a separate rule, or call fewer rules"
    )]
    Nested(usize),
    /// Counted repetitions are too large when expanded, as pest expands them.
    #[error("more than {0} terms when counted repetitions are expanded; lower their bounds")]
    Unrolled(usize),
    /// An escape does not denote a character.
    #[error("invalid escape `{0}`: it does not denote a character")]
    Escape(String),
    /// A repetition has a bound that pest refuses.
    #[error("cannot repeat `{0}` times; a bound must be from 1 to 4294967295")]
    Bound(String),
    /// A rule has the name of a pest builtin.
    #[error("the name is reserved by pest; rename the rule")]
    Keyword,
    /// Two rules have the same name.
    #[error("the rule is also defined on line {0}; remove one definition")]
    Duplicate(usize),
    /// pest refuses the file because of this rule, with this message.
    #[error("pest refuses it: {0}")]
    Refused(String),
    /// An alternative cannot fail, so the alternatives after it are unreachable.
    #[error(
        "pest refuses the choice, since `{0}` cannot fail and the alternatives after it are unreachable; move this alternative to the end"
    )]
    Unreachable(String),
    /// A name from pest 1 that pest 2 has renamed. It is read as the new name.
    #[error("`{old}` is undefined since pest 2, which calls it `{new}`; it is read as `{new}`")]
    Pest1 {
        /// The name in pest 1.
        old: String,
        /// The name in pest 2.
        new: String,
    },
    /// A name is used but not defined.
    #[error("`{0}` is undefined; define it, or correct its spelling")]
    Undefined(String),
    /// A rule calls itself before it has read anything.
    #[error("left recursion never ends: {}; use a repetition", .0.join(" -> "))]
    LeftRecursion(Vec<String>),
    /// A rule calls itself before it has read anything, through the implicit rules between two terms. pest
    /// accepts such a file.
    #[error(
        "left recursion through the implicit rules between two terms never ends: {}; make the \
         implicit rules atomic",
        .0.join(" -> ")
    )]
    ImplicitLeftRecursion(Vec<String>),
    /// A rule repeats, without an upper limit, an expression that can match the empty string, so the repetition never
    /// ends.
    #[error(
        "`{0}` never ends, since it repeats an expression that can match the empty string; make that expression read something"
    )]
    EmptyRepetition(String),
    /// The effect of an alternative depends on the stack, and therefore on the caller of its rule.
    #[error("`{0}` uses the stack, whose contents depend on the callers of the rule")]
    Stack(String),
    /// A rule reads the top of the stack where the stack is empty.
    #[error("`{0}` runs with an empty stack, where pest panics; push something before it")]
    StackEmpty(String),
    /// An expression in a `PUSH` may match too many strings.
    #[error(
        "`{text}` is pushed or is part of a pushed expression, and may match more than {limit} \
         strings; the rule is not decided"
    )]
    StackStrings {
        /// The expression.
        text: String,
        /// The largest number of strings that a pushed expression may match.
        limit: usize,
    },
    /// A repetition or a recursive rule changes the height or the contents of the stack.
    #[error("`{0}` repeats without restoring the stack, so the stack is unbounded")]
    StackRound(String),
    /// Too many strings may be on the stack.
    #[error("the rule may push more than {0} strings onto the stack, so it is not decided")]
    StackHigh(usize),
    /// Following all combinations of strings on the stack takes too many steps.
    #[error("analyzing the stack takes more than {0} steps, so the rule is not decided")]
    StackSteps(usize),
    /// A repetition or a recursive rule may loop without reading input.
    #[error("`{0}` may loop without reading input, since the string on the stack may be empty")]
    StackIdle(String),
    /// An expression fails without restoring what it popped from the stack.
    #[error("pest does not restore the stack if `{0}` fails, so the rule is not decided")]
    StackKept(String),
    /// A rule has a tag, and also a list that pest runs differently if pest is built to keep tags.
    #[error(
        "it has a tag and a list `(e ~ rest)* ~ e`, which pest runs differently if its feature \
         `grammar-extras` is on; remove the tag, or write `e ~ (rest ~ e)*`"
    )]
    Tagged,
    /// A construct of a newer version of pest than this crate supports.
    #[error("`{0}` is a construct that is not supported; the rule is not decided")]
    Unknown(String),
    /// A rule calls itself in a position that is not the last.
    #[error("recursion that is not at the end of the rule is not regular: {}", .0.join(" -> "))]
    Recursion(Vec<String>),
    /// A rule calls a rule that is not decided.
    #[error("uses `{0}`, which is not decided")]
    Uses(String),
    /// The automaton has too many states.
    #[error("its automaton has more than {0} states")]
    States(usize),
    /// The formulas that represent the states of the automaton are too large.
    #[error(
        "its formulas are too large to decide; use fewer lookaheads and fewer alternatives that \
         begin alike"
    )]
    Formula,
    /// The step budget of all rules together was used up.
    #[error("the rules of the file together take more than {0} steps; decide this rule alone")]
    Crowded(usize),
    /// The deadline for the rules has passed.
    #[error("{0}")]
    Spent(Deadline),
}

impl PegFault {
    /// Returns whether pest refuses the file because of this fault. pest accepts rules with other faults, which
    /// have no automaton.
    pub(super) fn is_of_pest(&self) -> bool {
        matches!(
            self,
            Self::Syntax(_)
                | Self::Escape(_)
                | Self::Bound(_)
                | Self::Keyword
                | Self::Duplicate(_)
                | Self::Undefined(_)
                | Self::Pest1 { .. }
                | Self::LeftRecursion(_)
                | Self::EmptyRepetition(_)
                | Self::Unreachable(_)
                | Self::Refused(_)
        )
    }
}

/// The numbers of rules, by name.
pub(super) type RuleNumbers = HashMap<String, usize>;

pub(super) fn error(file: &str, rule: &Rule, (line, fault): Fault) -> PegError {
    PegError { file: file.to_owned(), line, column: None, rule: Some(rule.name.clone()), fault }
}

/// Returns whether pest refuses the file because of a rule.
pub(super) fn is_refused(rule: &Rule) -> bool {
    rule.fault.as_ref().is_some_and(|(_, fault)| fault.is_of_pest())
}

//! Why a `.pest` file, or a rule of it, cannot be decided.

use grammar_automata::build::Deadline;
use rustc_hash::FxHashMap as HashMap;

use super::{Fault, Rule};

/// A fault in a `.pest` file, and where it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{file}:{line}:{}{} {fault}",
    column.map(|column| format!("{column}:")).unwrap_or_default(),
    rule.as_ref().map(|rule| format!(" rule `{rule}`:")).unwrap_or_default()
)]
#[non_exhaustive]
pub struct PegError {
    /// The name under which the file was read.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1, where pest itself names one.
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
    /// The file is too large to be a grammar.
    #[error("the file has {bytes} bytes, and no grammar has more than {limit}; is it one?")]
    TooLarge {
        /// The size of the file in bytes.
        bytes: usize,
        /// The largest size that is read, in bytes.
        limit: usize,
    },
    /// pest's own reader is built with a feature that changes what its optimizer makes of a file.
    #[error(
        "`pest_meta` is built with its feature `grammar-extras`, whose optimizer is not known here; \
         build it without"
    )]
    Extras,
    /// The file has no rule.
    #[error("the file has no rule; is it the right one?")]
    NoRule,
    /// The file is not a pest grammar.
    #[error("not a pest grammar: {0}")]
    Syntax(String),
    /// Parentheses, operators or calls nest too deep.
    #[error("nested more than {0} deep; name the inner part as a rule of its own, or call fewer")]
    Nested(usize),
    /// Counted repetitions are too large when they are written out, as pest does.
    #[error("more than {0} terms when its counted repetitions are written out; lower their bounds")]
    Unrolled(usize),
    /// An escape stands for no character.
    #[error("`{0}` stands for no character")]
    Escape(String),
    /// A repetition has a bound that pest refuses.
    #[error("cannot repeat `{0}` times; a bound is from 1 to 4294967295")]
    Bound(String),
    /// A rule has one of pest's own names.
    #[error("the name is pest's own; call the rule something else")]
    Keyword,
    /// Two rules have one name.
    #[error("it is defined twice, also on line {0}; remove one of the two")]
    Duplicate(usize),
    /// pest refuses the file because of this rule, with these words.
    #[error("pest refuses it: {0}")]
    Refused(String),
    /// An alternative cannot fail, and others stand behind it.
    #[error("`{0}` cannot fail, and pest refuses a choice in which alternatives come after it")]
    Unreachable(String),
    /// A name is what pest 1 called something that pest 2 calls otherwise. It is taken as that.
    #[error("`{old}` is undefined since pest 2, which calls it `{new}`; it is taken as that here")]
    Pest1 {
        /// The name in pest 1.
        old: String,
        /// The name in pest 2.
        new: String,
    },
    /// A name is used and not defined.
    #[error("`{0}` is undefined; define it, or correct its spelling")]
    Undefined(String),
    /// A rule calls itself before it has read anything.
    #[error("left recursion, which never ends: {}; use a repetition", .0.join(" -> "))]
    LeftRecursion(Vec<String>),
    /// A rule calls itself before it has read anything, through what pest runs between two terms. pest
    /// takes the file.
    #[error(
        "left recursion through what pest runs between two terms, which never ends: {}; make the rules \
         of blanks atomic",
        .0.join(" -> ")
    )]
    ImplicitLeftRecursion(Vec<String>),
    /// A rule repeats without end what can read nothing.
    #[error("`{0}` repeats what can succeed without reading anything, and never ends")]
    EmptyRepetition(String),
    /// What an alternative does depends on the stack, and so on who calls its rule.
    #[error("`{0}` uses the stack, and what is on the stack there is for the callers to say")]
    Stack(String),
    /// A rule asks for the top of the stack where it has none.
    #[error("`{0}` is run with nothing on the stack, where pest panics; push something before it")]
    StackEmpty(String),
    /// What is pushed is not one of a few strings.
    #[error(
        "what `{text}` reads is pushed or is part of what is pushed, and may be more than {limit} \
         strings; the rule is not decided"
    )]
    StackStrings {
        /// The expression.
        text: String,
        /// How many strings an expression that is pushed may read.
        limit: usize,
    },
    /// A repetition or a recursive rule does not leave the stack as it found it.
    #[error(
        "`{0}` goes round and leaves the stack otherwise than it found it; the stack has no bound"
    )]
    StackRound(String),
    /// The strings on the stack are too many.
    #[error("it pushes more than {0} strings on top of each other; the rule is not decided")]
    StackHigh(usize),
    /// There are too many ways to go with different strings on the stack.
    #[error(
        "what it does with the stack takes more than {0} steps to follow; the rule is not decided"
    )]
    StackSteps(usize),
    /// A repetition or a recursive rule may go round without reading.
    #[error(
        "`{0}` goes round, and may read nothing there, as what it reads off the stack is empty"
    )]
    StackIdle(String),
    /// An expression fails and does not give back what it took off the stack.
    #[error(
        "where `{0}` fails, pest does not give back what it did to the stack; the rule is not decided"
    )]
    StackKept(String),
    /// A rule has a tag, and a list that pest runs in another way where tags are kept.
    #[error(
        "it has a tag and a list `(e ~ rest)* ~ e`, which pest runs otherwise if its feature \
         `grammar-extras` is on; leave the tag out, or write `e ~ (rest ~ e)*`"
    )]
    Tagged,
    /// A construct of a version of pest that is newer than this program.
    #[error("`{0}` is a construct that is not known here; the rule is not decided")]
    Unknown(String),
    /// A rule calls itself with something still to come.
    #[error("recursion that is not at the end of the rule is not regular: {}", .0.join(" -> "))]
    Recursion(Vec<String>),
    /// A rule calls a rule that is not decided.
    #[error("uses `{0}`, which is not decided")]
    Uses(String),
    /// The automaton has too many states.
    #[error("its automaton has more than {0} states")]
    States(usize),
    /// The formulas that are the states of the automaton are too large.
    #[error(
        "its formulas are too large to decide; use fewer lookaheads and alternatives that begin alike"
    )]
    Formula,
    /// The steps of all rules together were used up.
    #[error(
        "it is too large to decide beside all others of the file, which may take {0} steps \
         together; decide this rule alone"
    )]
    Crowded(usize),
    /// The time for the rules was spent.
    #[error("{0}")]
    Spent(Deadline),
}

impl PegFault {
    /// Whether pest refuses the file because of this fault, unlike one that pest takes and no automaton decides.
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

// The faults of a rule, and of a file through the rule.

/// The numbers of rules, by name.
pub(super) type RuleNumbers = HashMap<String, usize>;

pub(super) fn error(file: &str, rule: &Rule, (line, fault): Fault) -> PegError {
    PegError { file: file.to_owned(), line, column: None, rule: Some(rule.name.clone()), fault }
}

/// Whether pest refuses the file because of a rule.
pub(super) fn is_refused(rule: &Rule) -> bool {
    rule.fault.as_ref().is_some_and(|(_, fault)| fault.is_of_pest())
}

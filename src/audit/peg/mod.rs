//! The pest side: a `.pest` file as an automaton, one start for each rule.
//!
//! In: the text of a `.pest` file. Out: [`Decided`], an automaton in which the language of a rule
//! is the set of strings that the rule, begun at their first byte, consumes to their last. What is
//! forgotten on the way are the trees; what is kept is everything that decides whether there is one.
//!
//! # A parsing expression is a predicate
//!
//! An expression of a grammar says which strings there are; a parsing expression says what a
//! parser *does*. `"a" | "ab"` never reads `ab`, since the first alternative has won by then, and
//! `"a"* ~ "a"` reads nothing at all, since the star leaves nothing behind. Such an expression has
//! no language that could be composed out of those of its parts. It has one once it is known what
//! comes after it: `e` before a continuation `k` holds of the rest of the input, or does not:
//!
//! ```text
//! (e1 ~ e2) · k  =  e1 · (e2 · k)
//! (e1 | e2) · k  =  e1 · k  ∨  (¬(e1 · ⊤)  ∧  e2 · k)        the first wins, come what may
//! e* · k         =  X,  X = e · X  ∨  (¬(e · ⊤)  ∧  k)       and takes as often as it can
//! !e · k         =  ¬(e · ⊤)  ∧  k
//! &e · k         =  (e · ⊤)  ∧  k
//! ```
//!
//! where `⊤` holds of every rest. A grammar whose rules call themselves at most as the last thing
//! they do has finitely many continuations, and then a rule is a finite *Boolean automaton*
//! (Brzozowski and Leiss, *On equations for regular languages, finite automata, and sequential
//! networks*, 1980): each continuation is a variable, its derivative by a byte is a formula over
//! the continuations that hold of what follows the byte, and the formulas that are reachable are
//! the states of a deterministic automaton. That PEGs without true recursion are regular is
//! Medeiros, Mascarenhas and Ierusalimschy, *From regexes to parsing expression grammars*, 2014,
//! and Chida and Kuramitsu, *Linear parsing expression grammars*, 2017.
//!
//! # The surprising case
//!
//! pest does not run the expression that is written: it runs what its optimizer makes of it, and
//! that is not always the same. `(e ~ rest)* ~ e` becomes `e ~ (rest ~ e)*`, so that with
//! `list = { ("a" ~ ",")* ~ "a" }` the rule `list ~ ","` accepts `a,`, which the expression as
//! written rejects: its star takes `a,`, and no `a` is left. What is decided here is therefore the
//! optimized expression, from the optimizer that pest's own derive runs.
//!
//! The passes, in order: `read` (pest's own parser of grammars), `check` (what cannot be
//! decided, refused by name), `lower` (optimized, and hash-consed), `predicate` (derivatives, over
//! the formulas of `formula`), and `never`, which asks the same automaton for alternatives that
//! cannot be taken.

use std::collections::HashMap;

use pest_meta::ast::{Expr, RuleType};

use super::dfa::Dfa;
use predicate::Start;

mod check;
mod error;
mod formula;
mod letters;
mod lower;
mod never;
mod predicate;
mod read;
mod residual;
mod utf8;

pub use error::{Fault, PegError};
pub use never::NeverTaken;
pub(super) use residual::{Lowered, Residual, Residuals};

/// How many states an automaton may have before it is minimized.
const STATES: usize = 50_000;
/// How many rules may be too large before no more are tried.
const FAILURES: usize = 3;

/// A `.pest` file, read and checked.
#[derive(Debug)]
pub struct Peg {
    file: String,
    rules: Vec<Rule>,
    numbers: HashMap<String, usize>,
    refused: Vec<PegError>,
}

/// A rule of it.
#[derive(Debug)]
struct Rule {
    name: String,
    line: usize,
    /// Its text as it stands in the file.
    text: String,
    /// The lines of comment above it, without their signs.
    comment: Vec<String>,
    kind: RuleType,
    body: Expr,
    /// The names it uses, each with the line of its first use.
    uses: Vec<(String, usize)>,
    /// Why it cannot be decided.
    fault: Option<(usize, Fault)>,
}

/// The languages of the rules of a `.pest` file.
#[derive(Debug)]
pub struct Decided {
    /// The minimal automaton: one start for each decided rule.
    pub dfa: Dfa,
    /// The decided rules, in the order of the file and of the starts.
    pub rules: Vec<String>,
    /// The other rules, and why they are not decided.
    pub refused: Vec<PegError>,
}

impl Peg {
    /// Reads a grammar; `file` is the name that errors call it by.
    ///
    /// # Errors
    /// What pest refuses: a syntax error, an undefined name, left recursion, a repetition that
    /// cannot end. What pest accepts and no automaton decides, a stack or brackets that nest, is no
    /// error but is listed in [`Peg::refused`].
    pub fn read(file: &str, text: &str) -> Result<Self, PegError> {
        let rules = read::rules(file, text)?;
        check::check(file, rules)
    }

    /// The name that errors call it by.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The names of its rules, in their order.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().map(|rule| rule.name.as_str())
    }

    /// The line on which the rule begins.
    #[must_use]
    pub fn line(&self, rule: &str) -> Option<usize> {
        self.numbers.get(rule).map(|&number| self.rules[number].line)
    }

    /// The text of the rule, as it stands in the file.
    #[must_use]
    pub fn text(&self, rule: &str) -> Option<&str> {
        self.numbers.get(rule).map(|&number| self.rules[number].text.as_str())
    }

    /// The lines of comment above the rule, without `//` and the space after it.
    #[must_use]
    pub fn comment(&self, rule: &str) -> &[String] {
        self.numbers.get(rule).map_or(&[], |&number| &self.rules[number].comment)
    }

    /// The rules that cannot be decided, and why.
    #[must_use]
    pub fn refused(&self) -> &[PegError] {
        &self.refused
    }

    /// The automaton of all rules that are not refused, nor too large.
    #[must_use]
    pub fn decide(&self) -> Decided {
        let program = lower::lower(self, &[]);
        let explore = |rules: &[usize]| {
            let starts: Vec<_> = rules.iter().map(|&rule| vec![Start::Whole(rule)]).collect();
            predicate::explore(&program, &starts, true, STATES)
        };
        let mut rules: Vec<usize> = self.decidable().collect();
        let mut refused = self.refused.clone();
        let dfa = explore(&rules).or_else(|_| {
            // One of them alone may be what is too large.
            let (mut states, mut failures) = (0, 0);
            let most = if rules.len() > 1 { FAILURES } else { 0 };
            rules.retain(|&rule| {
                let alone = if failures < most { explore(&[rule]) } else { Err(Fault::Formula) };
                states += alone.as_ref().map_or(0, Dfa::states);
                let fault = alone.err().or((states > STATES).then_some(Fault::States(STATES)));
                failures += usize::from(fault.is_some());
                refused.extend(fault.clone().map(|fault| self.error(rule, fault)));
                fault.is_none()
            });
            explore(&rules)
        });
        let dfa = dfa.unwrap_or_else(|fault| {
            refused.extend(rules.drain(..).map(|rule| self.error(rule, fault.clone())));
            Dfa::default()
        });
        let rules = rules.into_iter().map(|rule| self.rules[rule].name.clone()).collect();
        Decided { dfa: dfa.minimize(), rules, refused }
    }

    /// The alternatives that no input makes their rule take, since one before them always wins.
    ///
    /// # Errors
    /// When the automaton that knows is too large.
    pub fn never_taken(&self) -> Result<Vec<NeverTaken>, PegError> {
        never::never_taken(self)
    }

    /// The numbers of the rules that are not refused.
    fn decidable(&self) -> impl Iterator<Item = usize> {
        (0..self.rules.len()).filter(|&number| self.rules[number].fault.is_none())
    }

    fn error(&self, rule: usize, fault: Fault) -> PegError {
        let Rule { name, line, .. } = &self.rules[rule];
        PegError { file: self.file.clone(), line: *line, rule: Some(name.clone()), fault }
    }
}

impl Decided {
    /// The start of a rule in the automaton; none if the rule is refused, or there is none.
    #[must_use]
    pub fn start(&self, rule: &str) -> Option<usize> {
        self.rules.iter().position(|name| name == rule)
    }
}

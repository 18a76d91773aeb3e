//! Grammars of pest as automata, with one start for each rule.
//!
//! In: the text of a `.pest` file. Out: [`Decided`], an automaton in which the language of a rule
//! is the set of strings that the rule, begun at their first byte, consumes to their last. What is
//! forgotten are the parse trees; what is kept is everything that decides whether there is one.
//!
//! ```
//! use grammar_peg::Peg;
//!
//! let peg = Peg::read("month.pest", r#"month = { "1" | "1" ~ '0'..'2' }"#)?;
//! let decided = peg.decide();
//! let month = decided.start("month").unwrap();
//! // The first alternative wins, and leaves the second digit to nobody.
//! assert!(decided.dfa.matches(month, b"1") && !decided.dfa.matches(month, b"12"));
//! # Ok::<(), grammar_peg::PegError>(())
//! ```
//!
//! The passes, in order: `read` and `body` (pest's own parser of grammars), `instance` (the implicit rules, pest's
//! optimizer, and which rules call which), `refusals` and `decide` (what cannot be decided, refused by name), `lower`
//! (a hash-consed `program`), `predicate` (derivatives, over binary decision diagrams), `decide` again (the automata),
//! and `never`, which asks the same automaton for alternatives that cannot be taken.

#![cfg_attr(docsrs, feature(doc_cfg))]

use std::sync::OnceLock;

use body::SpannedRules;
use grammar_automata::build::Deadline;
use instance::{Call, Instances, Nesting};
use pest_meta::ast::{Expr, RuleType};
use rustc_hash::FxHashMap as HashMap;
use stack::Stacked;

use grammar_automata::engine::budget::{Budget, Short};
use grammar_automata::engine::graph;

mod decide;
mod body;
mod error;
mod growth;
mod instance;
mod read;
mod predicate;
mod lower;
mod program;
mod run;
mod running;
mod stack;

pub use decide::Decided;
pub use error::{PegError, PegFault};
pub use growth::{NeverTaken, NeverTakenAlternatives};
pub use instance::Atomicity;
pub use run::PestStep;
pub use running::Does;

/// Rules as they run, as they are written and as they are unrolled, from which `grammar-audit` makes verdicts, lints,
/// mutants and certificates. It is no part of the public API, and changes as they do.
#[doc(hidden)]
pub mod engine {
    pub use crate::body::{Id, SpannedExpr, SpannedRule, SpannedRules, Step, shown};
    pub use crate::decide::{Asked, Formula, QueryResult, QuestionContext, Questions};
    pub use crate::decide::{Lowered, Residual, Residuals, Unrolled, UnrolledRun};
    pub use crate::growth::{Slow, slow_rules};
    pub use crate::lower::{characters, reads_character, two_of};
    pub use crate::predicate::Bound;
    pub use crate::read::KEYWORDS;
    pub use crate::run::{PestRun, PestTrees, Runner, ToldRule, Tracer};
}

/// A `.pest` file that was read and checked.
///
/// # A parsing expression is a predicate
///
/// An expression of a grammar says which strings there are; a parsing expression says what a
/// parser *does*. `"a" | "ab"` never reads `ab`, since the first alternative has won by then, and
/// `"a"* ~ "a"` reads nothing at all, since the star leaves nothing behind. Such an expression has
/// no language that could be composed out of those of its parts. It has one once it is known what
/// comes after it: `e` before a continuation `k` holds of the rest of the input, or does not:
///
/// ```text
/// (e1 ~ e2) · k  =  e1 · (e2 · k)
/// (e1 | e2) · k  =  e1 · k  ∨  (¬(e1 · ⊤)  ∧  e2 · k)        the first wins, come what may
/// e* · k         =  X,  X = e · X  ∨  (¬(e · ⊤)  ∧  k)       and takes as often as it can
/// !e · k         =  ¬(e · ⊤)  ∧  k
/// &e · k         =  (e · ⊤)  ∧  k
/// ```
///
/// where `⊤` holds of every rest. A grammar whose rules call themselves at most as the last thing they do has
/// finitely many continuations, and then a rule is a finite *Boolean automaton* (Brzozowski and Leiss, *On equations
/// for regular languages, finite automata, and sequential networks*, 1980): each continuation is a variable, its
/// derivative by a byte is a formula over the continuations that hold of what follows the byte, and the formulas that
/// are reachable are the states of a deterministic automaton. That PEGs without true recursion are regular is
/// Medeiros, Mascarenhas and Ierusalimschy, *From regexes to parsing expression grammars*, 2014, and Chida and
/// Kuramitsu, *Linear parsing expression grammars*, 2017.
///
/// # The surprising case
///
/// pest does not run the expression that is written: it runs what its optimizer makes of it, and that is not always
/// the same. `(e ~ rest)* ~ e` becomes `e ~ (rest ~ e)*`, so that with `list = { ("a" ~ ",")* ~ "a" }` the rule `list
/// ~ ","` accepts `a,`, which the expression as written rejects: its star takes `a,`, and no `a` is left. What is
/// decided here is therefore the optimized expression, from the optimizer that pest's own derive runs.
///
/// That is pest with its default features. With `grammar-extras` pest keeps tags and leaves `e+` as
/// it is, so that the optimizer may find other lists. A rule in which a tag decides is refused; which
/// features a grammar is built with stands in no `.pest` file.
#[derive(Debug)]
pub struct Peg {
    file: String,
    source: String,
    spanned: SpannedRules,
    rules: Vec<Rule>,
    numbers: HashMap<String, usize>,
    instances: Instances,
    calls: Vec<Vec<Call>>,
    stacked: Stacked,
    /// For each instance, the reason why no automaton has its language, if there is one.
    faults: Vec<Option<Fault>>,
    /// The same, if rules could nest in themselves.
    hard: Vec<Option<Fault>>,
    /// Which calls nest a rule in itself, once somebody asked.
    nesting: OnceLock<Nesting>,
    deadline: Deadline,
    refused: Vec<PegError>,
    refused_by_pest: Vec<PegError>,
    /// For each instance, whether pest runs it.
    runs: Vec<bool>,
}

type Fault = (usize, PegFault);

#[derive(Debug)]
struct Rule {
    name: String,
    line: usize,
    span: (usize, usize),
    text: String,
    /// The lines of comment above the rule, without their signs.
    comment: Vec<String>,
    kind: RuleType,
    /// The body of the rule. A choice of many alternatives is kept in parts, one after the other.
    body: Vec<Expr>,
    /// The names that the rule uses, each with the line of its first use.
    uses: Vec<(String, usize)>,
    fault: Option<Fault>,
}

impl Rule {
    /// Refuses the rule for a fault, unless one is known. The body is replaced by one that is never run.
    fn refuse(&mut self, fault: Fault) {
        self.fault.get_or_insert(fault);
        // No empty literal: whoever repeats the rule has no fault of its own.
        self.body = vec![Expr::Str(self.name.clone())];
    }
}

impl Peg {
    /// Reads a grammar. Errors name the file by `file`.
    ///
    /// pest refuses a whole file for the fault of one rule: an undefined name, left recursion, a
    /// repetition that cannot end, an alternative that cannot fail before others. Here only the rules
    /// that reach the fault are refused, and [`Peg::refused_by_pest`] has what pest says.
    ///
    /// # Errors
    /// When the text has no rules to speak of, since it is not written as a pest grammar. A rule that
    /// cannot be decided is no error but is listed in [`Peg::refused`].
    pub fn read(file: &str, text: &str) -> Result<Self, PegError> {
        let (rules, spanned, tokens) = read::rules(file, text)?;
        let source = text.to_owned();
        Ok(Self { source, spanned, ..decide::check(file, rules, tokens) })
    }

    /// Sets a deadline for all work on the rules. By default there is none.
    #[must_use]
    pub fn with_deadline(self, deadline: Deadline) -> Self {
        Self { deadline, ..self }
    }

    /// The fault because of which a rule cannot be decided whatever it calls, as an error.
    #[doc(hidden)]
    pub fn own_fault(&self, rule: &str) -> Option<PegError> {
        let rule = &self.rules[*self.numbers.get(rule)?];
        Some(error::error(&self.file, rule, rule.fault.clone()?))
    }

    /// Until when questions about the rules may be worked on.
    #[doc(hidden)]
    pub fn deadline(&self) -> &Deadline {
        &self.deadline
    }

    /// The name that errors give the file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The expressions of the file, with their places.
    #[doc(hidden)]
    pub fn spanned(&self) -> &SpannedRules {
        &self.spanned
    }

    /// The text of the file.
    #[doc(hidden)]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The instances of a rule to which a parser comes that begins with a rule that no other calls.
    #[doc(hidden)]
    pub fn instances_run(&self, rule: &str) -> Vec<usize> {
        let atomicities = self.atomicities(rule).into_iter();
        atomicities.filter_map(|one| self.instance(rule, one)).collect()
    }

    /// The instances of a rule: as a parser begins with it, which a program may do with each rule, and as an atomic rule
    /// calls it, if one does.
    #[doc(hidden)]
    pub fn instances_of(&self, rule: &str) -> Vec<usize> {
        let number = self.numbers.get(rule).copied();
        let twin = number.and_then(|number| self.instances.twins[number]);
        number.into_iter().chain(twin).collect()
    }

    /// The rule that pest runs between the terms of an instance, `WHITESPACE` if there are two, and the instance of
    /// that rule, which is atomic.
    #[doc(hidden)]
    pub fn blank(&self, instance: usize) -> Option<(&str, usize)> {
        let caller = self.instances.all[instance];
        let blank = self.instances.between(caller).into_iter().flatten().next()?;
        Some((&self.rules[blank].name, blank))
    }

    /// The names of the rules, in their order.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().map(|rule| rule.name.as_str())
    }

    /// The names of the rules, callees before callers.
    #[doc(hidden)]
    pub fn rules_callees_first(&self) -> impl Iterator<Item = &str> {
        let rules = self.callees_first().into_iter().map(|one| self.instances.all[one].rule);
        rules.map(|rule| &*self.rules[rule].name)
    }

    /// The line on which the rule begins.
    pub fn line(&self, rule: &str) -> Option<usize> {
        self.numbers.get(rule).map(|&number| self.rules[number].line)
    }

    /// The text of the rule, as it stands in the file.
    pub fn text(&self, rule: &str) -> Option<&str> {
        self.numbers.get(rule).map(|&number| self.rules[number].text.as_str())
    }

    /// The names that the rule uses, pest's own among them, each once.
    #[doc(hidden)]
    pub fn uses(&self, rule: &str) -> impl Iterator<Item = &str> {
        let rule = self.numbers.get(rule).map(|&number| &self.rules[number]);
        rule.into_iter().flat_map(|rule| &rule.uses).map(|(name, _)| &**name)
    }

    /// The lines of comment above the rule, without `//` and the space after it.
    pub fn comment(&self, rule: &str) -> &[String] {
        self.numbers.get(rule).map_or(&[], |&number| &self.rules[number].comment)
    }

    /// The rules that cannot be decided, with the reasons.
    pub fn refused(&self) -> &[PegError] {
        &self.refused
    }

    /// Why pest refuses the file, one fault after the other. There is none if pest takes it. What is
    /// decided of the other rules is true of the file without the faulty ones.
    ///
    /// ```
    /// let peg = grammar_peg::Peg::read("a.pest", r#"a = { "a"* | "b" } c = { "c" }"#)?;
    /// assert_eq!(
    ///     peg.refused_by_pest()[0].to_string(),
    ///     "a.pest:1:7: rule `a`: pest refuses it: expression cannot fail; following choices cannot be \
    ///      reached",
    /// );
    /// assert_eq!(peg.decide().rules, ["c"]);
    /// # Ok::<(), grammar_peg::PegError>(())
    /// ```
    pub fn refused_by_pest(&self) -> &[PegError] {
        &self.refused_by_pest
    }

    /// Finds the alternatives that are never taken, since one before them always wins.
    pub fn never_taken(&self) -> NeverTakenAlternatives {
        self.never_taken_only(&vec![true; self.rules.len()])
    }

    /// Finds the alternatives of some rules that are never taken.
    #[doc(hidden)]
    pub fn never_taken_only(&self, wanted: &[bool]) -> NeverTakenAlternatives {
        let rules: Vec<usize> = (0..self.rules.len()).filter(|&rule| wanted[rule]).collect();
        growth::never_taken(self, &rules)
    }

    /// For each rule, whether a rule of these names is it or reaches it.
    #[doc(hidden)]
    pub fn reached<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<bool> {
        let numbers = names.filter_map(|name| self.numbers.get(name).copied());
        let reached = graph::reached(&self.instances.uses, numbers);
        let is_reached = |rule: usize| {
            reached[rule] || self.instances.twins[rule].is_some_and(|twin| reached[twin])
        };
        (0..self.rules.len()).map(is_reached).collect()
    }

    /// The atomicities in which a parser comes to a rule that begins with one of the rules that no
    /// other rule calls. There are both only in a file with implicit rules.
    ///
    /// ```
    /// use grammar_peg::{Atomicity, Peg};
    /// let text = r#"WHITESPACE = { " " } all = { pair ~ word } word = @{ pair } pair = { "a" ~ "b" }"#;
    /// let peg = Peg::read("a.pest", text)?;
    /// assert_eq!(peg.atomicities("pair"), [Atomicity::NonAtomic, Atomicity::Atomic]);
    /// assert_eq!(peg.atomicities("word"), [Atomicity::Atomic]);
    /// # Ok::<(), grammar_peg::PegError>(())
    /// ```
    pub fn atomicities(&self, rule: &str) -> Vec<Atomicity> {
        let Some(&number) = self.numbers.get(rule) else { return Vec::new() };
        self.instances.atomicities(number)
    }

    fn nesting(&self) -> &Nesting {
        self.nesting.get_or_init(|| Nesting::of(&self.calls))
    }

    /// Whether a rule is run otherwise within an atomic rule than where a parser begins with it.
    #[doc(hidden)]
    pub fn has_twin(&self, rule: &str) -> bool {
        self.numbers.get(rule).is_some_and(|&number| self.instances.twins[number].is_some())
    }

    fn fault(&self, short: &Short<PegFault>, budget: &Budget) -> PegFault {
        match short {
            Short::Failed(fault) => fault.clone(),
            Short::Each | Short::Needs => PegFault::Formula,
            Short::All => PegFault::Crowded(budget.all),
            Short::Time => PegFault::Spent(budget.deadline.clone()),
        }
    }

    fn error(&self, instance: usize, fault: PegFault) -> PegError {
        let rule = &self.rules[self.instances.all[instance].rule];
        error::error(&self.file, rule, (rule.line, fault))
    }
}

/// How much a test does: so much, or with `URISPEC_LONG` the other.
#[cfg(test)]
pub(crate) fn scaled(short: usize, long: usize) -> usize {
    if std::env::var_os("URISPEC_LONG").is_some() { long } else { short }
}

//! Turns pest grammars into automata, with one start state for each rule.
//!
//! [`Peg::read`] reads a `.pest` file and [`Peg::decide`] returns a [`Decided`], an automaton in which the
//! language of a rule is the set of strings that the rule consumes from the first byte to the last. The
//! automaton keeps no parse trees, only whether there is one.
//!
//! ```
//! use grammar_peg::Peg;
//!
//! let peg = Peg::read("month.pest", r#"month = { "1" | "1" ~ '0'..'2' }"#)?;
//! let decided = peg.decide();
//! let month = decided.start("month").unwrap();
//! // The first alternative wins, so the second digit is never read.
//! assert!(decided.dfa.matches(month, b"1") && !decided.dfa.matches(month, b"12"));
//! # Ok::<(), grammar_peg::PegError>(())
//! ```
//!
//! The passes, in order: `read` and `body` (pest's own parser of grammars), `instance` (the implicit rules,
//! pest's optimizer, and the call graph), `decide` (rules that cannot be decided are refused by name), `lower`
//! (a hash-consed `program`), `predicate` (derivatives, over binary decision diagrams), `decide` again (the
//! automata), and `growth`, which searches the same automaton for alternatives that no input can take.

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
pub use growth::{UnreachableAlternative, UnreachableAlternatives};
pub use instance::Atomicity;
pub use run::PestStep;
pub use running::Does;

/// The forms of a rule: as written, as it runs, and unrolled. `grammar-audit` builds verdicts, lints, mutants and
/// certificates from them. This module is not part of the public API and may change at any time.
#[doc(hidden)]
pub mod engine {
    pub use crate::body::{Id, SpannedExpr, SpannedRule, SpannedRules, Step, shown};
    pub use crate::decide::{Formula, Queries, QueryContext, QueryExpr, QueryResult};
    pub use crate::decide::{Lowered, Residual, Residuals, Unrolled, UnrolledRun};
    pub use crate::growth::{Slow, slow_rules};
    pub use crate::lower::{characters, reads_character, two_of};
    pub use crate::predicate::Bound;
    pub use crate::read::KEYWORDS;
    pub use crate::run::{PestNode, PestRun, PestTrees, Runner, Tracer};
}

/// A `.pest` file that was read and checked.
///
/// # A parsing expression is a predicate
///
/// A grammar expression describes a set of strings; a parsing expression describes what a parser *does*. `"a" |
/// "ab"` never reads `ab`, because the first alternative has already won, and `"a"* ~ "a"` reads nothing at
/// all, because the star leaves no `a` behind. The language of such an expression cannot be composed from the
/// languages of its parts. It is defined only together with a continuation: `e` before a continuation `k` is a
/// predicate on the rest of the input:
///
/// ```text
/// (e1 ~ e2) · k  =  e1 · (e2 · k)
/// (e1 | e2) · k  =  e1 · k  ∨  (¬(e1 · ⊤)  ∧  e2 · k)        the first that matches wins
/// e* · k         =  X,  X = e · X  ∨  (¬(e · ⊤)  ∧  k)       repeats as often as possible
/// !e · k         =  ¬(e · ⊤)  ∧  k
/// &e · k         =  (e · ⊤)  ∧  k
/// ```
///
/// where `⊤` is true for every rest. A grammar whose rules call themselves only in tail position has finitely
/// many continuations, so a rule is a finite *Boolean automaton* (Brzozowski and Leiss, *On equations for
/// regular languages, finite automata, and sequential networks*, 1980): each continuation is a variable, its
/// derivative by a byte is a formula over the continuations that hold after the byte, and the reachable
/// formulas are the states of a deterministic automaton. Medeiros, Mascarenhas and Ierusalimschy, *From regexes
/// to parsing expression grammars*, 2014, and Chida and Kuramitsu, *Linear parsing expression grammars*, 2017,
/// show that PEGs without true recursion are regular.
///
/// # The optimizer changes the language
///
/// pest does not run an expression as written but as its optimizer rewrites it, and the rewritten expression
/// may accept other strings. `(e ~ rest)* ~ e` becomes `e ~ (rest ~ e)*`, so with `list = { ("a" ~ ",")* ~ "a"
/// }` the rule `list ~ ","` accepts `a,`. The expression as written rejects it: its star takes `a,`, and no `a`
/// is left. The automaton is therefore built from the optimized expression, from the optimizer that pest's own
/// derive macro runs.
///
/// This models pest with its default features. With `grammar-extras`, pest keeps tags and leaves `e+`
/// unchanged, so the optimizer may rewrite other lists. A `.pest` file does not record the features it is built
/// with, so a rule whose language depends on a tag is refused.
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
    /// For each instance, the reason why no automaton can be built for it, or `None`.
    faults: Vec<Option<Fault>>,
    /// The same as `faults`, on the assumption that rules may nest in themselves.
    hard: Vec<Option<Fault>>,
    /// The calls that nest a rule in itself, computed on first use.
    nesting: OnceLock<Nesting>,
    deadline: Deadline,
    refused: Vec<PegError>,
    refused_by_pest: Vec<PegError>,
    /// For each instance, whether a parser can reach it from a rule that no other rule calls.
    runs: Vec<bool>,
}

type Fault = (usize, PegFault);

#[derive(Debug)]
struct Rule {
    name: String,
    line: usize,
    span: (usize, usize),
    text: String,
    /// The comment lines above the rule, without their `//`.
    comment: Vec<String>,
    kind: RuleType,
    /// The body of the rule. A choice of many alternatives is kept in consecutive parts.
    body: Vec<Expr>,
    /// The names that the rule uses, each with the line of its first use.
    uses: Vec<(String, usize)>,
    fault: Option<Fault>,
}

impl Rule {
    /// Refuses the rule for a fault. Keeps an earlier fault. Replaces the rule's body by one that never runs.
    fn refuse(&mut self, fault: Fault) {
        self.fault.get_or_insert(fault);
        // Not an empty literal, which would make a rule that repeats this one faulty too.
        self.body = vec![Expr::Str(self.name.clone())];
    }
}

impl Peg {
    /// Reads a grammar. `file` is the file name that errors use.
    ///
    /// pest refuses a whole file for a fault in one rule: an undefined name, left recursion, a repetition that cannot
    /// end, an alternative that cannot fail and precedes others. Here only the rules that reach the fault are refused,
    /// and [`Peg::refused_by_pest`] returns pest's errors.
    ///
    /// # Errors
    /// Returns an error if the text is not a pest grammar or has no rules. A rule that cannot be decided is not
    /// an error; it is listed in [`Peg::refused`].
    pub fn read(file: &str, text: &str) -> Result<Self, PegError> {
        let (rules, spanned, tokens) = read::rules(file, text)?;
        let source = text.to_owned();
        Ok(Self { source, spanned, ..decide::check(file, rules, tokens) })
    }

    /// Sets a deadline for all work on the rules. There is none by default.
    #[must_use]
    pub fn with_deadline(self, deadline: Deadline) -> Self {
        Self { deadline, ..self }
    }

    /// Returns the fault of the rule itself, not of the rules that it calls, as an error.
    #[doc(hidden)]
    pub fn own_fault(&self, rule: &str) -> Option<PegError> {
        let rule = &self.rules[*self.numbers.get(rule)?];
        Some(error::error(&self.file, rule, rule.fault.clone()?))
    }

    /// Returns the deadline for work on the rules.
    #[doc(hidden)]
    pub fn deadline(&self) -> &Deadline {
        &self.deadline
    }

    /// Returns the file name that errors use.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Returns the expressions of the file, with their source spans.
    #[doc(hidden)]
    pub fn spanned(&self) -> &SpannedRules {
        &self.spanned
    }

    /// Returns the text of the file.
    #[doc(hidden)]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the instances of a rule that a parser can reach from a rule that no other rule calls.
    #[doc(hidden)]
    pub fn instances_run(&self, rule: &str) -> Vec<usize> {
        let atomicities = self.atomicities(rule).into_iter();
        atomicities.filter_map(|one| self.instance(rule, one)).collect()
    }

    /// Returns the instances of a rule: the instance with which a parser may start, and the instance that atomic
    /// rules call, if there is one.
    #[doc(hidden)]
    pub fn instances_of(&self, rule: &str) -> Vec<usize> {
        let number = self.numbers.get(rule).copied();
        let twin = number.and_then(|number| self.instances.twins[number]);
        number.into_iter().chain(twin).collect()
    }

    /// Returns the name and the instance of the rule that pest runs between the terms of an instance:
    /// `WHITESPACE` if both implicit rules exist. The returned instance is atomic.
    #[doc(hidden)]
    pub fn blank(&self, instance: usize) -> Option<(&str, usize)> {
        let caller = self.instances.all[instance];
        let blank = self.instances.between(caller).into_iter().flatten().next()?;
        Some((&self.rules[blank].name, blank))
    }

    /// Returns the names of the rules, in file order.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().map(|rule| rule.name.as_str())
    }

    /// Returns the rule name of each instance. Except in cycles, an instance comes after the instances that it calls.
    #[doc(hidden)]
    pub fn rules_callees_first(&self) -> impl Iterator<Item = &str> {
        let rules = self.callees_first().into_iter().map(|one| self.instances.all[one].rule);
        rules.map(|rule| &*self.rules[rule].name)
    }

    /// Returns the line on which the rule begins.
    pub fn line(&self, rule: &str) -> Option<usize> {
        self.numbers.get(rule).map(|&number| self.rules[number].line)
    }

    /// Returns the text of the rule as written in the file.
    pub fn text(&self, rule: &str) -> Option<&str> {
        self.numbers.get(rule).map(|&number| self.rules[number].text.as_str())
    }

    /// Returns the names that the rule uses, including pest's builtins, each once.
    #[doc(hidden)]
    pub fn uses(&self, rule: &str) -> impl Iterator<Item = &str> {
        let rule = self.numbers.get(rule).map(|&number| &self.rules[number]);
        rule.into_iter().flat_map(|rule| &rule.uses).map(|(name, _)| &**name)
    }

    /// Returns the comment lines above the rule, without `//` and the space after it.
    pub fn comment(&self, rule: &str) -> &[String] {
        self.numbers.get(rule).map_or(&[], |&number| &self.rules[number].comment)
    }

    /// Returns the rules that cannot be decided, with the reasons.
    pub fn refused(&self) -> &[PegError] {
        &self.refused
    }

    /// Returns the reasons why pest refuses the file; empty if pest accepts it. If pest refuses the file, the automata
    /// describe the file without its faulty rules.
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

    /// Finds the alternatives that are never taken because an earlier alternative always wins.
    pub fn unreachable_alternatives(&self) -> UnreachableAlternatives {
        self.unreachable_alternatives_of(&vec![true; self.rules.len()])
    }

    /// Finds the alternatives that are never taken in the rules that `wanted` marks.
    #[doc(hidden)]
    pub fn unreachable_alternatives_of(&self, wanted: &[bool]) -> UnreachableAlternatives {
        let rules: Vec<usize> = (0..self.rules.len()).filter(|&rule| wanted[rule]).collect();
        growth::unreachable_alternatives(self, &rules)
    }

    /// Returns, for each rule, whether it is one of the named rules or reachable from one of them.
    #[doc(hidden)]
    pub fn reached<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<bool> {
        let numbers = names.filter_map(|name| self.numbers.get(name).copied());
        let reached = graph::reached(&self.instances.uses, numbers);
        let is_reached = |rule: usize| {
            reached[rule] || self.instances.twins[rule].is_some_and(|twin| reached[twin])
        };
        (0..self.rules.len()).map(is_reached).collect()
    }

    /// Returns the atomicities in which a parser can reach the rule from a rule that no other rule calls. A rule
    /// can have both atomicities only in a file with implicit rules.
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
        self.nesting.get_or_init(|| Nesting::new(&self.calls))
    }

    /// Returns whether the rule runs differently when an atomic rule calls it.
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

/// Returns the number `long` if the environment variable `URISPEC_LONG` is set, and `short` otherwise.
#[cfg(test)]
pub(crate) fn scaled(short: usize, long: usize) -> usize {
    if std::env::var_os("URISPEC_LONG").is_some() { long } else { short }
}

//! The pest side: a `.pest` file as an automaton, one start for each rule.
//!
//! In: the text of a `.pest` file. Out: [`Decided`], an automaton in which the language of a rule
//! is the set of strings that the rule, begun at their first byte, consumes to their last. What is
//! forgotten on the way are the trees; what is kept is everything that decides whether there is one.
//!
//! The passes, in order: `read` and `body` (pest's own parser of grammars), `check` (what cannot be
//! decided, refused by name, of `calls`), `inline` (pest's optimizer), `lower` (hash-consed), `predicate` (derivatives, over
//! the formulas of `formula`), and `never`, which asks the same automaton for alternatives that
//! cannot be taken.

use std::collections::HashMap;

use pest_meta::ast::{Expr, RuleType};

use super::budget::{Budget, Short};
use super::dfa::{Dfa, PartialDfa};
use super::graph;

mod body;
mod calls;
mod check;
mod error;
mod explore;
mod formula;
mod inline;
mod letters;
mod lines;
mod lower;
mod never;
mod predicate;
mod read;
mod residual;
mod spanned;
mod tags;
mod trace;
mod utf8;

pub use error::{PegError, PegFault};
pub use never::{NeverTaken, NeverTakenAlternatives};
pub(super) use residual::{Lowered, Residual, Residuals};
pub(super) use trace::Tracer;
pub use trace::{Does, PestStep};

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
/// where `⊤` holds of every rest. A grammar whose rules call themselves at most as the last thing
/// they do has finitely many continuations, and then a rule is a finite *Boolean automaton*
/// (Brzozowski and Leiss, *On equations for regular languages, finite automata, and sequential
/// networks*, 1980): each continuation is a variable, its derivative by a byte is a formula over
/// the continuations that hold of what follows the byte, and the formulas that are reachable are
/// the states of a deterministic automaton. That PEGs without true recursion are regular is
/// Medeiros, Mascarenhas and Ierusalimschy, *From regexes to parsing expression grammars*, 2014,
/// and Chida and Kuramitsu, *Linear parsing expression grammars*, 2017.
///
/// # The surprising case
///
/// pest does not run the expression that is written: it runs what its optimizer makes of it, and
/// that is not always the same. `(e ~ rest)* ~ e` becomes `e ~ (rest ~ e)*`, so that with
/// `list = { ("a" ~ ",")* ~ "a" }` the rule `list ~ ","` accepts `a,`, which the expression as
/// written rejects: its star takes `a,`, and no `a` is left. What is decided here is therefore the
/// optimized expression, from the optimizer that pest's own derive runs.
///
/// That is pest with its default features. With `grammar-extras` pest keeps tags and leaves `e+` as
/// it is, so that the optimizer may find other lists. A rule in which a tag decides is refused; which
/// features a grammar is built with stands in no `.pest` file.
#[derive(Debug)]
pub struct Peg {
    file: String,
    /// The text of the file.
    source: String,
    rules: Vec<Rule>,
    numbers: HashMap<String, usize>,
    refused: Vec<PegError>,
}

/// A rule of a `.pest` file.
#[derive(Debug)]
struct Rule {
    name: String,
    line: usize,
    /// The text of the rule as it stands in the file.
    text: String,
    /// The lines of comment above the rule, without their signs.
    comment: Vec<String>,
    kind: RuleType,
    /// The body of the rule. A choice of many alternatives is kept in parts, one after the other.
    body: Vec<Expr>,
    /// The names that the rule uses, each with the line of its first use.
    uses: Vec<(String, usize)>,
    /// The line and the fault because of which the rule cannot be decided, if any.
    fault: Option<(usize, PegFault)>,
}

/// The languages of the rules of a `.pest` file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Decided {
    /// The minimal automaton, with one start for each decided rule.
    pub dfa: Dfa,
    /// The decided rules, in the order of the file and of the starts.
    pub rules: Vec<String>,
    /// The other rules, with the reasons why they are not decided.
    pub refused: Vec<PegError>,
    /// The start of each decided rule.
    starts: HashMap<String, usize>,
    /// The visited parts of the automata of rules that are too large.
    partial: HashMap<String, PartialDfa>,
}

impl Peg {
    /// Reads a grammar. Errors name the file by `file`.
    ///
    /// # Errors
    /// What pest refuses: a syntax error, an undefined name, left recursion, a repetition that
    /// cannot end. What pest accepts and no automaton decides, a stack or brackets that nest, is no
    /// error but is listed in [`Peg::refused`].
    pub fn read(file: &str, text: &str) -> Result<Self, PegError> {
        let rules = read::rules(file, text)?;
        Ok(Self { source: text.to_owned(), ..check::check(file, rules)? })
    }

    /// The name that errors give the file.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The names of the rules, in their order.
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

    /// The rules that cannot be decided, with the reasons.
    #[must_use]
    pub fn refused(&self) -> &[PegError] {
        &self.refused
    }

    /// Builds the automaton of all rules that are neither refused nor too large.
    #[must_use]
    pub fn decide(&self) -> Decided {
        self.decide_only(&vec![true; self.rules.len()])
    }

    /// Builds the automaton of some rules and of the rules that they reach.
    pub(super) fn decide_only(&self, wanted: &[bool]) -> Decided {
        let program = lower::lower(self, &[]);
        let order = graph::components(&self.calls()).concat();
        let is_wanted = |&rule: &usize| wanted[rule] && self.rules[rule].fault.is_none();
        let order: Vec<usize> = order.into_iter().filter(is_wanted).collect();
        let mut turn = vec![None; self.rules.len()];
        order.iter().zip(0..).for_each(|(&rule, at)| turn[rule] = Some(at));
        let needs = |&rule: &usize| self.called(rule).filter_map(|callee| turn[callee]).collect();
        let needs: Vec<Vec<usize>> = order.iter().map(needs).collect();
        let mut explored = explore::explore(&program, &needs, |at, all| vec![all.whole(order[at])]);
        let (mut states, mut rules) = (Vec::new(), Vec::new());
        let mut refused: Vec<PegError> = (self.refused.iter())
            .filter(|error| {
                let rule = error.rule.as_ref().and_then(|rule| self.numbers.get(rule));
                rule.is_none_or(|&rule| wanted[rule])
            })
            .cloned()
            .collect();
        for (rule, at) in turn.iter().enumerate().filter_map(|(rule, at)| Some((rule, (*at)?))) {
            match &explored.starts[at] {
                Ok(found) => {
                    states.extend(found);
                    rules.push(self.rules[rule].name.clone());
                }
                Err(Short::Needs) => {
                    let failed = |callee: &usize| {
                        turn[*callee].is_some_and(|one| one < at && explored.starts[one].is_err())
                    };
                    let used = self.called(rule).find(failed);
                    let fault = used.map(|used| PegFault::Uses(self.rules[used].name.clone()));
                    refused.push(self.error(rule, fault.unwrap_or(PegFault::Formula)));
                }
                Err(short) => refused.extend(self.short(rule, short, explore::STEPS)),
            }
        }
        let partial = explored.partial.drain(..);
        let partial = partial.map(|(at, one)| (self.rules[order[at]].name.clone(), one)).collect();
        let starts = rules.iter().cloned().zip(0..).collect();
        let dfa = explored.explorer.finish(states).minimize();
        Decided { dfa, rules, refused, starts, partial }
    }

    /// Finds the alternatives that are never taken, since one before them always wins.
    #[must_use]
    pub fn never_taken(&self) -> NeverTakenAlternatives {
        self.never_taken_only(&vec![true; self.rules.len()])
    }

    /// Finds the alternatives of some rules that are never taken.
    pub(super) fn never_taken_only(&self, wanted: &[bool]) -> NeverTakenAlternatives {
        let is_decidable = |rule: &usize| wanted[*rule] && self.rules[*rule].fault.is_none();
        let rules: Vec<usize> = (0..self.rules.len()).filter(is_decidable).collect();
        never::never_taken(self, &rules)
    }

    /// The numbers of the rules that are not refused.
    fn decidable(&self) -> impl Iterator<Item = usize> {
        (0..self.rules.len()).filter(|&number| self.rules[number].fault.is_none())
    }

    /// For each rule, whether a rule of these names is it or reaches it.
    pub(super) fn reached<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<bool> {
        graph::reached(&self.calls(), names.filter_map(|name| self.numbers.get(name).copied()))
    }

    fn calls(&self) -> Vec<Vec<usize>> {
        (0..self.rules.len()).map(|rule| self.called(rule).collect()).collect()
    }

    fn called(&self, rule: usize) -> impl Iterator<Item = usize> {
        self.rules[rule].uses.iter().filter_map(|(name, _)| self.numbers.get(name).copied())
    }

    /// The reason why a search found nothing about a rule. There is none if another rule is at
    /// fault.
    fn short(&self, rule: usize, short: &Short<PegFault>, budget: Budget) -> Option<PegError> {
        let fault = match short {
            Short::Failed(fault) => fault.clone(),
            Short::Each => PegFault::Formula,
            Short::All => PegFault::Crowded(budget.all),
            Short::Needs => return None,
        };
        Some(self.error(rule, fault))
    }

    fn error(&self, rule: usize, fault: PegFault) -> PegError {
        let Rule { name, line, .. } = &self.rules[rule];
        PegError { file: self.file.clone(), line: *line, rule: Some(name.clone()), fault }
    }
}

impl Decided {
    /// The start of a rule in the automaton. There is none if the rule is refused or does not
    /// exist.
    #[must_use]
    pub fn start(&self, rule: &str) -> Option<usize> {
        self.starts.get(rule).copied()
    }

    /// The visited part of the automaton of a rule that is too large.
    pub(super) fn partial(&self, rule: &str) -> Option<&PartialDfa> {
        self.partial.get(rule)
    }
}

//! Builds the automata and the residuals of the rules of a file, and answers queries about their expressions.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::OnceLock;

use grammar_automata::build::{Bdd, ByteSet, Deadline, Dfa, Distances, PartialDfa, readable_order};
use grammar_automata::engine::budget::{Budget, Short};
use grammar_automata::engine::graph::reversed;
use grammar_automata::engine::{Differentiable, graph};
use pest::iterators::Pairs;
use pest_meta::ast::Expr;
use pest_meta::parser::Rule as Token;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::body::SpannedRules;
use super::error::{RuleNumbers, error};
use super::instance::{Atomicity, Call, Cycles, Inlined, Instances};
use super::lower::GrowingProgram;
use super::predicate::{Bound, ExploredPredicates, KEPT, Predicates, is_pests};
use super::program::{Id, PegProgram};
use super::stack::Stacked;
use super::{Fault, Peg, PegError, PegFault, Rule, lower, predicate};

/// The languages of the rules of a `.pest` file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Decided {
    /// The minimal automaton. It has a start for each decided rule, for a parser that starts with the rule. More starts
    /// follow, for rules that read other strings when an atomic rule calls them.
    pub dfa: Dfa,
    /// The decided rules, in file order. The starts are in the same order.
    pub rules: Vec<String>,
    /// The rules that are not decided, with the reasons.
    pub refused: Vec<PegError>,
    starts: HashMap<(String, Atomicity), usize>,
    partial: HashMap<(String, Atomicity), PartialDfa>,
}

impl Peg {
    /// Builds the automaton of all rules that are neither refused nor too large.
    pub fn decide(&self) -> Decided {
        self.decide_only(&vec![true; self.rules.len()])
    }

    /// Builds the automaton of the rules that `wanted` marks.
    #[doc(hidden)]
    pub fn decide_only(&self, wanted: &[bool]) -> Decided {
        let program = lower::lower(self, &[]);
        let is_wanted = |instance: usize| wanted[self.instances.all[instance].rule];
        let is_sound = |&one: &usize| is_wanted(one) && self.faults[one].is_none();
        let order: Vec<usize> = self.callees_first().into_iter().filter(is_sound).collect();
        let mut turn = vec![None; self.instances.all.len()];
        order.iter().zip(0..).for_each(|(&instance, at)| turn[instance] = Some(at));
        let needs = |&instance: &usize| {
            self.instances.uses[instance].iter().filter_map(|&callee| turn[callee]).collect()
        };
        let needs: Vec<Vec<usize>> = order.iter().map(needs).collect();
        let whole = |at: usize, all: &mut Predicates<'_>| vec![all.whole(order[at], Bound::Least)];
        let budget = predicate::budget(&program).until(&self.deadline);
        let mut explored = predicate::explore((&program, program.all()), budget, &needs, whole);
        let (mut states, mut starts, mut rules) = (Vec::new(), HashMap::default(), Vec::new());
        let mut refused: Vec<PegError> = (self.refused.iter())
            .filter(|error| {
                let rule = error.rule.as_ref().and_then(|rule| self.numbers.get(rule));
                rule.is_none_or(|&rule| wanted[rule])
            })
            .cloned()
            .collect();
        let mut reported = vec![false; self.rules.len()];
        for (instance, at) in turn.iter().enumerate().filter_map(|(one, at)| Some((one, (*at)?))) {
            let rule = self.instances.all[instance].rule;
            match &explored.starts[at] {
                Ok(found) => {
                    for atomicity in self.run_as(instance) {
                        starts.insert((self.rules[rule].name.clone(), atomicity), states.len());
                    }
                    states.extend(found);
                    if instance == rule {
                        rules.push(self.rules[rule].name.clone());
                    }
                }
                Err(_) if std::mem::replace(&mut reported[rule], true) => {}
                Err(Short::Needs) => {
                    let failed = |callee: &&usize| {
                        turn[**callee].is_some_and(|one| one < at && explored.starts[one].is_err())
                    };
                    let used = self.instances.uses[instance].iter().find(failed);
                    let name =
                        |&used: &usize| self.rules[self.instances.all[used].rule].name.clone();
                    let fault = used.map(|used| PegFault::Uses(name(used)));
                    refused.push(self.error(instance, fault.unwrap_or(PegFault::Formula)));
                }
                Err(short) => {
                    refused.push(self.error(instance, self.fault(short, &explored.budget)));
                }
            }
        }
        let partial = explored.partial.drain(..);
        let named = |(at, one): (usize, PartialDfa)| {
            let rule = &self.rules[self.instances.all[order[at]].rule].name;
            let all = self.run_as(order[at]).into_iter();
            all.map(move |atomicity| ((rule.clone(), atomicity), one.clone()))
        };
        let partial = partial.flat_map(named).collect();
        let dfa = explored.explorer.finish(states).minimize();
        Decided { dfa, rules, refused, starts, partial }
    }

    /// Builds the automaton of some rules, with all nesting unrolled to `depth`. Takes at most `most` steps. Returns
    /// the automaton and the number of steps taken. Rules whose automaton cannot be built are left out.
    #[doc(hidden)]
    pub fn unroll(
        &self,
        wanted: &[UnrolledRun<'_>],
        depth: usize,
        most: usize,
    ) -> (Unrolled<'_>, usize) {
        let place = |one: &UnrolledRun<'_>| {
            let instance = self.instance(one.rule, one.atomicity);
            let instance = instance.filter(|&one| self.hard[one].is_none())?;
            Some((instance, one.depth, one.bound))
        };
        let mut wanted: Vec<(usize, usize, Bound)> = wanted.iter().filter_map(place).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let levels: Vec<(usize, usize)> =
            wanted.iter().map(|&(one, depth, _)| (one, depth)).collect();
        let (program, places) = lower::unrolled(self, &levels, depth);
        let placed = wanted.into_iter().zip(places).filter_map(|(one, place)| Some((one, place?)));
        let placed: Vec<((usize, usize, Bound), usize)> = placed.collect();
        let none = vec![Vec::new(); placed.len()];
        let whole = |at: usize, all: &mut Predicates<'_>| {
            let ((_, _, bound), place) = placed[at];
            vec![all.whole(place, bound)]
        };
        let budget = Budget { all: most, ..predicate::STEPS }.until(&self.deadline);
        let explored = predicate::explore((&program, program.all()), budget, &none, whole);
        let ExploredPredicates { explorer, starts, steps, .. } = explored;
        let (mut states, mut found) = (Vec::new(), HashMap::default());
        for (&(one, _), starts) in placed.iter().zip(starts) {
            if let Ok(starts) = starts {
                found.insert(one, states.len());
                states.extend(starts);
            }
        }
        let dfa = explorer.finish(states).minimize();
        (Unrolled { peg: self, dfa, starts: found }, steps)
    }

    pub(super) fn callees_first(&self) -> Vec<usize> {
        graph::components(&self.instances.uses).concat()
    }

    /// Returns the number of a rule's instance for an atomicity, or `None` if no parser reaches the rule with that
    /// atomicity.
    pub(super) fn instance(&self, rule: &str, atomicity: Atomicity) -> Option<usize> {
        let &number = self.numbers.get(rule)?;
        match atomicity {
            Atomicity::Atomic if self.instances.inherits[number] => self.instances.twins[number],
            _ => Some(number),
        }
    }

    /// Returns whether a rule is undecided only because rules nest in themselves.
    #[doc(hidden)]
    pub fn only_nests(&self, rule: &str, atomicity: Atomicity) -> bool {
        let instance = self.instance(rule, atomicity);
        instance.is_some_and(|one| self.faults[one].is_some() && self.hard[one].is_none())
    }

    fn run_as(&self, instance: usize) -> Vec<Atomicity> {
        let rule = self.instances.all[instance].rule;
        match (self.instances.inherits[rule], instance == rule) {
            (false, _) => vec![Atomicity::NonAtomic, Atomicity::Atomic],
            (true, true) => vec![Atomicity::NonAtomic],
            (true, false) => vec![Atomicity::Atomic],
        }
    }
}

impl Decided {
    /// Returns the number of the start for a parser that starts with a rule, or `None` if the rule is refused or does
    /// not exist.
    pub fn start(&self, rule: &str) -> Option<usize> {
        self.start_in(rule, Atomicity::NonAtomic)
    }

    /// Returns the number of a rule's start for an atomicity, or `None` if the rule is refused or no parser reaches it
    /// with that atomicity.
    pub fn start_in(&self, rule: &str, atomicity: Atomicity) -> Option<usize> {
        self.starts.get(&(rule.to_owned(), atomicity)).copied()
    }

    /// Returns the explored part of the automaton of a rule that is too large.
    #[doc(hidden)]
    pub fn partial(&self, rule: &str, atomicity: Atomicity) -> Option<&PartialDfa> {
        self.partial.get(&(rule.to_owned(), atomicity))
    }
}

/// A request to unroll a rule: the rule, its atomicity, the depth, and the bound to compute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnrolledRun<'r> {
    /// The name of the rule.
    pub rule: &'r str,
    /// The atomicity of the rule.
    pub atomicity: Atomicity,
    /// The depth to which the rule may nest. It must not exceed the argument `depth` of [`Peg::unroll`], which limits
    /// expressions that do not become part of the parse tree.
    pub depth: usize,
    /// The bound on the language that is computed for the rule.
    pub bound: Bound,
}

/// The languages of rules that are unrolled to a depth.
#[derive(Debug)]
pub struct Unrolled<'p> {
    peg: &'p Peg,
    /// The minimal automaton.
    pub dfa: Dfa,
    starts: HashMap<(usize, usize, Bound), usize>,
}

impl Unrolled<'_> {
    /// Returns the start state of a rule, or `None` if its automaton is too large.
    pub fn state(&self, one: UnrolledRun<'_>) -> Option<u32> {
        let instance = self.peg.instance(one.rule, one.atomicity)?;
        let &start = self.starts.get(&(instance, one.depth, one.bound))?;
        Some(self.dfa.start(start))
    }
}

// The rules that no automaton decides. The rules that pest refuses come first. A cycle of calls that are not
// all last calls needs unbounded memory: `a = { "(" ~ a ~ ")" | "" }` is not regular. A call within a lookahead
// does not close such a cycle, since nothing follows it: `a = { "x" ~ !(a ~ "x") }`.

pub(super) fn check(file: &str, mut rules: Vec<Rule>, tokens: Pairs<'_, Token>) -> Peg {
    let numbers: RuleNumbers =
        rules.iter().enumerate().map(|(number, rule)| (rule.name.clone(), number)).collect();
    let renamed = predicate::rename(&mut rules, &numbers);
    predicate::undefined(&mut rules, &numbers);
    let instances = Instances::new(&rules, &numbers);
    let (calls, diagnostics) = predicate::refuse(&mut rules, &numbers, &instances, tokens);
    let refused_by_pest = predicate::pest_refusals(file, &rules, renamed, diagnostics);
    let calls = calls.into_iter().enumerate().map(|(instance, calls)| {
        let is_refused = predicate::never_runs(&rules[instances.all[instance].rule]);
        if is_refused { Vec::new() } else { calls }
    });
    let calls: Vec<Vec<Call>> = calls.collect();
    let own = faults(&rules, &numbers, &instances, &calls);
    let is_recursion = |fault: &Fault| matches!(fault.1, PegFault::Recursion(_));
    let but_recursion = own.iter().map(|fault| fault.clone().filter(|one| !is_recursion(one)));
    let spread = |faults| spread(&rules, &instances, faults);
    let (hard, faults) = (spread(but_recursion.collect()), spread(own.clone()));
    let runs = hard.iter().map(Option::is_none).collect();
    let stacked = Stacked::new(&rules, &numbers, &instances);
    let (source, spanned, refused) = (String::new(), SpannedRules::default(), Vec::new());
    let mut peg = Peg {
        file: file.to_owned(),
        source,
        spanned,
        rules,
        numbers,
        instances,
        calls,
        stacked,
        faults,
        hard,
        nesting: OnceLock::new(),
        deadline: Deadline::NONE,
        refused,
        refused_by_pest,
        runs,
    };
    refuse_stacks(&mut peg);
    for (number, rule) in peg.rules.iter().enumerate() {
        let both = [Some(number), peg.instances.twins[number]].into_iter().flatten();
        let fault = both.filter_map(|instance| peg.faults[instance].clone()).next();
        let Some((line, fault)) = fault else { continue };
        // pest's own diagnostic has a column.
        let diagnostic = peg.refused_by_pest.iter().find(|one| {
            one.rule.as_ref() == Some(&rule.name) && one.fault == fault && one.line == line
        });
        let own = || error(file, rule, (line, fault.clone()));
        peg.refused.push(diagnostic.cloned().unwrap_or_else(own));
    }
    peg
}

/// Refuses every instance that, when it starts with an empty stack, uses the stack without bound.
fn refuse_stacks(peg: &mut Peg) {
    if !peg.stacked.is_any() {
        return;
    }
    let faults = lower::stack_faults(peg);
    let hard = lower::stack_faults_unrolled(peg);
    let line = |instance: usize| peg.rules[peg.instances.all[instance].rule].line;
    let faults: Vec<_> = faults.into_iter().map(|(one, fault)| (one, line(one), fault)).collect();
    let hard: Vec<_> = hard.into_iter().map(|(one, fault)| (one, line(one), fault)).collect();
    for (instance, line, fault) in faults {
        peg.stacked.refused[instance] = true;
        peg.faults[instance] = Some((line, fault));
    }
    for (instance, line, fault) in hard {
        peg.hard[instance] = Some((line, fault));
    }
}

fn faults(
    rules: &[Rule],
    numbers: &RuleNumbers,
    instances: &Instances,
    calls: &[Vec<Call>],
) -> Vec<Option<Fault>> {
    let grows = Cycles::new(calls, |call| !call.is_lookahead);
    let inlined = Inlined::new(rules, numbers);
    let mut reported = HashSet::default();
    let own = (0..instances.all.len()).map(|number| {
        let rule = &rules[instances.all[number].rule];
        let nests =
            |call: &&Call| !call.is_lookahead && !call.last && grows.has(number, call.callee);
        // One rule of a cycle has the reason, and the other rules refer to it.
        let nested = || {
            let call = calls[number].iter().find(nests);
            let call = call.filter(|_| reported.insert(grows.of[number]))?;
            let way = grows.named(rules, instances, number, call.callee);
            Some((rule.line, PegFault::Recursion(way)))
        };
        let many = || Some((rule.line, inlined.fault(rule)?));
        rule.fault.clone().or_else(many).or_else(nested)
    });
    own.collect()
}

/// Refuses every instance that uses an undecided instance.
fn spread(
    rules: &[Rule],
    instances: &Instances,
    mut faults: Vec<Option<Fault>>,
) -> Vec<Option<Fault>> {
    let users = reversed(&instances.uses);
    let mut waiting: VecDeque<usize> =
        (0..faults.len()).filter(|&at| faults[at].is_some()).collect();
    while let Some(used) = waiting.pop_front() {
        let name = &rules[instances.all[used].rule].name;
        for &user in &users[used] {
            if faults[user].is_none() {
                let rule = &rules[instances.all[user].rule];
                let line = rule.uses.iter().find(|(one, _)| one == name);
                let line = line.map_or(rule.line, |&(_, line)| line);
                faults[user] = Some((line, PegFault::Uses(name.clone())));
                waiting.push_back(user);
            }
        }
    }
    faults
}

// The rules of a file, one derivative at a time. A residual is a formula over continuations in canonical form,
// so two residuals are the same number exactly when their formulas are the same function.

/// The rules of a file, lowered to a program.
pub struct Lowered<'p> {
    peg: &'p Peg,
    program: PegProgram,
}

/// The derivatives of the rules of a file.
pub struct Residuals<'p> {
    predicates: Predicates<'p>,
}

/// A residual of a rule: the language of the input that the rule may still read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Residual(Bdd);

impl<'p> Lowered<'p> {
    /// Lowers the rules of a file.
    pub fn new(peg: &'p Peg) -> Self {
        Self { peg, program: lower::lower(peg, &[]) }
    }

    /// Returns the number of a rule's instance for an atomicity, or `None` if the instance cannot be decided.
    pub fn decidable(&self, rule: &str, atomicity: Atomicity) -> Option<usize> {
        let instance = self.peg.instance(rule, atomicity)?;
        self.peg.faults[instance].is_none().then_some(instance)
    }

    /// Returns the derivatives of the rules, which are computed on demand.
    pub fn residuals(&self) -> Residuals<'_> {
        let mut predicates = Predicates::new(&self.program);
        predicates.bdds.give(KEPT);
        Residuals { predicates }
    }
}

impl Residuals<'_> {
    /// Returns whether a limit was reached, after which residuals are not valid.
    pub fn is_exhausted(&self) -> bool {
        self.predicates.bdds.is_exhausted()
    }

    /// Returns the initial residual of the instance with the number `rule`: all inputs that it reads completely.
    pub fn start(&mut self, rule: usize) -> Residual {
        Residual(self.predicates.whole(rule, Bound::Least))
    }

    /// Returns whether the input may end at a residual.
    pub fn has_empty(&mut self, residual: Residual) -> bool {
        let after = self.predicates.after(residual.0, false);
        after.iter().any(|(letters, formula)| letters.end && *formula == Bdd::TRUE)
    }

    /// Returns the residuals after one more byte, each with the bytes that lead to it. The bytes are partitioned.
    pub fn after(&mut self, residual: Residual) -> Vec<(ByteSet, Residual)> {
        let after = self.predicates.after(residual.0, false);
        let parts = after.iter().filter(|(letters, _)| !letters.bytes.is_empty());
        parts.map(|&(letters, formula)| (letters.bytes, Residual(formula))).collect()
    }
}

// Queries about the expressions of a rule: is there an input on which a formula over their results is true? A
// rule that nests in itself is unrolled to a depth, which gives a formula two bounds. *Never* is reported only
// if even the upper bound is unsatisfiable, and a text only if it satisfies the lower bound, whatever the
// limited calls do.

const DEPTH: usize = 1;
/// The maximum number of steps of one query, and of all queries together.
const STEPS: Budget = Budget::new(300_000, 1_500_000);
/// The limits that replace [`STEPS`] while an editor waits.
const QUICK: Budget = Budget::new(30_000, 150_000);

/// The number of an expression in a query.
pub type QueryExpr = usize;

/// A condition on an input.
#[derive(Clone, Debug)]
pub enum Formula {
    /// The expression succeeds, whatever it leaves unread.
    Succeeds(QueryExpr),
    /// The expression reads all of the input.
    Reads(QueryExpr),
    /// The condition is false.
    Not(Box<Formula>),
    /// All of the conditions are true.
    All(Vec<Formula>),
    /// One of the conditions is true.
    Any(Vec<Formula>),
}

impl Formula {
    /// Negates the condition.
    pub fn negated(self) -> Self {
        Self::Not(Box::new(self))
    }

    /// Combines the condition with another by `and`.
    pub fn and(self, other: Self) -> Self {
        Self::All(vec![self, other])
    }
}

/// The answer to a query, which asks whether some input satisfies a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryResult {
    /// No input satisfies the formula.
    Never,
    /// A shortest input that satisfies the formula.
    Text(String),
    /// It is not known whether an input satisfies the formula.
    Unknown,
}

impl QueryResult {
    /// Returns an input that satisfies the formula, if one is known.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// The file that queries are about, with the expressions that earlier queries lowered.
pub struct QueryContext<'p> {
    peg: &'p Peg,
    /// Whether an editor waits, so that the queries may take only a tenth of the steps.
    is_quick: bool,
    lowered: RefCell<Option<GrowingProgram<'p>>>,
}

impl<'p> QueryContext<'p> {
    /// Creates the context of a file.
    pub fn new(peg: &'p Peg, is_quick: bool) -> Self {
        Self { peg, is_quick, lowered: RefCell::new(None) }
    }
}

/// Queries about expressions of a file.
pub struct Queries<'c, 'p> {
    peg: &'p Peg,
    context: &'c QueryContext<'p>,
    asked: Vec<(usize, Expr)>,
    formulas: Vec<Formula>,
}

impl<'c, 'p> Queries<'c, 'p> {
    /// Creates an empty list of queries.
    pub fn new(context: &'c QueryContext<'p>) -> Self {
        Self { peg: context.peg, context, asked: Vec::new(), formulas: Vec::new() }
    }

    /// Returns whether queries about an expression can be answered: the expression must be decidable as written,
    /// and must not use the stack.
    pub fn knows(&self, expr: &Expr) -> bool {
        let has_fault = |name: &str| {
            let Some(&rule) = self.peg.numbers.get(name) else { return !is_pests(name) };
            let both = [Some(rule), self.peg.instances.twins[rule]];
            both.into_iter().flatten().any(|one| self.peg.hard[one].is_some())
        };
        !self.peg.stacked.uses_stack_as_written(expr, &self.peg.numbers)
            && !super::lower::all([expr]).any(|one| match one {
                Expr::Ident(name) => has_fault(name),
                _ => false,
            })
    }

    /// Adds an expression as if the body of `instance` contained it, and returns the number of the expression.
    pub fn expr(&mut self, instance: usize, expr: Expr) -> QueryExpr {
        self.asked.push((instance, expr));
        self.asked.len() - 1
    }

    /// Adds a query: does some input satisfy the formula? Returns the index of the answer.
    pub fn ask(&mut self, formula: Formula) -> usize {
        self.formulas.push(formula);
        self.formulas.len() - 1
    }

    /// Returns the results, in the order of the queries.
    pub fn answers(&self) -> Vec<QueryResult> {
        self.context.decide(&[self], self.context.steps()).into_iter().flatten().collect()
    }
}

impl<'p> QueryContext<'p> {
    fn steps(&self) -> Budget {
        if self.is_quick { QUICK } else { STEPS }
    }

    /// Returns the results of several lists of queries, in the order of `all`. Pass the queries about a rule before the
    /// queries about its callers, so that the work for the rule is reused for the callers.
    ///
    /// The lists share a budget: a tenth of the usual limit for each list, and at least the usual limit in total.
    /// Lists with a query that remains unknown are answered again, each alone with the usual limit.
    pub fn answers(&self, all: &[&Queries<'_, 'p>]) -> Vec<Vec<QueryResult>> {
        let Budget { each, all: most, .. } = self.steps();
        let together = Budget::new(each, most.max(most / 10 * all.len())).in_turn();
        let mut found = self.decide(all, together);
        for (answers, questions) in found.iter_mut().zip(all) {
            if answers.contains(&QueryResult::Unknown) {
                *answers = questions.answers();
            }
        }
        found
    }

    /// Answers all queries with one automaton.
    fn decide(&self, all: &[&Queries<'_, 'p>], budget: Budget) -> Vec<Vec<QueryResult>> {
        let mut lowered = self.lowered.borrow_mut();
        let lowered = lowered.get_or_insert_with(|| GrowingProgram::new(self.peg, DEPTH));
        let ids: Option<Vec<Vec<Id>>> = all.iter().map(|one| lowered.add(&one.asked)).collect();
        let Some(ids) = ids else {
            let unknown = |one: &&Queries<'_, 'p>| vec![QueryResult::Unknown; one.formulas.len()];
            return all.iter().map(unknown).collect();
        };
        let formulas = all.iter().zip(&ids);
        let formulas =
            formulas.flat_map(|(one, ids)| one.formulas.iter().map(move |all| (all, ids)));
        let formulas: Vec<(&Formula, &Vec<Id>)> = formulas.collect();
        let (program, text) = (lowered.program(), lowered.text);
        let part = program.part(ids.iter().flatten().copied().chain([text]));
        // The beginning of the input comes first, since a text that is found there is easily tried.
        let places = if part.uses_start { vec![true, false] } else { vec![true] };
        let starts = |at: usize, predicates: &mut Predicates<'_>| -> Vec<Bdd> {
            let mut starts = Vec::new();
            let (formula, ids) = formulas[at];
            for &begun in &places {
                let text = predicates.succeeds(text, begun, Bound::Least);
                for bound in [Bound::Least, Bound::Most] {
                    let holds = Evaluation { predicates, ids, begun }.of(formula, bound);
                    starts.push(predicates.both(text, holds)[0]);
                }
            }
            starts
        };
        let none = vec![Vec::new(); formulas.len()];
        let budget = budget.until(self.peg.deadline());
        let (dfa, ranges) = predicate::explore((program, part), budget, &none, starts).finish();
        let distances = Distances::new(&dfa);
        let mut answers = ranges.into_iter().map(|range| answer(&dfa, &distances, range.ok()));
        all.iter().map(|one| answers.by_ref().take(one.formulas.len()).collect()).collect()
    }
}

/// Returns the result of a query. `starts` alternates between the starts of the least and of the greatest bound.
fn answer(dfa: &Dfa, distances: &Distances, starts: Option<std::ops::Range<usize>>) -> QueryResult {
    let Some(starts) = starts else { return QueryResult::Unknown };
    let states: Vec<u32> = starts.map(|start| dfa.start(start)).collect();
    let is_dead = |&state: &u32| distances.get(state).is_none();
    if states.iter().skip(1).step_by(2).all(is_dead) {
        return QueryResult::Never;
    }
    let found = states.iter().step_by(2).find(|state| !is_dead(state));
    let text = found.map(|&state| distances.completion(dfa, state, readable_order()));
    text.and_then(|bytes| String::from_utf8(bytes).ok())
        .map_or(QueryResult::Unknown, QueryResult::Text)
}

struct Evaluation<'e, 'p> {
    predicates: &'e mut Predicates<'p>,
    ids: &'e [Id],
    begun: bool,
}

impl Evaluation<'_, '_> {
    fn of(&mut self, formula: &Formula, bound: Bound) -> Bdd {
        match formula {
            Formula::Succeeds(asked) => {
                self.predicates.succeeds(self.ids[*asked], self.begun, bound)
            }
            Formula::Reads(asked) => self.predicates.reads(self.ids[*asked], self.begun, bound),
            Formula::Not(inner) => {
                let inner = self.of(inner, bound.other());
                self.predicates.bdds.not(inner)
            }
            Formula::All(parts) => parts.iter().fold(Bdd::TRUE, |all, part| {
                let part = self.of(part, bound);
                self.predicates.bdds.and(all, part)
            }),
            Formula::Any(parts) => parts.iter().fold(Bdd::FALSE, |any, part| {
                let part = self.of(part, bound);
                self.predicates.bdds.either(any, Bdd::TRUE, part)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peg(text: &str) -> Peg {
        Peg::read("a.pest", text).unwrap()
    }

    fn name(name: &str) -> Expr {
        Expr::Ident(name.to_owned())
    }

    #[test]
    fn a_query_finds_what_only_one_rule_does() {
        let peg = peg("a = { \"n\" ~ \"x\"? } b = { \"n\" ~ \"e\" }");
        let context = QueryContext::new(&peg, false);
        let mut questions = Queries::new(&context);
        let [a, b] = ["a", "b"].map(|rule| questions.expr(0, name(rule)));
        questions.ask(Formula::Succeeds(b).and(Formula::Succeeds(a).negated()));
        questions.ask(Formula::Succeeds(a).and(Formula::Succeeds(b).negated()));
        questions.ask(Formula::Reads(b).and(Formula::Reads(a).negated()));
        questions.ask(Formula::Any(vec![Formula::Reads(a), Formula::Reads(b)]));
        let text = |text: &str| QueryResult::Text(text.to_owned());
        assert_eq!(questions.answers(), [QueryResult::Never, text("n"), text("ne"), text("n")]);
    }

    #[test]
    fn recursive_rules_are_known_if_depth_does_not_matter() {
        let peg = peg("a = { \"(\" ~ a? ~ \")\" } b = { \"(\" ~ b ~ \")\" | \"()\" }");
        let context = QueryContext::new(&peg, false);
        let mut questions = Queries::new(&context);
        let [a, b] = ["a", "b"].map(|rule| questions.expr(0, name(rule)));
        let brackets = questions.expr(0, Expr::Str("(x".to_owned()));
        questions.ask(Formula::Succeeds(a).and(Formula::Succeeds(brackets)));
        questions.ask(Formula::Reads(b));
        // The two rules are equal, which no depth proves.
        questions.ask(Formula::Reads(a).and(Formula::Reads(b).negated()));
        let text = QueryResult::Text("()".to_owned());
        assert_eq!(questions.answers(), [QueryResult::Never, text, QueryResult::Unknown]);
    }

    #[test]
    fn the_start_of_input_is_distinguished() {
        let peg = peg("a = { SOI ~ \"x\" } b = { !SOI ~ \"x\" }");
        let context = QueryContext::new(&peg, false);
        let mut questions = Queries::new(&context);
        let [a, b] = ["a", "b"].map(|rule| questions.expr(0, name(rule)));
        questions.ask(Formula::Succeeds(a));
        questions.ask(Formula::Succeeds(b));
        questions.ask(Formula::Succeeds(a).and(Formula::Succeeds(b)));
        let text = QueryResult::Text("x".to_owned());
        assert_eq!(questions.answers(), [text.clone(), text, QueryResult::Never]);
    }
}

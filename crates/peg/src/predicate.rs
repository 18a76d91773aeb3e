//! Rules as predicates on the rest of the input: their derivatives, the automaton of the reachable formulas,
//! and the grammars that pest refuses.

use std::ops::Range;

use grammar_automata::build::{
    Bdd, Bdds, ByteSet, Classes, Derivative, Dfa, Explorer, Letters, Memo, PartialDfa, Spent,
    branches, constant, only,
};
use grammar_automata::engine::budget::{Budget, Short, StepBudget, Stop, limit};
use grammar_automata::engine::graph::{components, membership};
use grammar_automata::engine::{DerivativeTable, Differentiable, Rest};
use pest::error::{Error, InputLocation, LineColLocation};
use pest::iterators::Pairs;
use pest_meta::ast::Expr;
use pest_meta::parser::Rule as Token;
use pest_meta::{parser, validator};

use super::error::{RuleNumbers, error, is_refused};
use super::instance::{Call, Cycles, Instances, RuleShapes, ShapeQuery, calls};
use super::lower::{STACK, all, builtin, parts};
use super::program::{Id, Instruction, PegProgram, ProgramPart};
use super::{Fault, PegError, PegFault, Rule, lower};

// A continuation is a list of expressions still to be run, seen as a predicate on the rest of the input. A
// state is a [`Bdd`] over continuations. The derivative of a continuation by a byte is a formula on the input
// after the byte; it is true there exactly when the continuation is true of the byte and that input together.
//
// `SOI` depends on whether the parser is at the beginning of the input, which the rest does not show. So a
// start that may reach `SOI` is a separate continuation.
//
// Where a call would nest too deep and is limited, a continuation has [bounds](Bound). An expression that is
// only tried, `¬(e · ⊤)`, does not count as nesting: its calls may nest to the full depth, so a tree of `"a" ~
// r? ~ "b"` with no level left for `r` still detects where an `r` could match.

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Continuation {
    /// `⊤`: accepts any rest of the input.
    Anything,
    Nothing,
    /// Runs an expression, and then a continuation. The bound applies to the expression. If the expression never
    /// reaches a depth limit, all bounds are equal, and the least is used.
    Then(Id, Rest, Bound),
    /// Runs a continuation at the beginning of the input.
    Beginning(Rest),
}

/// A bound on a continuation that may reach a depth limit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bound {
    /// The least bound: true where the continuation is true, whatever the calls beyond the depth limit do.
    Least,
    /// The greatest bound: true where the continuation may be true, depending on the calls beyond the depth limit.
    Most,
    /// True where the continuation may be true with a parse tree in which no call is beyond the depth limit. A call
    /// that would nest too deep fails if it is part of the tree, but may succeed in an expression that is only tried.
    Tree,
}

impl Bound {
    /// Returns the bound to use under a negation.
    pub(super) fn other(self) -> Self {
        match self {
            Self::Least => Self::Most,
            Self::Most | Self::Tree => Self::Least,
        }
    }

    /// Returns the bound to use within a positive lookahead, which is not part of the tree.
    fn in_lookahead(self) -> Self {
        match self {
            Self::Least => Self::Least,
            Self::Most | Self::Tree => Self::Most,
        }
    }
}

const ANYTHING: Rest = 0;
const NOTHING: Rest = 1;

/// The continuations of a program, and their derivatives.
pub(super) struct Predicates<'p> {
    program: &'p PegProgram,
    /// Whether any of the expressions depends on the beginning of the input.
    pub(super) uses_start: bool,
    numbers: Memo<Continuation, Rest>,
    pub(super) bdds: Bdds,
    /// The derivatives, separately for the beginning of the input and for any other position.
    derivatives: DerivativeTable<bool>,
}

impl<'p> Predicates<'p> {
    pub(super) fn new(program: &'p PegProgram) -> Self {
        let mut predicates = Self {
            program,
            uses_start: program.uses_start,
            numbers: Memo::new(),
            bdds: Bdds::new(),
            derivatives: DerivativeTable::new(),
        };
        predicates.number(Continuation::Anything);
        predicates.number(Continuation::Nothing);
        predicates
    }

    pub(super) fn bytes(&self) -> usize {
        self.numbers.bytes() + self.derivatives.bytes()
    }

    pub(super) fn mark(&self) -> [usize; 5] {
        let [decisions, known] = self.bdds.mark();
        let [continuations, formulas] = self.derivatives.mark();
        [self.numbers.keys().len(), continuations, formulas, decisions, known]
    }

    pub(super) fn take_back(
        &mut self,
        [numbers, continuations, formulas, decisions, known]: [usize; 5],
    ) {
        self.numbers.truncate(numbers);
        self.derivatives.take_back([continuations, formulas]);
        self.bdds.take_back([decisions, known]);
    }

    /// Returns a bound on the formula that says: the body reads all of the input from its beginning.
    pub(super) fn whole(&mut self, place: usize, bound: Bound) -> Bdd {
        self.reads(self.program.bodies[place], true, bound)
    }

    /// Returns a bound on the formula that says: the expression succeeds, whatever input it leaves unread. `begun` is
    /// set at the beginning of the input.
    pub(super) fn succeeds(&mut self, id: Id, begun: bool, bound: Bound) -> Bdd {
        let rest = self.then(id, ANYTHING, bound);
        self.begun(rest, begun)
    }

    /// Returns a bound on the formula that says: the expression reads all of the rest of the input.
    pub(super) fn reads(&mut self, id: Id, begun: bool, bound: Bound) -> Bdd {
        let rest = self.then(id, NOTHING, bound);
        self.begun(rest, begun)
    }

    fn begun(&mut self, mut rest: Rest, begun: bool) -> Bdd {
        if begun && self.uses_start {
            rest = self.number(Continuation::Beginning(rest));
        }
        self.holds(rest)
    }

    /// Returns `formula ∧ other` and `formula ∧ ¬other`.
    pub(super) fn both(&mut self, formula: Bdd, other: Bdd) -> [Bdd; 2] {
        let not = self.bdds.not(other);
        [other, not].map(|other| self.bdds.and(formula, other))
    }

    fn number(&mut self, continuation: Continuation) -> Rest {
        if let Some(&known) = self.numbers.get(&continuation) {
            return known;
        }
        let fresh = self.numbers.keys().len() as Rest; // fewer than steps
        self.bdds.spend(1);
        self.numbers.insert(continuation, fresh);
        fresh
    }

    /// Returns the continuation that runs an expression and then `rest`. If the expression cannot fail and `rest` is
    /// `⊤`, the result is `⊤`.
    fn then(&mut self, id: Id, rest: Rest, bound: Bound) -> Rest {
        match self.program.node(id) {
            _ if rest == ANYTHING && self.program.total[id as usize] => ANYTHING,
            Instruction::Seq(parts) => {
                parts.iter().rev().fold(rest, |rest, &part| self.then(part, rest, bound))
            }
            _ if bound != Bound::Tree && self.program.reaches_limit(id)
                || bound == Bound::Tree
                    && self
                        .program
                        .reaches_limit_afresh
                        .get(id as usize)
                        .is_some_and(|&may| may) =>
            {
                self.number(Continuation::Then(id, rest, bound))
            }
            _ => self.number(Continuation::Then(id, rest, Bound::Least)),
        }
    }

    fn holds(&mut self, rest: Rest) -> Bdd {
        if rest == ANYTHING { Bdd::TRUE } else { self.bdds.variable(rest) }
    }
}

impl Differentiable for Predicates<'_> {
    type Context = bool;

    fn table(&mut self) -> &mut DerivativeTable<bool> {
        &mut self.derivatives
    }

    fn bdds(&mut self) -> &mut Bdds {
        &mut self.bdds
    }

    fn parts(&mut self, (rest, begun): (Rest, bool)) -> Vec<(Rest, bool)> {
        let Continuation::Then(id, rest, bound) = self.numbers.keys()[rest as usize] else {
            return match self.numbers.keys()[rest as usize] {
                Continuation::Beginning(rest) => vec![(rest, true)],
                _ => Vec::new(),
            };
        };
        let program = self.program;
        let is_tree = bound == Bound::Tree;
        let succeeds = |this: &mut Self, id, bound| {
            this.then(if is_tree { program.afresh(id) } else { id }, ANYTHING, bound)
        };
        let fails = |this: &mut Self, id| succeeds(this, id, bound.other());
        let parts = match *program.node(id) {
            Instruction::Fail
            | Instruction::DepthLimit(_)
            | Instruction::Byte(_)
            | Instruction::Branch(_)
            // A program with a stack has no derivatives.
            | Instruction::Stack(_) => Vec::new(),
            Instruction::Start if !begun => Vec::new(),
            Instruction::Start | Instruction::End => vec![rest],
            Instruction::Seq(_) => vec![self.then(id, rest, bound)],
            Instruction::Call(place) => vec![self.then(program.bodies[place], rest, bound)],
            // From the last alternative to the first.
            Instruction::Choice(ref parts) => {
                self.bdds.spend(parts.len());
                let both = |&part| [self.then(part, rest, bound), fails(self, part)];
                parts.iter().rev().flat_map(both).collect()
            }
            Instruction::Opt(inner) => {
                vec![self.then(inner, rest, bound), rest, fails(self, inner)]
            }
            Instruction::Rep(inner) => {
                let again = self.then(id, rest, bound);
                vec![self.then(inner, again, bound), rest, fails(self, inner)]
            }
            Instruction::And(inner) => vec![succeeds(self, inner, bound.in_lookahead()), rest],
            Instruction::Not(inner) => vec![fails(self, inner), rest],
        };
        parts.into_iter().map(|part| (part, begun)).collect()
    }

    fn made_of(&mut self, (rest, begun): (Rest, bool), parts: &[Derivative]) -> Derivative {
        let fail = constant(Bdd::FALSE);
        let (id, rest, bound) = match self.numbers.keys()[rest as usize] {
            Continuation::Anything => return constant(Bdd::TRUE),
            Continuation::Nothing => return only(Letters::END, Bdd::TRUE),
            Continuation::Beginning(_) => return parts[0].clone(),
            Continuation::Then(id, rest, bound) => (id, rest, bound),
        };
        let is_least = bound == Bound::Least;
        match *self.program.node(id) {
            Instruction::Fail | Instruction::Stack(_) => fail,
            Instruction::DepthLimit(_) if bound == Bound::Most => constant(Bdd::TRUE),
            Instruction::DepthLimit(_) => fail,
            Instruction::Start if !begun => fail,
            Instruction::Start | Instruction::Seq(_) | Instruction::Call(_) => parts[0].clone(),
            Instruction::End => {
                self.bdds.by_letter(&only(Letters::END, Bdd::TRUE), &parts[0], &fail)
            }
            Instruction::Byte(bytes) => only(Letters { bytes, end: false }, self.holds(rest)),
            Instruction::Branch(ref after) => {
                self.bdds.spend(after.len());
                let then = |&(set, id): &(ByteSet, Id)| {
                    let rest = self.then(id, rest, bound);
                    (set, self.holds(rest))
                };
                branches(after.iter().map(then).collect())
            }
            Instruction::Choice(_) => (parts.chunks_exact(2))
                .fold(fail, |other, both| self.first(&both[1], &both[0], &other, is_least)),
            Instruction::Opt(_) | Instruction::Rep(_) => {
                self.first(&parts[2], &parts[0], &parts[1], is_least)
            }
            Instruction::And(_) => self.bdds.by_letter(&parts[0], &parts[1], &fail),
            Instruction::Not(_) => self.bdds.by_letter(&parts[0], &fail, &parts[1]),
        }
    }
}

impl Predicates<'_> {
    /// Returns the derivative of `e · k ∨ (¬(e · ⊤) ∧ l)`, given the derivatives `succeeds` of `e · ⊤`,
    /// `goes_on` of `e · k`, and `other` of `l`.
    ///
    /// For the least bound, `e · k` implies `e · ⊤`, so the result is `goes_on` where `succeeds` is true, and `other`
    /// elsewhere. For the other bounds, `goes_on` does not imply `succeeds`, which is the least bound of `e · ⊤`. So
    /// the result is `goes_on` where `succeeds` is true, and `goes_on ∨ other` elsewhere.
    fn first(
        &mut self,
        succeeds: &Derivative,
        goes_on: &Derivative,
        other: &Derivative,
        is_least: bool,
    ) -> Derivative {
        if is_least {
            return self.bdds.by_letter(succeeds, goes_on, other);
        }
        let may = self.bdds.by_letter(goes_on, &constant(Bdd::TRUE), other);
        self.bdds.by_letter(succeeds, goes_on, &may)
    }
}

// The automaton of predicates. Each search has its own budget, and an abandoned search is rolled back, so that
// the others do not pay for its memory.

/// The maximum number of states of one start before the automaton is minimized.
const STATES: usize = 50_000;
/// The maximum number of steps of one start, and of all starts.
///
/// A step is a continuation, a decision node of a formula, or a part of a derivative. Each rule that calls another rule
/// twice before it reads anything doubles the number of continuations.
pub(super) const STEPS: Budget = Budget::new(1_500_000, 5_000_000);
/// The maximum number of steps of all kept starts together, which limits their memory.
pub(super) const KEPT: usize = 3_000_000;
/// The numbers of steps and of states that a start may use for each expression of the program, if the program is large.
const STEPS_EACH: usize = 32;
const STATES_EACH: usize = 2;
/// The maximum number of transitions in the automaton, which take 16 MiB. The automaton of a large program may have up
/// to `TIMES` times as many.
const TRANSITIONS: usize = 4 << 20;
const TIMES: usize = 8;

pub(super) struct ExploredPredicates {
    pub(super) explorer: Explorer<Bdd>,
    pub(super) budget: Budget,
    /// For each search, the states of its starts, or the reason why there are none.
    pub(super) starts: Vec<Result<Vec<u32>, Short<PegFault>>>,
    /// For searches that are too large and have a single start: the index of the search, and the explored part.
    pub(super) partial: Vec<(usize, PartialDfa)>,
    pub(super) steps: usize,
}

/// For each search, the range of the numbers of its starts, or the reason why there are none.
type Starts = Vec<Result<Range<usize>, Short<PegFault>>>;

impl ExploredPredicates {
    /// Returns the automaton and, for each search, the numbers of its starts in it.
    pub(super) fn finish(self) -> (Dfa, Starts) {
        let mut states = Vec::new();
        let ranges = self.starts.into_iter().map(|found| {
            let first = states.len();
            states.extend(found?);
            Ok(first..states.len())
        });
        let ranges = ranges.collect();
        (self.explorer.finish(states), ranges)
    }
}

pub(super) fn budget(program: &PegProgram) -> Budget {
    STEPS.for_size(STEPS_EACH * program.length())
}

/// Builds the automaton of as many searches as fit the budget. `starts` returns the starts of a search, which reach
/// only `part` of the program. `needs` lists, for each search, the searches that must succeed before it.
pub(super) fn explore(
    (program, part): (&PegProgram, ProgramPart),
    budget: Budget,
    needs: &[Vec<usize>],
    mut starts: impl FnMut(usize, &mut Predicates<'_>) -> Vec<Bdd>,
) -> ExploredPredicates {
    let classes = Classes::refine(part.sets);
    let (size, count) = (part.length, classes.count());
    let deadline = budget.deadline.clone();
    let kept_most = KEPT.max(STEPS_EACH * size);
    let most_states = limit(STATES.max(STATES_EACH * size));
    let most = (TRANSITIONS / count).max(most_states.min(TIMES * TRANSITIONS / count));
    let (mut explorer, mut partial) = (Explorer::new(classes).until(&deadline), Vec::new());
    let (mut predicates, mut kept, mut kept_partly) = (Predicates::new(program), 0, 0);
    predicates.uses_start = part.uses_start;
    predicates.bdds.until(&deadline);
    let (mut all, mut held) = (0, deadline.hold());
    let starts = budget.clone().spend(needs, |at, StepBudget { steps, is_all }| {
        let (mark, before) = (predicates.mark(), explorer.states());
        predicates.bdds.give(steps.min(kept_most - kept));
        let limit = most_states.min(most.saturating_sub(before));
        let states = starts(at, &mut predicates).into_iter().map(|start| {
            let limit = (before + limit).saturating_sub(explorer.states());
            explorer.add(start, limit, |&state, classes| {
                let is_room = held.set(predicates.bytes());
                let is_in_time = is_room && !deadline.has_passed();
                is_in_time.then(|| predicates.row(state, false, classes))?
            })
        });
        let states: Result<Vec<u32>, Spent> = states.collect();
        let states = if predicates.bdds.is_exhausted() { Err(Spent::Steps) } else { states };
        let taken = steps.min(kept_most - kept) - predicates.bdds.left();
        all += taken;
        let Err(spent) = states else {
            kept += taken;
            return (taken, states.map_err(|_| Stop::Steps));
        };
        if is_all || spent == Spent::States {
            let one = explorer.partial(before);
            kept_partly += one.dfa.states();
            partial.extend((kept_partly <= most).then_some((at, one)));
        }
        let stop = match spent {
            Spent::States if limit == most_states || before == 0 => {
                Stop::Failed(PegFault::States(limit))
            }
            Spent::Steps if deadline.has_passed() => Stop::Time,
            Spent::Steps if predicates.bdds.is_too_deep() => Stop::Failed(PegFault::Formula),
            Spent::Steps if steps <= kept_most - kept => Stop::Steps,
            _ => Stop::All,
        };
        explorer.take_back(before);
        predicates.take_back(mark);
        (taken, Err(stop))
    });
    ExploredPredicates { explorer, budget, starts, partial, steps: all }
}

// Finds the rules that pest refuses, one by one, in time linear in the file. pest rejects the whole file for
// one such rule; here a rule that does not reach the fault is still decided. Names of pest 1, such as `eoi` for
// `EOI`, are read as their pest 2 names.

/// The builtins that pest 2 renamed. `push` takes an argument in both versions, so it is a syntax error in pest
/// 2 and is not listed.
const PEST_1: [(&str, &str); 5] =
    [("any", "ANY"), ("eoi", "EOI"), ("peek", "PEEK"), ("pop", "POP"), ("soi", "SOI")];

/// Returns whether a rule can never run because its own body is faulty.
pub(super) fn never_runs(rule: &Rule) -> bool {
    let is_endless = |(_, fault): &Fault| matches!(fault, PegFault::ImplicitLeftRecursion(_));
    is_refused(rule) || rule.fault.as_ref().is_some_and(is_endless)
}

/// Replaces the pest 1 names that no rule defines by their pest 2 names. Returns a fault for each, with its rule.
pub(super) fn rename(rules: &mut [Rule], numbers: &RuleNumbers) -> Vec<(usize, Fault)> {
    let names = PEST_1.into_iter().filter(|(old, _)| !numbers.contains_key(*old));
    let names: Vec<(&str, &str)> = names.collect();
    let mut renamed = Vec::new();
    for (number, rule) in rules.iter_mut().enumerate() {
        let before = renamed.len();
        for (name, line) in &mut rule.uses {
            if let Some((old, new)) = names.iter().find(|(old, _)| old == name) {
                let [old, new] = [old, new].map(|name| (*name).to_owned());
                *name = new.clone();
                renamed.push((number, (*line, PegFault::Pest1 { old, new })));
            }
        }
        if renamed.len() > before {
            let with = |expr| match expr {
                Expr::Ident(name) => {
                    let known = names.iter().find(|(old, _)| *old == name);
                    Expr::Ident(known.map_or(name, |(_, new)| (*new).to_owned()))
                }
                other => other,
            };
            let body = std::mem::take(&mut rule.body).into_iter();
            rule.body = body.map(|part| part.map_bottom_up(with)).collect();
        }
    }
    renamed
}

pub(super) fn is_pests(name: &str) -> bool {
    builtin(name).is_some() || lower::is_known(name) || STACK.contains(&name)
}

/// Refuses the rules that use an undefined name.
pub(super) fn undefined(rules: &mut [Rule], numbers: &RuleNumbers) {
    let is_known = |name: &str| numbers.contains_key(name) || is_pests(name);
    for rule in rules {
        if let Some((name, line)) = rule.uses.iter().find(|(name, _)| !is_known(name)) {
            rule.refuse((*line, PegFault::Undefined(name.clone())));
        }
    }
}

/// Refuses the rules that never end, and the rules in which an alternative follows one that cannot fail. The messages
/// come from pest if pest can be run. Returns the calls of each instance, and pest's diagnostics.
pub(super) fn refuse(
    rules: &mut [Rule],
    numbers: &RuleNumbers,
    instances: &Instances,
    tokens: Pairs<'_, Token>,
) -> (Vec<Vec<Call>>, Vec<PestDiagnostic>) {
    let (calls, endless) = calls(rules, numbers, instances);
    let left = |is_its: fn(&Call) -> bool, fault: fn(Vec<String>) -> PegFault| {
        let left = Cycles::new(&calls, is_its);
        let cycle = |(instance, callees): (usize, &Vec<usize>)| {
            let &callee = callees.iter().find(|&&callee| left.has(instance, callee))?;
            let way = left.named(rules, instances, instance, callee);
            Some((instances.all[instance].rule, fault(way)))
        };
        left.edges.iter().enumerate().filter_map(cycle).collect::<Vec<_>>()
    };
    let mut faults = left(|call| call.left && call.written, PegFault::LeftRecursion);
    let has_left = !faults.is_empty();
    faults.extend(endless.into_iter().map(|(rule, text)| (rule, PegFault::EmptyRepetition(text))));
    let total = RuleShapes::new(rules, numbers, ShapeQuery::Total);
    for (number, rule) in rules.iter().enumerate() {
        if let Some(text) = unreachable(&total, &rule.body) {
            faults.push((number, PegFault::Unreachable(text)));
        }
    }
    // The implicit rules between two terms may also recurse on the left. pest accepts such a rule, but never
    // stops when it runs the rule.
    faults.extend(left(|call| call.left, PegFault::ImplicitLeftRecursion));
    let may = !has_left && may_run_pest(rules, numbers, &calls);
    let names = pest_diagnostics(rules, validator::validate_pairs(tokens.clone()));
    let bodies =
        if may { pest_diagnostics(rules, parser::consume_rules(tokens)) } else { Vec::new() };
    for (number, (line, _), words) in &bodies {
        rules[*number].refuse((*line, PegFault::Refused(words.clone())));
    }
    for (number, fault) in faults {
        let rule = &mut rules[number];
        rule.refuse((rule.line, fault));
    }
    (calls, names.into_iter().chain(bodies).collect())
}

fn unreachable(total: &RuleShapes<'_>, body: &[Expr]) -> Option<String> {
    // A choice of many alternatives is kept in parts.
    let (last, parts) = body.split_last()?;
    if let Some(part) = parts.iter().find(|part| total.has(part)) {
        return Some(part.to_string());
    }
    let first = |expr: &Expr| match expr {
        Expr::Choice(first, _) if total.has(first) => Some(first.to_string()),
        _ => None,
    };
    all(parts.iter().chain([last])).find_map(first)
}

// The errors that pest itself reports for a file. Its validator follows every path through the calls of a
// grammar: forty rules such as `a = { b | b }` would take it weeks. So its running time is estimated first.

/// The maximum number of expressions that pest may visit.
const LOOKS: u64 = 1_000_000;
/// The maximum depth of pest's recursion, in expressions.
const PEST_DEPTH: usize = 400;

/// A diagnostic of pest: the number of a rule, the line and column, and the message.
type PestDiagnostic = (usize, (usize, usize), String);

/// Returns pest's diagnostics for a file.
fn pest_diagnostics<T>(
    rules: &[Rule],
    result: Result<T, Vec<Error<Token>>>,
) -> Vec<PestDiagnostic> {
    let errors = result.err().unwrap_or_default();
    errors.iter().filter_map(|error| pest_diagnostic(rules, error)).collect()
}

/// Returns the rule that an error of pest is about, with the position and the message.
fn pest_diagnostic(rules: &[Rule], error: &Error<Token>) -> Option<PestDiagnostic> {
    let (InputLocation::Pos(offset) | InputLocation::Span((offset, _))) = error.location;
    let (LineColLocation::Pos(at) | LineColLocation::Span(at, _)) = error.line_col;
    // The second definition of a rule is not in `rules`.
    let before = rules.partition_point(|rule| rule.span.0 <= offset).checked_sub(1)?;
    (offset < rules[before].span.1).then(|| (before, at, error.variant.message().into_owned()))
}

/// Returns the reasons why pest refuses the file: the faults found here, and pest's diagnostics of other faults.
pub(super) fn pest_refusals(
    file: &str,
    rules: &[Rule],
    renamed: Vec<(usize, Fault)>,
    mut diagnostics: Vec<PestDiagnostic>,
) -> Vec<PegError> {
    let mut refusals: Vec<(usize, PegError)> = Vec::new();
    let own = rules.iter().enumerate().filter(|(_, rule)| is_refused(rule));
    let own = own.filter_map(|(number, rule)| Some((number, rule.fault.clone()?)));
    for (number, fault) in renamed.into_iter().chain(own) {
        // The fault found here says more than pest's message, which only adds the column.
        let same = diagnostics.iter().position(|(other, (line, _), words)| {
            let is_it = match &fault.1 {
                PegFault::Refused(own) => own == words,
                PegFault::Pest1 { old: name, .. } | PegFault::Undefined(name) => {
                    *words == format!("rule {name} is undefined")
                }
                PegFault::Keyword => words.ends_with("is a pest keyword"),
                _ => false,
            };
            is_it && *other == number && *line == fault.0
        });
        let column = same.map(|at| diagnostics.remove(at).1.1);
        refusals.push((number, PegError { column, ..error(file, &rules[number], fault) }));
    }
    for (number, (line, column), words) in diagnostics {
        let has_own = |known: &PegError| {
            known.line == line && known.fault == PegFault::Refused(words.clone())
        };
        if !refusals.iter().any(|(other, known)| *other == number && has_own(known)) {
            let fault = (line, PegFault::Refused(words));
            let known = PegError { column: Some(column), ..error(file, &rules[number], fault) };
            refusals.push((number, known));
        }
    }
    refusals.sort_by_key(|(number, error)| (error.line, error.column, *number));
    refusals.into_iter().map(|(_, error)| error).collect()
}

/// Returns whether pest would answer soon and without a panic. This requires that no rule has a fault, except for a
/// tag, and that pest neither recurses too deep nor visits too many expressions.
fn may_run_pest(rules: &[Rule], numbers: &RuleNumbers, calls: &[Vec<Call>]) -> bool {
    let is_whole = |rule: &Rule| matches!(rule.fault, None | Some((_, PegFault::Tagged)));
    rules.iter().all(is_whole)
        && depth(rules, numbers) <= PEST_DEPTH
        && looks(rules, numbers, calls) <= LOOKS
}

fn depth(rules: &[Rule], numbers: &RuleNumbers) -> usize {
    let called = |(name, _): &(String, usize)| numbers.get(name).copied();
    let edges = rules.iter().map(|rule| rule.uses.iter().filter_map(called).collect());
    let edges: Vec<Vec<usize>> = edges.collect();
    let components = components(&edges);
    let of = membership(&components);
    let mut deepest = vec![0_usize; components.len()];
    // Callees come before their callers.
    for (number, component) in components.iter().enumerate() {
        let own: usize = component.iter().map(|&rule| nested(&rules[rule].body)).sum();
        let callees = component.iter().flat_map(|&rule| &edges[rule]);
        let inner = callees.filter(|&&callee| of[callee] != number).map(|&one| deepest[of[one]]);
        deepest[number] = own + inner.max().unwrap_or(0);
    }
    deepest.into_iter().max().unwrap_or(0)
}

/// Returns the depth of a body. The depths of its parts are added, since pest sees a long choice as one chain.
fn nested(body: &[Expr]) -> usize {
    let depth = |part| {
        let (mut open, mut deepest) = (vec![(part, 1)], 0);
        while let Some((expr, depth)) = open.pop() {
            deepest = deepest.max(depth);
            open.extend(parts(expr).map(|part| (part, depth + 1)));
        }
        deepest
    };
    body.iter().map(depth).sum()
}

/// Returns the number of expressions that pest would visit.
fn looks(rules: &[Rule], numbers: &RuleNumbers, calls: &[Vec<Call>]) -> u64 {
    let shape = |asked| RuleShapes::new(rules, numbers, asked);
    let shapes = [shape(ShapeQuery::Total), shape(ShapeQuery::Empty)];
    let left = |calls: &Vec<Call>| -> Vec<usize> {
        let left = calls.iter().filter(|call| call.left && call.written);
        left.map(|call| call.callee).collect()
    };
    let edges: Vec<Vec<usize>> = calls.iter().map(left).collect();
    let mut costs = Costs { numbers, shapes, rules: vec![[0; 3]; rules.len()] };
    let mut all = 0_u64;
    // Callees come before their callers. An instance within an atomic rule makes the same calls as the other
    // one.
    for rule in components(&edges).concat().into_iter().filter(|&one| one < rules.len()) {
        let (mut of, body) = ([0_u64; 3], &rules[rule].body);
        for part in body {
            of[0] = of[0].saturating_add(costs.shape(0, part));
            of[1] = of[1].saturating_add(costs.shape(1, part));
            of[2] = of[2].saturating_add(costs.left(part));
            all = all.saturating_add(costs.each(part));
        }
        if let [_, _, ..] = body[..] {
            // Both costs include a copy of each alternative with all other alternatives.
            let copied = body.iter().map(size).sum::<u64>() * nested(body) as u64;
            of[2] = of[2].saturating_add(copied);
            all = all.saturating_add(copied);
        }
        costs.rules[rule] = of;
        all = all.saturating_add(of[2]);
    }
    all
}

struct Costs<'c> {
    numbers: &'c RuleNumbers,
    /// The answers to two queries: which rules succeed on any input, and which rules may succeed without reading.
    shapes: [RuleShapes<'c>; 2],
    /// For each rule, the cost of computing each shape, and the cost of following the calls with which it may begin.
    rules: Vec<[u64; 3]>,
}

impl Costs<'_> {
    fn called(&self, name: &str, at: usize) -> u64 {
        self.numbers.get(name).map_or(0, |&rule| self.rules[rule][at])
    }

    fn shape(&self, at: usize, expr: &Expr) -> u64 {
        let inner = match expr {
            Expr::Ident(name) => self.called(name, at),
            Expr::Seq(first, rest) | Expr::Choice(first, rest) => {
                let goes_on = self.shapes[at].has(first) == matches!(expr, Expr::Seq(..));
                let rest = if goes_on { self.shape(at, rest) } else { 0 };
                self.shape(at, first).saturating_add(rest)
            }
            Expr::PosPred(inner)
            | Expr::RepOnce(inner)
            | Expr::RepExact(inner, _)
            | Expr::RepMin(inner, _)
            | Expr::RepMinMax(inner, ..)
            | Expr::Push(inner) => self.shape(at, inner),
            _ => 0,
        };
        inner.saturating_add(1)
    }

    /// Returns the cost of following the calls that may begin an expression. pest copies every expression it visits.
    fn left(&self, expr: &Expr) -> u64 {
        let inner = match expr {
            Expr::Ident(name) => self.called(name, 2),
            Expr::Seq(first, rest) => {
                let goes_on = self.shapes[1].has(first);
                let asked = self.shape(0, first).saturating_add(self.shape(1, first));
                let rest = if goes_on { self.left(rest) } else { 0 };
                asked.saturating_add(self.left(first)).saturating_add(rest)
            }
            _ => parts(expr).fold(0, |all, part| self.left(part).saturating_add(all)),
        };
        inner.saturating_add(size(expr))
    }

    /// Returns the cost of copying each subexpression. Adds the cost of computing the shapes of repeated
    /// subexpressions, and of alternatives that precede other alternatives.
    fn each(&self, expr: &Expr) -> u64 {
        let mut all = size(expr);
        if let Expr::Rep(inner) | Expr::RepOnce(inner) | Expr::RepMin(inner, _) = expr {
            all = all.saturating_add(self.shape(0, inner)).saturating_add(self.shape(1, inner));
        }
        if let Expr::Choice(first, _) = expr {
            all = all.saturating_add(self.shape(0, first));
        }
        parts(expr).fold(all, |all, part| self.each(part).saturating_add(all))
    }
}

fn size(expr: &Expr) -> u64 {
    all([expr]).count() as u64
}

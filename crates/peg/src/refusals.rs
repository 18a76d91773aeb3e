//! What pest refuses, and in which words.

use grammar_automata::engine::graph::{components, membership};
use pest::error::{Error, InputLocation, LineColLocation};
use pest::iterators::Pairs;
use pest_meta::ast::Expr;
use pest_meta::parser::Rule as Token;
use pest_meta::{parser, validator};

use super::error::{RuleNumbers, error, is_refused};
use super::instance::{Call, Cycles, Instances, RuleShapes, ShapeQuery, calls};
use super::lower::{self, STACK, all, builtin, parts};
use super::{Fault, PegError, PegFault, Rule};

// What pest refuses, found rule by rule, in time that is linear in the file. pest refuses the whole file for one such
// rule; here a rule that does not reach the fault is decided. The surprising case is pest 1, which wrote `eoi` for
// `EOI`: it is read as it was meant.

/// The names of pest 1 for what pest 2 has under another name. `push` takes an argument in both, and so
/// is no grammar in pest 2.
const PEST_1: [(&str, &str); 5] =
    [("any", "ANY"), ("eoi", "EOI"), ("peek", "PEEK"), ("pop", "POP"), ("soi", "SOI")];

/// Whether nobody runs a rule, since its body is at fault.
pub(super) fn never_runs(rule: &Rule) -> bool {
    let is_endless = |(_, fault): &Fault| matches!(fault, PegFault::ImplicitLeftRecursion(_));
    is_refused(rule) || rule.fault.as_ref().is_some_and(is_endless)
}

/// Puts the names of pest 2 in place of those of pest 1 that no rule defines. Returns each with its rule.
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

/// Refuses the rules that never end, and those with an alternative that cannot fail before another, each
/// in pest's words where pest can be asked. Returns the calls of each instance, and what pest says.
pub(super) fn refuse(
    rules: &mut [Rule],
    numbers: &RuleNumbers,
    instances: &Instances,
    tokens: Pairs<'_, Token>,
) -> (Vec<Vec<Call>>, Vec<Said>) {
    let (calls, endless) = calls(rules, numbers, instances);
    let left = |is_its: fn(&Call) -> bool, fault: fn(Vec<String>) -> PegFault| {
        let left = Cycles::of(&calls, is_its);
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
    let total = RuleShapes::of(rules, numbers, ShapeQuery::Total);
    for (number, rule) in rules.iter().enumerate() {
        if let Some(text) = unreachable(&total, &rule.body) {
            faults.push((number, PegFault::Unreachable(text)));
        }
    }
    // What pest itself puts between two terms may call on the left too. pest takes such a rule, and never ends.
    faults.extend(left(|call| call.left, PegFault::ImplicitLeftRecursion));
    let may = !has_left && may_ask(rules, numbers, &calls);
    let names = all_said(rules, validator::validate_pairs(tokens.clone()));
    let bodies = if may { all_said(rules, parser::consume_rules(tokens)) } else { Vec::new() };
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

// The errors that pest itself reports for a file. Its validator follows every path through the calls of a grammar:
// forty rules such as `a = { b | b }` take it weeks. So how long it would take is counted first.

/// The number of expressions that pest may look at.
const LOOKS: u64 = 1_000_000;
/// How deep pest may call itself, in expressions.
const ASKED_DEPTH: usize = 400;

/// What pest says: a rule, with the line, the column and the words.
type Said = (usize, (usize, usize), String);

/// What pest says of a file.
fn all_said<T>(rules: &[Rule], result: Result<T, Vec<Error<Token>>>) -> Vec<Said> {
    let errors = result.err().unwrap_or_default();
    errors.iter().filter_map(|error| said(rules, error)).collect()
}

/// The rule that an error of pest is about, with the place and the words.
fn said(rules: &[Rule], error: &Error<Token>) -> Option<Said> {
    let (InputLocation::Pos(offset) | InputLocation::Span((offset, _))) = error.location;
    let (LineColLocation::Pos(at) | LineColLocation::Span(at, _)) = error.line_col;
    // Of a rule that is defined twice, the second is no rule here.
    let before = rules.partition_point(|rule| rule.span.0 <= offset).checked_sub(1)?;
    (offset < rules[before].span.1).then(|| (before, at, error.variant.message().into_owned()))
}

/// Why pest refuses the file: what pest says, and what was found where pest was not asked.
pub(super) fn told(
    file: &str,
    rules: &[Rule],
    renamed: Vec<(usize, Fault)>,
    mut said: Vec<Said>,
) -> Vec<PegError> {
    let mut told: Vec<(usize, PegError)> = Vec::new();
    let own = rules.iter().enumerate().filter(|(_, rule)| is_refused(rule));
    let own = own.filter_map(|(number, rule)| Some((number, rule.fault.clone()?)));
    for (number, fault) in renamed.into_iter().chain(own) {
        // The fault that was found has the column and not the words: it says more.
        let same = said.iter().position(|(other, (line, _), words)| {
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
        let column = same.map(|at| said.remove(at).1.1);
        told.push((number, PegError { column, ..error(file, &rules[number], fault) }));
    }
    for (number, (line, column), words) in said {
        let has_own = |known: &PegError| {
            known.line == line && known.fault == PegFault::Refused(words.clone())
        };
        if !told.iter().any(|(other, known)| *other == number && has_own(known)) {
            let fault = (line, PegFault::Refused(words));
            let known = PegError { column: Some(column), ..error(file, &rules[number], fault) };
            told.push((number, known));
        }
    }
    told.sort_by_key(|(number, error)| (error.line, error.column, *number));
    told.into_iter().map(|(_, error)| error).collect()
}

/// Whether pest answers soon, and without a panic: no rule has another fault, none calls itself on the
/// left, and what pest would look at is not too much.
fn may_ask(rules: &[Rule], numbers: &RuleNumbers, calls: &[Vec<Call>]) -> bool {
    let is_whole = |rule: &Rule| matches!(rule.fault, None | Some((_, PegFault::Tagged)));
    rules.iter().all(is_whole)
        && depth(rules, numbers) <= ASKED_DEPTH
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

/// How deep the expressions of a body nest, at most. The parts of a choice of many alternatives are one
/// chain to pest.
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

/// The number of expressions that pest looks at.
fn looks(rules: &[Rule], numbers: &RuleNumbers, calls: &[Vec<Call>]) -> u64 {
    let shape = |asked| RuleShapes::of(rules, numbers, asked);
    let shapes = [shape(ShapeQuery::Total), shape(ShapeQuery::Empty)];
    let left = |calls: &Vec<Call>| -> Vec<usize> {
        let left = calls.iter().filter(|call| call.left && call.written);
        left.map(|call| call.callee).collect()
    };
    let edges: Vec<Vec<usize>> = calls.iter().map(left).collect();
    let mut costs = Costs { numbers, shapes, rules: vec![[0; 3]; rules.len()] };
    let mut all = 0_u64;
    // Callees come before their callers. An instance within an atomic rule calls like the other one.
    for rule in components(&edges).concat().into_iter().filter(|&one| one < rules.len()) {
        let (mut of, body) = ([0_u64; 3], &rules[rule].body);
        for part in body {
            of[0] = of[0].saturating_add(costs.shape(0, part));
            of[1] = of[1].saturating_add(costs.shape(1, part));
            of[2] = of[2].saturating_add(costs.left(part));
            all = all.saturating_add(costs.each(part));
        }
        if let [_, _, ..] = body[..] {
            // Each alternative is copied with all others, by each of the two.
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
    /// Whether an expression succeeds on any input, and whether without reading.
    shapes: [RuleShapes<'c>; 2],
    /// For each rule, the costs of asking for these two, and of following its calls on the left.
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

    /// Follows the calls on the left of an expression, which is copied on the way.
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

    /// Copies each expression in an expression, and asks for the shapes of what is repeated or comes
    /// before other alternatives.
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

//! The errors that pest itself reports for a file.
//!
//! In: the rules of a file, and its tokens. Out: pest's own errors, each with its line, its column and
//! its rule. pest's validator is asked wherever its answer cannot take long. It follows every path
//! through the calls of a grammar, and calls itself as deep as rules do: twenty rules such as
//! `a = { b | b }` take it a second, and forty take it weeks. How long it would take is counted first.

use pest::error::{Error, InputLocation, LineColLocation};
use pest::iterators::Pairs;
use pest_meta::ast::Expr;
use pest_meta::parser::{self, Rule as Token};
use pest_meta::validator;

use super::calls::{Call, RuleShapes, ShapeQuery};
use super::error::{RuleNumbers, error, is_refused};
use super::lower::{all, parts};
use super::{Fault, PegError, PegFault, Rule};
use grammar_automata::engine::graph::{components, membership};

/// The number of expressions that pest may look at.
const LOOKS: u64 = 1_000_000;
/// How deep pest may call itself, in expressions.
const DEPTH: usize = 400;

/// What pest says: a rule, with the line, the column and the words.
pub(super) type Said = (usize, (usize, usize), String);

/// What pest says of the names of a file.
pub(super) fn names(rules: &[Rule], tokens: Pairs<'_, Token>) -> Vec<Said> {
    let errors = validator::validate_pairs(tokens).err().unwrap_or_default();
    errors.iter().filter_map(|error| said(rules, error)).collect()
}

/// What pest says of the bodies of the rules.
pub(super) fn bodies(rules: &[Rule], tokens: Pairs<'_, Token>) -> Vec<Said> {
    let errors = parser::consume_rules(tokens).err().unwrap_or_default();
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
pub(super) fn may_ask(rules: &[Rule], numbers: &RuleNumbers, calls: &[Vec<Call>]) -> bool {
    let is_whole = |rule: &Rule| matches!(rule.fault, None | Some((_, PegFault::Tagged)));
    rules.iter().all(is_whole)
        && depth(rules, numbers) <= DEPTH
        && looks(rules, numbers, calls) <= LOOKS
}

/// How deep pest may call itself, at most.
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

/// The number of expressions that the parts of pest's validator look at.
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

    /// Asks for a shape of an expression.
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

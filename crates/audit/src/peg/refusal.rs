//! What pest refuses, found rule by rule.
//!
//! In: the rules of a file as they are written. Out: the same rules, those at fault refused by name. It
//! is what `pest_meta::validator` refuses, but for repetitions that only the stack keeps from ending,
//! which [`asked`](super::asked) asks pest about; in time that is linear in the file, where pest's own
//! validator follows every path through the calls. Random grammars hold one against the other.
//!
//! pest refuses the whole file for one such rule. Here a rule that does not reach the fault is decided:
//! its verdict is true of the file without the faulty rule. The surprising case is pest 1, which
//! wrote `eoi` for `EOI`: pest 2 takes the name for an undefined one, and here it is read as it was meant.

use pest::iterators::Pairs;
use pest_meta::ast::Expr;
use pest_meta::parser::Rule as Token;

use super::asked::{self, Said};
use super::calls::{Asked, Call, Cycles, Shape, calls};
use super::fault::{RuleNumbers, is_refused};
use super::instance::Instances;
use super::lower::builtin;
use super::parts::{STACK, all};
use super::{Fault, PegFault, Rule, property};

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

/// Whether a name is pest's own.
pub(super) fn is_pests(name: &str) -> bool {
    builtin(name).is_some() || property::is_known(name) || STACK.contains(&name)
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
            Some((instances.get(instance).rule, fault(way)))
        };
        left.edges.iter().enumerate().filter_map(cycle).collect::<Vec<_>>()
    };
    let mut faults = left(|call| call.left && call.written, PegFault::LeftRecursion);
    let has_left = !faults.is_empty();
    faults.extend(endless.into_iter().map(|(rule, text)| (rule, PegFault::EmptyRepetition(text))));
    let total = Shape::of(rules, numbers, Asked::Total);
    for (number, rule) in rules.iter().enumerate() {
        if let Some(text) = unreachable(&total, &rule.body) {
            faults.push((number, PegFault::Unreachable(text)));
        }
    }
    // What pest itself puts between two terms may call on the left too. pest takes such a rule, and
    // never ends.
    faults.extend(left(|call| call.left, PegFault::ImplicitLeftRecursion));
    let may = !has_left && asked::may_ask(rules, numbers, &calls);
    let names = asked::names(rules, tokens.clone());
    let bodies = if may { asked::bodies(rules, tokens) } else { Vec::new() };
    for (number, (line, _), words) in &bodies {
        rules[*number].refuse((*line, PegFault::Refused(words.clone())));
    }
    for (number, fault) in faults {
        let rule = &mut rules[number];
        rule.refuse((rule.line, fault));
    }
    (calls, names.into_iter().chain(bodies).collect())
}

/// The first alternative that cannot fail and has others behind it.
fn unreachable(total: &Shape<'_>, body: &[Expr]) -> Option<String> {
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

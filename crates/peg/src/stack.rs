//! Rules that use the stack: which they are, and what their bodies leave on it.

use std::rc::Rc;

use pest_meta::ast::Expr;
use pest_meta::optimizer::OptimizedExpr;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::calls::idle;
use super::instance::Instances;
use super::lower::{Lowering, LoweringSite, Reach, STACK, all, optimized_parts};
use super::outcome::{ALL_STEPS, At, DEPTH, Outcomes, STEPS, STRINGS, TIMES, strings};
use super::program::{Id, Instruction};
use super::{PegFault, Rule};
use grammar_automata::engine::graph;

// Which rules use the stack, themselves or through what they call.

#[derive(Debug)]
pub(super) struct Stacked {
    uses: Vec<bool>,
    /// The same for `PUSH`, `POP` and `DROP`: pest gives back what these did where an alternative
    /// fails, if there is one of them.
    modifies: Vec<bool>,
    /// The same for `POP_ALL`.
    clears: Vec<bool>,
    /// For each instance, what in it would go round without reading if what is read off the stack
    /// were nothing.
    idle: Vec<Option<String>>,
    refused: Vec<bool>,
}

impl Stacked {
    pub(super) fn of(
        rules: &[Rule],
        numbers: &HashMap<String, usize>,
        instances: &Instances,
    ) -> Self {
        // What pest runs between terms is called too.
        let mut calls = vec![Vec::new(); rules.len()];
        for (instance, callees) in instances.uses().iter().enumerate() {
            let rules = callees.iter().map(|&callee| instances.get(callee).rule);
            calls[instances.get(instance).rule].extend(rules);
        }
        let callers = graph::reversed(&calls);
        let with = |names: &[&str]| {
            let is_its = |&rule: &usize| {
                rules[rule].uses.iter().any(|(name, _)| names.contains(&name.as_str()))
            };
            graph::reached(&callers, (0..rules.len()).filter(is_its))
        };
        let uses = with(&STACK);
        let mut idle = if uses.contains(&true) {
            idle(rules, numbers, instances)
        } else {
            vec![None; instances.count()]
        };
        for component in graph::components(instances.uses()) {
            let goes_round = |&one: &usize| instances.uses()[one].contains(&one);
            if component.len() > 1 || component.iter().any(goes_round) {
                for instance in component {
                    let name = || rules[instances.get(instance).rule].name.clone();
                    idle[instance].get_or_insert_with(name);
                }
            }
        }
        let (modifies, clears) = (with(&["PUSH", "POP", "DROP"]), with(&["POP_ALL"]));
        Self { uses, modifies, clears, idle, refused: vec![false; instances.count()] }
    }

    pub(super) fn is_any(&self) -> bool {
        self.uses.contains(&true)
    }

    pub(super) fn has(&self, rule: usize) -> bool {
        self.uses[rule]
    }

    pub(super) fn idle(&self, instance: usize) -> Option<&String> {
        self.idle[instance].as_ref()
    }

    pub(super) fn refuse(&mut self, instance: usize) {
        self.refused[instance] = true;
    }

    pub(super) fn is_refused(&self, instance: usize) -> bool {
        self.refused[instance]
    }

    /// Whether an expression, as it is written, uses the stack.
    pub(super) fn is_asked(&self, expr: &Expr, numbers: &HashMap<String, usize>) -> bool {
        let asks = |expr: &Expr| match expr {
            Expr::Push(_) | Expr::PeekSlice(..) => true,
            Expr::Ident(name) => {
                let rule = numbers.get(name);
                rule.map_or(STACK.contains(&name.as_str()), |&rule| self.uses[rule])
            }
            _ => false,
        };
        self.is_any() && all([expr]).any(asks)
    }

    pub(super) fn uses(&self, expr: &OptimizedExpr, numbers: &HashMap<String, usize>) -> bool {
        self.is_any() && any(expr, &STACK, &self.uses, numbers)
    }

    /// Whether pest leaves the stack as it is where an expression fails that has changed it.
    ///
    /// pest looks for `PUSH`, `POP` and `DROP`, and does not look for `POP_ALL`.
    pub(super) fn keeps(&self, expr: &OptimizedExpr, numbers: &HashMap<String, usize>) -> bool {
        self.clears.contains(&true)
            && any(expr, &["POP_ALL"], &self.clears, numbers)
            && !any(expr, &["PUSH", "POP", "DROP"], &self.modifies, numbers)
    }

    pub(super) fn changes(&self, rule: usize) -> bool {
        self.modifies[rule] || self.clears[rule]
    }
}

/// Whether one of some operations stands in an expression, or a rule in it is one of some.
fn any(
    expr: &OptimizedExpr,
    names: &[&str],
    rules: &[bool],
    numbers: &HashMap<String, usize>,
) -> bool {
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match expr {
            OptimizedExpr::Push(_) if names.contains(&"PUSH") => return true,
            OptimizedExpr::PeekSlice(..) if names.contains(&"PEEK") => return true,
            OptimizedExpr::Ident(name) => {
                let is_its = match numbers.get(name) {
                    Some(&rule) => rules[rule],
                    None => names.contains(&name.as_str()),
                };
                if is_its {
                    return true;
                }
            }
            _ => {}
        }
        open.extend(optimized_parts(expr));
    }
    false
}

// The bodies of rules that use the stack, each with the stack that it is called with. A body that calls itself is
// taken to leave the stack as it is, and is refused where it turns out not to: `a = { PUSH("(") ~ a? }` has no bound.

impl Lowering<'_> {
    pub(super) fn uses_stack(&self, instance: usize) -> bool {
        self.peg.stacked.has(self.peg.instances.get(instance).rule)
    }

    /// Lowers the instances that use the stack and are not refused for another reason. Returns those
    /// that cannot be lowered.
    pub(super) fn stacked(&mut self) -> Vec<(usize, PegFault)> {
        if !self.peg.stacked.is_any() {
            return Vec::new();
        }
        let peg = self.peg;
        let is_sound = |&one: &usize| peg.faults[one].is_none() || peg.stacked.is_refused(one);
        // The same order each time, since what is lowered first is known to what comes after.
        let order: Vec<usize> = peg.callees_first().into_iter().filter(is_sound).collect();
        self.begun(&order)
    }

    /// Lowers those of some instances that use the stack, each begun with nothing on it. Returns those
    /// that cannot be lowered.
    pub(super) fn begun(&mut self, order: &[usize]) -> Vec<(usize, PegFault)> {
        let level = self.top();
        let order = order.iter().copied().filter(|&one| self.uses_stack(one));
        let order: Vec<usize> = order.collect();
        let begun = order.into_iter().filter_map(|instance| {
            let before = self.stacks.all;
            self.stacks.steps = before.saturating_sub(ALL_STEPS - STEPS).min(STEPS);
            let begun = self.stacks.steps;
            let stack = Stack::from([]);
            let key = Key { instance, level, stack, is_pushed: false };
            let result = self.body_of(key);
            self.stacks.all = before + (self.stacks.steps - begun);
            Some((instance, result.err()?))
        });
        begun.collect()
    }

    pub(super) fn top(&self) -> usize {
        if let Reach::Levels(_, depth) = self.reach { depth } else { 0 }
    }

    pub(super) fn stack_place(&mut self, key: &Key) -> usize {
        if let Some(&known) = self.stacks.places.get(key) {
            return known;
        }
        let is_begun = key.stack.is_empty() && key.level == self.top();
        let place = if is_begun { key.instance } else { self.program.reserve() };
        self.stacks.places.insert(key.clone(), place);
        place
    }

    pub(super) fn name(&self, instance: usize) -> String {
        self.peg.rules[self.peg.instances.get(instance).rule].name.clone()
    }

    pub(super) fn body_of(&mut self, key: Key) -> Outcomes {
        match self.stacks.bodies.get(&key) {
            Some(Body::Done(known)) => {
                let (outcomes, is_idle) = known.clone()?;
                self.stacks.is_idle |= is_idle;
                return Ok(outcomes.to_vec());
            }
            Some(Body::Begun) if key.is_pushed => {
                return Err(PegFault::StackStrings {
                    text: self.name(key.instance),
                    limit: STRINGS,
                });
            }
            Some(Body::Begun) => {
                let place = self.stack_place(&key);
                let id = self.program.add(Instruction::Call(place));
                let stack = key.stack.clone();
                self.stacks.assumed.insert(key);
                return Ok(vec![Outcome { id, stack, text: String::new() }]);
            }
            None => {}
        }
        self.stacks.bodies.insert(key.clone(), Body::Begun);
        let (before, is_idle) = (self.stacks.done.len(), self.stacks.is_idle);
        self.stacks.is_idle = false;
        let result = self.stacked_body(&key);
        if result.is_err() && self.stacks.assumed.contains(&key) {
            // What was lowered in the meantime may have taken this body for one that can be.
            for known in self.stacks.done.drain(before..) {
                self.stacks.bodies.remove(&known);
            }
        }
        let known = result.clone().map(|outcomes| (outcomes.into(), self.stacks.is_idle));
        self.stacks.bodies.insert(key.clone(), Body::Done(known));
        self.stacks.done.push(key);
        self.stacks.is_idle |= is_idle;
        result
    }

    pub(super) fn stacked_body(&mut self, key: &Key) -> Outcomes {
        let site = self.site(key.instance, key.level);
        let rule = site.caller.rule;
        let known = self.stacks.optimized.get(&rule).cloned();
        let alternatives = known.unwrap_or_else(|| self.optimized(rule).into());
        self.stacks.optimized.insert(rule, alternatives.clone());
        let at = At { site, stack: &key.stack, is_pushed: key.is_pushed };
        let outcomes = self.choice(&alternatives.iter().collect::<Vec<_>>(), at)?;
        if let Some(round) = self.peg.stacked.idle(key.instance).filter(|_| self.stacks.is_idle) {
            return Err(PegFault::StackIdle(round.clone()));
        }
        let is_neutral = matches!(&outcomes[..], [only] if only.stack == key.stack);
        if self.stacks.assumed.contains(key) && !is_neutral {
            return Err(PegFault::StackRound(self.name(key.instance)));
        }
        if key.is_pushed {
            return Ok(outcomes);
        }
        let place = self.stack_place(key);
        let id = self.program.choice(outcomes.iter().map(|outcome| outcome.id).collect());
        self.program.define(place, id);
        if !is_neutral {
            return Ok(outcomes);
        }
        let id = self.program.add(Instruction::Call(place));
        Ok(vec![Outcome { id, stack: key.stack.clone(), text: String::new() }])
    }

    pub(super) fn called(&mut self, callee: usize, at: At<'_>) -> Outcomes {
        let Some(level) = self.level(callee, at.site) else { return Ok(self.cut(at)) };
        let (stack, is_pushed) = (at.stack.clone(), at.is_pushed);
        let is_begun = stack.is_empty() && !is_pushed;
        let outcomes = self.body_of(Key { instance: callee, level, stack, is_pushed });
        outcomes.map_err(|fault| if is_begun { PegFault::Uses(self.name(callee)) } else { fault })
    }
}

// Sequences, choices and repetitions of expressions that use the stack. What comes after a part is lowered once for
// each stack that the part may leave, and a repetition must leave the stack as it finds it: `(PUSH("x"))*` is refused.

impl Lowering<'_> {
    pub(super) fn sequence(&mut self, parts: &[&OptimizedExpr], at: At<'_>) -> Outcomes {
        let (inner, mut ids) = (At { site: at.site.inner(), ..at }, Vec::new());
        let mut rest = parts;
        let firsts = loop {
            let [first, after @ ..] = rest else { break Vec::new() };
            rest = after;
            if rest.is_empty() {
                break self.outcomes(first, at)?;
            }
            let firsts = self.outcomes(first, inner)?;
            match &firsts[..] {
                // It changes nothing, and no other outcome stands beside it.
                [only] if only.stack == *at.stack && only.text.is_empty() => {
                    ids.push(only.id);
                    ids.extend(self.between_stacked(at)?);
                }
                _ => break firsts,
            }
        };
        let (mut found, mut before) = (Vec::new(), Vec::new());
        for Outcome { id, stack, text } in firsts {
            let mut all = ids.clone();
            if !before.is_empty() {
                let others = self.program.choice(before.clone());
                all.push(self.program.add(Instruction::Not(others)));
            }
            before.push(id);
            all.push(id);
            if rest.is_empty() {
                found.push(Outcome { id: self.program.seq(all), stack, text });
                continue;
            }
            let after = At { stack: &stack, ..at };
            all.extend(self.between_stacked(after)?);
            for outcome in self.rest(rest, after)? {
                self.spend(1)?;
                let id = self.program.seq([&all[..], &[outcome.id]].concat());
                let text = format!("{text}{}", outcome.text);
                found.push(Outcome { id, stack: outcome.stack, text });
            }
            self.spend(1)?;
        }
        Ok(self.merged(found))
    }

    /// The rest of a sequence, as deep as an expression within it.
    pub(super) fn rest(&mut self, parts: &[&OptimizedExpr], at: At<'_>) -> Outcomes {
        if self.stacks.depth == DEPTH {
            return self.too_deep(at);
        }
        self.stacks.depth += 1;
        let found = self.sequence(parts, at);
        self.stacks.depth -= 1;
        found
    }

    pub(super) fn choice(&mut self, parts: &[&OptimizedExpr], at: At<'_>) -> Outcomes {
        let mut found = Vec::new();
        for (place, part) in parts.iter().enumerate() {
            if place + 1 < parts.len() {
                self.gives_back(part, at)?;
            }
            found.extend(self.outcomes(part, at)?);
        }
        Ok(self.merged(found))
    }

    /// A repetition that is pushed, as often as is allowed.
    pub(super) fn repeated(&mut self, inner: &OptimizedExpr, at: At<'_>) -> Outcomes {
        let times = match self.reach {
            Reach::Exact => return Err(strings(&OptimizedExpr::Rep(Box::new(inner.clone())))),
            Reach::Levels(_, depth) => depth,
            Reach::Run => TIMES,
        };
        self.gives_back(inner, at)?;
        let once = self.outcomes(inner, At { site: at.site.inner(), ..at })?;
        if once.iter().any(|one| one.stack != *at.stack) {
            let repeated = OptimizedExpr::Rep(Box::new(inner.clone()));
            return Err(PegFault::StackRound(repeated.to_string()));
        }
        if self.between_stacked(at)?.is_some() {
            return Err(strings(inner));
        }
        // Of the longest first, what is read after the first time.
        let cut = self.program.add(Instruction::Cut(None));
        let all = self.program.choice(once.iter().map(|one| one.id).collect());
        let more = self.program.add(Instruction::Seq(vec![all, cut]));
        let mut found = vec![at.reads(more, ""), self.nothing(at)];
        for _ in 0..times {
            let (mut longer, mut before) = (Vec::new(), Vec::new());
            for one in &once {
                let others = (!before.is_empty()).then(|| self.program.choice(before.clone()));
                let not = others.map(|others| self.program.add(Instruction::Not(others)));
                before.push(one.id);
                for after in &found {
                    let ids = not.into_iter().chain([one.id, after.id]).collect();
                    let text = format!("{}{}", one.text, after.text);
                    longer.push(Outcome { id: self.program.seq(ids), text, ..after.clone() });
                    self.spend(1)?;
                }
            }
            longer.push(self.nothing(at));
            found = self.limited(longer, inner)?;
        }
        Ok(found)
    }

    pub(super) fn between_stacked(&mut self, at: At<'_>) -> Result<Option<Id>, PegFault> {
        let implicit = self.peg.instances.between(at.site.caller);
        let Some(&first) = implicit.iter().flatten().next() else { return Ok(None) };
        if at.is_pushed {
            return Err(strings(&OptimizedExpr::Ident(self.name(first))));
        }
        let mut calls = [None; 2];
        for (rule, call) in implicit.into_iter().zip(&mut calls) {
            let Some(rule) = rule else { continue };
            if self.peg.stacked.changes(self.peg.instances.get(rule).rule) {
                return Err(PegFault::StackKept(self.name(rule)));
            }
            let was_idle = std::mem::take(&mut self.stacks.is_idle);
            let expr = OptimizedExpr::Ident(self.name(rule));
            let outcomes = if self.uses_stack(rule) {
                self.called(rule, At { site: at.site.inner(), ..at })?
            } else {
                let id = self.expr(expr, at.site.inner());
                vec![at.reads(id, "")]
            };
            if std::mem::replace(&mut self.stacks.is_idle, was_idle) {
                return Err(PegFault::StackIdle(format!("{}*", self.name(rule))));
            }
            *call = outcomes.first().map(|one| one.id);
        }
        Ok(self.blanks(calls))
    }
}

// The cache of outcomes of bodies that run with a stack.

/// The strings on the stack, the lowest first.
pub(super) type Stack = Rc<[Rc<str>]>;

#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) id: Id,
    pub(super) stack: Stack,
    /// What was read, if it is pushed, and else nothing.
    pub(super) text: String,
}

/// What is lowered: an instance with levels left and a stack, and whether what it reads is pushed.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) instance: usize,
    pub(super) level: usize,
    pub(super) stack: Stack,
    pub(super) is_pushed: bool,
}

pub(super) enum Body {
    Begun,
    /// The outcomes, and whether the body may read an empty string off the stack.
    Done(Result<(Rc<[Outcome]>, bool), PegFault>),
}

#[derive(Default)]
pub(super) struct Stacks {
    pub(super) bodies: HashMap<Key, Body>,
    /// The keys whose bodies are done, in their order.
    pub(super) done: Vec<Key>,
    /// The bodies that were taken to leave the stack as it is before that was known.
    pub(super) assumed: HashSet<Key>,
    pub(super) places: HashMap<Key, usize>,
    pub(super) optimized: HashMap<usize, Rc<[OptimizedExpr]>>,
    /// Whether an empty string was read off the stack.
    pub(super) is_idle: bool,
    /// The numbers of expressions that do not use the stack.
    pub(super) plain: HashMap<(*const OptimizedExpr, LoweringSite), Option<Id>>,
    pub(super) depth: usize,
    /// The steps that were taken for one instance, and those for all before.
    pub(super) steps: usize,
    pub(super) all: usize,
}

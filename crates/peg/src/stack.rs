//! The effects of rules on the stack, and the lowering of rules that use it.

use std::rc::Rc;

use grammar_automata::build::ByteSet;
use grammar_automata::engine::graph;
use pest_meta::ast::Expr;
use pest_meta::optimizer::OptimizedExpr;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::instance::Instances;
use super::instance::idle;
use super::lower::{Builtin, Lowering, LoweringSite, Reach, STACK, all, builtin, optimized_parts};
use super::program::{Id, Instruction, slice};
use super::{PegFault, Rule};

// The rules that use the stack, directly or through their callees.

#[derive(Debug)]
pub(super) struct Stacked {
    pub(super) uses: Vec<bool>,
    /// For each rule, whether it uses `PUSH`, `POP` or `DROP`, directly or through its callees. If an alternative with
    /// such an operation fails, pest restores the stack.
    pub(super) modifies: Vec<bool>,
    /// For each rule, whether it uses `POP_ALL`, directly or through its callees.
    pub(super) clears: Vec<bool>,
    /// For each instance, a repetition that would loop forever if all strings on the stack were empty, since it would
    /// read nothing. `None` if there is no such repetition.
    pub(super) idle: Vec<Option<String>>,
    pub(super) refused: Vec<bool>,
}

impl Stacked {
    pub(super) fn new(
        rules: &[Rule],
        numbers: &HashMap<String, usize>,
        instances: &Instances,
    ) -> Self {
        // The implicit rules between terms are called too.
        let mut calls = vec![Vec::new(); rules.len()];
        for (instance, callees) in instances.uses.iter().enumerate() {
            let rules = callees.iter().map(|&callee| instances.all[callee].rule);
            calls[instances.all[instance].rule].extend(rules);
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
            vec![None; instances.all.len()]
        };
        for component in graph::components(&instances.uses) {
            let goes_round = |&one: &usize| instances.uses[one].contains(&one);
            if component.len() > 1 || component.iter().any(goes_round) {
                for instance in component {
                    let name = || rules[instances.all[instance].rule].name.clone();
                    idle[instance].get_or_insert_with(name);
                }
            }
        }
        let (modifies, clears) = (with(&["PUSH", "POP", "DROP"]), with(&["POP_ALL"]));
        Self { uses, modifies, clears, idle, refused: vec![false; instances.all.len()] }
    }

    pub(super) fn is_any(&self) -> bool {
        self.uses.contains(&true)
    }

    /// Returns whether an expression, as written, uses the stack.
    pub(super) fn uses_stack_as_written(
        &self,
        expr: &Expr,
        numbers: &HashMap<String, usize>,
    ) -> bool {
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

    /// Returns whether pest keeps the changes to the stack when the expression fails.
    ///
    /// pest restores the stack if the expression uses `PUSH`, `POP` or `DROP`, but not if it only uses `POP_ALL`.
    pub(super) fn keeps(&self, expr: &OptimizedExpr, numbers: &HashMap<String, usize>) -> bool {
        self.clears.contains(&true)
            && any(expr, &["POP_ALL"], &self.clears, numbers)
            && !any(expr, &["PUSH", "POP", "DROP"], &self.modifies, numbers)
    }
}

/// Returns whether an expression contains a stack operation in `names`, or calls a rule that `rules` marks.
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

// The bodies of rules that use the stack, one for each stack with which they are called. A body that calls
// itself is assumed to leave the stack unchanged, and is refused if it does not: `a = { PUSH("(") ~ a? }` is
// unbounded.

impl Lowering<'_> {
    pub(super) fn uses_stack(&self, instance: usize) -> bool {
        self.peg.stacked.uses[self.peg.instances.all[instance].rule]
    }

    /// Lowers the instances that use the stack, except those that are refused for another reason. Returns the instances
    /// that cannot be lowered, with their faults.
    pub(super) fn stacked(&mut self) -> Vec<(usize, PegFault)> {
        if !self.peg.stacked.is_any() {
            return Vec::new();
        }
        let peg = self.peg;
        let is_sound = |&one: &usize| peg.faults[one].is_none() || peg.stacked.refused[one];
        // Always in the same order, since the results of earlier instances are reused.
        let order: Vec<usize> = peg.callees_first().into_iter().filter(is_sound).collect();
        self.begun(&order)
    }

    /// Lowers each instance in `order` that uses the stack. Each starts with an empty stack. Returns the instances that
    /// cannot be lowered, with their faults.
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
        self.peg.rules[self.peg.instances.all[instance].rule].name.clone()
    }

    pub(super) fn body_of(&mut self, key: Key) -> StackEffects {
        match self.stacks.bodies.get(&key) {
            Some(Body::Done(known)) => {
                let (effects, is_idle) = known.clone()?;
                self.stacks.is_idle |= is_idle;
                return Ok(effects.to_vec());
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
                return Ok(vec![StackEffect { id, stack, text: String::new() }]);
            }
            None => {}
        }
        self.stacks.bodies.insert(key.clone(), Body::Begun);
        let (before, is_idle) = (self.stacks.done.len(), self.stacks.is_idle);
        self.stacks.is_idle = false;
        let result = self.stacked_body(&key);
        if result.is_err() && self.stacks.assumed.contains(&key) {
            // Bodies lowered in the meantime may have assumed that this one can be lowered.
            for known in self.stacks.done.drain(before..) {
                self.stacks.bodies.remove(&known);
            }
        }
        let known = result.clone().map(|effects| (effects.into(), self.stacks.is_idle));
        self.stacks.bodies.insert(key.clone(), Body::Done(known));
        self.stacks.done.push(key);
        self.stacks.is_idle |= is_idle;
        result
    }

    pub(super) fn stacked_body(&mut self, key: &Key) -> StackEffects {
        let site = self.site(key.instance, key.level);
        let rule = site.caller.rule;
        let known = self.stacks.optimized.get(&rule).cloned();
        let alternatives = known.unwrap_or_else(|| self.optimized(rule).into());
        self.stacks.optimized.insert(rule, alternatives.clone());
        let at = At { site, stack: &key.stack, is_pushed: key.is_pushed };
        let effects = self.choice(&alternatives.iter().collect::<Vec<_>>(), at)?;
        if let Some(round) =
            self.peg.stacked.idle[key.instance].as_ref().filter(|_| self.stacks.is_idle)
        {
            return Err(PegFault::StackIdle(round.clone()));
        }
        let is_neutral = matches!(&effects[..], [only] if only.stack == key.stack);
        if self.stacks.assumed.contains(key) && !is_neutral {
            return Err(PegFault::StackRound(self.name(key.instance)));
        }
        if key.is_pushed {
            return Ok(effects);
        }
        let place = self.stack_place(key);
        let id = self.program.choice(effects.iter().map(|effect| effect.id).collect());
        self.program.bodies[place] = id;
        if !is_neutral {
            return Ok(effects);
        }
        let id = self.program.add(Instruction::Call(place));
        Ok(vec![StackEffect { id, stack: key.stack.clone(), text: String::new() }])
    }

    pub(super) fn called(&mut self, callee: usize, at: At<'_>) -> StackEffects {
        let Some(level) = self.level(callee, at.site) else { return Ok(self.depth_limit(at)) };
        let (stack, is_pushed) = (at.stack.clone(), at.is_pushed);
        let is_begun = stack.is_empty() && !is_pushed;
        let effects = self.body_of(Key { instance: callee, level, stack, is_pushed });
        effects.map_err(|fault| if is_begun { PegFault::Uses(self.name(callee)) } else { fault })
    }
}

// Sequences, choices and repetitions of expressions that use the stack. The continuation of a part is lowered
// once for each stack that the part may leave, and a repetition must leave the stack unchanged: `(PUSH("x"))*`
// is refused.

impl Lowering<'_> {
    pub(super) fn sequence(&mut self, parts: &[&OptimizedExpr], at: At<'_>) -> StackEffects {
        let (inner, mut ids) = (At { site: at.site.inner(), ..at }, Vec::new());
        let mut rest = parts;
        let firsts = loop {
            let [first, after @ ..] = rest else { break Vec::new() };
            rest = after;
            if rest.is_empty() {
                break self.effects(first, at)?;
            }
            let firsts = self.effects(first, inner)?;
            match &firsts[..] {
                // This is the only effect, and changes nothing.
                [only] if only.stack == *at.stack && only.text.is_empty() => {
                    ids.push(only.id);
                    ids.extend(self.between_stacked(at)?);
                }
                _ => break firsts,
            }
        };
        let (mut found, mut before) = (Vec::new(), Vec::new());
        for StackEffect { id, stack, text } in firsts {
            let mut all = ids.clone();
            if !before.is_empty() {
                let others = self.program.choice(before.clone());
                all.push(self.program.add(Instruction::Not(others)));
            }
            before.push(id);
            all.push(id);
            if rest.is_empty() {
                found.push(StackEffect { id: self.program.seq(all), stack, text });
                continue;
            }
            let after = At { stack: &stack, ..at };
            all.extend(self.between_stacked(after)?);
            for effect in self.rest(rest, after)? {
                self.spend(1)?;
                let id = self.program.seq([&all[..], &[effect.id]].concat());
                let text = format!("{text}{}", effect.text);
                found.push(StackEffect { id, stack: effect.stack, text });
            }
            self.spend(1)?;
        }
        Ok(self.merged(found))
    }

    /// Returns the stack effects of `parts`, the rest of a sequence. The rest counts as nested one level deeper.
    pub(super) fn rest(&mut self, parts: &[&OptimizedExpr], at: At<'_>) -> StackEffects {
        if self.stacks.depth == DEPTH {
            return self.too_deep(at);
        }
        self.stacks.depth += 1;
        let found = self.sequence(parts, at);
        self.stacks.depth -= 1;
        found
    }

    pub(super) fn choice(&mut self, parts: &[&OptimizedExpr], at: At<'_>) -> StackEffects {
        let mut found = Vec::new();
        for (place, part) in parts.iter().enumerate() {
            if place + 1 < parts.len() {
                self.gives_back(part, at)?;
            }
            found.extend(self.effects(part, at)?);
        }
        Ok(self.merged(found))
    }

    /// Lowers a repetition whose text is pushed, with as many iterations as `reach` allows.
    pub(super) fn repeated(&mut self, inner: &OptimizedExpr, at: At<'_>) -> StackEffects {
        let times = match self.reach {
            Reach::Exact => return Err(strings(&OptimizedExpr::Rep(Box::new(inner.clone())))),
            Reach::Levels(_, depth) => depth,
            Reach::Run => TIMES,
        };
        self.gives_back(inner, at)?;
        let once = self.effects(inner, At { site: at.site.inner(), ..at })?;
        if once.iter().any(|one| one.stack != *at.stack) {
            let repeated = OptimizedExpr::Rep(Box::new(inner.clone()));
            return Err(PegFault::StackRound(repeated.to_string()));
        }
        if self.between_stacked(at)?.is_some() {
            return Err(strings(inner));
        }
        // The effects after the first iteration, the longest text first.
        let limit = self.program.add(Instruction::DepthLimit(None));
        let all = self.program.choice(once.iter().map(|one| one.id).collect());
        let more = self.program.add(Instruction::Seq(vec![all, limit]));
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
                    longer.push(StackEffect { id: self.program.seq(ids), text, ..after.clone() });
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
            let (own, stacked) = (self.peg.instances.all[rule].rule, &self.peg.stacked);
            if stacked.modifies[own] || stacked.clears[own] {
                return Err(PegFault::StackKept(self.name(rule)));
            }
            let was_idle = std::mem::take(&mut self.stacks.is_idle);
            let expr = OptimizedExpr::Ident(self.name(rule));
            let effects = if self.uses_stack(rule) {
                self.called(rule, At { site: at.site.inner(), ..at })?
            } else {
                let id = self.expr(expr, at.site.inner());
                vec![at.reads(id, "")]
            };
            if std::mem::replace(&mut self.stacks.is_idle, was_idle) {
                return Err(PegFault::StackIdle(format!("{}*", self.name(rule))));
            }
            *call = effects.first().map(|one| one.id);
        }
        Ok(self.blanks(calls))
    }
}

// The cache of stack effects of bodies.

/// The strings on the stack, bottom first.
pub(super) type Stack = Rc<[Rc<str>]>;

#[derive(Clone, Debug)]
pub(super) struct StackEffect {
    pub(super) id: Id,
    pub(super) stack: Stack,
    /// The text that was read, or an empty string if that text is not pushed.
    pub(super) text: String,
}

/// The key of a lowered body: its instance, the remaining levels, the stack before it, and whether the text that it
/// reads is pushed.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) instance: usize,
    pub(super) level: usize,
    pub(super) stack: Stack,
    pub(super) is_pushed: bool,
}

pub(super) enum Body {
    Begun,
    /// The stack effects of the body, and whether it may read an empty string off the stack.
    Done(Result<(Rc<[StackEffect]>, bool), PegFault>),
}

#[derive(Default)]
pub(super) struct Stacks {
    pub(super) bodies: HashMap<Key, Body>,
    /// The keys of the finished bodies, in order.
    pub(super) done: Vec<Key>,
    /// The bodies that were assumed to leave the stack unchanged while they were being lowered.
    pub(super) assumed: HashSet<Key>,
    pub(super) places: HashMap<Key, usize>,
    pub(super) optimized: HashMap<usize, Rc<[OptimizedExpr]>>,
    /// Whether an empty string was read off the stack.
    pub(super) is_idle: bool,
    /// For each expression at a site, its lowered form, or `None` if the expression uses the stack.
    pub(super) plain: HashMap<(*const OptimizedExpr, LoweringSite), Option<Id>>,
    pub(super) depth: usize,
    /// The number of steps for the current instance. The field `all` is the number of steps for all earlier instances.
    pub(super) steps: usize,
    pub(super) all: usize,
}

// The effects of an expression on the stack.
//
// An expression that uses the stack, with the strings on it before, lowers to an ordered list of
// [`StackEffect`]s: each is an expression that reads without touching the stack, and the strings on the stack
// afterwards. The stack is known at every position, so `PEEK` is a literal. `PUSH("a" | "b") ~ x ~ POP` has the
// effects `"a"` and `"b"` of its first part, and becomes
//
// ```text
// "a" ~ x ~ "a" | !"a" ~ "b" ~ x ~ "b"
// ```
//
// The `!"a"` models pest, which takes the first string that matches and does not try the second if the rest
// fails. A failing expression restores the stack, and so does a lookahead.
//
// A pushed expression must match one of a few strings, and a repetition must leave the stack unchanged. Then
// the stack is bounded, and the automaton is finite. `PUSH("#"*)` is unbounded; where rules are unrolled to a
// depth, it is lowered that many times, followed by a depth limit.
//
// A rule may be decided in one place only: `inner = { (!PEEK ~ ANY)* }` is refused where a parser starts with
// it, and decided where something has been pushed before.

/// The maximum number of strings that a pushed expression may match.
pub(super) const STRINGS: usize = 256;
/// The maximum number of strings on the stack.
pub(super) const HIGH: usize = 16;
/// The maximum number of iterations of a repetition whose text is pushed, if the rule is run on a short string.
pub(super) const TIMES: usize = 32;
/// The maximum depth of nested expressions, including the rules that they call.
pub(super) const DEPTH: usize = 100;
/// The maximum number of steps for one rule. An expression takes a step for each stack before it and for each effect.
pub(super) const STEPS: usize = 100_000;
/// The maximum number of steps for all rules of a file.
pub(super) const ALL_STEPS: usize = 500_000;

/// The position of an expression, with the stack there.
#[derive(Clone, Copy)]
pub(super) struct At<'s> {
    pub(super) site: LoweringSite,
    pub(super) stack: &'s Stack,
    /// Whether the text that the expression reads is pushed.
    pub(super) is_pushed: bool,
}

pub(super) type StackEffects = Result<Vec<StackEffect>, PegFault>;

impl Lowering<'_> {
    /// Returns the stack effects of an expression, in the order in which they are tried.
    pub(super) fn effects(&mut self, expr: &OptimizedExpr, at: At<'_>) -> StackEffects {
        let plain = if at.is_pushed { None } else { self.plain(expr, at) };
        if let Some(id) = plain {
            return Ok(vec![at.reads(id, "")]);
        }
        self.spend(1)?;
        if self.stacks.depth == DEPTH {
            return self.too_deep(at);
        }
        self.stacks.depth += 1;
        let found = self.nested(expr, at).and_then(|found| self.limited(found, expr));
        self.stacks.depth -= 1;
        found
    }

    pub(super) fn nested(&mut self, expr: &OptimizedExpr, at: At<'_>) -> StackEffects {
        match expr {
            OptimizedExpr::Ident(name) => match self.peg.numbers.get(name) {
                Some(&rule) => self.called(self.peg.instances.callee(at.site.caller, rule), at),
                None => self.builtin(name, at),
            },
            OptimizedExpr::Seq(..) => {
                let (mut parts, mut rest) = (Vec::new(), expr);
                while let OptimizedExpr::Seq(next, after) = rest {
                    parts.push(&**next);
                    rest = after;
                }
                parts.push(rest);
                self.sequence(&parts, at)
            }
            OptimizedExpr::Choice(..) => {
                let (mut parts, mut rest) = (Vec::new(), expr);
                while let OptimizedExpr::Choice(next, after) = rest {
                    parts.push(&**next);
                    rest = bare(after);
                }
                parts.push(rest);
                self.choice(&parts, at)
            }
            OptimizedExpr::Opt(inner) => {
                self.gives_back(inner, at)?;
                let mut found = self.effects(inner, at)?;
                found.push(self.nothing(at));
                Ok(self.merged(found))
            }
            OptimizedExpr::Rep(inner) if at.is_pushed => self.repeated(inner, at),
            OptimizedExpr::Rep(inner) => {
                self.gives_back(inner, at)?;
                let found = self.effects(inner, At { site: at.site.inner(), ..at })?;
                let id = match &found[..] {
                    [only] if only.stack == *at.stack => only.id,
                    _ => return Err(PegFault::StackRound(expr.to_string())),
                };
                let again = match self.between_stacked(at)? {
                    Some(between) => self.program.add(Instruction::Seq(vec![between, id])),
                    None => return Ok(vec![at.reads(self.program.add(Instruction::Rep(id)), "")]),
                };
                let again = self.program.add(Instruction::Rep(again));
                let all = self.program.add(Instruction::Seq(vec![id, again]));
                Ok(vec![at.reads(self.program.add(Instruction::Opt(all)), "")])
            }
            OptimizedExpr::PosPred(inner) | OptimizedExpr::NegPred(inner) => {
                let site = at.site.in_lookahead();
                let found = self.effects(inner, At { site, is_pushed: false, ..at })?;
                let id = self.program.choice(found.iter().map(|effect| effect.id).collect());
                let is_positive = matches!(expr, OptimizedExpr::PosPred(_));
                let node = if is_positive { Instruction::And(id) } else { Instruction::Not(id) };
                Ok(vec![at.reads(self.program.add(node), "")])
            }
            OptimizedExpr::RestoreOnErr(inner) => self.effects(inner, at),
            OptimizedExpr::Push(inner) => {
                let found = self.effects(inner, At { is_pushed: true, ..at })?;
                let pushed = found.into_iter().map(|StackEffect { id, stack, text }| {
                    let stack = stack.iter().cloned().chain([Rc::from(&*text)]).collect();
                    StackEffect { id, stack, text: if at.is_pushed { text } else { String::new() } }
                });
                let pushed: Vec<StackEffect> = pushed.collect();
                match (pushed.iter().any(|one: &StackEffect| one.stack.len() > HIGH), self.reach) {
                    (false, _) => Ok(self.merged(pushed)),
                    (true, Reach::Run) => Ok(self.depth_limit(at)),
                    (true, _) => Err(PegFault::StackHigh(HIGH)),
                }
            }
            OptimizedExpr::PeekSlice(start, end) => match slice(at.stack.len(), *start, *end) {
                Some(range) => Ok(vec![self.off_stack(&at.stack[range].concat(), at)]),
                None => Ok(vec![self.fails(at)]),
            },
            // The remaining expressions read text, which is pushed.
            OptimizedExpr::Str(text) => Ok(vec![self.literal(text, at)]),
            OptimizedExpr::Insens(text) => {
                let mut all = vec![String::new()];
                for letter in text.chars() {
                    let mut cases = vec![letter.to_ascii_lowercase(), letter.to_ascii_uppercase()];
                    cases.dedup();
                    let longer = |one: String| {
                        cases.clone().into_iter().map(move |case| format!("{one}{case}"))
                    };
                    all = all.into_iter().flat_map(longer).take(STRINGS + 1).collect();
                }
                Ok(all.iter().map(|text| self.literal(text, at)).collect())
            }
            OptimizedExpr::Range(first, last) => {
                let ends = first.chars().next().zip(last.chars().next());
                let letters = ends.into_iter().flat_map(|(first, last)| first..=last);
                let letters: Vec<char> = letters.take(STRINGS + 1).collect();
                if letters.is_empty() {
                    return Ok(vec![self.fails(at)]);
                }
                Ok(letters.iter().map(|one| self.literal(&one.to_string(), at)).collect())
            }
            _ => Err(strings(expr)),
        }
    }

    /// Lowers an expression that does not use the stack. Returns `None` for an expression that uses it.
    pub(super) fn plain(&mut self, expr: &OptimizedExpr, at: At<'_>) -> Option<Id> {
        // The expressions live as long as this cache, so their addresses are unique.
        let key = (std::ptr::from_ref(expr), at.site);
        if let Some(&known) = self.stacks.plain.get(&key) {
            return known;
        }
        let mut implicit = self.peg.instances.between(at.site.caller).into_iter().flatten();
        let has_room = !matches!(
            expr,
            OptimizedExpr::Str(_)
                | OptimizedExpr::Insens(_)
                | OptimizedExpr::Range(..)
                | OptimizedExpr::Ident(_)
                | OptimizedExpr::Skip(_)
        );
        let uses = self.peg.stacked.uses(expr, &self.peg.numbers);
        let is_plain = !(uses || has_room && implicit.any(|one| self.uses_stack(one)));
        let id = is_plain.then(|| self.expr(expr.clone(), at.site));
        self.stacks.plain.insert(key, id);
        id
    }

    pub(super) fn spend(&mut self, steps: usize) -> Result<(), PegFault> {
        self.stacks.steps += steps;
        if self.stacks.steps > STEPS { Err(PegFault::StackSteps(STEPS)) } else { Ok(()) }
    }

    pub(super) fn too_deep(&mut self, at: At<'_>) -> StackEffects {
        match self.reach {
            Reach::Run => Ok(self.depth_limit(at)),
            _ => Err(PegFault::Nested(DEPTH)),
        }
    }

    /// Returns the stack effects of a builtin.
    pub(super) fn builtin(&mut self, name: &str, at: At<'_>) -> StackEffects {
        let below = || at.stack.split_last().map(|(_, below)| Stack::from(below));
        let one = match (name, at.stack.last()) {
            ("PEEK" | "POP", None) => return Err(PegFault::StackEmpty(name.to_owned())),
            ("PEEK", Some(top)) => self.off_stack(top, at),
            ("POP", Some(top)) => {
                let read = self.off_stack(top, at);
                StackEffect { stack: below().unwrap_or_else(|| at.stack.clone()), ..read }
            }
            ("DROP", None) => self.fails(at),
            ("DROP", Some(_)) => {
                let read = self.off_stack("", at);
                StackEffect { stack: below().unwrap_or_else(|| at.stack.clone()), ..read }
            }
            ("PEEK_ALL" | "POP_ALL", _) => {
                let all: Vec<&str> = at.stack.iter().rev().map(|one| &**one).collect();
                let read = self.off_stack(&all.concat(), at);
                let is_pop = name == "POP_ALL";
                StackEffect { stack: if is_pop { Stack::from([]) } else { read.stack }, ..read }
            }
            _ => match builtin(name) {
                Some(Builtin::Start) => at.reads(self.program.add(Instruction::Start), ""),
                Some(Builtin::End) => at.reads(self.program.add(Instruction::End), ""),
                Some(Builtin::Newline) => {
                    let ends = ["\n", "\r\n", "\r"];
                    return Ok(ends.iter().map(|end| self.literal(end, at)).collect());
                }
                Some(Builtin::Byte(set)) => {
                    let bytes = (0..0x80).filter(|&byte| set.contains(byte));
                    let one = |byte| self.literal(&char::from(byte).to_string(), at);
                    return Ok(bytes.map(one).collect());
                }
                Some(Builtin::Any) | None => {
                    return Err(strings(&OptimizedExpr::Ident(name.to_owned())));
                }
            },
        };
        Ok(vec![one])
    }

    /// Checks that pest restores the stack where the expression fails.
    pub(super) fn gives_back(&self, expr: &OptimizedExpr, at: At<'_>) -> Result<(), PegFault> {
        let keeps = !at.stack.is_empty() && self.peg.stacked.keeps(expr, &self.peg.numbers);
        if keeps { Err(PegFault::StackKept(expr.to_string())) } else { Ok(()) }
    }

    pub(super) fn nothing(&mut self, at: At<'_>) -> StackEffect {
        at.reads(self.program.seq(Vec::new()), "")
    }

    pub(super) fn fails(&mut self, at: At<'_>) -> StackEffect {
        at.reads(self.program.add(Instruction::Fail), "")
    }

    pub(super) fn depth_limit(&mut self, at: At<'_>) -> Vec<StackEffect> {
        vec![at.reads(self.program.add(Instruction::DepthLimit(None)), "")]
    }

    pub(super) fn literal(&mut self, text: &str, at: At<'_>) -> StackEffect {
        at.reads(self.program.sequence(text.bytes().map(ByteSet::single)), text)
    }

    /// Returns the effect of an expression that reads a string from the stack.
    pub(super) fn off_stack(&mut self, text: &str, at: At<'_>) -> StackEffect {
        self.stacks.is_idle |= text.is_empty();
        self.literal(text, at)
    }

    pub(super) fn limited(
        &mut self,
        found: Vec<StackEffect>,
        expr: &OptimizedExpr,
    ) -> StackEffects {
        if found.len() > STRINGS { Err(strings(expr)) } else { Ok(found) }
    }

    /// Merges consecutive effects that leave the same stack.
    pub(super) fn merged(&mut self, found: Vec<StackEffect>) -> Vec<StackEffect> {
        let mut merged: Vec<(Vec<Id>, StackEffect)> = Vec::new();
        for effect in found {
            match merged.last_mut() {
                Some((ids, last)) if last.stack == effect.stack && last.text == effect.text => {
                    ids.push(effect.id);
                }
                _ => merged.push((vec![effect.id], effect)),
            }
        }
        let merged = merged.into_iter();
        merged.map(|(ids, one)| StackEffect { id: self.program.choice(ids), ..one }).collect()
    }
}

impl At<'_> {
    pub(super) fn reads(self, id: Id, text: &str) -> StackEffect {
        let text = if self.is_pushed { text.to_owned() } else { String::new() };
        StackEffect { id, stack: self.stack.clone(), text }
    }
}

pub(super) fn bare(mut expr: &OptimizedExpr) -> &OptimizedExpr {
    while let OptimizedExpr::RestoreOnErr(inner) = expr {
        expr = inner;
    }
    expr
}

pub(super) fn strings(expr: &OptimizedExpr) -> PegFault {
    PegFault::StackStrings { text: expr.to_string(), limit: STRINGS }
}

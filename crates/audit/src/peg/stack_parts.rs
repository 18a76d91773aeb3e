//! Sequences, choices and repetitions of expressions that use the stack.
//!
//! In: the parts of an expression, and the stack before them. Out: the [`Outcome`]s of the whole. What
//! comes after a part is lowered once for each stack that the part may leave, and a repetition must
//! leave the stack as it finds it: `(PUSH("x"))*` is refused.

use pest_meta::optimizer::OptimizedExpr;

use super::PegFault;
use super::lower::{Lowering, Reach};
use super::outcome::{At, DEPTH, Outcomes, TIMES, strings};
use super::program::{Id, Instruction};
use super::stacks::Outcome;

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

    /// What pest runs between two terms.
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

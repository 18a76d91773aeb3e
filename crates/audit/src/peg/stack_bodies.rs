//! The bodies of rules that use the stack, each with the stack that it is called with.
//!
//! In: instances, and the strings on the stack where they are called. Out: the [`Outcome`]s of their
//! bodies, each found once; and the places of those that a parser begins with, with nothing on the
//! stack. A body that calls itself is taken to leave the stack as it is until that is known, and is
//! refused where it turns out not to: `a = { PUSH("(") ~ a? }` has no bound.

use super::PegFault;
use super::lower::{Lowering, Reach};
use super::outcome::{ALL_STEPS, At, Outcomes, STEPS, STRINGS};
use super::program::Instruction;
use super::stacks::{Body, Key, Outcome, Stack};

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

    /// The outcomes of the body of an instance.
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

    /// A call of an instance by another.
    pub(super) fn called(&mut self, callee: usize, at: At<'_>) -> Outcomes {
        let Some(level) = self.level(callee, at.site) else { return Ok(self.cut(at)) };
        let (stack, is_pushed) = (at.stack.clone(), at.is_pushed);
        let is_begun = stack.is_empty() && !is_pushed;
        let outcomes = self.body_of(Key { instance: callee, level, stack, is_pushed });
        outcomes.map_err(|fault| if is_begun { PegFault::Uses(self.name(callee)) } else { fault })
    }
}

//! Both grammars of a pair, ready to be walked side by side.
//!
//! In: a [`GrammarPair`]. Out: [`Grammars`], which rules transcribe which productions and whose
//! language can be decided; and [`Sides`], which takes a pair of residuals from one to the next. The writer
//! and the checker of certificates share this file and what it uses, and nothing else: the readers
//! of both notations, and the derivative of one side by one byte.

use std::collections::HashMap;

use super::productions::{ExprSet, Productions};
use crate::audit::bnf::Printed;
use crate::audit::bytes::ByteSet;
use crate::audit::graph;
use crate::audit::pair::GrammarPair;
use crate::audit::peg::{Atomicity, Lowered, Residual, Residuals};
use crate::audit::rules::Rules;

/// Two grammars, and which rule transcribes which production.
pub struct Grammars<'p> {
    pair: &'p GrammarPair,
    read: Printed,
    rules: Rules,
    lowered: Lowered<'p>,
    /// The rules that transcribe each production, by the key of its name.
    transcribing: HashMap<String, Vec<&'p str>>,
}

/// The numbers of a production and of a rule.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    production: usize,
    rule: usize,
}

/// The residuals of a production and its rule after the same bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Both {
    pub(super) printed: ExprSet,
    pub(super) pest: Residual,
}

/// The two sides of a certificate, one derivative at a time.
pub(super) struct Sides<'g> {
    grammars: &'g Grammars<'g>,
    productions: Productions,
    residuals: Residuals<'g>,
}

/// A side of a certificate: the production or the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The production, on the printed side.
    Printed,
    /// The rule, on the side of pest.
    Pest,
}

/// Two bytes of one class after which a side reads different things.
pub(super) struct Split {
    pub(super) side: Side,
    pub(super) bytes: [u8; 2],
}

impl<'p> Grammars<'p> {
    /// Prepares two grammars for certificates.
    #[must_use]
    pub fn of(pair: &'p GrammarPair) -> Self {
        let transcribing = pair.transcriptions();
        let read = pair.as_read();
        let (rules, lowered) = (Rules::of(&read), Lowered::of(&pair.peg));
        Self { pair, read, rules, lowered, transcribing }
    }

    /// The productions that some productions reach, in their order; all productions, if none is
    /// named.
    pub(super) fn reached(&self, from: &[&str]) -> Vec<&str> {
        let starts = from.iter().filter_map(|name| self.rules.place(name));
        let reached = graph::reached(&self.rules.calls, starts);
        let is_wanted = move |&place: &usize| from.is_empty() || reached[place];
        let productions = &self.read.productions;
        let is_compared =
            |place: &usize| self.pair.is_compared(&productions[*place], &self.transcribing);
        let places = (0..productions.len()).filter(is_wanted).filter(is_compared);
        places.map(|place| &*self.read.productions[place].name).collect()
    }

    /// The rules that transcribe a production, with `@` before a rule that is run within an atomic
    /// one.
    pub(super) fn rules_of(&self, production: &str) -> Vec<String> {
        let runs = self.pair.runs(production, &self.transcribing).into_iter();
        runs.map(|(rule, atomicity)| {
            let is_twin = self.pair.peg.has_twin(rule) && atomicity == Atomicity::Atomic;
            if is_twin { format!("@{rule}") } else { rule.to_owned() }
        })
        .collect()
    }

    /// The numbers of a production and a rule, or the reason why one of them cannot be decided.
    pub(super) fn numbers(&self, production: &str, rule: &str) -> Result<Numbers, String> {
        let unknown = || format!("there is no {production:?}");
        let place = self.rules.place(production).ok_or_else(unknown)?;
        if let Some(fault) = &self.rules.faults[place] {
            return Err(fault.to_string());
        }
        let (name, atomicity) = match rule.strip_prefix('@') {
            Some(name) => (name, Atomicity::Atomic),
            None => (rule, Atomicity::NonAtomic),
        };
        let number = self.lowered.decidable(name, atomicity).ok_or_else(|| {
            let mut refused = self.pair.peg.refused().iter();
            let why = refused.find(|error| error.rule.as_deref() == Some(name));
            why.map_or_else(|| format!("there is no rule {rule:?}"), ToString::to_string)
        })?;
        Ok(Numbers { production: place, rule: number })
    }

    pub(super) fn sides(&self) -> Sides<'_> {
        Sides {
            grammars: self,
            productions: Productions::of(&self.rules),
            residuals: self.lowered.residuals(),
        }
    }
}

impl Sides<'_> {
    /// Runs `what` with residuals that can be trusted.
    ///
    /// If earlier work has used up the room of a side, `what` runs once more from the beginning.
    /// There is none if the room is too small for this work alone.
    pub(super) fn with_room<T>(&mut self, mut what: impl FnMut(&mut Self) -> T) -> Option<T> {
        for _ in 0..2 {
            let done = what(self);
            if !self.is_exhausted() {
                return Some(done);
            }
            *self = self.grammars.sides();
        }
        None
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.productions.is_exhausted() || self.residuals.is_exhausted()
    }

    /// The residuals of a whole production and a whole rule.
    pub(super) fn start(&mut self, numbers: Numbers) -> Both {
        let Numbers { production, rule } = numbers;
        Both { printed: self.productions.start(production), pest: self.residuals.start(rule) }
    }

    /// Whether the string may end here, in the production and in the rule.
    pub(super) fn has_empty(&mut self, both: Both) -> [bool; 2] {
        [self.productions.has_empty(both.printed), self.residuals.has_empty(both.pest)]
    }

    /// Both residuals after each byte: sets that divide all bytes among them.
    pub(super) fn after(&mut self, both: Both) -> Vec<(ByteSet, Both)> {
        let printed = self.productions.after(both.printed);
        let pest = self.residuals.after(both.pest);
        let meet = |&(left, printed): &(ByteSet, _), &(right, pest): &(ByteSet, _)| {
            let bytes = left.intersection(right);
            (!bytes.is_empty()).then_some((bytes, Both { printed, pest }))
        };
        printed
            .iter()
            .flat_map(|left| pest.iter().filter_map(move |right| meet(left, right)))
            .collect()
    }

    /// Both residuals after each class, if they are the same for all bytes of the class.
    pub(super) fn after_classes<'c>(
        &mut self,
        both: Both,
        classes: &'c [ByteSet],
    ) -> impl Iterator<Item = Result<Both, Split>> + use<'c> {
        let printed = self.productions.after(both.printed);
        let pest = self.residuals.after(both.pest);
        classes.iter().map(move |&class| {
            let printed =
                within(class, &printed).map_err(|bytes| Split { side: Side::Printed, bytes })?;
            let pest = within(class, &pest).map_err(|bytes| Split { side: Side::Pest, bytes })?;
            Ok(Both { printed, pest })
        })
    }
}

/// The residual of a class that lies within one part, or two bytes of the class that the parts tell
/// apart.
fn within<R: Copy>(class: ByteSet, parts: &[(ByteSet, R)]) -> Result<R, [u8; 2]> {
    let first = class.first().unwrap_or_default();
    let found = parts.iter().find(|(bytes, _)| bytes.contains(first));
    // The parts divide all bytes among them.
    let &(bytes, residual) = found.ok_or([first; 2])?;
    match class.intersection(bytes.complement()).first() {
        Some(other) => Err([first, other]),
        None => Ok(residual),
    }
}

//! The expressions at fault for a divergence: the one in pest, and what the printed grammar has
//! instead.
//!
//! In: a [`Divergence`] without reasons. Out: the same with a [`PestStep`] and [`PrintedStep`]s. Both sides run on
//! the witness. A side that contradicts the verdict, or has no answer, gets no blame.

use std::cell::Cell;
use std::collections::HashSet;

use crate::notation::{Printed, PrintedProduction};
use crate::pair::GrammarPair;
use crate::peg::{Does, Tracer};
use crate::printed::chart::{ALL_STEPS, Chart, Place};
use crate::printed::rules::Rules;
use crate::printed::written::PrintedStep;
use crate::verdicts::divergences::{Divergence, Only};

/// The number of printed steps of one divergence.
const STEPS: usize = 8;

/// The file of the productions that ABNF lends.
const LENT: &str = "RFC 5234, B.1";

/// Both grammars, to be asked what they do on a witness.
pub(crate) struct Blame<'b> {
    pair: &'b GrammarPair,
    rules: &'b Rules,
    /// For each production, whether a document prints it. The others are lent by the notation.
    own: Vec<bool>,
    tracer: Tracer<'b>,
    /// The number of steps that derivations have left.
    left: Cell<usize>,
}

impl<'b> Blame<'b> {
    /// `rules` are those of the grammar as it is read.
    pub(crate) fn of(pair: &'b GrammarPair, rules: &'b Rules) -> Self {
        let notation = pair.printed.notation;
        let lent: HashSet<String> =
            notation.built_in().iter().map(|one| notation.key(&one.name)).collect();
        let is_own = |one: &PrintedProduction| {
            let mut files = pair.readings.iter().chain([&pair.printed]);
            let is_lent = lent.contains(&notation.key(&one.name));
            !is_lent || files.any(|file| file.production(&one.name).is_some())
        };
        let own = rules.productions.iter().map(is_own).collect();
        Self { pair, rules, own, tracer: Tracer::of(&pair.peg), left: Cell::new(ALL_STEPS) }
    }

    /// Adds to a divergence of a production and one of its rules who is to blame. Returns whether print
    /// does with the witness what the divergence says, as far as that can be told.
    pub(crate) fn add(&self, name: &str, rule: &str, divergence: &mut Divergence) -> bool {
        let accepts = divergence.only == Only::Pest;
        let Divergence { witness, offset, .. } = &*divergence;
        let pest = self.tracer.step(rule, witness, accepts, *offset);
        let stopped = pest.as_ref().filter(|step| step.does != Does::Unknown && !accepts);
        let stopped = stopped.map(|step| step.at);
        divergence.pest = pest;
        let Some(production) = self.rules.place(name) else { return true };
        let chart =
            || Chart::of(self.rules, self.pair.printed.notation, &self.own, &divergence.witness);
        let has = chart().within(&self.left, |one| one.has(production));
        if has.is_none_or(|has| has == accepts) {
            return has.is_none();
        }
        if accepts {
            let at = divergence.offset;
            let could = chart().within(&self.left, |one| one.expected(production, at));
            let (expected, ends) = could.unwrap_or_default();
            let steps = expected.into_iter().take(STEPS).map(|place| self.printed(place));
            divergence.printed = steps.collect();
            divergence.may_end = ends;
        } else {
            let at = stopped.unwrap_or(divergence.offset);
            let derives = chart().within(&self.left, |one| one.deriving(production, at));
            divergence.may_end = at == divergence.witness.len();
            divergence.printed = derives.map(|place| self.printed(place)).into_iter().collect();
        }
        true
    }

    /// A divergence of which no automaton tells where the two part: where print has nothing that goes
    /// on, or where the rule comes to a stop.
    pub(crate) fn located(&self, name: &str, rule: &str, only: Only, witness: &[u8]) -> Divergence {
        let notation = self.pair.printed.notation;
        let goes_on = |&at: &usize| {
            let production = self.rules.place(name);
            let chart = Chart::of(self.rules, notation, &self.own, witness);
            let could = production.and_then(|production| {
                chart.within(&self.left, |one| one.expected(production, at))
            });
            could.is_some_and(|(expected, ends)| ends || !expected.is_empty())
        };
        let last = witness.len();
        let offset = match only {
            Only::Pest => (0..=last).rev().find(goes_on).unwrap_or(last),
            Only::Printed => {
                let step = self.tracer.step(rule, witness, false, last);
                step.map_or(last, |step| step.at)
            }
        };
        Divergence::new(only, witness.to_vec(), offset)
    }

    fn printed(&self, (place, text): Place) -> PrintedStep {
        let (_, line, production) = self.rules.named(place);
        let has = |printed: &&Printed| printed.production(&production).is_some();
        let files = self.pair.readings.iter().chain([&self.pair.printed]);
        let file = files.filter(has).map(|printed| &*printed.file).next();
        let file = self.rules.productions[place].file(file.unwrap_or(LENT)).to_owned();
        PrintedStep { production, file, line, text }
    }
}

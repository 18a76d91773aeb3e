//! Who is to blame for a departure: the expression in pest, and what print has instead.
//!
//! In: a [`Departure`] without reasons. Out: the same with a [`PestStep`] and [`PrintedStep`]s. Both
//! sides are asked what they do on the witness itself. A side that contradicts the verdict, or cannot
//! tell, says nothing.

use std::cell::Cell;

use super::bnf::Printed;
use super::departures::{Departure, Only};
use super::derivation::{ALL_STEPS, Derivation, Place, PrintedStep};
use super::pair::GrammarPair;
use super::peg::{Does, Tracer};
use super::rules::Rules;

/// The number of printed steps of one departure.
const STEPS: usize = 8;

/// The file of the productions that ABNF lends.
const LENT: &str = "RFC 5234, B.1";

/// Both grammars, to be asked what they do on a witness.
pub(super) struct Blame<'b> {
    pair: &'b GrammarPair,
    rules: &'b Rules,
    /// The number of productions that the grammar has itself. The others are lent by the notation.
    own: usize,
    tracer: Tracer<'b>,
    /// The number of steps that derivations have left.
    left: Cell<usize>,
}

impl<'b> Blame<'b> {
    /// `rules` are those of the grammar as it is read.
    pub(super) fn of(pair: &'b GrammarPair, rules: &'b Rules) -> Self {
        let is_own = |name: &str| {
            let mut files = pair.readings.iter().chain([&pair.printed]);
            files.any(|file| file.production(name).is_some())
        };
        let own = rules.productions.iter().take_while(|one| is_own(&one.name)).count();
        Self { pair, rules, own, tracer: Tracer::of(&pair.peg), left: Cell::new(ALL_STEPS) }
    }

    /// Adds to a departure of a production and one of its rules who is to blame.
    pub(super) fn add(&self, name: &str, rule: &str, departure: &mut Departure) {
        let accepts = departure.only == Only::Pest;
        let Departure { witness, offset, .. } = &*departure;
        let pest = self.tracer.step(rule, witness, accepts, *offset);
        let stopped = pest.as_ref().filter(|step| step.does != Does::Unknown && !accepts);
        let stopped = stopped.map(|step| step.at);
        departure.pest = pest;
        let Some(production) = self.rules.place(name) else { return };
        let derivation =
            || Derivation::of(self.rules, self.pair.printed.notation, self.own, &departure.witness);
        if !accepts {
            let at = stopped.unwrap_or(departure.offset);
            let derives = derivation().within(&self.left, |one| one.deriving(production, at));
            departure.may_end = at == departure.witness.len();
            departure.printed = derives.map(|place| self.printed(place)).into_iter().collect();
        } else if derivation().within(&self.left, |one| one.has(production)) == Some(false) {
            let at = departure.offset;
            let could = derivation().within(&self.left, |one| one.expected(production, at));
            let (expected, ends) = could.unwrap_or_default();
            let steps = expected.into_iter().take(STEPS).map(|place| self.printed(place));
            departure.printed = steps.collect();
            departure.may_end = ends;
        }
    }

    fn printed(&self, (place, text): Place) -> PrintedStep {
        let (_, line, production) = self.rules.named(place);
        let has = |printed: &&Printed| printed.production(&production).is_some();
        let files = self.pair.readings.iter().chain([&self.pair.printed]);
        let file = files.filter(has).map(|printed| &*printed.file).next();
        let file = file.unwrap_or(LENT).to_owned();
        PrintedStep { production, file, line, text }
    }
}

//! Finds the automata that stand for productions which are only written with recursion.
//!
//! In: [`Grammars`]. Out: the same with an [`Automaton`] for each production that is only written with
//! recursion and has the language of its rule. The audit's search finds them: it guesses the
//! language of the rule. A checker of certificates does not need this module.

use grammar_automata::build::{ByteSet, Dfa};

use super::grammars::Grammars;
use super::lines::{Against, Automaton, State};
use super::write::Writer;
use crate::languages::unroll::Recursion;
use crate::verdicts::rows;

/// The grammars in which automata stand for those productions that are only written with recursion, of
/// those that some productions reach; of all, if none is named.
///
/// If one of the automata has no certificate, since that would be too large, there are none.
#[must_use]
pub fn solved<'p>(grammars: &Grammars<'p>, from: &[&str]) -> Grammars<'p> {
    let automata = automata(grammars, from);
    let Ok(solved) = grammars.solved_by(automata) else { return grammars.clone() };
    let mut writer = Writer::new(&solved);
    let mut all = solved.automata().iter().enumerate();
    let has_all = all.all(|(number, one)| {
        writer.certificate(&one.production, &Against::Automaton(number)).is_ok()
    });
    drop(writer);
    if has_all { solved } else { grammars.clone() }
}

fn automata(grammars: &Grammars<'_>, from: &[&str]) -> Vec<Automaton> {
    let Some((read, rules, pair)) = grammars.pair() else { return Vec::new() };
    let cycles = Recursion::of(rules).cycles().concat();
    let nesting = cycles.iter().filter_map(|&place| read.productions.get(place));
    let transcriptions = pair.transcriptions();
    let nesting = nesting.flat_map(|one| pair.runs(&one.name, &transcriptions));
    let nesting: Vec<&str> = nesting.map(|(rule, _)| rule).collect();
    if nesting.is_empty() {
        return Vec::new();
    }
    let decided = pair.peg.decide_only(&pair.peg.reached(nesting.into_iter()));
    let regular = rows::regular(read, &decided, &|name| pair.runs(name, &transcriptions));
    let reaches = grammars.reaches(from);
    let names = read.productions.iter().map(|one| &*one.name).filter(|name| reaches(name));
    let states = |name| {
        let key = read.notation.key(name);
        let (_, (dfa, state)) = regular.states().find(|(known, _)| **known == key)?;
        Some(automaton(name, dfa, state))
    };
    names.filter_map(states).collect()
}

/// The least automaton of what an automaton accepts from a state. States are numbered in the order in
/// which they are met, breadth first.
fn automaton(name: &str, dfa: &Dfa, state: u32) -> Automaton {
    let alone = dfa.alone_from(state);
    let order = alone.reachable([alone.start(0)]);
    let mut numbers = vec![0; alone.states()];
    order.iter().zip(0..).for_each(|(&state, number)| numbers[state as usize] = number);
    let classes = alone.classes();
    let classes: Vec<ByteSet> = (0..classes.count()).map(|class| classes.members(class)).collect();
    let states = order.iter().map(|&state| State {
        accepts: alone.accepts(state),
        next: alone.row(state).iter().map(|&next| numbers[next as usize]).collect(),
    });
    Automaton { line: 0, production: name.to_owned(), classes, states: states.collect() }
}

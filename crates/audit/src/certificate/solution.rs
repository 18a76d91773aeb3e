//! Automata that stand for productions which no automaton could follow as they are written.
//!
//! In: a printed grammar, and an [`Automaton`] for each of some of its productions. Out: a [`Solution`],
//! the grammar in which the automata stand for the calls of these productions, and in which the right
//! side of each is a production of its own. Whether the right sides have the languages of the automata
//! is for certificates to say; that the automata then are the languages of the productions is checked
//! here.

use grammar_automata::build::{ByteSet, Classes, Dfa};
use grammar_notation::Printed;
use grammar_notation::engine::{Recursion, Replaced, Rules, regular};

use super::grammars::Grammars;
use super::lines::{Against, Automaton, State};
use super::verify::{Flaw, FlawKind};
use super::write::Writer;
use crate::verdicts::rows;

/// A grammar in which automata stand for productions.
pub(super) struct Solution {
    pub(super) automata: Vec<Automaton>,
    /// The automata once more, with the keys of the names of their productions.
    tables: Vec<(String, Dfa)>,
    /// The productions, those that automata stand for among them, and the right sides of these.
    pub(super) rules: Rules,
}

impl Solution {
    /// `rules` are those of the printed grammar.
    pub(super) fn of(
        read: &Printed,
        rules: &Rules,
        automata: Vec<Automaton>,
    ) -> Result<Self, Flaw> {
        let (mut places, mut tables) = (Vec::new(), Vec::new());
        for automaton in &automata {
            let at = |cause| automaton.flaw(None, cause);
            let place = rules.place(&automaton.production);
            let place = place.filter(|&place| place < read.productions.len());
            let place = place.ok_or_else(|| at(FlawKind::Unknown))?;
            if places.contains(&place) {
                return Err(at(FlawKind::Twice));
            }
            places.push(place);
            tables.push((read.notation.key(&automaton.production), automaton.table()?));
        }
        let within = replaced(&tables).beside_right_sides(read, &places);
        let within = Rules::of(&within);
        if let (Some(first), false) =
            (automata.first(), regular::is_unique(rules, &within, &places))
        {
            return Err(first.flaw(None, FlawKind::NotUnique));
        }
        Ok(Self { automata, tables, rules: within })
    }

    /// The languages that stand for productions.
    pub(super) fn replaced(&self) -> Replaced<'_> {
        replaced(&self.tables)
    }

    /// The number of the right side of a production that an automaton stands for.
    pub(super) fn right_side(&self, automaton: usize) -> Option<usize> {
        self.rules.place(&Replaced::right_side_name(automaton))
    }
}

fn replaced(tables: &[(String, Dfa)]) -> Replaced<'_> {
    let mut replaced = Replaced::default();
    for (key, dfa) in tables {
        replaced.insert(key.clone(), dfa, dfa.start(0));
    }
    replaced
}

impl Automaton {
    /// The automaton as a table.
    fn table(&self) -> Result<Dfa, Flaw> {
        let Self { classes, states, .. } = self;
        partition(classes).map_err(|(byte, cause)| self.flaw(byte, cause))?;
        if states.is_empty() {
            return Err(self.flaw(None, FlawKind::NoState(0)));
        }
        for next in states.iter().map(|state| &state.next) {
            let (named, classes) = (next.len(), classes.len());
            if named != classes {
                return Err(self.flaw(None, FlawKind::Successors { named, classes }));
            }
            if let Some(&none) = next.iter().find(|next| **next as usize >= states.len()) {
                return Err(self.flaw(None, FlawKind::NoState(none)));
            }
        }
        let mut of = [0; 256];
        for (class, bytes) in classes.iter().enumerate() {
            bytes.iter().for_each(|byte| of[usize::from(byte)] = class);
        }
        let accepts = |&state: &u32| states[state as usize].accepts;
        let step = |&state: &u32, byte| states[state as usize].next[of[usize::from(byte)]];
        let letters = Classes::numbered(|byte| of[usize::from(byte)]);
        // There are no more than these states.
        let table = Dfa::explore(letters, vec![0], states.len(), accepts, step);
        table.map_err(|_| self.flaw(None, FlawKind::TooLarge))
    }

    pub(super) fn flaw(&self, byte: Option<u8>, cause: FlawKind) -> Flaw {
        Flaw { line: self.line, production: self.production.clone(), pair: None, byte, cause }
    }
}

/// Checks that every byte is in exactly one class, and that every class has a byte.
pub(super) fn partition(classes: &[ByteSet]) -> Result<(), (Option<u8>, FlawKind)> {
    let mut seen = [false; 256];
    for (class, bytes) in classes.iter().enumerate() {
        if bytes.is_empty() {
            return Err((None, FlawKind::NoByte(class)));
        }
        for byte in bytes.iter() {
            if std::mem::replace(&mut seen[usize::from(byte)], true) {
                return Err((Some(byte), FlawKind::TwoClasses));
            }
        }
    }
    match (0..=u8::MAX).find(|&byte| !seen[usize::from(byte)]) {
        Some(byte) => Err((Some(byte), FlawKind::NoClass)),
        None => Ok(()),
    }
}

// Finds the automata that stand for productions which are only written with recursion.
//
// In: [`Grammars`]. Out: the same with an [`Automaton`] for each production that is only written with
// recursion and has the language of its rule. The audit's search finds them: it guesses the
// language of the rule. A checker of certificates does not need this module.

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

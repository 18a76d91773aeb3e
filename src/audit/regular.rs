//! Productions that are written with recursion no automaton can follow, and are regular all the same.
//!
//! In: a printed grammar, and the languages of the rules that transcribe its productions. Out: the
//! productions of cycles that have just these languages, so that nobody needs to unroll them.
//!
//! `a = a "x" / "y"` calls itself on the left. If its rule is `"y" ~ "x"*`, the language of the rule is
//! put in place of the call: the right side then is `y`, an `x`, or more of these behind it, which is
//! the language again. It is a solution of the equation that the production is. There is no other: if
//! a production cannot derive itself without reading anything beside the call, then each string of a
//! solution is made of shorter strings of it, and by induction has a derivation. (Any solution has all
//! strings of the grammar, which is the least one.)
//!
//! `a = a / "x"` derives itself at once, and the set of all strings is a solution of it too: nothing is
//! said of such a cycle here.

use super::bnf::{Printed, Term};
use super::dfa::{Dfa, Search};
use super::graph;
use super::replaced::Replaced;
use super::rules::Rules;
use super::unroll::Recursion;

/// The number of steps that all right sides may take.
const STEPS: usize = 8_000_000;

/// A language that a production may have: an automaton and a start of it.
pub(super) type Guess<'d> = (&'d Dfa, usize);

/// Replaces the productions of cycles that have the languages they are guessed to have. `guess` gives
/// the language that the rules of a production have, if there is one.
pub(super) fn replaced<'d>(
    read: &Printed,
    rules: &Rules,
    recursion: &Recursion,
    guess: &dyn Fn(&str) -> Option<Guess<'d>>,
) -> Replaced<'d> {
    let (mut found, mut left) = (Replaced::default(), STEPS);
    for cycle in recursion.cycles() {
        if read.deadline.has_passed() {
            break;
        }
        let guessed = cycle.iter().filter_map(|&place| {
            let name = read.productions.get(place)?.name.as_str();
            Some((place, guess(name)?))
        });
        let guessed: Vec<(usize, Guess<'d>)> = guessed.collect();
        let alone = guessed.iter().map(std::slice::from_ref);
        let mut sets = std::iter::once(&guessed[..]).chain(alone);
        let is_solution =
            |set: &&[(usize, Guess<'d>)]| is_solution(read, rules, &cycle, set, &mut left);
        for &(place, (dfa, start)) in sets.find(is_solution).unwrap_or_default() {
            let key = read.notation.key(&read.productions[place].name);
            found.insert(key, dfa, dfa.start(start));
        }
    }
    found
}

/// Whether the guessed languages are the only solution of the equations of a cycle.
fn is_solution(
    read: &Printed,
    rules: &Rules,
    cycle: &[usize],
    guessed: &[(usize, Guess<'_>)],
    left: &mut usize,
) -> bool {
    let mut replaced = Replaced::default();
    for &(place, (dfa, start)) in guessed {
        replaced.insert(read.notation.key(&read.productions[place].name), dfa, dfa.start(start));
    }
    let within = Rules::of(&replaced.within(read));
    let units = Units { rules, within: &within, cycle, guessed };
    !guessed.is_empty()
        && units.have_no_cycle()
        && guessed.iter().all(|&(place, (dfa, start))| {
            let side = replaced.right_side(read, &read.productions[place].name, left);
            side.is_some_and(|side| {
                let states = (side.start(0), dfa.start(start));
                let mut search = Search::new(&side, dfa, |left, right| left != right);
                let found = search.find(states, *left);
                *left = left.saturating_sub(search.steps);
                found == Ok(None)
            })
        })
}

/// Which guessed productions derive which of them with nothing beside.
struct Units<'u> {
    rules: &'u Rules,
    /// The grammar in which the guessed languages stand for their productions.
    within: &'u Rules,
    cycle: &'u [usize],
    guessed: &'u [(usize, Guess<'u>)],
}

impl Units<'_> {
    fn have_no_cycle(&self) -> bool {
        let edges: Vec<Vec<usize>> = (self.guessed.iter())
            .map(|&(place, _)| {
                let (mut found, mut seen) = (Vec::new(), vec![false; self.rules.productions.len()]);
                let term = self.rules.productions[place].term.as_ref();
                term.iter().for_each(|term| self.collect(term, &mut seen, &mut found));
                found
            })
            .collect();
        let is_single = |component: &Vec<usize>| {
            component.len() == 1 && !edges[component[0]].contains(&component[0])
        };
        graph::components(&edges).iter().all(is_single)
    }

    /// Collects the indices of the guessed productions that a term may be, with nothing beside.
    fn collect(&self, term: &Term, seen: &mut [bool], found: &mut Vec<usize>) {
        match term {
            Term::Name(name) => {
                let Some(place) = self.rules.place(name) else { return };
                match self.guessed.iter().position(|&(guessed, _)| guessed == place) {
                    Some(index) => found.push(index),
                    None if !self.cycle.contains(&place) => {}
                    None if std::mem::replace(&mut seen[place], true) => {}
                    None => {
                        let term = self.rules.productions[place].term.as_ref();
                        term.iter().for_each(|term| self.collect(term, seen, found));
                    }
                }
            }
            Term::Bytes(_) | Term::Literal { .. } => {}
            Term::Sequence(terms) => {
                for (at, term) in terms.iter().enumerate() {
                    let mut others = terms.iter().enumerate().filter(|&(other, _)| other != at);
                    if others.all(|(_, other)| self.within.has_empty(other)) {
                        self.collect(term, seen, found);
                    }
                }
            }
            Term::Choice(all) => all.iter().for_each(|one| self.collect(&one.term, seen, found)),
            Term::Repeat { term, .. } => self.collect(term, seen, found),
            Term::Difference { from, without } => {
                self.collect(from, seen, found);
                self.collect(without, seen, found);
            }
        }
    }
}

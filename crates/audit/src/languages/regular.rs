//! Productions whose recursion is not regular in form, and whose languages are regular all the same.
//!
//! In: a printed grammar, and the languages of the rules that transcribe its productions. Out: the
//! productions of cycles that have just these languages, so that nobody needs to unroll them.
//!
//! `a = a "x" / "y"` calls itself on the left. If its rule is `"y" ~ "x"*`, the language of the rule is
//! put in place of the call: the right side then is `y`, an `x`, or more of these behind it, which is
//! the language again. It is a solution of the equation that the production is, and
//! [the only one](crate::languages::uniqueness) if the production does not derive itself alone.

use grammar_automata::build::{Dfa, Search};

use crate::languages::replaced::Replaced;
use crate::languages::uniqueness;
use crate::languages::unroll::Recursion;
use crate::notation::Printed;
use crate::printed::rules::Rules;

/// The number of steps that all right sides may take.
const STEPS: usize = 8_000_000;

/// A language that a production may have: an automaton and a start of it.
pub(crate) type Guess<'d> = (&'d Dfa, usize);

/// Replaces the productions of cycles that have the languages they are guessed to have. `guess` gives
/// the language that the rules of a production have, if there is one.
pub(crate) fn replaced<'d>(
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
            |set: &&[(usize, Guess<'d>)]| is_solution(read, rules, &found, set, &mut left);
        for &(place, (dfa, start)) in sets.find(is_solution).unwrap_or_default() {
            let key = read.notation.key(&read.productions[place].name);
            found.insert(key, dfa, dfa.start(start));
        }
    }
    found
}

/// Whether the guessed languages are the only solution of the equations of a cycle, with the languages
/// that are `known` in the place of their productions.
fn is_solution<'d>(
    read: &Printed,
    rules: &Rules,
    known: &Replaced<'d>,
    guessed: &[(usize, Guess<'d>)],
    left: &mut usize,
) -> bool {
    let mut replaced = known.clone();
    for &(place, (dfa, start)) in guessed {
        replaced.insert(read.notation.key(&read.productions[place].name), dfa, dfa.start(start));
    }
    let within = Rules::of(&replaced.within(read));
    let places: Vec<usize> = guessed.iter().map(|&(place, _)| place).collect();
    !guessed.is_empty()
        && uniqueness::is_unique(rules, &within, &places)
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

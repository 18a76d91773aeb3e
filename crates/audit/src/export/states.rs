//! The rules of pest that are the states of an automaton.
//!
//! In: a minimal automaton with one start. Out: a rule for each state: a character, and the rule of the
//! state after it. No two alternatives of a rule begin with the same character, so the first that
//! succeeds is the only one; that a string may end stands last. A state that leads to itself is a
//! repetition.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use grammar_automata::build::Dfa;

use super::letters;
use super::literals::characters;
use crate::pair::names::blurred;
use crate::regex::CharacterSet;

/// What the rules of the states are called, but for their numbers: none is taken, nor looks like one that is.
pub(super) fn prefix(rule: &str, dfa: &Dfa, taken: &HashSet<String>) -> String {
    let mut prefix = format!("{rule}_");
    let is_taken = |prefix: &str| {
        (0..dfa.states()).any(|state| taken.contains(&blurred(&format!("{prefix}{state}"))))
    };
    while is_taken(&prefix) {
        prefix.push_str("state_");
    }
    prefix
}

/// Writes the rules. The rule of the start has the name, and the others have the prefix and a number.
pub(super) fn write(dfa: &Dfa, name: &str, prefix: &str) -> String {
    let (first, dead) = (dfa.start(0), dfa.dead(None));
    let called = |state: u32| match state {
        state if state == first => name.to_owned(),
        state => format!("{prefix}{state}"),
    };
    let live = dfa.reachable([first]).into_iter().filter(|state| Some(*state) != dead);
    let steps: BTreeMap<u32, BTreeMap<u32, CharacterSet>> =
        live.map(|state| (state, letters::steps(dfa, state, dead))).collect();
    // Where nothing may follow there is nothing to call.
    let ends = |state: u32| steps.get(&state).is_none_or(BTreeMap::is_empty);
    let mut text = String::new();
    for (&state, after) in &steps {
        if state != first && ends(state) {
            continue;
        }
        let (mut again, mut parts) = (String::new(), Vec::new());
        for (&next, set) in after {
            let set = characters(set, true);
            match next {
                next if next == state => again = format!("{set}* ~ "),
                next if ends(next) => parts.push(set),
                next => parts.push(format!("{set} ~ {}", called(next))),
            }
        }
        if dfa.accepts(state) || parts.is_empty() {
            parts.push("\"\"".to_owned());
        }
        let all = parts.join(" | ");
        let all = if parts.len() > 1 && !again.is_empty() { format!("({all})") } else { all };
        // Writing to a string does not fail.
        let _ = writeln!(text, "{} = {{ {again}{all} }}", called(state));
    }
    text
}

//! `automaton`: the minimal automaton of a production, and the states that a string goes through.

use serde::Deserialize;
use urispec_views::picture::automaton::{Automaton, DEAD};

use super::{Answer, named};

#[derive(Deserialize)]
pub(crate) struct Request {
    edition: String,
    rule: String,
    text: Option<String>,
}

/// How many bytes of a string are followed. Of a longer one the answer says so.
const FOLLOWED: usize = 4096;

pub(crate) fn answer(request: &Request) -> Answer {
    let edition = named::edition(&request.edition)?;
    let (grammar, production) = named::grammar(edition, &request.rule)?;
    let rule = production.rule();
    let decided = grammar.decide(&[rule]);
    let (dfa, start) = decided.language(rule).map_err(|error| error.to_string())?;
    let dfa = dfa.alone(start);
    let automaton = Automaton { file: grammar.file(), rule, dfa: &dfa };
    let text = request.text.as_deref();
    Ok(automaton
        .record()
        .with("walk", text.map(|text| walk(&automaton, text)))
        .with("followed", text.filter(|text| text.len() > FOLLOWED).map(|_| FOLLOWED)))
}

/// The numbers of the states from the start on, up to the byte that no string can have there.
fn walk(automaton: &Automaton<'_>, text: &str) -> Vec<Option<usize>> {
    let (states, dfa) = (automaton.states(), automaton.dfa);
    let number = |state: u32| states.iter().position(|&one| one == state);
    let mut state = dfa.start(0);
    let mut walked = vec![number(state)];
    for byte in text.bytes().take(FOLLOWED) {
        state = dfa.walk(state, &[byte]);
        walked.push(number(state));
        if state == DEAD {
            break;
        }
    }
    walked
}

//! The audit: its automaton of a pest grammar accepts what pest's interpreter accepts.
//!
//! The input is a string on the first line, and on the others the text of a grammar, or a number that determines a
//! random grammar. The laws: the audit and pest accept the same texts of grammars; and the automaton of each decided
//! rule has the string if and only if the interpreter accepts it. The interpreter and the random grammars are those of
//! the test `audit_random`.

use std::sync::Once;

use crate::random::Random;
use crate::{input, machine};

#[path = "../../../tests/audit_random/peg_texts.rs"]
#[expect(dead_code, reason = "the letters are for the strings of the test")]
mod peg_texts;

/// The longest text of a grammar, in bytes.
const LONGEST: usize = 400;
/// The longest string, in bytes.
const LONGEST_STRING: usize = 40;

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    static LIMIT: Once = Once::new();
    LIMIT.call_once(machine::limit_calls);
    let Some([string, given]) = input::lines(data) else { return };
    if string.len() > LONGEST_STRING || given.len() > LONGEST {
        return;
    }
    let text = match given.parse() {
        Ok(number) => peg_texts::grammar(&mut Random::new(number)),
        Err(_) => given.to_owned(),
    };
    let machine = machine::Machine::read(&text);
    let machine = machine.unwrap_or_else(|why| panic!("{why}\n{text}"));
    if let Some(machine) = machine {
        for run in machine.runs() {
            if let Err(why) = machine.compare(&run, string.as_bytes()) {
                panic!("{why}\n{text}");
            }
        }
    }
}

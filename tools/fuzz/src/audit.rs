//! The audit: its automaton of a pest grammar has the strings that pest's own machine reads.
//!
//! In: a string in the first line, and in the others the text of a grammar, or a number, from which a random
//! grammar follows. The laws: the audit and pest read the same texts of grammars; and each rule that is
//! decided has the string in the automaton if, and only if, it has it in the machine.
//!
//! The machine and the random grammars are those of the test `audit_random`.

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

/// The laws of this module.
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

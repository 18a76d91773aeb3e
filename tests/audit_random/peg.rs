//! `.pest` files: the automaton against pest's own machine.
//!
//! Each text is read twice, by `Peg` and by pest's own parser, validator and optimizer, which are
//! what pest's derive runs. Of each rule members, members after an edit and random strings are
//! given to the automaton of the one and the machine of the other.

use pest_vm::Vm;
use urispec::audit::Peg;

use crate::machine::{self, Asked, Machine};
use crate::peg_texts::{LETTERS, grammar};
use crate::random::{self, Random};

/// How many strings of each rule are compared.
const STRINGS: usize = 250;

/// How many strings of a grammar were compared, or what the two do not agree on. None are compared
/// of a grammar that both refuse.
fn compare(text: &str, seed: u64) -> Result<usize, String> {
    let Some(machine) = Machine::read(text)? else { return Ok(0) };
    let letters: Vec<&[u8]> = LETTERS.iter().map(|letter| letter.as_bytes()).collect();
    let (mut random, mut compared) = (Random::new(!seed), 0);
    for run in machine.runs() {
        let language = (&machine.decided.dfa, run.start);
        for string in random::strings(language, &letters, &mut random, STRINGS) {
            match machine.asked(&run, &string)? {
                Asked::Both => compared += 1,
                Asked::NoText => {}
                Asked::TooManyCalls => break,
            }
        }
    }
    Ok(compared)
}

#[test]
fn the_automaton_is_the_machine() {
    machine::limit_calls();
    random::until(random::million(), |seed| {
        let text = grammar(&mut Random::new(seed));
        compare(&text, seed).map_err(|why| {
            let fails = |text: &str| Peg::read("", text).is_ok() && compare(text, seed).is_err();
            let short = random::shrink(&text, fails);
            let why_short = compare(&short, seed).err();
            format!("{why}\n{text}\n--- in short: {why_short:?}\n{short}")
        })
    });
}

/// pest makes `e ~ (rest ~ e)*` of `(e ~ rest)* ~ e`, which leaves the last `rest` behind.
#[test]
fn the_optimizer_is_part_of_pest() {
    let text = r#"list = { ("a" ~ ",")* ~ "a" } main = { list ~ "," }"#;
    let decided = Peg::read("list.pest", text).unwrap().decide();
    assert_eq!(decided.dfa.shortest(1).as_deref(), Some(&b"a,"[..]));
    let (_, rules) = pest_meta::parse_and_optimize(text).unwrap();
    assert!(Vm::new(rules).parse("main", "a,").is_ok());
}

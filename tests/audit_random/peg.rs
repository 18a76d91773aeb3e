//! pest grammars: the automaton compared with pest's own machine.
//!
//! Each text is read twice, by `Peg` and by pest's own parser, validator and optimizer, which pest's derive runs. For
//! each rule, members, edited members and random strings are given to the automaton and to the machine.

use pest_vm::Vm;
use urispec_audit::Peg;

use crate::grammars::strings;
use crate::machine::{self, Comparison, Machine};
use crate::peg_texts::{LETTERS, grammar};
use crate::random::{self, Random};

/// The number of strings of each rule.
const STRINGS: usize = 250;

/// Returns the number of compared strings of a grammar, or the disagreement. The number is zero if both refuse the
/// grammar.
fn compare(text: &str, seed: u64) -> Result<usize, String> {
    let Some(machine) = Machine::read(text)? else { return Ok(0) };
    let letters: Vec<&[u8]> = LETTERS.iter().map(|letter| letter.as_bytes()).collect();
    let (mut random, mut compared) = (Random::new(!seed), 0);
    for run in machine.runs() {
        let language = (&machine.decided.dfa, run.start);
        for string in random::strings(language, &letters, &mut random, STRINGS) {
            match machine.compare(&run, &string)? {
                Comparison::Both => compared += 1,
                Comparison::NoText => {}
                Comparison::TooManyCalls => break,
            }
        }
    }
    Ok(compared)
}

#[test]
fn the_automaton_accepts_what_pest_accepts() {
    machine::limit_calls();
    random::until(random::million(), |seed| {
        let text = grammar(&mut Random::new(seed));
        compare(&text, seed).map_err(|why| {
            let fails = |text: &str| Peg::read("", text).is_ok() && compare(text, seed).is_err();
            let short = random::shrink(&text, fails);
            let why_short = compare(&short, seed).err();
            format!("{why}\n{text}\n--- minimized: {why_short:?}\n{short}")
        })
    });
}

/// Choices of words are tries in the automaton. In pest's machine, the first alternative that is a prefix of the input
/// wins, without backtracking.
#[test]
fn choices_of_words_accept_what_pest_accepts() {
    machine::limit_calls();
    let strings = strings(&['a', 'b', 'A'], 1_093);
    random::until(random::million(), |seed| {
        let text = words(&mut Random::new(seed));
        let Some(machine) = Machine::read(&text)? else { return Ok(0) };
        let mut compared = 0;
        for run in machine.runs() {
            for string in &strings {
                let found = machine.compare(&run, string.as_bytes());
                compared +=
                    usize::from(found.map_err(|why| format!("{why}\n{text}"))? == Comparison::Both);
            }
        }
        Ok(compared)
    });
}

/// Returns rules that are choices of words and of such rules, and a rule that continues after one.
fn words(random: &mut Random) -> String {
    let mut text = String::new();
    for rule in 0..3 {
        let alternatives: Vec<String> = (0..2 + random.below(6))
            .map(|_| match random.below(8) {
                0 if rule > 0 => format!("w{}", random.below(rule)),
                1 => format!("({} | {})", word(random), word(random)),
                2 => format!("{} ~ {}", word(random), word(random)),
                3 => "'a'..'b'".to_owned(),
                4 if random.one_in(4) => format!("!{} ~ {}", word(random), word(random)),
                _ => word(random),
            })
            .collect();
        text += &format!("w{rule} = {{ {} }}\n", alternatives.join(" | "));
    }
    let (first, last) = (random.below(3), word(random));
    text + &format!("all = {{ w{first} ~ (w{} | {last})? ~ w2* }}\n", random.below(3))
}

fn word(random: &mut Random) -> String {
    let letters = (0..1 + random.below(3)).map(|_| ["a", "b", "A"][random.below(3)]);
    let letters: String = letters.collect();
    format!("{}\"{letters}\"", if random.one_in(3) { "^" } else { "" })
}

/// pest rewrites `(e ~ rest)* ~ e` as `e ~ (rest ~ e)*`, which leaves the last `rest`.
#[test]
fn the_optimizer_of_pest_changes_the_language() {
    let text = r#"list = { ("a" ~ ",")* ~ "a" } main = { list ~ "," }"#;
    let decided = Peg::read("list.pest", text).unwrap().decide();
    assert_eq!(decided.dfa.shortest(1).as_deref(), Some(&b"a,"[..]));
    let (_, rules) = pest_meta::parse_and_optimize(text).unwrap();
    assert!(Vm::new(rules).parse("main", "a,").is_ok());
}

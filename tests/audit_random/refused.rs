//! Random pest grammars, most of which pest refuses: `Peg` compared with pest.
//!
//! `Peg` runs pest's validator only if that cannot take long, and has found the faults itself before. Each text is
//! read twice, so that both are compared with pest: alone, and with a rule so deep that the validator is not run.

use std::panic::{AssertUnwindSafe, catch_unwind};

use urispec_audit::Peg;

use crate::random::{self, Random};

const NAMES: [&str; 6] = ["a", "b", "c", "fn", "WHITESPACE", "COMMENT"];
/// Operands: the names of rules, some of them undefined, built-in rules of pest, keywords of Rust, rules of pest 1,
/// and literals.
const TERMINALS: &str = "a b c a b fn d eoi any ANY SOI EOI NEWLINE LETTER \"x\" \
                         \"y\" ^\"x\" \"\" 'a'..'z' PEEK PEEK_ALL POP POP_ALL DROP PEEK[0..1] PEEK[..] PUSH(\"\")";
/// The number of operands at the end that use the stack.
const STACK: usize = 8;
const BOUNDS: [&str; 12] =
    ["*", "+", "?", "?", "*", "{2}", "{0}", "{1,}", "{0,}", "{,2}", "{0, 2}", "{2, 0}"];

/// Returns a rule so deep that pest's validator is not run; pest accepts it.
fn deep() -> String {
    format!("\ndeep = {{ {}\"x\" }}", "!".repeat(450))
}

fn grammar(random: &mut Random) -> String {
    let (mut text, mut names) = (String::new(), NAMES.to_vec());
    if random.one_in(2) {
        names.truncate(4);
    }
    // Stack operations are slow to check, and are refused more often.
    let (depth, stacked) = (1 + random.below(3), random.one_in(3));
    for name in names {
        let name = if random.one_in(60) { random.pick(&["a", "ANY", "POP", "SOI"]) } else { name };
        let kind = random.pick(&["", "", "_", "@", "$", "!"]);
        text += &format!("{name} = {kind}{{ {} }}\n", expr(random, depth, stacked));
    }
    text
}

fn expr(random: &mut Random, depth: usize, stacked: bool) -> String {
    let kind = if depth == 0 { 0 } else { random.below(if stacked { 10 } else { 9 }) };
    // The smallest kinds have no operand.
    let is_terminal = kind <= 2 && random.one_in(4);
    let mut inner = || expr(random, depth - 1, stacked);
    match kind {
        0..=2 if is_terminal => {
            let terminals: Vec<&str> = TERMINALS.split(' ').collect();
            let end = if stacked { terminals.len() } else { terminals.len() - STACK };
            terminals[random.below(end)].to_owned()
        }
        0..=2 => random.pick(&["\"x\"", "\"y\"", "a", "b", "c", "ANY"]).to_owned(),
        3 | 4 => format!("{} ~ {}", inner(), inner()),
        5 => format!("({} | {})", inner(), inner()),
        6 => format!("({} | {} | \"z\")", inner(), inner()),
        7 => format!("({}){}", inner(), random.pick(&BOUNDS)),
        8 => format!("{}({})", random.pick(&["!", "&"]), expr(random, depth - 1, stacked)),
        _ => format!("PUSH({})", inner()),
    }
}

/// Returns pest's message if it refuses a text. On some texts it panics.
fn pest(text: &str) -> Option<String> {
    match catch_unwind(AssertUnwindSafe(|| pest_meta::parse_and_optimize(text).map(|_| ()))) {
        Ok(Ok(())) => None,
        Ok(Err(errors)) => Some(errors.iter().map(ToString::to_string).collect()),
        Err(_) => Some("a panic".to_owned()),
    }
}

fn agree(text: &str) -> Result<bool, String> {
    let pest = pest(text);
    let refused = |text: &str| -> Result<Vec<String>, String> {
        let peg = Peg::read("g.pest", text).map_err(|error| error.to_string())?;
        Ok(peg.refused_by_pest().iter().map(ToString::to_string).collect())
    };
    let (validated, alone) = (refused(text)?, refused(&(text.to_owned() + &deep()))?);
    let stacked = ["PEEK", "POP", "DROP"].iter().any(|name| text.contains(name));
    match &pest {
        None if validated.is_empty() && alone.is_empty() => Ok(false),
        // Only pest's validator finds an endless repetition of stack operations.
        Some(_) if !validated.is_empty() && (!alone.is_empty() || stacked) => Ok(true),
        _ => Err(format!(
            "{text}\npest: {pest:?}\nwith pest's validator: {validated:?}\nwithout: {alone:?}"
        )),
    }
}

#[test]
fn pest_refuses_the_same_grammars() {
    let (mut refused, mut taken) = (0, 0);
    for seed in 0..random::scaled(300, 1_000_000) as u64 {
        let text = grammar(&mut Random::new(seed));
        match agree(&text) {
            Ok(true) => refused += 1,
            Ok(false) => taken += 1,
            Err(why) => {
                let fails = |text: &str| pest(text).is_some() && agree(text).is_err();
                panic!("grammar {seed}: {why}\n--- minimized: {}", random::shrink(&text, fails));
            }
        }
    }
    assert!(refused > 75 && taken > 20, "{refused} {taken}");
}

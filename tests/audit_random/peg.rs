//! `.pest` files: the automaton against pest's own machine.
//!
//! Each text is read twice, by `Peg` and by pest's own parser, validator and optimizer, which are
//! what pest's derive runs. Of each rule members, members after an edit and random strings are
//! given to the automaton of the one and the machine of the other.

use std::num::NonZeroUsize;

use pest::error::ErrorVariant;
use pest_vm::Vm;
use urispec::audit::{Atomicity, Peg, PegFault};

use crate::peg_texts::{LETTERS, grammar};
use crate::random::{self, Random};

/// How many calls pest may make for one string: it tries anew what it has tried before, and some
/// grammars take it years.
const CALLS: usize = 100_000;

/// How many strings of each rule are compared.
const STRINGS: usize = 250;

/// How many strings of a grammar were compared, or what the two do not agree on. None are compared
/// of a grammar that both refuse.
fn compare(text: &str, seed: u64) -> Result<usize, String> {
    let peg = Peg::read("random.pest", text);
    // Rules that only call each rule, so that it is run as an atomic rule runs it.
    let names = peg.iter().flat_map(Peg::rules);
    let callers: String = names.map(|rule| format!("\ncalls_{rule} = ${{ {rule} }}")).collect();
    let text = &(text.to_owned() + &callers);
    let peg = match peg.and_then(|_| Peg::read("random.pest", text)) {
        Ok(peg) => peg,
        Err(error) => {
            return match pest_meta::parse_and_optimize(text) {
                Ok(_) => Err(format!("only pest reads it, since {error}")),
                Err(_) => Ok(0),
            };
        }
    };
    // A rule that must read everything: it may be silent, and have no pair to show its end. Nothing
    // is put before the end, and the rule is run as a parser begins with it, and as an atomic one.
    let whole = peg.rules().map(|rule| {
        format!(
            "\nbegun_{rule} = !{{ {rule} }}\nwhole_{rule} = ${{ begun_{rule} ~ EOI }}\n\
             whole_atomic_{rule} = ${{ {rule} ~ EOI }}"
        )
    });
    let wrapped = text.to_owned() + &whole.collect::<String>();
    let rules = match pest_meta::parse_and_optimize(&wrapped) {
        Ok((_, rules)) => rules,
        // Of these `Peg` reads all and lists what is never taken.
        Err(errors) if errors[0].variant.message().contains("cannot be reached") => return Ok(0),
        Err(errors) => return Err(format!("pest refuses it: {}", errors[0])),
    };
    // What pest does with tags is for a feature to say, which this machine does not have.
    // A rule that takes off the stack what its callers push is decided as they run it.
    let is_refused = |fault: &PegFault| {
        matches!(
            fault,
            PegFault::Recursion(_)
                | PegFault::Uses(_)
                | PegFault::Tagged
                | PegFault::StackEmpty(_)
                | PegFault::StackStrings { .. }
                | PegFault::StackRound(_)
                | PegFault::StackHigh(_)
                | PegFault::StackSteps(_)
                | PegFault::StackIdle(_)
                | PegFault::StackKept(_)
        )
    };
    if let Some(error) = peg.refused().iter().find(|error| !is_refused(&error.fault)) {
        return Err(error.to_string());
    }
    let (vm, decided) = (Vm::new(rules), peg.decide());
    let letters: Vec<&[u8]> = LETTERS.iter().map(|letter| letter.as_bytes()).collect();
    let (mut random, mut compared) = (Random::new(!seed), 0);
    let runs = [("whole", Atomicity::NonAtomic), ("whole_atomic", Atomicity::Atomic)];
    let own = decided.rules.iter().filter(|rule| !rule.starts_with("calls_"));
    let runs = own.flat_map(|rule| runs.map(|run| (rule, run)));
    for (rule, (how, atomicity)) in runs {
        let Some(start) = decided.start_in(rule, atomicity) else { continue };
        let whole = format!("{how}_{rule}");
        for string in random::strings((&decided.dfa, start), &letters, &mut random, STRINGS) {
            let matches = decided.dfa.matches(start, &string);
            let Ok(string) = String::from_utf8(string) else {
                assert!(!matches, "`{rule}` has what is no UTF-8");
                continue;
            };
            let parsed = vm.parse(&whole, &string).map_err(|error| error.variant);
            if let Err(ErrorVariant::CustomError { .. }) = parsed {
                break; // too many calls
            }
            if matches != parsed.is_ok() {
                let who = if matches { "the automaton" } else { "pest" };
                return Err(format!("only {who} has {string:?} as `{rule}` ({how})"));
            }
            compared += 1;
        }
    }
    Ok(compared)
}

#[test]
fn the_automaton_is_the_machine() {
    pest::set_call_limit(NonZeroUsize::new(CALLS));
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

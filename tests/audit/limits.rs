//! Every command stays within its limits of memory and steps, whatever the grammar. No clock is needed, since both are
//! numbers.

use std::time::Duration;

use urispec_audit::lint::lint_pest_text;
use urispec_audit::mutants::MutantSuite;
use urispec_audit::{AnyGrammar, Deadline, GrammarText, Notation, reader};

use super::hostile::{SHAPES, grammar, within};
use super::scaled;
use super::support::Numbers;

/// All shapes, small, with little memory; with `URISPEC_LONG`, also with none and with plenty.
#[test]
fn every_shape_ends_within_its_memory() {
    for shape in 0..SHAPES {
        let all = [(1, 0), (0, 20_000), (2, 20_000), (0, 1_000_000), (1, 300_000)];
        for (size, memory) in all.into_iter().skip(scaled(1, 0)).take(scaled(1, all.len())) {
            let data = [shape, size, 0, 1, 2, 0, 1, 2, 0, 1];
            within(&grammar(&data, scaled(2, 12)), &|| Deadline::NONE.with_memory(memory));
        }
    }
}

/// Random bytes from a fixed seed; with `URISPEC_LONG`, six times as many.
#[test]
fn random_grammars_end_within_their_memory() {
    let mut numbers = Numbers(1);
    for _ in 0..scaled(2, 12) {
        let bytes = [(); 10].map(|()| numbers.below(256) as u8);
        println!("bytes: {bytes:?}");
        within(&grammar(&bytes, scaled(2, 3)), &|| Deadline::NONE.with_memory(100_000));
    }
}

/// After the deadline nothing begins, however large the grammar.
#[test]
fn an_expired_deadline_ends_every_command() {
    for shape in 0..SHAPES {
        let data = [shape, 63, 0, 1, 2, 0, 1, 2, 0, 1];
        within(&grammar(&data, scaled(16, 64)), &|| Deadline::after(Duration::ZERO));
    }
}

fn decided(text: &str, deadline: Deadline) -> Result<(), String> {
    let printed = reader(Notation::Abnf).read(GrammarText { file: "a.abnf", text }).unwrap();
    let grammar = AnyGrammar::printed(printed).with_deadline(deadline);
    grammar.decide(&["a"]).language("a").map(drop).map_err(|why| why.to_string())
}

/// The message names the exceeded limit; with more memory the production is decided.
#[test]
fn exhausted_memory_is_named() {
    let text = "a = *(\"x\" / \"y\") \"x\" 9(\"x\" / \"y\")\n";
    let spent = decided(text, Deadline::NONE.with_memory(10_000)).unwrap_err();
    assert!(spent.ends_with("the memory of 10000 bytes is spent; raise --memory"), "{spent}");
    assert_eq!(decided(text, Deadline::NONE.with_memory(64 << 20)), Ok(()));
    let pest = GrammarText { file: "a.pest", text: "a = { b ~ \"x\" } b = { \"y\" | \"yz\" }" };
    let all = lint_pest_text(pest, Deadline::NONE.with_memory(0));
    let rules: Vec<&str> = all.undecided.iter().map(|open| &*open.rule).collect();
    assert_eq!((all.findings.len(), &rules[..]), (0, &["a", "b"][..]));
    let all = lint_pest_text(pest, Deadline::NONE.with_memory(1 << 20));
    assert_eq!((all.findings.len(), all.undecided.len()), (1, 0));
}

/// The shortest string of each rule is a hundred times as long as that of the next rule: ten thousand million letters
/// in all. These strings are not built, and the rules are linted.
#[test]
fn strings_of_exponential_length_are_not_built() {
    let text = "e = { d{100} } d = { c{100} } c = { b{100} } b = { a{100} } a = { \"x\"{100} }";
    let deadline = Deadline::NONE.with_memory(64 << 20);
    let linted = lint_pest_text(GrammarText { file: "a.pest", text }, deadline.clone());
    assert_eq!(linted.findings, []);
    // The first rules have too many states.
    assert!(linted.undecided.iter().all(|open| open.rule != "a"), "{:?}", linted.undecided);
    assert_eq!(deadline.held(), 0);
}

/// A mutant of a choice is stored as the strings by which it differs, not as a grammar or an automaton: the memory is
/// proportional to the number of mutants, not to its square.
#[test]
fn mutants_take_memory_in_proportion() {
    let suite = |count: usize, memory| {
        let words: Vec<String> =
            (0..count).map(|at| format!("%s\"w{:03}\"", at * 7 % 1000)).collect();
        let text = format!("a = {}\n", words.join(" / "));
        let printed = reader(Notation::Abnf).read(GrammarText { file: "a.abnf", text: &text });
        let grammar = AnyGrammar::printed(printed.unwrap());
        let grammar = grammar.with_deadline(Deadline::NONE.with_memory(memory));
        MutantSuite::builder(&grammar, "a").build().unwrap()
    };
    for (count, memory) in [(20, 200_000), (40, 400_000), (80, 800_000)] {
        let suite = suite(count, memory);
        // For each word: it is missing, it may be empty, or its case does not matter.
        assert_eq!(suite.mutants.len(), 3 * count);
        assert!(suite.mutants.iter().all(|mutant| mutant.differs()), "{count}");
    }
}

//! Whatever the grammar, each command ends within the memory and the steps that it was given.
//!
//! No clock is asked: the limit of memory is a number, and so is that of steps.

use std::time::Duration;

use urispec_audit::lint::lint_pest_text;
use urispec_audit::mutants::MutantSuite;
use urispec_audit::{AnyGrammar, Deadline, GrammarText, Notation, reader};

use super::hostile::{SHAPES, grammar, within};
use super::scaled;

/// All shapes, small, in none and in some memory; with `URISPEC_LONG`, also in as much as there is a use for.
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

/// Random bytes, from a fixed seed; with `URISPEC_LONG`, four times as many.
#[test]
fn random_grammars_end_within_their_memory() {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    for _ in 0..scaled(2, 12) {
        let bytes = [(); 10].map(|()| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 24) as u8
        });
        println!("bytes: {bytes:?}");
        within(&grammar(&bytes, scaled(2, 3)), &|| Deadline::NONE.with_memory(100_000));
    }
}

/// After the deadline nothing is begun, however large the grammar.
#[test]
fn a_deadline_that_has_passed_ends_all_commands() {
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

/// What takes more memory than there is says which limit it was; with more memory it is decided.
#[test]
fn memory_that_is_spent_is_named() {
    let text = "a = *(\"x\" / \"y\") \"x\" 9(\"x\" / \"y\")\n";
    let spent = decided(text, Deadline::NONE.with_memory(10_000)).unwrap_err();
    assert!(spent.ends_with("the memory of 10000 bytes is spent; raise --memory"), "{spent}");
    assert_eq!(decided(text, Deadline::NONE.with_memory(64 << 20)), Ok(()));
    let pest = GrammarText { file: "a.pest", text: "a = { b ~ \"x\" } b = { \"y\" | \"yz\" }" };
    let all = lint_pest_text(pest, Deadline::NONE.with_memory(0));
    assert_eq!((all.findings.len(), &all.undecided[..]), (0, &["a".into(), "b".into()][..]));
    let all = lint_pest_text(pest, Deadline::NONE.with_memory(1 << 20));
    assert_eq!((all.findings.len(), all.undecided.len()), (1, 0));
}

/// Each rule has a string a hundred times as long as that of the rule after it: ten thousand million letters in all. The
/// strings are not made, and the rules are linted.
#[test]
fn lengths_that_multiply_are_no_strings() {
    let text = "e = { d{100} } d = { c{100} } c = { b{100} } b = { a{100} } a = { \"x\"{100} }";
    let deadline = Deadline::NONE.with_memory(64 << 20);
    let linted = lint_pest_text(GrammarText { file: "a.pest", text }, deadline.clone());
    assert_eq!(linted.findings, []);
    // The first of them have more states than are decided.
    assert!(!linted.undecided.contains(&"a".to_owned()), "{:?}", linted.undecided);
    assert_eq!(deadline.held(), 0);
}

/// A mutant of a choice is kept as the strings by which it differs, and not as a grammar or an automaton of its own: the
/// memory of all mutants grows with their number, and not with its square.
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
        // Of each word: it is missing, it may be empty, or its case does not matter.
        assert_eq!(suite.mutants.len(), 3 * count);
        assert!(suite.mutants.iter().all(|mutant| mutant.differs()), "{count}");
    }
}

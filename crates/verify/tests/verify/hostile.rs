//! Hostile input: the checker still answers, and soon.

use grammar_verify::{Fault, PrintedNotation, Source, Subject, verify};
use proptest::prelude::*;

use super::written::{both, checked, printed, subject};

/// A production without a string.
const NOTHING: &str = "a = \"x\" a\n";
const NEVER: &str =
    "urispec-certificate 2\ngrammar -\nproduction a rule a classes 1 pairs 1\nclass 0 00-FF\npair 0 start no 0\n";

#[track_caller]
fn is_unread(abnf: &str, pest: &str, expected: &str) {
    match checked(NEVER, abnf, pest) {
        Err(Fault::Unreadable(why)) => assert!(why.contains(expected), "{why}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn deep_nesting_is_refused_with_a_message() {
    const MANY: usize = 100_000;
    let (open, close) = ("( ".repeat(MANY), " )".repeat(MANY));
    is_unread(&format!("a = {open}a{close}\n"), "a = { \"x\" }", "nest more than");
    is_unread(&format!("a = {}x\n", "[".repeat(MANY)), "a = { \"x\" }", "nest more than");
    let pest = |expr: String| is_unread(NOTHING, &format!("a = {{ {expr} }}"), "nest more than");
    pest(format!("{open}\"x\"{close}"));
    pest("!".repeat(MANY) + "\"x\"");
    pest("\"x\"".to_owned() + &"?".repeat(MANY));
    pest(vec!["\"x\""; MANY].join(" ~ "));
    pest(vec!["\"x\""; MANY].join(" | "));
    // Chains of rules and of productions.
    let rules: String = (0..MANY).map(|number| format!("r{number} = {{ r{} }}\n", number + 1)).collect();
    is_unread(NOTHING, &format!("a = {{ r0 }}\n{rules}r{MANY} = {{ \"x\" }}"), "too deeply");
    let calls = |number| format!("r{number} = r{} \"x\"\n", number + 1);
    let productions: String = (0..5_000).map(calls).collect();
    is_unread(&format!("a = r0\n{productions}r5000 = \"x\"\n"), "a = { \"x\" }", "too deeply");
    let comment = "/*".repeat(MANY);
    is_unread(NOTHING, &comment, "expected a rule");
}

#[test]
fn left_recursion_is_refused() {
    for abnf in ["a = a \"x\"\n", "a = b\nb = [ \"x\" ] a \"y\"\n", "a = *a \"x\"\n"] {
        is_unread(abnf, "a = { \"x\" }", "before it reads a byte");
    }
    for pest in [
        "a = { a }",
        "a = { a ~ \"x\" | \"x\" }",
        "a = { b } b = { \"y\"? ~ a }",
        "a = { (\"y\"?)* ~ \"x\" }",
        "a = { (!\"y\")* }",
        "a = { \"\"* }",
        "a = { \"x\" } WHITESPACE = { WHITESPACE }\n b = { \"a\" ~ a }",
    ] {
        match checked(NEVER, "a = \"x\" a\n", pest) {
            Err(Fault::Unreadable(why)) => assert!(why.contains("before it reads a byte"), "{why}"),
            other => assert!(pest.contains("WHITESPACE"), "{pest}: {other:?}"),
        }
    }
}

/// A language without a finite automaton, and a certificate that agrees as long as it can.
#[test]
fn a_language_without_an_automaton_is_refused() {
    // Both sides accept `(` n times, then `)` n times; the certificate has no members.
    let fault = checked(NEVER, "a = \"(\" a \")\"\n", "a = { \"(\" ~ a ~ \")\" }").unwrap_err();
    assert!(matches!(&fault, Fault::Unreadable(why) if why.contains("too many")), "{fault}");
}

#[test]
fn numbers_that_are_too_large_are_refused() {
    is_unread(NOTHING, "a = { \"x\"{4000000000} }", "repetitions are too many");
    is_unread(NOTHING, "a = { (\"x\"{1000}){1000} }", "repetitions are too many");
    is_unread("a = 99999999999\"x\"\n", "a = { \"x\" }", "repetitions are too many");
    // No string of the certificate is long enough to reach the count.
    let found = checked(NEVER, "a = 4000000000\"x\" a\n", "a = { \"x\" }");
    assert!(found.is_err(), "{found:?}");
    for (from, to) in [
        ("pairs 1", "pairs 4000000"),
        ("classes 1", "classes 257"),
        ("pairs 1", "pairs 18446744073709551616"),
        ("pairs 1", "pairs 0"),
        ("classes 1", "classes 0"),
    ] {
        let fault = checked(&NEVER.replace(from, to), NOTHING, "a = { \"x\" }").unwrap_err();
        assert!(matches!(fault, Fault::Refused { line: 3, .. }), "{to}: {fault}");
    }
}

/// Long literals, alternatives and certificates.
#[test]
fn long_input_is_checked() {
    let text = "x".repeat(1_000_000);
    let fault = checked(NEVER, &format!("a = \"{text}\"\n"), "a = { \"x\" }").unwrap_err();
    assert!(!fault.to_string().is_empty());
    let long = format!("a = {}\n", vec!["b"; 100_000].join(" / "));
    assert!(checked(NEVER, &(long + "b = %x62\n"), "a = { \"x\" }").is_err());
    // A chain of productions, and parts that may all be empty.
    let calls: String = (0..5_000).map(|number| format!("r{number} = r{}\n", number + 1)).collect();
    let parts = "*%x78 ".repeat(1_000);
    for (abnf, pest) in [
        (format!("a = r0\n{calls}r5000 = %x78\n"), "a = { \"x\" }"),
        (format!("a = {parts}%x79\n"), "a = { \"x\"* ~ \"y\" }"),
    ] {
        both(&abnf, pest).unwrap_or_else(|why| panic!("{}: {why}", &abnf[..20]));
    }
    let lines = "\n".repeat(1_000_000);
    assert!(matches!(
        checked(&(NEVER.to_owned() + &lines), "a = \"x\"\n", "a = { \"x\" }"),
        Err(Fault::Refused { line: 6, .. })
    ));
    assert!(checked(NEVER, &lines, &lines).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Any text, in place of any of the files.
    #[test]
    fn any_text_has_an_answer(text in any::<String>(), part in "[a=~|!&?*+{}()\\[\\]/\"'^%x0-9 \n<>;.-]{0,40}") {
        let either = [text, part];
        for text in &either {
            let _ = verify(text, &[subject("a = \"x\"\n", "a = { \"x\" }")]);
            let _ = checked(NEVER, text, "a = { \"x\" }");
            let _ = checked(NEVER, "a = \"x\"\n", text);
            let _ = checked(NEVER, &format!("a = {text}\n"), &format!("a = {{ {text} }}"));
            for notation in [PrintedNotation::Bnf, PrintedNotation::Rfc1630] {
                let _ = verify(NEVER, &[Subject { pest: vec![Source::new("a", "a = { \"x\" }")], ..printed(notation, text) }]);
            }
        }
    }
}

/// Pairs of look-aheads whose halves are far apart in the lists: there are exponentially many questions about all
/// pairs.
#[test]
fn exponential_look_ahead_is_refused() {
    const PAIRS: usize = 24;
    let rules: String = (1..=PAIRS)
        .map(|at| {
            format!("a{at} = @{{ ASCII_DIGIT{{{at}}} ~ \"m\" }}\nb{at} = @{{ ASCII_ALPHA_UPPER{{{at}}} ~ \"m\" }}\n")
        })
        .collect();
    let all = |one: &dyn Fn(usize) -> String| (1..=PAIRS).map(one).collect::<Vec<_>>().join(" | ");
    let first = all(&|at| format!("&(\"q\" ~ a{at})"));
    let pairs = all(&|at| format!("&(\"q\" ~ a{at}) ~ &(\"q\" ~ b{at})"));
    is_unread(NOTHING, &format!("{rules}a = @{{ ({first} | \"\") ~ ({pairs}) ~ ANY | \"z\" }}"), "too many questions");
}

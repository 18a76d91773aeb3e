//! Rules that are slow in pest, confirmed by pest with a limit of calls. The limit applies to the whole process, so
//! these tests have a process of their own.

use std::num::NonZeroUsize;

use grammar_audit::Peg;
use grammar_audit::automata::PumpWitness;
use grammar_audit::lint::{Finding, Lint, lint_pest};
use pest_meta::optimizer;
use pest_meta::parser::{self, Rule as Token};
use pest_vm::Vm;

/// The number of calls after which pest gives up.
const CALLS: NonZeroUsize = NonZeroUsize::new(300_000).unwrap();

/// Returns the findings about time in a grammar. pest confirms each: it finishes a short attack, and gives up on one
/// that takes 30,000,000 steps or more.
#[track_caller]
fn slow(text: &str) -> Vec<Finding> {
    let findings = lint_pest(&Peg::read("a.pest", text).unwrap()).findings.into_iter();
    let findings: Vec<Finding> = findings.filter(|one| one.attack.is_some()).collect();
    pest::set_call_limit(Some(CALLS));
    let pairs = parser::parse(Token::grammar_rules, text).unwrap();
    let vm = Vm::new(optimizer::optimize(parser::consume_rules(pairs).unwrap()));
    for Finding { rule, attack, .. } in &findings {
        let (rule, attack): (&str, &PumpWitness) =
            (rule.as_ref().unwrap(), attack.as_ref().unwrap());
        let is_given_up = |times| {
            let text = attack.text(times);
            let result = vm.parse(rule, &text).map(|_| ());
            result.is_err_and(|error| error.to_string().contains("call limit"))
        };
        assert!(!is_given_up(8), "{attack}");
        assert!(is_given_up(attack.times_for(30_000_000)), "{attack}");
    }
    findings
}

/// Returns the lint and the rule of each finding about time.
#[track_caller]
fn names(text: &str) -> Vec<String> {
    let name = |one: Finding| format!("{} {}", one.lint.id(), one.rule.unwrap());
    slow(text).into_iter().map(name).collect()
}

#[test]
fn slow_rules_are_found_and_confirmed_by_pest() {
    // Three alternatives read the contents of the brackets, so each bracket multiplies the time by three: 3^8 for
    // eight.
    let text = r#"e = { "(" ~ e ~ ")" ~ "+" | "(" ~ e ~ ")" ~ "-" | "(" ~ e ~ ")" | "x" }"#;
    let finding = slow(text).remove(0);
    assert_eq!(finding.lint, Lint::ExponentialTime);
    let steps = &finding.attack.as_ref().unwrap().steps;
    assert_eq!(steps.iter().map(|step| step.0).collect::<Vec<_>>(), [8, 16, 24]);
    let ratio = steps[1].1 as f64 / steps[0].1 as f64;
    assert!((6_000.0..6_600.0).contains(&ratio), "{steps:?}");
    // pest's optimizer factors out the first common term of two alternatives, not the second.
    let text = r#"e = { "(" ~ e ~ ")" ~ "+" | "(" ~ e ~ ")" | "x" }"#;
    assert_eq!(names(text), ["exponential-time e"]);
    assert_eq!(names(r#"e = { "(" ~ e ~ ")" ~ ("+" | "-")? | "x" }"#), [""; 0]);
    // An unclosed nested comment is read again from each opening, as in pest's own grammar.
    let text = r#"c = { "/*" ~ (c | !"*/" ~ ANY)* ~ "*/" }"#;
    assert_eq!(names(text), ["exponential-time c"]);
    assert_eq!(names(r#"c = { "/*" ~ (!"/*" ~ !"*/" ~ ANY)* ~ "*/" }"#), [""; 0]);
    // At each letter the rest is read before the letter is read alone.
    assert_eq!(names(r#"many = { ("a"* ~ "b" | "a")* }"#), ["polynomial-time many"]);
    assert_eq!(names(r#"many = { ("a" ~ "b"?)* }"#), [""; 0]);
    // The rule at fault is named, not its callers.
    let text = r#"all = { SOI ~ c* ~ EOI } c = { "/*" ~ (c | !"*/" ~ ANY)* ~ "*/" }"#;
    assert_eq!(names(text), ["exponential-time c"]);
}

//! Terminals are what pest reads of them, however they are written.

use pest_vm::Vm;
use urispec_audit::Peg;

/// The shortest string of the rule `a`, which pest's own machine reads too.
#[track_caller]
fn shortest(body: &str) -> String {
    let text = format!("a = {{ {body} }}");
    let decided = Peg::read("g.pest", &text).unwrap().decide();
    let shortest = String::from_utf8(decided.dfa.shortest(0).unwrap()).unwrap();
    let (_, rules) = pest_meta::parse_and_optimize(&text).unwrap();
    let vm = Vm::new(rules);
    let end = vm.parse("a", &shortest).unwrap().next().unwrap().as_span().end();
    assert_eq!(end, shortest.len(), "{shortest}");
    shortest
}

#[track_caller]
fn error(body: &str) -> String {
    let peg = Peg::read("g.pest", &format!("a = {{ {body} }}")).unwrap();
    peg.refused_by_pest()[0].to_string()
}

/// pest cuts off two bytes before the literal, `^` and `"`, and one after it, whatever these are.
#[test]
fn a_blank_or_a_comment_before_a_literal_that_ignores_case() {
    assert_eq!(shortest("^\"1\""), "1");
    assert_eq!(shortest("^ \"1\""), "\"1");
    assert_eq!(shortest("^\r\n\"1\""), "\n\"1");
    assert_eq!(shortest("^/*2*/\"1\""), "*2*/\"1");
    assert_eq!(shortest("^ /* \\x32 */ \"1\""), "/* 2 */ \"1");
    assert_eq!(shortest("^//\n\"\""), "/\n\"");
}

#[test]
fn every_escape() {
    assert_eq!(shortest(r#""\"\\\r\n\t\0\'""#), "\"\\\r\n\t\0'");
    assert_eq!(shortest(r#""\x41\xE9\xff""#), "Aéÿ");
    assert_eq!(shortest(r#""\u{41}\u{0000e9}\u{1F600}""#), "Aé😀");
    assert_eq!(shortest(r"'\''..'\x27' ~ '\u{e9}' .. /* to */ 'é'"), "'é");
    assert_eq!(shortest("'\"'..'\"' ~ '\n'..'\\n'"), "\"\n");
}

/// pest takes each of these for a grammar, and panics.
#[test]
fn what_pest_panics_at() {
    assert!(error(r#""\u{D800}""#).ends_with(r"`\u{D800}` stands for no character"));
    assert!(error(r#"^/* \q */"a""#).ends_with(r"`\q` stands for no character"));
    assert!(error("^/* \\é */\"a\"").ends_with(r"`\é` stands for no character"));
    assert!(error(r#"^/* \u1} */"a""#).ends_with(r"`\u` stands for no character"));
    assert!(error(r#"^/* \x */"a""#).ends_with(r"`\x` stands for no character"));
    assert_eq!(shortest("| \"1\" | \"2\""), "1");
    assert_eq!(
        error("\"0\" ~ ( | \"1\")"),
        "g.pest:1: rule `a`: not a pest grammar: `|` before the first alternative within parentheses"
    );
}

/// ASCII alone has cases for pest: U+212A and U+017F are cases of `k` and `s` for Unicode.
#[test]
fn cases_are_those_of_ascii() {
    let decided = Peg::read("g.pest", "a = { ^\"kÉs\" }").unwrap().decide();
    let has = |text: &str| decided.dfa.matches(0, text.as_bytes());
    assert!(has("KÉS") && has("kÉs"));
    assert!(!has("kés") && !has("\u{212A}És") && !has("kÉ\u{17F}"));
}

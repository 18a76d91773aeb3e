//! Grammars with planted faults, the findings in them, and `pest_vm`'s confirmation of each witness.

use grammar_peg::Peg;
use pest_meta::parser::Rule as Token;
use pest_meta::{optimizer, parser};
use pest_vm::Vm;
use proptest::prelude::*;

use super::super::{Finding, Lint};
use super::lint_pest;
use crate::scaled;

/// Returns the findings in a grammar, such as `1:7 shadowed "a"`, each of which is confirmed.
#[track_caller]
fn found(text: &str) -> Vec<String> {
    let peg = Peg::read("a.pest", text).unwrap();
    let linted = lint_pest(&peg);
    for finding in &linted.findings {
        assert!(is_confirmed(text, finding), "{text}: {finding:?}");
        if let Some(mend) = &finding.mend {
            let mended = Peg::read("a.pest", &mend.applied(text)).unwrap();
            let again = lint_pest(&mended).findings.into_iter();
            let is_same =
                |one: &Finding| (one.lint, &one.message) == (finding.lint, &finding.message);
            assert_eq!(again.filter(is_same).count(), 0, "{}", mend.applied(text));
        }
    }
    let line = |one: &Finding| {
        let witness = one.witness.as_ref().map(|text| format!(" {text:?}"));
        format!("{}:{} {}{}", one.line, one.column, one.lint.id(), witness.unwrap_or_default())
    };
    let undecided = linted.undecided.iter().map(|rule| format!("undecided {rule}"));
    linted.findings.iter().map(line).chain(undecided).collect()
}

/// Returns whether pest confirms the finding for the witness.
fn is_confirmed(text: &str, finding: &Finding) -> bool {
    let here = |span: &std::ops::Range<usize>| &text[span.clone()];
    let (span, within) = (here(&finding.span), here(&finding.within));
    let kind = ["@{", "${", "!{"].into_iter().find(|kind| {
        text[..finding.span.start]
            .rsplit('=')
            .next()
            .is_some_and(|before| before.trim_start().starts_with(kind))
    });
    let kind = kind.map_or("", |kind| &kind[..1]);
    // `tests/slow_rules.rs` runs pest on these, in a separate process.
    if finding.attack.is_some() {
        return true;
    }
    let Some(witness) = &finding.witness else { return true };
    let end = |kind: &str, expr: &str| end(text, kind, expr, witness);
    let whole = Some(witness.len());
    match finding.lint {
        Lint::PrefixShadowed | Lint::PartlyShadowed => {
            end(kind, span) == whole && end(kind, within) != whole
        }
        Lint::Ambiguous => end(kind, span) == whole && end(kind, within) == whole,
        // The alternative may belong to a lookahead.
        Lint::Shadowed => end(kind, span).is_some() && end(kind, within).is_some(),
        Lint::Greedy | Lint::Contradiction | Lint::NeverMatches | Lint::PartlyGreedy => {
            end(kind, within).is_none()
        }
        Lint::BlankInToken => end("", span) == whole && end("@", span) != whole,
        Lint::TwoLanguages => (end("", span) == whole) != (end("@", span) == whole),
        _ => false,
    }
}

fn vm(grammar: &str) -> Vm {
    let pairs = parser::parse(Token::grammar_rules, grammar).unwrap();
    Vm::new(optimizer::optimize(parser::consume_rules(pairs).unwrap()))
}

/// Returns the offset at which an expression ends on a text, as a rule of some kind.
fn end(grammar: &str, kind: &str, expr: &str, text: &str) -> Option<usize> {
    let grammar = format!("{grammar}\nprobed_expression = {kind}{{ {expr} }}");
    let vm = vm(&grammar);
    let mut pairs = vm.parse("probed_expression", text).ok()?;
    pairs.next().map(|pair| pair.as_span().end())
}

#[test]
fn alternatives_that_are_never_taken() {
    // By hand: `n` matches on `ne`.
    assert_eq!(found(r#"a = { "n" | "ne" }"#), [r#"1:13 prefix-shadowed "ne""#]);
    assert_eq!(found(r#"a = { "ne" | "n" }"#), [""; 0]);
    assert_eq!(found(r#"a = { "x" | "y" | "x" }"#), [r#"1:19 shadowed "x""#]);
    assert_eq!(found(r#"a = { ASCII_DIGIT | '5'..'7' }"#), [r#"1:21 shadowed "5""#]);
    // Two alternatives together shadow it.
    assert_eq!(found(r#"a = { '0'..'4' | '5'..'9' | ASCII_DIGIT }"#), [r#"1:29 shadowed "0""#]);
    // Through a rule, inside a sequence, and in a repetition.
    let text = "a = { (b | \"if\" ~ \"1\") ~ \".\" }\nb = @{ ASCII_ALPHA+ }";
    assert_eq!(found(text), [r#"1:12 prefix-shadowed "if1""#]);
    // A lookahead loses nothing.
    assert_eq!(found(r#"a = { !("n" | "ne") ~ ANY }"#), [r#"1:15 shadowed "ne""#]);
}

#[test]
fn alternatives_that_lose_some_strings() {
    // `if` is a word, and a prefix of the word `iff`.
    let text = "a = { \"if\" | word }\nword = @{ ASCII_ALPHA+ }";
    assert_eq!(found(text), [r#"1:14 partly-shadowed "ifa""#]);
    let text = "a = { \"if\" ~ !ASCII_ALPHA | word }\nword = @{ ASCII_ALPHA+ }";
    assert_eq!(found(text), [r#"1:29 ambiguous "if""#]);
    // RFC 3339's day, preceded by the digits of the month.
    assert_eq!(
        found("d = { \"1\" ~ '0'..'2'? | '1'..'2' ~ '0'..'9' }"),
        [r#"1:25 partly-shadowed "13""#]
    );
}

#[test]
fn what_takes_what_must_follow() {
    assert_eq!(found(r#"a = { "a"* ~ "a" ~ "b" }"#), [r#"1:7 greedy "ab""#]);
    assert_eq!(found(r#"a = @{ ANY* ~ "." }"#), [r#"1:8 greedy ".""#]);
    assert_eq!(found(r#"a = { "-"? ~ ("-x" | "y") }"#), [r#"1:7 partly-greedy "-x""#]);
    assert_eq!(found(r#"a = { "-"? ~ ASCII_DIGIT }"#), [""; 0]);
    // The optimizer repairs the list: the repetition leaves its last `a`.
    assert_eq!(found(r#"a = { ("a" ~ ",")* ~ "a" }"#), [""; 0]);
    // A rule that consumes all digits leaves none.
    let text = "a = { b ~ ASCII_DIGIT }\nb = @{ ASCII_DIGIT+ }";
    assert_eq!(found(text), [r#"1:7 never-matches "00""#]);
}

#[test]
fn lookaheads_that_say_too_much_or_nothing() {
    assert_eq!(found(r#"a = { !"x" ~ "x" }"#), [r#"1:7 contradiction "x""#]);
    assert_eq!(found(r#"a = { &"x" ~ ("y" | "z") }"#), [r#"1:7 contradiction "y""#]);
    assert_eq!(found(r#"a = { !"x" ~ "y" }"#), ["1:7 idle-predicate"]);
    assert_eq!(found(r#"a = { &ANY ~ "y" }"#), ["1:7 idle-predicate"]);
    assert_eq!(found(r#"a = { (!"x" ~ ANY)* ~ "x" }"#), [""; 0]);
    assert_eq!(found(r#"a = { "k" ~ !ASCII_ALPHA }"#), [""; 0]);
}

#[test]
fn what_matches_nothing() {
    assert_eq!(found("a = { 'z'..'a' }"), ["1:7 never-matches"]);
    let text = "a = { b ~ \"x\" }\nb = { \"a\"* ~ \"a\" }";
    assert_eq!(found(text), ["1:7 never-matches", r#"2:7 greedy "a""#]);
}

#[test]
fn blanks_in_tokens() {
    let text = "WHITESPACE = _{ \" \" }\nnumber = { ASCII_DIGIT+ }";
    assert_eq!(found(text), [r#"2:12 blank-in-token "0 0""#]);
    let text = "WHITESPACE = _{ \" \" }\nnumber = @{ ASCII_DIGIT+ }\nall = { number+ ~ \";\" }";
    assert_eq!(found(text), [""; 0]);
    let text = "COMMENT = _{ \"#\" }\nhour = { '0'..'2' ~ ASCII_DIGIT }";
    assert_eq!(found(text), [r##"2:10 blank-in-token "0#0""##]);
    // A string with literal blanks.
    let text = "WHITESPACE = _{ \" \" }\ntext = ${ \"'\" ~ (!\"'\" ~ ANY)* ~ \"'\" }";
    assert_eq!(found(text), [""; 0]);
}

#[test]
fn rules_that_read_two_languages() {
    let text = "WHITESPACE = _{ \" \" }\nall = { pair ~ word }\nword = @{ \"w\" ~ pair }\npair = { \"a\" ~ \"b\" }";
    assert_eq!(found(text), [r#"4:10 two-languages "a b""#]);
}

#[test]
fn rules_that_nobody_calls() {
    let text =
        "all = { SOI ~ word ~ EOI }\nword = @{ ASCII_ALPHA+ }\nodd = { even }\neven = { \"e\" }";
    assert_eq!(found(text), ["3:1 unreached"]);
    assert_eq!(found("one = { \"1\" }\ntwo = { \"2\" }"), [""; 0]);
}

#[test]
fn rules_that_nest() {
    // However deep a value is nested, a name is matched before a call.
    let text = "value = { name | call }\ncall = { name ~ \"(\" ~ value ~ \")\" }\nname = @{ ASCII_ALPHA_LOWER+ }";
    assert_eq!(found(text), [r#"1:18 prefix-shadowed "a(a)""#]);
    let text = "value = { call | name }\ncall = { name ~ \"(\" ~ value ~ \")\" }\nname = @{ ASCII_ALPHA_LOWER+ }";
    assert_eq!(found(text), [""; 0]);
}

#[test]
fn what_is_not_asked_about_is_said_to_be_undecided() {
    assert_eq!(found(r#"a = { PUSH("x") ~ POP | "x" }"#), ["undecided a"]);
    assert_eq!(
        found(r#"a = { nowhere | "x" } b = { "n" | "ne" }"#)[..2],
        ["1:7 refused".to_owned(), r#"1:35 prefix-shadowed "ne""#.to_owned()][..]
    );
}

#[test]
fn what_is_never_so_is_never_so_in_both_ways_to_a_rule() {
    // If the parser starts with `pair`, blanks merge its alternatives; inside `word` the second is matched.
    let text = "WHITESPACE = _{ \" \" }\nall = { pair ~ word }\nword = @{ \"w\" ~ pair }\npair = { \"a\" ~ \"b\" | \"a b\" }";
    assert_eq!(found(text), [r#"4:10 two-languages "a  b""#]);
}

#[test]
fn what_no_depth_proves_is_not_said() {
    // `b` and `c` share no string, but for a different reason at each depth.
    let nests = "b = { \"(\" ~ b? ~ \")x\" }\nc = { \"(\" ~ c? ~ \")y\" }";
    assert_eq!(found(&format!("a = {{ !b ~ c }}\n{nests}")), ["undecided a"]);
    // The third is never matched; whether the second matches its strings is unknown.
    let nests = "b = { \"(\" ~ b? ~ \")\" }\nc = { \"(\" ~ c ~ \")\" | \"()\" }";
    let text = format!("a = {{ \"(\" | b | c }}\n{nests}");
    let linted = lint_pest(&Peg::read("a.pest", &text).unwrap());
    let third = linted.findings.iter().find(|one| one.column == 17).unwrap();
    assert_eq!(third.lint, Lint::Shadowed);
    assert!(
        third.message.starts_with("never taken: an earlier alternative succeeds wherever"),
        "{third:?}"
    );
}

/// A choice of pest is as deep as it is long: one that would exhaust the stack is not examined.
#[test]
fn a_long_choice_is_undecided() {
    let all: Vec<String> = (0..scaled(12_000, 60_000)).map(|at| format!("\"{at}\"")).collect();
    let text = format!("a = {{ {} }}\n", all.join(" | "));
    let linted = lint_pest(&Peg::read("a.pest", &text).unwrap());
    assert_eq!((linted.findings.len(), linted.undecided), (0, vec!["a".to_owned()]));
}

#[test]
fn mends_keep_what_is_read() {
    let mended = |text: &str| {
        let linted = lint_pest(&Peg::read("a.pest", text).unwrap());
        linted.findings[0].mend.as_ref().map(|mend| mend.applied(text))
    };
    let is = |text: &str| Some(text.to_owned());
    assert_eq!(mended(r#"a = { "n" | "s" | "ne" }"#), is(r#"a = { "ne" | "n" | "s" }"#));
    assert_eq!(mended(r#"a = { "x" | "y" | "x" }"#), is(r#"a = { "x" | "y" }"#));
    assert_eq!(mended(r#"a = { !"x" ~ "y" }"#), is(r#"a = { "y" }"#));
    assert_eq!(mended(r#"a = { ("n") | ("n" ~ ("e")) }"#), is(r#"a = { ("n" ~ ("e")) | ("n") }"#));
    assert_eq!(mended(r#"a = { ("x") | ("x") }"#), is(r#"a = { ("x") }"#));
    assert_eq!(mended(r#"a = { (!"x") ~ ("y") }"#), is(r#"a = { ("y") }"#));
    let text = "a = { !\"x\" ~ \"y\" }\nWHITESPACE = _{ \" \" }";
    assert_eq!(mended(text), None); // it reads ` y`
    // `ne` would then consume the `e` that must follow.
    assert_eq!(mended(r#"a = { ("n" | "ne") ~ "e" }"#), None);
    // Before `"n" ~ "e"?`, the last would consume a prefix of `ne`, which is matched now.
    assert_eq!(mended(r#"a = { "n" ~ "e"? | "n" ~ "x"? }"#), None);
}

/// A program may start with any rule, not only with those that no other rule calls.
#[test]
fn mends_keep_what_every_rule_reads() {
    let mended = |text: &str| {
        let linted = lint_pest(&Peg::read("a.pest", text).unwrap());
        let mend = linted.findings.into_iter().find_map(|one| one.mend);
        mend.map(|mend| mend.applied(text))
    };
    // `r1` matches ` a` if a program starts with it, but not inside `r0`.
    let blank = "WHITESPACE = _{ \" \" }";
    assert_eq!(mended(&format!("r0 = @{{ r1 }} r1 = {{ !\"x\" ~ \"a\" }} {blank}")), None);
    let text = format!("r0 = @{{ r1 }} r1 = @{{ !\"x\" ~ \"a\" }} {blank}");
    assert_eq!(mended(&text), Some(text.replace("!\"x\" ~ ", "")));
    // The second alternative is never matched inside `r0`, and matches `a b` otherwise.
    let text = format!("r0 = @{{ r1 }} r1 = {{ \"ab\" | \"a\" ~ \"b\" }} {blank}");
    assert_eq!(mended(&text), None);
    // `b` matches `ne` now, of which `a` would consume everything.
    assert_eq!(mended(r#"b = { a ~ "e" } a = { "n" | "ne" }"#), None);
    let text = r#"b = { a ~ "x" } a = { "n" | "ne" }"#;
    assert_eq!(mended(text), Some(text.replace(r#""n" | "ne""#, r#""ne" | "n""#)));
}

/// If all mends of a grammar are applied one by one, as `lint --fix` does, each rule still matches what it matched before.
#[test]
fn mends_of_random_grammars_keep_what_every_rule_reads() {
    let count = scaled(30, 20_000);
    let mut state = 0x0062_1415_9265_3589_u64;
    let mut next = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % below
    };
    let all = strings(&["a", "b", " "], 4);
    let mut made = 0;
    for number in 0..count {
        let leaves =
            ["\"a\"", "\"b\"", "\"ab\"", "!\"b\" ~ \"a\"", "&\"a\" ~ \"ab\"", "\"a\"?", "\"b\"*"];
        let mut text =
            if next(3) > 0 { "WHITESPACE = _{ \" \" }\n".to_owned() } else { String::new() };
        for rule in 0..3 {
            let choices: Vec<String> = (0..1 + next(3))
                .map(|_| {
                    let parts = (0..1 + next(2)).map(|_| match next(3) {
                        0 if rule < 2 => format!("r{}", rule + 1 + next(2 - rule)),
                        _ => leaves[next(leaves.len())].to_owned(),
                    });
                    parts.collect::<Vec<_>>().join(" ~ ")
                })
                .collect();
            let kind = ["", "", "@", "$", "!"][next(5)];
            text += &format!("r{rule} = {kind}{{ {} }}\n", choices.join(" | "));
        }
        if !Peg::read("a.pest", &text).unwrap().refused_by_pest().is_empty() {
            continue;
        }
        let before = probes(&text, &[]);
        let mut mended = text.clone();
        while let Some(mend) = {
            let peg = Peg::read("a.pest", &mended).unwrap();
            lint_pest(&peg).findings.into_iter().find_map(|one| one.mend)
        } {
            mended = mend.applied(&mended);
            made += 1;
        }
        let after = probes(&mended, &[]);
        for (rule, one) in
            ["r0", "r1", "r2"].into_iter().flat_map(|rule| all.iter().map(move |one| (rule, one)))
        {
            let reads = |vm: &Vm| {
                let pair = vm.parse(rule, one).ok().and_then(|mut pairs| pairs.next());
                pair.is_some_and(|pair| pair.as_span().end() == one.len())
            };
            assert!(
                !reads(&before) || reads(&after),
                "grammar {number}: {rule} loses {one:?}\n{text}{mended}"
            );
        }
    }
    assert!(made > count / 10, "{made} mends were made");
}

/// Generates an expression over `a` and `b`.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("\"a\"".to_owned()),
        Just("\"b\"".to_owned()),
        Just("\"ab\"".to_owned()),
        Just("'a'..'b'".to_owned()),
        Just("other".to_owned()),
    ];
    leaf.prop_recursive(4, 16, 3, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            3 => two.clone().prop_map(|(one, other)| format!("({one} ~ {other})")),
            3 => two.prop_map(|(one, other)| format!("({one} | {other})")),
            1 => inner.clone().prop_map(|one| format!("({one})?")),
            1 => inner.clone().prop_map(|one| format!("({one})*")),
            1 => inner.clone().prop_map(|one| format!("(!{one} ~ \"b\")")),
            1 => inner.prop_map(|one| format!("(&{one} ~ (\"a\" | \"b\"))")),
        ]
    })
}

/// Returns all strings of some letters up to a length.
fn strings(letters: &[&str], length: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..length {
        let end = all.len();
        for at in from..end {
            let longer: Vec<String> =
                letters.iter().map(|one| format!("{}{one}", all[at])).collect();
            all.extend(longer);
        }
        from = end;
    }
    all
}

/// Builds a parser of a grammar with some probes, each an expression as a separate rule.
fn probes(grammar: &str, exprs: &[&str]) -> Vm {
    let probes = exprs.iter().enumerate().map(|(at, expr)| format!("\nprobe_{at} = {{ {expr} }}"));
    let grammar = grammar.to_owned() + &probes.collect::<String>();
    let pairs = parser::parse(Token::grammar_rules, &grammar).unwrap();
    Vm::new(optimizer::optimize(parser::consume_rules(pairs).unwrap()))
}

/// Returns the number of grammars to try.
fn cases() -> u32 {
    scaled(80, 20_000) as u32
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), max_global_rejects: 1 << 20, ..ProptestConfig::default() })]

    /// A finding about all inputs is true of every short one; each witness does what the finding reports.
    #[test]
    fn findings_are_true(rule in expression(), other in expression(), has_blanks in any::<bool>()) {
        let blanks = if has_blanks { "WHITESPACE = _{ \"_\" }\n" } else { "" };
        let text = format!("rule = {{ {rule} }}\nother = {{ {} }}\n{blanks}", other.replace("other", "\"b\""));
        let peg = Peg::read("a.pest", &text).unwrap();
        prop_assume!(peg.refused_by_pest().is_empty());
        let all = if has_blanks { strings(&["a", "b", "_"], 5) } else { strings(&["a", "b"], 6) };
        for finding in lint_pest(&peg).findings {
            prop_assert!(is_confirmed(&text, &finding), "{text}{finding:?}");
            let within = &text[finding.within.clone()];
            if finding.lint.is_never() {
                let vm = probes(&text, &[within]);
                let read = all.iter().find(|one| vm.parse("probe_0", one).is_ok());
                prop_assert_eq!(read, None, "{}{:?}", text, finding);
            }
            if let Some(mend) = &finding.mend {
                let mended = mend.applied(&text);
                let again = Peg::read("a.pest", &mended).unwrap();
                prop_assert!(again.refused_by_pest().is_empty(), "{mended}");
                let [before, after] = [&text, &mended].map(|text| probes(text, &[]));
                for one in &all {
                    let end = |vm: &Vm| ["rule", "other"].map(|rule| {
                        vm.parse(rule, one).ok().and_then(|mut pairs| Some(pairs.next()?.as_span().end()))
                    });
                    let ([rule, other], [rule_after, other_after]) = (end(&before), end(&after));
                    let is_moved = finding.lint == Lint::PrefixShadowed;
                    for (name, before, after) in [("rule", rule, rule_after), ("other", other, other_after)] {
                        // Removing an unmatched alternative or an idle lookahead changes nothing; moving one loses nothing.
                        let is_kept = before == after || is_moved && before != Some(one.len());
                        prop_assert!(is_kept, "{}{:?} {name} {:?}: {:?} {:?}", text, finding, one, before, after);
                    }
                }
            }
        }
    }
}

#[test]
fn what_pest_panics_at_is_refused() {
    for text in [
        r#"k = { "a"{0} }"#,
        r#"k = { "a"{,0} }"#,
        r#"k = { "\u{110000}" }"#,
        r"k = { '\u{d800}'..'\u{dfff}' }",
    ] {
        let linted = lint_pest(&Peg::read("a.pest", text).unwrap());
        let ids: Vec<&str> = linted.findings.iter().map(|one| one.lint.id()).collect();
        assert_eq!(ids, ["refused"], "{text}");
    }
    // An expression that is too deep for pest is undecided.
    let marks = format!("k = {{ {}\"x\" }}", "!".repeat(5_000));
    let options = format!("k = {{ \"x\"{} }}", "?".repeat(10_000));
    for text in [&marks, &options, r#"k = { "a"{100000} }"#] {
        let linted = lint_pest(&Peg::read("a.pest", text).unwrap());
        assert_eq!(linted.undecided, ["k"]);
    }
}

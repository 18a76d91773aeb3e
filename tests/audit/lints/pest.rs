//! Lints of pest grammars: witnesses run by `pest_vm`, and random grammars.

use pest_meta::parser::Rule as Token;
use pest_meta::{optimizer, parser};
use pest_vm::Vm;
use proptest::prelude::*;
use urispec_audit::Peg;
use urispec_audit::lint::{Finding, Lint};

use super::lint;
use crate::scaled;
use crate::support::Numbers;

/// Returns whether pest's own machine does with the witness what the finding reports.
pub(super) fn is_confirmed(text: &str, finding: &Finding) -> bool {
    // `crates/audit/tests/slow_rules.rs` runs pest on these, in a process of its own.
    let (Some(witness), None) = (&finding.witness, &finding.attack) else { return true };
    let [span, within] = [&finding.span, &finding.within].map(|span| &text[span.clone()]);
    let before = text[..finding.span.start].rsplit('=').next().unwrap_or_default();
    let kind = ["@", "$", "!"].into_iter().find(|kind| before.trim_start().starts_with(kind));
    let kind = kind.unwrap_or_default();
    let end = |kind: &str, expr: &str| {
        let probe = format!("{text}\nprobed_expression = {kind}{{ {expr} }}");
        end(&vm(&probe), "probed_expression", witness)
    };
    let whole = Some(witness.len());
    match finding.lint {
        Lint::PrefixShadowed | Lint::PartlyShadowed => {
            end(kind, span) == whole && end(kind, within) != whole
        }
        Lint::Ambiguous => end(kind, span) == whole && end(kind, within) == whole,
        // The alternative may be part of a look-ahead.
        Lint::Shadowed => end(kind, span).is_some() && end(kind, within).is_some(),
        lint if is_never(lint) || lint == Lint::PartlyGreedy => end(kind, within).is_none(),
        // pest refuses the name, which it reads without the lookahead.
        Lint::KeywordPrefix => {
            let name = within[span.len()..].trim_start_matches([' ', '~']);
            end(kind, within).is_none() && end(kind, name) == whole
        }
        Lint::BlankInToken => end("", span) == whole && end("@", span) != whole,
        Lint::TwoLanguages => (end("", span) == whole) != (end("@", span) == whole),
        _ => false,
    }
}

/// Returns whether a lint reports that an expression never succeeds.
fn is_never(lint: Lint) -> bool {
    matches!(lint, Lint::NeverMatches | Lint::Contradiction | Lint::Greedy)
}

fn vm(grammar: &str) -> Vm {
    let pairs = parser::parse(Token::grammar_rules, grammar).unwrap();
    Vm::new(optimizer::optimize(parser::consume_rules(pairs).unwrap()))
}

/// Returns where pest ends a rule on a text.
fn end(vm: &Vm, rule: &str, text: &str) -> Option<usize> {
    Some(vm.parse(rule, text).ok()?.next()?.as_span().end())
}

/// After all fixes, made one after the other as by `lint --fix`, each rule still reads what it read before.
#[test]
fn fixes_of_random_grammars_keep_what_every_rule_reads() {
    let count = scaled(30, 20_000);
    let mut numbers = Numbers(62_141_592);
    let all = strings(&["a", "b", " "], 4);
    let mut made = 0;
    for number in 0..count {
        const LEAVES: [&str; 7] =
            ["\"a\"", "\"b\"", "\"ab\"", "!\"b\" ~ \"a\"", "&\"a\" ~ \"ab\"", "\"a\"?", "\"b\"*"];
        let mut text = ["", "WHITESPACE = _{ \" \" }\n"][numbers.below(3).min(1)].to_owned();
        for rule in 0..3 {
            let choices: Vec<String> = (0..1 + numbers.below(3))
                .map(|_| {
                    let parts = (0..1 + numbers.below(2)).map(|_| match numbers.below(3) {
                        0 if rule < 2 => format!("r{}", rule + 1 + numbers.below(2 - rule)),
                        _ => LEAVES[numbers.below(LEAVES.len())].to_owned(),
                    });
                    parts.collect::<Vec<_>>().join(" ~ ")
                })
                .collect();
            let kind = ["", "", "@", "$", "!"][numbers.below(5)];
            text += &format!("r{rule} = {kind}{{ {} }}\n", choices.join(" | "));
        }
        if !Peg::read("a.pest", &text).unwrap().refused_by_pest().is_empty() {
            continue;
        }
        let mut mended = text.clone();
        let mend = |text: &str| lint("pest", text).findings.into_iter().find_map(|one| one.mend);
        while let Some(mend) = mend(&mended) {
            mended = mend.applied(&mended);
            made += 1;
        }
        let [before, after] = [&text, &mended].map(|text| vm(text));
        for (rule, one) in
            ["r0", "r1", "r2"].into_iter().flat_map(|rule| all.iter().map(move |one| (rule, one)))
        {
            let reads = |vm: &Vm| end(vm, rule, one) == Some(one.len());
            assert!(
                !reads(&before) || reads(&after),
                "grammar {number}: {rule} loses {one:?}\n{text}{mended}"
            );
        }
    }
    assert!(made > count / 10, "only {made} fixes were made");
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

proptest! {
    #![proptest_config(ProptestConfig {
        cases: scaled(80, 20_000) as u32, max_global_rejects: 1 << 20, ..ProptestConfig::default()
    })]

    /// Findings about all inputs hold for every short one, witnesses do what the finding reports, and fixes lose nothing.
    #[test]
    fn findings_on_random_rules_are_true(rule in expression(), other in expression(), has_blanks in any::<bool>()) {
        let blanks = if has_blanks { "WHITESPACE = _{ \"_\" }\n" } else { "" };
        let text = format!("rule = {{ {rule} }}\nother = {{ {} }}\n{blanks}", other.replace("other", "\"b\""));
        let refused = |text: &str| !Peg::read("a.pest", text).unwrap().refused_by_pest().is_empty();
        prop_assume!(!refused(&text));
        let all = if has_blanks { strings(&["a", "b", "_"], 5) } else { strings(&["a", "b"], 6) };
        for finding in lint("pest", &text).findings {
            prop_assert!(is_confirmed(&text, &finding), "{text}{finding:?}");
            if is_never(finding.lint) {
                let vm = vm(&format!("{text}\nprobe = {{ {} }}", &text[finding.within.clone()]));
                let read = all.iter().find(|one| vm.parse("probe", one).is_ok());
                prop_assert_eq!(read, None, "{}{:?}", text, finding);
            }
            let Some(mend) = &finding.mend else { continue };
            let mended = mend.applied(&text);
            prop_assert!(!refused(&mended), "{mended}");
            let [before, after] = [&text, &mended].map(|text| vm(text));
            for (one, name) in all.iter().flat_map(|one| ["rule", "other"].map(|name| (one, name))) {
                let [before, after] = [&before, &after].map(|vm| end(vm, name, one));
                // Removing what is never chosen or decides nothing changes nothing; moving it loses nothing that is read.
                let is_moved = finding.lint == Lint::PrefixShadowed;
                let is_kept = before == after || is_moved && before != Some(one.len());
                prop_assert!(is_kept, "{}{:?} {name} {:?}: {:?} {:?}", text, finding, one, before, after);
            }
        }
    }
}

//! Random small grammars: the automaton against pest's own machine, on all short strings.

use pest_meta::ast::{Expr, Rule, RuleType};
use pest_meta::optimizer::optimize;
use pest_vm::Vm;
use proptest::prelude::*;
use urispec::audit::peg::Peg;

/// What the rules of a grammar are called; each calls later ones, and itself at its end.
const NAMES: [&str; 3] = ["one", "two", "three"];

fn leaf(rule: usize) -> impl Strategy<Value = Expr> {
    let texts = ["", "a", "b", "ab", "ba", "é"].map(str::to_owned);
    let text = prop::sample::select(texts.to_vec());
    let range = prop::sample::select(vec![('a', 'a'), ('a', 'b'), ('b', 'é'), ('b', 'a')]);
    let name: Vec<_> = ["ANY", "SOI", "EOI", "ASCII_ALPHA_LOWER"].into_iter().collect();
    let later = NAMES[(rule + 1).min(2)..].to_vec();
    prop_oneof![
        6 => text.clone().prop_map(Expr::Str),
        1 => text.prop_map(Expr::Insens),
        2 => range.prop_map(|(first, last)| Expr::Range(first.into(), last.into())),
        1 => prop::sample::select(name).prop_map(|name| Expr::Ident(name.to_owned())),
        2 => prop::sample::select(later).prop_map(move |name| match rule {
            2 => Expr::Str("b".to_owned()),
            _ => Expr::Ident(name.to_owned()),
        }),
    ]
}

fn expr(rule: usize) -> impl Strategy<Value = Expr> {
    leaf(rule).prop_recursive(4, 16, 2, |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        let two = (boxed.clone(), boxed.clone());
        let counted = (boxed.clone(), 0..3_u32, 1..4_u32);
        prop_oneof![
            6 => two.clone().prop_map(|(left, right)| Expr::Seq(left, right)),
            6 => two.clone().prop_map(|(left, right)| Expr::Choice(left, right)),
            1 => boxed.clone().prop_map(Expr::PosPred),
            2 => boxed.clone().prop_map(Expr::NegPred),
            1 => boxed.clone().prop_map(Expr::Opt),
            2 => boxed.clone().prop_map(Expr::Rep),
            1 => boxed.clone().prop_map(Expr::RepOnce),
            1 => counted.clone().prop_map(|(inner, _, times)| Expr::RepExact(inner, times)),
            1 => counted.clone().prop_map(|(inner, min, _)| Expr::RepMin(inner, min)),
            1 => counted.clone().prop_map(|(inner, _, max)| Expr::RepMax(inner, max)),
            1 => counted.prop_map(|(inner, min, max)| Expr::RepMinMax(inner, min, max)),
            // What pest's optimizer looks for: a list, a search, alternatives that begin alike.
            1 => two.clone().prop_map(|(item, comma)| {
                let items = Expr::Rep(Box::new(Expr::Seq(item.clone(), comma)));
                Expr::Seq(Box::new(items), item)
            }),
            1 => boxed.prop_map(|stop| {
                let any = Box::new(Expr::Ident("ANY".to_owned()));
                Expr::Rep(Box::new(Expr::Seq(Box::new(Expr::NegPred(stop)), any)))
            }),
            1 => two.prop_map(|(first, rest)| {
                let longer = Box::new(Expr::Seq(first.clone(), rest));
                Expr::Choice(longer, first)
            }),
        ]
    })
}

fn rule(number: usize) -> impl Strategy<Value = Rule> {
    let kinds = [RuleType::Normal, RuleType::Atomic, RuleType::CompoundAtomic, RuleType::NonAtomic];
    let last = prop::sample::select(vec![false, false, true]);
    (expr(number), prop::sample::select(kinds.to_vec()), last).prop_map(move |(expr, ty, last)| {
        let name = NAMES[number].to_owned();
        let again = || Expr::Opt(Box::new(Expr::Ident(name.clone())));
        let expr = if last { Expr::Seq(Box::new(expr), Box::new(again())) } else { expr };
        Rule { name, ty, expr }
    })
}

fn printed(rules: &[Rule]) -> String {
    let rule = |rule: &Rule| {
        let kind = match rule.ty {
            RuleType::Normal => "",
            RuleType::Silent => "_",
            RuleType::Atomic => "@",
            RuleType::CompoundAtomic => "$",
            RuleType::NonAtomic => "!",
        };
        format!("{} = {kind}{{ {} }}\n", rule.name, rule.expr)
    };
    rules.iter().map(rule).collect()
}

/// Every string of up to six letters, and some that are no ASCII.
fn strings() -> Vec<String> {
    let mut strings = vec![String::new()];
    let mut begin = 0;
    for _ in 0..6 {
        let end = strings.len();
        for at in begin..end {
            strings.extend(["a", "b"].map(|letter| strings[at].clone() + letter));
        }
        begin = end;
    }
    strings
        .extend(["é", "aé", "éb", "éé", "abéa", "B", "AB", "b\u{200b}", "😀"].map(str::to_owned));
    strings
}

fn reads_all(vm: &Vm, rule: &str, text: &str) -> bool {
    vm.parse(rule, text)
        .is_ok_and(|mut pairs| pairs.next().is_some_and(|pair| pair.as_span().end() == text.len()))
}

#[track_caller]
fn check(rules: Vec<Rule>, strings: &[String]) -> Result<(), TestCaseError> {
    let text = printed(&rules);
    // Left recursion, or a repetition that never ends, which the machine would run.
    let Ok(peg) = Peg::read("random.pest", &text) else { return Err(TestCaseError::reject("")) };
    prop_assert!(peg.refused().is_empty() || peg.refused()[0].to_string().contains("recursion"));
    let decided = peg.decide();
    let vm = Vm::new(optimize(rules));
    for (start, rule) in decided.rules.iter().enumerate() {
        for string in strings {
            let expected = reads_all(&vm, rule, string);
            let matches = decided.dfa.matches(start, string.as_bytes());
            prop_assert_eq!(matches, expected, "{} on {:?} of\n{}", rule, string, text);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_global_rejects: 100_000, ..ProptestConfig::with_cases(1_000) })]
    #[test]
    fn the_automaton_is_the_machine(rules in (rule(0), rule(1), rule(2))) {
        check(vec![rules.0, rules.1, rules.2], &strings())?;
    }
}

/// pest makes `e ~ (rest ~ e)*` of `(e ~ rest)* ~ e`, which leaves the last `rest` behind.
#[test]
fn the_optimizer_is_part_of_pest() {
    let text = r#"list = { ("a" ~ ",")* ~ "a" } main = { list ~ "," }"#;
    let decided = Peg::read("list.pest", text).unwrap().decide();
    assert_eq!(decided.dfa.shortest(1).as_deref(), Some(&b"a,"[..]));
    let (_, rules) = pest_meta::parse_and_optimize(text).unwrap();
    assert!(reads_all(&Vm::new(rules), "main", "a,"));
}

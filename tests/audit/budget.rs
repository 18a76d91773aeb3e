//! Each production has a budget of its own, and says itself why it is not decided.

use std::time::Duration;

use urispec_audit::{
    Deadline, GrammarPair, GrammarText, Notation, Report, Verdict, audit, audit_reached,
};

use crate::scaled;

fn pair(printed: &str, pest: &str) -> GrammarPair {
    let text = |file, text| GrammarText { file, text };
    GrammarPair::read(Notation::Abnf, text("a.abnf", printed), None, text("a.pest", pest)).unwrap()
}

fn of(printed: &str, pest: &str) -> Report {
    let pair = pair(printed, pest);
    audit(&pair, &[&pair.printed.productions[0].name]).unwrap()
}

#[track_caller]
fn why(report: &Report, name: &str) -> String {
    match &report.production(name).unwrap().verdict {
        Verdict::Undecided(why) => why.clone(),
        other => panic!("{name}: {other:?}"),
    }
}

/// Two loops of 9973 and 9967 bytes have 99 million states together, and the shortest string of the
/// second is found all the same: once round, and its last byte.
#[test]
fn a_difference_shows_before_the_budget_is_spent() {
    let report = of("a = 1*(9973\"a\") \"b\" / 1*(9967\"a\") \"c\"\n", "a = { \"a\" }");
    let only_printed = [vec![b'A'; 9967], vec![b'C']].concat();
    let (only_printed, only_pest) = (Some(only_printed), Some(b"a".to_vec()));
    let verdict = &report.production("a").unwrap().verdict;
    assert_eq!(*verdict, Verdict::Differs { only_printed, only_pest });
    // Whether the alternatives share a string would take all pairs of their states.
    assert_eq!(report.unknown.len(), 1);
    assert!(report.unknown[0].why.starts_with("to compare its 2 alternatives takes more than "));
}

const WIDE: &str = "wide = *( \"a\" / \"b\" ) \"a\" 20( \"a\" / \"b\" )\n\
                    small = \"x\" / \"yz\"\nuser = \"u\" wide\n";
const WIDE_PEST: &str = "ab = { ^\"a\" | ^\"b\" }\nend = { ^\"a\" ~ ab{20} ~ EOI }\n\
                         wide = { (!end ~ ab)* ~ end }\n\
                         small = { ^\"x\" | ^\"yz\" }\nuser = { ^\"u\" ~ wide }\n";

/// Whether the 21st byte from the end is an `a` takes 2 to the power of 21 states. No string tells the
/// two apart.
#[test]
fn what_blows_up_takes_nothing_else_with_it() {
    let report = of(WIDE, WIDE_PEST);
    let small = report.production("small").unwrap();
    assert_eq!((&small.verdict, small.size), (&Verdict::Equal, Some(4)));
    let large = "a.abnf, line 1: the automaton of `wide` has more than 20000 states";
    let probed = "no string of at most 14 characters out of \"ab\" tells the two apart";
    assert_eq!(why(&report, "wide"), format!("{large}; {probed}"));
    assert!(
        why(&report, "user").starts_with(&format!("user → wide: {large}; no string of at most "))
    );
}

/// Of a production that is too large a string is found that its rule rejects: the rule wants one byte
/// more. No automaton says that it is the shortest.
#[test]
fn what_blows_up_may_differ_all_the_same() {
    let report = of(WIDE, &WIDE_PEST.replace("(!end ~ ab)* ~ end", "(!end ~ ab)+ ~ end"));
    let (only_printed, only_pest) = (Some(b"a".repeat(21)), None);
    let verdict = &report.production("wide").unwrap().verdict;
    assert_eq!(*verdict, Verdict::Differs { only_printed, only_pest });
    let unknown = report.unknown.iter().find(|one| one.name == "wide").unwrap();
    assert!(unknown.why.ends_with("whether the witnesses are the shortest"), "{}", unknown.why);
}

#[test]
fn only_what_is_reached_is_built() {
    let pair = pair(WIDE, WIDE_PEST);
    let report = audit_reached(&pair, &["small"]).unwrap();
    let names: Vec<_> = report.productions.iter().map(|one| &*one.name).collect();
    assert_eq!((names, report.is_clean()), (vec!["small"], true));
    assert_eq!(report.unreachable, ["wide", "user"]);
    assert_eq!((report.refused, report.unknown, report.unprinted), (vec![], vec![], vec![]));
}

/// Productions that only call each other are one language, however many they are.
#[test]
fn a_chain_of_productions() {
    let count = scaled(400, 2_000);
    let chain: String = (0..count).map(|n| format!("a{n} = a{}\n", n + 1)).collect();
    let report = of(&format!("{chain}a{count} = \"xy\"\n"), "a0 = { ^\"xy\" } a200 = { ^\"x\" }");
    let found = |name| report.production(name).unwrap();
    assert_eq!((&found("a0").verdict, found("a0").size), (&Verdict::Equal, Some(4)));
    let (only_printed, only_pest) = (Some(b"XY".to_vec()), Some(b"X".to_vec()));
    assert_eq!(found("a200").verdict, Verdict::Differs { only_printed, only_pest });
    assert_eq!(found("a399").verdict, Verdict::Missing);
}

/// A rule of words, all of which begin alike, and the production that prints them.
fn words(count: usize) -> [String; 2] {
    let all =
        |quote: &str| (0..count).map(|n| format!("{quote}keyword{n:05}x\"")).collect::<Vec<_>>();
    let printed = format!("word = {}\n", all("%s\"").join(" / "));
    [
        printed,
        format!("word = {{ {} }}\nname = {{ word ~ !\"y\" ~ ANY* }}\n", all("\"").join(" | ")),
    ]
}

#[test]
fn as_many_words_as_there_are() {
    let [printed, pest] = words(3_000);
    let report = of(&printed, &pest);
    assert_eq!(report.production("word").unwrap().verdict, Verdict::Equal);
    assert_eq!((&*report.refused, &*report.never_taken), (&[][..], &[][..]));
    // One is missing.
    let report = of(&printed, &pest.replace("\"keyword02042x\" | ", ""));
    let (only_printed, only_pest) = (Some(b"keyword02042x".to_vec()), None);
    let verdict = &report.production("word").unwrap().verdict;
    assert_eq!(*verdict, Verdict::Differs { only_printed, only_pest });
    // One begins another, and comes before it.
    let report = of(&printed, &pest.replace("\"keyword00000x\"", "\"keyword0204\""));
    let (only_printed, only_pest) =
        (Some(b"keyword00000x".to_vec()), Some(b"keyword0204".to_vec()));
    let verdict = &report.production("word").unwrap().verdict;
    assert_eq!(*verdict, Verdict::Differs { only_printed, only_pest });
    let never: Vec<usize> = report.never_taken.iter().map(|one| one.alternative).collect();
    assert_eq!(never, (2_041..2_051).collect::<Vec<_>>());
}

/// The time is spent before the first search: nothing is known, and nothing else is lost.
#[test]
fn after_the_deadline_all_is_undecided() {
    let passed = || Deadline::after(Duration::ZERO);
    let spent = "the budget of 0 s is spent; raise --budget";
    let nests = "a = \"(\" a \")\" / \"x\"\nb = \"x\"\n";
    let nests = pair(
        nests,
        "a = { \"(\" ~ a ~ \")\" | ^\"x\" } b = { \"x\" | \"X\" | \"x\" } c = { \"x\" }",
    );
    let report = audit(&nests.with_deadline(passed()), &["a"]).unwrap();
    assert_eq!((why(&report, "a"), why(&report, "b")), (spent.to_owned(), spent.to_owned()));
    assert_eq!((&*report.unprinted, report.is_clean()), (&["c".to_owned()][..], false));
    // Of words it is seen without a search.
    let never: Vec<_> =
        report.never_taken.iter().map(|one| (&*one.rule, one.alternative)).collect();
    assert_eq!(never, [("b", 3)]);
}

/// A core rule that the printed grammar does not use has nothing to do with a rule of its name.
#[test]
fn core_rules_that_nobody_uses() {
    let report = of("a = %x78\n", "a = { \"x\" } char = { \"y\" }");
    assert!(report.is_clean() && report.productions.len() == 1);
    assert_eq!(report.unprinted, ["char"]);
    let report = of("a = WSP\n", "a = { sp | \"\\t\" } sp = { \" \" }");
    assert_eq!(report.productions.iter().map(|one| &*one.name).collect::<Vec<_>>(), ["a", "SP"]);
    let pair = pair("a = %x78\n", "a = { \"x\" } letter = { 'a'..'z' }");
    let pair = pair.with_map([("ALPHA", "letter")]).unwrap();
    assert_eq!(audit(&pair, &["a"]).unwrap().productions[1].name, "ALPHA");
}

#[test]
fn names_that_are_mapped() {
    let new =
        || pair("COMMENT = %x78\nb = %x79\n", "comment = { \"x\" } b = { \"y\" } c = { \"x\" }");
    let report = audit(&new().with_map([("COMMENT", "c")]).unwrap(), &["COMMENT"]).unwrap();
    assert!(report.is_clean());
    assert_eq!(
        (&*report.productions[0].rules, &*report.unprinted),
        (&["c".into()][..], &["comment".into()][..])
    );
    let error = |map| new().with_map(map).unwrap_err().to_string();
    assert!(error([("d", "c"), ("b", "c")]).contains("no production `d`"));
    assert!(error([("b", "d"), ("b", "c")]).contains("no rule `d`"));
    assert!(error([("b", "b"), ("b", "c")]).contains("`b` is given two rules"));
}

/// A last line of blanks, without an end of line.
#[test]
fn a_last_line_of_blanks() {
    for (notation, text) in [
        (Notation::Abnf, "a = \"x\"\n  \t"),
        (Notation::Bnf, "a = \"x\"\n  "),
        (Notation::Rfc1630, "aa x\n  "),
    ] {
        let printed = GrammarText { file: "a", text };
        let pest = GrammarText { file: "a.pest", text: "a = { \"x\" }" };
        assert!(GrammarPair::read(notation, printed, None, pest).is_ok(), "{text:?}");
    }
}

//! Suites of small grammars, whose mutants were worked out manually.

use std::time::Duration;

use grammar_automata::build::Deadline;
use grammar_notation::{GrammarText, Notation, Printed, PrintedReader};
use grammar_regex::{Dialect, Matching, Pattern};

use super::{Mutant, MutantKind, MutantState, MutantSuite};
use crate::any::AnyGrammar;

fn printed(text: &str) -> Printed {
    PrintedReader::new(Notation::Abnf).read(GrammarText { file: "a.abnf", text }).unwrap()
}

fn suite(text: &str, like: &[&str]) -> MutantSuite {
    let grammar = AnyGrammar::printed(printed(text));
    MutantSuite::builder(&grammar, "a").like(like).build().unwrap()
}

fn named(mutants: &[Mutant]) -> Vec<String> {
    mutants.iter().map(Mutant::to_string).collect()
}

/// Returns each string with its verdict and its reason.
fn cases(suite: &MutantSuite) -> Vec<(String, bool, String)> {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let cases = suite.cases.iter();
    cases.map(|case| (text(&case.input), case.is_valid, case.reason.clone())).collect()
}

#[test]
fn every_kind_of_mutant_is_generated() {
    let suite = suite("a = b [ \":\" 1*2%x30-39 ]\nb = %x61-63 / \"x\"\n", &["a:1"]);
    assert_eq!(
        named(&suite.mutants),
        [
            "a: `b` may be missing",
            "a: `\":\" 1*2%x30-39` required",
            "a: without `[ \":\" 1*2%x30-39 ]`",
            "a: `[ \":\" 1*2%x30-39 ]` also twice",
            "a: `1*2%x30-39` at least twice",
            "a: `1*2%x30-39` at most once",
            "a: `1*2%x30-39` also 0 times",
            "a: `1*2%x30-39` also 3 times",
            "a: `/` in `0-9` of `a`",
            "a: `:` in `0-9` of `a`",
            "a: no `0` in `0-9` of `a`",
            "a: no `9` in `0-9` of `a`",
            // The characters at the bounds of a to c and of x, X: the first that is used nowhere.
            "b: `W` in `b`",
            "b: without `%x61-63`",
            "b: no `a` in `b`",
            "b: no `c` in `b`",
            "b: without `\"x\"`",
            "b: the case of `x` matters",
        ]
    );
    assert!(suite.mutants.iter().all(Mutant::differs));
    assert_eq!(suite.mutants[4].kind, MutantKind::TooStrict);
    // Some string kills each mutant.
    let mut is_killed = vec![false; suite.mutants.len()];
    suite.cases.iter().flat_map(|case| &case.kills).for_each(|&at| is_killed[at] = true);
    assert_eq!(is_killed, vec![true; suite.mutants.len()]);
    assert!(suite.bound <= suite.cases.len());
}

#[test]
fn a_literal_has_cases_for_emptiness_and_case() {
    let cases = cases(&suite("a = \"x\"\n", &["x"]));
    let wanted =
        [("", false, "`a` cannot be empty"), ("X", true, "the case of `x` does not matter in `a`")];
    assert_eq!(
        cases,
        wanted.map(|(text, is_valid, why)| (text.to_owned(), is_valid, why.to_owned()))
    );
}

#[test]
fn a_mutant_that_no_string_kills_is_equal() {
    let suite = suite("a = *b [ b ]\nb = \"1\"\n", &["1"]);
    let equal: Vec<String> = suite.equal().map(Mutant::to_string).collect();
    // `[ b ]` adds nothing to `*b`, so it may be dropped, doubled, or required if `*b` may be empty.
    let wanted = ["a: without `[ b ]`", "a: `[ b ]` also twice", "b: `\"1\"` may be missing"];
    assert_eq!(equal, wanted);
    // The empty string kills the mutant that requires one; three kill the one that allows at most two.
    let wanted = [("", "`b` may be missing from `a`"), ("111", "`a` may have more than 1 `b`")];
    assert_eq!(cases(&suite), wanted.map(|(text, why)| (text.to_owned(), true, why.to_owned())));
}

#[test]
fn reasons_shown_by_one_string_are_joined() {
    let suite = suite("a = *b\nb = \"-\" / \".\" / %x61-7A\n", &["x"]);
    let cases = cases(&suite);
    let wanted = ("-.".to_owned(), true, "`b` may be `\"-\"` or `\".\"`".to_owned());
    assert!(cases.contains(&wanted), "{cases:?}");
}

#[test]
fn listed_mistakes_are_mutants() {
    let grammar = AnyGrammar::printed(printed("a = *DIGIT\n"));
    let mistakes =
        printed("; A number may have any length\n; source: many programs\na = *3DIGIT\n");
    let suite = MutantSuite::builder(&grammar, "a").mistakes(&mistakes).build().unwrap();
    let mutant = &suite.mutants[0];
    assert_eq!(mutant.kind, MutantKind::Mistake);
    assert_eq!(mutant.reason, "A number may have any length");
    assert_eq!(mutant.source.as_deref(), Some("many programs"));
    assert!(matches!(&mutant.state, MutantState::Differs { witness } if witness.len() == 4));
}

#[test]
fn an_unreadable_list_of_mistakes_is_an_error() {
    let grammar = AnyGrammar::printed(printed("a = *DIGIT\n"));
    let mistakes = printed("a = *3DIGIT\n\na = *5DIGIT\n");
    let error = MutantSuite::builder(&grammar, "a").mistakes(&mistakes).build().unwrap_err();
    assert!(error.to_string().contains("twice"), "{error}");
}

#[test]
fn a_score_lists_survivors_and_missing_strings() {
    let suite = suite("a = [ \"-\" ] 1*DIGIT\n", &["-12"]);
    let score = suite.score(["-12", "7", "x"]);
    let survivors: Vec<String> = score
        .killed
        .iter()
        .filter(|(_, is_killed)| !is_killed)
        .map(|&(at, _)| suite.mutants[at].to_string())
        .collect();
    // `-12` and `7` kill the mutants that require a sign or two digits, or allow no sign or only one digit.
    assert_eq!(survivors, ["a: `[ \"-\" ]` also twice", "a: `1*DIGIT` also 0 times"]);
    let missing: Vec<&[u8]> = score.missing.iter().map(|case| &*case.input).collect();
    assert_eq!(missing, [b"--12".as_slice(), b""]);
    let own = suite.score(suite.cases.iter().map(|case| &case.input));
    assert!(own.missing.is_empty() && own.killed.iter().all(|&(_, is_killed)| is_killed));
}

#[test]
fn equal_parts_and_counted_options_are_mutated_once() {
    let suite = suite("a = b \".\" b \".\" [ *2( b \"-\" ) b ]\nb = \"1\"\n", &["1.1."]);
    let named = named(&suite.mutants);
    assert_eq!(named.iter().filter(|one| one.ends_with("`b` may be missing")).count(), 1);
    assert!(named.contains(&"a: `*2(b \"-\")` also 3 times".to_owned()), "{named:?}");
    assert!(!named.iter().any(|one| one.ends_with("also twice")), "{named:?}");
}

fn suite_by_use(text: &str, like: &[&str]) -> MutantSuite {
    let grammar = AnyGrammar::printed(printed(text));
    MutantSuite::builder(&grammar, "a").like(like).each_use().build().unwrap()
}

#[test]
fn each_use_is_changed_by_itself() {
    let suite = suite_by_use("a = b \"-\" c\nb = d\nc = [ d ] d\nd = \"1\" / \"2\"\n", &["1-1"]);
    let of_use = suite.mutants.iter().filter(|one| one.place.is_some());
    let of_use: Vec<String> = of_use.map(Mutant::to_string).collect();
    let uses = ["d within b", "the 1st d within c", "the 2nd d within c"];
    for one in uses {
        assert!(of_use.contains(&format!("{one}: without `\"2\"`")), "{of_use:?}");
    }
    let is_of_uses = |one: &String| uses.iter().any(|place| one.starts_with(&format!("{place}: ")));
    assert!(of_use.iter().all(is_of_uses), "{of_use:?}");
    // Every mutant is killed by a string, and the string is judged by the automata of the grammar and the mutant.
    for (at, mutant) in suite.mutants.iter().enumerate().filter(|(_, one)| one.differs()) {
        assert!(suite.cases.iter().any(|case| case.kills.contains(&at)), "{mutant}");
    }
}

#[test]
fn a_use_is_a_chain_of_calls() {
    let text = "a = b / \"-\" c / \"+\" e\nb = *d \".\"\nc = *d\ne = 1*d\nd = \"x\" / \"y\"\n";
    let suite = suite_by_use(text, &["x."]);
    let mut places: Vec<&str> =
        suite.mutants.iter().filter_map(|one| one.place.as_deref()).collect();
    places.dedup();
    assert!(places.contains(&"d within c"), "{places:?}");
    let reasons: Vec<&str> = suite.mutants.iter().map(|one| &*one.reason).collect();
    assert!(reasons.contains(&"`d` within `c` may be `\"y\"`"), "{reasons:?}");
}

#[test]
fn recursive_productions_have_uses() {
    let suite = suite_by_use("a = b \"-\" b\nb = \"x\" [ b ]\n", &["x-x"]);
    let differs =
        |name: &str| suite.mutants.iter().any(|one| one.to_string() == name && one.differs());
    // All `x` of the second use are changed, not only the first one.
    assert!(differs("the 2nd b within a: `\"x\"` may be missing"), "{:?}", named(&suite.mutants));
    let at = suite
        .mutants
        .iter()
        .position(|one| one.to_string() == "the 2nd b within a: the case of `x` matters");
    assert!(suite.killed_by(b"x-xX").contains(&at.unwrap()));
    assert!(!suite.killed_by(b"xX-x").contains(&at.unwrap()));
}

#[test]
fn classes_are_widened_by_unused_marks_and_by_siblings() {
    let suite = suite_by_use("a = b *( b / \"-\" )\nb = %x41-5A / %x61-7A\n", &["x"]);
    let named = named(&suite.mutants);
    for fault in ["`-` in `b` of `a`", "`|` in `b / \"-\"` of `a`", "a space in `b / \"-\"` of `a`"]
    {
        assert!(named.contains(&format!("a: {fault}")), "{named:?}");
    }
}

#[test]
fn rules_of_pest_have_no_uses() {
    let grammar = GrammarText { file: "a.pest", text: "a = { \"x\" }" };
    let grammar = AnyGrammar::read_pest(grammar).unwrap();
    let error = MutantSuite::builder(&grammar, "a").each_use().build().unwrap_err();
    assert!(error.to_string().starts_with("a.pest is not in ABNF"), "{error}");
}

/// Returns the suite of the rule `a` of a pest grammar.
fn suite_of_pest(text: &str) -> MutantSuite {
    let grammar = AnyGrammar::read_pest(GrammarText { file: "a.pest", text }).unwrap();
    MutantSuite::builder(&grammar, "a").build().unwrap()
}

/// Returns the mutants, each with its witness.
fn witnesses(suite: &MutantSuite) -> Vec<(String, Option<&str>)> {
    let cases = suite.mutants.iter().map(|one| {
        let witness = match &one.state {
            MutantState::Equal => None,
            MutantState::Differs { witness } => Some(std::str::from_utf8(witness).unwrap()),
            MutantState::Undecided { why } => panic!("{one}: {why}"),
        };
        (one.to_string(), witness)
    });
    cases.collect()
}

#[test]
fn pest_rules_have_mutants_of_look_aheads_and_order() {
    let suite = suite_of_pest("a = { \"x\" ~ !\"y\" ~ b{2} | \"7\" }\nb = { 'u'..'y' }\n");
    let cases = witnesses(&suite);
    let cases: Vec<(&str, Option<&str>)> =
        cases.iter().map(|(name, witness)| (&**name, *witness)).collect();
    assert_eq!(
        cases,
        [
            // No character of the grammar is next to 7, so any neighbor is used.
            ("a: `6` in `a`", Some("6")),
            ("a: without `\"x\" ~ !\"y\" ~ b{2}`", Some("xuu")),
            // Both begin differently, so their order does not matter.
            ("a: `\"7\"` before `\"x\" ~ !\"y\" ~ b{2}`", None),
            ("a: `\"x\"` may be missing in `\"x\" ~ !\"y\" ~ b{2}`", Some("uu")),
            ("a: the case of `x` does not matter in `\"x\" ~ !\"y\" ~ b{2}`", Some("Xuu")),
            ("a: without `!\"y\"` in `\"x\" ~ !\"y\" ~ b{2}`", Some("xyu")),
            ("a: `b{2}` also once in `\"x\" ~ !\"y\" ~ b{2}`", Some("xu")),
            ("a: `b{2}` also 3 times in `\"x\" ~ !\"y\" ~ b{2}`", Some("xuuu")),
            ("a: without `\"7\"`", Some("7")),
            ("a: `\"7\"` may be missing", Some("")),
            ("b: `t` in `b`", Some("xut")),
            ("b: `z` in `b`", Some("xuz")),
            ("b: no `u` in `b`", Some("xuu")),
            ("b: no `y` in `b`", Some("xuy")),
        ]
    );
}

#[test]
fn swapping_alternatives_is_a_mutant() {
    let suite = suite_of_pest("a = { \"p\" | \"pq\" }\n");
    let swapped = suite.mutants.iter().find(|one| one.kind == MutantKind::Order).unwrap();
    assert_eq!(swapped.to_string(), "a: `\"pq\"` before `\"p\"`");
    assert_eq!(swapped.state, MutantState::Differs { witness: b"pq".to_vec() });
    // An unreachable alternative may be removed.
    let equal: Vec<String> = suite.equal().map(Mutant::to_string).collect();
    assert!(equal.contains(&"a: without `\"pq\"`".to_owned()), "{equal:?}");
}

#[test]
fn a_grammar_that_pest_refuses_is_not_a_mutant() {
    // `("x"?)*` would never end.
    let suite = suite_of_pest("a = { b* }\nb = { \"x\" }\n");
    let named = named(&suite.mutants);
    assert!(!named.contains(&"b: `\"x\"` may be missing".to_owned()), "{named:?}");
    assert!(named.contains(&"a: `b*` at least once".to_owned()), "{named:?}");
}

#[test]
fn patterns_have_mutants_of_anchors_and_dots() {
    let pattern = Pattern::read(Dialect::EcmaScript, "^a\\.(?:b|[0-9])?$").unwrap();
    let grammar = AnyGrammar::pattern(pattern, Matching::Search);
    let suite = MutantSuite::builder(&grammar, "pattern").build().unwrap();
    let cases = witnesses(&suite);
    let cases: Vec<(&str, Option<&str>)> =
        cases.iter().map(|(name, witness)| (&**name, *witness)).collect();
    assert_eq!(
        cases,
        [
            ("pattern: without `^`", Some("aa.")),
            ("pattern: `a\\.` may be missing", Some("")),
            ("pattern: `.` without a backslash", Some("a0")),
            ("pattern: the case of `a.` does not matter", Some("A.")),
            ("pattern: `b|[0-9]` required", Some("a.")),
            ("pattern: without `(?:b|[0-9])?`", Some("a.0")),
            ("pattern: `(?:b|[0-9])?` also twice", Some("a.0b")),
            ("pattern: `/` in `b|[0-9]` of the pattern", Some("a./")),
            ("pattern: `a` in `b|[0-9]` of the pattern", Some("a.a")),
            ("pattern: without `b`", Some("a.b")),
            ("pattern: the case of `b` does not matter", Some("a.B")),
            ("pattern: without `[0-9]`", Some("a.0")),
            ("pattern: `/` in `[0-9]` of the pattern", Some("a./")),
            ("pattern: `:` in `[0-9]` of the pattern", Some("a.:")),
            ("pattern: no `0` in `[0-9]` of the pattern", Some("a.0")),
            ("pattern: no `9` in `[0-9]` of the pattern", Some("a.9")),
            ("pattern: without `$`", Some("a.a")),
        ]
    );
}

#[test]
fn a_spent_budget_is_an_error() {
    let spent = Deadline::after(Duration::ZERO);
    for grammar in [
        AnyGrammar::printed(printed("a = \"x\"\n")),
        AnyGrammar::read_pest(GrammarText { file: "a.pest", text: "a = { \"x\" }" }).unwrap(),
    ] {
        let error =
            MutantSuite::builder(&grammar.with_deadline(spent.clone()), "a").build().unwrap_err();
        assert!(
            error.to_string().ends_with("the budget of 0 s is spent; raise --budget"),
            "{error}"
        );
    }
}

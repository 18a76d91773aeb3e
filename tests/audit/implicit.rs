//! `WHITESPACE` and `COMMENT`, worked out by hand from what pest says of them: both are run between
//! the terms of a sequence and between repetitions, as often as they match, unless the rule is atomic
//! or is called from an atomic one.

use urispec_audit::{Atomicity, Decided, GrammarPair, GrammarText, Notation, Peg, Verdict, audit};

#[track_caller]
fn decide(text: &str) -> Decided {
    let decided = Peg::read("g.pest", text).unwrap().decide();
    assert!(decided.refused.is_empty(), "{:?}", decided.refused);
    decided
}

#[track_caller]
fn check(decided: &Decided, rule: &str, atomicity: Atomicity, has: &[&str], has_not: &[&str]) {
    let start = decided.start_in(rule, atomicity).unwrap();
    for (texts, expected) in [(has, true), (has_not, false)] {
        for text in texts {
            let found = decided.dfa.matches(start, text.as_bytes());
            assert_eq!(found, expected, "{rule}, {atomicity}: {text:?}");
        }
    }
}

use Atomicity::{Atomic, NonAtomic};

#[test]
fn blanks_stand_between_terms_and_not_around_them() {
    let decided = decide(
        "WHITESPACE = _{ \" \" }\npair = { \"a\" ~ \"b\" }\nmany = { \"a\"* }\nsome = { \"a\"+ ~ \"b\"? }\n\
         three = { \"a\"{3} }\nboth = { \"a\" | \"b\" }",
    );
    check(&decided, "pair", NonAtomic, &["ab", "a b", "a   b"], &[" ab", "ab ", "a\tb"]);
    // Between two repetitions, and not after the last: there is no term to come.
    check(&decided, "many", NonAtomic, &["", "a", "aa", "a  a"], &["a ", " ", " a"]);
    // After the last `a` comes a term, which reads nothing: the blanks before it are read.
    check(&decided, "some", NonAtomic, &["a", "a ", "a a  ", "a b", "aab"], &["a b ", " a"]);
    check(&decided, "three", NonAtomic, &["aaa", "a a a"], &["aa", "aaa "]);
    check(&decided, "both", NonAtomic, &["a", "b"], &["a ", "ab", "a b"]);
}

#[test]
fn comments_stand_between_blanks() {
    let decided = decide(
        "WHITESPACE = _{ \" \" }\nCOMMENT = { \"#\" ~ \"x\" ~ \"#\" }\npair = { \"a\" ~ \"b\" }",
    );
    // The comment is atomic itself, whatever its modifier says.
    check(&decided, "pair", NonAtomic, &["ab", "a #x# #x##x#  b", "a#x#b"], &["a# x#b", "a#b"]);
    let alone = decide("COMMENT = { \"#\" }\npair = { \"a\" ~ \"b\" }");
    check(&alone, "pair", NonAtomic, &["ab", "a##b"], &["a #b"]);
}

#[test]
fn what_is_called_from_an_atomic_rule_is_atomic() {
    let decided = decide(
        "WHITESPACE = { \" \" }\npair = { \"a\" ~ \"b\" }\nword = @{ pair ~ open }\nopen = !{ pair ~ \"c\" }\n\
         all = ${ pair ~ pair }",
    );
    check(&decided, "pair", NonAtomic, &["ab", "a b"], &[]);
    check(&decided, "pair", Atomic, &["ab"], &["a b"]);
    // `!{ … }` ends what began with `@{ … }`.
    check(&decided, "word", Atomic, &["ababc", "aba b  c"], &["a babc", "ab abc"]);
    check(&decided, "all", Atomic, &["abab"], &["ab ab", "a bab"]);
    let peg =
        Peg::read("g.pest", "WHITESPACE = { \" \" }\na = @{ b }\nb = { \"x\" ~ \"y\" }").unwrap();
    // A rule that only atomic rules call is atomic, and one that nobody calls is as it says.
    assert_eq!((peg.atomicities("a"), peg.atomicities("b")), (vec![Atomic], vec![Atomic]));
    assert!(peg.atomicities("c").is_empty());
}

#[test]
fn the_blanks_of_the_rest_are_taken_away_from_it() {
    // The blank between the two terms is read before the term that wants it.
    let decided =
        decide("WHITESPACE = { \" \" }\na = { \"x\" ~ \" y\" }\nb = { \"x\" ~ \"y\" ~ EOI }");
    let start = decided.start("a").unwrap();
    assert_eq!(decided.dfa.shortest(start), None);
    check(&decided, "b", NonAtomic, &["xy", "x y ", "xy   "], &[" xy"]);
}

#[test]
fn an_alternative_that_one_atomicity_takes_is_taken() {
    // Within `word` the first alternative reads no blank, and leaves `a b` to the second.
    let text = "WHITESPACE = { \" \" }\npair = { \"a\" ~ \"b\" | \"a b\" }\nmain = { pair }\n";
    let never = |text: &str| Peg::read("g.pest", text).unwrap().never_taken().never_taken.len();
    assert_eq!(never(text), 1);
    assert_eq!(never(&format!("{text}word = @{{ pair }}")), 0);
}

#[track_caller]
fn report(printed: &str, pest: &str) -> Vec<(String, Option<Atomicity>, Verdict)> {
    let printed = GrammarText { file: "g.abnf", text: printed };
    let pest = GrammarText { file: "g.pest", text: pest };
    let pair = GrammarPair::read(Notation::Abnf, printed, None, pest).unwrap();
    let report = audit(&pair, &["all"]).unwrap();
    report.productions.into_iter().map(|one| (one.name, one.atomicity, one.verdict)).collect()
}

#[test]
fn a_rule_that_is_reached_both_ways_is_judged_in_each() {
    let printed = "all = pair word\nword = pair\npair = \"a\" \"b\"\n";
    let pest = "WHITESPACE = { \" \" }\nall = { pair ~ word }\nword = @{ pair }\npair = { ^\"a\" ~ ^\"b\" }";
    let only = |text: &str| Verdict::Differs {
        only_printed: None,
        only_pest: Some(text.as_bytes().to_vec()),
    };
    let found = report(printed, pest);
    let expected = [
        ("all", None, only("AB AB")),
        ("word", None, Verdict::Equal),
        ("pair", Some(NonAtomic), only("A B")),
        ("pair", Some(Atomic), Verdict::Equal),
    ];
    assert_eq!(found, expected.map(|(name, how, verdict)| (name.to_owned(), how, verdict)));
    // Where both read the same strings there is one verdict.
    let pest = "WHITESPACE = { \" \" }\nall = { x ~ y }\nx = @{ y }\ny = { ^\"a\" }";
    let found = report("all = x y\nx = y\ny = \"a\"\n", pest);
    assert_eq!(found[2], ("y".to_owned(), None, Verdict::Equal));
}

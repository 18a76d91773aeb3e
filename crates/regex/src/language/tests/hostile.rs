//! Patterns designed to take much time or memory.

use super::*;
use crate::language::{Limits, NESTED};
use crate::scaled;

#[track_caller]
fn whole(tree: &Tree) -> Dfa {
    language(tree, Matching::Whole).unwrap()
}

#[test]
fn catastrophic_patterns_have_small_automata() {
    let (a, b) = (|| set("a"), || set("b"));
    let plus = |of| repeat(of, 1, None, Mode::Greedy);
    let catastrophic = seq([plus(plus(a())), Tree::End]);
    assert_eq!(whole(&catastrophic), whole(&plus(a())));
    assert_eq!(whole(&star(choice([a(), a()]))), whole(&star(a())));
    let mut nested = a();
    for _ in 0..50 {
        nested = star(nested);
    }
    assert_eq!(whole(&nested), whole(&star(a())));
    // (?:a?){200}a{200}
    let times = |of, number| repeat(of, number, Some(number), Mode::Greedy);
    let optional = repeat(a(), 0, Some(1), Mode::Greedy);
    let tree = seq([times(optional, 200), times(a(), 200)]);
    assert_eq!(whole(&tree), whole(&repeat(a(), 200, Some(400), Mode::Greedy)));
    let tree = seq([repeat(a(), 0, Some(200), Mode::Possessive), b()]);
    assert_eq!(whole(&tree), whole(&seq([repeat(a(), 0, Some(200), Mode::Greedy), b()])));
}

#[test]
fn patterns_that_are_too_large_are_refused() {
    let (a, ab) = (|| set("a"), || set("ab"));
    let times = |of, number| repeat(of, number, Some(number), Mode::Greedy);
    let fortieth = seq([star(ab()), a(), times(ab(), 40)]);
    let error = language(&fortieth, Matching::Whole).unwrap_err();
    assert!(matches!(error, LanguageError::States(_) | LanguageError::Steps(_)), "{error}");
    let long = times(times(times(a(), 1_000), 1_000), 1_000);
    assert_eq!(language(&long, Matching::Whole), Err(LanguageError::States(Limits::USUAL.states)));
    let many = times(choice([ahead(a()), set("b")]), u32::MAX);
    assert!(matches!(language(&many, Matching::Whole), Err(LanguageError::Steps(_))));
    let huge = Tree::Sequence(vec![a(); scaled(60_000, 6_000_000)]);
    let error = language(&huge, Matching::Whole).unwrap_err();
    assert!(matches!(error, LanguageError::States(_) | LanguageError::Steps(_)), "{error}");
    let long = Tree::Sequence(vec![a(); 20_000]);
    assert!(whole(&long).matches(0, &[b'a'; 20_000]));
    let long = star(Tree::Sequence(vec![star(a()); 500]));
    assert_eq!(whole(&long), whole(&star(a())));
}

#[test]
fn deeply_nested_patterns_are_decided_or_refused() {
    let nested = |depth: usize, wrap: fn(Tree) -> Tree| {
        let mut tree = set("a");
        for _ in 0..depth {
            tree = wrap(tree);
        }
        tree
    };
    assert_eq!(whole(&nested(400, |of| group(seq([of])))), whole(&set("a")));
    assert_eq!(whole(&nested(NESTED / 2 - 1, |of| atomic(seq([of, star(set("b"))])))), {
        whole(&seq([set("a"), star(set("b"))]))
    });
    assert_eq!(whole(&seq([nested(NESTED - 1, ahead), set("a")])), whole(&set("a")));
    let behind = seq([set("a"), nested(400, behind)]);
    assert_eq!(whole(&behind), whole(&set("a")));
    let deep = nested(NESTED + 1, group);
    let error = language(&deep, Matching::Whole).unwrap_err();
    assert_eq!(error, LanguageError::Nested(NESTED));
    assert_eq!(error.to_string(), "the pattern is nested more than 2000 deep; nest fewer groups");
}

#[test]
fn sets_of_all_unicode_have_few_states() {
    let odd = (0..0x11_0000_u32).step_by(2).filter_map(char::from_u32);
    let odd = Tree::Set(CharacterSet::from_ranges(odd.map(|character| (character, character))));
    let dfa = whole(&star(odd));
    assert!(dfa.matches(0, "😀".as_bytes()) && !dfa.matches(0, "😁".as_bytes()));
    assert!(language(&any(), Matching::Search).unwrap().states() < 12);
}

#[test]
fn a_search_counts_from_one_of_many_starts() {
    let (a, ab) = (|| set("a"), || set("ab"));
    let times = |of, number| repeat(of, number, Some(number), Mode::Greedy);
    // The first `a` followed by 40 others is the first of its run.
    let fortieth = seq([star(ab()), a(), times(ab(), 40)]);
    let dfa = language(&fortieth, Matching::Search).unwrap();
    for (text, is_member) in [
        (format!("ba{}", "b".repeat(40)), true),
        (format!("ba{}", "b".repeat(39)), false),
        (format!("a{}a{}", "b".repeat(30), "b".repeat(10)), true),
        (format!("a{}\n{}", "b".repeat(39), "a".repeat(40)), false),
    ] {
        assert_eq!(dfa.matches(0, text.as_bytes()), is_member, "{text}");
    }
    // A label of a host name: (?:a(?:[ab]{0,61}a)?\.)+b
    let inner = seq([repeat(ab(), 0, Some(61), Mode::Greedy), a()]);
    let label = seq([a(), repeat(inner, 0, Some(1), Mode::Greedy), set("\n")]);
    let dfa = language(&seq([repeat(label, 1, None, Mode::Greedy), set("b")]), Matching::Search);
    let dfa = dfa.unwrap();
    assert!(dfa.matches(0, format!("ba{}a\nb", "b".repeat(61)).as_bytes()));
    assert!(!dfa.matches(0, format!("ba{}\nb", "b".repeat(61)).as_bytes()));
    // The `a` before the last one begins a label that is short enough.
    assert!(dfa.matches(0, format!("a{}aa\nb", "b".repeat(61)).as_bytes()));
    assert!(!dfa.matches(0, format!("a{}a\n\nb", "b".repeat(61)).as_bytes()));
}

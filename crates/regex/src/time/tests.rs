//! Patterns whose matching time is known, and random ones compared with an engine.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::{CharacterSet, MatchTime, PumpWitness, Sets};
use crate::{Dialect, Matching, Mode, Pattern, Tree, scaled};

/// Returns the matching time of a pattern.
#[track_caller]
fn time(dialect: Dialect, text: &str) -> Option<MatchTime> {
    Pattern::read(dialect, text).unwrap().match_time(Matching::Search)
}

/// Returns the degree of a pattern of ECMAScript after a check with an engine; `None` if it is exponential.
#[track_caller]
fn degree(text: &str) -> Option<usize> {
    degree_in(Dialect::EcmaScript, Matching::Search, text)
}

/// Returns the degree of a search for all matches of a pattern of ECMAScript.
#[track_caller]
fn global_degree(text: &str) -> Option<usize> {
    degree_in(Dialect::EcmaScript, Matching::Global, text)
}

#[track_caller]
fn degree_in(dialect: Dialect, matching: Matching, text: &str) -> Option<usize> {
    let pattern = Pattern::read(dialect, text).unwrap();
    let time = pattern.match_time(matching).unwrap();
    confirmed(pattern.tree(), matching, &time);
    match time {
        MatchTime::Linear => Some(1),
        MatchTime::Polynomial { degree, .. } => Some(degree),
        MatchTime::Exponential { .. } => None,
    }
}

/// Checks the reported time of a pattern against the steps of an engine.
#[track_caller]
fn confirmed(tree: &Tree, matching: Matching, time: &MatchTime) {
    let steps = |attack: &PumpWitness, times| engine_steps(tree, matching, &attack.text(times));
    match time {
        MatchTime::Linear => {}
        MatchTime::Polynomial { degree, attack } => {
            let (few, many) = (steps(attack, 20), steps(attack, 40));
            let least = 2_f64.powf(*degree as f64 - 0.7);
            assert!(many as f64 >= few as f64 * least, "{few} and {many} steps: {time:?}");
        }
        MatchTime::Exponential { attack } => {
            let (few, many) = (steps(attack, 4), steps(attack, 8));
            assert!(many >= few * 8, "{few} and {many} steps: {time:?}");
        }
    }
}

#[test]
fn times_agree_with_the_tests_of_recheck() {
    // These patterns and answers are in the tests of recheck.
    for linear in [
        "^$",
        "^foo$",
        "^((fi|bu)z{2}){1,2}$",
        "a*",
        "(a*)*",
        r"^([a:]|\b)*$",
        r"/^(\w|\W)*$/i",
        "^(a()*a)*$",
        r"^(a(\b)*:)*$",
        "/^(?:.|.)*$/s",
        "^(?:a|a){3}$",
        "^.*$",
        "^.$",
    ] {
        assert_eq!(degree(linear), Some(1), "{linear}");
    }
    for (two, expected) in [
        ("/^.*a.*a$/s", 2),
        ("/^(.a)*a(.a)*a$/s", 2),
        ("/^.*a.*a.*a$/s", 3),
        (r"/^(.+?)aa\b[^@]*@/s", 2),
    ] {
        assert_eq!(degree(two), Some(expected), "{two}");
    }
    for exponential in ["^(a|a)*$", "^((a)*)*$", "^(a|b|ab)*$", "^(aa|b|aab)*$"] {
        assert_eq!(degree(exponential), None, "{exponential}");
    }
}

#[test]
fn a_match_ends_the_search() {
    assert_eq!(degree("(a|a)*"), Some(1));
    assert_eq!(degree("(a|a)*$"), None);
    // The first alternative takes exponential time although the second one matches.
    assert_eq!(degree("^(?:(a|a)*b|a*)"), None);
    assert_eq!(degree("^(?:a*|(a|a)*b)"), Some(1));
    // A match may begin anywhere.
    assert_eq!(degree(r"\s+$"), Some(2));
    assert_eq!(degree(r"^\s+$"), Some(1));
    // Within a look-ahead.
    assert_eq!(degree("^(?=(a|a)*b)a*"), None);
    assert_eq!(degree("^(?!(a|a)*b)a*"), None);
    assert_eq!(degree("^(?=b)(a|a)*$"), Some(1));
}

#[test]
fn attack_strings_are_short() {
    let text = |pattern, times| match time(Dialect::EcmaScript, pattern) {
        Some(MatchTime::Polynomial { attack, .. } | MatchTime::Exponential { attack }) => {
            attack.text(times)
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(text("^(a|a)*$", 3), "aaaa0");
    // The loop begins once something is read.
    assert_eq!(text("/^.*a.*a$/s", 3), "0aaa0");
}

#[test]
fn an_empty_iteration_ends_a_repetition_or_fails() {
    assert_eq!(degree("^(?:(?:a|)*b)*$"), Some(1));
    // Python 3 takes 0.2 s for 20 times `ab` and a `0`, and twice as long for 21.
    let time = time(Dialect::Python, r"^(?:(?:a|)*b)*\Z");
    assert!(matches!(time, Some(MatchTime::Exponential { .. })), "{time:?}");
}

#[test]
fn undecided_times_are_reported() {
    let nested = ["(?>".repeat(8), "a*".to_owned(), ")".repeat(8)].concat();
    for (text, why) in [
        ("(?<=ab)c*", "it looks behind for more than one character"),
        ("^(?:a{1000}b{1000}c{1000}){2}$", "it is too large when its counts are expanded"),
        (&nested, "its atomic groups are nested too deep"),
    ] {
        let pattern = Pattern::read(Dialect::Pcre, text).unwrap();
        assert_eq!(pattern.decide_match_time(Matching::Search), Err(why), "{text}");
    }
    // Deeply nested, and long.
    let nested = format!("^{}a{}$", "(".repeat(scaled(40, 100)), ")*".repeat(scaled(40, 100)));
    time(Dialect::EcmaScript, &nested);
    let mut long = String::from("^");
    (0..scaled(200, 700)).for_each(|at| write!(long, "(?:a{at}|b)?").unwrap());
    time(Dialect::EcmaScript, &long);
}

#[test]
fn an_atomic_group_is_left_by_its_first_path() {
    let degree = |text| degree_in(Dialect::Pcre, Matching::Search, text);
    assert_eq!(degree(r"^(?>a+)+\z"), Some(1));
    assert_eq!(degree(r"^(a++)+\z"), Some(1));
    assert_eq!(degree(r"^(?:a|a)*+\z"), Some(1));
    // The group itself takes long.
    assert_eq!(degree(r"^(?>(a|a)*b)"), None);
    // Only within the group is it decided which path is the first.
    assert_eq!(degree(r"^(?>a|a)*\z"), Some(1));
    assert_eq!(degree(r"^(?:(?>a)|a)*\z"), None);
    assert_eq!(degree(r"^(?>a*)(?>a*)b"), Some(1));
    assert_eq!(degree(r"^(?>a*?)(?>a*)b"), Some(1));
    assert_eq!(degree(r"^a*(?>a*)b"), Some(2));
    // A search still begins everywhere.
    assert_eq!(degree(r"\s++\z"), Some(2));
    assert_eq!(degree(r"(?<!\s)\s++\z"), Some(1));
    // Nested groups, and one in a look-ahead.
    assert_eq!(degree(r"^(?>(?>a|ab)*c|(a|a)*d)"), None);
    assert_eq!(degree(r"^(?=(?>a+)+b)c"), Some(1));
    assert_eq!(degree(r"^(?>(?=(a|a)*b)a)"), None);
}

#[test]
fn a_search_for_all_matches_goes_on_after_a_match() {
    for trim in [r"^\s*|\s*$", r"^\s+|\s+$", "^/+|/+$", "(?:a*b)?", "a*b|a"] {
        assert_eq!(global_degree(trim), Some(2), "{trim}");
    }
    assert_eq!(degree(r"^\s*|\s*$"), Some(1));
    assert_eq!(degree("(?:a*b)?"), Some(1));
    for linear in ["a", "a*", r"\s+", "^a|b$", r"^\s+", "[^&]*", "(?:a|a)*", ""] {
        assert_eq!(global_degree(linear), Some(1), "{linear}");
    }
    // The first match ends the first search.
    assert_eq!(degree("^|x(?:b|b)*c"), Some(1));
    assert_eq!(global_degree("^|x(?:b|b)*c"), None);
    // No two searches read the same letters.
    assert_eq!(global_degree("a+b?"), Some(1));
    assert_eq!(global_degree(r"a+(?=b)|a+"), Some(1));
}

/// Returns the number of steps of a backtracking engine that interprets the tree. An empty iteration fails.
fn engine_steps(tree: &Tree, matching: Matching, text: &str) -> u64 {
    let text: Vec<char> = text.chars().collect();
    let (mut steps, mut at) = (0, 0);
    while at <= text.len() {
        let mut end = at;
        let is_match = tries(tree, &text, at, &mut steps, &mut |found, _| {
            end = found;
            true
        });
        if is_match && matching != Matching::Global {
            break;
        }
        at = if is_match { end.max(at + 1) } else { at + 1 };
    }
    steps
}

type Then<'a> = &'a mut dyn FnMut(usize, &mut u64) -> bool;

fn tries(tree: &Tree, text: &[char], at: usize, steps: &mut u64, then: Then<'_>) -> bool {
    *steps += 1;
    match tree {
        Tree::Set(set) => text.get(at).is_some_and(|&one| set.contains(one)) && then(at + 1, steps),
        Tree::Sequence(parts) => match parts.split_first() {
            None => then(at, steps),
            Some((first, rest)) => {
                let rest = Tree::Sequence(rest.to_vec());
                tries(first, text, at, steps, &mut |at, steps| tries(&rest, text, at, steps, then))
            }
        },
        Tree::Choice(parts) => parts.iter().any(|part| tries(part, text, at, steps, then)),
        Tree::Group { of, .. } => tries(of, text, at, steps, then),
        Tree::Start => at == 0 && then(at, steps),
        Tree::End => at == text.len() && then(at, steps),
        Tree::Look { of, way: crate::Direction::Ahead, is_negative } => {
            tries(of, text, at, steps, &mut |_, _| true) != *is_negative && then(at, steps)
        }
        Tree::Look { of, is_negative, .. } => {
            let found = at > 0 && tries(of, text, at - 1, steps, &mut |end, _| end == at);
            found != *is_negative && then(at, steps)
        }
        Tree::Atomic(of) => {
            let mut end = at;
            tries(of, text, at, steps, &mut |found, _| {
                end = found;
                true
            }) && then(end, steps)
        }
        Tree::Repeat { of, min, max, mode: Mode::Possessive } => {
            let greedy = Tree::Repeat { of: of.clone(), min: *min, max: *max, mode: Mode::Greedy };
            tries(&Tree::Atomic(Box::new(greedy)), text, at, steps, then)
        }
        &Tree::Repeat { ref of, min, max, mode } => {
            let rest = Tree::Repeat {
                of: of.clone(),
                min: min.saturating_sub(1),
                max: max.map(|max| max.saturating_sub(1)),
                mode,
            };
            let again = |steps: &mut u64, then: Then<'_>| {
                max != Some(0)
                    && tries(of, text, at, steps, &mut |end, steps| {
                        (min > 0 || end > at) && tries(&rest, text, end, steps, then)
                    })
            };
            match mode {
                _ if min > 0 => again(steps, then),
                Mode::Lazy => then(at, steps) || again(steps, then),
                _ => again(steps, then) || then(at, steps),
            }
        }
    }
}

fn patterns() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec!["a", "b", "[ab]", "", "ab", r"\z", r"\b"])
        .prop_map(str::to_owned);
    leaf.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            3 => (inner.clone(), inner.clone()).prop_map(|(one, two)| format!("{one}{two}")),
            2 => (inner.clone(), inner.clone()).prop_map(|(one, two)| format!("(?:{one}|{two})")),
            3 => (inner.clone(), prop::sample::select(vec!["*", "+", "?", "*?", "{1,2}", "{2,}", "*+"]))
                .prop_map(|(one, times)| format!("(?:{one}){times}")),
            1 => inner.clone().prop_map(|one| format!("(?={one})")),
            1 => inner.prop_map(|one| format!("(?>{one})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scaled(40, 4_000) as u32))]

    /// An engine confirms each time; for linear patterns, no repeated short string takes longer.
    #[test]
    fn times_of_random_patterns_agree_with_an_engine(
        text in patterns(),
        is_anchored in any::<bool>(),
        is_ended in any::<bool>(),
        is_global in any::<bool>(),
    ) {
        let text = [if is_anchored { "^" } else { "" }, "(?:", &text, ")", if is_ended { r"\z" } else { "" }].concat();
        let matching = if is_global { Matching::Global } else { Matching::Search };
        let Ok(pattern) = Pattern::read(Dialect::Pcre, &text) else { return Ok(()) };
        // An empty iteration fails, as in the engine of these tests.
        let Ok(time) = super::match_time(pattern.tree(), matching, true) else { return Ok(()) };
        confirmed(pattern.tree(), matching, &time);
        if time == MatchTime::Linear {
            for pump in ["a", "b", "ab", "ba", "aab", "abb"] {
                for (before, after) in [("", "!"), ("", ""), ("a", "b"), ("b", "a"), ("!", "ab")] {
                    let steps = |times| engine_steps(pattern.tree(), matching, &[before, &pump.repeat(times), after].concat());
                    let (few, many) = (steps(6), steps(12));
                    prop_assert!(many <= few * 5 / 2 + 60, "{few} and {many} steps for {pump:?}: {text}");
                }
            }
        }
    }
}

#[test]
fn letters_are_the_fewest_that_distinguish_the_sets() {
    let mut sets = Sets::default();
    assert_eq!(sets.number(CharacterSet::from_ranges([('a', 'f'), ('0', '9')])), 0);
    assert_eq!(sets.number(CharacterSet::single('b')), 1);
    assert_eq!(sets.number(CharacterSet::from_ranges([('a', 'f'), ('0', '9')])), 0);
    let shown: Vec<(char, Vec<bool>)> =
        sets.letters().into_iter().map(|one| (one.character, one.is_in)).collect();
    assert_eq!(
        shown,
        [('g', vec![false, false]), ('a', vec![true, false]), ('b', vec![true, true])]
    );
    // A bound beside the surrogates is handled.
    let mut sets = Sets::default();
    sets.number(CharacterSet::from_ranges([('\0', '\u{D7FF}')]));
    let characters: Vec<char> = sets.letters().iter().map(|one| one.character).collect();
    assert_eq!(characters, ['\u{E000}', 'a']);
}

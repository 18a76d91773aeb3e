//! The languages of patterns, compared with backtracking engines.

use grammar_automata::build::{Dfa, difference};

use super::super::{CharacterSet, Direction, Matching, Mode, Tree, matcher};
use super::{LanguageError, language};

mod backtrack;
mod engines;
mod hostile;
mod random;

use backtrack::{OnEmpty, finds};
use random::SplitMix;

fn set(text: &str) -> Tree {
    Tree::Set(CharacterSet::from_ranges(text.chars().map(|character| (character, character))))
}

fn any() -> Tree {
    Tree::Set(CharacterSet::from_ranges([('\0', char::MAX)]))
}

fn seq<const N: usize>(parts: [Tree; N]) -> Tree {
    Tree::Sequence(parts.to_vec())
}

fn choice<const N: usize>(parts: [Tree; N]) -> Tree {
    Tree::Choice(parts.to_vec())
}

fn repeat(of: Tree, min: u32, max: Option<u32>, mode: Mode) -> Tree {
    Tree::Repeat { of: Box::new(of), min, max, mode }
}

fn star(of: Tree) -> Tree {
    repeat(of, 0, None, Mode::Greedy)
}

fn atomic(of: Tree) -> Tree {
    Tree::Atomic(Box::new(of))
}

fn group(of: Tree) -> Tree {
    Tree::Group { of: Box::new(of), name: None }
}

fn look(of: Tree, way: Direction, is_negative: bool) -> Tree {
    Tree::Look { of: Box::new(of), way, is_negative }
}

fn ahead(of: Tree) -> Tree {
    look(of, Direction::Ahead, false)
}

fn behind(of: Tree) -> Tree {
    look(of, Direction::Behind, false)
}

/// Returns all strings of some characters up to a length.
fn strings(characters: &[char], length: usize) -> Vec<Vec<char>> {
    let mut all = vec![Vec::new()];
    let mut last = 0;
    for _ in 0..length {
        let end = all.len();
        for at in last..end {
            for &character in characters {
                let mut longer: Vec<char> = all[at].clone();
                longer.push(character);
                all.push(longer);
            }
        }
        last = end;
    }
    all
}

/// Returns the strings that the automaton accepts.
fn members(dfa: &Dfa, strings: &[Vec<char>]) -> Vec<String> {
    let strings = strings.iter().map(|text| text.iter().collect::<String>());
    strings.filter(|text| dfa.matches(0, text.as_bytes())).collect()
}

/// Compares the language of a tree with the plain matcher, and with the backtracking engine for each treatment of
/// empty iterations. Returns how many strings were compared, or why there is no language.
#[track_caller]
fn compare(tree: &Tree, strings: &[Vec<char>]) -> Result<usize, LanguageError> {
    let mut compared = 0;
    for &matching in Matching::ALL {
        let dfa = language(tree, matching)?;
        assert_eq!(dfa, dfa.minimize());
        for text in strings {
            let string: String = text.iter().collect();
            if let Some(found) = matcher::matches(tree, matching, text) {
                assert_eq!(
                    dfa.matches(0, string.as_bytes()),
                    found,
                    "{matching} {string:?} {tree:?}"
                );
            }
            for on_empty in [OnEmpty::Fail, OnEmpty::Leave, OnEmpty::Count] {
                let Some(found) = finds(tree, matching, text, on_empty) else { continue };
                let is_member = dfa.matches(0, string.as_bytes());
                assert_eq!(is_member, found, "{matching} {on_empty:?} {string:?} {tree:?}");
                compared += 1;
            }
        }
    }
    Ok(compared)
}

/// Checks which strings of `a`, `b` and line breaks, up to a length, a tree matches.
#[track_caller]
fn has_members(tree: &Tree, matching: Matching, length: usize, expected: &[&str]) {
    let strings = strings(&['a', 'b', '\n'], length);
    assert_eq!(members(&language(tree, matching).unwrap(), &strings), expected, "{tree:?}");
    compare(tree, &strings).unwrap();
}

#[test]
fn search_prefix_and_whole_match_differ() {
    let ab = seq([set("a"), set("b")]);
    has_members(&ab, Matching::Whole, 4, &["ab"]);
    has_members(&ab, Matching::Search, 3, &["ab", "aab", "aba", "abb", "ab\n", "bab", "\nab"]);
    // The empty set matches nothing, and the empty pattern is found everywhere.
    has_members(&ab, Matching::Prefix, 3, &["ab", "aba", "abb", "ab\n"]);
    has_members(&set(""), Matching::Search, 4, &[]);
    has_members(&Tree::Choice(Vec::new()), Matching::Whole, 4, &[]);
    has_members(&Tree::EMPTY, Matching::Whole, 4, &[""]);
    has_members(&Tree::EMPTY, Matching::Search, 1, &["", "a", "b", "\n"]);
}

#[test]
fn anchors_match_only_at_the_ends() {
    let (a, start, end) = (|| set("a"), Tree::Start, Tree::End);
    has_members(&seq([start.clone(), a()]), Matching::Search, 2, &["a", "aa", "ab", "a\n"]);
    has_members(&seq([a(), end.clone()]), Matching::Search, 2, &["a", "aa", "ba", "\na"]);
    // Nothing can precede the beginning or follow the end.
    has_members(&seq([a(), start.clone(), a()]), Matching::Search, 3, &[]);
    has_members(&seq([a(), end.clone(), a()]), Matching::Search, 3, &[]);
    // An empty match can precede the beginning.
    has_members(&seq([star(a()), start.clone(), a()]), Matching::Whole, 3, &["a"]);
    has_members(&seq([a(), end.clone(), star(a())]), Matching::Whole, 3, &["a"]);
    has_members(&seq([start, end]), Matching::Search, 2, &[""]);
}

#[test]
fn an_atomic_group_keeps_its_first_match() {
    let (a, b) = (|| set("a"), || set("b"));
    let first = |one, other| seq([atomic(choice([one, other])), b()]);
    has_members(&first(a(), seq([a(), b()])), Matching::Whole, 4, &["ab"]);
    has_members(&first(seq([a(), b()]), a()), Matching::Whole, 4, &["abb"]);
    // A possessive repetition leaves nothing to the rest.
    let possessive = |of| repeat(of, 0, None, Mode::Possessive);
    has_members(&seq([possessive(a()), a()]), Matching::Search, 4, &[]);
    has_members(&seq([possessive(a()), b()]), Matching::Whole, 3, &["b", "ab", "aab"]);
    let lazy = atomic(repeat(a(), 0, None, Mode::Lazy));
    has_members(&seq([lazy, b()]), Matching::Whole, 3, &["b"]);
    // The lazy repetition reads only as much as the group needs.
    let lazy = atomic(seq([repeat(any(), 0, None, Mode::Lazy), b()]));
    has_members(&seq([lazy, a()]), Matching::Whole, 3, &["ba", "aba", "\nba"]);
    // The outer group does not backtrack into the inner one either.
    let inner = atomic(choice([a(), seq([a(), b()])]));
    let outer = atomic(choice([seq([inner, b(), b()]), a()]));
    has_members(
        &seq([outer, set("ab\n")]),
        Matching::Whole,
        4,
        &["aa", "ab", "a\n", "abba", "abbb", "abb\n"],
    );
}

#[test]
fn look_around_conditions_hold_at_their_position() {
    let (a, b) = (|| set("a"), || set("b"));
    has_members(
        &seq([ahead(seq([any(), b()])), star(any())]),
        Matching::Whole,
        2,
        &["ab", "bb", "\nb"],
    );
    has_members(&seq([look(a(), Direction::Ahead, true), any()]), Matching::Whole, 2, &["b", "\n"]);
    has_members(&seq([behind(a()), b()]), Matching::Search, 2, &["ab"]);
    has_members(&seq([behind(a()), b()]), Matching::Whole, 2, &[]);
    has_members(
        &seq([look(a(), Direction::Behind, true), b()]),
        Matching::Search,
        2,
        &["b", "ba", "bb", "b\n", "\nb"],
    );
    // A look-behind may examine text before the match or within it.
    has_members(
        &seq([star(any()), behind(seq([a(), star(b())])), Tree::End]),
        Matching::Whole,
        2,
        &["a", "aa", "ab", "ba", "\na"],
    );
    let at_line = behind(choice([Tree::Start, set("\n")]));
    has_members(&seq([at_line.clone(), a(), Tree::End]), Matching::Search, 2, &["a", "\na"]);
    // A look-behind within a look-behind, and one within a look-ahead.
    has_members(
        &seq([behind(seq([at_line, a()])), b()]),
        Matching::Search,
        3,
        &["ab", "aba", "abb", "ab\n", "\nab"],
    );
    let within = ahead(seq([star(any()), behind(seq([a(), b()])), Tree::End]));
    has_members(&seq([within, star(any())]), Matching::Whole, 3, &["ab", "aab", "bab", "\nab"]);
}

#[test]
fn empty_iterations_count_only_up_to_the_minimum() {
    let (a, b) = (|| set("a"), || set("b"));
    let either = || choice([ahead(a()), b()]);
    // (?:(?=a)|b){2,}: two looks at the same `a`, or a `b` and a look at the `a` after it.
    let twice = repeat(either(), 2, None, Mode::Greedy);
    has_members(&seq([twice, a()]), Matching::Whole, 3, &["a", "ba", "bba"]);
    let twice = repeat(either(), 2, Some(2), Mode::Greedy);
    has_members(&seq([twice, a()]), Matching::Whole, 4, &["a", "ba", "bba"]);
    has_members(&star(star(a())), Matching::Whole, 2, &["", "a", "aa"]);
    has_members(&star(choice([ahead(a()), b()])), Matching::Whole, 2, &["", "b", "bb"]);
    // Each iteration reads one `a` as long as there is one.
    let most = || atomic(repeat(a(), 0, Some(1), Mode::Greedy));
    has_members(&repeat(most(), 2, Some(2), Mode::Greedy), Matching::Whole, 4, &["", "a", "aa"]);
    has_members(&star(most()), Matching::Whole, 2, &["", "a", "aa"]);
    has_members(&repeat(a(), 3, Some(2), Mode::Greedy), Matching::Search, 4, &[]);
}

#[test]
fn patterns_on_which_engines_differ_are_refused() {
    let nothing_first = || choice([Tree::EMPTY, set("a")]);
    let differs = atomic(star(nothing_first()));
    assert_eq!(language(&differs, Matching::Whole), Err(LanguageError::EmptyWithinAtomic));
    let differs = repeat(nothing_first(), 0, Some(2), Mode::Possessive);
    assert_eq!(language(&differs, Matching::Whole), Err(LanguageError::EmptyWithinAtomic));
    // Engines agree if the order does not matter, if the number is fixed, and if an iteration tries to read first.
    let strings = strings(&['a', 'b'], 5);
    for agrees in [
        star(nothing_first()),
        atomic(ahead(star(nothing_first()))),
        atomic(repeat(nothing_first(), 2, Some(2), Mode::Greedy)),
        atomic(star(choice([set("a"), Tree::EMPTY]))),
        repeat(star(set("a")), 1, None, Mode::Possessive),
    ] {
        compare(&seq([agrees, set("ab")]), &strings).unwrap();
    }
    for (within, error) in [
        (ahead(set("a")), LanguageError::AheadWithinBehind),
        (Tree::End, LanguageError::EndWithinBehind),
        (atomic(set("a")), LanguageError::AtomicWithinBehind),
        (repeat(set("a"), 0, Some(1), Mode::Possessive), LanguageError::AtomicWithinBehind),
    ] {
        let tree = behind(group(seq([set("b"), within])));
        assert_eq!(language(&tree, Matching::Search), Err(error));
    }
}

#[test]
fn characters_are_never_split() {
    let strings = strings(&['a', 'é', '😀', '\u{FFFD}'], 3);
    let astral = Tree::Set(CharacterSet::from_ranges([('\u{10000}', char::MAX)]));
    for tree in [
        any(),
        seq([astral.clone(), set("é")]),
        seq([behind(set("é")), any()]),
        seq([look(astral.clone(), Direction::Behind, true), set("aé")]),
        atomic(seq([star(choice([astral, seq([set("é"), any()])])), set("é")])),
    ] {
        compare(&tree, &strings).unwrap();
        for &matching in Matching::ALL {
            let dfa = language(&tree, matching).unwrap();
            for ill_formed in
                [&b"\xFF"[..], b"a\xC3", b"\xA9", b"\xED\xA0\x80", b"\xC0\x80", b"\xF4\x90\x80\x80"]
            {
                assert!(!dfa.matches(0, ill_formed), "{ill_formed:?} {tree:?}");
                assert!(!dfa.matches(0, &["é😀aé".as_bytes(), ill_formed].concat()));
            }
        }
    }
    let dfa = language(&any(), Matching::Whole).unwrap();
    for character in
        ['\0', '\u{7F}', '\u{80}', '\u{7FF}', '\u{D7FF}', '\u{E000}', '\u{FFFF}', char::MAX]
    {
        assert!(dfa.matches(0, character.to_string().as_bytes()));
    }
    assert!(!dfa.matches(0, "\u{80}\u{80}".as_bytes()));
}

#[test]
fn equal_languages_are_equal_automata() {
    let (a, b) = (|| set("a"), || set("b"));
    let left = star(choice([star(a()), seq([b(), star(a())])]));
    let all = star(set("ab"));
    let [left, right] = [left, all].map(|tree| language(&tree, Matching::Whole).unwrap());
    assert!(difference((&left, 0), (&right, 0)).is_equal());
    assert_eq!(left, right);
}

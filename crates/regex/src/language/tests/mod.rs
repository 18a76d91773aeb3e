//! The languages of patterns, held against engines that try and come back.

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

/// All strings of some characters, to a length.
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

/// The members among some strings.
fn members(dfa: &Dfa, strings: &[Vec<char>]) -> Vec<String> {
    let strings = strings.iter().map(|text| text.iter().collect::<String>());
    strings.filter(|text| dfa.matches(0, text.as_bytes())).collect()
}

/// Holds the language of a tree against the plain matcher, and against the backtracking engine in each
/// way of dealing with empty iterations. Returns how many strings were held, and why there is no language.
#[track_caller]
fn hold(tree: &Tree, strings: &[Vec<char>]) -> Result<usize, LanguageError> {
    let mut held = 0;
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
                held += 1;
            }
        }
    }
    Ok(held)
}

/// Holds the members of a tree, to a length over `a`, `b` and the line break, against a list.
#[track_caller]
fn has(tree: &Tree, matching: Matching, length: usize, expected: &[&str]) {
    let strings = strings(&['a', 'b', '\n'], length);
    assert_eq!(members(&language(tree, matching).unwrap(), &strings), expected, "{tree:?}");
    hold(tree, &strings).unwrap();
}

#[test]
fn a_search_finds_and_a_whole_match_spans() {
    let ab = seq([set("a"), set("b")]);
    has(&ab, Matching::Whole, 4, &["ab"]);
    has(&ab, Matching::Search, 3, &["ab", "aab", "aba", "abb", "ab\n", "bab", "\nab"]);
    // Nothing is in the empty set, and the empty pattern is found everywhere.
    has(&ab, Matching::Prefix, 3, &["ab", "aba", "abb", "ab\n"]);
    has(&set(""), Matching::Search, 4, &[]);
    has(&Tree::Choice(Vec::new()), Matching::Whole, 4, &[]);
    has(&Tree::EMPTY, Matching::Whole, 4, &[""]);
    has(&Tree::EMPTY, Matching::Search, 1, &["", "a", "b", "\n"]);
}

#[test]
fn the_ends_of_the_string_are_where_they_are() {
    let (a, start, end) = (|| set("a"), Tree::Start, Tree::End);
    has(&seq([start.clone(), a()]), Matching::Search, 2, &["a", "aa", "ab", "a\n"]);
    has(&seq([a(), end.clone()]), Matching::Search, 2, &["a", "aa", "ba", "\na"]);
    // Nothing stands before the beginning, or after the end.
    has(&seq([a(), start.clone(), a()]), Matching::Search, 3, &[]);
    has(&seq([a(), end.clone(), a()]), Matching::Search, 3, &[]);
    // What may be nothing may stand there.
    has(&seq([star(a()), start.clone(), a()]), Matching::Whole, 3, &["a"]);
    has(&seq([a(), end.clone(), star(a())]), Matching::Whole, 3, &["a"]);
    has(&seq([start, end]), Matching::Search, 2, &[""]);
}

#[test]
fn an_atomic_group_takes_its_first_match() {
    let (a, b) = (|| set("a"), || set("b"));
    let first = |one, other| seq([atomic(choice([one, other])), b()]);
    has(&first(a(), seq([a(), b()])), Matching::Whole, 4, &["ab"]);
    has(&first(seq([a(), b()]), a()), Matching::Whole, 4, &["abb"]);
    // A possessive repetition leaves nothing to what follows.
    let possessive = |of| repeat(of, 0, None, Mode::Possessive);
    has(&seq([possessive(a()), a()]), Matching::Search, 4, &[]);
    has(&seq([possessive(a()), b()]), Matching::Whole, 3, &["b", "ab", "aab"]);
    let lazy = atomic(repeat(a(), 0, None, Mode::Lazy));
    has(&seq([lazy, b()]), Matching::Whole, 3, &["b"]);
    // The lazy repetition reads as much as the group needs, and no more.
    let lazy = atomic(seq([repeat(any(), 0, None, Mode::Lazy), b()]));
    has(&seq([lazy, a()]), Matching::Whole, 3, &["ba", "aba", "\nba"]);
    // A group within a group: the outer one does not come back to the inner one either.
    let inner = atomic(choice([a(), seq([a(), b()])]));
    let outer = atomic(choice([seq([inner, b(), b()]), a()]));
    has(
        &seq([outer, set("ab\n")]),
        Matching::Whole,
        4,
        &["aa", "ab", "a\n", "abba", "abbb", "abb\n"],
    );
}

#[test]
fn look_arounds_look() {
    let (a, b) = (|| set("a"), || set("b"));
    has(&seq([ahead(seq([any(), b()])), star(any())]), Matching::Whole, 2, &["ab", "bb", "\nb"]);
    has(&seq([look(a(), Direction::Ahead, true), any()]), Matching::Whole, 2, &["b", "\n"]);
    has(&seq([behind(a()), b()]), Matching::Search, 2, &["ab"]);
    has(&seq([behind(a()), b()]), Matching::Whole, 2, &[]);
    has(
        &seq([look(a(), Direction::Behind, true), b()]),
        Matching::Search,
        2,
        &["b", "ba", "bb", "b\n", "\nb"],
    );
    // What a look-behind asks for may lie before the match, or be read by it.
    has(
        &seq([star(any()), behind(seq([a(), star(b())])), Tree::End]),
        Matching::Whole,
        2,
        &["a", "aa", "ab", "ba", "\na"],
    );
    let at_line = behind(choice([Tree::Start, set("\n")]));
    has(&seq([at_line.clone(), a(), Tree::End]), Matching::Search, 2, &["a", "\na"]);
    // A look-behind within a look-behind, and one within a look-ahead.
    has(
        &seq([behind(seq([at_line, a()])), b()]),
        Matching::Search,
        3,
        &["ab", "aba", "abb", "ab\n", "\nab"],
    );
    let within = ahead(seq([star(any()), behind(seq([a(), b()])), Tree::End]));
    has(&seq([within, star(any())]), Matching::Whole, 3, &["ab", "aab", "bab", "\nab"]);
}

#[test]
fn iterations_that_read_nothing_count_below_the_least_number_only() {
    let (a, b) = (|| set("a"), || set("b"));
    let either = || choice([ahead(a()), b()]);
    // (?:(?=a)|b){2,}: two looks at the same `a`, or a `b` and a look at the `a` after it.
    let twice = repeat(either(), 2, None, Mode::Greedy);
    has(&seq([twice, a()]), Matching::Whole, 3, &["a", "ba", "bba"]);
    let twice = repeat(either(), 2, Some(2), Mode::Greedy);
    has(&seq([twice, a()]), Matching::Whole, 4, &["a", "ba", "bba"]);
    has(&star(star(a())), Matching::Whole, 2, &["", "a", "aa"]);
    has(&star(choice([ahead(a()), b()])), Matching::Whole, 2, &["", "b", "bb"]);
    // Each iteration takes one `a`, as long as there is one.
    let most = || atomic(repeat(a(), 0, Some(1), Mode::Greedy));
    has(&repeat(most(), 2, Some(2), Mode::Greedy), Matching::Whole, 4, &["", "a", "aa"]);
    has(&star(most()), Matching::Whole, 2, &["", "a", "aa"]);
    has(&repeat(a(), 3, Some(2), Mode::Greedy), Matching::Search, 4, &[]);
}

#[test]
fn what_engines_differ_on_is_refused() {
    let nothing_first = || choice([Tree::EMPTY, set("a")]);
    let differs = atomic(star(nothing_first()));
    assert_eq!(language(&differs, Matching::Whole), Err(LanguageError::EmptyWithinAtomic));
    let differs = repeat(nothing_first(), 0, Some(2), Mode::Possessive);
    assert_eq!(language(&differs, Matching::Whole), Err(LanguageError::EmptyWithinAtomic));
    // They do not differ where the order does not count, where the number is fixed, and where an
    // iteration tries to read first.
    let strings = strings(&['a', 'b'], 5);
    for agrees in [
        star(nothing_first()),
        atomic(ahead(star(nothing_first()))),
        atomic(repeat(nothing_first(), 2, Some(2), Mode::Greedy)),
        atomic(star(choice([set("a"), Tree::EMPTY]))),
        repeat(star(set("a")), 1, None, Mode::Possessive),
    ] {
        hold(&seq([agrees, set("ab")]), &strings).unwrap();
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
fn characters_are_whole() {
    let strings = strings(&['a', 'é', '😀', '\u{FFFD}'], 3);
    let astral = Tree::Set(CharacterSet::from_ranges([('\u{10000}', char::MAX)]));
    for tree in [
        any(),
        seq([astral.clone(), set("é")]),
        seq([behind(set("é")), any()]),
        seq([look(astral.clone(), Direction::Behind, true), set("aé")]),
        atomic(seq([star(choice([astral, seq([set("é"), any()])])), set("é")])),
    ] {
        hold(&tree, &strings).unwrap();
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

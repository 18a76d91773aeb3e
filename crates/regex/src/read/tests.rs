//! Tests of the trees that each reader produces. `tests/audit/patterns` compares their meaning with the engines
//! of the dialects, and `tests/vectors/audit/patterns.tsv` lists the patterns that are refused.

use super::super::{CharacterSet, Dialect, Direction, Mode, Pattern, Tree};
use crate::scaled;

fn set(ranges: &[(char, char)]) -> Tree {
    Tree::Set(CharacterSet::from_ranges(ranges.iter().copied()))
}

fn single(character: char) -> Tree {
    Tree::Set(CharacterSet::single(character))
}

fn look(of: Tree, way: Direction, is_negative: bool) -> Tree {
    Tree::Look { of: Box::new(of), way, is_negative }
}

fn repeat(of: Tree, min: u32, max: Option<u32>, mode: Mode) -> Tree {
    Tree::Repeat { of: Box::new(of), min, max, mode }
}

fn end_or_before_last_break() -> Tree {
    let maybe = repeat(single('\n'), 0, Some(1), Mode::Greedy);
    look(Tree::Sequence(vec![maybe, Tree::End]), Direction::Ahead, false)
}

#[track_caller]
fn reads(dialects: &[Dialect], text: &str, tree: &Tree) {
    for &dialect in dialects {
        let pattern = Pattern::read(dialect, text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(pattern.tree(), tree, "{dialect}");
    }
}

const PERL: [Dialect; 4] = [Dialect::EcmaScript, Dialect::Python, Dialect::Pcre, Dialect::Re2];

#[test]
fn common_syntax_has_one_tree() {
    let group = |of| Tree::Group { of: Box::new(of), name: None };
    let tree = Tree::Sequence(vec![
        Tree::Start,
        group(Tree::Choice(vec![single('a'), single('b')])),
        repeat(set(&[('c', 'e'), ('x', 'x')]), 2, Some(3), Mode::Greedy),
        repeat(single('.'), 0, None, Mode::Greedy),
    ]);
    reads(&PERL, r"^(a|b)[c-ex]{2,3}\.*", &tree);
    reads(&[Dialect::PosixEre], r"^(a|b)[c-ex]{2,3}\.*", &tree);
    reads(&[Dialect::EcmaScript, Dialect::Pcre, Dialect::Re2, Dialect::Python], "", &Tree::EMPTY);
}

#[test]
fn a_dollar_is_the_end_or_also_before_a_final_line_break() {
    let after = |end| Tree::Sequence(vec![single('a'), end]);
    let end = after(Tree::End);
    reads(&[Dialect::Rust, Dialect::EcmaScript, Dialect::Re2, Dialect::PosixEre], "a$", &end);
    reads(&[Dialect::Python, Dialect::Pcre], "a$", &after(end_or_before_last_break()));
    reads(&[Dialect::Python], r"a\Z", &end);
    reads(&[Dialect::Pcre], r"a\Z", &after(end_or_before_last_break()));
    reads(&[Dialect::Rust, Dialect::Pcre, Dialect::Re2], r"a\z", &end);
    reads(&[Dialect::Xsd], "a$", &after(single('$')));
    reads(&[Dialect::Xsd], r"^", &single('^'));
}

#[test]
fn a_dot_excludes_line_terminators() {
    let but = |left_out: &[(char, char)]| set(left_out);
    let lines = but(&[('\0', '\t'), ('\x0B', char::MAX)]);
    reads(&[Dialect::Rust, Dialect::Python, Dialect::Pcre, Dialect::Re2], ".", &lines);
    let four =
        but(&[('\0', '\t'), ('\x0B', '\x0C'), ('\x0E', '\u{2027}'), ('\u{202A}', char::MAX)]);
    reads(&[Dialect::EcmaScript], ".", &four);
    reads(&[Dialect::PosixEre], ".", &but(&[('\x01', char::MAX)]));
}

#[test]
fn groups_have_names_flags_and_look_around() {
    let named = |of, name: &str| Tree::Group { of: Box::new(of), name: Some(name.to_owned()) };
    reads(
        &[Dialect::Rust, Dialect::Python, Dialect::Pcre, Dialect::Re2],
        "(?P<n>a)",
        &named(single('a'), "n"),
    );
    reads(&[Dialect::EcmaScript, Dialect::Pcre], "(?<n>a)", &named(single('a'), "n"));
    reads(&[Dialect::Pcre], "(?'n'a)", &named(single('a'), "n"));
    let both = set(&[('A', 'A'), ('a', 'a')]);
    let tree = Tree::Sequence(vec![both, single('b')]);
    reads(&[Dialect::Python, Dialect::Pcre, Dialect::Re2, Dialect::EcmaScript], "(?i:a)b", &tree);
    let tree = Tree::Sequence(vec![
        look(single('a'), Direction::Ahead, true),
        look(single('b'), Direction::Behind, false),
        Tree::Atomic(Box::new(single('c'))),
        repeat(single('d'), 1, None, Mode::Possessive),
        repeat(single('e'), 0, Some(1), Mode::Lazy),
    ]);
    reads(&[Dialect::Python, Dialect::Pcre], "(?!a)(?<=b)(?>c)d++e??", &tree);
}

#[test]
fn a_repetition_applies_to_the_last_quoted_character() {
    let tree = Tree::Sequence(vec![single('a'), repeat(single('*'), 1, None, Mode::Greedy)]);
    reads(&[Dialect::Pcre, Dialect::Re2], r"\Qa*\E+", &tree);
}

#[test]
fn an_unclosed_posix_class_is_a_set_of_characters() {
    // Without an end, `[:` is a bracket and a colon, and `[.` begins no class.
    let brackets = |text: &str| set(&text.chars().map(|one| (one, one)).collect::<Vec<_>>());
    reads(&[Dialect::Re2, Dialect::Pcre], "[a[:]", &brackets("a[:"));
    reads(&[Dialect::Re2], "[.-.]", &single('.'));
    reads(&[Dialect::Pcre], "[.a[.]", &brackets(".a["));
}

#[test]
fn a_class_that_depends_on_the_version_of_pcre_has_a_note() {
    let notes = |text: &str| Pattern::read(Dialect::Pcre, text).unwrap().notes().len();
    let all = [r"[\D[:digit:]]", r"[\Wx[:alpha:]]", r"[[:^digit:]1[:punct:]]"].map(notes);
    assert_eq!(all, [1, 1, 1]);
    let all = [r"[[:digit:]\D]", r"[\D\d]", r"[\D[:^alpha:]]", r"(*UCP)[\D[:alpha:]]"].map(notes);
    // The last one has only the note on the tables of Unicode.
    assert_eq!(all, [0, 0, 0, 1]);
}

#[test]
fn posix_brackets_have_no_escapes() {
    reads(&[Dialect::PosixEre], r"[]\]", &set(&[('\\', '\\'), (']', ']')]));
    reads(&[Dialect::PosixEre], "[a-]", &set(&[('-', '-'), ('a', 'a')]));
    reads(&[Dialect::PosixEre], "[[.-.]]", &single('-'));
}

#[test]
fn schema_classes_subtract() {
    let consonants = set(&[('b', 'd'), ('f', 'h'), ('j', 'n'), ('p', 't'), ('v', 'z')]);
    reads(&[Dialect::Xsd], "[a-z-[aeiou]]", &consonants);
    reads(&[Dialect::Xsd], r"\s", &set(&[('\t', '\n'), ('\r', '\r'), (' ', ' ')]));
    reads(
        &[Dialect::Xsd],
        r"[\p{IsBasicLatin}-[\c!-~]]",
        &set(&[('\t', '\n'), ('\r', '\r'), (' ', ' '), ('\x7F', '\x7F')]),
    );
}

#[test]
fn ecmascript_is_read_with_and_without_the_flag_u() {
    let read = |text| Pattern::read(Dialect::EcmaScript, text).unwrap();
    assert!(!read(r"^\w$").is_in_code_units());
    let loose = read(r"\-");
    assert!(loose.is_in_code_units());
    assert_eq!(
        loose.notes()[0],
        r"read without the flag `u`, since the pattern is invalid with it at byte 0: `\-` does not exist in ecmascript"
    );
    reads(&[Dialect::EcmaScript], r"/\-/i", &single('-'));
    // U+017F has the upper case S and folds to s; only with `u` are they one letter.
    reads(&[Dialect::EcmaScript], "/s/i", &set(&[('S', 'S'), ('s', 's')]));
    reads(&[Dialect::EcmaScript], "/s/iu", &set(&[('S', 'S'), ('s', 's'), ('ſ', 'ſ')]));
    // Without flags the slashes are characters.
    let slashes = Tree::Sequence(vec![single('/'), single('a'), single('/')]);
    reads(&[Dialect::EcmaScript], "/a/", &slashes);
    reads(&[Dialect::EcmaScript], "/[^]/i", &set(&[('\0', char::MAX)]));
    reads(&[Dialect::EcmaScript], r"\uD83D\uDE00", &single('😀'));
}

#[test]
fn java_and_dotnet_have_their_own_dollars_and_dots() {
    reads(&[Dialect::DotNet], "a$", &Tree::Sequence(vec![single('a'), end_or_before_last_break()]));
    reads(&[Dialect::DotNet], r"\Z", &end_or_before_last_break());
    reads(
        &[Dialect::Java, Dialect::DotNet],
        r"\A\z",
        &Tree::Sequence(vec![Tree::Start, Tree::End]),
    );
    // With the flag `d`, only LF ends a line.
    reads(&[Dialect::Java], "(?d)$", &end_or_before_last_break());
    reads(&[Dialect::Java], "(?d).", &set(&[('\0', '\t'), ('\x0B', char::MAX)]));
    let all = [('\0', '\t'), ('\x0B', '\x0C'), ('\x0E', '\u{84}'), ('\u{86}', '\u{2027}')];
    reads(&[Dialect::Java], ".", &set(&[&all[..], &[('\u{202A}', char::MAX)]].concat()));
}

#[test]
fn java_and_dotnet_match_in_code_units() {
    let read = |dialect, text| Pattern::read(dialect, text).unwrap();
    assert!(read(Dialect::DotNet, "a").is_in_code_units());
    assert!(!read(Dialect::Java, "^a*$").is_in_code_units());
    // Java matches these between the code units of `😀`.
    assert!(read(Dialect::Java, "(?!^)(?!$)").is_in_code_units());
    assert!(read(Dialect::Java, "(?<=^.)a").is_in_code_units());
}

#[test]
fn classes_with_the_flag_v_are_evaluated() {
    let dialect = &[Dialect::EcmaScript];
    reads(
        dialect,
        "/[[a-z]--[aeiou]]/v",
        &set(&[('b', 'd'), ('f', 'h'), ('j', 'n'), ('p', 't'), ('v', 'z')]),
    );
    reads(dialect, r"/[[a-c]&&[^b]]/v", &set(&[('a', 'a'), ('c', 'c')]));
    let string = |text: &str| Tree::Sequence(text.chars().map(single).collect());
    reads(
        dialect,
        r"/[\q{b|ab||abc}d]/v",
        &Tree::Choice(vec![
            string("abc"),
            string("ab"),
            set(&[('b', 'b'), ('d', 'd')]),
            Tree::EMPTY,
        ]),
    );
    reads(dialect, r"/[\q{ab|c}--\q{ab}]/v", &single('c'));
}

#[test]
fn hostile_patterns_are_read_or_refused() {
    let nested = |count: usize| "(".repeat(count) + "a" + &")".repeat(count);
    const SHORT: &str = r##"a{65535}{65535} a{99999999999999999999} [a- [^ [[:alpha: \ (? (?P< (?< (?i (?#
        \x{FFFFFFFFFF} \u{FFFFFFFFFF} \p{ \p \Q \c / // //i"##;
    let mut hostile: Vec<String> = SHORT.split_whitespace().map(str::to_owned).collect();
    hostile.extend(["\0".to_owned(), "é\u{10FFFF}\\é".to_owned(), nested(10_000)]);
    hostile.push("a".repeat((1 << 20) + 1));
    for (begin, unit, count, end) in [
        ("", "(", 1 << 20, ""),
        ("", "[", 1 << 20, ""),
        ("", "(?:", 300_000, ""),
        ("", "(?=", 300_000, ""),
        ("a{", "9", 1 << 19, ""),
        ("", r"\w", 100_000, ""),
        ("", "|", 1 << 20, ""),
        ("[", "ab-c", 1 << 17, "]"),
        ("", "(?i)", 1 << 18, ""),
        ("/", "[", 1 << 19, "/v"),
        (r"/[\q{", "a|", 1 << 18, "}]/v"),
        ("", "[a&&", 1 << 18, ""),
        ("", "[a-[", 1 << 18, ""),
        ("(?iu)", "é", 1 << 18, ""),
        ("(?x)#", "a", 1 << 19, ""),
        ("(?x)", "# \\", 1 << 18, ""),
        ("", "a?", 1 << 19, ""),
    ] {
        hostile.push([begin, &unit.repeat(count / scaled(100, 1)), end].concat());
    }
    for &dialect in Dialect::ALL {
        for text in &hostile {
            if let Err(error) = Pattern::read(dialect, text) {
                assert!(error.offset <= text.len() && !error.why.is_empty());
            }
        }
        let error = Pattern::read(dialect, &nested(10_000)).unwrap_err();
        assert!(error.why.contains("110"), "{error}");
        let error = Pattern::read(dialect, &"a".repeat((1 << 20) + 1)).unwrap_err();
        assert_eq!(error.why, "the pattern has more than 1048576 bytes: split it");
        assert!(Pattern::read(dialect, &nested(100)).is_ok());
    }
}

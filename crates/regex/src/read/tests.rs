//! Each reader by trees and faults that are worked out by hand. What the trees mean is held against the
//! engines of the dialects by `tests/audit/patterns`.

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

#[track_caller]
fn refuses(dialect: Dialect, text: &str, offset: usize, why: &str) {
    let error = Pattern::read(dialect, text).unwrap_err();
    assert_eq!((error.offset, error.why.contains(why)), (offset, true), "{error}");
}

const PERL: [Dialect; 4] = [Dialect::EcmaScript, Dialect::Python, Dialect::Pcre, Dialect::Re2];

#[test]
fn what_all_have_is_one_tree() {
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
fn the_dollar_is_of_two_kinds() {
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
fn a_dot_leaves_out_what_ends_a_line() {
    let but = |left_out: &[(char, char)]| set(left_out);
    let lines = but(&[('\0', '\t'), ('\x0B', char::MAX)]);
    reads(&[Dialect::Rust, Dialect::Python, Dialect::Pcre, Dialect::Re2], ".", &lines);
    let four =
        but(&[('\0', '\t'), ('\x0B', '\x0C'), ('\x0E', '\u{2027}'), ('\u{202A}', char::MAX)]);
    reads(&[Dialect::EcmaScript], ".", &four);
    reads(&[Dialect::PosixEre], ".", &but(&[('\x01', char::MAX)]));
}

#[test]
fn groups_have_names_flags_and_ways_to_look() {
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
fn a_quotation_is_repeated_in_its_last_character() {
    let tree = Tree::Sequence(vec![single('a'), repeat(single('*'), 1, None, Mode::Greedy)]);
    reads(&[Dialect::Pcre, Dialect::Re2], r"\Qa*\E+", &tree);
}

/// RE2 says "invalid escape sequence" and "invalid character class range" of these; PCRE2 has errors 12, 13 and 30.
#[test]
fn what_looks_like_a_quotation_or_a_class_of_posix_is_refused() {
    refuses(Dialect::Re2, r"^\E$", 1, r"`\E` does not exist in re2");
    refuses(Dialect::Re2, r"\Qa\E\E", 5, r"`\E` does not exist in re2");
    for text in ["[[:-:]]", "[[:a]b:]", "[[::]]", "[[:^^alpha:]]", "[[:foo:]]"] {
        refuses(Dialect::Re2, text, 1, "class");
    }
    // Without an end anywhere it is a bracket and a colon, and only `[:` begins a class.
    let brackets = |text: &str| set(&text.chars().map(|one| (one, one)).collect::<Vec<_>>());
    reads(&[Dialect::Re2, Dialect::Pcre], "[a[:]", &brackets("a[:"));
    reads(&[Dialect::Re2], "[.-.]", &single('.'));
    for text in ["[.-.]", "[=a=]", "[:-:]", "[..]", r"[:a\]:]"] {
        refuses(Dialect::Pcre, text, 0, "POSIX");
    }
    for text in ["[[.a.]]", "[[=a=]]", "[[:-:]]", "[[:a b:]]"] {
        refuses(Dialect::Pcre, text, 1, "write");
    }
    reads(&[Dialect::Pcre], "[.a[.]", &brackets(".a["));
}

#[test]
fn a_class_that_pcre_reads_by_version_has_a_note() {
    let notes = |text: &str| Pattern::read(Dialect::Pcre, text).unwrap().notes().len();
    let all = [r"[\D[:digit:]]", r"[\Wx[:alpha:]]", r"[[:^digit:]1[:punct:]]"].map(notes);
    assert_eq!(all, [1, 1, 1]);
    let all = [r"[[:digit:]\D]", r"[\D\d]", r"[\D[:^alpha:]]", r"(*UCP)[\D[:alpha:]]"].map(notes);
    // The last one has the note on the tables of Unicode alone.
    assert_eq!(all, [0, 0, 0, 1]);
}

#[test]
fn posix_brackets_have_no_escapes() {
    reads(&[Dialect::PosixEre], r"[]\]", &set(&[('\\', '\\'), (']', ']')]));
    reads(&[Dialect::PosixEre], "[a-]", &set(&[('-', '-'), ('a', 'a')]));
    reads(&[Dialect::PosixEre], "[[.-.]]", &single('-'));
    refuses(Dialect::PosixEre, "a|[[=a=]]", 3, "equivalence class");
    refuses(Dialect::PosixEre, "a|", 2, "empty alternative");
    refuses(Dialect::PosixEre, r"(a)\1", 3, "a back reference");
    refuses(Dialect::PosixEre, "*a", 0, "nothing to repeat");
    refuses(Dialect::PosixEre, "a)", 1, "unmatched `)`");
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
    refuses(Dialect::Xsd, "(?:a)", 0, "`(?`");
    refuses(Dialect::Xsd, "a*?", 2, "a repetition of a repetition");
    refuses(Dialect::Xsd, r"a\b", 1, r"`\b`");
    refuses(Dialect::Xsd, r"\p{IsHangulSyllables}", 0, "`HangulSyllables`");
}

#[test]
fn what_no_language_has_is_refused_by_name() {
    for (text, why) in [
        (r"a(b)\1", "back reference"),
        ("a(b)(?P=n)", "back reference"),
        ("a(b)(?(1)c)", "conditional"),
    ] {
        refuses(Dialect::Python, text, 4, why);
        refuses(Dialect::Pcre, text, 4, why);
    }
    for (text, why) in [
        ("a(?R)", "recursion"),
        ("a(?1)", "recursion"),
        ("a(?&n)", "recursion"),
        ("a(?P>n)", "recursion"),
        ("a(?C1)", "callout"),
        (r"a\G", r"`\G`"),
        (r"a\K", r"`\K`"),
        (r"a\X", r"`\X`"),
        ("a(*ACCEPT)", "verbs"),
    ] {
        refuses(Dialect::Pcre, text, 1, why);
    }
    refuses(Dialect::EcmaScript, r"(a)\1", 3, "back reference");
    refuses(Dialect::EcmaScript, r"(?<n>a)\k<n>", 7, "back reference");
    refuses(Dialect::Re2, r"a\C", 1, r"`\C`");
    refuses(Dialect::Re2, r"a\Z", 1, r"`\Z`");
    refuses(Dialect::Re2, "a(?=b)", 1, "look-ahead");
    refuses(Dialect::Re2, "a{1001}", 1, "more than 1000");
    refuses(Dialect::Re2, "(a{100}){11}", 0, "more than 1000");
    refuses(Dialect::Rust, "a(?=b)", 1, "look-around");
    refuses(Dialect::Python, "(?<=a+)b", 0, "one length");
    refuses(Dialect::Pcre, "(?<=a+)b", 0, "longer than 255");
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
    // U+017F has the upper case S, and folds to s; only with `u` is that one letter.
    reads(&[Dialect::EcmaScript], "/s/i", &set(&[('S', 'S'), ('s', 's')]));
    reads(&[Dialect::EcmaScript], "/s/iu", &set(&[('S', 'S'), ('s', 's'), ('ſ', 'ſ')]));
    // No flags: the slashes are characters.
    let slashes = Tree::Sequence(vec![single('/'), single('a'), single('/')]);
    reads(&[Dialect::EcmaScript], "/a/", &slashes);
    reads(&[Dialect::EcmaScript], "/[^]/i", &set(&[('\0', char::MAX)]));
    reads(&[Dialect::EcmaScript], r"\uD83D\uDE00", &single('😀'));
    refuses(Dialect::EcmaScript, "/😀/i", 1, "two code units");
    refuses(Dialect::EcmaScript, r"/[\uD800-\uDBFF]/i", 2, "a surrogate");
    refuses(Dialect::EcmaScript, "/a/uv", 4, "exclude each other");
    refuses(Dialect::EcmaScript, "/a/gg", 4, "repeated flag");
}

#[test]
fn dollars_of_java_and_of_dotnet() {
    reads(&[Dialect::DotNet], "a$", &Tree::Sequence(vec![single('a'), end_or_before_last_break()]));
    reads(&[Dialect::DotNet], r"\Z", &end_or_before_last_break());
    reads(
        &[Dialect::Java, Dialect::DotNet],
        r"\A\z",
        &Tree::Sequence(vec![Tree::Start, Tree::End]),
    );
    // With the flag `d`, LF alone ends a line.
    reads(&[Dialect::Java], "(?d)$", &end_or_before_last_break());
    reads(&[Dialect::Java], "(?d).", &set(&[('\0', '\t'), ('\x0B', char::MAX)]));
    let all = [('\0', '\t'), ('\x0B', '\x0C'), ('\x0E', '\u{84}'), ('\u{86}', '\u{2027}')];
    reads(&[Dialect::Java], ".", &set(&[&all[..], &[('\u{202A}', char::MAX)]].concat()));
}

#[test]
fn what_java_and_dotnet_have_is_read_or_refused_by_name() {
    for (text, offset, why) in [
        (r"a\b", 1, "since Java 19"),
        (r"a\X", 1, "grapheme"),
        (r"a\G", 1, r"`\G`"),
        (r"(a)\1", 3, "back reference"),
        (r"a\p{javaLowerCase}", 1, "`javaLowerCase`"),
        ("[a-[b]]", 2, "a literal in Java"),
        ("[^a[b]]", 0, "negate the nested classes"),
        ("[a&&[b]c]", 7, "does not take their union"),
        (r"a\R+", 3, "splits CR LF"),
        ("(?<=(a|bc){2})d", 0, "no maximum length"),
        ("(?<=a*)b", 0, "a maximum length"),
        (r"(?<=\p{L})a", 0, "counts code units"),
        (r"[\uD800-\uDBFF]", 1, "invalid character escape"),
        ("(?iu)ß", 5, "the flags `i` and `u`"),
        ("(?x)[a b]", 6, "ignores white space"),
        (r"a(?x)# \Q", 5, "the flag `x`"),
    ] {
        refuses(Dialect::Java, text, offset, why);
    }
    for (text, offset, why) in [
        (r"(a)\1", 3, "back reference"),
        (r"(?<a>b)\k<a>", 7, "back reference"),
        (r"(?<a-b>c)", 0, "balancing"),
        (r"(?<-b>c)", 0, "balancing"),
        ("a(?(b)c)", 1, "conditional"),
        (r"a\G", 1, r"`\G`"),
        ("a*+", 2, "a repetition of a repetition"),
        ("😀", 0, "two code units"),
        (r"[\uD83D]", 1, "a surrogate"),
        ("(?i)i", 4, "depends on the culture"),
        ("(?i)é", 4, "between versions"),
        (r"(?i)\p{Lu}", 4, "between versions"),
        (r"\p{Greek}", 0, "`Greek`"),
        (r"\pL", 0, "needs braces"),
        (r"\_", 0, r"`\_`"),
        (r"\<a>", 0, "may be a back reference"),
        ("[-[a]]", 1, "a subtraction from an empty class"),
        (r"[\--a]", 1, r"begins with `\-`"),
        ("[[:alpha:]]", 1, "`[:`"),
        ("[a-[b]c]", 2, "must be last"),
    ] {
        refuses(Dialect::DotNet, text, offset, why);
    }
    let read = |dialect, text| Pattern::read(dialect, text).unwrap();
    assert!(read(Dialect::DotNet, "a").is_in_code_units());
    assert!(!read(Dialect::Java, "^a*$").is_in_code_units());
    // Java finds these between the halves of `😀`.
    assert!(read(Dialect::Java, "(?!^)(?!$)").is_in_code_units());
    assert!(read(Dialect::Java, "(?<=^.)a").is_in_code_units());
}

#[test]
fn classes_of_the_flag_v() {
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
    for (text, offset, why) in [
        (r"/\p{RGI_Emoji}/v", 1, "properties of strings"),
        (r"/[\q{ab}]/iv", 2, "where case is ignored"),
        (r"/[^\q{ab}]/v", 1, "negated"),
        ("/[[a-z]--k]/iv", 9, "put it in brackets"),
        ("/[a-z&&b]/v", 5, "put them in brackets"),
        ("/[a&&b--c]/v", 6, "mixes operators"),
        ("/[(]/v", 2, r"write `\(`"),
        ("/[a!!b]/v", 3, r"write `\!\!`"),
        ("/[a-]/v", 4, r"write `\]`"),
    ] {
        refuses(Dialect::EcmaScript, text, offset, why);
    }
}

#[test]
fn nothing_hostile_brings_a_reader_down() {
    let many = |count: usize| count / scaled(100, 1);
    let nested = |count: usize| "(".repeat(count) + "a" + &")".repeat(count);
    let hostile = [
        nested(10_000),
        "(".repeat(many(1 << 20)),
        "[".repeat(many(1 << 20)),
        "(?:".repeat(many(300_000)),
        "(?=".repeat(many(300_000)),
        "a{65535}{65535}".to_owned(),
        "a{99999999999999999999}".to_owned(),
        "a{".to_owned() + &"9".repeat(many(1 << 19)),
        "[a-".to_owned(),
        "[^".to_owned(),
        "[[:alpha:".to_owned(),
        "\\".to_owned(),
        "(?".to_owned(),
        "(?P<".to_owned(),
        "(?<".to_owned(),
        "(?i".to_owned(),
        "(?#".to_owned(),
        "\0".to_owned(),
        r"\x{FFFFFFFFFF}".to_owned(),
        r"\u{FFFFFFFFFF}".to_owned(),
        r"\p{".to_owned(),
        r"\p".to_owned(),
        r"\Q".to_owned(),
        r"\c".to_owned(),
        "/".to_owned(),
        "//".to_owned(),
        "//i".to_owned(),
        r"\w".repeat(many(100_000)),
        "a".repeat((1 << 20) + 1),
        "|".repeat(many(1 << 20)),
        "[".to_owned() + &"ab-c".repeat(many(1 << 17)) + "]",
        "(?i)".repeat(many(1 << 18)),
        "/".to_owned() + &"[".repeat(many(1 << 19)) + "/v",
        r"/[\q{".to_owned() + &"a|".repeat(many(1 << 18)) + "}]/v",
        "[a&&".repeat(many(1 << 18)),
        "[a-[".repeat(many(1 << 18)),
        "(?iu)".to_owned() + &"é".repeat(many(1 << 18)),
        "(?x)#".to_owned() + &"a".repeat(many(1 << 19)),
        "(?x)".to_owned() + &"# \\".repeat(many(1 << 18)),
        "a?".repeat(many(1 << 19)),
        "é\u{10FFFF}\\é".to_owned(),
    ];
    for &dialect in Dialect::ALL {
        for text in &hostile {
            if let Err(error) = Pattern::read(dialect, text) {
                assert!(error.offset <= text.len() && !error.why.is_empty());
            }
        }
        let error = Pattern::read(dialect, &nested(10_000)).unwrap_err();
        assert!(error.why.contains("110"), "{error}");
        let error = Pattern::read(dialect, &"a".repeat((1 << 20) + 1)).unwrap_err();
        assert_eq!(error.why, "a pattern of more than 1048576 bytes");
        assert!(Pattern::read(dialect, &nested(100)).is_ok());
    }
}

/// CPython takes `ab` in no way but its first, so that nothing is left for the second round.
#[test]
fn rounds_of_python_never_give_back() {
    use crate::{Matching, Pattern};
    let has = |dialect, text: &str| {
        let pattern = Pattern::read(dialect, text).unwrap();
        pattern.language(Matching::Search).unwrap().matches(0, b"aba")
    };
    assert!(!has(Dialect::Python, "^(?:a|ab){2}+$") && has(Dialect::Pcre, "^(?:a|ab){2}+$"));
    assert!(has(Dialect::Python, "^(?:ab|a){2}+$"));
}

/// What PCRE2 passes over at the beginning of a class would make the next character its `^` or `]`.
#[test]
fn classes_of_pcre_that_are_not_read() {
    for text in
        [r"[\E^a]", r"[\Q\E^a]", r"[^\E]a]", "(?xx)[a - b]", "(?xx)[ ^a]", "[[:<:]]a", "[[:>:]]"]
    {
        assert!(crate::Pattern::read(Dialect::Pcre, text).is_err(), "{text}");
    }
    for text in [r"[a\E]", "(?xx)[a-b]", "[<:a]"] {
        assert!(crate::Pattern::read(Dialect::Pcre, text).is_ok(), "{text}");
    }
}

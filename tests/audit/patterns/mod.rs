//! Patterns of nine dialects: that they mean here what they mean to the engines of the dialects.
//!
//! `patterns.tsv` has a pattern a line, behind the dialects in which it is read. Each is searched for, by
//! its automaton and by the engine, in members of its language, in strings that nearly are, and in
//! random strings of its own letters.

use urispec_audit::{Dfa, Dialect, LanguageError, Matching, Pattern};

pub(crate) mod engines;
mod random;
mod times;

use engines::Asked;

use crate::scaled;

const PATTERNS: &str = include_str!("patterns.tsv");

/// What is taken here and not by the engine at hand, and why.
const TAKEN: [(Dialect, &str); 5] = [
    // Flags of a group came with ECMAScript 2025.
    (Dialect::EcmaScript, "(?i:a)b"),
    (Dialect::EcmaScript, "(?-i:a)b"),
    (Dialect::EcmaScript, "(?m:^)a"),
    (Dialect::EcmaScript, "(?s:.)a."),
    (Dialect::EcmaScript, "(?-s:.)"),
];

/// Parts of the reasons for which a pattern is refused that its engine takes.
const REFUSED: [&str; 14] = [
    "not decided",
    "engines take otherwise than ECMA-262",
    "are not read",
    "is not read",
    "differs from version to version",
    "since PCRE2 10.43",
    // A count that no regular language of a sensible size has.
    "write `\\x` and two digits",
    "write `\\u` and four digits",
    // Flags that came with PCRE2 10.43.
    "`a` behind `(?` is no part of pcre",
    "which is not known",
    "more than 65535",
    "in brackets",
    "for a character in octal digits",
    "POSIX leaves undefined",
];

/// Parts of further reasons for Java, whose engine takes these in one way here and in another there, or
/// for what nobody means by them.
const REFUSED_OF_JAVA: [&str; 16] = [
    "from version to version",
    "`&&`",
    "a `-` before",
    "`\\v` before",
    "a repetition of `\\R`",
    "a repetition of a repetition",
    "a repetition of nothing",
    "disappear with the flag `x`",
    "with the flag `x`: leave it out",
    "in some places and not in others",
    "some characters above U+FFFF and not all",
    "no character: write",
    "no capital letter",
    "others are not read",
    "greatest length",
    "`c` behind `(?` is no part",
];

/// Whether a pattern may be refused for a reason, though its engine takes it.
fn may_be_refused(dialect: Dialect, why: &str) -> bool {
    let more: &[&str] = if dialect == Dialect::Java { &REFUSED_OF_JAVA } else { &[] };
    REFUSED.iter().chain(more).any(|part| why.contains(part))
}

fn patterns(dialect: Dialect) -> impl Iterator<Item = &'static str> {
    PATTERNS.lines().filter_map(move |line| {
        let (dialects, pattern) = line.split_once('\t').unwrap();
        dialects.split(',').any(|name| name == dialect.name()).then_some(pattern)
    })
}

/// Numbers that are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Letters that classes, case and anchors are told apart by.
const TELLING: &str = "\
    \n\n\r\t\x0B \u{85}\u{A0}\u{2028}aaabbABkK\u{212A}sſiİıéÉςσΣßẞ19٣_-😀\
    \x7F\u{80}\u{7FF}\u{800}\u{D7FE}\u{D7FF}\u{E000}\u{E001}\u{FFFF}\u{10000}\u{10FFFF}\
    α\u{342}\u{300}\u{203F}\u{180E}\u{2000}\u{3000}\u{10300}";

fn strings(pattern: &str, language: &Dfa, numbers: &mut Numbers) -> Vec<String> {
    let own: Vec<char> = pattern.chars().filter(|one| one.is_alphanumeric()).chain(['a']).collect();
    let all: Vec<char> = pattern.chars().chain(TELLING.chars()).collect();
    let mut found = vec![String::new(), pattern.to_owned()];
    for one in &all {
        found.extend([one.to_string(), format!("{one}\n"), format!("a{one}b")]);
    }
    for (letters, longest) in [(&all, 6), (&own, 5)] {
        for _ in 0..scaled(20, 150) {
            let length = numbers.below(longest + 1);
            found.push((0..length).map(|_| letters[numbers.below(letters.len())]).collect());
        }
    }
    let mut members: Vec<Vec<u8>> = language.members(0).take(scaled(12, 40)).collect();
    members.extend(language.cover(0, scaled(20, 60)));
    members.extend(language.near_misses(0, b"ab1-.:\n", scaled(16, 60)));
    found.extend(members.into_iter().filter_map(|bytes| String::from_utf8(bytes).ok()));
    found
}

/// Whether a string is one on which the engine is known to be wrong, or is not asked.
fn is_left_out(dialect: Dialect, pattern: &Pattern, string: &str) -> bool {
    let has_pairs = string.chars().any(|one| one > '\u{FFFF}');
    match dialect {
        // V8 finds `\B` within such a character, against ECMA-262.
        Dialect::EcmaScript => has_pairs && pattern.text() == r"\B",
        // Python's tables are of another Unicode, which a note says.
        Dialect::Python => {
            has_pairs && pattern.notes().iter().any(|note| note.contains("other tables"))
        }
        // A match may lie between the halves of a character; and the tables are of another Unicode.
        Dialect::Java => {
            let has_tables = pattern.notes().iter().any(|note| note.contains("other tables"));
            let is_known = |one: char| one.is_ascii() || TELLING.contains(one);
            has_pairs && pattern.is_in_code_units() || has_tables && !string.chars().all(is_known)
        }
        // Beyond ASCII, classes are the locale's, which a note says.
        Dialect::PosixEre => {
            let is_local = pattern.notes().iter().any(|note| note.contains("by the locale"));
            string.contains('\0') || is_local && !string.is_ascii()
        }
        _ => false,
    }
}

fn hold(dialect: Dialect) {
    hold_all(dialect, patterns(dialect));
}

/// Holds patterns against the engine of their dialect.
fn hold_all<'t>(dialect: Dialect, texts: impl Iterator<Item = &'t str>) {
    let mut numbers = Numbers(1);
    let (mut read, mut asked) = (Vec::new(), Vec::new());
    for text in texts {
        let found = Pattern::read(dialect, text).map(|pattern| {
            let language = pattern.language(Matching::Search);
            (pattern, language)
        });
        let strings = match &found {
            Ok((pattern, Ok(language))) => {
                let mut strings = strings(text, language, &mut numbers);
                strings.retain(|string| !is_left_out(dialect, pattern, string));
                strings
            }
            _ => Vec::new(),
        };
        asked.push(Asked { pattern: text.to_owned(), strings });
        read.push(found);
    }
    let Some(answers) = engines::answers(dialect, &asked) else { return };
    let mut wrong = Vec::new();
    for ((Asked { pattern: text, strings }, found), answer) in asked.iter().zip(&read).zip(answers)
    {
        match (found, answer) {
            (Err(_), None) => {}
            (Err(error), Some(_)) => {
                if !may_be_refused(dialect, &error.why) {
                    wrong.push(format!("{text:?} is refused: {error}"));
                }
            }
            (Ok(_), None) => {
                if !TAKEN.contains(&(dialect, text)) {
                    wrong.push(format!("{text:?} is taken here"));
                }
            }
            (Ok((_, Err(why))), Some(_)) if why.to_string().starts_with("a look-behind") => {}
            // Java looks between the halves of a character, which is refused by name.
            (Ok((_, Err(LanguageError::BetweenHalves))), Some(_)) => {
                assert_eq!(dialect, Dialect::Java, "{text:?}");
            }
            (Ok((_, Err(why))), Some(_)) => wrong.push(format!("{text:?} is not decided: {why}")),
            (Ok((_, Ok(language))), Some(answer)) => {
                let differ = strings.iter().zip(answer).filter(|(string, is_found)| {
                    language.matches(0, string.as_bytes()) != *is_found
                });
                for (string, is_found) in differ.take(3) {
                    let does = if is_found { "matches" } else { "does not match" };
                    wrong.push(format!("{text:?} {does} in {string:?} by the engine"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{dialect}:\n{}", wrong.join("\n"));
}

/// What the flags `u` and `v` change, and Annex B of ECMA-262 has, piece by piece.
const PIECES: &[&str] = &[
    "a",
    "b",
    "K",
    "ß",
    "é",
    "😀",
    ".",
    "^",
    "$",
    "/",
    "{",
    "}",
    "]",
    "{2}",
    "{,2}",
    "*",
    "+",
    "?",
    "|",
    "(",
    "(?:",
    ")",
    "(?=a)",
    "(?<=a)",
    "[ab]",
    "[^a]",
    "[/]",
    "[a-z]",
    "[]",
    "[^]",
    "[a\\-c]",
    "[\\w-c]",
    "[a--b]",
    "[a&&b]",
    "[[a]]",
    "[😀]",
    "\\u{61}",
    "\\u{2}",
    "\\u0061",
    "\\u006",
    "\\x61",
    "\\x6",
    "\\c",
    "\\cA",
    "[\\c_]",
    "[\\c]",
    "\\0",
    "\\1",
    "\\01",
    "\\101",
    "\\8",
    "\\k",
    "\\/",
    "\\-",
    "\\a",
    "\\d",
    "\\W",
    "\\s",
    "\\b",
    "\\p{ASCII}",
    "\\P{ASCII}",
    "\n",
    "\\n",
    "\\",
    "\u{212A}",
    "ſ",
    "\\q{ab}",
];

/// A body and flags are read as the constructor `RegExp` reads them: the same are refused, and the others match the same
/// strings. Their text says the same again.
#[test]
fn bodies_and_flags_of_ecmascript_mean_what_its_engine_does() {
    let mut numbers = Numbers(62);
    let (mut read, mut asked, mut all_flags) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..scaled(100, 20_000) {
        let piece = |numbers: &mut Numbers| PIECES[numbers.below(PIECES.len())];
        let body: String = (0..=numbers.below(5)).map(|_| piece(&mut numbers)).collect();
        let letters = b"dgimsuvyuuq";
        let flags: String = (0..numbers.below(4))
            .map(|_| char::from(letters[numbers.below(letters.len())]))
            .collect();
        let found = Pattern::read_with_flags(Dialect::EcmaScript, &body, &flags);
        let language = found.as_ref().ok().map(|pattern| pattern.language(Matching::Search));
        let strings = match &language {
            Some(Ok(language)) => strings(&body, language, &mut numbers),
            _ => Vec::new(),
        };
        if let (Ok(pattern), Some(Ok(language))) = (&found, &language) {
            let again = Pattern::read(Dialect::EcmaScript, pattern.text()).unwrap();
            let again = again.language(Matching::Search).unwrap();
            for string in &strings {
                let [one, other] = [language, &again].map(|one| one.matches(0, string.as_bytes()));
                assert_eq!(one, other, "{body:?} {flags} {} {string:?}", pattern.text());
            }
        }
        read.push((found, language));
        asked.push(Asked { pattern: body, strings });
        all_flags.push(flags);
    }
    let Some(answers) =
        engines::process("node", "engine.js", Dialect::EcmaScript, &asked, &all_flags)
    else {
        return;
    };
    let mut count = 0;
    for (at, answer) in answers.iter().enumerate() {
        let (Asked { pattern, strings }, flags) = (&asked[at], &all_flags[at]);
        match (&read[at], answer) {
            ((Err(_), _), None) => {}
            ((Err(error), _), Some(_)) => {
                let is_half = error.why.contains("half of a character");
                assert!(
                    is_half || may_be_refused(Dialect::EcmaScript, &error.why),
                    "{pattern:?} {flags}: {error}"
                );
            }
            ((Ok(_), _), None) => panic!("{pattern:?} with {flags:?} is taken here"),
            ((_, Some(Ok(language))), Some(answer)) => {
                count += 1;
                for (string, is_found) in strings.iter().zip(answer) {
                    let here = language.matches(0, string.as_bytes());
                    assert_eq!(here, *is_found, "{pattern:?} with {flags:?} in {string:?}");
                }
            }
            ((_, why), Some(_)) => panic!("{pattern:?} with {flags:?} is not decided: {why:?}"),
        }
    }
    assert!(count > scaled(25, 5_000), "{count} patterns were compared");
}

/// Each letter is read, or refused by name. The members follow from the documents of the dialects.
#[test]
fn each_flag_is_read_or_refused() {
    use Dialect::{DotNet, EcmaScript, Java, Pcre, PosixEre, Python, Re2, Rust, Xsd};
    for (dialect, pattern, flags, text, members, others) in [
        (EcmaScript, r"^\u{61}$", "u", r"/^\u{61}$/u", "a", "u"),
        (EcmaScript, r"^a/[/]$", "i", r"/^a\/[/]$/i", "A//", "a/"),
        (EcmaScript, "", "", "/(?:)/g", "a", ""),
        (EcmaScript, "b", "y", "/b/y", "ba", "ab"),
        (Python, "^a b$", "xi", "(?xi)^a b$", "AB", "a b"),
        (Python, r"^\w$", "a", r"(?a)^\w$", "a", "é"),
        (Pcre, "(*UTF)(*UCP)^é$", "i", "(*UTF)(*UCP)(?i)^é$", "É", "e"),
        (Pcre, "^a b[ ]$", "x", "(?x)^a b[ ]$", "ab ", "a b "),
        (Re2, "^a|b$", "i", "(?i)^a|b$", "xB", "x"),
        (Rust, "^a b$", "x", "(?x)^a b$", "ab", "a b"),
        (Java, "^k$", "iu", "(?iu)^k$", "\u{212A}", "x"),
        (Java, "^a$", "m", "(?m)^a$", "b\ra", "ab"),
        (DotNet, "^a.$", "s", "(?s)^a.$", "a\n", "a"),
        (PosixEre, "^a$", "", "^a$", "a", "A"),
    ] {
        let read = Pattern::read_with_flags(dialect, pattern, flags).unwrap();
        assert_eq!(read.text(), text);
        let language = read.language(Matching::Search).unwrap();
        assert!(language.matches(0, members.as_bytes()), "{dialect} {text} {members:?}");
        let is_all = others.is_empty();
        assert_eq!(language.matches(0, others.as_bytes()), is_all, "{dialect} {text} {others:?}");
    }
    for (dialect, pattern, flags, offset, why) in [
        (EcmaScript, "a", "q", 1, "`q` is no flag of ecmascript"),
        (EcmaScript, "ab", "gg", 3, "the flag `g` a second time"),
        (EcmaScript, "a", "uv", 2, "exclude each other"),
        (EcmaScript, "a", "vu", 1, "exclude each other"),
        (EcmaScript, "(a", "", 0, "without its `)`"),
        (EcmaScript, "a\\", "g", 1, "nothing behind it"),
        (Python, "a", "L", 1, "`L` is no flag of python that is read"),
        (Python, "a", "au", 1, "exclude each other"),
        (Python, "b(a", "i", 1, "without its `)`"),
        (Re2, "a", "x", 1, "`x` is no flag of re2"),
        (Java, "a", "c", 1, "`c` is no flag of java"),
        (DotNet, "a", "r", 1, "`r` is no flag of dotnet"),
        (Pcre, "(*UTF)b(a", "i", 7, "without its `)`"),
        (PosixEre, "a", "i", 1, "no flag of posix-ere is read"),
        (Xsd, "a", "i", 1, "no flag of xsd is read"),
    ] {
        let error = Pattern::read_with_flags(dialect, pattern, flags).unwrap_err();
        assert!(error.why.contains(why), "{pattern} {flags}: {error}");
        assert_eq!(error.offset, offset, "{pattern} {flags}: {error}");
    }
}

#[test]
fn patterns_of_rust_mean_what_its_engine_does() {
    hold(Dialect::Rust);
}

#[test]
fn patterns_of_ecmascript_mean_what_its_engine_does() {
    hold(Dialect::EcmaScript);
}

#[test]
fn patterns_of_python_mean_what_its_engine_does() {
    hold(Dialect::Python);
}

#[test]
fn patterns_of_pcre_mean_what_its_engine_does() {
    hold(Dialect::Pcre);
}

#[test]
fn patterns_of_java_mean_what_its_engine_does() {
    hold(Dialect::Java);
}

#[test]
fn patterns_of_posix_mean_what_its_engine_does() {
    hold(Dialect::PosixEre);
}

/// Beyond ASCII the C library is asked about spaces, which it tells apart by where lines break.
#[test]
fn blanks_of_posix_are_those_of_the_c_library() {
    let spaces = "\t\n\x0B\x0C\r \u{85}\u{A0}\u{1680}\u{180E}\u{2000}\u{2006}\u{2007}\u{2008}\u{200A}\
                  \u{200B}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}\u{FEFF}";
    let strings: Vec<String> = spaces.chars().map(String::from).collect();
    let asked = ["^[[:blank:]]$", "^[[:space:]]$"]
        .map(|pattern| Asked { pattern: pattern.to_owned(), strings: strings.clone() });
    let Some(answers) = engines::answers(Dialect::PosixEre, &asked) else { return };
    for (Asked { pattern, .. }, answer) in asked.iter().zip(answers) {
        let language = Pattern::read(Dialect::PosixEre, pattern).unwrap();
        let language = language.language(Matching::Search).unwrap();
        for (string, is_found) in strings.iter().zip(answer.unwrap()) {
            assert_eq!(language.matches(0, string.as_bytes()), is_found, "{pattern} {string:?}");
        }
    }
}

/// No engine of these three is at hand. What each string is follows from RE2's `doc/syntax.txt`, from XML
/// Schema, part 2, appendix F, and from Microsoft's *Regular expression language* and *Character classes in
/// regular expressions*.
#[test]
fn patterns_without_an_engine_mean_what_is_written() {
    for (dialect, pattern, members, others) in [
        (Dialect::Re2, "^a$", &["a"][..], &["a\n", "\na", ""][..]),
        (Dialect::Re2, "(?m)^a$", &["a", "b\na\n"], &["ab"]),
        (Dialect::Re2, r"^\s$", &[" ", "\x0C"], &["\x0B", "\u{A0}"]),
        (Dialect::Re2, r"^\d\w$", &["1a", "1_"], &["٣a", "1é"]),
        (Dialect::Re2, r"(?i)^\w$", &["a", "ſ", "\u{212A}"], &["é"]),
        (Dialect::Re2, r"(?i)^[^k]$", &["a"], &["k", "K", "\u{212A}"]),
        (Dialect::Re2, r"^\pN\p{Greek}\P{^L}$", &["1αa", "½Ωé"], &["1aa", "1α1"]),
        (Dialect::Re2, r"^[[:^alpha:]\x41]+$", &["A1", "é"], &["B"]),
        (Dialect::Re2, "(?U)^a+?$", &["a", "aa"], &[""]),
        (Dialect::Re2, "^.$", &["a", "😀"], &["\n"]),
        (Dialect::Re2, "^a{,2}$", &["a{,2}"], &["", "a"]),
        (Dialect::Xsd, "a.c", &["abc"], &["abcd", "a\nc", "a\rc"]),
        (Dialect::Xsd, "^a$", &["^a$"], &["a"]),
        (Dialect::Xsd, r"[a-z-[aeiou]]+", &["xyz"], &["xay", ""]),
        (Dialect::Xsd, r"\i\c*", &["a:b", "_1", "é"], &["1a", "-"]),
        (Dialect::Xsd, r"\d\s\w", &["1 a", "٣\t+"], &["a a", "1\u{A0}a", "1 -"]),
        (Dialect::Xsd, r"\p{Lu}\P{Lu}", &["Aa", "É1"], &["AA", "a"]),
        (Dialect::Xsd, r"\p{IsBasicLatin}", &["a", "\t"], &["é", "\0"]),
        (Dialect::Xsd, r"\p{IsGreek}", &["α", "Ͽ"], &["ἀ", "a", "Ѐ"]),
        (Dialect::Xsd, r"[^\d\-]|", &["a", ""], &["1", "-", "ab"]),
        (Dialect::Xsd, r"(a|b){2,3}", &["ab", "bab"], &["a", "abab"]),
        (Dialect::DotNet, "^a$", &["a", "a\n"], &["a\r\n", "a\n\n", "\na"]),
        (Dialect::DotNet, r"^a\Z", &["a", "a\n"], &["a\r", "ab"]),
        (Dialect::DotNet, r"\Aa\z", &["a"], &["a\n"]),
        (Dialect::DotNet, "(?m)^a$", &["a", "b\na\n"], &["b\ra", "ab"]),
        (Dialect::DotNet, "^.$", &["a", "\r", "\u{2028}"], &["\n"]),
        (Dialect::DotNet, "(?s)^.$", &["\n"], &[""]),
        (Dialect::DotNet, r"^\d$", &["1", "\u{663}"], &["a", "\u{BD}"]),
        (Dialect::DotNet, r"^\w$", &["a", "é", "\u{301}", "٣", "_"], &["-", "\u{BD}", "\u{903}"]),
        (Dialect::DotNet, r"^\s$", &[" ", "\x0B", "\u{85}", "\u{2028}", "\u{A0}"], &["\u{200B}"]),
        (Dialect::DotNet, r"^\p{IsGreek}$", &["α", "\u{378}"], &["a", "\u{1F00}"]),
        (Dialect::DotNet, r"^\p{Pd}\P{Sc}$", &["-a"], &["-$", "_a"]),
        (Dialect::DotNet, "^[a-z-[aeiou]]+$", &["xyz"], &["xay", ""]),
        // What is left is [abcmnoxyz], as the documentation has it.
        (Dialect::DotNet, "^[a-z-[d-w-[m-o]]]+$", &["abcmnoxyz"], &["d", "l", "p", "w"]),
        (Dialect::DotNet, "^[^a-z-[0-9]]$", &["A", "-"], &["a", "1"]),
        (Dialect::DotNet, r"^[\w-[\d_]]$", &["a"], &["1", "_", "-"]),
        (Dialect::DotNet, "^[a-]$", &["a", "-"], &["b"]),
        (Dialect::DotNet, "^[]a]$", &["]", "a"], &["b"]),
        (Dialect::DotNet, "(?i)^[k-m]$", &["k", "L", "\u{212A}"], &["n"]),
        (Dialect::DotNet, r"(?i)^straSSe\d$", &["STRASSE1"], &["straſſe1"]),
        (Dialect::DotNet, r"^(?<word>\w+)\s(?'more'\w+)$", &["a b"], &["a"]),
        (Dialect::DotNet, "^(?>a|ab)c$", &["ac"], &["abc"]),
        (Dialect::DotNet, "(?<=a+)b", &["aab"], &["b"]),
        (Dialect::DotNet, "^a{,2}$", &["a{,2}"], &["", "a"]),
        (Dialect::DotNet, r"^\x41\u00e9\cA\e\a\071$", &["Aé\x01\x1B\x079"], &["A"]),
        (Dialect::DotNet, r"^[\b]\bab\b", &["\x08ab"], &["\x08abc"]),
        (Dialect::DotNet, "(?x)^a b # c\n [ ]$", &["ab "], &["a b"]),
        (Dialect::DotNet, "^a(?#c)*$", &["aa"], &["b"]),
    ] {
        let language = Pattern::read(dialect, pattern).unwrap().language(Matching::Search).unwrap();
        for (strings, is_member) in [(members, true), (others, false)] {
            for string in strings {
                let found = language.matches(0, string.as_bytes());
                assert_eq!(found, is_member, "{dialect}: {pattern:?} in {string:?}");
            }
        }
    }
}

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

use crate::{scaled, vectors};

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

/// Whether a pattern may be refused for a reason, though its engine takes it.
fn may_be_refused(dialect: Dialect, why: &str) -> bool {
    let rows = vectors::rows("audit", "refused-reasons");
    let of_it =
        rows.iter().filter(|row| row.arguments.first().is_none_or(|name| name == dialect.name()));
    of_it.into_iter().any(|row| why.contains(row.text(0)))
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
            has_pairs && pattern.notes().iter().any(|note| note.contains("another version"))
        }
        // A match may lie between the halves of a character; and the tables are of another Unicode.
        Dialect::Java => {
            let has_tables = pattern.notes().iter().any(|note| note.contains("another version"));
            let is_known = |one: char| one.is_ascii() || TELLING.contains(one);
            has_pairs && pattern.is_in_code_units() || has_tables && !string.chars().all(is_known)
        }
        // Beyond ASCII, classes are the locale's, which a note says.
        Dialect::PosixEre => {
            let is_local = pattern.notes().iter().any(|note| note.contains("depend on the locale"));
            string.contains('\0') || is_local && !string.is_ascii()
        }
        _ => false,
    }
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

/// A body and flags are read as the constructor `RegExp` reads them: the same are refused, and the others match the same
/// strings. Their text says the same again.
#[test]
fn bodies_and_flags_of_ecmascript_mean_what_its_engine_does() {
    let mut numbers = Numbers(62);
    let (mut read, mut asked, mut all_flags) = (Vec::new(), Vec::new(), Vec::new());
    let pieces = vectors::list("audit", "pieces", "ecmascript");
    for _ in 0..scaled(100, 20_000) {
        let piece = |numbers: &mut Numbers| &*pieces[numbers.below(pieces.len())];
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
                let is_half = error.why.contains("a surrogate");
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

#[test]
fn patterns_mean_what_the_engines_do() {
    use Dialect::{EcmaScript, Java, Pcre, PosixEre, Python, Rust};
    for dialect in [Rust, EcmaScript, Python, Pcre, Java, PosixEre] {
        hold_all(dialect, patterns(dialect));
    }
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

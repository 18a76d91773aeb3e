//! Patterns of nine dialects, compared with the engines of the dialects.
//!
//! Each line of `patterns.tsv` has dialects and a pattern. The automaton and the engine search for it in members of
//! its language, in near misses, and in random strings of its own letters.

use urispec_audit::automata::{Dfa, difference};
use urispec_audit::patterns::LanguageError;
use urispec_audit::{Dialect, Matching, Pattern};

pub(crate) mod engines;
mod random;
mod times;

use engines::Query;

use crate::support::Numbers;
use crate::{scaled, vectors};

const PATTERNS: &str = include_str!("patterns.tsv");

/// Patterns that are accepted here and not by an older engine.
const ACCEPTED: [(Dialect, &str); 5] = [
    // ECMAScript 2025 added flags of groups.
    (Dialect::EcmaScript, "(?i:a)b"),
    (Dialect::EcmaScript, "(?-i:a)b"),
    (Dialect::EcmaScript, "(?m:^)a"),
    (Dialect::EcmaScript, "(?s:.)a."),
    (Dialect::EcmaScript, "(?-s:.)"),
];

/// Returns whether a pattern may be refused for a reason although its engine accepts it.
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

/// Letters that distinguish classes, case rules and anchors.
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

/// Returns whether an engine is known to be wrong on a string, or cannot be run on it.
fn is_left_out(dialect: Dialect, pattern: &Pattern, string: &str) -> bool {
    let has_pairs = string.chars().any(|one| one > '\u{FFFF}');
    match dialect {
        // V8 matches `\B` within such a character, contrary to ECMA-262.
        Dialect::EcmaScript => has_pairs && pattern.text() == r"\B",
        // Python's tables are from another version of Unicode, as a note says.
        Dialect::Python => {
            has_pairs && pattern.notes().iter().any(|note| note.contains("another version"))
        }
        // A match may be between the code units of a character, and the tables are from another version of Unicode.
        Dialect::Java => {
            let has_tables = pattern.notes().iter().any(|note| note.contains("another version"));
            let is_known = |one: char| one.is_ascii() || TELLING.contains(one);
            has_pairs && pattern.is_in_code_units() || has_tables && !string.chars().all(is_known)
        }
        // Beyond ASCII, classes depend on the locale, as a note says.
        Dialect::PosixEre => {
            let is_local = pattern.notes().iter().any(|note| note.contains("depend on the locale"));
            string.contains('\0') || is_local && !string.is_ascii()
        }
        _ => false,
    }
}

/// A pattern with its flags, if they are written apart.
type Written = (String, Option<String>);

/// Compares patterns with the engine of their dialect, and returns the number that matched alike.
#[track_caller]
fn hold_all(dialect: Dialect, all: impl Iterator<Item = Written>) -> usize {
    let mut numbers = Numbers(1);
    let (mut read, mut queries, mut all_flags) = (Vec::new(), Vec::new(), Vec::new());
    for (text, flags) in all {
        let found = match &flags {
            Some(flags) => Pattern::read_with_flags(dialect, &text, flags),
            None => Pattern::read(dialect, &text),
        };
        let found = found.map(|pattern| {
            let language = pattern.language(Matching::Search);
            (pattern, language)
        });
        let mut members = Vec::new();
        if let Ok((pattern, Ok(language))) = &found {
            members = strings(&text, language, &mut numbers);
            members.retain(|string| !is_left_out(dialect, pattern, string));
        }
        all_flags.extend(flags);
        queries.push(Query { pattern: text, strings: members });
        read.push(found);
    }
    let answers = match &all_flags[..] {
        [] => engines::answers(dialect, &queries),
        flags => engines::process("node", "engine.js", dialect, &queries, flags),
    };
    let Some(answers) = answers else { return queries.len() };
    let (mut wrong, mut alike) = (Vec::new(), 0);
    for (at, answer) in answers.into_iter().enumerate() {
        let (Query { pattern: text, strings }, found) = (&queries[at], &read[at]);
        let flags = all_flags.get(at);
        match (found, answer) {
            (Err(_), None) => {}
            (Err(error), Some(_)) => {
                let is_half = flags.is_some()
                    && error.why.contains(
                        "a surrogate, or a character above U+FFFF, which is two code units",
                    );
                if !is_half && !may_be_refused(dialect, &error.why) {
                    wrong.push(format!("{text:?} {flags:?} is refused: {error}"));
                }
            }
            (Ok(_), None) => {
                if !ACCEPTED.contains(&(dialect, text)) {
                    wrong.push(format!("{text:?} {flags:?} is accepted only here"));
                }
            }
            (Ok((_, Err(why))), Some(_))
                if flags.is_none() && why.to_string().starts_with("a look-behind") => {}
            // Java matches between the two code units of a character, which is refused by name.
            (Ok((_, Err(LanguageError::BetweenHalves))), Some(_)) => {
                assert_eq!(dialect, Dialect::Java, "{text:?}");
            }
            (Ok((_, Err(why))), Some(_)) => {
                wrong.push(format!("{text:?} {flags:?} is not decided: {why}"));
            }
            (Ok((_, Ok(language))), Some(answer)) => {
                let differ = strings.iter().zip(answer).filter(|(string, is_found)| {
                    language.matches(0, string.as_bytes()) != *is_found
                });
                let before = wrong.len();
                for (string, is_found) in differ.take(3) {
                    let does = if is_found { "matches" } else { "does not match" };
                    wrong.push(format!("{text:?} {flags:?} {does} in {string:?} by the engine"));
                }
                alike += usize::from(wrong.len() == before);
            }
        }
    }
    assert!(wrong.is_empty(), "{dialect}:\n{}", wrong.join("\n"));
    alike
}

/// A body and flags are read as by the constructor `RegExp`: it refuses the same ones, and the others match the same
/// strings, as does the text that the pattern is written as.
#[test]
fn bodies_and_flags_of_ecmascript_mean_what_its_engine_does() {
    let mut numbers = Numbers(62);
    let pieces = vectors::list("audit", "pieces", "ecmascript");
    let all: Vec<Written> = (0..scaled(100, 20_000))
        .map(|_| {
            let body = (0..=numbers.below(5)).map(|_| &*pieces[numbers.below(pieces.len())]);
            let body: String = body.collect();
            let letter = |numbers: &mut Numbers| b"dgimsuvyuuq"[numbers.below(11)];
            let flags = (0..numbers.below(4)).map(|_| char::from(letter(&mut numbers)));
            (body, Some(flags.collect()))
        })
        .collect();
    for (body, flags) in &all {
        let flags = flags.as_ref().unwrap();
        let Ok(pattern) = Pattern::read_with_flags(Dialect::EcmaScript, body, flags) else {
            continue;
        };
        let Ok(language) = pattern.language(Matching::Search) else { continue };
        let again = Pattern::read(Dialect::EcmaScript, pattern.text()).unwrap();
        let again = again.language(Matching::Search).unwrap();
        let difference = difference((&language, 0), (&again, 0));
        assert!(difference.is_equal(), "{body:?} {flags} {}: {difference:?}", pattern.text());
    }
    let alike = hold_all(Dialect::EcmaScript, all.into_iter());
    assert!(alike > scaled(25, 5_000), "only {alike} patterns were compared");
}

#[test]
fn patterns_mean_what_the_engines_do() {
    use Dialect::{EcmaScript, Java, Pcre, PosixEre, Python, Rust};
    for dialect in [Rust, EcmaScript, Python, Pcre, Java, PosixEre] {
        hold_all(dialect, patterns(dialect).map(|text| (text.to_owned(), None)));
    }
}

/// Beyond ASCII, only spaces are compared: the C library classifies them by whether a line may break there.
#[test]
fn posix_blanks_are_those_of_the_c_library() {
    let spaces = "\t\n\x0B\x0C\r \u{85}\u{A0}\u{1680}\u{180E}\u{2000}\u{2006}\u{2007}\u{2008}\u{200A}\
                  \u{200B}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}\u{FEFF}";
    let strings: Vec<String> = spaces.chars().map(String::from).collect();
    let queries = ["^[[:blank:]]$", "^[[:space:]]$"]
        .map(|pattern| Query { pattern: pattern.to_owned(), strings: strings.clone() });
    let Some(answers) = engines::answers(Dialect::PosixEre, &queries) else { return };
    for (Query { pattern, .. }, answer) in queries.iter().zip(answers) {
        let language = Pattern::read(Dialect::PosixEre, pattern).unwrap();
        let language = language.language(Matching::Search).unwrap();
        for (string, is_found) in strings.iter().zip(answer.unwrap()) {
            assert_eq!(language.matches(0, string.as_bytes()), is_found, "{pattern} {string:?}");
        }
    }
}

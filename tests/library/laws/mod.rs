//! Laws of every string, checked for random strings that are the same in each run. The fuzzer of `tools/fuzz` checks
//! the same laws for strings of its own.

use std::fmt::Write as _;
use std::path::Path;

use urispec::Edition;

mod delimited;
#[path = "../../audit_random/random.rs"]
#[allow(dead_code, reason = "the automata of random grammars are for other tests")]
pub(crate) mod random;
pub(crate) mod recomposition;
mod shortest;
mod strings;
mod url_cases;
pub(crate) mod url_parsers;
mod valid;

use random::Random;

use crate::support::scaled;

/// Checks a law for the strings of each edition.
fn each(count: usize, law: impl Fn(Edition, &str)) {
    for edition in Edition::every() {
        for text in strings::strings(edition, &mut Random::new(3986), count) {
            law(edition, &text);
        }
    }
}

#[test]
fn all_judgements_of_a_string_agree() {
    each(scaled(20, 150), valid::agree);
}

#[test]
fn components_rebuild_the_string() {
    each(scaled(60, 300), |edition, text| {
        recomposition::of_any(text);
        recomposition::of_edition(edition, text);
        recomposition::of_url(text);
    });
    // Every edition reads the strings of one.
    for text in strings::strings(Edition::Rfc2396, &mut Random::new(1), scaled(60, 300)) {
        Edition::every().for_each(|edition| recomposition::of_edition(edition, &text));
    }
}

#[test]
fn no_shorter_reference_leads_to_the_target() {
    let mut random = Random::new(3986);
    let mut targets = 0;
    for edition in Edition::ALL.iter().copied().filter(|edition| shortest::is_searched(*edition)) {
        // The draft rfc2396bis-01 merges an empty path as "/" without an authority too.
        targets += shortest::holds(edition, "a:?#b", b"ab:/.?#", 4);
        for _ in 0..scaled(2, 8) {
            let path: String = (0..random.below(7))
                .map(|_| random.pick(&['a', 'b', '/', '/', '.', ':']))
                .collect();
            let begin = random.pick(&["a:", "a:/", "a://b", "a://b/", "ab://", "b:a/"]);
            let end = random.pick(&["", "", "?a", "#b", "?", "?b#a"]);
            targets += shortest::holds(edition, &format!("{begin}{path}{end}"), b"ab:/.?#", 4);
        }
    }
    assert!(targets > scaled(2_000, 10_000), "{targets}");
}

#[test]
fn planted_uris_are_found() {
    let mut planted = 0;
    for edition in Edition::every().filter(|edition| edition.is_of_uris()) {
        let mut random = Random::new(3986);
        for _ in 0..scaled(2, 15) {
            let strings = strings::strings(edition, &mut random, 24);
            let hosts = [
                "http://h",
                "https://example.com/a_(b)?c#d",
                "ftp://h/%41",
                "mailto:a@b",
                "http://[::1]:80/",
            ];
            let strings: Vec<&str> = strings.iter().map(String::as_str).chain(hosts).collect();
            planted += delimited::holds(edition, &strings, |end| random.below(end));
        }
    }
    assert!(planted > scaled(200, 1_500), "{planted}");
}

/// The strings of `tests/verdicts.tsv`: a hundred for each edition, with their verdicts. The tests of the columns and
/// of the packages for C, Python and JavaScript read them too. `INSTA_UPDATE=always` draws them anew.
#[test]
fn the_verdicts_are_those_of_the_automata() {
    const COUNT: usize = 100;
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts.tsv");
    let verdict = |edition, text: &str| match valid::is_valid(edition, text) {
        true => "valid",
        false => "invalid",
    };
    if std::env::var_os("INSTA_UPDATE").is_some_and(|value| value == "always") {
        let mut table = String::new();
        for edition in Edition::every() {
            for text in strings::strings(edition, &mut Random::new(1994), COUNT) {
                writeln!(table, "{edition}\t{}\t{text}", verdict(edition, &text)).unwrap();
            }
        }
        std::fs::write(&file, table).unwrap();
    }
    let table = std::fs::read_to_string(&file).unwrap();
    for edition in Edition::every() {
        let own = table
            .split('\n')
            .filter_map(|line| line.strip_prefix(edition.id())?.strip_prefix('\t'));
        let own: Vec<_> = own.filter_map(|line| line.split_once('\t')).collect();
        assert_eq!(own.len(), COUNT, "{edition}");
        for (said, text) in own {
            assert_eq!(said, verdict(edition, text), "{edition}: {text:?}");
        }
    }
}

//! A reference that is read without a tree has the components of its tree: by every production for whole references of every
//! generic edition, and of RFC 9110.
//!
//! The suite of a production distinguishes states, but not the kinds of hosts, which need not be states of the whole. So
//! these tests also read random members and near misses, the examples of the documents, URLs of the web, and authorities of
//! all kinds.

use urispec::grammar::Role;
use urispec::{Edition, Recognizer, Reference};
use urispec_audit::{Claim, Examples};
use urispec_compare::across::Across;
use urispec_compare::sample::Sampler;
use urispec_compare::suite::Suite;

use super::parts::parts;
use super::suites::some;
use crate::common::{scaled, words};

/// Returns the productions for whole strings, and those of single schemes.
fn all() -> impl Iterator<Item = Recognizer> {
    Edition::ALL.iter().chain(&[Edition::Rfc9110]).flat_map(|&edition| {
        let grammars = edition.grammars().iter();
        let names = grammars.flat_map(|grammar| grammar.productions().iter());
        let is_it = move |production: &Recognizer| {
            let is_whole = edition.whole_rules().contains(&production.rule());
            is_whole || production.role() == Role::Specific || OTHERS.contains(&production.rule())
        };
        names.filter_map(move |name| edition.production(name.name()).ok()).filter(is_it)
    })
}

/// Productions that choose between productions of one scheme, and productions of any scheme.
const OTHERS: [&str; 4] = ["waisurl", "waisaddress", "otherurl", "prosperoaddress"];

/// Returns whether the production derives the string according to pest. Asserts that the components and the tree that are
/// found without pest are those of pest's tree.
#[track_caller]
fn holds(production: &Recognizer, text: &str) -> bool {
    let (edition, rule) = (production.edition(), production.rule());
    let read = production.reference(text);
    match production.pest_tree(text) {
        Ok(tree) => {
            assert_eq!(production.tree(text).as_ref(), Ok(&tree), "{edition} {rule}: {text:?}");
            let lowered = Reference::from_tree(edition, &tree).unwrap();
            let read = read.unwrap();
            assert_eq!(parts(&read), parts(&lowered), "{edition} {rule}: {text:?}");
            let opaque = (read.opaque_part(), lowered.opaque_part());
            assert_eq!(opaque.0, opaque.1, "{edition} {rule}: {text:?}");
            true
        }
        Err(error) => {
            assert_eq!(read, Err(error), "{edition} {rule}: {text:?}");
            false
        }
    }
}

fn each<S: AsRef<str>>(production: &Recognizer, strings: impl Iterator<Item = S>) -> usize {
    strings.filter(|text| holds(production, text.as_ref())).count()
}

#[test]
fn the_suites() {
    for production in all() {
        let step = if production.edition() == Edition::Rfc9110 { 0 } else { 23 };
        let suite = Suite::new(production);
        let cases = some(suite.cases(), step);
        let valid = each(&production, cases.map(|case| case.input));
        assert!(valid > 0, "{production:?}");
    }
}

#[test]
fn members_and_near_misses() {
    for production in all() {
        for (seed, max_len) in [(1, 24), (2, 60)] {
            let Ok(mut sampler) = Sampler::new(production).seed(seed).max_len(max_len) else {
                continue;
            };
            let count = scaled(20, 60);
            let strings = (0..count).flat_map(|_| [sampler.member(), sampler.near_miss()]);
            assert!(each(&production, strings) >= count, "{production:?}");
        }
    }
}

#[test]
fn the_examples_of_the_documents() {
    for production in all() {
        for &edition in Edition::ALL {
            let examples = Examples::read(edition.id(), edition.examples()).unwrap();
            for example in &examples.all {
                let strings = match example.claim {
                    Claim::Instance { text, .. } | Claim::Illegal { text, .. } => [text, ""],
                    Claim::Target { reference, target, .. } => [reference, target],
                    Claim::Equivalent { a, b, .. } => [a, b],
                    Claim::Request { url, .. } => [url, ""],
                    _ => continue,
                };
                each(&production, strings.iter());
            }
        }
    }
}

/// Authorities of up to three pieces, with schemes before and other components after them; without `URISPEC_LONG`, some
/// of them.
#[test]
fn authorities() {
    let pieces =
        "a 1 1.2.3.4 01.2.3.4 1.2.3.256 a.b 1a a- _ . : @ ; %41 [::1] [::1.2.3.4] [v1.a] 80 !";
    let pieces: Vec<_> = pieces.split(' ').chain([""]).collect();
    let schemes = [
        "", "a:", "http:", "https:", "ftp:", "HTTP:", "FtP:", "telnet:", "afs:", "file:", "wais:",
        "!:",
    ];
    let ends = ["", "/", "/b?c", "?c@d", "//b", "#d", "/0"];
    // Not a divisor of the number of pieces, so that each piece occurs in each position.
    let step = scaled(41, 1);
    for production in all() {
        let (mut valid, mut number) = (0, 0);
        for one in &pieces {
            for two in &pieces {
                for three in &pieces {
                    number += 1;
                    if number % step != 0 {
                        continue;
                    }
                    // Each scheme with each authority; the rest as the authority's length says.
                    for (index, scheme) in schemes.iter().enumerate() {
                        let end =
                            ends[(one.len() + two.len() + 3 * three.len() + index) % ends.len()];
                        let text = format!("{scheme}//{one}{two}{three}{end}");
                        // Most strings are not derived by a production of a scheme, and need no tree.
                        if production.accepts(text.as_bytes()) {
                            valid += usize::from(holds(&production, &text));
                        }
                    }
                }
            }
        }
        println!("{} {}: {valid}", production.edition(), production.rule());
    }
}

#[test]
fn delimiters() {
    let letters = ["a", "A", "1", ":", "/", "?", "#", "@", "[", "]", "*", ";", "=", "%25", "+"];
    for production in all() {
        if !production.edition().whole_rules().contains(&production.rule()) {
            continue;
        }
        let mut all = words(letters, 3);
        all.retain(|text| production.accepts(text.as_bytes()));
        each(&production, all.iter());
    }
}

/// By the automata of the grammar: the first production that an answer names derives the whole string, a production of paths
/// the path alone, and each other one a part that contains the authority and the path.
#[test]
fn the_productions_on_the_way() {
    for production in all() {
        let edition = production.edition();
        let mut sampler = Sampler::new(production).seed(5).max_len(60).unwrap();
        let members = (0..scaled(6, 30)).map(|_| sampler.member());
        let short = words("a:/?;1".chars(), 3).into_iter().step_by(scaled(2, 1));
        let short = short.filter(|text| production.accepts(text.as_bytes()));
        for text in members.chain(short) {
            let answers = Across::new().editions(&[edition]).ask(&text);
            let productions = answers.each()[0].productions();
            let context = format!("{edition}: {text:?} by {productions:?}");
            let Ok(reference) = Reference::parse(edition, &text) else {
                assert!(productions.is_empty(), "{context}");
                continue;
            };
            let offset = |part: &str| part.as_ptr().addr() - text.as_ptr().addr();
            let path = offset(reference.path())..offset(reference.path()) + reference.path().len();
            let first = reference.authority().map_or(path.start, offset);
            let params = reference.params(edition).map_or(0, |params| params.len() + 1);
            // Before RFC 2396 a production of paths follows the first slash.
            let slash = usize::from((edition as usize) < Edition::Rfc2396 as usize);
            for (at, rule) in productions.iter().enumerate() {
                let production = edition.production(rule).unwrap();
                let derives = |from: usize, to: usize| {
                    text.get(from..to).is_some_and(|part| production.accepts(part.as_bytes()))
                };
                let is_path = matches!(production.role(), Role::Path | Role::OpaquePart);
                let mut starts =
                    if is_path { path.start..=path.start + slash } else { 0..=first + slash };
                let mut ends =
                    if is_path { path.end - params..=path.end } else { path.end..=text.len() };
                if is_path && edition == Edition::Rfc1630 {
                    // The scheme after `url:` counts to the path.
                    starts = path.start..=path.end;
                }
                if at == 0 {
                    (starts, ends) = (0..=0, text.len()..=text.len());
                }
                let is_derived =
                    starts.into_iter().any(|from| ends.clone().any(|to| derives(from, to)));
                assert!(is_derived, "{context}: {rule}");
            }
        }
    }
}

/// The URLs of the web, if the corpus is present.
#[test]
fn the_web() {
    let Ok(web) = std::fs::read_to_string("../shared/corpus/web.txt") else {
        eprintln!("skipped: there is no ../shared/corpus/web.txt");
        return;
    };
    for production in all() {
        each(&production, web.lines().step_by(scaled(1_370, 370)));
    }
}

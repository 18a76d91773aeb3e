//! What each library gets wrong of the conformance suites of `URI-reference`.
//!
//! The suites tell the language of RFC 3986 from every other that an automaton of as many states could
//! accept, or of one more, or that confuses single characters of ASCII. A library that parses IRIs is
//! asked about ASCII only. The components are compared with those that urispec finds.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::catch_unwind;

use urispec::{Edition, UriRef};
use urispec_bench::peers::{self, Judge, Parts};
use urispec_compare::suite::{Case, Suite};

/// How many of the shortest strings of a kind are shown.
const SHOWN: usize = 4;

/// The kinds of mistakes, each with its strings, shortest first.
type Mistakes = BTreeMap<(&'static str, &'static str), BTreeSet<(usize, String)>>;

fn suite() -> Suite {
    Suite::new(Edition::Rfc3986.production("URI-reference").unwrap())
}

/// In what the library is wrong about a string.
fn mistakes(judge: &Judge, case: &Case) -> Vec<&'static str> {
    let Ok(found) = catch_unwind(|| (judge.parse)(&case.input)) else { return vec!["panics"] };
    match (found, case.is_valid()) {
        (None, true) => vec!["rejects"],
        (Some(_), false) => vec!["accepts"],
        (None, false) => vec![],
        (Some(found), true) => differing(&found, &(peers::ALL[0].parse)(&case.input).unwrap()),
    }
}

fn differing(found: &Parts, right: &Parts) -> Vec<&'static str> {
    let differ = [
        ("scheme", found.scheme != right.scheme),
        ("authority", found.authority != right.authority),
        ("path", found.path != right.path),
        ("query", found.query != right.query),
        ("fragment", found.fragment != right.fragment),
    ];
    differ.into_iter().filter_map(|(name, differs)| differs.then_some(name)).collect()
}

/// What kind of host a reference has.
fn host(input: &str) -> &'static str {
    match UriRef::parse(input) {
        Ok(reference) => reference.host().map_or("no host", |host| host.kind().name()),
        Err(_) => "invalid",
    }
}

fn version(name: &str) -> &'static str {
    let manifest = include_str!("../Cargo.toml");
    let line = manifest.lines().find_map(|line| line.strip_prefix(&format!("{name} = \"=")));
    line.map_or("", |line| line.trim_end_matches('"'))
}

#[test]
fn what_each_library_gets_wrong() {
    let suites = [suite().extra(1), suite().every_ascii()];
    let cases: BTreeSet<_> = suites.iter().flat_map(Suite::cases).map(|case| case.input).collect();
    let suite = suite();
    let cases: Vec<_> = cases.into_iter().map(|input| suite.case(input)).collect();
    let valid = cases.iter().filter(|case| case.is_valid()).count();
    let mut text = format!("{} strings, {valid} of them valid\n", cases.len());
    for judge in &peers::ALL {
        let mut wrong = Mistakes::new();
        for case in cases.iter().filter(|case| judge.judges_rfc3986 || case.input.is_ascii()) {
            for kind in mistakes(judge, case) {
                let strings = wrong.entry((kind, host(&case.input))).or_default();
                strings.insert((case.input.len(), case.input.clone()));
            }
        }
        text += &format!("\n{}\n", format!("{} {}", judge.name, version(judge.name)).trim_end());
        if wrong.is_empty() {
            text += "  nothing wrong\n";
        }
        for ((kind, host), strings) in wrong {
            let shown: Vec<_> =
                strings.iter().take(SHOWN).map(|(_, input)| format!("{input:?}")).collect();
            text += &format!("  {kind:<9}  {host:<11}{:>6}  {}\n", strings.len(), shown.join(" "));
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../../snapshots/peers"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(
        "What each library gets wrong of the conformance suites of RFC 3986's URI-reference, for one \
         state more than its automaton has, and with every ASCII character: rejects a reference, \
         accepts what is none, or finds another component; the host that the reference has, how many \
         strings, and the shortest of them.",
    );
    settings.bind(|| insta::assert_snapshot!("URI-reference", text));
    // What the documentation shows of it.
    let chapter = include_str!("../../../docs/suites.md");
    let (_, shown) = chapter.split_once("```text\nuriparse ").unwrap();
    let (shown, _) = shown.split_once("```").unwrap();
    assert!(text.contains(&format!("uriparse {shown}")), "{shown}");
}

//! Patterns that people use for productions of RFC 3986, and the strings on which each is wrong.
//!
//! `field_patterns.tsv` has a pattern a line: what it is, its dialect, the production that it is used
//! for, the shortest string that only the production has, the shortest that only the pattern matches
//! (both as JSON, `-` if there is none), and the pattern. What the strings are is said a second time by
//! the production's own parser, and by the engine of the dialect.

use urispec::Edition;
use urispec_audit::{Dialect, Languages, Matching, Pattern, judge_pattern};

use crate::patterns::engines::{self, Asked};

const PATTERNS: &str = include_str!("field_patterns.tsv");

struct Line<'t> {
    name: &'t str,
    dialect: Dialect,
    production: &'t str,
    witnesses: [Option<String>; 2],
    pattern: &'t str,
}

fn lines() -> Vec<Line<'static>> {
    let line = |line: &'static str| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [name, dialect, production, printed, found, pattern] = columns[..] else {
            panic!("six columns: {line}")
        };
        let witness = |text| (text != "-").then(|| serde_json::from_str(text).unwrap());
        Line {
            name,
            dialect: Dialect::ALL.iter().copied().find(|one| one.name() == dialect).unwrap(),
            production,
            witnesses: [witness(printed), witness(found)],
            pattern,
        }
    };
    PATTERNS.lines().map(line).collect()
}

#[test]
fn each_pattern_is_wrong_where_it_is_said_to_be() {
    let printed = urispec_audit::pair(Edition::Rfc3986.grammars()[0]).unwrap().as_read();
    let languages = Languages::new(&printed);
    let mut wrong = Vec::new();
    for Line { name, dialect, production, witnesses, pattern } in lines() {
        let pattern =
            Pattern::read(dialect, pattern).unwrap_or_else(|error| panic!("{name}: {error}"));
        let verdict = judge_pattern(&printed, &languages, production, &pattern, Matching::Search);
        let verdict = verdict.unwrap_or_else(|error| panic!("{name}: {error}"));
        let text = |bytes: Option<Vec<u8>>| bytes.map(|bytes| String::from_utf8(bytes).unwrap());
        let found = [text(verdict.only_printed), text(verdict.only_pattern)];
        if found != witnesses {
            let shown = |one: &Option<String>| {
                one.as_ref().map_or("-".into(), |one| format!("{}", serde_json::json!(one)))
            };
            wrong.push(format!("{name}\t{}\t{}", shown(&found[0]), shown(&found[1])));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The witnesses of the table, given to what has no automaton.
#[test]
fn the_parser_and_the_engines_say_the_same() {
    let lines = lines();
    assert!(lines.len() >= 20);
    for dialect in [Dialect::EcmaScript, Dialect::Python] {
        let of_it: Vec<&Line<'_>> = lines.iter().filter(|line| line.dialect == dialect).collect();
        let asked: Vec<Asked> = of_it
            .iter()
            .map(|line| Asked {
                pattern: line.pattern.to_owned(),
                strings: line.witnesses.iter().flatten().cloned().collect(),
            })
            .collect();
        let Some(answers) = engines::answers(dialect, &asked) else { continue };
        for (line, answer) in of_it.iter().zip(answers) {
            let Line { name, production, witnesses: [printed, found], .. } = line;
            let production = Edition::Rfc3986.production(production).unwrap();
            let by_parser = |string: &String| production.check(string).is_ok();
            let expected: Vec<bool> = [printed, found]
                .iter()
                .filter_map(|witness| witness.as_ref())
                .map(|string| !by_parser(string))
                .collect();
            assert_eq!(answer, Some(expected), "{name}");
            assert_eq!(printed.as_ref().map(by_parser), printed.as_ref().map(|_| true), "{name}");
            assert_eq!(found.as_ref().map(by_parser), found.as_ref().map(|_| false), "{name}");
        }
    }
}

//! Exported and copied patterns, run by the engines of their dialects; and exports of editions.
//!
//! An exported pattern was decided to be equal. Its engine runs the suite of the production, which distinguishes a
//! parser of the production from every other of its size.

use urispec::Edition;
use urispec_audit::export::{ExportError, PatternForm};
use urispec_audit::patterns::PatternNames;
use urispec_audit::{
    AnyGrammar, Dialect, GrammarText, Languages, Matching, Pattern, judge_pattern,
};
use urispec_compare::sample::Sampler;
use urispec_compare::suite::Suite;

use crate::laws::dialect;
use crate::patterns::engines::{self, Query};
use crate::scaled;
use crate::support::{abnf, text as abnf_text};
use crate::vectors::{hold, same};

/// Returns RFC 3986 and its productions, without those that its appendix only refers to.
fn productions() -> (AnyGrammar, Vec<&'static str>) {
    let grammar = &Edition::Rfc3986.grammars()[0];
    let names = grammar.productions().iter().map(|one| one.name());
    let own = names.filter(|name| !["ALPHA", "DIGIT", "HEXDIG"].contains(name));
    (urispec_audit::any(grammar).unwrap(), own.collect())
}

#[track_caller]
fn check_suites(dialect: Dialect) {
    let (grammar, names) = productions();
    // Appendix A has 36 productions.
    assert_eq!(names.len(), 36, "{names:?}");
    let (mut queries, mut valid) = (Vec::new(), Vec::new());
    // A third of them, a different one for each dialect; with `URISPEC_LONG`, all.
    let step = scaled(3, 1);
    let first = Dialect::ALL.iter().position(|&one| one == dialect).unwrap_or(0) % step;
    let names: Vec<&str> = names.into_iter().skip(first).step_by(step).collect();
    for name in &names {
        let written =
            grammar.export_pattern(name, dialect, PatternForm::Structure, PatternNames::None);
        let pattern = written.unwrap_or_else(|error| panic!("{dialect}: {name}: {error}"));
        let suite = Suite::new(Edition::Rfc3986.production(name).unwrap());
        // A C string cannot contain NUL.
        let cases =
            suite.cases().filter(|case| dialect != Dialect::PosixEre || !case.input.contains('\0'));
        let (strings, is_valid): (Vec<String>, Vec<bool>) =
            cases.map(|case| (case.input.clone(), case.is_valid())).unzip();
        queries.push(Query { pattern, strings });
        valid.push(is_valid);
    }
    let Some(answers) = engines::answers(dialect, &queries) else { return };
    assert_eq!(answers.len(), names.len());
    for (at, answer) in answers.into_iter().enumerate() {
        let answer = answer.unwrap_or_else(|| panic!("{dialect} refuses {}", names[at]));
        assert_eq!(answer.len(), valid[at].len());
        for ((string, is_valid), is_found) in queries[at].strings.iter().zip(&valid[at]).zip(answer)
        {
            assert_eq!(is_found, *is_valid, "{dialect}: {}: {string:?}", names[at]);
        }
    }
}

#[test]
fn engines_pass_the_suite_of_each_exported_pattern() {
    use Dialect::{EcmaScript, Java, Pcre, PosixEre, Python, Rust};
    for dialect in [Rust, EcmaScript, Python, Pcre, Java, PosixEre] {
        check_suites(dialect);
    }
}

/// The same patterns with the flag `v`, and without `u` or `v`.
#[test]
fn exported_patterns_work_with_any_flags_of_ecmascript() {
    let (grammar, names) = productions();
    let (form, layout) = (PatternForm::Structure, PatternNames::None);
    let queries = names.iter().flat_map(|name| {
        let pattern = grammar.export_pattern(name, Dialect::EcmaScript, form, layout).unwrap();
        let member = Sampler::new(Edition::Rfc3986.production(name).unwrap()).member();
        ["v", "d"].map(|flag| Query {
            pattern: format!("/{pattern}/{flag}"),
            strings: vec![member.clone(), format!("{member}\n"), format!("{member}\u{e9}")],
        })
    });
    let queries: Vec<Query> = queries.collect();
    let Some(answers) = engines::answers(Dialect::EcmaScript, &queries) else { return };
    assert_eq!(answers.len(), queries.len());
    for (queries, answer) in queries.iter().zip(answers) {
        assert_eq!(answer, Some(vec![true, false, false]), "{}", queries.pattern);
    }
}

/// In every dialect a production can be exported from its automaton, and with names as groups or as comments where the
/// dialect has them.
#[test]
fn every_form_can_be_exported_where_the_dialect_has_it() {
    let (grammar, names) = productions();
    let forms = [
        (PatternForm::Minimal, PatternNames::None),
        (PatternForm::Structure, PatternNames::Groups),
        (PatternForm::Structure, PatternNames::Comments),
    ];
    for name in ["scheme", "IPv4address", "userinfo", "path-absolute", "pct-encoded", "reserved"] {
        assert!(names.contains(&name));
        for &dialect in Dialect::ALL {
            for (form, layout) in forms {
                let written = grammar.export_pattern(name, dialect, form, layout);
                let has = match layout {
                    PatternNames::Groups => !matches!(dialect, Dialect::PosixEre | Dialect::Xsd),
                    PatternNames::Comments => !matches!(
                        dialect,
                        Dialect::EcmaScript | Dialect::Re2 | Dialect::PosixEre | Dialect::Xsd
                    ),
                    _ => true,
                };
                assert_eq!(written.is_ok(), has, "{dialect} {name} {layout:?}: {written:?}");
            }
        }
    }
}

#[test]
fn exported_patterns_are_those_of_the_table() {
    let any = GrammarText { file: "any.pest", text: "r = { ANY }" };
    let grammars = [productions().0, AnyGrammar::read_pest(any).unwrap()];
    hold("audit", "exports", |row| {
        let (form, names) = (PatternForm::Structure, PatternNames::None);
        let dialect = dialect(row.text(1));
        let written =
            grammars[row.arguments.len()].export_pattern(row.text(0), dialect, form, names);
        same(written.map_err(|error| error.to_string())?, row.text(2))
    });
}

/// Sets that begin or end beside the surrogates, or where the number of bytes changes.
#[rustfmt::skip]
const SETS: [&[(u32, u32)]; 20] = [
    &[(0x20, 0x7F)], &[(0x20, 0x7FF)], &[(0x20, 0xD7FE)], &[(0x20, 0xD7FF)], &[(0x20, 0xE000)], &[(0x20, 0xFFFD)],
    &[(0x80, 0x10_FFFF)], &[(0x800, 0xFFFF)], &[(0xD7FF, 0xD7FF)], &[(0xD7FF, 0xE000)], &[(0xD7FE, 0xE001)],
    &[(0xE000, 0xE000)], &[(0xE000, 0x10_FFFF)], &[(0xE001, 0x10_FFFF)], &[(0x1_0000, 0x10_FFFF)], &[(0x20, 0x10_FFFF)],
    &[(0x20, 0xD7FE), (0xE000, 0x10_FFFF)], &[(0x20, 0xD7FF), (0xE001, 0x10_FFFF)],
    &[(0x20, 0xD7FE), (0xE001, 0x10_FFFF)], &[(0x20, 0xD7FE), (0xE001, 0x10_FFFE)],
];

#[test]
fn exported_sets_contain_exactly_their_characters() {
    let range = |&(first, last): &(u32, u32)| format!("%x{first:X}-{last:X}");
    let text: String = (SETS.iter().enumerate())
        .map(|(at, set)| {
            format!("set{at} = {}\n", set.iter().map(range).collect::<Vec<_>>().join(" / "))
        })
        .collect();
    let grammar = AnyGrammar::read(&abnf(), abnf_text(&text), None).unwrap();
    let codes: Vec<u32> = [
        0x1F, 0x20, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FE, 0xD7FF, 0xE000, 0xE001, 0xFFFD, 0xFFFF,
        0x1_0000, 0x10_FFFE, 0x10_FFFF,
    ]
    .into();
    let strings: Vec<String> =
        codes.iter().map(|&code| char::from_u32(code).unwrap().to_string()).collect();
    use Dialect::{EcmaScript, Pcre, PosixEre, Python, Re2, Rust};
    let dialects = [Rust, EcmaScript, Python, Pcre, Re2, PosixEre];
    for dialect in dialects {
        for form in [PatternForm::Structure, PatternForm::Minimal] {
            let written = (0..SETS.len()).map(|at| {
                let name = format!("set{at}");
                let pattern = grammar.export_pattern(&name, dialect, form, PatternNames::None);
                pattern.unwrap_or_else(|error| panic!("{dialect} {name}: {error}"))
            });
            let queries: Vec<Query> =
                written.map(|pattern| Query { pattern, strings: strings.clone() }).collect();
            let Some(answers) = engines::answers(dialect, &queries) else { continue };
            for ((set, answer), Query { pattern, .. }) in SETS.iter().zip(answers).zip(&queries) {
                // glibc refuses ranges beyond ASCII in a UTF-8 locale.
                if dialect == Dialect::PosixEre && answer.is_none() {
                    assert!(!pattern.is_ascii() && pattern.contains('-'), "{pattern:?}");
                    continue;
                }
                let has =
                    |code: &u32| set.iter().any(|(first, last)| (first..=last).contains(&code));
                let expected: Vec<bool> = codes.iter().map(has).collect();
                assert_eq!(answer, Some(expected), "{dialect}: {pattern:?}");
            }
        }
    }
}

#[test]
fn productions_of_the_editions_can_be_exported_in_abnf() {
    for grammar in Edition::ALL.iter().flat_map(|edition| edition.grammars()) {
        let any = urispec_audit::any(grammar).unwrap();
        // With `URISPEC_LONG`, each.
        for name in any.names().step_by(scaled(11, 1)) {
            if any.decide(&[name]).language(name).is_ok() {
                any.export_abnf(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
    }
}

#[test]
fn productions_of_rfc_3986_can_be_exported_in_pest() {
    let any = urispec_audit::any(Edition::Rfc3986.grammars()[0]).unwrap();
    for name in any.names().step_by(scaled(5, 1)) {
        any.export_pest(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    // A look-ahead distinguishes an address from a name that begins with one.
    let host = any.export_pest("host").unwrap().text;
    assert!(host.starts_with("host = { IP_literal | IPv4address ~ !("), "{host}");
}

/// Labels of at most 63 characters take 250 rules that call each other, too many to decide.
#[test]
fn an_export_that_cannot_be_checked_is_an_error() {
    let any = urispec_audit::any(Edition::Rfc2396bis01.grammars()[0]).unwrap();
    let error = any.export_pest("qualified").unwrap_err();
    assert!(matches!(error, ExportError::Unchecked { .. }), "{error}");
}

const PATTERNS: &str = include_str!("field_patterns.tsv");

/// A line of `field_patterns.tsv`: a copied pattern that is used for a production of RFC 3986. Its columns are a name,
/// the dialect, the production, the shortest strings that only the production and only the pattern accepts (as JSON,
/// or `-`), and the pattern.
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
fn copied_patterns_have_the_listed_witnesses() {
    let printed = urispec_audit::pair(Edition::Rfc3986.grammars()[0]).unwrap().as_read();
    let languages = Languages::new(&printed);
    let mut wrong = Vec::new();
    for Line { name, dialect, production, witnesses, pattern } in lines() {
        let pattern =
            Pattern::read(dialect, pattern).unwrap_or_else(|error| panic!("{name}: {error}"));
        let verdict = judge_pattern(&languages, production, &pattern, Matching::Search);
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

/// Runs the witnesses of the table on implementations without an automaton.
#[test]
fn parser_and_engines_confirm_the_listed_witnesses() {
    let lines = lines();
    assert!(lines.len() >= 20);
    for dialect in [Dialect::EcmaScript, Dialect::Python] {
        let of_it: Vec<&Line<'_>> = lines.iter().filter(|line| line.dialect == dialect).collect();
        let queries: Vec<Query> = of_it
            .iter()
            .map(|line| Query {
                pattern: line.pattern.to_owned(),
                strings: line.witnesses.iter().flatten().cloned().collect(),
            })
            .collect();
        let Some(answers) = engines::answers(dialect, &queries) else { continue };
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

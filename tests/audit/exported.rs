//! Exported patterns and those of others, asked of the engines of their dialects; and exports of editions.
//!
//! A pattern that was exported has been decided equal here. Its engine is asked about the suite of the
//! production: the strings that tell a parser of the production from every other of its size.

use urispec::Edition;
use urispec_audit::{
    AnyGrammar, Dialect, ExportError, GrammarText, Languages, Matching, Pattern, PatternForm,
    PatternNames, judge_pattern,
};
use urispec_compare::sample::Sampler;
use urispec_compare::suite::Suite;

use crate::laws::dialect;
use crate::patterns::engines::{self, Asked};
use crate::scaled;
use crate::support::{abnf, text as abnf_text};
use crate::vectors::{hold as hold_rows, same};

/// The productions of RFC 3986, without what its appendix only refers to.
fn productions() -> (AnyGrammar, Vec<&'static str>) {
    let grammar = &Edition::Rfc3986.grammars()[0];
    let names = grammar.productions().iter().map(|one| one.name());
    let own = names.filter(|name| !["ALPHA", "DIGIT", "HEXDIG"].contains(name));
    (urispec_audit::any(grammar).unwrap(), own.collect())
}

#[track_caller]
fn hold(dialect: Dialect) {
    let (grammar, names) = productions();
    // Appendix A has 36 productions.
    assert_eq!(names.len(), 36, "{names:?}");
    let (mut asked, mut valid) = (Vec::new(), Vec::new());
    // A third of them, another one in each dialect; with `URISPEC_LONG`, all.
    let step = scaled(3, 1);
    let first = Dialect::ALL.iter().position(|&one| one == dialect).unwrap_or(0) % step;
    let names: Vec<&str> = names.into_iter().skip(first).step_by(step).collect();
    for name in &names {
        let written =
            grammar.export_pattern(name, dialect, PatternForm::Structure, PatternNames::None);
        let pattern = written.unwrap_or_else(|error| panic!("{dialect}: {name}: {error}"));
        let suite = Suite::new(Edition::Rfc3986.production(name).unwrap());
        // What C takes for the end of a string cannot be asked of its engine.
        let cases =
            suite.cases().filter(|case| dialect != Dialect::PosixEre || !case.input.contains('\0'));
        let (strings, is_valid): (Vec<String>, Vec<bool>) =
            cases.map(|case| (case.input.clone(), case.is_valid())).unzip();
        asked.push(Asked { pattern, strings });
        valid.push(is_valid);
    }
    let Some(answers) = engines::answers(dialect, &asked) else { return };
    assert_eq!(answers.len(), names.len());
    for (at, answer) in answers.into_iter().enumerate() {
        let answer = answer.unwrap_or_else(|| panic!("{dialect} does not take {}", names[at]));
        assert_eq!(answer.len(), valid[at].len());
        for ((string, is_valid), is_found) in asked[at].strings.iter().zip(&valid[at]).zip(answer) {
            assert_eq!(is_found, *is_valid, "{dialect}: {}: {string:?}", names[at]);
        }
    }
}

#[test]
fn engines_agree_on_every_suite() {
    use Dialect::{EcmaScript, Java, Pcre, PosixEre, Python, Rust};
    for dialect in [Rust, EcmaScript, Python, Pcre, Java, PosixEre] {
        hold(dialect);
    }
}

/// The same patterns with the flag `v`, and without `u` or `v`.
#[test]
fn ecmascript_takes_them_with_any_flags() {
    let (grammar, names) = productions();
    let (form, layout) = (PatternForm::Structure, PatternNames::None);
    let asked = names.iter().flat_map(|name| {
        let pattern = grammar.export_pattern(name, Dialect::EcmaScript, form, layout).unwrap();
        let member = Sampler::new(Edition::Rfc3986.production(name).unwrap()).member();
        ["v", "d"].map(|flag| Asked {
            pattern: format!("/{pattern}/{flag}"),
            strings: vec![member.clone(), format!("{member}\n"), format!("{member}\u{e9}")],
        })
    });
    let asked: Vec<Asked> = asked.collect();
    let Some(answers) = engines::answers(Dialect::EcmaScript, &asked) else { return };
    assert_eq!(answers.len(), asked.len());
    for (asked, answer) in asked.iter().zip(answers) {
        assert_eq!(answer, Some(vec![true, false, false]), "{}", asked.pattern);
    }
}

/// In every dialect every production can be written, with names as groups and as comments where the
/// dialect has them, and from its automaton.
#[test]
fn every_form_is_equal() {
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
fn small_patterns_by_hand() {
    let any = GrammarText { file: "any.pest", text: "r = { ANY }" };
    let grammars = [productions().0, AnyGrammar::read_pest(any).unwrap()];
    hold_rows("audit", "exports", |row| {
        let (form, names) = (PatternForm::Structure, PatternNames::None);
        let dialect = dialect(row.text(1));
        let written =
            grammars[row.arguments.len()].export_pattern(row.text(0), dialect, form, names);
        same(written.map_err(|error| error.to_string())?, row.text(2))
    });
}

/// Sets that begin or end beside the surrogates, or where another number of bytes begins.
#[rustfmt::skip]
const SETS: [&[(u32, u32)]; 20] = [
    &[(0x20, 0x7F)], &[(0x20, 0x7FF)], &[(0x20, 0xD7FE)], &[(0x20, 0xD7FF)], &[(0x20, 0xE000)], &[(0x20, 0xFFFD)],
    &[(0x80, 0x10_FFFF)], &[(0x800, 0xFFFF)], &[(0xD7FF, 0xD7FF)], &[(0xD7FF, 0xE000)], &[(0xD7FE, 0xE001)],
    &[(0xE000, 0xE000)], &[(0xE000, 0x10_FFFF)], &[(0xE001, 0x10_FFFF)], &[(0x1_0000, 0x10_FFFF)], &[(0x20, 0x10_FFFF)],
    &[(0x20, 0xD7FE), (0xE000, 0x10_FFFF)], &[(0x20, 0xD7FF), (0xE001, 0x10_FFFF)],
    &[(0x20, 0xD7FE), (0xE001, 0x10_FFFF)], &[(0x20, 0xD7FE), (0xE001, 0x10_FFFE)],
];

/// Each set is written so that the engine finds in it the characters that it has by its numbers.
#[test]
fn sets_at_every_border_have_their_characters() {
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
            let asked: Vec<Asked> =
                written.map(|pattern| Asked { pattern, strings: strings.clone() }).collect();
            let Some(answers) = engines::answers(dialect, &asked) else { continue };
            for ((set, answer), Asked { pattern, .. }) in SETS.iter().zip(answers).zip(&asked) {
                // Beyond ASCII, glibc takes no range in a locale of UTF-8.
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
fn productions_of_the_editions_in_abnf() {
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
fn productions_of_an_edition_in_pest() {
    let any = urispec_audit::any(Edition::Rfc3986.grammars()[0]).unwrap();
    for name in any.names().step_by(scaled(5, 1)) {
        any.export_pest(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    // A guard keeps the address apart from a name that begins with one.
    let host = any.export_pest("host").unwrap();
    assert!(host.starts_with("host = { IP_literal | IPv4address ~ !("), "{host}");
}

/// Labels of at most 63 characters: 250 rules that call each other are more than a reader decides.
#[test]
fn what_cannot_be_read_back_is_not_given_out() {
    let any = urispec_audit::any(Edition::Rfc2396bis01.grammars()[0]).unwrap();
    let error = any.export_pest("qualified").unwrap_err();
    assert!(matches!(error, ExportError::Unchecked { .. }), "{error}");
}

const PATTERNS: &str = include_str!("field_patterns.tsv");

/// A line of `field_patterns.tsv`, of patterns that people use for productions of RFC 3986: what it is, its dialect, the
/// production that it is used for, the shortest strings that only the production and only the pattern has (both as JSON,
/// `-` if there is none), and the pattern.
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

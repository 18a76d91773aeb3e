//! Routes beyond the rows of `tests/vectors`: random texts, patterns, limits, and the suite of matching.

use fancy_regex::Regex;
use proptest::prelude::*;
use urispec::{Rung, UriRef};
use urispec_audit::Dialect;
use urispec_template::{
    CollisionVerdict, Route, RouteLanguage, RouteNotation, RouteReader, SUITE_TEMPLATES,
    UriTemplate, Value,
};

use crate::support::scaled;

fn notation() -> impl Strategy<Value = RouteNotation> {
    prop::sample::select(RouteNotation::ALL)
}

/// A text of the parts that routes have in any notation.
fn route() -> impl Strategy<Value = String> {
    let part = prop::sample::select(
        &[
            "/",
            "/",
            "/",
            "a",
            "b",
            "ab",
            ":x",
            ":y",
            "*z",
            "*",
            "**",
            "?",
            ".",
            "-",
            "{",
            "}",
            "{x}",
            "{y:[a-c]+}",
            "{*z}",
            "{/:w}",
            "(",
            ")",
            "(.:format)",
            "(a|b)",
            "<",
            ">",
            "<x>",
            "<int:y>",
            "<path:z>",
            "<any(a,b):w>",
            "[",
            "]",
            "+",
            "|",
            "\\",
            "\"",
            "é",
            " ",
            "%41",
            "#",
            "\u{0}",
        ][..],
    );
    prop::collection::vec(part, 0..10).prop_map(|parts| ["/", &parts.concat()].concat())
}

fn path() -> impl Strategy<Value = String> {
    let part = prop::sample::select(
        &["/", "/", "a", "b", "ab", "7", "a/b", ".", "-", "%41", "x.a", "é", "A"][..],
    );
    prop::collection::vec(part, 0..6).prop_map(|parts| ["/", &parts.concat()].concat())
}

/// No text makes a reader panic, an error is at a character, and the matcher of a route agrees with its automaton.
#[test]
fn random_routes() {
    let config = ProptestConfig::with_cases(scaled(400, 20_000) as u32);
    proptest!(config, |(notation in notation(), text in route(), paths in prop::collection::vec(path(), 6))| {
        match Route::parse(notation, &text) {
            Err(error) => prop_assert!(text.is_char_boundary(error.offset()), "{error}"),
            Ok(route) => {
                let Ok(language) = RouteLanguage::new(&route) else { return Ok(()) };
                for path in &paths {
                    let found = language.matches(path, 1);
                    let takes = language.offset(path).is_none();
                    prop_assert!(found.is_empty() != takes, "{notation} {text} {path}: {found:?}");
                }
                if let Some(shortest) = language.shortest() {
                    prop_assert!(UriRef::parse(&format!("http://h{shortest}")).is_ok() || notation.is_template(), "{shortest}");
                    prop_assert!(!language.matches(&shortest, 1).is_empty(), "{text} {shortest}");
                    let covered = language.covered_by(&[&language]);
                    prop_assert!(covered == Some(vec![0]) || notation.is_template(), "{text}");
                }
            }
        }
    });
}

/// A collision is decided in both orders, and a covered route collides.
#[test]
fn random_pairs_of_routes() {
    let config = ProptestConfig::with_cases(scaled(150, 5_000) as u32);
    proptest!(config, |(notation in notation(), texts in [route(), route()])| {
        let [Ok(one), Ok(other)] = texts.each_ref().map(|text| Route::parse(notation, text)) else { return Ok(()) };
        let [Ok(one), Ok(other)] = [&one, &other].map(RouteLanguage::new) else { return Ok(()) };
        let both = [one.collision(&other), other.collision(&one)];
        match &both {
            [CollisionVerdict::Found(left), CollisionVerdict::Found(right)] => {
                prop_assert_eq!(left.uri.len(), right.uri.len());
            }
            [CollisionVerdict::None { .. }, CollisionVerdict::None { .. }] => {
                prop_assert!(one.covered_by(&[&other]).is_none() && other.covered_by(&[&one]).is_none());
            }
            [CollisionVerdict::Undecided { .. }, CollisionVerdict::Undecided { .. }] => {}
            other => prop_assert!(false, "{texts:?}: {other:?}"),
        }
    });
}

/// A pattern that is written for a route has the groups of its parameters.
#[test]
fn patterns_of_routes() {
    for (notation, text, path) in [
        (RouteNotation::Express5, "/:a-:b{/:c}", "/x-y-z"),
        (RouteNotation::Express4, "/:a(\\d+)?/:b.:c", "/7/x.y"),
        (RouteNotation::Spring, "/{a:[0-9]+}/{b}.{c}/{*d}", "/7/x.y/z/z"),
        (RouteNotation::Rails, "/:a(/:b)(.:format)", "/x/y.json"),
        (RouteNotation::Flask, "/<path:a>/<int:b>/", "/x/y/7/"),
        (RouteNotation::Django, "<slug:a>/<uuid:b>", "/x-y/075194d3-6885-417e-a8a8-6c931e272f00"),
        (RouteNotation::OpenApi, "/{a-b}/{7}", "/x/y"),
    ] {
        let route = Route::parse(notation, text).unwrap();
        let language = RouteLanguage::new(&route).unwrap();
        let found = language.pattern(Dialect::Pcre).unwrap();
        let captured = Regex::new(&found.pattern).unwrap().captures(path).unwrap().unwrap();
        let matches = language.matches(path, 1);
        for (group, name) in &found.groups {
            let value = captured.name(group).map(|one| Value::from(one.as_str()));
            assert_eq!(value.as_ref(), matches.all()[0].get(name), "{text}: {name}");
        }
        // The parameters of several alternatives have no group.
        assert!(!found.groups.is_empty() || notation == RouteNotation::Express5, "{text}");
    }
    let route = Route::parse(RouteNotation::Express5, "/:a-:b").unwrap();
    let error = RouteLanguage::new(&route).unwrap().pattern(Dialect::Re2);
    assert!(error.is_ok(), "{error:?}");
}

/// The first way of a backtracking engine is found without its exponential time.
#[test]
fn large_routes() {
    let parse = |notation, text: &str| Route::parse(notation, text);
    assert!(parse(RouteNotation::Django, &"a/".repeat(5_000)).is_err());
    assert!(parse(RouteNotation::Express5, &"{".repeat(5_000)).is_err());
    assert!(parse(RouteNotation::Rails, &"(".repeat(5_000)).is_err());
    assert!(parse(RouteNotation::Spring, &format!("/{{a:{}", "(".repeat(5_000))).is_err());
    assert!(parse(RouteNotation::Express4, &":a-".repeat(2_000)).is_err());
    let many = format!("/{}", "{a}".repeat(9));
    assert!(parse(RouteNotation::Express5, &many).is_err());
    let route = parse(RouteNotation::Django, "<path:a>/<path:b>/<path:c>").unwrap();
    let language = RouteLanguage::new(&route).unwrap();
    let found = language.matches(&format!("/{}", "x/".repeat(50)), 1);
    assert_eq!(found.all().len(), 1);
    // Too many steps are reported, and are not "no match".
    let found = language.matches(&format!("/{}x", "x/".repeat(scaled(5_000, 20_000))), 1);
    assert!(found.is_empty() && !found.are_all());
}

#[test]
fn converters() {
    let reader = RouteReader::new(RouteNotation::Django);
    let four = reader.clone().converter("yyyy", "(?:[0-9]{4})|none").unwrap();
    let route = four.read("articles/<yyyy:year>/<x>").unwrap();
    let language = RouteLanguage::new(&route).unwrap();
    assert_eq!(language.matches("/articles/none/a", 1).all().len(), 1);
    assert!(language.matches("/articles/200/a", 1).is_empty());
    assert!(reader.converter("x", "(").is_err());
    assert!(RouteReader::new(RouteNotation::Rails).converter("x", "a").is_err());
}

/// Each answer of the suite follows from expansion.
#[test]
fn suites_of_matching() {
    let (mut count, mut ambiguous) = (0, 0);
    for text in SUITE_TEMPLATES {
        let template = UriTemplate::parse(text).unwrap();
        let suite = template.match_suite().unwrap();
        assert!(suite.iter().any(|case| case.matches.len() == 1), "{text}");
        assert!(suite.iter().any(|case| case.matches.is_empty()), "{text}");
        for case in &suite {
            for values in &case.matches {
                assert_eq!(template.expand(values).as_deref(), Ok(&*case.input), "{text}");
            }
            let input = match case.matches.is_empty() {
                true => UriRef::parse(&case.input).map_or_else(
                    |_| case.input.clone(),
                    |uri| uri.normalize_to(Rung::PercentEncoding).to_string(),
                ),
                false => case.input.clone(),
            };
            for values in &case.either {
                assert_eq!(template.expand(values).as_deref(), Ok(&*input), "{text}");
            }
            count += 1;
            ambiguous += usize::from(case.is_ambiguous());
        }
    }
    assert!(count > 900 && ambiguous > 100, "{count} {ambiguous}");
}

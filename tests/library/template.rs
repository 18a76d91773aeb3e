//! URI templates beyond the rows of `tests/vectors`: decisions against a brute force, patterns, types, and other test
//! suites.

use std::collections::BTreeMap;

use fancy_regex::Regex;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::Value as Json;
use urispec::{Edition, ParseError, Uri, UriRef, check};
use urispec_audit::Dialect;
use urispec_template::{
    Ambiguity, CollisionVerdict, Every, ExpansionLanguage, LanguageError, Modifier, NoExpansions,
    Operator, Part, UriTemplate, Value, Values, VariableType, VariableTypes,
};

use crate::support::{scaled, shared};

#[track_caller]
pub(crate) fn template(text: &str) -> UriTemplate {
    UriTemplate::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[track_caller]
pub(crate) fn language<'t>(
    template: &'t UriTemplate,
    types: &VariableTypes,
) -> ExpansionLanguage<'t> {
    let expansions = template.expansions(types);
    let expansions = expansions.unwrap_or_else(|error| panic!("{template}: {error}"));
    ExpansionLanguage::new(expansions).unwrap_or_else(|error| panic!("{template}: {error}"))
}

fn of(name: &str, value: impl Into<Value>) -> Values {
    Values::new().with(name, value)
}

#[test]
fn types_that_do_not_suit() {
    let template = template("{/x*}{?m*,l}");
    let unknown = template.expansions(&VariableTypes::new().defined("y")).unwrap_err();
    assert_eq!(unknown.to_string(), "the template has no variable `y`");
    let prefixed = UriTemplate::parse("{x:1}").unwrap();
    let list = VariableTypes::new().with("x", VariableType::List);
    assert_eq!(prefixed.expansions(&list).unwrap_err(), NoExpansions::Prefix("x".to_owned()));
    assert!(UriTemplate::parse("{!x}").unwrap().matches("").is_err());
}

/// An associative array has a name once.
#[test]
fn names_of_pairs() {
    let types = VariableTypes::new().with("m", VariableType::Map);
    let ways = |text: &str, uri: &str| {
        let template = template(text);
        let expansions = template.expansions(&types).unwrap();
        assert_eq!(expansions.loose().collect::<Vec<_>>(), ["m"]);
        let ways = expansions.matches(uri, 99);
        assert!(ways.are_all(), "{text} {uri}");
        ways.all().to_vec()
    };
    // Under "+" a value may have commas; what has so many pairs has a name or a value between any two.
    let pairs = |uri: &str| -> Vec<Values> {
        let count = uri.split(',').count() / 2;
        let has_all = |values: &Values| matches!(values.get("m"), Some(Value::Map(all)) if all.len() == count);
        ways("{+m}", uri).into_iter().filter(has_all).collect()
    };
    // There the text of a triplet is the name, or the character that it encodes is.
    assert_eq!(pairs("%C3%A9,,%C3%A9,"), [of("m", [("%C3%A9", ""), ("é", "")])]);
    assert_eq!(pairs("%25,,%25,"), [of("m", [("%25", ""), ("%", "")])]);
    assert_eq!(pairs("%20,,%20,,%20,"), []);
    // "%41" has no other name: "A" is written as it is. "%" before "41" is the triplet, and so is not encoded.
    assert_eq!(pairs("%41,,%41,"), []);
    assert_eq!(pairs("%2541,,%2541,"), []);
}

/// A search without an answer costs as much as one with an answer, and ends.
#[test]
fn searches_end() {
    let long = format!("x/{}/z", "y".repeat(scaled(5_000, 20_000)));
    let template = template("{a}/{b}{c}{d}{e}/{a}");
    let expansions = template.expansions(&VariableTypes::new()).unwrap();
    assert!(expansions.matches(&long, 1).is_empty());
    let types = VariableTypes::new().with("a", VariableType::Map);
    let maps = self::template("{+a,a,a*}{#a,a}");
    let ways = maps.expansions(&types).unwrap().matches("a,a,a,a,a,a,a,a,a,a,a,a#a,a,a,a", 1);
    assert!(ways.is_empty());
    // A repeated value is compared where it ends.
    let repeated = self::template("{a}{b}/{a}{c}");
    let ways = repeated.expansions(&VariableTypes::new()).unwrap().matches("xxxxxxxxxx/y", 99);
    assert_eq!(ways.all().len(), 1);
}

/// The first ways and the report that there are more; and questions without a decision.
#[test]
fn incomplete_answers() {
    let two = template("{a}{b}");
    let expansions = two.expansions(&VariableTypes::new()).unwrap();
    assert_eq!(expansions.matches("xy", 99).all().len(), 3);
    let ways = expansions.matches("0123456789", 4);
    assert_eq!((ways.all().len(), ways.are_all(), ways.only()), (4, false, None));
    // For a variable in two places, one reading can be proven, and two readings can be shown.
    let ambiguity = |text| template(text).expansions(&VariableTypes::new()).unwrap().ambiguity();
    let Ambiguity::Found { uri, ways } = ambiguity("{a}{b}{a}") else { panic!() };
    assert_eq!(ways.all().len(), 2, "{uri}: {ways:?}");
    // The automaton divides "x" in two ways, and one value in both places does not.
    assert!(matches!(ambiguity("{a}{a}"), Ambiguity::Undecided { .. }));
    // The automata have ever more strings in common, and the ones tried prove nothing about the others.
    let both = ["/{a}/{a}", "/x{b}/y{c}"].map(template);
    let [one, other] = [0, 1].map(|at| language(&both[at], &VariableTypes::new()));
    assert!(matches!(one.collision(&other), CollisionVerdict::Undecided { .. }));
    let wrong = template("a:b");
    let wrong = language(&wrong, &VariableTypes::new());
    // RFC 9110 (4.2.1): "A sender MUST NOT generate an "http" URI with an empty host identifier."
    for host in ["a/b", ""] {
        assert_eq!(wrong.every_on_hosts(&[host]), Err(LanguageError::NoHost(host.to_owned())));
    }
    let error = template("a{=x}{x}").expand(&Values::new().with("x", "1")).unwrap_err();
    let [fault] = error.faults() else { panic!("{error:?}") };
    assert_eq!(
        (&fault.span, &fault.kind),
        (&(1..5), &urispec_template::ExpandFaultKind::Operator('='))
    );
}

/// The most expressions with the most empty values: a template that is too large is an error.
#[test]
fn large_templates() {
    let many: String = (0..60).map(|at| format!("{{a{at},b{at}}}")).collect();
    let large = template(&many);
    assert!(matches!(large.matches(""), Err(NoExpansions::TooLarge)));
    let many: String = (0..300).map(|at| format!("{{x{at}}}")).collect();
    assert!(matches!(template(&many).matches(""), Err(NoExpansions::TooLarge)));
    let many: String = (0..scaled(50, 100)).map(|at| format!("{{x{at}}}")).collect();
    assert!(template(&many).matches("").is_ok());
    let long = format!("/{}", "x".repeat(20_000));
    let ways = |text: &str| {
        template(text).expansions(&VariableTypes::new()).unwrap().matches(&long, 99).all().to_vec()
    };
    assert_eq!(ways("/{x}"), [of("x", &long[1..])]);
    assert_eq!(ways("/{x:9999}"), []);
}

#[test]
fn templates_are_strings() {
    let text = "/a{?b}";
    let template: UriTemplate = text.parse().unwrap();
    assert_eq!((template.to_string(), template.as_ref()), (text.to_owned(), text));
    assert_eq!(serde_json::to_string(&template).unwrap(), "\"/a{?b}\"");
    assert_eq!(serde_json::from_str::<UriTemplate>("\"\\/a{?b}\"").unwrap(), template);
    let error = serde_json::from_str::<UriTemplate>("\"{\"").unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("at byte 1: unexpected end of the template; expected the name"),
        "{error}"
    );
    let values: Values =
        serde_json::from_str(r#"{"n": -1.5, "b": true, "l": [1, "2"], "m": {"z": 1, "a": 2}}"#)
            .unwrap();
    let json = r#"{"b":"true","l":["1","2"],"m":{"z":"1","a":"2"},"n":"-1.5"}"#;
    assert_eq!(serde_json::to_string(&values).unwrap(), json);
    assert!(serde_json::from_str::<Values>(r#"{"l": [["a"]]}"#).is_err());
}

/// Templates with their values, for the laws.
fn templates() -> impl Strategy<Value = String> {
    let literal =
        prop::sample::select(&["/", "a", "-", "http://h/", "?", "x=1", "%41", ".", "é", ":"][..]);
    let variable = (
        prop::sample::select(&["a", "b", "c", "a.b", "%C3"][..]),
        prop::sample::select(&["", "", "", "*", ":1", ":3"][..]),
    );
    let variables = prop::collection::vec(
        variable.prop_map(|(name, modifier)| format!("{name}{modifier}")),
        1..4,
    );
    let operator = prop::sample::select(&["", "", "+", "#", ".", "/", ";", "?", "&"][..]);
    let expression = (operator, variables)
        .prop_map(|(operator, variables)| format!("{{{operator}{}}}", variables.join(",")));
    let part = prop_oneof![literal.prop_map(str::to_owned), expression.clone(), expression];
    prop::collection::vec(part, 0..4).prop_map(|parts| parts.concat())
}

fn text() -> impl Strategy<Value = String> {
    proptest::string::string_regex("([a-c]|[/.,=%é]|%41|%C3%A9|[ &]){0,4}").unwrap()
}

proptest! {
    /// An expansion is matched, and its values are among the ways, or others that expand alike.
    #[test]
    fn every_expansion_is_matched(
        text in templates(),
        strings in prop::collection::vec(prop::option::of(text()), 5),
        lists in prop::collection::vec(prop::collection::vec(text(), 1..3), 5),
    ) {
        let template = UriTemplate::parse(&text).unwrap();
        let types = VariableTypes::new();
        let mut values = Values::new();
        for (at, name) in template.variables().enumerate() {
            match types.of(&template, name) {
                VariableType::List => values.set(name, lists[at].clone()),
                _ => strings[at].iter().for_each(|text| values.set(name, &**text)),
            }
        }
        // A prefix of a list: then nothing expands.
        let Ok(uri) = template.expand(&values) else { return Ok(()) };
        let Ok(expansions) = template.expansions(&types) else { return Ok(()) };
        let ways = expansions.matches(&uri, 2_000);
        for way in ways.all() {
            let again = template.expand(way);
            prop_assert_eq!(again.as_deref(), Ok(&*uri));
        }
        prop_assert!(!ways.is_empty() || !ways.are_all(), "{} {} {:?}", text, uri, values);
        let is_plain = !text.contains(['+', '#', ':']) && expansions.is_exact();
        if is_plain && ways.are_all() {
            // An empty value without a delimiter counts as defined.
            let is_alike = |way: &Values| {
                template.variables().all(|name| {
                    let empty = [Value::from(""), Value::from([""])];
                    way.get(name) == values.get(name)
                        || values.get(name).is_none() && empty.iter().any(|one| way.get(name) == Some(one))
                })
            };
            prop_assert!(ways.all().iter().any(is_alike), "{} {} {:?} {:?}", text, uri, values, ways);
        }
    }

    /// If matching is decided to be unique, no URI has two ways.
    #[test]
    fn unique_matching_has_one_way(text in templates(), strings in prop::collection::vec(prop::option::of(text()), 5)) {
        let template = UriTemplate::parse(&text).unwrap();
        let Ok(expansions) = template.expansions(&VariableTypes::new()) else { return Ok(()) };
        match expansions.ambiguity() {
            Ambiguity::None { .. } => {
                let named = template.variables().zip(&strings);
                let named = named.filter_map(|(name, text)| Some((name, text.as_deref()?)));
                let Ok(uri) = template.expand(&named.collect::<Values>()) else { return Ok(()) };
                prop_assert!(expansions.matches(&uri, 9).all().len() <= 1, "{} {}", text, uri);
            }
            Ambiguity::Found { uri, ways } => {
                prop_assert_eq!(ways.all().len(), 2);
                for way in ways.all() {
                    let again = template.expand(way);
                    prop_assert_eq!(again.as_deref(), Ok(&*uri));
                }
            }
            _ => {}
        }
    }
}

proptest! {
    /// The parser accepts the language of the grammar, and stops where the automaton of the grammar does.
    #[test]
    fn the_parser_is_the_grammar(text in "([a/é]|%|[0-9A]|[{}]|[?+|]|[.,:*]|a:1|\\{[?]?a[,*}]|[ <\u{80}'-]){0,9}") {
        let by_grammar = match check(Edition::Rfc6570, "URI-Template", &text) {
            Ok(()) => None,
            Err(ParseError::Syntax(error)) => Some(error.offset()),
            Err(error) => panic!("{error}"),
        };
        let parsed = UriTemplate::parse(&text).map_err(|error| error.offset());
        prop_assert_eq!(parsed.as_ref().err().copied(), by_grammar);
        if let Ok(template) = parsed {
            prop_assert_eq!(template.as_str(), &text);
        }
    }
}

/// Small values of a type.
fn small(of: VariableType) -> Vec<Value> {
    match of {
        VariableType::String => ["", "a", "b", ",", "é"].map(Value::from).into(),
        VariableType::List => {
            let two = [Value::from(["", ""]), Value::from(["a", "b"])];
            ["", "a", ","].map(|one| Value::from([one])).into_iter().chain(two).collect()
        }
        _ => {
            let two =
                [Value::from([("a", ""), ("", "b")]), Value::from([("é", ""), ("%C3%A9", "")])];
            let one = [("", ""), ("a", ""), ("", "a"), ("a", "b")];
            one.map(|one| Value::from([one])).into_iter().chain(two).collect()
        }
    }
}

/// A template, the types of its variables, and whether all are always defined.
fn typed_templates() -> impl Strategy<Value = (String, [VariableType; 2], bool)> {
    let literal = prop::sample::select(&["/", "a", ",", "=", "x:"][..]).prop_map(str::to_owned);
    let variable = (
        prop::sample::select(&["a", "b"][..]),
        prop::sample::select(&["", "", "*", "*", ":1"][..]),
    );
    let variable = variable.prop_map(|(name, modifier)| format!("{name}{modifier}"));
    let operator = prop::sample::select(&["", "", "+", "#", ".", "/", ";", "?", "&"][..]);
    let expression = (operator, prop::collection::vec(variable, 1..3))
        .prop_map(|(operator, all)| format!("{{{operator}{}}}", all.join(",")));
    let part = prop_oneof![1 => literal, 2 => expression];
    let parts = prop::collection::vec(part, 0..4).prop_map(|parts| parts.concat());
    let of = || {
        prop::sample::select(
            &[VariableType::String, VariableType::List, VariableType::Map, VariableType::Map][..],
        )
    };
    (parts, [of(), of()], prop::bool::weighted(0.2))
}

/// The types of the variables that a template has.
fn types_of(template: &UriTemplate, of: [VariableType; 2], are_defined: bool) -> VariableTypes {
    let each = ["a", "b"].into_iter().zip(of);
    let each = each.filter(|(name, _)| template.variables().any(|one| one == *name));
    let types = each.fold(VariableTypes::new(), |types, (name, of)| types.with(name, of));
    if are_defined { types.all_defined() } else { types }
}

/// All expansions for the small values.
fn expansions(template: &UriTemplate, types: &VariableTypes) -> Vec<(Values, String)> {
    let mut all = vec![Values::new()];
    for name in template.variables() {
        let with = |values: &Values| -> Vec<Values> {
            let nothing = (!types.is_defined(name)).then(|| values.clone());
            let each = small(types.of(template, name)).into_iter();
            each.map(|value| values.clone().with(name, value)).chain(nothing).collect()
        };
        all = all.iter().flat_map(with).collect();
    }
    let expanded = |values: Values| {
        let uri = template.expand(&values).unwrap();
        (values, uri)
    };
    all.into_iter().map(expanded).collect()
}

/// Returns whether no expansion distinguishes two values of a variable.
fn are_alike(template: &UriTemplate, name: &str, one: &Values, other: &Values) -> bool {
    if one.get(name) == other.get(name) {
        return true;
    }
    let only = |values: &Values| -> Values {
        values.get(name).map(|value| (name, value.clone())).into_iter().collect()
    };
    let [one, other] = [one, other].map(only);
    template.parts().all(|part| {
        let Part::Expression(expression) = part else { return true };
        let operator = expression.operator;
        let is_alone = expression.variables.len() == 1
            && matches!(operator, Operator::Simple | Operator::Reserved);
        let mut own = expression.variables.iter().filter(|variable| variable.name == name);
        own.all(|variable| {
            let modifier = match variable.modifier {
                Modifier::Prefix(length) => format!(":{length}"),
                Modifier::Explode => "*".to_owned(),
                _ => String::new(),
            };
            let place = self::template(&format!("{{{operator}{name}{modifier}}}"));
            (is_alone || one.is_empty() == other.is_empty())
                && place.expand(&one).unwrap() == place.expand(&other).unwrap()
        })
    })
}

fn are_equal(template: &UriTemplate, one: &Values, other: &Values) -> bool {
    template.variables().all(|name| are_alike(template, name, one, other))
}

/// Whether each array has each name once.
fn has_names_once(values: &Values) -> bool {
    values.iter().all(|(_, value)| {
        let Value::Map(pairs) = value else { return true };
        let mut names: Vec<&str> = pairs.iter().map(|(name, _)| &**name).collect();
        names.sort_unstable();
        names.windows(2).all(|two| two[0] != two[1])
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scaled(20, 160) as u32))]

    /// Each expansion is accepted, its values are found, and every statement about all expansions is true of it.
    #[test]
    fn one_template((text, of, are_defined) in typed_templates()) {
        let template = UriTemplate::parse(&text).unwrap();
        let types = types_of(&template, of, are_defined);
        // A prefix of a value that is not a string.
        let Ok(own) = template.expansions(&types) else { return Ok(()) };
        let language = ExpansionLanguage::new(own).unwrap();
        let all = expansions(&template, &types);
        let mut readings: BTreeMap<&str, Vec<&Values>> = BTreeMap::new();
        for (values, uri) in &all {
            readings.entry(uri).or_default().push(values);
            prop_assert!(language.dfa().matches(0, uri.as_bytes()), "{:?} {}", values, uri);
            let ways = language.expansions().matches(uri, 300);
            for way in ways.all() {
                let again = template.expand(way);
                prop_assert_eq!(again.as_deref(), Ok(&**uri));
                prop_assert!(has_names_once(way), "{} {:?}", uri, way);
            }
            let is_found = ways.all().iter().any(|way| are_equal(&template, way, values));
            prop_assert!(is_found || !ways.are_all(), "{} {:?} {:?}", uri, values, ways);
        }
        if let Ambiguity::None { .. } = language.expansions().ambiguity() {
            for (uri, all) in &readings {
                let is_one = all.iter().all(|values| are_equal(&template, all[0], values));
                prop_assert!(is_one, "{} {:?}", uri, all);
            }
        }
        if let Every::Yes { .. } = language.every_uri() {
            prop_assert!(all.iter().all(|(_, uri)| Uri::parse(uri).is_ok()));
        }
        if let Every::Yes { .. } = language.every_reference() {
            prop_assert!(all.iter().all(|(_, uri)| UriRef::parse(uri).is_ok()));
        }
    }

    /// Two expansions show no collision that is denied.
    #[test]
    fn two_templates((left, left_of, left_defined) in typed_templates(), (right, right_of, right_defined) in typed_templates()) {
        let [left, right] = [left, right].map(|text| UriTemplate::parse(&text).unwrap());
        let left_types = types_of(&left, left_of, left_defined);
        let right_types = types_of(&right, right_of, right_defined);
        let Ok(one) = left.expansions(&left_types) else { return Ok(()) };
        let Ok(other) = right.expansions(&right_types) else { return Ok(()) };
        let [one, other] = [one, other].map(|own| ExpansionLanguage::new(own).unwrap());
        match one.collision(&other) {
            CollisionVerdict::None { .. } => {
                let others = expansions(&right, &right_types);
                for (values, uri) in expansions(&left, &left_types) {
                    let same = others.iter().find(|(_, other)| *other == uri);
                    prop_assert!(same.is_none(), "{} {:?} {:?}", uri, values, same);
                }
            }
            CollisionVerdict::Found(found) => {
                let expanded = [left.expand(&found.left).unwrap(), right.expand(&found.right).unwrap()];
                prop_assert!(expanded.iter().all(|uri| *uri == found.uri), "{:?}", found);
            }
            _ => {}
        }
    }
}

/// Random pairs, with `URISPEC_LONG` a hundred: both templates expand to a collision, and if there is none, the
/// expansions of one are not expansions of the other.
#[test]
fn random_pairs() {
    let mut runner = TestRunner::deterministic();
    let mut draw = || templates().new_tree(&mut runner).unwrap().current();
    let (mut pairs, mut found, mut none, mut undecided) = (0, 0, 0, 0);
    let most = scaled(25, 100);
    while pairs < most {
        let [left, right] = [draw(), draw()].map(|text| UriTemplate::parse(&text).unwrap());
        let types = VariableTypes::new();
        let (Ok(one), Ok(other)) = (left.expansions(&types), right.expansions(&types)) else {
            continue;
        };
        let [one, other] = [one, other].map(|one| ExpansionLanguage::new(one).unwrap());
        pairs += 1;
        match one.collision(&other) {
            CollisionVerdict::Found(collision) => {
                found += 1;
                assert_eq!(left.expand(&collision.left).as_ref(), Ok(&collision.uri));
                assert_eq!(right.expand(&collision.right).as_ref(), Ok(&collision.uri));
            }
            CollisionVerdict::None { .. } => {
                none += 1;
                for (of, from, other) in [(&left, &one, &other), (&right, &other, &one)] {
                    for uri in from.dfa().members(0).take(50) {
                        let uri = String::from_utf8(uri).unwrap();
                        let ways = other.expansions().matches(&uri, 1);
                        assert!(ways.is_empty(), "{of}: {uri}");
                    }
                }
            }
            _ => undecided += 1,
        }
    }
    eprintln!("{found} collide, {none} do not, {undecided} are not decided");
    assert!(
        found > most / 10 && none > most / 10 && undecided < most / 5,
        "{found} {none} {undecided}"
    );
}

const TEMPLATES: [&str; 14] = [
    "",
    "/users/{id}",
    "/{a}{?b,c,d}",
    "{a,b}",
    "{+a}{#b}",
    "{/path*}",
    "{?l*,m}",
    "{;a,b:2}",
    "{.a,b}x",
    "{+a:2}/é",
    "{&a*}",
    "{x_1}{x.1}{%41}",
    "'{Expansion}'{expansion}",
    "{list*}",
];

/// A pattern or production is decided equal before it is returned, or there is an error.
#[test]
fn everything_is_written() {
    let step = scaled(3, 1);
    for (at, text) in TEMPLATES.into_iter().enumerate() {
        let template = template(text);
        let lists = template.variables().filter(|name| *name == "m");
        let types =
            lists.fold(VariableTypes::new(), |types, name| types.with(name, VariableType::List));
        let language = language(&template, &types);
        language.production().unwrap_or_else(|error| panic!("{text}: {error}"));
        // Without `URISPEC_LONG` each has a third of the dialects.
        for &dialect in Dialect::ALL.iter().skip(at % step).step_by(step) {
            let found = language.pattern(dialect);
            let found =
                found.unwrap_or_else(|error| panic!("{text} in {}: {error}", dialect.name()));
            if dialect == Dialect::Rust {
                let regex = regex::Regex::new(&found.pattern).unwrap();
                for uri in language.dfa().members(0).take(40) {
                    assert!(regex.is_match(std::str::from_utf8(&uri).unwrap()), "{text} {uri:?}");
                }
                let count = template.variables().count();
                assert!(found.groups.len() >= count, "{text}: {:?}", found.groups);
                for (group, _) in &found.groups {
                    assert!(
                        regex.capture_names().any(|name| name == Some(group)),
                        "{text} {group}"
                    );
                }
            }
        }
    }
}

/// Each variable that may be the first defined one makes an alternative; a template with too many is refused before
/// they are made.
#[test]
fn patterns_that_are_too_large() {
    let many: Vec<String> = (0..40).map(|at| format!("v{at}")).collect();
    let template = template(&format!("{{?{}}}", many.join(",")));
    let language = language(&template, &VariableTypes::new());
    let error = language.pattern(Dialect::Rust).unwrap_err().to_string();
    assert!(error.contains("grows with the square"), "{error}");
    let many: Vec<String> = (0..scaled(60, 100)).map(|at| format!("v{at}")).collect();
    let many = self::template(&format!("{{?{}}}", many.join(",")));
    let many = self::language(&many, &VariableTypes::new());
    assert!(many.pattern(Dialect::Pcre).is_err());
    let some = self::template("{?a,b,c,d,e,f,g,h,i,j}");
    let some = self::language(&some, &VariableTypes::new());
    assert_eq!(some.pattern(Dialect::Rust).unwrap().groups.len(), 55);
}

/// The groups capture what matching finds.
#[test]
fn groups_capture_variables() {
    let template = template("/users/{id}{?tab,q}");
    let language = language(&template, &VariableTypes::new());
    let found = language.pattern(Dialect::Pcre).unwrap();
    let groups: Vec<(&str, &str)> =
        found.groups.iter().map(|(group, of)| (&**group, &**of)).collect();
    assert_eq!(groups, [("id", "id"), ("tab", "tab"), ("q", "q"), ("q_2", "q")]);
    let regex = Regex::new(&found.pattern).unwrap();
    let captured = regex.captures("/users/a%20b?q=c").unwrap().unwrap();
    let get = |name| captured.name(name).map(|one| one.as_str());
    assert_eq!(
        (get("id"), get("tab"), get("q"), get("q_2")),
        (Some("a%20b"), None, None, Some("c"))
    );
    assert!(!regex.is_match("/users/a/b").unwrap());
}

/// PCRE2 refused names of more than 32 code units up to its release 10.43.
#[test]
fn names_of_groups_are_cut() {
    let long = "a234567890123456789012345678901234567890";
    let template = template(&format!("/{{{long}}}{{?{long}2,b}}"));
    let language = language(&template, &VariableTypes::new());
    let found = language.pattern(Dialect::Pcre).unwrap();
    let groups: Vec<&str> = found.groups.iter().map(|(group, _)| &**group).collect();
    assert_eq!(
        groups,
        ["a2345678901234567890123456789012", "a23456789012345678901234567890_2", "b", "b_2"]
    );
    pcre2::bytes::Regex::new(&found.pattern).unwrap();
    let whole = language.pattern(Dialect::Rust).unwrap();
    assert_eq!(whole.groups[0].0, long);
}

#[test]
fn a_production() {
    let types = VariableTypes::new().with("k", VariableType::Map);
    let template = template("/a{;k}");
    let text = language(&template, &types).production().unwrap();
    assert!(
        text.starts_with("expansion = %s\"/a\" [ %s\";\" %s\"k=\" k ]\nk = *plain--character "),
        "{text}"
    );
    // A list of productions has names that differ in more than their letter case.
    let template = self::template("{x}{X}");
    let text = language(&template, &VariableTypes::new()).production().unwrap();
    assert!(text.starts_with("expansion = x X-2\nx = "), "{text}");
    // The core productions of RFC 5234 have their names.
    let template = self::template("{DIGIT}{sp}");
    let text = self::language(&template, &VariableTypes::new()).production().unwrap();
    assert!(text.starts_with("expansion = DIGIT-2 sp-2\nDIGIT-2 = "), "{text}");
}

fn suite(name: &str) -> Option<Json> {
    shared(&format!("suites/{name}")).map(|text| serde_json::from_str(&text).unwrap())
}

/// Returns the number of cases of a file, after checking each. A case that expects `false` expects an error, in the
/// template or in its expansion.
fn cases_of(name: &str) -> usize {
    let Some(Json::Object(sections)) = suite(name) else { return 0 };
    let mut count = 0;
    for (section, all) in &sections {
        let values: Values = serde_json::from_value(all["variables"].clone()).unwrap();
        for case in all["testcases"].as_array().unwrap() {
            let text = case[0].as_str().unwrap();
            let expanded = UriTemplate::parse(text)
                .map_err(|error| error.to_string())
                .and_then(|template| template.expand(&values).map_err(|error| error.to_string()));
            let is_right = match (&case[1], &expanded) {
                (Json::Bool(false), Err(_)) => true,
                (Json::String(expected), Ok(expanded)) => expected == expanded,
                (Json::Array(all), Ok(expanded)) => all.iter().any(|one| one == expanded),
                _ => false,
            };
            assert!(is_right, "{section}: {text}: {expanded:?}, and not {}", case[1]);
            count += 1;
        }
    }
    count
}

/// All cases of all files. Five of those that expect an error are templates by the grammar, and fail to expand:
/// `{!hello}`, `{=path}` and `{|var*}`, whose operators are reserved (2.2), and `{keys:1}` and `{+keys:1}`, whose
/// values are composite (2.4.1).
#[test]
fn uritemplate_test() {
    for (name, count) in [
        ("spec-examples", 64),
        ("spec-examples-by-section", 117),
        ("extended-tests", 53),
        ("negative-tests", 36),
    ] {
        let found = cases_of(&format!("uritemplate-test/{name}.json"));
        assert!(found == 0 || found == count, "{name}: {found}");
    }
    for text in ["{!hello}", "{=path}", "{|var*}", "{keys:1}", "{+keys:1}"] {
        assert!(UriTemplate::parse(text).is_ok(), "{text}");
    }
}

#[test]
fn json_schema() {
    let Some(Json::Array(groups)) = suite("json-schema-format/uri-template.json") else { return };
    let mut count = 0;
    for case in groups.iter().flat_map(|group| group["tests"].as_array().unwrap()) {
        if let Some(text) = case["data"].as_str() {
            let is_valid = UriTemplate::parse(text).is_ok();
            assert_eq!(Some(is_valid), case["valid"].as_bool(), "{text}");
            count += 1;
        }
    }
    assert_eq!(count, 32);
}

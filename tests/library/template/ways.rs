//! Matching: the ways in which a URI is an expansion, and whether there is one.

use proptest::prelude::*;
use urispec_template::{
    Ambiguity, NoExpansions, UriTemplate, Value, Values, VariableType, VariableTypes,
};

use super::template;
use crate::scaled;

#[track_caller]
fn ways(text: &str, uri: &str) -> Vec<Values> {
    let template = template(text);
    let ways = template.expansions(&VariableTypes::new()).unwrap().matches(uri, 99);
    assert!(ways.are_all(), "{text} {uri}");
    for values in ways.all() {
        assert_eq!(template.expand(values).as_deref(), Ok(uri), "{text} {values:?}");
    }
    ways.all().to_vec()
}

#[track_caller]
fn is_only(text: &str, uri: &str, values: Values) {
    assert_eq!(ways(text, uri), [values], "{text} {uri}");
}

fn of(name: &str, value: impl Into<Value>) -> Values {
    Values::new().with(name, value)
}

#[test]
fn one_way() {
    is_only("/users/{id}", "/users/7", of("id", "7"));
    is_only("/users/{id}", "/users/", of("id", ""));
    is_only("/users/{id}", "/users/a%2Fb%C3%A9", of("id", "a/bé"));
    is_only("{?q,lang}", "?lang=en", of("lang", "en"));
    is_only("{?q,lang}", "?q=a&lang=", of("q", "a").with("lang", ""));
    is_only("{?q,lang}", "", Values::new());
    is_only("{;x,y}", ";y", of("y", ""));
    is_only("{/path*}", "/a//b", of("path", ["a", "", "b"]));
    is_only("{?l*}", "?l=1&l=2", of("l", ["1", "2"]));
    is_only("{list*}", "red,green", of("list", ["red", "green"]));
    is_only(
        "{+base}index",
        "http://example.com/home/index",
        of("base", "http://example.com/home/"),
    );
    is_only("{+x}", "a%2fb", of("x", "a%2fb"));
    is_only("{x:3}", "ab", of("x", "ab"));
    is_only("{+x:1}", "%C3%A9", of("x", "%C3%A9"));
    is_only("é{x}", "%C3%A9a", of("x", "a"));
    is_only("a", "a", Values::new());
}

#[test]
fn no_way() {
    for (text, uri) in [
        ("/users/{id}", "/users/a/b"),
        ("/users/{id}", "/user/7"),
        // An expansion writes digits of triplets in upper case, and encodes nothing that need not be.
        ("{x}", "%c3%a9"),
        ("{x}", "%41"),
        ("{x}", "%C3"),
        ("{x}", "%ED%A0%80"),
        ("{x:2}", "abc"),
        ("{x:1}", "%C3%A9a"),
        ("{+x:1}", "%C3%A9a"),
        ("{;x}", ";x="),
        ("{?x}", "?x"),
        ("{?x}", "?"),
        ("{#x}", "a"),
        ("", "a"),
        ("{x}", "é"),
    ] {
        assert_eq!(ways(text, uri), [], "{text} {uri}");
    }
}

#[test]
fn several_ways() {
    // 3.2.5: a value that contains a "." adds labels.
    assert_eq!(
        ways("X{.a,b}", "X.1.2"),
        [of("a", "1.2"), of("a", "1").with("b", "2"), of("b", "1.2")]
    );
    assert_eq!(ways("{a}{b}", "xy").len(), 3);
    // Under "+" a member may have a comma.
    assert_eq!(ways("{+l*}", "a,b"), [of("l", ["a,b"]), of("l", ["a", "b"])]);
    // The first that were found, and the word that there are more.
    let template = template("{a}{b}");
    let ways = template.expansions(&VariableTypes::new()).unwrap().matches("0123456789", 4);
    assert_eq!((ways.all().len(), ways.are_all(), ways.only()), (4, false, None));
}

/// 3.2.1: the value of a variable "MUST remain static".
#[test]
fn repeated_variables() {
    is_only("{a}/{a}", "x/x", of("a", "x"));
    assert_eq!(ways("{a}/{a}", "x/y"), []);
    is_only("/dictionary/{term:1}/{term}", "/dictionary/c/cat", of("term", "cat"));
    assert_eq!(ways("/dictionary/{term:1}/{term}", "/dictionary/d/cat"), []);
    is_only("{/var:1,var}", "/v/value", of("var", "value"));
    is_only("{a}{+a}", "", of("a", ""));
    is_only("{a}{a}", "abab", of("a", "ab"));
    assert_eq!(ways("{a}{a}", "aba"), []);
    is_only("{+p}#{p}", "a/#a%2F", of("p", "a/"));
    is_only("{+p}#{p:1}", "%C3%A9b#%C3%A9", of("p", "éb"));
    // A "%" that begins a triplet under "+" is a character under no operator.
    is_only("{+a:1}{a:1}", "%41%25", of("a", "%41"));
    is_only("{+a}/{a:2}", "%C3%A9%41b/%C3%A9%25", of("a", "é%41b"));
    // Undefined in one place is undefined in all.
    is_only("{x}{?x}", "", Values::new());
    is_only("{x}{?x}", "?x=", of("x", ""));
    is_only("{x}{?x}", "a?x=a", of("x", "a"));
    assert_eq!(ways("{x}{?x}", "a"), []);
    // Two values that differ behind a prefix.
    is_only("{x:2}{?x:3}", "ab?x=abc", of("x", "abc"));
}

/// 2.4.2: the type of a value is not that of the template.
#[test]
fn types() {
    let template = template("{/x*}{?m*,l}");
    let types = VariableTypes::new()
        .with("m", VariableType::Map)
        .with("l", VariableType::List)
        .defined("x");
    let expansions = template.expansions(&types).unwrap();
    let ways = expansions.matches("/a?k=v&%C3%A9=", 9);
    assert_eq!(ways.only(), Some(&of("x", ["a"]).with("m", [("k", "v"), ("é", "")])));
    assert!(expansions.matches("?k=v", 9).is_empty());
    let unknown = template.expansions(&VariableTypes::new().defined("y")).unwrap_err();
    assert_eq!(unknown.to_string(), "the template has no variable `y`");
    let prefixed = UriTemplate::parse("{x:1}").unwrap();
    let list = VariableTypes::new().with("x", VariableType::List);
    assert_eq!(prefixed.expansions(&list).unwrap_err(), NoExpansions::Prefix("x".to_owned()));
    assert!(UriTemplate::parse("{!x}").unwrap().matches("").is_err());
    let map = VariableTypes::new().with("k", VariableType::Map);
    let one = UriTemplate::parse("{?k}").unwrap();
    let ways = one.expansions(&map).unwrap().matches("?k=a,b,c,", 9);
    assert_eq!(ways.only(), Some(&of("k", [("a", "b"), ("c", "")])));
}

/// An array that is not exploded is never empty: its least expansion is ",", of an empty name with an empty value.
#[test]
fn arrays_and_nothing() {
    let types = VariableTypes::new().with("m", VariableType::Map);
    let nothing = of("m", [("", "")]);
    for (text, uri, values) in [
        ("/{m}", "/", Values::new()),
        ("/{m}", "/,", nothing.clone()),
        ("/{+m}", "/", Values::new()),
        // Exploded it is: "simply "name"", which is empty. The two count as one.
        ("/{m*}", "/", nothing.clone()),
        ("/{m*}{m}", "/", Values::new()),
        ("/{m*}{m}", "/,", nothing),
    ] {
        let template = template(text);
        let ways = template.expansions(&types).unwrap().matches(uri, 9);
        assert_eq!(ways.only(), Some(&values), "{text} {uri}");
        assert_eq!(template.expand(&values).as_deref(), Ok(uri), "{text}");
    }
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
    assert_eq!(ways("{?m*}", "?a=1&a=2"), []);
    assert_eq!(ways("{?m*}", "?%20=1&%20=2"), []);
    assert_eq!(ways("{?m*}", "?a=1&A=1"), [of("m", [("a", "1"), ("A", "1")])]);
    assert_eq!(ways("{m}", "a,1,a,2"), []);
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

/// What is no answer costs as much as what is one, and a search ends.
#[test]
fn searches_end() {
    let long = format!("x/{}/z", "y".repeat(scaled(5_000, 20_000)));
    let template = template("{a}/{b}{c}{d}{e}/{a}");
    let expansions = template.expansions(&VariableTypes::new()).unwrap();
    assert!(expansions.matches(&long, 1).is_empty());
    let types = VariableTypes::new().with("a", VariableType::Map);
    let maps = super::template("{+a,a,a*}{#a,a}");
    let ways = maps.expansions(&types).unwrap().matches("a,a,a,a,a,a,a,a,a,a,a,a#a,a,a,a", 1);
    assert!(ways.is_empty());
    // A repeated value is compared where it ends.
    assert_eq!(self::ways("{a}{b}/{a}{c}", "xxxxxxxxxx/y").len(), 1);
}

#[track_caller]
fn ambiguity(text: &str) -> Ambiguity {
    template(text).expansions(&VariableTypes::new()).unwrap().ambiguity()
}

/// 1.4: "Variable matching only works well if the template expressions are delimited ..." Shortest URIs with two
/// readings, worked out by hand.
#[test]
fn unique_or_not() {
    for text in [
        "",
        "a",
        "{x}",
        "/users/{id}/posts/{post}{?page,size}",
        "{?q,lang*}",
        "{/path*}",
        "{x:3}/{y}",
        "{+x}",
        "{l*}",
        "{#x}",
        "{;x,y}",
        "http://{host}{/path*}{?q}{#fragment}",
    ] {
        let found = ambiguity(text);
        assert!(matches!(found, Ambiguity::None { .. }), "{text}: {found:?}");
    }
    for (text, uri) in [
        // "" is of no variable, or of one that is empty.
        ("{x,y}", ""),
        ("{x}{y}", "-"),
        ("{name}{.ext}", "."),
        ("{.a,b}", "."),
        ("{+l*}", ","),
        ("{+x}{?q}", "?q="),
        ("{x}-{y}", "--"),
    ] {
        match ambiguity(text) {
            Ambiguity::Found { uri: found, ways } => {
                assert_eq!(found.len(), uri.len(), "{text}: {found}");
                assert!(ways.all().len() == 2, "{text}: {ways:?}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

/// Where a variable stands in two places, that there is one reading can be proven, and that there are two shown.
#[test]
fn repeated_variables_and_uniqueness() {
    assert!(matches!(ambiguity("{a}/{a}"), Ambiguity::None { .. }));
    let Ambiguity::Found { uri, ways } = ambiguity("{a}{b}{a}") else { panic!() };
    assert!(ways.all().len() == 2, "{uri}: {ways:?}");
    // The automaton divides "x" in two ways, and one value in both places does not.
    assert!(matches!(ambiguity("{a}{a}"), Ambiguity::Undecided { .. }));
}

/// The most expressions with the most empty values: what is too large says so.
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
    is_only("/{x}", &long, of("x", &*"x".repeat(20_000)));
    assert_eq!(ways("/{x:9999}", &long), []);
}

/// Templates with their values, for the laws.
pub(super) fn templates() -> impl Strategy<Value = String> {
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
    /// What was expanded is matched, and the values are among the ways, or others that expand alike.
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
            // What is empty under no delimiter counts as defined.
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

    /// Where matching is decided to be unique, no URI has two ways.
    #[test]
    fn what_is_unique_has_one_way(text in templates(), strings in prop::collection::vec(prop::option::of(text()), 5)) {
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

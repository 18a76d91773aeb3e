//! What is decided, held to a brute force: all of some small values of each type, in random templates.

use std::collections::BTreeMap;

use proptest::prelude::*;
use urispec::{Uri, UriRef};
use urispec_template::{
    Ambiguity, CollisionVerdict, Every, ExpansionLanguage, Modifier, Operator, Part, UriTemplate,
    Value, Values, VariableType, VariableTypes,
};

use crate::scaled;

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
fn cases() -> impl Strategy<Value = (String, [VariableType; 2], bool)> {
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
fn types(template: &UriTemplate, of: [VariableType; 2], are_defined: bool) -> VariableTypes {
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

/// Whether no expansion tells two values of a variable apart.
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
            let place = super::template(&format!("{{{operator}{name}{modifier}}}"));
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

    /// Each expansion is accepted, and its values are found; what is said of all expansions is so of each.
    #[test]
    fn one_template((text, of, are_defined) in cases()) {
        let template = UriTemplate::parse(&text).unwrap();
        let types = types(&template, of, are_defined);
        // A prefix of what is no string.
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

    /// No collision is denied that two expansions show.
    #[test]
    fn two_templates((left, left_of, left_defined) in cases(), (right, right_of, right_defined) in cases()) {
        let [left, right] = [left, right].map(|text| UriTemplate::parse(&text).unwrap());
        let left_types = types(&left, left_of, left_defined);
        let right_types = types(&right, right_of, right_defined);
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

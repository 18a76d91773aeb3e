//! Templates: an expansion is matched, and a decision about all expansions is true of each.
//!
//! The input is a template, another one, and then the values of variables, `NAME=TEXT` on each line; a repeated name is
//! a list. The laws:
//!
//! - the parser accepts what the grammar of RFC 6570 derives, and stops where its automaton does;
//! - the template matches its expansion: each match expands to it again, and one has the values, as far as a URI
//!   reveals them;
//! - a URI has at most one match if matching is decided to be unique;
//! - the values of a collision expand both templates to the same URI; without a collision, the other template matches
//!   no expansion of the first;
//! - an expansion is a URI or a reference if all are decided to be.

use urispec::{Edition, ParseError, Uri, UriRef, check};
use urispec_template::{
    Ambiguity, CollisionVerdict, Every, ExpansionLanguage, UriTemplate, Value, Values,
    VariableType, VariableTypes,
};

use crate::input;

/// The most matches to request.
const WAYS: usize = 200;

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    let Some([first, second, rest]) = input::lines::<3>(data) else { return };
    let [first, second] = [first, second].map(parsed);
    let (Some(first), Some(second)) = (first, second) else { return };
    let mut given: Vec<(&str, Vec<String>)> = Vec::new();
    for (name, text) in rest.lines().filter_map(|line| line.split_once('=')) {
        match given.iter_mut().find(|(one, _)| *one == name) {
            Some((_, all)) => all.push(text.to_owned()),
            None => given.push((name, vec![text.to_owned()])),
        }
    }
    let types = VariableTypes::new();
    let mut values = Values::new();
    for (name, mut all) in given {
        if !first.variables().any(|one| one == name) {
            continue;
        }
        match types.of(&first, name) {
            VariableType::List => values.set(name, all),
            _ => values.set(name, all.swap_remove(0)),
        }
    }
    let (Ok(uri), Ok(expansions)) = (first.expand(&values), first.expansions(&types)) else {
        return;
    };
    let ways = expansions.matches(&uri, WAYS);
    for way in ways.all() {
        assert_eq!(first.expand(way).as_deref(), Ok(&*uri), "{first} {way:?}");
    }
    assert!(!ways.is_empty() || !ways.are_all(), "{first} {values:?} {uri}");
    // With "+" and "#", and after a prefix, other values have the same expansion.
    let is_plain = !first.as_str().contains(['+', '#', ':']) && expansions.is_exact();
    if is_plain && ways.are_all() {
        let is_same = |way: &Values| first.variables().all(|name| same(way, &values, name));
        assert!(ways.all().iter().any(is_same), "{first} {values:?} {ways:?}");
    }
    if let Ambiguity::None { .. } = expansions.ambiguity() {
        assert!(ways.all().len() == 1 && ways.are_all(), "{first} {uri} {ways:?}");
    }
    let Ok(others) = second.expansions(&types) else { return };
    let (Ok(one), Ok(other)) = (ExpansionLanguage::new(expansions), ExpansionLanguage::new(others))
    else {
        return;
    };
    match one.collision(&other) {
        CollisionVerdict::Found(found) => {
            assert_eq!(first.expand(&found.left).as_ref(), Ok(&found.uri), "{first} {second}");
            assert_eq!(second.expand(&found.right).as_ref(), Ok(&found.uri), "{first} {second}");
        }
        CollisionVerdict::None { .. } => {
            assert!(other.expansions().matches(&uri, 1).is_empty(), "{first} {second} {uri}");
        }
        _ => {}
    }
    if let Every::Yes { .. } = one.every_uri() {
        assert!(Uri::parse(&uri).is_ok(), "{first} {uri}");
    }
    if let Every::Yes { .. } = one.every_reference() {
        assert!(UriRef::parse(&uri).is_ok(), "{first} {uri}");
    }
}

/// Parses a template, and checks that the grammar derives it too.
fn parsed(text: &str) -> Option<UriTemplate> {
    let by_grammar = match check(Edition::Rfc6570, "URI-Template", text) {
        Ok(()) => None,
        Err(ParseError::Syntax(error)) => Some(error.offset()),
        Err(error) => panic!("{text}: {error}"),
    };
    let parsed = UriTemplate::parse(text);
    let offset = parsed.as_ref().err().map(|error| error.offset());
    assert_eq!(offset, by_grammar, "{text}: {parsed:?}");
    parsed.ok()
}

/// Returns whether a match has the value of a variable. An empty value may replace an undefined one.
fn same(way: &Values, values: &Values, name: &str) -> bool {
    let empty = [Value::from(""), Value::from([""])];
    way.get(name) == values.get(name)
        || values.get(name).is_none() && empty.iter().any(|one| way.get(name) == Some(one))
}

//! The suites: a parser that passes accepts exactly the language, if it behaves like an automaton of
//! a limited size.

use urispec::{Edition, Reference, check};
use urispec_compare::suite::Suite;

use super::oracle::{each, holds, holds_in_full, offset, scaled, some, suite};

/// RFC 3986, with up to 183 states; every way to parse.
#[test]
fn as_many_states_as_the_grammar() {
    let suite = suite();
    assert_eq!((suite.states(), suite.letters().len()), (183, 24));
    let valid = each(some(suite.cases(), 5), holds_in_full);
    assert!(valid > scaled(800, 4_000), "{valid}");
}

/// With one state more.
#[test]
fn an_extra_state() {
    let valid = each(some(suite().extra(1).cases(), 23), holds_in_full);
    assert!(valid > scaled(1_000, 40_000), "{valid}");
}

/// With every ASCII character, so that the classes of bytes are right too.
#[test]
fn every_ascii_character() {
    let valid = each(some(suite().every_ascii().cases(), 3), holds);
    assert!(valid > scaled(2_000, 10_000), "{valid}");
}

/// The productions for whole strings of every edition, with a tree and without one.
#[test]
fn every_edition() {
    for &edition in Edition::ALL {
        for rule in edition.whole_rules() {
            let suite = Suite::new(edition.production(rule).unwrap());
            let valid = each(some(suite.cases(), 19), |case| {
                let input = &*case.input;
                let checked = offset(&check(edition, rule, input));
                let parsed = offset(&Reference::parse_as(edition, rule, input));
                let found = [checked, parsed];
                assert_eq!(found, [case.offset; 2], "{edition} {rule}: {input:?}");
            });
            assert!(valid > 0, "{edition} {rule}");
        }
    }
}

/// The suites of parts, where they may stand. Of a whole string the automaton does not know the kind
/// of its host: whatever is an `IPv4address` is a `reg-name` too, so that the states are the same.
#[test]
fn parts_within_a_reference() {
    let whole = suite();
    for (part, extra, places) in [
        ("IPv4address", 1, &["//_", "a://b@_:1/", "//_:", "//_a", "//%41_"][..]),
        ("IP-literal", 0, &["//_", "a://b@_:1/", "//_:@", "_"]),
        ("IPv6address", 0, &["//[_]", "http://b:@[_]:80?c#d"]),
        ("authority", 1, &["//_", "a://_/b", "//_#"]),
        ("scheme", 2, &["_:", "_://1.2.3.4", "//_", "/_"]),
        ("path-absolute", 1, &["_", "//a_", "a:_", "?/_"]),
    ] {
        let suite = Suite::new(Edition::Rfc3986.production(part).unwrap()).extra(extra);
        let cases = some(suite.cases(), 37).flat_map(|case| {
            let placed = |place: &&str| whole.case(place.replace('_', &case.input));
            places.iter().map(placed).collect::<Vec<_>>()
        });
        let valid = each(cases, holds_in_full);
        assert!(valid > scaled(30, 100), "{part}: {valid}");
    }
}

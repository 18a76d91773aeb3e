//! Whether two templates have a URI in common.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use urispec_template::{CollisionVerdict, ExpansionLanguage, UriTemplate, Values, VariableTypes};

use super::{language, template, ways};

use crate::scaled;

#[track_caller]
fn collision(left: &str, right: &str) -> CollisionVerdict {
    let [left, right] = [left, right].map(template);
    let types = VariableTypes::new();
    let [one, other] = [&left, &right].map(|template| language(template, &types));
    let verdict = one.collision(&other);
    if let CollisionVerdict::Found(found) = &verdict {
        assert_eq!(left.expand(&found.left).as_ref(), Ok(&found.uri), "{found:?}");
        assert_eq!(right.expand(&found.right).as_ref(), Ok(&found.uri), "{found:?}");
    }
    verdict
}

/// The lengths of the shortest collisions are worked out by hand.
#[test]
fn they_collide() {
    for (left, right, uri) in [
        ("/users/{id}", "/users/new", "/users/new"),
        ("/users/{id}", "/users/{name}", "/users/"),
        ("/a{/x*}", "/a/b{?q}", "/a/b"),
        ("{+path}", "/a", "/a"),
        ("{x}", "{y}", ""),
        ("{?a,b}", "?b={c}", "?b="),
        ("{?l*}", "?l=1&l=2", "?l=1&l=2"),
        ("a{.x,y}", "a.b.c", "a.b.c"),
    ] {
        let CollisionVerdict::Found(found) = collision(left, right) else {
            panic!("{left} {right}")
        };
        assert_eq!(found.uri, uri, "{left} {right}");
    }
    let CollisionVerdict::Found(found) = collision("/users/{id}", "/users/new") else { panic!() };
    assert_eq!((found.left, found.right), (Values::new().with("id", "new"), Values::new()));
}

#[test]
fn they_do_not_collide() {
    for (left, right) in [
        ("/users/{id}", "/posts/{id}"),
        ("/users/{id}", "/users/{id}/posts"),
        // An encoded slash is no slash, and `{x}` writes no "é" but as triplets in upper case.
        ("/{x}", "/a/b"),
        ("{x}", "%c3%a9"),
        ("{x}", "%41"),
        ("{?a}", "?b={c}"),
        ("{x:2}", "abc{y}"),
        ("{;x}", ";x="),
        ("{/x}", "{.x}a"),
    ] {
        let verdict = collision(left, right);
        assert!(matches!(verdict, CollisionVerdict::None { .. }), "{left} {right}: {verdict:?}");
    }
}

/// A variable in two places has one value: the automaton has more strings than the template, and what it finds is
/// asked for values.
#[test]
fn repeated_variables() {
    let verdict = collision("/{a}/{a}", "/x/{b}");
    let CollisionVerdict::Found(found) = verdict else { panic!("{verdict:?}") };
    assert_eq!(found.uri, "/x/x");
    assert!(matches!(collision("/{a}/{a}", "/x/y/z"), CollisionVerdict::None { .. }));
    // The only string in common of the automata is no expansion of both: it was tried.
    for (left, right) in [("/{a}/{a}", "/x/y"), ("{a}{a}", "aba")] {
        let verdict = collision(left, right);
        assert!(matches!(verdict, CollisionVerdict::None { tried: 1, .. }), "{left}: {verdict:?}");
    }
    // Ever more are in common, and those that are tried are no proof for the others.
    let verdict = collision("/{a}/{a}", "/x{b}/y{c}");
    assert!(matches!(verdict, CollisionVerdict::Undecided { .. }), "{verdict:?}");
}

/// Random pairs, with `URISPEC_LONG` a hundred: what is found is expanded by both, and of what has no collision, expansions of the one are
/// no expansions of the other.
#[test]
fn random_pairs() {
    let mut runner = TestRunner::deterministic();
    let mut draw = || ways::templates().new_tree(&mut runner).unwrap().current();
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

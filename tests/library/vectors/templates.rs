//! URI templates: expansions, matching, and decisions about all expansions.

use urispec::{Uri, UriRef};
use urispec_template::{
    Ambiguity, CollisionVerdict, Every, Route, RouteLanguage, RouteNotation, UriTemplate, Values,
    VariableType, VariableTypes,
};

use super::variant;
use crate::tables::Row;
use crate::template::{language, template};

/// Reads the types of variables, as in `m:map,l:list,x:defined`.
fn typed(text: &str) -> VariableTypes {
    text.split(',').fold(VariableTypes::new(), |types, one| match one.split_once(':').unwrap() {
        (name, "map") => types.with(name, VariableType::Map),
        (name, "list") => types.with(name, VariableType::List),
        (name, "not-empty") => types.not_empty(name),
        (name, _) => types.defined(name),
    })
}

pub(super) fn templates(row: &Row) {
    let values = |at| -> Values { serde_json::from_str(row.text(at)).unwrap() };
    let types = VariableTypes::new();
    match row.text(0) {
        "expands" => assert_eq!(template(row.text(2)).expand(&values(1)).unwrap(), row.text(3)),
        "not-expanded" => {
            let error = template(row.text(2)).expand(&values(1)).unwrap_err();
            assert_eq!(error.expanded(), row.text(3));
            assert!(row.texts(4).all(|message| error.to_string() == message), "{error}");
        }
        "level" => {
            for text in (2..).map_while(|at| row.field(at)) {
                let level = template(text).level().map(|level| level.to_string());
                assert_eq!(level.as_deref(), row.field(1), "{text}");
            }
        }
        "no-template" => {
            let error = UriTemplate::parse(row.text(1)).unwrap_err();
            assert_eq!(
                (error.offset().to_string(), variant(&error.fault())),
                (row.text(2).into(), row.text(3).into())
            );
            assert_eq!(error.to_string(), format!("at byte {}: {}", row.text(2), row.text(4)));
        }
        verb @ ("ways" | "typed-ways") => {
            let is_typed = verb == "typed-ways";
            let types = if is_typed { typed(row.text(1)) } else { types };
            let [at, uri] = [1, 2].map(|at| at + usize::from(is_typed));
            let (template, uri) = (template(row.text(at)), row.text(uri));
            let ways = template.expansions(&types).unwrap().matches(uri, 99);
            assert!(ways.are_all());
            assert_eq!(
                *ways.all(),
                *(at + 2..).map_while(|at| row.field(at).map(|_| values(at))).collect::<Vec<_>>()
            );
            for values in ways.all() {
                assert_eq!(template.expand(values).as_deref(), Ok(uri), "{values:?}");
            }
        }
        "unique" => {
            for text in row.texts(1) {
                let found = template(text).expansions(&types).unwrap().ambiguity();
                assert!(matches!(found, Ambiguity::None { .. }), "{text}: {found:?}");
            }
        }
        "ambiguous" => match template(row.text(1)).expansions(&types).unwrap().ambiguity() {
            Ambiguity::Found { uri, ways } => {
                assert_eq!(
                    (uri.len(), ways.all().len()),
                    (row.text(2).len(), 2),
                    "{uri}: {ways:?}"
                );
            }
            other => panic!("{other:?}"),
        },
        "collide" | "apart" => {
            let both = [1, 2].map(|at| template(row.text(at)));
            let [one, other] = [0, 1].map(|at| language(&both[at], &types));
            match one.collision(&other) {
                CollisionVerdict::Found(found) if row.text(0) == "collide" => {
                    assert_eq!(found.uri, row.text(3));
                    for (template, values) in both.iter().zip([&found.left, &found.right]) {
                        assert_eq!(template.expand(values).as_ref(), Ok(&found.uri), "{found:?}");
                    }
                }
                CollisionVerdict::None { tried, .. } if row.text(0) == "apart" => {
                    assert!(row.texts(3).all(|count| tried.to_string() == count), "{tried}");
                }
                other => panic!("{other:?}"),
            }
        }
        verb => {
            let (kind, hosts) = verb
                .split_at(verb.find("every").unwrap_or_else(|| panic!("no law is called {verb}")));
            let of_hosts = hosts == "every-host";
            let allowed: Vec<_> = row.text(1).split(',').collect();
            // A row of a template with an exception has the length of the shortest one, if it is known.
            let is_pair = !kind.is_empty() && !of_hosts;
            for text in
                row.texts(1 + usize::from(of_hosts)).take(if is_pair { 1 } else { usize::MAX })
            {
                let template = template(text);
                let language = language(&template, &types);
                let every = match hosts {
                    "every-host" => language.every_on_hosts(&allowed).unwrap(),
                    "every-reference" => language.every_reference(),
                    _ => language.every_uri(),
                };
                match every {
                    Every::Yes { .. } => assert!(kind.is_empty(), "{text}: every one is"),
                    Every::No(not) => {
                        assert!(!kind.is_empty(), "{text}: {not:?}");
                        assert_eq!(
                            template.expand(&not.values).as_ref(),
                            Ok(&not.string),
                            "{text}"
                        );
                        let is_one = match hosts {
                            "every-host" => false,
                            "every-reference" => UriRef::parse(&not.string).is_ok(),
                            _ => Uri::parse(&not.string).is_ok(),
                        };
                        let length = row.field(2).filter(|length| is_pair && *length != "?");
                        assert!(
                            !is_one
                                && length
                                    .is_none_or(|length| length == not.string.len().to_string()),
                            "{not:?}"
                        );
                    }
                    other => panic!("{text}: {other:?}"),
                }
            }
        }
    }
}

/// Routes of routers: what they take, and which of them collide.
pub(super) fn routes(row: &Row) {
    let mut notations = RouteNotation::ALL.iter().copied();
    let notation = notations.find(|one| one.name() == row.text(1)).unwrap();
    if row.text(0) == "no-route" {
        let error = Route::parse(notation, row.text(2)).unwrap_err();
        assert_eq!((&*error.offset().to_string(), error.message()), (row.text(3), row.text(4)));
        return;
    }
    let route =
        |text| Route::parse(notation, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let takes_several = matches!(row.text(0), "takes" | "leaves");
    let routes: Vec<Route> =
        row.texts(2).take(if takes_several { 1 } else { usize::MAX }).map(route).collect();
    let languages: Vec<RouteLanguage<'_>> =
        routes.iter().map(|route| RouteLanguage::new(route).unwrap()).collect();
    match row.text(0) {
        "takes" => {
            let values: Values = serde_json::from_str(row.text(4)).unwrap();
            assert_eq!(languages[0].matches(row.text(3), 9).only(), Some(&values));
            assert_eq!(languages[0].offset(row.text(3)), None);
        }
        "leaves" => {
            for path in row.texts(3) {
                let found = languages[0].matches(path, 9);
                assert!(found.is_empty() && found.are_all(), "{path}: {found:?}");
                assert!(languages[0].offset(path).is_some(), "{path}");
            }
        }
        "routes-apart" => {
            let found = languages[0].collision(&languages[1]);
            assert!(matches!(found, CollisionVerdict::None { .. }), "{found:?}");
        }
        verb => {
            let others: Vec<&RouteLanguage<'_>> = languages[1..].iter().collect();
            assert_eq!(languages[0].covered_by(&others).is_some(), verb == "covered");
        }
    }
}

/// Two routes, and a shortest path that both take.
pub(super) fn colliding_routes(row: &Row) {
    let mut notations = RouteNotation::ALL.iter().copied();
    let notation = notations.find(|one| one.name() == row.text(1)).unwrap();
    let [one, other] = [2, 3].map(|at| Route::parse(notation, row.text(at)).unwrap());
    let [one, other] = [&one, &other].map(|route| RouteLanguage::new(route).unwrap());
    let CollisionVerdict::Found(found) = one.collision(&other) else { panic!("no collision") };
    assert_eq!(found.uri, row.text(4));
    for (language, values) in [(&one, &found.left), (&other, &found.right)] {
        assert!(language.matches(&found.uri, 9).all().contains(values), "{found:?}");
    }
}

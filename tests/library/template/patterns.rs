//! Productions and patterns of the expansions.

use fancy_regex::Regex;
use urispec_audit::Dialect;
use urispec_template::{VariableType, VariableTypes};

use super::{language, template};
use crate::scaled;

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

/// What is written is decided equal before it is returned, or there is an error.
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

/// Which of many variables is the first that is defined makes as many alternatives; whether there are too many is known
/// before they are made.
#[test]
fn what_is_too_large_is_not_written() {
    let many: Vec<String> = (0..40).map(|at| format!("v{at}")).collect();
    let template = template(&format!("{{?{}}}", many.join(",")));
    let language = language(&template, &VariableTypes::new());
    let error = language.pattern(Dialect::Rust).unwrap_err().to_string();
    assert!(error.contains("grows with the square"), "{error}");
    let many: Vec<String> = (0..scaled(60, 100)).map(|at| format!("v{at}")).collect();
    let many = super::template(&format!("{{?{}}}", many.join(",")));
    let many = super::language(&many, &VariableTypes::new());
    assert!(many.pattern(Dialect::Pcre).is_err());
    let some = super::template("{?a,b,c,d,e,f,g,h,i,j}");
    let some = super::language(&some, &VariableTypes::new());
    assert_eq!(some.pattern(Dialect::Rust).unwrap().groups.len(), 55);
}

/// What the groups capture expands to what matching finds.
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
    let template = super::template("{x}{X}");
    let text = language(&template, &VariableTypes::new()).production().unwrap();
    assert!(text.starts_with("expansion = x X-2\nx = "), "{text}");
    // The core productions of RFC 5234 have their names.
    let template = super::template("{DIGIT}{sp}");
    let text = super::language(&template, &VariableTypes::new()).production().unwrap();
    assert!(text.starts_with("expansion = DIGIT-2 sp-2\nDIGIT-2 = "), "{text}");
}

//! URI templates: `crates/template`.

use urispec_template::{ExpansionLanguage, UriTemplate, Value, Values, VariableTypes};

mod brute;
mod checks;
mod collisions;
mod expansion;
mod parsing;
mod patterns;
mod suites;
mod ways;

#[track_caller]
fn template(text: &str) -> UriTemplate {
    UriTemplate::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[track_caller]
fn language<'t>(template: &'t UriTemplate, types: &VariableTypes) -> ExpansionLanguage<'t> {
    let expansions = template.expansions(types);
    let expansions = expansions.unwrap_or_else(|error| panic!("{template}: {error}"));
    ExpansionLanguage::new(expansions).unwrap_or_else(|error| panic!("{template}: {error}"))
}

/// The values of section 3.2, with those of section 1.2, which are the same, and of 2.4.
fn values() -> Values {
    Values::new()
        .with("count", ["one", "two", "three"])
        .with("dom", ["example", "com"])
        .with("dub", "me/too")
        .with("hello", "Hello World!")
        .with("half", "50%")
        .with("var", "value")
        .with("who", "fred")
        .with("base", "http://example.com/home/")
        .with("path", "/foo/bar")
        .with("list", ["red", "green", "blue"])
        .with("keys", [("semi", ";"), ("dot", "."), ("comma", ",")])
        .with("v", "6")
        .with("x", "1024")
        .with("y", "768")
        .with("empty", "")
        .with("empty_keys", Value::Map(Vec::new()))
        .with("semi", ";")
        .with("year", ["1965", "2000", "2012"])
}

//! The test suites of others, where they are at hand: uritemplate-test, and the JSON Schema Test Suite.

use std::fs;
use std::path::PathBuf;

use serde_json::Value as Json;
use urispec_template::{UriTemplate, Values};

fn suite(name: &str) -> Option<Json> {
    let shared = std::env::var_os("URISPEC_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared")),
        PathBuf::from,
    );
    let path = shared.join("suites").join(name);
    let Ok(text) = fs::read_to_string(&path) else {
        eprintln!("skipped: there is no {}", path.display());
        return None;
    };
    Some(serde_json::from_str(&text).unwrap())
}

/// The number of cases of a file, each of which is as it should be. A case that expects `false` expects an error, in
/// the template or in its expansion.
fn cases(name: &str) -> usize {
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
        let found = cases(&format!("uritemplate-test/{name}.json"));
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

//! A suite of somebody else: its strings, and what it says of them.
//!
//! In: a file. Out: its strings. JSON is looked through for objects with `data` or `input`, as JSON-Schema-Test-Suite, the
//! Web Platform Tests and `testgen` have them; lines of JSON are read line by line; and of any other file each line is a
//! string. What is forgotten is everything else that such a file says.

use std::path::Path;

use serde_json::Value;

use crate::input::text;
use crate::output::Output;
use crate::output::outcome::Stop;

pub(super) struct GivenSuite {
    pub(super) strings: Vec<GivenString>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct GivenString {
    pub(super) text: String,
    /// Whether the suite says that the string is valid, if it says so of each string.
    pub(super) is_valid: Option<bool>,
}

impl GivenSuite {
    /// Reads a file. None if it cannot be read, or has no string; stderr says why.
    pub(super) fn read(path: &Path, out: &mut Output) -> Result<Option<Self>, Stop> {
        let Some((file, text)) = text::of(path, out)? else { return Ok(None) };
        let strings = strings(&text);
        if strings.is_empty() {
            out.refuse(&format!(
                "{file}: no string in it; give JSON with `data` or `input`, or one string a line"
            ))?;
            return Ok(None);
        }
        Ok(Some(Self { strings }))
    }
}

fn strings(text: &str) -> Vec<GivenString> {
    let mut strings = Vec::new();
    if let Ok(value) = serde_json::from_str(text) {
        collect(&value, &mut strings);
        return strings;
    }
    let values: Result<Vec<Value>, _> =
        text.lines().filter(|line| !line.is_empty()).map(serde_json::from_str).collect();
    match values {
        Ok(values) if values.iter().all(Value::is_object) => {
            values.iter().for_each(|value| collect(value, &mut strings));
        }
        _ => strings
            .extend(text.lines().map(|line| GivenString { text: line.to_owned(), is_valid: None })),
    }
    strings
}

/// Adds the strings of a value and of what it has within. A value of JSON nests 128 deep at most.
fn collect(value: &Value, strings: &mut Vec<GivenString>) {
    match value {
        Value::Array(all) => all.iter().for_each(|one| collect(one, strings)),
        Value::Object(object) => {
            let text = ["data", "input"].into_iter().find_map(|key| object.get(key)?.as_str());
            match text {
                Some(text) => strings.push(GivenString {
                    text: text.to_owned(),
                    is_valid: object.get("valid").and_then(Value::as_bool),
                }),
                None => object.values().for_each(|one| collect(one, strings)),
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(text: &str) -> Vec<(String, Option<bool>)> {
        strings(text).into_iter().map(|one| (one.text, one.is_valid)).collect()
    }

    #[test]
    fn strings_are_found_in_what_others_write() {
        let one = |text: &str, is_valid| (text.to_owned(), is_valid);
        let suite = r#"[{"schema": {}, "tests": [{"data": "a:b", "valid": true}, {"data": 12, "valid": true}]}]"#;
        assert_eq!(given(suite), [one("a:b", Some(true))]);
        let platform =
            "[\"a comment\", {\"input\": \"http://h\", \"base\": null, \"failure\": true}]";
        assert_eq!(given(platform), [one("http://h", None)]);
        let lines = "{\"input\":\"x\",\"valid\":false}\n{\"input\":\"y\",\"valid\":true}\n";
        assert_eq!(given(lines), [one("x", Some(false)), one("y", Some(true))]);
        assert_eq!(given("//h\n?q\n"), [one("//h", None), one("?q", None)]);
    }
}

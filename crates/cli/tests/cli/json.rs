//! The keys of the records, and nothing but them.

use serde_json::{Value, json};

use super::support::{Done, once, urispec};

pub(crate) fn records(args: &[&str], stdin: &str) -> Vec<Value> {
    values(&urispec(args).stdin(stdin).done())
}

/// The records of a run that other tests ask for too.
pub(crate) fn records_once(args: &[&str]) -> Vec<Value> {
    values(once(args))
}

fn values(done: &Done) -> Vec<Value> {
    done.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[track_caller]
pub(crate) fn keys(value: &Value, expected: &str) {
    let keys: Vec<_> = value.as_object().unwrap().keys().map(String::as_str).collect();
    let mut expected: Vec<_> = expected.split(' ').collect();
    expected.sort_unstable();
    assert_eq!(keys, expected);
}

#[test]
fn parse() {
    let found = records(&["parse", "-j", "http://u@h:1/p?q#f", "//h?", "a b"], "");
    keys(&found[0], "schema edition rule input valid components tree");
    assert_eq!(found[0]["schema"], 1);
    assert_eq!(
        found[0]["components"],
        json!({
            "scheme": "http", "authority": "u@h:1", "userinfo": "u", "host": "h",
            "host_kind": "reg-name", "port": "1", "path": "/p", "query": "q", "fragment": "f",
        })
    );
    assert_eq!(
        found[1]["components"],
        json!({ "authority": "h", "host": "h", "host_kind": "reg-name", "path": "", "query": "" })
    );
    // RFC 1808, 2.1: the only document with parameters as a component.
    let urls = records(&["parse", "-j", "--edition", "rfc1808", "/b;x;y?q", "/b;", "/b"], "");
    let params = |at: usize| urls[at]["components"].get("params").cloned();
    assert_eq!([params(0), params(1), params(2)], [Some(json!("x;y")), Some(json!("")), None]);
    let older = records(&["parse", "-j", "--edition", "rfc2396", "/b;x"], "");
    assert_eq!(older[0]["components"], json!({ "path": "/b;x" }));
    keys(&found[1]["tree"], "rule start end children");
    assert_eq!(found[1]["tree"]["end"], 4);
    assert_eq!(
        found[1]["tree"]["children"][0]["children"][1],
        json!({ "rule": "query", "start": 4, "end": 4, "children": [] })
    );
    keys(&found[2], "schema edition rule input valid error");
    keys(&found[2]["error"], "offset found expected rule_path section cause message");
    assert_eq!(found[2]["error"]["offset"], 1);
}

#[test]
fn a_part_has_no_components() {
    let found = records(&["parse", "-j", "--rule", "port", "80"], "");
    keys(&found[0], "schema edition rule input valid tree");
    assert_eq!(found[0]["rule"], "port");
}

#[test]
fn check() {
    let found = records(&["check", "-j", "a", "-f", "-"], "b c\n\n");
    keys(&found[0], "schema edition rule input valid");
    keys(&found[1], "schema edition rule input file line valid error");
    let valid: Vec<_> = found.iter().map(|record| record["valid"].as_bool().unwrap()).collect();
    assert_eq!(valid, [true, false, true]);
}

#[test]
fn resolve() {
    let found = records(&["resolve", "-j", "--base", "a:/b#x", ".//c#f", "", "%"], "");
    let expected = "schema edition base reference valid target current_document";
    keys(&found[0], &format!("{expected} fragment warnings"));
    assert_eq!(found[0]["target"], "a://c#f");
    assert_eq!(found[0]["fragment"], "f");
    assert_eq!(found[0]["warnings"].as_array().unwrap().len(), 1);
    keys(&found[0]["warnings"][0], "code message");
    assert_eq!(found[0]["warnings"][0]["code"], "misread");
    assert_eq!(found[0]["current_document"], false);
    keys(&found[1], &format!("{expected} warnings"));
    assert_eq!(found[1]["current_document"], true);
    keys(&found[2], "schema edition base reference valid error");
    assert_eq!(found[2]["error"]["part"], "reference");
    let codes = |args: &[&str]| {
        let found = records(args, "");
        found[0]["warnings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|warned| warned["code"].clone())
            .collect::<Vec<_>>()
    };
    let run = ["resolve", "-j", "--edition", "rfc2396", "--base", "http://a/b"];
    assert_eq!(codes(&[&run[..], &["?y"]].concat()), ["underivable"]);
    assert_eq!(codes(&[&run[..], &["../../c"]].concat()), ["above-root"]);
    assert_eq!(codes(&[&run[..], &["http:c"]].concat()), ["same-scheme"]);
    assert_eq!(codes(&[&run[..], &["http:"]].concat()), ["underivable", "same-scheme"]);
    let opaque = ["resolve", "-j", "--edition", "rfc2396", "--base", "mailto:a@b"];
    assert_eq!(codes(&[&opaque[..], &["c"]].concat()), ["unsuitable-base"]);
}

#[test]
fn resolve_of_pairs_has_a_record_for_each_line() {
    let found = records(&["resolve", "-j", "-f", "-"], "no tab\na:b\tc\n/b\tc\n%\t%\n");
    keys(&found[0], "schema edition input valid error");
    keys(&found[0]["error"], "message");
    assert_eq!(found[1]["target"], "a:c");
    for invalid in &found[2..] {
        assert_eq!(invalid["valid"], false);
        assert_eq!(invalid["error"]["part"], "base");
        assert!(!invalid["error"]["message"].as_str().unwrap().starts_with("base: "));
    }
    keys(&found[2], "schema edition base reference valid error");
    keys(&found[2]["error"], "part message");
    keys(&found[3], "schema edition base reference valid error other_error");
    assert_eq!(found[3]["other_error"]["part"], "reference");
    assert_eq!(found[3]["other_error"]["offset"], 1);
    assert_eq!(found.len(), 4);
}

#[test]
fn relativize() {
    let found = records(
        &["relativize", "-j", "--base", "http://a/b/c", "http://a/b/../c", "http://a/d"],
        "",
    );
    keys(&found[0], "schema edition base target valid error");
    keys(&found[1], "schema edition base target valid reference");
    assert_eq!(found[1]["reference"], "/d");
    let found = records(&["relativize", "-j", "--base", "a:b", "/d"], "");
    assert_eq!(found[0]["error"]["part"], "target");
    let found = records(&["relativize", "-j", "--base", "%", "/d"], "");
    assert_eq!(found[0]["error"]["part"], "base");
    assert_eq!(found[0]["other_error"]["part"], "target");
}

#[test]
fn normalize() {
    let found = records(&["normalize", "-j", "HTTP://h", "a"], "");
    keys(&found[0], "schema edition rule input valid warnings normalized changes");
    assert_eq!(found[0]["warnings"], json!([]));
    assert_eq!(
        found[0]["changes"],
        json!([{ "rung": "case", "section": "6.2.2.1", "before": "HTTP", "after": "http" }])
    );
    assert_eq!(found[1]["changes"], json!([]));
    keys(&found[1]["warnings"][0], "code message");
    assert_eq!(found[1]["warnings"][0]["code"], "relative");
    let found = records(&["normalize", "-j", "--base", "http://h/b", "a", "%"], "");
    keys(&found[0], "schema edition rule input base valid warnings normalized changes");
    assert_eq!(
        (&found[0]["normalized"], &found[0]["warnings"]),
        (&json!("http://h/a"), &json!([]))
    );
    keys(&found[1], "schema edition rule input base valid error");
    let found = records(&["normalize", "-j", "--letter", "a:/.//b"], "");
    assert_eq!(found[0]["warnings"][0]["code"], "misread");
    let older = ["normalize", "-j", "--edition", "rfc2396", "--base", "http://h/b", "?y"];
    assert_eq!(records(&older, "")[0]["warnings"][0]["code"], "underivable");
}

#[test]
fn compare() {
    let found = records(&["compare", "-j", "a:b", "A:b", "-f", "-"], "a:b\ta:c\n%\ta\n\n");
    keys(&found[0], "schema edition a b valid warnings equivalent rung");
    assert_eq!(found[0]["rung"], "case");
    keys(&found[1], "schema edition a b valid warnings equivalent");
    assert_eq!(found[1]["equivalent"], false);
    keys(&found[2], "schema edition a b valid error");
    assert_eq!(found[2]["error"]["part"], "a");
    let both = records(&["compare", "-j", "%", "%zz"], "");
    keys(&both[0], "schema edition a b valid error other_error");
    assert_eq!((&both[0]["error"]["part"], &both[0]["error"]["offset"]), (&json!("a"), &json!(1)));
    assert_eq!(both[0]["other_error"]["part"], "b");
    keys(&found[3], "schema edition input valid error");
    let one = records(&["compare", "-j", "a:b", "b"], "");
    keys(&one[0]["warnings"][0], "part code message");
    assert_eq!(
        (&one[0]["warnings"][0]["part"], one[0]["warnings"][1].is_null()),
        (&json!("b"), true)
    );
    let resolved = records(&["compare", "-j", "--base", "a:/", "a:/b", "b"], "");
    keys(&resolved[0], "schema edition base a b valid warnings equivalent rung");
    assert_eq!((&resolved[0]["rung"], &resolved[0]["warnings"]), (&json!("string"), &json!([])));
}

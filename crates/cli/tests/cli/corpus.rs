//! Real strings, where they are at hand.

use std::io::Write;
use std::path::PathBuf;

use super::support::urispec;

/// A file of the corpus; none, with a word about it, where it is absent. Whoever says where it is
/// has it.
fn corpus(name: &str) -> Option<PathBuf> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared"));
    let named = std::env::var_os("URISPEC_SHARED").map(PathBuf::from);
    let required = named.is_some();
    let path = named.unwrap_or_else(beside).join("corpus").join(name);
    if path.exists() {
        return Some(path);
    }
    assert!(!required, "{} is absent, and URISPEC_SHARED names its folder", path.display());
    // Not by `eprintln!`, whose output the harness keeps from a test that passes.
    let mut stderr = std::io::stderr().lock();
    writeln!(stderr, "skipped: {} is absent", path.display()).unwrap();
    None
}

fn check(name: &str, code: i32, counts: &str) {
    let Some(path) = corpus(name) else { return };
    let args = ["check", "--count", "-f", path.to_str().unwrap()];
    urispec(args).done().expect(code, counts).quietly();
}

#[test]
fn web() {
    check("web.txt", 1, "65,781 checked: 65,387 valid, 394 invalid\n");
}

#[test]
fn files() {
    check("file.txt", 0, "20,000 checked: 20,000 valid, 0 invalid\n");
}

#[test]
fn pairs() {
    let Some(path) = corpus("refs.tsv") else { return };
    let done = urispec(["resolve", "--json", "-f", path.to_str().unwrap()]).done();
    assert_eq!(done.code, 1);
    assert_eq!(done.stdout.lines().count(), 49_999);
    let invalid = done.stdout.lines().filter(|line| line.contains("\"valid\":false"));
    let named = |line: &&str| {
        ["base", "reference"].iter().any(|part| line.contains(&format!("\"part\":\"{part}\"")))
    };
    assert_eq!(invalid.clone().count(), 49_999 - 48_460);
    assert_eq!(invalid.filter(named).count(), 49_999 - 48_460);
}

/// What one edition accepts beyond another, less what it rejects, is what it has more of valid lines.
#[test]
fn editions() {
    let Some(path) = corpus("web.txt") else { return };
    let path = path.to_str().unwrap();
    let valid = |edition| {
        let done = urispec(["check", "--count", "--edition", edition, "-f", path]).done();
        let (_, after) = done.stdout.split_once(": ").unwrap();
        after.split_once(" valid").unwrap().0.replace(',', "").parse::<i64>().unwrap()
    };
    let pair = ["--edition", "rfc1738,rfc3986", "--only", "accepts,rejects"];
    let args = ["editions", "--tally", "--json", "-f", path];
    let done = urispec(args.into_iter().chain(pair)).done();
    let more = done.stdout.lines().map(|line| {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let count = record["count"].as_i64().unwrap();
        if record["kind"] == "accepts" { count } else { -count }
    });
    assert_eq!(more.sum::<i64>(), valid("rfc1738") - valid("rfc3986"));
    assert_eq!(done.code, 1);
}

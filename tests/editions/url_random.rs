//! Compares the parser of the URL Standard on random strings with the crate `url` and with Node.
//!
//! In: `URL_CASES` random strings, half of them with a base. Out: the groups in which the parsers differ, with a
//! shortest example of each. `docs/whatwg.md` explains each group. The test runs only on request:
//!
//! ```text
//! URL_CASES=100000 cargo test --test editions url_random -- --ignored --nocapture
//! ```

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use urispec::whatwg;
use url::Url;

/// The pieces of random strings.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "http:", "https:", "file:", "ws:", "foo:", "HTTP:", "mailto:", "/", "/", "//", "\\", "?", "#", "@", ":", "a", "b.c", "H",
    ".", "..", "%2e", "%2E.", "%", "%41", "%C3%A9", "%zz", "c:", "C|", "localhost", "127.0.0.1", "0x7f.1", "1.", "256", "4294967296",
    "[::1]", "[1:2::3.4.5.6]", "[", "]", "::", "80", "443", "065535", "99999", " ", "\t", "\n", "é", "ß", "xn--a", "xn--9ca", "--", "_",
    "\u{AD}", "\u{3002}", "１", "^", "|", "`", "{", "'", "\"", "<", "~", "+", "!", "$", "\u{FDD0}", "💩", "\0", "\u{7F}", "u:p", ";",
];

const BASES: &[&str] =
    &["http://b/d/e?q#f", "file:///c:/d", "file://h/d/", "foo://b/d", "foo:/d", "foo:d"];

fn cases(count: usize) -> Vec<(String, Option<&'static str>)> {
    let piece = proptest::sample::select(PIECES);
    let strategy = (
        proptest::collection::vec(piece, 0..9).prop_map(|pieces| pieces.concat()),
        proptest::option::of(proptest::sample::select(BASES)),
    );
    let mut runner = TestRunner::deterministic();
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

fn ours(input: &str, base: Option<&str>) -> Option<String> {
    let base = base.map(|base| whatwg::Url::parse(base).unwrap());
    whatwg::Url::parse_with_base(input, base.as_ref()).ok().map(String::from)
}

fn of_crate(input: &str, base: Option<&str>) -> Option<String> {
    let base = base.map(|base| Url::parse(base).unwrap());
    Url::options().base_url(base.as_ref()).parse(input).ok().map(String::from)
}

/// Returns the answers of Node's class `URL`, or nothing without Node.
fn of_node(cases: &[(String, Option<&str>)]) -> Option<Vec<Option<String>>> {
    const SCRIPT: &str = "const lines = require('fs').readFileSync(0, 'utf8').split('\\n');
        const hrefs = lines.filter(line => line).map(line => {
            const [input, base] = JSON.parse(line);
            try { return new URL(input, base ?? undefined).href } catch { return null }
        });
        process.stdout.write(JSON.stringify(hrefs));";
    let mut node = Command::new("node")
        .args(["-e", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut lines = String::new();
    for (input, base) in cases {
        lines.push_str(&format!("{}\n", json!([input, base])));
    }
    let mut stdin = node.stdin.take().unwrap();
    stdin.write_all(lines.as_bytes()).unwrap();
    drop(stdin);
    let answer = node.wait_with_output().unwrap().stdout;
    let hrefs: Vec<Value> = serde_json::from_slice(&answer).unwrap();
    Some(hrefs.into_iter().map(|href| href.as_str().map(str::to_owned)).collect())
}

/// Returns the group of a difference, one of those in `docs/whatwg.md`.
fn group(ours: Option<&str>, theirs: Option<&str>) -> &'static str {
    match (ours, theirs) {
        (Some(ours), None) if ours.contains("xn--") => "rejects Punycode that is none",
        (Some(_), None) => "rejects",
        (None, Some(_)) => "accepts",
        (Some(ours), Some(theirs)) if ours.replace("%5E", "^") == theirs.replace("%5E", "^") => {
            "leaves ^ in a path"
        }
        (Some(ours), Some(_)) if ours.starts_with("file:") => "another file URL",
        _ => "another URL",
    }
}

#[test]
#[ignore = "compares with other parsers, and runs only on request"]
fn beside_other_parsers() {
    let count = std::env::var("URL_CASES").ok().and_then(|count| count.parse().ok());
    let cases = cases(count.unwrap_or(100_000));
    let of_crate: Vec<_> = cases.iter().map(|(input, base)| of_crate(input, *base)).collect();
    let others = [("url", Some(of_crate)), ("node", of_node(&cases))];
    for (name, answers) in others {
        let Some(answers) = answers else { continue };
        let mut groups: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for ((input, base), theirs) in cases.iter().zip(&answers) {
            let ours = ours(input, *base);
            if ours != *theirs {
                let line = format!("{input:?} on {base:?}: {ours:?}, and {name} {theirs:?}");
                groups.entry(group(ours.as_deref(), theirs.as_deref())).or_default().push(line);
            }
        }
        for (group, mut lines) in groups {
            println!("{name}, {group}: {} of {}", lines.len(), cases.len());
            lines.sort_by_key(|line| (line.len(), line.clone()));
            lines.dedup();
            let shown =
                lines.iter().take(std::env::var("URL_SHOWN").map_or(3, |n| n.parse().unwrap()));
            shown.for_each(|line| println!("  {line}"));
        }
    }
}

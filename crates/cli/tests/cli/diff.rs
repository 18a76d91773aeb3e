//! `urispec diff`.

use super::scaled;
use super::support::{ROOT, urispec};
use urispec::Edition;

/// The columns of the widest line: two names of productions, and what only one of them has.
const WIDEST: usize = 240;

/// Each two editions, in `snapshots/across`; without `URISPEC_LONG` each second one with the next.
#[test]
fn every_pair_of_editions() {
    for (at, left) in Edition::ALL.iter().enumerate().step_by(scaled(2, 1)) {
        for right in Edition::ALL[at + 1..].iter().take(scaled(1, Edition::ALL.len())) {
            let done = urispec(["diff", left.id(), right.id()]).done();
            assert_eq!((done.code, &*done.stderr), (1, ""));
            let lines = done.stdout.lines();
            // The names of the URL Standard are whole phrases.
            assert!(lines.clone().all(|line| line.chars().count() <= WIDEST), "{}", done.stdout);
            across(&format!("diff-{left}-{right}"), &done.stdout);
        }
    }
    let text = &urispec(["diff"]).done().stdout;
    assert!(text.lines().all(|line| line.chars().count() <= WIDEST), "{text}");
    across("diff", text);
}

#[track_caller]
fn across(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("{ROOT}/snapshots/across"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn two_productions() {
    // Every port is a port of any number of digits; RFC 1738 wants one at least (3.1, 5).
    let done = urispec(["diff", "rfc1738", "rfc3986", "--rule", "port", "port"]).done();
    let expected = "rfc1738 port within rfc3986 port\n\n\
                    only rfc3986    offset  production  byte\n  \"\"            0       port        its end\n";
    done.expect(1, expected).quietly();
    let done = urispec(["diff", "rfc2396", "rfc3986", "--rule", "escaped", "pct-encoded"]).done();
    done.expect(0, "rfc2396 escaped equal rfc3986 pct-encoded\n").quietly();
    // Of one edition the productions are named.
    let done = urispec(["diff", "rfc3986", "rfc3986", "--rule", "segment", "segment-nz"]).done();
    let expected = "rfc3986 segment contains rfc3986 segment-nz\n\n\
                    only segment    offset  production  byte\n  \"\"            0       segment     its end\n";
    done.expect(1, expected).quietly();
}

#[test]
fn an_edition_with_itself() {
    let done = urispec(["diff", "rfc3986", "rfc3986"]).done();
    assert_eq!(done.code, 0, "{}", done.stdout);
    assert!(!done.stdout.contains("only in rfc3986"), "{}", done.stdout);
}

#[test]
fn usage() {
    urispec(["diff", "rfc3986"]).done().expect(2, "").saying("<E2>");
    urispec(["diff", "rfc3986", "rfc1"]).done().expect(2, "").saying("rfc1630");
    urispec(["diff", "--rule", "a", "b"]).done().expect(2, "");
    let args = ["diff", "rfc2396", "rfc3986", "--rule", "reg_name", "reg_nam"];
    urispec(args).done().expect(2, "").saying("reg-name");
}

/// Compares two editions, or every pair with `URISPEC_LONG`.
#[test]
fn json() {
    let done = urispec(["diff", "--json", "rfc3986", "rfc2396bis-01"]).done();
    assert_eq!(done.code, 1);
    let record: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    assert_eq!((&record["left"], &record["relation"]), (&"rfc3986".into(), &"overlaps".into()));
    // Brackets hold an address of a later version only since then (RFC 3986, D.1).
    let expected = serde_json::json!([
        { "input": "//[V0.!]", "offset": 3, "bytes": "Vv", "production": "IPvFuture" },
    ]);
    assert_eq!(record["left_kinds"], expected);
    let gone = record["gone"].as_array().unwrap();
    assert!(gone.contains(&"IPvFuture".into()) && gone.contains(&"sub-delims".into()));
    let pairs = record["pairs"].as_array().unwrap();
    let h16 = pairs.iter().find(|pair| pair["left_rule"] == "h16").unwrap();
    assert_eq!((&h16["right_rule"], &h16["by"]), (&"h4".into(), &"language".into()));

    if scaled(0, 1) == 1 {
        let done = urispec(["diff", "--json"]).done();
        let pairs = Edition::ALL.len() * (Edition::ALL.len() - 1) / 2;
        assert_eq!((done.code, done.stdout.lines().count()), (1, pairs));
    }
}

//! What is unwise, on the command line.

use serde_json::json;

use super::json::{keys, records};
use super::support::urispec;

#[test]
fn findings_are_shown_with_carets() {
    let attack = "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm";
    urispec(["lint", attack, "http://h:080/%7e%7e", "a b", "http://h/"]).snapshot("lint");
    urispec(["lint", "--short", "--edition", "rfc2396bis-01", "http://[::1]:80/", "%"])
        .snapshot("lint-short");
    urispec(["lint", "--list"]).snapshot("lint-list");
}

#[test]
fn notes_do_not_count_unless_they_are_denied() {
    let code = |args: &[&str]| urispec(["lint", "--short"].iter().chain(args)).done().code;
    assert_eq!(code(&["http://h/"]), 0);
    assert_eq!(code(&["HTTP://h/"]), 0);
    assert_eq!(code(&["HTTP://h/", "--deny", "upper-case-scheme"]), 1);
    assert_eq!(code(&["HTTP://h/", "--deny", "upper-case-host"]), 0);
    assert_eq!(code(&["HTTP://h/", "--deny", "note"]), 1);
    assert_eq!(code(&["ftp://u:p@h/"]), 1);
    assert_eq!(code(&["ftp://u:p@h/", "--allow", "password"]), 0);
    assert_eq!(code(&["ftp://u:p@h/", "--allow", "warning"]), 0);
    assert_eq!(code(&["a b"]), 1);
    // An id goes before a severity.
    assert_eq!(code(&["ftp://u:p@h/", "--allow", "warning", "--deny", "password"]), 1);
    assert_eq!(code(&["HTTP://h/", "--deny", "note", "--allow", "upper-case-scheme"]), 0);
    urispec(["lint", "HTTP://h/", "--allow", "note"]).done().expect(0, "").quietly();
}

#[test]
fn wrong_usage() {
    let wrong = |args: &[&str], part: &str| drop(urispec(args).done().expect(2, "").saying(part));
    wrong(&["lint", "--deny", "pasword", "a"], "tip: a similar value exists: 'password'");
    wrong(
        &["lint", "--deny", "note", "--allow", "note", "a"],
        "`note` cannot be allowed and denied",
    );
    wrong(&["lint", "--list", "a"], "cannot be used with");
}

#[test]
fn lines_are_counted() {
    let input = "http://h/\nHTTP://h/\na b\n";
    urispec(["lint", "--short", "-f", "-"])
        .stdin(input)
        .done()
        .expect(
            1,
            "note: <stdin>:2: a scheme is written in lower case (3.1) \
             [upper-case-scheme]\nerror: <stdin>:3: a space is not allowed (2); at byte 1 there is \" \" inside \
             `segment-nz-nc`, where \"#\", \"/\", \":\", \"?\", more of it or end of input could \
             stand (3.3)\n",
        )
        .saying("3 linted: 1 without findings, 1 with, 1 invalid\n");
}

#[test]
fn objects() {
    let found = records(&["lint", "-j", "//1.2/%7e", "a b", "--allow", "needless-escape"], "");
    keys(&found[0], "schema edition input valid findings");
    assert_eq!(found[0]["findings"].as_array().unwrap().len(), 2);
    assert_eq!(
        found[0]["findings"][0],
        json!({
            "id": "lower-case-escape", "severity": "note", "denied": false,
            "edition": "rfc3986", "section": "2.1", "spans": [{ "start": 6, "end": 9 }],
            "message": "the digits of an escape should be in upper case", "mended": "//1.2/%7E",
        })
    );
    assert_eq!(found[0]["findings"][1]["denied"], true);
    keys(&found[1], "schema edition input valid error");
    let listed = records(&["lint", "--list", "-j", "--edition", "rfc1738"], "");
    keys(&listed[0], "schema edition id severity section summary");
    assert_eq!(listed[0]["section"], "2.1");
}

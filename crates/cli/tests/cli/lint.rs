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
    assert_eq!(code(&["ftp://u:p@h/", "--ignore", "password"]), 0);
    assert_eq!(code(&["ftp://u:p@h/", "--ignore", "warning"]), 0);
    assert_eq!(code(&["a b"]), 1);
    // An id goes before a severity.
    assert_eq!(code(&["ftp://u:p@h/", "--ignore", "warning", "--deny", "password"]), 1);
    assert_eq!(code(&["HTTP://h/", "--deny", "note", "--ignore", "upper-case-scheme"]), 0);
    urispec(["lint", "HTTP://h/", "--ignore", "note"]).done().expect(0, "").quietly();
}

#[test]
fn wrong_usage() {
    let wrong = |args: &[&str], part: &str| drop(urispec(args).done().expect(2, "").saying(part));
    wrong(&["lint", "--deny", "pasword", "a"], "tip: a similar value exists: 'password'");
    wrong(
        &["lint", "--deny", "note", "--ignore", "note", "a"],
        "`note` cannot be ignored and denied",
    );
    wrong(&["lint", "--list", "a"], "cannot be used with");
}

/// What is invalid may have findings too, and is counted by them.
#[test]
fn an_invalid_string_with_findings_is_one_with_findings() {
    let count = |pack: &str, lines: &str| {
        urispec(["lint", "--count", "--pack", pack]).stdin(lines).done().stdout
    };
    let lines = "http://h/\nhttp://10.0.0.1/\nhttp:/\\h\n";
    let numbers = "3 linted: 1 without findings, 2 with; 1 of these invalid\n";
    assert_eq!(count("security", lines), numbers);
    // The documents say nothing of what is invalid, and no lint looks.
    assert_eq!(count("letter", lines), "3 linted: 2 without findings, 0 with, 1 invalid\n");
    assert_eq!(
        count("security", "http://h/\n"),
        "1 linted: 1 without findings, 0 with, 0 invalid\n"
    );
    // Bytes that are no text are looked at by none.
    let done = urispec(["lint", "-c", "--pack", "security"]).stdin(b"\xff\nhttp:/\\h\n").done();
    let numbers =
        "2 linted: 0 without findings, 1 with, 1 invalid and not looked at; 1 of these invalid\n";
    assert_eq!(done.stdout, numbers);
}

#[test]
fn lines_are_counted() {
    let input = "http://h/\nHTTP://h/\na b\n";
    urispec(["lint", "--short", "-f", "-"])
        .stdin(input)
        .done()
        .expect(1, "note: <stdin>:2: a scheme is written in lower case (3.1) [upper-case-scheme]\n")
        .saying("error: <stdin>:3: a b: a space is not allowed (2); at byte 1 there is ")
        .saying("3 linted: 1 without findings, 1 with, 1 invalid\n");
}

#[test]
fn objects() {
    let found = records(&["lint", "-j", "//1.2/%7e", "a b", "--ignore", "needless-escape"], "");
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

/// Addresses by RFC 1918 and RFC 3986, 7.4; backslashes by "URL parsing" of the URL Standard.
#[test]
fn the_security_pack() {
    let security = |strings: &[&str]| {
        let begin = ["lint", "--short", "--pack", "security"];
        urispec(begin.iter().chain(strings)).done()
    };
    security(&["http://h/", "HTTP://h/%7e"]).expect(0, "").quietly();
    let private = "warning: http://10.0.0.1/: the host is 10.0.0.1: a private address (RFC 1918, 3) \
                   [private-address]\n";
    security(&["http://10.0.0.1/"]).expect(1, private).quietly();
    security(&["http://10.0.0.1/", "--ignore", "private-address"]).expect(0, "").quietly();
    // A note does not count, unless it is denied; what is not valid does.
    assert_eq!(security(&["//h/"]).code, 0);
    assert_eq!(security(&["//h/", "--deny", "scheme-relative"]).code, 1);
    assert_eq!(security(&["http://h/\\", "--ignore", "warning"]).code, 1);
    let listed = urispec(["lint", "--list", "--pack", "all"]).done();
    assert!(listed.stdout.contains("\nrare-ipv4 ") && listed.stdout.contains("\nbackslash "));
    drop(urispec(["lint", "--pack", "letters", "a"]).done().expect(2, "").saying("letter"));
}

/// What is not valid has its error and its findings; what a terminal would not show is escaped.
#[test]
fn attacks_that_are_not_valid() {
    let text = "http://evil.example\\\u{202E}@good.example/";
    let done = urispec(["lint", "--short", "--pack", "all", text]).done();
    assert_eq!(done.code, 1);
    assert!(done.stdout.contains("[backslash]\n") && done.stdout.contains("[bidi-control]\n"));
    assert!(done.stderr.starts_with("error: "), "{}", done.stderr);
    assert!(!(done.stdout + &done.stderr).contains('\u{202E}'));
    let found = records(&["lint", "-j", "--pack", "security", text, "//10.0.0.1", "a"], "");
    keys(&found[0], "schema edition input valid findings error");
    keys(&found[1], "schema edition input valid findings");
    assert_eq!(
        found[1]["findings"][0],
        json!({
            "id": "private-address", "severity": "warning", "denied": true, "pack": "security",
            "citations": [{ "document": "RFC 1918", "section": "3" }],
            "spans": [{ "start": 2, "end": 10 }],
            "message": "the host is 10.0.0.1: a private address",
        })
    );
    assert_eq!(found[2]["findings"], json!([]));
    let listed = records(&["lint", "--list", "-j", "--pack", "security"], "");
    keys(&listed[0], "schema edition id severity pack citations summary");
}

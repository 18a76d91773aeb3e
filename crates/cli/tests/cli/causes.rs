//! The causes of errors as the program says them: the sentence first, then the place.

use serde_json::{Value, json};

use super::support::urispec;

/// RFC 3986, 3.2.3: `port = *DIGIT`.
#[test]
fn the_cause_comes_first() {
    urispec(["check", "http://h:x/"]).done().expect(
        1,
        "http://h:x/: a port holds digits only (3.2.3); at byte 10 there is \"/\" inside \
         `authority`, where \"@\" or userinfo could stand (3.2)\n",
    );
}

/// A bad line has one line, whatever is in it.
#[test]
fn a_line_for_each_bad_line() {
    let bad = "a b\n\u{feff}a\nhttp://h:1:2/\n%u0041\na\u{202e}b\na\u{7}b\n";
    let done = urispec(["check", "-f", "-"]).stdin(bad).done();
    let lines: Vec<_> = done.stdout.lines().collect();
    let causes = [
        "<stdin>:1: a b: a space is not allowed (2); at byte 1 ",
        "<stdin>:2: \\u{feff}a: the string begins with a byte order mark, which is no part of it (2.5); at byte 0 ",
        "<stdin>:3: http://h:1:2/: a second \":\" in the authority (3.2); at byte 12 ",
        "<stdin>:4: %u0041: \"%u\" is no escape: \"%\" stands before the two hexadecimal digits of an octet (2.1); at byte 1 ",
        "<stdin>:5: a\\u{202e}b: \"\\u{202e}\" is not ASCII (2.5); at byte 1 ",
        "<stdin>:6: a\\u{7}b: a control character is not allowed (2); at byte 1 ",
    ];
    assert_eq!(lines.len(), causes.len());
    for (line, cause) in lines.iter().zip(causes) {
        assert!(line.starts_with(cause), "{line}");
    }
}

/// What may have been meant stands on a line of its own, if it can be told.
#[test]
fn what_to_try() {
    let tried = |text: &str| {
        let done = urispec(["parse", text]).done();
        let tried = done.stderr.lines().find_map(|line| line.strip_prefix("  try: "));
        tried.map(str::to_owned)
    };
    assert_eq!(tried("http://例え.jp/").as_deref(), Some("http://%E4%BE%8B%E3%81%88.jp/"));
    assert_eq!(tried("//[::1").as_deref(), Some("//[::1]"));
    assert_eq!(tried("http://h:x/"), None);
    assert_eq!(tried("http://u:p@v@h/").as_deref(), Some("http://u:<hidden>@h/"));
    // What is shown only in part is no string to try.
    assert_eq!(tried(&format!("{} ", "a".repeat(300))), Some("a".repeat(300)));
    assert_eq!(tried(&format!("{} ", "a".repeat(9000))), None);
}

/// RFC 3986, 3.2.1: a cause may tell a character of a password, which is not rendered as clear text.
#[test]
fn no_cause_tells_of_a_password() {
    for args in [["check", "//u:a b@h"], ["parse", "//u:a b@h"], ["editions", "//u:a b@h"]] {
        let done = urispec(args).done();
        let said = done.stdout + &done.stderr;
        assert!(!said.contains("space") && said.contains("<hidden>"), "{said}");
    }
}

#[test]
fn causes_as_json() {
    let error = |text: &str| {
        let done = urispec(["check", "-j", "--rule", "absolute-URI", text]).done();
        serde_json::from_str::<Value>(&done.stdout).unwrap()["error"].take()
    };
    let cause = json!({
        "id": "no-fragment", "text": "a fragment is not allowed", "section": "4.3", "mended": "a:b",
    });
    assert_eq!(error("a:b#c")["cause"], cause);
    let cause = json!({
        "id": "scheme-begins", "text": "a scheme begins with a letter", "section": "3.1",
    });
    assert_eq!(error("1:b")["cause"], cause);
}

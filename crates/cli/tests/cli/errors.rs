//! What is wrong is said on stderr, and in the exit code.

use super::support::urispec;

#[test]
fn an_invalid_string_is_shown_with_a_caret() {
    urispec(["parse", "http://[::1"]).snapshot("error-block");
    let done = urispec(["parse", "a:\tb\0".trim_end_matches('\0')]).done().expect(1, "");
    let lines: Vec<_> = done.stderr.lines().collect();
    assert!(lines[0].starts_with(r"error: a:\tb: "));
    assert_eq!(lines[1..3], [r"  a:\tb", "    ^"]);
}

/// The mark stands below what the message speaks of: up to its last `/` a port of `8o` may be a userinfo.
#[test]
fn the_caret_is_below_what_is_said_to_be_wrong() {
    let done = urispec(["parse", "http://example.com:8o/"]).done().expect(1, "");
    let lines: Vec<_> = done.stderr.lines().collect();
    assert!(lines[0].contains("a port holds digits only (3.2.3)"));
    assert_eq!(lines[1..3], ["  http://example.com:8o/", "                      ^"]);
}

#[test]
fn long_strings_are_shown_in_part() {
    let long = format!("{} {}", "a".repeat(9_000), "b".repeat(9_000));
    let done = urispec(["parse", &long]).done().expect(1, "");
    let lines: Vec<_> = done.stderr.lines().collect();
    let caret = lines[2].find('^').unwrap();
    assert_eq!(lines[1].chars().nth(caret), Some(' '));
    assert!(lines[0].contains("…(17881 bytes)…") && lines.iter().all(|line| line.len() < 400));
}

/// A production that derives the empty string derives nothing of what is no text.
#[cfg(unix)]
#[test]
fn what_is_no_text_is_derived_by_nothing() {
    for edition in ["rfc3986", "rfc1738", "url-syntax-05"] {
        let args = ["parse", "--edition", edition];
        let done = urispec(args).stdin(b"\xFF\n").done().expect(1, "");
        let done = done.saying("not UTF-8: 0xFF at byte 0");
        assert!(!done.stderr.contains("derives it"), "{}", done.stderr);
    }
}

#[test]
fn which_of_two_is_invalid_is_said() {
    urispec(["resolve", "-f", "-"]).stdin("%\ta b\nno tab\n/b\tc\n").snapshot("error-pairs");
    urispec(["compare", "a", "%"]).done().expect(1, "").saying("error: %: ");
    urispec(["compare", "-f", "-"]).stdin("a\t%").done().expect(1, "").saying("<stdin>:1: b: ");
}

#[test]
fn a_base_has_a_scheme() {
    let said = "error: /b: base: the base has no scheme; a base is a URI\n";
    urispec(["resolve", "--base", "/b", "c", "d"]).done().expect(1, "").saying(said);
    urispec(["relativize", "--base", "/b", "a:c"]).done().expect(1, "").saying(said);
    urispec(["relativize", "--base", "a:b", "/c"])
        .done()
        .expect(1, "")
        .saying("there is no scheme");
}

#[test]
fn usage() {
    let wrong = |args: &[&str], part: &str| drop(urispec(args).done().expect(2, "").saying(part));
    wrong(&[], "Usage: urispec");
    wrong(&["pars"], "tip: a similar subcommand exists: 'parse'");
    wrong(&["compare", "a"], "not provided:\n  <B>");
    wrong(&["compare", "a", "b", "c"], "unexpected argument 'c'");
    wrong(&["resolve", "a"], "--base <URI>");
    wrong(&["relativize", "a:b"], "--base <URI>");
    wrong(&["parse", "-x"], "use '-- -x'");
    wrong(&["parse", "--rule", "authorit", "a"], "tip: a similar value exists: 'authority'");
    wrong(&["check", "--edition", "rfc3968", "a"], "[possible values: ");
    wrong(&["normalize", "--to", "schema", "a"], "tip: a similar value exists: 'scheme'");
    wrong(&["normalize", "--redirect", "%", "a:", "b"], "from a URI to a URI, not from % to a:");
    wrong(&["normalize", "--redirect", "http://h/a", "b", "c"], "not from http://h/a to b");
    for command in ["normalize", "compare"] {
        let redirect = ["--redirect", "http://h/a", "http://h/b"];
        let args =
            [command, "http://h/a", "http://h/b", "--to", "scheme"].into_iter().chain(redirect);
        wrong(&args.collect::<Vec<_>>(), "--redirect is for the rung `protocol`");
    }
    wrong(&["check", "-f", "-", "-f", "-"], "standard input can be read only once");
    wrong(&["compare", "a", "b", "-f", "-", "-f", "-"], "standard input can be read only once");
    wrong(&["normalize", "--redirect", "a"], "2 values");
    wrong(&["check", "-c", "-j", "a"], "cannot be used with");
    // No option is named that was not given.
    let done = urispec(["check", "-c", "-j", "a"]).done();
    assert!(!done.stderr.lines().next().unwrap().contains("--quiet"), "{}", done.stderr);
    wrong(&["check", "-q", "-c", "a"], "cannot be used with");
    wrong(&["resolve", "-b", "a:b", "--trace", "-c", "a"], "cannot be used with");
}

#[test]
fn what_begins_with_a_hyphen_goes_after_two() {
    urispec(["check", "-v", "--", "-x", "--json"])
        .done()
        .expect(0, "-x: ok\n--json: ok\n")
        .quietly();
}

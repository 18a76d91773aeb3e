//! `normalize` and `compare` on what RFC 3986 says of relative references, of fragments, and on the
//! letter.

use super::json::records;
use super::support::{file, urispec};

const RELATIVE: &str = "the reference is relative, and is to be resolved before this (5.2.1, 6.1)";

/// 5.2.1: "A URI reference must be transformed to its target URI before it can be normalized."
#[test]
fn a_relative_reference_is_warned_of() {
    let done = urispec(["normalize", "../A/%7e", "a:%7e"]).done().expect(0, "../A/~\na:~\n");
    assert_eq!(done.stderr, format!("warning: ../A/%7e: {RELATIVE}\n"));
    file("relative.txt", "http://h/%41\n%41\n");
    let done = urispec(["normalize", "-f", "relative.txt"]).done().expect(0, "http://h/A\nA\n");
    assert_eq!(done.stderr, format!("warning: relative.txt:2: {RELATIVE}\n"));
    // No older edition has a section that says so.
    urispec(["normalize", "--edition", "rfc2396", "a"]).done().expect(0, "a\n").quietly();
}

/// 6.1: "applications should not directly compare relative references".
#[test]
fn relative_sides_are_warned_of() {
    let done = urispec(["compare", "a", "x:a"]).done().expect(1, "none\n");
    assert_eq!(done.stderr, format!("warning: a: {RELATIVE}\n"));
    let done = urispec(["compare", "-f", "-"]).stdin("x:a\t%41\n").done().expect(1, "none\n");
    assert_eq!(done.stderr, format!("warning: <stdin>:1: b: {RELATIVE}\n"));
    let done = urispec(["compare", "a", "./a"]).done().expect(1, "none\n");
    assert_eq!(done.stderr.lines().count(), 2);
    // The draft says so of comparing, in its 6.1; RFC 2396 says nothing.
    let done = urispec(["compare", "--edition", "rfc2396bis-01", "a", "x:a"]).done();
    done.expect(1, "none\n").saying("warning: a: the reference is relative").saying("(6.1)");
    urispec(["compare", "--edition", "rfc2396", "a", "x:a"]).done().expect(1, "none\n").quietly();
}

/// 6.1: "the references should be converted to their respective target URIs before comparison"; 5.1:
/// the base is "stripped of any fragment component".
#[test]
fn a_base_resolves_first() {
    let base = "http://a/b/c/d;p?q#dropped";
    urispec(["normalize", "--base", base, "../%67", "", "HTTP://x/./%41"])
        .done()
        .expect(0, "http://a/b/g\nhttp://a/b/c/d;p?q\nhttp://x/A\n")
        .quietly();
    urispec(["compare", "--base", base, "a", "./a"]).done().expect(0, "string (6.2.1)\n").quietly();
    urispec(["compare", "-b", base, "-f", "-"])
        .stdin("../g\tHTTP://a/b/g\n")
        .done()
        .expect(0, "case (6.2.2.1)\n")
        .quietly();
    // A target is normalized, and no string that is read as another URI.
    urispec(["normalize", "--base", "a:/b", ".//c"]).done().expect(0, "a:/.//c\n").quietly();
    // What is wrong with the string is shown in it, and of the target only said.
    urispec(["normalize", "--base", base, "a b"]).done().expect(1, "").saying("  a b\n   ^\n");
    for (wrong, why) in [("//h", "the base has no scheme"), ("%", "% is no base: ")] {
        urispec(["normalize", "--base", wrong, "a"]).done().expect(2, "").saying(why);
        urispec(["compare", "--base", wrong, "a", "b"]).done().expect(2, "").saying(why);
    }
}

/// Older editions resolve by their own algorithms, and say of it what `resolve` says.
#[test]
fn a_base_resolves_by_the_edition() {
    let run = |edition, more: &[&str]| {
        let args = ["normalize", "--edition", edition, "--base", "http://a/b"];
        urispec(args.iter().chain(more)).done()
    };
    run("rfc2396", &["?y"]).expect(0, "http://a/?y\n").saying("warning: ?y: ");
    run("rfc2396", &["#s"]).expect(1, "").saying("the reference is to the current document");
    run("rfc1738", &["http://a/"]).expect(1, "").saying("rfc1738 resolves nothing");
}

/// The parser of the URL Standard takes a base that is no valid URL string, and every command takes the base that
/// `resolve` takes, with the same warning.
#[test]
fn a_base_is_what_the_edition_resolves_against() {
    const WARNING: &str = "the base is no valid URL string";
    let run = |args: &[&str], more: &[&str]| {
        let edition = ["--edition", "whatwg", "--base"];
        urispec(args.iter().chain(&edition).chain(more)).done()
    };
    for (base, reference, target) in
        [("foo:a #f", "#x", "foo:a%20#x"), ("http://h/a #f", "", "http://h/a%20")]
    {
        let line = &*format!("{target}\n");
        for command in ["resolve", "normalize"] {
            run(&[command], &[base, reference]).expect(0, line).saying(WARNING);
        }
        let edit = ["edit", "--edition", "whatwg", "--resolve", base, reference];
        urispec(edit).done().expect(0, line);
        run(&["compare"], &[base, reference, target])
            .expect(0, "string (url-equivalence)\n")
            .saying(WARNING);
        run(&["get", "-C", "target"], &[base, reference]).expect(0, line).saying("1 string");
        run(&["unique"], &[base, reference, target]).expect(0, &format!("{reference}\n"));
        let browser = ["get", "--reader", "whatwg", "-C", "uri", "--base", base, reference];
        urispec(browser).done().expect(0, line);
        run(&["compare"], &["http://[/", reference, target]).expect(2, "").saying("is no base");
    }
    // RFC 1808, 3.4: "If the base URL is the empty string".
    let empty = ["normalize", "--edition", "rfc1808", "--base", "", "http://h/a"];
    urispec(empty).done().expect(0, "http://h/a\n");
}

/// 6.1: "fragment components (if any) should be excluded from the comparison".
#[test]
fn fragments_are_left_out() {
    urispec(["compare", "http://h/a#b", "http://h/a"]).done().expect(1, "none\n").quietly();
    urispec(["compare", "--ignore-fragment", "http://h/a#b", "HTTP://h/a#c"])
        .done()
        .expect(0, "case (6.2.2.1)\n")
        .quietly();
}

/// 6.2.2.3 and 2.3, without the guards.
#[test]
fn the_letter() {
    urispec(["normalize", "a:/.//b"]).done().expect(0, "a:/.//b\n").quietly();
    urispec(["normalize", "--letter", "a:/.//b"])
        .done()
        .expect(0, "a://b\n")
        .saying("a:/.//b: by the letter");
    urispec(["normalize", "--letter", "--trace", "a:/.//b"])
        .done()
        .expect(0, "a://b\n  path-segments     6.2.2.3  /.//b -> //b\n");
    urispec(["normalize", "--letter", "a:/./b"]).done().expect(0, "a:/b\n").quietly();
}

/// 4.4: a reference is to the same document where its target is, "aside from its fragment component
/// (if any), identical to the base URI"; to normalize both before "is allowed but rarely performed".
#[test]
fn a_target_that_is_the_base_is_the_same_document() {
    let references = ["", "#s", "http://a/b?q#x", "b?q", "?q", "?r", "b", "HTTP://a/b?q"];
    let args = ["resolve", "-j", "--base", "http://a/b?q#f"];
    let found = records(&[&args[..], &references].concat(), "");
    let same: Vec<_> =
        found.iter().map(|record| record["current_document"].as_bool().unwrap()).collect();
    assert_eq!(same, [true, true, true, true, true, false, false, false]);
}

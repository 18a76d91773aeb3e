//! Each command on what it is for.

use super::support::urispec;

#[test]
fn parse() {
    let uri = "http://user@[2001:db8::7]:8042/over/there;x=1?name=ferret#nose";
    urispec(["parse", uri]).snapshot("parse");
    urispec(["parse", "//@h:?", "", "a:"]).snapshot("parse-empty-is-not-undefined");
    urispec(["parse", "--edition", "rfc2396", "//a_b/c", "a:b?c"]).snapshot("parse-edition");
    urispec(["parse", "--rule", "IPv6address", "::ffff:1.2.3.4"]).snapshot("parse-rule");
}

#[test]
fn check() {
    urispec(["check", "", "a:b", "//1.2.3.4.5"]).done().expect(0, "").quietly();
    urispec(["check", "-v", "", "a:b"]).done().expect(0, "\"\": ok\na:b: ok\n").quietly();
    urispec(["check", "--rule", "URI", "a:b"]).done().expect(0, "").quietly();
    urispec(["check", "--rule", "URI", "-q", "b"]).done().expect(1, "").quietly();
    urispec(["check", "--count", "a", "b c"])
        .done()
        .expect(1, "2 checked: 1 valid, 1 invalid\n")
        .quietly();
    urispec(["check", "-f", "-", "a"])
        .stdin("b\nc\n")
        .done()
        .expect(0, "")
        .saying("3 checked: 3 valid, 0 invalid\n");
}

#[test]
fn resolve() {
    let base = "http://a/b/c/d;p?q#dropped";
    urispec(["resolve", "--base", base, "../g", "?y", "", "#s", "//g"])
        .done()
        .expect(0, "http://a/b/g\nhttp://a/b/c/d;p?y\nhttp://a/b/c/d;p?q\nhttp://a/b/c/d;p?q#s\nhttp://g\n")
        .quietly();
    urispec(["resolve", "--base", base, "http:g"]).done().expect(0, "http:g\n").quietly();
    urispec(["resolve", "--base", base, "http:g", "--non-strict"])
        .done()
        .expect(0, "http://a/b/c/g\n")
        .quietly();
    urispec(["resolve", "--base", "http://a/b/c/d", "./../g", "#s", "--trace"])
        .snapshot("resolve-trace");
}

#[test]
fn a_target_that_does_not_read_back_is_warned_of() {
    urispec(["resolve", "--base", "a:/b", ".//c"]).snapshot("resolve-warning");
    urispec(["resolve", "--base", "a:/b", ".//c", "--guard-path"])
        .done()
        .expect(0, "a:/.//c\n")
        .quietly();
}

#[test]
fn pairs_from_stdin() {
    urispec(["resolve", "-f", "-"])
        .stdin("http://a/b/\tc\nhttp://a/b\t\r\na:b/c\t../d")
        .done()
        .expect(0, "http://a/b/c\nhttp://a/b\na:/d\n")
        .quietly();
    urispec(["compare", "-f", "-"])
        .stdin("a:b\tA:b\na:%61\ta:a\na:b\ta:b\nhttp://h\thttp://h/\na:a\ta:b\n")
        .done()
        .expect(
            1,
            "case (6.2.2.1)\npercent-encoding (6.2.2.2)\nstring (6.2.1)\nscheme (6.2.3)\nnone\n",
        )
        .quietly();
}

#[test]
fn relativize() {
    let base = "http://a/b/c/d;p?q";
    urispec(["relativize", "--base", base, "http://a/b/g", base, "http://a/b/c/d;p?q#s", "x:y"])
        .done()
        .expect(0, "../g\n\n#s\nx:y\n")
        .quietly();
    urispec(["relativize", "--base", base, "http://a/b/../c"])
        .done()
        .expect(1, "")
        .saying("error: http://a/b/../c: no reference resolves to");
}

#[test]
fn normalize() {
    let uri = "eXAMPLE://a/./b/../b/%63/%7bfoo%7d";
    urispec(["normalize", uri, "--trace"]).snapshot("normalize-explain");
    urispec(["normalize", "--to", "string", uri]).done().expect(0, &format!("{uri}\n")).quietly();
    urispec(["normalize", "--to", "scheme", "http://h:080"])
        .done()
        .expect(0, "http://h/\n")
        .quietly();
    urispec(["normalize", "http://h/a#f", "--redirect", "http://h/a", "http://h/b"])
        .done()
        .expect(0, "http://h/b#f\n")
        .quietly();
}

#[test]
fn compare() {
    let pair = ["http://example.com", "http://EXAMPLE.com:80/"];
    let run = |more: &[&str]| urispec(["compare"].iter().chain(&pair).chain(more)).done();
    run(&[]).expect(0, "scheme (6.2.3)\n").quietly();
    run(&["--to", "path-segments"]).expect(1, "none\n").quietly();
    urispec(["compare", "http://h/a", "http://h/b"]).done().expect(1, "none\n").quietly();
    urispec(["compare", "http://h/a", "http://h/b", "--redirect", "http://h/a", "http://h/b"])
        .done()
        .expect(0, "protocol (6.2.4)\n")
        .quietly();
}

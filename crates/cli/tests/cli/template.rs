//! `urispec template`: URI templates.

use super::json::{keys, records};
use super::support::{file, urispec};

#[test]
fn expansions() {
    let expand = |args: &[&str]| urispec([&["template", "expand"], args].concat()).done();
    let template = "{/dir*}{?q,page}{#f}";
    expand(&[template, "--set", "q=a b", "--set", "dir=x", "--set", "dir=y/z", "--set", "f=é!"])
        .expect(0, "/x/y%2Fz?q=a%20b#%C3%A9!\n")
        .quietly();
    expand(&[template]).expect(0, "\n").quietly();
    expand(&["{a}", "--set", "b=1"]).expect(0, "\n").saying("the template has no variable `b`");
    // A value has all that follows the first "=".
    expand(&["{?a}", "--set", "a=b=c"]).expect(0, "?a=b%3Dc\n").quietly();
    let values = file(
        "template-values.json",
        r#"{"l": [1, null, "b"], "m": {"z": true, "a": ""}, "x": null}"#,
    );
    let values = values.to_str().unwrap();
    expand(&["{/l*}{?m*,x}", "--values", values]).expect(0, "/1/b?z=true&a=\n").quietly();
    expand(&["{l}", "--values", values, "--set", "l=own"]).expect(0, "own\n").quietly();
    let stdin = urispec(["template", "expand", "{x}", "--values", "-"]).stdin("{\"x\":\"a\"}");
    stdin.done().expect(0, "a\n").quietly();
}

#[test]
fn mistakes_say_what_to_do() {
    let done = |args: &[&str]| urispec([&["template"], args].concat()).done();
    done(&["expand", "{=a}{b:1}{c}", "--set", "b=1", "--set", "b=2", "--set", "c=3"])
        .expect(1, "")
        .saying("as far as it goes: {=a}{b:1}3");
    done(&["expand", "a{b"]).expect(2, "").saying("at byte 3: the template ends");
    done(&["collide", "a", "}"]).expect(2, "").saying("at byte 0: `}` closes no expression (2)");
    done(&["collide", "a"]).expect(2, "").saying("give the other one");
    done(&["expand", "{a}", "--set", "a"]).expect(2, "").saying("write `a=`");
    done(&["match", "{a}", "b", "--set", "a=b"]).expect(2, "").saying("--set goes with expand");
    done(&["check", "{a}", "--type", "a=array"]).expect(2, "").saying("string, list or map");
    done(&["check", "{a}", "--defined", "b"]).expect(2, "").saying("no variable `b`; it has a");
    done(&["check", "{a:1}", "--type", "a=list"])
        .expect(2, "")
        .saying("a prefix is not for a list");
    done(&["check", "{a}", "--host", "a/b"]).expect(2, "").saying("`a/b` is no host");
    done(&["check", "http:///", "--host", ""])
        .expect(2, "")
        .saying("no empty host (RFC 9110, 4.2.1)");
    done(&["expand", "{a}", "--values", "none.json"]).expect(2, "").saying("none.json");
    let wrong = file("template-wrong.json", "[1]");
    done(&["expand", "{a}", "--values", wrong.to_str().unwrap()])
        .expect(2, "")
        .saying("--values takes a JSON object");
}

#[test]
fn matching() {
    let done = |args: &[&str]| urispec([&["template", "match"], args].concat()).done();
    done(&["/{a}{?b*}", "/x?b=1&b=2"])
        .expect(0, "/x?b=1&b=2\n  a  \"x\"\n  b  [\"1\",\"2\"]\n")
        .quietly();
    done(&["a{?b}", "a"]).expect(0, "a\n  no variable is defined\n").quietly();
    done(&["{a}{b}", "x"])
        .expect(0, "x: 2 ways\n  a  \"x\"\n  b  \"\"\n\n  a  \"\"\n  b  \"x\"\n")
        .quietly();
    done(&["{a}{b}", "xyz", "-n", "1"])
        .expect(0, "xyz: 1 way, and maybe more\n  a  \"xyz\"\n  b  \"\"\n")
        .quietly();
    done(&["/{a}", "/b", "/c/d"])
        .expect(1, "/b\n  a  \"b\"\n")
        .saying("`/c/d` is no expansion of the template\n");
    done(&["/{a}", "/%c3%a9"]).expect(1, "").saying("normalize --to percent-encoding");
    // What a variable is, is said by the caller.
    done(&["{?m*}", "?a=1", "--type", "m=MAP"]).expect(0, "?a=1\n  m  {\"a\":\"1\"}\n").quietly();
    done(&["{?m*}", "?a=1&a=2", "--type", "m=map"]).expect(1, "").saying("is no expansion");
    done(&["/{m}", "/", "--type", "m=map"]).expect(0, "/\n  no variable is defined\n").quietly();
    done(&["{/a}", "", "--defined", "a"]).expect(1, "").saying("is no expansion");
    let lines = urispec(["template", "match", "/{a}"]).stdin("/b\r\n/c\n\n");
    lines.done().expect(1, "/b\n  a  \"b\"\n/c\n  a  \"c\"\n").saying("`` is no expansion");
}

#[test]
fn collisions() {
    let done = |args: &[&str]| urispec([&["template", "collide"], args].concat()).done();
    done(&["/{a}", "/b{?c}"]).expect(1, "/b\n  /{a}: a=\"b\"\n  /b{?c}: no values\n").quietly();
    let none = done(&["/{a}", "/b/{c}"]);
    assert!(none.stdout.starts_with("no URI is an expansion of both ("), "{}", none.stdout);
    assert_eq!((none.code, &*none.stderr), (0, ""));
    // Proofs rest on the types that are assumed: a list `x` of "a" and "b" expands to "/a,b" (2.4.2).
    let none = done(&["/{x}{y*}", "/a,b/", "--type", "y=list"]).stdout;
    assert!(none.ends_with("none accepts)\n  /{x}{y*}: where x is a string\n"), "{none}");
    assert_eq!(done(&["/{x}", "/a,b", "--type", "x=list"]).code, 1);
    // An array that is not exploded is never empty, and may be undefined.
    let found = done(&["/{m}", "/", "--type", "m=map"]);
    found.expect(1, "/\n  /{m}: no values\n  /: no values\n").quietly();
    // The automata have one string in common, which was tried; or ever more.
    let none = done(&["/{a}/{a}", "/x/y"]);
    assert!(none.stdout.contains("the only string that they accept was tried"), "{}", none.stdout);
    assert_eq!(none.code, 0);
    done(&["/{a}/{a}", "/x{b}/y{c}"]).expect(1, "").saying("undecided: ");
    // A type is for the template that has the variable.
    let typed = ["{?a*}", "?k=v{b}", "--type", "a=map", "--defined", "b"];
    assert_eq!(done(&typed).code, 1);
}

#[test]
fn records_have_their_keys() {
    let one = |args: &[&str]| records(&[&["template"], args, &["--json"]].concat(), "").remove(0);
    keys(&one(&["expand", "{a}", "--set", "a=b"]), "schema template expansion");
    keys(&one(&["expand", "{!a}"]), "schema template errors expanded");
    let none = one(&["expand", "{"]);
    keys(&none, "schema template valid error");
    assert_eq!((&none["error"]["offset"], &none["error"]["section"]), (&1.into(), &"2.3".into()));
    let matched = one(&["match", "{a}{?b*}", "x?b=1"]);
    keys(&matched, "schema template input matches ways all_ways");
    assert_eq!(matched["ways"][0]["b"][0], "1");
    keys(
        &one(&["collide", "{a}", "b"]),
        "schema template other collide uri values other_values assumed other_assumed",
    );
    let none = one(&["collide", "a", "b{l*}"]);
    keys(&none, "schema template other collide states assumed other_assumed");
    assert_eq!(none["other_assumed"][0], serde_json::json!({"name": "l", "type": "list"}));
    let tried = one(&["collide", "/{a}/{a}", "/b/c"]);
    keys(&tried, "schema template other collide states tried assumed other_assumed");
    let undecided = one(&["collide", "/{a}/{a}", "/b{x}/c{y}"]);
    keys(&undecided, "schema template other undecided assumed other_assumed");
    let checked = one(&["check", "http://h/{a}{?b:3}", "--uri", "--reference", "--host", "h"]);
    keys(&checked, "schema template level variables assumed matching uri reference hosts");
    assert_eq!(checked["level"], 4);
    keys(&checked["matching"], "unique pairs");
    keys(&checked["uri"], "every states");
    keys(&checked["variables"][1], "name operator prefix type");
    keys(&one(&["check", "{a}{b}"])["matching"], "unique uri ways");
    keys(&one(&["check", "{a}", "--uri"])["uri"], "every string values message");
    keys(&one(&["regex", "{a}"]), "schema template dialect pattern groups loose");
    keys(&one(&["abnf", "{a}{a}"]), "schema template abnf loose");
    keys(&one(&["variables", "{a*}"]), "schema template variables");
}

#[test]
fn checks() {
    let done = |args: &[&str]| urispec([&["template", "check"], args].concat()).done();
    assert_eq!(done(&["{a}{b}"]).code, 0);
    assert_eq!(done(&["{a}{b}", "--unique"]).code, 1);
    assert_eq!(done(&["{a}/{b}", "--unique"]).code, 0);
    assert_eq!(done(&["{a}", "--uri"]).code, 1);
    assert_eq!(done(&["urn:x:{a}", "--uri", "--reference"]).code, 0);
    assert_eq!(done(&["http://h/{a}", "--host", "H", "--host", "other"]).code, 0);
    assert_eq!(done(&["http://h{a}", "--host", "h"]).code, 1);
}

/// A pattern of each dialect, and a production, which are decided equal before they are printed.
#[test]
fn patterns_and_productions() {
    for dialect in ["rust", "ecmascript", "python", "pcre", "re2", "posix-ere", "xsd", "java"] {
        let args = ["template", "regex", "/{a}{?b}", "--dialect", dialect];
        let done = urispec(args).done();
        assert_eq!((done.code, &*done.stderr), (0, ""), "{dialect}");
        let has_groups = !["posix-ere", "xsd"].contains(&dialect);
        assert_eq!(done.stdout.contains("<a>"), has_groups, "{}", done.stdout);
        assert!(!done.stdout.contains("expansion"), "{}", done.stdout);
    }
    let done = urispec(["template", "abnf", "/{a}{a:2}"]).done();
    assert!(
        done.stdout.starts_with("expansion = %s\"/\" a a-2\na = *plain--character\n"),
        "{}",
        done.stdout
    );
    done.saying("has one value in all places");
    let done = urispec(["template", "variables", "{b}{/a*}{c}", "--type", "c=map"]).done();
    done.expect(0, "b  string\na  list\nc  map\n").quietly();
}

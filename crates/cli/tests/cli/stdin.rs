//! Standard input is read where nothing else is named.

use std::fs::File;
use std::process::{Command, Stdio};

use super::support::{PROGRAM, urispec};

/// Each command that reads lists, a line for it, and what it answers.
const COMMANDS: [(&[&str], &str, &str); 9] = [
    (&["check", "-v"], "a:b\n", "<stdin>:1: a:b: ok\n"),
    (&["normalize"], "A:b\n", "a:b\n"),
    (&["resolve", "--base", "http://h/a"], "b\n", "http://h/b\n"),
    (&["resolve"], "http://h/a\tb\n", "http://h/b\n"),
    (&["relativize", "--base", "http://h/a"], "http://h/b\n", "b\n"),
    (&["relativize"], "http://h/a\thttp://h/b\n", "b\n"),
    (&["compare"], "a:b\tA:b\n", "case (6.2.2.1)\n"),
    (&["lint", "--short", "--ignore", "note"], "http://h/\n", ""),
    (&["extract", "--uris"], "See <a:b>.\n", "a:b\n"),
];

#[test]
fn a_pipe_is_read() {
    for (args, line, answer) in COMMANDS {
        urispec(args).stdin(line).done().expect(0, answer);
    }
    let parsed =
        urispec(["parse", "a:b"]).done().expect(0, &urispec(["parse", "a:b"]).done().stdout);
    urispec(["parse"]).stdin("a:b").done().expect(0, &parsed.stdout).quietly();
    urispec(["editions"]).stdin("http://h/\n").done().saying("1 asked about: ");
}

/// An empty pipe, and no file at all, hold no string: nothing is invalid, and nothing is waited for.
#[test]
fn nothing_is_no_string() {
    for (args, ..) in COMMANDS {
        // To find no URI is no.
        let code = i32::from(args[0] == "extract");
        urispec(args).done().expect(code, "");
        let done = Command::new(PROGRAM).args(args).stdin(Stdio::null()).output().unwrap();
        assert_eq!((done.status.code(), &*done.stdout), (Some(code), &b""[..]), "{args:?}");
    }
    urispec(["check"]).done().expect(0, "").saying("0 checked: 0 valid, 0 invalid\n");
}

#[test]
fn a_redirected_file_is_read() {
    let path = super::support::file("redirected.txt", "a:b\nb c\n");
    let done = Command::new(PROGRAM)
        .args(["check", "--count"])
        .stdin(File::open(path).unwrap())
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&done.stdout), "2 checked: 1 valid, 1 invalid\n");
}

/// What is named is all that is read.
#[test]
fn it_is_not_read_beside_strings_or_files() {
    let file = super::support::file("beside.txt", "b:c\n");
    urispec(["normalize", "A:"]).stdin("c:").done().expect(0, "a:\n").quietly();
    let path = file.to_str().unwrap();
    urispec(["normalize", "-f", path]).stdin("c:").done().expect(0, "b:c\n").quietly();
    urispec(["extract", "--uris", path]).stdin("<c:d>").done().expect(1, "").quietly();
}

#[test]
fn a_line_that_is_no_pair_is_named() {
    for command in ["resolve", "relativize", "compare"] {
        urispec([command])
            .stdin("http://h/a\n")
            .done()
            .expect(1, "")
            .saying("error: <stdin>:1: no tab; a line is two strings with a tab between\n");
    }
    // The base and the target are both named.
    urispec(["relativize"])
        .stdin("%\t^\n")
        .done()
        .expect(1, "")
        .saying("error: <stdin>:1: base: ")
        .saying("error: <stdin>:1: target: ");
    urispec(["relativize"])
        .stdin("/a\thttp://h/\nhttp://h/\t/b\n")
        .done()
        .expect(1, "")
        .saying("error: <stdin>:1: base: the base has no scheme")
        .saying("error: <stdin>:2: target: ");
}

/// No string to try is made of two that a tab divides.
#[test]
fn a_tab_too_many_is_named() {
    let said = |args: &[&str], line: &str, what: &str| {
        let done = urispec(args).stdin(line).done().expect(1, "");
        let shown = line.trim_end().replace('\t', "\\t");
        assert_eq!(done.stderr, format!("error: <stdin>:1: {what}\n  {shown}\n"));
        let json = urispec(args.iter().chain(&["--json"])).stdin(line).done();
        assert_eq!(json.code, 1);
    };
    for command in ["resolve", "relativize", "compare"] {
        let what = "more than one tab; a line is two strings with a tab between";
        said(&[command], "a:b\tc:d\te\n", what);
    }
    for (command, part) in [("resolve", "reference: "), ("relativize", "")] {
        let what = "a tab; with --base a line is one reference";
        said(&[command, "--base", "http://h/"], "a:b\tc:d\n", &format!("{part}{what}"));
        let found = urispec([command, "--base", "http://h/", "--json"]).stdin("a:\tb\n").done();
        assert!(found.stdout.contains(&format!("\"message\":\"{what}\"")), "{}", found.stdout);
    }
}

/// What a grammar was read from has no strings, readings or imports left.
#[test]
fn it_is_read_once() {
    let named: [&[&str]; 5] = [
        &["check", "--grammar", "-", "--notation", "abnf", "-f", "-"],
        &["check", "--grammar", "-", "--notation", "abnf"],
        &["check", "--grammar", "-", "--notation", "abnf", "--readings", "-", "x"],
        &["check", "--grammar", "-", "--notation", "abnf", "--import", "t=-", "x"],
        &["sample", "--grammar", "-", "--notation", "abnf", "--readings", "-"],
    ];
    for args in named {
        let done = urispec(args).stdin("a = \"x\"\n").done().expect(2, "");
        let twice = "cannot read <stdin>: standard input can be read only once";
        assert!(done.stderr.contains(twice), "{args:?}: {}", done.stderr);
    }
}

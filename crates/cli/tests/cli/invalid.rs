//! Invalid lines: what `--invalid` does with them, one meaning in all commands, and how many messages there are.

use super::support::{Done, file, urispec};

/// Commands that turn a string into another, a valid and an invalid line between two others, and the results.
const COMMANDS: [(&[&str], &str, [&str; 2]); 8] = [
    (&["normalize"], "A:b\n%\na:c\n", ["a:b", "a:c"]),
    (&["convert"], "é\n%\nb\n", ["%C3%A9", "b"]),
    (&["resolve", "--base", "a:/b"], "c\n%\nd\n", ["a:/c", "a:/d"]),
    (&["resolve"], "a:/b\tc\n%\na:/b\td\n", ["a:/c", "a:/d"]),
    (&["relativize", "--base", "a:/b"], "a:/c\n%\na:/d\n", ["c", "d"]),
    (&["relativize"], "a:/b\ta:/c\n%\na:/b\ta:/d\n", ["c", "d"]),
    (&["get", "--keep"], "a:b\n%\na:c\n", ["a:b", "a:c"]),
    (&["get", "--columns", "path", "--undefined", ""], "a:b\n%\na:c\n", ["b", "c"]),
];

fn run(args: &[&str], more: &[&str], lines: &str) -> Done {
    urispec(args.iter().chain(more)).stdin(lines).done()
}

#[test]
fn invalid_strings_are_treated_alike() {
    for (args, lines, [first, last]) in COMMANDS {
        run(args, &["--invalid", "report"], lines)
            .expect(1, &format!("{first}\n{last}\n"))
            .saying("error: <stdin>:2: ")
            .saying("\n  %\n");
        let silent = |how, between: &str| {
            let done = run(args, &["--invalid", how], lines);
            let done = done.expect(0, &format!("{first}\n{between}{last}\n"));
            assert!(!done.stderr.contains("error: "), "{args:?} {how}: {}", done.stderr);
        };
        silent("skip", "");
        silent("empty", "\n");
        if !args.contains(&"--columns") {
            silent("keep", "%\n");
        }
    }
}

#[test]
fn what_is_not_reported_is_counted() {
    for (args, lines, _) in COMMANDS.into_iter().filter(|(args, ..)| args[0] != "get") {
        for how in ["skip", "keep", "empty"] {
            let done = run(args, &["--invalid", how, "--count"], lines);
            assert_eq!(done.code, 0, "{args:?}");
            let words = ["3 ", ": 2 ", ", 1 "];
            assert!(words.iter().all(|word| done.stdout.contains(word)), "{}", done.stdout);
        }
    }
}

/// JSON has an object for each string, so that no line is lost; the exit code says what was asked.
#[test]
fn json_has_an_object_for_each_but_what_is_skipped() {
    for (args, lines, _) in COMMANDS.into_iter().filter(|(args, ..)| args[0] != "get") {
        for (how, code, objects) in
            [("report", 1, 3), ("skip", 0, 2), ("keep", 0, 3), ("empty", 0, 3)]
        {
            let done = run(args, &["--invalid", how, "--json"], lines);
            let found = (done.code, done.stdout.lines().count());
            assert_eq!(found, (code, objects), "{args:?} {how}");
        }
    }
}

#[test]
fn a_list_and_its_normal_forms_stand_side_by_side() {
    let lines = "HTTP://h\nx y\n//A\n";
    let done = urispec(["normalize", "--invalid", "empty"]).stdin(lines).done();
    let forms = done.stdout.split('\n');
    let pasted: Vec<_> = lines.split('\n').zip(forms).collect();
    assert_eq!(pasted, [("HTTP://h", "http://h"), ("x y", ""), ("//A", "//a"), ("", "")]);
}

#[test]
fn unique_compares_invalid_strings_and_cannot_empty_them() {
    let unique = |how| urispec(["unique", "--invalid", how]).stdin("a b\na\na b\n").done();
    unique("keep").expect(0, "a b\na\n");
    unique("skip").expect(0, "a\n");
    unique("report").expect(1, "a\n").saying("error: <stdin>:1: ").saying("error: <stdin>:3: ");
    unique("empty").expect(2, "").saying("--invalid keep, skip or report");
}

/// As of `grep`: 0 is found, 1 is not found.
#[test]
fn no_row_is_a_no() {
    let get = |more: &[&str], lines: &str| run(&["get", "--columns", "host"], more, lines);
    get(&[], "").expect(1, "");
    get(&["--where", "port"], "//h\n").expect(1, "");
    get(&["--where", "port", "-q"], "//h\n").expect(1, "").quietly();
    get(&["--where", "port"], "//h:1\n").expect(0, "h\n");
    get(&["--invalid", "skip"], "%\n").expect(1, "");
    run(&["get", "--keep"], &[], "%\n").expect(1, "");
}

/// Of each cause three messages, and then a number.
#[test]
fn messages_are_few() {
    let lines = "a b\n".repeat(2000) + &"http://h:x/\n".repeat(4) + "%zz\n";
    file("many-invalid", &lines);
    for args in [
        &["normalize"][..],
        &["convert", "--iri"],
        &["parse"],
        &["resolve", "--base", "http://h/"],
        &["get", "--columns", "host"],
        &["unique", "--invalid", "report"],
        &["lint"],
        &["lint", "--short"],
    ] {
        for threads in ["1", "3"] {
            let more = ["-f", "many-invalid", "--threads", threads];
            let done = run(args, &more, "");
            let errors: Vec<_> =
                done.stderr.lines().filter(|line| line.starts_with("error: ")).collect();
            let numbers = [1, 2, 3, 2001, 2002, 2003, 2005];
            assert_eq!(errors.len(), numbers.len(), "{args:?}: {}", done.stderr);
            for (error, number) in errors.iter().zip(numbers) {
                let start = format!("error: many-invalid:{number}: ");
                assert!(error.starts_with(&start), "{args:?}: {error}");
            }
            let note = "note: 1,998 messages not shown: 1,997 space, 1 port-digits; \
                        --messages all shows them\n";
            assert_eq!((done.code, done.stderr.contains(note)), (1, true), "{}", done.stderr);
        }
    }
}

#[test]
fn so_many_messages_as_are_asked_for() {
    let errors = |most: &str| {
        let done = urispec(["normalize", "--messages", most]).stdin("a b\n".repeat(9)).done();
        let is_error = |line: &&str| line.starts_with("error: ");
        (done.stderr.lines().filter(is_error).count(), done.stderr.contains("not shown"))
    };
    assert_eq!(errors("all"), (9, false));
    assert_eq!(errors("9"), (9, false));
    assert_eq!(errors("1"), (1, true));
    assert_eq!(errors("0"), (0, true));
    // What is an argument was asked about by hand.
    let done = urispec(["normalize", "a b", "c d", "e f", "g h"]).done();
    assert_eq!(done.stderr.matches("error: ").count(), 4);
    urispec(["normalize", "--messages", "few"]).done().expect(2, "").saying("or `all`");
}

/// A warning is a message too.
#[test]
fn warnings_are_few() {
    let done = urispec(["normalize"]).stdin("a\n".repeat(9)).done().expect(0, &"a\n".repeat(9));
    assert_eq!(done.stderr.matches("warning: <stdin>:").count(), 3);
    done.saying("note: 6 messages not shown: 6 relative; --messages all shows them\n");
}

/// A verdict is an answer, and no message.
#[test]
fn check_says_all_with_the_string() {
    let done = urispec(["check"]).stdin("a b\n".repeat(9) + "c\n").done();
    assert_eq!((done.code, done.stdout.lines().count()), (1, 9));
    assert!(done.stdout.starts_with("<stdin>:1: a b: a space is not allowed"), "{}", done.stdout);
    urispec(["check", "-v"])
        .stdin("c\n\n")
        .done()
        .expect(0, "<stdin>:1: c: ok\n<stdin>:2: \"\": ok\n");
    urispec(["check", "--messages", "1", "a b"]).done().expect(2, "").saying("on stdout");
    urispec(["check"]).stdin("http://u:p@h:x/\n").done().expect(
        1,
        &urispec(["check", "http://u:p@h:x/"]).done().stdout.replacen("http", "<stdin>:1: http", 1),
    );
}

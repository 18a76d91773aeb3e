//! Commands that read lists: `--quiet`, `--count`, and standard input by default.

use std::process::{Command, Stdio};

use super::scaled;
use super::support::{PROGRAM, file, urispec};

/// Each command with an input that has a yes and a no, and its line of counts.
const COMMANDS: [(&[&str], &str, &str); 11] = [
    (&["check"], "a:b\n%\n", "2 checked: 1 valid, 1 invalid\n"),
    (&["parse"], "a:b\n%\n", "2 parsed: 1 valid, 1 invalid\n"),
    (&["normalize"], "a\n%\n", "2 normalized: 1 valid, 1 invalid\n"),
    (&["resolve", "-b", "a:b"], "//u:p@h\n%\n", "2 read: 1 resolved, 1 not\n"),
    (&["resolve"], "a:b\tc\nno tab\n", "2 read: 1 resolved, 1 not\n"),
    (&["relativize", "-b", "a:b"], "a:c\n/\n", "2 read: 1 with a reference, 1 without\n"),
    (&["relativize"], "a:b\ta:c\nno tab\n", "2 read: 1 with a reference, 1 without\n"),
    (&["compare"], "a\ta\na\tb\n", "2 compared: 1 equivalent, 1 not\n"),
    (
        &["lint"],
        "http://h/\n%\nhttp://u:p@h/\n",
        "3 linted: 1 without findings, 1 with findings, 1 invalid\n",
    ),
    (
        &["editions", "--edition", "rfc2396,rfc3986"],
        "a:/b\na:b\n",
        "2 asked about: agreement on 1, disagreement on 1\n",
    ),
    (
        &["differ"],
        "http://h\nhttp:h/\n",
        "2 strings: 1 read differently, 1 only spelled differently, 0 the same\n",
    ),
];

#[test]
fn quiet_says_nothing_and_count_one_line() {
    for (args, lines, counts) in COMMANDS {
        file("less.txt", lines);
        for files in [&[][..], &["-f", "less.txt"]] {
            let run =
                |option| urispec(args.iter().chain(files).chain(&[option])).stdin(lines).done();
            // Either spelling; with `URISPEC_LONG` both, of strings and of files.
            let (at, some) = (usize::from(!files.is_empty()), scaled(1, 2));
            for option in ["-q", "--quiet"].iter().cycle().skip(at).take(some) {
                run(option).expect(1, "").quietly();
            }
            for option in ["-c", "--count"].iter().cycle().skip(at).take(some) {
                run(option).expect(1, counts).quietly();
            }
        }
    }
    let text = "<a:b> <c:d-\ne>";
    urispec(["extract", "-q"]).stdin(text).done().expect(0, "").quietly();
    urispec(["extract", "-c"]).stdin(text).done().expect(0, "2 found\n").quietly();
    urispec(["extract", "-c"]).done().expect(1, "0 found\n").quietly();
    // A yes alone is 0, and so is no input.
    urispec(["compare", "-q", "a:b", "A:b"]).done().expect(0, "").quietly();
    urispec(["parse", "-c", "a", "b"]).done().expect(0, "2 parsed: 2 valid, 0 invalid\n").quietly();
    urispec(["editions", "-c"])
        .done()
        .expect(0, "0 asked about: agreement on 0, disagreement on 0\n")
        .quietly();
}

/// An unreadable file is not counted as a string.
#[test]
fn a_file_that_cannot_be_read_is_always_named() {
    for (args, ..) in COMMANDS {
        for option in ["-q", "-c"] {
            let done = urispec(args.iter().chain(&["-f", "missing-list", option])).done();
            let done = done.expect(2, "");
            assert!(
                done.stderr.starts_with("error: cannot read missing-list: "),
                "{}",
                done.stderr
            );
            assert_eq!(done.stderr.lines().count(), 1);
        }
    }
}

/// `--count` conflicts with options that print more.
#[test]
fn count_excludes_what_says_more() {
    for (args, ..) in COMMANDS {
        for more in ["--json", "-q"] {
            let run = urispec(args.iter().chain(&["-c", more])).stdin("a\n").done();
            run.expect(2, "").saying("cannot be used with");
        }
    }
    for [command, more] in SAYING_MORE {
        urispec([command, more, "-c"]).done().expect(2, "").saying("cannot be used with");
    }
}

/// `--quiet` overrides other options.
#[test]
fn quiet_wins() {
    for (args, lines, _) in COMMANDS {
        let run = urispec(args.iter().chain(&["-q", "--json"])).stdin(lines).done();
        run.expect(1, "").quietly();
    }
    for [command, more] in SAYING_MORE {
        let mut args = vec![command, more, "-q"];
        args.extend(["resolve", "relativize"].contains(&command).then_some("--base=http://h/"));
        let is_yes = urispec(args).stdin("http://h/a\n").done();
        assert_eq!(
            (is_yes.code, &*is_yes.stdout, &*is_yes.stderr),
            (0, "", ""),
            "{command} {more}"
        );
    }
    urispec(["differ", "--tally", "--json", "-q"]).stdin("http:h\n").done().quietly();
    urispec(["editions", "--since", "--rule", "host", "-q"]).done().expect(0, "").quietly();
}

/// Options that print more than a result.
const SAYING_MORE: [[&str; 2]; 9] = [
    ["check", "--verbose"],
    ["editions", "--verbose"],
    ["editions", "--tally"],
    ["differ", "--verbose"],
    ["differ", "--tally"],
    ["normalize", "--trace"],
    ["resolve", "--trace"],
    ["lint", "--short"],
    ["convert", "--trace"],
];

/// Each command that reads lists, with a line and its answer.
const READERS: [(&[&str], &str, &str); 9] = [
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
    for (args, line, answer) in READERS {
        urispec(args).stdin(line).done().expect(0, answer);
    }
    let parsed =
        urispec(["parse", "a:b"]).done().expect(0, &urispec(["parse", "a:b"]).done().stdout);
    urispec(["parse"]).stdin("a:b").done().expect(0, &parsed.stdout).quietly();
    urispec(["editions"]).stdin("http://h/\n").done().saying("1 asked about: ");
}

/// An empty pipe and no file have no strings, and the program does not wait.
#[test]
fn nothing_is_no_string() {
    for (args, ..) in READERS {
        // Finding no URI is a no.
        let code = i32::from(args[0] == "extract");
        urispec(args).done().expect(code, "");
        let done = Command::new(PROGRAM).args(args).stdin(Stdio::null()).output().unwrap();
        assert_eq!((done.status.code(), &*done.stdout), (Some(code), &b""[..]), "{args:?}");
    }
    urispec(["check"]).done().expect(0, "").saying("0 checked: 0 valid, 0 invalid\n");
}

//! Strings that were meant as names of files.

use super::support::{file, urispec};

/// Every command that takes strings, with what else it needs. `compare` has a note of its own.
const COMMANDS: [&[&str]; 11] = [
    &["check"],
    &["lint"],
    &["parse"],
    &["normalize"],
    &["convert"],
    &["editions"],
    &["editions", "--since"],
    &["differ"],
    &["get", "--columns", "host"],
    &["unique"],
    &["relativize", "--base", "http://h/"],
];

/// The command of a warning: the words up to the first option that says how.
fn name(args: &[&str]) -> String {
    let is_named = |word: &&&str| !word.starts_with("--") || **word == "--since";
    args.iter().take_while(is_named).copied().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_file_that_is_an_argument_is_warned_of() {
    file("taken-list", "http://h/\n");
    let resolve: &[&str] = &["resolve", "--base", "http://h/"];
    for args in COMMANDS.into_iter().chain([resolve]) {
        let done = urispec(args.iter().chain(&["taken-list"])).done();
        let said = format!(
            "warning: taken-list is a file, and was taken for a string; for the lines of a file: \
             urispec {} -f taken-list\n",
            name(args)
        );
        assert!(done.stderr.starts_with(&said), "{args:?}: {}", done.stderr);
    }
    urispec(["check", "taken-list", "a:b", "taken-list"])
        .done()
        .expect(0, "")
        .saying("warning: taken-list, taken-list are files, and were taken for strings; ")
        .saying(": urispec check -f taken-list -f taken-list\n");
}

#[test]
fn standard_input_that_is_an_argument_is_warned_of() {
    let resolve: &[&str] = &["resolve", "--base", "http://h/"];
    for args in COMMANDS.into_iter().chain([resolve]) {
        let done = urispec(args.iter().chain(&["-"])).done();
        let said = format!(
            "warning: - was taken for a string; for the lines of standard input: urispec {} -f -\n",
            name(args)
        );
        assert!(done.stderr.starts_with(&said), "{args:?}: {}", done.stderr);
    }
    urispec(["check", "-f", "-"]).stdin("a:b\n").done().expect(0, "").saying("1 valid");
}

#[test]
fn what_looks_like_a_file_is_warned_of() {
    for args in COMMANDS {
        for path in ["no-such-urls.txt", "data/no-such.csv.gz"] {
            let done = urispec(args.iter().chain(&[path])).done();
            let said = format!(
                "warning: {path} was taken for a relative reference; for the lines of a file: \
                 urispec {} -f {path}\n",
                name(args)
            );
            assert!(done.stderr.starts_with(&said), "{args:?}: {}", done.stderr);
        }
    }
    // A reference to a text is what is resolved.
    urispec(["resolve", "--base", "http://h/a", "no-such-urls.txt"])
        .done()
        .expect(0, "http://h/no-such-urls.txt\n")
        .quietly();
    // A host, a scheme or a query is no file's.
    for uri in ["//h/urls.txt", "a:urls.txt", "urls.txt?", "urls.txt#", "example.com/"] {
        let done = urispec(["parse", uri]).done();
        assert_eq!(done.stderr, "", "{uri}");
    }
    urispec(["check", "--rule", "segment", "urls.txt"]).done().expect(0, "").quietly();
}

#[test]
fn a_long_list_of_files_is_named_in_part() {
    let names = ["a.txt", "b.txt", "c.txt", "d.txt", "e.txt", "f.txt"];
    urispec(["check"].iter().chain(&names)).done().expect(0, "").saying(
        "warning: a.txt, b.txt, c.txt, d.txt and 2 more were taken for relative references; \
         for the lines of a file: urispec check -f a.txt -f b.txt -f c.txt -f d.txt …\n",
    );
}

/// A yes says little of a string that was not meant as a path.
#[test]
fn what_judges_says_what_a_path_was_taken_for() {
    for command in ["check", "lint"] {
        for path in ["example.com", "/a/b", "urls"] {
            let said = format!("note: {path} was taken for a relative reference, a path\n");
            let done = urispec([command, path]).done().expect(0, "");
            assert_eq!(done.stderr, said);
        }
        for other in ["", "//example.com", "a:b", "?q", "#f"] {
            let done = urispec([command, other]).done();
            assert_eq!((done.code, &*done.stderr), (0, ""), "{command} {other}");
        }
        urispec([command, "a", "b"]).done().expect(0, "").quietly();
    }
    urispec(["normalize", "--base", "http://h/", "a"]).done().expect(0, "http://h/a\n").quietly();
}

#[test]
fn to_say_less_is_to_warn_of_files_alone() {
    file("taken-list", "http://h/\n");
    urispec(["check", "-q", "taken-list"]).done().expect(0, "").quietly();
    urispec(["check", "--count", "taken-list"])
        .done()
        .expect(0, "1 checked: 1 valid, 0 invalid\n")
        .saying("warning: taken-list is a file");
    urispec(["check", "--count", "example.com"])
        .done()
        .expect(0, "1 checked: 1 valid, 0 invalid\n")
        .quietly();
}

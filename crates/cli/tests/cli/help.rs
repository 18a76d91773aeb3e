//! The help is true.

use super::support::{once, urispec};

pub(crate) const COMMANDS: [&str; 28] = [
    "parse",
    "check",
    "resolve",
    "relativize",
    "normalize",
    "edit",
    "convert",
    "compare",
    "editions",
    "diff",
    "differ",
    "changes",
    "lint",
    "extract",
    "get",
    "unique",
    "audit",
    "abnf",
    "explain",
    "export",
    "requirements",
    "errata",
    "testgen",
    "conform",
    "sample",
    "template",
    "completions",
    "man",
];

pub(crate) fn long_help(command: &str) -> &'static str {
    let done = once(&[command, "--help"]);
    assert_eq!((done.code, &*done.stderr), (0, ""));
    &done.stdout
}

#[test]
fn every_command_has_examples_and_exit_codes() {
    for command in COMMANDS {
        let help = long_help(command);
        assert!(
            help.contains("\nExamples:\n  $ ") && help.contains(&format!("urispec {command}")),
            "{help}"
        );
        assert_eq!(help.contains("Exit codes: 0, "), command != "completions", "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    }
}

/// Whoever asks for a little help wants to see how a command is written.
#[test]
fn short_help_begins_with_three_examples() {
    for command in COMMANDS {
        let done = urispec([command, "-h"]).done().expect_help();
        assert!(done.starts_with("Examples:\n  $ "), "{done}");
        let (examples, rest) = done.split_once("\n\nUsage: ").unwrap();
        let all = long_help(command).matches("\n  $ ").count();
        assert_eq!(examples.matches("\n  $ ").count(), all.min(3), "{done}");
        assert!(!rest.contains("Examples:"), "{done}");
    }
    let done = urispec(["-h"]).done().expect_help();
    assert!(done.starts_with("Examples:\n  $ urispec normalize "), "{done}");
}

/// An installed program has no files beside it.
#[test]
fn examples_need_no_file() {
    for command in COMMANDS {
        let help = long_help(command);
        let (_, examples) = help.split_once("Examples:\n").unwrap();
        let lines = examples.lines().filter(|line| line.starts_with("  $ "));
        for line in lines.filter(|line| !line.contains("mktemp")) {
            for folder in ["grammar/", "docs/", "tools/", "tests/"] {
                assert!(!line.contains(folder), "{line}");
            }
        }
    }
}

/// Who comes for a thing finds the commands for it, each with what it is confused with.
#[test]
fn commands_are_grouped_and_told_apart() {
    for option in ["-h", "--help"] {
        let help = urispec([option]).done().expect_help();
        let titles = [
            "One string:",
            "Lists of strings (",
            "Documents:",
            "Grammars and patterns (",
            "Parsers:",
        ];
        let places: Vec<_> =
            titles.iter().map(|title| help.find(&format!("\n{title}")).expect(title)).collect();
        assert!(places.is_sorted(), "{help}");
        for command in COMMANDS {
            assert_eq!(help.matches(&format!("\n  {command} ")).count(), 1, "{command}");
        }
        for (command, other) in [
            ("compare", "diff"),
            ("editions", "differ"),
            ("differ", "editions"),
            ("diff", "changes"),
            ("changes", "diff"),
        ] {
            let line =
                help.lines().find(|line| line.starts_with(&format!("  {command} "))).unwrap();
            assert!(line.ends_with(&format!(": {other})")), "{line}");
            let (first, _) = long_help(command).split_once("\n\n").unwrap();
            assert!(first.replace('\n', " ").contains(&format!("`{other}`")), "{first}");
        }
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    }
}

#[test]
fn near_names_are_suggested() {
    for (word, tip) in [
        ("chek", "'check'"),
        ("difer", "'differ'"),
        ("validate", "'check'"),
        ("Dedupe", "'unique'"),
        ("canonicalize", "'normalize'"),
        ("grep", "'get'"),
        ("payloads", "'testgen'"),
    ] {
        let done = urispec([word, "a"]).done().expect(2, "");
        assert!(done.stderr.contains("  tip: ") && done.stderr.contains(tip), "{}", done.stderr);
    }
    // Nothing is suggested at random.
    let done = urispec(["qqqq"]).done().expect(2, "");
    assert!(!done.stderr.contains("tip:"), "{}", done.stderr);
}

#[test]
fn shells_have_completions() {
    for (shell, part) in [
        ("bash", "complete -F _urispec"),
        ("zsh", "#compdef urispec"),
        ("fish", "complete -c urispec"),
    ] {
        let done = urispec(["completions", shell]).done();
        assert_eq!((done.code, &*done.stderr), (0, ""));
        assert!(done.stdout.contains(part) && done.stdout.contains("relativize"));
    }
}

#[test]
fn version() {
    let version = concat!("urispec ", env!("CARGO_PKG_VERSION"), "\n");
    urispec(["--version"]).done().expect(0, version).quietly();
}

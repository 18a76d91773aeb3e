//! The help is true.

use super::support::{PROGRAM, ROOT, urispec};

pub(crate) const COMMANDS: [&str; 27] = [
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
    "lsp",
    "extract",
    "get",
    "unique",
    "audit",
    "abnf",
    "explain",
    "export",
    "requirements",
    "testgen",
    "conform",
    "sample",
    "completions",
    "man",
];

fn long_help(command: &str) -> String {
    let done = urispec([command, "--help"]).done();
    assert_eq!((done.code, &*done.stderr), (0, ""));
    done.stdout
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

/// Runs each line after a `$`, and holds it against the lines up to the next.
#[cfg(unix)]
#[test]
fn the_examples_print_what_they_say() {
    use std::path::Path;
    use std::process::Command;

    let programs = Path::new(PROGRAM).parent().unwrap().display();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap());
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("home");
    for folder in [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions"]
    {
        std::fs::create_dir_all(home.join(folder)).unwrap();
    }
    for command in COMMANDS {
        let help = long_help(command);
        let (_, examples) = help.split_once("Examples:\n").unwrap();
        for example in examples.split("  $ ").filter(|text| !text.is_empty()) {
            let (line, expected) = example.split_once('\n').unwrap();
            let mut shell = Command::new("sh");
            let shell = shell.args(["-c", line]).env("PATH", &path).env("HOME", &home);
            let shell = shell.current_dir(ROOT).output().unwrap();
            assert_eq!((shell.status.code(), &*shell.stderr), (Some(0), &b""[..]), "{line}");
            let expected: String = expected
                .lines()
                .map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line)))
                .collect();
            assert_eq!(String::from_utf8_lossy(&shell.stdout), expected, "{line}");
        }
    }
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

//! The README is true.

#![cfg(unix)]

use std::path::Path;
use std::process::Command;

/// Runs each line after a `$` of the transcripts, and holds it against the lines up to the next: what
/// it prints on stdout and then on stderr. A line `…` stands for any number of lines.
#[test]
fn the_transcripts_are_what_the_program_prints() {
    let readme = include_str!("../../README.md");
    let programs = Path::new(super::support::PROGRAM).parent().unwrap().display();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap());
    let blocks = readme.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut runs = 0;
    // What is said of files that the README shows is asserted with those files, beside the audit.
    let blocks = blocks.filter(|block| !block.contains("--bnf date.abnf"));
    for run in blocks.filter_map(|block| block.strip_prefix("$ ")).flat_map(|all| all.split("\n$ "))
    {
        let (line, expected) = run.split_once('\n').unwrap();
        let shell = Command::new("sh").args(["-c", line]).env("PATH", &path).output().unwrap();
        let printed = String::from_utf8([shell.stdout, shell.stderr].concat()).unwrap();
        assert!(matches(printed.trim_end(), expected.trim_end()), "{line}\n{printed}");
        runs += 1;
    }
    assert!(runs >= 5, "{runs}");
}

/// Whether the parts between the lines `…` stand in the text in their order, the first at its start
/// and the last at its end.
fn matches(text: &str, pattern: &str) -> bool {
    let parts: Vec<_> = pattern.split("\n…\n").collect();
    let [first, middle @ .., last] = &parts[..] else { return text == pattern };
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    for part in middle {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

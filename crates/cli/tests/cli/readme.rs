//! The README and the chapters that it points to are true.

#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use super::support::{PROGRAM, ROOT};

/// Runs each line after a `$` of the transcripts, and holds it against the lines up to the next: what
/// it prints on stdout and then on stderr. A line `…` stands for any number of lines.
#[test]
fn the_transcripts_are_what_the_program_prints() {
    let programs = Path::new(PROGRAM).parent().unwrap().display();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap());
    let mut runs = 0;
    let blocks = pages().into_iter().flat_map(blocks).collect::<Vec<_>>();
    // What is said of files that a page shows is asserted with those files, beside the audit.
    let blocks = blocks.iter().filter(|block| !block.contains("--bnf date.abnf"));
    for run in blocks.filter_map(|block| block.strip_prefix("$ ")).flat_map(|all| all.split("\n$ "))
    {
        let (line, expected) = run.split_once('\n').unwrap();
        let shell = Command::new("sh")
            .args(["-c", line])
            .env("PATH", &path)
            .current_dir(ROOT)
            .output()
            .unwrap();
        let printed = String::from_utf8([shell.stdout, shell.stderr].concat()).unwrap();
        assert!(matches(printed.trim_end(), expected.trim_end()), "{line}\n{printed}");
        runs += 1;
    }
    assert!(runs >= 20, "{runs}");
}

/// The README and every chapter.
fn pages() -> Vec<String> {
    let root = Path::new(ROOT);
    let chapters = std::fs::read_dir(root.join("docs")).unwrap();
    let chapters = chapters.map(|entry| entry.unwrap().path());
    // The folder of the examples is no chapter.
    let chapters = chapters.filter(|path| path.is_file());
    let pages = chapters.chain([root.join("README.md")]);
    pages.map(|page| std::fs::read_to_string(page).unwrap()).collect()
}

/// The blocks of a page that show a terminal.
fn blocks(page: String) -> Vec<String> {
    let begun = page.split("```").skip(1).step_by(2);
    let shown = begun.filter_map(|block| {
        block.strip_prefix("text\n").or_else(|| block.strip_prefix("console\n"))
    });
    shown.map(str::to_owned).collect()
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

//! The README and the chapters that it points to are true.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use super::scaled;
use super::support::{PROGRAM, ROOT};

/// Lines that audit a large grammar or make all its mistakes, and take seconds: they are run with `URISPEC_LONG`. Other
/// lines have the same commands with smaller grammars, and other tests what these print of this one.
const SLOW: [&str; 9] = [
    "urispec explain --edition whatwg scheme-relative-file-URL-string",
    "urispec explain --edition rfc1630 formcode",
    "urispec testgen --mutants --rule host --list | ",
    "urispec testgen --mutants --resolution | ",
    "urispec testgen | ",
    "urispec audit --certificate - rfc3986 2> /dev/null | ",
    "urispec export --grammar grammar/rfc2396.bnf --as pest | ",
    "urispec diff",
    "urispec editions --since --rule host ",
];

/// Runs each line after a `$` of the transcripts, and holds it against the lines up to the next: what
/// it prints on stdout and then on stderr. A line `…` matches any number of lines. A transcript that
/// several pages share runs once.
#[test]
fn the_transcripts_are_what_the_program_prints() {
    let programs = Path::new(PROGRAM).parent().unwrap().display();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap());
    let mut printed = BTreeMap::new();
    let is_slow = |line: &str| {
        SLOW.iter().any(|slow| line == *slow || slow.ends_with(' ') && line.starts_with(slow))
    };
    let mut slow = 0;
    let blocks = pages().into_iter().flat_map(blocks).collect::<Vec<_>>();
    // What is said of files that a page shows is asserted with those files, beside the audit.
    let blocks = blocks.iter().filter(|block| !block.contains("--bnf date.abnf"));
    for run in blocks.filter_map(|block| block.strip_prefix("$ ")).flat_map(|all| all.split("\n$ "))
    {
        let (line, expected) = run.split_once('\n').unwrap();
        if is_slow(line) {
            slow += 1;
            if scaled(0, 1) == 0 {
                continue;
            }
        }
        let printed: &String = printed.entry(line.to_owned()).or_insert_with(|| {
            let mut shell = Command::new("sh");
            let shell = shell.args(["-c", line]).env("PATH", &path).current_dir(ROOT);
            let shell = shell.output().unwrap();
            String::from_utf8([shell.stdout, shell.stderr].concat()).unwrap()
        });
        assert!(matches(printed.trim_end(), expected.trim_end()), "{line}\n{printed}");
    }
    assert!(printed.len() >= 90, "{}", printed.len());
    // The line of the certificate stands on two pages.
    assert_eq!(slow, SLOW.len() + 1);
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

//! Terminal sessions as text: the files in `tests/transcripts`, the README, the chapters and the examples in
//! the help show the actual output of the programs.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::help::{COMMANDS, long_help};
use super::scaled;
use super::support::{PROGRAM, ROOT, VARIABLES};

/// Defines a test for each file.
macro_rules! transcripts {
    ($($topic:ident,)*) => {
        $(#[test] fn $topic() { holds(stringify!($topic)) })*

        #[test]
        fn every_file_has_a_test() {
            let files = folder().read_dir().unwrap().map(|entry| entry.unwrap().path());
            let mut topics: Vec<_> =
                files.map(|file| file.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
            topics.sort();
            assert_eq!(topics, [$(stringify!($topic)),*]);
        }
    };
}

transcripts! {
    abnf, action, audit, audit_options, certificates, changes, colour, commands, conform, confuse, diff, differ,
    documents, edit, editions, equivalence, errors, explain, export, extract, file_names, files, findings, formats,
    get, grammar, grammar_audit, input, invalid, json, lint, lint_allow, lint_grammar, lint_patterns, man, names, parse_grammar,
    passwords, relation, routes, sample, schema, schemes, side_by_side, strings, template, testgen, unique, whole_file,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts")
}

/// A command on a page, and the output shown for it.
struct Session<'page> {
    /// The line number, from 1.
    number: usize,
    command: String,
    shown: Vec<&'page str>,
    /// The range of lines with the output, from 0.
    range: Range<usize>,
}

/// Returns the commands in the blocks fenced as `console` or `text`: each begins with `$`, continues on
/// lines that begin with `>`, and is followed by its output.
fn sessions(page: &str) -> Vec<Session<'_>> {
    let mut found: Vec<Session> = Vec::new();
    let mut lines = page.lines().enumerate().peekable();
    while let Some((_, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```") else { continue };
        let begins = lines.peek().is_some_and(|(_, line)| line.starts_with("$ "));
        let is_terminal = begins && ["console", "text"].contains(&info);
        while let Some((at, line)) = lines.next_if(|(_, line)| *line != "```") {
            if !is_terminal {
                continue;
            }
            let Some(first) = line.strip_prefix("$ ") else {
                let session = found.last_mut().expect("a block begins with a command");
                session.shown.push(line);
                session.range.end = at + 1;
                continue;
            };
            let (mut command, mut end) = (first.to_owned(), at + 1);
            while let Some((at, line)) = lines.next_if(|(_, line)| is_continuation(line)) {
                command = command + "\n" + line.strip_prefix("> ").unwrap_or_default();
                end = at + 1;
            }
            found.push(Session { number: at + 1, command, shown: Vec::new(), range: end..end });
        }
        lines.next();
    }
    found
}

fn is_continuation(line: &str) -> bool {
    line == ">" || line.starts_with("> ")
}

/// Returns whether lines match those shown: a line `...` or `…` matches any lines, and `[..]` any text
/// within a line.
fn matches(shown: &[&str], lines: &[&str]) -> bool {
    match shown {
        [] => lines.is_empty(),
        ["..." | "! ..." | "…", rest @ ..] => {
            (0..=lines.len()).any(|skipped| matches(rest, &lines[skipped..]))
        }
        [first, rest @ ..] => lines
            .split_first()
            .is_some_and(|(line, more)| line_matches(first, line) && matches(rest, more)),
    }
}

fn line_matches(shown: &str, line: &str) -> bool {
    let Some((first, after)) = shown.split_once("[..]") else { return shown == line };
    let (middle, last) = after.rsplit_once("[..]").unwrap_or(("", after));
    let Some(mut rest) = line.strip_prefix(first).and_then(|rest| rest.strip_suffix(last)) else {
        return false;
    };
    middle.split("[..]").all(|part| {
        let found = rest.split_once(part);
        rest = found.map_or(rest, |(_, after)| after);
        found.is_some()
    })
}

impl Session<'_> {
    fn holds(&self, came: &str) -> bool {
        matches(&self.shown, &came.lines().collect::<Vec<_>>())
    }

    /// Formats the difference between the expected and the actual output.
    fn difference(&self, page: &str, came: &str) -> String {
        let Session { number, command, shown, .. } = self;
        let shown = shown.join("\n");
        format!("{page}:{number}\n$ {command}\n──── shown\n{shown}\n──── came\n{came}\n")
    }
}

/// Runs a line in a shell with both programs on its path.
fn shell(line: &str, folder: &Path, home: &Path) -> Output {
    let programs = Path::new(PROGRAM).parent().unwrap().display();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    for variable in VARIABLES {
        shell.env_remove(variable);
    }
    shell.args(["-c", line]).current_dir(folder).stdin(Stdio::null());
    shell.env("PATH", path).env("ROOT", ROOT).env("HOME", home).output().unwrap()
}

/// Formats an output as in a transcript: stdout, each line of stderr after `! `, and the exit code after `? `
/// unless it is 0.
fn transcript(output: &Output) -> String {
    let mut all = String::from_utf8_lossy(&output.stdout).into_owned();
    if !all.is_empty() && !all.ends_with('\n') {
        all += "\n\\ no line end\n";
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    all.extend(stderr.lines().map(|line| format!("! {line}").trim_end().to_owned() + "\n"));
    match output.status.code().expect("not ended by a signal") {
        0 => all,
        code => format!("{all}? {code}\n"),
    }
}

/// Runs the commands of a file in a folder of its own. With `URISPEC_TRANSCRIBE` the actual output
/// replaces the expected.
fn holds(topic: &str) {
    let (name, scratch) = (format!("{topic}.md"), tempfile::tempdir().unwrap());
    let work = scratch.path().join("folder");
    std::fs::create_dir(&work).unwrap();
    let page = std::fs::read_to_string(folder().join(&name)).unwrap();
    let lines: Vec<_> = page.lines().collect();
    let (mut written, mut differences, mut at) = (Vec::new(), String::new(), 0);
    for session in sessions(&page) {
        let came = transcript(&shell(&session.command, &work, scratch.path()));
        if !session.holds(&came) {
            differences += &session.difference(&name, &came);
            written.extend(lines[at..session.range.start].iter().map(|&line| line.to_owned()));
            written.extend(came.lines().map(str::to_owned));
            at = session.range.end;
        }
    }
    if std::env::var_os("URISPEC_TRANSCRIBE").is_some() && at > 0 {
        written.extend(lines[at..].iter().map(|&line| line.to_owned()));
        std::fs::write(folder().join(name), written.join("\n") + "\n").unwrap();
    } else {
        assert!(differences.is_empty(), "{differences}");
    }
}

/// Commands that audit a large grammar or generate all its mutants, which takes seconds: they run only with
/// `URISPEC_LONG`. Other lines have the same commands with smaller grammars.
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

/// The README and the chapters, whose transcripts have stdout before stderr. A line that is on several
/// pages runs once.
#[test]
fn the_pages_show_what_the_program_prints() {
    let chapters = Path::new(ROOT).join("docs").read_dir().unwrap();
    let pages = chapters.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let (mut printed, mut slow, home) = (BTreeMap::new(), 0, tempfile::tempdir().unwrap());
    let mut differences = Vec::new();
    for path in pages.chain([Path::new(ROOT).join("README.md")]) {
        let page = std::fs::read_to_string(&path).unwrap();
        for session in sessions(&page) {
            let line = &session.command;
            // The files in the chapter on the audit are in the transcript `audit`.
            if line.contains("--bnf date.abnf") {
                continue;
            }
            if SLOW.iter().any(|is| line == is || is.ends_with(' ') && line.starts_with(is)) {
                slow += 1;
                if scaled(0, 1) == 0 {
                    continue;
                }
            }
            let came: &String = printed.entry(line.clone()).or_insert_with(|| {
                let output = shell(line, Path::new(ROOT), home.path());
                String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
            });
            // Commands may be separated by an empty line.
            let shown = session.shown.join("\n");
            let shown: Vec<_> = shown.trim_end().lines().collect();
            let holds = matches(&shown, &came.trim_end().lines().collect::<Vec<_>>());
            if !holds {
                differences.push(session.difference(&path.to_string_lossy(), came));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(printed.len() >= 90, "{}", printed.len());
    // The command with the certificate is on two pages.
    assert_eq!(slow, SLOW.len() + 1);
}

/// Examples in the help that audit a large grammar, which takes a second or more: they run only with
/// `URISPEC_LONG`. Another example of each command always runs.
const SLOW_EXAMPLES: [&str; 12] = [
    "urispec explain h16",
    "urispec changes rfc2396 rfc3986 --short --only resolution | grep root",
    "urispec audit --certificate - rfc3986 2> /dev/null | urispec audit --verify - rfc3986",
    "urispec audit --certificate - rfc3986 2> /dev/null | grep -A 4 'production port '",
    "urispec audit rfc3986 | tail -n 1 | cut -d ';' -f 1",
    "urispec audit --json rfc3986 | grep -c '\"verdict\":\"equal\"'",
    "urispec --edition 2396 explain Abs_Path | head -n 1",
    "urispec testgen -o /dev/null 2>&1",
    "urispec testgen --resolution -o /dev/null 2>&1",
    "urispec changes rfc2396 rfc3986 --only productions | grep -A1 IPv4address",
    "urispec changes rfc2396 rfc3986 --json | grep -o '\"reference\":\"?g\",\"since\":\"[^\"]*\"'",
    "urispec editions --since --rule IPv6address",
];

#[test]
fn the_examples_of_the_help_print_what_they_say() {
    let home = tempfile::tempdir().unwrap();
    for folder in [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions"]
    {
        std::fs::create_dir_all(home.path().join(folder)).unwrap();
    }
    let own = ["urispec", "grammar-audit"].map(|program| {
        let help = shell(&format!("{program} --help"), Path::new(ROOT), home.path());
        String::from_utf8(help.stdout).unwrap()
    });
    let (mut slow, mut differences) = (0, Vec::new());
    for help in COMMANDS.map(|command| long_help(command).to_owned()).iter().chain(&own) {
        let (_, examples) = help.split_once("Examples:\n").unwrap();
        let lines = examples.lines().map(|line| line.strip_prefix("  ").unwrap_or(line));
        let page = ["```console"].into_iter().chain(lines).collect::<Vec<_>>().join("\n");
        for session in sessions(&page) {
            if SLOW_EXAMPLES.contains(&&*session.command) {
                slow += 1;
                if scaled(0, 1) == 0 {
                    continue;
                }
            }
            let came = transcript(&shell(&session.command, home.path(), home.path()));
            if !session.holds(&came) {
                differences.push(session.difference("help", &came));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert_eq!(slow, SLOW_EXAMPLES.len());
}

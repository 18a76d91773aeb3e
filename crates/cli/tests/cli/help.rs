//! The help and the manual pages are correct.

use std::fs;
use std::path::Path;

use urispec::Edition;

use super::support::{once, urispec};

pub(crate) const COMMANDS: [&str; 30] = [
    "parse",
    "check",
    "resolve",
    "relation",
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
    "schema",
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

/// The short help begins with examples.
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

/// The examples in the help do not need files, which an installed program lacks.
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

/// The help groups the commands by purpose, and each command mentions the ones it is confused with.
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
            assert!(line.ends_with(&format!(", use {other})")), "{line}");
            let (first, _) = long_help(command).split_once("\n\n").unwrap();
            assert!(first.replace('\n', " ").contains(&format!("`{other}`")), "{first}");
        }
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    }
}

/// Returns the text that a roff line prints, with the escapes of these pages decoded.
fn printed(line: &str) -> String {
    let line = line.replace("\\-", "-").replace("\\(aq", "'").replace("\\(ga", "`");
    let line = line.replace("\\(ha", "^").replace("\\(ti", "~").replace("\\&", "");
    line.replace("\\e", "\\")
}

/// Writes the manual pages into a new folder, and returns them.
fn manual(name: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(fs::remove_dir_all(&folder));
    let done = urispec(["man".as_ref(), folder.join("man1").as_os_str()]).done().expect(0, "");
    assert!(done.stderr.ends_with(&format!(": {} pages\n", COMMANDS.len() + 1)), "{}", done.stderr);
    let mut pages: Vec<_> = fs::read_dir(folder.join("man1"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read_to_string(entry.path()).unwrap())
        })
        .collect();
    pages.sort();
    pages
}

#[test]
fn the_program_and_each_command_has_a_page() {
    let pages = manual("man-pages");
    let mut expected: Vec<_> =
        COMMANDS.iter().map(|command| format!("urispec-{command}.1")).collect();
    expected.push("urispec.1".to_owned());
    expected.sort();
    assert_eq!(pages.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), expected);
    for (file, page) in &pages {
        let name = file.strip_suffix(".1").unwrap();
        let version = env!("CARGO_PKG_VERSION");
        // Without a date, the pages are reproducible.
        let title = format!(
            "\n.TH {name} 1 \"\" \"urispec {version}\" \"The URI specifications, executable\"\n"
        );
        assert!(page.contains(&title), "{title}{page}");
        let shown = name.replace('-', "\\-");
        assert!(page.contains(&format!("\n.SH NAME\n{shown} \\- ")), "{file}");
        assert!(page.contains("\n.SH SYNOPSIS\n") && page.contains("\n.SH OPTIONS\n"), "{file}");
    }
    assert_eq!(manual("man-again"), pages);
    let program = &pages.iter().find(|(name, _)| name == "urispec.1").unwrap().1;
    urispec(["man"]).done().expect(0, program).quietly();
    assert!(
        COMMANDS.iter().all(|command| printed(program).contains(&format!("urispec-{command}(1)")))
    );
}

/// Every line is text or one of these requests, and every backslash begins one of these escapes.
#[test]
fn every_line_of_the_manual_is_well_formed() {
    let requests =
        [".TH ", ".SH ", ".TP", ".PP", ".RS", ".RE", ".IP ", ".br", ".nf", ".fi", ".ie ", ".el "];
    let escapes = ["-", "e", "&", "(aq", "(ga", "(ha", "(ti", "(bu", "*(Aq", "fB", "fI", "fR"];
    for (file, page) in manual("man-lines") {
        let (_, page) = page.split_once(".TH").unwrap();
        for line in format!(".TH{page}").lines() {
            let is_request = requests.iter().any(|request| line.starts_with(request));
            assert!(is_request || !line.starts_with(['.', '\'']), "{file}: {line}");
            for escape in line.split('\\').skip(1) {
                assert!(escapes.iter().any(|known| escape.starts_with(known)), "{file}: {line}");
            }
        }
    }
}

/// The examples of the help appear verbatim.
#[test]
fn examples_of_the_manual_stand_as_they_are() {
    let pages = manual("man-examples");
    for command in COMMANDS {
        let help = long_help(command);
        let (_, examples) = help.split_once("Examples:\n").unwrap();
        let file = format!("urispec-{command}.1");
        let (_, page) = pages.iter().find(|(name, _)| *name == file).unwrap();
        let (_, shown) = page.split_once("\n.SH EXAMPLES\n.nf\n").expect(command);
        let (shown, after) = shown.split_once("\n.fi\n").unwrap();
        assert_eq!((printed(shown).trim_end(), after), (examples.trim_end(), ""), "{command}");
    }
}

#[test]
fn the_help_counts_the_documents() {
    let help = urispec(["--help"]).done().stdout.replace('\n', " ");
    let counts = [Edition::ALL.len(), Edition::SCHEMES.len(), Edition::OTHERS.len()];
    assert_eq!(counts, [11, 16, 2]);
    let words = "eleven define URIs in general, sixteen define the URIs of one scheme, and two define related";
    assert!(help.contains(words), "{help}");
}

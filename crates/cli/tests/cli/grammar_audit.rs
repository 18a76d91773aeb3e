//! The program under its other name, for people who have grammars and no URIs.

use std::process::{Command, Output};

use super::support::file;

fn grammar_audit(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grammar-audit"));
    command.args(args).current_dir(env!("CARGO_TARGET_TMPDIR")).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn it_has_the_commands_about_grammars() {
    let help = grammar_audit(&["--help"]);
    let (_, commands) = text(&help.stdout).split_once("Grammars and patterns").unwrap();
    let names = commands.lines().filter_map(|line| line.strip_prefix("  "));
    let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names[..4], ["audit", "export", "sample", "abnf"]);
    assert!(["lint", "diff", "changes"].iter().all(|name| names.contains(name)));
    assert!(!names.contains(&"resolve"));
    assert_eq!(grammar_audit(&["resolve", "a"]).status.code(), Some(2));
}

#[test]
fn its_help_names_it() {
    let help = grammar_audit(&["lint", "--help"]);
    let help = text(&help.stdout);
    assert!(
        help.contains("Usage: grammar-audit lint ")
            && help.contains("| grammar-audit lint --notation pest -")
    );
    assert!(!help.contains("urispec lint"), "{help}");
    let usage = grammar_audit(&["lint", "--deny", "nothing", "a.pest"]);
    assert!(
        text(&usage.stderr).contains("'grammar-audit lint --help'")
            || text(&usage.stderr).contains("--help")
    );
    let version = grammar_audit(&["--version"]);
    assert_eq!(text(&version.stdout), concat!("grammar-audit ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn it_answers_as_urispec_does() {
    file("ga.pest", "way = { \"n\" | \"ne\" }\n");
    file("ga.abnf", "way = \"n\" / \"ne\"\n");
    for args in [
        &["lint", "ga.pest"][..],
        &["audit", "--bnf", "ga.abnf", "--pest", "ga.pest"],
        &["diff", "ga.abnf", "ga.pest"],
    ] {
        let (own, other) = (grammar_audit(args), super::support::urispec(args).done());
        assert_eq!(
            (own.status.code(), text(&own.stdout)),
            (Some(other.code), &*other.stdout),
            "{args:?}"
        );
        assert_eq!(own.status.code(), Some(1), "{args:?}");
    }
}

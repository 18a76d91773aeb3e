//! The action and the hook, on a sample repository.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::support::{PROGRAM, ROOT};

/// A repository with a grammar that has a fault, one that has none, and a pair that differs.
fn repository(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(folder.join("a folder")).unwrap();
    let write = |file: &str, text: &str| std::fs::write(folder.join(file), text).unwrap();
    write("a folder/compass.pest", "way = { \"n\" | \"ne\" }\n");
    write("good.abnf", "hour = 2DIGIT\n");
    write("good.pest", "hour = { ASCII_DIGIT ~ ASCII_DIGIT }\n");
    write("other.pest", "hour = { ASCII_DIGIT ~ ASCII_DIGIT? }\n");
    write("untracked.pest", "way = { \"n\" | \"ne\" }\n");
    let git = |args: &[&str]| {
        let done = Command::new("git").args(args).current_dir(&folder).output().unwrap();
        assert!(done.status.success(), "{done:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "a folder", "good.abnf", "good.pest", "other.pest"]);
    folder
}

/// Runs the script of the action there, with the program in the path.
fn act(folder: &Path, inputs: &[(&str, &str)]) -> Output {
    let own = Path::new(PROGRAM).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path =
        std::env::join_paths([own.to_owned()].into_iter().chain(std::env::split_paths(&path)))
            .unwrap();
    let mut command = Command::new("bash");
    command.arg(Path::new(ROOT).join("tools/action/run")).current_dir(folder).env("PATH", path);
    command.envs(inputs.iter().copied()).output().unwrap()
}

#[test]
#[cfg(unix)]
fn the_action_annotates_what_it_finds() {
    let folder = repository("action");
    let done = act(&folder, &[("URISPEC_LINT", "*.pest\n*.abnf\n")]);
    let said = String::from_utf8(done.stdout).unwrap();
    let start = "::warning file=a folder/compass.pest,line=1,endLine=1,col=15,endColumn=19,title=prefix-shadowed::never taken: ";
    assert!(said.starts_with(start) && said.lines().count() == 1, "{said}");
    assert_eq!(done.status.code(), Some(1));
    let done = act(
        &folder,
        &[("URISPEC_LINT", "*.pest"), ("URISPEC_LINT_OPTIONS", "--ignore\nwarning\n")],
    );
    assert_eq!((done.status.code(), done.stdout.len()), (Some(0), 0), "{done:?}");
    std::fs::write(folder.join("links.md"), "[a](ftp://u:p@h/)\n").unwrap();
    let done = act(&folder, &[("URISPEC_IN", "links.md")]);
    let said = String::from_utf8(done.stdout).unwrap();
    let start = "::warning file=links.md,line=1,endLine=1,col=13,endColumn=14,title=password::";
    assert!(said.starts_with(start) && done.status.code() == Some(1), "{said}");
    let done = act(&folder, &[("URISPEC_LINT", "*.bnf")]);
    let said = String::from_utf8(done.stdout).unwrap();
    assert_eq!(said, "::notice title=urispec lint::no file of the repository is one of *.bnf\n");
}

/// Each command has a log of its own, and a finding stands in the log of its command.
#[test]
#[cfg(unix)]
fn the_action_writes_logs_for_code_scanning() {
    let folder = repository("action-sarif");
    std::fs::write(folder.join("links.md"), "[a](ftp://u:p@h/)\n").unwrap();
    let inputs = [
        ("URISPEC_LINT", "*.pest"),
        ("URISPEC_IN", "links.md"),
        ("URISPEC_AUDIT", "--bnf good.abnf --pest other.pest"),
        ("URISPEC_SARIF", "logs of findings"),
    ];
    let done = act(&folder, &inputs);
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    let of = |name: &str, of_result: &str| -> Vec<String> {
        let text = std::fs::read_to_string(folder.join("logs of findings").join(name)).unwrap();
        let log: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(log["version"], "2.1.0");
        let results = log["runs"][0]["results"].as_array().unwrap();
        let found = results.iter().map(|result| result.pointer(of_result).unwrap().as_str());
        found.map(|found| found.unwrap().to_owned()).collect()
    };
    let file = "/locations/0/physicalLocation/artifactLocation/uri";
    assert_eq!(of("lint.sarif", "/ruleId"), ["prefix-shadowed"]);
    assert_eq!(of("lint.sarif", file).len(), 1);
    assert_eq!(of("uris.sarif", "/ruleId"), ["password"]);
    assert_eq!(of("uris.sarif", file), ["links.md"]);
    assert_eq!(of("audit-1.sarif", file), ["other.pest"]);
    assert_eq!(std::fs::read_dir(folder.join("logs of findings")).unwrap().count(), 3);
}

#[test]
#[cfg(unix)]
fn the_action_audits() {
    let folder = repository("action-audit");
    let commands = "--bnf good.abnf --pest good.pest\n--bnf good.abnf --pest other.pest\n";
    let done = act(&folder, &[("URISPEC_AUDIT", commands)]);
    let said = String::from_utf8(done.stdout).unwrap();
    let groups: Vec<&str> = said.lines().filter(|line| line.starts_with("::group::")).collect();
    assert_eq!(
        groups,
        [
            "::group::urispec audit --bnf good.abnf --pest good.pest",
            "::group::urispec audit --bnf good.abnf --pest other.pest",
        ]
    );
    let errors: Vec<&str> = said.lines().filter(|line| line.starts_with("::error")).collect();
    assert_eq!(errors.len(), 1, "{said}");
    assert!(
        errors[0].starts_with("::error title=urispec audit::--bnf good.abnf --pest other.pest: "),
        "{said}"
    );
    assert!(said.contains("only pest \"0\""), "{said}");
    assert_eq!(done.status.code(), Some(1));
}

/// What a hook says under a key.
fn hook(id: &str, key: &str) -> String {
    let hooks = std::fs::read_to_string(Path::new(ROOT).join(".pre-commit-hooks.yaml")).unwrap();
    let own = hooks.split("- id: ").find(|own| own.lines().next() == Some(id)).unwrap();
    let value = own.lines().find_map(|line| line.trim_start().strip_prefix(key));
    value.unwrap().trim().to_owned()
}

/// The hooks on programs and on texts, each on a file with a finding and on one without.
#[test]
#[cfg(unix)]
fn the_other_hooks_refuse_what_they_are_about() {
    let folder = repository("hooks");
    let write = |file: &str, text: &str| std::fs::write(folder.join(file), text).unwrap();
    write("slow.py", "import re\nre.fullmatch(r'(a*)*b', text)\n");
    write("quick.py", "import re\nre.fullmatch(r'a*b', text)\n");
    write("login.md", "[a](ftp://u:p@h/)\n");
    write("link.md", "[a](ftp://h/)\n");
    for (id, wrong, right) in
        [("urispec-patterns", "slow.py", "quick.py"), ("urispec-uris", "login.md", "link.md")]
    {
        let entry = hook(id, "entry:");
        let run = |names: &[&str]| {
            let mut words = entry.split(' ');
            assert_eq!(words.next(), Some("urispec"));
            Command::new(PROGRAM).args(words).args(names).current_dir(&folder).output().unwrap()
        };
        let done = run(&[right, wrong]);
        let said = String::from_utf8(done.stdout).unwrap();
        assert_eq!((done.status.code(), said.lines().count()), (Some(1), 1), "{id}: {said}");
        assert!(said.contains(&format!(" {wrong}:")), "{said}");
        assert_eq!(run(&[right]).status.code(), Some(0), "{id}");
    }
}

/// The hook runs its command on the files of its pattern that a commit has.
#[test]
#[cfg(unix)]
fn the_hook_refuses_a_commit_with_a_finding() {
    let entry = hook("urispec-lint", "entry:");
    assert_eq!(hook("urispec-lint", "files:"), r"\.(pest|abnf|bnf|ebnf)$");
    let is_its =
        |name: &&&str| [".pest", ".abnf", ".bnf", ".ebnf"].iter().any(|end| name.ends_with(end));
    let folder = repository("hook");
    let run = |names: &[&str]| {
        let mut words = entry.split(' ');
        assert_eq!(words.next(), Some("urispec"));
        let names = names.iter().filter(is_its);
        Command::new(PROGRAM).args(words).args(names).current_dir(&folder).output().unwrap()
    };
    let done = run(&["a folder/compass.pest", "good.abnf", "README.md"]);
    assert_eq!(done.status.code(), Some(1));
    let said = String::from_utf8(done.stdout).unwrap();
    assert!(said.starts_with("warning: a folder/compass.pest:1:15: never taken"), "{said}");
    assert_eq!(run(&["good.abnf", "good.pest"]).status.code(), Some(0));
}

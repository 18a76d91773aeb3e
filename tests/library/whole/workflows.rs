//! The workflows call scripts of the repository, and nothing else: what they do can be done anywhere.

use std::fs;
use std::path::Path;

/// The commands of a workflow, one for each `run:`, with the numbers of their lines.
fn commands(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let item = line.trim_start().trim_start_matches("- ");
        match item.strip_prefix("run:").map(str::trim) {
            // `defaults: run:` has no command.
            None | Some("") => {}
            Some(command) => found.push((at + 1, command)),
        }
    }
    found
}

/// Whether a file is there that a system runs.
fn is_script(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    {
        path.is_file()
    }
}

#[test]
fn each_command_of_a_workflow_is_one_call_of_a_script() {
    let text = "defaults:\n  run:\n    shell: bash\nsteps:\n  - run: a/b c\n    run: |\n";
    assert_eq!(commands(text), [(5, "a/b c"), (6, "|")]);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for entry in fs::read_dir(root.join(".github/workflows")).unwrap() {
        let path = entry.unwrap().path();
        for (line, command) in commands(&fs::read_to_string(&path).unwrap()) {
            let program = command.split(' ').next().unwrap();
            assert!(is_script(&root.join(program)), "{}:{line}: {command}", path.display());
            // One call: nothing that a shell puts together, and no text of an event.
            assert!(
                !command.contains(['|', ';', '&', '<', '>', '`']) && !command.contains("{{"),
                "{}:{line}: {command}",
                path.display()
            );
            count += 1;
        }
    }
    assert!(count >= 20, "{count}");
}

/// An action is named by a commit, which nobody can move, and the comment says which version that is.
#[test]
fn each_action_is_named_by_a_commit() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for entry in fs::read_dir(root.join(".github/workflows")).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        for line in text.lines().filter_map(|line| line.split_once("uses: ")).map(|(_, one)| one) {
            let (action, version) = line.split_once(" # v").unwrap_or((line, ""));
            let commit = action.split_once('@').map_or("", |(_, commit)| commit);
            let is_commit = commit.len() == 40 && commit.bytes().all(|b| b.is_ascii_hexdigit());
            assert!(is_commit && !version.is_empty(), "{line}");
            count += 1;
        }
    }
    assert!(count >= 10, "{count}");
}

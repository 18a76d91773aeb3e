//! The verdicts about published grammars, and the page about them, are up to date.

use std::process::Command;

#[test]
fn verdicts_are_current() {
    let run = Command::new(env!("CARGO_BIN_EXE_urispec-corpus")).arg("--check").output().unwrap();
    let output = String::from_utf8_lossy(&run.stdout) + String::from_utf8_lossy(&run.stderr);
    print!("{output}");
    assert!(run.status.success(), "{output}");
}

//! The verdicts about published grammars, and the page about them, are those of today's audit.

use std::process::Command;

#[test]
fn nothing_would_be_written_anew() {
    let run = Command::new(env!("CARGO_BIN_EXE_urispec-corpus")).arg("--check").output().unwrap();
    let said = String::from_utf8_lossy(&run.stdout) + String::from_utf8_lossy(&run.stderr);
    print!("{said}");
    assert!(run.status.success(), "{said}");
}

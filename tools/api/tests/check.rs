//! The public API is the one that `snapshots/api.txt` lists.

use std::process::Command;

#[test]
fn nothing_would_be_written_anew() {
    let run = Command::new(env!("CARGO_BIN_EXE_urispec-api")).arg("--check").output().unwrap();
    let said = String::from_utf8_lossy(&run.stdout) + String::from_utf8_lossy(&run.stderr);
    print!("{said}");
    assert!(run.status.success(), "{said}");
}

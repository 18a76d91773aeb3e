//! C programs that call the library, compiled and run. Without a C compiler the tests report that they were skipped.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// Returns the newest static library next to this test.
fn library() -> Option<PathBuf> {
    let test = env::current_exe().unwrap();
    let changed = |path: &PathBuf| -> SystemTime { path.metadata().unwrap().modified().unwrap() };
    let files = test.parent().unwrap().read_dir().unwrap();
    let files = files.map(|file| file.unwrap().path()).filter(|path| {
        let name = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
        name.starts_with("liburispec_capi") && path.extension() == Some(OsStr::new("a"))
    });
    files.max_by_key(changed)
}

/// Compiles a C program with the library, runs it, and returns its output. Returns `None` without a C compiler.
fn printed(source: &Path, name: &str, args: &[&Path]) -> Option<String> {
    let compiler = env::var_os("CC").unwrap_or_else(|| "cc".into());
    if Command::new(&compiler).arg("--version").output().is_err() {
        eprintln!("skipped: there is no C compiler `{}`", compiler.display());
        return None;
    }
    let library = library().expect("cargo builds the C library next to this test");
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let compiled = Command::new(&compiler)
        .args(["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g", "-I"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("include"))
        .arg(source)
        .arg(&library)
        // The libraries that the Rust standard library needs: `rustc --print native-static-libs`.
        .args(["-lpthread", "-ldl", "-lm", "-o"])
        .arg(&program)
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(&program).args(args).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    Some(String::from_utf8(run.stdout).unwrap())
}

#[test]
fn a_c_program() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/interface.c");
    // The columns and the packages for Python and JavaScript are tested with the same file.
    let verdicts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/verdicts.tsv");
    if let Some(printed) = printed(&source, "interface", &[&verdicts]) {
        assert_eq!(printed, "ok\n");
    }
}

#[test]
fn the_program_of_the_readme() {
    let readme = include_str!("../README.md");
    let program = readme.split("```c\n").nth(1).and_then(|rest| rest.split("```").next());
    let source = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("readme.c");
    fs::write(&source, program.unwrap()).unwrap();
    if let Some(printed) = printed(&source, "readme", &[]) {
        assert_eq!(printed, "example.com\nhttp://user@example.com:80/b\n");
    }
}

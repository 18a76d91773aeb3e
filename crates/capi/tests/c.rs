//! A C program that calls the library, compiled and run. Without a C compiler the test says so.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// The library for C, beside this test: the newest, where there are several.
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

#[test]
fn a_c_program() {
    let compiler = env::var_os("CC").unwrap_or_else(|| "cc".into());
    if Command::new(&compiler).arg("--version").output().is_err() {
        eprintln!("skipped: there is no C compiler `{}`", compiler.display());
        return;
    }
    let library = library().expect("cargo has built the library for C beside this test");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("interface");
    let compiled = Command::new(&compiler)
        .args(["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g", "-I"])
        .arg(folder.join("include"))
        .arg(folder.join("tests/c/interface.c"))
        .arg(&library)
        // What the standard library of Rust needs: `rustc --print native-static-libs`.
        .args(["-lpthread", "-ldl", "-lm", "-o"])
        .arg(&program)
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new(&program).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(String::from_utf8_lossy(&run.stdout), "ok\n");
}

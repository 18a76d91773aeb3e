//! Files that the program writes: as a whole, or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use super::support::urispec;

const PORT: [&str; 4] = ["testgen", "--rule", "port", "-o"];

/// A folder with nothing in it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("whole-file").join(name);
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn write(path: &Path) -> super::support::Done {
    urispec(PORT.iter().map(|arg| arg.as_ref()).chain([path.as_os_str()])).done()
}

fn suite() -> String {
    urispec(&PORT[..3]).done().stdout
}

/// The file that a link leads to is made, or replaced, and the link stays one.
#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    use std::os::unix::fs::symlink;
    let (links, files) = (folder("links"), folder("files"));
    for (name, target, content) in [
        ("dangling", files.join("new"), None),
        ("relative", PathBuf::from("../files/old"), Some("old")),
        ("twice", PathBuf::from("dangling-too"), None),
    ] {
        if let Some(content) = content {
            fs::write(files.join("old"), content).unwrap();
        }
        symlink(&target, links.join(name)).unwrap();
    }
    symlink("../files/newer", links.join("dangling-too")).unwrap();
    for name in ["dangling", "relative", "twice"] {
        write(&links.join(name)).expect(0, "").saying(name);
        assert!(links.join(name).symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read_to_string(links.join(name)).unwrap(), suite());
    }
    assert_eq!(names(&files), ["new", "newer", "old"]);
    assert_eq!(names(&links), ["dangling", "dangling-too", "relative", "twice"]);
    symlink("round", links.join("round")).unwrap();
    write(&links.join("round")).expect(2, "").saying("round: ");
}

/// Whoever may read a file may read what replaces it, and nobody else.
#[cfg(unix)]
#[test]
fn a_replaced_file_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("permissions");
    let path = folder.join("suite");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
    fs::write(folder.join("fresh"), "").unwrap();
    write(&path).expect(0, "");
    assert_eq!(mode(&path), mode(&folder.join("fresh")));
    for bits in [0o600, 0o640, 0o755] {
        fs::set_permissions(&path, fs::Permissions::from_mode(bits)).unwrap();
        write(&path).expect(0, "");
        assert_eq!(mode(&path), bits);
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), suite());
}

/// Messages name what was asked for.
#[test]
fn errors_name_the_file() {
    let folder = folder("errors");
    let missing = folder.join("missing/suite");
    let said = |path: &Path| {
        let done = write(path).expect(2, "");
        let start = format!("error: cannot write {}: ", path.display());
        assert!(done.stderr.starts_with(&start), "{}", done.stderr);
        assert!(!done.stderr.contains(".urispec-") && !done.stderr.contains("at path"));
        done.stderr
    };
    said(&missing);
    #[cfg(unix)]
    {
        assert!(said(&folder).contains("Is a directory"));
        assert!(said(&missing).contains("No such file or directory"));
    }
    assert!(names(&folder).is_empty());
    urispec(["testgen", "--rule", "port", "-o", "-"]).done().expect(0, &suite()).quietly();
}

/// However a run is killed, what was there stays and nothing stands beside it.
#[cfg(unix)]
#[test]
fn nothing_is_left_of_a_killed_run() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let folder = folder("killed");
    let path = folder.join("suite");
    for signal in ["INT", "TERM", "KILL"] {
        fs::write(&path, "what was there").unwrap();
        let mut program = Command::new(super::support::PROGRAM);
        // Two states more make hundreds of times as many strings: it is not done by then.
        program.args(["testgen", "--extra", "2", "-o"]).arg(&path).stderr(Stdio::null());
        let mut run = program.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(700));
        assert!(run.try_wait().unwrap().is_none(), "still at it");
        let id = run.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        assert!(!run.wait().unwrap().success());
        assert_eq!(names(&folder), ["suite"], "{signal}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "what was there");
    }
}

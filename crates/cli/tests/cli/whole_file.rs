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

/// The new file may have another owner than the old one, as whom nobody was to run it.
#[cfg(unix)]
#[test]
fn a_replaced_file_runs_as_nobody_else() {
    use std::os::unix::fs::PermissionsExt;
    let path = folder("set-user-id").join("suite");
    for (bits, left) in [(0o4755, 0o755), (0o2750, 0o750), (0o6711, 0o711)] {
        fs::write(&path, "").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(bits)).unwrap();
        write(&path).expect(0, "");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, left);
    }
}

/// What the shell has opened is written on: a file is neither replaced nor cut, and a pipe is written.
#[cfg(target_os = "linux")]
#[test]
fn what_is_open_already_is_written_on() {
    use std::os::unix::fs::MetadataExt;
    use std::process::Command;
    let folder = folder("open-already");
    std::os::unix::fs::symlink("/dev/stdout", folder.join("link")).unwrap();
    let shell = |line: &str| {
        let mut shell = Command::new("sh");
        let shell = shell.args(["-c", line, super::support::PROGRAM]).current_dir(&folder);
        let done = shell.output().unwrap();
        assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap()
    };
    let kept = folder.join("kept");
    for (name, redirected) in [
        ("/dev/stdout", ">>kept"),
        ("/dev/stderr", "2>>kept"),
        ("/dev/fd/7", "7>>kept"),
        ("/proc/self/fd/7", "7>>kept"),
        ("link", ">>kept"),
    ] {
        fs::write(&kept, "what was there\n").unwrap();
        let before = fs::metadata(&kept).unwrap().ino();
        shell(&format!("\"$0\" testgen --rule port -o {name} {redirected}"));
        assert_eq!(fs::metadata(&kept).unwrap().ino(), before, "{name}");
        let text = fs::read_to_string(&kept).unwrap();
        assert!(text.starts_with(&format!("what was there\n{}", suite())), "{name}: {text}");
        let piped = shell(&format!("\"$0\" testgen --rule port -o {name} {} | cat", {
            if redirected.starts_with(['2', '7']) {
                format!("{}>&1", &redirected[..1])
            } else {
                String::new()
            }
        }));
        assert!(piped.starts_with(&suite()), "{name}: {piped}");
    }
    assert_eq!(names(&folder), ["kept", "link"]);
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
    // INT is not among them: a shell that runs the tests in the background has them ignore it.
    for signal in ["TERM", "KILL"] {
        fs::write(&path, "what was there").unwrap();
        let mut program = Command::new(super::support::PROGRAM);
        // Three states more make thousands of times as many strings: the run is not done by then.
        program.args(["testgen", "--extra", "3", "-o"]).arg(&path).stderr(Stdio::null());
        let mut run = program.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(300));
        assert!(run.try_wait().unwrap().is_none(), "still at it");
        let kill = format!("kill -s {signal} {}", run.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        assert!(!run.wait().unwrap().success());
        assert_eq!(names(&folder), ["suite"], "{signal}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "what was there");
    }
}

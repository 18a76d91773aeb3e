//! Large inputs in little memory, answers line by line, and files that are written completely or not at all.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::scaled;
use super::support::{PROGRAM, file, urispec};

/// Every triplet changes once or twice, and no change needs memory of its own.
#[cfg(target_os = "linux")]
#[test]
fn many_changes_take_no_more_memory_than_few() {
    let line = format!("a:{}\n", "%c3".repeat(scaled(2, 4) << 20));
    let path = file("triplets.txt", &line);
    let kilobytes = scaled(125_000, 160_000);
    let limited = format!("ulimit -v {kilobytes}; exec {PROGRAM} normalize -f {}", path.display());
    let output = Command::new("sh").args(["-c", &limited]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.stdout == line.replace('c', "C").into_bytes());
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_trouble() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = Command::new(PROGRAM).args(["normalize", "a"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stderr.starts_with(b"error: cannot write the output: "));
    for args in [&["--help"][..], &["--version"], &["help", "parse"], &["completions", "bash"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = Command::new(PROGRAM).args(args).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stderr.starts_with(b"error: cannot write the output: "), "{args:?}");
    }
}

/// The file is larger than one read, and one line is too; with `URISPEC_LONG`, much larger.
#[test]
fn what_is_said_of_a_large_file_is_in_its_order() {
    let count = scaled(20_000, 150_000);
    let is_bad = |number: usize| number.is_multiple_of(97) || number > count - 1000;
    let lines = (1..=count).map(|number| match number {
        _ if number == count / 2 => "a".repeat(scaled(1, 3) << 20) + "\n",
        _ if is_bad(number) => "%zz\r\n".to_owned(),
        _ => format!("http://h/{number}\n"),
    });
    let text: String = lines.collect();
    let why = "\"%\" must be followed by two hexadecimal digits (RFC 3986, 2.1)";
    let bad: Vec<_> = (1..=count).filter(|&number| is_bad(number)).collect();
    let said = |name: &str| {
        bad.iter().map(|number| format!("{name}:{number}:1: %zz: {why}\n")).collect::<String>()
    };
    let counts = match count {
        150_000 => "150,000 checked: 147,464 valid, 2,536 invalid\n",
        _ => "20,000 checked: 18,805 valid, 1,195 invalid\n",
    };
    file("large.txt", &text);
    for (name, shown) in [("large.txt", "large.txt"), ("-", "<stdin>")] {
        let run = |flag| urispec(["check", flag, "-f", name]).stdin(&text).done();
        let done = urispec(["check", "-f", name]).stdin(&text).done();
        assert!((done.code, done.stdout) == (1, said(shown)), "{name}");
        assert_eq!(done.stderr, counts);
        run("--count").expect(1, counts).quietly();
        run("--quiet").expect(1, "").quietly();
        let done = run("--json");
        assert_eq!(done.stdout.lines().count(), count);
        for (index, (record, line)) in done.stdout.lines().zip(text.lines()).enumerate() {
            let (number, valid) = (index + 1, !is_bad(index + 1));
            let start = format!(
                r#"{{"schema":1,"edition":"rfc3986","rule":"URI-reference","input":"{line}","file":"{shown}","line":{number},"valid":{valid}"#
            );
            assert!(record.starts_with(&start), "{index}");
        }
    }
}

#[test]
fn a_line_is_answered_before_more_is_waited_for() {
    for (args, expected) in [
        (["check", "-v"], ["<stdin>:1: a:b: ok", "<stdin>:2: a:b: ok", "<stdin>:3: a:b: ok"]),
        (["normalize", "--threads=4"], ["a:b"; 3]),
        (["resolve", "--base=b:/"], ["a:b"; 3]),
    ] {
        let mut child = Command::new(PROGRAM)
            .args(args)
            .args(["-f", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut answers = BufReader::new(stdout).lines();
        for answer in expected {
            stdin.write_all(b"a:b\n").unwrap();
            assert_eq!(answers.next().unwrap().unwrap(), answer);
        }
        drop(stdin);
        assert!(answers.next().is_none() && child.wait().unwrap().success());
    }
}

/// Reads one line of 24 MB in 16 MB of memory, or 100 MiB in 40 MB with `URISPEC_LONG`. The limit is on
/// writable memory, since each thread reserves more addresses than it uses.
#[cfg(target_os = "linux")]
#[test]
fn a_large_file_takes_little_memory() {
    let path = file("extract-large.txt", "<a \"b http://a/b: ".repeat(scaled(5 << 18, 6 << 20)));
    let limited = format!(
        "ulimit -d {}; exec {PROGRAM} extract --threads 2 --uris {} | tail -n 1",
        scaled(16_000, 40_000),
        path.display()
    );
    let output = Command::new("sh").args(["-c", &limited]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.stdout, b"http://a/b\n");
    std::fs::remove_file(path).unwrap();
}

/// Creates an empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("whole-file").join(name);
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Output goes to what the shell has opened: a file is neither replaced nor truncated, and a pipe is written.
#[cfg(target_os = "linux")]
#[test]
fn what_is_open_already_is_written_on() {
    use std::os::unix::fs::MetadataExt;
    let suite = &*urispec(["testgen", "--rule", "port"]).done().stdout;
    let folder = folder("open-already");
    std::os::unix::fs::symlink("/dev/stdout", folder.join("link")).unwrap();
    let shell = |line: &str| {
        let mut shell = Command::new("sh");
        let shell = shell.args(["-c", line, PROGRAM]).current_dir(&folder);
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
        std::fs::write(&kept, "what was there\n").unwrap();
        let before = std::fs::metadata(&kept).unwrap().ino();
        shell(&format!("\"$0\" testgen --rule port -o {name} {redirected}"));
        assert_eq!(std::fs::metadata(&kept).unwrap().ino(), before, "{name}");
        let text = std::fs::read_to_string(&kept).unwrap();
        assert!(text.starts_with(&format!("what was there\n{suite}")), "{name}: {text}");
        let piped = shell(&format!("\"$0\" testgen --rule port -o {name} {} | cat", {
            if redirected.starts_with(['2', '7']) {
                format!("{}>&1", &redirected[..1])
            } else {
                String::new()
            }
        }));
        assert!(piped.starts_with(suite), "{name}: {piped}");
    }
    assert_eq!(names(&folder), ["kept", "link"]);
}

/// However a run is killed, the old file remains, and no other file is left behind.
#[test]
fn nothing_is_left_of_a_killed_run() {
    use std::time::Duration;
    let folder = folder("killed");
    let path = folder.join("suite");
    // Not INT, which is ignored if a shell runs the tests in the background.
    for signal in ["TERM", "KILL"] {
        std::fs::write(&path, "what was there").unwrap();
        let mut program = Command::new(PROGRAM);
        // Three extra states multiply the strings by thousands, so the run cannot have finished.
        program.args(["testgen", "--extra", "3", "-o"]).arg(&path).stderr(Stdio::null());
        let mut run = program.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(300));
        assert!(run.try_wait().unwrap().is_none(), "still at it");
        let kill = format!("kill -s {signal} {}", run.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        assert!(!run.wait().unwrap().success());
        assert_eq!(names(&folder), ["suite"], "{signal}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "what was there");
    }
}

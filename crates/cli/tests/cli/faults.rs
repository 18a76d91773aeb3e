//! Faults in the environment: a full disk, a closed pipe, lines without an end, only invalid lines, many
//! processes at once. Each command ends, says why, and uses a bounded amount of memory.
//!
//! With `URISPEC_LONG` the inputs are extreme: a line of 1 GB, ten million lines.

use std::fs::OpenOptions;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use super::help::COMMANDS;
use super::scaled;
use super::support::{PROGRAM, file, urispec};

/// Every command, with arguments and input for which it prints something.
const RUNS: [(&[&str], &str); 30] = [
    (&["parse"], "http://u@h:80/a?b#c\n"),
    (&["check", "--json"], "a b\n"),
    (&["resolve", "-b", "http://a/b/c/d;p?q"], "../g\n"),
    (&["relation", "regex:^a$", "regex:^b$"], ""),
    (&["relativize", "-b", "http://a/b/c/d;p?q"], "http://a/b/c/g\n"),
    (&["normalize"], "HTTP://h/%7e\n"),
    (&["edit", "--unset", "query"], "http://h/?q\n"),
    (&["convert"], "http://h/é\n"),
    (&["compare", "http://h", "HTTP://h"], ""),
    (&["editions"], "//[::1]\n"),
    (&["diff", "rfc2396", "rfc3986", "--rule", "port", "port"], ""),
    (&["differ"], "http://evil.com\\@good.com/\n"),
    (&["changes", "rfc2396", "rfc3986", "--only", "resolution"], ""),
    (&["lint"], "http://h:80/%7e\n"),
    (&["extract"], "see <http://h/>.\n"),
    (&["get", "-C", "host"], "http://h/\n"),
    (&["unique"], "http://h/%7E\nhttp://h/~\n"),
    (&["audit", "rfc3061"], ""),
    (&["abnf", "-"], "2.  Port\n\n   The port is\n\n      port = *DIGIT\n"),
    (&["explain", "--edition", "rfc3061", "oid"], ""),
    (&["export", "--rule", "scheme", "--as", "regex"], ""),
    (&["requirements", "rfc3986"], ""),
    (&["errata", "rfc3986"], ""),
    (&["testgen", "--rule", "dec-octet"], ""),
    (
        &[
            "conform",
            "--rule",
            "port",
            "--",
            "sh",
            "-c",
            "while read q; do echo '{\"valid\":null}'; done",
        ],
        "",
    ),
    (&["sample", "-n", "10"], ""),
    (&["schema", "-", concat!(env!("CARGO_MANIFEST_DIR"), "/../js/package.json")], "pattern: a\n"),
    (&["template", "match", "/{a}"], "/b\n"),
    (&["completions", "bash"], ""),
    (&["man"], ""),
];

/// The commands that answer each line immediately.
const STREAMS: [&[&str]; 11] = [
    &["parse"],
    &["check", "--json"],
    &["resolve", "-b", "http://a/"],
    &["relativize", "-b", "http://a/"],
    &["normalize"],
    &["edit", "--unset", "query"],
    &["convert"],
    &["editions"],
    &["lint"],
    &["extract"],
    &["get", "-C", "host"],
];

#[track_caller]
fn run(args: &[&str], stdin: &str, stdout: impl Into<Stdio>) -> Output {
    let mut run = Command::new(PROGRAM);
    run.args(args).current_dir(env!("CARGO_TARGET_TMPDIR")).stdin(Stdio::piped());
    let mut child = run.stdout(stdout).stderr(Stdio::piped()).spawn().unwrap();
    // A program that does not read closes the pipe.
    drop(child.stdin.take().unwrap().write_all(stdin.as_bytes()));
    child.wait_with_output().unwrap()
}

/// Runs the program with this much memory, discarding its output.
#[cfg(unix)]
#[track_caller]
fn limited(kilobytes: usize, args: &[&str], input: &str) -> Output {
    let script = format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\" < {input} > /dev/null");
    let mut run = Command::new("sh");
    run.args(["-c", &script, PROGRAM]).args(args).current_dir(env!("CARGO_TARGET_TMPDIR"));
    run.output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The output of each run without faults.
static HEARD: LazyLock<[Output; 30]> =
    LazyLock::new(|| RUNS.map(|(args, stdin)| run(args, stdin, Stdio::piped())));

#[test]
fn every_command_is_asked() {
    assert_eq!(RUNS.map(|(args, _)| args[0]), COMMANDS);
    for ((args, _), output) in RUNS.iter().zip(HEARD.iter()) {
        assert!(!output.stdout.is_empty(), "{args:?}: {}", said(output));
        assert!(matches!(output.status.code(), Some(0 | 1)), "{args:?}: {}", said(output));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_trouble_for_every_command() {
    for (args, stdin) in RUNS {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = run(args, stdin, full);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", said(&output));
        assert!(said(&output).contains("cannot write the output: "), "{args:?}: {}", said(&output));
    }
}

/// A closed pipe does not change the exit code, and is not reported, since the reader closed it on purpose.
#[test]
fn a_reader_that_is_gone_changes_no_verdict() {
    for ((args, stdin), heard) in RUNS.iter().zip(HEARD.iter()) {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let unheard = run(args, stdin, writer);
        assert_eq!(unheard.status.code(), heard.status.code(), "{args:?}: {}", said(&unheard));
        assert!(!said(&unheard).contains("error: "), "{args:?}: {}", said(&unheard));
    }
}

/// The reader is killed in the middle of an endless input.
#[cfg(unix)]
#[test]
fn a_reader_that_is_killed_ends_the_program() {
    for args in STREAMS {
        let script = "yes 'http://[::1]:80/%7e' | \"$0\" \"$@\" 2>/dev/null | \
                      sh -c 'head -c 1 >/dev/null; kill -9 $$'";
        let mut run = Command::new("sh");
        let output = run.args(["-c", script, PROGRAM]).args(args).output().unwrap();
        assert_eq!(output.stdout, b"", "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_line_of_many_megabytes_is_read_in_the_memory_of_a_few_lines() {
    let megabytes = scaled(1, 1024);
    let line = format!("http://h/{}\n", "%41bc".repeat((megabytes << 20) / 5));
    file("faults-line.txt", &line);
    for args in STREAMS {
        if matches!(args[0], "parse" | "lint") {
            // The memory for a tree, or for a finding per triplet, is proportional to the line.
            continue;
        }
        let output = limited(200_000 + (megabytes << 10) * 6, args, "faults-line.txt");
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 1)), "{args:?}: {code:?} {:.300}", said(&output));
    }
    std::fs::remove_file(concat!(env!("CARGO_TARGET_TMPDIR"), "/faults-line.txt")).unwrap();
}

#[cfg(unix)]
#[test]
fn nothing_but_bad_lines_takes_no_more_memory() {
    let lines = scaled(2_000, 10_000_000);
    let bad = ["http://h:x/\n", "a b\n", "%zz\n", "http://[::1\n", "\\\n"];
    let mut text: Vec<u8> = bad.iter().flat_map(|line| line.bytes()).collect();
    text.extend(b"\xFF\xC3(\n");
    file("faults-bad.txt", text.repeat(lines / (bad.len() + 1)));
    for args in STREAMS {
        let output = limited(400_000, args, "faults-bad.txt");
        let end = said(&output).lines().last().unwrap_or_default().to_owned();
        let code = output.status.code();
        let expected = if matches!(args[0], "extract" | "editions") { 0..=1 } else { 1..=1 };
        assert!(code.is_some_and(|code| expected.contains(&code)), "{args:?}: {code:?} {end}");
    }
    std::fs::remove_file(concat!(env!("CARGO_TARGET_TMPDIR"), "/faults-bad.txt")).unwrap();
}

#[test]
fn fifty_at_once_say_what_one_says() {
    let text = "http://h/%7e\na b\n../c\n".repeat(scaled(100, 500));
    file("faults-shared.txt", &text);
    let args = ["check", "--json", "-f", "faults-shared.txt"];
    let one = urispec(args).done();
    assert_eq!((one.code, one.stdout.lines().count()), (1, scaled(300, 1500)));
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..50).map(|_| scope.spawn(|| urispec(args).done())).collect();
        for done in all.into_iter().map(|run| run.join().unwrap()) {
            assert_eq!((done.code, &done.stdout), (one.code, &one.stdout));
        }
    });
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_trouble_for_an_output_file() {
    for name in ["/dev/full", "formats-full.gz", "formats-full.zst"] {
        if name != "/dev/full" {
            let name = &file(name, "");
            std::fs::remove_file(name).unwrap();
            std::os::unix::fs::symlink("/dev/full", name).unwrap();
        }
        urispec(["get", "--keep", "-o", name])
            .stdin("a:b\n")
            .done()
            .expect(2, "")
            .saying("No space left on device");
    }
}

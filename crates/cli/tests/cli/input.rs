//! Arguments, files and pipes, good and bad.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use super::scaled;
use super::support::{PROGRAM, file, urispec};

#[test]
fn lines_end_in_lf_or_crlf_or_not() {
    urispec(["normalize", "-f", "-"])
        .stdin("a\r\n\nb\n\r\nc")
        .done()
        .expect(0, "a\n\nb\n\nc\n")
        // Each is relative, the empty ones too (RFC 3986, 5.2.1).
        .saying("warning: <stdin>:2: the reference is relative");
    urispec(["check", "-c", "-f", "-"])
        .stdin("a\r\r\n")
        .done()
        .expect(1, "1 checked: 0 valid, 1 invalid\n")
        .quietly();
    urispec(["check", "-c", "-f", "-"])
        .stdin("a\r")
        .done()
        .expect(1, "1 checked: 0 valid, 1 invalid\n")
        .quietly();
    urispec(["check", "-c", "-f", "-"])
        .done()
        .expect(0, "0 checked: 0 valid, 0 invalid\n")
        .quietly();
}

#[test]
fn a_line_that_is_not_utf8_is_named_and_the_rest_goes_on() {
    file("bad-byte.txt", b"a:b\nab\xffc\na:\xc3");
    urispec(["check", "-f", "bad-byte.txt"]).snapshot("check-bad-byte");
    urispec(["parse", "-f", "bad-byte.txt"])
        .done()
        .saying("error: bad-byte.txt:2: not UTF-8: 0xFF at byte 2\n  ab\\xffc\n    ^\n");
    urispec(["normalize", "-f", "bad-byte.txt"]).done().expect(1, "a:b\n");
    let done = urispec(["check", "-j", "-f", "bad-byte.txt"]).done();
    assert!(done.stdout.contains(
        r#""input":"ab�c","input_hex":"6162ff63","file":"bad-byte.txt","line":2,"valid":false,"error":{"offset":2,"message":"#
    ));
}

#[test]
fn nul_is_a_byte_like_others() {
    let done = urispec(["check", "-f", "-"]).stdin(b"a\0b\n\0\n").done();
    assert_eq!((done.code, done.stdout.lines().count()), (1, 2));
    assert!(!done.stdout.contains('\0'));
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf8_is_invalid() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let bad = OsStr::from_bytes(b"a\xff");
    let said = "a\\xff: not UTF-8: 0xFF at byte 1\n";
    urispec([OsStr::new("check"), bad]).done().expect(1, said).quietly();
    for command in ["parse", "normalize"] {
        urispec([OsStr::new(command), bad]).done().expect(1, "").saying(said);
    }
    let base = [OsStr::new("resolve"), OsStr::new("--base"), bad, OsStr::new("a")];
    urispec(base).done().expect(1, "").saying("a\\xff: base: not UTF-8");
    // A text of JSON cannot hold the byte. Nothing is lost: it stands beside the text.
    let given = "\"input\":\"a\u{fffd}\",\"input_hex\":\"61ff\"";
    for command in ["check", "parse", "normalize", "lint", "convert", "editions"] {
        let done = urispec([OsStr::new(command), OsStr::new("--json"), bad]).done();
        assert!(done.stdout.contains(given), "{command}: {}", done.stdout);
    }
}

#[test]
fn a_missing_file_is_named_and_the_others_are_read() {
    file("there.txt", "a:b\n");
    let run = ["normalize", "-f", "missing.txt", "-f", "there.txt"];
    urispec(run).done().expect(2, "a:b\n").saying("error: cannot read missing.txt: ");
    urispec(["check", "a b", "-f", "."]).done().expect(2, &urispec(["check", "a b"]).done().stdout);
}

/// Much more than is read at a time; with `URISPEC_LONG`, 16 MiB.
#[test]
fn mebibytes_on_one_line() {
    let huge = "a".repeat(scaled(1, 16) << 20);
    let done = urispec(["normalize", "-f", "-"]).stdin(format!("{huge}\nb")).done();
    assert_eq!(done.code, 0);
    assert!(done.stdout == format!("{huge}\nb\n"));
    let done = urispec(["check", "-f", "-"]).stdin(format!("{huge}%\nb")).done();
    assert_eq!((done.code, done.stdout.lines().count()), (1, 1));
    assert!(done.stdout.len() < 500);
}

/// Every triplet changes twice or once, and no change takes memory of its own.
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

#[test]
fn a_closed_pipe_ends_quietly() {
    let lines = "http://example.com/\n".repeat(200_000);
    let path = file("many.txt", lines);
    let mut child = Command::new(PROGRAM)
        .args(["normalize", "-f"])
        .arg(path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first, "http://example.com/\n");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
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

#[test]
fn a_closed_pipe_keeps_the_verdict() {
    let lines = "a b\n".repeat(200_000);
    let path = file("many-invalid.txt", lines);
    for command in ["check", "parse"] {
        let mut child = Command::new(PROGRAM)
            .args([command, "--json", "-f"])
            .arg(&path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(1), "{command}");
    }
}

/// More than is read at a time, with a line in it that is; with `URISPEC_LONG`, much more.
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
    let why = "\"%\" stands only before two hexadecimal digits (2.1); at byte 1 there is \"z\" inside `segment-nz-nc`, where HEXDIG could stand (3.3)";
    let bad: Vec<_> = (1..=count).filter(|&number| is_bad(number)).collect();
    let said = |name: &str| {
        bad.iter().map(|number| format!("{name}:{number}: %zz: {why}\n")).collect::<String>()
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

/// Else the program would read what it writes, without end.
#[cfg(unix)]
#[test]
fn a_file_that_is_also_the_output_is_not_read() {
    use std::fs::{File, read_to_string};

    let other = file("other.txt", "a:c\n");
    for (args, is_stdin) in [
        (&["normalize", "-f", "own.txt", "-f", "other.txt"][..], false),
        (&["normalize", "-f", "-", "-f", "other.txt"], true),
        (&["get", "-k", "-f", "own.txt", "-f", "other.txt"], false),
    ] {
        let own = file("own.txt", "a:b\n");
        let output = Command::new(PROGRAM)
            .args(args)
            .current_dir(own.parent().unwrap())
            .stdin(if is_stdin { File::open(&own).unwrap().into() } else { Stdio::null() })
            .stdout(File::options().append(true).open(&own).unwrap())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let name = if is_stdin { "<stdin>" } else { "own.txt" };
        let said = String::from_utf8(output.stderr).unwrap();
        let why = format!("error: cannot read {name}: the input file is also the output\n");
        assert!(said.contains(&why), "{said}");
        assert_eq!(read_to_string(&own).unwrap(), "a:b\na:c\n");
    }
    // What is empty, as after `>`, has an end.
    let empty = File::create(other.with_file_name("own-empty.txt")).unwrap();
    let mut command = Command::new(PROGRAM);
    command.args(["normalize", "-f"]).arg(other.with_file_name("own-empty.txt")).stdout(empty);
    assert!(command.status().unwrap().success());
}

/// Without a terminal progress is lines, of which the last one tells all.
#[test]
fn progress_through_a_pipe() {
    let lines = "a:1\nb:2\nc:3\nx y\ne:5\nf:6\n".repeat(100);
    urispec(["get", "-k", "--invalid=skip", "--progress", "-c"])
        .stdin(&lines)
        .done()
        .expect(0, "600 read: 500 valid, 100 invalid\n")
        .saying("progress: 2.34 KiB read, 600 lines, ");
    let path = file("input-progress.txt", &lines);
    urispec(["normalize", "--invalid=skip", "--progress", "-c", "-f", path.to_str().unwrap()])
        .done()
        .expect(0, "600 normalized: 500 valid, 100 invalid\n")
        .saying("progress: 2.34 KiB of 2.34 KiB read, 600 lines, ");
    urispec(["normalize", "--quiet", "--progress"]).done().expect(2, "");
}

//! Runs that do not come to their end, and those that go on from there; and how far a run says that it has come.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use super::support::{PROGRAM, file, urispec};

/// Six lines, of which the fourth is invalid.
const LINES: &str = "a:1\nb:2\nc:3\nx y\ne:5\nf:6\n";

#[test]
fn lines_keep_their_numbers() {
    let args = ["get", "-C", "line,path", "--from-line"];
    let from = |line: &str| urispec([&args[..], &[line]].concat()).stdin(LINES).done();
    from("1").expect(1, "1\t1\n2\t2\n3\t3\n5\t5\n6\t6\n");
    from("3")
        .expect(1, "3\t3\n5\t5\n6\t6\n")
        .saying("<stdin>:4: a space")
        .saying("4 read: 3 valid");
    from("6").expect(0, "6\t6\n");
    from("7").expect(1, "").saying("0 read: 0 valid, 0 invalid");
    from("0").expect(2, "").saying("0 is not in 1..");
    urispec(["normalize", "--from-line=5"]).stdin("A:b\n".repeat(6)).done().expect(0, "a:b\na:b\n");
    urispec(["compare", "--other", "-", "-f", "x", "--from-line=2"])
        .done()
        .expect(2, "")
        .saying("--other compares whole lists, and --from-line leaves lines out");
    // Only of the first file.
    let (one, two) = (file("resume-one.txt", "a:b\na:c\n"), file("resume-two.txt", "a:d\n"));
    let args =
        ["normalize", "--from-line=2", "-f", one.to_str().unwrap(), "-f", two.to_str().unwrap()];
    urispec(args).done().expect(0, "a:c\na:d\n");
}

/// The names of the columns are read, and are not printed twice.
#[test]
fn tables_keep_their_names() {
    let table = "n,u\n1,\"a:\"\n2,b:\n3,c:\n";
    let whole = urispec(["get", "--input=csv", "--column=u", "-C", "scheme"]).stdin(table).done();
    whole.expect(0, "n,u,scheme\n1,\"a:\",a\n2,b:,b\n3,c:,c\n");
    urispec(["get", "--input=csv", "--column=u", "-C", "scheme", "--from-line=3"])
        .stdin(table)
        .done()
        .expect(0, "2,b:,b\n3,c:,c\n");
    urispec(["edit", "--input=csv", "--column=u", "--set=scheme=x", "--from-line=4"])
        .stdin(table)
        .done()
        .expect(0, "3,x:\n");
    urispec(["get", "--header", "-C", "scheme", "--from-line=2"])
        .stdin("a:\nb:\n")
        .done()
        .expect(0, "b\n");
}

/// The record on line 5 has a quote where RFC 4180 has none; 4 lines and 17 bytes come before.
#[test]
fn a_file_that_cannot_be_read_to_its_end() {
    let table = "n,u\n1,\"a\nb\"\n2,c:\n3,\"d\"e\n";
    let args = ["get", "--input=csv", "--column=u", "--json", "-C", "scheme", "--invalid=skip"];
    urispec(args)
        .stdin(table)
        .done()
        .expect(2, "{\"scheme\":\"c\"}\n")
        .saying("cannot read <stdin>: line 5: a quote stands where RFC 4180 has none")
        .saying("note: the results of <stdin> are written up to line 4, byte 17; `--from-line 5` goes on\n");
}

/// What an interrupted run has written, and what the next one writes, is what one run would have written.
#[cfg(unix)]
#[test]
fn an_interrupted_run_says_where_to_go_on() {
    let mut program = Command::new(PROGRAM)
        .args(["normalize"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = program.stdin.take().unwrap();
    stdin.write_all(b"A:b\nC:d\nE:").unwrap();
    let (mut written, mut said) = (vec![0; 8], String::new());
    program.stdout.take().unwrap().read_exact(&mut written).unwrap();
    assert_eq!(written, b"a:b\nc:d\n");
    // The block is noted right after it is written.
    std::thread::sleep(std::time::Duration::from_millis(200));
    let id = rustix::process::Pid::from_child(&program);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    program.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(!program.wait().unwrap().success());
    assert_eq!(
        said,
        "interrupted: the results of <stdin> are written up to line 2, byte 8; `--from-line 3` goes on\n"
    );
    drop(stdin);
}

/// Without a terminal progress is lines, of which the last one tells all.
#[test]
fn progress_through_a_pipe() {
    let lines = LINES.repeat(100);
    urispec(["get", "-k", "--invalid=skip", "--progress", "-c"])
        .stdin(&lines)
        .done()
        .expect(0, "600 read: 500 valid, 100 invalid\n")
        .saying("progress: 2.34 KiB read, 600 lines, ");
    let path = file("resume-progress.txt", &lines);
    urispec(["normalize", "--invalid=skip", "--progress", "-c", "-f", path.to_str().unwrap()])
        .done()
        .expect(0, "600 normalized: 500 valid, 100 invalid\n")
        .saying("progress: 2.34 KiB of 2.34 KiB read, 600 lines, ");
    urispec(["normalize", "--quiet", "--progress"]).done().expect(2, "");
}

//! `unique`, and lists that are compared as sets.

use super::scaled;
use super::support::{file, urispec};

fn unique(args: &[&str], stdin: &str) -> super::support::Done {
    let args: Vec<_> = ["unique"].iter().chain(args).copied().collect();
    urispec(args).stdin(stdin).done()
}

#[test]
fn the_first_of_each_stays() {
    let lines = "http://h/%7ea\nb c\nHTTP://H/~a\nhttp://h:80/~a\nb c\nhttp://h/~a#f\n";
    unique(&[], lines)
        .expect(0, "http://h/%7ea\nb c\nhttp://h:80/~a\nhttp://h/~a#f\n")
        .saying("6 read: 4 valid, 2 invalid; 4 different\n");
    unique(&["--to", "scheme"], lines).expect(0, "http://h/%7ea\nb c\nhttp://h/~a#f\n");
    unique(&["--to", "string"], lines)
        .expect(0, "http://h/%7ea\nb c\nHTTP://H/~a\nhttp://h:80/~a\nhttp://h/~a#f\n");
    unique(&["--ignore-fragment", "--to", "scheme", "--normalized"], lines)
        .expect(0, "http://h/~a\nb c\n");
    unique(&["--invalid", "skip", "--to", "scheme"], lines)
        .expect(0, "http://h/%7ea\nhttp://h/~a#f\n");
    unique(&["--invalid", "report"], lines).saying("error: <stdin>:5: a space is not allowed");
    unique(&["--count"], lines).expect(0, "6 read: 4 valid, 2 invalid; 4 different\n").quietly();
    unique(&["-b", "http://h/", "a", "/a"], "").expect(0, "a\n").quietly();
}

#[test]
fn rows_stay_whole() {
    let rows = "n,url\n1,\"a:%62\"\n\"2\n\",a:b\n3,A:c\n";
    unique(&["--input", "csv", "--column", "url"], rows).expect(0, "n,url\n1,\"a:%62\"\n3,A:c\n");
    unique(&["--input", "jsonl", "--column", "u"], "{ \"u\":\"a:b\" }\n{\"u\":\"A:b\"}\n")
        .expect(0, "{ \"u\":\"a:b\" }\n");
}

/// In order, on several threads, with more keys than a table begins with.
#[test]
fn many_keys() {
    let numbers = || (0..60_000_u32).map(|number| number * 7919 % 20_000);
    let lines: String = numbers().map(|number| format!("http://H/{number}\n")).collect();
    let first: String = numbers().take(20_000).map(|n| format!("http://H/{n}\n")).collect();
    let path = file("unique-many", &lines);
    for threads in ["1", "3"] {
        let done = unique(&["-f", path.to_str().unwrap(), "--threads", threads], "");
        assert_eq!(done.code, 0);
        assert!(done.stdout == first);
    }
}

#[test]
fn lists_are_sets() {
    let a = file("lists-a", "a:b\na:c\na:b\nx y\n");
    let b = file("lists-b", "A:d\nx y\nA:%62\nA:d\na:d\n");
    let compare = |more: &[&str]| {
        let args = ["compare", "-f", a.to_str().unwrap(), "--other", b.to_str().unwrap()];
        urispec(args.iter().chain(more)).done()
    };
    let said = "1 only in A, 1 only in B, 2 in both; 3 invalid, compared as they stand\n";
    let said = said.replace("3 invalid", "2 invalid");
    let done = compare(&[]).expect(1, "both\ta:b\na\ta:c\nboth\tx y\nb\tA:d\n");
    assert_eq!(done.stderr, said);
    compare(&["--only", "a"]).expect(1, "a:c\n");
    compare(&["--only", "b"]).expect(1, "A:d\n");
    compare(&["--only", "both"]).expect(1, "a:b\nx y\n");
    compare(&["--count"]).expect(1, &said).quietly();
    compare(&["-q"]).expect(1, "").quietly();
    compare(&["--to", "string"]).expect(1, "a\ta:b\na\ta:c\nboth\tx y\nb\tA:d\nb\tA:%62\nb\ta:d\n");
    compare(&["a", "b"]).expect(2, "").saying("--other compares lists");
    let same = file("lists-c", "A:c\na:%62\n");
    let other = file("lists-d", "a:b\na:c\n");
    urispec([
        "compare".as_ref(),
        "-f".as_ref(),
        same.as_os_str(),
        "--other".as_ref(),
        other.as_os_str(),
    ])
    .done()
    .expect(0, "both\tA:c\nboth\ta:%62\n");
    // A list of which a part is missing is no set.
    let args = ["compare", "-f", "lists-nowhere", "--other", b.to_str().unwrap()];
    urispec(args).done().expect(2, "").saying("cannot read lists-nowhere");
    let args = ["compare", "-f", b.to_str().unwrap(), "--other", "lists-nowhere"];
    urispec(args).done().expect(2, "").saying("the lists are not compared");
}

/// What was read before a list ended too early is no part of an answer.
#[test]
fn a_list_that_is_cut_is_not_compared() {
    let lines: String =
        (0..scaled(20_000, 40_000)).map(|number| format!("http://h{number}/\n")).collect();
    let plain = file("lists-plain", &lines);
    let args = ["get", "--keep", "-o", "lists-cut.gz", "-f", plain.to_str().unwrap()];
    urispec(args).done().expect(0, "");
    let packed = plain.with_file_name("lists-cut.gz");
    let bytes = std::fs::read(&packed).unwrap();
    std::fs::write(packed, &bytes[..bytes.len() / 2]).unwrap();
    for args in [
        &["-f", "lists-cut.gz", "--other", "lists-plain"][..],
        &["-f", "lists-plain", "--other", "lists-cut.gz"],
        &["-f", "lists-cut.gz", "--other", "lists-plain", "--count"],
        &["-f", "lists-plain", "-f", "lists-nowhere", "--other", "lists-plain", "--threads", "1"],
    ] {
        let done = urispec([&["compare"], args].concat()).done().expect(2, "");
        assert!(!done.stderr.contains("only in A"), "{}", done.stderr);
        done.saying("cannot read lists-").saying("the lists are not compared");
    }
    let named = "standard input can be read only once: name list A with `-f FILE`";
    for args in [&["--other", "-"][..], &["-f", "-", "--other", "-"]] {
        let done = urispec([&["compare"], args].concat()).stdin("a:b\n").done();
        done.expect(2, "").saying(named);
    }
}

/// On one stream, the messages stand between the rows, where the strings stood.
#[cfg(unix)]
#[test]
fn messages_stand_where_the_strings_stood() {
    // Some hundreds of kilobytes, in few lines or in many.
    let (count, padding) = (scaled(4_000, 40_000), "a".repeat(scaled(120, 0)));
    let lines = (0..count).map(|number| format!("a:{number}\n% {number}{padding}\n"));
    let path = file("unique-order", lines.collect::<String>());
    for threads in ["1", "3"] {
        let both = std::fs::File::create(path.with_file_name("unique-order-out")).unwrap();
        let args =
            ["unique", "--invalid", "report", "--messages", "all", "--threads", threads, "-f"];
        let mut command = std::process::Command::new(super::support::PROGRAM);
        command.args(args).arg(&path).stdout(both.try_clone().unwrap()).stderr(both);
        assert_eq!(command.status().unwrap().code(), Some(1));
        let said = std::fs::read_to_string(path.with_file_name("unique-order-out")).unwrap();
        let name = path.to_str().unwrap();
        let starts = (0..count).flat_map(|number| {
            [format!("a:{number}"), format!("error: {name}:{}: ", 2 * number + 2)]
        });
        // Below a message stands the string, with a mark and what to try.
        let is_first = |line: &&str| !line.starts_with("  ");
        for (line, start) in said.lines().filter(is_first).zip(starts) {
            assert!(line.starts_with(&start), "{line}, and not {start}");
        }
        let counts = match count {
            40_000 => "80,000 read: 40,000 valid, 40,000 invalid; 40,000 different\n",
            _ => "8,000 read: 4,000 valid, 4,000 invalid; 4,000 different\n",
        };
        assert!(said.ends_with(counts), "{count}");
        assert_eq!(said.lines().filter(is_first).count(), 2 * count + 1);
    }
}

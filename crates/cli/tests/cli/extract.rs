//! URIs in text, on the command line.

use serde_json::json;

use super::json::records;
use super::scaled;
use super::support::{file, urispec};

const TEXT: &str = "It is under \"http://a/b\",\nor <URL:ftp://a-\n b/>, or http://c.\n";

#[test]
fn standard_input_is_the_default() {
    let lines = "<stdin>:1: 13..23: http://a/b\n<stdin>:2: 34..46: ftp://a-b/\n\
                 <stdin>:3: 52..60: http://c\n";
    let warning = "warning: <stdin>:2: a hyphen before a line break may not be part of the URI\n";
    let done = urispec(["extract"]).stdin(TEXT).done().expect(0, lines);
    assert_eq!(done.stderr, warning);
    urispec(["extract", "--uris", "-"])
        .stdin(TEXT)
        .done()
        .expect(0, "http://a/b\nftp://a-b/\nhttp://c\n")
        .saying(warning);
}

#[test]
fn files() {
    file("extract-a.txt", "http://a/\n");
    file("extract-b.txt", b"\n\xffhttp://b/\xff");
    urispec(["extract", "extract-a.txt", "extract-b.txt"])
        .done()
        .expect(0, "extract-a.txt:1: 0..9: http://a/\nextract-b.txt:2: 2..11: http://b/\n")
        .quietly();
    urispec(["extract", "missing.txt", "extract-a.txt"])
        .done()
        .expect(2, "extract-a.txt:1: 0..9: http://a/\n")
        .saying("error: cannot read missing.txt: ");
    urispec(["extract", "."]).done().expect(2, "").saying("error: cannot read .: ");
    urispec(["extract", "-", "-"]).done().expect(2, "").saying("can be read only once");
    urispec(["extract", "--uris", "-j"]).done().expect(2, "").saying("cannot be used with");
}

#[test]
fn none_is_no() {
    urispec(["extract"]).stdin("Note: none, not www.w3.org/ even.").done().expect(1, "").quietly();
    urispec(["extract", "--edition", "rfc1738"])
        .stdin("<a:b#c d>")
        .done()
        .expect(0, "<stdin>:1: 1..8: a:b#cd\n");
}

#[test]
fn objects() {
    let found = records(&["extract", "-j"], TEXT);
    assert_eq!(found.len(), 3);
    assert_eq!(
        found[1],
        json!({
            "schema": 1, "edition": "rfc3986", "file": "-", "line": 2, "start": 34, "end": 46,
            "uri": "ftp://a-b/", "delimiter": "angle-brackets", "hyphens": [7],
        })
    );
    assert_eq!(found[2]["delimiter"], "white-space");
    assert_eq!(found[2].get("hyphens"), None);
}

/// Reads one line of 24 MB in 16 MB of memory, or 100 MiB in 40 MB with `URISPEC_LONG`. The limit counts writable memory,
/// since each thread reserves more addresses than it uses.
#[cfg(target_os = "linux")]
#[test]
fn a_large_file_takes_little_memory() {
    use std::process::Command;

    let path = file("extract-large.txt", "<a \"b http://a/b: ".repeat(scaled(5 << 18, 6 << 20)));
    let program = super::support::PROGRAM;
    let limited = format!(
        "ulimit -d {}; exec {program} extract --threads 2 --uris {} | tail -n 1",
        scaled(16_000, 40_000),
        path.display()
    );
    let output = Command::new("sh").args(["-c", &limited]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.stdout, b"http://a/b\n");
    std::fs::remove_file(path).unwrap();
}

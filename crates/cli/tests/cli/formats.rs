//! TSV, CSV, JSON Lines, gzip and zstd, read and written.

use std::fs;
use std::path::Path;

use super::scaled;
use super::support::{Done, file, urispec};

fn get(args: &[&str], stdin: &str) -> Done {
    let args: Vec<_> = ["get"].iter().chain(args).copied().collect();
    urispec(args).stdin(stdin).done()
}

fn there(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The records are those of RFC 4180, 2, rules 5 to 7, with a URI in place of their `ccc`.
#[test]
fn csv() {
    let rows = "\"aaa\",\"b\r\nbb\",//h/a\r\n\"aaa\",\"b\"\"bb\",\"//k,l\"\r\nzzz,yyy,x:";
    get(&["--input", "csv", "--column", "3", "-C", "host,path"], rows).expect(
        0,
        "\"aaa\",\"b\r\nbb\",//h/a,h,/a\n\"aaa\",\"b\"\"bb\",\"//k,l\",\"k,l\",\"\"\nzzz,yyy,x:,,\"\"\n",
    );
    let rows = "id,the url\n1,//h\n2,a b\n3\n";
    let done = get(&["--input", "csv", "--column", "the url", "-C", "host"], rows)
        .expect(1, "id,the url,host\n1,//h,h\n")
        .saying("<stdin>:3: a space is not allowed");
    done.saying("<stdin>:4: the row has 1 column, and the first row 2\n");
    // What would be added to the last row would stand in another column.
    get(&["--input", "csv", "--column", "the url", "-C", "host", "--invalid", "empty"], rows)
        .expect(1, "id,the url,host\n1,//h,h\n2,a b,\n")
        .saying("<stdin>:4: the row has 1 column, and the first row 2\n");
    let asked =
        ["--input", "csv", "--column", "the url", "-C", "host", "--invalid", "empty", "--json"];
    get(&asked, rows).expect(0, "{\"host\":\"h\"}\n{}\n{}\n");
    get(&["--input", "csv", "--column", "1", "-C", "host"], "//h,1\n//k,1,2\n")
        .expect(1, "//h,1,h\n")
        .saying("<stdin>:2: the row has 3 columns, and the first row 2\n");
    get(&["--input", "csv", "--column", "u", "-C", "host"], "u,u\n//h,//k\n")
        .expect(2, "")
        .saying("two columns have the name u: give the number of one");
    get(&["--input", "csv", "--column", "2", "--header", "--keep"], rows)
        .expect(0, "id,the url\n1,//h\n");
    get(&["--input", "csv", "--column", "url", "-C", "host"], rows)
        .expect(2, "")
        .saying("<stdin>: no column has the name url; the columns are id, the url\n");
    get(&["--input", "csv", "--column", "the url", "-C", "id,host"], rows).expect(2, "");
    get(&["--input", "csv", "--column", "a", "-C", "host"], "a,host\n//h,\n")
        .expect(2, "")
        .saying("there is a column host already");
    get(&["--input", "csv", "--column", "a", "--json", "-C", "host"], "a,b\n//h,\n")
        .expect(0, "{\"host\":\"h\"}\n");
    for (rows, said) in [
        ("1,//h\n2,a\"b\n3,//k\n", "cannot read <stdin>: line 2: a quote stands where"),
        ("1,//h\n2,\"a\nb\n", "the record that begins on line 2 has a quote without its other"),
    ] {
        let done = get(&["--input", "csv", "--column", "2", "-C", "host"], rows);
        assert_eq!(done.code, 2);
        done.saying(said);
    }
    get(&["--input", "csv", "-C", "host"], "")
        .expect(2, "")
        .saying("which column has the strings?");
    get(&["--column", "2", "-C", "host"], "").expect(2, "").saying("--column is for");
}

/// Records of many blocks, which are cut at no line end within quotes.
#[test]
fn a_large_csv() {
    let mut rows = String::new();
    let mut expected = String::new();
    for number in 0..30_000 {
        let row = format!("\"a \"\"{number}\"\"\n,\n\",//h{number}");
        rows += &format!("{row}\n");
        expected += &format!("{row},h{number}\n");
    }
    let path = file("formats-large.csv", &rows);
    let path = path.to_str().unwrap();
    let done = get(&["--input", "csv", "--column", "2", "-C", "host", "-f", path], "");
    assert!(done.code == 0 && done.stdout == expected, "{}", done.stderr);
}

#[test]
fn tsv() {
    let rows = "1\t//h\\\n2\t//k\n3\n";
    get(&["--input", "tsv", "--column", "2", "-C", "host"], rows)
        .expect(1, "2\t//k\tk\n")
        .saying("<stdin>:3: the row has 1 column, and the first row 2\n");
    get(&["--input", "tsv", "--column", "3", "-C", "host"], "1\t2\n")
        .expect(1, "")
        .saying("<stdin>:1: the row has 2 columns, and no column 3\n");
    get(&["--input", "tsv", "--column", "u", "-C", "host"], "n\tu\n1\t//h\n")
        .expect(0, "n\tu\thost\n1\t//h\th\n");
    // The columns of several files are the same, and stand above them once.
    let (a, b) = (file("formats-a.tsv", "n\tu\n1\t//h\n"), file("formats-b.tsv", "n\tu\n2\t//k\n"));
    let c = file("formats-c.tsv", "u\tn\n//l\t3\n");
    let args = ["--input", "tsv", "--column", "u", "-C", "host", "-f", a.to_str().unwrap(), "-f"];
    let two = |file: &Path| get(&[&args[..], &[file.to_str().unwrap()]].concat(), "");
    two(&b).expect(0, "n\tu\thost\n1\t//h\th\n2\t//k\tk\n");
    two(&c)
        .expect(2, "n\tu\thost\n1\t//h\th\n")
        .saying("the columns are not those of the first file");
}

#[test]
fn json_lines() {
    let lines = "{\"b\":1.50,\"u\":\"http:\\/\\/h\\/\", \"a\":{\"c\":[ ]} }\n";
    get(&["--input", "jsonl", "--column", "u", "-C", "host,port,path"], lines).expect(
        0,
        "{\"b\":1.50,\"u\":\"http:\\/\\/h\\/\", \"a\":{\"c\":[ ]},\"host\":\"h\",\"path\":\"/\"}\n",
    );
    for (line, said) in [
        ("{\"u\":5}", "the value of u is no string"),
        ("{\"v\":\"a\",\"w\":1}", "the object has no key u; its keys are v, w"),
        ("[]", "no JSON object: invalid type: sequence"),
        ("{\"u\":\"a\"} x", "no JSON object: trailing characters at byte 11"),
        ("{\"u\":\"a\"", "no JSON object: EOF"),
        ("", "no JSON object: EOF"),
        ("{\"host\":\"\",\"u\":\"a\"}", "there is a column host already: --prefix"),
    ] {
        get(&["--input", "jsonl", "--column", "u", "-C", "host"], &format!("{line}\n"))
            .expect(1, "")
            .saying(&format!("<stdin>:1: {said}"));
    }
    let nested = "{\"host\":1,\"req\":{\"url\":\"//h\",\"host\":2}}\n";
    for path in ["req.url", "/req/url"] {
        let args = ["--input", "jsonl", "--column", path, "-C", "path,fragment"];
        get(&args, nested).expect(0, &nested.replace("}}", "},\"path\":\"\"}"));
        let args = ["unique", "--input", "jsonl", "--column", path];
        urispec(args).stdin(&nested.repeat(2)).done().expect(0, nested);
    }
    get(&["--input", "jsonl", "--column", "req.u", "-C", "path"], nested)
        .expect(1, "")
        .saying("the object has no key req.u; its keys are req.url, req.host\n");
    get(
        &["--input", "jsonl", "--column", "u", "--prefix", "u.", "-C", "host"],
        "{\"host\":1,\"u\":\"//h\"}\n",
    )
    .expect(0, "{\"host\":1,\"u\":\"//h\",\"u.host\":\"h\"}\n");
    get(&["--input", "jsonl", "--column", "u", "--tsv", "-C", "host"], "{\"u\":\"//h\"}\n")
        .expect(0, "h\n");
}

#[test]
fn packed_files_are_read_and_written() {
    let lines: String = (0..40_000).map(|number| format!("http://h{number}/\n")).collect();
    let path = file("formats-plain", &lines);
    let path = path.to_str().unwrap();
    for name in ["formats-out", "formats-out.gz", "formats-out.zst"] {
        drop(fs::remove_file(there(name)));
        get(&["--keep", "-f", path, "-o", name], "").expect(0, "").saying("40,000 valid");
        let done = get(&["--keep", "-f", name], "");
        assert!(done.code == 0 && done.stdout == lines, "{name}");
    }
    let first = |name: &str| fs::read(there(name)).unwrap()[..4].to_vec();
    assert_eq!(first("formats-out"), b"http");
    assert_eq!(first("formats-out.gz")[..2], *b"\x1F\x8B");
    assert_eq!(first("formats-out.zst"), b"\x28\xB5\x2F\xFD");
    // A file of no rows is a file all the same.
    for name in ["formats-empty.gz", "formats-empty.zst"] {
        get(&["--keep", "-o", name], "").expect(1, "");
        get(&["--keep", "-f", name], "").expect(1, "").saying("0 read");
    }
}

/// No part of the output takes the place of a file.
#[test]
fn a_file_that_is_cut_leaves_no_output() {
    let lines: String = (0..40_000).map(|number| format!("http://h{number}/\n")).collect();
    let path = file("formats-whole", &lines);
    let before = fs::read_dir(env!("CARGO_TARGET_TMPDIR")).unwrap().count();
    for (ending, what) in [("gz", "gzip"), ("zst", "zstd")] {
        let packed = format!("formats-cut.{ending}");
        get(&["--keep", "-f", path.to_str().unwrap(), "-o", &packed], "").expect(0, "");
        let bytes = fs::read(there(&packed)).unwrap();
        file(&packed, &bytes[..bytes.len() / 2]);
        for command in [&["get", "-C", "host"][..], &["unique"]] {
            file("formats-old", "what was there");
            let args = [command, &["-f", &packed, "-o", "formats-old"]].concat();
            let done = urispec(args).done().expect(2, "");
            done.saying(&format!("cannot read {packed}: the {what} data end too early"))
                .saying("formats-old is not written, since not all of the input could be read");
            assert_eq!(fs::read_to_string(there("formats-old")).unwrap(), "what was there");
        }
        fs::remove_file(there(&packed)).unwrap();
    }
    fs::remove_file(there("formats-old")).unwrap();
    let after = fs::read_dir(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let is_left =
        |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with(".urispec");
    assert!(!after.map(Result::unwrap).any(|entry| is_left(&entry)), "{before}");
    get(&["--keep", "-o", "formats-nowhere/out"], "").expect(2, "").saying("cannot write");
}

/// What is read before a quote that is wrong is not lost, wherever the file is cut into blocks.
#[test]
fn rows_before_a_wrong_quote() {
    for good in [3, 30_000] {
        let rows = "//h/a\n".repeat(good);
        for (wrong, why) in [("x\"y\nz\n", "a quote stands where"), ("\"x\n", "a quote without")] {
            let done =
                get(&["--input", "csv", "--column", "1", "-C", "host"], &(rows.clone() + wrong))
                    .expect(2, &"//h/a,h\n".repeat(good));
            done.saying(why).saying(&format!("line {}", good + 1));
        }
    }
}

#[test]
fn a_header_for_objects_as_rows() {
    let asked = ["--input", "jsonl", "--column", "u", "-C", "host,path", "--header"];
    let row = "{\"u\":\"//h/a\"}\n";
    let csv = [&asked[..], &["--csv"]].concat();
    get(&csv, row).expect(0, "host,path\nh,/a\n");
    get(&asked, row).expect(2, "").saying("--header is for TSV and CSV");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    for name in ["/dev/full", "formats-full.gz", "formats-full.zst"] {
        if name != "/dev/full" {
            drop(fs::remove_file(there(name)));
            std::os::unix::fs::symlink("/dev/full", there(name)).unwrap();
        }
        get(&["--keep", "-o", name], "a:b\n").expect(2, "").saying("No space left on device");
    }
}

/// The first bytes are those of RFC 1952, 2.3.1, and RFC 8878, 3.1.1.
#[test]
fn a_file_that_is_cut_at_its_first_bytes() {
    let cuts = [
        (&b"\x1F"[..], "gzip"),
        (b"\x1F\x8B", "gzip"),
        (b"\x28\xB5", "zstd"),
        (b"\x28\xB5\x2F", "zstd"),
    ];
    for (bytes, what) in cuts {
        file("formats-first", bytes);
        file("formats-first-old", "what was there");
        get(&["--keep", "-f", "formats-first", "-o", "formats-first-old"], "")
            .expect(2, "")
            .saying(&format!(
                "cannot read formats-first: the {what} data end too early: the file is truncated"
            ));
        assert_eq!(fs::read_to_string(there("formats-first-old")).unwrap(), "what was there");
    }
    // A text may be `(` (RFC 3986, 2.2), or have such bytes before others.
    get(&["--keep"], "(").expect(0, "(\n");
    get(&["--keep", "--invalid", "skip"], "\x1F\na:b\n").expect(0, "a:b\n");
}

#[test]
fn a_dash_is_stdout() {
    drop(fs::remove_file(there("-")));
    get(&["-C", "host", "-o", "-"], "//h\n").expect(0, "h\n");
    urispec(["unique", "-o", "-"]).stdin("a:b\nA:b\n").done().expect(0, "a:b\n");
    assert!(!there("-").exists());
}

/// Frames of 1 MiB and one of the rest, wherever the blocks of the input end: 2 of 1.28 MB, and with `URISPEC_LONG` 4 of
/// 3.2 MB.
#[test]
fn threads_change_no_byte_of_what_is_packed() {
    let count = scaled(80_000, 200_000);
    let lines: String = (0..count).map(|number| format!("http://h{number:06}/\n")).collect();
    let path = file("formats-threads", &lines);
    assert_eq!(lines.len(), count * 16);
    for ending in ["gz", "zst"] {
        let packed = ["1", "2", "3"].map(|threads| {
            let name = format!("formats-threads.{ending}");
            let path = path.to_str().unwrap();
            get(&["--keep", "--threads", threads, "-f", path, "-o", &name], "").expect(0, "");
            fs::read(there(&name)).unwrap()
        });
        assert!(packed[0] == packed[1] && packed[0] == packed[2], "{ending}");
        let frames = packed[0].windows(4).filter(|bytes| bytes == b"\x28\xB5\x2F\xFD").count();
        assert_eq!(frames, if ending == "zst" { scaled(2, 4) } else { 0 });
    }
}

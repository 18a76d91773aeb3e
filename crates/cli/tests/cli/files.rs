//! Files that are not plain UTF-8: byte order marks, other encodings, compressed ones, and none.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::support::{file, urispec};

/// "UTF-8 signature", EF BB BF (RFC 3629, 6).
const MARK: &str = "\u{FEFF}";

fn warning(name: &str) -> String {
    format!(
        "warning: {name}: a byte order mark before line 1 is not part of the line, and is skipped\n"
    )
}

fn gzip(text: impl AsRef<[u8]>) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(text.as_ref()).unwrap();
    packed.finish().unwrap()
}

/// Only the first mark is dropped: the second line begins with a character that no URI has.
#[test]
fn a_byte_order_mark_is_left_out_once() {
    let text = format!("{MARK}a:b c\n{MARK}d:e\n");
    file("marked.txt", &text);
    for (args, name) in
        [(["check", "-f", "marked.txt"], "marked.txt"), (["check", "-f", "-"], "<stdin>")]
    {
        let done = urispec(args).stdin(&text).done();
        let lines: Vec<_> = done.stdout.lines().collect();
        assert!(lines[0].starts_with(&format!("{name}:1: ")), "{lines:?}");
        // The space is byte 3 of `a:b c`, and the mark byte 0 of the second line.
        assert!(lines[0].contains("at byte 3 ") && lines[1].contains("at byte 0 "), "{lines:?}");
        assert_eq!(done.stderr, warning(name) + "2 checked: 0 valid, 2 invalid\n");
    }
    urispec(["normalize", "-f", "marked.txt"]).done().expect(1, "").saying("  a:b c\n     ^\n");
    // A mark in an argument is a character like others.
    urispec(["check", &format!("{MARK}a:b")]).done().saying("");
    urispec(["check", "-q", &format!("{MARK}a:b")]).done().expect(1, "").quietly();
    urispec(["check", "-q"]).stdin(format!("{MARK}a:b")).done().expect(0, "").quietly();
    urispec(["check", "-c"]).stdin(MARK).done().expect(0, "0 checked: 0 valid, 0 invalid\n");
}

/// The spans are those of the text without the mark: `<a:b>` begins at its byte 0.
#[test]
fn a_byte_order_mark_of_a_text() {
    let done = urispec(["extract"]).stdin(format!("{MARK}<mailto:a@b>")).done();
    assert_eq!(done.stderr, warning("<stdin>"));
    done.expect(0, "<stdin>:1: 1..11: mailto:a@b\n");
}

#[test]
fn a_byte_order_mark_of_a_grammar() {
    let bnf = file("marked.abnf", format!("{MARK}a = \"x\"\n"));
    let pest = file("marked.pest", "a = { ^\"x\" }\n");
    let args = ["audit", "--bnf", bnf.to_str().unwrap(), "--pest", pest.to_str().unwrap()];
    urispec(args).done().saying("a byte order mark before line 1").expect(
        0,
        &urispec(["audit", "--bnf", &plain(&bnf), "--pest", pest.to_str().unwrap()])
            .done()
            .stdout
            .replace("plain.abnf", "marked.abnf"),
    );
}

/// A copy of a grammar without its byte order mark.
fn plain(bnf: &std::path::Path) -> String {
    let text = std::fs::read_to_string(bnf).unwrap();
    let path = file("plain.abnf", text.trim_start_matches(MARK));
    path.to_string_lossy().into_owned()
}

#[test]
fn other_encodings_and_compressions_are_named() {
    for (name, bytes, what, how) in [
        ("le.txt", &b"\xFF\xFEa\0:\0"[..], "UTF-16", "iconv -f UTF-16 -t UTF-8 le.txt"),
        ("be.txt", b"\xFE\xFF\0a\0:", "UTF-16", "iconv -f UTF-16 -t UTF-8 be.txt"),
        ("le32.txt", b"\xFF\xFE\0\0a\0\0\0", "UTF-32", "iconv -f UTF-32 -t UTF-8 le32.txt"),
        ("a.xz", b"\xFD7zXZ\0\0", "xz", "xz -dc a.xz"),
        ("a.bz2", b"BZh61AY&SY\x01", "bzip2", "bzip2 -dc a.bz2"),
        ("a.zip", b"PK\x03\x04\x14", "a zip archive", "unzip -p a.zip"),
    ] {
        file(name, bytes);
        for args in [&["check", "-f", name][..], &["normalize", "-f", name], &["extract", name]] {
            let done = urispec(args).done().expect(2, "");
            let said = format!("error: cannot read {name}: the file is ");
            assert!(
                done.stderr.starts_with(&said) && done.stderr.contains(what),
                "{}",
                done.stderr
            );
            assert!(done.stderr.contains(&format!("with `{how}`, ")), "{}", done.stderr);
            assert_eq!(done.stderr.lines().count(), 1, "{}", done.stderr);
        }
        urispec(["check"]).stdin(bytes).done().expect(2, "").saying("cannot read <stdin>: ");
    }
    // What only begins as such a file is a line.
    urispec(["normalize"]).stdin("BZh9\nPK\n(\n").done().expect(0, "BZh9\nPK\n(\n");
}

/// Known by its first bytes, in files and pipes; the second member follows the first.
#[test]
fn gzip_is_unpacked() {
    let packed = [gzip("A:b\n%\n"), gzip("C:d\n")].concat();
    file("packed", &packed);
    for name in ["packed", "-"] {
        let run = |command: &str| urispec([command, "-f", name]).stdin(&packed).done();
        run("normalize").expect(1, "a:b\nc:d\n").saying(":2: ");
        run("check").saying("3 checked: 2 valid, 1 invalid\n");
    }
    let text = gzip(format!("{MARK}<a:b>"));
    urispec(["extract"])
        .stdin(text)
        .done()
        .expect(0, "<stdin>:1: 1..4: a:b\n")
        .saying("byte order");
    // More than is read at a time, on all cores.
    let many = "http://h/a\n".repeat(300_000) + "%\n";
    let done = urispec(["check"]).stdin(gzip(&many)).done();
    assert!(done.stdout.starts_with("<stdin>:300001: "), "{}", done.stdout);
    assert_eq!(done.stderr, "300,001 checked: 300,000 valid, 1 invalid\n");
}

/// "after what could be read": the whole lines before the end are answered.
#[test]
fn gzip_that_is_truncated_or_damaged_is_trouble() {
    let lines: String = (0..20_000)
        .map(|number: u32| format!("a:{}\n", number.wrapping_mul(2_654_435_761)))
        .collect();
    let packed = gzip(&lines);
    for cut in [packed.len() - 1, packed.len() - 4, packed.len() / 2, 5, 2] {
        let done = urispec(["normalize"]).stdin(&packed[..cut]).done();
        assert_eq!(done.code, 2, "{cut}");
        assert!(
            lines.starts_with(&done.stdout)
                && (done.stdout.is_empty() || done.stdout.ends_with('\n'))
        );
        assert!(done.stdout.len() * 3 > lines.len() || cut < 10, "{cut}: {}", done.stdout.len());
        let why =
            "error: cannot read <stdin>: the gzip data end too early: the file is truncated\n";
        assert_eq!(done.stderr, why, "{cut}");
    }
    let mut damaged = packed.clone();
    let end = damaged.len() - 8;
    // The checksum.
    damaged[end] ^= 1;
    urispec(["check", "-c"])
        .stdin(&damaged)
        .done()
        .expect(2, "20,000 checked: 20,000 valid, 0 invalid\n")
        .saying("error: cannot read <stdin>: the gzip data are damaged: ");
    // Another method than deflate, and what follows the last member.
    urispec(["normalize"])
        .stdin(b"\x1F\x8B\x07\0\0\0\0\0\0\0")
        .done()
        .expect(2, "")
        .saying("damaged");
    let trailed = [gzip("a:b\n"), b"no member follows".to_vec()].concat();
    urispec(["normalize"])
        .stdin(trailed)
        .done()
        .expect(2, "a:b\n")
        .saying("after the gzip data there are bytes that are no gzip data");
}

/// What stands after a whole member is no part of it: one byte, or more than a header has.
#[test]
fn what_follows_gzip() {
    let said = "error: cannot read <stdin>: after the gzip data there are bytes that are no gzip \
                data\n";
    for after in [&b"x"[..], b"xy", b"\x1Fx", b"\0\0x", &[b'x'; 100_000]] {
        let done = urispec(["normalize"]).stdin([&gzip("a:b\n"), after].concat()).done();
        assert_eq!(done.expect(2, "a:b\n").stderr, said);
    }
    // Zeros fill a block of a tape.
    for zeros in [1, 2, 511, 70_000] {
        let padded = [gzip("a:b\n"), gzip(""), vec![0; zeros]].concat();
        urispec(["normalize"]).stdin(padded).done().expect(0, "a:b\n").quietly();
    }
    let cut = [gzip("a:b\n"), vec![0x1F]].concat();
    urispec(["normalize"]).stdin(cut).done().expect(2, "a:b\n").saying("truncated");
    // As many members as there are, none of which holds anything.
    let members = gzip("").repeat(20_000);
    urispec(["normalize"]).stdin([members, gzip("a:b")].concat()).done().expect(0, "a:b\n");
}

/// Commands to try do with a file what they are tried for.
#[test]
fn commands_to_try_fit_the_file() {
    let packed = gzip(b"\xFF\xFEa\0:\0");
    for (name, word) in [("le.gz", "le.gz"), ("-le.gz", "./-le.gz")] {
        file(name, &packed);
        let done = urispec(["check", &format!("--file={name}")]).done().expect(2, "");
        done.saying(&format!("with `gzip -dc {word} | iconv -f UTF-16 -t UTF-8`"));
    }
    let done = urispec(["check"]).stdin(&packed).done().expect(2, "");
    done.saying("with `gzip -dc | iconv -f UTF-16 -t UTF-8`");
    file("packed-a.gz", gzip("a:b\n"));
    file("-plain", "a:b\n");
    urispec(["compare", "--", "packed-a.gz", "-plain"])
        .done()
        .expect(1, "none\n")
        .saying("their lines: paste <(gzip -dc packed-a.gz) ./-plain | urispec compare -f -\n");
}

/// Nothing was checked, and nothing is counted.
#[test]
fn a_file_that_cannot_be_opened_is_not_counted() {
    file("counted.txt", "a:b\n");
    for more in [&[][..], &["--count"]] {
        for command in ["check", "lint", "editions", "parse", "normalize"] {
            let args = [&[command, "-f", "missing-file"], more].concat();
            let done = urispec(&args).done().expect(2, "");
            assert_eq!(done.stderr.lines().count(), 1, "{}", done.stderr);
            assert!(
                done.stderr.starts_with("error: cannot read missing-file: "),
                "{}",
                done.stderr
            );
        }
    }
    urispec(["extract", "--count", "missing-file"]).done().expect(2, "").saying("cannot read");
    urispec(["check", "-f", "missing-file", "-f", "counted.txt", "-c"])
        .done()
        .expect(2, "1 checked: 1 valid, 0 invalid\n")
        .saying("error: cannot read missing-file: ");
    urispec(["check", "a", "-f", "missing-file", "-c"])
        .done()
        .expect(2, "1 checked: 1 valid, 0 invalid\n");
}

/// Their names were compared, which nobody means who gives the names of two files.
#[test]
fn two_names_of_files_are_compared_as_names() {
    for name in ["list-a", "list-b"] {
        file(name, "a:b\n");
    }
    let note = "note: list-a and list-b are files, and their names were compared; to compare their \
                lines: paste list-a list-b | urispec compare -f -\n";
    let done = urispec(["compare", "list-a", "list-b"]).done();
    assert!(done.stderr.ends_with(note), "{}", done.stderr);
    done.expect(1, "none\n");
    let done = urispec(["compare", "list-a", "list-c"]).done().expect(1, "none\n");
    assert!(!done.stderr.contains("paste"), "{}", done.stderr);
    file("list a", "a:b\n");
    urispec(["compare", "list a", "list-a"]).done().saying("paste 'list a' list-a |");
    urispec(["compare", "--quiet", "list-a", "list-b"]).done().expect(1, "").quietly();
}

//! Nothing that is read has an effect on a terminal: not arguments, files, grammars, nor their names.

use std::path::Path;

use super::json::records;
use super::support::{Run, file, urispec};

/// What a terminal or a reader obeys: C0, DEL, C1, what turns text around, hides or divides it.
const HOSTILE: &str = "\x1b[31m\x1b[2J\x07\r\t\x7f\u{85}\u{9b}31m\u{61c}\u{200b}\u{200e}\u{2028}\
                       \u{202e}\u{2060}\u{2066}\u{feff}\u{fdd0}\nforged: line";

/// Line ends and graphic characters; with colours their codes too, and no other.
#[track_caller]
fn is_harmless(run: Run, about: &str) {
    let done = run.done();
    for stream in [&done.stdout, &done.stderr] {
        let mut pieces = stream.split("\x1b[");
        let first = pieces.next().unwrap_or_default().to_owned();
        let plain = pieces.fold(first, |plain, piece| {
            let Some((code, text)) = piece.split_once('m') else { panic!("{about}: {piece:?}") };
            assert!(code.bytes().all(|byte| byte.is_ascii_digit() || byte == b';'), "{about}");
            plain + text
        });
        let is_harmless = |c: char| {
            let is_hidden = matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fdd0}'..='\u{fdef}');
            c == '\n' || !(c.is_control() || is_hidden)
        };
        let found = plain.chars().find(|&c| !is_harmless(c));
        assert_eq!(found, None, "{about}: {stream:?}");
        assert!(!plain.lines().any(|line| line.starts_with("forged")), "{about}: {stream:?}");
    }
}

/// As text and as JSON, with and without colours. Without, there is no code at all.
#[track_caller]
fn all_ways(args: &[&str]) {
    let about = args.join(" ");
    for more in [&[][..], &["--json"], &["--color", "always"], &["--color", "never"]] {
        // `--` ends the options.
        let (before, after) = match args.iter().position(|arg| *arg == "--") {
            Some(at) => args.split_at(at),
            None => args.split_at(args.len()),
        };
        let run = || urispec(before.iter().chain(more).chain(after));
        is_harmless(run(), &about);
        if more != ["--color", "always"] {
            let done = run().done();
            assert!(!(done.stdout + &done.stderr).contains('\x1b'), "{about}");
        }
    }
}

#[test]
fn arguments() {
    let near = format!("http://h/{HOSTILE}");
    let inside = format!("http://u:{HOSTILE}@h{HOSTILE}:80");
    for text in [HOSTILE, &near, &inside] {
        for command in ["parse", "check", "normalize", "editions", "differ", "lint"] {
            all_ways(&[command, "--", text]);
        }
        all_ways(&["check", "-v", text]);
        all_ways(&["resolve", "--trace", "-b", "http://a/", text]);
        all_ways(&["resolve", "-b", text, "a"]);
        all_ways(&["relativize", "-b", "http://a/", text]);
        all_ways(&["relativize", "-b", text, "http://a/"]);
        all_ways(&["normalize", "--redirect", text, text, "a"]);
        all_ways(&["compare", text, "a"]);
        all_ways(&["editions", "--base", text, "a"]);
        all_ways(&["differ", "--base", text, "a"]);
        all_ways(&["differ", "--canonical", "--base", "http://a/", text]);
        all_ways(&["differ", "--with", text, "a"]);
        all_ways(&["differ", "--peer", text, "a"]);
        all_ways(&["lint", "--short", text]);
        all_ways(&["lint", "--short", "--pack", "all", text]);
    }
}

/// Errors of usage repeat what was not understood.
#[test]
fn wrong_arguments() {
    for args in [
        &["{}"][..],
        &["--{}"],
        &["--color", "{}", "check", "a"],
        &["help", "{}"],
        &["parse", "--{}", "a"],
        &["parse", "--rule", "{}", "a"],
        &["check", "--edition", "{}", "a"],
        &["check", "--rule={}", "a"],
        &["check", "--count={}", "a"],
        &["resolve", "--above-root", "{}", "a"],
        &["normalize", "--to", "{}", "a"],
        &["compare", "a", "b", "{}"],
        &["editions", "--only", "{}", "a"],
        &["diff", "{}", "rfc3986"],
        &["diff", "rfc2396", "rfc3986", "--rule", "{}"],
        &["lint", "--deny", "{}", "a"],
        &["lint", "--deny", "note", "--ignore", "note{}", "a"],
        &["extract", "{}"],
        &["audit", "{}"],
        &["audit", "--bnf", "{}", "--pest", "{}"],
        &["audit", "--bnf", "{}.abnf", "--pest", "{}"],
        &["explain", "{}"],
        &["explain", "--edition", "rfc1738", "{}"],
        &["testgen", "--rule", "{}"],
        &["testgen", "--extra", "{}"],
        &["testgen", "--rule", "DIGIT", "-o", "no-such-folder/{}"],
        &["conform", "--with", "{}"],
        &["conform", "--rule", "{}", "--", "sh"],
        &["conform", "--timeout", "{}", "--", "sh"],
        &["conform", "--rule", "port", "--", "{}"],
        &["conform", "--rule", "port", "--", "sh", "-c", "echo '{}'"],
        &["conform", "--rule", "port", "--", "sh", "-c", "echo '{}' >&2"],
        &["sample", "--rule", "{}"],
        &["sample", "-n", "{}"],
        &["completions", "{}"],
    ] {
        let args: Vec<_> = args.iter().map(|arg| arg.replace("{}", HOSTILE)).collect();
        all_ways(&args.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

#[test]
fn arguments_that_are_not_utf8() {
    #[cfg(unix)]
    {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let bytes = OsStr::from_bytes(b"\x1b[31m\xff\x9b\xe2\x80");
        for args in [&["parse"][..], &["parse", "--rule"], &["--color"], &[], &["extract"]] {
            let args = args.iter().map(OsStr::new).chain([bytes]);
            is_harmless(urispec(args), "not UTF-8");
        }
    }
}

/// A file with a hostile name: lines with hostile bytes, some of which are not UTF-8.
fn hostile_file(name: &str, content: &[u8]) -> String {
    let path = file(&format!("{}{name}", HOSTILE.replace('\n', "")), content);
    path.to_string_lossy().into_owned()
}

#[test]
fn files() {
    let mut lines =
        format!("http://h/\n{HOSTILE}\nhttp://u:{HOSTILE}@h/\na\tb{HOSTILE}\n").into_bytes();
    lines.extend(b"http://h/ \x9b\xff <http://h/a-\n b>\n\x1b[31m\n");
    let path = hostile_file("lines", &lines);
    for command in
        ["parse", "check", "normalize", "compare", "resolve", "editions", "differ", "lint"]
    {
        all_ways(&[command, "-f", &path]);
    }
    all_ways(&["resolve", "-b", "http://a/", "-f", &path]);
    all_ways(&["relativize", "-b", "http://a/", "-f", &path]);
    all_ways(&["editions", "--tally", "-f", &path]);
    all_ways(&["differ", "--verbose", "-f", &path]);
    all_ways(&["differ", "--host-allow-file", &path, "a"]);
    all_ways(&["extract", &path]);
    all_ways(&["extract", &path, &format!("{path}-missing")]);
    let suite = hostile_file("suite", b"");
    all_ways(&["testgen", "--rule", "DIGIT", "-o", &suite]);
    assert!(!Path::new(&suite).metadata().unwrap().is_dir());
}

#[test]
fn grammars() {
    let good = hostile_file("good.abnf", b"a = \"x\"\n");
    for (number, printed) in [
        format!("a = <{HOSTILE}>\n"),
        format!("a = \"x\" ; {HOSTILE}\nb = <prose {HOSTILE}> / a\n"),
        format!("a = \"{HOSTILE}\"\n"),
        format!("{HOSTILE}\na = \"x\"\n"),
        format!("a{HOSTILE} = \"x\"\n"),
        "a = %x1b \"[31m\" / %xc2 %x9b\n".to_owned(),
    ]
    .iter()
    .enumerate()
    {
        let bnf = hostile_file(&format!("{number}.abnf"), printed.as_bytes());
        for (other, pest) in [
            "a = { \"x\" }\n".to_owned(),
            "a = { PUSH(\"\x1b[2J\u{202e}\u{9b}\") }\n".to_owned(),
            format!("a = {{ \"{HOSTILE}\" }}\n"),
            format!("a = {{ \"x\" }} {HOSTILE}\n"),
            format!(
                "// {HOSTILE}\na = {{ \"y\" | \"\\u{{1b}}\" | \"\\x1b\" | '\\0'..'\u{9f}' }}\n"
            ),
            format!("{HOSTILE} = {{ a }}\n"),
        ]
        .iter()
        .enumerate()
        {
            let pest = hostile_file(&format!("{other}.pest"), pest.as_bytes());
            for notation in ["abnf", "bnf", "rfc1630"] {
                let args = ["audit", "--bnf", &bnf, "--pest", &pest, "--notation", notation];
                is_harmless(urispec(args), &format!("{number} {other} {notation}"));
            }
            all_ways(&["audit", "--bnf", &bnf, "--pest", &pest, "--rule", HOSTILE]);
            all_ways(&["audit", "--bnf", &good, "--pest", &pest, "--readings", &bnf]);
        }
    }
}

/// JSON is data: what was escaped is read back.
#[test]
fn json_is_whole() {
    let text = format!("{HOSTILE}é e\u{301} 語 \u{1F600} \u{e0001}");
    for command in ["check", "parse", "normalize", "lint", "editions", "differ"] {
        let record = &records(&[command, "--json", &text], "")[0];
        assert_eq!(record["input"], text, "{command}");
    }
}

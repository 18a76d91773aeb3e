//! Input cannot control the terminal: neither arguments, files and grammars, nor their names.

use std::path::Path;

use super::scaled;
use super::support::{Done, file, records, urispec};

/// Characters that control a terminal or a reader: C0, DEL, C1, and those that reverse, hide or split text.
const HOSTILE: &str = "\x1b[31m\x1b[2J\x07\r\t\x7f\u{85}\u{9b}31m\u{61c}\u{200b}\u{200e}\u{2028}\
                       \u{202e}\u{2060}\u{2066}\u{feff}\u{fdd0}\nforged: line";

/// Checks that an output has only line ends and graphic characters, plus the codes of its colors.
#[track_caller]
fn is_harmless(done: &Done, about: &str) {
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

/// Runs each call with JSON and as text. Text alternates between `--color` always, never and unset, or
/// uses all three with `URISPEC_LONG`. Output without colors has no escape codes.
#[track_caller]
fn all_ways<'a>(calls: impl IntoIterator<Item = Vec<&'a str>>) {
    const TEXT: [&[&str]; 3] = [&["--color", "always"], &["--color", "never"], &[]];
    for (number, args) in calls.into_iter().enumerate() {
        let about = args.join(" ");
        let text = TEXT.iter().cycle().skip(number).take(scaled(1, TEXT.len()));
        for more in text.copied().chain([&["--json"][..]]) {
            // `--` ends the options.
            let end = args.iter().position(|arg| *arg == "--").unwrap_or(args.len());
            let (before, after) = args.split_at(end);
            let done = urispec(before.iter().chain(more).chain(after)).done();
            is_harmless(&done, &about);
            if more != TEXT[0] {
                assert!(!(done.stdout + &done.stderr).contains('\x1b'), "{about}");
            }
        }
    }
}

/// The commands that take one string, each with one of three in turn; with `URISPEC_LONG` with all three.
#[test]
fn arguments() {
    let near = format!("http://h/{HOSTILE}");
    let inside = format!("http://u:{HOSTILE}@h{HOSTILE}:80");
    let texts = [HOSTILE, &near, &inside];
    let commands = ["parse", "check", "normalize", "editions", "differ", "lint"];
    all_ways(commands.map(|command| [&[command, "--"], &texts[..]].concat()));
    all_ways([[&["check", "-v"], &texts[..]].concat()]);
    all_ways(
        [&["lint", "--short"][..], &["lint", "--short", "--pack", "all"]]
            .map(|args| [args, &texts[..]].concat()),
    );
    let calls = [
        &["resolve", "--trace", "-b", "http://a/", "{}"][..],
        &["resolve", "-b", "{}", "a"],
        &["relativize", "-b", "http://a/", "{}"],
        &["relativize", "-b", "{}", "http://a/"],
        &["normalize", "--redirect", "{}", "{}", "a"],
        &["compare", "{}", "a"],
        &["editions", "--base", "{}", "a"],
        &["differ", "--base", "{}", "a"],
        &["differ", "--canonical", "--base", "http://a/", "{}"],
        &["differ", "--with", "{}", "a"],
        &["differ", "--peer", "{}", "a"],
    ];
    let with = |args: &[&'static str], text| {
        args.iter().map(|&arg| if arg == "{}" { text } else { arg }).collect::<Vec<&str>>()
    };
    all_ways(calls.iter().enumerate().flat_map(|(number, args)| {
        let some = texts.into_iter().cycle().skip(number).take(scaled(1, texts.len()));
        some.map(move |text| with(args, text))
    }));
}

/// Usage errors repeat the invalid argument.
#[test]
fn wrong_arguments() {
    let calls = [
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
        &["explain", "--edition", "rfc3061", "{}"],
        &["explain", "{}", "--edition", "rfc6694"],
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
    ];
    let with = |args: &&[&str]| args.iter().map(|arg| arg.replace("{}", HOSTILE)).collect();
    let calls: Vec<Vec<String>> = calls.iter().map(with).collect();
    all_ways(calls.iter().map(|args| args.iter().map(String::as_str).collect()));
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
            is_harmless(&urispec(args).done(), "not UTF-8");
        }
    }
}

/// Creates a file with a hostile name and lines with hostile bytes, some of which are not UTF-8.
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
    let commands =
        ["parse", "check", "normalize", "compare", "resolve", "editions", "differ", "lint"];
    all_ways(commands.map(|command| vec![command, "-f", &path]));
    let (missing, suite) = (format!("{path}-missing"), hostile_file("suite", b""));
    all_ways([
        vec!["resolve", "-b", "http://a/", "-f", &path],
        vec!["relativize", "-b", "http://a/", "-f", &path],
        vec!["editions", "--tally", "-f", &path],
        vec!["differ", "--verbose", "-f", &path],
        vec!["differ", "--host-allow-file", &path, "a"],
        vec!["extract", &path],
        vec!["extract", &path, &missing],
        vec!["testgen", "--rule", "DIGIT", "-o", &suite],
    ]);
    assert!(!Path::new(&suite).metadata().unwrap().is_dir());
}

#[test]
fn grammars() {
    let good = hostile_file("good.abnf", b"a = \"x\"\n");
    let printed = [
        "a = <{}>\n",
        "a = \"x\" ; {}\nb = <prose {}> / a\n",
        "a = \"{}\"\n",
        "{}\na = \"x\"\n",
        "a{} = \"x\"\n",
        "a = %x1b \"[31m\" / %xc2 %x9b\n",
    ];
    let pests = [
        "a = { \"x\" }\n",
        "a = { PUSH(\"\x1b[2J\u{202e}\u{9b}\") }\n",
        "a = { \"{}\" }\n",
        "a = { \"x\" } {}\n",
        "// {}\na = { \"y\" | \"\\u{1b}\" | \"\\x1b\" | '\\0'..'\u{9f}' }\n",
        "{} = { a }\n",
    ];
    let written = |ending: &str, texts: [&str; 6]| {
        let mut number = 0;
        texts.map(|text| {
            number += 1;
            hostile_file(&format!("{number}.{ending}"), text.replace("{}", HOSTILE).as_bytes())
        })
    };
    let (printed, pests) = (written("abnf", printed), written("pest", pests));
    let pairs = printed
        .iter()
        .enumerate()
        .flat_map(|one| pests.iter().enumerate().map(move |other| (one, other)));
    // The second of the good files is readable, and the first of the others.
    let pairs = pairs.filter(|&((one, _), (other, _))| one == 1 || other == 0 || scaled(0, 1) == 1);
    let pairs: Vec<_> = pairs.collect();
    let notations = ["abnf", "bnf", "rfc1630"];
    for (number, ((_, bnf), (_, pest))) in pairs.iter().enumerate() {
        for notation in notations.iter().cycle().skip(number).take(scaled(1, notations.len())) {
            let args = ["audit", "--bnf", bnf, "--pest", pest, "--notation", notation];
            is_harmless(&urispec(args).done(), &args.join(" "));
        }
    }
    all_ways(pairs.iter().flat_map(|&((_, bnf), (_, pest))| {
        [
            vec!["audit", "--bnf", bnf, "--pest", pest, "--rule", HOSTILE],
            vec!["audit", "--bnf", &good, "--pest", pest, "--readings", bnf],
        ]
    }));
}

/// JSON is data: escapes decode to the original.
#[test]
fn json_is_whole() {
    let text = format!("{HOSTILE}é e\u{301} 語 \u{1F600} \u{e0001}");
    for command in ["check", "parse", "normalize", "lint", "editions", "differ"] {
        let record = &records(&[command, "--json", &text], "")[0];
        assert_eq!(record["input"], text, "{command}");
    }
}

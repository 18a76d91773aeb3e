//! The output is the same, and in the order of the file, for any number of threads.

use std::process::{Command, Stdio};

use super::scaled;
use super::support::{PROGRAM, file, urispec};

/// Returns a file of several blocks: valid lines, lines with warnings, invalid lines, empty lines, lines
/// that are not UTF-8, and an unterminated last line. Most bytes are in the lines that are not UTF-8,
/// which are fast; with `URISPEC_LONG`, in the others.
fn lines() -> Vec<u8> {
    let mut text = Vec::new();
    for number in 0_usize.. {
        let path = "a/%7e/../".repeat(number % scaled(7, 40));
        let line: &[u8] = match number % 23 {
            3 => b"%zz",
            7 => b"",
            11 => b"\xC3http://h/",
            13 => b"http://u:p@0x7f.1/\xE2\x80\xAE",
            17 => b"mailto:u@h",
            19 => b"http://1.2.3.256/%7ea",
            _ => b"HTTP://h:80/b",
        };
        text.extend_from_slice(line);
        text.extend_from_slice(format!("{path}{number}").as_bytes());
        if number % 23 == 11 {
            text.extend(b"a".repeat(scaled(16 * 1024, 0)));
        }
        if text.len() > scaled(400, 600) * 1024 {
            return text;
        }
        text.extend_from_slice(if number % 5 == 0 { b"\r\n" } else { b"\n" });
    }
    text
}

/// Returns the same lines as pairs, sometimes without a tab.
fn pairs() -> Vec<u8> {
    let text = lines();
    let lines = text.split(|&byte| byte == b'\n').enumerate();
    let pairs = lines.map(|(number, line)| match number % 29 {
        5 => [line, b"\n"].concat(),
        _ => [b"http://h/b/c\t", line, b"\n"].concat(),
    });
    pairs.collect::<Vec<_>>().concat()
}

/// Runs the program with both streams in one pipe, like a shell that redirects both to the same place.
fn both(arguments: &[&str], threads: &str) -> (Option<i32>, Vec<u8>) {
    let script = format!("exec \"$0\" \"$@\" --threads {threads} 2>&1");
    let mut shell = Command::new("sh");
    let shell = shell.args(["-c", &script, PROGRAM]).args(arguments);
    let output = shell.current_dir(env!("CARGO_TARGET_TMPDIR")).output().unwrap();
    (output.status.code(), output.stdout)
}

#[cfg(unix)]
#[test]
fn the_order_is_that_of_the_file() {
    file("cores.txt", lines());
    file("cores.tsv", pairs());
    let on_lines = [
        &["check"][..],
        &["check", "--json"],
        &["parse"],
        &["normalize"],
        &["normalize", "--trace", "--base", "http://b/"],
        &["resolve", "--base", "http://b/c"],
        &["resolve", "--base", "http://b/c", "--trace"],
        &["relativize", "--base", "http://h/"],
        &["lint"],
        &["lint", "--json", "--pack", "all"],
        &["editions"],
        &["editions", "--tally"],
        &["differ"],
    ];
    let on_pairs = [&["compare"][..], &["resolve", "--json"], &["relativize"]];
    let named = |args: &[&'static str], name| [args, &["-f", name]].concat();
    let runs = on_lines.iter().map(|args| named(args, "cores.txt"));
    let runs = runs.chain(on_pairs.iter().map(|args| named(args, "cores.tsv")));
    for args in runs.chain([vec!["extract", "cores.txt"]]) {
        let (one, four) = (both(&args, "1"), both(&args, "4"));
        assert_eq!(one.0, four.0, "{args:?}");
        assert!(!one.1.is_empty() && one.1 == four.1, "{args:?}");
    }
}

/// If a file ends in the middle of a line or of its compressed data, everything before is answered in order,
/// and the exit code reports the loss.
#[cfg(unix)]
#[test]
fn what_is_lost_is_said() {
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    let mut number = 1_u64;
    let lines: String = std::iter::repeat_with(|| {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        format!("a:{number}\n")
    })
    .take(60_000)
    .collect();
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(lines.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    file("cores-cut.gz", &packed[..packed.len() * 2 / 3]);
    for threads in ["1", "4"] {
        let args = ["normalize", "--threads", threads, "-f", "cores-cut.gz"];
        let done = urispec(args).done();
        assert_eq!(done.code, 2);
        let said = " data: the file is truncated\n";
        assert!(done.stderr.ends_with(said), "{}", done.stderr);
        assert!(lines.starts_with(&done.stdout) && done.stdout.ends_with('\n'));
        assert!(done.stdout.len() > lines.len() / 2, "{}", done.stdout.len());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_is_trouble() {
    file("cores-full.txt", "http://h/a/b/c\n".repeat(scaled(20_000, 60_000)));
    for command in ["parse", "normalize", "editions"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut run = Command::new(PROGRAM);
        let run = run.args([command, "--json", "--threads", "4", "-f", "cores-full.txt"]);
        let run = run.current_dir(env!("CARGO_TARGET_TMPDIR")).stdout(full);
        let output = run.stderr(Stdio::piped()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        // The editions agree on every line, so there is no output.
        let code = if command == "editions" { 0 } else { 2 };
        assert_eq!(output.status.code(), Some(code), "{command}: {said}");
        assert_eq!(code == 2, said.starts_with("error: cannot write the output: "), "{said}");
    }
}

/// If both streams go to one place, messages appear between the rows, in the place of their strings.
#[cfg(unix)]
#[test]
fn messages_stand_where_the_strings_stood() {
    // Some hundreds of kilobytes, in few or many lines.
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
            [format!("a:{number}"), format!("error: {name}:{}:1: ", 2 * number + 2)]
        });
        // A message is followed by the string, with a caret and a suggestion.
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

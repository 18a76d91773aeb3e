//! Output that only a terminal gets: a progress bar, shortened strings, and advice instead of waiting.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use super::scaled;
use super::support::{PROGRAM, VARIABLES, file, urispec};

/// Returns both ends of a terminal: the emulator's and the program's.
fn terminal() -> (File, File) {
    let shows = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&shows).unwrap();
    unlockpt(&shows).unwrap();
    let name = ptsname(&shows, Vec::new()).unwrap();
    let flags = OFlags::RDWR | OFlags::NOCTTY;
    let has = rustix::fs::open(name.as_c_str(), flags, Mode::empty()).unwrap();
    tcsetwinsize(&has, Winsize { ws_row: 24, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    (shows.into(), has.into())
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(args).current_dir(env!("CARGO_TARGET_TMPDIR")).env("TERM", "xterm");
    for variable in VARIABLES {
        command.env_remove(variable);
    }
    command
}

/// Returns everything shown until the program has ended.
fn shown(mut terminal: File) -> String {
    let (mut all, mut buffer) = (Vec::new(), [0; 4096]);
    // Reading fails once the other end is closed.
    while let Ok(read @ 1..) = terminal.read(&mut buffer) {
        all.extend_from_slice(&buffer[..read]);
    }
    String::from_utf8_lossy(&all).into_owned()
}

/// A program that silently waits for a terminal seems to hang.
#[test]
fn a_terminal_is_not_read_unless_asked_for() {
    for name in [
        "parse",
        "check",
        "resolve",
        "relativize",
        "normalize",
        "compare",
        "editions",
        "lint",
        "extract",
    ] {
        let (_shows, has) = terminal();
        let done = command(&[name]).stdin(has).output().unwrap();
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!((done.status.code(), &*done.stdout), (Some(2), &b""[..]), "{name}: {said}");
        assert!(said.starts_with("error: no input: give "), "{name}: {said}");
        let stdin = if name == "extract" { "`-`" } else { "`-f -`" };
        assert!(said.contains(&format!("or {stdin} to read from the terminal")), "{name}: {said}");
    }
}

/// Every command that reads a list, with lines that arrive slowly enough for a bar.
#[test]
fn there_is_a_bar_while_lists_are_read() {
    let commands = [
        &["parse"][..],
        &["check"],
        &["resolve", "-b", "a:b"],
        &["relativize", "-b", "a:b"],
        &["normalize"],
        &["compare"],
        &["editions"],
        &["lint"],
        &["extract"],
    ];
    let run = |args: &'static [&str], more: &'static [&str], is_shown: bool| {
        thread::spawn(move || {
            let (shows, has) = terminal();
            let args: Vec<_> = args.iter().chain(more).copied().collect();
            let mut run = command(&args);
            let mut child =
                run.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(has).spawn().unwrap();
            drop(run);
            let reader = thread::spawn(move || shown(shows));
            let mut stdin = child.stdin.take().unwrap();
            for _ in 0..6 {
                // The line is valid for some commands and wrong for others.
                stdin.write_all(b"a:b\ta:b\n").unwrap();
                thread::sleep(Duration::from_millis(150));
            }
            drop(stdin);
            child.wait().unwrap();
            let all = reader.join().unwrap();
            // Only the bar has a rate.
            assert_eq!(all.contains("B/s"), is_shown, "{args:?}: {all:?}");
        })
    };
    let mut all = Vec::new();
    for args in commands {
        all.push(run(args, &[], true));
        all.push(run(args, &["--count"], true));
        all.push(run(args, &["--quiet"], false));
    }
    all.into_iter().for_each(|run| run.join().unwrap());
}

/// The bar counts compressed bytes, like the length of the file.
#[test]
fn the_bar_ends_with_the_file() {
    use flate2::{Compression, write::GzEncoder};
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all("http://h/%7E\n".repeat(scaled(60_000, 150_000)).as_bytes()).unwrap();
    file("bar.gz", packed.finish().unwrap());
    let (shows, has) = terminal();
    let mut run = command(&["lint", "-f", "bar.gz"]);
    let mut child = run.stdin(Stdio::null()).stdout(Stdio::null()).stderr(has).spawn().unwrap();
    drop(run);
    let all = shown(shows);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let percents = all.split(" %").filter_map(|before| before.rsplit(' ').next()?.parse().ok());
    let percents: Vec<u32> = percents.collect();
    assert!(!percents.is_empty() && percents.iter().all(|&at| at <= 100), "{all:?}");
}

/// Returns what the program shows on a terminal that is its stdout or its stderr.
fn on_terminal(args: &[&str], is_stdout: bool) -> String {
    let (shows, has) = terminal();
    let mut run = command(args);
    match is_stdout {
        true => run.stdout(has).stderr(Stdio::null()),
        false => run.stdout(Stdio::null()).stderr(has),
    };
    let mut child = run.stdin(Stdio::null()).spawn().unwrap();
    // The run holds the program's end.
    drop(run);
    let all = shown(shows);
    child.wait().unwrap();
    all
}

/// 300 characters are whole in a pipe, and shortened on a terminal. Each stream decides for itself.
#[test]
fn strings_are_short_on_terminals_only() {
    let tail = "a".repeat(291);
    let (long, wrong) = (format!("http://h/{tail}"), format!("http://h/{tail} "));
    for (args, whole) in [
        (&["check", "-v", &long][..], &long),
        (&["check", &wrong], &wrong),
        (&["editions", &long], &format!("  path        /{tail}")),
        (&["editions", "--base", "http://h/", &tail], &format!("  target      {long}")),
        (&["lint", &format!("http://h:80/{tail}")], &format!("mended: {long}")),
        (&["normalize", "--trace", &format!("{long}/%7E/./b")], &format!("/{tail}/~/./b -> ")),
    ] {
        let done = urispec(args).done();
        assert!(done.stdout.contains(whole.as_str()), "{args:?}: {}", done.stdout);
        let all = on_terminal(&[args, &["--color", "never"]].concat(), true);
        assert!(!all.contains(whole.as_str()) && all.contains('…'), "{args:?}: {all}");
    }
    let done = urispec(["normalize", &wrong]).done().expect(1, "");
    assert!(done.stderr.starts_with(&format!("error: {wrong}: ")), "{}", done.stderr);
    let all = on_terminal(&["normalize", &wrong], false);
    assert!(!all.contains(&wrong) && all.contains("bytes)…"), "{all}");
    assert!(!all.contains("try: "), "{all}");
    // Huge strings are shortened everywhere, except in JSON.
    let huge = format!("{}/ ", "a".repeat(9000));
    let done = urispec(["check", &huge]).done();
    assert!(done.stdout.len() < 1000, "{}", done.stdout.len());
    assert!(urispec(["check", "--json", &huge]).done().stdout.contains(&huge));
}

/// A pipe gets the characters unchanged.
#[test]
fn what_cannot_be_seen_is_escaped_on_a_terminal() {
    for args in [
        &["convert", "--iri", "--blanks", "a%E2%80%AE%E2%80%8Bb"][..],
        &["normalize", "--edition", "rfc3987", "a%E2%80%8Bb"],
        &["resolve", "--edition", "rfc3987", "-b", "http://h/", "a\u{200B}b"],
        &["relativize", "--edition", "rfc3987", "-b", "http://h/", "http://h/a\u{200B}b"],
        &["normalize", "--edition", "rfc3987", "--threads", "2", "a%E2%80%8Bb", "c"],
    ] {
        let all = on_terminal(args, true);
        assert!(all.contains("\\u{200b}b") && !all.contains('\u{200B}'), "{args:?}: {all:?}");
        assert!(urispec(args).done().stdout.contains("\u{200B}b"), "{args:?}");
    }
}

#[test]
fn no_table_is_too_wide_for_a_terminal() {
    let long = format!("http://u@{0}.example:80/{0}?{0}#{0}", "abcdefghij".repeat(120));
    let base = format!("http://a/{}/", "x".repeat(90));
    let args = ["editions", "--with", "whatwg", "--base", &base, &long, "a b", "g"];
    let all = on_terminal(&[&args[..], &["--color", "never"]].concat(), true);
    // The string itself is as wide as elsewhere.
    let lines = all.lines().filter(|line| !line.starts_with("http://u@"));
    assert!(lines.clone().all(|line| line.chars().count() <= 100), "{all}");
    assert!(lines.clone().any(|line| line.contains('…')), "{all}");
    assert!(lines.clone().all(|line| line == line.trim_end()), "{all}");
    assert!(lines.count() < 130, "{all}");
    // In a pipe nothing is left out.
    let done = urispec(args).done();
    assert_eq!(done.code, 1);
    assert!(!done.stdout.contains('…'), "{}", done.stdout);
}

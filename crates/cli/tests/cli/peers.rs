//! Real parsers, and the host that each finds in strings on which parsers disagree: `tools/peers/known.tsv`.
//!
//! Parsers in standard libraries are tested where installed, and all of them if `URISPEC_ALL_PEERS` is
//! set. A parser that is absent, or has another version than the recorded one, is reported on stderr.

#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use serde_json::{Value, json};

use super::support::{PROGRAM, ROOT, file, urispec};

/// The parsers in standard libraries, and URI, which comes with Debian's Perl.
const STANDARD: [&str; 6] =
    ["python-urllib", "node-url", "node-legacy", "java-uri", "java-url", "perl"];

/// The adapters that ship with the program.
fn folder() -> PathBuf {
    Path::new(ROOT).join("crates/cli/peers")
}

/// A row of the table.
struct Row {
    string: String,
    host: String,
    readers: Vec<String>,
}

/// Returns the rows, and the recorded version of the parser by reader.
fn table() -> (Vec<Row>, BTreeMap<String, String>) {
    let text = std::fs::read_to_string(Path::new(ROOT).join("tools/peers/known.tsv")).unwrap();
    let unescaped = |cell: &str| serde_json::from_str::<String>(&format!("\"{cell}\"")).unwrap();
    let (mut rows, mut versions) = (Vec::new(), BTreeMap::new());
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.next(), Some("string\thost\treaders\twhy"));
    for line in lines {
        let [string, host, readers, why] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        if string == "version" {
            versions.insert(readers.to_owned(), host.to_owned());
            continue;
        }
        assert!(!why.is_empty(), "{line}");
        let host = if host == "\"\"" { host.to_owned() } else { unescaped(host) };
        let readers = readers.split(',').map(str::to_owned).collect();
        rows.push(Row { string: unescaped(string), host, readers });
    }
    (rows, versions)
}

/// The strings that `tools/peers/report` asks: a string that a parser only "takes" is invalid, and every other string is valid.
#[test]
fn the_strings_of_reasons() {
    let text = std::fs::read_to_string(Path::new(ROOT).join("tools/peers/reasons.tsv")).unwrap();
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.next(), Some("reason\tdanger\tsection\tcompares\tbase\tstrings"));
    let mut reasons = BTreeSet::new();
    for line in lines {
        let [reason, _, _, _, base, strings] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        assert!(reasons.insert(reason), "{reason}");
        let is_reference = !base.is_empty() || !reason.starts_with("takes ");
        for string in serde_json::from_str::<Vec<String>>(strings).unwrap() {
            assert_eq!(urispec::UriRef::parse(&string).is_ok(), is_reference, "{reason}: {string}");
        }
    }
    assert_eq!(reasons.len(), 44);
}

/// Formats a question as the protocol requires: ASCII only, and no escapes but `\"`, `\\` and `\uXXXX`.
fn question(input: &str) -> String {
    let mut line = "{\"input\":\"".to_owned();
    for unit in input.encode_utf16() {
        match char::from_u32(unit.into()) {
            Some(c @ ('"' | '\\')) => line.extend(['\\', c]),
            Some(c @ ' '..='~') => line.push(c),
            _ => line.push_str(&format!("\\u{unit:04x}")),
        }
    }
    line + "\"}\n"
}

/// Returns the parser's answers, one for each question, or its message if it is absent.
fn answers(name: &str, questions: &[String]) -> Result<Vec<Value>, String> {
    let mut child = Command::new("./run")
        .arg(name)
        .current_dir(folder())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut pipe, all) = (child.stdin.take().unwrap(), questions.concat());
    // An absent parser reads nothing.
    let feeder = std::thread::spawn(move || drop(pipe.write_all(all.as_bytes())));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    if let Some(why) = lines.first().and_then(|first| first["absent"].as_str()) {
        assert_eq!(output.status.code(), Some(127), "{name}");
        return Err(why.to_owned());
    }
    assert_eq!((output.status.code(), lines.len()), (Some(0), questions.len()), "{name}");
    Ok(lines)
}

/// Returns the host in an answer, as the table writes it; none if the parser does not report it.
fn host(answer: &Value) -> Option<&str> {
    match answer["valid"] {
        Value::Bool(false) => return Some("!"),
        Value::Null => return Some("?"),
        _ => {}
    }
    match answer.get("host")? {
        Value::Null => Some("-"),
        host => Some(host.as_str().filter(|host| !host.is_empty()).unwrap_or("\"\"")),
    }
}

/// Returns the numbers in a version, such as 3, 11 and 7 in `Python 3.11.7 urllib.parse`.
fn numbers(reader: &str) -> Vec<u32> {
    let mut words = reader.split(' ');
    let version = words.find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let digits = |part: &str| part.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok();
    version.unwrap_or_default().split('.').map_while(digits).collect()
}

/// Returns whether the record for one version applies to another: one as new, in the same series.
fn holds(seen: &str, found: &str) -> bool {
    let (seen, found) = (numbers(seen), numbers(found));
    seen.iter().take(2).eq(found.iter().take(2)) && seen <= found
}

/// `command -v` of the shell also finds functions, so it would report a missing program as present.
#[test]
fn no_function_is_called_as_a_program() {
    let script = std::fs::read_to_string(folder().join("run")).unwrap();
    let needed: BTreeSet<&str> = script
        .match_indices("needs ")
        .filter_map(|(at, _)| script[at + 6..].split(|c: char| !c.is_alphanumeric()).next())
        .collect();
    assert!(needed.contains("node") && needed.contains("python3"), "{needed:?}");
    for program in needed {
        assert!(!script.contains(&format!("\n{program}() {{")), "{program}");
    }
}

#[test]
fn versions_of_a_series() {
    let seen = "Python 3.11.7 urllib.parse";
    assert!(holds(seen, "Python 3.11.12 urllib.parse"));
    assert!(!holds(seen, "Python 3.11.2 urllib.parse"));
    assert!(!holds(seen, "Python 3.13.1 urllib.parse"));
}

/// A parser that is installed.
struct Asked {
    name: String,
    /// Whether the record applies to it.
    holds: bool,
    /// Its answers to the strings in its rows.
    answers: Vec<Value>,
}

/// The installed parsers, each started once. The others are reported on stderr.
static ASKED: LazyLock<Vec<Asked>> = LazyLock::new(|| {
    let (rows, versions) = table();
    // Not `eprintln!`, whose output the test harness captures.
    let mut stderr = std::io::stderr().lock();
    let is_all = std::env::var_os("URISPEC_ALL_PEERS").is_some();
    let mut found = Vec::new();
    for (name, seen) in &versions {
        if !is_all && !STANDARD.contains(&name.as_str()) {
            continue;
        }
        let own = rows.iter().filter(|row| row.readers.contains(name));
        let strings = std::iter::once("http://h/").chain(own.map(|row| &*row.string));
        // Another version is queried too, since the adapter must answer every string.
        match answers(name, &strings.map(question).collect::<Vec<_>>()) {
            Ok(mut answers) => {
                let first = answers.remove(0);
                let reader = first["reader"].as_str().unwrap();
                let holds = holds(seen, reader);
                if !holds {
                    writeln!(stderr, "skipped: {reader}, since {seen} was seen").unwrap();
                }
                found.push(Asked { name: name.clone(), holds, answers });
            }
            Err(why) => writeln!(stderr, "skipped: {name} is absent: {why}").unwrap(),
        }
    }
    found
});

#[test]
fn hosts_that_parsers_find() {
    let (rows, _) = table();
    for Asked { name, holds, answers } in ASKED.iter() {
        let own = rows.iter().filter(|row| row.readers.contains(name));
        let pairs = own.zip(answers).filter(|_| *holds);
        let others: Vec<_> = pairs
            .filter(|(row, it)| host(it) != Some(&*row.host))
            .map(|(row, it)| (&row.string, &row.host, host(it).unwrap_or("not told")))
            .collect();
        assert_eq!(others, [], "{name}: string, host that was seen, host");
    }
}

/// `urispec differ` shows the same hosts for the same strings.
#[test]
fn hosts_that_differ_shows() {
    let (rows, _) = table();
    let names: Vec<&str> = ASKED.iter().filter(|one| one.holds).map(|one| &*one.name).collect();
    if names.is_empty() {
        return;
    }
    // Arguments cannot contain a NUL.
    let strings: BTreeSet<&str> =
        rows.iter().map(|row| &*row.string).filter(|string| !string.contains('\0')).collect();
    // `differ` needs two readers.
    let (folder, with) = (folder(), format!("urispec,{}", names.join(",")));
    let options =
        ["differ", "--json", "--peers", folder.to_str().unwrap(), "--readers", &*with, "--"];
    let done = urispec(options.into_iter().chain(strings.iter().copied())).done();
    assert_eq!(done.code, 1, "{}", done.stderr);
    let shown: Vec<Value> =
        done.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(shown.len(), strings.len());
    for line in shown {
        let told = line["readers"].as_array().unwrap();
        assert_eq!(told.len(), names.len() + 1);
        for reader in told.iter().filter(|reader| reader["reader"] != "urispec") {
            let is_seen = |row: &&Row| {
                line["input"] == *row.string
                    && row.readers.iter().any(|it| reader["reader"] == **it)
            };
            let seen = rows.iter().find(is_seen).map(|row| &*row.host);
            assert_eq!(host(reader), seen, "{} by {}", line["input"], reader["reader"]);
        }
    }
}

/// Every listed parser has recorded answers, unless it never reports a host.
#[test]
fn all_that_are_listed_were_seen() {
    let text = std::fs::read_to_string(folder().join("peers.tsv")).unwrap();
    let listed = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    let names: Vec<&str> = listed.filter_map(|line| line.split('\t').next()).collect();
    let (_, versions) = table();
    for name in &names {
        assert!(versions.contains_key(*name), "known.tsv has no version of {name}");
    }
    assert_eq!(versions.len(), names.len());
    let run = std::fs::read_to_string(folder().join("run")).unwrap();
    for name in names {
        assert!(run.contains(name), "run does not start {name}");
    }
}

/// Returns a new folder, in which the program keeps its adapters.
fn cache(name: &str) -> PathBuf {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // The folder may exist from an earlier run.
    let _ = std::fs::remove_dir_all(&cache);
    cache
}

/// The adapters ship with the program: no folder is named, and the working directory has none.
#[test]
fn a_peer_is_asked_without_a_checkout() {
    let cache = cache("peers-shipped");
    let ask = || {
        let args = ["differ", "--readers", "appendix-b,node-url", "http://a\\@b/"];
        urispec(args).env("XDG_CACHE_HOME", cache.to_str().unwrap()).done()
    };
    let done = ask();
    if done.stderr.contains("skipping node-url") {
        let mut stderr = std::io::stderr().lock();
        return writeln!(stderr, "skipped: node-url is absent").unwrap();
    }
    // WHATWG, authority state: \ is a slash. RFC 3986, Appendix B: it is not.
    assert!(done.stdout.contains("host        b (appendix-b) · a (node-url)"), "{}", done.stdout);
    assert_eq!((done.code, &*done.stderr), (1, ""));
    let script = cache.join(format!("urispec/peers/{}/node/url.js", env!("CARGO_PKG_VERSION")));
    // A script that somebody else wrote there is not run.
    std::fs::write(script, "throw 'evil'\n").unwrap();
    assert_eq!(ask().stdout, done.stdout);
    // Adapters in a folder that others can write are not run: a temporary folder replaces it, without
    // installed parsers.
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o777);
    std::fs::set_permissions(&cache, mode).unwrap();
    assert_eq!(ask().stdout, done.stdout);
    let installed = cache.join("urispec/peers/installed/node_modules/uri-js");
    std::fs::create_dir_all(&installed).unwrap();
    std::fs::write(installed.join("index.js"), "throw 'evil'\n").unwrap();
    let args = ["differ", "--readers", "appendix-b,whatwg,uri-js", "a:b"];
    let done =
        urispec(args).env("XDG_CACHE_HOME", cache.to_str().unwrap()).env("NODE_PATH", "").done();
    done.saying(
        "warning: skipping uri-js, which is not installed: no module uri-js\n  others can write to the cache, so nothing can be installed",
    );
}

/// The message about an absent parser has a command that installs it where the adapter looks.
#[test]
fn a_parser_that_is_absent_can_be_installed() {
    let cache = cache("peers-install");
    let cache = cache.to_str().unwrap();
    let ask = |with| {
        let args = ["differ", "--with", with, "a:b"];
        urispec(args).env("XDG_CACHE_HOME", cache).env("PYTHONPATH", "").done()
    };
    // A new folder has no parsers; however, the package may be part of this Python, or Python may be missing.
    let done = ask("hyperlink");
    let no_python = "no program python3";
    let why = match &done.stderr {
        said if said.is_empty() => Some("hyperlink is here"),
        said if said.contains(no_python) => Some(no_python),
        _ => None,
    };
    if let Some(why) = why {
        let mut stderr = std::io::stderr().lock();
        return writeln!(stderr, "skipped: {why}").unwrap();
    }
    assert_eq!(done.code, 0);
    done.saying("warning: skipping hyperlink, which is not installed: ").saying(&format!(
        "\n  to install it: python3 -m pip install --upgrade --target {cache}/urispec/peers/installed/python hyperlink\n"
    ));
    // An installed package is found. This one has version 7, and parses every string as a path.
    let installed = Path::new(cache).join("urispec/peers/installed/python/hyperlink");
    std::fs::create_dir_all(&installed).unwrap();
    let module = "class URL:\n    @staticmethod\n    def from_text(text): raise ValueError('all')\n__version__ = '7'\n";
    std::fs::write(installed.join("__init__.py"), module).unwrap();
    let about = installed.with_file_name("hyperlink-7.dist-info");
    std::fs::create_dir_all(&about).unwrap();
    std::fs::write(about.join("METADATA"), "Name: hyperlink\nVersion: 7\n").unwrap();
    ask("hyperlink").quietly();
}

/// The adapter in the help runs as written.
#[test]
fn the_adapter_of_the_help_runs() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3");
        return;
    }
    let help = urispec(["conform", "--help"]).done().stdout;
    let start = help.find("import json, sys\n").unwrap();
    let end = help.find("The first answer of a program").unwrap();
    file("adapter.py", &help[start..end]);
    let suite = "{\"input\":\"//h/p\"}\n{\"input\":\"//[\"}\n{\"input\":\"//H/\"}\n\
                 {\"input\":\"../g\",\"base\":\"http://a/b/c/d;p?q\",\"valid\":true,\"target\":\"http://a/b/g\"}\n";
    file("adapter.jsonl", suite);
    let done =
        urispec(["conform", "--suite", "adapter.jsonl", "--", "python3", "adapter.py"]).done();
    assert_eq!((done.code, &*done.stderr), (0, ""), "{}", done.stdout);
    assert!(
        done.stdout.starts_with("Python 3.")
            && done.stdout.contains(" urllib.parse: 4 strings of adapter.jsonl ")
    );
    assert!(
        done.stdout.contains("spelled differently\n  differs in host (letter-case)"),
        "{}",
        done.stdout
    );
}

/// The adapters of the program. If a parser is absent, it is reported, and none is queried.
#[test]
fn parsers_take_two_hosts_of_a_string() {
    let done = urispec([
        "testgen",
        "--confuse",
        "good.example",
        "evil.example",
        "--json",
        "--between",
        "python-urllib,node-url",
    ])
    .done();
    if done.code != 0 {
        let mut stderr = std::io::stderr().lock();
        return writeln!(stderr, "skipped: {}", done.stderr).unwrap();
    }
    let all =
        done.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>();
    let hosts =
        |input: &str| all.iter().find(|one| one["input"] == input).unwrap()["hosts"].clone();
    // tools/peers/known.tsv
    assert_eq!(
        hosts("http://evil.example\\@good.example/"),
        json!([
            { "host": "good.example", "readers": ["python-urllib"] },
            { "host": "evil.example", "readers": ["node-url"] },
        ])
    );
    assert_eq!(all[0]["danger"], "good-and-evil");
}

/// A peer leads its own process group, which an interrupt of this program does not reach.
#[test]
fn a_program_that_hangs_ends_with_this_one() {
    let file = file("differ-pid.txt", "");
    let peer = format!("sh -c 'echo $$ > \"{}\"; sleep 60'", file.display());
    let mut program = std::process::Command::new(PROGRAM)
        .args(["differ", "--timeout", "60", "--peer", &peer, "a"])
        .spawn()
        .unwrap();
    let within = |is: &dyn Fn() -> bool| {
        (0..500).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(20));
            is()
        })
    };
    let pid = || std::fs::read_to_string(&file).unwrap().trim().to_owned();
    assert!(within(&|| !pid().is_empty()), "the peer has not begun");
    let kill = |signal: &str, pid: &str| {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", "kill $0 $1 2>&1", signal, pid]);
        shell.output().unwrap().status.success()
    };
    assert!(kill("-TERM", &program.id().to_string()));
    assert!(!program.wait().unwrap().success());
    // Nobody may reap the process, so a zombie counts as ended.
    let has_ended = || match std::fs::read_to_string(format!("/proc/{}/stat", pid())) {
        Ok(stat) => stat.contains(") Z "),
        Err(_) => !kill("-0", &pid()),
    };
    assert!(within(&has_ended), "the peer lives on");
}

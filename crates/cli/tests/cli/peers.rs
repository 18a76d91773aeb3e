//! Real parsers, and the host that each finds where parsers are known to part: `tools/peers/known.tsv`.
//!
//! Those of standard libraries are asked where they are, and all where `URISPEC_ALL_PEERS` is set. A parser that is
//! absent, or not of the version that was seen, is named on stderr.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use serde_json::Value;

use super::support::{ROOT, urispec};

/// The parsers of standard libraries, and URI, which Debian's Perl has beside.
const STANDARD: [&str; 6] =
    ["python-urllib", "node-url", "node-legacy", "java-uri", "java-url", "perl"];

/// The adapters, which the program has with it.
fn folder() -> PathBuf {
    Path::new(ROOT).join("crates/cli/peers")
}

/// A row of the table.
struct Row {
    string: String,
    host: String,
    readers: Vec<String>,
}

/// The rows, and by reader the parser that was seen.
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

/// A question as the protocol has it: only ASCII, and no escape but `\"`, `\\` and `\uXXXX`.
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

/// What the parser answers, a value a question; what it says instead if it is absent.
fn answers(name: &str, questions: &[String]) -> Result<Vec<Value>, String> {
    let mut child = Command::new("./run")
        .arg(name)
        .current_dir(folder())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut pipe, all) = (child.stdin.take().unwrap(), questions.concat());
    // One that is absent reads nothing.
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

/// The host of an answer, as the table has it; none where the parser does not tell it.
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

/// The numbers of a version, such as 3, 11 and 7 of `Python 3.11.7 urllib.parse`.
fn numbers(reader: &str) -> Vec<u32> {
    let mut words = reader.split(' ');
    let version = words.find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let digits = |part: &str| part.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok();
    version.unwrap_or_default().split('.').map_while(digits).collect()
}

/// Whether what was seen with one parser holds for the other: it is as new, and of the same series.
fn holds(seen: &str, found: &str) -> bool {
    let (seen, found) = (numbers(seen), numbers(found));
    seen.iter().take(2).eq(found.iter().take(2)) && seen <= found
}

/// `command -v` of the shell finds a function too, and then says that the program is here.
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

/// A parser that was asked and is here.
struct Asked {
    name: String,
    /// Whether what was seen holds for it.
    holds: bool,
    /// Its answers to the strings of its rows.
    answers: Vec<Value>,
}

/// The parsers that are asked and are here; each is started once. The others are named on stderr.
static ASKED: LazyLock<Vec<Asked>> = LazyLock::new(|| {
    let (rows, versions) = table();
    // Not by `eprintln!`, whose output the harness keeps from a test that passes.
    let mut stderr = std::io::stderr().lock();
    let is_all = std::env::var_os("URISPEC_ALL_PEERS").is_some();
    let mut found = Vec::new();
    for (name, seen) in &versions {
        if !is_all && !STANDARD.contains(&name.as_str()) {
            continue;
        }
        let own = rows.iter().filter(|row| row.readers.contains(name));
        let strings = std::iter::once("http://h/").chain(own.map(|row| &*row.string));
        // Also of another version: the adapter answers each.
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

/// The same strings by `urispec differ`, which shows what each reader told.
#[test]
fn hosts_that_differ_shows() {
    let (rows, _) = table();
    let names: Vec<&str> = ASKED.iter().filter(|one| one.holds).map(|one| &*one.name).collect();
    if names.is_empty() {
        return;
    }
    // No argument has a NUL.
    let strings: BTreeSet<&str> =
        rows.iter().map(|row| &*row.string).filter(|string| !string.contains('\0')).collect();
    let (folder, with) = (folder(), names.join(","));
    let options =
        ["differ", "--json", "--peers", folder.to_str().unwrap(), "--readers", &*with, "--"];
    let done = urispec(options.into_iter().chain(strings.iter().copied())).done();
    assert_eq!(done.code, 1, "{}", done.stderr);
    let shown: Vec<Value> =
        done.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(shown.len(), strings.len());
    for line in shown {
        let told = line["readers"].as_array().unwrap();
        assert_eq!(told.len(), names.len());
        for reader in told {
            let is_seen = |row: &&Row| {
                line["input"] == *row.string
                    && row.readers.iter().any(|it| reader["reader"] == **it)
            };
            let seen = rows.iter().find(is_seen).map(|row| &*row.host);
            assert_eq!(host(reader), seen, "{} by {}", line["input"], reader["reader"]);
        }
    }
}

/// Who adds a parser tells what it makes of these strings too, unless it tells no host of any.
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

/// A folder that is nobody's yet, in which the program keeps its adapters.
#[cfg(unix)]
fn cache(name: &str) -> PathBuf {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // None is there but after another run.
    let _ = std::fs::remove_dir_all(&cache);
    cache
}

/// The adapters come with the program: no folder is named, and none is found where the program runs.
#[cfg(unix)]
#[test]
fn a_peer_is_asked_without_a_checkout() {
    let cache = cache("peers-shipped");
    let ask = || {
        let args = ["differ", "--readers", "appendix-b,node-url", "http://a\\@b/"];
        urispec(args).env("XDG_CACHE_HOME", cache.to_str().unwrap()).done()
    };
    let done = ask();
    if done.stderr.contains("node-url is absent") {
        let mut stderr = std::io::stderr().lock();
        return writeln!(stderr, "skipped: node-url is absent").unwrap();
    }
    // WHATWG, authority state: \ is a slash. RFC 3986, Appendix B: it is none.
    assert!(done.stdout.contains("host        b (appendix-b) · a (node-url)"), "{}", done.stdout);
    assert_eq!((done.code, &*done.stderr), (1, ""));
    let script = cache.join(format!("urispec/peers/{}/node/url.js", env!("CARGO_PKG_VERSION")));
    // What somebody else wrote there is not run.
    std::fs::write(script, "throw 'evil'\n").unwrap();
    assert_eq!(ask().stdout, done.stdout);
    // Nor is what others can write: a temporary folder stands in, and what is installed there is not looked for.
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
        "warning: uri-js is absent, and left out: no module uri-js\n  nothing can be installed ",
    );
}

/// Where a parser is absent, a line can be pasted that installs it where the adapter looks.
#[cfg(unix)]
#[test]
fn a_parser_that_is_absent_can_be_installed() {
    let cache = cache("peers-install");
    let cache = cache.to_str().unwrap();
    let ask = |with| {
        let args = ["differ", "--with", with, "a:b"];
        urispec(args).env("XDG_CACHE_HOME", cache).env("PYTHONPATH", "").done()
    };
    // Nothing is installed in a folder that is new; the package may be one of this Python, though, and Python not here.
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
    done.saying("warning: hyperlink is absent, and left out: ").saying(&format!(
        "\n  to install it: python3 -m pip install --upgrade --target {cache}/urispec/peers/installed/python hyperlink\n"
    ));
    // What is there is found. This one calls itself 7, and takes every string for a path.
    let installed = Path::new(cache).join("urispec/peers/installed/python/hyperlink");
    std::fs::create_dir_all(&installed).unwrap();
    let module = "class URL:\n    @staticmethod\n    def from_text(text): raise ValueError('all')\n__version__ = '7'\n";
    std::fs::write(installed.join("__init__.py"), module).unwrap();
    let about = installed.with_file_name("hyperlink-7.dist-info");
    std::fs::create_dir_all(&about).unwrap();
    std::fs::write(about.join("METADATA"), "Name: hyperlink\nVersion: 7\n").unwrap();
    ask("hyperlink").quietly();
}

#[test]
fn a_list_of_peers() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("list-of-peers");
    std::fs::create_dir_all(&folder).unwrap();
    let list = "name\tstandard\tfrom\tcommand\nyes\tnone\tsh\tsh yes.sh\ngone\trfc3986\tpip:gone\tsh gone.sh\n\
                odd\twhatwg\tsh\tsh odd.sh\n";
    std::fs::write(folder.join("peers.tsv"), list).unwrap();
    let yes = "while read -r line; do echo '{\"valid\":true,\"reader\":\"Yes 2\"}'; done\n";
    for (name, text) in [
        ("yes.sh", yes),
        ("gone.sh", "echo '{\"absent\":\"no gone\"}'\n"),
        ("odd.sh", "echo Ready.\n"),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let broken = "`Ready.` is no answer to `http://example.com/`: expected value";
    let table = format!(
        "name  standard  from      here    parser, or how to install it\n\
         yes   none      sh        yes     Yes 2\n\
         gone  rfc3986   pip:gone  no      no gone\n\
         odd   whatwg    sh        broken  {broken}\n"
    );
    let run = |args: &[&str]| {
        let peers = ["--list-peers", "--peers", "list-of-peers"];
        urispec([args, &peers].concat()).done()
    };
    run(&["conform"]).expect(0, &table).quietly();
    run(&["differ"])
        .expect(0, &table)
        .saying("the readers of this program are urispec, appendix-b,");
    let lines = run(&["conform", "--json"]).expect(0, &format!(
        "{{\"schema\":1,\"name\":\"yes\",\"standard\":\"none\",\"from\":\"sh\",\"here\":true,\"reader\":\"Yes 2\"}}\n\
         {{\"schema\":1,\"name\":\"gone\",\"standard\":\"rfc3986\",\"from\":\"pip:gone\",\"here\":false,\"why\":\"no gone\"}}\n\
         {{\"schema\":1,\"name\":\"odd\",\"standard\":\"whatwg\",\"from\":\"sh\",\"here\":false,\"why\":\"{broken}\"}}\n"
    ));
    lines.quietly();
}

/// A name that no reader has is named with the option that gave it, and with those that are near.
#[test]
fn a_name_that_is_near() {
    let ask = |command, option, name| urispec([command, option, name]).done();
    for (option, name, tip) in [
        ("--with", "python", "some similar values exist: 'python-urllib', 'python-rfc3986'"),
        (
            "--readers",
            "url",
            "some similar values exist: 'ada-url', 'node-url', 'java-url', 'rust-url'",
        ),
        ("--with", "golang", "a similar value exists: 'go'"),
        (
            "--readers",
            "rfc398",
            "some similar values exist: 'rfc3986', 'rfc3987', 'python-rfc3986'",
        ),
    ] {
        ask("differ", option, name)
            .expect(2, "")
            .saying(&format!("error: invalid value '{name}' for '{option} <NAME>'\n"))
            .saying("[possible values: urispec, appendix-b, whatwg, rfc1630, ")
            .saying(&format!("\n  tip: {tip}\n"));
    }
    ask("conform", "--with", "node")
        .expect(2, "")
        .saying("[possible values: python-urllib, ")
        .saying("tip: some similar values exist: 'node-url', 'node-legacy'");
}

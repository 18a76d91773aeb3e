//! The published suites in `tests/conformance`, which must be the current output of `testgen --mutants`,
//! and external strings and grammars. The large suites take minutes, so only a run with `URISPEC_LONG`
//! checks them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::scaled;
use super::support::{once, urispec};

/// The files, and the productions they test.
const SUITES: [(&str, &str, &str); 14] = [
    ("uri", "rfc3986", "URI"),
    ("uri-reference", "rfc3986", "URI-reference"),
    ("absolute-uri", "rfc3986", "absolute-URI"),
    ("scheme", "rfc3986", "scheme"),
    ("authority", "rfc3986", "authority"),
    ("host", "rfc3986", "host"),
    ("ipv4", "rfc3986", "IPv4address"),
    ("ipv6", "rfc3986", "IPv6address"),
    ("port", "rfc3986", "port"),
    ("iri", "rfc3987", "IRI"),
    ("iri-reference", "rfc3987", "IRI-reference"),
    ("mailto", "rfc6068", "mailtoURI"),
    ("urn", "rfc8141", "namestring"),
    ("file", "rfc8089", "file-URI"),
];

/// The suites that take at most a second. The others have hundreds of mutants, or long ones.
const SHORT: [&str; 4] = ["scheme", "ipv4", "port", "file"];

/// The suites of algorithms: the file, the option, and the format.
const ALGORITHMS: [(&str, &str, &str); 4] = [
    ("resolution.json", "--resolution", "wpt"),
    ("normalization.json", "--normalization", "wpt"),
    ("comparison.jsonl", "--comparison", "jsonl"),
    ("splitting.jsonl", "--splitting", "jsonl"),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance")
}

#[test]
fn ready_suites_are_what_is_made_now() {
    let made = SUITES.iter().filter(|(name, ..)| SHORT.contains(name) || scaled(0, 1) == 1);
    let made: Vec<_> = made.collect();
    assert_eq!(made.len(), scaled(SHORT.len(), SUITES.len()));
    for (name, edition, rule) in made {
        let args =
            ["testgen", "--mutants", "--as", "json-schema", "--edition", edition, "--rule", rule];
        is_made(&format!("{name}.json"), &args);
    }
}

/// Two of them; with `URISPEC_LONG`, all.
#[test]
fn ready_suites_of_algorithms_are_what_is_made_now() {
    for (file, option, format) in ALGORITHMS.into_iter().rev().take(scaled(2, 4)) {
        is_made(file, &["testgen", "--mutants", option, "--as", format]);
    }
}

fn is_made(file: &str, args: &[&str]) {
    let done = urispec(args).done();
    assert_eq!((done.code, &*done.stderr), (0, ""), "{file}");
    let ready = fs::read_to_string(folder().join(file)).unwrap_or_default();
    let command = args.join(" ");
    assert!(
        done.stdout == ready,
        "tests/conformance/{file} is not what is made now; read what changes: urispec {command}"
    );
}

/// Writes the rows of each algorithm in every format. The answers follow from sections 3, 5.2 and 6.2.2.
/// The rows of the comparison run with `URISPEC_LONG`.
#[test]
fn rows_of_algorithms_are_written_in_every_format() {
    let made = |option, format| {
        let done = once(&["testgen", "--mutants", option, "--as", format]);
        assert_eq!((done.code, &*done.stderr), (0, ""), "{option} {format}");
        &done.stdout
    };
    let has = |option, format, line: &str| {
        let made = made(option, format);
        assert!(made.lines().any(|one| one.trim_start().starts_with(line)), "{line}\n{made}");
    };
    has(
        "--resolution",
        "rust",
        "(\"http://h/b/c/d\", \"?y/../x\", \"http://h/b/c/d?y/../x\", \"a query",
    );
    has("--resolution", "rust", "assert_eq!(resolve(base, input), target,");
    has(
        "--normalization",
        "pytest",
        "(\"a://%30@h/\", \"a://0@h/\", \"the triplet of a digit is decoded",
    );
    has("--normalization", "pytest", "assert normalize(text) == normalized, reason");
    if scaled(0, 1) == 1 {
        has("--comparison", "jest", "[\"a://h/?\", \"a://h/\", false, \"`?` makes a query defined");
        has("--comparison", "pytest", "assert are_equivalent(text, other) is equivalent, reason");
    }
    has(
        "--splitting",
        "rust",
        "(\"#a:b\", [None, None, None, None, Some(\"\"), None, Some(\"a:b\")], \"a",
    );
    has("--splitting", "jest", "expect(split(input)).toEqual(parts);");
    has(
        "--splitting",
        "junit",
        "Arguments.of(\"?\", Arrays.asList(null, null, null, null, \"\", \"\", null), ",
    );
    has("--splitting", "markdown", "| string | parts | why |");
    let refused = urispec(["testgen", "--mutants", "--splitting", "--as", "wpt"]).done();
    refused.saying("use --as jsonl, markdown, rust, pytest, jest or junit");
    let refused = urispec(["testgen", "--mutants", "--resolution", "--edition", "rfc2396"]).done();
    refused.saying("--mutants with an algorithm is available only for rfc3986");
}

/// A valid string is its own href, and an invalid one fails.
#[test]
fn a_production_has_the_form_of_the_web_platform_tests() {
    let done = urispec(["testgen", "--mutants", "--rule", "port", "--as", "wpt"]).done();
    let all: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    let tests: Vec<&serde_json::Value> =
        all.as_array().unwrap().iter().filter(|one| one.is_object()).collect();
    let of = |input: &str| tests.iter().find(|one| one["input"] == input).unwrap();
    assert_eq!((&of("")["href"], &of(":")["failure"]), (&"".into(), &true.into()));
}

/// Verdicts in documents: RFC 3986, 1.1.2, 3.2.2 and 5.4; derived from the document if the suite has others.
#[test]
fn verdicts_of_the_ready_suites_are_those_of_the_document() {
    let suite = fs::read_to_string(folder().join("uri-reference.json")).unwrap();
    let suite: serde_json::Value = serde_json::from_str(&suite).unwrap();
    let tests = suite[0]["tests"].as_array().unwrap();
    assert!(tests.len() <= 150, "{}", tests.len());
    let verdict = |text: &str| {
        tests.iter().find(|test| test["data"] == text).map(|test| test["valid"] == true)
    };
    for (text, is_valid) in [
        ("//[2001:db8::7/", false),
        ("//[v.2001:db8::7]/", false),
        ("http://user@example.com:80:/a?b#c", false),
        ("-_~", true),
        ("?", true),
    ] {
        assert_eq!(verdict(text), Some(is_valid), "{text}");
    }
}

/// Returns the path of external test data, in `../shared` or the folder that `URISPEC_SHARED` names;
/// none, with a message, if they are absent.
fn shared(name: &str) -> Option<PathBuf> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared"));
    let named = std::env::var_os("URISPEC_SHARED").map(PathBuf::from);
    let required = named.is_some();
    let path = named.unwrap_or_else(beside).join(name);
    if path.exists() {
        return Some(path);
    }
    assert!(!required, "{} is absent, and URISPEC_SHARED names its folder", path.display());
    // Not `eprintln!`, whose output the test harness captures.
    let mut stderr = std::io::stderr().lock();
    writeln!(stderr, "skipped: {} is absent", path.display()).unwrap();
    None
}

fn check(name: &str, code: i32, counts: &str) {
    let Some(path) = shared(&format!("corpus/{name}")) else { return };
    let args = ["check", "--count", "-f", path.to_str().unwrap()];
    urispec(args).done().expect(code, counts).quietly();
}

#[test]
fn strings_of_the_web() {
    check("web.txt", 1, "65,781 checked: 65,387 valid, 394 invalid\n");
}

#[test]
fn uris_of_files() {
    check("file.txt", 0, "20,000 checked: 20,000 valid, 0 invalid\n");
}

#[test]
fn references_of_the_web() {
    let Some(path) = shared("corpus/refs.tsv") else { return };
    let done = urispec(["resolve", "--json", "-f", path.to_str().unwrap()]).done();
    assert_eq!(done.code, 1);
    assert_eq!(done.stdout.lines().count(), 49_999);
    let invalid = done.stdout.lines().filter(|line| line.contains("\"valid\":false"));
    let named = |line: &&str| {
        ["base", "reference"].iter().any(|part| line.contains(&format!("\"part\":\"{part}\"")))
    };
    assert_eq!(invalid.clone().count(), 49_999 - 48_460);
    assert_eq!(invalid.filter(named).count(), 49_999 - 48_460);
}

/// Lines that only one of two editions accepts account for the difference in valid lines.
#[test]
fn a_tally_of_editions() {
    let Some(path) = shared("corpus/web.txt") else { return };
    let path = path.to_str().unwrap();
    let valid = |edition| {
        let done = urispec(["check", "--count", "--edition", edition, "-f", path]).done();
        let (_, after) = done.stdout.split_once(": ").unwrap();
        after.split_once(" valid").unwrap().0.replace(',', "").parse::<i64>().unwrap()
    };
    let pair = ["--edition", "rfc1738,rfc3986", "--only", "accepts,rejects"];
    let args = ["editions", "--tally", "--json", "-f", path];
    let done = urispec(args.into_iter().chain(pair)).done();
    let more = done.stdout.lines().map(|line| {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let count = record["count"].as_i64().unwrap();
        if record["kind"] == "accepts" { count } else { -count }
    });
    assert_eq!(more.sum::<i64>(), valid("rfc1738") - valid("rfc3986"));
    assert_eq!(done.code, 1);
}

/// The collected grammars of RFCs, if available: their members are accepted.
#[test]
fn grammars_of_documents() {
    let Some(folder) = shared("spec/abnf") else { return };
    for (name, rule, valid, invalid) in [
        ("rfc3339", "date-time", "1985-04-12T23:20:50.52Z", "1985-04-12T23:20:50.52"),
        ("rfc3986", "URI", "a:b", "a"),
        ("rfc5646", "Language-Tag", "de-CH-1996", "de_CH"),
    ] {
        let path = folder.join(format!("{name}.abnf"));
        let path = path.to_str().unwrap();
        let check = |text| urispec(["check", "-q", "--grammar", path, "--rule", rule, text]).done();
        assert_eq!((check(valid).code, check(invalid).code), (0, 1), "{name}");
        let made = urispec(["sample", "--grammar", path, "--rule", rule, "-n", "40"]).done();
        assert_eq!(made.code, 0, "{name}: {}", made.stderr);
        let tried = urispec(["check", "-q", "--grammar", path, "--rule", rule]).stdin(made.stdout);
        assert_eq!(tried.done().code, 0, "{name}");
    }
}

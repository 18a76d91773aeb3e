//! The ready suites in `tests/conformance`: each is what `testgen --mutants` makes now. The large ones take minutes,
//! so only a run with `URISPEC_LONG` checks them.

use std::fs;
use std::path::{Path, PathBuf};

use super::scaled;
use super::support::{once, urispec};

/// The file, and the production that the suite is of.
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

/// Those that are made in a second. The others have hundreds of mutants, or long ones.
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

/// Writes the rows of each algorithm in every format; the answers follow by hand from sections 3, 5.2 and 6.2.2. The
/// rows of the comparison run with `URISPEC_LONG`.
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
    refused.saying("give --as jsonl, markdown, rust, pytest, jest or junit");
    let refused = urispec(["testgen", "--mutants", "--resolution", "--edition", "rfc2396"]).done();
    refused.saying("mistakes of algorithms are those of rfc3986");
}

/// What is valid has itself as its href, and what is not fails.
#[test]
fn a_production_has_the_form_of_the_web_platform_tests() {
    let done = urispec(["testgen", "--mutants", "--rule", "port", "--as", "wpt"]).done();
    let all: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    let tests: Vec<&serde_json::Value> =
        all.as_array().unwrap().iter().filter(|one| one.is_object()).collect();
    let of = |input: &str| tests.iter().find(|one| one["input"] == input).unwrap();
    assert_eq!((&of("")["href"], &of(":")["failure"]), (&"".into(), &true.into()));
}

/// Verdicts that documents print: RFC 3986, 1.1.2, 3.2.2 and 5.4; worked out by hand where the suite has others.
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

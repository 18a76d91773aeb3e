//! The ready suites in `tests/conformance`: each is what `testgen --mutants` makes now. The large ones take a minute, and
//! are made if `URISPEC_LONG` is set.

use std::fs;
use std::path::{Path, PathBuf};

use super::support::urispec;

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

/// Those of hundreds of mutants.
const LONG: [&str; 6] = ["uri", "absolute-uri", "authority", "host", "iri", "iri-reference"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance")
}

#[test]
fn ready_suites_are_what_is_made_now() {
    let is_long = std::env::var_os("URISPEC_LONG").is_some();
    for (name, edition, rule) in SUITES {
        if !is_long && LONG.contains(&name) {
            eprintln!("{name} is left out; set URISPEC_LONG to make it");
            continue;
        }
        let args =
            ["testgen", "--mutants", "--as", "json-schema", "--edition", edition, "--rule", rule];
        let done = urispec(args).done();
        assert_eq!((done.code, &*done.stderr), (0, ""), "{name}");
        let file = fs::read_to_string(folder().join(format!("{name}.json"))).unwrap_or_default();
        let command = args.join(" ");
        assert!(
            done.stdout == file,
            "tests/conformance/{name}.json is not what is made now; read what changes: urispec {command}"
        );
    }
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

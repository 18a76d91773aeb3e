//! `urispec testgen`: the suite of a production, as JSON.

use std::path::Path;

use serde_json::{Value, json};
use urispec::{Edition, Node};

use super::json::{keys, records};
use super::scaled;
use super::support::{file, urispec};

#[test]
fn records_of_strings() {
    let found = records(&["testgen", "--rule", "dec-octet"], "");
    let record = |input: &str| found.iter().find(|record| record["input"] == input).unwrap();
    assert_eq!(
        *record("255"),
        json!({
            "schema": 1, "edition": "rfc3986", "rule": "dec-octet", "input": "255", "valid": true,
        })
    );
    keys(record("256"), "schema edition rule input valid offset");
    assert_eq!(record("256")["offset"], 2);
    assert_eq!(record("")["offset"], 0);
    assert_eq!(record("é")["offset"], 0);
}

/// Of a production for whole references, as `parse` has them.
#[test]
fn components_of_what_is_whole() {
    for (edition, rule) in [("rfc3986", "absolute-URI"), ("rfc1738", "ftpurl"), ("rfc2396", "")] {
        let chosen = if rule.is_empty() { vec![] } else { vec!["--rule", rule] };
        let args = [&["testgen", "--edition", edition][..], &chosen].concat();
        let made = urispec(args).done().stdout;
        let valid = made.lines().filter(|line| line.contains("\"valid\":true")).take(300);
        let valid: Vec<Value> = valid.map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(!valid.is_empty(), "{edition} {rule}");
        let inputs: Vec<_> = valid.iter().map(|record| record["input"].as_str().unwrap()).collect();
        let args = [&["parse", "-j", "--edition", edition][..], &chosen, &["--"], &inputs].concat();
        for (parsed, record) in records(&args, "").iter().zip(&valid) {
            keys(record, "schema edition rule input valid components");
            assert_eq!(parsed["components"], record["components"], "{}", record["input"]);
        }
    }
}

/// Whatever is said of a string is what the trees say of it. Without `URISPEC_LONG`, of parts of references, which have
/// fewer strings.
#[test]
fn verdicts_are_those_of_the_trees() {
    for &edition in Edition::ALL {
        let names = edition.grammars().iter().flat_map(|grammar| grammar.productions());
        for production in names.skip(scaled(24, 0)).step_by(scaled(26, 13)) {
            let args = ["testgen", "--edition", edition.id(), "--rule", production.name()];
            for line in urispec(args).done().stdout.lines().step_by(101) {
                let record: Value = serde_json::from_str(line).unwrap();
                let input = record["input"].as_str().unwrap();
                let tree = Node::parse(edition, production.name(), input);
                assert_eq!(
                    record["valid"],
                    tree.is_ok(),
                    "{edition} {}: {input}",
                    production.name()
                );
            }
        }
    }
}

#[test]
fn more_letters_and_more_states_are_more_strings() {
    let count = |more: &[&str]| {
        let args = [&["testgen", "--rule", "pct-encoded"], more].concat();
        records(&args, "").len()
    };
    let (plain, extra, ascii) = (count(&[]), count(&["--extra", "1"]), count(&["--every-ascii"]));
    assert!(plain < ascii && ascii < extra, "{plain} {ascii} {extra}");
}

/// Expected by RFC 3986, 5.4.1 and 5.2.2, and by RFC 2396, C.2 and 5.2, step 6g.
#[test]
fn records_of_resolution() {
    let found = records(&["testgen", "--resolution"], "");
    let base = "http://a/b/c/d;p?q";
    let row = |input: &str| {
        found.iter().find(|record| record["base"] == base && record["input"] == input).unwrap()
    };
    assert_eq!(
        *row("../g"),
        json!({
            "schema": 1, "edition": "rfc3986", "base": base, "input": "../g",
            "target": "http://a/b/g", "section": "5.4.1",
        })
    );
    keys(row("http:g"), "schema edition base input target either section");
    assert_eq!(row("http:g")["either"], json!([{"target": "http://a/b/c/g", "section": "5.2.2"}]));
    let old = records(&["testgen", "--resolution", "--edition", "rfc2396"], "");
    let empty = old.iter().find(|record| record["input"] == "").unwrap();
    keys(empty, "schema edition base input target section");
    assert!(empty["target"].is_null() && empty["section"] == "C.2");
    let above = old.iter().find(|record| record["input"] == "../../../g").unwrap();
    assert_eq!(
        above["either"],
        json!([
            {"target": "http://a/g", "section": "5.2, step 6g"},
            {"target": null, "section": "5.2, step 6g"},
        ])
    );
    let done = urispec(["testgen", "--resolution", "--edition", "rfc1738"]).done();
    done.expect(2, "").saying("rfc1738 resolves nothing: it leaves relative links to others (2.3)");
}

/// Expected by RFC 3986, 6.2.2 and 6.2.3.
#[test]
fn records_of_normalization() {
    let found = records(&["testgen", "--normalization"], "");
    let row = |input: &str| found.iter().find(|record| record["input"] == input).unwrap();
    assert_eq!(
        *row("HTTP://www.EXAMPLE.com/"),
        json!({
            "schema": 1, "edition": "rfc3986", "input": "HTTP://www.EXAMPLE.com/",
            "normalized": "http://www.example.com/", "section": "6.2.2.1",
        })
    );
    assert_eq!(row("a://h/%2f")["normalized"], "a://h/%2F");
    assert_eq!(row("a://h/%7e")["normalized"], "a://h/~");
    assert_eq!(row("a://h/b/../..")["normalized"], "a://h/");
    let port = row("http://example.com:80/");
    keys(port, "schema edition input normalized either section");
    assert_eq!(port["normalized"], "http://example.com:80/");
    assert_eq!(port["either"], json!([{"normalized": "http://example.com/", "section": "6.2.3"}]));
}

#[test]
fn a_file_is_written_as_a_whole() {
    let path = file("testgen.jsonl", "what was there\n");
    let args = ["testgen", "--rule", "pct-encoded", "-o", "testgen.jsonl"];
    let done = urispec(args).done().expect(0, "");
    assert!(done.stderr.starts_with("testgen.jsonl: ") && done.stderr.ends_with("5 states\n"));
    let printed = urispec(&args[..3]).done();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), printed.stdout);
    urispec(["testgen", "--rule", "pct-encoded", "-o", "-"]).done().expect(0, &printed.stdout);
}

/// Neither the file nor a part of it is left where it cannot be written.
#[test]
fn nothing_is_left_of_what_fails() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("testgen-directory");
    std::fs::create_dir_all(&directory).unwrap();
    let target = directory.join("missing/suite.jsonl");
    urispec(["testgen".as_ref(), "-o".as_ref(), target.as_os_str()])
        .done()
        .expect(2, "")
        .saying("error: cannot write ");
    urispec(["testgen".as_ref(), "-o".as_ref(), directory.as_os_str()]).done().expect(2, "");
    assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_device_stays_one() {
    use std::os::unix::fs::FileTypeExt;
    urispec(["testgen", "--rule", "port", "-o", "/dev/null"]).done().expect(0, "");
    let kind = std::fs::metadata("/dev/null").unwrap().file_type();
    assert!(kind.is_char_device());
}

#[test]
fn usage() {
    let wrong = |args: &[&str], part: &str| drop(urispec(args).done().expect(2, "").saying(part));
    wrong(&["testgen", "--rule", "dec-octe"], "tip: a similar value exists: 'dec-octet'");
    wrong(&["testgen", "--extra", "10"], "10 is not in 0..=9");
    wrong(&["testgen", "--edition", "rfc0"], "[possible values: ");
    wrong(&["testgen", "--resolution", "--normalization"], "cannot be used with");
    wrong(&["testgen", "--resolution", "--rule", "port"], "cannot be used with");
    wrong(&["testgen", "--normalization", "--extra", "1"], "cannot be used with");
}

/// The port of RFC 3986: any number of digits, none too.
#[test]
fn mutants_of_a_port() {
    let found = records(&["testgen", "--mutants", "--rule", "port", "--like", "8080"], "");
    let verdicts: Vec<(&str, bool)> = found
        .iter()
        .map(|record| (record["input"].as_str().unwrap(), record["valid"] == true))
        .collect();
    assert!(verdicts.contains(&("", true)), "{verdicts:?}");
    for (text, is_valid) in verdicts {
        assert_eq!(text.bytes().all(|byte| byte.is_ascii_digit()), is_valid, "{text}");
    }
    keys(&found[0], "schema edition rule input valid reason production section kills");
    let listed = records(&["testgen", "--mutants", "--rule", "port", "--list"], "");
    let mistake = listed.iter().find(|record| record["kind"] == "mistake").unwrap();
    assert_eq!(mistake["equal"], false);
    assert_eq!(mistake["witness"].as_str().unwrap().len(), 6);
    keys(mistake, "schema edition rule mutant kind production section reason source equal witness");
}

/// A suite of three strings, one of which it takes for valid, against a grammar of the user.
#[test]
fn a_suite_of_somebody_else_is_measured() {
    let grammar = file("number.abnf", "number = [ \"-\" ] 1*DIGIT\n");
    let suite = file(
        "suite.json",
        r#"[{"tests": [{"data": "-12", "valid": true}, {"data": "7", "valid": true}, {"data": "", "valid": true}]}]"#,
    );
    let (grammar, suite) = (grammar.to_str().unwrap(), suite.to_str().unwrap());
    let args = ["testgen", "--mutants", "--grammar", grammar, "--like=-12", "--score", suite];
    let done = urispec(args).done();
    assert_eq!(done.code, 0);
    assert!(done.stdout.contains("\"input\":\"--12\",\"valid\":false"), "{}", done.stdout);
    done.saying("3 strings tell 5 of 6 mutants; 1 string would tell the others")
        .saying("the suite and `number` do not agree on 1 string: \"\"");
}

/// A rule of pest and a pattern have suites as printed grammars have them.
#[test]
fn rules_of_pest_and_patterns_have_mutants() {
    let pest = file("letters.pest", "letters = { \"b\" | \"bc\" }\n");
    let args = ["testgen", "--mutants", "--grammar", pest.to_str().unwrap(), "--list"];
    let done = urispec(args).done();
    let swapped = r#""mutant":"letters: `\"bc\"` before `\"b\"`","kind":"order","production":"letters","reason":"`letters` tries `\"b\"` before `\"bc\"`","equal":false,"witness":"bc""#;
    assert!(done.stdout.contains(swapped), "{}", done.stdout);
    let pattern = file("version.txt", "^v[0-9]$\n");
    let args = ["testgen", "--mutants", "--grammar", pattern.to_str().unwrap()];
    let done = urispec(args).done();
    assert_eq!(done.code, 2);
    let args = [&args[..], &["--notation", "python", "--as", "markdown", "--like", "v1"]].concat();
    let done = urispec(args).done();
    let row = "| `` V1 `` | no | the case of `v` matters in the pattern |\n";
    assert!(done.stdout.contains(row), "{}", done.stdout);
}

/// Each format has each string once.
#[test]
fn formats_of_a_suite() {
    for (format, string) in [
        ("json-schema", "\"data\": \":\","),
        ("markdown", "| `` : `` | no |"),
        ("rust", "(\":\", false, "),
        ("pytest", "(\":\", False, "),
        ("jest", "[\":\", false, "),
        ("junit", "Arguments.of(\":\", false, "),
    ] {
        let args = ["testgen", "--mutants", "--rule", "port", "--as", format];
        let done = urispec(args).done();
        assert_eq!((done.code, &*done.stderr), (0, ""));
        assert_eq!(done.stdout.matches(string).count(), 1, "{format}: {}", done.stdout);
    }
}

/// `80` alone is not UTF-8.
#[test]
fn a_string_that_a_format_does_not_have_is_said() {
    let grammar = file("octets.abnf", "octets = %x80-FF / \"b\"\n");
    let args = ["testgen", "--mutants", "--grammar", grammar.to_str().unwrap(), "--as", "markdown"];
    urispec(args).done().saying("1 string is not UTF-8, and left out");
}

/// Alternatives of 300 letters, with `URISPEC_LONG` twenty: each difference is larger than a hundredth of a MiB.
#[test]
fn a_mutant_that_is_not_decided_is_said() {
    let alternatives: Vec<String> =
        ('a'..='t').take(scaled(5, 20)).map(|letter| format!("\"{letter}\" 300\"x\"")).collect();
    let grammar = file("long.abnf", &format!("long = {}\n", alternatives.join(" / ")));
    let args = ["testgen", "--mutants", "--grammar", grammar.to_str().unwrap()];
    assert_eq!(urispec(args).done().code, 0);
    let done = urispec([&args[..], &["--memory", "1"]].concat()).done();
    assert_eq!(done.code, 2);
    assert!(!done.stdout.is_empty());
    done.saying("not decided: the memory of 1 MiB is spent; raise --memory");
    let done = urispec([&args[..], &["--memory", "1", "--list"]].concat()).done();
    assert_eq!(done.code, 2);
    assert!(
        done.stdout.contains("\"undecided\":\"the memory of 1 MiB is spent"),
        "{}",
        done.stdout
    );
}

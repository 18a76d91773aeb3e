//! Properties of random strings and many productions: commands agree with each other and with the library.

use serde_json::Value;
use urispec::{Edition, Node, Reference};

use super::edits::{OPTIONS, holds};
use super::random::Random;
use super::random_strings::strings;
use super::scaled;
use super::support::{keys, records, urispec};

/// Returns from a record whether its string is valid.
type Verdict = fn(&Value) -> bool;

/// Each command, and how its records express validity.
const COMMANDS: [(&[&str], Verdict); 6] = [
    (&["check", "--json"], is_valid),
    (&["parse", "--json"], is_valid),
    (&["normalize", "--json"], is_valid),
    (&["lint", "--json"], is_valid),
    // A host that no string has.
    (&["edit", "--json", "--replace-host", "no.such.=h"], is_valid),
    (&["get", "--json", "--columns", "error,valid", "--invalid", "empty"], |record| {
        assert_eq!(record["error"].is_null(), record["valid"] == true, "{record}");
        record["valid"] == true
    }),
];

fn is_valid(record: &Value) -> bool {
    record["valid"].as_bool().expect("a record says whether the string is valid")
}

/// Without `URISPEC_LONG`, in every fourth edition.
#[test]
fn every_command_has_one_judgement() {
    for edition in Edition::every().skip(scaled(2, 0)).step_by(scaled(4, 1)) {
        let strings = strings(edition, &mut Random::new(6874), scaled(50, 90));
        let lines = strings.iter().map(|text| format!("{text}\n")).collect::<String>();
        let pairs = strings.iter().map(|text| format!("{text}\t{text}\n")).collect::<String>();
        let judged = |args: &[&str], stdin: &str, says: fn(&Value) -> bool| {
            let args = [args, &["--edition", edition.id(), "-f", "-"]].concat();
            let verdicts: Vec<bool> = records(&args, stdin).iter().map(says).collect();
            assert_eq!(verdicts.len(), strings.len(), "{args:?}");
            verdicts
        };
        let expected = judged(COMMANDS[0].0, &lines, COMMANDS[0].1);
        let others = COMMANDS[1..].iter().map(|(args, says)| (*args, judged(args, &lines, *says)));
        let compared: &[&str] = &["compare", "--json"];
        for (args, verdicts) in others.chain([(compared, judged(compared, &pairs, is_valid))]) {
            for (text, (expected, verdict)) in strings.iter().zip(expected.iter().zip(verdicts)) {
                assert_eq!(verdict, *expected, "{edition}: {text:?}: {args:?}, and check");
            }
        }
    }
}

/// The members that `sample` prints are valid, and its near misses are not. Without `URISPEC_LONG`, in
/// every fourth edition.
#[test]
fn samples_are_what_they_are_called() {
    for edition in Edition::every().skip(scaled(2, 0)).step_by(scaled(4, 1)) {
        let id = edition.id();
        for (kind, is_member) in [(&[][..], true), (&["--near-miss"], false)] {
            let args = [&["sample", "--json", "--edition", id, "-n", "40"], kind].concat();
            let made = records(&args, "");
            let of_one_line = |text: &&str| !text.is_empty() && !text.contains(['\n', '\r']);
            let texts = made.iter().filter_map(|record| record["input"].as_str());
            let lines: String = texts.filter(of_one_line).map(|text| format!("{text}\n")).collect();
            let rule = made[0]["rule"].as_str().expect("a production");
            for record in records(&["check", "--json", "--edition", id, "--rule", rule], &lines) {
                assert_eq!(is_valid(&record), is_member, "{id}: {}", record["input"]);
            }
        }
    }
}

/// Strings with more components than random ones.
const WHOLE: [&str; 8] = [
    "http://u:p@h:80/a/b?k=1&%61=2&a=3&b&k=1#f",
    "//h",
    "http://h?b=&%62&A",
    "a:b?a#c",
    "a:/b//c?a=%FF",
    "?k&a&k",
    "http://EXAMPLE.com:080",
    "https://[::1]:443/?a",
];

/// Without `URISPEC_LONG`, in every sixth edition.
#[test]
fn an_edit_changes_what_it_names_alone() {
    let mut random = Random::new(3986);
    for edition in Edition::every().skip(scaled(1, 0)).step_by(scaled(6, 1)) {
        let strings = strings(edition, &mut random, 60);
        let strings = strings.iter().map(String::as_str).chain(WHOLE);
        let strings: Vec<_> =
            strings.filter(|text| Reference::parse(edition, text).is_ok()).collect();
        let lines: String = strings.iter().map(|text| format!("{text}\n")).collect();
        for (option, values) in OPTIONS {
            let value = random.pick(values);
            // A query parameter with a single, empty value is a flag.
            let change = match values {
                [""] => format!("--{option}"),
                _ => format!("--{option}={value}"),
            };
            let args = ["edit", "--json", "--edition", edition.id(), "-f", "-", &change];
            let made = records(&args, &lines);
            assert_eq!(made.len(), strings.len(), "{args:?}");
            for (text, record) in strings.iter().zip(&made) {
                holds(edition, text, (option, value), record["edited"].as_str());
            }
        }
    }
}

/// Productions for whole references have the components of `parse`.
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
        let whole = ["parse", "-j", "--string", "--edition", edition];
        let args = [&whole[..], &chosen, &["--"], &inputs].concat();
        for (parsed, record) in records(&args, "").iter().zip(&valid) {
            keys(record, "schema edition rule input valid components");
            assert_eq!(parsed["components"], record["components"], "{}", record["input"]);
        }
    }
}

/// All verdicts agree with the parse trees. Without `URISPEC_LONG`, only for parts of references, which
/// have fewer strings.
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

/// Commands can read each other's output: every line is the same string, in the same order.
#[test]
fn nothing_is_lost_between_two_commands() {
    let characters =
        ['\u{A0}', '\u{AD}', '\u{200B}', '\u{2028}', '\u{FE00}', '\u{E1000}', 'é', 'a'];
    let lines: String =
        (0..20_000).map(|at| format!("http://h/{at}{}\n", characters[at % 8])).collect();
    let to_uri = urispec(["convert"]).stdin(&lines).done();
    assert!(to_uri.stdout.is_ascii() && to_uri.code == 0);
    let to_iri = urispec(["convert", "--iri", "--blanks"]).stdin(&to_uri.stdout).done();
    assert!(to_iri.code == 0 && to_iri.stdout == lines);
    let normal = urispec(["normalize", "--edition", "rfc3987"]).stdin(&to_uri.stdout).done();
    assert!(normal.code == 0 && normal.stdout == lines);
}

#[test]
fn samples_are_what_json_has() {
    for rule in ["iprivate", "ucschar", "iquery"] {
        let args = ["sample", "--edition", "rfc3987", "--rule", rule, "-n", "300"];
        let found = records(&[&args[..], &["--json"]].concat(), "");
        let expected: String =
            found.iter().map(|record| format!("{}\n", record["input"].as_str().unwrap())).collect();
        assert_eq!(urispec(args).done().stdout, expected, "{rule}");
    }
}

/// Strings shown as members are valid, and near misses are not. Small editions are tested with all
/// productions; with `URISPEC_LONG` every edition is tested with some.
#[test]
fn members_are_members() {
    let small = [Edition::Rfc3061, Edition::Rfc6694, Edition::Did];
    let is_long = scaled(0, 1) == 1;
    for &edition in if is_long { Edition::ALL } else { &small } {
        let names = edition.grammars().iter().flat_map(|grammar| grammar.productions());
        let args = ["explain", "-j", "--edition", edition.id()].into_iter();
        let args: Vec<&str> =
            args.chain(names.step_by(scaled(1, 17)).map(|production| production.name())).collect();
        for one in records(&args, "") {
            let rule = one["rule"].as_str().unwrap();
            // The parser uses the first grammar with the name.
            if edition.production(rule).unwrap().grammar().stem() != one["grammar"] {
                continue;
            }
            let texts = |key: &str| one[key].as_array().cloned().unwrap_or_default();
            let accepts = |text: &serde_json::Value| {
                Node::parse(edition, rule, text.as_str().unwrap()).is_ok()
            };
            let (mut members, near) = (texts("members"), texts("near_misses"));
            members
                .extend(texts("alternatives").iter().filter_map(|one| one.get("member")).cloned());
            assert!(members.iter().all(accepts), "{edition} {rule}: {members:?}");
            assert!(!near.iter().any(accepts), "{edition} {rule}: {near:?}");
            // A near miss may split a character, and is then not UTF-8.
            let broken = texts("near_misses_hex");
            assert!(!members.is_empty() && near.len() + broken.len() > 0, "{edition} {rule}");
        }
    }
}

/// 128 KiB of each unit under every production for whole strings have an answer, and a short one if it is
/// no. Without `URISPEC_LONG` every third production has one of the units, in turn.
#[test]
fn a_long_string_under_every_edition() {
    let rules = Edition::every()
        .flat_map(|edition| edition.whole_rules().iter().map(move |rule| (edition, *rule)));
    for (number, (edition, rule)) in rules.enumerate().step_by(scaled(3, 1)) {
        let units = ["a", "/", "a.", "%41", "+"];
        for unit in units.iter().cycle().skip(number).take(scaled(1, units.len())) {
            let text = unit.repeat((1 << 17) / unit.len());
            let args = ["--edition", edition.id(), "--rule", rule, "-f", "-"];
            let valid = urispec::check(edition, rule, &text).is_ok();
            let code = i32::from(!valid);
            let check = urispec(["check"].iter().chain(&args)).stdin(&text).done();
            assert_eq!((check.code, check.stdout.lines().count()), (code, code as usize));
            assert!(check.stdout.len() < 1000, "{edition} {rule} {unit}");
            // The trees of valid strings are large, so one edition suffices.
            if edition.is_of_scheme() || !edition.is_of_uris() {
                continue;
            }
            if !valid || edition == Edition::UrlSyntax05 {
                let parse = urispec(["parse"].iter().chain(&args)).stdin(&text).done();
                assert_eq!(parse.code, code, "{edition} {rule} {unit}");
            }
        }
    }
}

/// The readers of `testgen --confuse` find two hosts in each string, and `differ` agrees.
#[test]
fn strings_between_two_readers_differ() {
    let args = ["testgen", "--confuse", "good.example", "evil.example", "--json", "--between"];
    let made = records(&[&args[..], &["appendix-b,whatwg"]].concat(), "");
    let without_base = made.iter().filter(|one| one.get("base").is_none());
    let texts: Vec<&str> = without_base
        .map(|one| one["input"].as_str().unwrap())
        .filter(|text| !text.contains('\0'))
        .collect();
    assert!(texts.len() > 20);
    let differ = ["differ", "--json", "--readers", "appendix-b,whatwg", "--"];
    for line in records(&[&differ[..], &texts].concat(), "") {
        let of_host = |one: &Value| one["danger"] == "host" && one["aspect"] == "host";
        assert!(line["differences"].as_array().unwrap().iter().any(of_host), "{line}");
    }
}

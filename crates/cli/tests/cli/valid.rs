//! Every command that says whether a string is valid says the same of it, line by line, in every edition.

use serde_json::Value;
use urispec::Edition;

use super::json::records;
use super::random::Random;
use super::random_strings::strings;
use super::scaled;

/// Tells from a record whether its string is valid.
type Verdict = fn(&Value) -> bool;

/// Each command, and how its records say that a string is valid.
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

/// Without `URISPEC_LONG`, in each fourth edition.
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

/// What `sample` prints as a member is valid, and what it prints as a near miss is not. Without `URISPEC_LONG`, in each
/// fourth edition.
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

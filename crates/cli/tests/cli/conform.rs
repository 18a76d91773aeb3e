//! `urispec conform`: what a parser gets wrong.

#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use super::json::records;
use super::support::{Run, file, urispec};

/// A program for `sh` that answers by the first pattern of a `case` that the question matches, or does
/// what stands there.
fn script(name: &str, answers: &[(&str, &str)]) {
    let case = |(pattern, answer): &(&str, &str)| match answer.starts_with('{') {
        true => format!("{pattern}) echo '{answer}';;\n"),
        false => format!("{pattern}) {answer};;\n"),
    };
    let cases: String = answers.iter().map(case).collect();
    file(name, format!("while read -r line; do case $line in\n{cases}esac; done\n"));
}

fn conform(options: &[&str], script: &str) -> Run {
    urispec([&["conform"][..], options, &["--", "sh", script]].concat())
}

const VALID: &str = "{\"valid\":true}";
const INVALID: &str = "{\"valid\":false}";

/// What stands after the first line, which has the time.
fn below(stdout: &str) -> &str {
    stdout.split_once('\n').map_or("", |(_, below)| below)
}

/// `path-empty` has one string, the empty one.
#[test]
fn a_right_parser_has_nothing_wrong() {
    script("right.sh", &[("*:'\"\"'*", VALID), ("*", INVALID)]);
    let done = conform(&["--rule", "path-empty"], "right.sh").done();
    assert_eq!((done.code, below(&done.stdout), &*done.stderr), (0, "nothing wrong\n", ""));
    assert!(
        done.stdout.starts_with("sh right.sh: ")
            && done.stdout.contains(" of path-empty by RFC 3986, 1 of them valid, in ")
    );
}

/// RFC 3986, Appendix A: `//@h:8x` leaves the language in the port; `//[v1.a]` has an `IPvFuture`.
#[test]
fn each_kind_of_mistake_has_its_place() {
    file(
        "kinds.jsonl",
        "{\"input\":\"//@h:8x\"}\n{\"input\":\"//@h:8y\"}\n{\"input\":\"//[v1.a]\"}\n{\"input\":\"//[v1.ab]\"}\n\
         {\"input\":\"//H/p\"}\n{\"input\":\"//i/p\"}\n{\"input\":\"//k\"}\n{\"input\":\"?die\"}\n{\"input\":\"|\"}\n",
    );
    script(
        "kinds.sh",
        &[
            ("*h:8x*", VALID),
            ("*'[v'*", INVALID),
            ("*'//H'*", "{\"valid\":true,\"host\":\"h\",\"path\":\"/p\"}"),
            ("*'//i'*", "{\"valid\":true,\"host\":\"j\",\"path\":\"/p\"}"),
            ("*'//k'*", "{\"valid\":true,\"host\":\"k\",\"path\":\"/\"}"),
            ("*die*", "exit 7"),
            ("*'|'*|*h:8y*", "{\"valid\":false,\"error\":\"no\"}"),
            ("*", VALID),
        ],
    );
    let done = conform(&["--suite", "kinds.jsonl"], "kinds.sh").done();
    assert_eq!((done.code, &*done.stderr), (1, ""));
    assert_eq!(
        below(&done.stdout),
        "  accepts          in port (3.2.3)          1  of 2  at x  \"//@h:8x\"
  rejects          IPvFuture (3.2.2)        2  of 2        \"//[v1.a]\" \"//[v1.ab]\"
  differs in host  \"i\" in reg-name (3.2.2)  1  of 1        \"//i/p\": \"j\" for \"i\"
  crashes          path-empty (3.3)         1  of 1        \"?die\": exited with code 7
spelled otherwise
  differs in host (letter-case)  \"H\" in reg-name (3.2.2)   1  of 1  \"//H/p\": \"h\" for \"H\"
  differs in path (empty-path)   empty path-abempty (3.3)  1  of 1  \"//k\": \"/\" for \"\"
5 strings wrong; 2 only spelled otherwise
"
    );
}

/// JSON has the same, and a summary.
#[test]
fn json_has_groups_and_a_summary() {
    let args = ["conform", "--json", "--suite", "kinds-json.jsonl", "--", "sh", "kinds-json.sh"];
    file(
        "kinds-json.jsonl",
        "{\"input\":\"//A\"}\n{\"input\":\"|\"}\n{\"input\":\"x\",\"base\":\"a:b\",\"target\":\"a:x\",\"valid\":true}\n",
    );
    script(
        "kinds-json.sh",
        &[
            ("*//A*", "{\"valid\":true,\"host\":\"b\",\"port\":\"\",\"reader\":\"R 1\"}"),
            ("*base*a:b*", "{\"valid\":true,\"target\":null}"),
            ("*", VALID),
        ],
    );
    let found = records(&args, "");
    let [accepts, host, target, port, summary] = &found[..] else { panic!("{found:?}") };
    assert_eq!(
        (&accepts["kind"], &accepts["examples"][0]["input"]),
        (&"accepts".into(), &"|".into())
    );
    assert_eq!(accepts["at_error"], true);
    assert_eq!(accepts["found"][0], "|");
    assert_eq!((&host["kind"], &host["component"]), (&"differs".into(), &"host".into()));
    assert_eq!(
        (&host["examples"][0]["expected"], &host["examples"][0]["found"]),
        (&"A".into(), &"b".into())
    );
    assert_eq!(port["component"], "port");
    assert_eq!(port["spelling"], "default-port");
    assert!(port["examples"][0]["expected"].is_null());
    assert_eq!(
        (&target["kind"], &target["examples"][0]["base"]),
        (&"target".into(), &"a:b".into())
    );
    assert_eq!((&summary["summary"], &summary["reader"]), (&true.into(), &"R 1".into()));
    let numbers =
        ["asked", "valid", "wrong", "spelled", "untold"].map(|key| summary[key].as_u64().unwrap());
    assert_eq!(numbers, [3, 2, 3, 0, 0]);
}

/// What testgen writes is asked as --resolve and --normalize ask it: RFC 3986, 5.2.2, permits both targets
/// of a reference with the scheme of the base.
#[test]
fn suites_of_testgen_are_read() {
    let line = "{\"schema\":1,\"edition\":\"rfc3986\",\"base\":\"a:/b\",\"input\":\"a:c\",\"target\":\"a:c\",\
                \"either\":[{\"target\":\"a:/c\",\"section\":\"5.2.2\"}],\"section\":\"5.2.2\"}\n";
    let other = "{\"schema\":1,\"edition\":\"rfc3986\",\"input\":\"A:\",\"normalized\":\"a:\",\"section\":\"6.2.2.1\"}\n";
    file("either.jsonl", [line, other].concat());
    script("either.sh", &[("*base*", "{\"valid\":true,\"target\":\"a:/c\"}"), ("*", INVALID)]);
    let done = conform(&["--suite", "either.jsonl"], "either.sh").done();
    assert_eq!(done.code, 1);
    assert!(below(&done.stdout).starts_with("  rejects  section 6.2.2.1"), "{}", done.stdout);
    assert!(done.stdout.ends_with("\n1 string wrong\n"), "{}", done.stdout);
}

#[test]
fn a_baseline_leaves_only_what_is_new() {
    file("base.jsonl", "{\"input\":\"|\"}\n{\"input\":\"a b\"}\n{\"input\":\"a\"}\n");
    script("before.sh", &[("*:'\"a\"'*", INVALID), ("*' '*", INVALID), ("*", VALID)]);
    script("after.sh", &[("*", VALID)]);
    let args = ["--suite", "base.jsonl", "--write-baseline", "known.jsonl"];
    let done = conform(&args, "before.sh").done();
    assert_eq!((done.code, &*done.stderr), (0, "known.jsonl: 2 mistakes\n"));
    let known = std::fs::read_to_string(Path::new(env!("CARGO_TARGET_TMPDIR")).join("known.jsonl"));
    assert_eq!(
        known.unwrap(),
        "{\"schema\":1,\"baseline\":\"urispec conform\"}\n\
         {\"suite\":\"rfc3986 file\",\"input\":\"a\",\"kind\":\"rejects\"}\n\
         {\"suite\":\"rfc3986 file\",\"input\":\"|\",\"kind\":\"accepts\"}\n"
    );
    let args = ["--suite", "base.jsonl", "--baseline", "known.jsonl"];
    let same = conform(&args, "before.sh").done();
    assert_eq!(
        (same.code, below(&same.stdout)),
        (0, "nothing wrong that the baseline does not have; 2 mistakes that it has\n")
    );
    let done = conform(&args, "after.sh").done();
    assert_eq!(done.code, 1);
    assert!(below(&done.stdout).starts_with("  accepts  in "), "{}", done.stdout);
    assert!(
        done.stdout.contains("no longer rejects: 1 string, such as \"a\"\n"),
        "{}",
        done.stdout
    );
    assert!(
        done.stdout
            .ends_with("1 string wrong that the baseline does not have; 1 mistake that it has\n")
    );
    conform(&["--baseline", "base.jsonl"], "after.sh")
        .done()
        .expect(2, "")
        .saying("base.jsonl:1: this is no baseline");
}

/// RFC 3986, 3.2.3: `port = *DIGIT`, so that a port may be empty, and have more digits than five.
#[test]
fn reasons_come_first_and_may_be_asked_alone() {
    script("reasons.sh", &[("*:'\"\"'*", INVALID), ("*", VALID)]);
    let done = conform(&["--rule", "port", "--reasons"], "reasons.sh").done();
    assert_eq!((done.code, &*done.stderr), (1, ""));
    assert!(done.stdout.contains(": 5 strings of port by RFC 3986, 3 of them valid, in "));
    assert_eq!(
        below(&done.stdout),
        "by reason
  accepts  \"/\"  `DIGIT` cannot have `/`
           \":\"  `DIGIT` cannot have `:`
  rejects  \"\"   `port` may be empty (3.2.3)
3 strings wrong
"
    );
    // The other strings of the suite are asked after those.
    let done = conform(&["--rule", "port"], "reasons.sh").done();
    let reasons = below(&done.stdout).split_once("by place\n").unwrap().0;
    assert_eq!(reasons.lines().count(), 4, "{}", done.stdout);
    let args = ["conform", "--json", "--rule", "port", "--", "sh", "reasons.sh"];
    let found = records(&args, "");
    let by_reason: Vec<_> = found.iter().filter(|one| !one["reason"].is_null()).collect();
    assert_eq!(by_reason.len(), 3);
    let empty = by_reason.iter().find(|one| one["kind"] == "rejects").unwrap();
    assert_eq!((&empty["input"], &empty["reason"]), (&"".into(), &"`port` may be empty".into()));
    assert_eq!((&empty["production"], &empty["section"]), (&"port".into(), &"3.2.3".into()));
    let summary = found.last().unwrap();
    assert_eq!(summary["with_reason"], 5);
    // The empty port is in both suites, and so one string.
    let group = found.iter().find(|one| one["empty"] == true).unwrap();
    assert_eq!((&group["wrong"], &group["with_reason"]), (&1.into(), &1.into()));
    assert!(group["by_reason_alone"].is_null(), "{group}");
}

/// A suite of somebody else may have reasons; of many, ten are shown, of different productions and kinds.
#[test]
fn ten_reasons_are_shown_and_the_others_counted() {
    let line = |input: String, production: &str, reason: &str| {
        format!(
            "{{\"input\":\"{input}\",\"production\":\"{production}\",\"reason\":\"{reason}\",\"section\":\"3.5\"}}\n"
        )
    };
    let mut suite = "{\"input\":\"|\"}\n".to_owned();
    suite.extend((0..11).map(|at| line(format!("#{at}|"), "fragment", "no bar")));
    suite.push_str(&line("?q".to_owned(), "query", "a letter"));
    suite.push_str(&line("//H".to_owned(), "reg-name", "a capital"));
    file("many.jsonl", &suite);
    let host = "{\"valid\":true,\"host\":\"h\"}";
    script("many.sh", &[("*'//H'*", host), ("*q*", INVALID), ("*", VALID)]);
    let done = conform(&["--suite", "many.jsonl"], "many.sh").done();
    let (reasons, places) = below(&done.stdout).split_once("by place\n").unwrap();
    assert!(
        reasons.starts_with(
            "by reason, 10 of 12 mistakes; --reasons shows all\n  accepts  \"#0|\"  no bar (3.5)\n"
        ),
        "{reasons}"
    );
    assert!(reasons.ends_with("\"#8|\"  no bar (3.5)\n  rejects  \"?q\"   a letter (3.5)\n"));
    // A capital in a host is no mistake, whatever the reason of the string is.
    assert!(places.contains("spelled otherwise\n") && !reasons.contains("//H"));
    assert!(done.stdout.ends_with("13 strings wrong; 1 only spelled otherwise\n"));
    let all = conform(&["--suite", "many.jsonl", "--reasons"], "many.sh").done().stdout;
    assert!(all.contains(": 13 strings of many.jsonl ") && all.contains("\nby reason\n"), "{all}");
    assert_eq!(all.matches(" (3.5)\n").count(), 12, "{all}");
    assert!(!all.contains("by place"));
    // What a baseline has is not shown by reason either.
    let args = ["--suite", "many.jsonl", "--write-baseline", "many-known.jsonl"];
    assert_eq!(conform(&args, "many.sh").done().code, 0);
    script(
        "many-more.sh",
        &[("*'//H'*", host), ("*q*|*'#'3*", INVALID), ("*'#4'*", "exit 3"), ("*", VALID)],
    );
    let args = ["--suite", "many.jsonl", "--baseline", "many-known.jsonl"];
    let done = conform(&args, "many-more.sh").done();
    assert!(
        below(&done.stdout).starts_with(
            "by reason\n  crashes  \"#4|\": exited with code 3  no bar (3.5)\nby place\n"
        ),
        "{}",
        done.stdout
    );
}

#[test]
fn no_reasons_where_none_are_known() {
    file("plain.jsonl", "{\"input\":\"a\"}\n");
    script("plain.sh", &[("*", VALID)]);
    conform(&["--suite", "plain.jsonl", "--reasons"], "plain.sh")
        .done()
        .expect(2, "")
        .saying("no string with a reason");
    for other in ["--resolution", "--normalization", "--all"] {
        conform(&["--reasons", other], "plain.sh").done().expect(2, "").saying("--reasons");
    }
}

/// Whoever does not speak the protocol, or is not there, is an error of usage.
#[test]
fn a_program_that_does_not_answer() {
    file("banner.sh", "echo 'Ready.'; cat\n");
    conform(&[], "banner.sh")
        .done()
        .expect(2, "")
        .saying("sh: `Ready.` is no answer to `http://example.com/`: expected value");
    urispec(["conform", "--", "no-such-program"])
        .done()
        .expect(2, "")
        .saying("cannot start `no-such-program`");
    urispec(["conform"]).done().expect(2, "").saying("--with");
    conform(&["--timeout", "0"], "banner.sh").done().expect(2, "");
    conform(&["--rule", "hots"], "banner.sh").done().expect(2, "").saying("'host'");
    conform(&["--edition", "rfc1738", "--resolve"], "banner.sh")
        .done()
        .expect(2, "")
        .saying("no algorithm");
    conform(&["--against", "whatwg", "--rule", "host"], "banner.sh").done().expect(2, "");
}

#[test]
fn a_list_names_peers_and_some_are_absent() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("some-peers");
    std::fs::create_dir_all(&folder).unwrap();
    let list = "# Peers\nname\tstandard\tfrom\tcommand\nyes\tnone\tsh\tsh yes.sh\ngone\trfc3986\tpip:gone\tsh gone.sh\n";
    std::fs::write(folder.join("peers.tsv"), list).unwrap();
    let yes = "while read -r line; do echo '{\"valid\":true,\"reader\":\"Yes 2\"}'; done\n";
    std::fs::write(folder.join("yes.sh"), yes).unwrap();
    std::fs::write(folder.join("gone.sh"), "echo '{\"absent\":\"run install\"}'\n").unwrap();
    let run = |with: &str| {
        urispec(["conform", "--rule", "port", "--peers", "some-peers", "--with", with]).done()
    };
    let done = run("all");
    assert!(done.stdout.starts_with("Yes 2: "), "{}", done.stdout);
    assert_eq!((done.code, &*done.stderr), (1, "gone is absent: run install\n"));
    assert_eq!(run("gone").code, 2);
    run("yse").expect(2, "").saying("possible values: yes, gone");
    let by_variable =
        urispec(["conform", "--rule", "port", "--with", "YES"]).env("URISPEC_PEERS", "some-peers");
    assert_eq!(by_variable.done().code, 1);
    urispec(["conform", "--with", "yes", "--peers", "no-peers"])
        .done()
        .expect(2, "")
        .saying("no-peers");
}

/// The adapter of the help, as it stands there.
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
        done.stdout.contains("spelled otherwise\n  differs in host (letter-case)"),
        "{}",
        done.stdout
    );
}

#[test]
fn against_the_url_standard() {
    file(
        "whatwg.jsonl",
        "{\"input\":\"http://h\"}\n{\"input\":\"http://h:99999/\"}\n{\"input\":\"a\"}\n",
    );
    script(
        "whatwg.sh",
        &[
            ("*99999*", VALID),
            (
                "*//h*",
                "{\"valid\":true,\"scheme\":\"http\",\"host\":\"h\",\"path\":\"/\",\"port\":null}",
            ),
            ("*", "{\"valid\":null}"),
        ],
    );
    let args = ["--against", "whatwg", "--suite", "whatwg.jsonl"];
    let done = conform(&args, "whatwg.sh").done();
    assert_eq!(done.code, 1);
    assert!(done.stdout.contains("by the URL Standard"), "{}", done.stdout);
    assert!(done.stdout.contains("  accepts") && done.stdout.contains("\"http://h:99999/\""));
    assert!(done.stdout.ends_with("1 string wrong; nothing told of 1\n"), "{}", done.stdout);
}

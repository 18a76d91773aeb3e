//! `urispec testgen --confuse`.

use serde_json::{Value, json};

use super::support::{Done, file, urispec};

const HOSTS: [&str; 4] = ["testgen", "--confuse", "good.example", "evil.example"];

fn made(args: &[&str]) -> Done {
    urispec(HOSTS.iter().chain(args)).done()
}

/// The lines of a run that are JSON.
fn records(done: &Done) -> Vec<Value> {
    done.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// By the rules that RFC 3986 (3.2, 3.2.1 and Appendix B) and the URL Standard (4.4) have for these characters.
#[test]
fn strings_of_all_families() {
    let done = made(&[]);
    // Four templates of two hosts and one of one in `line-break`, and one in `redirect-removed`.
    let left_out = "10 strings have line breaks, and are left out; --json has all\n";
    assert_eq!((done.code, &*done.stderr), (0, left_out));
    for text in [
        "http://good.example@evil.example/",
        "http://evil.example\\@good.example/",
        "http://good.example\\@evil.example/",
        "http://evil.example#@good.example/",
        "http://evil.example\t@good.example/",
        "http://evil.example%2F@good.example/",
        "http://evil.example:80.good.example/",
        "http://[::1].evil.example/",
        "http://evil.example\u{ff0f}@good.example/",
        "http://\u{ff45}\u{ff56}\u{ff49}\u{ff4c}.\u{ff45}\u{ff58}\u{ff41}\u{ff4d}\u{ff50}\u{ff4c}\u{ff45}/",
        "/\\evil.example/",
    ] {
        assert!(done.stdout.lines().any(|line| line == text), "{text}");
    }
    let all = records(&made(&["--json"]));
    assert_eq!(all.len(), done.stdout.lines().count() + 10);
    assert_eq!(
        all[0],
        json!({
            "schema": 1, "family": "userinfo", "input": "http://good.example@evil.example/",
            "why": "what stands before `@` is the user, and not the host",
            "citations": [{ "document": "RFC 3986", "section": "7.6" }],
        })
    );
    let reference = all.iter().find(|one| one["input"] == "/\\evil.example/").unwrap();
    assert_eq!(reference["base"], "http://good.example/");
    let numbers = urispec(["testgen", "--confuse", "good.example", "192.0.2.1"]).done();
    for text in ["http://3221225985/", "http://0300.00.02.01/", "http://[::ffff:192.0.2.1]/"] {
        assert!(numbers.stdout.lines().any(|line| line == text), "{text}");
    }
}

/// The readers take two hosts of each string, and `differ` says the same.
#[test]
fn strings_between_two_readers() {
    let done = made(&["--between", "appendix-b,whatwg", "--json"]);
    let all = records(&done);
    assert_eq!(done.code, 0);
    let count = records(&made(&["--json"])).len();
    let summary = format!("{} of {count} strings lead appendix-b, whatwg to", all.len());
    done.saying(&format!("{summary} different hosts\n"));
    // Appendix B: the authority ends at `/`, `?` or `#`. The URL Standard: at `\` too.
    assert_eq!(all[0]["input"], "http://evil.example\\@good.example/");
    assert_eq!(all[0]["danger"], "good-and-evil");
    assert_eq!(
        all[0]["hosts"],
        json!([
            { "host": "good.example", "readers": ["appendix-b"] },
            { "host": "evil.example", "readers": ["whatwg"] },
        ])
    );
    let order =
        ["good-and-evil", "evil-and-other", "good-and-other", "others", "alike", "host-and-none"];
    let place = |one: &Value| order.iter().position(|name| one["danger"] == **name).unwrap();
    assert!(all.iter().map(place).is_sorted());
    let without_base = all.iter().filter(|one| one.get("base").is_none());
    let texts: Vec<&str> = without_base
        .map(|one| one["input"].as_str().unwrap())
        .filter(|text| !text.contains('\0'))
        .collect();
    assert!(texts.len() > 20);
    let differ = ["differ", "--json", "--readers", "appendix-b,whatwg", "--"];
    let done = urispec(differ.into_iter().chain(texts.iter().copied())).done();
    for line in records(&done) {
        let of_host = |one: &Value| one["danger"] == "host" && one["aspect"] == "host";
        assert!(line["differences"].as_array().unwrap().iter().any(of_host), "{line}");
    }
    // A reader that rejects goes nowhere: RFC 3986 has no backslash.
    let strict = records(&made(&["--between", "urispec,whatwg", "--json"]));
    assert!(strict.iter().all(|one| !one["input"].as_str().unwrap().contains('\\')));
}

#[test]
fn who_goes_where_is_explained() {
    let done = made(&["--between", "appendix-b,whatwg", "--why"]);
    assert!(
        done.stdout.starts_with(
            "http://evil.example\\@good.example/\n  \
             good.example (appendix-b) · evil.example (whatwg)\n  \
             backslash-at: `\\` ends the authority, or is a character of the user (URL Standard, URL parsing)\n"
        ),
        "{}",
        done.stdout
    );
    let done = made(&["--why"]);
    let expected = "/\\evil.example/\n  redirect-backslash, against http://good.example/: ";
    assert!(done.stdout.contains(expected), "{}", done.stdout);
}

#[test]
fn strings_in_a_file() {
    let path = file("confuse.txt", "");
    let done = made(&["--output", path.to_str().unwrap()]).expect(0, "");
    let count = records(&made(&["--json"])).len();
    done.saying(&format!(
        "confuse.txt: {count} strings\n10 strings have line breaks, and are left"
    ));
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text, made(&[]).stdout);
}

#[test]
fn hosts_and_readers_that_are_none() {
    let hosts = |good: &str, evil: &str| urispec(["testgen", "--confuse", good, evil]).done();
    for (good, evil) in [
        ("http://a/", "b"),
        ("a", "b:80"),
        ("a", ""),
        ("a b", "c"),
        ("a", "{evil}"),
        ("[::1", "b"),
        ("1.2.3.256", "b"),
    ] {
        hosts(good, evil)
            .expect(2, "")
            .saying("is no host: write the host alone, such as `good.example`");
    }
    hosts("A.example", "a.example").expect(2, "").saying("the two hosts are the same");
    urispec(["testgen", "--confuse", "a"]).done().expect(2, "");
    made(&["--between", "whatwg"]).expect(2, "").saying("two readers or more");
    made(&["--between", "whatwg,curll"])
        .expect(2, "")
        .saying("invalid value 'curll' for '--between <NAME>'")
        .saying("tip: a similar value exists: 'curl'");
    made(&["--rule", "host"]).expect(2, "").saying("--confuse");
    urispec(["testgen", "--between", "whatwg,urispec"]).done().expect(2, "").saying("--confuse");
    urispec(["testgen", "--rule", "port", "--peers", "x"]).done().expect(2, "").saying("--confuse");
    // All suites are JSON, so to ask for JSON changes nothing.
    let suite = |args: &[&str]| urispec(["testgen", "--rule", "port"].iter().chain(args)).done();
    assert_eq!(suite(&["--json"]).stdout, suite(&[]).stdout);
}

#[cfg(unix)]
#[test]
fn programs_are_asked() {
    // It takes every string for one of good.example, and every reference too.
    let answer = "{\"valid\":true,\"host\":\"good.example\",\"target\":\"http://good.example/\",\"reader\":\"good\"}";
    let peer = format!("sh -c 'while read -r line; do printf \"%s\\n\" '\\''{answer}'\\''; done'");
    let done = made(&["--between", "whatwg", "--peer", &peer, "--json"]);
    let all = records(&done);
    let evil = all.iter().find(|one| one["input"] == "http://good.example@evil.example/").unwrap();
    assert_eq!(evil["danger"], "good-and-evil");
    assert_eq!(evil["hosts"][1], json!({ "host": "good.example", "readers": ["good"] }));
    assert!(!all.iter().any(|one| one["input"] == "http://evil.example@good.example/"));
    // Nothing is to be said where both are the same.
    let count = records(&made(&["--json"])).len();
    let done = made(&["--peer", &peer, "--peer", &peer]).expect(0, "");
    done.saying(&format!("0 of {count} strings lead good, good #2 to different hosts\n"));
    made(&["--between", "whatwg", "--peer", "sh -c 'exit 3'"])
        .expect(2, "")
        .saying("before its first answer");
}

/// The adapters of the program; a parser that is absent is named, and nothing is asked then.
#[cfg(unix)]
#[test]
fn parsers_are_asked() {
    use std::io::Write;

    let done = made(&["--between", "python-urllib,node-url", "--json"]);
    if done.code != 0 {
        let mut stderr = std::io::stderr().lock();
        return writeln!(stderr, "skipped: {}", done.stderr).unwrap();
    }
    let all = records(&done);
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

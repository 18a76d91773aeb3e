//! `urispec differ`.

use serde_json::{Value, json};

use super::support::{PROGRAM, file, urispec};

fn asked(args: &[&str]) -> Value {
    let done = urispec([&["differ", "--json"], args].concat()).done();
    serde_json::from_str(&done.stdout).unwrap_or_else(|error| panic!("{error}: {}", done.stderr))
}

/// What each of urispec, appendix-b and whatwg tells of a key, and the aspects in which they differ.
fn row(text: &str, key: &str) -> (Vec<Value>, Vec<String>) {
    let record = asked(&[text]);
    let told = record["readers"].as_array().unwrap().iter();
    let told = told.map(|one| one.get(key).cloned().unwrap_or_else(|| json!("(not told)")));
    let differences = record["differences"].as_array().unwrap().iter();
    let differs = differences.map(|one| one["aspect"].as_str().unwrap().to_owned());
    (told.collect(), differs.collect())
}

/// By RFC 3986, sections 3 and Appendix B, and by the state machine of the URL Standard, 4.4.
#[test]
fn strings_on_which_readers_are_known_to_part() {
    let not = "(not told)";
    for (text, hosts, differs) in [
        // The authority state ends at a backslash in a special URL.
        (
            "http://evil.com\\@good.com/",
            [json!(not), json!("good.com"), json!("evil.com")],
            "host valid userinfo path",
        ),
        // All but the last "@" are of the userinfo, escaped.
        ("http://a@b@c/", [json!(not), json!("c"), json!("c")], "valid"),
        ("http://a#@b/", [json!("a"), json!("a"), json!("a")], ""),
        // Tab and line breaks are removed.
        ("http://a\tb/", [json!(not), json!("a\tb"), json!("ab")], "host valid"),
        ("http://a\nb/", [json!(not), json!("a\nb"), json!("ab")], "host valid"),
        // Slashes are ignored after a special scheme, however many there are.
        ("http:h/", [json!(null), json!(null), json!("h")], "host path"),
        ("http:///h", [json!(""), json!(""), json!("h")], "host path"),
        // A decoded host with a forbidden code point is a failure.
        ("http://a%2Fb/", [json!("a%2Fb"), json!("a%2Fb"), json!(not)], "valid"),
        ("http://a%00b/", [json!("a%00b"), json!("a%00b"), json!(not)], "valid"),
        ("http://0177.1/", [json!("0177.1"), json!("0177.1"), json!("127.0.0.1")], "host"),
        ("http://[::1", [json!(not), json!("[::1"), json!(not)], ""),
    ] {
        let (told, aspects) = row(text, "host");
        assert_eq!((told, aspects.join(" ")), (hosts.to_vec(), differs.to_owned()), "{text}");
    }
}

#[test]
fn a_table_for_each_argument() {
    urispec([
        "differ",
        "http://u:secret@evil.com\\@good.com/",
        "http://h",
        "../a",
        "http://0x7f.1/",
    ])
    .snapshot("differ");
    urispec([
        "differ",
        "--canonical",
        "HTTP://H:80",
        "--base",
        "http://a/b/c/d;p?q",
        "/\\evil.com",
    ])
    .snapshot("differ-canonical");
}

#[test]
fn a_file_is_ranked() {
    let lines = b"http://a/|\nhttp://h\nhttp:h/\nhttp://0x7f.1/\nhttp://ab/|\n\nhttp://a/%zz\n\
        http://h?\n\xff\nhttp:hh\n";
    urispec(["differ", "-f", "-", "-n", "2"]).stdin(lines).snapshot("differ-ranking");
}

/// What may do most comes first, however often the harmless comes.
#[test]
fn the_dangerous_is_not_drowned_in_the_harmless() {
    // Appendix B and the URL Standard (4.4): the backslash; a `|` that RFC 3986 has not; a port that is none; a path
    // without a scheme that the Standard does not judge; `""` for `/`.
    let dangerous = ["http://a\\@b/", "http://h/|", "mailto:a|", "http://u:@h/\\"];
    let lines = "http://h\n".repeat(2000) + &dangerous.join("\n") + &"\nhttp://h".repeat(2000);
    let done =
        urispec(["differ", "--json", "--tally", "--canonical", "-f", "-"]).stdin(lines).done();
    let groups: Vec<Value> =
        done.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let order = ["host", "accepted", "origin", "valid", "data", "spelling"];
    let place = |group: &Value| order.iter().position(|name| group["danger"] == **name).unwrap();
    let places: Vec<_> = groups.iter().map(place).collect();
    assert!(places.is_sorted(), "{places:?}");
    let first = |danger: &str| {
        let found = groups.iter().find(|group| group["danger"] == danger).unwrap();
        (found["aspect"].as_str().unwrap(), found["examples"][0]["input"].as_str().unwrap())
    };
    assert_eq!(first("host"), ("host", "http://a\\@b/"));
    assert_eq!(first("accepted"), ("valid", "http://h/|"));
    assert_eq!(first("origin"), ("userinfo", "http://a\\@b/"));
    assert_eq!(first("valid"), ("valid", "mailto:a|"));
    assert_eq!(first("spelling"), ("userinfo", "http://u:@h/\\"));
    assert_eq!(groups.last().unwrap()["count"], 4000);
}

#[test]
fn nothing_that_differs() {
    let done = urispec(["differ", "-f", "-"]).stdin("http://h/\n\n").done();
    done.expect(0, "").saying("2 strings: 0 read differently, 0 the same in other words, 2 alike");
    let done = urispec(["differ", "-c", "-f", "-"]).stdin("http://h\nhttp://h/|\n").done();
    done.expect(1, "2 strings: 1 read differently, 1 the same in other words, 0 alike\n").quietly();
    urispec(["differ", "-q", "-f", "-"]).stdin("http:h\n").done().expect(1, "").quietly();
    let done = urispec(["differ", "--canonical", "http://h"]).done();
    assert_eq!(done.code, 1, "{}", done.stdout);
}

#[test]
fn lines_and_groups_as_json() {
    let lines = "http://h/\nhttp:h/\nhttp://h\n";
    let done = urispec(["differ", "--json", "-f", "-"]).stdin(lines).done();
    let record: Value = serde_json::from_str(&done.stdout).unwrap();
    assert_eq!((&record["input"], &record["same"]), (&json!("http:h/"), &json!(false)));
    assert_eq!(
        record["differences"][0],
        json!({
            "danger": "host", "aspect": "host", "weight": "material", "spellings": [],
            "groups": [
                { "readers": ["urispec", "appendix-b"], "said": null },
                { "readers": ["whatwg"], "said": "h" },
            ],
        })
    );
    let done = urispec(["differ", "--json", "--tally", "-f", "-"]).stdin(lines).done();
    let first = done.stdout.lines().next().unwrap();
    assert_eq!(
        serde_json::from_str::<Value>(first).unwrap(),
        json!({
            "schema": 1, "danger": "host", "aspect": "host", "weight": "material", "spellings": [],
            "groups": [
                { "readers": ["urispec", "appendix-b"], "said": null },
                { "readers": ["whatwg"] },
            ],
            "count": 1,
            "examples": [{ "place": "<stdin>:2", "input": "http:h/", "said": [null, "h"] }],
        })
    );
}

#[test]
fn hosts_that_are_allowed() {
    let allow = file("differ-allow.txt", "# ours\ngood.com\n*.example.com\n");
    let against = ["differ", "--host-allow-file", allow.to_str().unwrap()];
    let ask = |args: &[&str]| urispec(against.iter().chain(args));
    let conflict = "allowed: good.com (appendix-b) · not: evil.com (whatwg)";
    let done = ask(&["http://evil.com\\@good.com/", "http://good.com|/"]).done();
    assert!(done.code == 1 && done.stdout.contains(conflict), "{}", done.stdout);
    // Whoever rejects does not contact anybody; and material differences elsewhere do not count.
    ask(&["http://good.com/|", "http:a.com", "http://good.com:80x/"]).done().expect(0, "");
    let lines = "http://good.com/\nhttp://a.example.com\\@x.org/\nhttp:/good.com\n";
    let done = ask(&["-f", "-"]).stdin(lines).done();
    let places: Vec<_> = done.stdout.lines().filter(|line| line.starts_with('<')).collect();
    assert_eq!(places, ["<stdin>:2: http://a.example.com\\@x.org/", "<stdin>:3: http:/good.com"]);
    let done = done.saying("3 strings: over 2 readers do not agree whether the host is allowed");
    assert!(
        done.stdout.contains("  allowed: good.com (whatwg) · not: none (urispec, appendix-b)\n")
    );
    // The host of the target counts: 5.2.2 against the relative slash state.
    let done = ask(&["--base", "http://x.org/", "/\\good.com"]).done();
    let conflict = "allowed: good.com (whatwg) · not: x.org (appendix-b)";
    assert!(done.stdout.contains(conflict), "{}", done.stdout);
    let wrong = file("differ-wrong.txt", "good.com\nhttp://h/\n");
    let done = urispec(["differ", "--host-allow-file", wrong.to_str().unwrap(), "a"]).done();
    done.expect(2, "").saying("differ-wrong.txt:2: this is no host");
}

#[test]
fn readers_are_named() {
    let names = |args: &[&str]| {
        let record = asked(&[args, &["http://h/"]].concat());
        let readers = record["readers"].as_array().unwrap().iter();
        readers.map(|one| one["reader"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&["--readers", "WHATWG,rfc2396,urispec"]), ["whatwg", "rfc2396", "urispec"]);
    let all = ["urispec", "appendix-b", "whatwg", "rfc2396"];
    assert_eq!(names(&["--with", "rfc2396,urispec"]), all);
    urispec(["differ", "--readers", "whatwg", "a"])
        .done()
        .expect(2, "")
        .saying("two readers or more");
    let done = urispec(["differ", "--with", "whatwg,nobody", "a"]).done();
    done.expect(2, "").saying("urispec, appendix-b, whatwg");
    urispec(["differ", "--base", "a b", "g"]).done().expect(2, "").saying("base: ");
}

#[cfg(unix)]
mod programs {
    use super::*;

    /// A program that answers the same to each line.
    fn always(answer: &str) -> String {
        format!("sh -c 'while read -r line; do printf \"%s\\n\" '\\''{answer}'\\''; done'")
    }

    #[test]
    fn a_program_is_asked() {
        let peer = always("{\"valid\":true,\"host\":\"other\",\"reader\":\"mine 1.0\"}");
        let record = asked(&["--peer", &peer, "http://h/"]);
        assert_eq!(
            record["readers"][3],
            json!({ "reader": "mine 1.0", "valid": true, "host": "other" })
        );
        assert_eq!(
            record["differences"][0]["groups"][1],
            json!({ "readers": ["mine 1.0"], "said": "other" })
        );
        let args = ["differ", "--readers", "urispec", "--peer", &peer, "--peer", &peer, "-f", "-"];
        let done = urispec(args).stdin("http://h/\nhttp://i/\n").done();
        let expected = "another host\n        2  host  urispec ≠ mine 1.0, mine 1.0 #2\n";
        assert!(done.code == 1 && done.stdout.starts_with(expected), "{}", done.stdout);
    }

    #[test]
    fn a_program_of_the_list_may_be_absent() {
        let folder = file("differ-peers", "").with_file_name("differ-list");
        std::fs::create_dir_all(&folder).unwrap();
        let list = "name\tstandard\tfrom\tcommand\nnobody\tnone\tx\t/bin/sh ./exit\n";
        std::fs::write(folder.join("peers.tsv"), list).unwrap();
        std::fs::write(folder.join("exit"), "exit 127\n").unwrap();
        let args = ["differ", "--peers", folder.to_str().unwrap(), "--readers"];
        let ask = |with: &str| urispec(args.iter().chain(&[with, "http://h/"])).done();
        let done = ask("urispec,whatwg,nobody");
        assert_eq!(done.code, 0);
        done.saying("nobody is absent, and left out");
        // The end of a name is not taken for the name, and is what to look for.
        std::fs::write(folder.join("peers.tsv"), list.replace("nobody", "rust-url")).unwrap();
        ask("url").expect(2, "").saying("tip: a similar value exists: 'rust-url'");
    }

    /// A peer leads a group of its own, which an interrupt of this program does not reach.
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
        // Who takes leave of it may not be there: a process that has ended and waits for that is no more.
        let has_ended = || match std::fs::read_to_string(format!("/proc/{}/stat", pid())) {
            Ok(stat) => stat.contains(") Z "),
            Err(_) => !kill("-0", &pid()),
        };
        assert!(within(&has_ended), "the peer lives on");
    }

    /// Whoever gives no answer may contact anybody: no list of hosts is safe then.
    #[test]
    fn no_answer_is_no_agreement() {
        let script = "while read -r l; do case \"$l\" in *evil*) exit 1;; esac; echo \"{\\\"valid\\\":true}\"; done";
        let peer = format!("sh -c '{script}'");
        let list = file("differ-some.txt", "*.com\n");
        let args = [
            "differ",
            "--readers",
            "urispec",
            "--peer",
            &peer,
            "--host-allow-file",
            list.to_str().unwrap(),
        ];
        let lines = "http://evil.com/\nhttp://a.com/\n";
        let done = urispec(args.iter().chain(&["-f", "-"])).stdin(lines).done();
        assert_eq!(done.code, 1);
        let line = "<stdin>:1: http://evil.com/\n  sh ";
        assert!(done.stdout.starts_with(line), "{}", done.stdout);
        done.saying("2 strings: over 0 readers do not agree whether the host is allowed; a reader gave no answer to 1");
        for less in ["--quiet", "--count"] {
            let done = urispec(args.iter().chain(&[less, "-f", "-"])).stdin(lines).done();
            assert_eq!(done.code, 1, "{less}");
        }
        let done = urispec(args.iter().chain(&["--json", "-f", "-"])).stdin(lines).done();
        assert!(done.stdout.contains("\"crash\":\"exited with code 1\""), "{}", done.stdout);
        assert_eq!(done.stdout.lines().count(), 1);
    }

    #[test]
    fn a_program_that_cannot_be_asked() {
        for (peer, why) in [
            ("cat", "`input` is no key of an answer"),
            ("/nowhere/at/all", "cannot start `/nowhere/at/all`"),
            ("sh -c 'exit 3'", "before its first answer"),
            ("'", "is no command"),
            (" ", "is empty"),
        ] {
            urispec(["differ", "--peer", peer, "a"]).done().expect(2, "").saying(why);
        }
        // It answers wrongly in the middle of a file.
        let script = "n=0; while read -r l; do n=$((n+1)); \
                      if [ $n -gt 3 ]; then echo no; else echo \"{\\\"valid\\\":null}\"; fi; done";
        let peer = format!("sh -c '{script}'");
        let done = urispec(["differ", "--peer", &peer, "-f", "-"]).stdin("a\nb\nc\nd\n").done();
        done.expect(2, "").saying("`no` is no answer to `c`");
    }

    #[test]
    fn a_program_that_dies_over_a_string_is_counted() {
        let script = "while read -r l; do case \"$l\" in *bad*) exit 9;; esac; echo \"{\\\"valid\\\":null}\"; done";
        let peer = format!("sh -c '{script}'");
        let args = ["differ", "--peer", &peer, "-f", "-"];
        let done = urispec(args).stdin("a:b\na:bad\na:c\n").done();
        assert_eq!(done.code, 1, "{}", done.stderr);
        assert!(done.stdout.starts_with("no answer\n        1  sh -c"), "{}", done.stdout);
        assert!(done.stdout.contains("<stdin>:2: the program "), "{}", done.stdout);
        done.saying(
            "3 strings: 0 read differently, 0 the same in other words, 2 alike; a reader gave no answer to 1",
        );
    }
}

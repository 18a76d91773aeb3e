//! Names in other spellings than the printed one, documents that are no editions, and options before
//! the command.

use urispec::Edition;
use urispec_lint::Lint;

use super::json::{records, records_once};
use super::support::{Done, once, urispec};
use super::{explain, scaled};

fn refused(args: &[&str], parts: &[&str]) -> Done {
    let done = urispec(args).done().expect(2, "");
    for part in parts {
        assert!(done.stderr.contains(part), "{args:?}: {part:?} is not in: {}", done.stderr);
    }
    done
}

/// What is printed has the edition's own id, however it was asked for.
#[test]
fn editions_in_any_spelling() {
    for name in ["RFC3986", "3986", "rfc-3986", "RFC 3986", "std66", "Rfc_3986"] {
        let found = records(&["check", "-j", "--edition", name, "a:b"], "");
        assert_eq!(found[0]["edition"], "rfc3986", "{name}");
    }
    for (name, id) in [
        ("draft-fielding-url-syntax-05", "url-syntax-05"),
        ("rfc2396bis", "rfc2396bis-01"),
        ("RFC2396BIS_01", "rfc2396bis-01"),
    ] {
        let done = urispec(["requirements", "--count", name]).done();
        assert!(done.stdout.starts_with(&format!("{id}: ")), "{name}: {}", done.stdout);
    }
    let found = records(&["diff", "-j", "1738", "RFC 3986", "--rule", "URL", "uri"], "");
    assert_eq!((&found[0]["left_rule"], &found[0]["right_rule"]), (&"url".into(), &"URI".into()));
    let found = records(&["editions", "-j", "--edition", "2396,STD66", "a:b"], "");
    let asked: Vec<_> = found.iter().flat_map(|one| one["verdicts"].as_array().unwrap()).collect();
    let asked: Vec<_> = asked.iter().map(|answer| answer["by"].as_str().unwrap()).collect();
    assert_eq!(asked, ["rfc2396", "rfc3986"]);
}

/// Each production is reached by its name in the other letter case, and with `_` for `-` and `-` for
/// `_`: no two of an edition differ only so.
#[test]
fn productions_in_any_spelling() {
    let other = |c: char| match c {
        '-' => '_',
        '_' => '-',
        c if c.is_ascii_lowercase() => c.to_ascii_uppercase(),
        c => c.to_ascii_lowercase(),
    };
    for &edition in Edition::ALL {
        let names = edition.grammars().iter().flat_map(|grammar| grammar.productions());
        for name in names.map(|production| production.name()).step_by(scaled(41, 5)) {
            let spelt: String = name.chars().map(other).collect();
            let args = ["check", "-j", "--edition", edition.id(), "--rule", &spelt, ""];
            assert_eq!(records(&args, "")[0]["rule"], name, "{edition}");
        }
    }
    let found = records_once(&explain::RECORDS);
    let rules: Vec<_> = found.iter().map(|one| one["rule"].as_str().unwrap()).collect();
    assert_eq!(rules, ["host", "path-empty", "URI-reference", "path"]);
}

#[test]
fn all_other_names_in_any_spelling() {
    let done = |args: &[&str]| urispec(args).done();
    done(&["normalize", "--to", "Percent_Encoding", "HTTP://h/%7e"]).expect(0, "http://h/~\n");
    let quiet = ["lint", "--ignore", "Upper_Case_Scheme", "--deny", "NOTE", "HTTP://h/"];
    done(&quiet).expect(0, "").quietly();
    assert_eq!(done(&["editions", "--only", "Host_Kind", "http://1.2.3.256/"]).code, 1);
    assert_eq!(done(&["editions", "--edition", "3986", "--with", "WHATWG", "http://h/"]).code, 0);
    assert_eq!(done(&["requirements", "3986", "--state", "OPEN", "--count"]).code, 0);
    assert_eq!(done(&["completions", "BASH"]).code, 0);
    let ids = Lint::all().iter().map(|lint| lint.id().replace('-', "_").to_ascii_uppercase());
    let ids: Vec<String> = ids.collect();
    done(&["lint", "--ignore", &ids.join(","), "//h/"]).expect(0, "").quietly();
}

/// All that there are, and the nearest.
#[test]
fn unknown_names() {
    refused(&["check", "--rule", "Hots", "a"], &["invalid value 'Hots' for '--rule", "host"]);
    refused(&["check", "--edition", "rfc3968", "a"], &["[possible values: rfc1630, ", "'rfc3986'"]);
    refused(&["lint", "--deny", "pasword", "a"], &["tip: a similar value exists: 'password'"]);
}

/// Another document is no typing error, however near its number is.
#[test]
fn another_number_is_another_document() {
    for (given, number) in [("rfc7595", "7595"), ("3985", "3985"), ("RFC 1", "1")] {
        let done = urispec(["check", "--edition", given, "a"]).done().expect(2, "");
        assert!(!done.stderr.contains("similar"), "{}", done.stderr);
        done.saying(&format!("error: RFC {number} is no edition here\n"))
            .saying("  [possible values: rfc1630, ");
    }
    refused(&["check", "--edition", "rfc2368", "a"], &["it is about the scheme `mailto`"]);
}

/// What is asked for twice is shown once.
#[test]
fn an_edition_is_shown_once() {
    let once = urispec(["requirements", "rfc3986", "--count"]).done();
    urispec(["requirements", "rfc3986", "RFC3986", "3986", "std66", "--count"])
        .done()
        .expect(0, &once.stdout);
    let once = urispec(["audit", "rfc3061"]).done();
    urispec(["audit", "rfc3061", "RFC3061"]).done().expect(0, &once.stdout);
}

/// The document is named, and what the program has of it, with a command that shows it.
#[test]
fn a_document_that_is_no_edition() {
    refused(
        &["check", "--edition", "rfc7230", "a:b"],
        &[
            "error: RFC 7230 is not an edition here: it is about HTTP/1.1",
            "rfc9110 has the schemes http and https (4.2)",
            "try: urispec parse --edition rfc9110 http://example.com:80",
            "[editions: rfc1630, ",
            "Usage: urispec check",
        ],
    );
    refused(&["diff", "rfc2396", "2616"], &["rfc9110 has the schemes http and https (4.2)"]);
    refused(&["requirements", "RFC 6455"], &["WebSocket"]);
}

/// Each says of itself what the command after `try` shows.
#[test]
fn what_there_is_of_such_a_document() {
    let tried = |document: &str| {
        let done = urispec(["check", "--edition", document, "a"]).done().expect(2, "");
        let (_, line) = done.stderr.split_once("try: urispec ").expect(document);
        let line = line.lines().next().unwrap().replace('\'', "");
        let shown = once(&line.split(' ').collect::<Vec<_>>());
        assert!(shown.code < 2, "{document}: {}", shown.stderr);
        format!("{}{}", shown.stdout, shown.stderr)
    };
    for (documents, said) in [
        ("2616 2818 7230 7231 9112", "\n  production  http-URI\n"),
        ("6455 7252", "\n  scheme            3.2.3    :"),
        ("6455 7252", "\n  scheme            6.2.3    \"\" -> /"),
        ("952 1034 1123", "[not-dns]"),
        ("2373 3513 4291", "IPv6address (rfc3986, 3.2.2)"),
        ("5952", "is [::1] in the form of RFC 5952, 4"),
        ("822 2234 4234 5234 7405", "--notation <NAME>"),
    ] {
        for document in documents.split(' ') {
            let shown = tried(document);
            assert!(shown.contains(said), "{document}: {said:?} is not in: {shown}");
        }
    }
}

/// The same before the command as after it.
#[test]
fn an_edition_before_the_command() {
    for before in [
        &["--edition", "rfc2396"][..],
        &["--edition=RFC2396"],
        &["--color", "never", "--edition", "2396"],
    ] {
        let args = [before, &["check", "-j", "a:b"]].concat();
        assert_eq!(records(&args, "")[0]["edition"], "rfc2396", "{before:?}");
    }
    for json in ["-j", "--json"] {
        let found = records(&[json, "--edition", "rfc3061", "explain", "oid"], "");
        assert_eq!((&found[0]["edition"], &found[0]["rule"]), (&"rfc3061".into(), &"oid".into()));
    }
    // What is wrong is said of the command.
    refused(
        &["--edition", "rfc2396", "check", "--rule", "nothing", "a"],
        &["[possible values: ", "URI-reference"],
    );
    refused(&["--edition", "rfc7230", "check", "a"], &["RFC 7230", "Usage: urispec check"]);
}

/// A script may ask for JSON of all commands. Behind the command an option is asked of it alone.
#[test]
fn json_before_a_command_that_has_none() {
    for json in ["-j", "--json"] {
        let done = urispec([json, "unique", "a:b", "A:b"]).done().expect(0, "a:b\n");
        assert_eq!(done.stderr, "note: unique prints no JSON, and --json is left out\n");
        refused(&["unique", json, "a:b"], &["unexpected argument"]);
    }
    urispec(["--json", "get", "-C", "host", "//h"])
        .done()
        .expect(0, "{\"host\":\"h\"}\n")
        .quietly();
}

/// Neither of two editions is left aside in silence, and no command passes over one.
#[test]
fn an_edition_that_cannot_hold() {
    let twice = "'--edition <ID>' cannot be used multiple times";
    refused(&["--edition", "rfc2396", "check", "--edition", "rfc3986", "a"], &[twice]);
    refused(&["--edition", "rfc2396", "--edition", "rfc3986", "check", "a"], &[twice]);
    for (command, tip) in [
        ("audit", "give the editions as arguments"),
        ("changes", "give the editions as arguments"),
        ("diff", "give the editions as arguments"),
        ("errata", "give the editions as arguments"),
        ("requirements", "give the editions as arguments"),
        ("convert", "only RFC 3987 says how to convert (3.1 and 3.2): leave '--edition' out"),
        ("completions", "leave '--edition' out"),
        ("differ", "leave '--edition' out"),
    ] {
        let expected = ["unexpected argument '--edition'", tip];
        refused(&["--edition", "rfc2396", command], &expected);
        refused(&[command, "--edition", "rfc2396"], &expected);
    }
    refused(&["--edition", "rfc2396"], &["Usage: urispec"]);
    refused(&["--edition"], &["a value is required"]);
}

/// Who asks for a production of another document is told which document that is.
#[test]
fn productions_of_other_editions() {
    let of_rfc6874 = "tip: 'IPv6addrz' is a production of rfc6874: use '--edition rfc6874'";
    for command in [
        &["explain", "--edition", "rfc1808", "ipv6addrz"][..],
        &["check", "--rule", "IPv6addrz", "a"],
    ] {
        let done = refused(command, &[of_rfc6874]);
        assert!(!done.stderr.contains("similar"), "{}", done.stderr);
    }
    refused(&["parse", "--rule", "isegment-nz-nc", "a"], &["use '--edition rfc3987'"]);
    // The draft prints `net-path`, and takes either spelling.
    let several = "tip: 'net_path' is a production of rfc1808, url-syntax-05, rfc2396, rfc2732, \
                   rfc2396bis-01: choose one by '--edition'";
    refused(&["parse", "--rule", "net_path", "a"], &[several]);
    // What no document has may be a typing error.
    refused(&["parse", "--rule", "IPv6adress", "a"], &["a similar value exists: 'IPv6address'"]);
}

//! RFC 3986, 3.2.1: "Applications should not render as clear text any data after the first colon
//! (":") character found within a userinfo subcomponent unless the data after the colon is the empty
//! string (indicating no password)."

use super::support::{Done, file, urispec};

/// A password that nothing else in an output looks like.
const SECRET: &str = "sesame";

fn run(args: &[&str]) -> Done {
    urispec(args).done()
}

#[track_caller]
fn is_hidden(args: &[&str]) {
    let done = run(args);
    let said = format!("{}{}", done.stdout, done.stderr);
    assert!(!said.contains(SECRET), "{args:?}: {said}");
    assert!(said.contains("<hidden>"), "{args:?}: {said}");
    let done = run(&[args, &["--show-passwords"]].concat());
    let said = format!("{}{}", done.stdout, done.stderr);
    assert!(said.contains(SECRET) && !said.contains("<hidden>"), "{args:?}: {said}");
}

#[test]
fn text_for_people_hides_it() {
    let valid = "ftp://u:sesame@h:21/?q#f";
    let invalid = "ftp://u:sesame@h:x/";
    let lines = file(
        "passwords",
        format!(
            "{valid}
{invalid}
"
        ),
    );
    let pairs = format!(
        "{invalid}	a
http://a/	{invalid}
{invalid}
"
    );
    let pairs = file("password-pairs", pairs);
    let [lines, pairs] = [&lines, &pairs].map(|path| path.to_str().unwrap());
    for args in [
        &["parse", valid][..],
        &["parse", invalid],
        &["parse", "--rule", "authority", "u:sesame@h"],
        &["parse", "--rule", "userinfo", "u:sesame"],
        &["parse", "--edition", "rfc1738", "ftp://u:sesame@h/a"],
        &["parse", "--edition", "rfc1738", "x://u:sesame@h/a"],
        &["parse", "--edition", "rfc1630", "ftp://u:sesame@h/a"],
        &["parse", "--edition", "rfc2396", valid],
        &["parse", "--edition", "rfc2396", "x://u:sesame@_"],
        &["check", "-v", valid],
        &["check", invalid],
        &["lint", valid],
        &["lint", "--short", valid],
        &["lint", "--short", invalid],
        &["lint", invalid],
        &["lint", "--pack", "all", valid],
        &["lint", "--pack", "all", invalid],
        &["editions", valid],
        &["editions", invalid],
        &["editions", "--base", valid, "a"],
        &["editions", "--base", invalid, "a"],
        &["compare", invalid, "a"],
        &["normalize", invalid],
        &["normalize", "--redirect", "a", valid, "a"],
        &["resolve", "-b", invalid, "a"],
        &["resolve", "-b", "http://a/", invalid],
        &["relativize", "-b", invalid, "http://a/"],
        &["relativize", "-b", "http://a/", "//u:sesame@h"],
        // "Resolving would remove its dot segments" (5.2.4), says a message.
        &["relativize", "-b", "http://a/", "http://u:sesame@h/./b"],
    ] {
        is_hidden(args);
    }
    for command in ["parse", "editions", "lint"] {
        is_hidden(&[command, "-f", lines]);
    }
    is_hidden(&["editions", "--tally", "-f", lines]);
    is_hidden(&["resolve", "-f", pairs]);
    is_hidden(&["compare", "-f", pairs]);
    // A URI where another argument belongs is repeated too.
    for args in [
        &["check", "-f", valid][..],
        &["extract", valid],
        &["explain", "--edition", "rfc3061", valid],
        &["check", "--rule", valid, "a"],
        &["requirements", "--section", valid],
        &["audit", "--bnf", valid, "--pest", "a"],
    ] {
        is_hidden(args);
    }
    // The message of a mistake comes before any option is known.
    let done = run(&["--show-passwords", valid]);
    assert!(done.stderr.contains("'ftp://u:<hidden>@h:21/?q#f'"), "{}", done.stderr);
}

/// JSON and the URIs that are made are data.
#[test]
fn data_is_whole() {
    let valid = "ftp://u:sesame@h/b";
    let text = file("password-text", format!("<{valid}>\n"));
    for args in [
        &["parse", "--json", valid][..],
        &["check", "--json", "ftp://u:sesame@h:x"],
        &["lint", "--json", valid],
        &["editions", "--json", valid],
        &["resolve", "-b", valid, "c"],
        &["resolve", "--json", "-b", valid, "c"],
        &["relativize", "-b", "http://a/", valid],
        &["normalize", valid],
        &["extract", text.to_str().unwrap()],
        &["extract", "--uris", text.to_str().unwrap()],
    ] {
        let done = run(args);
        assert!(done.stdout.contains("u:sesame@h"), "{args:?}: {}", done.stdout);
        assert!(!done.stdout.contains("<hidden>"), "{args:?}: {}", done.stdout);
    }
}

/// The steps of a resolution are for people, and the target below them is data.
#[test]
fn a_trace_ends_with_data() {
    for edition in ["rfc1630", "url-syntax-05", "rfc2396", "rfc2396bis-01", "rfc3986"] {
        let base = ["--edition", edition, "-b", "ftp://u:sesame@h/b"];
        let done = run(&[&["resolve", "--trace"], &base[..], &["c"]].concat());
        let (steps, target) = done.stdout.trim_end().rsplit_once('\n').unwrap();
        assert!(!steps.contains(SECRET) && steps.contains("u:<hidden>@h"), "{edition}: {steps}");
        assert_eq!(target, "ftp://u:sesame@h/c");
    }
}

/// "Unless the data after the colon is the empty string": that there is no password is shown.
#[test]
fn the_empty_password_is_shown() {
    let done = run(&["parse", "ftp://foo:@host.com/"]);
    assert!(done.stdout.contains("  userinfo  foo:\n"), "{}", done.stdout);
    assert!(!done.stdout.contains("hidden"), "{}", done.stdout);
}

/// Carets stand below what they mean, and the spans of a tree are those of the input.
#[test]
fn what_is_shown_stays_in_its_place() {
    run(&["lint", "--ignore", "note", "ftp://u:sesame@0x7f.1/"]).expect(
        1,
        "warning: ftp://u:<hidden>@0x7f.1/: inet_aton() takes the name for 127.0.0.1 (7.4) \
         [rare-ipv4]\n\
         \x20 ftp://u:<hidden>@0x7f.1/\n\
         \x20                  ^^^^^^\n\
         \x20 mended: ftp://u:<hidden>@127.0.0.1/\n\
         warning: ftp://u:<hidden>@0x7f.1/: whoever sees the URI reads the password (3.2.1) \
         [password]\n\
         \x20 ftp://u:<hidden>@0x7f.1/\n\
         \x20         ^^^^^^^^\n\
         \x20 mended: ftp://u@0x7f.1/\n",
    );
    let done = run(&["normalize", "ftp://u:sesame@h|/"]);
    let lines: Vec<_> = done.stderr.lines().collect();
    assert_eq!(lines[1..3], ["  ftp://u:<hidden>@h|/", "                    ^"]);
    // What is wrong is hidden too where it is within the password.
    let done = run(&["normalize", "ftp://u:ses|ame@h/"]);
    let lines: Vec<_> = done.stderr.lines().collect();
    assert!(lines[0].contains(": at byte 11 there is <hidden> inside"), "{}", lines[0]);
    assert_eq!(lines[1..3], ["  ftp://u:<hidden>@h/", "          ^"]);
    let done = run(&["parse", "//u:sesame%41@h"]);
    let lines = done.stdout.lines();
    let tree: Vec<_> =
        lines.filter(|line| line.contains("userinfo ") && line.contains("..")).collect();
    assert_eq!(tree.len(), 1, "{}", done.stdout);
    assert!(tree[0].starts_with("    2..13  "), "{}", tree[0]);
    assert!(!done.stdout.contains("%41"), "{}", done.stdout);
}

/// A production may be of the part that holds the password (RFC 3986, 3.2.1): the string is then no
/// reference, and its password is hidden all the same.
#[test]
fn a_part_of_a_reference_has_a_password() {
    for (args, shown) in [
        (["check", "--rule", "userinfo", "u:sesame|"], "u:<hidden>: "),
        (["check", "--rule", "userinfo", "|u:sesame"], "|u:<hidden>: "),
        (["check", "--rule", "authority", "u:sesame@h|"], "u:<hidden>@h|: "),
    ] {
        is_hidden(&args);
        let done = run(&args);
        assert!(done.stdout.starts_with(shown), "{}", done.stdout);
    }
    is_hidden(&["check", "-v", "--rule", "userinfo", "u:sesame"]);
    is_hidden(&["parse", "--rule", "userinfo", "u:sesame|"]);
    is_hidden(&["check", "--edition", "rfc1738", "--rule", "password", "sesame|"]);
    // What is hidden is hidden with what is wrong in it.
    let done = run(&["check", "--rule", "userinfo", "u:pw|"]);
    assert!(
        done.stdout.starts_with("u:<hidden>: at byte 4 there is <hidden> inside"),
        "{}",
        done.stdout
    );
}

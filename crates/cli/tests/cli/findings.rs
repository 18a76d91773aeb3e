//! Findings for other programs: formats, baselines, settings, and what is found in the files of a project.

use std::fs;

use serde_json::Value;

use super::json::records;
use super::scaled;
use super::support::{Done, file, urispec};

/// The results of a log of SARIF, and its rules.
#[track_caller]
fn sarif(done: &Done) -> (Vec<Value>, Vec<Value>) {
    let log: Value = serde_json::from_str(&done.stdout).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let list = |value: &Value| value.as_array().unwrap().clone();
    (list(&run["results"]), list(&run["tool"]["driver"]["rules"]))
}

fn place(result: &Value) -> (Option<&str>, [u64; 4]) {
    let place = &result["locations"][0]["physicalLocation"];
    let numbers = ["startLine", "startColumn", "endLine", "endColumn"];
    let numbers = numbers.map(|key| place["region"][key].as_u64().unwrap_or_default());
    (place["artifactLocation"]["uri"].as_str(), numbers)
}

#[test]
fn strings_of_a_list_have_their_lines_and_columns() {
    file("findings list", "http://h/\nftp://é:p@h/\nhttp://u:p@h:80/\n");
    let done =
        urispec(["lint", "-f", "findings list", "--format", "sarif", "--deny", "note"]).done();
    assert_eq!(done.code, 1);
    let (results, rules) = sarif(&done);
    let found: Vec<_> = results
        .iter()
        .map(|one| (one["ruleId"].as_str().unwrap(), one["level"].as_str().unwrap(), place(one)))
        .collect();
    let name = Some("findings%20list");
    assert_eq!(
        found,
        [
            // `ftp://` is six characters, and a URI has no `é`.
            ("invalid", "error", (name, [2, 7, 2, 8])),
            ("default-port", "note", (name, [3, 13, 3, 16])),
            ("password", "warning", (name, [3, 10, 3, 11])),
            ("http-userinfo", "warning", (name, [3, 8, 3, 12])),
        ]
    );
    let fix = &results[1]["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(fix["insertedContent"]["text"], "http://u:p@h/");
    assert_eq!(fix["deletedRegion"]["endColumn"], 17);
    assert!(rules.iter().any(|rule| rule["id"] == "default-port"));
    // An invalid string has no column of its own but that of its fault.
    let records = records(&["lint", "-j", "-f", "findings list"], "");
    assert_eq!(records[1]["error"]["column"], 7);
    let second = &records[2];
    assert_eq!((&second["file"], &second["line"]), (&"findings list".into(), &3.into()));
    assert_eq!(second["findings"][0]["column"], 13);
}

#[test]
fn a_log_is_whole_on_all_cores_and_empty_without_findings() {
    // Some hundreds of kilobytes, in few lines or in many.
    let (count, padding) = (scaled(1_500, 40_000), "a".repeat(scaled(400, 0)));
    let lines: String = (0..count).map(|at| format!("http://h:80/{at}{padding}\n")).collect();
    file("findings-many", lines);
    let all = ["1", "4"].map(|threads| {
        let args = ["lint", "-f", "findings-many", "--format=sarif", "--threads", threads];
        let done = urispec(args).done();
        assert_eq!((done.code, sarif(&done).0.len()), (0, count));
        done.stdout
    });
    assert_eq!(all[0], all[1]);
    let done = urispec(["check", "a:b", "--format", "sarif"]).done();
    assert_eq!((done.code, sarif(&done).0.len()), (0, 0));
}

#[test]
fn commands_to_githubs_runner() {
    file("findings-hub", "a b\n");
    let expected = "::error file=findings-hub,line=1,endLine=1,col=2,endColumn=3,title=invalid::a space is not \
                    allowed (2); ";
    let done = urispec(["check", "-f", "findings-hub", "--format", "github"]).done();
    assert!(done.code == 1 && done.stdout.starts_with(expected), "{}", done.stdout);
    // A string of the command line has no file; the message has the string, without its password.
    let args = ["lint", "--short", "--format", "github", "ftp://u:sesame@h/"];
    urispec(args).done().expect(
        1,
        "::warning title=password::ftp://u:<hidden>@h/: whoever sees the URI reads the password (3.2.1)\n",
    );
    let args = ["differ", "--format", "github", "http://a\\@b/"];
    let done = urispec(args).done();
    let expected = "::warning title=host::http://a\\@b/: host: b (appendix-b) · a (whatwg)\n";
    assert!(done.code == 1 && done.stdout.starts_with(expected), "{}", done.stdout);
    let args = ["audit", "--rule", "port", "--regex", "^[0-9]+$", "--format", "github"];
    urispec(args)
        .done()
        .expect(1, "::error title=differs::^[0-9]+$: port: differs only printed \"\"\n");
    file("findings.abnf", "a = \"b\"\nc = \"d\" / \"e\"\n");
    file("findings.pest", "a = { ^\"b\" }\nc = { ^\"d\" }\n");
    let args = ["audit", "--bnf", "findings.abnf", "--pest", "findings.pest", "--format", "github"];
    urispec(args).done().expect(
        1,
        "::error file=findings.pest,line=2,endLine=2,col=1,endColumn=1,title=differs::c: differs, only printed \"E\"\n",
    );
}

#[cfg(unix)]
#[test]
fn a_parser_s_mistakes_are_findings_about_the_parser() {
    let command = ["--", "sed", "-u", "s/.*/{\"valid\":true}/"];
    let args = ["conform", "--rule", "port", "--reasons", "--format", "sarif"];
    let done = urispec(args.iter().chain(&command)).done();
    let (results, rules) = sarif(&done);
    assert_eq!((done.code, results.len(), rules.len()), (1, 2, 6));
    assert_eq!(results[0]["ruleId"], "accepts");
    assert_eq!(results[0]["locations"][0]["logicalLocations"][0]["name"], &*command[1..].join(" "));
    let args = ["conform", "--rule", "port", "--reasons", "--exit-zero"];
    assert_eq!(urispec(args.iter().chain(&command)).done().code, 0);
}

#[test]
fn findings_are_no_failure_where_nobody_wants_it() {
    for args in [
        &["check", "a b"][..],
        &["lint", "ftp://u:p@h/"],
        &["differ", "http://a\\@b/"],
        &["audit", "--rule", "port", "--regex", "x"],
    ] {
        assert_eq!(urispec(args).done().code, 1, "{args:?}");
        let zero = urispec(args.iter().chain(&["--exit-zero"])).done();
        assert!(zero.code == 0 && !(zero.stdout + &zero.stderr).is_empty(), "{args:?}");
    }
    urispec(["check", "-f", "no-such", "--exit-zero"]).done().expect(2, "").saying("cannot read");
}

#[test]
fn a_baseline_leaves_what_is_new() {
    file("findings-base", "http://h:80/\nftp://u:p@h/\na b\n");
    let lint = |more: &[&str]| {
        urispec(["lint", "--short", "-f", "findings-base"].iter().chain(more)).done()
    };
    lint(&["--write-baseline", "findings.known"]).saying("findings.known: 3 findings\n");
    assert_eq!(lint(&["--write-baseline", "findings.known"]).code, 0);
    let known = &["--baseline", "findings.known"];
    lint(known).expect(0, "").saying("3 findings of the baseline not shown, 0 no longer found\n");
    // Lines move, one string is mended, and another is new.
    file("findings-base", "\nhttp://h:80/\nftp://u:p@g/\na b\n");
    lint(known)
        .expect(
            1,
            "warning: findings-base:3: whoever sees the URI reads the password (3.2.1) [password]\n",
        )
        .saying("2 findings of the baseline not shown, 1 no longer found\n");
    urispec(["differ", "http://a\\@b/", "--write-baseline", "differ.known"]).done();
    let args = ["differ", "--tally", "--baseline", "differ.known", "http://a\\@b/"];
    urispec(args).done().expect(0, "").saying("4 findings of the baseline not shown");
    urispec(["lint", "--baseline", "differ.known", "a:b"]).done().expect(2, "").saying(
        "differ.known:1: this is no baseline of urispec lint: --write-baseline FILE writes one",
    );
    file("findings-base.abnf", "a = b\n");
    let args = ["lint", "findings-base.abnf", "--short", "--write-baseline", "abnf.known"];
    assert_eq!(urispec(args).done().code, 0);
    let args = ["lint", "findings-base.abnf", "--baseline", "abnf.known"];
    urispec(args).done().expect(0, "").saying("1 finding of the baseline not shown");
}

#[test]
fn a_baseline_has_no_password_and_may_be_written_where_it_is_read() {
    let known = file("findings-secret.known", "");
    fs::remove_file(&known).unwrap();
    let name = "findings-secret.known";
    let both = ["lint", "--baseline", name, "--write-baseline", name, "ftp://u:sesame@h/"];
    for _ in 0..2 {
        assert_eq!(urispec(both).done().code, 0);
    }
    let text = fs::read_to_string(&known).unwrap();
    assert!(text.contains("ftp://u:<hidden>@h/") && !text.contains("sesame"), "{text}");
    urispec(["lint", "--baseline", name, "ftp://u:other@h/"]).done().expect(0, "");
    urispec(["lint", "--baseline", "no-such.known", "a:b"]).done().expect(2, "");
}

#[cfg(unix)]
#[test]
fn a_file_of_any_name_is_named_as_it_is() {
    use std::os::unix::ffi::OsStrExt;
    let folder = file("findings-names", "").with_file_name("names");
    fs::create_dir_all(&folder).unwrap();
    for name in [&b"new\nline"[..], b"bad\xFF", b"back\\slash"] {
        fs::write(folder.join(std::ffi::OsStr::from_bytes(name)), "ftp://u:p@h/\n").unwrap();
    }
    fs::write(folder.join("packed.txt"), b"\x1F\x8B\x08").unwrap();
    fs::write(folder.join("wide.txt"), b"\xFF\xFEa\0").unwrap();
    let done = urispec(["lint", "--in", ".", "--format", "sarif"]).within(&folder).done();
    let (results, _) = sarif(&done);
    let names: Vec<_> = results.iter().map(|one| place(one).0.unwrap()).collect();
    // What is compressed or in UTF-16 is left out of a folder.
    assert_eq!((done.code, &names[..]), (1, &["back%5Cslash", "bad%FF", "new%0Aline"][..]));
    let done = urispec(["lint", "--in", ".", "--format", "github"]).within(&folder).done();
    assert!(done.stdout.contains("file=new%0Aline,line=1,"), "{}", done.stdout);
    let log: Value = serde_json::from_str(
        &urispec(["check", "-f", "no-such", "--format", "sarif"]).done().stdout,
    )
    .unwrap();
    assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
}

#[test]
fn severities_and_selections() {
    let lint = |more: &[&str]| {
        let args = ["lint", "--short", "ftp://u:p@0x7f.1:21/"];
        urispec(args.iter().chain(more)).done()
    };
    let ids = |done: &Done| {
        let lines = done.stdout.lines().map(|line| {
            let level = line.split(':').next().unwrap_or_default();
            format!("{level} {}", line.rsplit('[').next().unwrap_or_default().trim_end_matches(']'))
        });
        lines.collect::<Vec<_>>()
    };
    assert_eq!(ids(&lint(&[])), ["note default-port", "warning rare-ipv4", "warning password"]);
    assert_eq!(
        ids(&lint(&["--select", "password,note"])),
        ["note default-port", "warning password"]
    );
    assert_eq!(ids(&lint(&["--ignore", "warning", "--select", "password"])), ["warning password"]);
    let noted =
        lint(&["--severity", "password=note,rare-ipv4=note", "--severity", "default_port=error"]);
    assert_eq!(ids(&noted), ["error default-port", "note rare-ipv4", "note password"]);
    assert_eq!(noted.code, 1);
    assert_eq!(lint(&["--severity", "password=note,rare-ipv4=note"]).code, 0);
    lint(&["--severity", "password=bad"]).saying("the severity is `note`, `warning` or `error`");
    lint(&["--ignore", "note", "--select", "note"])
        .saying("cannot be ignored and denied or selected");
}

#[test]
fn the_settings_of_a_project_are_default_values() {
    let folder = file("findings-settings", "").with_file_name("project");
    fs::create_dir_all(folder.join("deep")).unwrap();
    let set = |text: &str| fs::write(folder.join("urispec.toml"), text).unwrap();
    let lint = |more: &[&str]| {
        let deep = folder.join("deep");
        urispec(["lint", "--short"].iter().chain(more)).within(&deep).done()
    };
    set("[lint]\nignore = ['note']\n[lint.severity]\npassword = 'error'\n");
    let all = "error: ftp://u:<hidden>@h:21/: whoever sees the URI reads the password (3.2.1) [password]\n";
    lint(&["ftp://u:p@h:21/"]).expect(1, all);
    // The command line outweighs the file.
    lint(&["http://h:80/", "--ignore", "password"]).expect(
        0,
        "note: http://h:80/: the port is the scheme's default by RFC 9110, 4.2.1 (3.2.3) [default-port]\n",
    );
    lint(&["http://h:80/"]).expect(0, "");
    assert!(lint(&["--config", "none", "http://h:80/"]).stdout.starts_with("note"));
    set("edition = 'rfc2396'\n");
    lint(&["http://[::1]/"]).expect(1, "").saying("http://[::1]/");
    lint(&["--edition", "rfc3986", "http://[::1]/"]).expect(0, "");
    for (text, said) in [
        ("\n[lint]\npeers = 'x'\n", "urispec.toml:3: unknown field `peers`"),
        (
            "[lint]\nignore = ['pasword']\n",
            "urispec.toml:2: `pasword` is no value of ignore; a similar one is password",
        ),
        ("edition = 'rfc1'\n", "urispec.toml:1: `rfc1` is no value of edition"),
        (
            "[lint.severity]\npassword = 'bad'\n",
            "urispec.toml:2: `password=bad` is no value of severity",
        ),
    ] {
        set(text);
        lint(&["a:b"]).expect(2, "").saying(said);
    }
    lint(&["--config", "no-such.toml", "a:b"]).expect(2, "").saying("cannot read no-such.toml");
}

const PAGE: &str = "<a href=\"http://h:80/?a=1&amp;b\">x</a> http://h:80/\n\
                    <!-- urispec: ignore-next-line[password] -->\n\
                    [x](ftp://u:p@h:21/a)\n\
                    http://h:80/ urispec: ignore\n";

#[test]
fn uris_in_files_are_linted_where_they_stand() {
    let folder = file("findings-in", "").with_file_name("tree");
    fs::create_dir_all(folder.join("sub/left")).unwrap();
    fs::write(folder.join("page.html"), PAGE).unwrap();
    fs::write(folder.join("sub/.gitignore"), "left/\n").unwrap();
    fs::write(folder.join("sub/left/a.txt"), "http://h:80/\n").unwrap();
    fs::write(
        folder.join("sub/code.py"),
        "x = ['http://h:80/','http://g/{}', f\"http://{h}:80/\"]\n",
    )
    .unwrap();
    fs::write(folder.join("sub/bytes.bin"), b"\0 http://h:80/").unwrap();
    let lint =
        |more: &[&str]| urispec(["lint", "--short"].iter().chain(more)).within(&folder).done();
    let port = |place: &str, uri: &str| {
        format!(
            "note: {place}: {uri}: the port is the scheme's default by RFC 9110, 4.2.1 (3.2.3) [default-port]\n"
        )
    };
    let ftp = "note: page.html:3:5: ftp://u:<hidden>@h:21/a: the port is the scheme's default by RFC 1738, 3.2 (3.2.3) \
               [default-port]\n";
    let all = [
        port("page.html:1:10", "http://h:80/?a=1&b"),
        port("page.html:1:40", "http://h:80/"),
        ftp.to_owned(),
        port("sub/code.py:1:7", "http://h:80/"),
    ];
    let done = lint(&["--in", "."]);
    done.expect(0, &all.concat())
        .saying("5 linted: 1 without findings, 4 with, 0 invalid; in 3 files\n");
    // What is named is read, whatever ignores it.
    lint(&["--in", "sub/left/a.txt"]).expect(0, &port("sub/left/a.txt:1:1", "http://h:80/"));
    let found = urispec(["lint", "--in", "page.html", "--json"]).within(&folder).done().stdout;
    let first: Value = serde_json::from_str(found.lines().next().unwrap()).unwrap();
    assert_eq!([&first["line"], &first["column"], &first["findings"][0]["column"]], [1, 10, 10]);
    let (results, _) = sarif(&lint(&["--in", "page.html", "--format", "sarif"]));
    // Of the URI that is escaped in the file, the place is the whole of it.
    assert_eq!(place(&results[0]), (Some("page.html"), [1, 10, 1, 32]));
    assert_eq!(place(&results[1]), (Some("page.html"), [1, 48, 1, 51]));
    lint(&["--in", "no-such"]).expect(2, "").saying("cannot read no-such");
}

#[test]
fn what_can_be_mended_is_mended_in_place() {
    file("findings-fix", "http://h:80/%7Ea\r\na b\n\u{feff}http://h:80/\nhttp://g");
    let fix = |args: &[&str]| urispec(["lint", "--short", "--fix"].iter().chain(args)).done();
    let read =
        |name: &str| fs::read_to_string(file(name, fs::read(file_of(name)).unwrap())).unwrap();
    fix(&["-f", "findings-fix", "--ignore", "empty-path"]).saying("findings-fix: 1 place mended\n");
    assert_eq!(read("findings-fix"), "http://h/~a\r\na b\n\u{feff}http://h:80/\nhttp://g");
    file("findings-fix.html", PAGE);
    fix(&["--in", "findings-fix.html"]).saying(": 2 places mended\n");
    let mended = PAGE.replace("</a> http://h:80/", "</a> http://h/").replace("@h:21/", "@h/");
    assert_eq!(read("findings-fix.html"), mended);
    file("findings-fix.pest", "way = { \"n\" | \"ne\" | \"s\" | \"se\" }\n");
    fix(&["findings-fix.pest"]).expect(0, "");
    let mended = read("findings-fix.pest");
    assert!(mended.find("\"ne\"") < mended.find("\"n\""), "{mended}");
    assert!(mended.find("\"se\"") < mended.find("\"s\""), "{mended}");
    // `b` reads ` a` where a program begins with it, which it would not without the lookahead.
    let text = "a = @{ b }\nb = { !\"x\" ~ \"a\" }\nWHITESPACE = _{ \" \" }\n";
    file("findings-fix.pest", text);
    fix(&["findings-fix.pest"]);
    assert_eq!(read("findings-fix.pest"), text);
    fix(&["http://h:80/"]).expect(2, "").saying("--fix changes files: name them");
    // What a warning is mended by gives something up, and is asked for by name.
    file("findings-fix", "ftp://u:p@h/\n");
    fix(&["-f", "findings-fix"]);
    assert_eq!(read("findings-fix"), "ftp://u:p@h/\n");
    fix(&["-f", "findings-fix", "--select", "password"]);
    assert_eq!(read("findings-fix"), "ftp://u@h/\n");
    urispec(["lint", "--fix", "-f", "-"]).done().expect(2, "").saying("--fix changes files");
    file("findings-fix.gz", b"\x1F\x8B\x08");
    fix(&["-f", "findings-fix.gz"])
        .expect(2, "")
        .saying("cannot mend findings-fix.gz: it is compressed");
}

fn file_of(name: &str) -> std::path::PathBuf {
    std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn a_grammar_says_itself_what_is_not_told() {
    file(
        "findings-own.abnf",
        "a = b c d\n; urispec: ignore-next-line\nb = x\nc = y ; urispec: ignore[undefined]\nd = z\n",
    );
    let done = urispec(["lint", "--short", "findings-own.abnf"]).done();
    assert!(done.stdout.starts_with("error: findings-own.abnf:5:5:"), "{}", done.stdout);
    assert_eq!(done.stdout.lines().count(), 1);
}

#[test]
fn a_lint_is_explained_with_an_example() {
    urispec(["lint", "--explain", "Default_Port"]).done().expect(
        0,
        "default-port: a port that is the scheme's default\n\
         severity note, pack letter\n\
         said by url-syntax-05 6; rfc2396 6; rfc2732 6; rfc2396bis-01 6.2.3; rfc3986 3.2.3; rfc3987 5.3.3; rfc6874 3.2.3; rfc9110 4.2.3\n\
         example by rfc3986\n\
         note: http://h:80/: the port is the scheme's default by RFC 9110, 4.2.1 (3.2.3) [default-port]\n  \
           http://h:80/\n          ^^^\n  mended: http://h/\n",
    );
    let record = &records(&["lint", "--explain", "line-end", "--json"], "")[0];
    assert_eq!(
        (&record["pack"], &record["example"]["notation"]),
        (&"grammar".into(), &"python".into())
    );
    urispec(["lint", "--explain", "pasword"]).done().expect(2, "").saying("password");
}

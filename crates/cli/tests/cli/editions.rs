//! What each edition does its own way.

use serde_json::{Value, json};

use super::scaled;
use super::support::{ROOT, urispec};

/// Section 9 of RFC 1630 has ports, and section 8 has not.
#[test]
fn ports_of_rfc1630() {
    let port = "http://info.cern.ch:8000/imaginary/test";
    let check =
        |more: &[&str]| urispec(["check", "--edition", "rfc1630"].iter().chain(more)).done();
    check(&[port]).expect(0, "").quietly();
    assert_eq!(check(&["--rule", "fragmentaddress", port]).code, 1);
    let run = |args: &[&str]| urispec(args.iter().chain(&["--edition", "rfc1630"])).done();
    run(&["resolve", "--base", port, "x"])
        .expect(0, "http://info.cern.ch:8000/imaginary/x\n")
        .quietly();
    run(&["relativize", "--base", port, "http://info.cern.ch:8000/x"]).expect(0, "/x\n").quietly();
    run(&["normalize", "http://h:80/%41"]).expect(0, "http://h:80/A\n").quietly();
    run(&["compare", "http://h:80/%41", "http://h:80/A"])
        .expect(0, "percent-encoding (4.1.2)\n")
        .quietly();
    let done = run(&["normalize", "--json", "http://h:80/", "http://h/"]);
    let rules: Vec<_> = done
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["rule"].clone())
        .collect();
    assert_eq!(rules, ["url", "fragmentaddress"]);
}

/// Without `--rule` a string is read by the production for whole strings that derives it; RFC 9110 has one for
/// each scheme.
#[test]
fn the_production_that_derives_the_string() {
    let run = |command, more: &[&str]| {
        urispec([command, "--edition", "rfc9110", "--json"].iter().chain(more)).done()
    };
    for (text, rule, code) in [
        ("https://example.com/", "https-URI", 0),
        ("http://example.com/", "http-URI", 0),
        ("https://a b/", "https-URI", 1),
        ("http:///", "http-URI", 1),
    ] {
        for command in ["check", "parse"] {
            let done = run(command, &[text]);
            let record: Value = serde_json::from_str(&done.stdout).unwrap();
            assert_eq!((&record["rule"], done.code), (&json!(rule), code), "{command} {text}");
        }
    }
    assert_eq!(run("check", &["--rule", "http-URI", "https://example.com/"]).code, 1);
    urispec(["check", "--edition", "rfc9110", "-q", "https://h/"]).done().expect(0, "").quietly();
}

#[test]
fn resolving_by_each_document() {
    let run = |edition, more: &[&str]| {
        let base = "http://a/b/c/d";
        urispec(["resolve", "--edition", edition, "--base", base].iter().chain(more)).done()
    };
    run("url-syntax-05", &["g?y/../x"]).expect(0, "http://a/b/c/x\n").quietly();
    run("rfc2396", &["g?y/../x"]).expect(0, "http://a/b/c/g?y/../x\n").quietly();
    run("rfc2396", &["?y"])
        .expect(0, "http://a/b/c/?y\n")
        .saying("warning: ?y: the document's grammar cannot derive the reference");
    // 4.1.3 of RFC 1630: the last part of the context is removed, and nothing put in its place.
    run("rfc1630", &["", "#s"]).expect(0, "http://a/b/c/\nhttp://a/b/c/#s\n").quietly();
    for edition in ["url-syntax-05", "rfc2396", "rfc2396bis-01"] {
        run(edition, &["", "#s"]).expect(0, "(current document)\n(current document)#s\n").quietly();
    }
    run("rfc3986", &["", "#s"]).expect(0, "http://a/b/c/d\nhttp://a/b/c/d#s\n").quietly();
    run("rfc1738", &["g"]).expect(1, "").saying("rfc1738 resolves nothing");
    // Figure 5 of RFC 6920: its base is no NI-URI.
    urispec(["resolve", "--edition", "rfc6920", "--base", "ni://example.com", "sha-256-128;..."])
        .done()
        .expect(0, "ni://example.com/sha-256-128;...\n")
        .saying("the base is no URI of the scheme");
    // 6g) of RFC 2396, and step 7 of its draft.
    for edition in ["rfc2396", "rfc2396bis-01"] {
        let above = ["../../../g"];
        run(edition, &above).expect(0, "http://a/../g\n").saying("warning: ");
        let [remove, refuse] = ["remove", "refuse"].map(|how| [above[0], "--above-root", how]);
        run(edition, &remove).expect(0, "http://a/g\n").quietly();
        run(edition, &refuse).expect(1, "").saying("leads above the root, to `/../g`");
    }
    let done = run("rfc2396", &["--json", "?y", "#s"]);
    let records: Vec<Value> =
        done.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records[0]["warnings"][0]["code"], "underivable");
    assert_eq!(
        (&records[1]["target"], &records[1]["current_document"]),
        (&Value::Null, &json!(true))
    );
    assert_eq!(records[1]["fragment"], "s");
}

/// url-syntax-05, 5.1.4: the default base is the empty string, and then references are absolute.
#[test]
fn the_empty_base() {
    let run = |edition, reference| {
        urispec(["resolve", "--edition", edition, "--base", "", reference]).done()
    };
    run("url-syntax-05", "http://h/").expect(0, "http://h/\n").quietly();
    run("url-syntax-05", "g")
        .expect(1, "")
        .saying("this one has no scheme (RFC 1808, 3.4; url-syntax-05, 5.1.4)");
    for edition in ["rfc2396", "rfc2396bis-01", "rfc3986"] {
        run(edition, "http://h/").expect(1, "").saying("the base has no scheme");
    }
}

/// The partial form is to blame, and not that it has no scheme.
#[test]
fn a_partial_form_that_is_none() {
    urispec(["resolve", "--edition", "rfc1630", "--base", "http://a/b", "c;d"])
        .done()
        .expect(1, "")
        .saying(
            "c;d: reference: \";\" is a reserved character, not allowed here (4.1.1); at byte 1 there is \
             \";\" inside `xpalphas`",
        );
}

/// A rung that is none of the edition's is noted, and the same for every edition.
#[test]
fn rungs_that_an_edition_has_not() {
    let run = |command, edition, more: &[&str]| {
        urispec([command, "--edition", edition].iter().chain(more)).done()
    };
    let note = "note: rfc1738 has no rung path-segments, only string, case (2.1), \
                percent-encoding (2.2), scheme (3)\n";
    let done = run("normalize", "rfc1738", &["--to", "path-segments", "A:%41", "B:"]);
    assert_eq!(done.stderr, note);
    done.expect(0, "a:A\nb:\n");
    let done = run("compare", "rfc1738", &["--to", "path-segments", "A:%41", "a:A"]);
    assert_eq!(done.stderr, note);
    done.expect(0, "percent-encoding (2.2)\n");
    run("normalize", "rfc1738", &["A:"]).expect(0, "a:\n").quietly();
    run("normalize", "rfc1738", &["--to", "case", "A:"]).expect(0, "a:\n").quietly();
    run("normalize", "rfc2396", &["--redirect", "a:b", "a:c", "a:b"])
        .expect(0, "a:b\n")
        .saying("note: rfc2396 has no rung protocol");
    // What the help says of each edition is what it has.
    let help = urispec(["normalize", "--help"]).done().stdout;
    for edition in urispec::Edition::ALL.iter().filter(|edition| edition.rungs().count() < 6) {
        let rungs = edition.rungs().map(|(rung, section)| match section {
            Some(section) => format!("{rung} ({section})"),
            None => rung.to_string(),
        });
        let line = format!("{:<14} {}", edition.id(), rungs.collect::<Vec<_>>().join(", "));
        assert!(help.contains(&format!("  {line}\n")), "{line}");
    }
}

/// The tables of editions that stand in texts for people lack none.
#[test]
fn tables_of_editions_are_whole() {
    let help = urispec(["resolve", "--help"]).done().stdout;
    let readme = std::fs::read_to_string(format!("{ROOT}/README.md")).unwrap();
    for edition in urispec::Edition::ALL {
        let in_help = help.lines().any(|line| line.trim_start().starts_with(edition.id()));
        assert!(in_help, "{edition} in the help of `resolve`");
        assert!(readme.contains(&format!("\n| `{edition}` |")), "{edition} in the README");
    }
    let schemes = std::fs::read_to_string(format!("{ROOT}/docs/schemes.md")).unwrap();
    let rows = || schemes.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    for edition in urispec::Edition::every().skip(urispec::Edition::ALL.len()) {
        let name = format!("`{edition}`");
        assert!(rows().any(|ids| ids.split(", ").any(|id| id == name)), "{edition} in the chapter");
        let is_named = |line: &str| line.split([' ', ',']).any(|word| word == edition.id());
        let in_help = !edition.is_of_scheme() || help.lines().any(is_named);
        assert!(in_help, "{edition} in the help of `resolve`");
    }
}

/// 128 KiB of each unit under every production for whole strings: an answer, and a short one where it is no. Without
/// `URISPEC_LONG` each third production has one of the units, in turn.
#[test]
fn a_long_string_under_every_edition() {
    use urispec::Edition;
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
            // The trees of valid ones are large; one edition's are enough.
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

/// What the parser of the URL Standard makes of strings, and what it reports.
#[test]
fn the_url_standard_has_its_own_parser() {
    let run = |args: &[&str]| urispec(args.iter().chain(&["--edition", "whatwg"])).done();
    assert_eq!(run(&["compare", "file://h//a", "file://h/a"]).code, 1);
    run(&["normalize", "--to", "scheme", "http://h/C:/../x"]).expect(0, "http://h/x\n").quietly();
    let base = ["resolve", "--base", "http://example.org/"];
    run(&[&base[..], &["///test"]].concat()).expect(0, "http://test/\n").quietly();
    let traced = run(&[&base[..], &["--trace", "//h/a"]].concat());
    for state in ["no scheme state", "relative slash state", "host state", "path state"] {
        assert!(traced.stdout.contains(state), "{state}: {}", traced.stdout);
    }
}

/// host-writing: "If domain is failure, then return false." A host of another scheme is opaque.
#[test]
fn a_url_has_a_valid_domain() {
    let check = |text: &str| urispec(["check", "--edition", "whatwg", text]).done();
    let long = format!("http://{}/", "a".repeat(64));
    for text in ["http://xn--a/", "http://a.１/", "http://\u{AD}/", "file://xn--a/", &long] {
        let done = check(text);
        assert_eq!(done.code, 1, "{text}");
        assert!(done.stdout.ends_with(": at byte 7: the host is no valid domain (host-writing)\n"));
    }
    for text in
        ["http://faß.example/", "http://xn--fa-hia.example/", "foo://xn--a/", "//xn--a", "a"]
    {
        assert_eq!(check(text).code, 0, "{text}");
    }
}

/// No command takes a URL whose domain is not valid, and each says so in the same words.
#[test]
fn every_command_asks_for_a_valid_domain() {
    const SAID: &str = "the host is no valid domain (host-writing)";
    // U+02D8 maps to a space and U+0306, and a space is in no domain (UTS #46, UseSTD3ASCIIRules).
    let url = "ws://\u{2D8}/";
    for args in [
        &["parse"][..],
        &["check"],
        &["normalize"],
        &["edit", "--set", "query=a"],
        &["get", "-C", "host"],
        &["compare", "ws://a/"],
        &["relativize", "--base", "ws://a/"],
        &["lint", "--short"],
    ] {
        let (command, more) = args.split_first().unwrap();
        let args = [&[*command, "--edition", "whatwg"], more, &[url]].concat();
        let done = urispec(&args).done();
        assert_eq!(done.code, 1, "{args:?}");
        assert!(
            format!("{}{}", done.stdout, done.stderr).contains(SAID),
            "{args:?}: {}",
            done.stderr
        );
    }
    let done = urispec(["lint", "--edition", "whatwg", "--json", url]).done();
    assert!(done.stdout.contains("\"valid\":false"), "{}", done.stdout);
    let done = urispec(["check", "--edition", "whatwg", "--json", url]).done();
    let record: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    let error = &record["error"];
    // The domain begins at byte 5, and ends before byte 7.
    assert_eq!((&error["offset"], &error["cause"]["id"]), (&7.into(), &"domain".into()));
    assert_eq!(error["message"], format!("at byte 5: {SAID}"));
    // What is sampled is valid.
    for rule in ["valid-URL-string", "special-URL-string"] {
        let sample = ["sample", "--edition", "whatwg", "--rule", rule, "-n", "300", "--seed", "5"];
        let members = urispec(sample).done().stdout;
        let check = ["check", "--edition", "whatwg", "--rule", rule, "-f", "-"];
        urispec(check).stdin(members).done().expect(0, "");
    }
}

/// writing: the validation errors, of strings that are not valid too.
#[test]
fn lints_of_the_url_standard_are_its_validation_errors() {
    let lint = |text: &str| urispec(["lint", "--short", "--edition", "whatwg", text]).done();
    let done = lint("https:example.org");
    assert_eq!(done.code, 1);
    assert!(done.stdout.starts_with(
        "warning: https:example.org: a special scheme is not followed by exactly `//` (writing) \
         [special-scheme-missing-following-solidus]\n"
    ));
    assert!(
        lint("http://a:99999/").stdout.contains(": the parser fails (writing) [port-out-of-range]")
    );
    // Of a relative string the base is not known.
    lint("//a_b").expect(0, "").quietly();
    let other = urispec(["lint", "--short", "https:example.org"]).done();
    assert!(!other.stdout.contains("solidus"), "{}", other.stdout);
}

/// RFC 6874, 1: what a zone identifier means is up to the host; the host's letter case was ignored, and the
/// zone's with it.
#[test]
fn zones_that_meet_by_letter_case_have_a_warning() {
    let compare = |a: &str, b: &str| urispec(["compare", "--edition", "rfc6874", a, b]).done();
    let done = compare("http://[fe80::1%25eth0]/", "http://[fe80::1%25ETH0]/");
    assert_eq!((done.code, &*done.stdout), (0, "case (6.2.2.1)\n"));
    assert!(done.stderr.contains("the letter case of the zone was ignored"), "{}", done.stderr);
    let done = compare("http://[fe80::1%25ETH0]/", "http://[fe80::1%25ETH0]/");
    done.expect(0, "string (6.2.1)\n").quietly();
}

/// The documents of the string's scheme stand below the table, and are no party to a disagreement.
#[test]
fn documents_of_the_scheme() {
    let done = urispec(["editions", "data:a"]).done();
    let (_, below) = done.stdout.split_once("document of its scheme\n").unwrap();
    assert_eq!(below, "   rfc2397   invalid: end of input at byte 6, in mediatype (3)\n");
    assert!(!urispec(["editions", "ftp://h/"]).done().stdout.contains("of its scheme"));
    let chosen = urispec(["editions", "--edition", "rfc2396,rfc3986", "data:a"]).done();
    assert!(!chosen.stdout.contains("of its scheme"));
    // A fragment depends on no scheme (RFC 3986, 3.5).
    let done = urispec(["editions", "--json", "https://h/#a"]).done();
    let record: Value = serde_json::from_str(&done.stdout).unwrap();
    assert_eq!(record["of_scheme"][0]["by"], "rfc9110");
    assert_eq!(record["of_scheme"][0]["valid"], true);
}

/// What IANA's registries have of a name; a production comes first.
#[test]
fn names_in_registries() {
    let registered = |args: &[&str]| urispec(["explain"].iter().chain(args)).done();
    let done = registered(&["scheme", "TEL", "x-mine"]);
    assert_eq!(done.code, 1);
    assert!(done.stdout.starts_with("tel (a scheme)\n\n  registered   permanent: telephone\n"));
    assert!(done.stdout.contains("\nx-mine (a scheme)\n\n  registered   no\n"));
    assert_eq!(registered(&["urn:oid:"]).stdout, registered(&["namespace", "oid"]).stdout);
    let well_known = registered(&["/.well-known/ni"]);
    assert_eq!(well_known.stdout, registered(&["well-known", "ni"]).stdout);
    assert!(registered(&["scheme", "host"]).stdout.starts_with("scheme (rfc3986, 3.1)\n"));
    let done = registered(&["--json", "https:"]);
    let record: Value = serde_json::from_str(&done.stdout).unwrap();
    assert_eq!(record["default_port"]["port"], 443);
    assert_eq!(record["editions"], json!(["rfc9110"]));
    let editions = |name: &str| -> Value {
        let done = registered(&["--json", name]);
        serde_json::from_str::<Value>(&done.stdout).unwrap()["editions"].clone()
    };
    assert_eq!(editions("urn:oid:"), json!(["rfc2141", "rfc3061", "rfc8141"]));
    assert_eq!(editions("urn:"), json!(["rfc2141", "rfc3061", "rfc8141", "rfc9562"]));
    assert_eq!(editions("/.well-known/ni"), json!([]));
}

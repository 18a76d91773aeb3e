//! `urispec editions`.

use super::support::{file, urispec};

#[test]
fn a_table_for_each_argument() {
    urispec(["editions", "http://user@1.2.3.256:80/~a?b#c", "?y", "--base", "http://a/b/c/d;p?q"])
        .snapshot("editions");
    let args = ["editions", "--with", "whatwg", "--canonical"];
    urispec(args.into_iter().chain(["http://EXAMPLE.com:80/%7Ea/../b", "//[::1", ""]))
        .snapshot("editions-whatwg");
}

/// RFC 3986, 6.2: these are other words for the same.
#[test]
fn a_canonical_answer_of_another_parser_is_no_disagreement() {
    let ask = |text: &str, more: &[&str]| {
        let args = ["editions", "--edition", "rfc3986", "--with", "whatwg", "--json", text];
        let done = urispec(args.iter().chain(more)).done();
        let record: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
        let all = record["disagreements"].as_array().unwrap().clone();
        let kinds: Vec<_> =
            all.iter().map(|one| one["kind"].as_str().unwrap().to_owned()).collect();
        (done.code, kinds.join(" "))
    };
    let same = (0, String::new());
    assert_eq!(ask("HTTP://EXAMPLE.com:80", &[]), same);
    assert_eq!(
        ask("HTTP://EXAMPLE.com:80", &["--canonical"]),
        (1, "scheme authority host port path".to_owned())
    );
    assert_eq!(ask("http://[0::1]/%7e/../b?", &[]), same);
    assert_eq!(ask("http://a@h/", &["--base", "http://b/"]), same);
    assert_eq!(ask("", &["--base", "http://b"]), same);
    // What is other data, or another host, stays.
    assert_eq!(ask("http://h/'?'", &[]), (1, "query".to_owned()));
    assert_eq!(ask("http://0x7f.1/", &[]), (1, "authority host host-kind".to_owned()));
    assert_eq!(ask("http:h/", &["--only", "host,path"]), (1, "host path".to_owned()));
}

#[test]
fn lines_on_which_they_do_not_agree() {
    let lines = "http://a/b\nmailto:a@b\na b\n\nnews:x@y\n";
    let editions = "--edition=rfc3986,rfc2396";
    let done = urispec(["editions", editions, "-f", "-"]).stdin(lines).done();
    let expected = "<stdin>:2: opaque rfc2396: mailto:a@b\n<stdin>:5: opaque rfc2396: news:x@y\n";
    let counts =
        "5 asked about: 3 agreed on, 2 not\n        2  opaque      rfc2396 (unlike rfc3986)\n";
    done.expect(1, expected).saying(counts);
    let done = urispec(["editions", editions, "-f", "-", "--verbose"]).stdin(lines).done();
    assert!(done.stdout.starts_with("mailto:a@b\n\n  scheme      mailto\n"), "{}", done.stdout);
    assert_eq!(done.stdout.matches("* unlike rfc3986").count(), 2);
    let done = urispec(["editions", editions, "-f", "-", "--tally"]).stdin("http://a/b\n").done();
    done.expect(0, "1 asked about: 1 agreed on, 0 not\n").quietly();
}

#[test]
fn kinds_can_be_chosen() {
    let args = ["editions", "--only", "query,fragment", "-f", "-"];
    let done = urispec(args).stdin("mailto:a@b\na:b?c\n").done();
    // A schemepart of RFC 1738 (5) and an opaque part (RFC 2396 and bis-01, 3) hold "?" too.
    let expected = "<stdin>:2: query rfc1738 rfc2396 rfc2732 rfc2396bis-01: a:b?c\n";
    assert_eq!((done.code, &*done.stdout), (1, expected), "{}", done.stderr);
    urispec(["editions", "--only", "colour", "a"]).done().expect(2, "").saying("host-kind");
}

#[test]
fn what_is_not_utf_8_is_named() {
    let args = ["editions", "--edition", "rfc3986", "-f", "-"];
    let done = urispec(args).stdin(b"a\n\xff\n").done();
    done.expect(1, "").saying("<stdin>:2: not UTF-8: 0xFF at byte 0").saying("; 1 not UTF-8");
    let done = urispec(["editions", "--json", "-f", "-"]).stdin(b"\xff\n").done();
    let record: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    assert_eq!((&record["input"], &record["error"]["offset"]), (&"\u{fffd}".into(), &0.into()));
}

#[test]
fn a_base_in_none_is_an_error() {
    let done = urispec(["editions", "--base", "a b", "g"]).done();
    done.expect(1, "").saying("error: a b: base: a space is not allowed (url-writing); at byte 1");
    // One in some is none in the others: RFC 2732, the draft after it, RFC 3986, RFC 3987, RFC 6874 and
    // the URL Standard have addresses in brackets, and a net_loc of RFC 1808 has no bracket.
    const OF_LITERALS: usize = 6;
    let done = urispec(["editions", "--base", "http://[::1]/a", "--json", "g"]).done();
    assert_eq!(
        done.stdout.matches("\"target\":\"http://[::1]/g\"").count(),
        OF_LITERALS,
        "{}",
        done.stdout
    );
}

#[test]
fn usage() {
    urispec(["editions", "-f", "absent.txt"]).done().expect(2, "").saying("cannot read absent.txt");
    urispec(["editions", "--edition", "rfc1", "a"]).done().expect(2, "").saying("rfc1630");
}

#[test]
fn json() {
    let args = ["editions", "--json", "--edition", "rfc1738", "--edition", "rfc3986", "--with"];
    let done = urispec(args.into_iter().chain(["whatwg", "--base", "http://a/", "b?c"])).done();
    let record: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    assert_eq!(record["schema"], 1);
    assert_eq!((&record["agree"], &record["base"]), (&false.into(), &"http://a/".into()));
    let [old, new, browser] = record["verdicts"].as_array().unwrap().as_slice() else { panic!() };
    assert_eq!((&old["by"], &old["valid"]), (&"rfc1738".into(), &false.into()));
    assert_eq!(old["error"]["offset"], 1);
    assert_eq!(new["components"], serde_json::json!({ "path": "b", "query": "c" }));
    assert_eq!(new["productions"][1], "relative-ref");
    assert_eq!((&new["target"], &browser["target"]), (&"http://a/b?c".into(), &new["target"]));
    assert_eq!(browser["by"], "url-parser");
    let expected = serde_json::json!([
        { "kind": "rejects", "from": "rfc3986", "by": ["rfc1738"] },
    ]);
    assert_eq!(record["disagreements"], expected);

    let rows = file("counted.txt", "mailto:a\nmailto:b\n");
    let args = ["editions", "--json", "--tally", "--only", "opaque", "-f", rows.to_str().unwrap()];
    let done = urispec(args).done();
    let record: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    assert_eq!((&record["kind"], &record["count"]), (&"opaque".into(), &2.into()));
    assert_eq!(record["by"], serde_json::json!(["rfc1738", "rfc2396", "rfc2732", "rfc2396bis-01"]));
}

#[test]
fn colours_mark_what_differs() {
    let done = urispec(["editions", "--color", "always", "a:b?c"]).done();
    assert!(done.stdout.contains("\x1b[1m\x1b[33m*opaque\x1b[0m"), "{}", done.stdout);
}

/// RFC 2732, 3; RFC 1808, 2.2, where all of a `rel_path` is optional; RFC 2396, 5, where its segment is
/// not; 5 of the draft.
#[test]
fn since_which_document() {
    let since = |more: &[&str]| urispec(["editions", "--since"].iter().chain(more)).done();
    let expected = "//[::1]: since RFC 2732 (1999), section 3\n";
    since(&["//[::1]"]).expect(0, expected).quietly();
    let expected = "?y: since RFC 1808 (1995), section 2.2, until RFC 2396 (1998); \
                    since draft-fielding-uri-rfc2396bis-01 (2003), section 5\n";
    since(&["?y"]).expect(0, expected).quietly();
    since(&[""]).expect(0, "\"\": since RFC 1808 (1995), section 2.2\n").quietly();
    since(&["a b", "//[::1]"])
        .expect(1, "a b: in no document\n//[::1]: since RFC 2732 (1999), section 3\n")
        .quietly();
    let lines = urispec(["editions", "--since", "-f", "-"]).stdin("//[::1]\na b\n").done();
    lines.expect(1, "//[::1]: since RFC 2732 (1999), section 3\na b: in no document\n").quietly();
    since(&["--count", "//[::1]", "a b"])
        .expect(1, "2 asked about: 1 in a document, 1 in none\n")
        .quietly();
    since(&["--edition", "rfc3986", "a"]).expect(2, "").saying("--edition");
    urispec(["editions", "--rule", "host", "a"]).done().expect(2, "").saying("--since");
}

/// RFC 2732, 3, takes the production from RFC 2373, B; RFC 3986, 3.2.2, has the first IPvFuture.
#[test]
fn since_which_document_a_production() {
    let since =
        |more: &[&str]| urispec(["editions", "--since", "--rule"].iter().chain(more)).done();
    let expected = "IPv6address: since RFC 2732 (1999), section B of RFC 2373\n";
    since(&["ipv6address"]).expect(0, expected).quietly();
    let expected = "[v1.a]: since RFC 3986 (2005), section 3.2.2, until URL Standard (2026)\n";
    since(&["host", "[v1.a]"]).expect(0, expected).quietly();
    let expected = "ZoneID: since RFC 6874 (2013), section 2, until URL Standard (2026)\n";
    since(&["ZoneID"]).expect(0, expected).quietly();
    since(&["hots"]).expect(2, "").saying("host");
}

#[test]
fn since_as_json() {
    let done = urispec(["editions", "--since", "--json", "//[v1.a]"]).done();
    let record: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    let from = serde_json::json!({
        "edition": "rfc3986", "document": "RFC 3986", "year": 2005, "section": "3.2.2",
        "production": "IPvFuture",
    });
    let until =
        serde_json::json!({ "edition": "whatwg", "document": "URL Standard", "year": 2026 });
    let since = serde_json::json!([{ "from": from, "until": until }]);
    assert_eq!(record, serde_json::json!({ "schema": 1, "input": "//[v1.a]", "since": since }));
    let done = urispec(["editions", "--since", "--json", "a b"]).done();
    done.expect(1, "{\"schema\":1,\"input\":\"a b\",\"since\":[]}\n").quietly();
}

/// RFC 6920, 3: a name is an `NI-URI`, and its `ni-hier-part` a part of that.
#[test]
fn the_production_of_a_name_that_is_a_hash() {
    let args = ["editions", "--json", "ni:///a;AA"];
    let done = urispec(args).done();
    let record: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
    assert_eq!(record["of_scheme"][0]["productions"], serde_json::json!(["NI-URI"]));
}

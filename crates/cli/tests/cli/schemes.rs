//! What the scheme of a URL makes of it.

use serde_json::{Value, json};

use super::support::{Done, urispec};

fn parse(edition: &str, more: &[&str]) -> Done {
    urispec(["parse", "--edition", edition].iter().chain(more)).done()
}

#[track_caller]
fn fields(edition: &str, more: &[&str]) -> Value {
    let done = parse(edition, &[&["--json"], more].concat());
    let record: Value = serde_json::from_str(&done.stdout).unwrap();
    record["scheme_specific"].clone()
}

/// RFC 1738, 4: what no production of its scheme derives is a URL all the same.
#[test]
fn a_url_of_no_scheme() {
    urispec(["parse", "--edition", "rfc1738", "http://user@host/", "ftp://"])
        .snapshot("parse-otherurl");
    let found = fields("rfc1738", &["http://user@host/"]);
    assert_eq!(found["production"], "otherurl");
    assert_eq!(found["unmatched"]["production"], "httpurl");
    assert_eq!(found["unmatched"]["error"]["offset"], 11);
    assert_eq!(found["unmatched"]["error"]["section"], "3.1");
    assert_eq!(fields("rfc1738", &["http://host/"])["unmatched"], Value::Null);
    let found = fields("rfc1738", &["ftp://"]);
    assert_eq!((&found["production"], &found["schemepart"]), (&json!("otherurl"), &json!("//")));
    // No production of the scheme, so none that did not match.
    let found = fields("rfc1738", &["x-mine:a"]);
    let expected = json!({ "production": "otherurl", "schemepart": "a", "experiment": true });
    assert_eq!(found, expected);
}

/// RFC 6920, 3 and 7: a tag without "=", and a number without an algorithm.
#[test]
fn hashes() {
    let found = fields("rfc6920", &["ni:///a;AA?e&f="]);
    assert_eq!(found["parameters"], json!([{ "name": "e" }, { "name": "f", "value": "" }]));
    let found = fields("rfc6920", &["nih:7;a-a"]);
    assert_eq!(found, json!({ "production": "humanname", "algorithm": "7", "nih": "nih:7;aa;1" }));
}

/// RFC 1738, 3.2.2: `%2F` is in the argument of a command, and `/` between two.
#[test]
fn commands_of_ftp() {
    let commands = |url| fields("rfc1738", &[url])["commands"].clone();
    assert_eq!(
        commands("ftp://myname@host.dom/%2Fetc/motd"),
        json!(["USER myname", "PASS <asked for>", "CWD /etc", "RETR motd"])
    );
    assert_eq!(
        commands("ftp://myname@host.dom//etc/motd"),
        json!(["USER myname", "PASS <asked for>", "CWD ", "CWD etc", "RETR motd"])
    );
    assert_eq!(
        commands("ftp://h/a%0D%0Ab;type=d"),
        json!([
            "USER anonymous",
            "PASS <e-mail address>",
            "<not sent: its argument holds a line end>"
        ])
    );
    urispec(["parse", "--edition", "rfc1738", "ftp://myname@host.dom/%2Fetc/motd"])
        .snapshot("parse-ftp");
}

#[test]
fn every_scheme_of_rfc1738() {
    for (url, expected) in [
        (
            "ftp://u:p%2F@h:2121/a/b;type=a",
            json!({
                "production": "ftpurl", "user": "u", "password": "p/", "port": 2121,
                "directories": ["a"], "name": "b", "type": "a",
                "commands": ["USER u", "PASS p/", "CWD a", "TYPE a", "RETR b"],
            }),
        ),
        (
            "http://h/a?b",
            json!({ "production": "httpurl", "port": 80, "path": "a", "search": "b" }),
        ),
        (
            "gopher://h/7s%09q%09+%FF",
            json!({
                "production": "gopherurl", "port": 70, "type": "7", "selector": "s", "search": "q",
                "gopher_plus": "+%FF", "request": r"s\tq\t+\xff\r\n",
            }),
        ),
        (
            "gopher://h/0s%09%09!",
            json!({
                "production": "gopherurl", "port": 70, "type": "0", "selector": "s", "search": "",
                "gopher_plus": "!", "retrieves": "attributes", "request": r"s\t\t!\r\n",
            }),
        ),
        (
            "gopher://h/0s%09%09!+ABSTRACT%20+SMELL",
            json!({
                "production": "gopherurl", "port": 70, "type": "0", "selector": "s", "search": "",
                "gopher_plus": "!+ABSTRACT%20+SMELL", "retrieves": "attributes",
                "attributes": ["+ABSTRACT", "+SMELL"],
                "request": r"s\t\t!+ABSTRACT +SMELL\r\n",
            }),
        ),
        (
            "gopher://h/0s%09%09+application/postscript%20Es_ES",
            json!({
                "production": "gopherurl", "port": 70, "type": "0", "selector": "s", "search": "",
                "gopher_plus": "+application/postscript%20Es_ES", "retrieves": "view",
                "view": "application/postscript", "language": "Es_ES",
                "request": r"s\t\t+application/postscript Es_ES\r\n",
            }),
        ),
        (
            "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aone%0D%0A.%0D%0A",
            json!({
                "production": "gopherurl", "port": 70, "type": "0", "selector": "s", "search": "",
                "gopher_plus": "+%091%0D%0A+-1%0D%0Aone%0D%0A.%0D%0A", "retrieves": "filled-form",
                "values": ["one"], "request": r"s\t\t+\t1\r\n+-1\r\none\r\n.\r\n",
            }),
        ),
        (
            "gopher://h/7s%09a%0D%0Ab",
            json!({
                "production": "gopherurl", "port": 70, "type": "7", "selector": "s",
                "search": "a%0D%0Ab",
                "request": "<not sent: it holds an encoded line end or tab>",
            }),
        ),
        ("mailto:a%25b@c", json!({ "production": "mailtourl", "address": "a%b@c" })),
        ("news:*", json!({ "production": "newsurl", "all": true })),
        ("news:comp.lang.c", json!({ "production": "newsurl", "group": "comp.lang.c" })),
        ("news:a%2Fb@c", json!({ "production": "newsurl", "article": "a/b@c" })),
        (
            "nntp://h/g/12",
            json!({ "production": "nntpurl", "port": 119, "group": "g", "number": "12" }),
        ),
        ("telnet://u@h:99999", json!({ "production": "telneturl", "user": "u", "advisory": true })),
        ("telnet://h/", json!({ "production": "telneturl", "port": 23 })),
        (
            "wais://h/d",
            json!({ "production": "waisurl", "port": 210, "form": "waisdatabase", "database": "d" }),
        ),
        (
            "wais://h/d?q",
            json!({
                "production": "waisurl", "port": 210, "form": "waisindex", "database": "d",
                "search": "q",
            }),
        ),
        (
            "wais://h/d/t/%00p",
            json!({
                "production": "waisurl", "port": 210, "form": "waisdoc", "database": "d",
                "type": "t", "document": r"\x00p",
            }),
        ),
        (
            "file:///a/%2F",
            json!({ "production": "fileurl", "local": true, "segments": ["a", "/"] }),
        ),
        (
            "file://h/a",
            json!({ "production": "fileurl", "host": "h", "local": false, "segments": ["a"] }),
        ),
        (
            "prospero://h//a;b=c",
            json!({
                "production": "prosperourl", "port": 1525, "hsoname": "/a",
                "fields": [{ "name": "b", "value": "c" }],
            }),
        ),
        (
            "x://u:p@h:7/a",
            json!({
                "production": "otherurl", "schemepart": "//u:p@h:7/a", "user": "u",
                "password": "p", "port": 7, "urlpath": "a", "experiment": false,
            }),
        ),
        (
            "mid:a@b",
            json!({
                "production": "otherurl", "schemepart": "a@b", "experiment": false,
                "reserved": "Message identifiers for electronic mail",
            }),
        ),
    ] {
        assert_eq!(fields("rfc1738", &[url]), expected, "{url}");
    }
}

#[test]
fn every_scheme_of_rfc1630() {
    for (url, expected) in [
        (
            "http://h:8000/a?b+c",
            json!({
                "production": "httpaddress", "port": 8000, "path": "a", "search": "b+c",
                "words": ["b", "c"], "sent": "/a?b+c",
                "gateway": "http://h:8000/a?b+c",
            }),
        ),
        (
            "ftp://u:p@h/a/b;type=L8",
            json!({
                "production": "ftpaddress", "user": "u", "password": "p", "port": 21,
                "directories": ["a"], "name": "b", "type": "L 8",
                "commands": ["USER u", "PASS p", "CWD a", "TYPE L 8", "RETR b"],
            }),
        ),
        (
            "gopher://h/7a%09b",
            json!({
                "production": "gopheraddress", "type": "7", "command": r"a\tb",
                "request": r"a\tb\r\n",
            }),
        ),
        ("news:*", json!({ "production": "newsaddress", "all": true })),
        ("nntp:g/12", json!({ "production": "nntpaddress", "group": "g", "number": "12" })),
        (
            "prospero://h/a%0012x",
            json!({
                "production": "prosperoaddress", "hsoname": "a", "version": "12",
                "attributes": "x",
            }),
        ),
        ("telnet://u@h", json!({ "production": "telnetaddress", "user": "u" })),
        (
            "wais://h/d?a+b",
            json!({
                "production": "waisaddress", "form": "waisindex", "database": "d",
                "search": "a+b", "words": ["a", "b"],
            }),
        ),
        (
            "wais://h/d/t/1=a%3A;",
            json!({
                "production": "waisaddress", "form": "waisdoc", "database": "d", "type": "t",
                "fields": [{ "name": "1", "value": "a:" }],
            }),
        ),
        (
            "mid:1%2F@h",
            json!({
                "production": "midaddress", "address": "1/@h", "local": "1%2F", "hostname": "h",
            }),
        ),
    ] {
        assert_eq!(fields("rfc1630", &["--rule", "url", url]), expected, "{url}");
        let prefixed = format!("url:{url}");
        assert_eq!(fields("rfc1630", &["--rule", "prefixedurl", &prefixed]), expected, "{url}");
    }
    let afs = json!({ "production": "afsaddress", "cellname": "c", "path": "p" });
    assert_eq!(fields("rfc1630", &["afs://c/p"]), afs);
    let uri = json!({ "production": "uri", "experiment": true });
    assert_eq!(fields("rfc1630", &["x-a:b"]), uri);
    let fragment = fields("rfc1630", &["http://h/a#b"]);
    assert_eq!(fragment["production"], "fragmentaddress");
    assert_eq!(fragment["unmatched"]["production"], "httpaddress");
    // 5.1: the fragment is not sent.
    assert_eq!(fragment["sent"], "/a");
    let file = json!({ "production": "uri", "local": true, "segments": ["a", "b c"] });
    assert_eq!(fields("rfc1630", &["file:///a/b%20c"]), file);
}

/// A part has no scheme, and the documents since url-syntax-05 leave schemes to others.
#[test]
fn nothing_is_said_of_parts_nor_by_others() {
    assert_eq!(fields("rfc1738", &["--rule", "hostport", "h:1"]), Value::Null);
    for edition in ["url-syntax-05", "rfc2396", "rfc2396bis-01", "rfc3986"] {
        assert_eq!(fields(edition, &["http://h/"]), Value::Null);
    }
}

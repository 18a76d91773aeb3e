//! What attacks look like: strings that were published, by class, and harmless ones.

use std::collections::BTreeMap;

use proptest::prelude::*;
use urispec::UriRef;
use urispec_lint::security::Selection;
use urispec_lint::{Lint, Pack, Severity, security};

use crate::resolve::direct::corpus;
use crate::scaled;

/// A line of the table: class, ids, string.
fn table() -> impl Iterator<Item = (&'static str, Vec<&'static str>, String)> {
    let lines = include_str!("security.tsv").lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let [class, ids, text] = line.splitn(3, '\t').collect::<Vec<_>>()[..] else {
            panic!("three columns: {line:?}")
        };
        let ids = ids.split(',').filter(|id| *id != "-").collect();
        (class, ids, unescaped(text))
    })
}

fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        plain.push(match (c, c == '\\') {
            (c, false) => c,
            _ => match rest.next().unwrap() {
                't' => '\t',
                'n' => '\n',
                'r' => '\r',
                '\\' => '\\',
                'u' => {
                    let digits: String = rest.by_ref().skip(1).take_while(|c| *c != '}').collect();
                    u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32).unwrap()
                }
                other => panic!("\\{other} in {text:?}"),
            },
        });
    }
    plain
}

fn ids(text: &str) -> Vec<&'static str> {
    security::look(text).iter().map(|finding| finding.lint().id()).collect()
}

/// The message of the finding of a lint.
#[track_caller]
fn message(text: &str, id: &str) -> String {
    let found = security::look(text);
    let finding = found.iter().find(|finding| finding.lint().id() == id);
    finding.unwrap_or_else(|| panic!("{id}: {text}")).message().to_owned()
}

#[test]
fn published_attacks_and_harmless_strings() {
    let mut wrong = Vec::new();
    for (class, mut expected, text) in table() {
        let place = |id: &str| Pack::Security.lints().iter().position(|lint| lint.id() == id);
        assert!(expected.iter().all(|id| place(id).is_some()), "{expected:?}");
        expected.sort_by_key(|id| place(id));
        let found = ids(&text);
        if found != expected {
            wrong.push(format!("{class} {text:?}: {found:?}, not {expected:?}"));
        }
        for finding in security::look(&text) {
            assert!(!finding.spans().is_empty());
            assert!(finding.spans().is_sorted_by_key(|span| (span.start, span.end)));
            assert!(finding.spans().iter().all(|span| text.get(span.clone()).is_some()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// How many of the strings that carry an attack have a finding, by class: at least 95 of 100. The figures stand in
/// `docs/security.md`.
#[test]
fn attacks_are_found() {
    let lines = include_str!("security_attacks.tsv").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut classes: BTreeMap<&str, (usize, Vec<String>)> = BTreeMap::new();
    for line in lines {
        let (class, text) = line.split_once('\t').unwrap();
        let (all, missed) = classes.entry(class).or_default();
        let text = unescaped(text);
        *all += 1;
        if security::look(&text).is_empty() {
            missed.push(text);
        }
    }
    let mut absent = Vec::new();
    for (class, (all, missed)) in classes {
        println!("{class}: {} of {all}, without {missed:?}", all - missed.len());
        assert!(missed.len() * 20 <= all, "{class}: {missed:?}");
        let row = format!("| {class} | {} of {all} |", all - missed.len());
        absent.extend((!include_str!("../../../docs/security.md").contains(&row)).then_some(row));
    }
    assert!(absent.is_empty(), "docs/security.md has not:\n{}", absent.join("\n"));
}

/// What was missed once, each by its lint.
#[test]
fn what_was_missed_is_found() {
    for (text, id) in [
        ("http://425.510.425.510", "overflowing-address"),
        ("http://7147006462", "overflowing-address"),
        ("http://0x41414141A9FEA9FE", "overflowing-address"),
        ("http://256.256.256.256", "overflowing-address"),
        ("http://0o177.0.0.1", "overflowing-address"),
        ("http://%67oogle.com/", "escaped-host"),
        ("https://%09/google.com", "escaped-host"),
        ("https://%5cgood.tld@evil.com", "escaped-delimiter"),
        ("/%5cgoogle.com", "host-in-path"),
        ("/%2f%2fexample.com", "host-in-path"),
        ("/%09/example.com", "host-in-path"),
        ("/https://example.com", "host-in-path"),
        ("?url=//example.com", "unsafe-url-in-url"),
        ("?u=http://169.254.169.254/", "unsafe-url-in-url"),
        ("sftp://example.com/", "dangerous-scheme"),
        ("/javascript:alert(1)", "disguised-scheme"),
        ("/\u{3031}example.com", "delimiter-lookalike"),
        ("/%E3%80%B1example.com", "delimiter-lookalike"),
        ("http://example.com\u{3031}x", "delimiter-lookalike"),
        ("http://example.com%E3%80%B1.example/", "delimiter-lookalike"),
        ("/..//example.com", "host-in-path"),
        ("/a/..//example.com", "host-in-path"),
        ("http://h/..//example.com", "host-in-path"),
        ("////example.com", "slash-count"),
        ("http://2130706433@example.com", "host-before-at"),
        ("http://0x7f000001@example.com", "host-before-at"),
        ("http://kubernetes.default.svc/", "private-name"),
        ("kubernetes.default.svc", "private-name"),
        ("http://a.b.svc.cluster.local:8080/", "private-name"),
        ("http://printer.local/", "private-name"),
        ("http://router.home.arpa/", "private-name"),
        ("http://vault.service.consul:8200/", "private-name"),
        ("http://app-127-0-0-1.nip.io/", "loopback-address"),
        ("http://169.254.169.254.nip.io/", "metadata-address"),
        ("/%c4%8d%c4%8aSet-Cookie:a=b", "escaped-line-break"),
        ("/%e5%98%8a%e5%98%8dSet-Cookie:a=b", "escaped-line-break"),
        ("http://h/redirect/https%3A%2F%2Fexample.com", "url-in-url"),
    ] {
        assert!(ids(text).contains(&id), "{text}: {:?}", ids(text));
    }
    // A page that links to others, and words that begin with a letter.
    for text in [
        "http://h/?a=b",
        "http://h/?q=x:y",
        "/a/https:/",
        "/\u{30CE}\u{30FC}",
        "http://h/?ref=http://g/",
        // A long vowel of kana in a name, an empty segment behind a host, a user's number, names that are public.
        "/\u{30E1}\u{30FC}\u{30EB}",
        "http://h/a/..//b",
        "/a/../b//c",
        "http://12345@h/",
        "http://123456789:pw@h/",
        "http://local/",
        "http://svc.example/",
        "http://h/a/https:%2F%2F",
    ] {
        assert_eq!(ids(text), [""; 0], "{text}");
    }
}

/// "At most one for each lint", in the order of the pack; and a string of the table for each lint.
#[test]
fn every_lint_has_a_string() {
    let mut seen: Vec<_> = table().flat_map(|(_, ids, _)| ids).collect();
    seen.sort_unstable();
    seen.dedup();
    let mut all: Vec<_> = Pack::Security.lints().iter().map(|lint| lint.id()).collect();
    all.sort_unstable();
    assert_eq!(seen, all);
    for lint in Pack::Security.lints() {
        assert!(std::ptr::eq(Lint::named(lint.id()).unwrap(), *lint), "{} is twice", lint.id());
        assert_eq!(lint.pack(), Pack::Security);
    }
    assert!(table().any(|(class, ..)| class == "harmless"));
}

/// Whose reading is whose: by RFC 3986, Appendix B, and by "URL parsing" of the URL Standard.
#[test]
fn a_message_says_who_reads_what() {
    for (text, id, said) in [
        (
            "http://evil.com\\@good.com/",
            "backslash",
            "\"\\\" is read as \"/\" by some: the URL Standard finds the host evil.com, and RFC 3986, \
             Appendix B, finds the host good.com",
        ),
        (
            "http:evil.com",
            "slash-count",
            "no slash follows the scheme: the URL Standard finds the host evil.com, and RFC 3986 finds no \
             host, if no base has the same scheme",
        ),
        (
            "http://0x7f.1/",
            "disguised-address",
            "0x7f.1 is 127.0.0.1 for inet_aton(), and for the URL Standard; RFC 3986 finds a name",
        ),
        (
            "http://[::ffff:10.0.0.1]/",
            "private-address",
            "the host is 10.0.0.1, in the IPv4-mapped form [::ffff:10.0.0.1]: a private address",
        ),
        // What cannot be seen is escaped.
        (
            "http://a.b@c\u{202E}d/",
            "host-before-at",
            "a.b is a user name, and not the host: the URL Standard rejects the string, and RFC 3986, Appendix B, \
             finds the host c\\u{202e}d",
        ),
        (
            "/\\a\u{7}b",
            "control-character",
            "a control stands in no URI; some readers escape it, some remove it, some send it as it is",
        ),
    ] {
        assert_eq!(message(text, id), said, "{text:?}");
    }
}

/// Not even where the label has a control, and looks like one of ASCII but for that: U+0263 looks like `y`.
#[test]
fn a_message_has_no_control() {
    let message = message("//\u{15}\u{263}", "confusable-name");
    assert!(message.contains("looks like \\u{15}y"), "{message}");
    for character in ('\0'..=' ').chain(['\u{7F}', '\u{85}']) {
        for finding in security::look(&format!("//{character}\u{263}.{character}:1")) {
            assert!(!finding.message().contains(char::is_control), "{finding:?}");
        }
    }
}

#[test]
fn what_is_cited() {
    let cited = |text: &str| {
        let found = security::look(text);
        found[0].citations().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    // CR and LF are named in 7.2, NUL in 7.3. HTML, and not a URL, has the colon as `&colon;`.
    assert_eq!(cited("http://h/%0d%0ax"), ["RFC 3986, 7.2"]);
    assert_eq!(cited("http://h/?%0d%0ax"), ["RFC 3986, 7.2"]);
    assert_eq!(cited("http://h/%00"), ["RFC 3986, 7.3"]);
    assert_eq!(cited("http://h:22/"), ["RFC 3986, 7.2", "Fetch Standard, port blocking"]);
    assert_eq!(cited("http://h:0/"), ["RFC 6335"]);
    assert_eq!(cited("javascript:x"), [""; 0]);
    assert_eq!(cited("javascript&colon;x"), [""; 0]);
    assert_eq!(cited("http://h/\u{FF0E}\u{FF0E}/x"), [""; 0]);
    assert_eq!(cited("http://evil\u{3002}com/"), ["URL Standard, IDNA", "UTS 46"]);
    assert_eq!(cited("foo://m\u{FC}nchen.de/"), ["RFC 3986, 3.2.2", "URL Standard, host parsing"]);
    assert_eq!(cited("http://10.0.0.1/"), ["RFC 1918, 3"]);
    assert_eq!(cited("http://a.localhost/"), ["RFC 6761, 6.3"]);
    assert_eq!(cited("http://[fe80::1]/"), ["RFC 4291, 2.5.6"]);
    let found = security::look("http://a.localhost/");
    assert_eq!((found[0].edition(), found[0].section()), (None, Some("6.3")));
    assert_eq!(
        found[0].to_string(),
        "the name is of the own machine, whatever the DNS says (RFC 6761, 6.3) [localhost-name]"
    );
    assert_eq!(found[0].lint().severity(), Severity::Warning);
}

/// The host of a scheme that is not special is opaque to the URL Standard ("host parsing").
#[test]
fn a_message_is_true_of_opaque_hosts() {
    let none = "and not for the URL Standard, which reads no IPv4 address under such a scheme";
    for (text, id, said) in [
        ("foo://127.0.0.1/", "loopback-address", "the host is 127.0.0.1: a loopback address".into()),
        (
            "foo://127.1/",
            "loopback-address",
            format!("the host is 127.0.0.1 for inet_aton(), {none}: a loopback address"),
        ),
        (
            "foo://127.1/",
            "disguised-address",
            format!("127.1 is 127.0.0.1 for inet_aton(), {none}; RFC 3986 finds a name"),
        ),
        // "a" is the first delta, 0, to the first code point, 128 (RFC 3492, 5).
        (
            "foo://xn--a/",
            "invalid-punycode",
            "the label is \\u{80}, and no name: a reader of domain names rejects it; RFC 3986 and, under \
             such a scheme, the URL Standard take it as it stands"
                .into(),
        ),
        (
            "foo://a%2Fb/",
            "escaped-delimiter",
            "RFC 3986 and, under such a scheme, the URL Standard keep the escape as a part of the name; a \
             reader that decodes escapes before it splits the string finds a delimiter here, and another host"
                .into(),
        ),
        (
            "foo://münchen/",
            "unicode-host",
            "the URL Standard takes it for m%C3%BCnchen; RFC 3986 has nothing beyond ASCII but escapes"
                .into(),
        ),
        (
            "foo://goo\u{200B}d.com/",
            "invisible-character",
            "U+200B is not seen; under such a scheme the URL Standard escapes it".into(),
        ),
    ] {
        assert_eq!(message(text, id), said, "{text:?}");
    }
}

/// What is said of other hosts than those of http, and of what is no host.
#[test]
fn a_message_says_no_more_than_is_true() {
    for (text, id, said) in [
        (
            "http://0x/",
            "disguised-address",
            "0x is 0.0.0.0 for the URL Standard; RFC 3986 finds a name",
        ),
        (
            "http:127.1",
            "disguised-address",
            "127.1 is 127.0.0.1 for inet_aton(), and for the URL Standard; RFC 3986 has no such host",
        ),
        (
            "http://a\\@127.0.0.1/",
            "loopback-address",
            "the host is 127.0.0.1 for some readers, and not for the URL Standard: a loopback address",
        ),
        ("http://[::]/", "unspecified-address", "the host is [::]: the unspecified address"),
        (
            "http://evil.com\\@good.com/",
            "host-before-at",
            "evil.com is a user name to one reader and the host to another: the URL \
             Standard finds the host evil.com, and RFC 3986, Appendix B, finds the host good.com",
        ),
        (
            "http://evil.com%2f@good.com/",
            "escaped-delimiter",
            "RFC 3986 and the URL Standard keep the escape as a part of the user name; a reader that decodes \
             escapes before it splits the string finds a delimiter here, and another host",
        ),
        (
            "///evil.com/",
            "scheme-relative",
            "the string is no path: the URL Standard finds the host evil.com, and RFC 3986 finds an empty \
             host",
        ),
        (
            "foo://evil.com\\@good.com/",
            "backslash",
            "\"\\\" ends the host for some, whatever the scheme: the URL Standard and RFC 3986, Appendix \
             B, both find the host good.com",
        ),
        (
            "http://h:65536/",
            "impossible-port",
            "the port is above 65535: the URL Standard rejects it",
        ),
        ("http://a\\@h:65536/", "impossible-port", "the port is above 65535"),
        ("http://h:0/", "impossible-port", "port 0 is reserved"),
        (
            "\u{FF4A}avascript:x",
            "disguised-scheme",
            "once it is mapped by NFKC, it is javascript: a browser runs the rest as a script",
        ),
        (
            "http://h/..%09/x",
            "escaped-dots",
            "a reader that decodes the segment, and removes tabs and line breaks, finds \"..\"",
        ),
    ] {
        assert_eq!(message(text, id), said, "{text:?}");
    }
}

/// A password stands in no message.
#[test]
fn no_message_tells_a_password() {
    for text in [
        "http://good.com:S3cret@h/",
        "http://u:S3cret@x@h/",
        "http://good.com:x@S3cret.com@h/",
        "http:\\\\u:S3cret@h/",
        "http:u:S3cret@h",
        "http://u:S3cret@localhost/",
        "http://u:S3cret%40x@127.0.0.1/",
        "http:/\t/u:S3cret@h/",
        "http://u:S3cret\\@h/",
        "http://good.com%2Fu:S3cret%2F@h/",
        "http://[u:S3cret@h/",
    ] {
        for finding in security::look(text) {
            assert!(!finding.message().contains("S3cret"), "{text}: {finding}");
        }
    }
}

/// Strings of pieces that the lints look for, each byte beside each other.
fn hostile() -> impl Strategy<Value = String> {
    let pieces = [
        "http",
        "javascript",
        "file",
        ":",
        "/",
        "//",
        "\\",
        "?",
        "#",
        "@",
        "[",
        "]",
        "%",
        "%2e",
        "%25",
        "%c0%af",
        "%E2%80",
        "%u00",
        "..",
        ".",
        ";",
        "127.0.0.1",
        "0x7f",
        "1",
        "::1",
        "xn--",
        "-",
        "a",
        "\t",
        "\n",
        "\0",
        " ",
        "é",
        "①",
        "。",
        "\u{202E}",
        "\u{200B}",
        "&#",
        "&#x3a;",
        "😀",
        "25",
        "%3B",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..24).prop_map(|all| all.concat())
}

proptest! {
    #[test]
    fn no_string_panics(text in prop_oneof![any::<String>(), hostile()]) {
        for finding in security::look(&text) {
            prop_assert!(finding.spans().iter().all(|span| text.get(span.clone()).is_some()));
            prop_assert!(finding.message().chars().all(|c| !c.is_control()));
            prop_assert!(finding.message().len() < 1000);
        }
    }
}

/// Much of whatever is looked for: 8 KiB of it, with `URISPEC_LONG` a quarter of a mebibyte, which would not end in a day if
/// it took the square of that.
#[test]
fn long_strings_end() {
    for piece in [
        "a", "%25", "%", "@", "[", ":", "\\", "\t", ".", "..;/", "xn--", "é", "①.", "&#1;", "%u",
        "\0", "%09", ".%09", "a.b:1@", "\u{200B}", "ｊ",
    ] {
        for start in ["", "http://", "http:", "javascript", "foo://", "a://"] {
            let length = scaled(1 << 13, 1 << 18);
            let text = format!("{start}{}", piece.repeat(length / piece.len()));
            assert!(security::look(&text).len() < Pack::Security.lints().len(), "{start}{piece:?}");
        }
    }
}

/// The table of the chapter is the list of the lints.
#[test]
fn the_chapter_has_every_lint() {
    let chapter = include_str!("../../../docs/security.md");
    let rows = chapter.lines().filter(|line| line.starts_with("| `"));
    let lints = Pack::Security.lints().iter().map(|lint| {
        let cited: Vec<_> = lint.citations().iter().map(ToString::to_string).collect();
        let cited = if cited.is_empty() { "-".to_owned() } else { cited.join("; ") };
        format!("| `{}` | {} | {} | {cited} |", lint.id(), lint.severity(), lint.summary())
    });
    assert_eq!(rows.collect::<Vec<_>>(), lints.collect::<Vec<_>>());
}

/// Of the real URLs few are found.
#[test]
fn the_web_is_mostly_innocent() {
    let folder = std::env::var("URISPEC_SHARED").unwrap_or_else(|_| "../shared".into());
    let Ok(corpus) = std::fs::read_to_string(format!("{folder}/corpus/web.txt")) else {
        eprintln!("skipped: no corpus/web.txt in {folder}");
        return;
    };
    let lines = corpus.lines();
    let valid: Vec<_> = lines.filter(|line| UriRef::parse(line).is_ok()).collect();
    let found = valid.iter().filter(|line| !security::look(line).is_empty()).count();
    // Less than one of a thousand.
    assert!(found > 0 && found * 1000 < valid.len(), "{found} of {}", valid.len());
}

/// What is found of some lints is what is found of all, without the others.
#[track_caller]
fn selections_agree(text: &str, selections: &[(&'static Lint, Selection)]) {
    let all = security::look(text);
    for (lint, selection) in selections {
        let expected: Vec<_> = all.iter().filter(|found| found.lint() == *lint).cloned().collect();
        assert_eq!(selection.look(text), expected, "{} in {text:?}", lint.id());
    }
}

fn selections() -> Vec<(&'static Lint, Selection)> {
    Pack::Security.lints().iter().map(|lint| (*lint, Selection::of([*lint]))).collect()
}

#[test]
fn a_selection_finds_what_all_find() {
    let selections = selections();
    let attacks = include_str!("security_attacks.tsv").lines();
    let attacks = attacks.filter_map(|line| line.split_once('\t')).map(|(_, text)| unescaped(text));
    let strings: Vec<_> = table().map(|(.., text)| text).chain(attacks).collect();
    let private = selections.iter().filter(|(lint, _)| lint.id().ends_with("address"));
    let private: Vec<_> = private.copied().collect();
    let (mut at_all, step) = (0, scaled(31, 1));
    for text in &strings {
        selections_agree(text, &selections);
        for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
            at_all += 1;
            if at_all % step != 0 {
                continue;
            }
            let (head, tail) = text.split_at(at);
            for changed in [head.to_owned(), tail.to_owned(), format!("{head}1{tail}")] {
                selections_agree(&changed, &private);
            }
        }
    }
    let Some(corpus) = corpus("web.txt") else { return };
    corpus.lines().step_by(scaled(97, 7)).for_each(|text| selections_agree(text, &selections));
}

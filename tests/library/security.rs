//! The pack `security` beyond the rows of `security` and `security_messages`.

use std::collections::BTreeMap;

use proptest::prelude::*;
use urispec::UriRef;
use urispec_lint::security::{Selection, look};
use urispec_lint::{Lint, Pack, Severity};

use crate::support::{scaled, shared};
use crate::tables::table;

/// At least 95 of 100 strings with an attack have a finding, in each class. `docs/security.md` has the figures.
#[test]
fn attacks_are_found() {
    let mut classes: BTreeMap<String, (usize, Vec<String>)> = BTreeMap::new();
    let rows = table("security_attacks");
    let rows = rows.iter().map(|row| (row.text(0).to_owned(), row.text(1).to_owned()));
    for (class, text) in rows.chain(generated()) {
        let (all, missed) = classes.entry(class).or_default();
        *all += 1;
        if look(&text).is_empty() {
            missed.push(text);
        }
    }
    let mut absent = Vec::new();
    for (class, (all, missed)) in classes {
        let some = &missed[..missed.len().min(20)];
        println!("{class}: {} of {all}, without {some:?}", all - missed.len());
        assert!(missed.len() * 20 <= all, "{class}: {some:?}");
        let row = format!("| {class} | {} of {all} |", all - missed.len());
        absent.extend((!include_str!("../../docs/security.md").contains(&row)).then_some(row));
    }
    assert!(absent.is_empty(), "docs/security.md has not:\n{}", absent.join("\n"));
}

/// Two dots, in the encodings of payload lists for paths.
#[rustfmt::skip]
const DOTS: &[&str] = &[
    "..", "%2e%2e", ".%2e", "%2e.", "%252e%252e", "%25252e%25252e", "%%32%65%%32%65", "%c0%ae%c0%ae", "%c0%2e%c0%2e",
    "%c0.%c0.", "%25c0%25ae%25c0%25ae", "%e0%80%ae%e0%80%ae", "%f0%80%80%ae%f0%80%80%ae", "%f8%80%80%80%ae%f8%80%80%80%ae",
    "%fc%80%80%80%80%ae%fc%80%80%80%80%ae", "%uff0e%uff0e", "%u002e%u002e", "%ef%bc%8e%ef%bc%8e", "0x2e0x2e", ".%00.", "..%00",
    "..%01", "..;", "....", "...", "%%c0%6e%c0%6e", "%c0%5e%c0%5e", "%c0%ee%c0%ee", ".?", "??", "..%0d", "..%09", "%5C..",
];

/// A slash, in the encodings of these lists.
#[rustfmt::skip]
const SLASHES: &[&str] = &[
    "/", "\\", "%2f", "%5c", "%252f", "%255c", "%25252f", "%%32%66", "%%35%63", "%%32%%66", "%c0%af", "%c0%2f", "%c0%5c",
    "%c1%9c", "%c1%pc", "%c0%9v", "%c0%qf", "%c1%8s", "%c1%1c", "%c1%af", "%bg%qf", "%u2215", "%u2216", "%uEFC8", "%uF025",
    "%25c1%259c", "%25c0%25af", "%e0%80%af", "%f0%80%80%af", "%f8%80%80%80%af", "%ef%bc%8f", "0x2f", "0x5c", "//", "\\/",
    "%2f%2f",
];

/// A line break, in the encodings of payload lists for headers.
#[rustfmt::skip]
const BREAKS: &[&str] = &[
    "%0d%0a", "%0D%0A", "%0a", "%0d", "%0d%0a%20", "%0d%0a%09", "%20%0d%0a", "%23%0d%0a", "%23%0a", "%3f%0d%0a", "%3f%0d",
    "%250a", "%250d%250a", "%25250a", "%%0a0a", "%%0d0a", "%25%30%61", "%25%30a", "%u000a", "%u000d%u000a", "%u560d%u560a",
    "%E5%98%8A%E5%98%8D", "%c4%8d%c4%8a", "%c0%8d%c0%8a", "%5cr%5cn", "%5Cr%5Cn", "\\r\\n", "\\r\\n\\t", "%2e%2e%2f%0d%0a",
    "%2f%2e%2e%0d%0a", "%2F..%0D%0A", "%0d%0a%0d%0a", "x%0d%0a", "%E5%98%8A%E5%98%8D%0a",
];

/// Strings as the generators of payload lists make them, with their classes: each encoding of two dots with each of a
/// slash, repeated up to eight times before a file; and each line break before a header.
fn generated() -> impl Iterator<Item = (String, String)> {
    let files = [
        "etc/passwd",
        "etc/issue",
        "boot.ini",
        "windows/win.ini",
        "windows\\system32\\drivers\\etc\\hosts",
        "",
        "etc/shadow",
        "winnt/win.ini",
    ];
    let suffixes = ["", "%00", "%00.html", "?", ";index.html", "%00index.html", ".jpg"];
    let prefixes = DOTS.iter().flat_map(|dots| SLASHES.iter().map(move |slash| (dots, slash)));
    let deep = prefixes.flat_map(|(dots, slash)| (1..=8).map(move |depth| (dots, slash, depth)));
    let paths = deep.enumerate().map(move |(at, (dots, slash, depth))| {
        let (file, suffix) = (files[at % files.len()], suffixes[at % suffixes.len()]);
        let file = if at % 3 == 0 { file.to_owned() } else { file.replace('/', slash) };
        let suffix = if file.is_empty() { "" } else { suffix };
        format!("{}{file}{suffix}", format!("{dots}{slash}").repeat(depth))
    });
    let paths = paths.flat_map(|path| {
        [
            ("traversal-path, generated", format!("http://h.example/{path}")),
            ("traversal-query, generated", format!("http://h.example/?file={path}")),
            ("traversal-raw, generated", path),
        ]
    });
    let headers = [
        "Set-Cookie:a=b",
        "Set-Cookie:%20a=b",
        "Location:%20//evil.example",
        "X-Test:1",
        "Header-Test:test",
        "header:header",
        "Content-Length:0%0d%0a%0d%0aHTTP/1.1%20200%20OK",
    ];
    let lines = BREAKS.iter().flat_map(move |line| headers.map(|header| format!("{line}{header}")));
    let lines = lines.flat_map(|line| {
        [
            ("crlf-path, generated", format!("http://h.example/{line}")),
            ("crlf-query, generated", format!("http://h.example/?x={line}")),
        ]
    });
    paths.chain(lines).map(|(class, text)| (class.to_owned(), text))
}

/// Ordinary strings have the findings that the table expects, and nearly all have none.
#[test]
fn ordinary_strings_have_few_findings() {
    let rows = table("security_ordinary");
    for row in &rows {
        let found = look(row.text(2));
        let ids: Vec<_> = found.iter().map(|finding| finding.lint().id()).collect();
        assert_eq!(ids.join(","), row.field(1).unwrap_or_default(), "{row}: {found:?}");
    }
    let is_apart = |class| matches!(class, "reported" | "development");
    let ordinary: Vec<_> = rows.iter().filter(|row| !is_apart(row.text(0))).collect();
    let found = ordinary.iter().filter(|row| row.field(1).is_some()).count();
    println!("{found} of {}", ordinary.len());
    assert!(
        ordinary.len() >= 500 && found * 100 <= ordinary.len(),
        "{found} of {}",
        ordinary.len()
    );
    let row = format!("Of {} ordinary strings", ordinary.len());
    assert!(
        include_str!("../../docs/security.md").contains(&row),
        "docs/security.md has not: {row}"
    );
}

/// The list of top-level domains has each of the public suffix list that is longer than two letters.
#[test]
fn the_top_level_domains_are_those_of_the_public_suffix_list() {
    let rules = include_str!("../../crates/domains/src/public_suffix_list.dat").lines();
    let is_domain = |rule: &&str| {
        rule.len() > 2 && rule.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let mut domains: Vec<_> = rules.filter(is_domain).collect();
    domains.sort_unstable();
    let own = include_str!("../../crates/lint/src/security/top_level_domains.txt");
    assert_eq!(own.lines().collect::<Vec<_>>(), domains);
}

/// A string of the table for each lint of the pack.
#[test]
fn every_lint_has_a_string() {
    let rows = table("security");
    let mut seen: Vec<_> =
        rows.iter().filter_map(|row| row.field(2)).flat_map(|ids| ids.split(',')).collect();
    seen.sort_unstable();
    seen.dedup();
    let mut all: Vec<_> = Pack::Security.lints().iter().map(|lint| lint.id()).collect();
    all.sort_unstable();
    assert_eq!(seen, all);
    for lint in Pack::Security.lints() {
        assert!(std::ptr::eq(Lint::named(lint.id()).unwrap(), *lint), "{} is twice", lint.id());
        assert_eq!(lint.pack(), Pack::Security);
    }
    assert!(rows.iter().any(|row| row.text(1) == "harmless"));
}

/// A message shows no control character, even if a label has one and otherwise looks like ASCII: U+0263 looks like `y`.
#[test]
fn a_message_has_no_control() {
    let found = look("//\u{15}\u{263}");
    let message = found.iter().find(|one| one.lint().id() == "confusable-name").unwrap().message();
    assert!(message.contains("looks like \\u{15}y"), "{message}");
    for character in ('\0'..=' ').chain(['\u{7F}', '\u{85}']) {
        for finding in look(&format!("//{character}\u{263}.{character}:1")) {
            assert!(!finding.message().contains(char::is_control), "{finding:?}");
        }
    }
}

#[test]
fn a_finding_says_whose_section_it_cites() {
    let found = look("http://a.localhost/");
    assert_eq!((found[0].edition(), found[0].section()), (None, Some("6.3")));
    let said = "the name denotes the local machine, whatever the DNS returns (RFC 6761, 6.3) [localhost-name]";
    assert_eq!(
        (found[0].to_string(), found[0].lint().severity()),
        (said.to_owned(), Severity::Warning)
    );
}

/// Strings of pieces that the lints look for, in any order.
#[rustfmt::skip]
fn hostile() -> impl Strategy<Value = String> {
    let pieces = [
        "http", "javascript", "file", ":", "/", "//", "\\", "?", "#", "@", "[", "]", "%", "%2e", "%25", "%c0%af", "%E2%80", "%u00", "..", ".",
        ";", "127.0.0.1", "0x7f", "1", "::1", "xn--", "-", "a", "\t", "\n", "\0", " ", "é", "①", "。", "\u{202E}", "\u{200B}", "&#", "&#x3a;", "😀", "25", "%3B",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..24).prop_map(|all| all.concat())
}

proptest! {
    #[test]
    fn no_string_panics(text in prop_oneof![any::<String>(), hostile()]) {
        for finding in look(&text) {
            prop_assert!(finding.spans().iter().all(|span| text.get(span.clone()).is_some()));
            prop_assert!(finding.message().chars().all(|c| !c.is_control()));
            prop_assert!(finding.message().len() < 1000);
        }
    }
}

/// Long runs of each piece: 8 KiB, with `URISPEC_LONG` a quarter of a mebibyte, which a quadratic search would not
/// finish in a day.
#[test]
fn long_strings_end() {
    for piece in [
        "a", "%25", "%", "@", "[", ":", "\\", "\t", ".", "..;/", "xn--", "é", "①.", "&#1;", "%u",
        "\0", "%09", ".%09", "a.b:1@", "\u{200B}", "ｊ", "../", "....//", "%250a", "\\n", "%c0.",
        "0x2e", "{a", "$a", "&sol;", "%%32%66", ".-",
    ] {
        for start in ["", "http://", "http:", "javascript", "foo://", "a://"] {
            let length = scaled(1 << 13, 1 << 18);
            let text = format!("{start}{}", piece.repeat(length / piece.len()));
            assert!(look(&text).len() < Pack::Security.lints().len(), "{start}{piece:?}");
        }
    }
}

/// The table of the chapter is the list of the lints.
#[test]
fn the_chapter_has_every_lint() {
    let chapter = include_str!("../../docs/security.md");
    let rows = chapter.lines().filter(|line| line.starts_with("| `"));
    let lints = Pack::Security.lints().iter().map(|lint| {
        let cited: Vec<_> = lint.citations().iter().map(ToString::to_string).collect();
        let cited = if cited.is_empty() { "-".to_owned() } else { cited.join("; ") };
        format!("| `{}` | {} | {} | {cited} |", lint.id(), lint.severity(), lint.summary())
    });
    assert_eq!(rows.collect::<Vec<_>>(), lints.collect::<Vec<_>>());
}

/// Few real URLs have findings: less than one of a thousand.
#[test]
fn few_real_urls_have_findings() {
    let Some(corpus) = shared("corpus/web.txt") else { return };
    let valid: Vec<_> = corpus.lines().filter(|line| UriRef::parse(line).is_ok()).collect();
    let found = valid.iter().filter(|line| !look(line).is_empty()).count();
    assert!(found > 0 && found * 1000 < valid.len(), "{found} of {}", valid.len());
}

/// Asserts that a selection of lints finds what all lints find, without the others.
#[track_caller]
fn selections_agree(text: &str, selections: &[(&'static Lint, Selection)]) {
    let all = look(text);
    for (lint, selection) in selections {
        let expected: Vec<_> = all.iter().filter(|found| found.lint() == *lint).cloned().collect();
        assert_eq!(selection.look(text), expected, "{} in {text:?}", lint.id());
    }
}

#[test]
fn a_selection_agrees_with_all_lints() {
    let select = |lint: &&'static Lint| (*lint, Selection::of([*lint]));
    let selections: Vec<_> = Pack::Security.lints().iter().map(select).collect();
    let (tables, attacks) = (table("security"), table("security_attacks"));
    let strings = tables.iter().map(|row| row.text(3)).chain(attacks.iter().map(|row| row.text(1)));
    let private = selections.iter().filter(|(lint, _)| lint.id().ends_with("address"));
    let private: Vec<_> = private.copied().collect();
    let (mut at_all, step) = (0, scaled(31, 1));
    for text in strings {
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
    let Some(corpus) = shared("corpus/web.txt") else { return };
    corpus.lines().step_by(scaled(97, 7)).for_each(|text| selections_agree(text, &selections));
}

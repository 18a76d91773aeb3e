//! `urispec requirements`: the sentences of the documents.

use urispec::Edition;

use super::json::{keys, records};
use super::support::urispec;

/// The rows of an edition's file, by a reader of their own. The last field is empty where nothing is quoted.
fn rows(edition: Edition) -> Vec<[&'static str; 5]> {
    let lines = edition.requirements().lines();
    let rows = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let rows = rows.filter(|line| !line.starts_with("sections\t"));
    let fields = |line: &'static str| {
        let mut fields: Vec<_> = line.split('\t').collect();
        fields.resize(fields.len().max(5), "");
        fields.try_into().unwrap()
    };
    rows.map(fields).collect()
}

fn state(held: &str) -> &'static str {
    match held {
        "reader" => "reader",
        held if held.starts_with("open ") => "open",
        _ => "held",
    }
}

#[test]
fn every_row_is_a_record() {
    let mut found = records(&["requirements", "--json"], "").into_iter();
    for edition in Edition::every() {
        let mut counts = [0; 3];
        for [section, strength, what, held, quoted] in rows(edition) {
            let record = found.next().unwrap();
            assert_eq!(record["edition"], edition.id());
            assert_eq!(
                (&record["section"], &record["strength"]),
                (&section.into(), &strength.into())
            );
            assert_eq!((&record["what"], &record["state"]), (&what.into(), &state(held).into()));
            let more = match state(held) {
                "held" => "held",
                "open" => "reason",
                _ => "",
            };
            let said = if quoted.is_empty() { "" } else { "quoted " };
            let all = format!("schema edition section strength what {said}state {more}");
            keys(&record, all.trim_end());
            assert_eq!(record["quoted"].as_str().unwrap_or_default(), quoted);
            counts
                [["held", "reader", "open"].iter().position(|one| *one == state(held)).unwrap()] +=
                1;
        }
        let document = found.next().unwrap();
        keys(&document, "schema edition requirements");
        let counted =
            ["held", "reader", "open"].map(|state| document["requirements"][state].as_u64());
        assert_eq!(counted, counts.map(Some), "{edition}");
    }
    assert_eq!(found.next(), None);
}

#[test]
fn a_section_with_what_is_within() {
    let found = records(&["requirements", "rfc3986", "-j", "--section", "6.2.2"], "");
    let (document, rows) = found.split_last().unwrap();
    let sections: std::collections::BTreeSet<_> =
        rows.iter().map(|row| row["section"].as_str().unwrap()).collect();
    assert_eq!(
        sections.into_iter().collect::<Vec<_>>(),
        ["6.2.2", "6.2.2.1", "6.2.2.2", "6.2.2.3"]
    );
    assert_eq!(document["edition"], "rfc3986");
    let done = urispec(["requirements", "--section", "6.2.9"]).done();
    done.expect(2, "").saying("'6.2.9'");
}

#[test]
fn what_is_open_says_why() {
    let done = urispec(["requirements", "--state", "open"]).done();
    assert_eq!((done.code, &*done.stderr), (0, ""));
    for &edition in Edition::ALL {
        for [_, _, _, held, _] in rows(edition) {
            let Some(reason) = held.strip_prefix("open ") else { continue };
            let begun: String = reason.chars().take(40).collect();
            assert!(done.stdout.contains(&format!("open: {begun}")), "{edition}: {reason}");
        }
    }
}

#[test]
fn what_holds_a_sentence_is_named_on_demand() {
    let short = urispec(["requirements", "rfc3986", "--section", "3.1"]).done();
    let long = urispec(["requirements", "rfc3986", "--section", "3.1", "--long"]).done();
    assert!(!short.stdout.contains("lint upper-case-scheme"), "{}", short.stdout);
    assert!(long.stdout.contains("lint upper-case-scheme"), "{}", long.stdout);
    assert!(long.stdout.lines().all(|line| line.chars().count() <= 100));
    urispec(["requirements", "rfc3986", "--section", "3.1"]).snapshot("requirements");
}

#[test]
fn counts_stand_alone() {
    let done = urispec(["requirements", "--count"]).done();
    let lines: Vec<_> = done.stdout.lines().collect();
    assert_eq!(lines.len(), Edition::every().count());
    for (line, edition) in lines.iter().zip(Edition::every()) {
        let all = rows(edition).len();
        assert!(line.starts_with(&format!("{edition}: {all} requirements, ")), "{line}");
    }
    let rows = rows(Edition::default());
    let is_alone =
        |section: &str| rows.iter().filter(|row| row[0].starts_with(section)).count() == 1;
    let alone = rows.iter().map(|row| row[0]).find(|section| is_alone(section)).unwrap();
    let done = urispec(["requirements", "rfc3986", "--count", "--section", alone]).done();
    assert!(done.stdout.starts_with("rfc3986: 1 requirement, "), "{}", done.stdout);
    urispec(["requirements", "--count", "--long"]).done().expect(2, "").saying("--long");
}

/// RFC 3986, 3.2.1: the sentence, character for character, over the lines of the column.
#[test]
fn the_document_speaks_below_our_words() {
    let done = urispec(["requirements", "rfc3986", "--section", "3.2.1"]).done();
    let shown = done.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let ours = "a password in the userinfo is deprecated";
    let theirs = "“Use of the format \"user:password\" in the userinfo field is deprecated.”";
    assert!(shown.contains(&format!("{ours} {theirs}")), "{}", done.stdout);
    assert!(done.stdout.lines().all(|line| line.chars().count() <= 100));
    let row = "  3.2.1  is      held    a password in the userinfo is deprecated\n";
    let short = urispec(["requirements", "rfc3986", "--section", "3.2.1", "--short"]).done();
    assert!(short.stdout.contains(row) && !short.stdout.contains('“'), "{}", short.stdout);
    // A line each, between the title and the sum.
    let short = urispec(["requirements", "rfc1630", "-s"]).done();
    let lines = short.stdout.lines().filter(|line| line.starts_with("  "));
    assert_eq!(lines.count(), rows(Edition::Rfc1630).len(), "{}", short.stdout);
    urispec(["requirements", "--short", "--long"]).done().expect(2, "").saying("--long");
}

/// Most sentences of every document are quoted, but for those of programs, of which a description is at hand.
#[test]
fn most_sentences_are_quoted() {
    for edition in Edition::every() {
        let rows = rows(edition);
        let quoted = rows.iter().filter(|[.., quoted]| !quoted.is_empty()).count();
        if edition == Edition::Oci {
            assert_eq!(quoted, 0, "{edition}");
            continue;
        }
        assert!(quoted * 100 >= rows.len() * 45, "{edition}: {quoted} of {}", rows.len());
    }
}

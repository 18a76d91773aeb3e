//! `urispec requirements`: the sentences of the documents.

use urispec::Edition;

use super::json::{keys, records};
use super::support::urispec;

/// The rows of an edition's file, by a reader of their own.
fn rows(edition: Edition) -> Vec<[&'static str; 4]> {
    let lines = edition.requirements().lines();
    let rows = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let rows = rows.filter(|line| !line.starts_with("sections\t"));
    rows.map(|line| line.split('\t').collect::<Vec<_>>().try_into().unwrap()).collect()
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
        for [section, strength, what, held] in rows(edition) {
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
            keys(&record, format!("schema edition section strength what state {more}").trim_end());
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
        for [_, _, _, held] in rows(edition) {
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

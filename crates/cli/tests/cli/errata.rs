//! `urispec errata`: what was reported to be wrong in a document.

use urispec::Edition;

use super::json::{keys, records};
use super::support::urispec;

/// The rows of an edition's file, by a reader of their own.
fn rows(edition: Edition) -> Vec<Vec<&'static str>> {
    let lines = edition.errata().lines();
    let rows = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.filter(|line| !line.starts_with("taken\t"))
        .map(|line| line.split('\t').collect())
        .collect()
}

#[test]
fn every_row_is_a_record() {
    let mut found = records(&["errata", "--json"], "").into_iter();
    for edition in Edition::every() {
        for row in rows(edition) {
            let record = found.next().unwrap();
            assert_eq!(record["edition"], edition.id());
            assert_eq!(record["number"].to_string(), row[0]);
            let said =
                ["status", "type", "section", "about", "asks", "why"].map(|key| &record[key]);
            assert_eq!(said, [row[1], row[2], row[3], row[4], row[5], row[7]]);
            assert_eq!(
                record["followed"].as_bool(),
                match row[6] {
                    "yes" => Some(true),
                    "no" => Some(false),
                    _ => None,
                }
            );
            let shown = record["witnesses"].as_array().map_or(0, Vec::len);
            assert_eq!(shown, row.len() - 8, "{row:?}");
            assert_eq!(record["url"], format!("https://www.rfc-editor.org/errata/eid{}", row[0]));
        }
        let document = found.next().unwrap();
        keys(&document, "schema edition errata taken remark");
        let counted = ["verified", "held", "reported", "rejected"].map(|status| {
            let all = rows(edition);
            assert_eq!(
                document["errata"][status].as_u64(),
                Some(all.iter().filter(|row| row[1] == status).count() as u64),
                "{edition}, {status}"
            );
            document["errata"][status].as_u64().unwrap()
        });
        assert_eq!(counted.iter().sum::<u64>(), rows(edition).len() as u64);
    }
    assert_eq!(found.next(), None);
}

/// Erratum 4547 asks for the targets that RFC 1808 prints, and RFC 3986 prints others.
#[test]
fn an_erratum_of_the_examples() {
    let found = records(&["errata", "rfc3986", "--status", "held", "-j"], "");
    let erratum = found.iter().find(|record| record["number"] == 4547).unwrap();
    assert_eq!((&erratum["section"], &erratum["followed"]), (&"5.4.2".into(), &false.into()));
    urispec(["resolve", "-b", "http://a/b/c/d;p?q", "../../../g"]).done().expect(0, "http://a/g\n");
    let old = ["resolve", "--edition", "rfc1808", "-b", "http://a/b/c/d;p?q", "../../../g"];
    urispec(old).done().expect(0, "http://a/../g\n");
}

#[test]
fn text_for_people() {
    let done = urispec(["errata", "rfc2396"]).done();
    assert!(done.stdout.lines().all(|line| line.chars().count() <= 100), "{}", done.stdout);
    let long = urispec(["errata", "rfc2396", "--long"]).done();
    let url = "technical: https://www.rfc-editor.org/errata/eid452\n";
    assert!(!done.stdout.contains(url) && long.stdout.contains(url), "{}", long.stdout);
    let short = urispec(["errata", "rfc2396", "-s"]).done();
    let lines = short.stdout.lines().filter(|line| line.starts_with("  "));
    assert_eq!(lines.count(), rows(Edition::Rfc2396).len(), "{}", short.stdout);
    urispec(["errata", "rfc2397"]).snapshot("errata");
    urispec(["errata", "--short", "--json"]).done().expect(2, "").saying("--json");
    urispec(["errata", "--status", "open"]).done().expect(2, "").saying("verified, held");
    urispec(["erratum"]).done().expect(2, "").saying("'errata'");
}

/// A document without errata is no failure, and says that its list is what was recorded.
#[test]
fn none_is_recorded() {
    let none = "rfc8141: no erratum is recorded here\n";
    urispec(["errata", "8141", "-c"]).done().expect(0, none).quietly();
    let done = urispec(["errata", "rfc8141"]).done();
    assert!(done.stdout.contains("Recorded on 2026-11-26. "), "{}", done.stdout);
    // Some are recorded, and none of this status.
    let done = urispec(["errata", "rfc8089", "--status", "verified", "--count"]).done();
    done.expect(0, "rfc8089: 0 errata, 0 followed, 0 not followed, 0 with nothing to follow\n");
    let lines = urispec(["errata", "--count"]).done().stdout.lines().count();
    assert_eq!(lines, Edition::every().count());
}

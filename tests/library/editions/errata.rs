//! Errata: what is said to be so here is so, and what is followed in the grammars is recorded.

use std::collections::HashSet;

use urispec::Edition;
use urispec_audit::{CheckedExample, Errata, Erratum, ErratumStatus, ErratumSubject};

fn of(edition: Edition) -> Errata<'static> {
    Errata::from_edition(edition).unwrap_or_else(|error| panic!("{error}"))
}

fn all() -> impl Iterator<Item = (Edition, Erratum<'static>)> {
    Edition::every().flat_map(|edition| of(edition).all.into_iter().map(move |one| (edition, one)))
}

/// A string is derived, or a reference resolves, as each witness says.
#[test]
fn every_witness_is_so() {
    let mut wrong = Vec::new();
    for (edition, Erratum { number, witnesses, .. }) in all() {
        for witness in witnesses {
            let checked = CheckedExample::new(edition, witness);
            if let Some(says) = &checked.contradiction {
                wrong.push(format!(
                    "{edition}, erratum {number}: {}: {says}",
                    checked.example.claim
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether an erratum is followed is shown, unless it is about words only.
#[test]
fn what_can_be_shown_is_shown() {
    for (edition, one) in all() {
        let is_shown = one.subject == ErratumSubject::Text || !one.witnesses.is_empty();
        assert!(is_shown || one.followed.is_none(), "{edition}, erratum {}", one.number);
        // A grammar that is followed says yes to some string, or no.
        let is_open = one.followed.is_none() && one.subject == ErratumSubject::Algorithm;
        assert!(!is_open, "{edition}, erratum {}", one.number);
    }
}

/// An erratum that a reading or an example names is one that is followed.
#[test]
fn what_the_grammars_follow_is_recorded() {
    let followed: HashSet<u32> =
        all().filter(|(_, one)| one.followed == Some(true)).map(|(_, one)| one.number).collect();
    let mut named = HashSet::new();
    for edition in Edition::every() {
        let readings = edition.grammars().iter().map(|grammar| grammar.readings());
        for text in readings.chain([edition.examples()]) {
            let rest = text.split("erratum ").skip(1);
            let digits = rest.map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next().unwrap());
            named.extend(digits.map(|digits| digits.parse::<u32>().unwrap()));
        }
    }
    // RFC 3986, path-empty; RFC 2397, its example and its `urlchar`; RFC 3966, isdn-subaddress.
    assert_eq!(named, HashSet::from([2033, 2009, 2045, 203]));
    assert!(named.is_subset(&followed), "{named:?}, {followed:?}");
}

#[test]
fn the_lists_are_in_order_and_name_their_day() {
    for edition in Edition::every() {
        let Errata { taken, remark, all, .. } = of(edition);
        let numbers: Vec<_> = taken.split('-').map(str::len).collect();
        assert_eq!(numbers, [4, 2, 2], "{edition}: {taken}");
        assert!(remark.ends_with('.'), "{edition}: {remark}");
        let place = |one: &Erratum<'_>| {
            let status = ErratumStatus::ALL.iter().position(|status| *status == one.status);
            (status, one.number)
        };
        let places: Vec<_> = all.iter().map(place).collect();
        assert!(places.windows(2).all(|two| two[0] < two[1]), "{edition}");
        let numbers: HashSet<_> = all.iter().map(|one| one.number).collect();
        assert_eq!(numbers.len(), all.len(), "{edition}");
    }
}

/// Each section is a heading of its document, or the whole document.
#[test]
fn every_section_exists() {
    let lines = include_str!("sections.tsv").lines().filter(|line| !line.starts_with('#'));
    let known: Vec<(&str, Vec<&str>)> = lines
        .filter_map(|line| line.split_once('\t'))
        .map(|(document, sections)| (document, sections.split(' ').collect()))
        .collect();
    for (edition, one) in all().filter(|(_, one)| one.section != "all") {
        let (document, section) =
            one.section.split_once(", ").unwrap_or((edition.name(), one.section));
        let (_, sections) = known.iter().find(|(name, _)| *name == document).unwrap();
        assert!(sections.contains(&section), "{edition}, erratum {}: {section}", one.number);
    }
}

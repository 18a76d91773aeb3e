//! Cited sections exist, by `sections.tsv`; the witnesses of errata are true, and the errata that the grammars follow
//! are recorded.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::LazyLock;

use urispec::trace::ResolutionStep;
use urispec::{Edition, ParseError, ResolveError, Resolver, check, split};
use urispec_audit::{CheckedExample, Errata, Erratum, ErratumStatus, ErratumSubject};
use urispec_compare::changes::Changes;
use urispec_lint::Lint;

use crate::support::{scaled, shared};

/// The parts of a document before, between and after its numbered sections.
const UNNUMBERED: [&str; 8] =
    ["front", "status", "abstract", "appendix", "references", "authors", "editors", "index"];

/// The sections of each document.
static HEADINGS: LazyLock<BTreeMap<&str, BTreeSet<&str>>> = LazyLock::new(|| {
    let lines = include_str!("sections.tsv").lines().filter(|line| !line.starts_with('#'));
    let fields = lines.filter_map(|line| line.split_once('\t'));
    fields.map(|(document, sections)| (document, sections.split(' ').collect())).collect()
});

/// Returns the cited place that its document does not have.
fn missing(edition: Edition, cited: &str) -> Option<String> {
    let own = edition.amends().unwrap_or(edition).name();
    let (document, sections) = match cited.split_once(", ") {
        Some((document, sections)) if document.starts_with("RFC ") => (document, sections),
        _ => (own, cited),
    };
    let known = HEADINGS.get(document).unwrap_or_else(|| panic!("no headings of {document}"));
    let is_section = |part: &str| part.split('.').all(|number| number.parse::<u8>().is_ok());
    let parts = sections.split(", ").enumerate();
    // What follows the first section is a step, or another section.
    let mut parts = parts.filter(|(at, part)| *at == 0 || is_section(part));
    let lost = parts.find(|(_, part)| {
        let section = part.split([' ', ',']).next().unwrap_or_default();
        !known.contains(section) && !UNNUMBERED.contains(&section)
    });
    lost.map(|_| format!("{edition}: {document}, {sections}"))
}

/// Returns the sections that an edition cites in its files and in its facts.
fn cited(edition: Edition) -> BTreeSet<String> {
    let mut cited = BTreeSet::new();
    let mut cite = |section: &str| {
        cited.insert(section.to_owned());
    };
    edition.productions().for_each(|production| cite(production.section()));
    edition.rungs().filter_map(|(_, section)| section).for_each(&mut cite);
    Lint::all().iter().filter_map(|lint| lint.section(edition)).for_each(&mut cite);
    for (text, field) in
        [(edition.requirements(), 0), (edition.examples(), 0), (edition.terms(), 2)]
    {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        for section in lines.filter_map(|line| line.split('\t').nth(field)) {
            if section != "sections" {
                cite(section);
            }
        }
    }
    for text in "a b|http://h:x/|http://[::g]/|%|//a@b@c|::|mailto:a|urn:a:b|file:".split('|') {
        for rule in edition.whole_rules() {
            let Err(ParseError::Syntax(error)) = check(edition, rule, text) else { continue };
            let why = error.explain(text).unwrap();
            cite(why.section());
            why.cause().into_iter().for_each(|cause| cite(cause.section()));
        }
    }
    let resolver = Resolver::from_edition(edition);
    for (base, reference) in
        [("http://a/b/c/d;p?q", "../g?y#s"), ("http://a", "?y"), ("http://a/b", "//g/./..")]
    {
        let mut sections = Vec::new();
        let resolved = resolver.trace(split(base), split(reference), |step| match step {
            ResolutionStep::Line { section, .. } | ResolutionStep::Assigned { section, .. } => {
                sections.push(section)
            }
            _ => {}
        });
        if let Err(ResolveError::NoAlgorithm { section, .. }) = resolved {
            sections.push(section);
        }
        sections.into_iter().filter(|section| !section.is_empty()).for_each(&mut cite);
    }
    cited
}

#[test]
fn every_cited_section_exists() {
    let mut lost = BTreeSet::new();
    // The steps of RFC 3986, by a document of a scheme.
    let mut pairs = vec![(Edition::Rfc2396, Edition::Rfc8141)];
    for edition in Edition::every() {
        lost.extend(cited(edition).iter().filter_map(|section| missing(edition, section)));
        // RFC 1738 leaves resolution to others, so that no differences are sought.
        pairs.extend([(Edition::Rfc1738, edition), (edition, Edition::Rfc1738)]);
        if edition.is_of_scheme() {
            pairs.push((Edition::Rfc3986, edition));
        }
    }
    // Without `URISPEC_LONG` every seventh of the pairs.
    for (since, edition) in pairs.into_iter().step_by(scaled(7, 1)) {
        for entry in Changes::between(since, edition).entries {
            lost.extend(entry.since_section.and_then(|section| missing(since, section)));
            lost.extend(entry.section.and_then(|section| missing(edition, section)));
        }
    }
    assert!(lost.is_empty(), "{lost:#?}");
}

/// Each listed heading begins a line of the document.
#[test]
fn the_headings_are_those_of_the_documents() {
    for (document, sections) in &*HEADINGS {
        let file = document.to_lowercase().replace(' ', "");
        // The English text of RFC 1630 has no numbers.
        if *document == "RFC 1630" {
            continue;
        }
        let Some(text) = shared(&format!("spec/rfc/{file}.txt")) else { continue };
        let begins: BTreeSet<&str> = text
            .lines()
            .map(|line| line.trim_start().trim_start_matches("Appendix "))
            .filter_map(|line| line.split([' ', ':']).next())
            .map(|number| number.trim_end_matches('.').trim_end_matches(".0"))
            .collect();
        let lost: Vec<_> = sections.iter().filter(|section| !begins.contains(*section)).collect();
        assert!(lost.is_empty(), "{document}: {lost:?}");
    }
}

fn errata(edition: Edition) -> Errata<'static> {
    Errata::from_edition(edition).unwrap_or_else(|error| panic!("{error}"))
}

fn all() -> impl Iterator<Item = (Edition, Erratum<'static>)> {
    Edition::every()
        .flat_map(|edition| errata(edition).all.into_iter().map(move |one| (edition, one)))
}

/// A string is derived, or a reference resolves, as each witness claims.
#[test]
fn every_witness_is_true() {
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

/// A witness shows whether an erratum is followed, unless the erratum is about words only.
#[test]
fn every_followed_erratum_has_a_witness() {
    for (edition, one) in all() {
        let is_shown = one.subject == ErratumSubject::Text || !one.witnesses.is_empty();
        assert!(is_shown || one.followed.is_none(), "{edition}, erratum {}", one.number);
        // A grammar that follows an erratum accepts or rejects some string.
        let is_open = one.followed.is_none() && one.subject == ErratumSubject::Algorithm;
        assert!(!is_open, "{edition}, erratum {}", one.number);
    }
}

/// An erratum that a reading or an example names is one that is followed.
#[test]
fn followed_errata_are_recorded() {
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
        let Errata { taken, remark, all, .. } = errata(edition);
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
fn every_section_of_an_erratum_exists() {
    for (edition, one) in all().filter(|(_, one)| one.section != "all") {
        let (document, section) =
            one.section.split_once(", ").unwrap_or((edition.name(), one.section));
        assert!(
            HEADINGS[document].contains(section),
            "{edition}, erratum {}: {section}",
            one.number
        );
    }
}

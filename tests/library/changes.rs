//! The changes from one edition to another: each string shows what its entry says, and every change that a document
//! names is found.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, OnceLock};

use urispec::{Edition, Normalizer, Reference, Resolver, Rung, compare_with};
use urispec_compare::changes::{ChangeKind, Changes, Entry, Evidence, Manner};

use crate::requirements;
use crate::support::{scaled, shared};
use crate::tables::{hold_rows, table};

/// Returns the changes from one edition to another, which are computed once for all tests.
fn between(since: Edition, edition: Edition) -> &'static Changes {
    static KNOWN: LazyLock<Mutex<HashMap<[Edition; 2], &OnceLock<Changes>>>> =
        LazyLock::new(Mutex::default);
    let found =
        *KNOWN.lock().unwrap().entry([since, edition]).or_insert_with(|| Box::leak(Box::default()));
    found.get_or_init(|| Changes::between(since, edition))
}

fn entry<'c>(changes: &'c Changes, kind: ChangeKind, subject: &str) -> Option<&'c Entry> {
    changes.of(kind).find(|entry| entry.subject == subject)
}

/// Every change that a document names has an entry. A row has the editions, the kind, the subject, the manner and a
/// part of the sentence.
#[test]
fn nothing_that_a_document_says_is_missed() {
    let mut rows = table("changes");
    rows.retain(|row| row.text(0) == "change");
    hold_rows(&rows, |row| {
        let [since, edition] = [1, 2].map(|at| row.text(at).parse().unwrap());
        let is_it = |entry: &&Entry| {
            entry.subject == row.text(4) && format!("{:?}", entry.kind) == row.text(3)
        };
        let found = between(since, edition).entries.iter().find(is_it).expect("an entry");
        assert!(
            row.field(5).is_none_or(|manner| manner == format!("{:?}", found.manner)),
            "{found:?}"
        );
        assert!(found.sentence.contains(row.text(6)), "{}", found.sentence);
    });
}

/// Returns the rules of RFC 2396 in the table of RFC 3986, D.2, each with its translation in one line.
fn table_of_d2(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().skip_while(|line| !line.contains("| obsolete rule  | translation"));
    let mut rows: Vec<(String, String)> = Vec::new();
    for line in lines.skip(2).take_while(|line| !line.contains("+--")) {
        let cells: Vec<_> = line.trim().trim_matches('|').split(" | ").map(str::trim).collect();
        let [rule, part] = cells[..] else { panic!("{line}") };
        match rows.last_mut() {
            Some((_, all)) if rule.is_empty() => *all = format!("{all} {part}").trim().to_owned(),
            _ => rows.push((rule.to_owned(), part.to_owned())),
        }
    }
    rows
}

#[test]
fn the_translations_are_the_table_of_the_document() {
    let Some(text) = shared("spec/rfc/rfc3986.txt") else { return };
    let lines = Edition::Rfc3986.translations().lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let ours: Vec<_> = lines
        .map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
            ["rfc2396", rule, says, "D.2"] => (rule.to_owned(), says.to_owned()),
            _ => panic!("{line}"),
        })
        .collect();
    assert_eq!(ours, table_of_d2(&text));
    assert_eq!(ours.len(), 20);
}

/// RFC 3987, 2.2: "If the non-terminal contains 'URI', this has been changed to 'IRI'. Otherwise, an 'i' has
/// been prefixed." No production of RFC 3986 is gone, and three are new: `unreserved` stays
/// beside `iunreserved`, and what the latter adds has no other name.
#[test]
fn the_productions_of_iris_are_those_of_uris() {
    let [old, new] = [Edition::Rfc3986, Edition::Rfc3987];
    let names = |edition: Edition| -> Vec<&str> {
        edition.productions().map(|production| production.rule()).collect()
    };
    let changed = |name: &str| match name.contains("URI") {
        true => name.replace("URI", "IRI"),
        false => format!("i{name}"),
    };
    let renamed = names(old).into_iter().filter(|name| !names(new).contains(name));
    let mut renamed: Vec<_> = renamed.map(|name| (name, changed(name))).collect();
    renamed.sort();
    let lines = new.translations().lines().filter(|line| line.starts_with("rfc"));
    let mut ours: Vec<_> = lines
        .map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
            ["rfc3986", name, changed, "2.2", "name"] => (name, changed.to_owned()),
            _ => panic!("{line}"),
        })
        .collect();
    ours.sort();
    assert_eq!(ours, renamed);
    for (since, edition, alone) in [(old, new, Manner::New), (new, old, Manner::Gone)] {
        let changes = between(since, edition);
        let alone_in = |manner| {
            let entries =
                changes.of(ChangeKind::Productions).filter(move |one| one.manner == manner);
            entries.map(|one| one.subject.clone()).collect::<Vec<_>>()
        };
        assert_eq!(alone_in(alone), ["iunreserved", "ucschar", "iprivate"]);
        let other = if alone == Manner::New { Manner::Gone } else { Manner::New };
        assert_eq!(alone_in(other), [""; 0]);
        for (name, changed) in &ours {
            let (subject, before) =
                if edition == new { (&**changed, *name) } else { (*name, &**changed) };
            let entry = entry(changes, ChangeKind::Productions, subject)
                .unwrap_or_else(|| panic!("{subject}"));
            assert!(entry.sentence.contains(&format!("`{before}`")), "{}", entry.sentence);
        }
    }
}

/// Every rule of the table (RFC 3986, D.2) has the counterpart that the table names, in both directions.
#[test]
fn no_rule_that_a_document_translates_is_without_a_counterpart() {
    let [old, new] = [Edition::Rfc2396, Edition::Rfc3986];
    for (since, edition) in [(old, new), (new, old)] {
        let changes = between(since, edition);
        for line in new.translations().lines().filter(|line| line.starts_with("rfc2396")) {
            let fields: Vec<_> = line.split('\t').collect();
            let (rule, says) = (fields[1], format!("`{}`", fields[2]));
            let quoted = format!("`{rule}`");
            let all: Vec<_> = changes
                .of(ChangeKind::Productions)
                .filter(|entry| entry.subject == rule || entry.sentence.contains(&quoted))
                .collect();
            assert!(all.iter().any(|entry| entry.sentence.contains(&says)), "{rule}: {all:?}");
            assert!(
                !all.iter().any(|entry| {
                    entry.subject == rule && entry.sentence.contains("has no counterpart")
                }),
                "{rule}: {all:?}"
            );
        }
    }
    // "/" path_segments, of which the first may be empty (3); path-absolute has segment-nz (3.3).
    let changes = between(old, new);
    let found = entry(changes, ChangeKind::Productions, "abs_path").unwrap();
    assert!(found.sentence.contains("`path-absolute`, which does not derive \"//\""), "{found:?}");
    assert_eq!((found.since_section, found.section), (Some("3"), Some("D.2")));
    assert_eq!(
        found.evidence,
        [Evidence::Derived { by: old, text: "//".to_owned() }],
        "\"/\" is of both"
    );
}

/// RFC 1630 has `uri` (section 8), and that derives "A:".
#[test]
fn names_that_differ_in_letter_case_are_a_pair() {
    let [old, new] = [Edition::Rfc1630, Edition::Rfc3986];
    for (since, edition, subject, other) in [(old, new, "URI", "uri"), (new, old, "uri", "URI")] {
        let changes = between(since, edition);
        let found = entry(changes, ChangeKind::Productions, subject).unwrap();
        assert!(!matches!(found.manner, Manner::New | Manner::Gone), "{found:?}");
        assert!(found.sentence.contains(&format!("calls `{other}`")), "{found:?}");
        assert!(entry(changes, ChangeKind::Productions, other).is_none());
        let short = |one: &Evidence| matches!(one, Evidence::Derived { text, .. } if text == "A:");
        assert!(!found.evidence.iter().any(short), "{found:?}");
    }
}

/// url-equivalence: URLs are equal by their serializations, which have the scheme in lower case and no dot
/// segment; but `%2f` stays as it is.
#[test]
fn serializing_also_normalizes() {
    let changes = between(Edition::Rfc3986, Edition::Whatwg);
    let is_gone = |subject| entry(changes, ChangeKind::Normalization, subject).is_some();
    assert!(!is_gone("the letter case of the scheme"));
    assert!(!is_gone("removing dot segments from a path"));
    assert!(is_gone("the letter case of the digits of a triplet"));
}

/// draft-fielding-uri-rfc2396bis-01: a `mark` is unreserved (2.3), triplets of unreserved characters
/// are equivalent to the characters (6.2.2.2), and replacing those of most marks "is usually
/// counterproductive" (2.3).
#[test]
fn advice_is_not_a_prohibition() {
    let [rfc2396, bis, rfc3986] = [Edition::Rfc2396, Edition::Rfc2396bis01, Edition::Rfc3986];
    for (since, edition, characters) in [
        (rfc2396, bis, &b"!'()*-."[..]),
        (bis, rfc2396, b"!'()*-."),
        (bis, rfc3986, b"-."),
        (rfc3986, bis, b"-."),
    ] {
        let changes = between(since, edition);
        let all = changes.of(ChangeKind::Normalization);
        let all: Vec<_> =
            all.filter(|entry| entry.subject == "triplets of unreserved characters").collect();
        let [found] = all[..] else { panic!("{since} {edition}: {all:?}") };
        assert!(found.sentence.contains("\"usually counterproductive\""), "{found:?}");
        assert!(!found.sentence.contains("may not"), "{found:?}");
        let section = if edition == bis { found.section } else { found.since_section };
        assert_eq!(section, Some("2.3"));
        let texts: Vec<_> = found
            .evidence
            .iter()
            .map(|one| match one {
                Evidence::NormalForm { text, .. } => text.clone(),
                other => panic!("{other:?}"),
            })
            .collect();
        let expected: Vec<_> =
            characters.iter().map(|byte| format!("http://a/b%{byte:02X}")).collect();
        assert_eq!(texts, expected);
    }
    // "+" is reserved (2.2), so that is a prohibition.
    let changes = between(Edition::Rfc1738, bis);
    let mut all = changes.of(ChangeKind::Normalization);
    assert!(all.any(|entry| {
        entry.sentence.contains("\"$\", \"+\" or \",\" may be replaced")
            && entry.sentence.contains("it may not")
    }));
}

/// RFC 1738: the "/" may be omitted (3.3), and "localhost" is the host of a file (3.10).
#[test]
fn the_section_is_that_of_the_scheme() {
    let changes = between(Edition::Rfc1738, Edition::UrlSyntax05);
    for (subject, section) in [
        ("leaving out the host \"localhost\" of a file", "3.10"),
        ("writing \"/\" for an empty path after an authority", "3.3"),
    ] {
        let found = entry(changes, ChangeKind::Normalization, subject).unwrap();
        assert_eq!(found.since_section, Some(section), "{found:?}");
    }
}

/// If two references show a difference equally well, the one that both grammars derive comes first.
#[test]
fn a_derived_reference_is_preferred() {
    let changes = between(Edition::Rfc2396, Edition::Rfc2396bis01);
    let found = entry(changes, ChangeKind::Resolution, "a reference with the scheme of the base");
    let first = &found.unwrap().evidence[0];
    let Evidence::Target { reference, .. } = first else { panic!("{first:?}") };
    for edition in [Edition::Rfc2396, Edition::Rfc2396bis01] {
        let production = edition.production(edition.whole_rules()[0]).unwrap();
        assert!(production.accepts(reference.as_bytes()), "{edition} {reference}");
    }
}

/// A sentence cuts only very long strings: a label of 64 characters is shown.
#[test]
fn labels_are_shown_whole() {
    let changes = between(Edition::Rfc2396, Edition::Rfc2396bis01);
    let found = entry(changes, ChangeKind::Productions, "domainlabel").unwrap();
    let label = format!("\"0{}0\"", "-".repeat(62));
    assert!(found.sentence.contains(&label), "{}", found.sentence);
    assert!(changes.entries.iter().all(|entry| !entry.sentence.contains('…')));
}

/// A document may use the word and have no term for the meaning: RFC 3986 says "opaque".
#[test]
fn a_missing_term_is_not_a_missing_word() {
    let changes = between(Edition::Rfc2396, Edition::Rfc3986);
    let found = entry(changes, ChangeKind::Terms, "opaque").unwrap();
    assert!(found.sentence.ends_with("; RFC 3986 has no term for that."), "{}", found.sentence);
}

/// The editions that every run compares both ways.
const FEW: [Edition; 2] = [Edition::Rfc2396, Edition::Rfc3986];

#[test]
fn every_string_proves_its_entry() {
    for &since in Edition::ALL {
        for &edition in Edition::ALL {
            // What RFC 3986 changed, what changed it, and every fifth pair of the others; without
            // `URISPEC_LONG` each edition with the next, and RFC 3986 with a few.
            let (one, other) = (since as usize, edition as usize);
            let is_by_rfc3986 = [since, edition].contains(&Edition::Rfc3986);
            let is_long = is_by_rfc3986 || (one + 2 * other) % 5 == 0;
            let is_short = other == one + 1 || [since, edition].iter().all(|one| FEW.contains(one));
            if scaled(usize::from(is_short), usize::from(is_long)) == 0 {
                continue;
            }
            let changes = between(since, edition);
            assert_eq!(changes.entries.is_empty(), since == edition, "{since} {edition}");
            for entry in &changes.entries {
                entry.evidence.iter().for_each(|one| shows(one, since, edition));
                assert!(
                    entry.sentence.ends_with('.') && entry.sentence.is_ascii()
                        || entry.sentence.contains('…')
                );
            }
        }
    }
}

#[track_caller]
fn shows(evidence: &Evidence, since: Edition, edition: Edition) {
    match evidence {
        Evidence::Target { base, reference, non_strict, since: old, target } => {
            let resolve = |edition| {
                let resolver = Resolver::from_edition(edition).non_strict(*non_strict);
                let (base, _) = resolver.read_base(base).unwrap();
                let (reference, _) = resolver.read(reference).unwrap();
                resolver.resolve(&base, &reference).ok().map(|resolved| resolved.to_string())
            };
            assert_eq!((resolve(since), resolve(edition)), (old.clone(), target.clone()));
            assert_ne!(old, target);
        }
        Evidence::Equivalent { by, pair: [a, b] } => {
            let meet = |edition| {
                let [a, b] = [a, b].map(|text| Reference::parse(edition, text).unwrap());
                compare_with(&Normalizer::from_edition(edition), a, b).holds()
            };
            assert_eq!((meet(since), meet(edition)), (*by == since, *by == edition));
        }
        Evidence::NormalForm { text, since: old, normal } => {
            let form = |edition| {
                let normalizer = Normalizer::from_edition(edition).to(Rung::Protocol);
                normalizer.normalize(Reference::parse(edition, text).unwrap()).as_str().to_owned()
            };
            assert_eq!((form(since), form(edition)), (old.clone(), normal.clone()));
        }
        // `diff` decides these; here only a production has to derive the string.
        Evidence::Derived { by, text } => {
            let grammars = by.grammars().iter();
            let mut all = grammars.flat_map(|grammar| grammar.productions());
            let derives = |name| by.production(name).is_ok_and(|one| one.accepts(text.as_bytes()));
            assert!(all.any(|production| derives(production.name())), "{by} {text}");
        }
        other => panic!("{other:?}"),
    }
}

/// Between the documents that have an algorithm of their kind, each difference is one of a point.
#[test]
fn every_difference_has_its_reason() {
    // The URL Standard has a parser, and no algorithm of this kind.
    let others = [Edition::Rfc1630, Edition::Rfc1738, Edition::Whatwg];
    let generic: Vec<_> = Edition::ALL.iter().filter(|one| !others.contains(one)).collect();
    for (one, &&since) in generic.iter().enumerate() {
        // Each document with those that follow, and with every third before; without `URISPEC_LONG` with the next, and
        // some both ways.
        for (at, &&edition) in generic.iter().enumerate() {
            let is_long = at > one || (at + one) % 3 == 0;
            let is_short = at == one + 1 || [since, edition].iter().all(|one| FEW.contains(one));
            if scaled(usize::from(is_short), usize::from(is_long)) == 0 {
                continue;
            }
            let changes = between(since, edition);
            let other = entry(changes, ChangeKind::Resolution, "other references");
            assert!(other.is_none(), "{since} {edition}: {other:?}");
        }
    }
}

#[test]
fn a_production_differs_through_the_deepest_that_does() {
    let changes = between(Edition::Rfc2396, Edition::Rfc3986);
    // `:!` is a `reg_name` of RFC 2396 (3.2.1), and no `reg-name` of RFC 3986 has a colon.
    let authority = entry(changes, ChangeKind::Productions, "authority").unwrap();
    assert!(authority.sentence.starts_with("`authority` differs, through `host` and `reg-name`:"));
    // What differs in itself comes first.
    let place = |subject| changes.entries.iter().position(|one| one.subject == subject).unwrap();
    assert!(place("reg-name") < place("authority") && place("authority") < place("mark"));
}

/// Each term occurs in the text of its document: in its section, if lines and sections are kept.
#[test]
fn every_term_is_in_its_document() {
    for edition in [
        Edition::Rfc1738,
        Edition::Rfc1808,
        Edition::UrlSyntax05,
        Edition::Rfc2396,
        Edition::Rfc2396bis01,
        Edition::Rfc3986,
    ] {
        let Some(text) = requirements::text(edition.id()) else { continue };
        for (meaning, term, section) in terms(edition) {
            let section = Some(section).filter(|_| requirements::is_numbered(edition.id()));
            let words = requirements::words(&text, section).to_lowercase();
            assert!(
                words.contains(&term.to_lowercase()),
                "{edition}: {meaning}: {term}, {section:?}"
            );
        }
    }
}

/// Returns the terms of an edition's file, without the lines that only pair productions.
fn terms(edition: Edition) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let lines = edition.terms().lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let all = lines.map(|line| {
        let fields: Vec<_> = line.split('\t').collect();
        assert!((3..=4).contains(&fields.len()), "{line}");
        (fields[0], fields[1], fields[2])
    });
    all.filter(|(_, term, _)| !term.is_empty())
}

#[test]
fn every_production_of_a_term_is_one() {
    let mut meanings = std::collections::HashMap::new();
    for &edition in Edition::ALL {
        for line in edition.terms().lines().filter(|line| line.contains('\t')) {
            let fields: Vec<_> = line.split('\t').collect();
            *meanings.entry(fields[0]).or_insert(0) += 1;
            if let Some(production) = fields.get(3) {
                assert!(edition.production(production).is_ok(), "{edition}: {line}");
            }
        }
    }
    // A document that amends another has only the terms that are its own.
    let whole = Edition::ALL.iter().filter(|edition| edition.amends().is_none()).count();
    assert!(meanings.values().any(|&count| count == whole));
}

/// A change in brief is one line without strings that show it.
#[test]
fn every_change_has_a_line() {
    for since in [Edition::Rfc1738, Edition::Rfc2396] {
        let changes = between(since, Edition::Rfc3986);
        for entry in &changes.entries {
            let brief = &entry.brief;
            assert!(!brief.is_empty() && !brief.ends_with('.') && !brief.contains('\n'), "{brief}");
            assert!(brief.len() <= 240, "{since}: {brief}");
            assert!(
                !brief.contains(" also derives ") && !brief.contains(" does not derive "),
                "{brief}"
            );
            assert!(
                !brief.contains("With the base") && !brief.contains(" are equivalent by "),
                "{brief}"
            );
        }
    }
}

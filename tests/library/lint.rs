//! Lints, and URIs in text. Single cases are rows of `lint` and `extract`; these tests check all strings.

use std::io::{self, Read};

use proptest::prelude::*;
use urispec::registry::{Registration, Registry};
use urispec::whatwg::ValidationErrorKind;
use urispec::{Edition, Reference, UriRef, compare};
use urispec_compare::sample::Sampler;
use urispec_lint::extract::{Extract, LONGEST, extract};
use urispec_lint::registry::look;
use urispec_lint::{Finding, Lint, Linter, Pack, Severity, lint};

use crate::support::{cases, nasty, reference, scaled};
use crate::tables::section;
use crate::vectors::{finding, spans};

fn ids(text: &str) -> Vec<&'static str> {
    let found = lint(&UriRef::parse(text).unwrap());
    found.iter().map(|finding| finding.lint().id()).collect()
}

/// One character more than an attribute of HTML may have, and one byte more than every implementation of SPIFFE supports.
#[test]
fn long_strings() {
    for (edition, section, id, text) in [
        (Edition::Rfc2397, "2", "data-long", format!("{:a<1025}", "data:,")),
        (Edition::Spiffe, "2.3", "spiffe-long", format!("{:a<2049}", "spiffe://a.b/")),
    ] {
        let finding = finding(edition, &text, id).unwrap();
        let last = text.len() - 1;
        assert_eq!(
            (&*spans(&finding), finding.mended()),
            (&*format!("{last}..{}", last + 1), None)
        );
        assert_eq!(
            (finding.section(), Lint::named(id).unwrap().section(edition)),
            (Some(section), Some(section))
        );
        assert!(crate::vectors::finding(edition, &text[..last], id).is_none(), "{id}");
    }
}

#[test]
fn every_lint_has_a_case() {
    // RFC 3986 asks for caution only with ports that are reserved, and has no zone identifiers.
    let zones = ["local-zone", "zone-scope", "zone-escape"];
    let beside = [
        "long-host",
        "nondefault-port",
        "invalid-before",
        "invalid-after",
        "data-long",
        "spiffe-long",
    ];
    let beside = [&zones[..], &beside].concat();
    let tables = ["rfc3986", "rfc3987", "the_documents_of_schemes_say_it_in_their_sections"];
    let cases: Vec<_> = tables.into_iter().flat_map(|name| section("lint", name)).collect();
    // The lints of the URL Standard are its validation errors, which have a table of their own.
    let of_references = Lint::all()
        .iter()
        .filter(|lint| !ValidationErrorKind::ALL.iter().any(|kind| kind.name() == lint.id()));
    assert_eq!(Lint::all().len(), of_references.clone().count() + ValidationErrorKind::ALL.len());
    for lint in of_references {
        let has_case = cases.iter().any(|case| case.text(0) == "lint" && case.text(3) == lint.id());
        assert!(has_case != beside.contains(&lint.id()), "{}", lint.id());
        assert!(std::ptr::eq(Lint::named(lint.id()).unwrap(), *lint), "{} is twice", lint.id());
    }
}

#[test]
fn a_long_host() {
    let host = vec!["a".repeat(63); 4].join(".");
    assert_eq!(ids(&format!("//{host}")), [""; 0]);
    assert_eq!(ids(&format!("//{host}.")), ["long-host"]);
    assert_eq!(ids(&format!("//{}", "a".repeat(64))), ["not-dns"]);
}

/// Apart from zones, RFC 6874 is linted as RFC 3986.
#[test]
fn zones_change_nothing_else() {
    for case in section("lint", "rfc3986") {
        let found = [Edition::Rfc6874, Edition::Rfc3986]
            .map(|edition| finding(edition, case.text(4), case.text(3)).unwrap());
        assert_eq!(
            (found[0].spans(), found[0].mended()),
            (found[1].spans(), found[1].mended()),
            "{}",
            case.text(4)
        );
    }
    let finding = finding(Edition::Rfc6874, "//[fe80:0::a%25en1]", "ipv6-spelling").unwrap();
    assert_eq!(finding.message(), "RFC 5952, 4 writes this address as [fe80::a%25en1]");
    assert_eq!(Lint::named("password").unwrap().section(Edition::Rfc2732), Some("3.2.2"));
    assert_eq!(Lint::named("local-zone").unwrap().section(Edition::Rfc3986), None);
}

#[test]
fn severities_are_ordered() {
    assert!(Severity::Note < Severity::Warning);
    assert_eq!(Lint::named("password").unwrap().severity(), Severity::Warning);
    assert_eq!(Lint::named("default-port").unwrap().severity().to_string(), "note");
    assert_eq!(Lint::named("no-such"), None);
}

/// One finding, however often it applies; a mended string for each would be quadratic.
#[test]
fn many_spans_are_one_finding() {
    let many = scaled(10_000, 100_000);
    let text = format!("http://h/{}", "%7e%00%2541./".repeat(many));
    let found = lint(&UriRef::parse(&text).unwrap());
    let counts: Vec<_> =
        found.iter().map(|finding| (finding.lint().id(), finding.spans().len())).collect();
    assert_eq!(
        counts,
        [
            ("lower-case-escape", many),
            ("needless-escape", many),
            ("escaped-nul", many),
            ("double-encoding", many),
        ]
    );
    let dots = "http://h/".to_owned() + &"./".repeat(many);
    let found = lint(&UriRef::parse(&dots).unwrap());
    assert_eq!((found[0].spans().len(), found[0].mended()), (many, Some("http://h/")));
}

#[test]
fn the_registry_pack_is_off_by_default() {
    for lint in Pack::Registry.lints() {
        assert_eq!(Lint::named(lint.id()), Some(*lint));
        assert!(!Lint::all().contains(lint));
        assert!(!lint.citations().is_empty());
    }
    let said = look("x-mine:a")[0].to_string();
    let registry = Registry::Schemes.updated();
    let expected = format!(
        "IANA's registry of {registry} has no scheme \"x-mine\" (RFC 7595, 6) [unregistered-scheme]"
    );
    assert_eq!(said, expected);
}

#[test]
fn registries_are_complete_and_in_order() {
    for registry in Registry::ALL {
        let (rows, updated) = (registry.registrations(), registry.updated());
        assert_eq!(updated.len(), "2026-01-01".len(), "{registry:?}: {updated}");
        let (is_cased, known): (_, &[&str]) = match registry {
            Registry::Schemes => (false, &["permanent", "provisional", "historical"]),
            Registry::Namespaces => (false, &["formal", "informal"]),
            _ => (true, &["permanent", "provisional", "deprecated", "obsoleted"]),
        };
        let key = |name: &str| if is_cased { name.into() } else { name.to_ascii_lowercase() };
        let is_sorted = |two: &[Registration]| key(two[0].name) < key(two[1].name);
        assert!(rows.windows(2).all(is_sorted), "{registry:?}");
        for row in rows {
            assert!(known.contains(&row.status), "{row:?}");
            assert!(!row.name.is_empty() && !row.reference.is_empty(), "{row:?}");
            assert_eq!(registry.find(row.name), Some(row));
        }
    }
}

/// Lints about spelling only.
const SPELLING: [&str; 9] = [
    "upper-case-scheme",
    "upper-case-host",
    "lower-case-escape",
    "needless-escape",
    "dot-segments",
    "empty-port",
    "default-port",
    "empty-path",
    "file-authority-form",
];

/// Lints of a scheme that is not one.
const REREAD: [&str; 3] = ["same-scheme-relative", "suffix-reference", "colon-in-first-segment"];

fn warnings(found: &[Finding]) -> usize {
    found.iter().filter(|finding| finding.lint().severity() == Severity::Warning).count()
}

/// Asserts that a mended string is valid, has no more warnings, lacks the finding, and has each component that the
/// original has: a scheme, a host, a path, a query, a fragment.
#[track_caller]
fn is_no_worse(linter: Linter, edition: Edition, text: &str) {
    let reference = Reference::parse(edition, text).unwrap();
    let found = linter.lint(reference);
    for finding in &found {
        let Some(mended) = finding.mended() else { continue };
        let id = finding.lint().id();
        let context = format!("{edition} {id}: {text} -> {mended}");
        let Ok(again) = Reference::parse(edition, mended) else { panic!("{context}") };
        let left = linter.lint(again);
        assert!(left.iter().all(|other| other.lint().id() != id), "{context}");
        assert!(warnings(&left) <= warnings(&found), "{context}");
        let is_reread = REREAD.contains(&id);
        assert!(is_reread || reference.scheme().is_some() == again.scheme().is_some(), "{context}");
        // `file://localhost/` and `file:///` are the same (3.2.2).
        let is_file = id == "file-authority-form";
        let has_host =
            |one: &Reference<'_>| one.host().is_some_and(|host| !host.as_str().is_empty());
        assert!(is_file || !has_host(&reference) || has_host(&again), "{context}");
        let is_path_lost = again.path().is_empty() && !reference.path().is_empty();
        assert!(is_reread || id == "dot-segments" || !is_path_lost, "{context}");
        let rest = |one: &Reference<'_>| (one.query().is_some(), one.fragment().is_some());
        // The "?" of an opaque part begins no query before the scheme is taken for a segment; nor
        // does that of RFC 1738 before the URL is one of http.
        let is_reread = is_reread || edition == Edition::Rfc1738 && id == "http-userinfo";
        assert!(is_reread || rest(&reference) == rest(&again), "{context}");
        assert!(!mended.is_empty(), "{context}");
    }
}

/// Members of each edition's language, short ones and random ones.
#[test]
fn mending_is_never_worse() {
    for &edition in Edition::ALL {
        let linter = Linter::from_edition(edition);
        for rule in edition.whole_rules() {
            let mut sampler = Sampler::new(edition.production(rule).unwrap()).seed(1);
            (0..scaled(90, 600)).for_each(|_| is_no_worse(linter, edition, &sampler.member()));
            sampler
                .shortest()
                .take(scaled(45, 300))
                .for_each(|text| is_no_worse(linter, edition, &text));
        }
    }
}

fn unwise() -> impl Strategy<Value = String> {
    let spare = "(http|HTTP|ftp|a|x.y|file|localhost)?:?(//([a-b.:]{0,4}@)?[a-bA.0-9x_]{0,6}(:[0-9]{0,5})?)?\
                 (/|[.]{1,2}|a|:|%(00|0d|2f|2541|25|7e|ff|c3%a9|2e)){0,6}([?](%2541|%e4|a){0,2})?";
    prop_oneof![
        3 => proptest::string::string_regex(spare).unwrap(),
        1 => reference(),
        1 => nasty(),
    ]
}

proptest! {
    #![proptest_config(cases(600))]

    /// A mended string is no worse, and is equivalent if only the spelling was at fault.
    #[test]
    fn mending_mends(text in unwise()) {
        for &edition in Edition::ALL {
            let Ok(reference) = Reference::parse(edition, &text) else { continue };
            is_no_worse(Linter::from_edition(edition), edition, &text);
            let found = Linter::from_edition(edition).lint(reference);
            let order = |finding: &Finding| {
                Lint::all().iter().position(|lint| lint.id() == finding.lint().id())
            };
            prop_assert!(found.is_sorted_by(|a, b| order(a) < order(b)), "{:?}", found);
            for finding in &found {
                let id = finding.lint().id();
                let spans = finding.spans();
                prop_assert!(!spans.is_empty() && spans.iter().all(|span| text.get(span.clone()).is_some()));
                prop_assert!(spans.is_sorted_by(|a, b| a.end <= b.start), "{} {:?}", id, spans);
                // An escape may hide what warns.
                let is_mended = finding.mended().is_some()
                    || id == "dot-segments"
                    || id == "needless-escape";
                prop_assert!(is_mended || !SPELLING.contains(&id), "{}", id);
                let Some(mended) = finding.mended() else { continue };
                if edition == Edition::Rfc3986 && SPELLING.contains(&id) {
                    let [a, b] = [&text, mended].map(|text| UriRef::parse(text).unwrap());
                    prop_assert!(compare(&a, &b).holds(), "{} -> {}", text, mended);
                }
            }
        }
    }
}

fn found(text: &str) -> Vec<String> {
    extract(text).map(|found| found.uri().to_owned()).collect()
}

/// An unclosed bracket hides nothing, and a candidate has a greatest length.
#[test]
fn candidates_have_an_end() {
    assert_eq!(found(&format!("< {} http://c/ >", "x ".repeat(LONGEST))), ["http://c/"]);
    let long = |length: usize| format!("http://a/{}", "b".repeat(length - "http://a/".len()));
    let near = long(LONGEST - 1);
    assert_eq!(found(&format!("{near} http://c/")), [&near, "http://c/"]);
    let near = long(LONGEST - 2);
    assert_eq!(found(&format!("<{near}> <http://c/>")), [&near, "http://c/"]);
    let far = long(LONGEST);
    for text in [
        format!("{far} http://c/"),
        format!("{far}http://d/ http://c/"),
        format!("{} http://c/", long(64 * LONGEST)),
    ] {
        assert_eq!(found(&text), ["http://c/"]);
    }
}

/// Nothing is timed: a quadratic search would not finish 4 MiB of each, the length with `URISPEC_LONG`.
#[test]
fn many_of_everything() {
    let length = scaled(1 << 17, 4 << 20);
    #[rustfmt::skip]
    let units = [
        "<", "\"", "< ", "a:", ":", "a://", "a://b|", "<a:b ", "\"a:b\n", "http://[", "mailto:|", "http://[v1.mailto:",
        "-", "\n", "(", ")", "a://)", "\u{e9}", "<\"", "http://a/?", "URL:",
    ];
    for unit in units {
        let text = unit.repeat(length / unit.len());
        let found = extract(&text).count();
        assert!(found <= text.len() / unit.len(), "{unit:?}");
    }
    let count = length / 4;
    let text = "http://a/b ".repeat(count);
    assert_eq!(extract(&text).count(), count);
    let last = extract(&text).last().unwrap();
    assert_eq!(last.span().end, text.len() as u64 - 1);
}

/// One byte at a time, and an error in the end.
struct Slow<'a>(&'a [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some((first, rest)) = self.0.split_first() else {
            return Err(io::Error::other("torn"));
        };
        buffer[0] = *first;
        self.0 = rest;
        Ok(1)
    }
}

#[test]
fn an_error_of_reading_is_the_last_item() {
    let mut found = Extract::new(Slow(b"http://a/ http://b/ "));
    let mut next = || found.next().map(|item| item.map(|found| found.uri().to_owned()));
    assert_eq!(next().unwrap().unwrap(), "http://a/");
    assert_eq!(next().unwrap().unwrap(), "http://b/");
    assert!(next().unwrap().is_err());
    assert!(next().is_none());
}

proptest! {
    #![proptest_config(cases(500))]

    /// Every found string is a URI of the edition at its span.
    #[test]
    fn found_uris_are_in_the_text(text in "([<>\" \n\r\t:/.)(a%-]|http://|mailto:a|URL:|#|é|\\[::1\\]|%41){0,24}") {
        for &edition in Edition::ALL {
            let mut last = 0;
            for found in Extract::from_edition(edition, text.as_bytes()).map(Result::unwrap) {
                let uri = found.uri().split_once('#').filter(|_| edition == Edition::Rfc1738);
                let uri = uri.map_or(found.uri(), |(url, _)| url);
                let reference = Reference::parse(edition, uri);
                prop_assert!(reference.is_ok_and(|uri| uri.scheme().is_some()), "{} {:?}", edition, found);
                let span = found.span().start as usize..found.span().end as usize;
                prop_assert!(last <= span.start);
                last = span.end;
                let there: String = text[span.clone()].split_ascii_whitespace().collect();
                prop_assert_eq!(&there, found.uri());
                let line = text[..span.start].matches('\n').count() + 1;
                prop_assert_eq!(found.line(), line as u64);
                for &hyphen in found.hyphens() {
                    prop_assert_eq!(&found.uri()[hyphen..=hyphen], "-");
                }
            }
        }
    }
}

/// The end of the buffer of the reader changes nothing.
#[test]
fn buffers_do_not_show() {
    const CHUNK: usize = (1 << 18) + LONGEST;
    for shift in (0..64).step_by(scaled(3, 1)) {
        let before = "x ".repeat((CHUNK - 64) / 2);
        let text = format!("{before}{}<http://a/\nb> \"http://c/\" http://d/ é", " ".repeat(shift));
        let found: Vec<_> = extract(&text).collect();
        assert_eq!(
            found.iter().map(|one| one.uri()).collect::<Vec<_>>(),
            ["http://a/b", "http://c/", "http://d/"]
        );
        assert_eq!(found[0].span().start as usize, before.len() + shift + 1);
        assert_eq!(found[2].line(), 2);
    }
}

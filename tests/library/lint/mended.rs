//! What a lint mends: members, near members and what is unwise, each held against the mended string.

use proptest::prelude::*;
use urispec::{Edition, Reference, UriRef, compare};
use urispec_compare::sample::Sampler;
use urispec_lint::{Finding, Lint, Linter, Severity, lint};

use crate::generate::{nasty, reference};
use crate::lint::find;
use crate::scaled;

/// Those that only respell.
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

/// Those that say that a scheme is none.
const REREAD: [&str; 3] = ["same-scheme-relative", "suffix-reference", "colon-in-first-segment"];

fn warnings(found: &[Finding]) -> usize {
    found.iter().filter(|finding| finding.lint().severity() == Severity::Warning).count()
}

/// A mended string is one of the edition, says no more to warn of, and has what it was mended from
/// has: a scheme, a host, a path, a query, a fragment; and that finding is gone.
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
fn what_is_mended_is_never_worse() {
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

/// Mending what is spelled otherwise may uncover what warns: then there is no mended string.
#[test]
fn nothing_is_mended_for_the_worse() {
    for (text, id) in [
        // "www.w3.org", which reads as a relative path (4.5).
        ("%77ww.w3.org", "needless-escape"),
        // A userinfo that looks like a trusted name (7.6).
        ("ftp://a%2Eb@h/", "needless-escape"),
    ] {
        let finding = find(Edition::Rfc3986, text, id).unwrap();
        assert_eq!(finding.mended(), None, "{text}");
    }
    for text in ["http:", "https:", "https://", "http:#f", "https://#f", "http:?q"] {
        for finding in lint(&UriRef::parse(text).unwrap()) {
            assert_eq!(finding.mended(), None, "{text}: {finding}");
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
    #![proptest_config(ProptestConfig {
        cases: 600,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// A mended string is one of the edition, without that finding, and equivalent where only the
    /// spelling was at fault.
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
                let again = Reference::parse(edition, mended);
                prop_assert!(again.is_ok(), "{} {}: {} -> {}", edition, id, text, mended);
                let again = Linter::from_edition(edition).lint(again.unwrap());
                let same = again.iter().find(|again| again.lint().id() == id);
                prop_assert_eq!(same, None, "{} {} -> {}", edition, text, mended);
                if edition == Edition::Rfc3986 && SPELLING.contains(&id) {
                    let [a, b] = [&text, mended].map(|text| UriRef::parse(text).unwrap());
                    prop_assert!(compare(&a, &b).holds(), "{} -> {}", text, mended);
                }
            }
        }
    }
}

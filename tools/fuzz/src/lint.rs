//! Lints: a finding has its places in the string, and a fix repairs it.
//!
//! The input is text, checked by the lints of every edition, of its neighbours, and of the security pack, which accept
//! any string. The laws:
//!
//! - a finding has a span; its spans lie within the string on character boundaries, and are in order;
//! - a lint is reported once, and its message is one line;
//! - a repaired string is a reference of the edition, does not have the finding, and has no more warnings.

use urispec::{Edition, Reference};
use urispec_lint::{Finding, Linter, Severity, security};

use crate::input;

/// The longest message, which quotes only a part of the string.
const LONGEST: usize = 1000;

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    check_findings("security", text, &security::look(text));
    for edition in Edition::every() {
        let Ok(reference) = Reference::parse(edition, text) else { continue };
        let linter = Linter::from_edition(edition);
        let found = linter.lint(reference);
        check_findings(edition.id(), text, &found);
        for finding in &found {
            check_fix(edition, linter, text, &found, finding);
        }
        let across = linter.lint_across(reference);
        assert!(
            across.starts_with(&found),
            "{edition}: {text:?}: the edition's own lints come first"
        );
        across[found.len()..].iter().for_each(|finding| check_finding(edition.id(), text, finding));
    }
}

fn check_findings(who: &str, text: &str, found: &[Finding]) {
    for (at, finding) in found.iter().enumerate() {
        check_finding(who, text, finding);
        let is_again = |other: &Finding| other.lint().id() == finding.lint().id();
        assert!(!found[..at].iter().any(is_again), "{who}: {text:?}: reported twice: {finding}");
    }
}

fn check_finding(who: &str, text: &str, finding: &Finding) {
    let spans = finding.spans();
    assert!(!spans.is_empty(), "{who}: {text:?}: no span: {finding}");
    assert!(
        spans.iter().all(|span| text.get(span.clone()).is_some()),
        "{who}: {text:?}: {finding:?}"
    );
    let is_in_order = spans.is_sorted_by(|one, next| (one.start, one.end) < (next.start, next.end));
    assert!(is_in_order, "{who}: {text:?}: {finding:?}");
    let message = finding.message();
    assert!(!message.is_empty() && message.len() < LONGEST, "{who}: {text:?}: {message}");
    assert!(!message.contains(char::is_control), "{who}: {text:?}: {message:?}");
}

fn check_fix(edition: Edition, linter: Linter, text: &str, found: &[Finding], finding: &Finding) {
    let Some(mended) = finding.mended() else { return };
    let context =
        || format!("{edition} {}: {text:?} is repaired as {mended:?}", finding.lint().id());
    let again = Reference::parse(edition, mended);
    let again = again.unwrap_or_else(|error| panic!("{}: {error}", context()));
    let left = linter.lint(again);
    assert!(left.iter().all(|other| other.lint().id() != finding.lint().id()), "{}", context());
    let warnings = |found: &[Finding]| {
        found.iter().filter(|one| one.lint().severity() == Severity::Warning).count()
    };
    assert!(warnings(&left) <= warnings(found), "{}", context());
}

//! Exports of the productions of editions.

use urispec::Edition;
use urispec_audit::ExportError;

use crate::scaled;

#[test]
fn productions_of_the_editions_in_abnf() {
    for grammar in Edition::ALL.iter().flat_map(|edition| edition.grammars()) {
        let any = urispec_audit::any(grammar).unwrap();
        // With `URISPEC_LONG`, each.
        for name in any.names().step_by(scaled(11, 1)) {
            if any.decide(&[name]).language(name).is_ok() {
                any.export_abnf(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
    }
}

#[test]
fn productions_of_an_edition_in_pest() {
    let any = urispec_audit::any(Edition::Rfc3986.grammars()[0]).unwrap();
    for name in any.names().step_by(scaled(5, 1)) {
        any.export_pest(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    // A guard keeps the address apart from a name that begins with one.
    let host = any.export_pest("host").unwrap();
    assert!(host.starts_with("host = { IP_literal | IPv4address ~ !("), "{host}");
}

/// Labels of at most 63 characters: 250 rules that call each other are more than a reader decides.
#[test]
fn what_cannot_be_read_back_is_not_given_out() {
    let any = urispec_audit::any(Edition::Rfc2396bis01.grammars()[0]).unwrap();
    let error = any.export_pest("qualified").unwrap_err();
    assert!(matches!(error, ExportError::Unchecked { .. }), "{error}");
}

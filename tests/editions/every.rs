//! What is asked of every edition.

use urispec::Edition;

use crate::support::{self, scaled};

#[test]
fn every_grammar_is_as_printed() {
    // Without `URISPEC_LONG` every third: `audit::report` decides each in every run.
    for grammar in Edition::every().flat_map(Edition::grammars).step_by(scaled(3, 1)) {
        support::is_as_printed(grammar);
    }
}

#[test]
fn every_production_is_quoted() {
    for grammar in Edition::every().flat_map(Edition::grammars) {
        support::quotes_the_document(grammar);
    }
}

/// The alternatives that a grammar writes and never takes: its stem, the rule, the alternative.
///
/// In RFC 1630, section 9, `safe` has a hyphen twice and a `+`, which `xpalpha` has once more.
/// url-syntax-05, 4.4: "A reference is parsed as if it is a generic-URL", and every opaque-URL is
/// one. RFC 3986, 3.3, and RFC 3987, 2.2: what begins with "/" and what is empty is a path-abempty first;
/// RFC 6874 leaves that as it is. distribution/reference: four numbers are a domain-name first.
const NEVER_TAKEN: &[(&str, &str, &str)] = &[
    ("rfc1630-url", "xpalpha", "\"+\""),
    ("rfc1630-url", "safe", "\"-\""),
    ("url-syntax-05", "absoluteURL", "opaque_URL"),
    ("rfc3986", "path", "path_absolute"),
    ("rfc3986", "path", "path_empty"),
    ("rfc3987", "ipath", "ipath_absolute"),
    ("rfc3987", "ipath", "ipath_empty"),
    ("rfc6874", "path", "path_absolute"),
    ("rfc6874", "path", "path_empty"),
    ("oci", "host", "IPv4address"),
];

#[test]
fn every_other_alternative_is_taken() {
    let mut never = Vec::new();
    // Without `URISPEC_LONG` those with such an alternative, and every fifth of the others, which `audit::report` has too.
    let (mut others, step) = (0, scaled(5, 1));
    for grammar in Edition::every().flat_map(Edition::grammars) {
        let is_known = NEVER_TAKEN.iter().any(|(stem, ..)| *stem == grammar.stem());
        others += usize::from(!is_known);
        if !is_known && others % step != 0 {
            continue;
        }
        let own = support::never_taken(grammar).into_iter();
        never.extend(own.map(|(rule, text)| (grammar.stem(), rule, text)));
    }
    let never: Vec<_> = never.iter().map(|(stem, rule, text)| (*stem, &**rule, &**text)).collect();
    assert_eq!(never, NEVER_TAKEN);
}

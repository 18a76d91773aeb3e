//! The tables of resolutions that the documents print, each under its own algorithm; and what the
//! documents say of resolving beside them.

use urispec::trace::Warning;
use urispec::{AboveRoot, Edition, Resolver, split};
use urispec_audit::{Claim, Examples};

#[track_caller]
fn target(resolver: Resolver, base: &str, reference: &str) -> String {
    let resolved = resolver.resolve(split(base), split(reference));
    resolved.map_or_else(|error| error.to_string(), |resolved| resolved.to_string())
}

/// The tables of `grammar/EDITION.examples`, but for the rows that are listed as findings.
#[test]
fn every_printed_table() {
    for &edition in Edition::ALL {
        let all = Examples::read(edition.id(), edition.examples()).unwrap().all;
        for example in all.iter().filter(|one| one.reason.is_none()) {
            let Claim::Target { strict, base, reference, target: printed } = example.claim else {
                continue;
            };
            let resolver = Resolver::from_edition(edition).non_strict(!strict);
            let found = target(resolver, base, reference);
            assert_eq!(found, printed, "{edition} {}: {reference}", example.section);
        }
    }
}

/// The base of all these tables.
const BASE: &str = "http://a/b/c/d;p?q";

/// RFC 2396, 5.2, step 6g: an implementation "may handle this error by retaining these components",
/// "by removing them" or "by avoiding traversal of the reference".
#[test]
fn above_the_root_of_rfc2396() {
    let letter = Resolver::from_edition(Edition::Rfc2396);
    let resolve = |reference, policy| target(letter.above_root(policy), BASE, reference);
    assert_eq!(resolve("../../../../g", AboveRoot::Keep), "http://a/../../g");
    assert_eq!(resolve("../../../../g", AboveRoot::Remove), "http://a/g");
    assert_eq!(
        resolve("../../../g", AboveRoot::Refuse),
        "the reference leads above the root, to `/../g` (5.2)"
    );
}

/// The loophole of step 3 comes after step 2, and is for schemes that are always used with a path.
#[test]
fn the_loophole_of_rfc2396() {
    let resolve = |base, reference| {
        target(Resolver::from_edition(Edition::Rfc2396).non_strict(true), base, reference)
    };
    assert_eq!(resolve(BASE, "http:g"), "http://a/b/c/g");
    assert_eq!(resolve(BASE, "http:"), "http://a/b/c/");
    assert_eq!(resolve(BASE, "HTTP:g"), "http://a/b/c/g");
    assert_eq!(resolve("mailto:a", "mailto:b/../c"), "mailto:b/../c");
}

/// rfc2396bis-01, 5.2, step 1 of the merge: an empty base path counts as "/". By the letter of step
/// 6a of RFC 2396 a relative path may run on from an authority; that is said.
#[test]
fn a_path_that_runs_on_from_an_authority() {
    assert_eq!(
        target(Resolver::from_edition(Edition::Rfc2396bis01), "http://a", "g"),
        "http://a/g"
    );
    let resolver = Resolver::from_edition(Edition::Rfc2396);
    let resolved = resolver.resolve(split("http://a"), split("g")).unwrap();
    assert_eq!(resolved.to_string(), "http://ag");
    assert_eq!(resolved.warnings(), [Warning::Misread]);
}

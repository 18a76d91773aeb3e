//! Resolving: all functions that resolve have the same target, and relativizing undoes it.
//!
//! The input is a base and a reference, one on each line, checked as URIs and as IRIs. The laws:
//!
//! - resolving into an owned string and into a buffer has the result of the pseudocode of 5.2.2, step by step, with or
//!   without a trace; or reports that its target would be misread;
//! - a target is in the language, and its components are those of its parse;
//! - `resolve(base, relativize(base, target)) == target` if there is a relative reference, which is not longer than the
//!   target;
//! - oxiri and fluent-uri have the same target, except for the [departures](DEPARTURES).

use std::sync::LazyLock;

use urispec::generic::{Ascii, Letters, Ri, RiBuf, RiRef, Ucs};
use urispec::{ResolveError, Resolver, split};

use crate::input;
use crate::parts::parts;

/// A permitted difference of a peer from section 5.2, and the section that decides.
pub struct Departure {
    /// The peer.
    pub who: &'static str,
    /// The behaviour of the peer.
    pub what: &'static str,
    /// The section of RFC 3986 that specifies something else, or leaves it open.
    pub section: &'static str,
    is_it: fn(&Case<'_>) -> bool,
}

/// A base, a reference, and the literal target.
struct Case<'t> {
    base: urispec::Components<'t>,
    reference: urispec::Components<'t>,
    target: Result<&'t str, &'t ResolveError>,
}

/// The known departures.
pub static DEPARTURES: LazyLock<Vec<Departure>> = LazyLock::new(|| {
    let misread = |case: &Case<'_>| case.target.is_err();
    vec![
        Departure {
            who: "oxiri",
            what: "rejects a target that would be misread, as this library does",
            section: "5.3 and 3.3",
            is_it: misread,
        },
        Departure {
            who: "fluent-uri",
            what: "writes /. before that target, unlike 5.3",
            section: "5.3 and 3.3",
            is_it: misread,
        },
        Departure {
            who: "fluent-uri",
            what: "rejects a base with a fragment, which 5.1 excludes and 5.2.2 ignores",
            section: "5.1 and 5.2.2",
            is_it: |case| case.base.fragment.is_some(),
        },
        Departure {
            who: "fluent-uri",
            what: "rejects a relative reference against a rootless or an empty path, unlike 5.2.2",
            section: "5.2.2",
            is_it: |case| {
                let is_opaque = case.base.authority.is_none() && !case.base.path.starts_with('/');
                is_opaque && case.reference.scheme.is_none()
            },
        },
        Departure {
            who: "fluent-uri",
            what: "keeps a path without a leading slash, from which 5.2.4 removes dots",
            section: "5.2.4",
            is_it: |case| {
                let path = case.reference.path;
                case.reference.scheme.is_some() && !path.starts_with('/')
            },
        },
        Departure {
            who: "fluent-uri",
            what: "treats %2E as a dot before 6.2.2.2 decodes it",
            section: "5.2.4",
            is_it: |case| {
                let has = |path: &str| path.contains("%2E") || path.contains("%2e");
                has(case.base.path) || has(case.reference.path)
            },
        },
        Departure {
            who: "fluent-uri",
            what: "also removes dots from the path of the base, which an empty path leaves unchanged",
            section: "5.2.2",
            is_it: |case| case.reference.path.is_empty() && has_dots(case.base.path),
        },
        Departure {
            who: "fluent-uri",
            what: "keeps a last segment .. of the base, which 5.2.3 omits",
            section: "5.2.3",
            is_it: |case| case.base.path.rsplit('/').next() == Some(".."),
        },
    ]
});

fn has_dots(path: &str) -> bool {
    path.split('/').any(|segment| matches!(segment, "." | ".."))
}

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    let Some([base, reference]) = input::lines(data) else { return };
    check_resolution::<Ascii>(base, reference);
    check_resolution::<Ucs>(base, reference);
    check_relativization::<Ascii>(base, reference);
    check_relativization::<Ucs>(base, reference);
}

fn check_resolution<L: Letters>(base: &str, reference: &str) {
    let (Ok(base), Ok(reference)) = (Ri::<L>::parse(base), RiRef::<L>::parse(reference)) else {
        return;
    };
    let letter = Resolver::new().resolve(base, reference).expect("RFC 3986 has an algorithm");
    let traced = Resolver::new().trace(base, reference, |_| ()).expect("the same algorithm");
    assert_eq!(traced.to_string(), letter.to_string(), "{base} + {reference}: a trace");
    let expected = match letter.warnings()[..] {
        [] => Ok(letter.to_string()),
        _ => Err(ResolveError::Misread(letter.to_string())),
    };
    let owned = reference.resolve_against(base);
    assert_eq!(owned.clone().map(RiBuf::into_string), expected, "{base} + {reference}");
    let mut buffer = String::from("what was there before");
    match (&owned, reference.resolve_into(base, &mut buffer)) {
        (Ok(owned), Ok(borrowed)) => {
            assert_eq!(owned.as_borrowed(), borrowed, "{base} + {reference}: the buffer");
            let parsed = Ri::<L>::parse(owned.as_str()).expect("a target is in the language");
            assert_eq!(parts(&owned.as_borrowed()), parts(&parsed), "{base} + {reference}");
            assert_eq!(owned.components(), split(owned.as_str()), "{base} + {reference}");
        }
        (Err(owned), Err(borrowed)) => {
            assert_eq!((owned, &*buffer), (&borrowed, ""), "{base} + {reference}: the buffer");
        }
        (owned, borrowed) => panic!("{base} + {reference}: {owned:?}, {borrowed:?}"),
    }
    let target = owned.as_ref().map(|target| target.as_str());
    let case = Case { base: base.components(), reference: reference.components(), target };
    let (base, reference) = (base.as_str(), reference.as_str());
    check_peer("oxiri", &case, oxiri(base, reference), (base, reference));
    check_peer("fluent-uri", &case, fluent_iri(base, reference), (base, reference));
}

/// Checks that a peer has the target, or a known departure.
fn check_peer(who: &str, case: &Case<'_>, peer: Option<String>, given: (&str, &str)) {
    let mut known = DEPARTURES.iter().filter(|row| row.who == who);
    if peer.as_deref() != case.target.ok() && !known.any(|row| (row.is_it)(case)) {
        panic!("{who} resolves {given:?} to {peer:?}, and the literal target is {:?}", case.target);
    }
}

fn oxiri(base: &str, reference: &str) -> Option<String> {
    let base = oxiri::Iri::parse(base).expect("as valid as for `parse`");
    let reference = oxiri::IriRef::parse(reference).expect("as valid as here");
    base.resolve(&reference).ok().map(oxiri::Iri::into_inner)
}

fn fluent_iri(base: &str, reference: &str) -> Option<String> {
    let base = fluent_uri::Iri::parse(base).expect("as valid as for `parse`");
    let reference = fluent_uri::IriRef::parse(reference).expect("as valid as here");
    reference.resolve_against(&base).ok().map(fluent_uri::Iri::into_string)
}

fn check_relativization<L: Letters>(base: &str, target: &str) {
    let (Ok(base), Ok(target)) = (Ri::<L>::parse(base), Ri::<L>::parse(target)) else { return };
    if let Ok(reference) = target.relativize_against(base) {
        let again = reference.resolve_against(base).expect("the relativized reference resolves");
        assert_eq!(again, target.as_str(), "{base} and {reference}");
        assert!(reference.as_str().len() <= target.as_str().len(), "{base} and {reference}");
    }
    // A normal form has nothing that resolving would remove, except the `/.` that guards a path.
    let normal = target.normalize();
    let reference = normal.relativize_against(base);
    let is_guarded = normal.path().starts_with("/.//");
    assert!(reference.is_ok() || is_guarded, "{base} and {normal}: {reference:?}");
}

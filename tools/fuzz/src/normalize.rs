//! Normalizing: each rung of the ladder is a function of what the rung below leaves (6.2).
//!
//! The input is text, checked in every edition. The laws, for each rung:
//!
//! - normalizing twice equals normalizing once, and the result is in the language of the edition;
//! - the normal form of a lower rung's normal form is the normal form;
//! - the passes, which report each change, and the fast path have the same result, which equals the input if no change
//!   is reported; and no change is of a higher rung than requested.
//!
//! For URIs and IRIs: `normalize` is the rung of all of 6.2.2, and its components are those of its parse.

use urispec::generic::{Ascii, Letters, RiRef, Ucs};
use urispec::{Edition, Normalizer, Reference, Rung};

use crate::input;
use crate::parts::parts;

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    for edition in Edition::every() {
        if let Ok(reference) = Reference::parse(edition, text) {
            check_rungs(edition, reference);
        }
    }
    check_components::<Ascii>(text, Edition::Rfc3986);
    check_components::<Ucs>(text, Edition::Rfc3987);
}

fn check_rungs(edition: Edition, reference: Reference<'_>) {
    let normal = |reference: Reference<'_>, rung| {
        Normalizer::from_edition(edition).to(rung).normalize(reference).as_str().to_owned()
    };
    let mut forms: Vec<String> = Vec::new();
    for &rung in Rung::ALL {
        let context = || format!("{edition} {rung}: {reference}");
        let form = normal(reference, rung);
        let mut changes = 0;
        let passes = Normalizer::from_edition(edition).to(rung).explain(reference, |change| {
            assert!(change.rung <= rung && change.before != change.after, "{}", context());
            changes += 1;
        });
        assert_eq!(passes.as_str(), form, "{}: the passes", context());
        assert_eq!(passes.is_unchanged(), form == reference.as_str(), "{}", context());
        assert_eq!(passes.is_unchanged(), changes == 0, "{}: the changes", context());
        forms.push(form);
        let form = forms.last().expect("it was pushed");
        // The rungs below, and the form itself.
        for (below, rung_below) in forms.iter().zip(Rung::ALL) {
            let again = Reference::parse(edition, below);
            let again = again.unwrap_or_else(|error| panic!("{}: {below}: {error}", context()));
            assert_eq!(&normal(again, rung), form, "{}: from {rung_below}", context());
        }
    }
}

fn check_components<L: Letters>(text: &str, edition: Edition) {
    let Ok(reference) = RiRef::<L>::parse(text) else { return };
    let normal = reference.normalize();
    let passes = Normalizer::from_edition(edition).explain(reference, |_| ());
    assert_eq!(normal.as_str(), passes.as_str(), "{text}");
    let parsed = RiRef::<L>::parse(normal.as_str()).expect("a normal form is in the language");
    assert_eq!(parts(&normal.as_borrowed()), parts(&parsed), "{text}");
}

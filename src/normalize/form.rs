//! The normal form of a URI by the document of its scheme, which that document's module defines.
//!
//! The form is applied to the draft after the other passes, and omits the parts that the document ignores in
//! comparison. A string that the document's grammar does not match stays as it is, even if it is valid by RFC 3986.

use alloc::borrow::Cow;

use super::draft::{AuthorityDraft, ChangeLog, Draft};
use crate::editions::{Rung, SchemeForm};
use crate::parts::split::split;

#[inline]
pub(super) fn pass(draft: &mut Draft<'_>, form: &SchemeForm, log: &mut ChangeLog<'_>) {
    let mut tell = |section, before: &str, after: &str| {
        log.change(Rung::Scheme, section, before, after);
    };
    let Some(text) = (form.of)(&draft.text(), &mut tell) else { return };
    let parts = split(&text);
    let owned = |part: &str| Cow::Owned(part.into());
    *draft = Draft {
        scheme: parts.scheme.map(owned),
        // No later pass needs the host.
        authority: parts.authority.map(|authority| AuthorityDraft {
            userinfo: None,
            host: owned(authority),
            port: None,
            has_host: false,
        }),
        path: owned(parts.path),
        is_opaque: draft.is_opaque,
        query: parts.query.map(owned),
        fragment: parts.fragment.map(owned),
    };
}

#[cfg(test)]
mod tests {
    use crate::editions::Edition;
    use crate::normalize::Normalizer;
    use crate::reference::Reference;
    use crate::{Equivalence, Rung, compare_with};

    /// The two examples of each difference have the same normal form at the rung of schemes, but at no lower rung.
    #[test]
    fn what_differs_meets() {
        for edition in Edition::every() {
            let Some(form) = edition.facts().ladder.form else { continue };
            let normalizer = Normalizer::from_edition(edition).to(Rung::Scheme);
            for (what, _, pair) in form.differences {
                let [a, b] = pair.map(|text| {
                    Reference::parse(edition, text)
                        .unwrap_or_else(|error| panic!("{text}: {error}"))
                });
                let met = compare_with(&normalizer, a, b);
                assert_eq!(met, Equivalence::At(Rung::Scheme), "{edition}: {what}: {pair:?}");
                for one in [a, b] {
                    let once = normalizer.normalize(one);
                    let again = Reference::parse(edition, once.as_str());
                    let again = again.unwrap_or_else(|error| panic!("{}: {error}", once.as_str()));
                    assert!(normalizer.normalize(again).is_unchanged(), "{edition}: {pair:?}");
                }
            }
        }
    }
}

//! Comparison: the rung of the ladder at which two references meet (section 6.2).
//!
//! In: two references. Out: the lowest [`Rung`] at which they are equivalent, or none. The
//! surprising case: no rung says that two are *not* the same resource; "none" is that nothing here
//! makes them equivalent (section 6.1).

use crate::normalize::{Normalizer, Rung};
use crate::reference::Reference;

/// The lowest rung of RFC 3986 at which two references are equivalent; none if not even
/// scheme-based normalization makes them so.
///
/// References should be resolved first (section 6.1): two relative ones that are equivalent here
/// are so under any one base.
///
/// ```
/// use urispec::{compare, Rung, Uri};
/// let [a, b] = ["http://example.com", "http://EXAMPLE.com:80/"].map(|text| Uri::parse(text).unwrap());
/// assert_eq!(compare(&a, &b), Some(Rung::Scheme));
/// ```
#[must_use]
pub fn compare(a: &Reference<'_>, b: &Reference<'_>) -> Option<Rung> {
    compare_with(&Normalizer::new(), a, b)
}

/// The same, by the edition and with the redirects of a normalizer, over all rungs that the edition
/// licenses.
#[must_use]
pub fn compare_with(
    normalizer: &Normalizer<'_>,
    a: &Reference<'_>,
    b: &Reference<'_>,
) -> Option<Rung> {
    let meet = |rung: &Rung| {
        let normalizer = normalizer.clone().to(*rung);
        normalizer.normalize(a) == normalizer.normalize(b)
    };
    normalizer.edition().rungs().map(|(rung, _)| rung).find(meet)
}

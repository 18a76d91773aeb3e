//! Comparison: the rung of the ladder at which two references meet (section 6.2).
//!
//! In: two references. Out: the lowest [`Rung`] at which they are equivalent, or none. The
//! surprising case: no rung says that two are *not* the same resource; "none" is that nothing here
//! makes them equivalent (section 6.1).

use crate::editions::Rung;
use crate::normalize::{Normalizer, direct};
use crate::reference::Reference;

/// Finds the lowest rung of RFC 3986 at which two references are equivalent. The answer is `None`
/// if not even scheme-based normalization makes them equivalent.
///
/// "Applications should not directly compare relative references" (section 6.1), so resolve these
/// first. Two relative references that are equivalent here are equivalent under any one base, but
/// not the other way round.
///
/// ```
/// use urispec::{compare, Rung, Uri};
/// let (a, b) = (Uri::parse("http://example.com")?, Uri::parse("http://EXAMPLE.com:80/")?);
/// assert_eq!(compare(&a, &b), Some(Rung::Scheme));
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[must_use]
#[inline]
pub fn compare<'a, 'b>(a: impl Into<Reference<'a>>, b: impl Into<Reference<'b>>) -> Option<Rung> {
    compare_with(&Normalizer::new(), a, b)
}

/// Finds the lowest rung at which two references are equivalent by the edition of a normalizer. All
/// rungs that the edition licenses are tried, with the normalizer's redirects.
/// [`Normalizer::ignore_fragment`] leaves out fragments, where they should not count (section 6.1).
#[must_use]
#[inline]
pub fn compare_with<'a, 'b>(
    normalizer: &Normalizer<'_>,
    a: impl Into<Reference<'a>>,
    b: impl Into<Reference<'b>>,
) -> Option<Rung> {
    let [a, b] = [normalizer.subject(&a.into()), normalizer.subject(&b.into())];
    if a == b {
        return Some(Rung::String);
    }
    if normalizer.is_direct() {
        return by_forms(normalizer, &a, &b);
    }
    let rungs = || normalizer.edition().rungs().map(|(rung, _)| rung);
    let meet = |rung: &Rung| meet_at(normalizer, &a, &b, *rung);
    // A normal form is that of the rung below, normalized further: those that meet meet at every
    // rung above too, and most that are compared meet nowhere.
    rungs().last().filter(meet)?;
    rungs().find(meet)
}

/// Whether two references have one normal form at a rung.
#[inline]
fn meet_at(normalizer: &Normalizer<'_>, a: &Reference<'_>, b: &Reference<'_>, rung: Rung) -> bool {
    let normalizer = normalizer.clone().to(rung);
    normalizer.normalize(*a).is_that_of(&normalizer.normalize(*b))
}

/// The lowest rung of RFC 3986 at which two different references meet.
///
/// A form says which rung changed it last. Where the two forms are the same and these rungs differ,
/// the two meet at the higher one: below, one of them has its form already, and the other has not.
#[inline]
fn by_forms(normalizer: &Normalizer<'_>, a: &Reference<'_>, b: &Reference<'_>) -> Option<Rung> {
    let (mut to, mut met) = (Rung::PathSegments, None);
    loop {
        let forms = [a, b].map(|given| (*given, direct::normalize(given, to)));
        let [(of_a, by_a), (of_b, by_b)] = forms.each_ref().map(|(given, form)| match form {
            Some(form) => (form.as_reference(), form.changed_by),
            None => (*given, Rung::String),
        });
        if of_a != of_b {
            let may_meet = met.is_none() && normalizer.may_climb([&of_a, &of_b]);
            let meet = |rung: &Rung| meet_at(normalizer, a, b, *rung);
            let higher = || Some(Rung::Scheme).filter(meet).or(Some(Rung::Protocol).filter(meet));
            return met.or_else(|| if may_meet { higher() } else { None });
        }
        let last = by_a.max(by_b);
        met = Some(last);
        to = match last {
            Rung::PathSegments if by_a == by_b => Rung::PercentEncoding,
            Rung::PercentEncoding if by_a == by_b => Rung::Case,
            _ => return met,
        };
    }
}

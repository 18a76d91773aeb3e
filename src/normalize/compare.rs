//! Comparison: the rung of the ladder at which two references meet (section 6.2).
//!
//! In: two references. Out: the lowest [`Rung`] at which they are equivalent, if there is one. The surprising case:
//! no rung proves that two references identify *different* resources. [`Equivalence::Nowhere`] says only that no rung
//! makes them equivalent (section 6.1).

use crate::editions::Rung;
use crate::normalize::{Normalizer, uri};
use crate::reference::Reference;

/// The result of comparing two references. The type has no order, since [`Equivalence::Nowhere`] is neither lower nor
/// higher than a rung.
///
/// ```compile_fail,E0369
/// use urispec::{Equivalence, Rung, Uri, compare};
/// let (a, b) = (Uri::parse("a:b")?, Uri::parse("a:c")?);
/// assert!(compare(&a, &b) <= Equivalence::At(Rung::PathSegments));
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Equivalence {
    /// The references are equivalent from this rung on, and not below.
    At(Rung),
    /// No rung makes the references equivalent. That does not say that their resources differ (section 6.1).
    Nowhere,
}

impl Equivalence {
    /// Whether some rung makes the references equivalent.
    #[must_use]
    pub const fn holds(self) -> bool {
        matches!(self, Self::At(_))
    }

    /// Whether the references are equivalent at this rung, or already at a lower one.
    #[must_use]
    pub fn holds_at(self, rung: Rung) -> bool {
        matches!(self, Self::At(lowest) if lowest <= rung)
    }

    /// The lowest rung at which the references are equivalent, if there is one.
    ///
    /// An [`Option`] has an order in which `None` comes first. Ask [`Equivalence::holds_at`] whether a rung is
    /// low enough.
    #[must_use]
    pub const fn rung(self) -> Option<Rung> {
        match self {
            Self::At(rung) => Some(rung),
            Self::Nowhere => None,
        }
    }
}

impl From<Option<Rung>> for Equivalence {
    fn from(rung: Option<Rung>) -> Self {
        rung.map_or(Self::Nowhere, Self::At)
    }
}

/// Whether RFC 3986 makes two references equivalent at the rung `to`, or at a lower one. The rungs
/// up to [`Rung::PathSegments`] hold for every scheme; [`Rung::Scheme`] knows default ports too.
///
/// ```
/// use urispec::{Rung, Uri, is_equivalent};
/// let (a, b) = (Uri::parse("http://example.com/%7Ea")?, Uri::parse("HTTP://EXAMPLE.com:80/~a")?);
/// assert!(is_equivalent(&a, &b, Rung::Scheme) && !is_equivalent(&a, &b, Rung::PathSegments));
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[must_use]
#[inline]
pub fn is_equivalent<'a, 'b>(
    a: impl Into<Reference<'a>>,
    b: impl Into<Reference<'b>>,
    to: Rung,
) -> bool {
    let (normalizer, a, b) = (Normalizer::new(), a.into(), b.into());
    a == b || meet_at(&normalizer, &a, &b, to)
}

/// Finds the lowest rung of RFC 3986 at which two references are equivalent. The result is [`Equivalence::Nowhere`]
/// if not even scheme-based normalization makes them equivalent. [`is_equivalent`] asks about one rung.
///
/// "Applications should not directly compare relative references" (section 6.1), so resolve these
/// first. Two relative references that are equivalent here are equivalent under any one base, but
/// not the other way round.
///
/// ```
/// use urispec::{Equivalence, Rung, Uri, compare};
/// let (a, b) = (Uri::parse("http://example.com")?, Uri::parse("http://EXAMPLE.com:80/")?);
/// assert_eq!(compare(&a, &b), Equivalence::At(Rung::Scheme));
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[must_use]
#[inline]
pub fn compare<'a, 'b>(a: impl Into<Reference<'a>>, b: impl Into<Reference<'b>>) -> Equivalence {
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
) -> Equivalence {
    let [a, b] = [normalizer.subject(&a.into()), normalizer.subject(&b.into())];
    if a == b {
        return Equivalence::At(Rung::String);
    }
    if normalizer.is_direct() {
        return by_forms(normalizer, &a, &b).into();
    }
    let rungs = || normalizer.edition().rungs().map(|(rung, _)| rung);
    let meet = |rung: &Rung| meet_at(normalizer, &a, &b, *rung);
    // A normal form is that of the rung below, normalized further: those that meet meet at every
    // rung above too, and most that are compared meet nowhere.
    let highest = rungs().last().filter(meet);
    highest.and_then(|_| rungs().find(meet)).into()
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
        let forms = [a, b].map(|given| (*given, uri::normalize(given, to)));
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

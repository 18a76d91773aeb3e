//! Comparison: the lowest [`Rung`] of the ladder at which two references are equivalent (RFC 3986, 6.2).
//!
//! No rung proves that two references identify *different* resources. [`Equivalence::Nowhere`] means only that no rung
//! makes them equivalent (RFC 3986, 6.1).

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
    /// The references are equivalent at this rung and all higher rungs, but at no lower rung.
    At(Rung),
    /// No rung makes the references equivalent. Their resources may be the same nevertheless (RFC 3986, 6.1).
    Nowhere,
}

impl Equivalence {
    /// Returns whether some rung makes the references equivalent.
    #[must_use]
    pub const fn holds(self) -> bool {
        matches!(self, Self::At(_))
    }

    /// Returns whether the references are equivalent at the given rung, or already at a lower rung.
    #[must_use]
    pub fn holds_at(self, rung: Rung) -> bool {
        matches!(self, Self::At(lowest) if lowest <= rung)
    }

    /// Returns the lowest rung at which the references are equivalent, if there is one.
    ///
    /// To test whether a rung is low enough, use [`Equivalence::holds_at`]: in the order of [`Option`], `None` would be
    /// lower than every rung.
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

/// Returns whether two references are equivalent by RFC 3986 at the rung `to`, or at a lower rung. The rungs up to
/// [`Rung::PathSegments`] are valid for every scheme; [`Rung::Scheme`] also uses facts about schemes, such as ports.
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
/// if not even scheme-based normalization makes them equivalent. To test a single rung, use [`is_equivalent`].
///
/// "Applications should not directly compare relative references" (RFC 3986, 6.1), so resolve them first. Two relative
/// references that this function finds equivalent are equivalent under any common base, but the converse is not true.
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

/// Finds the lowest rung at which two references are equivalent, by the edition and the redirects of a normalizer.
/// Tries all rungs that the edition permits. [`Normalizer::ignore_fragment`] excludes fragments (RFC 3986, 6.1).
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
    // A normal form is that of the rung below, normalized further: references that are equivalent at a rung are
    // equivalent at every higher one, and most pairs at none.
    let highest = rungs().last().filter(meet);
    highest.and_then(|_| rungs().find(meet)).into()
}

/// Returns whether two references have the same normal form at a rung.
#[inline]
fn meet_at(normalizer: &Normalizer<'_>, a: &Reference<'_>, b: &Reference<'_>, rung: Rung) -> bool {
    let normalizer = normalizer.clone().to(rung);
    normalizer.normalize(*a).is_that_of(&normalizer.normalize(*b))
}

/// Returns the lowest rung of RFC 3986 at which two different references are equivalent.
///
/// Each normal form records the last rung that changed it. If the normal forms are equal and their last rungs differ,
/// the result is the higher rung: below it, only one of the references is in normal form.
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

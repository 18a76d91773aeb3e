//! Normalization of a reference to the normal form that all equivalent references share (RFC 3986, 6.2).
//!
//! A reference is normalized up to a [`Rung`] of the comparison ladder; each change can be reported, with its
//! section. Each rung is a pass in linear time, in this order:
//!
//! 1. [percent-encoding](Rung::PercentEncoding), first, since it decodes letters that the next pass lowers, and dots
//!    that form dot segments;
//! 2. [case](Rung::Case);
//! 3. [path segments](Rung::PathSegments);
//! 4. [scheme](Rung::Scheme) and [protocol](Rung::Protocol), whose rules refer to normal forms.
//!
//! For RFC 3986 the first three passes are made in one, unless the caller wants the changes. A test compares the result
//! with that of the separate passes. Normalization is idempotent.
//!
//! Surprising cases: by RFC 3986, removing the dot segments of `a:/.//b` would leave `a://b`, which has an authority,
//! so `/.` is kept before a path that would be misread. The dot segments of a relative path, such as `../b`, are kept,
//! since only a base gives them a meaning; and without a scheme `%2E` is kept where it would become a dot segment,
//! since resolution does not treat it as one. Both are departures, and [`Normalizer::letter`] turns them off. `//%41`
//! becomes `//a`, since decoded letters are lowered too; `//%3a` becomes `//%3A`, since the digits of a triplet are in
//! upper case even in a lower-case host. And `//%31.2.3.4` becomes `//1.2.3.4`: a different kind of host, but an
//! equivalent host.

pub(crate) mod compare;
mod syntax;
mod draft;
pub(crate) mod uri;
#[cfg(feature = "grammars")]
mod documents;
mod form;
mod scheme;
#[cfg(feature = "whatwg")]
mod serialization;

pub use draft::{NormalizationStep, Normalized};
pub use scheme::Redirects;

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use draft::{ChangeLog, Draft};

use crate::editions::{Algorithm, DocumentSpec, Edition, Ladder, Rung};
use crate::parts::split::split;
use crate::reference::Reference;
use crate::reference::error::ParseError;
use crate::types::Uri;

/// A normalizer of references, up to a rung.
///
/// The default rung is [`Rung::PathSegments`]: all of RFC 3986, 6.2.2, which is safe for any scheme.
///
/// "A URI reference must be transformed to its target URI before it can be normalized" (RFC 3986, 5.2.1): a relative
/// reference is normalized only where its base cannot matter, and [`Normalized::caveats`] warns that it should be
/// resolved first.
///
/// ```
/// use urispec::{Normalizer, Rung, UriRef};
/// let uri = UriRef::parse("HTTP://example.com:80")?;
/// assert_eq!(Normalizer::new().normalize(&uri).as_str(), "http://example.com:80");
/// assert_eq!(Normalizer::new().to(Rung::Scheme).normalize(&uri).as_str(), "http://example.com/");
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Normalizer<'r> {
    edition: Edition,
    to: Rung,
    redirects: Option<&'r Redirects>,
    letter: bool,
    ignore_fragment: bool,
}

impl Default for Normalizer<'_> {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl<'r> Normalizer<'r> {
    /// Returns a normalizer by RFC 3986, up to [`Rung::PathSegments`].
    #[must_use]
    #[inline]
    pub const fn new() -> Self {
        Self::from_edition(Edition::Rfc3986)
    }

    /// Returns a normalizer by the rules of an edition, up to [`Rung::PathSegments`]. A rung for which the edition has
    /// no rule changes nothing. For the URL Standard the default is [`Rung::Scheme`], the rung of its "URL
    /// equivalence": the standard has no normalization below that rung.
    #[must_use]
    #[inline]
    pub const fn from_edition(edition: Edition) -> Self {
        let to = match edition.facts().algorithm {
            Algorithm::Whatwg => Rung::Scheme,
            _ => Rung::PathSegments,
        };
        Self { edition, to, redirects: None, letter: false, ignore_fragment: false }
    }

    /// Returns the edition whose rules the normalizer uses.
    #[must_use]
    #[inline]
    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// Chooses the rung up to which to normalize.
    #[must_use]
    #[inline]
    pub const fn to(self, rung: Rung) -> Self {
        Self { to: rung, ..self }
    }

    /// Sets the redirects for the pass of [`Rung::Protocol`] (RFC 3986, 6.2.4).
    #[must_use]
    #[inline]
    pub const fn redirects(self, redirects: &'r Redirects) -> Self {
        Self { redirects: Some(redirects), ..self }
    }

    /// Follows the document exactly, even if this turns the given reference into one that is not equivalent.
    ///
    /// Unless this option is on, two guards depart from RFC 3986:
    ///
    /// - "URI normalizers should remove dot-segments by applying the remove_dot_segments algorithm
    ///   to the path" (RFC 3986, 6.2.2.3), but `/.` is kept before a path that would be read as an
    ///   authority, as in `a:/.//b`;
    /// - triplets of unreserved characters "should be decoded to their corresponding unreserved
    ///   characters by URI normalizers" (RFC 3986, 2.3), but those of dots are kept in a relative
    ///   reference if they would form a dot segment, as in `%2E/..`.
    ///
    /// If the result differs from the guarded result, [`Normalized::caveats`] reports it. Normalizing such a result
    /// again normalizes a different reference: `a:/.//B` becomes `a://B`, and `a://B` becomes `a://b`.
    ///
    /// ```
    /// use urispec::{Normalizer, Uri};
    /// use urispec::trace::Caveat;
    /// let uri = Uri::parse("a:/.//b")?;
    /// assert_eq!(Normalizer::new().normalize(&uri).as_str(), "a:/.//b");
    /// let letter = Normalizer::new().letter(true).normalize(&uri);
    /// assert_eq!(letter.as_str(), "a://b");
    /// assert!(letter.caveats().eq([Caveat::Misread]));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn letter(self, on: bool) -> Self {
        Self { letter: on, ..self }
    }

    /// Removes the fragments of the given references and of the targets of redirects.
    ///
    /// "When URIs are compared to select (or avoid) a network action, such as retrieval of a
    /// representation, fragment components (if any) should be excluded from the comparison"
    /// (RFC 3986, 6.1).
    ///
    /// ```
    /// use urispec::{Equivalence, Normalizer, Rung, Uri, compare_with};
    /// let (a, b) = (Uri::parse("http://h/a#top")?, Uri::parse("http://h/a")?);
    /// assert_eq!(compare_with(&Normalizer::new(), &a, &b), Equivalence::Nowhere);
    /// let normalizer = Normalizer::new().ignore_fragment(true);
    /// assert_eq!(compare_with(&normalizer, &a, &b), Equivalence::At(Rung::String));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn ignore_fragment(self, on: bool) -> Self {
        Self { ignore_fragment: on, ..self }
    }

    /// Returns whether normal forms up to [`Rung::PathSegments`] are made in one pass.
    #[inline]
    pub(crate) const fn is_direct(&self) -> bool {
        self.edition.facts().ladder.is_direct && !self.letter
    }

    /// Returns whether one of two references that are normal up to [`Rung::PathSegments`] may change at a higher rung.
    #[inline]
    pub(crate) fn may_climb(&self, forms: [&Reference<'_>; 2]) -> bool {
        let ladder = &self.edition.facts().ladder;
        self.redirects.is_some() || forms.iter().any(|form| scheme::may_change(form, ladder))
    }

    /// Returns the reference that is normalized or compared: without its fragment if `ignore_fragment` is set.
    #[inline]
    pub(crate) fn subject<'i>(&self, reference: &Reference<'i>) -> Reference<'i> {
        let Reference { text, spans } = *reference;
        let end = if self.ignore_fragment { spans.query_end as usize } else { text.len() };
        Reference { text: &text[..end], spans }
    }

    /// Normalizes a reference.
    #[must_use]
    #[inline]
    pub fn normalize<'i>(&self, reference: impl Into<Reference<'i>>) -> Normalized<'i> {
        self.run(&reference.into(), ChangeLog::off())
    }

    /// Normalizes a reference, and reports each change to `each`.
    #[must_use]
    #[inline]
    pub fn explain<'i>(
        &self,
        reference: impl Into<Reference<'i>>,
        mut each: impl FnMut(NormalizationStep<'_>),
    ) -> Normalized<'i> {
        self.run(&reference.into(), ChangeLog::to(&mut each))
    }

    #[inline]
    fn run<'i>(&self, reference: &Reference<'i>, mut log: ChangeLog<'_>) -> Normalized<'i> {
        let DocumentSpec { ladder, algorithm, .. } = self.edition.facts();
        let subject;
        let reference = if self.ignore_fragment {
            subject = self.subject(reference);
            &subject
        } else {
            reference
        };
        if self.is_direct() && !log.is_on() {
            let text = self.run_directly(reference, ladder);
            return self.normalized(reference, text);
        }
        let log = &mut log;
        let text = passes(reference, self.to, ladder, *algorithm, self.letter, log);
        let mut normalized = self.normalized(reference, self.redirected(text, ladder, log));
        normalized.is_name_alone = ladder.name_alone.is_some()
            && self.to >= Rung::Scheme
            && (reference.query().is_some() || reference.fragment().is_some());
        normalized.has_left_out = ladder.left_out.is_some()
            && self.to >= Rung::Scheme
            && left_out(reference, &normalized.text);
        if self.letter {
            let guarded = self.clone().letter(false).run(reference, ChangeLog::off());
            normalized.is_misread = guarded.text != normalized.text;
        }
        normalized
    }

    #[inline]
    fn normalized<'i>(&self, reference: &Reference<'_>, text: Cow<'i, str>) -> Normalized<'i> {
        let is_relative = reference.spans.scheme_end == 0;
        let has_zones = self.edition.facts().ladder.zone.is_some() && self.to >= Rung::Case;
        let zone = reference.host().filter(|_| has_zones).and_then(|host| host.zone());
        let is_zone_lowered = zone.is_some_and(|zone| syntax::lowered(zone) != zone);
        Normalized {
            text,
            edition: self.edition,
            is_relative,
            is_name_alone: false,
            has_left_out: false,
            is_zone_lowered,
            is_misread: false,
        }
    }

    /// Normalizes a reference. Runs the rungs up to [`Rung::PathSegments`] in one pass.
    #[inline]
    fn run_directly<'i>(&self, reference: &Reference<'i>, ladder: &Ladder) -> Cow<'i, str> {
        let (mut text, spans) = match uri::normalize(reference, self.to.min(Rung::PathSegments)) {
            Some(form) => (Cow::Owned(form.text), form.spans),
            None => (Cow::Borrowed(reference.text), reference.spans),
        };
        let form = Reference { text: &text, spans };
        if self.to >= Rung::Scheme && scheme::may_change(&form, ladder) {
            let mut draft = Draft::of(&form);
            scheme::pass(&mut draft, ladder, &mut ChangeLog::off());
            if let Cow::Owned(changed) = draft.into_text(&text) {
                text = Cow::Owned(changed);
            }
        }
        self.redirected(text, ladder, &mut ChangeLog::off())
    }

    #[inline]
    fn redirected<'i>(
        &self,
        text: Cow<'i, str>,
        ladder: &Ladder,
        log: &mut ChangeLog<'_>,
    ) -> Cow<'i, str> {
        match self.redirects {
            Some(redirects) if self.to >= Rung::Protocol => {
                scheme::protocol(text, redirects, self.ignore_fragment, ladder, log)
            }
            _ => text,
        }
    }
}

/// Returns whether a reference has a non-empty authority, a query or a fragment that its normal form lacks.
#[inline]
fn left_out(reference: &Reference<'_>, normal: &str) -> bool {
    let normal = split(normal);
    let is_said = |authority: Option<&str>| authority.is_some_and(|text| !text.is_empty());
    (is_said(reference.authority()) && !is_said(normal.authority))
        || (reference.query().is_some() && normal.query.is_none())
        || (reference.fragment().is_some() && normal.fragment.is_none())
}

/// Normalizes a reference by the rules of `ladder`, up to [`Rung::Scheme`]. Returns `None` if nothing changes.
#[inline]
pub fn by_licence(
    reference: &Reference<'_>,
    ladder: &Ladder,
    algorithm: Algorithm,
) -> Option<String> {
    match passes(reference, Rung::Scheme, ladder, algorithm, false, &mut ChangeLog::off()) {
        Cow::Borrowed(_) => None,
        Cow::Owned(text) => Some(text),
    }
}

/// Runs the passes up to a rung, in their order.
#[inline]
fn passes<'i>(
    reference: &Reference<'i>,
    to: Rung,
    ladder: &Ladder,
    algorithm: Algorithm,
    letter: bool,
    log: &mut ChangeLog<'_>,
) -> Cow<'i, str> {
    #[cfg(feature = "whatwg")]
    if let (Some(section), true) = (ladder.serialization, to >= Rung::Scheme) {
        return serialization::pass(reference, section, log);
    }
    let mut draft = Draft::of(reference);
    if to >= Rung::PercentEncoding {
        syntax::percent_encoding(&mut draft, ladder, algorithm, letter, log);
        syntax::characters(&mut draft, ladder, log);
    }
    if to >= Rung::Case {
        syntax::case(&mut draft, ladder, log);
    }
    if to >= Rung::PathSegments {
        syntax::path_segments(&mut draft, ladder, letter, log);
    }
    if to >= Rung::Scheme {
        scheme::pass(&mut draft, ladder, log);
    }
    draft.into_text(reference.as_str())
}

/// Returns the normal form of a URI up to [`Rung::Scheme`].
#[inline]
fn scheme_normal(text: &str) -> Result<String, ParseError> {
    let uri = Uri::parse(text)?;
    Ok(Normalizer::new().to(Rung::Scheme).normalize(&uri).text.into_owned())
}

/// A warning to consider before a normal form or the result of a comparison is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Caveat {
    /// The reference is relative.
    Relative {
        /// The sections of the document that require resolution first, such as `5.2.1, 6.1`.
        sections: &'static str,
    },
    /// Components that comparison ignores were removed. The normal form is only a name, and contains less than the
    /// given reference.
    NameAlone {
        /// The section of the document by which comparison ignores these components, such as `3.1`.
        section: &'static str,
    },
    /// An authority, a query or a fragment was removed because comparison ignores it. The normal form contains less
    /// than the given URI.
    PartsLeftOut {
        /// The section of the document by which comparison ignores the removed component, such as `2`.
        section: &'static str,
    },
    /// The letter case of a zone identifier was ignored, although it may matter: each system maps zone identifiers to
    /// network interfaces in its own way.
    ZoneCase {
        /// The section of the document that leaves zone identifiers to each system, such as `RFC 6874, 1`.
        section: &'static str,
    },
    /// The normal form follows the document exactly, and is not equivalent to the given reference.
    Misread,
}

impl Caveat {
    /// Returns the name of the caveat, for programs: `relative`, `name-alone`, `parts-left-out`, `zone-case` or
    /// `misread`. The name stays the same when the message is reworded.
    #[must_use]
    #[inline]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Relative { .. } => "relative",
            Self::NameAlone { .. } => "name-alone",
            Self::PartsLeftOut { .. } => "parts-left-out",
            Self::ZoneCase { .. } => "zone-case",
            Self::Misread => "misread",
        }
    }
}

impl fmt::Display for Caveat {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Relative { sections } => {
                write!(f, "the reference is relative; resolve it first ({sections})")
            }
            Self::NameAlone { section } => write!(
                f,
                "the components after the name were removed, since comparison ignores them; the normal form contains less than the given reference ({section})"
            ),
            Self::PartsLeftOut { section } => write!(
                f,
                "the authority, the query or the fragment was removed, since comparison ignores it; the normal form contains less than the given reference ({section})"
            ),
            Self::ZoneCase { section } => write!(
                f,
                "the letter case of the zone identifier was ignored, but may matter on the machine that uses it ({section})"
            ),
            Self::Misread => {
                f.write_str("the normal form may be parsed or resolved as a different reference")
            }
        }
    }
}

impl core::error::Error for Caveat {}

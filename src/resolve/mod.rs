//! Resolution of a reference against a base, by the algorithm of an edition.
//!
//! The algorithms work on the five components of the base and the reference (RFC 3986, Appendix B), so that neither
//! needs to be valid. The result is the target, or the current document. The reference's path and query, if it has
//! them, replace the base's last segment and query. Only an empty reference of RFC 1808 inherits the base's fragment.
//!
//! | edition | section | peculiarity |
//! |---|---|---|
//! | RFC 1630 | 4.1.3 | cuts the base at a run of slashes; a host is an element of the path |
//! | RFC 1738 | 2.3 | none: leaves relative links to other documents |
//! | RFC 1808 | 4 | has parameters; treats an empty component as absent |
//! | url-syntax-05 | 5.2 | merges the query with the path |
//! | RFC 2396 | 5.2 | merges in a buffer; keeps the dot segments of an absolute path |
//! | rfc2396bis-01 | 5.2 | as RFC 2396, in pseudocode; `?q` keeps the base's last segment |
//! | RFC 3986 | 5.2.2 to 5.2.4 | removes dot segments from every path |
//! | URL Standard | url-parsing | the basic URL parser, with the feature `whatwg`; the target is serialized |
//!
//! The documents of single schemes leave resolution to RFC 3986 (for example RFC 8141, 4.3). RFC 2141, which is older,
//! has no resolution (appendix A), and neither has RFC 2397 (section 2). DID Core uses the algorithm of RFC 3986, with
//! a DID in place of an authority (3.2.2): [`Did::resolve_relative`](crate::scheme::Did::resolve_relative).
//!
//! The modules of the editions are transcriptions. Parsed references of RFC 3986 are resolved directly into one string
//! ([`UriRef::resolve_into`](crate::UriRef::resolve_into), in `uri`). Tests compare it with the transcription.
//!
//! By default a [`Resolver`] follows the document exactly. Each option that departs from the document cites the
//! sentence from which it departs.
//!
//! A surprising case: a recomposed target may parse as a different URI. By RFC 3986, `.//c` resolved against
//! `a:/b` has no authority and the path `//c`; recomposed as `a://c`, it has an authority and no path.
//! [`Target::warnings`] reports this, and [`Resolver::guard_path`] writes `a:/.//c`.

use alloc::string::{String, ToString};

use crate::editions::{Algorithm, Edition};
use crate::parts::split::Components;

pub(crate) mod relativize;

mod older;
#[cfg(feature = "grammars")]
mod did;
mod uri;
mod dot_segments;
mod target;
#[cfg(feature = "grammars")]
mod read;

mod rfc3986;

#[cfg(feature = "whatwg")]
mod whatwg;
#[cfg(not(feature = "whatwg"))]
#[path = "without_whatwg.rs"]
mod whatwg;

pub use dot_segments::remove_dot_segments;
pub(crate) use older::merge_dot_segments;
#[cfg(feature = "grammars")]
pub(crate) use read::completed;
pub use target::{ResolutionStep, ResolveError, Resolved, Target, Warning};

use target::StepLog;

/// A resolver of references. It follows the document of an edition exactly, unless an option departs from it.
///
/// ```
/// use urispec::{Resolver, split};
/// let base = split("http://a/b/c/d;p?q");
/// let resolved = Resolver::new().resolve(&base, &split("../g"))?;
/// assert_eq!(resolved.to_string(), "http://a/b/g");
/// # Ok::<(), urispec::ResolveError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resolver {
    edition: Edition,
    non_strict: bool,
    guard_path: bool,
    above_root: AboveRoot,
}

/// The treatment of `..` segments that lead above the root. RFC 2396 (section 5.2, step 6g) and
/// rfc2396bis-01 (section 5.2, step 7) leave it open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AboveRoot {
    /// Leave the segments in the path, with a warning. The examples of both documents do this.
    #[default]
    Keep,
    /// Remove the segments.
    Remove,
    /// Refuse the reference.
    Refuse,
}

impl Resolver {
    /// Returns a resolver that follows RFC 3986, 5.2, exactly.
    #[must_use]
    pub const fn new() -> Self {
        Self::from_edition(Edition::Rfc3986)
    }

    /// Returns a resolver that follows the document of an edition exactly.
    #[must_use]
    pub const fn from_edition(edition: Edition) -> Self {
        Self { edition, non_strict: false, guard_path: false, above_root: AboveRoot::Keep }
    }

    /// Returns the edition whose algorithm the resolver uses.
    #[must_use]
    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// Ignores the scheme of a reference if it is the same as the scheme of the base.
    ///
    /// This option departs from RFC 3986, section 5.2.2, "if defined(R.scheme)", as the section permits: "A non-strict
    /// parser may ignore a scheme in the reference if it is identical to the base URI's scheme." RFC 2396 has the same
    /// loophole in step 3 of its section 5.2, and rfc2396bis-01 in its pseudocode. In the other editions this option
    /// has no effect.
    #[must_use]
    pub const fn non_strict(self, on: bool) -> Self {
        Self { non_strict: on, ..self }
    }

    /// Puts `/.` before a target's path that begins with `//`, if the target has no authority.
    ///
    /// This option departs from RFC 3986, 5.3, "append path to result", to satisfy section 3.3: without an authority a
    /// path cannot begin with `//`.
    #[must_use]
    pub const fn guard_path(self, on: bool) -> Self {
        Self { guard_path: on, ..self }
    }

    /// Chooses the treatment of `..` segments that lead above the root.
    #[must_use]
    pub const fn above_root(self, above_root: AboveRoot) -> Self {
        Self { above_root, ..self }
    }

    /// Resolves a reference against a base. Both are given as components, or as references of RFC 3986.
    ///
    /// ```
    /// use urispec::{Resolver, Uri, UriBuf, UriRef};
    /// let (base, reference) = (Uri::parse("a:/b")?, UriRef::parse(".//c")?);
    /// let resolved = Resolver::new().guard_path(true).resolve(&base, &reference)?;
    /// assert_eq!(UriBuf::try_from(resolved)?, "a:/.//c");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ResolveError::BaseWithoutScheme`], `ResolveError::NoAlgorithm`, and the errors of the edition's algorithm.
    pub fn resolve<'a>(
        &self,
        base: impl Into<Components<'a>>,
        reference: impl Into<Components<'a>>,
    ) -> Result<Resolved<'a>, ResolveError> {
        self.run(&base.into(), &reference.into(), &mut StepLog::off())
    }

    /// Resolves a reference against a base, and returns the text of the target.
    ///
    /// ```
    /// use urispec::{Resolver, split};
    /// let target = Resolver::new().target(&split("http://a/b/c/d;p?q"), &split("../g"))?;
    /// assert_eq!(target, "http://a/b/g");
    /// // `a://c` would have an authority.
    /// assert!(Resolver::new().target(&split("a:/b"), &split(".//c")).is_err());
    /// # Ok::<(), urispec::ResolveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Resolver::resolve`]; [`ResolveError::Misread`] if the target would be read back as a different
    /// URI; [`ResolveError::CurrentDocument`] if the reference is to the document that contains it.
    pub fn target<'a>(
        &self,
        base: impl Into<Components<'a>>,
        reference: impl Into<Components<'a>>,
    ) -> Result<String, ResolveError> {
        match self.resolve(base, reference)? {
            Resolved::Target(target) if target.is_misread() => {
                Err(ResolveError::Misread(target.to_string()))
            }
            Resolved::Target(target) => Ok(target.to_string()),
            Resolved::CurrentDocument { .. } => Err(ResolveError::CurrentDocument),
        }
    }

    /// Resolves a reference against a base, and passes every step to `each`.
    ///
    /// # Errors
    ///
    /// The errors of [`Resolver::resolve`].
    pub fn trace<'a>(
        &self,
        base: impl Into<Components<'a>>,
        reference: impl Into<Components<'a>>,
        mut each: impl FnMut(ResolutionStep<'_>),
    ) -> Result<Resolved<'a>, ResolveError> {
        let is_lent = self.edition.resolves_by_rfc3986();
        let mut each =
            |step: ResolutionStep<'_>| each(if is_lent { step.of_rfc3986() } else { step });
        self.run(&base.into(), &reference.into(), &mut StepLog::to(&mut each))
    }

    /// Returns whether a string is a reference of the edition, and reading it yields no warning.
    pub(crate) fn has(&self, text: &str) -> bool {
        #[cfg(feature = "grammars")]
        return matches!(self.read(text), Ok((_, None)));
        #[cfg(not(feature = "grammars"))]
        return crate::parse::uri_reference(text).is_ok();
    }

    fn run<'a>(
        &self,
        base: &Components<'a>,
        reference: &Components<'a>,
        log: &mut StepLog<'_>,
    ) -> Result<Resolved<'a>, ResolveError> {
        let Self { edition, non_strict, .. } = *self;
        let algorithm = edition.facts().algorithm;
        // A fragment is not part of a base. The URL parser ignores it, and would treat a space before it differently
        // from a space at the end.
        let fragment = base.fragment.filter(|_| algorithm.reads_fragment_of_base());
        let base = &Components { fragment, ..*base };
        let mut resolved = match algorithm {
            Algorithm::None { why, section } => {
                return Err(ResolveError::NoAlgorithm { edition, why, section });
            }
            Algorithm::Rfc1630 => older::rfc1630(base, reference, log)?,
            Algorithm::Rfc1808 => older::rfc1808(base, reference, log)?,
            Algorithm::UrlSyntax05 => older::url_syntax_05(base, reference, log)?,
            Algorithm::Rfc2396 => {
                older::rfc2396(base, reference, non_strict, self.above_root, log)?
            }
            Algorithm::Rfc2396bis01 => {
                older::rfc2396bis_01(base, reference, !non_strict, self.above_root, log)?
            }
            Algorithm::Whatwg => Resolved::Target(whatwg::parse(base, reference, log)?),
            Algorithm::Rfc3986 => {
                Resolved::Target(rfc3986::transform(base, reference, !non_strict, log)?)
            }
        };
        if let Resolved::Target(target) = &mut resolved {
            if self.guard_path && target.is_misread() {
                target.guard();
                log.value("3.3", "T.path = \"/.\" T.path", Some(&target.path));
            }
            let section = algorithm.recomposition();
            if log.is_on() && !target.is_done && !section.is_empty() {
                log.value(section, "recompose", Some(&target.to_string()));
            }
            #[cfg(feature = "grammars")]
            if edition.is_of_scheme()
                && same_scheme(base.scheme, Some(&target.scheme))
                && edition.derived_of(&target.to_string()).is_none()
            {
                target.found.push(Warning::OutsideScheme);
            }
        }
        Ok(resolved)
    }
}

/// Returns whether two schemes are both defined and equal, ignoring case (RFC 3986, 3.1).
fn same_scheme(a: Option<&str>, b: Option<&str>) -> bool {
    matches!((a, b), (Some(a), Some(b)) if a.eq_ignore_ascii_case(b))
}

//! Reads a base and a reference: checks them against the grammar of the edition, and splits them into components.
//!
//! An algorithm may resolve strings that the grammar does not match. By RFC 2396, `?y` and `http:` are read with a
//! warning. By RFC 1630, partial forms are read without a warning. By the URL Standard, a string that the parser
//! accepts but that is not a valid URL string is read with a warning.

use alloc::string::String;

use super::{ResolveError, Resolver, Warning, same_scheme};
use crate::editions::{Algorithm, Edition};
use crate::parts::split::Components;
use crate::reference::Reference;

/// A string that was completed by inserting text, so that a production for whole strings may match it.
pub(crate) struct Completed {
    pub(crate) whole: String,
    /// The offset at which the text in the field `lacks` was inserted.
    pub(crate) at: usize,
    pub(crate) lacks: &'static &'static str,
    pub(crate) warning: Option<Warning>,
}

/// Completes a string that the edition resolves although no production for whole strings matches it.
pub(crate) fn completed(edition: Edition, text: &str, parts: &Components<'_>) -> Option<Completed> {
    let partial = edition.facts().partial.as_ref()?;
    let (at, lacks) = match parts.scheme {
        None if text.starts_with(partial.begins) => (0, &partial.lacks),
        Some(scheme) if parts.is_scheme_alone() => {
            (scheme.len() + ":".len(), partial.scheme_lacks.as_ref()?)
        }
        _ => return None,
    };
    let whole = [&text[..at], *lacks, &text[at..]].concat();
    let warning = partial.is_underivable.then_some(Warning::Underivable);
    Some(Completed { whole, at, lacks, warning })
}

impl Resolver {
    /// Reads a reference: checks it against the grammar of the edition, and splits it by RFC 3986, Appendix B. The
    /// document of a single scheme uses the grammar of RFC 3986. RFC 1808 has its own rules for splitting (2.4).
    ///
    /// Some editions resolve strings that their grammar does not match. Such a string is read with
    /// a warning. RFC 1630 has no production for references, so a partial form, which is a URI
    /// without its scheme, is read without a warning.
    ///
    /// ```
    /// use urispec::{Edition, Resolver};
    /// use urispec::trace::Warning;
    /// let read = |edition, text| Resolver::from_edition(edition).read(text).map(|(_, warning)| warning);
    /// assert_eq!(read(Edition::Rfc3986, "?y"), Ok(None));
    /// assert_eq!(read(Edition::Rfc2396, "?y"), Ok(Some(Warning::Underivable)));
    /// ```
    ///
    /// # Errors
    ///
    /// [`ResolveError::NoAlgorithm`], or [`ResolveError::Reference`] with the error of [`Reference::parse`]. If the
    /// beginning of the string is missing, the error is that of the completed string.
    pub fn read<'i>(
        &self,
        text: &'i str,
    ) -> Result<(Components<'i>, Option<Warning>), ResolveError> {
        if let Algorithm::None { why, section } = self.edition.facts().algorithm {
            return Err(ResolveError::NoAlgorithm { edition: self.edition, why, section });
        }
        let components = self.edition.split(text);
        let Err(error) = Reference::parse(self.edition.of_references(), text) else {
            return Ok((components, None));
        };
        // Whether the parser fails may depend on the base.
        if self.edition.facts().algorithm == Algorithm::Whatwg {
            return Ok((components, Some(Warning::InvalidReference)));
        }
        match completed(self.edition, text, &components) {
            Some(Completed { whole, at, lacks, warning }) => {
                match Reference::parse(self.edition, &whole) {
                    Ok(_) => Ok((components, warning)),
                    Err(error) if at == 0 => Err(error.after(lacks).into()),
                    Err(_) => Err(error.into()),
                }
            }
            None => Err(error.into()),
        }
    }

    /// Reads a base in the same way as [`Resolver::read`], and requires a scheme. In RFC 1808 and url-syntax-05 the
    /// base may also be the empty string; then every reference is interpreted as an absolute URL (RFC 1808, 3.4;
    /// url-syntax-05, 5.1.4).
    ///
    /// ```
    /// use urispec::{Edition, Resolver};
    /// assert!(Resolver::from_edition(Edition::Rfc3986).read_base("").is_err());
    /// let resolver = Resolver::from_edition(Edition::UrlSyntax05);
    /// let (base, _) = resolver.read_base("")?;
    /// let (absolute, _) = resolver.read("http://h/")?;
    /// assert_eq!(resolver.resolve(&base, &absolute)?.to_string(), "http://h/");
    /// assert!(resolver.resolve(&base, &resolver.read("g")?.0).is_err());
    /// # Ok::<(), urispec::ResolveError>(())
    /// ```
    ///
    /// RFC 6920 (3) allows bases that its own grammar does not match: any URI of the scheme `ni` is read with a
    /// warning.
    ///
    /// # Errors
    ///
    /// The errors of [`Resolver::read`], and [`ResolveError::BaseWithoutScheme`].
    pub fn read_base<'i>(
        &self,
        text: &'i str,
    ) -> Result<(Components<'i>, Option<Warning>), ResolveError> {
        let is_base = |parts: &Components<'_>| {
            let is_default = text.is_empty() && self.edition.facts().algorithm.has_empty_base();
            parts.scheme.is_some() || is_default
        };
        match (Reference::parse(self.edition, text), self.edition.split(text)) {
            (Ok(_), parts) if is_base(&parts) => Ok((parts, None)),
            (Ok(_), _) => Err(ResolveError::BaseWithoutScheme),
            (Err(_), parts) if self.is_parsed(text) => Ok((parts, Some(Warning::InvalidBase))),
            (Err(_), parts) if self.has_base_outside(&parts, text) => {
                Ok((parts, Some(Warning::BaseOutsideScheme)))
            }
            (Err(_), parts) if parts.is_scheme_alone() => self.read(text),
            (Err(error), _) => Err(error.into()),
        }
    }

    /// Returns whether the document of a scheme accepts the base although its grammar does not match it.
    fn has_base_outside(&self, parts: &Components<'_>, text: &str) -> bool {
        same_scheme(parts.scheme, self.edition.scheme_of_bases())
            && Reference::parse(self.edition.of_references(), text).is_ok()
    }

    /// Returns whether the edition is the URL Standard and its parser accepts a string without a base.
    fn is_parsed(&self, text: &str) -> bool {
        self.edition.facts().algorithm == Algorithm::Whatwg && super::whatwg::is_url(text)
    }
}

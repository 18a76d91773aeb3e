//! The borrowed types.

use std::fmt;
use std::ops::Deref;

use super::owned::{UriBuf, UriRefBuf};
use crate::error::ParseError;
use crate::normalize::Normalizer;
use crate::reference::Reference;
use crate::resolve::{ResolveError, Resolver};
use crate::scan;

/// A borrowed URI reference: a URI or a relative reference (section 4.1).
///
/// ```
/// use urispec::UriRef;
/// let reference = UriRef::parse("//user@[::1]:8042/over/there;x=1?name=ferret#nose")?;
/// assert_eq!(reference.scheme(), None);
/// assert_eq!(reference.userinfo(), Some("user"));
/// assert_eq!(reference.host().unwrap().address(), Some("::1".parse().unwrap()));
/// assert_eq!(reference.port_number(), Some(8042));
/// assert!(reference.segments().eq(["over", "there;x=1"]));
/// assert_eq!(reference.to_string(), reference.as_str());
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UriRef<'i>(pub(super) Reference<'i>);

/// A borrowed URI: a reference that has a scheme (section 3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uri<'i>(pub(super) Reference<'i>);

impl<'i> UriRef<'i> {
    /// Parses a `URI-reference`.
    ///
    /// # Errors
    ///
    /// [`ParseError::Syntax`], which says at which byte and why; [`ParseError::TooLong`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        scan::uri_reference(text).map(Self)
    }

    /// Begins a reference of given components.
    #[must_use]
    pub fn builder() -> super::Builder {
        super::Builder::default()
    }

    /// Resolves it against a base, by the letter (section 5.2). [`Resolver`] has more to offer.
    ///
    /// # Errors
    ///
    /// [`ResolveError::Misread`] where the letter's target would read back as another URI.
    ///
    /// ```
    /// use urispec::{Uri, UriRef};
    /// let base = Uri::parse("http://a/b/c/d;p?q")?;
    /// let target = UriRef::parse("../g")?.resolve_against(&base)?;
    /// assert_eq!(target, "http://a/b/g");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resolve_against<'b>(&self, base: impl Into<Uri<'b>>) -> Result<UriBuf, ResolveError> {
        Resolver::new().resolve(base.into(), self)?.into_uri()
    }

    /// Its normal form by all of section 6.2.2, which is safe for any scheme. [`Normalizer`] goes
    /// further.
    ///
    /// ```
    /// use urispec::UriRef;
    /// let reference = UriRef::parse("eXAMPLE://a/./b/../b/%63/%7bfoo%7d")?;
    /// assert_eq!(reference.normalize(), "example://a/b/c/%7Bfoo%7D");
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn normalize(&self) -> UriRefBuf {
        Normalizer::new()
            .normalize(&self.0)
            .into_reference()
            .expect("a normal form of a reference is one")
    }

    /// An owned copy.
    #[must_use]
    pub fn to_buf(&self) -> UriRefBuf {
        UriRefBuf { text: self.0.text.to_owned(), spans: self.0.spans }
    }
}

impl<'i> Uri<'i> {
    /// Parses a `URI`.
    ///
    /// # Errors
    ///
    /// As [`UriRef::parse`]; and [`ParseError::Relative`] for a relative reference.
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        UriRef::parse(text)?.try_into()
    }

    /// The scheme.
    #[must_use]
    pub fn scheme(&self) -> &'i str {
        self.0.scheme().unwrap_or_default()
    }

    /// Whether it is an `absolute-URI`: one without a fragment (section 4.3).
    #[must_use]
    pub fn is_absolute(&self) -> bool {
        self.0.fragment().is_none()
    }

    /// Its normal form by all of section 6.2.2, which is safe for any scheme.
    #[must_use]
    pub fn normalize(&self) -> UriBuf {
        UriBuf(UriRef(self.0).normalize())
    }

    /// The shortest reference that resolves, against `base`, to this URI.
    ///
    /// # Errors
    ///
    /// As [`relativize`](crate::relativize()).
    pub fn relative_to<'b>(
        &self,
        base: impl Into<Uri<'b>>,
    ) -> Result<UriRefBuf, crate::RelativizeError> {
        crate::relativize(base, self)
    }

    /// An owned copy.
    #[must_use]
    pub fn to_buf(&self) -> UriBuf {
        UriBuf(UriRef(self.0).to_buf())
    }
}

impl<'i> Deref for UriRef<'i> {
    type Target = Reference<'i>;

    fn deref(&self) -> &Reference<'i> {
        &self.0
    }
}

impl<'i> Deref for Uri<'i> {
    type Target = Reference<'i>;

    fn deref(&self) -> &Reference<'i> {
        &self.0
    }
}

impl fmt::Debug for UriRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UriRef({:?})", self.as_str())
    }
}

impl fmt::Debug for Uri<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Uri({:?})", self.as_str())
    }
}

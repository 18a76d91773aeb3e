//! The borrowed types: [`UriRef`] and [`Uri`].

use core::fmt;
use core::ops::Deref;

use crate::error::ParseError;
use crate::parse::uri_reference;
use crate::reference::Reference;

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
pub struct UriRef<'i>(pub(crate) Reference<'i>);

/// A borrowed URI: a reference that has a scheme (section 3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uri<'i>(pub(crate) Reference<'i>);

impl<'i> UriRef<'i> {
    /// Parses a `URI-reference`.
    ///
    /// # Errors
    ///
    /// [`ParseError::Syntax`], which says at which byte and why; [`ParseError::TooLong`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        uri_reference(text).map(Self)
    }

    /// Begins to build a reference from components.
    #[must_use]
    pub fn builder() -> super::Builder {
        super::Builder::default()
    }
}

impl<'i> Uri<'i> {
    /// Parses a `URI`.
    ///
    /// # Errors
    ///
    /// The errors of [`UriRef::parse`], and [`ParseError::Relative`] for a relative reference.
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        UriRef::parse(text)?.try_into()
    }

    /// The scheme.
    #[must_use]
    pub fn scheme(&self) -> &'i str {
        self.0.scheme().unwrap_or_default()
    }

    /// Whether the URI is an `absolute-URI`: a URI without a fragment (section 4.3).
    #[must_use]
    pub fn is_absolute(&self) -> bool {
        self.0.fragment().is_none()
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

//! `about` (RFC 6694).

use std::borrow::Cow;

use super::part;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::parse::lower::site::octets;
use crate::reference::error::ParseError;

/// A resource of the program that opens the URI.
///
/// ```
/// use urispec::scheme::About;
/// let about = About::parse("about:config?filter=font#x")?;
/// assert_eq!((about.token, about.query, about.fragment), ("config", Some("filter=font"), Some("x")));
/// assert!(!about.is_blank() && About::parse("ABOUT:blank")?.is_blank());
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct About<'i> {
    /// What denotes the resource, as given, still encoded (2.2). It may be empty.
    pub token: &'i str,
    /// What is asked of the resource, or how it is to be handled (2.2), still encoded.
    pub query: Option<&'i str>,
    /// A place in the resource, still encoded.
    pub fragment: Option<&'i str>,
}

impl<'i> About<'i> {
    /// Parses a whole string as an `about-uri`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        let tree = Node::parse(Edition::Rfc6694, "about-uri", text)?;
        Ok(Self {
            token: part(&tree, "about-token").unwrap_or_default(),
            query: part(&tree, "query"),
            fragment: part(&tree, "fragment"),
        })
    }

    /// The token, decoded.
    #[must_use]
    pub fn token_octets(&self) -> Cow<'i, [u8]> {
        octets(self.token)
    }

    /// Whether the resource is a blank page: the token is `blank` (3), the only one that the document defines.
    /// Letter case matters in it, since nothing says that it does not.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        *self.token_octets() == *b"blank"
    }
}

//! `urn:oid` (RFC 3061).

use super::part;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::reference::error::ParseError;

/// An object identifier, as a name.
///
/// ```
/// use urispec::scheme::{Oid, OidRoot};
/// let oid = Oid::parse("URN:OID:1.3.6.1.4.1")?;
/// assert_eq!((oid.oid, oid.root()), ("1.3.6.1.4.1", Some(OidRoot::Iso)));
/// assert!(oid.is_below(&Oid::parse("urn:oid:1.3.6.1")?));
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// Two are equal if their digits and periods are, as the document says (2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Oid<'i> {
    /// The numbers with periods between them, the most significant first.
    pub oid: &'i str,
}

/// Who assigns what is below the first number of an object identifier (2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OidRoot {
    /// ITU-T: the number 0.
    ItuT,
    /// ISO: the number 1.
    Iso,
    /// ISO and ITU-T together: the number 2.
    Joint,
}

impl<'i> Oid<'i> {
    /// Parses a whole string as a name of the namespace `oid`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        let tree = Node::parse(Edition::Rfc3061, "oid-URN", text)?;
        Ok(Self { oid: part(&tree, "oid").unwrap_or_default() })
    }

    /// The numbers as given, the most significant first. They have no greatest size.
    pub fn numbers(&self) -> impl Iterator<Item = &'i str> + use<'i> {
        self.oid.split('.')
    }

    /// Who assigns what is below the first number. There is nobody if the number is not assigned (2).
    #[must_use]
    pub fn root(&self) -> Option<OidRoot> {
        match self.numbers().next()? {
            "0" => Some(OidRoot::ItuT),
            "1" => Some(OidRoot::Iso),
            "2" => Some(OidRoot::Joint),
            _ => None,
        }
    }

    /// Whether another object identifier leads to this one, so that its owner assigned this one, or had it assigned
    /// (2). None is below itself.
    ///
    /// ```
    /// use urispec::scheme::Oid;
    /// let [a, b] = [Oid::parse("urn:oid:1.31")?, Oid::parse("urn:oid:1.3")?];
    /// assert!(!a.is_below(&b) && !b.is_below(&b));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn is_below(&self, other: &Oid<'_>) -> bool {
        self.oid.strip_prefix(other.oid).is_some_and(|rest| rest.starts_with('.'))
    }
}

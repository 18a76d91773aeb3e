//! `spiffe` (SPIFFE ID).

use super::part;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::reference::error::ParseError;

/// The identity of a workload in a trust domain.
///
/// ```
/// use urispec::scheme::SpiffeId;
/// let id = SpiffeId::parse("spiffe://staging.example.com/payments/mysql")?;
/// assert_eq!((id.trust_domain, id.path), ("staging.example.com", "/payments/mysql"));
/// assert!(id.segments().eq(["payments", "mysql"]));
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// Two IDs are equal if their trust domain names and their paths are: nothing in them is encoded, and the names are in
/// lower case (2.1, 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SpiffeId<'i> {
    /// The name of the trust domain. It may be an IPv4 address or a domain name, which makes no difference (2.1).
    pub trust_domain: &'i str,
    /// The path, which is empty or begins with `/`. What it means is for each trust domain to say (2.2).
    pub path: &'i str,
}

impl<'i> SpiffeId<'i> {
    /// Parses a whole string as a `SPIFFE-ID`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        let tree = Node::parse(Edition::Spiffe, "SPIFFE-ID", text)?;
        Ok(Self {
            trust_domain: part(&tree, "host").unwrap_or_default(),
            path: part(&tree, "path").unwrap_or_default(),
        })
    }

    /// The segments of the path. An empty path has none.
    pub fn segments(&self) -> impl Iterator<Item = &'i str> + use<'i> {
        // The text before the first "/" is empty.
        self.path.split('/').skip(1)
    }
}

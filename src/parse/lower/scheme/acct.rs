//! `acct` (RFC 7565).

use std::borrow::Cow;

use super::part;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::parse::lower::site::octets;
use crate::reference::error::ParseError;

/// The account of a user at a service provider, whatever the protocol.
///
/// ```
/// use urispec::scheme::Acct;
/// let acct = Acct::parse("acct:juliet%40capulet.example@shoppingsite.example")?;
/// assert_eq!((&*acct.account(), acct.host), (&b"juliet@capulet.example"[..], "shoppingsite.example"));
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// Two values are equal if they are written alike. What the document takes for equal is compared at
/// [`Rung::PercentEncoding`]: the letter case of the host, and triplets of characters that need none.
///
/// ```
/// use urispec::{Edition, Equivalence, Normalizer, Reference, Rung, compare_with};
/// let [a, b] = ["acct:b%6Fb@Example.com", "acct:bob@example.com"];
/// let [a, b] = [Reference::parse(Edition::Rfc7565, a)?, Reference::parse(Edition::Rfc7565, b)?];
/// let normalizer = Normalizer::from_edition(Edition::Rfc7565);
/// assert_eq!(compare_with(&normalizer, a, b), Equivalence::At(Rung::PercentEncoding));
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// [`Rung::PercentEncoding`]: crate::Rung::PercentEncoding
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Acct<'i> {
    /// The name of the account as given, still encoded. Letter case matters in it.
    pub userpart: &'i str,
    /// The host of the provider as given: a domain name, as a rule (4). It may be empty.
    pub host: &'i str,
}

impl<'i> Acct<'i> {
    /// Parses a whole string as an `acctURI`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        let tree = Node::parse(Edition::Rfc7565, "acctURI", text)?;
        let [userpart, host] =
            ["userpart", "host"].map(|rule| part(&tree, rule).unwrap_or_default());
        Ok(Self { userpart, host })
    }

    /// The name of the account, decoded. Its octets should be UTF-8 (6).
    #[must_use]
    pub fn account(&self) -> Cow<'i, [u8]> {
        octets(self.userpart)
    }
}

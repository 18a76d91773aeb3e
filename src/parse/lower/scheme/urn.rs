//! `urn` (RFC 8141, and RFC 2141 before it).

use std::hash::{Hash, Hasher};

use super::part;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::reference::error::ParseError;

/// A URN: a name, with optional components for the resolver, for the resource and for the client.
///
/// ```
/// use urispec::scheme::Urn;
/// let urn = Urn::parse("urn:example:weather?=op=map#part")?;
/// assert_eq!((urn.nid, urn.nss), ("example", "weather"));
/// assert_eq!((urn.r_component, urn.q_component, urn.f_component), (None, Some("op=map"), Some("part")));
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// Names are equal as their document says (RFC 8141, 3.1): the components after the name do not count, and so a
/// set of names has each once.
///
/// ```
/// use std::collections::HashSet;
/// use urispec::scheme::Urn;
/// let mut seen = HashSet::from([Urn::parse("urn:example:a%2cb?=q")?]);
/// assert!(!seen.insert(Urn::parse("URN:EXAMPLE:a%2Cb#f")?));
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Urn<'i> {
    /// The identifier of the namespace, as given. Letter case does not matter in it (RFC 8141, 2.1).
    pub nid: &'i str,
    /// The string that the namespace assigns, still encoded (RFC 8141, 2.2).
    pub nss: &'i str,
    /// The component that is passed to the resolution service (RFC 8141, 2.3.1). RFC 2141 has none.
    pub r_component: Option<&'i str>,
    /// The component that is passed to the resource (RFC 8141, 2.3.2). RFC 2141 has none.
    pub q_component: Option<&'i str>,
    /// A place in the resource, which the client finds (RFC 8141, 2.3.3). RFC 2141 has none.
    pub f_component: Option<&'i str>,
}

impl<'i> Urn<'i> {
    /// Parses a whole string as a `namestring` of RFC 8141.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        Ok(Self::of(&Node::parse(Edition::Rfc8141, "namestring", text)?))
    }

    /// Parses a whole string as a `URN` of RFC 2141, whose `/`, `?` and `#` are part of the name.
    ///
    /// ```
    /// use urispec::scheme::Urn;
    /// assert_eq!(Urn::parse_rfc2141("urn:foo:a#b")?.nss, "a#b");
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse_rfc2141(text: &'i str) -> Result<Self, ParseError> {
        Ok(Self::of(&Node::parse(Edition::Rfc2141, "URN", text)?))
    }

    fn of(tree: &Node<'i>) -> Self {
        Self {
            nid: part(tree, "NID").unwrap_or_default(),
            nss: part(tree, "NSS").unwrap_or_default(),
            r_component: part(tree, "r-component"),
            q_component: part(tree, "q-component"),
            f_component: part(tree, "f-component"),
        }
    }

    /// The name alone, in the form in which names are compared: the scheme and the NID in lower case,
    /// the digits of triplets in upper case (RFC 8141, 3.1; RFC 2141, 5).
    ///
    /// ```
    /// use urispec::scheme::Urn;
    /// let name = Urn::parse("URN:EXAMPLE:a123%2cZ456?+abc")?.assigned_name();
    /// assert_eq!(name, "urn:example:a123%2CZ456");
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn assigned_name(&self) -> String {
        let mut name = format!("urn:{}:", self.nid.to_ascii_lowercase());
        let (mut rest, start) = (self.nss, name.len());
        while let Some(at) = rest.find('%') {
            let (before, after) = rest.split_at(at);
            let (triplet, after) = after.split_at(3.min(after.len()));
            name += before;
            name += &triplet.to_ascii_uppercase();
            rest = after;
        }
        name += rest;
        debug_assert_eq!(name.len() - start, self.nss.len());
        name
    }

    /// Whether the namespace is informal: its identifier is `urn-` and a number (RFC 8141, 5.2).
    #[must_use]
    pub fn is_informal(&self) -> bool {
        let production = Edition::Rfc8141.production("InformalNamespaceName");
        production.is_ok_and(|production| production.accepts(self.nid.as_bytes()))
    }

    /// The octets that the NSS encodes. They say what characters it has, and not which names are the
    /// same (RFC 8141, 3.1).
    #[must_use]
    pub fn nss_octets(&self) -> std::borrow::Cow<'i, [u8]> {
        crate::parse::lower::site::octets(self.nss)
    }
}

/// Two names are the same if their [`Urn::assigned_name`] is (RFC 8141, 3.1; RFC 2141, 5). A namespace may say
/// that more names are the same.
impl PartialEq<Urn<'_>> for Urn<'_> {
    fn eq(&self, other: &Urn<'_>) -> bool {
        self.assigned_name() == other.assigned_name()
    }
}

impl Eq for Urn<'_> {}

impl Hash for Urn<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.assigned_name().hash(state);
    }
}

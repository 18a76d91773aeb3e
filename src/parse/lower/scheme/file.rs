//! `file` (RFC 8089).

use std::borrow::Cow;

use super::part;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::parse::lower::site::octets;
use crate::reference::error::ParseError;

/// A file of this machine, or of a host.
///
/// ```
/// use urispec::scheme::File;
/// let is_local = |text| Ok::<_, urispec::ParseError>(File::parse(text)?.is_local());
/// assert!(is_local("file:/a")? && is_local("file:///a")? && is_local("file://LocalHost/a")?);
/// assert!(!is_local("file://host.example/a")?);
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct File<'i> {
    /// The host as given, which may be empty; none without `//`.
    pub host: Option<&'i str>,
    /// The path as given, with the `/` at its beginning.
    pub path: &'i str,
}

impl<'i> File<'i> {
    /// Parses a whole string as a `file-URI`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        Ok(Self::of(&Node::parse(Edition::Rfc8089, "file-URI", text)?))
    }

    fn of(tree: &Node<'i>) -> Self {
        Self { host: part(tree, "host"), path: part(tree, "path-absolute").unwrap_or_default() }
    }

    /// Whether the file is on the machine on which the URI is read: there is no host, or an empty one,
    /// or it is `localhost` (2). Letter case does not matter in it.
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.host.is_none_or(|host| host.is_empty() || host.eq_ignore_ascii_case("localhost"))
    }

    /// The segments of the path, decoded.
    pub fn segments(&self) -> impl Iterator<Item = Cow<'i, [u8]>> + use<'i> {
        self.path.strip_prefix('/').unwrap_or(self.path).split('/').map(octets)
    }
}

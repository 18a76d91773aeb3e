//! `prospero` (6.4), and `afs`, which is history.

use std::borrow::Cow;

use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::parse::lower::site::{Site, child, needed, octets, text};
use crate::reference::error::ParseError;

/// An object of the Prospero directory service (6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Prospero<'i> {
    /// The host and the port of the server.
    pub site: Site<'i>,
    /// The name of the object at its host, as given and still encoded.
    pub hsoname: &'i str,
    /// The digits of the version, which `%00` divides from the name: "an escaped string terminator".
    pub version: Option<&'i str>,
    /// The letters and digits after the version. Nothing says where one of several attributes ends,
    /// so all attributes are one text.
    pub attributes: Option<&'i str>,
}

impl<'i> Prospero<'i> {
    pub(super) fn of(url: &Node<'i>) -> Self {
        let link = child(url, "prosperolink").unwrap_or(url);
        Self {
            site: Site::of(child(link, "hostport"), None),
            hsoname: needed(link, "hsoname"),
            version: text(link, "version"),
            attributes: text(link, "attributes"),
        }
    }

    /// The name of the object at its host, decoded.
    ///
    /// ```
    /// use urispec::meaning::rfc1630::Url;
    /// let Ok(Url::Prospero(prospero)) = Url::parse("prospero://h/a%20b%0012x") else {
    ///     unreachable!()
    /// };
    /// assert_eq!(*prospero.hsoname_octets(), *b"a b");
    /// assert_eq!((prospero.version, prospero.attributes), (Some("12"), Some("x")));
    /// ```
    #[must_use]
    pub fn hsoname_octets(&self) -> Cow<'i, [u8]> {
        octets(self.hsoname)
    }
}

/// A file of the Andrew file system (9). It "is left in as historical note, but is not a url
/// production".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Afs<'i> {
    /// The name of the cell.
    pub cellname: &'i str,
    /// The path as given, still encoded. The `/` before it is not part of it.
    pub path: &'i str,
}

impl<'i> Afs<'i> {
    /// Parses a whole string as an `afsaddress`.
    ///
    /// ```
    /// use urispec::meaning::rfc1630::Afs;
    /// assert_eq!(Afs::parse("afs://cell.org/a/b")?, Afs { cellname: "cell.org", path: "a/b" });
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        let tree = Node::parse(Edition::Rfc1630, "afsaddress", text)?;
        Ok(Self { cellname: needed(&tree, "cellname"), path: needed(&tree, "path") })
    }
}

//! `gopher` (5.3).

use std::borrow::Cow;

use crate::editions::grammar::Node;
use crate::parse::lower::site::{Site, child, octets, text};

/// An item of a gopher server (5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gopher<'i> {
    /// The host and the port of the server.
    pub site: Site<'i>,
    /// The type as given: one character, which may be encoded. The client uses the type, and does
    /// not send it.
    pub gtype: Option<&'i str>,
    /// The command as given, still encoded: a selector "followed by any Gopher plus syntax".
    pub gcommand: &'i str,
}

impl<'i> Gopher<'i> {
    pub(super) fn of(url: &Node<'i>) -> Self {
        Self {
            site: Site::of(child(url, "hostport"), None),
            gtype: text(url, "gtype"),
            gcommand: text(url, "gcommand").unwrap_or_default(),
        }
    }

    /// The type of the item, decoded. Without one the type is `1`, a directory.
    #[must_use]
    pub fn item_type(&self) -> u8 {
        self.gtype.and_then(|gtype| octets(gtype).first().copied()).unwrap_or(b'1')
    }

    /// The command, decoded, without the line end after it.
    ///
    /// ```
    /// use urispec::meaning::rfc1630::Url;
    /// let Ok(Url::Gopher(gopher)) = Url::parse("gopher://h/7a%09b") else { unreachable!() };
    /// assert_eq!(gopher.item_type(), b'7');
    /// assert_eq!(*gopher.command(), *b"a\tb");
    /// assert_eq!(gopher.request(), b"a\tb\r\n");
    /// ```
    #[must_use]
    pub fn command(&self) -> Cow<'i, [u8]> {
        octets(self.gcommand)
    }

    /// The request to the server: the command, and the line end that the URL omits.
    #[must_use]
    pub fn request(&self) -> Vec<u8> {
        [&*self.command(), b"\r\n"].concat()
    }
}

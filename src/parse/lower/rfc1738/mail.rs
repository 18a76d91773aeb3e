//! `mailto` (3.5) and `nntp` (3.7): messages by whom or what they are for.

use std::borrow::Cow;

use super::default_port;
use crate::editions::grammar::Node;
use crate::parse::lower::site::{Site, child, needed, octets, text};

/// A mail address, which is not an object (3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mailto<'i> {
    /// The address as given, still encoded.
    pub encoded822addr: &'i str,
}

impl<'i> Mailto<'i> {
    pub(super) fn of(url: &Node<'i>) -> Self {
        Self { encoded822addr: needed(url, "encoded822addr") }
    }

    /// The decoded address, an `addr-spec` of RFC 822. This library does not check it against RFC
    /// 822.
    ///
    /// ```
    /// use urispec::meaning::rfc1738::Url;
    /// let Ok(Url::Mailto(mailto)) = Url::parse("mailto:user%25host@gateway") else { unreachable!() };
    /// assert_eq!(*mailto.address(), *b"user%host@gateway");
    /// ```
    #[must_use]
    pub fn address(&self) -> Cow<'i, [u8]> {
        octets(self.encoded822addr)
    }
}

/// An article by its number on a server (3.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nntp<'i> {
    /// The server; the default port is 119.
    pub site: Site<'i>,
    /// The newsgroup.
    pub group: &'i str,
    /// The digits of the article's number. The BNF makes the number optional; 3.7 does not.
    pub number_text: Option<&'i str>,
}

impl<'i> Nntp<'i> {
    pub(super) fn of(url: &Node<'i>) -> Self {
        Self {
            site: Site::of(child(url, "hostport"), default_port("nntp")),
            group: needed(url, "group"),
            number_text: text(url, "digits"),
        }
    }

    /// The number of the article, if it is given and is below 2^64.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        self.number_text?.parse().ok()
    }
}

//! `mailto` (5.4), `nntp` (6.3), `mid` and `cid` (5.9): messages and those who get them.

use std::borrow::Cow;

use crate::editions::grammar::Node;
use crate::parse::lower::site::{child, needed, octets};

/// A mail address or a message identifier, in the format of `addr-spec` of RFC 822 (5.4, 5.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address<'i> {
    /// The whole address as given, still encoded. An identifier lacks the `<` and `>` that enclose
    /// it elsewhere.
    pub text: &'i str,
    /// The text before the last `@` that a hostname follows, as given.
    pub local: &'i str,
    /// The hostname after that `@`.
    pub hostname: &'i str,
}

impl<'i> Address<'i> {
    pub(super) fn of(url: &Node<'i>) -> Self {
        let identifier = child(url, "content-identifier").unwrap_or(url);
        let address = child(identifier, "addr-spec").unwrap_or(identifier);
        let text = url.text().split_once(':').map_or("", |(_, text)| text);
        Self { text, local: needed(address, "xalphas"), hostname: needed(address, "hostname") }
    }

    /// The whole address, decoded.
    ///
    /// ```
    /// use urispec::meaning::rfc1630::Url;
    /// let Ok(Url::Mailto(address)) = Url::parse("mailto:a%25b@h.org") else { unreachable!() };
    /// assert_eq!(*address.octets(), *b"a%b@h.org");
    /// ```
    #[must_use]
    pub fn octets(&self) -> Cow<'i, [u8]> {
        octets(self.text)
    }
}

/// An article by its number in a newsgroup (6.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nntp<'i> {
    /// The newsgroup as given, still encoded.
    pub group: &'i str,
    /// The digits of the article's number.
    pub number_text: &'i str,
}

impl<'i> Nntp<'i> {
    pub(super) fn of(url: &Node<'i>) -> Self {
        Self { group: needed(url, "group"), number_text: needed(url, "digits") }
    }

    /// The number of the article, if it is below 2^64.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        self.number_text.parse().ok()
    }
}

//! `mailto` (5.4), `news` (5.5), `nntp` (6.3), `mid` and `cid` (5.9): messages and those who get them.

use std::borrow::Cow;

use crate::grammar::Node;
use crate::lower::site::{child, needed, octets, text};

/// An address or an identifier in the format of an `addr-spec` of RFC 822 (5.4, 5.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address<'i> {
    /// All of it as given, still encoded, without the `<` and `>` that are around an identifier
    /// elsewhere.
    pub text: &'i str,
    /// What stands before the last `@` that a hostname follows, as given.
    pub local: &'i str,
    /// That hostname.
    pub hostname: &'i str,
}

impl<'i> Address<'i> {
    pub(super) fn of(url: &Node<'i>) -> Self {
        let identifier = child(url, "content-identifier").unwrap_or(url);
        let address = child(identifier, "addr-spec").unwrap_or(identifier);
        let text = url.text().split_once(':').map_or("", |(_, text)| text);
        Self { text, local: needed(address, "xalphas"), hostname: needed(address, "hostname") }
    }

    /// All of it, decoded.
    ///
    /// ```
    /// use urispec::rfc1630::Url;
    /// let Ok(Url::Mailto(address)) = Url::parse("mailto:a%25b@h.org") else { unreachable!() };
    /// assert_eq!(*address.octets(), *b"a%b@h.org");
    /// ```
    #[must_use]
    pub fn octets(&self) -> Cow<'i, [u8]> {
        octets(self.text)
    }
}

/// A newsgroup or an article, wherever it may be had (5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum News<'i> {
    /// `*`, of which the document says no more.
    All,
    /// A newsgroup as given, still encoded.
    Group(&'i str),
    /// An article by its message identifier, as given and still encoded: there is an `@` in it.
    Article(&'i str),
}

impl<'i> News<'i> {
    pub(super) fn of(url: &Node<'i>) -> Self {
        let Some(part) = child(url, "groupart") else { return Self::All };
        match (text(part, "article"), text(part, "group")) {
            (Some(article), _) => Self::Article(article),
            (None, Some(group)) => Self::Group(group),
            (None, None) => Self::All,
        }
    }

    /// The message identifier, decoded.
    #[must_use]
    pub fn message_id(&self) -> Option<Cow<'i, [u8]>> {
        match *self {
            Self::Article(article) => Some(octets(article)),
            Self::All | Self::Group(_) => None,
        }
    }
}

/// An article by its number in a group (6.3).
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

    /// The number of the article, if it fits.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        self.number_text.parse().ok()
    }
}

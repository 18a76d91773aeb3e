//! `news`, which RFC 1630 (5.5) and RFC 1738 (3.6) describe alike.

use std::borrow::Cow;

use crate::editions::grammar::Node;
use crate::parse::lower::site::{octets, text};

/// A newsgroup or an article, from any server (RFC 1630, 5.5; RFC 1738, 3.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum News<'i> {
    /// `*`: all newsgroups that there are, by RFC 1738. RFC 1630 says nothing more of it.
    All,
    /// A newsgroup as given, still encoded.
    Group(&'i str),
    /// An article by its message identifier, as given and still encoded. It contains an `@`, and
    /// lacks the `<` and `>` that enclose it elsewhere.
    Article(&'i str),
}

impl<'i> News<'i> {
    /// The meaning of the node for the text after `news:`.
    pub(super) fn of(part: Option<&Node<'i>>) -> Self {
        let Some(part) = part else { return Self::All };
        match (text(part, "article"), text(part, "group")) {
            (Some(article), _) => Self::Article(article),
            (None, Some(group)) => Self::Group(group),
            (None, None) => Self::All,
        }
    }

    /// The message identifier, decoded: `<unique>@<full_domain_name>`.
    ///
    /// ```
    /// use urispec::meaning::{rfc1738::News, rfc1738::Url};
    /// let Ok(Url::News(news)) = Url::parse("news:a%2Fb@c.d") else { unreachable!() };
    /// assert_eq!(news.message_id().as_deref(), Some(&b"a/b@c.d"[..]));
    /// assert_eq!(Url::parse("news:*")?, Url::News(News::All));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn message_id(&self) -> Option<Cow<'i, [u8]>> {
        match *self {
            Self::Article(article) => Some(octets(article)),
            Self::All | Self::Group(_) => None,
        }
    }
}

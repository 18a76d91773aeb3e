//! `gopher` (3.4).
//!
//! The surprising case: the first character of the path is for the client, and is not sent. Many
//! selectors begin with a copy of it: `gopher://h/00/a` asks for `0/a`.

use std::borrow::Cow;

use super::default_port;
use super::gopher_plus::{Retrieval, has_delimiter};
use crate::editions::grammar::Node;
use crate::parse::lower::site::{Site, child, octets, text};

/// An item of a gopher server (3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gopher<'i> {
    /// The host and the port of the server. The default port is 70.
    pub site: Site<'i>,
    /// The type as given: one character, which may be encoded.
    pub gtype: Option<&'i str>,
    /// The selector as given, still encoded. An empty selector asks for the top of the server.
    pub selector: &'i str,
    /// The search as given, still encoded (3.4.2).
    pub search: Option<&'i str>,
    /// The Gopher+ string as given, still encoded (3.4.3). Before it stands a search, which may be
    /// empty.
    pub gopher_plus: Option<&'i str>,
}

impl<'i> Gopher<'i> {
    pub(super) fn of(url: &Node<'i>) -> Self {
        Self {
            site: Site::of(child(url, "hostport"), default_port("gopher")),
            gtype: text(url, "gtype"),
            selector: text(url, "selector").unwrap_or_default(),
            search: text(url, "search"),
            gopher_plus: text(url, "gopher+_string"),
        }
    }

    /// The type of the item, decoded. Without one the type is `1`, a directory (3.4.1).
    #[must_use]
    pub fn item_type(&self) -> u8 {
        self.gtype.and_then(|gtype| octets(gtype).first().copied()).unwrap_or(b'1')
    }

    /// The selector, decoded.
    #[must_use]
    pub fn selector_octets(&self) -> Cow<'i, [u8]> {
        octets(self.selector)
    }

    /// The request that the Gopher+ string makes. There is none without such a string, or if its
    /// form is not one that the document describes.
    ///
    /// ```
    /// use urispec::meaning::{rfc1738::Retrieval, rfc1738::Url};
    /// let Ok(Url::Gopher(gopher)) = Url::parse("gopher://h/0s%09%09!+ABSTRACT%20+SMELL") else {
    ///     unreachable!()
    /// };
    /// let names = vec![b"+ABSTRACT".to_vec(), b"+SMELL".to_vec()];
    /// assert_eq!(gopher.retrieval(), Some(Retrieval::Attributes { names }));
    /// ```
    #[must_use]
    pub fn retrieval(&self) -> Option<Retrieval> {
        Retrieval::of(&octets(self.gopher_plus?))
    }

    /// The request to the server (3.4.2, 3.4.3).
    ///
    /// It is the selector, then a tab before each part that follows, then a line end. If the
    /// request already ends in a line end, as the block of a form does, no other is added (3.4.9).
    ///
    /// There is none if the search or the Gopher+ string decodes to further line ends or tabs. A
    /// server that does not speak gopher may take each line for a command, and a tab begins another
    /// parameter (6). A filled form has line ends and is sent all the same, since 3.4.9 says so.
    ///
    /// ```
    /// use urispec::meaning::rfc1738::Url;
    /// let request = |text| match Url::parse(text) {
    ///     Ok(Url::Gopher(gopher)) => gopher.request(),
    ///     _ => unreachable!(),
    /// };
    /// assert_eq!(request("gopher://h").unwrap(), b"\r\n");
    /// assert_eq!(request("gopher://h/00/a%20b").unwrap(), b"0/a b\r\n");
    /// assert_eq!(request("gopher://h/7s%09q").unwrap(), b"s\tq\r\n");
    /// assert_eq!(request("gopher://h/0s%09%09%21+ABSTRACT").unwrap(), b"s\t\t!+ABSTRACT\r\n");
    /// assert_eq!(request("gopher://h:25/7%09%0D%0ARSET"), None);
    /// ```
    #[must_use]
    pub fn request(&self) -> Option<Vec<u8>> {
        let is_form = matches!(self.retrieval(), Some(Retrieval::FilledForm { .. }));
        let mut request = self.selector_octets().into_owned();
        for (part, may_have_lines) in [(self.search, false), (self.gopher_plus, is_form)] {
            let Some(part) = part.map(octets) else { continue };
            if has_delimiter(&part) && !may_have_lines {
                return None;
            }
            request.push(b'\t');
            request.extend_from_slice(&part);
        }
        if !request.ends_with(b"\r\n") {
            request.extend_from_slice(b"\r\n");
        }
        Some(request)
    }
}

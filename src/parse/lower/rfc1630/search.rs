//! `http` (4.1.5, 5.1) and `wais` (5.7): what a server has, and what is searched for in it.

use std::borrow::Cow;

use crate::editions::grammar::Node;
use crate::parse::lower::site::{Site, child, needed, octets, text};

/// A resource of an HTTP server (4.1.5, 5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Http<'i> {
    /// The server; the default port is 80.
    pub site: Site<'i>,
    /// The path as given, without the `/` before it. There is none if that `/` is missing too.
    pub path: Option<&'i str>,
    /// The search as given.
    pub search: Option<&'i str>,
    /// The text that is sent to the server, uninterpreted: it "starts with the slash which follows
    /// the host details".
    pub sent: &'i str,
    /// The text that is sent to a server used as a gateway: the entire URL (4.1.5).
    pub sent_to_gateway: &'i str,
}

impl<'i> Http<'i> {
    pub(super) fn of(url: &Node<'i>) -> Self {
        let hostport = child(url, "hostport");
        let length = hostport.map_or(0, |hostport| url.end() - hostport.end());
        Self {
            site: Site::of(hostport, Some(80)),
            path: text(url, "path"),
            search: text(url, "search"),
            sent: &url.text()[url.text().len() - length..],
            sent_to_gateway: url.text(),
        }
    }

    /// The words of the search, as given. A `+` stands for a space, and a real `+` is encoded
    /// (4.1.1).
    ///
    /// ```
    /// use urispec::meaning::rfc1630::Url;
    /// let Ok(Url::Http(http)) = Url::parse("http://h/a?b+c%2Bd") else { unreachable!() };
    /// assert_eq!(http.sent, "/a?b+c%2Bd");
    /// assert!(http.words().eq(["b", "c%2Bd"]));
    /// ```
    pub fn words(&self) -> impl Iterator<Item = &'i str> + use<'i> {
        words(self.search)
    }
}

fn words(search: Option<&str>) -> impl Iterator<Item = &str> {
    search.into_iter().flat_map(|search| search.split('+'))
}

/// A WAIS database, a search of it, or a document (5.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wais<'i> {
    /// The server.
    pub site: Site<'i>,
    /// The name of the database as given, still encoded.
    pub database: &'i str,
    /// Whether a database or a document is meant.
    pub form: WaisForm<'i>,
}

/// The form of a WAIS URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WaisForm<'i> {
    /// `waisindex`: a database that may be searched, and the search.
    Index {
        /// The search as given.
        search: Option<&'i str>,
    },
    /// `waisdoc`: a document.
    Doc {
        /// The type of the document, which a client must know before it fetches the document.
        wtype: &'i str,
        /// The fields of the document's identifier, each with its `;`.
        wpath: &'i str,
    },
}

impl<'i> Wais<'i> {
    pub(super) fn of(url: &Node<'i>) -> Self {
        let url = url.children().first().unwrap_or(url);
        let form = match url.rule() {
            "waisdoc" => WaisForm::Doc { wtype: needed(url, "wtype"), wpath: needed(url, "wpath") },
            _ => WaisForm::Index { search: text(url, "search") },
        };
        let site = Site::of(child(url, "hostport"), None);
        Self { site, database: needed(url, "database"), form }
    }

    /// The words of the search, as given (4.1.1).
    pub fn words(&self) -> impl Iterator<Item = &'i str> + use<'i> {
        words(match self.form {
            WaisForm::Index { search } => search,
            WaisForm::Doc { .. } => None,
        })
    }

    /// The fields of the document's identifier, in their order: the digits of the field's number,
    /// and the decoded content.
    ///
    /// ```
    /// use urispec::meaning::rfc1630::Url;
    /// let Ok(Url::Wais(wais)) = Url::parse("wais://h/db/TEXT/1=h%3A210;3=/a;") else {
    ///     unreachable!()
    /// };
    /// let expected: [(_, &[u8]); 2] = [("1", b"h:210"), ("3", b"/a")];
    /// assert!(wais.fields().eq(expected.map(|(number, content)| (number, content.into()))));
    /// ```
    pub fn fields(&self) -> impl Iterator<Item = (&'i str, Cow<'i, [u8]>)> + use<'i> {
        let wpath = match self.form {
            WaisForm::Doc { wpath, .. } => wpath,
            WaisForm::Index { .. } => "",
        };
        let fields = wpath.split_terminator(';').filter_map(|field| field.split_once('='));
        fields.map(|(number, content)| (number, octets(content)))
    }
}

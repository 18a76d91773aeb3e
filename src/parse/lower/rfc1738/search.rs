//! `http` (3.3) and `wais` (3.9): what a server has, and what is searched for in it.

use std::borrow::Cow;

use super::default_port;
use crate::editions::grammar::Node;
use crate::parse::lower::site::{Site, child, needed, octets, text};

/// A resource of an HTTP server (3.3). "No user name or password is allowed."
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Http<'i> {
    /// The server; the default port is 80.
    pub site: Site<'i>,
    /// The path as given, without the `/` before it. There is none if that `/` is missing too,
    /// which is possible where there is neither path nor search.
    pub path: Option<&'i str>,
    /// The search as given.
    pub search: Option<&'i str>,
}

impl<'i> Http<'i> {
    pub(super) fn of(url: &Node<'i>) -> Self {
        Self {
            site: Site::of(child(url, "hostport"), default_port("http")),
            path: text(url, "hpath"),
            search: text(url, "search"),
        }
    }
}

/// A WAIS database, a search of it, or a document (3.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wais<'i> {
    /// The server; the default port is 210.
    pub site: Site<'i>,
    /// The name of the database as given, still encoded.
    pub database: &'i str,
    /// Whether a database, a search or a document is meant.
    pub form: WaisForm<'i>,
}

/// The form of a WAIS URL: one of the three of 3.9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WaisForm<'i> {
    /// A database that may be searched.
    Database,
    /// A search, as given and still encoded.
    Index {
        /// The text that is searched for.
        search: &'i str,
    },
    /// A document.
    Doc {
        /// The type of the document. Many clients cannot fetch the document without it.
        wtype: &'i str,
        /// The document's identifier, still encoded. Only its server knows what the identifier
        /// means.
        wpath: &'i str,
    },
}

impl<'i> Wais<'i> {
    pub(super) fn of(url: &Node<'i>) -> Self {
        let url = url.children().first().unwrap_or(url);
        let form = match url.rule() {
            "waisdoc" => WaisForm::Doc { wtype: needed(url, "wtype"), wpath: needed(url, "wpath") },
            "waisindex" => WaisForm::Index { search: needed(url, "search") },
            _ => WaisForm::Database,
        };
        let site = Site::of(child(url, "hostport"), default_port("wais"));
        Self { site, database: needed(url, "database"), form }
    }

    /// The document's identifier, decoded.
    ///
    /// ```
    /// use urispec::meaning::rfc1738::Url;
    /// let Ok(Url::Wais(wais)) = Url::parse("wais://h/db/TEXT/%00%7F") else { unreachable!() };
    /// assert_eq!(wais.document().as_deref(), Some(&[0x00, 0x7F][..]));
    /// ```
    #[must_use]
    pub fn document(&self) -> Option<Cow<'i, [u8]>> {
        match self.form {
            WaisForm::Doc { wpath, .. } => Some(octets(wpath)),
            WaisForm::Database | WaisForm::Index { .. } => None,
        }
    }
}

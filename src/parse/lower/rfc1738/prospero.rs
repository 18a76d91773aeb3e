//! `prospero` (3.11).

use std::borrow::Cow;
use std::str::Split;

use super::default_port;
use crate::editions::grammar::Node;
use crate::parse::lower::site::{Site, child, needed, octets};

/// An object of the Prospero Directory Service (3.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Prospero<'i> {
    /// The server; the default port is 1525.
    pub site: Site<'i>,
    /// The name of the object at its host, as given and still encoded. Slashes in it "may appear
    /// without quoting and no significance may be assumed" of them; many names begin with one.
    pub hsoname: &'i str,
    /// The fields as given, each with the `;` before it.
    pub fieldspecs: &'i str,
}

impl<'i> Prospero<'i> {
    pub(super) fn of(url: &Node<'i>) -> Self {
        let hsoname = needed(url, "ppath");
        // Nothing follows the ppath but the fields.
        let length = child(url, "ppath").map_or(0, |path| url.end() - path.end());
        let fieldspecs = &url.text()[url.text().len() - length..];
        Self {
            site: Site::of(child(url, "hostport"), default_port("prospero")),
            hsoname,
            fieldspecs,
        }
    }

    /// The name of the object at its host, decoded.
    ///
    /// ```
    /// use urispec::meaning::rfc1738::Url;
    /// let Ok(Url::Prospero(prospero)) = Url::parse("prospero://host.dom//pros/name") else {
    ///     unreachable!()
    /// };
    /// assert_eq!(*prospero.hsoname_octets(), *b"/pros/name");
    /// ```
    #[must_use]
    pub fn hsoname_octets(&self) -> Cow<'i, [u8]> {
        octets(self.hsoname)
    }

    /// The fields and their values, by which the target is identified.
    ///
    /// ```
    /// use urispec::meaning::rfc1738::Url;
    /// let Ok(Url::Prospero(prospero)) = Url::parse("prospero://h/a;OBJECT-VERSION=1;b=%3B") else {
    ///     unreachable!()
    /// };
    /// let expected = [("OBJECT-VERSION", "1"), ("b", "%3B")];
    /// assert!(prospero.fields().eq(expected));
    /// ```
    #[must_use]
    pub fn fields(&self) -> Fields<'i> {
        let mut specs = self.fieldspecs.split(';');
        // Before the first ";" there is nothing.
        specs.next();
        Fields(specs)
    }
}

/// The fields of a Prospero URL and their values, as given and still encoded.
#[derive(Clone, Debug)]
pub struct Fields<'i>(Split<'i, char>);

impl<'i> Iterator for Fields<'i> {
    type Item = (&'i str, &'i str);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|spec| spec.split_once('=').unwrap_or((spec, "")))
    }
}

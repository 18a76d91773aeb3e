//! Scanning: from a whole string to where its components lie, many bytes at a time.
//!
//! In: a string of at most 4 GiB. Out: the spans that lowering its tree gives, or where it is wrong.
//! What is forgotten is the tree. Only RFC 3986 and RFC 3987 have scans: their delimiters alone divide a
//! string.
//! [`constant`] finds the same where a constant is computed.

#[cfg(feature = "trees")]
use crate::editions::Edition;
#[cfg(feature = "trees")]
use crate::editions::production::Production;
#[cfg(feature = "trees")]
use crate::reference::Spans;

mod block;
pub(crate) mod constant;
pub(crate) mod fault;
pub(super) mod rfc3986;
pub(super) mod rfc3987;

/// A scan for a production: finds the spans of the components of a string of at most 4 GiB, or where
/// the string is wrong. Without a [`Wrong`](fault::Wrong) it is wrong somewhere.
#[cfg(feature = "trees")]
pub(super) type Scan = fn(&[u8]) -> Result<Spans, Option<fault::Wrong>>;

/// The productions whose components are found without a tree. RFC 2396 has no such production: its
/// `a:?` is opaque.
#[cfg(feature = "trees")]
const SCANS: [(Edition, &str, Scan); 6] = [
    (Edition::Rfc3986, "URI-reference", |bytes| rfc3986::uri_reference(bytes).map_err(Some)),
    (Edition::Rfc3986, "URI", rfc3986::uri),
    (Edition::Rfc3986, "absolute-URI", rfc3986::absolute_uri),
    (Edition::Rfc3987, "IRI-reference", |bytes| of_text(bytes, rfc3987::iri_reference)),
    (Edition::Rfc3987, "IRI", |bytes| of_text(bytes, rfc3987::iri)),
    (Edition::Rfc3987, "absolute-IRI", |bytes| of_text(bytes, rfc3987::absolute_iri)),
];

/// Scans bytes that need not be UTF-8 for a production of characters.
#[cfg(feature = "trees")]
fn of_text(bytes: &[u8], scan: fn(&str) -> Option<Spans>) -> Result<Spans, Option<fault::Wrong>> {
    core::str::from_utf8(bytes).ok().and_then(scan).ok_or(None)
}

/// The scan for a production, if there is one.
#[cfg(feature = "trees")]
pub(super) fn of(edition: Edition, production: &Production) -> Option<Scan> {
    let is_its =
        |(of, name, _): &&(Edition, &str, Scan)| (*of, *name) == (edition, production.name);
    SCANS.iter().find(is_its).map(|(_, _, scan)| *scan)
}

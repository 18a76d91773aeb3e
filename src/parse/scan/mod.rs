//! Scanning: from a whole string to where its components lie, many bytes at a time.
//!
//! In: a string of at most 4 GiB. Out: the spans that lowering its tree gives, or where it is wrong.
//! What is forgotten is the tree. Only RFC 3986 has scans: its delimiters alone divide a string.
//! [`constant`] finds the same where a constant is computed.

use crate::edition::Edition;
use crate::grammar::Production;
use crate::reference::Spans;

mod block;
pub(crate) mod constant;
mod host;
pub(super) mod rfc3986;

/// A scan for a production: finds the spans of the components of a string of at most 4 GiB.
pub(super) type Scan = fn(&[u8]) -> Result<Spans, Wrong>;

/// What a scan knows about a string that is not in the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// The offset of the byte after which no string of the language goes on.
    At(usize),
    /// The string is wrong at an unknown offset.
    Somewhere,
}

/// The productions whose components are found without a tree. RFC 2396 has no such production: its
/// `a:?` is opaque.
const SCANS: [(Edition, &str, Scan); 3] = [
    (Edition::Rfc3986, "URI-reference", rfc3986::uri_reference),
    (Edition::Rfc3986, "URI", rfc3986::uri),
    (Edition::Rfc3986, "absolute-URI", rfc3986::absolute_uri),
];

/// The scan for a production, if there is one.
pub(super) fn of(edition: Edition, production: &Production) -> Option<Scan> {
    let is_its =
        |(of, name, _): &&(Edition, &str, Scan)| (*of, *name) == (edition, production.name);
    SCANS.iter().find(is_its).map(|(_, _, scan)| *scan)
}

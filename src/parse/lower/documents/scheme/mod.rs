//! The meaning of the URIs of a scheme, according to the documents of
//! [`Edition::SCHEMES`](crate::Edition::SCHEMES), with one type for each scheme.
//!
//! A URI of RFC 3986 may be invalid in its own scheme: `urn:a` is a URI but not a URN, and
//! `mailto:a` has no domain.

mod urls;
pub(crate) mod contacts;
mod identifiers;
mod names;

pub use contacts::{Acct, Field, Geo, GeoParameter, Mailto, PhoneContext, Tel, TelParameter};
pub use identifiers::{Did, DidParameter, ImageError, ImageName, ImageReference, SpiffeId};
pub use names::{Ni, Nih, Oid, OidRoot, Urn, Uuid, UuidTime, UuidVariant};
pub use urls::{About, Base64Fault, Data, FileUri, HttpUri, NotBase64, Parameter};

use crate::editions::grammar::Node;
pub use crate::editions::rfc6920::{Digest, DigestFault, NotADigest};

/// Returns the text of the first node, at any depth, whose production has this name.
fn part<'i>(tree: &Node<'i>, rule: &str) -> Option<&'i str> {
    tree.walk().find(|(_, node)| node.rule() == rule).map(|(_, node)| node.text())
}

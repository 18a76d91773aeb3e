//! What the URIs of a scheme mean, by the documents of [`Edition::SCHEMES`](crate::Edition::SCHEMES).
//!
//! In: a string that the document's production for whole strings derives. Out: one type for each
//! scheme. What is forgotten: the letter case of the scheme.
//!
//! The surprising case: a URI of RFC 3986 may be none of its own scheme. `urn:a` is a URI, and no URN;
//! `mailto:a` has no domain.

mod urls;
pub(crate) mod contacts;
mod identifiers;
mod names;

pub use contacts::{Acct, Field, Geo, GeoParameter, Mailto, PhoneContext, Tel, TelParameter};
pub use identifiers::{
    Did, DidParameter, ImageError, ImageName, ImageReference, LetterCase, Package, PackageError,
    PackageType, Purl, SpiffeId,
};
pub use names::{Ni, Nih, Oid, OidRoot, Urn, Uuid, UuidTime, UuidVariant};
pub use urls::{About, Base64Fault, Data, FileUri, HttpUri, NotBase64, Parameter};

use crate::editions::grammar::Node;
pub use crate::editions::rfc6920::{Digest, DigestFault, NotADigest};

/// The text of the first node with the production of that name, at any depth.
fn part<'i>(tree: &Node<'i>, rule: &str) -> Option<&'i str> {
    tree.walk().find(|(_, node)| node.rule() == rule).map(|(_, node)| node.text())
}

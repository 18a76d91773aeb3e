//! What the URIs of a scheme mean, by the documents of [`Edition::SCHEMES`](crate::Edition::SCHEMES).
//!
//! In: a string that the document's production for whole strings derives. Out: one type for each
//! scheme. What is forgotten: the letter case of the scheme.
//!
//! The surprising case: a URI of RFC 3986 may be none of its own scheme. `urn:a` is a URI, and no URN;
//! `mailto:a` has no domain.

mod about;
mod acct;
mod data;
mod did;
mod file;
mod geo;
mod http;
mod mailto;
mod ni;
mod oci;
mod oid;
mod pkg;
mod spiffe;
mod tel;
mod urn;
mod uuid;

pub use about::About;
pub use acct::Acct;
pub use data::{Base64Fault, Data, NotBase64, Parameter};
pub use did::{Did, DidParameter};
pub use file::File;
pub use geo::{Geo, GeoParameter};
pub use http::Http;
pub use mailto::{Field, Mailto};
pub(crate) use mailto::{addresses, recipient};
pub use ni::{Ni, Nih};
pub use oci::{ImageError, ImageName, ImageReference};
pub use oid::{Oid, OidRoot};
pub use pkg::{Letters, Package, PackageError, PackageType, Purl};
pub use spiffe::SpiffeId;
pub use tel::{PhoneContext, Tel, TelParameter};
pub use urn::Urn;
pub use uuid::{Uuid, UuidTime, UuidVariant};

use crate::editions::grammar::Node;
pub use crate::editions::rfc6920::digest::{Digest, DigestFault, NotADigest};

/// The text of the first node with the production of that name, at any depth.
fn part<'i>(tree: &Node<'i>, rule: &str) -> Option<&'i str> {
    tree.walk().find(|(_, node)| node.rule() == rule).map(|(_, node)| node.text())
}

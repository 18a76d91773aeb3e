//! RFC 3986 (2005, STD 66).

use super::{Algorithm, DocumentSpec, DotSegments, Ladder};
use crate::editions::production::{Production, Role};
use crate::parts::percent;

pub(super) mod division;
#[cfg(feature = "trees")]
pub(super) mod grammar;

#[cfg(feature = "trees")]
pub(super) use grammar::PRINTED;
#[cfg(feature = "grammars")]
pub(super) use grammar::place_of_rfc3986;

pub(super) const LADDER: Ladder = Ladder {
    string: Some("6.2.1"),
    scheme_case: Some("6.2.2.1"),
    host_case: Some("6.2.2.1"),
    address_case: Some("6.2.2.1"),
    triplet_case: Some("6.2.2.1"),
    unreserved: Some((percent::is_unreserved, "6.2.2.2")),
    dot_segments: Some((DotSegments::Remove, "6.2.2.3")),
    is_direct: true,
    default_port: Some("3.2.3"),
    ports_by: None,
    empty_port: Some("3.2.3"),
    empty_port_of: None,
    empty_path: Some("6.2.3"),
    empty_path_of_any: Some("6.2.3"),
    caseless_path: Some("6.2.3"),
    local_host: Some("3.2.2"),
    no_authority: Some("3.2.2"),
    own_schemes: None,
    redirects: Some("6.2.4"),
    resolved_first: Some("5.2.1, 6.1"),
    ..Ladder::NONE
};

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc3986",
    document: "RFC 3986, STD 66, January 2005",
    begins: &[],
    algorithm: Algorithm::Rfc3986,
    partial: None,
    ladder: LADDER,
    whole: &["URI-reference", "URI", "absolute-URI"],
    divided: None,
};

/// The default production, which needs no look-up.
pub(crate) const URI_REFERENCE: &Production =
    &Production { name: "URI-reference", section: "4.1", role: Role::Whole };

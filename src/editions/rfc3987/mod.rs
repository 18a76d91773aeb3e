//! RFC 3987 (2005): IRIs, which have characters beyond ASCII where a URI has triplets.
//!
//! The letters of the grammar are code points; the automaton reads them as UTF-8. What is said of URIs
//! holds for IRIs alike (2.1, 6.5), so the algorithm is that of RFC 3986.

use super::{Algorithm, DocumentSpec, DotSegments, Ladder};
use crate::editions::production::{Production, Role};
use crate::parts::percent;

mod division;
#[cfg(feature = "trees")]
mod grammar;

#[cfg(feature = "trees")]
pub(super) use grammar::PRINTED;

pub(super) static FACTS: DocumentSpec = DocumentSpec {
    id: "rfc3987",
    document: "RFC 3987, January 2005",
    begins: &[],
    algorithm: Algorithm::Rfc3986,
    partial: None,
    ladder: Ladder {
        string: Some("5.3.1"),
        scheme_case: Some("5.3.2.1"),
        host_case: Some("5.3.2.1"),
        host_case_of_ascii: true,
        address_case: Some("5.3.2.1"),
        triplet_case: Some("5.3.2.1"),
        unreserved: Some((percent::is_unreserved, "5.3.2.3")),
        // As of the two IRIs that 5.3.2 prints.
        characters: Some("5.3.2.3"),
        dot_segments: Some((DotSegments::Remove, "5.3.2.4")),
        default_port: Some("5.3.3"),
        empty_port: Some("5.3.3"),
        empty_path: Some("5.3.3"),
        empty_path_of_any: Some("5.3.3"),
        // "The other generic syntax components are assumed to be case sensitive unless specifically
        // defined otherwise by the scheme."
        caseless_path: Some("5.3.2.1"),
        // "Considered equivalent to "localhost" or the end-user's host". No sentence is about an
        // authority that is missing.
        local_host: Some("5.3.3"),
        redirects: Some("5.3.4"),
        resolved_first: Some("5.1"),
        ..Ladder::NONE
    },
    whole: &["IRI-reference", "IRI", "absolute-IRI"],
    divided: None,
};

/// The default production, which needs no look-up.
pub(crate) const IRI_REFERENCE: &Production =
    &Production { name: "IRI-reference", section: "2.2", role: Role::Whole };

//! `IRI-reference` of RFC 3987 without a tree: what the scan for a `URI-reference` finds, with characters
//! beyond ASCII among those of a path.
//!
//! In: a string. Out: the [`Spans`] that lowering its tree gives, if it is one. Where it is wrong, the
//! automaton says.
//!
//! The surprising case: the first bytes of a block may be the last of a character. A character is
//! looked at where it begins.

use super::block::Blocks;
use super::rfc3986::components;
use crate::reference::Spans;

/// Finds the components of an `IRI-reference` of less than 4 GiB.
#[inline(never)]
pub(crate) fn iri_reference(text: &str) -> Option<Spans> {
    let bytes = text.as_bytes();
    let mut blocks = Blocks::<true>::of(bytes);
    let spans = components(bytes, &mut blocks).ok()?;
    let query = (spans.path_end as usize, spans.query_end as usize);
    (blocks.broken().is_none() && blocks.strange().fits(query)).then_some(spans)
}

/// Finds the components of an `IRI`.
#[cfg(feature = "grammars")]
pub(crate) fn iri(text: &str) -> Option<Spans> {
    iri_reference(text).filter(|spans| spans.scheme_end > 0)
}

/// Finds the components of an `absolute-IRI`.
#[cfg(feature = "grammars")]
pub(crate) fn absolute_iri(text: &str) -> Option<Spans> {
    iri(text).filter(|spans| spans.query_end as usize == text.len())
}

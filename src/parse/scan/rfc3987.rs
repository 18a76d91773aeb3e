//! `IRI-reference` of RFC 3987 without a tree: what the scan for a `URI-reference` finds, with characters
//! beyond ASCII among those of a path.
//!
//! In: a string. Out: the [`Spans`] that lowering its tree gives, if it is one. Where it is wrong, the
//! automaton says.
//!
//! The surprising case: the first bytes of a block may be the last of a character. A character is
//! looked at where it begins. And most IRIs are URIs, which the other scan finds in fewer steps: a string
//! of ASCII is an `IRI-reference` if it is a `URI-reference`, with the same components (2.2).

use super::block::Blocks;
use super::rfc3986::components;
use super::rfc3986::uri_reference;
use crate::parts::vector::{VECTOR, u8x16};
use crate::reference::Spans;

/// Finds the components of an `IRI-reference` of less than 4 GiB.
#[inline(always)]
pub(crate) fn iri_reference(text: &str) -> Option<Spans> {
    if is_ascii(text) { uri_reference(text.as_bytes()).ok() } else { beyond_ascii(text) }
}

/// Whether the scan for a `URI-reference` does.
#[inline(always)]
pub(crate) fn is_ascii(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some(last) = bytes.len().checked_sub(VECTOR) else { return bytes.is_ascii() };
    let at =
        |at: usize| u8x16::new(bytes[at.min(last)..].first_chunk().copied().unwrap_or_default());
    // Most strings are one block, whose vectors may lie over one another.
    let mut all = at(0) | at(VECTOR) | at(2 * VECTOR) | at(last);
    for next in (3 * VECTOR..last).step_by(VECTOR) {
        all = all | at(next);
    }
    all.to_bitmask() == 0
}

/// Finds the components of an `IRI-reference` that may be no `URI-reference`.
#[inline(never)]
pub(crate) fn beyond_ascii(text: &str) -> Option<Spans> {
    let bytes = text.as_bytes();
    let mut blocks = Blocks::<true>::of(bytes);
    let spans = components(bytes, &mut blocks).ok()?;
    let query = (spans.path_end as usize, spans.query_end as usize);
    (blocks.broken().is_none() && blocks.strange().fits(query)).then_some(spans)
}

/// Finds the components of an `IRI`.
pub(crate) fn iri(text: &str) -> Option<Spans> {
    iri_reference(text).filter(|spans| spans.scheme_end > 0)
}

/// Finds the components of an `absolute-IRI`.
pub(crate) fn absolute_iri(text: &str) -> Option<Spans> {
    iri(text).filter(|spans| spans.query_end as usize == text.len())
}

#[cfg(test)]
mod tests {
    use super::is_ascii;

    #[test]
    fn a_character_beyond_ascii_is_seen_wherever_it_is() {
        for length in 0..70 {
            let text = "a".repeat(length);
            assert!(is_ascii(&text), "{length}");
            for at in 0..=length {
                let mut text = text.clone();
                text.insert(at, 'é');
                assert!(!is_ascii(&text), "{at} of {length}");
            }
        }
    }
}

//! One judgement, and the components of what is valid.
//!
//! In: a text, asked of every edition. The laws are those of `tests/library/laws`:
//!
//! - the automaton, every parser, the normalizer, the comparison, the lints and the answers of all editions side by side
//!   have one verdict;
//! - components, of a string and of a reference of an edition, lie side by side and rebuild the string;
//! - so do the parts of a URL, whose serialization parses to itself.

use urispec::Edition;

use crate::{input, judgement, recomposition};

/// The laws of this module.
pub fn holds(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    recomposition::of_any(text);
    recomposition::of_url(text);
    for edition in Edition::every() {
        judgement::agree(edition, text);
        recomposition::of_edition(edition, text);
    }
}

//! One verdict, and the components of valid strings.
//!
//! The input is text, checked in every edition. The laws, from `tests/library/laws`:
//!
//! - the automaton, every parser, the normalizer, the comparison, the lints and the side-by-side answers of all
//!   editions have the same verdict;
//! - the components of a string and of a reference are adjacent, and rebuild the string;
//! - so are the parts of a URL, whose serialization parses to itself.

use urispec::Edition;

use crate::{input, judgement, recomposition};

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    recomposition::of_any(text);
    recomposition::of_url(text);
    for edition in Edition::every() {
        judgement::agree(edition, text);
        recomposition::of_edition(edition, text);
    }
}

//! Relativizing: the reference resolves back, and none is shorter.
//!
//! In: bytes, of which the first says by which edition, and the others are a base of the letters `a`, `b`, `:`, `/`, `.`,
//! `?` and `#`. All references of at most four of these letters are resolved, and the law is asked of each target.

use urispec::Edition;

use crate::shortest;

const LETTERS: &[u8] = b"ab:/.?#";
/// So many letters, of which some references have as few.
const MOST: usize = 4;
/// A longer base leads to no more targets.
const LONGEST: usize = 16;

/// The laws of this module.
pub fn holds(data: &[u8]) {
    let [edition, letters @ ..] = data else { return };
    let mut searched =
        Edition::ALL.iter().filter(|edition| shortest::is_searched(**edition)).cycle();
    let Some(edition) = searched.nth(usize::from(*edition)) else { return };
    // A letter stands for itself, so that seeds can be read.
    let letter = |byte: &u8| match LETTERS.contains(byte) {
        true => char::from(*byte),
        false => char::from(LETTERS[usize::from(*byte) % LETTERS.len()]),
    };
    let base: String = letters.iter().take(LONGEST).map(letter).collect();
    shortest::holds(*edition, &base, LETTERS, MOST);
}

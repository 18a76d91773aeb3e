//! Relativizing: the reference resolves back, and no shorter reference does.
//!
//! The first byte selects the edition, and the others are a base of the letters `a`, `b`, `:`, `/`, `.`, `?` and `#`.
//! All references of at most four of these letters are resolved, and the law is checked for each target.

use urispec::Edition;

use crate::shortest;

const LETTERS: &[u8] = b"ab:/.?#";
/// The number of letters in the longest references.
const MOST: usize = 4;
/// The longest base; a longer one has no more targets.
const LONGEST: usize = 16;

/// Checks the laws of this module.
pub fn holds(data: &[u8]) {
    let [edition, letters @ ..] = data else { return };
    let mut searched =
        Edition::ALL.iter().filter(|edition| shortest::is_searched(**edition)).cycle();
    let Some(edition) = searched.nth(usize::from(*edition)) else { return };
    // Letters are themselves, so that seeds are readable.
    let letter = |byte: &u8| match LETTERS.contains(byte) {
        true => char::from(*byte),
        false => char::from(LETTERS[usize::from(*byte) % LETTERS.len()]),
    };
    let base: String = letters.iter().take(LONGEST).map(letter).collect();
    shortest::holds(*edition, &base, LETTERS, MOST);
}

//! Searches for a rare byte, many bytes at a time.
//!
//! A test is applied to every byte, or to every pair of adjacent bytes. The result is only whether any byte or pair
//! passes. Callers expect that none passes; if one does, they search for it. The last vector may overlap the vector
//! before it. The bytes of a slice that is shorter than a vector are repeated until they fill a vector.

use super::{VECTOR, u8x16};

/// Returns whether any byte passes `test`, which sets the highest bit of each byte that passes.
#[inline(always)]
pub(crate) fn any(bytes: &[u8], test: impl Fn(u8x16) -> u8x16) -> bool {
    let is_in = |vector: [u8; VECTOR]| test(u8x16::new(vector)).to_bitmask() != 0;
    match bytes.len() {
        0 => false,
        1..VECTOR => is_in(filled(bytes)),
        length => {
            let last = length - VECTOR;
            (0..last).step_by(VECTOR).any(|at| is_in(vector(bytes, at)))
                || is_in(vector(bytes, last))
        }
    }
}

/// Returns whether any two adjacent bytes pass `test`. `test` receives a vector of bytes, and a vector of the next byte
/// for each of them. It sets the highest bit of each position that passes.
#[inline(always)]
pub(crate) fn any_pair(bytes: &[u8], test: impl Fn(u8x16, u8x16) -> u8x16) -> bool {
    let is_in = |one: [u8; VECTOR], next: [u8; VECTOR]| {
        test(u8x16::new(one), u8x16::new(next)).to_bitmask() != 0
    };
    let [_, nexts @ ..] = bytes else { return false };
    match nexts.len() {
        0 => false,
        length @ 1..VECTOR => is_in(filled(&bytes[..length]), filled(nexts)),
        length => {
            let last = length - VECTOR;
            let is_at = |at| is_in(vector(bytes, at), vector(nexts, at));
            (0..last).step_by(VECTOR).any(is_at) || is_at(last)
        }
    }
}

/// Returns the vector that begins at an offset. The slice must have enough bytes from there on.
#[inline(always)]
fn vector(bytes: &[u8], at: usize) -> [u8; VECTOR] {
    bytes[at..].first_chunk().copied().unwrap_or_default()
}

/// Fills a vector with 1 to 15 bytes, repeating some. The position of each byte depends only on the
/// number of bytes, so two slices of the same length are aligned.
#[inline(always)]
fn filled(bytes: &[u8]) -> [u8; VECTOR] {
    let double = |half: u64| u128::from(half) | u128::from(half) << 64;
    let joined = if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        u128::from(u64::from_le_bytes(*first)) | u128::from(u64::from_le_bytes(*last)) << 64
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        double(u64::from(first) | u64::from(last) << 32)
    } else {
        let [first, last] = [bytes[0], bytes[bytes.len() - 1]];
        double(u64::from_le_bytes([
            first,
            bytes[bytes.len() / 2],
            last,
            last,
            last,
            last,
            last,
            last,
        ]))
    };
    joined.to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::super::is;
    use super::{any, any_pair};

    #[test]
    fn a_byte_is_found_wherever_it_is() {
        for length in 0..70 {
            let text = vec![b'.'; length];
            assert!(!any(&text, |bytes| is(bytes, b'/')), "{length}");
            for at in 0..length {
                let mut text = text.clone();
                text[at] = b'/';
                assert!(any(&text, |bytes| is(bytes, b'/')), "{at} of {length}");
            }
        }
    }

    #[test]
    fn a_pair_is_found_wherever_it_is() {
        for length in 0..70 {
            let text = vec![b'.'; length];
            let found =
                |text: &[u8]| any_pair(text, |first, second| is(first, b'/') & is(second, b'.'));
            assert!(!found(&text));
            for at in 0..length {
                let mut text = text.clone();
                text[at] = b'/';
                assert_eq!(found(&text), at + 1 < length, "{at} of {length}");
            }
        }
    }
}

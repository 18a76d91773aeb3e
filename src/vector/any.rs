//! Looking for a rare byte, many bytes at a time.
//!
//! In: rows of bytes, side by side, and a test of columns. Out: whether the test is true of any
//! column. Which column is forgotten: a caller expects "no", and looks again after a "yes". The last
//! vector of a long row may overlap the one before it, and a short row is repeated until it fills one.

use super::{VECTOR, u8x16};

/// Whether the test is true of any column of the rows. All rows have the same length.
///
/// `any([&text[..n - 1], &text[1..]], …)` tests each byte with the one after it. The test sets all the
/// bits of a column of which it is true.
#[inline(always)]
pub(crate) fn any<const ROWS: usize>(
    rows: [&[u8]; ROWS],
    test: impl Fn([u8x16; ROWS]) -> u8x16 + Copy,
) -> bool {
    let length = rows[0].len();
    let is_in = |columns: [[u8; VECTOR]; ROWS]| test(columns.map(u8x16::new)).to_bitmask() != 0;
    let Some(last) = length.checked_sub(VECTOR) else {
        return length > 0 && is_in(rows.map(filled));
    };
    let at = |start: usize| rows.map(|row| row[start..].first_chunk().copied().unwrap_or_default());
    (0..last).step_by(VECTOR).any(|start| is_in(at(start))) || is_in(at(last))
}

/// A vector of all the bytes of a row that has too few. Rows of one length are filled alike.
#[inline(always)]
fn filled(row: &[u8]) -> [u8; VECTOR] {
    let double = |half: u64| u128::from(half) | u128::from(half) << 64;
    let joined = if let (Some(first), Some(last)) = (row.first_chunk(), row.last_chunk()) {
        u128::from(u64::from_le_bytes(*first)) | u128::from(u64::from_le_bytes(*last)) << 64
    } else if let (Some(first), Some(last)) = (row.first_chunk(), row.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        double(u64::from(first) | u64::from(last) << 32)
    } else {
        let [first, last] = [row[0], row[row.len() - 1]];
        double(u64::from_le_bytes([first, row[row.len() / 2], last, last, last, last, last, last]))
    };
    joined.to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::super::is;
    use super::any;

    #[test]
    fn a_pair_is_found_wherever_it_is() {
        for length in 0..70 {
            let text = vec![b'.'; length];
            let found = |text: &[u8]| {
                any([&text[..length.max(1) - 1], &text[length.min(1)..]], |[first, second]| {
                    is(first, b'/') & is(second, b'.')
                })
            };
            assert!(!found(&text));
            for at in 0..length {
                let mut text = text.clone();
                text[at] = b'/';
                assert_eq!(found(&text), at + 1 < length, "{at} of {length}");
            }
        }
    }
}

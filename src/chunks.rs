//! Looking for a rare byte, many bytes at a time.
//!
//! In: rows of bytes, side by side, and a test of a column. Out: whether the test is true of any
//! column. Which column is forgotten: a caller expects "no", and looks again after a "yes". The
//! chunks have a length that the compiler knows, so that it can test a whole chunk at once; the
//! last chunk may overlap the one before it.

/// Whether the test is true of any column of the rows. All rows have the same length.
///
/// `any([&text[..n - 1], &text[1..]], …)` tests each byte with the one after it.
#[inline(always)]
pub(crate) fn any<const ROWS: usize>(
    rows: [&[u8]; ROWS],
    test: impl Fn([u8; ROWS]) -> bool + Copy,
) -> bool {
    match rows[0].len() {
        16.. => any_of_chunks::<16, ROWS>(rows, test),
        4.. => any_of_chunks::<4, ROWS>(rows, test),
        length => (0..length).any(|at| test(rows.map(|row| row[at]))),
    }
}

#[inline(always)]
fn any_of_chunks<const LENGTH: usize, const ROWS: usize>(
    rows: [&[u8]; ROWS],
    test: impl Fn([u8; ROWS]) -> bool + Copy,
) -> bool {
    let passes = |rows: [&[[u8; LENGTH]]; ROWS]| {
        (0..rows[0].len()).any(|chunk| {
            let chunks = rows.map(|row| &row[chunk]);
            (0..LENGTH).fold(false, |found, at| found | test(chunks.map(|chunk| chunk[at])))
        })
    };
    passes(rows.map(|row| row.as_chunks().0))
        || passes(rows.map(|row| row[row.len() - LENGTH..].as_chunks().0))
}

#[cfg(test)]
mod tests {
    use super::any;

    #[test]
    fn a_pair_is_found_wherever_it_is() {
        for length in 0..70 {
            let text = vec![b'.'; length];
            let found = |text: &[u8]| {
                any([&text[..length.max(1) - 1], &text[length.min(1)..]], |pair| pair == *b"/.")
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

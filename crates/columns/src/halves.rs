//! Rows asked again in halves, where the answer for all of them is too long for one array.

use arrow_array::ArrayRef;

use crate::ColumnError;

/// Asks for so many rows, and for half of them and the other half where the answers are too long for one
/// array. `ask` is given the first row and how many there are. The answers are in the order of the rows.
///
/// # Errors
///
/// The errors of `ask`; [`ColumnError::TooLong`] only where the answer for a single row is.
pub fn in_halves(
    rows: usize,
    ask: &dyn Fn(usize, usize) -> Result<ArrayRef, ColumnError>,
) -> Result<Vec<ArrayRef>, ColumnError> {
    let mut answers = Vec::new();
    // The rows that are left, the first on top.
    let mut left = vec![(0, rows)];
    while let Some((start, rows)) = left.pop() {
        match ask(start, rows) {
            Ok(answer) => answers.push(answer),
            Err(ColumnError::TooLong) if rows > 1 => {
                let half = rows / 2;
                left.push((start + half, rows - half));
                left.push((start, half));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(answers)
}

//! Rows asked in pieces: on all cores where they are many, and again in halves where an answer is too long.
//!
//! In: a number of rows, and a question about some of them. Out: the answers, in order.
//!
//! Polars' streaming engine calls with some 100,000 rows at a time, from all its threads. Its in-memory engine calls
//! once, with the whole column, from one thread; only then are there threads here.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use arrow_array::ArrayRef;
use urispec_columns::ColumnError;

/// The rows of a piece. Fewer than two pieces are not worth a thread.
const PIECE: usize = 1 << 17;

/// Answers for rows `start..start + rows`.
pub(crate) type Question<'q> = &'q (dyn Fn(usize, usize) -> Result<ArrayRef, ColumnError> + Sync);

/// The answers for so many rows, of which there is at least one.
pub(crate) fn in_pieces(rows: usize, ask: Question<'_>) -> Result<Vec<ArrayRef>, ColumnError> {
    let pieces = rows / PIECE;
    let threads = threads().min(pieces);
    if threads < 2 {
        return in_halves(0, rows, ask);
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut answers = Vec::new();
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= pieces {
                return answers;
            }
            let start = piece * PIECE;
            let end = if piece + 1 == pieces { rows } else { start + PIECE };
            answers.push((piece, in_halves(start, end - start, ask)));
        }
    };
    let mut answers = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut answers = work();
        for other in others {
            // A panic goes on here, and ends at the border.
            answers.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        answers
    });
    answers.sort_by_key(|(piece, _)| *piece);
    let answers: Result<Vec<_>, _> = answers.into_iter().map(|(_, answer)| answer).collect();
    Ok(answers?.concat())
}

/// As many as Polars has: `POLARS_MAX_THREADS`, or one for each core.
fn threads() -> usize {
    let asked = std::env::var("POLARS_MAX_THREADS").ok().and_then(|number| number.parse().ok());
    asked.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}

/// One answer, or those of the two halves where it does not fit into one array.
fn in_halves(start: usize, rows: usize, ask: Question<'_>) -> Result<Vec<ArrayRef>, ColumnError> {
    match ask(start, rows) {
        Err(ColumnError::TooLong) if rows > 1 => {
            let half = rows / 2;
            let first = in_halves(start, half, ask)?;
            Ok([first, in_halves(start + half, rows - half, ask)?].concat())
        }
        answer => Ok(vec![answer?]),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::cast::AsArray;
    use arrow_array::types::UInt64Type;
    use arrow_array::{Array, ArrayRef, UInt64Array};
    use urispec_columns::ColumnError;

    use super::{PIECE, in_pieces};

    /// The numbers of the rows, of which at most `limit` fit into one array.
    fn numbers(rows: usize, limit: usize) -> Result<Vec<ArrayRef>, ColumnError> {
        in_pieces(rows, &|start, rows| match rows > limit {
            true => Err(ColumnError::TooLong),
            false => Ok(Arc::new(UInt64Array::from_iter_values(
                (start..start + rows).map(|row| row as u64),
            ))),
        })
    }

    #[test]
    fn in_order() {
        for rows in [0, 1, 2, PIECE, 2 * PIECE - 1, 2 * PIECE, 5 * PIECE + 3] {
            for limit in [usize::MAX, PIECE, 1000] {
                let answers = numbers(rows, limit).unwrap();
                let found =
                    answers.iter().flat_map(|answer| answer.as_primitive::<UInt64Type>().values());
                assert!(found.copied().eq(0..rows as u64), "{rows} rows, {limit} at a time");
                assert!(answers.iter().all(|answer| answer.len() <= limit));
            }
        }
        assert!(matches!(numbers(3, 0), Err(ColumnError::TooLong)));
    }
}

//! Rows asked in pieces: on all cores where they are many, and again in halves where an answer is too long.
//!
//! In: how many rows each chunk of a column has, and a question about some rows of a chunk. Out: the answers, in order.
//!
//! Polars' streaming engine calls with some 100,000 rows at a time, from all its threads. Its in-memory engine calls
//! once, with the whole column, from one thread; only then are there threads here.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use arrow_array::ArrayRef;
use urispec_columns::{ColumnError, in_halves};

/// The most rows of a piece. A column of fewer than two pieces is not worth a thread.
const PIECE: usize = 1 << 17;

/// Answers for rows of a chunk, which are `start..start + rows`.
pub(crate) type Question<'q> =
    &'q (dyn Fn(usize, usize, usize) -> Result<ArrayRef, ColumnError> + Sync);

/// Rows of a chunk.
#[derive(Clone, Copy)]
struct ChunkSlice {
    chunk: usize,
    start: usize,
    rows: usize,
}

/// The answers for chunks of so many rows. There is one at least for each chunk.
pub(crate) fn in_pieces(chunks: &[usize], ask: Question<'_>) -> Result<Vec<ArrayRef>, ColumnError> {
    let pieces: Vec<_> =
        chunks.iter().enumerate().flat_map(|(chunk, rows)| cut(chunk, *rows)).collect();
    let rows: usize = chunks.iter().sum();
    let threads = threads().min(rows / PIECE).max(1);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut answers = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            match pieces.get(number) {
                Some(&ChunkSlice { chunk, start, rows }) => {
                    let ask = |from, rows| ask(chunk, start + from, rows);
                    answers.push((number, in_halves(rows, &ask)));
                }
                None => return answers,
            }
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
    answers.sort_by_key(|(number, _)| *number);
    let answers: Result<Vec<_>, _> = answers.into_iter().map(|(_, answer)| answer).collect();
    Ok(answers?.concat())
}

/// The pieces of a chunk, which are one where the chunk is empty.
fn cut(chunk: usize, rows: usize) -> impl Iterator<Item = ChunkSlice> {
    let starts = (0..rows.max(1)).step_by(PIECE);
    starts.map(move |start| ChunkSlice { chunk, start, rows: PIECE.min(rows - start) })
}

/// As many as Polars has: `POLARS_MAX_THREADS`, or one for each core.
fn threads() -> usize {
    let asked = std::env::var("POLARS_MAX_THREADS").ok().and_then(|number| number.parse().ok());
    asked.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
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
    fn numbers(chunks: &[usize], limit: usize) -> Result<Vec<ArrayRef>, ColumnError> {
        in_pieces(chunks, &|chunk, start, rows| {
            if rows > limit {
                return Err(ColumnError::TooLong);
            }
            let start = chunks[..chunk].iter().sum::<usize>() + start;
            let numbers = (start..start + rows).map(|row| row as u64);
            Ok(Arc::new(UInt64Array::from_iter_values(numbers)))
        })
    }

    #[test]
    fn in_order() {
        let one = [0, 1, 2, PIECE, 2 * PIECE - 1, 2 * PIECE, 5 * PIECE + 3].map(|rows| vec![rows]);
        let many = [vec![], vec![0, 5, 0], vec![1000; 300], vec![PIECE, 3, 2 * PIECE + 1]];
        for chunks in one.into_iter().chain(many) {
            for limit in [usize::MAX, PIECE, 300] {
                let answers = numbers(&chunks, limit).unwrap();
                let found =
                    answers.iter().flat_map(|answer| answer.as_primitive::<UInt64Type>().values());
                let rows: usize = chunks.iter().sum();
                assert!(found.copied().eq(0..rows as u64), "{chunks:?}, {limit} at a time");
                assert!(answers.len() >= chunks.len());
                assert!(answers.iter().all(|answer| answer.len() <= limit));
            }
        }
        assert!(matches!(numbers(&[3], 0), Err(ColumnError::TooLong)));
    }
}

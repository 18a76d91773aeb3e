//! How many strings there are of each kind: the rows of `--tally`.
//!
//! In: rows, as they would be printed. Out: each different row once, with the number of times that it came, the most frequent
//! first. What is forgotten is the order in which the rows came: rows of one number are in the order of their bytes, so that
//! the output is the same for any number of threads.
//!
//! In memory there is each different row once, with about 60 bytes beside its own.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::shape::{RowKind, Shape};

/// The rows so far, and how often each came.
#[derive(Default)]
pub(super) struct Tally {
    kinds: HashMap<Box<[u8]>, u64>,
}

impl Tally {
    /// Counts a row.
    pub(super) fn count(&mut self, row: &[u8]) {
        match self.kinds.get_mut(row) {
            Some(count) => *count += 1,
            None => drop(self.kinds.insert(row.into(), 1)),
        }
    }

    /// Adds the rows of the next part.
    pub(super) fn add(&mut self, more: Self) {
        for (row, count) in more.kinds {
            *self.kinds.entry(row).or_default() += count;
        }
    }

    /// How many rows are different.
    pub(super) fn len(&self) -> u64 {
        self.kinds.len() as u64
    }

    /// Writes so many of the rows with their numbers, the most frequent first.
    pub(super) fn write(
        &self,
        top: usize,
        shape: &Shape,
        mut write: impl FnMut(&[u8]) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        let mut kinds: Vec<_> =
            self.kinds.iter().map(|(row, count)| (Reverse(*count), row)).collect();
        if top < kinds.len() {
            // What is not printed needs no order.
            kinds.select_nth_unstable(top);
            kinds.truncate(top);
        }
        kinds.sort_unstable();
        let mut line = Vec::new();
        for (Reverse(count), row) in kinds {
            line.clear();
            let (before, between, after) = match shape.kind {
                RowKind::Json if row.is_empty() => ("{\"count\":", "", "}\n"),
                RowKind::Json => ("{\"count\":", ",", "}\n"),
                RowKind::Csv => ("", ",", "\n"),
                RowKind::Tsv | RowKind::Format(_) => ("", "\t", "\n"),
            };
            line.extend_from_slice(before.as_bytes());
            line.extend_from_slice(count.to_string().as_bytes());
            line.extend_from_slice(between.as_bytes());
            line.extend_from_slice(row);
            line.extend_from_slice(after.as_bytes());
            write(&line)?;
        }
        Ok(())
    }

    /// The row with the names of the columns.
    pub(super) fn header(shape: &Shape) -> Vec<u8> {
        let divider = if shape.kind == RowKind::Csv { "," } else { "\t" };
        [b"count", divider.as_bytes(), &shape.header(), b"\n"].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_come_first() {
        let (mut tally, mut more) = (Tally::default(), Tally::default());
        "b a c a".split(' ').for_each(|row| tally.count(row.as_bytes()));
        "c d ".split(' ').for_each(|row| more.count(row.as_bytes()));
        tally.add(more);
        let shape = |kind| Shape {
            kind,
            columns: Vec::new(),
            undefined: Vec::new(),
            decode: false,
            prefix: String::new(),
        };
        let written = |top, kind| {
            let mut all = Vec::new();
            let write = |line: &[u8]| {
                all.extend_from_slice(line);
                Ok(())
            };
            tally.write(top, &shape(kind), write).unwrap();
            String::from_utf8(all).unwrap()
        };
        assert_eq!(written(9, RowKind::Tsv), "2\ta\n2\tc\n1\t\n1\tb\n1\td\n");
        assert_eq!(written(3, RowKind::Csv), "2,a\n2,c\n1,\n");
        assert_eq!(written(3, RowKind::Json), "{\"count\":2,a}\n{\"count\":2,c}\n{\"count\":1}\n");
        assert_eq!(tally.len(), 5);
    }
}

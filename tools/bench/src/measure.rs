//! Rounds: in each, all contenders run on the same items. A row keeps the medians of their times, and of the ratios of the
//! first contender's time to each other's, round by round.
//!
//! The ratio of two medians is not the median of the ratios. If a machine slows down for a while, both contenders of a round
//! are slow, and their ratio does not change.

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The number of rounds, and the length of a turn.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    /// The number of rounds, each of which runs every contender once.
    pub(crate) rounds: usize,
    /// The least duration of a contender's turn: the contender repeats a small set of items.
    pub(crate) turn: Duration,
}

/// A task on a set of items, done in one way.
pub(crate) struct Contender<'t> {
    /// The divisor of the time: the number of items, or of KiB.
    pub(crate) units: usize,
    run: Box<dyn FnMut() -> usize + 't>,
}

impl<'t> Contender<'t> {
    /// Does the work for each item. The work returns a number that depends on its result.
    pub(crate) fn each<T: 't>(items: Vec<T>, mut work: impl FnMut(&T) -> usize + 't) -> Self {
        let units = items.len();
        let run = move || {
            let add = |sum: usize, item| sum.wrapping_add(black_box(work(black_box(item))));
            items.iter().fold(0, add)
        };
        Self { units, run: Box::new(run) }
    }

    /// Warms the contender up, and returns the number of runs that fill a turn.
    fn repeats(&mut self, plan: Plan) -> usize {
        let (mut runs, began) = (0, Instant::now());
        while runs == 0 || began.elapsed() < plan.turn / 2 {
            black_box((self.run)());
            runs += 1;
        }
        let one = began.elapsed().as_secs_f64() / f64::from(runs);
        (plan.turn.as_secs_f64() / one).ceil().max(1.0) as usize
    }
}

/// Builds a contender for some items.
type Build<'t, T> = dyn Fn(&[T]) -> Contender<'t> + 't;

/// A way to do a task: the items that it accepts, and its contender.
pub(crate) struct Entry<'t, T> {
    pub(crate) name: &'static str,
    pub(crate) accepts: Box<dyn Fn(T) -> bool + 't>,
    pub(crate) contender: Box<Build<'t, T>>,
}

impl<'t, T: Copy + 't> Entry<'t, T> {
    pub(crate) fn new(
        name: &'static str,
        accepts: impl Fn(T) -> bool + 't,
        contender: impl Fn(&[T]) -> Contender<'t> + 't,
    ) -> Self {
        Self { name, accepts: Box::new(accepts), contender: Box::new(contender) }
    }

    /// Does the work for each item.
    pub(crate) fn each(
        name: &'static str,
        accepts: impl Fn(T) -> bool + 't,
        work: impl Fn(T) -> usize + Copy + 't,
    ) -> Self {
        Self::new(name, accepts, move |items| {
            Contender::each(items.to_vec(), move |&item| work(item))
        })
    }
}

/// The measurement of a contender.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Timing {
    pub(crate) name: &'static str,
    /// The median of the nanoseconds for each unit.
    pub(crate) nanoseconds: f64,
    /// The median of the first contender's time over this one's; 1 for the first.
    pub(crate) ratio: f64,
}

/// Runs the rounds.
pub(crate) fn measure(
    plan: Plan,
    mut contenders: Vec<(&'static str, Contender<'_>)>,
) -> Vec<Timing> {
    let repeats: Vec<usize> = contenders.iter_mut().map(|(_, one)| one.repeats(plan)).collect();
    let mut times = vec![Vec::with_capacity(plan.rounds); contenders.len()];
    for round in 0..plan.rounds {
        // The order changes, so that no contender always runs after the same one.
        for turn in 0..contenders.len() {
            let at = (round + turn) % contenders.len();
            let began = Instant::now();
            for _ in 0..repeats[at] {
                black_box((contenders[at].1.run)());
            }
            let units = (repeats[at] * contenders[at].1.units) as f64;
            times[at].push(began.elapsed().as_nanos() as f64 / units);
        }
    }
    let timing = |((name, _), rounds): (&(&'static str, Contender<'_>), &Vec<f64>)| Timing {
        name,
        nanoseconds: median(rounds.clone()),
        ratio: median(times[0].iter().zip(rounds).map(|(first, time)| first / time).collect()),
    };
    contenders.iter().zip(&times).map(timing).collect()
}

/// The number in the middle; of an even count the mean of both.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let half = numbers.len() / 2;
    f64::midpoint(numbers[half], numbers[(numbers.len() - 1) / 2])
}

/// A task on one set of items.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) task: &'static str,
    pub(crate) input: String,
    /// The number of items that all contenders accept.
    pub(crate) items: usize,
    /// The number of bytes in these items.
    pub(crate) bytes: usize,
    /// The number of items that each contender rejects.
    pub(crate) rejected: Vec<(&'static str, usize)>,
    /// The measurements; the time of the first contender is the dividend of the ratios.
    pub(crate) timings: Vec<Timing>,
}

impl Row {
    /// Returns the row as an object, with times in nanoseconds.
    pub(crate) fn json(&self) -> Value {
        let timing = |timing: &Timing| json!({ "name": timing.name, "nanoseconds": timing.nanoseconds, "ratio": timing.ratio });
        let rejected = self.rejected.iter().map(|(name, count)| ((*name).to_owned(), json!(count)));
        json!({
            "schema": 1, "task": self.task, "input": self.input, "items": self.items, "bytes": self.bytes,
            "refused": rejected.collect::<serde_json::Map<_, _>>(),
            "contenders": self.timings.iter().map(timing).collect::<Vec<_>>(),
        })
    }
}

/// A string, or two: a base and a reference, or two URIs.
pub(crate) trait Item: Copy {
    fn bytes(self) -> usize;
}

impl Item for &str {
    fn bytes(self) -> usize {
        self.len()
    }
}

impl Item for (&str, &str) {
    fn bytes(self) -> usize {
        self.0.len() + self.1.len()
    }
}

/// Measures a row on the items that all entries accept; `None` without such an item.
pub(crate) fn row<'t, T: Item>(
    (task, plan): (&'static str, Plan),
    input: &str,
    items: impl IntoIterator<Item = T>,
    entries: &[Entry<'t, T>],
) -> Option<Row> {
    let mut rejected: Vec<_> = entries.iter().map(|entry| (entry.name, 0)).collect();
    let mut is_accepted = |item: &T| {
        let before: usize = rejected.iter().map(|(_, count)| count).sum();
        for (entry, (_, count)) in entries.iter().zip(&mut rejected) {
            *count += usize::from(!(entry.accepts)(*item));
        }
        before == rejected.iter().map(|(_, count)| count).sum::<usize>()
    };
    let items: Vec<T> = items.into_iter().filter(|item| is_accepted(item)).collect();
    rejected.retain(|(_, count)| *count > 0);
    if items.is_empty() {
        return None;
    }
    let (count, bytes) = (items.len(), items.iter().map(|item| item.bytes()).sum());
    // With many items, entering the loop does not count.
    let items = items.repeat(256_usize.div_ceil(count));
    let contenders = entries.iter().map(|entry| (entry.name, (entry.contender)(&items)));
    let timings = measure(plan, contenders.collect());
    Some(Row { task, input: input.to_owned(), items: count, bytes, rejected, timings })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(vec![3.0, 1.0, 100.0]), 3.0);
        assert_eq!(median(vec![4.0, 1.0, 100.0, 2.0]), 3.0);
    }

    #[test]
    fn a_row_has_the_items_that_all_accept() {
        let plan = Plan { rounds: 3, turn: Duration::from_micros(50) };
        let entries = [
            Entry::each("even", |text: &str| text.len().is_multiple_of(2), str::len),
            Entry::each("small", |text: &str| text.len() < 5, str::len),
        ];
        let row = row(("task", plan), "texts", ["a", "aa", "aaa", "aaaa", "aaaaaa"], &entries);
        let row = row.unwrap();
        assert_eq!((row.items, row.bytes), (2, 6));
        assert_eq!(row.rejected, [("even", 2), ("small", 1)]);
        assert_eq!((row.timings[0].ratio, row.timings[1].name), (1.0, "small"));
        assert!(row.timings.iter().all(|timing| timing.nanoseconds > 0.0 && timing.ratio > 0.0));
    }
}

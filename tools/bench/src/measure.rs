//! Rounds: in each, all contenders run on the same strings. A row keeps the medians of their times, and of the ratios of
//! the first contender's time to each other's, round by round.
//!
//! The ratio of two medians is not the median of the ratios. On a machine that slows down for a while both contenders of
//! a round are slow, and only their ratio stays.

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How many rounds to run, and how long each turn takes.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    /// How many rounds, each of which runs every contender once.
    pub(crate) rounds: usize,
    /// What a contender's turn should take at least: a small input set is repeated until it does.
    pub(crate) turn: Duration,
}

/// Someone who does the task once over a whole input set.
pub(crate) struct Contender<'a> {
    /// What the time is divided by: strings, or bytes where the task is about those.
    pub(crate) units: usize,
    run: Box<dyn FnMut() -> usize + 'a>,
}

impl<'a> Contender<'a> {
    /// Someone who does the task for each of the items, and makes of it a number that depends on
    /// the work.
    pub(crate) fn each<T: 'a>(items: Vec<T>, mut work: impl FnMut(&T) -> usize + 'a) -> Self {
        let units = items.len();
        let run = move || {
            let add = |sum: usize, item| sum.wrapping_add(black_box(work(black_box(item))));
            items.iter().fold(0, add)
        };
        Self { units, run: Box::new(run) }
    }

    /// Warms the contender up, and finds out how often it must run.
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

/// What was measured of a contender.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Timing {
    pub(crate) name: String,
    /// Nanoseconds for each unit, the median.
    pub(crate) nanoseconds: f64,
    /// The first contender's time over this one's, the median; 1 for the first.
    pub(crate) ratio: f64,
}

/// Runs the rounds of contenders, each with the name of its column.
pub(crate) fn measure(plan: Plan, mut contenders: Vec<(&str, Contender<'_>)>) -> Vec<Timing> {
    let repeats: Vec<usize> = contenders.iter_mut().map(|(_, one)| one.repeats(plan)).collect();
    let mut times = vec![Vec::with_capacity(plan.rounds); contenders.len()];
    for round in 0..plan.rounds {
        // Nobody always comes after the same one.
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
    let timing = |((name, _), own): (&(&str, Contender<'_>), &Vec<f64>)| Timing {
        name: (*name).to_owned(),
        nanoseconds: median(own.clone()),
        ratio: median(times[0].iter().zip(own).map(|(first, own)| first / own).collect()),
    };
    contenders.iter().zip(&times).map(timing).collect()
}

/// The number in the middle; of an even count the mean of both.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let half = numbers.len() / 2;
    if numbers.len() % 2 == 1 {
        numbers[half]
    } else {
        f64::midpoint(numbers[half - 1], numbers[half])
    }
}

/// One input set of a task.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    pub(crate) task: &'static str,
    pub(crate) input: String,
    /// How many strings of the set all contenders accept.
    pub(crate) items: usize,
    /// How many bytes these strings have.
    pub(crate) bytes: usize,
    /// How many strings of the set each contender rejects.
    pub(crate) refused: Vec<(&'static str, usize)>,
    /// What was measured; the first is the one whose time the ratios divide.
    pub(crate) timings: Vec<Timing>,
}

impl Row {
    /// The fastest of the others.
    pub(crate) fn fastest(&self) -> Option<&Timing> {
        let others = self.timings.iter().skip(1);
        others.max_by(|one, other| one.ratio.total_cmp(&other.ratio))
    }

    /// The row as an object; times in nanoseconds.
    pub(crate) fn json(&self) -> Value {
        let timing = |timing: &Timing| json!({ "name": timing.name, "nanoseconds": timing.nanoseconds, "ratio": timing.ratio });
        let refused = self.refused.iter().map(|(name, count)| ((*name).to_owned(), json!(count)));
        json!({
            "schema": 1, "task": self.task, "input": self.input, "items": self.items, "bytes": self.bytes,
            "refused": refused.collect::<serde_json::Map<_, _>>(),
            "contenders": self.timings.iter().map(timing).collect::<Vec<_>>(),
        })
    }
}

/// What is worked on: a string, or a base and a reference, or two URIs.
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

/// A contender's name, and whether it can work on an item.
pub(crate) type Able<T> = (&'static str, fn(T) -> bool);

/// A contender's name, and what it does on items.
pub(crate) type Doing<'t, T> = (&'static str, fn(&[T]) -> Contender<'t>);

/// The items that all can work on, and how many each cannot.
pub(crate) fn agreed<T: Item>(
    items: impl IntoIterator<Item = T>,
    able: &[(&'static str, impl Fn(T) -> bool)],
) -> (Vec<T>, Vec<(&'static str, usize)>) {
    let mut refused: Vec<_> = able.iter().map(|(name, _)| (*name, 0)).collect();
    let mut keep = |item: &T| {
        let mut all = true;
        for ((_, able), (_, refused)) in able.iter().zip(&mut refused) {
            let able = able(*item);
            *refused += usize::from(!able);
            all &= able;
        }
        all
    };
    let kept = items.into_iter().filter(|item| keep(item)).collect();
    refused.retain(|(_, count)| *count > 0);
    (kept, refused)
}

/// Measures one row of a task; none if there is nothing to measure on.
pub(crate) fn row<'t, T: Item>(
    (task, plan): (&'static str, Plan),
    input: &str,
    (items, refused): (Vec<T>, Vec<(&'static str, usize)>),
    contenders: impl FnOnce(&[T]) -> Vec<(&'static str, Contender<'t>)>,
) -> Option<Row> {
    if items.is_empty() {
        return None;
    }
    let (count, bytes) = (items.len(), items.iter().map(|item| item.bytes()).sum());
    // So many that entering the loop is no part of the time.
    let items = items.repeat(256_usize.div_ceil(count));
    let timings = measure(plan, contenders(&items));
    Some(Row { task, input: input.to_owned(), items: count, bytes, refused, timings })
}

/// The row of all who do it.
pub(crate) fn row_of<'t, T: Item>(
    of: (&'static str, Plan),
    input: &str,
    agreed: (Vec<T>, Vec<(&'static str, usize)>),
    doing: &[Doing<'t, T>],
) -> Option<Row> {
    row(of, input, agreed, |items| doing.iter().map(|(name, run)| (*name, run(items))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(vec![3.0, 1.0, 100.0]), 3.0);
        assert_eq!(median(vec![4.0, 1.0, 100.0, 2.0]), 3.0);
        assert_eq!(median(vec![7.0]), 7.0);
    }

    #[test]
    fn everyone_runs_and_the_first_is_the_measure() {
        let plan = Plan { rounds: 3, turn: Duration::from_micros(50) };
        let mut ran = [0, 0];
        let contenders = ran.iter_mut().zip(["one", "two"]).map(|(counter, name)| {
            let count = move |item: &usize| {
                *counter += 1;
                *item
            };
            (name, Contender::each(vec![2, 3], count))
        });
        let timings = measure(plan, contenders.collect());
        assert_eq!(timings[0].ratio, 1.0);
        assert_eq!(timings[1].name, "two");
        assert!(timings.iter().all(|timing| timing.nanoseconds > 0.0 && timing.ratio > 0.0));
        // Once to warm up and once in each round, over both items.
        assert!(ran.iter().all(|&ran| ran >= 8), "{ran:?}");
    }

    #[test]
    fn agreed_counts_who_refuses() {
        let able: [Able<&str>; 3] =
            [("even", |n| n.len() % 2 == 0), ("small", |n| n.len() < 5), ("any", |_| true)];
        let (kept, refused) = agreed(["a", "aa", "aaa", "aaaa", "aaaaaa"], &able);
        assert_eq!(kept, ["aa", "aaaa"]);
        assert_eq!(refused, [("even", 2), ("small", 1)]);
    }
}

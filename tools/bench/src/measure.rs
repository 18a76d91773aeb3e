//! Rounds: in each, all contenders run on the same strings.
//!
//! In: contenders, each of which runs once over a whole input set. Out: for each the median of its
//! times, and of the ratios of the first contender's time to its own, round by round. What is
//! forgotten is the order of the rounds.
//!
//! The surprising case: the ratio of two medians is not the median of the ratios. On a machine that
//! slows down for a while both contenders of a round are slow, and only their ratio stays.

use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How many rounds to run, and how long each turn takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many rounds, each of which runs every contender once.
    pub rounds: usize,
    /// What a contender's turn should take at least: a small input set is repeated until it does.
    pub turn: Duration,
}

/// Someone who does the task, under the name of its column.
pub struct Contender<'a> {
    name: String,
    /// What the time is divided by: strings, or bytes where the task is about those.
    units: usize,
    run: Box<dyn FnMut() -> usize + 'a>,
}

impl fmt::Debug for Contender<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Contender({:?})", self.name)
    }
}

impl<'a> Contender<'a> {
    /// Someone who does the task for each of the items, and makes of it a number that depends on
    /// the work.
    pub fn each<T: 'a>(
        name: impl Into<String>,
        items: Vec<T>,
        mut work: impl FnMut(&T) -> usize + 'a,
    ) -> Self {
        let units = items.len();
        let run = move || {
            let add = |sum: usize, item| sum.wrapping_add(black_box(work(black_box(item))));
            items.iter().fold(0, add)
        };
        Self { name: name.into(), units, run: Box::new(run) }
    }

    /// Gives the contender another name.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The same contender, with its time divided by so many units.
    #[must_use]
    pub fn per(mut self, units: usize) -> Self {
        self.units = units;
        self
    }
}

/// What was measured of a contender.
#[derive(Clone, Debug, PartialEq)]
pub struct Timing {
    /// The name of the contender.
    pub name: String,
    /// Nanoseconds for each unit, the median.
    pub nanoseconds: f64,
    /// The first contender's time over this one's, the median; 1 for the first.
    pub ratio: f64,
}

/// Runs the rounds.
///
/// # Panics
///
/// Without contenders, rounds or units.
#[must_use]
pub fn measure(plan: Plan, contenders: &mut [Contender<'_>]) -> Vec<Timing> {
    let repeats: Vec<usize> = contenders.iter_mut().map(|one| repeats(plan, one)).collect();
    let mut times = vec![Vec::with_capacity(plan.rounds); contenders.len()];
    for round in 0..plan.rounds {
        // Nobody always comes after the same one.
        for turn in 0..contenders.len() {
            let at = (round + turn) % contenders.len();
            let began = Instant::now();
            for _ in 0..repeats[at] {
                black_box((contenders[at].run)());
            }
            let units = (repeats[at] * contenders[at].units) as f64;
            times[at].push(began.elapsed().as_nanos() as f64 / units);
        }
    }
    let timing = |(one, own): (&Contender<'_>, &Vec<f64>)| Timing {
        name: one.name.clone(),
        nanoseconds: median(own.clone()),
        ratio: median(times[0].iter().zip(own).map(|(first, own)| first / own).collect()),
    };
    contenders.iter().zip(&times).map(timing).collect()
}

/// Warms the contender up, and finds out how often it must run.
fn repeats(plan: Plan, contender: &mut Contender<'_>) -> usize {
    let (mut runs, began) = (0, Instant::now());
    while runs == 0 || began.elapsed() < plan.turn / 2 {
        black_box((contender.run)());
        runs += 1;
    }
    let one = began.elapsed().as_secs_f64() / f64::from(runs);
    (plan.turn.as_secs_f64() / one).ceil().max(1.0) as usize
}

/// The number in the middle; of an even count the mean of both.
///
/// # Panics
///
/// If there are no numbers.
#[must_use]
pub fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let half = numbers.len() / 2;
    if numbers.len() % 2 == 1 {
        numbers[half]
    } else {
        f64::midpoint(numbers[half - 1], numbers[half])
    }
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
        let [one, two] = &mut ran;
        let count = |name, ran| {
            let counter: &mut usize = ran;
            Contender::each(name, vec![2, 3], move |item| {
                *counter += 1;
                *item
            })
        };
        let timings = measure(plan, &mut [count("one", one), count("two", two)]);
        assert_eq!(timings[0].ratio, 1.0);
        assert_eq!(timings[1].name, "two");
        assert!(timings.iter().all(|timing| timing.nanoseconds > 0.0 && timing.ratio > 0.0));
        // Once to warm up and once in each round, over both items.
        assert!(ran.iter().all(|&ran| ran >= 8), "{ran:?}");
    }
}

//! A task, and the rows that its measurement gives.
//!
//! In: items, who can work on which of them, and a plan. Out: a [`Row`]. A row keeps only the items
//! that all of its contenders can work on, and says who refuses how many.

use serde_json::{Value, json};

use crate::inputs::Inputs;
use crate::measure::{Contender, Plan, Timing, measure};

/// Something to do, on several input sets.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The name of the task for `--task`.
    pub name: &'static str,
    /// The title of the task in the table.
    pub title: &'static str,
    /// The unit that a time is given for.
    pub unit: &'static str,
    /// A note on the contenders, to be read before the ratios.
    pub note: &'static str,
    /// Measures the task.
    pub run: fn(&Inputs, Plan) -> Vec<Row>,
}

/// One input set of a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The task's name.
    pub task: &'static str,
    /// The input set's name.
    pub input: String,
    /// How many strings of the set all contenders accept.
    pub items: usize,
    /// How many bytes these strings have.
    pub bytes: usize,
    /// How many strings of the set each contender rejects.
    pub refused: Vec<(&'static str, usize)>,
    /// What was measured; the first is the one whose time the ratios divide.
    pub timings: Vec<Timing>,
}

impl Row {
    /// The first contender's time divided by that of the named one.
    #[must_use]
    pub fn ratio(&self, name: &str) -> Option<f64> {
        self.timings.iter().find(|timing| timing.name == name).map(|timing| timing.ratio)
    }

    /// The fastest of the others.
    #[must_use]
    pub fn fastest(&self) -> Option<&Timing> {
        let others = self.timings.iter().skip(1);
        others.max_by(|one, other| one.ratio.total_cmp(&other.ratio))
    }

    /// The row as an object; times in nanoseconds.
    #[must_use]
    pub fn json(&self) -> Value {
        let timing = |timing: &Timing| json!({ "name": timing.name, "nanoseconds": timing.nanoseconds, "ratio": timing.ratio });
        let refused = self.refused.iter().map(|(name, count)| ((*name).to_owned(), json!(count)));
        json!({
            "schema": 1,
            "task": self.task,
            "input": self.input,
            "items": self.items,
            "bytes": self.bytes,
            "refused": refused.collect::<serde_json::Map<_, _>>(),
            "contenders": self.timings.iter().map(timing).collect::<Vec<_>>(),
        })
    }
}

/// A contender's name, and whether it can work on an item.
pub(crate) type Able<T> = (&'static str, fn(T) -> bool);

/// The items that all can work on, and how many each cannot.
pub(crate) fn agreed<T: Copy>(
    items: impl IntoIterator<Item = T>,
    able: &[Able<T>],
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

/// Measures one row; none if there is nothing to measure on.
pub(crate) fn row<'t, T: Copy>(
    (task, input, plan): (&'static str, &str, Plan),
    (items, refused): (Vec<T>, Vec<(&'static str, usize)>),
    length: impl Fn(T) -> usize,
    contenders: impl FnOnce(&[T]) -> Vec<Contender<'t>>,
) -> Option<Row> {
    if items.is_empty() {
        return None;
    }
    let (count, bytes) = (items.len(), items.iter().map(|item| length(*item)).sum());
    // So many that entering the loop is no part of the time.
    let items = items.repeat(256_usize.div_ceil(count));
    let timings = measure(plan, &mut contenders(&items));
    Some(Row { task, input: input.to_owned(), items: count, bytes, refused, timings })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A row of two contenders.
    pub(crate) fn a_row() -> Row {
        let timing =
            |name: &str, nanoseconds, ratio| Timing { name: name.to_owned(), nanoseconds, ratio };
        Row {
            task: "parse",
            input: "web".to_owned(),
            items: 2,
            bytes: 93,
            refused: vec![("oxiri", 3)],
            timings: vec![timing("urispec", 61.5, 1.0), timing("oxiri", 82.04, 0.7496)],
        }
    }

    #[test]
    fn json_keeps_every_digit() {
        let json = a_row().json();
        assert_eq!(json["schema"], 1);
        assert_eq!(json["refused"]["oxiri"], 3);
        assert_eq!(json["contenders"][1]["ratio"], 0.7496);
    }

    #[test]
    fn agreed_counts_who_refuses() {
        let able: [Able<u32>; 3] =
            [("even", |n| n % 2 == 0), ("small", |n| n < 5), ("any", |_| true)];
        let (kept, refused) = agreed([1, 2, 3, 4, 6], &able);
        assert_eq!(kept, [2, 4]);
        assert_eq!(refused, [("even", 2), ("small", 1)]);
    }
}

//! The tasks, and who does which of them.
//!
//! In: the input sets and a plan. Out: rows, one for each input set of a task. Parsed inputs are
//! parsed before the clock starts.

use crate::inputs::Inputs;
use crate::measure::{Contender, Plan, measure};
use crate::table::Row;

mod compare;
mod editions;
mod normalize;
mod parse;
mod reject;
mod resolve;
mod scaling;
mod tree;

/// Something to do, on several input sets.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// What `--task` calls it.
    pub name: &'static str,
    /// What the table calls it.
    pub title: &'static str,
    /// What a time is for.
    pub unit: &'static str,
    /// What to know of the contenders before reading the ratios.
    pub note: &'static str,
    /// Measures.
    pub run: fn(&Inputs, Plan) -> Vec<Row>,
}

/// All of them, in the order in which they are printed.
pub const ALL: [Task; 11] = [
    parse::PARSE,
    parse::VALIDATE,
    reject::REJECT,
    reject::OFFSET,
    resolve::RESOLVE,
    resolve::RESOLVE_INTO,
    normalize::NORMALIZE,
    compare::COMPARE,
    editions::EDITIONS,
    tree::TREE,
    scaling::SCALING,
];

/// By name, whether an item is one that a contender can work on.
type Able<T> = (&'static str, fn(T) -> bool);

/// The items that all can work on, and how many each cannot.
fn agreed<T: Copy>(
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
fn row<'t, T: Copy>(
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
mod tests {
    use super::*;

    /// All but the long strings: a measurement of nothing, to see who takes part.
    #[test]
    fn every_task_measures_and_every_target_has_its_row() {
        let inputs = Inputs::load(30).unwrap();
        let plan = Plan { rounds: 1, turn: std::time::Duration::ZERO };
        let tasks = ALL.iter().filter(|task| task.name != scaling::SCALING.name);
        let rows: Vec<Row> = tasks.flat_map(|task| (task.run)(&inputs, plan)).collect();
        for row in &rows {
            let first = if row.task == tree::TREE.name { "tree" } else { "urispec" };
            assert_eq!(row.timings[0].name, first, "{row:?}");
            assert!(row.timings.len() > 1 && row.items > 0, "{row:?}");
        }
        let verdicts = crate::targets::verdicts(&rows);
        assert_eq!(verdicts.len(), crate::targets::ALL.len() - 1, "{verdicts:?}");
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

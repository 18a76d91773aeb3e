//! The tasks, and the libraries that do each of them.
//!
//! In: the input sets and a plan. Out: rows, one for each input set of a task. Parsed inputs are
//! parsed before the clock starts. No task imports another, nor this list of them.

use crate::row::Task;

mod compare;
mod editions;
mod iris;
mod normalize;
mod parse;
mod percent;
mod reject;
mod resolve;
mod scaling;
mod tree;

/// All tasks, in the order in which they are printed.
pub const ALL: [Task; 17] = [
    parse::PARSE,
    parse::PARSE_OWNED,
    parse::SEVEN,
    parse::VALIDATE,
    iris::IRIS,
    reject::REJECT,
    reject::OFFSET,
    reject::EXPLAIN,
    resolve::RESOLVE,
    resolve::RESOLVE_INTO,
    resolve::PARSE_RESOLVE,
    normalize::NORMALIZE,
    compare::COMPARE,
    percent::PERCENT,
    editions::EDITIONS,
    tree::TREE,
    scaling::SCALING,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::Inputs;
    use crate::measure::Plan;
    use crate::row::Row;
    use crate::targets;

    /// All but the long strings: a measurement of nothing, to see who takes part.
    #[test]
    fn every_task_measures_and_every_target_has_its_row() {
        let inputs = Inputs::load(30).unwrap();
        let plan = Plan { rounds: 1, turn: std::time::Duration::ZERO };
        let tasks = ALL.iter().filter(|task| task.name != scaling::SCALING.name);
        let rows: Vec<Row> = tasks.flat_map(|task| (task.run)(&inputs, plan)).collect();
        for row in &rows {
            let first = match row.task {
                task if task == tree::TREE.name => "tree",
                task if task == reject::EXPLAIN.name => "explain",
                _ => "urispec",
            };
            assert_eq!(row.timings[0].name, first, "{row:?}");
            assert!(row.timings.len() > 1 && row.items > 0, "{row:?}");
        }
        let verdicts = targets::verdicts(&rows);
        assert_eq!(verdicts.len(), targets::ALL.len() - 1, "{verdicts:?}");
    }

    #[test]
    fn every_target_is_of_a_task() {
        for target in targets::ALL {
            assert!(ALL.iter().any(|task| task.name == target.task), "{target:?}");
        }
    }
}

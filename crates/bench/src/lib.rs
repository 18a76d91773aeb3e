//! urispec and its peers, measured side by side on the same strings.
//!
//! In: corpora of real strings where they are at hand, and generated ones. Out: a table of ratios,
//! our time over theirs, and whether the targets are reached. What is forgotten is the absolute
//! time: it is printed, but a ratio of the same round holds on the next machine, and it does not.
//!
//! 1. [`inputs`]: the strings.
//! 2. [`peers`]: what each library is asked, in one shape for all of them.
//! 3. [`automaton`]: the floor under the validity of the other editions.
//! 4. [`tasks`]: who does what on which strings.
//! 5. [`measure`]: the rounds.
//! 6. [`row`]: a task, and what came of it; [`table`] shows that as text, and [`targets`] reads the
//!    verdicts off it.
//!
//! The surprising case: a library that refuses a string has not been slow on it. A row keeps only
//! the strings that all of its contenders take, and says how many that left.

pub mod automaton;
pub mod inputs;
pub mod measure;
pub mod peers;
pub mod row;
pub mod table;
pub mod targets;
pub mod tasks;

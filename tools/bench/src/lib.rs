//! urispec and its peers, measured side by side on the same strings.
//!
//! In: corpora of real strings, if they are at hand, and generated strings. Out: a table of ratios (the
//! time of urispec divided by that of a peer), and whether the targets are reached. What is forgotten is
//! the absolute time: it is printed, but only the ratios are also true on another machine.
//!
//! 1. [`inputs`]: the strings.
//! 2. [`peers`]: what each library is asked, in one shape for all of them.
//! 3. [`automaton`]: the least that validating by the other editions can cost.
//! 4. [`tasks`]: which library does what on which strings.
//! 5. [`measure`]: the rounds.
//! 6. [`row`]: a task and its results; [`table`] shows them as text, and [`targets`] says which targets
//!    they reach.
//!
//! The surprising case: a library that rejects a string seems fast on it. So a row keeps only the strings
//! that all of its contenders accept, and says how many these are.

pub mod automaton;
pub mod inputs;
pub mod measure;
pub mod peers;
pub mod row;
pub mod table;
pub mod targets;
pub mod tasks;

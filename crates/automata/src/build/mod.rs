//! Building automata: sets of bytes, formulas, exploration, minimization, the product of two.

mod bytes;
mod bdd;
mod deadline;
mod dfa;
mod memo;

pub use bdd::{Bdd, Bdds, Derivative, Letters, branches, constant, only};
pub use bytes::{Attack, ByteSet, Classes, readable_order};
pub use deadline::{Deadline, Held};
pub use dfa::{
    Borders, Dfa, Difference, Distances, Explorer, GaveUp, Members, PartialDfa, ProductSearch,
    Spent, TooLarge, Wanted, difference,
};
pub use memo::Memo;

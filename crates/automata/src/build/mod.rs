//! Building automata: sets of bytes, formulas, exploration, minimization, products.

mod bytes;
mod bdd;
mod deadline;
mod dfa;
mod memo;

pub use bdd::{Bdd, Bdds, Derivative, Letters, branches, constant, only};
pub use bytes::{ByteSet, Classes, PumpWitness, readable_order};
pub use deadline::{Deadline, Held};
pub use dfa::{
    ClassBoundaries, Dfa, Difference, Distances, Explorer, GaveUp, Members, PartialDfa,
    ProductSearch, Spent, TooLarge, Wanted, difference,
};
pub use memo::Memo;

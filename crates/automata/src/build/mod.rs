//! What automata are built of and by: sets of bytes, formulas, exploration, minimization, the product of two.
//!
//! In: states of any kind, and a function from a state to those after each class of bytes. Out: a [`Dfa`], its
//! minimal form, and the shortest string that only one of two has. A crate that reads a language by its own notation
//! makes states of it, and shares all that comes after with the others.

mod attack;
mod bdd;
mod bytes;
mod deadline;
mod dfa;
mod letters;
mod memo;

pub use attack::Attack;
pub use bdd::{Bdd, Bdds};
pub use bytes::{ByteSet, Classes, readable_order};
pub use deadline::{Deadline, Held};
pub use dfa::{
    Borders, Dfa, Difference, Distances, Explorer, GaveUp, Members, PartialDfa, ProductSearch,
    Spent, TooLarge, Wanted, difference,
};
pub use letters::{Derivative, Letters, branches, constant, only};
pub use memo::Memo;

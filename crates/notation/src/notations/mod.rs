//! Reads printed grammars, in the notations that documents use. A production that cannot be used as printed is no
//! error of the file.

mod cause;
mod characters;
mod cut;
mod ebnf;
pub(crate) mod grammar;
mod lines;
mod read;
mod rfc1630;
mod term;

pub use cause::glued_numbers;
pub use characters::Characters;
#[cfg(feature = "documents")]
pub(crate) use ebnf::{number_at, without_comments};
pub(crate) use grammar::Scope;
pub use grammar::{
    GrammarText, Notation, Note, NoteKind, Origin, Printed, PrintedProduction, ReadError,
    Unreadable, is_defined_twice,
};
pub(crate) use read::Reader;
pub use term::{Alternative, Term};

#[cfg(test)]
mod ebnf_tests;

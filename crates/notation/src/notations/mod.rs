//! Reads printed grammars, in the notations that documents use. A file is accepted even if some of its productions
//! cannot be used as printed.

mod split;
mod characters;
mod ebnf;
pub(crate) mod grammar;
mod lines;
mod read;

pub use characters::Characters;
#[cfg(feature = "documents")]
pub(crate) use ebnf::{number_at, without_comments};
pub(crate) use grammar::Scope;
pub use grammar::{
    Alternative, GrammarText, Notation, Note, NoteKind, Origin, Printed, PrintedProduction,
    ReadError, Term, Unreadable, is_defined_twice,
};
pub(crate) use read::Reader;
pub use split::glued_numbers;

#[cfg(test)]
mod ebnf_tests;

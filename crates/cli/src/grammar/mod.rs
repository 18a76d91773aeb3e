//! Grammars of the user: the arguments that name their files, and how the files are read.
//!
//! In: arguments. Out: one grammar in place of an edition ([`given`]), or beside another one ([`side`]), or a printed grammar beside the pest
//! grammar that transcribes it ([`own`]). Both open a printed grammar as [`file`] does, with what stands
//! [`beside`] it; what a file holds is a [`kind`].

pub(crate) mod own;
pub(crate) mod file;
mod given;

pub(crate) use given::{
    Decided, GrammarArgs, Language, ProductionArgs, ReadingArgs, Rejected, record,
};

//! What the documents print: productions, sections, sentences.

mod errata;
mod hosts;
mod predecessors;
pub(crate) mod productions;
mod quotations;
mod requirements;
mod sections;

//! Pictures: of a string, of a production as a railroad diagram, and of its minimal automaton.

pub mod automaton;
pub mod railroad;
pub mod railroad_text;
pub mod uri;

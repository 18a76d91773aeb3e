//! The results of urispec as JSON and as pictures, for both the program and the web page, so that their results agree.

pub mod fault;
pub mod parse;
pub mod record;

#[cfg(feature = "whole")]
pub mod audit;
#[cfg(feature = "whole")]
pub mod editions;
#[cfg(feature = "whole")]
pub mod history;
#[cfg(feature = "languages")]
pub mod language;
#[cfg(feature = "whole")]
/// Pictures: of a string, of a production as a railroad diagram, and of its minimal automaton.
pub mod picture {
    pub mod automaton;
    pub mod railroad;
    pub mod railroad_text;
    pub mod uri;
}
#[cfg(feature = "whole")]
pub mod productions;
#[cfg(feature = "whole")]
pub mod strings;
#[cfg(feature = "whole")]
pub mod template;

pub use fault::Fault;
pub use record::Record;

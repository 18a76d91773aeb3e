//! What urispec says, as JSON and as pictures: for the program, which prints both, and for the page,
//! which shows them. Since both ask here, they cannot say different things.

pub mod fault;
pub mod parse;
pub mod record;

#[cfg(feature = "whole")]
pub mod audit;
#[cfg(feature = "whole")]
pub mod editions;
#[cfg(feature = "whole")]
pub mod history;
#[cfg(feature = "whole")]
pub mod picture;
#[cfg(feature = "whole")]
pub mod productions;
#[cfg(feature = "whole")]
pub mod strings;
#[cfg(feature = "whole")]
pub mod template;

pub use fault::Fault;
pub use record::Record;

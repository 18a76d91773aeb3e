//! The results of urispec as JSON and as pictures, for both the program and the page, so that their results agree.

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

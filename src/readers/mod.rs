//! What readers make of a string: parsers that are not ours, and ours beside them.
//!
//! In: the answers of readers about one string. Out: [`Told`], each reader's answer in one form, to be
//! compared. What is forgotten is what a reader knows and no form asks for: its types, its warnings.
//!
//! The surprising case: not to tell is not to say that there is none. A reader that knows no userinfo
//! tells nothing of `//u@h`, and a reader that finds none says so ([`Tell`]).

mod component;
mod told;

pub use component::Component;
pub use told::{Tell, Told};

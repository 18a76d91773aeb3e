//! urispec for JavaScript: RFC 3986 alone, for the entry `urispec` of the npm package.
//!
//! In: one or two texts, one after the other, in a room that JavaScript writes to. Out: a [`Status`](calls::Status),
//! and beside it numbers, such as where the components lie, or a text. A room, the numbers and the text belong to a
//! [`Desk`], of which JavaScript opens one. Nothing else is kept between two calls.
//!
//! The surprising case: the answer to normalizing a reference that is in normal form is
//! [`Status::Same`](calls::Status::Same) and no text, so that JavaScript gives back the string that it has.

mod calls;
pub mod memory;

pub use calls::Status;
pub use memory::Desk;

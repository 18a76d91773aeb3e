//! The JavaScript core of urispec: only RFC 3986, for the entry `urispec` of the npm package.
//!
//! JavaScript writes one or two texts, one after the other, to an input buffer. A call returns a
//! [`Status`](calls::Status), and leaves numbers, such as the positions of the components, or a text. The buffer,
//! the numbers and the text belong to an [`Instance`], of which JavaScript opens one. No other state is kept between
//! calls.
//!
//! For a reference in normal form, normalization returns [`Status::Same`](calls::Status::Same) without a text, and
//! JavaScript returns its own string.

mod calls;
pub mod memory;

pub use calls::Status;
pub use memory::Instance;

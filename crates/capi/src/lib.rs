//! urispec for C.
//!
//! In: strings as C has them, a pointer and a length, which need not end in NUL nor be UTF-8. Out: a
//! [`Status`], and through pointers of the caller the offsets of components, or a text. Nothing is kept
//! between two calls, nothing has to be freed, and any number of threads may call at once.
//!
//! `include/urispec.h` is made of the comments of this crate by `cargo run -p urispec-generate`.
//! [`exports`] is what C calls, [`memory`] all that touches what a pointer points to, and [`calls`] what
//! the calls do, without a pointer.
//!
//! The surprising case: no pointer is needed where the length is 0. An empty `std::string_view` has none,
//! and the empty string is a reference.

pub mod calls;
pub mod exports;
mod memory;
pub mod types;

pub use types::{HostKind, Reference, Rung, Span, Status};

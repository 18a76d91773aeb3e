//! The C interface of urispec.
//!
//! Strings are passed as a pointer and a length; they need not end in NUL or be UTF-8. Every function
//! returns a [`Status`], and writes component offsets or a text through pointers of the caller. No state
//! is kept between calls, nothing has to be freed, and any number of threads may call at once.
//!
//! `cargo run -p urispec-generate` generates `include/urispec.h` from the comments of this crate.
//! [`exports`] defines the C functions, `memory` does all access through pointers, and [`calls`]
//! implements the functions without pointers.
//!
//! A pointer may be NULL if the length is 0: an empty `std::string_view` has a null pointer, and the
//! empty string is a reference.

pub mod calls;
pub mod exports;
mod memory;
pub mod types;

pub use types::{HostKind, Reference, Rung, Span, Status};

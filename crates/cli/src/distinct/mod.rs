//! Strings as the members of sets, at a rung of the ladder.
//!
//! In: blocks of lines. Out: for each line its key, which two strings have in common if they are
//! equivalent at the rung ([`key`]); and whether a key was there before ([`set`]). The threads make the
//! keys, and one after the other they go into the set.

pub(crate) mod key;
pub(crate) mod set;

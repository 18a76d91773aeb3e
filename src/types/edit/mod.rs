//! Changing references.
//!
//! In: a reference, and component texts, or data to be encoded into them. Out: the changed
//! reference, or why the change is impossible. After an error the reference is as it was. All other
//! components stay as they are, octet for octet.
//!
//! Most changes replace a piece of the string in place and move the offsets of what follows; nothing
//! is parsed again. A change at the end of the string takes time only for what it adds or removes.
//!
//! Owned references change in place: `set_host`, `remove_query`, `push_segment`. A changed copy of any reference is
//! made by [`to_builder`](crate::UriRef::to_builder).
//!
//! The surprising case: removing can be refused. `a:b:c` without its scheme would read as a URI with
//! the scheme `b`, and `//h//p` without its authority as one with the host `p` (sections 3.3 and
//! 4.2).

mod set;

mod pairs;
mod segments;
#[cfg(test)]
mod properties;

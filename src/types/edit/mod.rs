//! Methods that change owned references in place, such as `set_host`, `remove_query` and `push_segment`.
//!
//! A change replaces a component, encodes data where the method says so, and leaves all other components as they are,
//! octet for octet; after an error the reference is unchanged. Most changes replace a piece of the string and move the
//! offsets after it; nothing is parsed again. The time for a change at the end of the string depends only on the length
//! of the text that is added or removed. To change a copy of a reference use [`to_builder`](crate::UriRef::to_builder).
//!
//! A surprising case: a removal can fail. `a:b:c` without its scheme would read as a URI with the scheme `b`, and
//! `//h//p` without its authority as a reference with the host `p` (RFC 3986, 3.3 and 4.2).

mod set;

mod pairs;
mod segments;
#[cfg(test)]
mod properties;

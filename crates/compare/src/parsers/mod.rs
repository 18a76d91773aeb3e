//! What readers make of a string, parsers that are not ours and ours beside them, and what differs.
//!
//! In: the answers of readers about one string, each a [`ParserAnswer`]. Out: the [`differences`], each with its
//! [`Weight`] and the groups of readers who say the same. What is forgotten is what a reader knows and
//! no form asks for: its types, its warnings.
//!
//! | aspect | two readers say the same if |
//! |---|---|
//! | `valid` | both accept, or both reject |
//! | `scheme` | letter case apart, the schemes are the same (3.1) |
//! | `userinfo` | users and passwords are the same, divided at the first `:` and decoded; empty is none (3.2.1) |
//! | `host` | letter case and the digits of escapes apart, the names are the same; or the IPv6 addresses; or neither has a host (3.2.2) |
//! | `port` | the numbers are the same, and the default port of the scheme is that of an empty one (3.2.3, 6.2.3) |
//! | `path` | the data are the same, dot segments are removed, and an empty path after an authority is `/` (6.2.2, 6.2.3) |
//! | `query`, `fragment` | the data are the same; empty is undefined |
//! | `target`, `normalized` | all components of the URI are the same |
//!
//! Data are the same if they are when each octet is escaped in one way: escapes of unreserved characters
//! are decoded, and what may not stand there raw is escaped. An escaped delimiter is other data than the
//! delimiter (2.2). Section numbers are those of RFC 3986.
//!
//! The surprising case: not to tell is not to say that there is none. A reader that knows no userinfo
//! tells nothing of `//u@h`, and a reader that finds none says so ([`Tell`]).

mod difference;
mod told;
mod canonical;
#[cfg(test)]
mod tests;

pub use canonical::canonical_host;
pub use difference::{Aspect, Difference, Group, Said, Spelling, Weight, differences};
pub use told::{Component, ParserAnswer, Tell, by_appendix_b, by_rfc3986};

//! Lints that look for signs of attacks, in any string.
//!
//! In: a string, valid or not, since most attacks are no valid reference. Out: [`Finding`]s, at most one
//! for each lint of [`Pack::Security`](super::Pack::Security), each with its places, and in its message
//! which readers take the string for what. Two readers are asked: RFC 3986 by Appendix B, and the URL
//! Standard, which browsers follow. What other readers are known to do is said where a lint is about
//! them: `inet_aton()`, those that decode early or twice, and those that map by NFKC. Nothing is looked
//! up in a network.
//!
//! A finding has no mended string: whether a string is meant so is for its reader to judge, and not to be repaired. A
//! string without findings need not be safe: a name may lead to any address.
//!
//! The URL Standard maps hosts, and reads addresses of IPv4 in them, only under its special schemes; the
//! host of any other scheme is opaque to it. A sentence about the host of `redis://` says so.
//!
//! The surprising case: `http://①②⑦.0.0.1/` leads to the local machine, since the URL Standard maps the digits by
//! NFKC before it looks for an address.
//!
//! ```
//! use urispec_lint::security;
//! let found = security::look(r"http://evil.example\@good.example/");
//! let ids: Vec<_> = found.iter().map(|finding| finding.lint().id()).collect();
//! assert_eq!(ids, ["host-before-at", "at-after-end", "backslash"]);
//! assert_eq!(
//!     found[2].message(),
//!     "\"\\\" is read as \"/\" by some: the URL Standard finds the host evil.example, \
//!      and RFC 3986, Appendix B, finds the host good.example",
//! );
//! assert_eq!(found[2].citations()[0].to_string(), "URL Standard, URL parsing");
//! ```

mod address;
mod characters;
mod escapes;
mod division;
mod subject;
mod schemes;
mod names;
mod selection;

pub(super) use selection::LINTS;
pub use selection::Selection;

use super::Finding;

/// Finds signs of attacks in any string. The findings come in the order of the pack's lints.
///
/// The time is linear in the length of the string. Who needs the findings of some lints only asks a [`Selection`] of
/// them, which is faster.
#[must_use]
pub fn look(text: &str) -> Vec<Finding> {
    Selection::all().look(text)
}

//! The parts of a string as RFC 3986 defines them, independent of any edition: percent-encoding,
//! delimiters, hosts, segments and pairs.

pub(crate) mod host;
#[cfg(any(feature = "unicode", feature = "whatwg"))]
pub(crate) mod idna;
pub(crate) mod split;
pub mod percent;
#[cfg(feature = "purl")]
pub(crate) mod purl;
pub(crate) mod query;
#[cfg(feature = "std")]
pub mod registry;
pub mod schemes;
pub(crate) mod vector;

use core::fmt;

// Counts in messages: one byte, two bytes.

/// A number of items, with the singular and the plural of their name.
pub struct Count(pub usize, pub &'static str, pub &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, one, many) = self;
        write!(f, "{count} {}", if *count == 1 { one } else { many })
    }
}

#[cfg(test)]
mod tests {
    use super::Count;

    #[test]
    fn one_and_more() {
        let slashes = |count| Count(count, "slash", "slashes").to_string();
        assert_eq!([0, 1, 2].map(slashes), ["0 slashes", "1 slash", "2 slashes"]);
    }
}

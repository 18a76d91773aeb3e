//! Counts in messages: one byte, two bytes.

use core::fmt;

/// A number of things, with the name for one thing and the name for several.
pub(crate) struct Count(pub(crate) usize, pub(crate) &'static str, pub(crate) &'static str);

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

//! How many there are of something, in words.

use crate::progress::grouped;

/// A number and its noun, which ends in `s` unless there is one.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{} {noun}{s}", grouped(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural() {
        assert_eq!(counted(0, "state"), "0 states");
        assert_eq!(counted(1, "state"), "1 state");
        assert_eq!(counted(1_234, "state"), "1,234 states");
    }
}

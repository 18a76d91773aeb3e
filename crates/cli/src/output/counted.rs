//! How many there are of something, in words.

/// A number and its noun, which ends in `s` unless there is one.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{} {noun}{s}", grouped(count))
}

/// A number with its digits in groups: `65,781`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
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

    #[test]
    fn digits_are_grouped_from_the_right() {
        let all = [0, 12, 999, 1000, 65_781, 1_000_000].map(grouped);
        assert_eq!(all, ["0", "12", "999", "1,000", "65,781", "1,000,000"]);
    }
}

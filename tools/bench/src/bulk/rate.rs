//! A rate: how many lines and bytes a program reads in a second.

use serde_json::{Value, json};

/// What was measured of a program on a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Rate {
    /// The program, or the command.
    pub name: String,
    /// The list.
    pub list: &'static str,
    /// How many threads it was told to use; None of a program that is not ours.
    pub threads: Option<usize>,
    /// The seconds of a run, the median.
    pub seconds: f64,
    /// The lines of the list.
    pub lines: usize,
    /// The bytes of the list.
    pub bytes: usize,
}

impl Rate {
    /// Millions of bytes a second.
    #[must_use]
    pub fn megabytes(&self) -> f64 {
        self.bytes as f64 / self.seconds / 1e6
    }

    /// Lines a second.
    #[must_use]
    pub fn lines_a_second(&self) -> f64 {
        self.lines as f64 / self.seconds
    }

    /// Microseconds for each line.
    #[must_use]
    pub fn microseconds(&self) -> f64 {
        self.seconds * 1e6 / self.lines as f64
    }

    /// The rate as an object.
    #[must_use]
    pub fn json(&self) -> Value {
        json!({
            "schema": 1, "bulk": self.name, "list": self.list, "threads": self.threads,
            "seconds": self.seconds, "lines": self.lines, "bytes": self.bytes,
            "megabytes_a_second": self.megabytes(), "lines_a_second": self.lines_a_second(),
            "microseconds_a_line": self.microseconds(),
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(crate) fn rate(name: &str, threads: Option<usize>, seconds: f64) -> Rate {
        let name = name.to_owned();
        Rate { name, list: "web", threads, seconds, lines: 500_000, bytes: 30_000_000 }
    }

    #[test]
    fn a_rate_in_three_units() {
        let rate = rate("check", Some(1), 0.25);
        assert_eq!(
            (rate.megabytes(), rate.lines_a_second(), rate.microseconds()),
            (120.0, 2e6, 0.5)
        );
        assert_eq!(rate.json()["microseconds_a_line"], 0.5);
    }
}

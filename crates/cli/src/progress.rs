//! How far a long reading has come, on stderr if that is a terminal.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Lines between two looks at the bar: it costs nothing then, and what is read in the blink of an
/// eye shows none.
const EVERY: u64 = 4096;

pub(crate) struct Progress {
    bar: ProgressBar,
    bytes: u64,
    lines: u64,
}

impl Progress {
    /// The progress through `files`, if anybody watches stderr.
    pub(crate) fn through(files: &[PathBuf]) -> Option<Self> {
        if files.is_empty() || !io::stderr().is_terminal() {
            return None;
        }
        let length = |file: &PathBuf| {
            let data = std::fs::metadata(file).ok().filter(std::fs::Metadata::is_file)?;
            Some(data.len())
        };
        let total: Option<u64> = files.iter().map(length).sum();
        let template = match total {
            Some(_) => "{bar:40} {percent:>3} %  {msg} lines  {bytes_per_sec}  {eta} left",
            None => "{spinner} {bytes}  {msg} lines  {bytes_per_sec}",
        };
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Some(Self { bar, bytes: 0, lines: 0 })
    }

    /// Goes on by so many lines.
    pub(crate) fn advance(&mut self, lines: u64, bytes: u64) {
        let looks = self.lines / EVERY;
        self.lines += lines;
        self.bytes += bytes;
        if self.lines / EVERY > looks {
            self.bar.set_message(grouped(self.lines));
            self.bar.set_position(self.bytes);
        }
    }

    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.lines < EVERY { write() } else { self.bar.suspend(write) }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A number with its digits in groups: `65,781`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_are_grouped_from_the_right() {
        let all = [0, 12, 999, 1000, 65_781, 1_000_000].map(grouped);
        assert_eq!(all, ["0", "12", "999", "1,000", "65,781", "1,000,000"]);
    }
}

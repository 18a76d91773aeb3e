//! Text in columns, text wrapped into lines, and counts in words.

use std::io;

use urispec::{ParseError, Recognizer};
use urispec_compare::suite::Case;
use urispec_views::parse::Components;
use urispec_views::record::Record;

use crate::output::{Outcome, Style};

// Text in columns, and text wrapped into lines.

pub(crate) struct Cell {
    text: String,
    style: Style,
    is_right: bool,
}

impl Cell {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), style: Style::PLAIN, is_right: false }
    }

    pub(crate) fn styled(self, style: Style) -> Self {
        Self { style, ..self }
    }

    pub(crate) fn right_aligned(self) -> Self {
        Self { is_right: true, ..self }
    }

    fn width(&self) -> usize {
        self.text.chars().count()
    }
}

/// Lays out rows as lines. Each column is as wide as its widest cell, two spaces separate columns, and
/// trailing spaces are removed. Columns without any text are left out.
pub(crate) fn lines(rows: &[Vec<Cell>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column| rows.iter().filter_map(|row| row.get(column)).map(Cell::width).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or_default()).collect();
    rows.iter().map(|row| line(row, &widths)).collect()
}

fn line(row: &[Cell], widths: &[usize]) -> String {
    let cells = row.iter().zip(widths).filter(|(_, width)| **width > 0);
    let cells = cells.map(|(Cell { text, style, is_right }, &width)| match is_right {
        true => format!("{style}{text:>width$}{style:#}"),
        false => format!("{style}{text:<width$}{style:#}"),
    });
    cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
}

/// Wraps a text into lines of at most 96 characters.
pub(crate) fn wrapped(text: &str) -> impl Iterator<Item = &str> {
    wrapped_at(96, text)
}

pub(crate) fn wrapped_at(most: usize, text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.char_indices().nth(most).map_or(rest.len(), |(at, _)| at);
        let cut = if end == rest.len() { end } else { rest[..end].rfind(' ').unwrap_or(end) };
        let (line, after) = rest.split_at(cut);
        rest = after.trim_start();
        Some(line)
    })
}

// Counts, in words.

/// Formats a number with its noun, which takes an `s` unless the number is 1.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{} {noun}{s}", grouped(count))
}

/// Formats a number with its digits in groups: `65,781`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

// The numbers of strings of an input with the outcomes yes and no.

/// A count of the strings of an input. The counts for several parts of the input can be added up.
pub(crate) trait Tally: Default + Send + 'static {
    fn add(&mut self, more: Self);
}

/// The tally of a command that counts nothing.
impl Tally for () {
    fn add(&mut self, (): Self) {}
}

impl Tally for u64 {
    fn add(&mut self, more: Self) {
        *self += more;
    }
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    pub(crate) yes: u64,
    pub(crate) no: u64,
}

impl Counts {
    pub(crate) const fn count(&mut self, is_yes: bool) {
        if is_yes { self.yes += 1 } else { self.no += 1 }
    }

    pub(crate) fn outcome(&mut self, outcome: Outcome) {
        self.count(outcome == Outcome::Yes);
    }

    pub(crate) const fn add(&mut self, more: &Self) {
        self.yes += more.yes;
        self.no += more.no;
    }

    pub(crate) const fn all(&self) -> u64 {
        self.yes + self.no
    }

    /// Formats the counts on one line. `done` names the action; `yes` and `no` name the outcomes.
    pub(crate) fn summary(&self, done: &str, [yes, no]: [&str; 2]) -> String {
        let [all, of_yes, of_no] = [self.all(), self.yes, self.no].map(grouped);
        format!("{all} {done}: {of_yes} {yes}, {of_no} {no}")
    }
}

/// Formats a generated string as a record, with its components if the production derives whole references.
pub(crate) fn record(production: Recognizer, Case { input, offset }: &Case) -> io::Result<Record> {
    let edition = production.edition();
    let components = match production.reference(input) {
        _ if offset.is_some() => None,
        Ok(reference) => Some(Components::of(edition, &reference)),
        Err(ParseError::NotWhole(_)) => None,
        Err(error) => return Err(io::Error::other(error)),
    };
    Ok(Record::of(edition)
        .with("rule", production.rule())
        .with("input", input)
        .with("valid", offset.is_none())
        .with("components", components)
        .with("offset", offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cells() {
        let row = |cells: [&str; 4]| {
            let [a, b, c, d] = cells.map(Cell::new);
            vec![a, b, c.right_aligned(), d]
        };
        let rows = [row(["name", "", "n", ""]), row(["é", "", "10", "end"])];
        assert_eq!(lines(&rows), ["name   n", "é     10  end"]);
        assert!(lines(&[]).is_empty());
    }

    #[test]
    fn lines_break_at_blanks() {
        assert_eq!(wrapped_at(8, "one two three").collect::<Vec<_>>(), ["one two", "three"]);
        assert_eq!(wrapped_at(3, "abcdef").collect::<Vec<_>>(), ["abc", "def"]);
    }

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

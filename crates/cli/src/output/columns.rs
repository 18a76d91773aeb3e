//! Text in columns, and text wrapped into lines.

use crate::output::Style;

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
}

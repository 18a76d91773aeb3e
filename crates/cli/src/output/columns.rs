//! Text in columns and in lines.

use crate::output::terminal::{Style, shown};
use crate::output::usage::Outcome;

/// What stands in a column of a row.
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

    /// The cell, aligned to the right of its column, as numbers are.
    pub(crate) fn right_aligned(self) -> Self {
        Self { is_right: true, ..self }
    }

    fn width(&self) -> usize {
        self.text.chars().count()
    }
}

/// The line of each row: every column is as wide as the widest of its cells, two blanks stand between,
/// and none at the end. A column without any text is left out.
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

/// A text in lines of at most 96 characters.
pub(crate) fn wrapped(text: &str) -> impl Iterator<Item = &str> {
    wrapped_at(96, text)
}

/// A text in lines of at most so many characters.
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

// A sheet: what there is to say, in order, for stdout and for stderr.
//
// In: records and messages, in the order in which they are said. Out: runs of text, each for one of
// the two streams. A thread fills a sheet, and the thread that writes takes the sheet when it is its turn.
//
// The surprising case: a record of several lines has a blank line before it only if something stands
// above it, and that is known only where the sheet is written. So the sheet has a mark there.

/// What a run of text is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextKind {
    /// Text for stdout.
    Record,
    /// Text for stdout that is written as it is.
    Verbatim,
    /// Text for stderr.
    Message,
    /// Text for stderr about a line of a file, with its cause. Where such sheets are written, some are left out.
    OfLine(&'static str),
    /// No text: a blank line, if this is not the first record.
    Break,
}

#[derive(Default)]
pub(crate) struct Sheet {
    text: Vec<u8>,
    /// Where each run begins.
    runs: Vec<(usize, TextKind)>,
    /// Whether all text may be written.
    is_shown: bool,
    /// The worst outcome of what is said here.
    pub(crate) worst: Option<Outcome>,
}

impl Sheet {
    pub(crate) fn add(&mut self, kind: TextKind, text: &[u8]) {
        let is_alone = matches!(kind, TextKind::Break | TextKind::OfLine(_));
        if self.runs.last().is_none_or(|(_, last)| *last != kind) || is_alone {
            self.runs.push((self.text.len(), kind));
        }
        self.text.extend_from_slice(text);
        self.is_shown = false;
    }

    pub(crate) const fn len(&self) -> usize {
        self.text.len()
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Keeps the memory, for another sheet.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.runs.clear();
    }

    /// Escapes what would have an effect on a terminal.
    pub(crate) fn show(&mut self) {
        if self.is_shown {
            return;
        }
        self.is_shown = true;
        let is_raw = |(kind, text): &(TextKind, &[u8])| {
            *kind != TextKind::Verbatim && matches!(shown(text), std::borrow::Cow::Owned(_))
        };
        if !self.runs().any(|run| is_raw(&run)) {
            return;
        }
        let (mut text, mut runs) = (Vec::with_capacity(self.text.len()), Vec::new());
        for (kind, run) in self.runs() {
            runs.push((text.len(), kind));
            match kind {
                TextKind::Verbatim => text.extend_from_slice(run),
                _ => text.extend_from_slice(&shown(run)),
            }
        }
        (self.text, self.runs) = (text, runs);
    }

    /// What is said, run by run.
    pub(crate) fn runs(&self) -> impl Iterator<Item = (TextKind, &[u8])> {
        let ends = self.runs.iter().skip(1).map(|(start, _)| *start).chain([self.text.len()]);
        self.runs.iter().zip(ends).map(|(&(start, kind), end)| (kind, &self.text[start..end]))
    }
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

    fn runs(sheet: &Sheet) -> Vec<(&'static str, &str)> {
        let name = |kind| match kind {
            TextKind::Record => "record",
            TextKind::Verbatim => "verbatim",
            TextKind::Message => "message",
            TextKind::OfLine(_) => "of a line",
            TextKind::Break => "break",
        };
        sheet.runs().map(|(kind, text)| (name(kind), str::from_utf8(text).unwrap())).collect()
    }

    #[test]
    fn what_is_said_keeps_its_order() {
        let mut sheet = Sheet::default();
        assert!(sheet.is_empty() && runs(&sheet).is_empty());
        for (kind, text) in [
            (TextKind::Break, ""),
            (TextKind::Record, "a"),
            (TextKind::Record, "\x1b\n"),
            (TextKind::Message, "wrong\n"),
            (TextKind::OfLine("space"), "a b\n"),
            (TextKind::OfLine("space"), "c d\n"),
            (TextKind::Record, "é\n"),
            (TextKind::Break, ""),
            (TextKind::Break, ""),
            (TextKind::Verbatim, "\x1b\t\n"),
        ] {
            sheet.add(kind, text.as_bytes());
        }
        for _ in 0..2 {
            sheet.show();
            assert_eq!(
                runs(&sheet),
                [
                    ("break", ""),
                    ("record", "a\\u{1b}\n"),
                    ("message", "wrong\n"),
                    ("of a line", "a b\n"),
                    ("of a line", "c d\n"),
                    ("record", "é\n"),
                    ("break", ""),
                    ("break", ""),
                    ("verbatim", "\x1b\t\n"),
                ]
            );
        }
        sheet.clear();
        assert!(sheet.is_empty() && runs(&sheet).is_empty());
    }
}

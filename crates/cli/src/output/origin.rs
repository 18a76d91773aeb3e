//! The place of a string: the file, the line and the column, as messages name them.

use std::fmt;
use std::ops::Range;
use std::path::Path;

use memchr::{memchr_iter, memrchr};

use super::whole_file::is_stdin;
use crate::output::{Escaped, Passwords, Quoted, Stream, password};

#[derive(Clone, Copy)]
pub(crate) enum StringOrigin<'a> {
    Argument(&'a [u8], Passwords),
    Line(&'a Path, u64, Passwords),
    /// A cell of a table, in the row that begins at a line.
    Cell(&'a Path, u64, Passwords),
}

impl StringOrigin<'_> {
    pub(crate) fn in_result(self) -> impl fmt::Display {
        fmt::from_fn(move |f| self.show(Stream::Results, f))
    }

    /// Formats a string for the results, after its place. For an argument, formats only the argument.
    pub(crate) fn with_string(self, bytes: &[u8]) -> impl fmt::Display {
        self.with_string_at(None, bytes)
    }

    /// Formats a string for the results, after its place. The place of a line includes `column`.
    pub(crate) fn with_string_at(self, column: Option<usize>, bytes: &[u8]) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            self.show(Stream::Results, f)?;
            if let Self::Line(.., passwords) | Self::Cell(.., passwords) = self {
                if let Some(column) = column {
                    write!(f, ":{column}")?;
                }
                write!(f, ": {}", Quoted(bytes, Stream::Results, passwords))?;
            }
            Ok(())
        })
    }

    /// Returns the column of a byte of the string, counted in characters from 1, or `None` if the string is not a line.
    pub(crate) fn column(self, bytes: &[u8], offset: usize) -> Option<usize> {
        match self {
            Self::Line(_, line, _) => Some(Position::first(line).to(bytes, offset).column),
            Self::Argument(..) | Self::Cell(..) => None,
        }
    }

    pub(crate) const fn passwords(self) -> Passwords {
        match self {
            Self::Argument(_, passwords)
            | Self::Line(.., passwords)
            | Self::Cell(.., passwords) => passwords,
        }
    }

    pub(crate) const fn line(self) -> Option<u64> {
        match self {
            Self::Argument(..) => None,
            Self::Line(_, line, _) | Self::Cell(_, line, _) => Some(line),
        }
    }

    /// Returns the name of the file, as messages show it, and the line number, or `None` for an argument.
    pub(crate) fn file(self) -> Option<(String, u64)> {
        match self {
            Self::Argument(..) => None,
            Self::Line(path, line, passwords) | Self::Cell(path, line, passwords) => {
                Some((Name(path, passwords).to_string(), line))
            }
        }
    }

    /// Returns the path and the line, or `None` for arguments and standard input.
    pub(crate) fn path(&self) -> Option<(&Path, u64)> {
        match self {
            Self::Line(path, line, _) | Self::Cell(path, line, _) if !is_stdin(path) => {
                Some((path, *line))
            }
            _ => None,
        }
    }

    fn show(&self, stream: Stream, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(bytes, passwords) => {
                fmt::Display::fmt(&Quoted(bytes, stream, *passwords), f)
            }
            Self::Line(path, line, passwords) | Self::Cell(path, line, passwords) => {
                write!(f, "{}:{line}", Name(path, *passwords))
            }
        }
    }
}

impl fmt::Display for StringOrigin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.show(Stream::Messages, f)
    }
}

pub(crate) struct Name<'a>(pub(crate) &'a Path, pub(crate) Passwords);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_stdin(self.0) {
            return f.write_str("<stdin>");
        }
        // The path may be a URI, if the user forgot that the argument is a file.
        let bytes = self.0.as_os_str().as_encoded_bytes();
        let hidden = self.1.of_reference(bytes);
        Escaped(&password::without(bytes, hidden)).fmt(f)
    }
}

impl Name<'_> {
    /// Returns the name as a shell word for a suggested command. The word never looks like an option.
    pub(crate) fn word(&self) -> String {
        let name = self.to_string();
        let name = if name.starts_with('-') { format!("./{name}") } else { name };
        let is_plain = |c: char| c.is_alphanumeric() || "-_./:@%=+,".contains(c);
        if name.chars().all(is_plain) { name } else { format!("'{}'", name.replace('\'', r"'\''")) }
    }
}

/// A position in a text: the line and column before a byte, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    offset: usize,
    pub(crate) line: u64,
    pub(crate) column: usize,
}

impl Position {
    /// Returns the position of the first byte of a text whose first line has the number `line`.
    pub(crate) const fn first(line: u64) -> Self {
        Self { offset: 0, line, column: 1 }
    }

    /// Returns the position of a later byte of the same text. A column is a character; in text that is not UTF-8, it is
    /// a byte that is not a continuation byte.
    pub(crate) fn to(self, text: &[u8], offset: usize) -> Self {
        let end = offset.min(text.len());
        let passed = text.get(self.offset..end).unwrap_or_default();
        let is_first = |byte: &&u8| **byte & 0xC0 != 0x80;
        let count = |bytes: &[u8]| bytes.iter().filter(is_first).count();
        let (lines, column) = match memrchr(b'\n', passed) {
            None => (0, self.column + count(passed)),
            Some(at) => (memchr_iter(b'\n', passed).count() as u64, 1 + count(&passed[at + 1..])),
        };
        Self { offset: self.offset.max(end), line: self.line + lines, column }
    }

    pub(crate) fn region(self, text: &[u8], span: &Range<usize>) -> Region {
        let start = self.to(text, span.start);
        Region { start, end: start.to(text, span.end) }
    }
}

/// A region of a text, from `start` up to and excluding `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    pub(crate) start: Position,
    pub(crate) end: Position,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_characters() {
        let text = "a\né“x”\nb".as_bytes();
        let place = |span| {
            let Region { start, end } = Position::first(1).region(text, &span);
            (start.line, start.column, end.line, end.column)
        };
        // Before the `x`, there are a line of two bytes, a character of two bytes, and a character of three bytes.
        assert_eq!(place(7..8), (2, 3, 2, 4));
        assert_eq!(place(11..13), (2, 5, 3, 2));
        assert_eq!(place(13..99), (3, 2, 3, 2));
        let line = Position::first(9).region(b"\xFFab", &(1..3));
        assert_eq!((line.start.line, line.start.column, line.end.column), (9, 2, 4));
    }
}

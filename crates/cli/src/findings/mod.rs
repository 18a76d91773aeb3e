//! Findings, as the commands that judge print them for other programs.
//!
//! In: what a command found, at a place of a file or about a string. Out: an [`Annotation`] of a log of SARIF
//! ([`sarif`]), or of a run on GitHub ([`github`]). What is forgotten is how the command itself shows the finding: its
//! text for people, and its JSON, stay its own.
//!
//! The surprising case: a string that is an argument has no file, and its finding has the string in its message.

use std::io::{self, Write};
use std::ops::Range;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use memchr::{memchr_iter, memrchr};
use urispec_views::record::Record;

use crate::output::Output;
use crate::output::usage::Outcome;
use crate::output::whole_file::StringOrigin;

pub(crate) mod baseline;
mod formats;

/// How findings are printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// JSON, one object on a line: the same as --json
    Json,
    /// One SARIF 2.1.0 log, for code scanning
    Sarif,
    /// Workflow commands, which GitHub shows beside the lines of a change
    Github,
}

// What every command takes that judges, for other programs.
#[derive(Args, Clone, Copy)]
pub(crate) struct Reporting {
    /// How findings are printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text", ignore_case = true)]
    #[arg(conflicts_with = "json", long_help = FORMAT)]
    format: Format,
    /// Exit with 0 whatever is found; with 2 where something cannot be read
    #[arg(long)]
    exit_zero: bool,
}

const FORMAT: &str = "\
How findings are printed.

`text` is for people, and `json` is --json. `sarif` is one log of SARIF 2.1.0, which code scanning reads: each finding has its \
rule, its level, its message, and its file, line and columns, if it has a file; one that can be mended has `fixes`. \
`github` is for a step of a workflow: each finding is a command to the runner, which shows it beside its line. Lines and \
columns are counted from 1, columns in characters.";

impl Reporting {
    /// Whether JSON is asked for, by either option.
    pub(crate) fn is_json(self, json: bool) -> bool {
        json || self.format == Format::Json
    }

    /// The log that is asked for, unless findings are for people, or JSON.
    pub(crate) fn log(self) -> Option<Log> {
        matches!(self.format, Format::Sarif | Format::Github).then_some(Log(self.format))
    }

    /// Begins the log that is asked for, if one is.
    pub(crate) fn begin(self, out: &mut Output) -> io::Result<()> {
        self.log().map_or(Ok(()), |log| log.begin(out))
    }

    /// Ends the log that is asked for, if one is, with what there is to know of the ids.
    pub(crate) fn end<'r>(
        self,
        rules: impl IntoIterator<Item = LogRule<'r>>,
        out: &mut Output,
    ) -> io::Result<()> {
        self.log().map_or(Ok(()), |log| log.end(rules, out))
    }

    /// How the command ends: findings are no failure where nobody wants them to be.
    pub(crate) const fn outcome(self, outcome: Outcome) -> Outcome {
        if self.exit_zero { outcome.but_no() } else { outcome }
    }
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Note,
    Warning,
    Error,
}

impl Level {
    pub(crate) const ALL: [Self; 3] = [Self::Note, Self::Warning, Self::Error];

    /// The name, which is that of the severities of lints.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// The level of that name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// A place before a byte of a text: its line and its column, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    offset: usize,
    pub(crate) line: u64,
    pub(crate) column: usize,
}

impl Position {
    /// The beginning of a text whose first line has that number.
    pub(crate) const fn first(line: u64) -> Self {
        Self { offset: 0, line, column: 1 }
    }

    /// The place of a later byte of the same text. Columns are characters; of what is no UTF-8, each byte is one that
    /// would not continue a character.
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

    /// The place of a span of bytes of the same text.
    pub(crate) fn region(self, text: &[u8], span: &Range<usize>) -> Region {
        let start = self.to(text, span.start);
        Region { start, end: start.to(text, span.end) }
    }
}

/// A place from a character to another, which is behind the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    pub(crate) start: Position,
    pub(crate) end: Position,
}

/// A finding, with all that the formats tell of it.
pub(crate) struct Annotation<'a> {
    /// The id of the lint, of the cause, or of what differs.
    pub(crate) rule: &'a str,
    pub(crate) level: Level,
    pub(crate) message: String,
    /// The file, and the place in it.
    pub(crate) place: Option<(PathBuf, Region)>,
    /// What it is about, where this is no file.
    pub(crate) about: Option<&'a str>,
    /// A place of the same file, and the text that mends it.
    pub(crate) fix: Option<(Region, &'a str)>,
}

impl<'a> Annotation<'a> {
    /// A finding about a span of bytes of a string, which is mended by another string.
    pub(crate) fn of_string(
        (rule, level): (&'a str, Level),
        message: String,
        (origin, bytes): (StringOrigin<'_>, &[u8]),
        span: &Range<usize>,
        mended: Option<&'a str>,
    ) -> Self {
        let Some((file, line)) = origin.path() else {
            let message = format!("{}: {message}", origin.in_result());
            return Self { rule, level, message, place: None, about: None, fix: None };
        };
        let region = |span: &Range<usize>| Position::first(line).region(bytes, span);
        let fix = mended.map(|text| (region(&(0..bytes.len())), text));
        let place = Some((file.to_owned(), region(span)));
        Self { rule, level, message, place, about: None, fix }
    }

    /// A string that is not valid: why, at which byte, and what mends it.
    pub(crate) fn of_invalid(
        message: String,
        string: (StringOrigin<'_>, &[u8]),
        at: usize,
        mended: Option<&'a str>,
    ) -> Self {
        let LogRule { id, level, .. } = LogRule::INVALID;
        Self::of_string((id, level), message, string, &(at..at + 1), mended)
    }
}

/// A record with the file and the line of a string, if it has them.
pub(crate) fn placed(record: Record, origin: StringOrigin<'_>) -> Record {
    match origin.file() {
        Some((file, line)) => record.with("file", file).with("line", line),
        None => record,
    }
}

/// The columns of the bytes of a string that is a line of a file.
pub(crate) fn column(origin: StringOrigin<'_>, bytes: &[u8]) -> impl Fn(usize) -> Option<usize> {
    let first = origin.line().map(Position::first);
    move |at| first.map(|first| first.to(bytes, at).column)
}

/// What a log says once of all findings with the same id.
pub(crate) struct LogRule<'a> {
    pub(crate) id: &'a str,
    pub(crate) level: Level,
    pub(crate) summary: &'a str,
}

impl LogRule<'static> {
    /// That a string is not valid.
    pub(crate) const INVALID: Self =
        Self { id: "invalid", level: Level::Error, summary: "a string that is not valid" };
}

/// A log of findings for another program.
#[derive(Clone, Copy)]
pub(crate) struct Log(Format);

impl Log {
    /// Begins the log, before the first finding.
    pub(crate) fn begin(self, out: &mut Output) -> io::Result<()> {
        if self.0 == Format::Sarif { formats::begin(out) } else { Ok(()) }
    }

    /// Adds a finding.
    pub(crate) fn add(self, annotation: &Annotation<'_>, out: &mut Output) -> io::Result<()> {
        match self.0 {
            Format::Sarif => formats::add(annotation, out),
            _ => writeln!(out, "{}", formats::command(annotation)),
        }
    }

    /// Ends the log, with what there is to know of the ids.
    pub(crate) fn end<'r>(
        self,
        rules: impl IntoIterator<Item = LogRule<'r>>,
        out: &mut Output,
    ) -> io::Result<()> {
        if self.0 == Format::Sarif { formats::end(rules, out) } else { Ok(()) }
    }
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
        // The `x` stands behind a line of two bytes, and two characters of two and three bytes.
        assert_eq!(place(7..8), (2, 3, 2, 4));
        assert_eq!(place(11..13), (2, 5, 3, 2));
        assert_eq!(place(13..99), (3, 2, 3, 2));
        let line = Position::first(9).region(b"\xFFab", &(1..3));
        assert_eq!((line.start.line, line.start.column, line.end.column), (9, 2, 4));
    }
}

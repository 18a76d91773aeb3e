//! What an output says on stderr: errors, warnings and notes, after what was recorded for stdout.
//!
//! In: a message, and what it is about: a string, a line of a file, a whole file, or all. Out: the message, unless so
//! much is left out. Of messages about lines, the output that writes them shows a few of each cause
//! ([`Told`](super::told::Told)).

use std::fmt;
use std::io;

use super::sheet::TextKind;
use super::{Hush, Output, To};
use crate::output::origin::Origin;
use crate::output::outcome::Outcome;
use crate::output::terminal::Style;

impl Output {
    /// Says on stderr what is wrong, after what was recorded.
    pub(crate) fn complain(&mut self, what: fmt::Arguments<'_>) -> io::Result<()> {
        self.worst = self.worst.max(Outcome::No);
        self.say(Hush::Nothing, self.warnings.error, "error", what)
    }

    /// Says on stderr what is wrong with a string. Of the lines of files with the same cause a few are shown; of an
    /// argument, which comes without a cause, all is said.
    pub(crate) fn complain_of(
        &mut self,
        of_line: Option<&'static str>,
        what: fmt::Arguments<'_>,
    ) -> io::Result<()> {
        self.worst = self.worst.max(Outcome::No);
        self.say_of(of_line, self.warnings.error, "error", what)
    }

    /// Writes a warning about a string. Of the lines with the same cause a few are shown.
    pub(crate) fn warn_of(
        &mut self,
        origin: Origin<'_>,
        cause: &'static str,
        what: fmt::Arguments<'_>,
    ) -> io::Result<()> {
        let of_line = matches!(origin, Origin::Line(..)).then_some(cause);
        self.say_of(of_line, self.warnings.warning, "warning", what)
    }

    fn say_of(
        &mut self,
        of_line: Option<&'static str>,
        style: Style,
        label: &str,
        what: fmt::Arguments<'_>,
    ) -> io::Result<()> {
        let kind = of_line.map_or(TextKind::Message, TextKind::OfLine);
        if self.hush > Hush::Nothing {
            return Ok(());
        }
        self.write_note(kind, format_args!("{style}{label}:{style:#} {what}"))
    }

    /// Says on stderr what is wrong with a whole file; this is never left out.
    pub(crate) fn complain_of_file(&mut self, what: fmt::Arguments<'_>) -> io::Result<()> {
        self.say(Hush::All, self.warnings.error, "error", what)
    }

    /// What was found, or none; stderr then says why there is none.
    pub(crate) fn or_refuse<T>(
        &mut self,
        found: Result<T, impl fmt::Display>,
    ) -> io::Result<Option<T>> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(why) => self.refuse(&why.to_string()).map(|_| None),
        }
    }

    /// Says on stderr why there is no answer at all.
    pub(crate) fn refuse(&mut self, why: &str) -> io::Result<Outcome> {
        self.complain(format_args!("{why}\n"))?;
        Ok(Outcome::Trouble)
    }

    /// Writes a warning to stderr, after what was recorded.
    pub(crate) fn warn(&mut self, what: fmt::Arguments<'_>) -> io::Result<()> {
        self.say(Hush::Nothing, self.warnings.warning, "warning", what)
    }

    /// Writes a warning about a whole file to stderr.
    pub(crate) fn warn_of_file(&mut self, what: fmt::Arguments<'_>) -> io::Result<()> {
        self.say(Hush::Strings, self.warnings.warning, "warning", what)
    }

    /// Says something on stderr, after what was recorded.
    pub(crate) fn note(&mut self, what: fmt::Arguments<'_>) -> io::Result<()> {
        if self.hush == Hush::Nothing { self.write_note(TextKind::Message, what) } else { Ok(()) }
    }

    /// Says something, unless so much or more is left out.
    fn say(
        &mut self,
        unless_above: Hush,
        style: Style,
        label: &str,
        what: fmt::Arguments<'_>,
    ) -> io::Result<()> {
        if self.hush > unless_above {
            return Ok(());
        }
        self.write_note(TextKind::Message, format_args!("{style}{label}:{style:#} {what}"))
    }

    fn write_note(&mut self, kind: TextKind, what: fmt::Arguments<'_>) -> io::Result<()> {
        self.sheet.add(kind, what.to_string().as_bytes());
        match self.to {
            To::Streams(_) => self.flush(),
            To::Turn(_) => Ok(()),
        }
    }
}

//! The output: records on stdout, faults and warnings on stderr.
//!
//! Only whole records are written, and whole steps of a trace, so that two of them are never mixed. On a
//! terminal, and before anything goes to stderr, they are written at once; else when a buffer is full.
//! All text is [`shown`]: nothing that was read has an effect on a terminal.

use std::fmt;
use std::io::{self, IsTerminal, Stderr, Stdout, Write};

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;

use crate::outcome::Outcome;
use crate::progress::Progress;
use crate::record::Record;
use crate::style::{Palette, Stream};
use crate::terminal::{Style, shown, with_tabs};

const BUFFER: usize = 64 * 1024;

/// When to use colour.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

pub(crate) struct Output {
    records: Vec<u8>,
    stdout: Stdout,
    stderr: Stderr,
    /// Whether stdout is a terminal.
    terminal: bool,
    /// Whether a block was written before.
    below: bool,
    /// The worst outcome so far, which is the exit code if nobody reads the output any more.
    pub(crate) worst: Outcome,
    /// The colours of stdout.
    pub(crate) palette: &'static Palette,
    /// The colours of stderr.
    pub(crate) warnings: &'static Palette,
    pub(crate) progress: Option<Progress>,
    /// Whether standard input was opened before: what it holds is read once.
    pub(crate) has_opened_stdin: bool,
    hush: Hush,
}

/// How much is left out of the output.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hush {
    /// Nothing is left out.
    Nothing,
    /// Everything about single strings is left out.
    Strings,
    /// Everything is left out, except the names of files that cannot be read.
    All,
}

impl Output {
    pub(crate) fn new(color: When) -> Self {
        match color {
            When::Auto => {}
            When::Always => ColorChoice::Always.write_global(),
            When::Never => ColorChoice::Never.write_global(),
        }
        let (stdout, stderr) = (io::stdout(), io::stderr());
        if stdout.is_terminal() {
            Stream::Results.is_terminal();
        }
        if stderr.is_terminal() {
            Stream::Messages.is_terminal();
        }
        // The streams themselves stay as they are: one that strips escapes rewrites the input.
        let palette = |choice| match choice {
            ColorChoice::Never => &Palette::PLAIN,
            _ => &Palette::COLOURED,
        };
        Self {
            records: Vec::with_capacity(BUFFER),
            terminal: stdout.is_terminal(),
            palette: palette(AutoStream::choice(&stdout)),
            warnings: palette(AutoStream::choice(&stderr)),
            progress: None,
            has_opened_stdin: false,
            hush: Hush::Nothing,
            below: false,
            worst: Outcome::Yes,
            stdout,
            stderr,
        }
    }

    /// Sets how much is left out from now on.
    pub(crate) const fn hush(&mut self, hush: Hush) {
        self.hush = hush;
    }

    /// Ends the input: from now on, nothing is left out.
    pub(crate) fn end_input(&mut self) {
        (self.hush, self.progress) = (Hush::Nothing, None);
    }

    /// Begins a record of several lines, with a blank line between it and the last.
    pub(crate) fn begin_block(&mut self) {
        if self.hush == Hush::Nothing && std::mem::replace(&mut self.below, true) {
            self.records.push(b'\n');
        }
    }

    /// Records a line of JSON.
    pub(crate) fn line(&mut self, record: Record) -> io::Result<()> {
        record.print(self)?;
        self.end_record()
    }

    /// Ends a record, which may now be written.
    pub(crate) fn end_record(&mut self) -> io::Result<()> {
        if self.terminal || self.records.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    /// Writes all that was recorded.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        if self.records.is_empty() {
            return Ok(());
        }
        let (records, mut stdout) = (shown(&self.records), self.stdout.lock());
        aside(self.progress.as_ref(), || {
            stdout.write_all(&records)?;
            stdout.flush()
        })?;
        self.records.clear();
        Ok(())
    }

    /// Says on stderr what is wrong, after what was recorded.
    pub(crate) fn complain(&mut self, what: fmt::Arguments<'_>) -> io::Result<()> {
        self.worst = self.worst.max(Outcome::No);
        self.say(Hush::Nothing, self.warnings.error, "error", what)
    }

    /// Writes a text that other programs read, as it is. A terminal gets no character that controls it.
    pub(crate) fn verbatim(&mut self, text: &str) -> io::Result<()> {
        if self.terminal {
            self.write_all(text.as_bytes())?;
            return self.end_record();
        }
        self.flush()?;
        let mut stdout = self.stdout.lock();
        stdout.write_all(text.as_bytes())?;
        stdout.flush()
    }

    /// Writes rows of data as they are. A terminal gets no character that controls it, but for tabs.
    pub(crate) fn data(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.hush != Hush::Nothing || bytes.is_empty() {
            return Ok(());
        }
        if self.terminal {
            let text = String::from_utf8_lossy(bytes);
            self.write_all(with_tabs(&text).as_bytes())?;
            return self.end_record();
        }
        Self::flush(self)?;
        let mut stdout = self.stdout.lock();
        aside(self.progress.as_ref(), || {
            stdout.write_all(bytes)?;
            stdout.flush()
        })
    }

    /// Says on stderr what is wrong with a whole file; this is never left out.
    pub(crate) fn complain_of_file(&mut self, what: fmt::Arguments<'_>) -> io::Result<()> {
        self.say(Hush::All, self.warnings.error, "error", what)
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
        if self.hush == Hush::Nothing { self.write_note(what) } else { Ok(()) }
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
        self.write_note(format_args!("{style}{label}:{style:#} {what}"))
    }

    fn write_note(&mut self, what: fmt::Arguments<'_>) -> io::Result<()> {
        self.flush()?;
        let text = what.to_string();
        let text = shown(text.as_bytes());
        // There is nobody left to tell where this cannot be written.
        aside(self.progress.as_ref(), || drop(self.stderr.write_all(&text)));
        Ok(())
    }

    /// Says something on stderr after the output has ended.
    pub(crate) fn last_words(text: &str) {
        drop(io::stderr().write_all(&shown(text.as_bytes())));
    }
}

/// Does something while no progress is shown.
fn aside<T>(progress: Option<&Progress>, write: impl FnOnce() -> T) -> T {
    match progress {
        Some(progress) => progress.suspend(write),
        None => write(),
    }
}

/// Records, without writing them yet.
impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.hush == Hush::Nothing {
            self.records.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Self::flush(self)
    }
}

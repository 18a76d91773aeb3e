//! The output: records on stdout, faults and warnings on stderr.
//!
//! Only whole records are written, and whole steps of a trace, so that two of them are never mixed. On a
//! terminal, and before anything goes to stderr, they are written at once; else when a buffer is full.
//! All text is [`shown`], so that nothing that was read has an effect on a terminal; a string that is the
//! result goes to a pipe as it is ([`Output::string`]).
//!
//! Each thread that works has an output of its own ([`Output::in_turn`]), which hands over [`Sheet`]s instead
//! of writing: the output of the program writes them ([`Output::put`]) when it is their turn.

use std::io::{self, IsTerminal, Stderr, Stdout, Write};

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use urispec_views::record::Record;

use crate::output::columns::{Sheet, TextKind};
use crate::output::fault::MessageLimit;
use crate::output::progress::Progress;
use crate::output::terminal::{is_plain, shown};

pub(crate) mod counted;
pub(crate) mod columns;
pub(crate) mod fault;
pub(crate) mod usage;
pub(crate) mod whole_file;
pub(crate) mod password;
pub(crate) mod progress;
pub(crate) mod terminal;

pub(crate) use fault::{Message, Reported};
pub(crate) use password::Passwords;
pub(crate) use terminal::{
    Escaped, Excerpt, Literal, Painted, Palette, Quoted, Stream, Style, shortened, with_tabs,
};
pub(crate) use usage::{Outcome, Stop, Usage};
pub(crate) use whole_file::{Name, Sink, StringOrigin, WholeFile, is_stdin};

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
    sheet: Sheet,
    to: To,
    /// Whether a block was written before; None where only the output that writes it knows.
    below: Option<bool>,
    /// What stands between blocks.
    separator: &'static str,
    /// The worst outcome so far, which is the exit code if nobody reads the output any more.
    pub(crate) worst: Outcome,
    /// The colours of stdout.
    pub(crate) palette: &'static Palette,
    /// The colours of stderr.
    pub(crate) warnings: &'static Palette,
    /// What is done with passwords.
    pub(crate) passwords: Passwords,
    pub(crate) progress: Option<Progress>,
    /// Whether standard input was opened before: what it holds is read once.
    pub(crate) has_opened_stdin: bool,
    hush: Hush,
}

/// Where sheets go.
enum To {
    Streams(Streams),
    /// To another output, when it is their turn.
    Turn(Box<dyn FnMut(Sheet) -> io::Result<()>>),
}

struct Streams {
    stdout: Stdout,
    stderr: Stderr,
    /// Whether stdout is a terminal.
    terminal: bool,
    /// What was told of lines.
    told: MessageLimit,
}

/// How all outputs of a program look.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    palette: &'static Palette,
    warnings: &'static Palette,
    pub(crate) passwords: Passwords,
    hush: Hush,
    separator: &'static str,
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
    pub(crate) fn new(color: When, passwords: Passwords) -> Self {
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
        let manner = Manner {
            palette: palette(AutoStream::choice(&stdout)),
            warnings: palette(AutoStream::choice(&stderr)),
            passwords,
            hush: Hush::Nothing,
            separator: "\n",
        };
        let (terminal, told) = (stdout.is_terminal(), MessageLimit::up_to(u64::MAX));
        Self::of(To::Streams(Streams { stdout, stderr, terminal, told }), manner, Some(false))
    }

    /// An output that hands over what is to be written, when there is enough of it, and when it is
    /// flushed.
    pub(crate) fn in_turn(
        manner: Manner,
        hand_over: impl FnMut(Sheet) -> io::Result<()> + 'static,
    ) -> Self {
        Self::of(To::Turn(Box::new(hand_over)), manner, None)
    }

    fn of(
        to: To,
        Manner { palette, warnings, passwords, hush, separator }: Manner,
        below: Option<bool>,
    ) -> Self {
        Self {
            sheet: Sheet::default(),
            to,
            below,
            separator,
            worst: Outcome::Yes,
            palette,
            warnings,
            passwords,
            progress: None,
            has_opened_stdin: false,
            hush,
        }
    }

    /// How the outputs look that hand over to this one.
    pub(crate) const fn manner(&self) -> Manner {
        Manner {
            palette: self.palette,
            warnings: self.warnings,
            passwords: self.passwords,
            hush: self.hush,
            separator: self.separator,
        }
    }

    /// Sets how much is left out from now on.
    pub(crate) const fn hush(&mut self, hush: Hush) {
        self.hush = hush;
    }

    /// Begins to read lines: of the messages about those with the same cause so many are shown.
    pub(crate) fn begin_lines(&mut self, most: u64) {
        if let To::Streams(streams) = &mut self.to {
            streams.told = MessageLimit::up_to(most);
        }
    }

    /// Ends the lines, with the number of messages that were not shown.
    pub(crate) fn end_lines(&mut self) -> io::Result<()> {
        let To::Streams(streams) = &mut self.to else { return Ok(()) };
        let hidden = std::mem::replace(&mut streams.told, MessageLimit::up_to(u64::MAX)).hidden();
        hidden.map_or(Ok(()), |hidden| self.note(format_args!("note: {hidden}\n")))
    }

    /// Ends the input: from now on, nothing is left out.
    pub(crate) fn end_input(&mut self) {
        (self.hush, self.progress) = (Hush::Nothing, None);
    }

    /// Sets what stands between the blocks that begin from now on, in place of a blank line.
    pub(crate) const fn separate_by(&mut self, separator: &'static str) {
        self.separator = separator;
    }

    /// Begins a record of several lines, with a blank line between it and the last.
    pub(crate) fn begin_block(&mut self) {
        if self.hush == Hush::Nothing {
            match self.below.replace(true) {
                Some(true) => self.sheet.add(TextKind::Record, self.separator.as_bytes()),
                Some(false) => {}
                None => self.sheet.add(TextKind::Break, b""),
            }
        }
    }

    /// Records a line of JSON.
    pub(crate) fn line(&mut self, record: Record) -> io::Result<()> {
        record.print(self)?;
        self.end_record()
    }

    /// Ends a record, which may now be written.
    pub(crate) fn end_record(&mut self) -> io::Result<()> {
        if self.is_terminal() || self.sheet.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    const fn is_terminal(&self) -> bool {
        matches!(self.to, To::Streams(Streams { terminal: true, .. }))
    }

    /// Writes all that was recorded, or hands it over.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        if self.sheet.is_empty() {
            return Ok(());
        }
        self.sheet.show();
        match &mut self.to {
            To::Turn(hand_over) => {
                let mut sheet = std::mem::take(&mut self.sheet);
                sheet.worst = Some(self.worst);
                hand_over(sheet)
            }
            To::Streams(streams) => {
                let between = self.separator.as_bytes();
                let sheet = &self.sheet;
                aside(self.progress.as_ref(), || streams.write(sheet, between, &mut self.below))?;
                self.sheet.clear();
                Ok(())
            }
        }
    }

    /// Writes what another output handed over.
    pub(crate) fn put(&mut self, sheet: Sheet) -> io::Result<()> {
        self.flush()?;
        self.worst = sheet.worst.map_or(self.worst, |worst| self.worst.max(worst));
        self.sheet = sheet;
        self.flush()
    }

    /// Notes an outcome before it is printed, for who asks only for the exit code, and reads no further.
    pub(crate) fn decide(&mut self, outcome: Outcome) -> Outcome {
        self.worst = self.worst.max(outcome);
        outcome
    }

    /// Writes a text that other programs read, as it is. A terminal gets no character that controls it.
    pub(crate) fn verbatim(&mut self, text: &str) -> io::Result<()> {
        let kind = if self.is_terminal() { TextKind::Record } else { TextKind::Verbatim };
        self.sheet.add(kind, text.as_bytes());
        self.end_record()
    }

    /// Records a string that is the result, on a line of its own: who reads a pipe gets every byte of it. A
    /// terminal gets no character that controls it.
    pub(crate) fn string(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Records a string that is the result as [`Self::string`] does, whether it is UTF-8 or not.
    pub(crate) fn bytes(&mut self, text: &[u8]) {
        if self.hush != Hush::Nothing {
            return;
        }
        // What needs no escape goes with the records around it, and all are written at once. Whether there is
        // a terminal, the stream says: an output of a thread has none.
        let is_shown = Stream::Results.has_terminal() || is_plain(text);
        let kind = if is_shown { TextKind::Record } else { TextKind::Verbatim };
        self.sheet.add(kind, text);
        self.sheet.add(kind, b"\n");
    }

    /// Writes rows of data as they are. A terminal gets no character that controls it, but for tabs.
    pub(crate) fn data(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.hush != Hush::Nothing || bytes.is_empty() {
            return Ok(());
        }
        if self.is_terminal() {
            let text = String::from_utf8_lossy(bytes);
            self.sheet.add(TextKind::Record, with_tabs(&text).as_bytes());
        } else {
            self.sheet.add(TextKind::Verbatim, bytes);
        }
        self.end_record()
    }

    /// Says something on stderr after the output has ended.
    pub(crate) fn last_words(text: &str) {
        drop(io::stderr().write_all(&shown(text.as_bytes())));
    }
}

impl Streams {
    fn write(&mut self, sheet: &Sheet, between: &[u8], below: &mut Option<bool>) -> io::Result<()> {
        let mut stdout = self.stdout.lock();
        for (kind, text) in sheet.runs() {
            match kind {
                TextKind::Record | TextKind::Verbatim => stdout.write_all(text)?,
                TextKind::Break if below.replace(true) == Some(true) => {
                    stdout.write_all(between)?
                }
                TextKind::Break => {}
                TextKind::OfLine(cause) if !self.told.is_shown(cause) => {}
                TextKind::Message | TextKind::OfLine(_) => {
                    stdout.flush()?;
                    // There is nobody left to tell where this cannot be written.
                    drop(self.stderr.write_all(text));
                }
            }
        }
        stdout.flush()
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
            self.sheet.add(TextKind::Record, bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Self::flush(self)
    }
}

//! The output: records on stdout, errors and warnings on stderr, in the order in which a command emits them.
//!
//! Only whole records are written. A terminal receives each record at once; a pipe or a file receives records when a
//! buffer is full, and before anything goes to stderr. [`shown`] escapes all text, so input cannot control a terminal.
//! A string that is itself the result goes to a pipe unchanged. Each worker thread has its own output, which hands over
//! [`OutputBuffer`]s to be written in order.

use std::fmt;
use std::io::{self, IsTerminal, Stderr, Stdout, Write};
use std::ops::{Deref, DerefMut};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use urispec_views::record::Record;

pub(crate) mod columns;
pub(crate) mod fault;
pub(crate) mod origin;
pub(crate) mod password;
pub(crate) mod terminal;
pub(crate) mod whole_file;

pub(crate) use columns::{Counts, Tally, counted, grouped};
pub(crate) use fault::{Message, Outcome, Reported, Stop, Usage};
pub(crate) use origin::{Name, Position, Region, StringOrigin};
pub(crate) use password::{HIDDEN, Passwords};
pub(crate) use terminal::{
    Escaped, Excerpt, Literal, Painted, Palette, Progress, Quoted, Stream, Style, shortened,
    with_tabs, working,
};
pub(crate) use whole_file::{WholeFile, is_stdin};

use fault::MessageLimit;
use terminal::{is_plain, shown};
use whole_file::ResultFile;

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
    buffer: OutputBuffer,
    to: To,
    /// Whether a block was written before. A worker thread does not know this, so its output has `None`.
    below: Option<bool>,
    /// The worst outcome so far. If the reader of stdout closes it early, this is the exit code.
    pub(crate) worst: Outcome,
    pub(crate) manner: Manner,
    pub(crate) progress: Option<Progress>,
    /// Whether standard input was opened before. It can be read only once.
    pub(crate) has_opened_stdin: bool,
}

enum To {
    Streams(Streams),
    /// A function that hands buffers over to another output, which writes them in order.
    Turn(Box<dyn FnMut(OutputBuffer) -> io::Result<()>>),
}

struct Streams {
    stdout: Stdout,
    /// The file that receives the results in place of stdout.
    file: Option<Box<ResultFile>>,
    stderr: Stderr,
    is_terminal: bool,
    message_limit: MessageLimit,
}

/// The settings that all outputs of a program share.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    /// The colours of stdout.
    pub(crate) palette: &'static Palette,
    /// The colours of stderr.
    pub(crate) warnings: &'static Palette,
    pub(crate) passwords: Passwords,
    suppressed: Suppressed,
    separator: &'static str,
}

impl Deref for Output {
    type Target = Manner;

    fn deref(&self) -> &Manner {
        &self.manner
    }
}

impl DerefMut for Output {
    fn deref_mut(&mut self) -> &mut Manner {
        &mut self.manner
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Suppressed {
    Nothing,
    /// Omits messages about single strings.
    Strings,
    /// Omits everything except the names of files that cannot be read.
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
            Stream::Results.set_terminal(true);
        }
        if stderr.is_terminal() {
            Stream::Messages.set_terminal(true);
        }
        // The streams are not wrapped: a wrapper that strips escapes would change the input.
        let palette = |choice| match choice {
            ColorChoice::Never => &Palette::PLAIN,
            _ => &Palette::COLOURED,
        };
        let manner = Manner {
            palette: palette(AutoStream::choice(&stdout)),
            warnings: palette(AutoStream::choice(&stderr)),
            passwords,
            suppressed: Suppressed::Nothing,
            separator: "\n",
        };
        let (is_terminal, message_limit) = (stdout.is_terminal(), MessageLimit::up_to(u64::MAX));
        Self::with_destination(
            To::Streams(Streams { stdout, file: None, stderr, is_terminal, message_limit }),
            manner,
            Some(false),
        )
    }

    /// Creates an output that hands over its buffer when the buffer is full, or on a flush.
    pub(crate) fn in_turn(
        manner: Manner,
        hand_over: impl FnMut(OutputBuffer) -> io::Result<()> + 'static,
    ) -> Self {
        Self::with_destination(To::Turn(Box::new(hand_over)), manner, None)
    }

    fn with_destination(to: To, manner: Manner, below: Option<bool>) -> Self {
        let (buffer, worst) = (OutputBuffer::default(), Outcome::Yes);
        Self { buffer, to, below, worst, manner, progress: None, has_opened_stdin: false }
    }

    /// Writes the results to a file from now on, if there is a path other than `-`. If the file cannot be written,
    /// reports the error on stderr and returns `false`.
    pub(crate) fn redirect(&mut self, path: Option<&Path>) -> io::Result<bool> {
        let Some(path) = path.filter(|path| !is_stdin(path)) else { return Ok(true) };
        let name = Name(path, self.passwords).to_string();
        match ResultFile::create(path, name.clone()) {
            Ok(file) => {
                self.flush()?;
                if let To::Streams(streams) = &mut self.to {
                    streams.file = Some(Box::new(file));
                    streams.is_terminal = false;
                }
                Stream::Results.set_terminal(false);
                self.palette = &Palette::PLAIN;
                Ok(true)
            }
            Err(error) => {
                self.complain_of_file(format_args!("cannot write {name}: {error}\n"))?;
                Ok(false)
            }
        }
    }

    /// Ends the file of [`Self::redirect`]. The file is not written if some of the input could not be read.
    pub(crate) fn end_file(&mut self, worst: Outcome) -> io::Result<Outcome> {
        self.flush()?;
        let To::Streams(Streams { file, .. }) = &mut self.to else { return Ok(worst) };
        let Some(file) = file.take() else { return Ok(worst) };
        if worst == Outcome::Trouble {
            let name = file.name().to_owned();
            self.complain_of_file(format_args!(
                "{name} is not written, since not all of the input could be read\n"
            ))?;
            return Ok(worst);
        }
        file.finish()?;
        Ok(worst)
    }

    pub(crate) const fn suppress(&mut self, suppressed: Suppressed) {
        self.manner.suppressed = suppressed;
    }

    /// Starts the output for lines of files. From now on, at most `most` messages are shown for each cause.
    pub(crate) fn begin_lines(&mut self, most: u64) {
        if let To::Streams(streams) = &mut self.to {
            streams.message_limit = MessageLimit::up_to(most);
        }
    }

    /// Ends the output for lines of files, and reports how many messages were not shown.
    pub(crate) fn end_lines(&mut self) -> io::Result<()> {
        let To::Streams(streams) = &mut self.to else { return Ok(()) };
        let hidden =
            std::mem::replace(&mut streams.message_limit, MessageLimit::up_to(u64::MAX)).hidden();
        hidden.map_or(Ok(()), |hidden| self.note(format_args!("note: {hidden}\n")))
    }

    /// Ends the input. From now on no output is suppressed, and no progress is shown.
    pub(crate) fn end_input(&mut self) {
        self.suppress(Suppressed::Nothing);
        self.progress = None;
    }

    /// Sets the separator of the following blocks, in place of a blank line.
    pub(crate) const fn separate_by(&mut self, separator: &'static str) {
        self.manner.separator = separator;
    }

    /// Begins a record of several lines, separated from the previous one by a blank line.
    pub(crate) fn begin_block(&mut self) {
        if self.suppressed == Suppressed::Nothing {
            match self.below.replace(true) {
                Some(true) => self.buffer.add(TextKind::Record, self.manner.separator.as_bytes()),
                Some(false) => {}
                None => self.buffer.add(TextKind::Break, b""),
            }
        }
    }

    pub(crate) fn line(&mut self, record: Record) -> io::Result<()> {
        record.print(self)?;
        self.end_record()
    }

    pub(crate) fn end_record(&mut self) -> io::Result<()> {
        if self.is_terminal() || self.buffer.text.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    const fn is_terminal(&self) -> bool {
        matches!(self.to, To::Streams(Streams { is_terminal: true, .. }))
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        match &mut self.to {
            To::Turn(hand_over) => {
                let mut buffer = std::mem::take(&mut self.buffer);
                buffer.worst = Some(self.worst);
                hand_over(buffer)
            }
            To::Streams(streams) => {
                let between = self.manner.separator.as_bytes();
                let mut write = || streams.write(&self.buffer, between, &mut self.below);
                match &self.progress {
                    Some(progress) => progress.suspend(write)?,
                    None => write()?,
                }
                self.buffer.clear();
                Ok(())
            }
        }
    }

    pub(crate) fn put(&mut self, buffer: OutputBuffer) -> io::Result<()> {
        self.flush()?;
        self.worst = buffer.worst.map_or(self.worst, |worst| self.worst.max(worst));
        self.buffer = buffer;
        self.flush()
    }

    /// Records an outcome before it is printed. It then counts for the exit code even if the reader closes the output.
    pub(crate) fn decide(&mut self, outcome: Outcome) -> Outcome {
        self.worst = self.worst.max(outcome);
        outcome
    }

    /// Writes text for other programs unchanged. On a terminal, control characters are escaped.
    pub(crate) fn verbatim(&mut self, text: &str) -> io::Result<()> {
        let kind = if self.is_terminal() { TextKind::Record } else { TextKind::Verbatim };
        self.buffer.add(kind, text.as_bytes());
        self.end_record()
    }

    /// Appends a string that is itself the result, on a line of its own. A pipe receives every byte; on a
    /// terminal, control characters are escaped.
    pub(crate) fn string(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    pub(crate) fn bytes(&mut self, text: &[u8]) {
        if self.suppressed != Suppressed::Nothing {
            return;
        }
        // Text that needs no escape is buffered with the records around it. The stream knows
        // whether there is a terminal; the output of a thread does not.
        let is_shown = Stream::Results.has_terminal() || is_plain(text);
        let kind = if is_shown { TextKind::Record } else { TextKind::Verbatim };
        self.buffer.add(kind, text);
        self.buffer.add(kind, b"\n");
    }

    /// Writes rows of data unchanged. On a terminal, control characters other than tabs are escaped.
    pub(crate) fn data(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.suppressed != Suppressed::Nothing || bytes.is_empty() {
            return Ok(());
        }
        if self.is_terminal() {
            let text = String::from_utf8_lossy(bytes);
            self.buffer.add(TextKind::Record, with_tabs(&text).as_bytes());
        } else {
            self.buffer.add(TextKind::Verbatim, bytes);
        }
        self.end_record()
    }

    pub(crate) fn last_words(text: &str) {
        drop(io::stderr().write_all(&shown(text.as_bytes())));
    }
}

// Messages on stderr, after the records already written to stdout, unless they are `Suppressed`.

impl Output {
    pub(crate) fn complain(&mut self, what: fmt::Arguments<'_>) -> io::Result<()> {
        self.complain_of(None, what)
    }

    /// Reports what is wrong with a string. For lines of files, only the first messages with the same
    /// cause are shown; messages about arguments have no cause and are always shown.
    pub(crate) fn complain_of(
        &mut self,
        of_line: Option<&'static str>,
        what: fmt::Arguments<'_>,
    ) -> io::Result<()> {
        self.worst = self.worst.max(Outcome::No);
        self.say(of_line, Suppressed::Nothing, (self.warnings.error, "error"), what)
    }

    /// Writes a warning about a string. Only the first warnings with the same cause are shown.
    pub(crate) fn warn_of(
        &mut self,
        origin: StringOrigin<'_>,
        cause: &'static str,
        what: fmt::Arguments<'_>,
    ) -> io::Result<()> {
        self.say(
            origin.line().map(|_| cause),
            Suppressed::Nothing,
            (self.warnings.warning, "warning"),
            what,
        )
    }

    /// Reports an error about a whole file. It is never omitted.
    pub(crate) fn complain_of_file(&mut self, what: fmt::Arguments<'_>) -> io::Result<()> {
        self.say(None, Suppressed::All, (self.warnings.error, "error"), what)
    }

    /// Returns the value, or reports the error on stderr and returns `None`.
    pub(crate) fn or_refuse<T>(
        &mut self,
        found: Result<T, impl fmt::Display>,
    ) -> io::Result<Option<T>> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(why) => self.refuse(&why.to_string()).map(|_| None),
        }
    }

    /// Returns the value, or reports the error on stderr and stops the command.
    pub(crate) fn or_stop<T>(&mut self, found: Result<T, impl fmt::Display>) -> Result<T, Stop> {
        self.or_refuse(found)?.ok_or(Stop::Refused)
    }

    /// Reports an error on stderr. A reference in backticks is shown without its password.
    pub(crate) fn refuse(&mut self, why: &str) -> io::Result<Outcome> {
        let why = self.passwords.redacted_message(why);
        self.complain(format_args!("{why}\n"))?;
        Ok(Outcome::Trouble)
    }

    pub(crate) fn warn(&mut self, what: fmt::Arguments<'_>) -> io::Result<()> {
        self.say(None, Suppressed::Nothing, (self.warnings.warning, "warning"), what)
    }

    pub(crate) fn warn_of_file(&mut self, what: fmt::Arguments<'_>) -> io::Result<()> {
        self.say(None, Suppressed::Strings, (self.warnings.warning, "warning"), what)
    }

    pub(crate) fn note(&mut self, what: fmt::Arguments<'_>) -> io::Result<()> {
        if self.suppressed == Suppressed::Nothing { self.write_note(None, what) } else { Ok(()) }
    }

    fn say(
        &mut self,
        of_line: Option<&'static str>,
        unless_above: Suppressed,
        (style, label): (Style, &str),
        what: fmt::Arguments<'_>,
    ) -> io::Result<()> {
        if self.suppressed > unless_above {
            return Ok(());
        }
        self.write_note(of_line, format_args!("{style}{label}:{style:#} {what}"))
    }

    fn write_note(
        &mut self,
        of_line: Option<&'static str>,
        what: fmt::Arguments<'_>,
    ) -> io::Result<()> {
        let kind = of_line.map_or(TextKind::Message, TextKind::OfLine);
        self.buffer.add(kind, what.to_string().as_bytes());
        match self.to {
            To::Streams(_) => self.flush(),
            To::Turn(_) => Ok(()),
        }
    }
}

impl Streams {
    fn write(
        &mut self,
        buffer: &OutputBuffer,
        between: &[u8],
        below: &mut Option<bool>,
    ) -> io::Result<()> {
        let mut lock = self.stdout.lock();
        let stdout: &mut dyn Write = match &mut self.file {
            Some(file) => file,
            None => &mut lock,
        };
        for (kind, text) in buffer.runs() {
            match kind {
                TextKind::Record | TextKind::Verbatim => stdout.write_all(text)?,
                TextKind::Break if below.replace(true) == Some(true) => {
                    stdout.write_all(between)?
                }
                TextKind::Break => {}
                TextKind::OfLine(cause) if !self.message_limit.is_shown(cause) => {}
                TextKind::Message | TextKind::OfLine(_) => {
                    stdout.flush()?;
                    // If stderr cannot be written, there is nowhere left to report it.
                    drop(self.stderr.write_all(text));
                }
            }
        }
        stdout.flush()
    }
}

/// Adds records to the buffer, and does not write them yet.
impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.suppressed == Suppressed::Nothing {
            self.buffer.add(TextKind::Record, bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Self::flush(self)
    }
}

/// The kind of a piece of output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TextKind {
    Record,
    /// Text for stdout that is written unchanged.
    Verbatim,
    Message,
    /// A message for stderr about a line of a file, with its cause. The writer limits such messages.
    OfLine(&'static str),
    /// A blank line before a block. The writer, which alone knows whether there was a block before, may omit it.
    Break,
}

/// Buffered output for stdout and stderr, in order.
#[derive(Default)]
pub(crate) struct OutputBuffer {
    text: Vec<u8>,
    runs: Vec<(usize, TextKind)>,
    worst: Option<Outcome>,
}

impl OutputBuffer {
    fn add(&mut self, kind: TextKind, text: &[u8]) {
        let is_alone = matches!(kind, TextKind::Break | TextKind::OfLine(_));
        if self.runs.last().is_none_or(|(_, last)| *last != kind) || is_alone {
            self.runs.push((self.text.len(), kind));
        }
        match kind {
            TextKind::Verbatim => self.text.extend_from_slice(text),
            // Control characters are escaped.
            _ => self.text.extend_from_slice(&shown(text)),
        }
    }

    const fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    fn clear(&mut self) {
        self.text.clear();
        self.runs.clear();
    }

    fn runs(&self) -> impl Iterator<Item = (TextKind, &[u8])> {
        let ends = self.runs.iter().skip(1).map(|(start, _)| *start).chain([self.text.len()]);
        self.runs.iter().zip(ends).map(|(&(start, kind), end)| (kind, &self.text[start..end]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(buffer: &OutputBuffer) -> Vec<(&'static str, &str)> {
        let name = |kind| match kind {
            TextKind::Record => "record",
            TextKind::Verbatim => "verbatim",
            TextKind::Message => "message",
            TextKind::OfLine(_) => "of a line",
            TextKind::Break => "break",
        };
        buffer.runs().map(|(kind, text)| (name(kind), str::from_utf8(text).unwrap())).collect()
    }

    #[test]
    fn what_is_said_keeps_its_order() {
        let mut buffer = OutputBuffer::default();
        assert!(buffer.is_empty() && runs(&buffer).is_empty());
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
            buffer.add(kind, text.as_bytes());
        }
        assert_eq!(
            runs(&buffer),
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
        buffer.clear();
        assert!(buffer.is_empty() && runs(&buffer).is_empty());
    }
}

//! The input: arguments, then the lines of files.
//!
//! The lines of a large file are processed by all cores ([`blocks`]). Each thread has its own [`Output`]
//! and [`Tally`]; the outputs are written in the order of the lines. Only a few blocks of lines for each
//! core are in memory at a time, so a file may be larger than memory.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use urispec_views::fault::{Fault, utf8};

use crate::input::blocks::{Blocks, Next, Turn};
use crate::input::rows::is_output;
use crate::input::source::Source;
use crate::input::table::Layout;
use crate::options::{Common, Files, Invalid, Threads, VerbosityArgs};
use crate::output::{
    Counts, Name, Outcome, Output, OutputBuffer, Passwords, Progress, StringOrigin, Tally, Usage,
    is_stdin,
};

pub(crate) mod blocks;
pub(crate) mod rows;
pub(crate) mod source;
pub(crate) mod table;

pub(crate) use blocks::{Feed, LineBlock};
pub(crate) use rows::{ArgumentKind, OutputFile, RowArgs};
pub(crate) use table::{RowPart, TableInput, TableRow};

pub(crate) struct Item<'a> {
    pub(crate) origin: StringOrigin<'a>,
    bytes: &'a [u8],
}

impl<'a> Item<'a> {
    pub(crate) fn lines(
        path: &'a Path,
        block: &'a LineBlock,
        passwords: Passwords,
    ) -> impl Iterator<Item = Self> {
        block.lines().map(move |(number, bytes)| Self {
            origin: StringOrigin::Line(path, number, passwords),
            bytes,
        })
    }

    pub(crate) fn text(&self) -> Result<&'a str, Fault> {
        utf8(self.bytes)
    }

    pub(crate) const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    pub(crate) fn pair(&self) -> Result<(&'a str, &'a str), Fault> {
        match self.text()?.split_once('\t') {
            None => Err(Fault::NoTab),
            Some((_, other)) if other.contains('\t') => Err(Fault::Tabs),
            Some(pair) => Ok(pair),
        }
    }
}

/// Returns the text of a string that is resolved against a given base. A line with a tab, which probably has its own
/// base, is an error.
pub(crate) fn beside_base<'a>(origin: StringOrigin<'_>, bytes: &'a [u8]) -> Result<&'a str, Fault> {
    match origin {
        StringOrigin::Line(..) if bytes.contains(&b'\t') => Err(Fault::TabBesideBase),
        _ => utf8(bytes),
    }
}

pub(crate) struct Input<'a> {
    arguments: Vec<&'a OsString>,
    files: Cow<'a, [PathBuf]>,
    less: &'a VerbosityArgs,
    /// Whether every argument is a string, even if it is the name of a file.
    is_string: bool,
    threads: usize,
    /// Whether the files have CSV records, which may span several lines.
    is_csv: bool,
    /// The name of the command, and how it interprets the arguments.
    reader: Option<(&'static str, ArgumentKind)>,
    /// Whether a string with `Outcome::No` makes the exit code 1.
    is_no_reported: bool,
}

impl<'a> Input<'a> {
    pub(crate) fn in_common(arguments: &'a [OsString], common: &'a Common) -> Result<Self, Usage> {
        let input = Self::new(arguments, &common.files, &common.less)?;
        Ok(input.threads(&common.threads))
    }

    /// Creates the input from strings and lines of files or, if there are none, from standard input. A terminal
    /// is read only on request, since a program that silently waits for it seems to hang.
    pub(crate) fn new(
        arguments: &'a [OsString],
        files: &'a Files,
        less: &'a VerbosityArgs,
    ) -> Result<Self, Usage> {
        Self::of(arguments, files, files.are_strings, less)
    }

    /// Like [`Self::new`], with the names of files. An argument `-` is standard input, unless all arguments
    /// `are_strings`.
    pub(crate) fn of(
        arguments: &'a [OsString],
        files: &'a [PathBuf],
        is_string: bool,
        less: &'a VerbosityArgs,
    ) -> Result<Self, Usage> {
        let (piped, arguments): (Vec<&OsString>, Vec<&OsString>) =
            arguments.iter().partition(|argument| !is_string && *argument == "-");
        let files = match (arguments.is_empty(), piped.is_empty()) {
            (true, true) => {
                or_stdin(files, "give strings, or `-f FILE` to read lines from a file", "-f -")?
            }
            (false, true) => Cow::Borrowed(files),
            (_, false) => {
                Cow::Owned(piped.iter().map(PathBuf::from).chain(files.iter().cloned()).collect())
            }
        };
        once(&files, "give `-f -` once")?;
        let threads = Threads::default().number();
        Ok(Self {
            arguments,
            files,
            less,
            is_string,
            threads,
            is_csv: false,
            reader: None,
            is_no_reported: true,
        })
    }

    /// Names the command that reads the input, and how it interprets the arguments.
    ///
    /// # Errors
    /// Returns an error if an argument is the name of a file and the command reads references.
    pub(crate) fn read_by(self, command: &'static str, kind: ArgumentKind) -> Result<Self, Usage> {
        if self.is_string {
            return Ok(self);
        }
        rows::named_files(command, kind, &self.arguments)?;
        Ok(Self { reader: Some((command, kind)), ..self })
    }

    pub(crate) fn rows(self, table: Option<&TableInput>) -> Self {
        let is_csv = table.is_some_and(|table| table.layout() == Layout::Csv);
        Self { is_csv, ..self }
    }

    pub(crate) fn invalid(self, how: Invalid) -> Self {
        Self { is_no_reported: how.is_reported(), ..self }
    }

    pub(crate) fn threads(self, threads: &Threads) -> Self {
        Self { threads: threads.number(), ..self }
    }

    /// Calls `answer` for every string of the input, in order. A file that cannot be read is reported on stderr,
    /// and the other files are read.
    pub(crate) fn each(
        &self,
        out: &mut Output,
        answer: impl Fn(&mut Output, &Item<'_>) -> io::Result<Outcome> + Clone + Send + 'static,
    ) -> io::Result<Summary> {
        self.tallied(out, move |out, (), item| answer(out, item))
    }

    /// Like [`Self::each`], with a tally to which each call of `answer` may add.
    pub(crate) fn tallied<T: Tally>(
        &self,
        out: &mut Output,
        answer: impl Fn(&mut Output, &mut T, &Item<'_>) -> io::Result<Outcome> + Clone + Send + 'static,
    ) -> io::Result<Summary<T>> {
        let done = self.each_argument(out, &answer)?;
        let is_no_reported = self.is_no_reported;
        self.each_block(done, out, move |out, done, path, block| {
            for item in Item::lines(path, block, out.passwords) {
                done.take(&item, is_no_reported, out, &answer)?;
            }
            Ok(())
        })
    }

    pub(crate) fn each_argument<T: Tally>(
        &self,
        out: &mut Output,
        mut answer: impl FnMut(&mut Output, &mut T, &Item<'_>) -> io::Result<Outcome>,
    ) -> io::Result<Summary<T>> {
        let mut done = Summary { has_arguments: !self.arguments.is_empty(), ..Summary::nothing() };
        out.suppress(self.less.suppressed());
        if let Some((command, kind)) = self.reader {
            rows::argument_hints(command, kind, &self.arguments, out)?;
        }
        for argument in &self.arguments {
            let bytes = argument.as_encoded_bytes();
            let item = Item { origin: StringOrigin::Argument(bytes, out.passwords), bytes };
            done.take(&item, self.is_no_reported, out, &mut answer)?;
        }
        out.end_input();
        // Arguments are answered before waiting for files.
        out.flush()?;
        Ok(done)
    }

    /// Processes each block of lines of the files, and adds the result to the summary of the input.
    /// All cores share the blocks of a large file; each core has its own output and summary.
    pub(crate) fn each_block<T: Tally>(
        &self,
        mut done: Summary<T>,
        out: &mut Output,
        work: impl Fn(&mut Output, &mut Summary<T>, &Path, &LineBlock) -> io::Result<()>
        + Clone
        + Send
        + 'static,
    ) -> io::Result<Summary<T>> {
        self.each_file(&mut done, out, |done, out, path, blocks| {
            let (work, name) = (work.clone(), path.to_owned());
            let work = move |out: &mut Output, done: &mut Summary<T>, block: &LineBlock| {
                work(out, done, &name, block)
            };
            done.read(path, blocks, self.threads, out, work)
        })?;
        Ok(done)
    }

    /// Passes the results of `work` to `take`, in order: one for each block of lines of the files. All cores share the
    /// blocks of a large file.
    pub(crate) fn each_made<A: Send + 'static>(
        &self,
        mut done: Summary,
        out: &mut Output,
        work: impl Fn(&Path, &LineBlock) -> A + Clone + Send + 'static,
        mut take: impl FnMut(&mut Output, A) -> io::Result<Outcome>,
    ) -> io::Result<Summary> {
        self.each_file(&mut done, out, |done, out, path, blocks| {
            let (elsewhere, name) = (work.clone(), path.to_owned());
            let elsewhere = move |block: &LineBlock, turn: Turn<A>| {
                // If the receiver is gone, the output is closed.
                let _ = turn.give(elsewhere(&name, block));
            };
            blocks::each(blocks, self.threads, elsewhere, |next| {
                done.worst = done.worst.max(match next {
                    Next::Block(block) => take(out, work(path, block))?,
                    Next::Part(made) => take(out, made)?,
                    Next::Unreadable(error) => unreadable(path, &error, out)?,
                });
                out.worst = out.worst.max(done.worst);
                // Writes what is done before waiting for more.
                out.flush()
            })
        })?;
        Ok(done)
    }

    /// Calls `read` with the blocks of each file that can be opened. Other files are reported on stderr.
    fn each_file<T>(
        &self,
        done: &mut Summary<T>,
        out: &mut Output,
        mut read: impl FnMut(&mut Summary<T>, &mut Output, &Path, Blocks) -> io::Result<()>,
    ) -> io::Result<()> {
        out.suppress(self.less.suppressed());
        out.begin_lines(self.less.messages.most());
        if !self.less.quiet {
            out.progress = Progress::through(&self.files, self.less.progress);
        }
        for path in &*self.files {
            let Some(file) = open(path, out)? else {
                done.worst = Outcome::Trouble;
                continue;
            };
            done.opened += 1;
            read(done, out, path, Blocks::new(file).records(self.is_csv))?;
        }
        out.end_lines()?;
        out.end_input();
        Ok(())
    }
}

pub(crate) struct Summary<T = ()> {
    pub(crate) worst: Outcome,
    pub(crate) counts: Counts,
    pub(crate) tally: T,
    pub(crate) opened: usize,
    has_arguments: bool,
}

impl<T: Tally> Summary<T> {
    pub(crate) fn nothing() -> Self {
        let (counts, tally) = (Counts::default(), T::default());
        Self { worst: Outcome::Yes, counts, tally, opened: 0, has_arguments: false }
    }

    pub(crate) fn count(&mut self, outcome: Outcome) {
        self.counts.outcome(outcome);
        self.worst = self.worst.max(outcome);
    }

    fn add(&mut self, part: Self) {
        self.worst = self.worst.max(part.worst);
        self.counts.add(&part.counts);
        self.tally.add(part.tally);
    }
}

impl<T> Summary<T> {
    /// Ends a command: prints the counts if they were requested and there was any input. Returns the worst outcome.
    pub(crate) fn end(
        self,
        less: &VerbosityArgs,
        out: &mut Output,
        counts: &str,
    ) -> io::Result<Outcome> {
        if less.count && (self.has_arguments || self.opened > 0) {
            writeln!(out, "{counts}")?;
        }
        Ok(self.worst)
    }
}

enum Worked<T> {
    Output(OutputBuffer),
    Done(Summary<T>),
    Failed(io::Error),
}

impl<T: Tally> Summary<T> {
    /// Processes a whole file on the given number of threads. The output is written in the order of the file.
    pub(crate) fn read<F: Feed>(
        &mut self,
        path: &Path,
        feed: F,
        threads: usize,
        out: &mut Output,
        work: impl Fn(&mut Output, &mut Self, &F::Part) -> io::Result<()> + Clone + Send + 'static,
    ) -> io::Result<()> {
        let (elsewhere, manner) = (work.clone(), out.manner);
        let elsewhere = move |block: &F::Part, turn: Turn<Worked<T>>| {
            let (mut part, to) = (Self::nothing(), turn.clone());
            let mut out = Output::in_turn(manner, move |buffer| to.give(Worked::Output(buffer)));
            let worked = elsewhere(&mut out, &mut part, block).and_then(|()| out.flush());
            // If the receiver is gone, the output is closed.
            let _ = turn.give(worked.map_or_else(Worked::Failed, |()| Worked::Done(part)));
        };
        blocks::each(feed, threads, elsewhere, |next| {
            let before = self.counts.all();
            match next {
                Next::Block(block) => work(out, self, block)?,
                Next::Part(Worked::Output(buffer)) => out.put(buffer)?,
                Next::Part(Worked::Done(part)) => self.add(part),
                Next::Part(Worked::Failed(error)) => return Err(error),
                Next::Unreadable(error) => self.worst = unreadable(path, &error, out)?,
            }
            out.worst = out.worst.max(self.worst);
            if let Some(progress) = &mut out.progress {
                progress.advance(self.counts.all() - before);
            }
            // Writes what is done before waiting for more.
            out.flush()
        })
    }

    /// Calls `answer` for a string, and counts the outcome. Unless `is_no_reported`, `Outcome::No` does not
    /// affect the worst outcome.
    fn take(
        &mut self,
        item: &Item<'_>,
        is_no_reported: bool,
        out: &mut Output,
        mut answer: impl FnMut(&mut Output, &mut T, &Item<'_>) -> io::Result<Outcome>,
    ) -> io::Result<()> {
        let outcome = answer(out, &mut self.tally, item)?;
        self.counts.outcome(outcome);
        if is_no_reported || outcome != Outcome::No {
            self.worst = self.worst.max(outcome);
        }
        out.worst = out.worst.max(self.worst);
        out.end_record()
    }
}

/// Returns the files or, without files, standard input. It is an error if standard input is a terminal.
pub(crate) fn or_stdin<'a>(
    files: &'a [PathBuf],
    what_to_do: &str,
    stdin: &str,
) -> Result<Cow<'a, [PathBuf]>, Usage> {
    match files {
        [] if io::stdin().is_terminal() => Err(Usage::new(format!(
            "no input: {what_to_do}, or `{stdin}` to read from the terminal"
        ))),
        [] => Ok(Cow::Owned(vec![PathBuf::from("-")])),
        _ => Ok(Cow::Borrowed(files)),
    }
}

/// Returns an error if standard input would be read twice. `instead` is the remedy that the error states.
pub(crate) fn once(files: &[PathBuf], instead: &str) -> Result<(), Usage> {
    match files.iter().filter(|file| is_stdin(file)).count() {
        0 | 1 => Ok(()),
        _ => Err(Usage::new(format!("standard input can be read only once: {instead}"))),
    }
}

/// Opens a file, and reports a skipped byte order mark. If the file cannot be read, reports the error and returns
/// `None`. Standard input is opened only once: it cannot contain both a grammar and the strings.
pub(crate) fn open(path: &Path, out: &mut Output) -> io::Result<Option<Box<dyn Read + Send>>> {
    if is_stdin(path) && std::mem::replace(&mut out.has_opened_stdin, true) {
        let twice =
            "standard input can be read only once, and was read before: name a file in one place";
        return unreadable(path, &io::Error::other(twice), out).map(|_| None);
    }
    if is_output(path) {
        let same = "the input file is also the output";
        return unreadable(path, &io::Error::other(same), out).map(|_| None);
    }
    match Source::open(path, out.progress.as_ref().map(Progress::watch)) {
        Ok(Source { bytes, had_mark }) => {
            if had_mark {
                let name = Name(path, out.passwords);
                out.warn_of_file(format_args!(
                    "{name}: skipped a byte order mark before line 1\n"
                ))?;
            }
            Ok(Some(bytes))
        }
        Err(error) => unreadable(path, &error, out).map(|_| None),
    }
}

pub(crate) fn unreadable(path: &Path, error: &io::Error, out: &mut Output) -> io::Result<Outcome> {
    out.worst = Outcome::Trouble;
    out.complain_of_file(format_args!("cannot read {}: {error}\n", Name(path, out.passwords)))?;
    Ok(Outcome::Trouble)
}

//! The input: arguments, then the lines of files.
//!
//! In: what the command line names. Out: [`Item`]s in that order, one at a time, each with its
//! place. What is forgotten: the end of a line, LF or CRLF, and nothing else of it.
//!
//! Only one block of lines is held at a time, or of a command that works on many at once a few; so a
//! file may be larger than memory.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::thread;

use crate::blocks::{Block, Blocks};
use crate::bulk;
use crate::fault::Fault;
use crate::origin::{Name, Origin, is_stdin};
use crate::outcome::Outcome;
use crate::output::Output;
use crate::usage::Usage;

/// A string of the input.
pub(crate) struct Item<'a> {
    pub(crate) origin: Origin<'a>,
    bytes: &'a [u8],
}

impl<'a> Item<'a> {
    pub(crate) const fn argument(bytes: &'a [u8]) -> Self {
        Self { origin: Origin::Argument(bytes), bytes }
    }

    /// The lines of a block.
    pub(crate) fn lines(path: &'a Path, block: &'a Block) -> impl Iterator<Item = Self> {
        block.lines().map(|(number, bytes)| Self { origin: Origin::Line(path, number), bytes })
    }

    /// The string, if it is UTF-8.
    pub(crate) fn text(&self) -> Result<&'a str, Fault> {
        utf8(self.bytes)
    }

    pub(crate) const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The two strings of a line, which a tab divides.
    pub(crate) fn pair(&self) -> Result<(&'a str, &'a str), Fault> {
        self.text()?.split_once('\t').ok_or(Fault::NoTab)
    }
}

/// An argument's text. A platform whose arguments are not UTF-8 has its own encoding of them, of
/// which UTF-8 is a part.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, Fault> {
    std::str::from_utf8(bytes).map_err(|error| {
        let offset = error.valid_up_to();
        Fault::NotUtf8 { offset, byte: bytes[offset] }
    })
}

/// Refuses to run without input, or with standard input twice. Standard input is only read where it
/// is asked for: a program that waits for it in silence looks like one that hangs.
pub(crate) fn some(arguments: &[OsString], files: &[PathBuf]) -> Result<(), Usage> {
    once(files, "give `-f -` once")?;
    if !arguments.is_empty() || !files.is_empty() {
        return Ok(());
    }
    Err(Usage::new(
        "no input: give arguments, or `-f FILE` to read lines from a file, \
         or `-f -` to read them from standard input",
    ))
}

/// Refuses to read standard input twice, with what to do instead.
pub(crate) fn once(files: &[PathBuf], instead: &str) -> Result<(), Usage> {
    match files.iter().filter(|file| is_stdin(file)).count() {
        0 | 1 => Ok(()),
        _ => Err(Usage::new(format!("standard input can be read only once: {instead}"))),
    }
}

/// Hands over every string of the input, in order, and gives back the worst outcome. A file that
/// cannot be read is named on stderr, and the others go on.
pub(crate) fn each(
    arguments: &[OsString],
    files: &[PathBuf],
    out: &mut Output,
    mut take: impl FnMut(&mut Output, &Item<'_>) -> io::Result<Outcome>,
) -> io::Result<Outcome> {
    let mut worst = Outcome::Yes;
    for argument in arguments {
        let item = Item::argument(argument.as_encoded_bytes());
        worst = worst.max(take(out, &item)?);
        out.worst = out.worst.max(worst);
        out.end_record()?;
    }
    for path in files {
        worst = worst.max(lines(path, out, &mut take)?);
    }
    Ok(worst)
}

fn lines(
    path: &Path,
    out: &mut Output,
    take: &mut impl FnMut(&mut Output, &Item<'_>) -> io::Result<Outcome>,
) -> io::Result<Outcome> {
    let mut blocks = match open(path) {
        Ok(file) => Blocks::of(file),
        Err(error) => return unreadable(path, &error, out),
    };
    let (mut block, mut worst) = (Block::default(), Outcome::Yes);
    loop {
        match blocks.read(&mut block) {
            Ok(true) => {}
            Ok(false) => return Ok(worst),
            Err(error) => return unreadable(path, &error, out),
        }
        for item in Item::lines(path, &block) {
            worst = worst.max(take(out, &item)?);
            out.worst = out.worst.max(worst);
            out.end_record()?;
        }
        // What was asked is answered before more is waited for.
        out.flush()?;
    }
}

/// Hands over what `work` makes of each block of the files' lines, in order, and gives back the worst
/// verdict. The blocks of a large file are worked on by all cores.
pub(crate) fn each_block<T: Send + 'static>(
    files: &[PathBuf],
    out: &mut Output,
    work: impl Fn(&Path, &Block) -> T + Clone + Send + 'static,
    mut take: impl FnMut(&mut Output, T) -> io::Result<Outcome>,
) -> io::Result<Outcome> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let mut worst = Outcome::Yes;
    for path in files {
        let file = match open(path) {
            Ok(file) => file,
            Err(error) => {
                worst = unreadable(path, &error, out)?;
                continue;
            }
        };
        let (work, name) = (work.clone(), path.clone());
        let work = move |block: &Block| work(&name, block);
        bulk::each(Blocks::of(file), threads, work, |answer| {
            worst = worst.max(match answer {
                Ok(answer) => take(out, answer)?,
                Err(error) => unreadable(path, &error, out)?,
            });
            out.worst = out.worst.max(worst);
            out.flush()
        })?;
    }
    Ok(worst)
}

pub(crate) fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    if is_stdin(path) {
        return Ok(Box::new(io::stdin()));
    }
    File::open(path).map(|file| Box::new(file) as Box<dyn Read + Send>)
}

/// More than any text that is read as a whole may have: a device would have no end.
const LONGEST: u64 = 64 << 20;

/// The text of a file, and how messages name it. None if it cannot be read, which is said on stderr.
pub(crate) fn text(path: &Path, out: &mut Output) -> io::Result<Option<(String, String)>> {
    text_within(path, LONGEST, out)
}

/// The same of at most so many bytes of a file.
pub(crate) fn text_within(
    path: &Path,
    most: u64,
    out: &mut Output,
) -> io::Result<Option<(String, String)>> {
    let (name, mut bytes) = (Name(path).to_string(), Vec::new());
    if let Err(error) = open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)) {
        unreadable(path, &error, out)?;
        return Ok(None);
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Some((name, text))),
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            let (read, byte) = (&error.as_bytes()[..offset], error.as_bytes()[offset]);
            let start = read.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            let line = read.iter().filter(|&&byte| byte == b'\n').count() + 1;
            let fault = Fault::NotUtf8 { offset: offset - start, byte };
            out.complain(format_args!("{name}:{line}: {fault}\n"))?;
            Ok(None)
        }
    }
}

pub(crate) fn unreadable(path: &Path, error: &io::Error, out: &mut Output) -> io::Result<Outcome> {
    out.worst = Outcome::Trouble;
    out.complain(format_args!("cannot read {}: {error}\n", Name(path)))?;
    Ok(Outcome::Trouble)
}

//! Arguments that several commands take alike.

pub(crate) mod documents;
pub(crate) mod ladder;
pub(crate) mod names;
pub(crate) mod settings;

pub(crate) use ladder::{Climb, Ladder};

use std::ffi::OsString;
use std::num::NonZero;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;
use std::{io, thread};

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum, ValueHint};
use urispec::Edition;
use urispec_audit::Deadline;

use crate::output::{Hush, Outcome, Output};

// No documentation comments here: clap would take them for those of the command.

// The document to go by.
#[derive(Args)]
pub(crate) struct DocumentArgs {
    /// The document to go by
    #[arg(long, value_name = "ID", default_value = Edition::default().id())]
    #[arg(value_parser = names::edition(), long_help = EDITION)]
    pub(crate) edition: Edition,
}

// The files of strings that a command reads.
#[derive(Args)]
pub(crate) struct Files {
    /// Read more strings, one per line, from FILE (`-` is standard input, which is also read if no
    /// string and no FILE is given); may be repeated
    #[arg(short, long = "file", value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(long_help = FILE)]
    files: Vec<PathBuf>,
}

impl Deref for Files {
    type Target = [PathBuf];

    fn deref(&self) -> &[PathBuf] {
        &self.files
    }
}

// What every command takes that asks several readers about each string.
#[derive(Args)]
pub(crate) struct SideBySide {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Ask also what the strings resolve to against this base
    #[arg(short, long, value_name = "URI", value_hint = ValueHint::Url)]
    pub(crate) base: Option<OsString>,
    /// Print all answers about each line of a FILE too
    #[arg(short, long, conflicts_with_all = ["json", "count"])]
    pub(crate) verbose: bool,
    /// Print only how many strings there are of each kind
    #[arg(short, long, conflicts_with_all = ["verbose", "count"])]
    pub(crate) tally: bool,
    #[command(flatten)]
    pub(crate) less: Less,
}

// What every command that reads references takes.
#[derive(Args)]
pub(crate) struct Common {
    #[command(flatten)]
    pub(crate) files: Files,
    #[command(flatten)]
    document: DocumentArgs,
    /// Print one JSON object per line for each input
    #[arg(short, long, long_help = JSON, conflicts_with = "count")]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) less: Less,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

// What every command that reads lists takes, to say less of each string.
#[derive(Args)]
pub(crate) struct Less {
    /// Print only numbers, on one line
    #[arg(short, long, long_help = COUNT, conflicts_with = "quiet")]
    pub(crate) count: bool,
    /// Print nothing about the input: the exit code says all
    #[arg(short, long, long_help = QUIET)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) messages: Messages,
    /// Say on stderr how far the reading has come, also where stderr is no terminal
    #[arg(long, conflicts_with = "quiet", long_help = PROGRESS)]
    pub(crate) progress: bool,
}

// How much every command that reads lists says about lines with the same fault.
#[derive(Args, Clone, Copy)]
pub(crate) struct Messages {
    /// How many messages to print about lines with the same cause, or `all`; the others are counted [default: 3]
    #[arg(long, value_name = "NUM", value_parser = of_each_cause, long_help = MESSAGES)]
    messages: Option<u64>,
}

impl Messages {
    pub(crate) const fn is_given(self) -> bool {
        self.messages.is_some()
    }

    pub(crate) fn most(self) -> u64 {
        self.messages.unwrap_or(3)
    }
}

fn of_each_cause(text: &str) -> Result<u64, String> {
    match text {
        "all" => Ok(u64::MAX),
        _ => text.parse().map_err(|_| "write a number, or `all`".to_owned()),
    }
}

// What every command that takes a grammar takes.
#[derive(Args)]
pub(crate) struct Budget {
    /// How long to work on what has to be decided
    #[arg(long, value_name = "SECONDS", default_value_t = 60, long_help = BUDGET)]
    budget: u32,
    /// How much memory to take for what has to be decided
    #[arg(long, value_name = "MIB", default_value_t = 1024, long_help = MEMORY)]
    memory: u32,
    #[arg(skip)]
    deadline: OnceLock<Deadline>,
}

impl Budget {
    /// The end of the time, from the first call on, and the limit of the memory: one for the whole command.
    pub(crate) fn deadline(&self) -> Deadline {
        self.deadline.get_or_init(|| self.anew()).clone()
    }

    pub(crate) fn anew(&self) -> Deadline {
        let end = Deadline::after(Duration::from_secs(self.budget.into()));
        end.with_memory(u64::from(self.memory) << 20)
    }
}

// What every command that reads files takes, to say how many cores work on them.
#[derive(Args, Default)]
pub(crate) struct Threads {
    /// How many threads work on the lines of a large FILE [default: as many as there are cores]
    #[arg(long, value_name = "NUM", long_help = THREADS)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_THREADS))]
    threads: Option<usize>,
}

impl Threads {
    pub(crate) fn number(&self) -> usize {
        self.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get))
    }
}

impl Less {
    pub(crate) const fn hush(&self) -> Hush {
        match self {
            Self { quiet: true, .. } => Hush::All,
            Self { count: true, .. } => Hush::Strings,
            _ => Hush::Nothing,
        }
    }
}

impl Common {
    pub(crate) const fn edition(&self) -> Edition {
        self.document.edition
    }
}

const BUDGET: &str = "\
How long to work on what has to be decided. What is open after SECONDS is undecided, and everything else \
is said as ever. The step that is being worked on comes to its end, which may take some seconds.";

const MEMORY: &str = "\
How much memory to take for what has to be decided, in MiB. Counted is what grows with the question: states, formulas, \
expressions, pairs of states and mutants; the program takes some more. What is open when it is spent is undecided, as with \
--budget.";

const EDITION: &str = "\
The document to go by. Its id may be written in any letter case and without its `-`, and an RFC as its number: \
`RFC3986`, `3986`, `std66`, `rfc2396bis`. The option may stand before the command too.";

const FILE: &str = "\
Read more strings from FILE, one per line; `-` is standard input. May be repeated. Standard input is also read if no \
string and no FILE is given, unless standard input is a terminal.

A line ends in LF or CRLF, which is not part of the string; the last line may end without. Nothing else is removed: \
an empty line is the empty reference, which is valid (RFC 3986, 4.1), and a space is part of its line. A line that is \
not UTF-8 is invalid; the message names it as FILE:LINE, and reading goes on.

A byte order mark before line 1 is skipped, with a warning on stderr. A file compressed by gzip or zstd is unpacked, \
whatever its name: its first bytes tell. A file in another compression or in UTF-16 is not read; the message says how \
to convert it.";

const COUNT: &str = "\
Print only numbers, on one line: how many strings there were, and how many of each kind. Nothing is said about single \
strings, on stderr neither. Stderr only names a file that cannot be read, and has the warnings about files.";

const QUIET: &str = "\
Print nothing about the input, neither on stdout nor on stderr: the exit code says all. Stderr \
only names a file that cannot be read.";

const MESSAGES: &str = "\
How many messages to print on stderr about lines of files with the same cause, or `all`. The others are counted: a \
note at the end has the number of each cause. What is said of strings that are arguments is always printed, and so is \
every result: only messages are left out.";

const PROGRESS: &str = "\
Say on stderr how far the reading has come: how many bytes and lines were read, every five seconds and at the end. On a \
terminal there is a bar without this option, or a moving sign where nobody knows how much will come, as from a pipe.";

pub(crate) const JSON: &str = "\
Print one JSON object per line for each input, in the order of the input.

A key that is absent is undefined. Offsets are in bytes. In a string that is not UTF-8, U+FFFD replaces the bytes \
that are not, and a key that ends in `_hex`, such as `input_hex`, has all of its bytes in hexadecimal digits.

A command that takes two strings says in `part` which of them an `error` is about, by its key, such as base. If both \
are invalid, `other_error` is about the second. Each of `warnings` has a `code` (misread, underivable, above-root, \
unsuitable-base, same-scheme, outside-scheme, base-outside-scheme or relative), a `message`, and for two strings a \
`part`.";

/// More would only take memory.
const MOST_THREADS: u64 = 1024;

const THREADS: &str = "\
How many threads work on the lines of a large FILE. Without this option there are as many as there are cores. The \
output is the same for any number, and in the order of the lines. With 1, one thread reads, works and writes.";

// What becomes of strings that are invalid: an argument that has one meaning in all commands that turn each string
// into something else.

/// What becomes of a string that is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Invalid {
    /// Say on stderr why it is invalid, and print nothing for it
    Report,
    /// Leave it out, and only count it
    Skip,
    /// Print it as it was given
    Keep,
    /// Print an empty line, or a row whose components are undefined
    Empty,
}

// No documentation comment here: clap would take it for that of the command.
#[derive(Args)]
pub(crate) struct OfInvalid {
    /// What to do with strings that are invalid [default: report; of `unique`, keep]
    #[arg(long, value_name = "HOW", long_help = INVALID)]
    pub(crate) invalid: Option<Invalid>,
}

const INVALID: &str = "\
What to do with strings that are invalid. `report` says on stderr why, and prints nothing for the string. `skip` leaves \
the string out. `keep` prints the string as it was given. `empty` prints an empty line, or where rows are printed a row \
whose components are undefined; so each string has its line, and `paste` puts results beside the input.

Only `report` says why, and only with it does an invalid string make the exit code 1: the others do what was asked. \
The numbers have the invalid strings in any case. JSON has an object for each string, with its error, except for \
`skip`.

The default is report. It is keep of `unique`, which compares invalid strings byte by byte; skip of `get --keep`, which \
is a filter; and where a condition of `get` is about invalid strings, empty, or keep with --keep.";

impl OfInvalid {
    /// What the argument says, or else the default of most commands.
    pub(crate) fn how(&self) -> Invalid {
        self.invalid.unwrap_or(Invalid::Report)
    }
}

impl Invalid {
    pub(crate) fn is_reported(self) -> bool {
        self == Self::Report
    }

    /// Answers an invalid string with text. How its message is written is for the caller to know.
    pub(crate) fn answer(
        self,
        bytes: &[u8],
        out: &mut Output,
        report: impl FnOnce(&mut Output) -> io::Result<Outcome>,
    ) -> io::Result<Outcome> {
        match self {
            Self::Report => return report(out),
            Self::Skip => {}
            Self::Keep => out.bytes(bytes),
            Self::Empty => out.bytes(b""),
        }
        Ok(Outcome::No)
    }
}

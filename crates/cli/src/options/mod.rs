//! Arguments that several commands share.

pub(crate) mod documents;
pub(crate) mod names;
pub(crate) mod settings;

pub(crate) use names::{Climb, Ladder};

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

use crate::output::{Outcome, Output, Suppressed};

// No doc comments on these structs: clap would use them as the description of the command.

// The document whose rules apply.
#[derive(Args)]
pub(crate) struct DocumentArgs {
    /// The document whose rules apply
    #[arg(long, value_name = "ID", default_value = Edition::default().id())]
    #[arg(value_parser = names::edition(), long_help = EDITION)]
    pub(crate) edition: Edition,
}

// The files of strings.
#[derive(Args)]
pub(crate) struct Files {
    /// Read more strings, one per line, from FILE (`-` is standard input); may be repeated
    #[arg(short, long = "file", value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(long_help = FILE)]
    files: Vec<PathBuf>,
    /// Read every argument as a string, even if it is `-` or the name of a file
    #[arg(long = "string")]
    pub(crate) are_strings: bool,
}

impl Deref for Files {
    type Target = [PathBuf];

    fn deref(&self) -> &[PathBuf] {
        &self.files
    }
}

// The arguments of commands that compare several readers on each string.
#[derive(Args)]
pub(crate) struct SideBySideArgs {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Also resolve the strings against this base, and compare the targets
    #[arg(short, long, value_name = "URI", value_hint = ValueHint::Url)]
    pub(crate) base: Option<OsString>,
    /// Also print all answers for the lines of a FILE
    #[arg(short, long, conflicts_with_all = ["json", "count"])]
    pub(crate) verbose: bool,
    /// Print only the number of strings of each kind
    #[arg(short, long, conflicts_with_all = ["verbose", "count"])]
    pub(crate) tally: bool,
    #[command(flatten)]
    pub(crate) less: VerbosityArgs,
}

// The arguments of commands that read references.
#[derive(Args)]
pub(crate) struct Common {
    #[command(flatten)]
    pub(crate) files: Files,
    #[command(flatten)]
    document: DocumentArgs,
    /// Print one JSON object per input, one per line
    #[arg(short, long, long_help = JSON, conflicts_with = "count")]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) less: VerbosityArgs,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

// The arguments of commands that read lists, to print less.
#[derive(Args)]
pub(crate) struct VerbosityArgs {
    /// Print only counts, on one line
    #[arg(short, long, long_help = COUNT, conflicts_with = "quiet")]
    pub(crate) count: bool,
    /// Print nothing; report only the exit code
    #[arg(short, long, long_help = QUIET)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) messages: Messages,
    /// Report progress on stderr, even if stderr is not a terminal
    #[arg(long, conflicts_with = "quiet", long_help = PROGRESS, display_order = 801)]
    pub(crate) progress: bool,
}

// The limit on messages about lines with the same cause.
#[derive(Args, Clone, Copy)]
pub(crate) struct Messages {
    /// Print at most NUM messages for each cause, or `all`, and count the rest [default: 3]
    #[arg(long, value_name = "NUM", value_parser = of_each_cause, long_help = MESSAGES)]
    #[arg(display_order = 800)]
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

// The limits of commands that decide something about a grammar.
#[derive(Args)]
pub(crate) struct Budget {
    /// Stop deciding after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, long_help = BUDGET)]
    #[arg(display_order = 803)]
    budget: u32,
    /// Use at most this much memory for deciding, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, long_help = MEMORY)]
    #[arg(display_order = 804)]
    memory: u32,
    #[arg(skip)]
    deadline: OnceLock<Deadline>,
}

impl Budget {
    /// Returns the limits on time and memory, which apply to the whole command. The time counts from the first call.
    pub(crate) fn deadline(&self) -> Deadline {
        self.deadline.get_or_init(|| self.anew()).clone()
    }

    pub(crate) fn anew(&self) -> Deadline {
        let end = Deadline::after(Duration::from_secs(self.budget.into()));
        end.with_memory(u64::from(self.memory) << 20)
    }
}

// The number of threads of commands that read files.
#[derive(Args, Default)]
pub(crate) struct Threads {
    /// The number of threads for a large FILE [default: the number of cores]
    #[arg(long, value_name = "NUM", long_help = THREADS, display_order = 802)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_THREADS))]
    threads: Option<usize>,
}

impl Threads {
    pub(crate) fn number(&self) -> usize {
        self.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get))
    }
}

impl VerbosityArgs {
    pub(crate) const fn suppressed(&self) -> Suppressed {
        match self {
            Self { quiet: true, .. } => Suppressed::All,
            Self { count: true, .. } => Suppressed::Strings,
            _ => Suppressed::Nothing,
        }
    }
}

impl Common {
    pub(crate) const fn edition(&self) -> Edition {
        self.document.edition
    }
}

const BUDGET: &str = "\
Stop deciding after SECONDS. Open questions are then undecided, and everything else is reported as usual. The current \
step still finishes, which may take a few seconds.";

const MEMORY: &str = "\
Use at most this much memory, in MiB, for deciding. The limit applies to everything that grows with the question: states, formulas, expressions, pairs of states and mutants. The program itself uses some more memory. When the limit is reached, open questions \
are undecided, as with --budget.";

const EDITION: &str = "\
The document whose grammar and rules apply. Ids may be written in any letter case and without `-`, and RFCs by their \
number alone: `RFC3986`, `3986`, `std66`, `rfc2396bis`. The option may also come before the command.";

const FILE: &str = "\
Read more strings from FILE, one per line; `-` is standard input. May be repeated. Standard input is also read if no \
string and no FILE is given, unless standard input is a terminal.

Lines end in LF or CRLF, which is not part of the string; the last line may lack it. Nothing else is removed: \
an empty line is the empty reference, which is valid (RFC 3986, 4.1), and spaces are part of the line. A line that is \
not UTF-8 is invalid; the message names it as FILE:LINE, and reading continues.

A byte order mark before line 1 is skipped, with a warning on stderr. Files compressed by gzip or zstd are recognized \
by their first bytes and unpacked. Files in another compression or in UTF-16 are rejected; the message says how to \
convert them.";

const COUNT: &str = "\
Print only counts, on one line: how many strings there were, and how many of each kind. Messages about single strings \
are omitted; stderr has only warnings about files, and the names of files that cannot be read.";

const QUIET: &str = "\
Print nothing about the input, on stdout or stderr; the exit code is the answer. Stderr only \
names files that cannot be read.";

const MESSAGES: &str = "\
Print at most NUM messages on stderr for each cause about lines of files, or `all`. A note at the end counts the \
messages of each cause that were not printed. Messages about strings given as arguments are always printed, and so is \
every result.";

const PROGRESS: &str = "\
Report on stderr how many bytes and lines were read, every five seconds and at the end. On a terminal, a progress bar \
is shown without this option, or a spinner if the length of the input is unknown, as for a pipe.";

pub(crate) const JSON: &str = "\
Print one JSON object per line for each input, in the order of the input.

A key that is absent is undefined. Offsets are in bytes. In a string that is not UTF-8, U+FFFD replaces the invalid \
bytes, and a key that ends in `_hex`, such as `input_hex`, has all bytes in hexadecimal.

For commands that take two strings, `part` is the key, such as `base`, of the string that an `error` is about. If both \
are invalid, `other_error` is about the second. Each of `warnings` has a `code` (misread, underivable, above-root, \
unsuitable-base, same-scheme, outside-scheme, base-outside-scheme or relative), a `message`, and for two strings a \
`part`.";

/// The maximum number of threads. More threads would only take memory.
const MOST_THREADS: u64 = 1024;

const THREADS: &str = "\
The number of threads for a large FILE. The default is the number of cores. The output is the same for any number, in \
the order of the lines. With 1, a single thread reads, works and writes.";

// The handling of invalid strings: an argument with one meaning in all commands that turn each string into
// something else.

/// How to handle an invalid string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Invalid {
    /// Report it on stderr, and print nothing for it
    Report,
    /// Omit it, and only count it
    Skip,
    /// Print it unchanged
    Keep,
    /// Print an empty line, or a row whose components are undefined
    Empty,
}

// No doc comment: clap would use it as the description of the command.
#[derive(Args)]
pub(crate) struct InvalidArgs {
    /// How to handle invalid strings [default: report; for `unique`, keep]
    #[arg(long, value_name = "HOW", long_help = INVALID)]
    pub(crate) invalid: Option<Invalid>,
}

const INVALID: &str = "\
How to handle invalid strings. `report` prints the reason on stderr, and nothing on stdout. `skip` omits the string. \
`keep` prints the string unchanged. `empty` prints an empty line, or a row whose components are undefined, so that \
results stay aligned with the input, for example for `paste`.

Invalid strings make the exit code 1 only with `report`. They are always counted. JSON has an object for each string, \
with its error, except with `skip`.

The default is report, with these exceptions: `unique` keeps invalid strings and compares them byte by byte; \
`get --keep`, which is a filter, skips them; and if a condition of `get` is about invalid strings, the default is empty, \
or keep with --keep.";

impl InvalidArgs {
    /// Returns the value of the argument, or the default that most commands have.
    pub(crate) fn how(&self) -> Invalid {
        self.invalid.unwrap_or(Invalid::Report)
    }
}

impl Invalid {
    pub(crate) fn is_reported(self) -> bool {
        self == Self::Report
    }

    /// Handles an invalid string in text output. The caller supplies the message.
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

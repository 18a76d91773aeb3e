//! Arguments that several commands take alike.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use urispec::Edition;

use crate::names;
use crate::output::Hush;

// No documentation comments here: clap would take them for those of the command.

// The document to go by.
#[derive(Args)]
pub(crate) struct Document {
    /// The document to go by
    #[arg(long, value_name = "ID", default_value = Edition::default().id())]
    #[arg(value_parser = names::edition(), long_help = EDITION)]
    pub(crate) edition: Edition,
}

// What every command that reads references takes.
#[derive(Args)]
pub(crate) struct Common {
    /// Read more, one per line, from FILE (`-` is standard input, which is also read where no string
    /// and no FILE is given); may be repeated
    #[arg(short, long = "file", value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(long_help = FILE)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    document: Document,
    /// Print one JSON object per line for each input
    #[arg(short, long, long_help = JSON, conflicts_with_all = ["count", "quiet"])]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) less: Less,
}

// What every command that reads lists takes, to say less of each string.
#[derive(Args)]
#[group(id = "less", multiple = false)]
pub(crate) struct Less {
    /// Print only numbers, on one line
    #[arg(short, long, long_help = COUNT)]
    pub(crate) count: bool,
    /// Print nothing about the input: the exit code says all
    #[arg(short, long, long_help = QUIET)]
    pub(crate) quiet: bool,
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

const EDITION: &str = "\
The document to go by. An id is taken in any letter case, with or without its `-` and, of an RFC, \
as its number: `RFC3986`, `3986`, `std66`, `rfc2396bis`. It may stand before the command too.";

pub(crate) const FILE: &str = "\
Read more, one per line, from FILE; `-` is standard input. May be repeated. Where no string and no \
FILE is given, standard input is read, unless it is a terminal.

A line ends in LF or CRLF, and the last one may end without; neither is part of the string. \
Nothing else is taken away: an empty line is the empty reference, which is a valid one (RFC 3986, \
4.1), and a space belongs to its line. A line that is not UTF-8 is invalid and named as FILE:LINE, \
and the rest goes on.

A byte order mark before line 1 is left out, with a warning on stderr. Of a file compressed by gzip, \
known by its first bytes whatever its name, the lines are those that it unpacks to. A file that is \
compressed otherwise, or is UTF-16, is not read: the message says how to make text of it.";

const COUNT: &str = "\
Print only numbers, on one line: how many strings there were, and how many of each kind. Of no string \
anything is said, also not on stderr, where only a file that cannot be read is named, or has a warning.";

const QUIET: &str = "\
Print nothing about the input, neither on stdout nor on stderr: the exit code says all. Only a file \
that cannot be read is named on stderr.";

const JSON: &str = "\
Print one JSON object per line for each input, in the order of the input.

A key that is absent is undefined. Offsets are in bytes. In a string that is not UTF-8 the bytes \
that are to blame are replaced by U+FFFD.

Of two strings `part` in `error` names the one that it is about by its key, such as base; where \
both are invalid `other_error` is about the second. Each of `warnings` has a `code` (misread, \
underivable, above-root, unsuitable-base, same-scheme or relative), a `message`, and of two \
strings a `part`.";

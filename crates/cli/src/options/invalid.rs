//! What becomes of strings that are invalid: an argument that has one meaning in all commands that turn each string
//! into something else.
//!
//! In: an invalid string, and how its message is written. Out: the message, the string itself, an empty line or
//! nothing, as the argument says. Only a string that is reported makes the exit code 1.

use std::io;

use clap::{Args, ValueEnum};

use crate::output::Output;
use crate::output::outcome::Outcome;

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
    /// Whether an invalid string makes the exit code 1.
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

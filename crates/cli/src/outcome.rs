//! How a command ends: with an exit code, or before its input does.

use std::io;
use std::process::ExitCode;

use crate::usage::Usage;

/// What an exit code says. Of several the worst holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// All input is valid, and equivalent where that was asked.
    Yes,
    /// Some is not.
    No,
    /// Some could not be read.
    Trouble,
}

impl Outcome {
    /// Whether something is so.
    pub(crate) const fn of(is_so: bool) -> Self {
        if is_so { Self::Yes } else { Self::No }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(outcome as u8)
    }
}

/// Why a command ended before its input did.
pub(crate) enum Stop {
    /// Its arguments do not go together.
    Usage(Usage),
    /// Its output could not be written.
    Output(io::Error),
}

impl From<Usage> for Stop {
    fn from(usage: Usage) -> Self {
        Self::Usage(usage)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

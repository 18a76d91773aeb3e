//! How a command ends: with an exit code, or before its input does.

use std::io;
use std::process::ExitCode;

use crate::output::usage::Usage;

/// What an exit code says. The worst of several outcomes is the one that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// All input is valid, and equivalent where that was asked.
    Yes,
    /// Some input is invalid, or not equivalent, or has no answer.
    No,
    /// Some input could not be read.
    Trouble,
}

impl Outcome {
    /// Yes or no.
    pub(crate) const fn of(is_so: bool) -> Self {
        if is_so { Self::Yes } else { Self::No }
    }

    /// The same, where no is as good as yes.
    pub(crate) const fn but_no(self) -> Self {
        match self {
            Self::Trouble => Self::Trouble,
            Self::Yes | Self::No => Self::Yes,
        }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(outcome as u8)
    }
}

/// Why a command ended before its input did.
pub(crate) enum Stop {
    /// The arguments of the command cannot be used together.
    Usage(Usage),
    /// The output of the command could not be written.
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

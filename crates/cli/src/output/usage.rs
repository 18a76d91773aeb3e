//! Errors in the arguments of a command that clap alone cannot detect.
//!
//! The valid productions depend on the edition, and the valid combinations of options depend on what the
//! command reads. A command reports what is wrong; the program, which knows the command's name, shows it
//! in clap's own layout.

use std::io;
use std::process::ExitCode;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::output::{Escaped, Passwords};

pub(crate) enum Usage {
    Message(String),
    Unknown {
        argument: &'static str,
        names: Vec<String>,
        given: String,
        /// What to do, if that is known better than from a similar name.
        tip: Option<String>,
    },
}

impl Usage {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self::Message(message.into())
    }

    /// Creates the error of an argument that is not one of the known names. It lists the names and
    /// suggests similar ones.
    pub(crate) fn unknown<'n>(
        argument: &'static str,
        names: impl Iterator<Item = &'n str>,
        given: &str,
    ) -> Self {
        let names = names.map(str::to_owned).collect();
        Self::Unknown { argument, names, given: given.to_owned(), tip: None }
    }

    /// Adds advice to the error, in place of the similar names.
    pub(crate) fn with_tip(mut self, say: Option<String>) -> Self {
        if let Self::Unknown { tip, .. } = &mut self {
            *tip = say;
        }
        self
    }

    pub(crate) fn into_error(
        self,
        command: &mut clap::Command,
        passwords: Passwords,
    ) -> clap::Error {
        match self {
            Self::Message(message) => {
                command.error(ErrorKind::ValueValidation, Escaped(message.as_bytes()))
            }
            Self::Unknown { argument, names, given, tip } => {
                let shown = |name: &str| Escaped(passwords.redacted(name).as_bytes()).to_string();
                let names = names.iter().map(|name| PossibleValue::new(shown(name)));
                let (names, given) = (PossibleValuesParser::new(names), shown(&given));
                let argument = command.get_arguments().find(|known| known.get_id() == argument);
                let refused = names.parse_ref(command, argument, given.as_ref());
                let refused = refused.err();
                let mut error =
                    refused.unwrap_or_else(|| clap::Error::new(ErrorKind::InvalidValue));
                if let Some(tip) = tip {
                    error.remove(ContextKind::SuggestedValue);
                    error
                        .insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
                }
                error
            }
        }
    }
}

// How a command ends: with an exit code, or early.

/// The outcome of a command, and its exit code. The worst of several outcomes counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// All input is valid, and equivalent if the command compares.
    Yes,
    /// Some input is invalid, or not equivalent, or has no answer.
    No,
    /// Some input could not be read.
    Trouble,
}

impl Outcome {
    pub(crate) const fn from_bool(is_yes: bool) -> Self {
        if is_yes { Self::Yes } else { Self::No }
    }

    pub(crate) const fn ignore_no(self) -> Self {
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

pub(crate) enum Stop {
    /// The arguments cannot be used together.
    Usage(Usage),
    Output(io::Error),
    /// There is no answer; stderr has already reported why.
    Refused,
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

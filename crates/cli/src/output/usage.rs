//! What is wrong with the arguments of a command, where clap alone cannot tell.
//!
//! Which productions there are depends on the edition, and which options go together on what the
//! command reads. A command says what is wrong; the program, which knows the command's name, shows
//! that in clap's own layout.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::output::password::Passwords;
use crate::output::terminal::Escaped;

/// An error of usage.
pub(crate) enum Usage {
    /// The arguments do not go together, for this reason.
    Message(String),
    /// An argument is not one of the known names.
    Unknown {
        /// The id of the argument.
        argument: &'static str,
        names: Vec<String>,
        given: String,
        /// What to do, where that is known better than by a similar name.
        tip: Option<String>,
    },
}

impl Usage {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self::Message(message.into())
    }

    /// The error of an argument that is not one of the known names, with all names and the nearest ones.
    pub(crate) fn unknown<'n>(
        argument: &'static str,
        names: impl Iterator<Item = &'n str>,
        given: &str,
    ) -> Self {
        let names = names.map(str::to_owned).collect();
        Self::Unknown { argument, names, given: given.to_owned(), tip: None }
    }

    /// The same error, which says what to do. A similar name is then not what was meant.
    pub(crate) fn with_tip(mut self, say: Option<String>) -> Self {
        if let Self::Unknown { tip, .. } = &mut self {
            *tip = say;
        }
        self
    }

    /// The error of a command, with its usage.
    pub(crate) fn of(self, command: &mut clap::Command, passwords: Passwords) -> clap::Error {
        match self {
            Self::Message(message) => {
                command.error(ErrorKind::ValueValidation, Escaped(message.as_bytes()))
            }
            Self::Unknown { argument, names, given, tip } => {
                let shown = |name: &str| Escaped(passwords.veiled(name).as_bytes()).to_string();
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

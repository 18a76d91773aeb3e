//! What is wrong with the arguments of a command, where clap alone cannot tell.
//!
//! Which productions there are depends on the edition, and which options go together on what the
//! command reads. A command says what is wrong; the program, which knows the command's name, shows
//! that in clap's own layout.

use std::process::ExitCode;
use std::{fmt, io};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::columns::TextKind;
use super::{Hush, Output, To};
use crate::output::password::Passwords;
use crate::output::terminal::{Escaped, Style};
use crate::output::whole_file::StringOrigin;

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

// How a command ends: with an exit code, or before its input does.

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
    /// There is no answer, which stderr has said.
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

// What an output says on stderr: errors, warnings and notes, after what was recorded for stdout.
//
// In: a message, and what it is about: a string, a line of a file, a whole file, or all. Out: the message, unless so
// much is left out. Of messages about lines, the output that writes them shows a few of each cause
// ([`Told`](super::told::Told)).

impl Output {
    /// Says on stderr what is wrong, after what was recorded.
    pub(crate) fn complain(&mut self, what: fmt::Arguments<'_>) -> io::Result<()> {
        self.worst = self.worst.max(Outcome::No);
        self.say(Hush::Nothing, self.warnings.error, "error", what)
    }

    /// Says on stderr what is wrong with a string. Of the lines of files with the same cause a few are shown; of an
    /// argument, which comes without a cause, all is said.
    pub(crate) fn complain_of(
        &mut self,
        of_line: Option<&'static str>,
        what: fmt::Arguments<'_>,
    ) -> io::Result<()> {
        self.worst = self.worst.max(Outcome::No);
        self.say_of(of_line, self.warnings.error, "error", what)
    }

    /// Writes a warning about a string. Of the lines with the same cause a few are shown.
    pub(crate) fn warn_of(
        &mut self,
        origin: StringOrigin<'_>,
        cause: &'static str,
        what: fmt::Arguments<'_>,
    ) -> io::Result<()> {
        let of_line = matches!(origin, StringOrigin::Line(..)).then_some(cause);
        self.say_of(of_line, self.warnings.warning, "warning", what)
    }

    fn say_of(
        &mut self,
        of_line: Option<&'static str>,
        style: Style,
        label: &str,
        what: fmt::Arguments<'_>,
    ) -> io::Result<()> {
        let kind = of_line.map_or(TextKind::Message, TextKind::OfLine);
        if self.hush > Hush::Nothing {
            return Ok(());
        }
        self.write_note(kind, format_args!("{style}{label}:{style:#} {what}"))
    }

    /// Says on stderr what is wrong with a whole file; this is never left out.
    pub(crate) fn complain_of_file(&mut self, what: fmt::Arguments<'_>) -> io::Result<()> {
        self.say(Hush::All, self.warnings.error, "error", what)
    }

    /// What was found, or none; stderr then says why there is none.
    pub(crate) fn or_refuse<T>(
        &mut self,
        found: Result<T, impl fmt::Display>,
    ) -> io::Result<Option<T>> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(why) => self.refuse(&why.to_string()).map(|_| None),
        }
    }

    /// What was found; else stderr says why there is none, and the command ends.
    pub(crate) fn or_stop<T>(&mut self, found: Result<T, impl fmt::Display>) -> Result<T, Stop> {
        self.or_refuse(found)?.ok_or(Stop::Refused)
    }

    /// Says on stderr why there is no answer at all.
    pub(crate) fn refuse(&mut self, why: &str) -> io::Result<Outcome> {
        self.complain(format_args!("{why}\n"))?;
        Ok(Outcome::Trouble)
    }

    /// Writes a warning to stderr, after what was recorded.
    pub(crate) fn warn(&mut self, what: fmt::Arguments<'_>) -> io::Result<()> {
        self.say(Hush::Nothing, self.warnings.warning, "warning", what)
    }

    /// Writes a warning about a whole file to stderr.
    pub(crate) fn warn_of_file(&mut self, what: fmt::Arguments<'_>) -> io::Result<()> {
        self.say(Hush::Strings, self.warnings.warning, "warning", what)
    }

    /// Says something on stderr, after what was recorded.
    pub(crate) fn note(&mut self, what: fmt::Arguments<'_>) -> io::Result<()> {
        if self.hush == Hush::Nothing { self.write_note(TextKind::Message, what) } else { Ok(()) }
    }

    /// Says something, unless so much or more is left out.
    fn say(
        &mut self,
        unless_above: Hush,
        style: Style,
        label: &str,
        what: fmt::Arguments<'_>,
    ) -> io::Result<()> {
        if self.hush > unless_above {
            return Ok(());
        }
        self.write_note(TextKind::Message, format_args!("{style}{label}:{style:#} {what}"))
    }

    fn write_note(&mut self, kind: TextKind, what: fmt::Arguments<'_>) -> io::Result<()> {
        self.sheet.add(kind, what.to_string().as_bytes());
        match self.to {
            To::Streams(_) => self.flush(),
            To::Turn(_) => Ok(()),
        }
    }
}

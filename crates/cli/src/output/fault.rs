//! Messages about faults in input strings, errors in the arguments of a command, and the outcomes of commands.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use urispec::Cause;
use urispec_views::fault::{Fault, OfTwo};

use crate::output::terminal::Excerpt;
use crate::output::{
    Escaped, HIDDEN, Output, Palette, Passwords, Stream, StringOrigin, counted, grouped,
};

// Messages about a fault in an input string: a block on stderr with the place and a caret.

/// The maximum length in bytes of a suggested string on a terminal. A longer one is not shown, since a part is useless.
const LONGEST: usize = 256;

/// A message about a string, not yet written.
pub(crate) struct Message {
    /// The cause, if the string is a line of a file. An argument has `None`: messages about it are never limited.
    line_cause: Option<&'static str>,
    text: String,
}

impl Message {
    /// Creates a message that describes what is wrong with `bytes`, with a caret below the offending byte.
    pub(crate) fn from_fault(
        fault: &Fault,
        origin: StringOrigin<'_>,
        bytes: &[u8],
        passwords: Passwords,
        palette: &Palette,
    ) -> Self {
        Self::new(origin, fault.name(), fault.block(origin, None, bytes, passwords, palette))
    }

    /// Creates a message from a text of whole lines.
    pub(crate) fn new(origin: StringOrigin<'_>, cause: &'static str, text: String) -> Self {
        Self { line_cause: origin.line().map(|_| cause), text }
    }

    pub(crate) fn say(&self, out: &mut Output) -> io::Result<()> {
        out.complain_of(self.line_cause, format_args!("{}", self.text))
    }
}

/// A fault that can be reported to people.
pub(crate) trait Reported {
    fn fault(&self) -> &Fault;

    /// Describes what is wrong with `bytes`, and hides the password. Of a pair of strings, `part` says which is wrong.
    fn message(&self, part: OfTwo, bytes: &[u8], passwords: Passwords) -> String {
        self.message_at(true, part, bytes, passwords)
    }

    /// Like [`Self::message`]. The offset of a cause is included only if the message `has_place`.
    fn message_at(
        &self,
        has_place: bool,
        part: OfTwo,
        bytes: &[u8],
        passwords: Passwords,
    ) -> String {
        let fault = self.fault();
        let message = if has_place { format!("{fault}") } else { format!("{fault:#}") };
        let message = passwords.redacted_message(&message);
        let found = match fault {
            Fault::NotUtf8 { byte, .. } => Some(format!("0x{byte:02X}")),
            _ => {
                let found = fault.syntax().and_then(|syntax| syntax.error().found());
                found.map(|found| format!("{:?}", found.to_string()))
            }
        };
        let message = match found {
            Some(found) if is_hidden(fault, bytes, passwords) => {
                // The cause may name the character.
                let place = fault.syntax().map(|syntax| syntax.without_cause().to_string());
                let place = place.map_or(message, |place| passwords.redacted_message(&place));
                place.replacen(&found, HIDDEN, 1)
            }
            _ => message,
        };
        match part {
            Some(part) => format!("{part}: {message}"),
            None => message,
        }
    }

    /// Formats the message as a block, with the place and a caret below the offending byte.
    fn block(
        &self,
        origin: StringOrigin<'_>,
        part: OfTwo,
        bytes: &[u8],
        passwords: Passwords,
        palette: &Palette,
    ) -> String {
        let fault = self.fault();
        // One of two strings is a part of its line.
        let mark = fault.mark().filter(|_| part.is_none());
        let place = mark.and_then(|mark| origin.column(bytes, mark));
        let place = place.map(|column| format!(":{column}")).unwrap_or_default();
        let message = self.message_at(false, part, bytes, passwords);
        let mut block = format!("{origin}{place}: {message}\n");
        let error = palette.error;
        match fault.mark() {
            Some(offset) => {
                let Excerpt { line, column, .. } = Excerpt::around(bytes, offset, passwords);
                block += &format!("  {line}\n  {:column$}{error}^{error:#}\n", "");
            }
            // The message quotes an argument, but identifies a line by its number, so the line is shown here.
            None if origin.line().is_some() => {
                block += &format!("  {}\n", Excerpt::around(bytes, 0, passwords).line);
            }
            None => {}
        }
        if let Some(syntax) = fault.syntax() {
            let cause = syntax.cause().filter(|_| !is_hidden(fault, bytes, passwords));
            if cause.is_some() && !syntax.expected().is_empty() {
                let by_grammar = syntax.without_cause().to_string();
                block +=
                    &format!("  by the grammar: {}\n", passwords.redacted_message(&by_grammar));
            }
            block += &format!("  in {}\n", syntax.rule_path().join(" > "));
            if let Some(mended) = cause.and_then(Cause::mended)
                && mended.len() <= Stream::Messages.longest(LONGEST)
            {
                block += &format!("  try: {}\n", passwords.redacted(mended));
            }
        }
        block
    }

    /// Writes the block to stderr.
    fn report(
        &self,
        out: &mut Output,
        origin: StringOrigin<'_>,
        part: OfTwo,
        bytes: &[u8],
    ) -> io::Result<Outcome> {
        let block = self.block(origin, part, bytes, out.passwords, out.warnings);
        Message::new(origin, self.fault().name(), block).say(out)?;
        Ok(Outcome::No)
    }
}

impl Reported for Fault {
    fn fault(&self) -> &Fault {
        self
    }
}

/// Returns whether the offending byte is part of the password.
fn is_hidden(fault: &Fault, bytes: &[u8], passwords: Passwords) -> bool {
    let is_within = |span: Range<usize>| fault.offset().is_some_and(|at| span.contains(&at));
    passwords.span(bytes).is_some_and(is_within)
}

const NAMED: usize = 5;

/// A limit on the number of messages about lines of files, for each cause. It counts the hidden messages.
pub(crate) struct MessageLimit {
    most: u64,
    counts: BTreeMap<&'static str, u64>,
}

impl MessageLimit {
    /// Creates a limit of `most` messages for each cause.
    pub(crate) const fn up_to(most: u64) -> Self {
        Self { most, counts: BTreeMap::new() }
    }

    pub(crate) fn is_shown(&mut self, cause: &'static str) -> bool {
        let count = self.counts.entry(cause).or_default();
        *count += 1;
        *count <= self.most
    }

    /// Returns a summary of the messages that were not shown, the most frequent cause first, or `None` if all were
    /// shown.
    pub(crate) fn hidden(&self) -> Option<String> {
        let more = |(cause, count): (&&'static str, &u64)| {
            Some((*cause, count.checked_sub(self.most).filter(|more| *more > 0)?))
        };
        let mut causes: Vec<(&str, u64)> = self.counts.iter().filter_map(more).collect();
        causes.sort_by_key(|(_, more)| std::cmp::Reverse(*more));
        let all: u64 = causes.iter().map(|(_, more)| more).sum();
        let (named, rest) = causes.split_at(causes.len().min(NAMED));
        let mut named: Vec<_> =
            named.iter().map(|(cause, more)| format!("{} {cause}", grouped(*more))).collect();
        if !rest.is_empty() {
            named.push(format!("{} others", grouped(rest.iter().map(|(_, more)| more).sum())));
        }
        (all > 0).then(|| {
            format!(
                "{} not shown: {}; to show them, use --messages all",
                counted(all, "message"),
                named.join(", ")
            )
        })
    }
}

// Errors in the arguments of a command that clap alone cannot detect.
//
// The valid productions depend on the edition, and the valid combinations of options depend on what the
// command reads. A command reports what is wrong; the program, which knows the command's name, shows it
// in clap's own layout.

pub(crate) enum Usage {
    Message(String),
    Unknown {
        argument: &'static str,
        names: Vec<String>,
        given: String,
        /// Advice to show in place of similar names, if there is any.
        tip: Option<String>,
    },
}

impl Usage {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self::Message(message.into())
    }

    /// Creates the error of an argument that is not one of the known names. The error lists the names
    /// and suggests similar ones.
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
    /// All input is valid. If the command compares strings, all of them are equivalent.
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

impl From<Outcome> for u8 {
    fn from(outcome: Outcome) -> Self {
        outcome as Self
    }
}

pub(crate) enum Stop {
    /// The arguments cannot be used together.
    Usage(Usage),
    Output(io::Error),
    /// There is no answer, and the reason was already reported on stderr.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_each_cause_are_shown() {
        let mut limit = MessageLimit::up_to(2);
        let shown = ["a", "b", "a", "a", "b", "a"].map(|cause| limit.is_shown(cause));
        assert_eq!(shown, [true, true, true, false, true, false]);
        let said = "2 messages not shown: 2 a; to show them, use --messages all";
        assert_eq!(limit.hidden().as_deref(), Some(said));
        assert!(!limit.is_shown("b"));
        let said = "3 messages not shown: 2 a, 1 b; to show them, use --messages all";
        assert_eq!(limit.hidden().as_deref(), Some(said));
    }

    #[test]
    fn all_may_be_shown() {
        let mut limit = MessageLimit::up_to(u64::MAX);
        assert!((0..9).all(|_| limit.is_shown("a")));
        assert_eq!(limit.hidden(), None);
    }

    #[test]
    fn many_causes_are_named_in_part() {
        let mut limit = MessageLimit::up_to(0);
        for (cause, count) in [("a", 1), ("b", 7), ("c", 6), ("d", 5), ("e", 4), ("f", 3), ("g", 2)]
        {
            (0..count).for_each(|_| assert!(!limit.is_shown(cause)));
        }
        let said = "28 messages not shown: 7 b, 6 c, 5 d, 4 e, 3 f, 3 others; to show them, use --messages all";
        assert_eq!(limit.hidden().as_deref(), Some(said));
    }
}

//! What is wrong with a string of the input, as a block on stderr or as JSON.

use std::io;
use std::ops::Range;

use urispec::{Cause, Explanation, ParseError, RelativizeError, ResolveError};

use crate::origin::Origin;
use crate::outcome::Outcome;
use crate::output::Output;
use crate::password;
use crate::record::Record;
use crate::style::{Excerpt, Stream};

/// How many bytes a mended string may have to be shown on a terminal: a part of it is no string to try.
const LONGEST: usize = 256;

/// Why a string has no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum Fault {
    #[error(transparent)]
    Syntax(Box<Explanation>),
    #[error(transparent)]
    Parse(ParseError),
    #[error("not UTF-8: 0x{byte:02X} at byte {offset}")]
    NotUtf8 { offset: usize, byte: u8 },
    #[error("no tab; a line is two strings with a tab between")]
    NoTab,
    #[error("more than one tab; a line is two strings with a tab between")]
    Tabs,
    #[error("a tab; with --base a line is one reference")]
    TabBesideBase,
    #[error(transparent)]
    Resolve(ResolveError),
    #[error(transparent)]
    Relativize(#[from] RelativizeError),
}

/// Which of two strings is meant.
pub(crate) type Part = Option<&'static str>;

impl Fault {
    /// Why a string is no reference.
    pub(crate) fn of(error: ParseError, text: &str) -> Self {
        match error {
            ParseError::Syntax(error) => Self::Syntax(Box::new(error.explain(text))),
            error => Self::Parse(error),
        }
    }

    /// Why a reference does not resolve. What is wrong with itself is said as of any other string.
    pub(crate) fn of_resolving(error: ResolveError, text: &str) -> Self {
        match error {
            ResolveError::Reference(error) => Self::of(error, text),
            error => Self::Resolve(error),
        }
    }

    pub(crate) fn syntax(&self) -> Option<&Explanation> {
        match self {
            Self::Syntax(error) => Some(error),
            _ => None,
        }
    }

    /// The offset of the byte where the fault is, if the fault has one.
    pub(crate) fn offset(&self) -> Option<usize> {
        match self {
            Self::NotUtf8 { offset, .. } => Some(*offset),
            _ => self.syntax().map(|syntax| syntax.error().offset()),
        }
    }

    /// Whether the byte that is to blame is one of the password.
    fn is_hidden(&self, bytes: &[u8]) -> bool {
        let is_within = |span: Range<usize>| self.offset().is_some_and(|at| span.contains(&at));
        password::span(bytes).is_some_and(is_within)
    }

    /// What is wrong with `bytes`, without their password, and with which of two strings.
    pub(crate) fn message(&self, part: Part, bytes: &[u8]) -> String {
        let message = password::veiled_message(&self.to_string());
        let found = match self {
            Self::NotUtf8 { byte, .. } => Some(format!("0x{byte:02X}")),
            _ => self.syntax().and_then(|syntax| syntax.error().found()).map(|found| {
                let found = found.to_string();
                format!("{found:?}")
            }),
        };
        let message = match found {
            Some(found) if self.is_hidden(bytes) => {
                // A cause may say which character it is.
                let cause = self.syntax().and_then(Explanation::cause);
                let cause = cause.map_or_else(String::new, |cause| format!("{cause}; "));
                let place = message.strip_prefix(&cause).unwrap_or(&message);
                place.replacen(&found, password::HIDDEN, 1)
            }
            _ => message,
        };
        match part {
            Some(part) => format!("{part}: {message}"),
            None => message,
        }
    }

    /// Says on stderr what is wrong with `bytes`, with a caret below the byte that is to blame.
    pub(crate) fn report(
        &self,
        out: &mut Output,
        origin: Origin<'_>,
        part: Part,
        bytes: &[u8],
    ) -> io::Result<Outcome> {
        let mut block = format!("{origin}: {}\n", self.message(part, bytes));
        let error = out.warnings.error;
        match self.offset() {
            Some(offset) => {
                let Excerpt { line, column, .. } = Excerpt::around(bytes, offset);
                block += &format!("  {line}\n  {:column$}{error}^{error:#}\n", "");
            }
            // An argument is named by itself, a line by its number.
            None if matches!(origin, Origin::Line(..)) => {
                block += &format!("  {}\n", Excerpt::around(bytes, 0).line);
            }
            None => {}
        }
        if let Some(syntax) = self.syntax() {
            let path = syntax.rule_path().join(" > ");
            block += &format!("  in {path} ({})\n", syntax.section());
            let cause = syntax.cause().filter(|_| !self.is_hidden(bytes));
            let mended = cause.and_then(Cause::mended);
            if let Some(mended) =
                mended.filter(|mended| mended.len() <= Stream::Messages.longest(LONGEST))
            {
                block += &format!("  try: {}\n", password::veiled(mended));
            }
        }
        out.complain(format_args!("{block}"))?;
        Ok(Outcome::No)
    }

    /// The fault as JSON, with the string of two that it is about. A fault that is not a syntax error has
    /// only a message.
    pub(crate) fn record(&self, part: Part) -> Record {
        let syntax = self.syntax();
        let found = syntax
            .map(|why| why.error().found().map_or_else(|| "end of input".into(), String::from));
        Record::new()
            .with("part", part)
            .with("offset", self.offset())
            .with("found", found)
            .with("expected", syntax.map(|error| error.expected()))
            .with("rule_path", syntax.map(|error| error.rule_path()))
            .with("section", syntax.map(|error| error.section()))
            .with_record("cause", syntax.and_then(Explanation::cause).map(of_cause))
            .with("message", self.to_string())
    }
}

/// What a person would say is wrong.
fn of_cause(cause: &Cause) -> Record {
    Record::new()
        .with("id", cause.id())
        .with("text", cause.sentence())
        .with("section", cause.section())
        .with("mended", cause.mended())
}

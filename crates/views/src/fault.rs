//! The faults of input strings, and their JSON.

use urispec::error::{MappingError, RelativizeError};
#[cfg(feature = "whole")]
use urispec::trace::{Caveat, Warning};
#[cfg(feature = "whole")]
use urispec::whatwg::ValidationError;
use urispec::{Cause, Explanation, ParseError, ResolveError};

use crate::record::Record;

/// The reason why there is no result for a string.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Fault {
    /// A syntax error, with its explanation.
    #[error(transparent)]
    Syntax(Box<Explanation>),
    /// An error of a reference that is not a syntax error.
    #[error(transparent)]
    Parse(ParseError),
    /// The input is not UTF-8.
    #[error("not UTF-8: 0x{byte:02X} at byte {offset}")]
    NotUtf8 {
        /// The offset of the first invalid byte.
        offset: usize,
        /// The first invalid byte.
        byte: u8,
    },
    /// A string for which the parser of the URL Standard fails.
    #[cfg(feature = "whole")]
    #[error(transparent)]
    Url(ValidationError),
    /// A line that should contain two strings has no tab.
    #[error("no tab; a line is two strings with a tab between")]
    NoTab,
    /// A line that should contain two strings has more than one tab.
    #[error("more than one tab; a line is two strings with a tab between")]
    Tabs,
    /// A line that should contain one string has a tab.
    #[error("a tab; with --base a line is one reference")]
    TabBesideBase,
    /// A reference that cannot be resolved.
    #[error(transparent)]
    Resolve(ResolveError),
    /// An IRI that cannot be mapped to a URI.
    #[error(transparent)]
    Mapping(MappingError),
    /// A change that cannot be made, with the reason.
    #[error("{0}")]
    Change(String),
    /// A URI to which no reference resolves from the base.
    #[error(transparent)]
    Relativize(#[from] RelativizeError),
}

/// The key of a string in a record about two strings. For a record about one string, it is `None`.
pub type OfTwo = Option<&'static str>;

/// Converts bytes to text.
///
/// # Errors
/// [`Fault::NotUtf8`], with the offset of the first invalid byte.
pub fn utf8(bytes: &[u8]) -> Result<&str, Fault> {
    std::str::from_utf8(bytes).map_err(|error| {
        let offset = error.valid_up_to();
        Fault::NotUtf8 { offset, byte: bytes[offset] }
    })
}

impl Fault {
    /// Creates the fault of a string that is not a reference.
    #[must_use]
    pub fn of(error: ParseError, text: &str) -> Self {
        let explained = match &error {
            ParseError::Syntax(error) => error.explain(text),
            _ => None,
        };
        explained.map_or(Self::Parse(error), |explanation| Self::Syntax(Box::new(explanation)))
    }

    /// Creates the fault of a reference that cannot be resolved. An error in the reference is explained as by
    /// [`Fault::of`].
    #[must_use]
    pub fn of_resolving(error: ResolveError, text: &str) -> Self {
        match error {
            ResolveError::Reference(error) => Self::of(error, text),
            error => Self::Resolve(error),
        }
    }

    /// Returns the explanation of a syntax error.
    #[must_use]
    pub fn syntax(&self) -> Option<&Explanation> {
        match self {
            Self::Syntax(error) => Some(error),
            _ => None,
        }
    }

    /// Returns the offset of the fault, if it has one.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        match self {
            Self::NotUtf8 { offset, .. } => Some(*offset),
            #[cfg(feature = "whole")]
            Self::Url(error) => Some(error.offset),
            _ => self.syntax().map(|syntax| syntax.error().offset()),
        }
    }

    /// Returns the offset of the byte to mark, which is the byte that the message names. It may precede
    /// [`Fault::offset`].
    #[must_use]
    pub fn mark(&self) -> Option<usize> {
        self.syntax().map(|syntax| syntax.error().fault_offset()).or_else(|| self.offset())
    }

    /// Returns the name of the fault, such as the id of its cause. It is the same for all strings with this fault.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Syntax(syntax) => syntax.cause().map_or("syntax", Cause::id),
            Self::Parse(_) => "not-a-reference",
            Self::NotUtf8 { .. } => "not-utf8",
            #[cfg(feature = "whole")]
            Self::Url(error) => error.kind.name(),
            Self::NoTab => "no-tab",
            Self::Tabs => "tabs",
            Self::TabBesideBase => "tab-beside-base",
            Self::Resolve(_) => "not-resolved",
            Self::Mapping(_) => "not-mapped",
            Self::Relativize(_) => "no-reference",
            Self::Change(_) => "no-change",
        }
    }

    /// Returns the fault as JSON. In a record about two strings, `part` is the key of the faulty string. Only a syntax
    /// error has most of the keys.
    #[must_use]
    pub fn record(&self, part: OfTwo) -> Record {
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

fn of_cause(cause: &Cause) -> Record {
    Record::new()
        .with("id", cause.id())
        .with("text", cause.sentence())
        .with("section", cause.section())
        .with("mended", cause.mended())
}

/// A warning about an answer.
#[cfg(feature = "whole")]
#[derive(Clone)]
pub struct Warned {
    /// In a record about two strings, the key of the string that the warning is about.
    pub part: OfTwo,
    /// The code, for programs.
    pub code: &'static str,
    /// The message.
    pub message: String,
}

#[cfg(feature = "whole")]
impl From<Warning> for Warned {
    fn from(warning: Warning) -> Self {
        Self { part: None, code: warning.code(), message: warning.to_string() }
    }
}

#[cfg(feature = "whole")]
impl From<Caveat> for Warned {
    fn from(caveat: Caveat) -> Self {
        Self { part: None, code: caveat.code(), message: caveat.to_string() }
    }
}

#[cfg(feature = "whole")]
impl Warned {
    /// Returns the warning as JSON.
    pub fn record(&self) -> Record {
        let Self { part, code, message } = self;
        Record::new().with("part", part).with("code", code).with("message", message)
    }
}

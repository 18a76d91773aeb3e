//! What there is to say of a syntax error.

use std::fmt;

use super::cause::Cause;
use crate::error::SyntaxError;

/// Why a string is not in the language, what was being read where it left it, and what could have
/// stood there. Its `Display` says it on one line: the cause first, where one is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    pub(crate) error: SyntaxError,
    pub(crate) expected: Vec<String>,
    pub(crate) rule_path: Vec<&'static str>,
    pub(crate) section: &'static str,
    pub(crate) cause: Option<Cause>,
}

impl Explanation {
    /// What is explained: the place, and what stands there.
    #[must_use]
    pub const fn error(&self) -> &SyntaxError {
        &self.error
    }

    /// What a person would say is wrong, where the table of causes has it.
    #[must_use]
    pub const fn cause(&self) -> Option<&Cause> {
        self.cause.as_ref()
    }

    /// What could have stood there: literals in quotes, and productions by their printed names. One
    /// that has begun before may also go on.
    #[must_use]
    pub fn expected(&self) -> &[String] {
        &self.expected
    }

    /// The production that was being read, last, and those around it, outermost first.
    #[must_use]
    pub fn rule_path(&self) -> &[&'static str] {
        &self.rule_path
    }

    /// The section that introduces the production that was being read.
    #[must_use]
    pub const fn section(&self) -> &'static str {
        self.section
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(cause) = &self.cause {
            write!(f, "{cause}; ")?;
        }
        write!(f, "at byte {} ", self.error.offset())?;
        match self.error.found() {
            None => write!(f, "the input ended")?,
            Some(found) => write!(f, "there is {:?}", found.to_string())?,
        }
        let reading = self.rule_path.last().copied().unwrap_or_default();
        write!(f, " inside `{reading}`, where ")?;
        for (index, expected) in self.expected.iter().enumerate() {
            let before = match index {
                0 => "",
                _ if index + 1 == self.expected.len() => " or ",
                _ => ", ",
            };
            let expected = if expected == reading { "more of it" } else { expected };
            write!(f, "{before}{expected}")?;
        }
        write!(f, " could stand ({})", self.section)
    }
}

impl std::error::Error for Explanation {}

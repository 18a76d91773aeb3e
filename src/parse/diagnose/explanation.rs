//! The explanation of a syntax error: the productions being read, what could have followed, and the
//! cause.

use std::fmt;
use std::sync::Arc;

use super::Why;
use super::cause::Cause;
use crate::reference::error::SyntaxError;

/// The explanation of a syntax error.
///
/// It says why the string is not in the language, which production was being read where the string
/// left the language, and what could have stood there. `Display` prints one line, with the cause
/// first if one is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    pub(crate) error: SyntaxError,
    pub(crate) why: Arc<Why>,
    pub(crate) cause: Option<Cause>,
}

impl Explanation {
    /// The syntax error that is explained: the offset, and the character there.
    #[must_use]
    pub const fn error(&self) -> &SyntaxError {
        &self.error
    }

    /// What a person would say is wrong with the string, if the table of causes has an entry for
    /// it.
    #[must_use]
    pub const fn cause(&self) -> Option<&Cause> {
        self.cause.as_ref()
    }

    /// What could have stood at the offset: literals in quotes, and productions by their printed
    /// names. A production that began before the offset may also go on there. The list is empty where the grammar
    /// derives the string, and the URL Standard refuses its domain.
    #[must_use]
    pub fn expected(&self) -> &[String] {
        &self.why.expected
    }

    /// The names of the productions around the offset, outermost first. The last is the production
    /// that was being read.
    #[must_use]
    pub fn rule_path(&self) -> &[&'static str] {
        &self.why.rule_path
    }

    /// The section that introduces the production that was being read.
    #[must_use]
    pub fn section(&self) -> &'static str {
        self.why.section
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What no grammar says has no place where another byte could be.
        if self.why.expected.is_empty() {
            return self.error.fmt(f);
        }
        if let Some(cause) = &self.cause {
            write!(f, "{cause}; ")?;
        }
        write!(f, "at byte {} ", self.error.offset())?;
        match self.error.found() {
            None => write!(f, "the input ended")?,
            Some(found) => write!(f, "there is {:?}", found.to_string())?,
        }
        let reading = self.why.rule_path.last().copied().unwrap_or_default();
        write!(f, " inside `{reading}`, where ")?;
        for (index, expected) in self.why.expected.iter().enumerate() {
            let before = match index {
                0 => "",
                _ if index + 1 == self.why.expected.len() => " or ",
                _ => ", ",
            };
            let expected = if expected == reading { "more of it" } else { expected };
            write!(f, "{before}{expected}")?;
        }
        write!(f, " could stand ({})", self.why.section)
    }
}

impl std::error::Error for Explanation {}

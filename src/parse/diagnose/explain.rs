//! The methods of the errors that explain them, for a caller that still has the string.

use std::borrow::Cow;

use super::{Explanation, diagnose};
use crate::reference::error::{ParseError, SyntaxError, boundary};

impl ParseError {
    /// The error as one sentence for a person who has the string at hand.
    ///
    /// A syntax error is given as an [`Explanation`]; any other error says what its `Display` says.
    ///
    /// ```
    /// use urispec::UriRef;
    /// let error = UriRef::parse("%zz").unwrap_err();
    /// assert_eq!(
    ///     error.explain("%zz"),
    ///     "\"%\" stands only before two hexadecimal digits (2.1); \
    ///      at byte 1 there is \"z\" inside `segment-nz-nc`, where HEXDIG could stand (3.3)",
    /// );
    /// ```
    #[must_use]
    pub fn explain(&self, text: &str) -> String {
        match self {
            Self::Syntax(error) => error.explain(text).to_string(),
            error => error.to_string(),
        }
    }
}

impl SyntaxError {
    /// Explains the error: what could have stood there, what was being read, and the cause.
    ///
    /// `text` is the string that was parsed. If it is another string, the answer is about that
    /// string up to the same offset.
    ///
    /// Repetitions are left out of what was read after the first 1024 bytes. So in a longer string
    /// the named production may be one that goes on like the production that was being read. The
    /// offset is always exact.
    #[must_use]
    pub fn explain(&self, text: &str) -> Explanation {
        let after = self.after.map_or("", |after| *after);
        // Of another string the offset may be beyond the end, or within a character.
        let offset = self.offset().min(text.len());
        let at = after.len() + boundary(text, offset);
        let grammar = self.edition.grammar_of(self.production);
        let text =
            if after.is_empty() { Cow::from(text) } else { Cow::from([after, text].concat()) };
        diagnose(grammar, self.production, *self, after, &text, at)
    }
}

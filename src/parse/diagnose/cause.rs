//! Why a string is not in the language of a production, in words that a person would use.
//!
//! A [`Cause`] is data. The stage that diagnoses finds it; without one, an error still has its exact
//! place.

use std::borrow::Cow;
use std::fmt;

/// What a person would say is wrong with a string.
///
/// A cause is one entry of a table of causes.
///
/// A cause is always true of its string. If no entry of the table is true of a string, the
/// [`Explanation`](crate::Explanation) has no cause.
///
/// ```
/// use urispec::{check, Edition, ParseError};
/// let text = "http://example.com/a b";
/// let Err(ParseError::Syntax(error)) = check(Edition::Rfc3986, "URI", text) else {
///     unreachable!()
/// };
/// let explanation = error.explain(text).unwrap();
/// let cause = explanation.cause().unwrap();
/// assert_eq!((cause.id(), cause.sentence(), cause.section()), ("space", "a space is not allowed", "2"));
/// assert_eq!(cause.mended(), Some("http://example.com/a%20b"));
/// assert_eq!(error.offset(), 20);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    pub(crate) id: &'static str,
    pub(crate) sentence: Cow<'static, str>,
    pub(crate) section: &'static str,
    pub(crate) mended: Option<String>,
}

impl Cause {
    /// The name of the cause, for programs: lower-case words with `-` between them. The name is the
    /// same in all editions.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// The cause as one sentence in English, without a full stop.
    #[must_use]
    pub fn sentence(&self) -> &str {
        &self.sentence
    }

    /// The section of the edition's document that the sentence rests on.
    #[must_use]
    pub const fn section(&self) -> &'static str {
        self.section
    }

    /// Turns the cause of a string that was read after other text into the cause of the string
    /// alone.
    pub(crate) fn after(self, after: &str) -> Self {
        let mended = self.mended.and_then(|mended| Some(mended.strip_prefix(after)?.to_owned()));
        Self { mended, ..self }
    }

    /// The mended string: what the author may have meant, if that is known. The production accepts
    /// the mended string.
    #[must_use]
    pub fn mended(&self) -> Option<&str> {
        self.mended.as_deref()
    }
}

/// Prints the sentence, and the section in parentheses.
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.sentence, self.section)
    }
}

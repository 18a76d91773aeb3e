//! The methods of the errors that explain them, for a caller that still has the string.

use std::borrow::Cow;

use super::{Explanation, diagnose};
use crate::parse::Recognizer;
use crate::reference::error::{ParseError, SyntaxError};

impl ParseError {
    /// The error as one sentence for a person who has the string at hand.
    ///
    /// A syntax error is given as an [`Explanation`]; any other error says what its `Display` says, and so does
    /// a syntax error if `text` is not the string that was parsed.
    ///
    /// ```
    /// use urispec::UriRef;
    /// let error = UriRef::parse("%zz").unwrap_err();
    /// assert_eq!(
    ///     error.explain("%zz"),
    ///     "\"%\" stands only before two hexadecimal digits (2.1); \
    ///      at byte 1 there is \"z\" inside `segment-nz-nc`, where HEXDIG could stand (3.3)",
    /// );
    /// assert_eq!(error.explain("%41"), error.to_string());
    /// ```
    #[must_use]
    pub fn explain(&self, text: &str) -> String {
        let explained = match self {
            Self::Syntax(error) => error.explain(text),
            _ => None,
        };
        explained.map_or_else(|| self.to_string(), |explanation| explanation.to_string())
    }

    /// The string that was meant, if the cause of the error says how to mend `text`, the string that was
    /// parsed. The production accepts the mended string.
    ///
    /// [`UriRef::repair`](crate::UriRef::repair) mends by encoding alone, and needs no grammar.
    ///
    /// ```
    /// let text = "http://[::1/";
    /// let error = urispec::Uri::parse(text).unwrap_err();
    /// assert_eq!(error.mended(text).as_deref(), Some("http://[::1]/"));
    /// ```
    #[must_use]
    pub fn mended(&self, text: &str) -> Option<String> {
        let Self::Syntax(error) = self else { return None };
        error.explain(text)?.cause()?.mended().map(str::to_owned)
    }
}

impl SyntaxError {
    /// Explains the error: what could have stood there, what was being read, and the cause. There is no
    /// explanation if `text` is not the string that was parsed: the production fails there at another place, or
    /// accepts the string.
    ///
    /// Repetitions are left out of what was read after the first 1024 bytes. So in a longer string
    /// the named production may be one that goes on like the production that was being read. The
    /// offset is always exact.
    ///
    /// ```
    /// use urispec::Edition;
    /// let error = Edition::Rfc3986.production("port")?.check("80a").unwrap_err();
    /// assert_eq!(error.explain("80a").unwrap().expected(), ["DIGIT", "end of input"]);
    /// assert_eq!(error.explain("80"), None);
    /// # Ok::<(), urispec::error::UnknownProduction>(())
    /// ```
    #[must_use]
    pub fn explain(&self, text: &str) -> Option<Explanation> {
        let grammar = self.edition.grammar_of(self.production);
        let after = self.after.map_or("", |after| *after);
        let text =
            if after.is_empty() { Cow::from(text) } else { Cow::from([after, text].concat()) };
        let error = Recognizer::new(self.edition, grammar, self.production).check(&text).err()?;
        let at = error.offset();
        let own = self.after.map_or(error, |after| error.after(after));
        (own == *self).then(|| diagnose(grammar, self.production, *self, after, &text, at))
    }
}

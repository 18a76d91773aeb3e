//! Why a reference cannot be resolved.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

#[cfg(feature = "grammars")]
use crate::editions::Edition;
#[cfg(feature = "grammars")]
use crate::parts::count::Count;
use crate::reference::error::ParseError;
use crate::reference::userinfo::Redacted;
use crate::types::InvalidInput;

/// The reason why a reference could not be resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResolveError {
    /// The reference is not a string of the edition.
    Reference(ParseError),
    /// The base has no scheme, so it cannot be a base (section 5.2.1).
    BaseWithoutScheme,
    /// The base is empty, and the reference is not an absolute URL (RFC 1808, section
    /// 3.4; url-syntax-05, section 5.1.4).
    #[cfg(feature = "grammars")]
    NotAbsolute,
    /// By the letter, the target's path would read as an authority (section 3.3).
    Misread(String),
    /// The target is not a URI of RFC 3986.
    Target(Box<InvalidInput>),
    /// The edition has no resolution algorithm.
    #[cfg(feature = "grammars")]
    NoAlgorithm {
        /// The edition.
        edition: Edition,
        /// Why, in the document's words or near them.
        why: &'static str,
        /// The section that says so.
        section: &'static str,
    },
    /// The reference leads above the root, and [`AboveRoot::Refuse`](super::AboveRoot::Refuse) was
    /// chosen.
    #[cfg(feature = "grammars")]
    AboveRoot(String),
    /// The reference resolves to the current document, which is not a URI.
    CurrentDocument,
    /// The parser of the URL Standard fails, with this validation error.
    #[cfg(feature = "grammars")]
    Refused(String),
    /// The URL Standard resolves by its parser, which asks tables of Unicode, and the library was built
    /// without its feature `unicode`.
    #[cfg(feature = "grammars")]
    NeedsUnicode,
    /// The base has no run of that many slashes (RFC 1630, section 4.1.3).
    #[cfg(feature = "grammars")]
    NoRun(usize),
}

impl From<ParseError> for ResolveError {
    fn from(error: ParseError) -> Self {
        Self::Reference(error)
    }
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reference(error) => error.fmt(f),
            Self::BaseWithoutScheme => f.write_str("the base has no scheme; a base is a URI"),
            #[cfg(feature = "grammars")]
            Self::NotAbsolute => f.write_str(
                "the base is empty, so a reference is taken for an absolute URL, and this one has no scheme (RFC 1808, 3.4; url-syntax-05, 5.1.4)",
            ),
            Self::Misread(target) => write!(
                f,
                "the target `{}` reads back as another URI: its path would be read as an authority or a part of one (RFC 3986, 3.3)",
                Redacted::of(target)
            ),
            Self::Target(rejected) => {
                let (target, error) = (Redacted::of(rejected.input()), rejected.error());
                write!(f, "the target `{target}` is no URI of RFC 3986: {error}")
            }
            #[cfg(feature = "grammars")]
            Self::NoAlgorithm { edition, why, section } => {
                write!(f, "{edition} resolves nothing: {why} ({section})")
            }
            #[cfg(feature = "grammars")]
            Self::AboveRoot(target) => {
                let target = Redacted::of(target);
                write!(f, "the reference leads above the root, to `{target}` (5.2)")
            }
            Self::CurrentDocument => f.write_str(
                "the reference is to the current document, which has no target of its own",
            ),
            #[cfg(feature = "grammars")]
            Self::Refused(reason) => {
                write!(f, "the parser of the URL Standard fails: {reason} (url-parsing)")
            }
            #[cfg(feature = "grammars")]
            Self::NeedsUnicode => f.write_str(
                "the URL Standard resolves by its parser, which the feature `unicode` of this library has",
            ),
            #[cfg(feature = "grammars")]
            Self::NoRun(run) => {
                let run = Count(*run, "slash", "slashes");
                write!(f, "the base has no run of exactly {run} after its longer ones (RFC 1630, 4.1.3)")
            }
        }
    }
}

impl core::error::Error for ResolveError {}

#[cfg(feature = "grammars")]
impl ResolveError {
    /// The error as one sentence for a person who has the reference at hand. A syntax error of the
    /// reference is explained as by [`ParseError::explain`]; any other error says what its
    /// `Display` says.
    #[must_use]
    pub fn explain(&self, reference: &str) -> String {
        use alloc::string::ToString;
        match self {
            Self::Reference(error) => error.explain(reference),
            error => error.to_string(),
        }
    }
}

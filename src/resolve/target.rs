//! The target of a reference.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::editions::{Edition, of_rfc3986};
use crate::parts::Count;
use crate::parts::split::Components;
use crate::reference::components::Redacted;
use crate::reference::error::ParseError;
use crate::types::{InvalidInput, UriBuf};

/// The result of resolving a reference: a target, or the current document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolved<'a> {
    /// A target URI.
    Target(Target<'a>),
    /// The document that contains the reference.
    ///
    /// Editions before RFC 3986 return this for a reference that is empty, or consists of a fragment.
    CurrentDocument {
        /// The fragment of the reference, if there is one.
        fragment: Option<&'a str>,
    },
}

impl<'a> Resolved<'a> {
    /// Returns the target, unless the result is the current document.
    #[must_use]
    pub fn target(self) -> Option<Target<'a>> {
        match self {
            Self::Target(target) => Some(target),
            Self::CurrentDocument { .. } => None,
        }
    }

    /// Returns the components of the target, unless the result is the current document.
    #[must_use]
    pub fn components(&self) -> Option<Components<'_>> {
        match self {
            Self::Target(target) => Some(target.components()),
            Self::CurrentDocument { .. } => None,
        }
    }

    /// Converts the target to a URI of RFC 3986.
    ///
    /// # Errors
    ///
    /// [`ResolveError::CurrentDocument`] if there is no target, and the errors of [`Target::into_uri`].
    pub fn into_uri(self) -> Result<UriBuf, ResolveError> {
        self.target().ok_or(ResolveError::CurrentDocument)?.into_uri()
    }

    /// Returns the warnings to consider before using the result. Usually there are none.
    #[must_use]
    pub fn warnings(&self) -> Vec<Warning> {
        match self {
            Self::Target(target) => target.warnings(),
            Self::CurrentDocument { .. } => Vec::new(),
        }
    }
}

/// Prints the target, or `(current document)` and the fragment, as the documents' examples do.
impl fmt::Display for Resolved<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Target(target) => target.fmt(f),
            Self::CurrentDocument { fragment: None } => f.write_str("(current document)"),
            Self::CurrentDocument { fragment: Some(fragment) } => {
                write!(f, "(current document)#{fragment}")
            }
        }
    }
}

/// The components of a target. `Display` prints them recomposed (RFC 3986, section 5.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target<'a> {
    pub(super) scheme: Cow<'a, str>,
    pub(super) authority: Option<Cow<'a, str>>,
    pub(super) path: Cow<'a, str>,
    pub(super) query: Option<Cow<'a, str>>,
    pub(super) fragment: Option<Cow<'a, str>>,
    /// The warnings that the algorithm found.
    pub(super) found: Vec<Warning>,
    /// Whether the algorithm ended before the step that recombines the components.
    pub(super) is_done: bool,
}

impl<'a> Target<'a> {
    /// Creates a target with these components, whose scheme must be defined.
    pub(super) fn of(parts: &Components<'a>) -> Result<Self, ResolveError> {
        Ok(Self {
            scheme: Cow::Borrowed(parts.scheme.ok_or(ResolveError::BaseWithoutScheme)?),
            authority: parts.authority.map(Cow::Borrowed),
            path: Cow::Borrowed(parts.path),
            query: parts.query.map(Cow::Borrowed),
            fragment: parts.fragment.map(Cow::Borrowed),
            found: Vec::new(),
            is_done: false,
        })
    }

    /// Returns the five components. They can differ from those that [`split`](crate::split()) finds in the recomposed
    /// string: see [`Target::warnings`].
    #[must_use]
    pub fn components(&self) -> Components<'_> {
        Components {
            scheme: Some(&self.scheme),
            authority: self.authority.as_deref(),
            path: &self.path,
            query: self.query.as_deref(),
            fragment: self.fragment.as_deref(),
        }
    }

    /// Returns the warnings to consider before using the target. Usually there are none.
    #[must_use]
    pub fn warnings(&self) -> Vec<Warning> {
        let misread = self.is_misread().then_some(Warning::Misread);
        misread.into_iter().chain(self.found.iter().copied()).collect()
    }

    /// Converts the target to a URI of RFC 3986.
    ///
    /// # Errors
    ///
    /// [`ResolveError::Misread`] if the target would be read back as a different URI. [`ResolveError::Target`] if the
    /// target is not a URI of RFC 3986. In that case the base or the reference is invalid by RFC 3986 too.
    pub fn into_uri(self) -> Result<UriBuf, ResolveError> {
        let text = self.to_string();
        if self.is_misread() {
            return Err(ResolveError::Misread(text));
        }
        UriBuf::try_from(text).map_err(|rejected| ResolveError::Target(Box::new(rejected)))
    }

    pub(super) fn is_misread(&self) -> bool {
        match self.authority {
            None => self.path.starts_with("//"),
            // RFC 2396 and its draft merge `g` with an empty path, and `http://a` becomes `http://ag`.
            Some(_) => !self.path.is_empty() && !self.path.starts_with('/'),
        }
    }

    pub(super) fn guard(&mut self) {
        let guard = if self.authority.is_some() { "/" } else { "/." };
        self.path = Cow::Owned(format!("{guard}{}", self.path));
    }
}

impl TryFrom<Resolved<'_>> for UriBuf {
    type Error = ResolveError;

    /// Converts the result to a URI, like [`Resolved::into_uri`].
    fn try_from(resolved: Resolved<'_>) -> Result<Self, ResolveError> {
        resolved.into_uri()
    }
}

impl TryFrom<Target<'_>> for UriBuf {
    type Error = ResolveError;

    /// Converts the target to a URI, like [`Target::into_uri`].
    fn try_from(target: Target<'_>) -> Result<Self, ResolveError> {
        target.into_uri()
    }
}

impl fmt::Display for Target<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.components().fmt(f)
    }
}

/// A warning to consider before a target is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Warning {
    /// The target's path would be read as an authority or as a part of one.
    Misread,
    /// The algorithm resolves the reference, but the grammar does not match it: `?y` and `http:` under RFC 2396.
    Underivable,
    /// Dot segments that lead above the root remain in the path (RFC 2396, section 5.2, step 6g).
    AboveRoot,
    /// The base is opaque, and the reference is relative. The target is still the result of the algorithm (RFC 2396 and
    /// rfc2396bis-01, section 5).
    UnsuitableBase,
    /// The base is not a `generic-RL`, and the reference is relative. The target is still the result of the algorithm
    /// (RFC 1808, section 2).
    BaseNotGeneric,
    /// The reference is a relative path after the scheme of the base, such as `http:g`, and the
    /// base has a hierarchical path (RFC 2396, section 5.2, step 3).
    SameScheme,
    /// The target has the scheme of the base, but is not valid by the document of the scheme: `b` against
    /// `urn:example:a` is `urn:b`, which is not a `namestring` (RFC 8141, 2).
    OutsideScheme,
    /// The base has the document's scheme but is not valid by the document's grammar. The document resolves
    /// against such a base nevertheless: `ni://example.com` (RFC 6920, 3, figure 5).
    BaseOutsideScheme,
    /// The reference is not a valid URL string, but the parser of the URL Standard accepts it.
    InvalidReference,
    /// The base is not a valid URL string, but the parser of the URL Standard accepts it.
    InvalidBase,
}

impl Warning {
    /// Returns the name of the warning, for programs: `misread`, `underivable`, `above-root`,
    /// `unsuitable-base`, `base-not-generic`, `same-scheme`, `outside-scheme`, `base-outside-scheme`,
    /// `invalid-reference` or `invalid-base`. The name stays the same when the message is reworded.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Misread => "misread",
            Self::Underivable => "underivable",
            Self::AboveRoot => "above-root",
            Self::UnsuitableBase => "unsuitable-base",
            Self::BaseNotGeneric => "base-not-generic",
            Self::SameScheme => "same-scheme",
            Self::OutsideScheme => "outside-scheme",
            Self::BaseOutsideScheme => "base-outside-scheme",
            Self::InvalidReference => "invalid-reference",
            Self::InvalidBase => "invalid-base",
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Misread => "the target would be read back as a different URI: its path would be read as an authority or a part of one",
            Self::Underivable => "the reference is not valid by the document's grammar, but its algorithm resolves it (RFC 2396, 5.2)",
            Self::AboveRoot => "the target's path begins with \"..\": the reference is in error (RFC 2396, 5.2)",
            Self::UnsuitableBase => "the base is opaque, and cannot be used with a relative reference (RFC 2396, 5)",
            Self::BaseNotGeneric => "the base is not a generic-RL, and cannot be used with a relative URL (RFC 1808, 2)",
            Self::SameScheme => "the reference is in error: a relative reference does not begin with its base's scheme (RFC 2396, 5.2, step 3)",
            Self::OutsideScheme => "the target is not valid by the document of its scheme; use another reference, or resolve with the edition rfc3986",
            Self::BaseOutsideScheme => "the base is not valid by the document of its scheme, which nevertheless resolves against it (RFC 6920, 3)",
            Self::InvalidReference => "the reference is not a valid URL string, but the parser accepts it (url-parsing)",
            Self::InvalidBase => "the base is not a valid URL string, but the parser accepts it (url-parsing)",
        })
    }
}

impl core::error::Error for Warning {}

/// The reason why a reference cannot be resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResolveError {
    /// The reference is not valid in the edition.
    Reference(ParseError),
    /// The base has no scheme, so it cannot be a base (RFC 3986, 5.2.1).
    BaseWithoutScheme,
    /// The base is empty, and the reference is not an absolute URL (RFC 1808, section
    /// 3.4; url-syntax-05, section 5.1.4).
    NotAbsolute,
    /// The target's path would be read as an authority or as a part of one (RFC 3986, 3.3).
    Misread(String),
    /// The target is not a URI of RFC 3986.
    Target(Box<InvalidInput>),
    /// The edition has no resolution algorithm.
    NoAlgorithm {
        /// The edition.
        edition: Edition,
        /// The reason, in words close to those of the document.
        why: &'static str,
        /// The section that states the reason.
        section: &'static str,
    },
    /// The reference leads above the root, which [`AboveRoot::Refuse`](super::AboveRoot::Refuse) forbids.
    AboveRoot(String),
    /// The reference resolves to the current document, which is not a URI.
    CurrentDocument,
    /// The parser of the URL Standard fails, with this validation error.
    Refused(String),
    /// The library was built without its feature `whatwg`, which has the parser of the URL Standard.
    NeedsWhatwg,
    /// The base has no run of exactly this many slashes (RFC 1630, section 4.1.3).
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
            Self::BaseWithoutScheme => f.write_str("the base has no scheme; a base must be a URI"),
            Self::NotAbsolute => f.write_str(
                "the base is empty, so the reference must be an absolute URL, but it has no scheme (RFC 1808, 3.4; url-syntax-05, 5.1.4)",
            ),
            Self::Misread(target) => write!(
                f,
                "the target `{}` reads back as another URI: its path would be read as an authority or a part of one (RFC 3986, 3.3)",
                Redacted::of(target)
            ),
            Self::Target(rejected) => {
                let (target, error) = (Redacted::of(rejected.input()), rejected.error());
                write!(f, "the target `{target}` is not a URI of RFC 3986: {error}")
            }
            Self::NoAlgorithm { edition, why, section } => {
                write!(f, "{edition} has no resolution: {why} ({section})")
            }
            Self::AboveRoot(target) => {
                let target = Redacted::of(target);
                write!(f, "the reference leads above the root, to `{target}` (RFC 2396, 5.2)")
            }
            Self::CurrentDocument => f.write_str(
                "the reference identifies the current document, and has no target",
            ),
            Self::Refused(reason) => {
                write!(f, "the parser of the URL Standard fails: {reason} (url-parsing)")
            }
            Self::NeedsWhatwg => f.write_str(
                "the parser of the URL Standard requires the feature `whatwg` of this library",
            ),
            Self::NoRun(run) => {
                let run = Count(*run, "slash", "slashes");
                write!(f, "the base has no run of exactly {run}, or a longer run follows it (RFC 1630, 4.1.3)")
            }
        }
    }
}

impl core::error::Error for ResolveError {}

#[cfg(feature = "trees")]
impl ResolveError {
    /// Explains the error in one sentence to a user who has the reference. A syntax error of the reference is explained
    /// by [`ParseError::explain`]; any other error by its `Display`.
    #[must_use]
    pub fn explain(&self, reference: &str) -> String {
        use alloc::string::ToString;
        match self {
            Self::Reference(error) => error.explain(reference),
            error => error.to_string(),
        }
    }
}

/// A step of a resolution algorithm, in the words of its document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResolutionStep<'a> {
    /// A pseudocode line that the algorithm reached.
    Line {
        /// The section that has the line.
        section: &'static str,
        /// The line.
        line: &'static str,
    },
    /// A pseudocode line that assigned or tested a value.
    Assigned {
        /// The section that has the line.
        section: &'static str,
        /// The line.
        line: &'static str,
        /// The value of the variable after the line, or `None` if the variable is undefined.
        value: Option<&'a str>,
    },
    /// A numbered step, and the buffer after it.
    Labelled {
        /// The number or letter of the step, such as `6c)`.
        label: &'static str,
        /// The description of the step.
        line: &'static str,
        /// The content of the buffer after the step.
        value: &'a str,
    },
    /// The buffers after a step: a row of a table in the format of RFC 3986, 5.2.4.
    Buffers {
        /// The label of the step, such as `2E`.
        label: &'static str,
        /// The output buffer.
        output: &'a str,
        /// The input buffer.
        input: &'a str,
    },
}

impl ResolutionStep<'_> {
    /// Returns the step with "RFC 3986" added to its section.
    pub(super) fn of_rfc3986(self) -> Self {
        match self {
            Self::Line { section, line } => Self::Line { section: of_rfc3986(section), line },
            Self::Assigned { section, line, value } => {
                Self::Assigned { section: of_rfc3986(section), line, value }
            }
            step => step,
        }
    }
}

/// The function that receives the steps of a resolution, if the caller wants them.
pub(super) struct StepLog<'t>(Option<&'t mut dyn FnMut(ResolutionStep<'_>)>);

impl<'t> StepLog<'t> {
    pub(super) const fn off() -> Self {
        Self(None)
    }

    pub(super) fn to(each: &'t mut dyn FnMut(ResolutionStep<'_>)) -> Self {
        Self(Some(each))
    }

    pub(super) const fn is_on(&self) -> bool {
        self.0.is_some()
    }

    pub(super) fn step(&mut self, step: ResolutionStep<'_>) {
        if let Some(each) = &mut self.0 {
            each(step);
        }
    }

    pub(super) fn line(&mut self, section: &'static str, line: &'static str) {
        self.step(ResolutionStep::Line { section, line });
    }

    pub(super) fn value(&mut self, section: &'static str, line: &'static str, value: Option<&str>) {
        self.step(ResolutionStep::Assigned { section, line, value });
    }

    /// Logs a step that the document identifies by a number or a letter.
    pub(super) fn labelled(&mut self, label: &'static str, line: &'static str, value: &str) {
        self.step(ResolutionStep::Labelled { label, line, value });
    }

    pub(super) fn buffers(&mut self, label: &'static str, output: &str, input: &str) {
        self.step(ResolutionStep::Buffers { label, output, input });
    }
}

/// The maximum length of a buffer that is shown whole. Only the two ends of a longer buffer are
/// shown, so that the size of a trace is linear in the size of the input.
const SHOWN: usize = 512;

impl fmt::Display for ResolutionStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Line { section, line } => write!(f, "{section:<6} {line}"),
            Self::Assigned { section, line, value } => {
                write!(f, "{section:<6} {line:<42} {}", Value(value))
            }
            Self::Labelled { label, line, value } => {
                write!(f, "{:<6} {:<42} {}", "", format!("{label} {line}"), Value(Some(value)))
            }
            Self::Buffers { label: "1", output, input } => {
                writeln!(f, "      STEP   OUTPUT BUFFER         INPUT BUFFER\n")?;
                row(f, "1 ", output, input)
            }
            Self::Buffers { label, output, input } => row(f, label, output, input),
        }
    }
}

/// Prints a row in the format of the tables of RFC 3986, 5.2.4.
fn row(f: &mut fmt::Formatter<'_>, label: &str, output: &str, input: &str) -> fmt::Result {
    let row = format!("       {label}:   {:<22}{}", Shown(output).to_string(), Shown(input));
    f.write_str(row.trim_end())
}

/// The value of a variable. An empty value is printed as `""`, and an undefined one as `undefined`.
struct Value<'a>(Option<&'a str>);

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("undefined"),
            Some("") => f.write_str("\"\""),
            Some(text) => Shown(text).fmt(f),
        }
    }
}

struct Shown<'a>(&'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0;
        if text.len() <= SHOWN {
            return f.write_str(text);
        }
        let is_boundary = |at: &usize| text.is_char_boundary(*at);
        let head = (0..=SHOWN / 2).rfind(is_boundary).unwrap_or(0);
        let tail = (text.len() - SHOWN / 2..=text.len()).find(is_boundary).unwrap_or(text.len());
        let between = Count(tail - head, "byte", "bytes");
        write!(f, "{}…({between})…{}", &text[..head], &text[tail..])
    }
}

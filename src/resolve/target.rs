//! The target: what a reference resolves to.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use super::{ResolveError, Warning};
use crate::parts::split::Components;
use crate::types::UriBuf;

/// What a reference resolves to: a target, or the current document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolved<'a> {
    /// A target URI.
    Target(Target<'a>),
    /// The document in which the reference stands.
    ///
    /// Editions before RFC 3986 make it an answer of its own: the reference is empty, or a fragment
    /// alone.
    CurrentDocument {
        /// The fragment of the reference, if there is one.
        fragment: Option<&'a str>,
    },
}

impl<'a> Resolved<'a> {
    /// The target, unless the answer is the current document.
    #[must_use]
    pub fn target(self) -> Option<Target<'a>> {
        match self {
            Self::Target(target) => Some(target),
            Self::CurrentDocument { .. } => None,
        }
    }

    /// The components of the target, unless the answer is the current document.
    #[must_use]
    pub fn components(&self) -> Option<Components<'_>> {
        match self {
            Self::Target(target) => Some(target.components()),
            Self::CurrentDocument { .. } => None,
        }
    }

    /// The target as a URI of RFC 3986.
    ///
    /// # Errors
    ///
    /// [`ResolveError::CurrentDocument`] where there is no target, and the errors of
    /// [`Target::into_uri`].
    pub fn into_uri(self) -> Result<UriBuf, ResolveError> {
        self.target().ok_or(ResolveError::CurrentDocument)?.into_uri()
    }

    /// The warnings to read before using the answer. Most often there are none.
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
    /// A target with these components. The scheme, taken from the base if the reference has none,
    /// must be defined.
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

    /// The five components. They are not always those that [`split`](crate::split()) finds in the
    /// recomposed string: see [`Target::warnings`].
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

    /// The warnings to read before using the target. Most often there are none.
    #[must_use]
    pub fn warnings(&self) -> Vec<Warning> {
        let misread = self.is_misread().then_some(Warning::Misread);
        misread.into_iter().chain(self.found.iter().copied()).collect()
    }

    /// Converts the target to a URI of RFC 3986.
    ///
    /// # Errors
    ///
    /// [`ResolveError::Misread`] where the target would read back as another URI.
    /// [`ResolveError::Target`] where RFC 3986 cannot derive the target, since it cannot derive the
    /// base or the reference either.
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

    /// Converts the answer to a URI, as [`Resolved::into_uri`] does.
    fn try_from(resolved: Resolved<'_>) -> Result<Self, ResolveError> {
        resolved.into_uri()
    }
}

impl TryFrom<Target<'_>> for UriBuf {
    type Error = ResolveError;

    /// Converts the target to a URI, as [`Target::into_uri`] does.
    fn try_from(target: Target<'_>) -> Result<Self, ResolveError> {
        target.into_uri()
    }
}

impl fmt::Display for Target<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.components().fmt(f)
    }
}

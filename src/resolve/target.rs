//! The target: what a reference resolves to.

use std::borrow::Cow;
use std::fmt;

use super::ResolveError;
use crate::split::Components;
use crate::uri::UriBuf;

/// The components of a target (section 5.2.2). Its `Display` is their recomposition (section 5.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target<'a> {
    pub(super) scheme: &'a str,
    pub(super) authority: Option<&'a str>,
    pub(super) path: Cow<'a, str>,
    pub(super) query: Option<&'a str>,
    pub(super) fragment: Option<&'a str>,
}

/// What to know of a target before using it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Warning {
    /// The path would be read as an authority.
    #[error(
        "the target does not read back: without an authority its path cannot begin with \"//\" (3.3)"
    )]
    Misread,
}

impl Target<'_> {
    /// The five components. They are not always those that [`split`](crate::split()) finds in the
    /// recomposed string: see [`Target::warnings`].
    #[must_use]
    pub fn components(&self) -> Components<'_> {
        Components {
            scheme: Some(self.scheme),
            authority: self.authority,
            path: &self.path,
            query: self.query,
            fragment: self.fragment,
        }
    }

    /// What to know before using it; most often nothing.
    #[must_use]
    pub fn warnings(&self) -> &'static [Warning] {
        if self.is_misread() { &[Warning::Misread] } else { &[] }
    }

    pub(super) fn is_misread(&self) -> bool {
        self.authority.is_none() && self.path.starts_with("//")
    }

    pub(super) fn guard(&mut self) {
        self.path = Cow::Owned(format!("/.{}", self.path));
    }

    /// The target as a URI. Takes it for granted that base and reference were valid.
    ///
    /// # Errors
    ///
    /// [`ResolveError::Misread`] if it has [`Warning::Misread`].
    pub(crate) fn into_uri(self) -> Result<UriBuf, ResolveError> {
        let text = self.to_string();
        if self.is_misread() {
            return Err(ResolveError::Misread(text));
        }
        UriBuf::try_from(text).map_err(|rejected| ResolveError::Misread(rejected.into_input()))
    }
}

impl fmt::Display for Target<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.components().fmt(f)
    }
}

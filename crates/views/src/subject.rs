//! What `normalize` and `compare` work on: the strings as they are given, or their targets where
//! there is a base.
//!
//! A target is written so that it reads back: to normalize one that does not would be to normalize
//! another URI.

use std::borrow::Cow;

use urispec::trace::Warning;
use urispec::{Components, Edition, Reference, ResolveError, Resolved, Resolver};

use crate::fault::{Fault, utf8};
use crate::warned::Warned;

/// A base, as it was given.
#[derive(Clone, Copy)]
pub struct Base<'b> {
    text: &'b str,
    parts: Components<'b>,
    warning: Option<Warning>,
}

impl<'b> Base<'b> {
    /// The base as it was given.
    #[must_use]
    pub const fn as_str(&self) -> &'b str {
        self.text
    }
}

impl<'b> From<&Base<'b>> for Components<'b> {
    fn from(base: &Base<'b>) -> Self {
        base.parts
    }
}

/// A string as a base: what the edition resolves references against, which has a scheme (RFC 3986, 5.2.1).
///
/// # Errors
/// Those of [`Resolver::read_base`].
pub fn base(edition: Edition, text: &str) -> Result<Base<'_>, Fault> {
    let read = Resolver::from_edition(edition).read_base(text);
    let (parts, warning) = read.map_err(|error| Fault::of_resolving(error, text))?;
    Ok(Base { text, parts, warning })
}

/// A string of the input, or its target.
pub struct Subject<'a> {
    text: Result<Cow<'a, str>, Fault>,
    is_target: bool,
    /// What to know of the target.
    pub warnings: Vec<Warned>,
}

impl<'a> Subject<'a> {
    /// The string, or its target against the base.
    pub fn of(edition: Edition, base: Option<&Base<'_>>, bytes: &'a [u8]) -> Self {
        let (text, mut warnings) = (utf8(bytes), Vec::new());
        let text = text.and_then(|text| match base {
            Some(base) => target(edition, base, text, &mut warnings).map(Cow::Owned),
            None => Ok(Cow::Borrowed(text)),
        });
        Self { text, is_target: base.is_some(), warnings }
    }

    /// The reference that the text is.
    pub fn reference(&self, edition: Edition) -> Result<Reference<'_>, Cow<'_, Fault>> {
        let text = self.text.as_deref().map_err(Cow::Borrowed)?;
        Reference::parse(edition, text).map_err(|error| {
            // The offsets are those of the target, which nobody has before him.
            Cow::Owned(if self.is_target { Fault::Parse(error) } else { Fault::of(error, text) })
        })
    }
}

fn target(
    edition: Edition,
    base: &Base<'_>,
    text: &str,
    warnings: &mut Vec<Warned>,
) -> Result<String, Fault> {
    let resolver = Resolver::from_edition(edition).guard_path(true);
    let of_resolving = |error| Fault::of_resolving(error, text);
    let (reference, warning) = resolver.read(text).map_err(of_resolving)?;
    let resolved = resolver.resolve(base.parts, reference).map_err(of_resolving)?;
    let Resolved::Target(target) = resolved else {
        return Err(Fault::Resolve(ResolveError::CurrentDocument));
    };
    let read = base.warning.into_iter().chain(warning);
    warnings.extend(read.chain(target.warnings()).map(Warned::from));
    Ok(target.to_string())
}

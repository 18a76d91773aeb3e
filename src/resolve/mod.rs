//! Resolution: from a base and a reference to the target (section 5.2).
//!
//! In: the five components of both, which is all that section 5.2 looks at; neither need be valid.
//! Out: the components of the [`Target`]. What is forgotten: the base's query and last segment
//! where the reference has its own, and the base's fragment always (section 5.1).
//!
//! The letter is the default. A [`Resolver`] departs from it where it is told to, and each of its
//! methods names the sentence that it departs from.
//!
//! The surprising case: a target may not read back as what it is. By the letter `.//c` resolved
//! against `a:/b` has no authority and the path `//c`, and recomposed, `a://c`, it has an authority
//! and no path. [`Target::warnings`] says so, and [`Resolver::guard_path`] writes `a:/.//c`.

use crate::split::Components;

mod dot_segments;
mod merge;
mod target;
mod trace;
mod transform;

pub use dot_segments::remove_dot_segments;
pub use target::{Target, Warning};
pub use trace::Step;

use trace::Log;

/// Resolves references, by the letter unless told otherwise.
///
/// ```
/// use urispec::{Resolver, split};
/// let base = split("http://a/b/c/d;p?q");
/// let target = Resolver::new().resolve(&base, &split("../g"))?;
/// assert_eq!(target.to_string(), "http://a/b/g");
/// # Ok::<(), urispec::ResolveError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resolver {
    non_strict: bool,
    guard_path: bool,
}

/// A reference that could not be resolved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResolveError {
    /// The base has no scheme, and so is no base (section 5.2.1).
    #[error("the base has no scheme; a base is a URI (5.2.1)")]
    BaseWithoutScheme,
    /// By the letter the target's path would be read as an authority (section 3.3).
    #[error(
        "the target `{0}` reads back as another URI: without an authority its path cannot begin with `//` (3.3)"
    )]
    Misread(String),
}

impl Resolver {
    /// Resolves by the letter of section 5.2.
    #[must_use]
    pub const fn new() -> Self {
        Self { non_strict: false, guard_path: false }
    }

    /// Takes a reference whose scheme is the base's for one without a scheme.
    ///
    /// Departs from section 5.2.2, "if defined(R.scheme)", by its own licence: "A non-strict parser
    /// may ignore a scheme in the reference if it is identical to the base URI's scheme."
    #[must_use]
    pub const fn non_strict(self, on: bool) -> Self {
        Self { non_strict: on, ..self }
    }

    /// Puts `/.` before a target's path that begins with `//` where there is no authority.
    ///
    /// Departs from section 5.3, "append path to result", so that section 3.3 holds: without an
    /// authority "the path cannot begin with two slash characters".
    #[must_use]
    pub const fn guard_path(self, on: bool) -> Self {
        Self { guard_path: on, ..self }
    }

    /// Resolves a reference against a base.
    ///
    /// # Errors
    ///
    /// [`ResolveError::BaseWithoutScheme`].
    pub fn resolve<'a>(
        &self,
        base: &Components<'a>,
        reference: &Components<'a>,
    ) -> Result<Target<'a>, ResolveError> {
        self.run(base, reference, &mut Log::off())
    }

    /// Resolves a reference against a base, and hands over every step that it takes.
    ///
    /// # Errors
    ///
    /// [`ResolveError::BaseWithoutScheme`].
    pub fn trace<'a>(
        &self,
        base: &Components<'a>,
        reference: &Components<'a>,
        mut each: impl FnMut(Step<'_>),
    ) -> Result<Target<'a>, ResolveError> {
        let target = self.run(base, reference, &mut Log::to(&mut each))?;
        let value = target.to_string();
        each(Step::Line { section: "5.3", line: "recompose T", value: Some(&value) });
        Ok(target)
    }

    fn run<'a>(
        &self,
        base: &Components<'a>,
        reference: &Components<'a>,
        log: &mut Log<'_>,
    ) -> Result<Target<'a>, ResolveError> {
        let mut target = transform::transform(base, reference, !self.non_strict, log)?;
        if self.guard_path && target.is_misread() {
            target.guard();
            let (line, value) = ("T.path = \"/.\" T.path", Some(&*target.path));
            log.step(Step::Line { section: "3.3", line, value });
        }
        Ok(target)
    }
}

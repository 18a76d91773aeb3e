//! Finds the shortest reference from a base to a target.
//!
//! The result is the shortest string that resolves by RFC 3986, 5.2, against the base to exactly the target. Every
//! candidate is resolved before it is returned, so that the result is correct by construction; comments at each form
//! argue why it is the shortest.
//!
//! A surprising case: some targets cannot be reached by any reference. `http://a/b/../c` resolves to `http://a/c`,
//! whatever the base. The normal form of such a target can be reached, unless it keeps a `/.` that resolution would
//! remove, such as `a:/.//b`.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};
use core::fmt;

use crate::editions::Algorithm;
use crate::parts::split::Components;
use crate::reference::Reference;
use crate::reference::components::Redacted;
use crate::resolve::{ResolveError, Resolved, Resolver, Warning, remove_dot_segments};
use crate::types::{Letters, Ri, RiBuf, RiRefBuf, Storage, Uri, UriRefBuf};

/// The reason why no reference resolves to a target.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RelativizeError {
    /// The target has dot segments, which resolution removes from every reference.
    DotSegments(String),
    /// The target differs from its serialization by the URL Standard, which serializes every resolved URL.
    Rewritten(String),
    /// The base or the target cannot be resolved.
    Unresolvable(ResolveError),
}

impl fmt::Display for RelativizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DotSegments(target) => write!(
                f,
                "no reference resolves to `{}`, since resolving would remove its dot segments; relativize its normal form instead",
                Redacted::of(target)
            ),
            Self::Rewritten(target) => write!(
                f,
                "no reference resolves to `{}`, since the URL parser reserializes every URL; relativize its serialization instead",
                Redacted::of(target)
            ),
            Self::Unresolvable(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for RelativizeError {}

impl From<ResolveError> for RelativizeError {
    fn from(error: ResolveError) -> Self {
        Self::Unresolvable(error)
    }
}

/// Finds the shortest reference that resolves, against `base`, to `target`. Among references of the
/// same length, a query is preferred to a path, and a path to an authority.
///
/// # Errors
///
/// [`RelativizeError::DotSegments`] if no reference resolves to the target.
///
/// ```
/// use urispec::{relativize, Uri};
/// let base = Uri::parse("http://a/b/c/d;p?q")?;
/// assert_eq!(relativize(&base, &Uri::parse("http://a/b/g")?)?, "../g");
/// assert_eq!(relativize(&base, &Uri::parse("http://a/b/c/d;p?q#s")?)?, "#s");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn relativize<'b, 't>(
    base: impl Into<Uri<'b>>,
    target: impl Into<Uri<'t>>,
) -> Result<UriRefBuf, RelativizeError> {
    target.into().relativize_against(base)
}

impl<L: Letters> Ri<'_, L> {
    /// Finds the shortest reference that resolves, against `base`, to this URI.
    ///
    /// # Errors
    ///
    /// The errors of [`relativize`](crate::relativize()).
    #[doc(alias = "make_relative")]
    pub fn relativize_against<'b>(
        &self,
        base: impl Into<Ri<'b, L>>,
    ) -> Result<RiRefBuf<L>, RelativizeError> {
        let is_reference = |text: &str| L::reference(text).is_ok();
        let reference = shortest(&Resolver::new(), is_reference, &base.into().0, &self.0)?;
        RiRefBuf::try_from(reference)
            .map_err(|rejected| RelativizeError::DotSegments(rejected.into_input()))
    }
}

impl<L: Letters, S: Storage> RiBuf<L, S> {
    /// Finds the shortest reference that resolves, against `base`, to this URI.
    ///
    /// # Errors
    ///
    /// The errors of [`relativize`](crate::relativize()).
    pub fn relativize_against<'b>(
        &self,
        base: impl Into<Ri<'b, L>>,
    ) -> Result<RiRefBuf<L>, RelativizeError> {
        self.as_borrowed().relativize_against(base)
    }
}

/// Finds the shortest reference that resolves to `target` by the edition and the options of a resolver.
///
/// RFC 1630 has forms such as `//c`, which replaces the end of the base from a run of two slashes on. Such a form may
/// be shorter than the forms that all editions share. This function does not try it.
///
/// # Errors
///
/// [`RelativizeError::DotSegments`] or `RelativizeError::Rewritten` if no reference resolves to the target;
/// [`RelativizeError::Unresolvable`] if the edition has no resolution.
pub fn relativize_with<'b, 't>(
    resolver: &Resolver,
    base: impl Into<Reference<'b>>,
    target: impl Into<Reference<'t>>,
) -> Result<String, RelativizeError> {
    shortest(resolver, |text| resolver.has(text), &base.into(), &target.into())
}

/// Returns the shortest candidate that `is_reference` accepts and that resolves, against `base`, to `target`.
fn shortest(
    resolver: &Resolver,
    is_reference: impl Fn(&str) -> bool,
    base: &Reference<'_>,
    target: &Reference<'_>,
) -> Result<String, RelativizeError> {
    // Every algorithm starts from these components, whatever the grammar of the edition calls them.
    let edition = resolver.edition();
    let (base, target) = (edition.split(base.as_str()), edition.split(target.as_str()));
    let document = Components { fragment: None, ..base };
    let leads_back = |reference: &String| {
        let resolved = resolver.resolve(&base, &edition.split(reference));
        resolved.is_ok_and(|resolved| match &resolved {
            Resolved::Target(found) => {
                // No other reference would avoid the warning about the base's scheme.
                let reads_back = |warning: &Warning| *warning == Warning::SameScheme;
                resolved.warnings().iter().all(reads_back) && found.components() == target
            }
            Resolved::CurrentDocument { fragment } => {
                Components { fragment: *fragment, ..document } == target
            }
        })
    };
    // An edition without an algorithm reports that for any reference.
    if let Err(error @ ResolveError::NoAlgorithm { .. }) = resolver.resolve(&base, &target) {
        return Err(RelativizeError::Unresolvable(error));
    }
    // Stable: among candidates of the same length the first stays first. Some candidates resolve and are not
    // references, such as the path `:`, whose first segment contains a colon without a scheme.
    let mut candidates = candidates(&base, &target);
    candidates.sort_by_key(String::len);
    candidates.into_iter().filter(leads_back).find(|reference| is_reference(reference)).ok_or_else(
        || {
            if edition.facts().algorithm == Algorithm::Whatwg {
                return RelativizeError::Rewritten(target.to_string());
            }
            RelativizeError::DotSegments(target.to_string())
        },
    )
}

/// Returns the forms that may be the shortest reference, from the least explicit form to the target itself.
fn candidates(base: &Components<'_>, target: &Components<'_>) -> Vec<String> {
    let Components { query, fragment, .. } = *target;
    let none = Components::default();
    // By RFC 1808 (4, step 2a) the empty reference resolves to the whole base, with its fragment.
    let mut forms =
        vec![none, Components { fragment, ..none }, Components { query, fragment, ..none }];
    // An empty path may merge like "/": with an authority (5.2.3), and also without one in the draft before that
    // section.
    let merges_as_root = base.path.is_empty();
    let mut paths = relative_paths(if merges_as_root { "/" } else { base.path }, target.path);
    if merges_as_root {
        paths.extend(relative_paths(base.path, target.path));
    }
    // A drive letter is never a last segment that a relative path replaces.
    if drive(base.path) == Some(base.path) {
        paths.extend(relative_paths(&format!("{}/", base.path), target.path));
    }
    forms.extend(paths.iter().map(|path| Components { path, query, fragment, ..none }));
    forms.push(Components { path: target.path, query, fragment, ..none });
    // "/." prevents an absolute path from being read as an authority.
    let guarded = format!("/.{}", target.path);
    forms.push(Components { path: &guarded, query, fragment, ..none });
    // The URL Standard keeps the drive letter of a `file` base, and reads an empty path after a host as "/".
    if let Some(drive) = drive(base.path)
        && self::drive(target.path) == Some(drive)
    {
        forms.push(Components { path: &target.path[drive.len()..], query, fragment, ..none });
    }
    if target.path == "/" {
        forms.push(Components { scheme: None, path: "", ..*target });
        forms.push(Components { path: "", ..*target });
    }
    forms.push(Components { scheme: None, ..*target });
    forms.push(*target);
    forms.iter().map(Components::to_string).collect()
}

/// Returns the beginning `/C:` of a path whose first segment is a drive letter.
fn drive(path: &str) -> Option<&str> {
    let (drive, rest) = path.split_at_checked(3)?;
    let [b'/', letter, b':'] = drive.as_bytes() else { return None };
    (letter.is_ascii_alphabetic() && (rest.is_empty() || rest.starts_with('/'))).then_some(drive)
}

/// Returns the relative paths from the base's path to the target's path. They start from the deepest directory that
/// contains both: a path from a higher directory would name more segments.
fn relative_paths(base: &str, target: &str) -> Vec<String> {
    // The dot segments of the base are removed before those of the reference's path (5.2.4).
    let from = remove_dot_segments(base.rfind('/').map_or("", |slash| &base[..=slash]));
    let common = from.bytes().zip(target.bytes()).take_while(|(a, b)| a == b).count();
    let shared =
        from.as_bytes()[..common].iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1);
    let (above, rest) = (from[shared..].matches('/').count(), &target[shared..]);
    let up = "../".repeat(above);
    let up_without_slash = up.strip_suffix('/').unwrap_or(".");
    if rest.is_empty() {
        // The directory itself; "." and ".." need no slash at the end of a path, except in RFC 1630.
        let with_slash = if above == 0 { "./" } else { &up };
        vec![up_without_slash.to_owned(), with_slash.to_owned()]
    } else {
        // "./" prevents a first segment from being read as a scheme, or as no segment.
        vec![format!("{up}{rest}"), format!("./{up}{rest}")]
    }
}

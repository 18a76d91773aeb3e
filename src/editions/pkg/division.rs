//! "How to parse a PURL": where the components lie.
//!
//! In: any string. Out: the text of each component, from right to left, still encoded. What is forgotten: nothing.
//! The surprising case: the last `@` divides, wherever it stands. In `pkg:npm/@babel/core` all that follows it is the
//! version, and there is no name.

use crate::parts::split::{Components, split};

/// The components of a PURL as given, still encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Parts<'i> {
    /// The scheme, in the letters that are given.
    pub(crate) scheme: &'i str,
    /// The slashes after the colon, which are not significant.
    pub(crate) slashes: &'i str,
    /// The type, in the letters that are given.
    pub(crate) package_type: &'i str,
    /// The namespace with the slashes around it, but for the one before the name. There is none if that is the first.
    pub(crate) namespace: Option<&'i str>,
    /// The name, with the slashes after it.
    pub(crate) name: &'i str,
    /// The version, after the last `@`.
    pub(crate) version: Option<&'i str>,
    /// The qualifiers, after the last `?`.
    pub(crate) qualifiers: Option<&'i str>,
    /// The subpath, after the last `#`.
    pub(crate) subpath: Option<&'i str>,
}

/// Divides a text before the last of a character.
fn last(text: &str, delimiter: char) -> (&str, Option<&str>) {
    text.rsplit_once(delimiter).map_or((text, None), |(left, right)| (left, Some(right)))
}

/// Divides a string into components. There are none if no colon ends a scheme, or no slash a type.
pub(crate) fn divide(text: &str) -> Option<Parts<'_>> {
    // "Split the PURL string once from right on '#'".
    let (remainder, subpath) = last(text, '#');
    // "Split the remainder once from right on '?'".
    let (remainder, qualifiers) = last(remainder, '?');
    // "Split the remainder once from left on ':'".
    let (scheme, remainder) = remainder.split_once(':')?;
    // "Strip all leading '/' characters", "Split this once from left on '/'".
    let stripped = remainder.trim_start_matches('/');
    let slashes = &remainder[..remainder.len() - stripped.len()];
    let (package_type, remainder) = stripped.split_once('/')?;
    // "Split the remainder once from right on '@'".
    let (remainder, version) = last(remainder, '@');
    // "Strip all trailing '/' characters", "Split this once from right on '/'".
    let at = remainder.trim_end_matches('/').rfind('/');
    let namespace = at.map(|at| &remainder[..at]);
    let name = &remainder[at.map_or(0, |at| at + 1)..];
    Some(Parts { scheme, slashes, package_type, namespace, name, version, qualifiers, subpath })
}

/// The components of a URI that those of a PURL are mapped to ("A PURL is a URL"). No PURL has an authority, though
/// slashes may follow its scheme. What does not begin as a PURL is divided as any URI.
pub(crate) fn mapped(text: &str) -> Components<'_> {
    let (rest, fragment) = last(text, '#');
    let (rest, query) = last(rest, '?');
    match rest.split_once(':') {
        Some((scheme, path)) if scheme.eq_ignore_ascii_case("pkg") => {
            Components { scheme: Some(scheme), authority: None, path, query, fragment }
        }
        _ => split(text),
    }
}

//! The five components of any string (RFC 3986, Appendix B).
//!
//! The regular expression of Appendix B splits any string, valid or not, into its [`Components`].
//! Undefined and empty components stay distinct, and `Display`, the recomposition of RFC 3986, 5.3,
//! returns the original string.
//!
//! Every string has components. `%zz` is not a reference, yet it has a path; `:a` has no scheme but
//! the path `:a`, since a scheme has at least one character.

use core::fmt;
use core::iter::FusedIterator;

use crate::Redacted;

/// The five components of a reference (RFC 3986, 3). An undefined component is `None`.
///
/// ```text
///   foo://example.com:8042/over/there?name=ferret#nose
///   \_/   \______________/\_________/ \_________/ \__/
///    |           |            |            |        |
/// scheme     authority       path        query   fragment
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Components<'i> {
    /// The scheme: the text before the first `:`, if no `/`, `?` or `#` comes before that `:`.
    pub scheme: Option<&'i str>,
    /// The authority: the text after `//`, up to the next `/`, `?` or `#`.
    pub authority: Option<&'i str>,
    /// The path. It is never undefined, but it may be empty.
    pub path: &'i str,
    /// The query: the text after the first `?`, up to the first `#`.
    pub query: Option<&'i str>,
    /// The fragment: the text after the first `#`.
    pub fragment: Option<&'i str>,
}

/// Splits any string into its five components (RFC 3986, Appendix B).
///
/// ```
/// let parts = urispec::split("http://www.ics.uci.edu/pub/ietf/uri/#Related");
/// assert_eq!(parts.scheme, Some("http"));
/// assert_eq!(parts.authority, Some("www.ics.uci.edu"));
/// assert_eq!(parts.path, "/pub/ietf/uri/");
/// assert_eq!(parts.query, None);
/// assert_eq!(parts.fragment, Some("Related"));
/// ```
///
/// A proxy can change the host and the port of any string, and keep every other byte. The userinfo ends at the last `@` of
/// the authority. Browsers also end an authority at a `\\`, so a filter should refuse strings with one.
///
/// ```
/// use urispec::{Components, split};
///
/// fn with_host_port(target: &str, host_port: &str) -> Option<String> {
///     let parts = split(target);
///     let authority = parts.authority?;
///     let userinfo = authority.rfind('@').map_or("", |at| &authority[..=at]);
///     let authority = [userinfo, host_port].concat();
///     Some(Components { authority: Some(&authority), ..parts }.to_string())
/// }
///
/// let found = with_host_port("HTTP://u@h:8o/a b|%zz?#", "[::1]:8080");
/// assert_eq!(found.as_deref(), Some("HTTP://u@[::1]:8080/a b|%zz?#"));
/// assert_eq!(with_host_port("/a", "h:80"), None);
/// ```
#[must_use]
pub fn split(text: &str) -> Components<'_> {
    let (rest, fragment) = before(text, '#');
    let (rest, query) = before(rest, '?');
    let (scheme, rest) = match rest.find([':', '/']) {
        Some(end) if end > 0 && rest.as_bytes()[end] == b':' => {
            (Some(&rest[..end]), &rest[end + 1..])
        }
        _ => (None, rest),
    };
    let (authority, path) = match rest.strip_prefix("//") {
        Some(rest) => {
            let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            (Some(authority), path)
        }
        None => (None, rest),
    };
    Components { scheme, authority, path, query, fragment }
}

fn before(text: &str, delimiter: char) -> (&str, Option<&str>) {
    match text.split_once(delimiter) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

impl Components<'_> {
    /// Returns the length in bytes of the recomposed string.
    #[must_use]
    pub fn len(&self) -> usize {
        let with = |component: Option<&str>, delimiters| {
            component.map_or(0, |text: &str| text.len() + delimiters)
        };
        with(self.scheme, 1)
            + with(self.authority, 2)
            + self.path.len()
            + with(self.query, 1)
            + with(self.fragment, 1)
    }

    /// Returns whether there is a scheme, and nothing follows it except perhaps a fragment.
    pub(crate) const fn is_scheme_alone(&self) -> bool {
        let Self { scheme, authority, path, query, .. } = self;
        scheme.is_some() && authority.is_none() && path.is_empty() && query.is_none()
    }

    /// Returns whether the recomposed string is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'i> From<&Self> for Components<'i> {
    fn from(components: &Self) -> Self {
        *components
    }
}

/// Hides the password of the authority. `Display` prints the whole text.
impl fmt::Debug for Components<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let authority = self.authority.map(|authority| Redacted::of_authority(authority).text());
        f.debug_struct("Components")
            .field("scheme", &self.scheme)
            .field("authority", &authority)
            .field("path", &self.path)
            .field("query", &self.query)
            .field("fragment", &self.fragment)
            .finish()
    }
}

/// Recomposes the components, following RFC 3986, 5.3, line by line.
impl fmt::Display for Components<'_> {
    fn fmt(&self, result: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(scheme) = self.scheme {
            result.write_str(scheme)?;
            result.write_str(":")?;
        }
        if let Some(authority) = self.authority {
            result.write_str("//")?;
            result.write_str(authority)?;
        }
        result.write_str(self.path)?;
        if let Some(query) = self.query {
            result.write_str("?")?;
            result.write_str(query)?;
        }
        if let Some(fragment) = self.fragment {
            result.write_str("#")?;
            result.write_str(fragment)?;
        }
        Ok(())
    }
}

/// Splits any string by the rules of RFC 1808, section 2.4, in their order.
///
/// The path includes the parameters that follow it, from the first ";" on (2.4.5), as in RFC 2396.
/// `//h?q` has no query, since only "/" ends a `net_loc` (2.4.3); and `a_b:c` has no scheme, since
/// scheme names have no `_` (2.4.2).
pub(crate) fn split_by_rfc1808(text: &str) -> Components<'_> {
    // 2.4.1: the fragment is the text after the first "#".
    let (rest, fragment) = before(text, '#');
    // 2.4.2: the scheme is the text before the first ":", if it has only characters of a scheme
    // name.
    let (scheme, rest) = match rest.find(|c: char| !is_of_scheme(c)) {
        Some(end) if end > 0 && rest.as_bytes()[end] == b':' => {
            (Some(&rest[..end]), &rest[end + 1..])
        }
        _ => (None, rest),
    };
    // 2.4.3: net_loc is the text after "//", up to the next "/" or the end.
    let (authority, rest) = match rest.strip_prefix("//") {
        Some(rest) => {
            let (net_loc, rest) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            (Some(net_loc), rest)
        }
        None => (None, rest),
    };
    // 2.4.4: the query is the text after the first "?".
    let (path, query) = before(rest, '?');
    Components { scheme, authority, path, query, fragment }
}

const fn is_of_scheme(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-')
}

// The segments of a path (section 3.3).

/// The segments of a path, from left to right, still encoded.
///
/// A slash before the first segment belongs to no segment: `/a/b` and `a/b` have the same two
/// segments. The path `/` has one segment, which is empty; the empty path has none.
#[derive(Clone, Debug)]
pub struct Segments<'i>(Option<&'i str>);

impl<'i> Segments<'i> {
    /// Splits `path` into its segments.
    ///
    /// ```
    /// use urispec::iter::Segments;
    /// assert!(Segments::new("/over//there").eq(["over", "", "there"]));
    /// assert!(Segments::new("/over/").eq(["over", ""]));
    /// assert_eq!(Segments::new("").next(), None);
    /// ```
    #[must_use]
    pub fn new(path: &'i str) -> Self {
        Self((!path.is_empty()).then(|| path.strip_prefix('/').unwrap_or(path)))
    }
}

impl<'i> Iterator for Segments<'i> {
    type Item = &'i str;

    fn next(&mut self) -> Option<&'i str> {
        let rest = self.0?;
        match rest.split_once('/') {
            Some((segment, rest)) => {
                self.0 = Some(rest);
                Some(segment)
            }
            None => self.0.take(),
        }
    }
}

impl DoubleEndedIterator for Segments<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let rest = self.0?;
        match rest.rsplit_once('/') {
            Some((rest, segment)) => {
                self.0 = Some(rest);
                Some(segment)
            }
            None => self.0.take(),
        }
    }
}

impl FusedIterator for Segments<'_> {}

//! A parsed reference, with its components and subcomponents.
//!
//! The components are borrowed from the string, and `Display` prints the string unchanged. A path
//! is one text, which [`Reference::segments`] splits at each call.
//!
//! Undefined differs from empty: `//h?` has an empty query and `//h` has none; `//@h:` has an empty
//! userinfo and an empty port.

use alloc::borrow::Cow;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Range;

use crate::editions::Edition;
use crate::parts::host::{Host, HostKind};
use crate::parts::percent::DecodeError;
use crate::parts::query::{Pairs, Values};
use crate::parts::split::{Components, Segments};

/// A borrowed URI or relative reference, of an edition whose syntax is generic.
///
/// References are compared and ordered as strings (RFC 3986, 6.2.1). [`compare`](crate::compare)
/// finds equivalences at higher rungs of RFC 3986's comparison ladder.
#[derive(Clone, Copy)]
pub struct Reference<'i> {
    pub(crate) text: &'i str,
    pub(crate) spans: Spans,
}

/// The byte offsets of the components of a reference.
///
/// ```text
/// foo://user@example.com:8042/over/there?name=ferret#nose
///    ^       ^          ^    ^          ^           ^
///    scheme_end         |    path_start |           query_end
///            host_start host_end        path_end
/// ```
///
/// The delimiters between the offsets show which components are defined: a scheme never ends at 0,
/// and an undefined authority leaves no space for its `//` before the path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spans {
    /// The end of the scheme, or 0 without a scheme.
    pub scheme_end: u32,
    /// The start of the host.
    pub host_start: u32,
    /// The end of the host.
    pub host_end: u32,
    /// The start of the path.
    pub path_start: u32,
    /// The end of the path.
    pub path_end: u32,
    /// The end of the query, or of the path if there is no query.
    pub query_end: u32,
    /// The kind of the host, or `None` if there is no host. The span of the host is then empty, at the
    /// start of the path.
    pub host: Option<HostKind>,
    /// Whether the path is an opaque part.
    pub is_opaque: bool,
}

impl<'i> Reference<'i> {
    #[inline]
    fn slice(&self, start: u32, end: u32) -> &'i str {
        &self.text[start as usize..end as usize]
    }

    #[inline]
    const fn after_scheme(&self) -> u32 {
        if self.spans.scheme_end == 0 { 0 } else { self.spans.scheme_end + 1 }
    }

    /// Returns the offset at which the userinfo begins, if there is an authority.
    #[inline]
    fn authority_start(&self) -> Option<u32> {
        (self.after_scheme() < self.spans.path_start).then(|| self.after_scheme() + 2)
    }

    /// Returns the whole reference, as written.
    #[must_use]
    pub const fn as_str(&self) -> &'i str {
        self.text
    }

    /// Returns the scheme, as written (RFC 3986, 3.1). [`Reference::has_scheme`] compares it, ignoring
    /// case.
    #[inline]
    #[doc(alias = "scheme_str")]
    #[must_use]
    pub fn scheme(&self) -> Option<&'i str> {
        (self.spans.scheme_end > 0).then(|| self.slice(0, self.spans.scheme_end))
    }

    /// Returns the authority, without `//` (RFC 3986, 3.2; the `site` of url-syntax-05, the `net_loc`
    /// of RFC 1808).
    #[inline]
    #[doc(alias = "authority_str")]
    #[must_use]
    pub fn authority(&self) -> Option<&'i str> {
        self.authority_start().map(|start| self.slice(start, self.spans.path_start))
    }

    /// Returns the userinfo, without `@` (RFC 3986, 3.2.1; user and password together in
    /// url-syntax-05).
    #[inline]
    #[must_use]
    pub fn userinfo(&self) -> Option<&'i str> {
        let start = self.authority_start().filter(|_| self.spans.host.is_some())?;
        (start < self.spans.host_start).then(|| self.slice(start, self.spans.host_start - 1))
    }

    /// Returns the host (RFC 3986, 3.2.2). The host is defined wherever the authority is defined, though it may be
    /// empty. Hosts are compared character by character. [`Host::eq_name`] compares the names or addresses instead, and
    /// [`Reference::same_origin`] compares the scheme, the host and the port.
    ///
    /// Before RFC 3986 the host is never empty, and an authority may have no host. Such an authority is empty or, in
    /// RFC 2396 and rfc2396bis-01, a registered name (3.2.1 in both documents).
    ///
    /// ```
    /// use urispec::{Edition, Reference};
    /// let old = |text| Reference::parse_as(Edition::Rfc2396, "URI-reference", text).unwrap();
    /// assert_eq!(old("//a.b:80/").host().unwrap().as_str(), "a.b");
    /// assert_eq!((old("//a_b/").authority(), old("//a_b/").host()), (Some("a_b"), None));
    /// ```
    #[inline]
    #[doc(alias("host_str", "hostname", "domain"))]
    #[must_use]
    pub fn host(&self) -> Option<Host<'i>> {
        let text = self.slice(self.spans.host_start, self.spans.host_end);
        Some(Host::new(self.spans.host?, text))
    }

    /// Returns the text of the port, without `:` (RFC 3986, 3.2.3). The port may have any number of
    /// digits, even none. To compare ports, compare [origins](Reference::origin), which supply the
    /// default port of a scheme.
    #[inline]
    #[must_use]
    pub fn port(&self) -> Option<&'i str> {
        self.spans.host?;
        let end = self.spans.path_start;
        (self.spans.host_end < end).then(|| self.slice(self.spans.host_end + 1, end))
    }

    /// Returns the path (RFC 3986, 3.3), or the opaque part, which replaces a path.
    #[inline]
    #[must_use]
    pub fn path(&self) -> &'i str {
        self.slice(self.spans.path_start, self.spans.path_end)
    }

    /// Returns the opaque part, if the text after the scheme is not hierarchical.
    ///
    /// This is the `opaque_part` of RFC 2396 (3), the `opaque-part` of rfc2396bis-01 (3), and the text
    /// after the scheme in an `opaque-URL` of url-syntax-05 (4.2). RFC 3986 has no opaque part.
    ///
    /// The opaque part ends at the fragment, and may contain `?`: `a:b?c` has no query in RFC 2396.
    ///
    /// ```
    /// use urispec::{Edition, Reference};
    /// let old = Reference::parse_as(Edition::Rfc2396, "URI-reference", "a:b?c#d")?;
    /// assert_eq!(old.opaque_part(), Some("b?c"));
    /// assert_eq!((old.path(), old.query()), ("b?c", None));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn opaque_part(&self) -> Option<&'i str> {
        self.spans.is_opaque.then(|| self.path())
    }

    /// Returns the segments of the path, from left to right.
    #[doc(alias = "path_segments")]
    #[must_use]
    pub fn segments(&self) -> Segments<'i> {
        Segments::new(self.path())
    }

    /// Returns the parameters, without the `;` before them, if `edition` is RFC 1808. No other edition
    /// has the parameters of a URL as one component (RFC 1808, 2.1, 2.4.5). The parameters follow the
    /// first `;` of the path, and [`Reference::path`] includes them.
    ///
    /// In RFC 2396, 3.3, and in the draft before it, parameters are parts of single segments, and
    /// not a component.
    ///
    /// ```
    /// use urispec::{Edition, Reference};
    /// let url = Reference::parse_as(Edition::Rfc1808, "URL", "http://h/b;x?q")?;
    /// assert_eq!(url.params(Edition::Rfc1808), Some("x"));
    /// assert_eq!(url.params(Edition::Rfc2396), None);
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn params(&self, edition: Edition) -> Option<&'i str> {
        edition.facts().divided.as_ref().filter(|divided| divided.has_params)?;
        self.path().split_once(';').map(|(_, params)| params)
    }

    /// Returns the query, without `?` (RFC 3986, 3.4).
    #[inline]
    #[must_use]
    pub fn query(&self) -> Option<&'i str> {
        let (start, end) = (self.spans.path_end, self.spans.query_end);
        (start < end).then(|| self.slice(start + 1, end))
    }

    /// Returns the path and the query with the `?` between them, as in a request to the origin
    /// server (`origin-form`, RFC 9112, 3.2.1). The path may be empty.
    ///
    /// ```
    /// let uri = urispec::Uri::parse("http://h/a?b#c")?;
    /// assert_eq!(uri.path_and_query(), "/a?b");
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[doc(alias = "request_target")]
    #[must_use]
    pub fn path_and_query(&self) -> &'i str {
        self.slice(self.spans.path_start, self.spans.query_end)
    }

    /// Returns the `key=value` pairs of the query, still encoded. An undefined query has no pairs.
    #[doc(alias = "queries")]
    #[must_use]
    pub fn query_pairs(&self) -> Pairs<'i> {
        Pairs::new(self.query())
    }

    /// Returns the decoded value for a key in the query: the value of the first pair that has the
    /// key and a value. The argument `key` is compared with the decoded keys of the query.
    ///
    /// # Errors
    ///
    /// [`DecodeError`] if the octets of the value are not UTF-8; its offset is relative to the value.
    ///
    /// ```
    /// let uri = urispec::Uri::parse("http://h/?q=a%26b&page=2&q=c&all")?;
    /// assert_eq!(uri.query_value("q")?.as_deref(), Some("a&b"));
    /// assert!(uri.query_values("q").collect::<Result<Vec<_>, _>>()?.iter().eq(["a&b", "c"]));
    /// assert_eq!((uri.query_value("all")?, uri.query_value("none")?), (None, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn query_value(&self, key: &str) -> Result<Option<Cow<'i, str>>, DecodeError> {
        self.query_values(key).next().transpose()
    }

    /// Returns the values for a key in the query, decoded, from left to right. Each value may be an
    /// error, as in [`Self::query_value`].
    #[must_use]
    pub fn query_values<'k>(&self, key: &'k str) -> Values<'i, 'k> {
        self.query_pairs().values(key)
    }

    /// Returns the decoded value of the form field `name` in the query. As in HTML forms, `+` is a
    /// space, and a name without `=` has the empty value.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::query_value`].
    ///
    /// ```
    /// let uri = urispec::Uri::parse("http://h/?q=a+b&all")?;
    /// assert_eq!(uri.form_value("q")?.as_deref(), Some("a b"));
    /// assert_eq!(uri.query_value("q")?.as_deref(), Some("a+b"));
    /// assert_eq!(uri.form_value("all")?.as_deref(), Some(""));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn form_value(&self, name: &str) -> Result<Option<Cow<'i, str>>, DecodeError> {
        self.form_values(name).next().transpose()
    }

    /// Returns the values of the form field `name` in the query, from left to right. They are
    /// decoded as by [`Self::form_value`].
    #[must_use]
    pub fn form_values<'k>(&self, name: &'k str) -> Values<'i, 'k> {
        self.query_pairs().form_values(name)
    }

    /// Returns the fragment, without `#` (RFC 3986, 3.5).
    #[inline]
    #[must_use]
    pub fn fragment(&self) -> Option<&'i str> {
        self.text.get(self.spans.query_end as usize + 1..)
    }

    /// Returns the five components that the grammar finds in the reference. The path is the opaque
    /// part, if there is one.
    ///
    /// In RFC 3986 the components are those of [`split`](crate::split()), which uses no grammar and
    /// is the first step of resolution. In RFC 2396 and the draft after it the components may
    /// differ from those of `split`. The shortest strings with different components are:
    ///
    /// | edition | string | by its grammar | by Appendix B |
    /// |---|---|---|---|
    /// | RFC 2396 | `a:?` | opaque part `?` | path and query empty |
    /// | rfc2396bis-01 | `a:a?` | opaque part `a?` | path `a`, query empty |
    ///
    /// An `opaque_part` of RFC 2396 and an `opaque-part` of rfc2396bis-01 may contain `?`.
    ///
    /// The components of a `URL-reference` of url-syntax-05 are always those of Appendix B
    /// (url-syntax-05, 4.4): "the site component wins", and the expression of the appendix is its
    /// "test oracle". The grammar itself derives `//h?q` only with the path `//h`, since it allows
    /// no query after a site. It derives `//!` and `!:` only as paths, since it allows `!` neither
    /// in a site nor in a scheme. An authority that is not a `site` has no host.
    ///
    /// The components of a `URL` of RFC 1808 are always those of RFC 1808, 2.4, where only `/` ends an
    /// authority, and a scheme has only the characters of a scheme name. The path
    /// includes the parameters, from the first `;` on (2.4.5). An authority, the `net_loc`, has no
    /// host.
    ///
    /// ```
    /// use urispec::{Edition, Node, Reference};
    /// let draft = |text| Reference::parse_as(Edition::UrlSyntax05, "URL-reference", text).unwrap();
    /// assert_eq!((draft("//h?q").authority(), draft("//h?q").path()), (Some("h"), ""));
    /// let tree = Node::parse(Edition::UrlSyntax05, "URL-reference", "//h?q")?;
    /// assert_eq!(Reference::try_from(&tree)?.path(), "//h");
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn components(&self) -> Components<'i> {
        Components {
            scheme: self.scheme(),
            authority: self.authority(),
            path: self.path(),
            query: self.query(),
            fragment: self.fragment(),
        }
    }
}

impl<'i> From<&Self> for Reference<'i> {
    fn from(reference: &Self) -> Self {
        *reference
    }
}

impl fmt::Display for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text)
    }
}

/// Hides the password, as [`Reference::redacted`] does.
impl fmt::Debug for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Reference");
        let userinfo = self.userinfo().map(without_password);
        debug.field("scheme", &self.scheme()).field("userinfo", &userinfo);
        debug.field("host", &self.host()).field("port", &self.port()).field("path", &self.path());
        debug.field("query", &self.query()).field("fragment", &self.fragment()).finish()
    }
}

impl PartialEq for Reference<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Reference<'_> {}

impl PartialOrd for Reference<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Reference<'_> {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.text.cmp(other.text)
    }
}

impl Hash for Reference<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

// The userinfo: a user, and a password that must not be shown (section 3.2.1).
//
// The redacted reference hides the password and its length. In RFC 2396 `//u:p@a_b` has no
// userinfo, since `a_b` is not a host and the whole authority is a registered name; the `p` is
// hidden all the same.

impl<'i> Reference<'i> {
    /// Returns the user: the text of the userinfo before its first `:` (RFC 3986, 3.2.1).
    ///
    /// ```
    /// use urispec::UriRef;
    /// let reference = UriRef::parse("//a%40b:c:d@h")?;
    /// assert_eq!((reference.user(), reference.password()), (Some("a%40b"), Some("c:d")));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[doc(alias = "username")]
    #[must_use]
    pub fn user(&self) -> Option<&'i str> {
        self.userinfo().map(|userinfo| divide(userinfo).0)
    }

    /// Returns the password: the text of the userinfo after its first `:`. An empty password means that
    /// there is no password, as an undefined password does (RFC 3986, 3.2.1).
    #[must_use]
    pub fn password(&self) -> Option<&'i str> {
        divide(self.userinfo()?).1
    }

    /// Returns the reference for display and logs, with `***` in place of the password.
    ///
    /// "Applications should not render as clear text any data after the first colon (":") character
    /// found within a userinfo subcomponent unless the data after the colon is the empty string
    /// (indicating no password)" (RFC 3986, 3.2.1). Both `Display` and `Debug` hide the password. The
    /// printed text is a reference with the same host.
    ///
    /// ```
    /// use urispec::Uri;
    /// let uri = Uri::parse("ftp://user:secret@h/a")?;
    /// assert_eq!(uri.redacted().to_string(), "ftp://user:***@h/a");
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn redacted(&self) -> Redacted<'i> {
        Redacted::of(self.as_str())
    }
}

/// Splits a userinfo into the user and the password (RFC 3986, 3.2.1).
pub(crate) fn divide(userinfo: &str) -> (&str, Option<&str>) {
    userinfo.split_once(':').map_or((userinfo, None), |(user, password)| (user, Some(password)))
}

/// Returns a userinfo with `***` in place of its password.
pub(crate) fn without_password(userinfo: &str) -> Cow<'_, str> {
    Redacted::in_userinfo(userinfo, 0..userinfo.len()).text()
}

/// A reference whose password is hidden: see [`Reference::redacted`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Redacted<'i> {
    before: &'i str,
    stars: &'static str,
    after: &'i str,
}

impl<'i> Redacted<'i> {
    /// Hides the password in a text, which need not be a valid reference.
    pub(crate) fn of(text: &'i str) -> Self {
        // This covers the text before "@" whatever the edition calls it. RFC 1630 has no authority,
        // and `url:` may precede the scheme there.
        let mut rest = text;
        for _ in 0..2 {
            rest = match rest.find([':', '/', '?', '#']) {
                Some(end) if rest[end..].starts_with(':') => &rest[end + 1..],
                _ => rest,
            };
        }
        let rest = rest.strip_prefix("//").unwrap_or_default();
        let start = text.len() - rest.len();
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        Self::in_userinfo(text, start..start + authority.rfind('@').unwrap_or_default())
    }

    /// Hides the password in an authority.
    pub(crate) fn of_authority(authority: &'i str) -> Self {
        Self::in_userinfo(authority, 0..authority.rfind('@').unwrap_or_default())
    }

    /// Hides the password in the userinfo at a range of a text.
    fn in_userinfo(text: &'i str, userinfo: Range<usize>) -> Self {
        match divide(&text[userinfo.clone()]) {
            (_, Some(password)) if !password.is_empty() => {
                let (before, after) =
                    (&text[..userinfo.end - password.len()], &text[userinfo.end..]);
                Self { before, stars: "***", after }
            }
            _ => Self { before: text, stars: "", after: "" },
        }
    }

    /// Returns the text to print.
    pub(crate) fn text(self) -> Cow<'i, str> {
        let Self { before, stars, after } = self;
        if stars.is_empty() { before.into() } else { [before, stars, after].concat().into() }
    }
}

impl fmt::Display for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text())
    }
}

/// Hides the password, as `Display` does.
impl fmt::Debug for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { before, stars, after } = self;
        write!(f, "Redacted({:?})", format_args!("{before}{stars}{after}"))
    }
}

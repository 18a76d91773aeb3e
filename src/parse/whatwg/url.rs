//! The type [`Url`]: a serialized URL with the offsets of its parts.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use super::error::ValidationError;
use super::fast_path;
use super::host::Host;
use super::parser::State;
use super::record::{UrlRecord, default_port, is_special_scheme};
use crate::reference::components::Redacted;

/// A URL of the URL Standard: the result of the basic URL parser, serialized.
///
/// Parsing is that of browsers. It accepts nearly any string and drops the spelling: letter case of scheme and host, the
/// default port, dot segments. The text is ASCII.
///
/// The accessors have the names of the URL record, and the setters those of the accessors. The class `URL` of
/// JavaScript calls some of them by other names:
///
/// | class `URL` | accessor | setter |
/// |---|---|---|
/// | `href` | [`as_str`](Self::as_str) | [`set_href`](Self::set_href) |
/// | `origin` | [`origin`](Self::origin) | |
/// | `protocol` | [`scheme`](Self::scheme), without `:` | [`set_scheme`](Self::set_scheme) |
/// | `username`, `password` | [`username`](Self::username), [`password`](Self::password) | [`set_username`](Self::set_username), [`set_password`](Self::set_password) |
/// | `host` | [`host_and_port`](Self::host_and_port) | [`set_host`](Self::set_host) |
/// | `hostname` | [`hostname`](Self::hostname), parsed [`host`](Self::host) | [`set_hostname`](Self::set_hostname) |
/// | `port` | [`port`](Self::port) | [`set_port`](Self::set_port) |
/// | `pathname` | [`path`](Self::path) | [`set_path`](Self::set_path) |
/// | `search` | [`query`](Self::query), without `?` | [`set_query`](Self::set_query) |
/// | `hash` | [`fragment`](Self::fragment), without `#` | [`set_fragment`](Self::set_fragment) |
///
/// Two URLs are equal if their texts are (section URL equivalence). They are ordered and hashed by their texts.
///
/// ```
/// use urispec::whatwg::{Host, Url};
/// let page = Url::parse("HTTP://EXAMPLE.com:80/shop/")?;
/// let mut url = page.join(" ./item?id=1#reviews ")?;
/// assert_eq!(url, "http://example.com/shop/item?id=1#reviews");
/// assert_eq!(url.host(), Some(Host::Domain("example.com")));
/// assert_eq!((url.path(), url.query()), ("/shop/item", Some("id=1")));
///
/// url.set_fragment("");
/// url.set_port("8080")?;
/// assert_eq!(url.as_str(), "http://example.com:8080/shop/item?id=1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Url {
    href: String,
    offsets: Offsets,
}

/// The byte offsets of the parts of a serialized URL.
///
/// Without a host, the three offsets of the authority are that of the end of the `:`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Offsets {
    /// The offset of the `:` after the scheme.
    pub(super) scheme_end: usize,
    /// The end of the username, which begins after `//`.
    pub(super) username_end: usize,
    /// The beginning of the host, after the `@` if there is one.
    pub(super) host_start: usize,
    pub(super) host_end: usize,
    /// The beginning of the path, after the port, or after `/.`.
    pub(super) path_start: usize,
    /// The end of the path: the offset of the `?` if there is a query.
    pub(super) path_end: usize,
    /// The end of the query: the offset of the `#` if there is a fragment.
    pub(super) query_end: usize,
    pub(super) host: HostKind,
}

/// The kind of a host, or of none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HostKind {
    None,
    Empty,
    Domain,
    Ipv4,
    Ipv6,
    Opaque,
}

impl HostKind {
    pub(super) const fn of<S>(host: &Host<S>) -> Self {
        match host {
            Host::Domain(_) => Self::Domain,
            Host::Ipv4(_) => Self::Ipv4,
            Host::Ipv6(_) => Self::Ipv6,
            Host::Opaque(_) => Self::Opaque,
            Host::Empty => Self::Empty,
        }
    }
}

// Parsing. The state machine defines the result; the fast path returns the same for common inputs.

impl Url {
    pub(super) const fn new(href: String, offsets: Offsets) -> Self {
        Self { href, offsets }
    }

    /// Runs the basic URL parser.
    ///
    /// # Errors
    /// Returns the validation error at which the parser fails.
    pub fn parse(input: &str) -> Result<Self, ValidationError> {
        Self::parse_with_base(input, None)
    }

    /// Runs the basic URL parser on a string, relative to a base if there is one.
    ///
    /// # Errors
    /// Returns the validation error at which the parser fails.
    #[inline]
    pub fn parse_with_base(input: &str, base: Option<&Self>) -> Result<Self, ValidationError> {
        match fast_path::parse(input, base) {
            Some(url) => Ok(url),
            None => Self::trace(input, base, &mut |_| {}, &mut |_, _| {}),
        }
    }

    /// Runs the basic URL parser on a string, relative to this URL: resolves a reference.
    ///
    /// ```
    /// use urispec::whatwg::Url;
    /// let base = Url::parse("https://example.org/a/b")?;
    /// assert_eq!(base.join("//EXAMPLE.com:443/x/%2e%2e/y")?, "https://example.com/y");
    /// # Ok::<(), urispec::whatwg::ValidationError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the validation error at which the parser fails.
    pub fn join(&self, input: &str) -> Result<Self, ValidationError> {
        Self::parse_with_base(input, Some(self))
    }

    /// Runs the basic URL parser, always state by state. Returns the URL, and all validation errors in the order in
    /// which the parser finds them. Returns no URL if the parser fails; the last error is then the reason.
    ///
    /// ```
    /// use urispec::whatwg::Url;
    /// let (url, errors) = Url::parse_with_errors("http:/h\\", None);
    /// assert_eq!(url.unwrap(), "http://h/");
    /// let errors = errors.iter().map(|error| (error.kind.name(), error.offset));
    /// assert!(errors.eq([
    ///     ("special-scheme-missing-following-solidus", 5),
    ///     ("special-scheme-missing-following-solidus", 5),
    ///     ("invalid-reverse-solidus", 7),
    /// ]));
    /// ```
    #[must_use]
    pub fn parse_with_errors(
        input: &str,
        base: Option<&Self>,
    ) -> (Option<Self>, Vec<ValidationError>) {
        let mut errors = Vec::new();
        let url = Self::trace(input, base, &mut |error| errors.push(error), &mut |_, _| {});
        (url.ok(), errors)
    }

    /// Runs the basic URL parser. Passes each validation error to `report`. Passes each state that it enters, with the
    /// remaining input, to `enter`.
    pub(crate) fn trace(
        input: &str,
        base: Option<&Self>,
        report: &mut dyn FnMut(ValidationError),
        enter: &mut dyn FnMut(State, &str),
    ) -> Result<Self, ValidationError> {
        let base = base.map(Self::to_record);
        UrlRecord::parse(input, base.as_ref(), report, enter).map(|record| record.serialize())
    }
}

// Accessors.

impl Url {
    /// Returns the serialized URL.
    #[must_use]
    #[inline]
    #[doc(alias = "href")]
    pub fn as_str(&self) -> &str {
        &self.href
    }

    /// Returns the serialized URL without its fragment.
    #[must_use]
    pub fn without_fragment(&self) -> &str {
        &self.href[..self.offsets.query_end]
    }

    pub(super) const fn offsets(&self) -> &Offsets {
        &self.offsets
    }

    /// Returns the scheme, in lower case and without `:`.
    #[must_use]
    #[doc(alias = "protocol")]
    pub fn scheme(&self) -> &str {
        &self.href[..self.offsets.scheme_end]
    }

    /// Returns the authority: the credentials with `@`, the host and the port, as far as the URL has them. Returns `None`
    /// for a URL without an authority, such as `mailto:a@b`.
    #[must_use]
    pub fn authority(&self) -> Option<&str> {
        let Offsets { scheme_end, path_start, host, .. } = self.offsets;
        (host != HostKind::None).then(|| &self.href[scheme_end + "://".len()..path_start])
    }

    /// Returns the username, percent-encoded. It is empty if there is none.
    #[must_use]
    pub fn username(&self) -> &str {
        let Offsets { scheme_end, username_end, host, .. } = self.offsets;
        match host {
            HostKind::None => "",
            _ => &self.href[scheme_end + "://".len()..username_end],
        }
    }

    /// Returns the password, percent-encoded. It is empty if there is none.
    #[must_use]
    pub fn password(&self) -> &str {
        let Offsets { username_end, host_start, .. } = self.offsets;
        // Nothing, "@", or ":password@".
        match self.href[username_end..host_start].strip_prefix(':') {
            Some(password) => &password[..password.len() - "@".len()],
            None => "",
        }
    }

    /// Returns the host. Returns `None` for a URL without an authority, such as `mailto:a@b`.
    #[must_use]
    pub fn host(&self) -> Option<Host<&str>> {
        let text = &self.href[self.offsets.host_start..self.offsets.host_end];
        Some(match self.offsets.host {
            HostKind::None => return None,
            HostKind::Empty => Host::Empty,
            HostKind::Domain => Host::Domain(text),
            HostKind::Opaque => Host::Opaque(text),
            // The serialized addresses are those that the standard library reads.
            HostKind::Ipv4 => text.parse().map_or(Host::Opaque(text), Host::Ipv4),
            HostKind::Ipv6 => {
                text[1..text.len() - 1].parse().map_or(Host::Opaque(text), Host::Ipv6)
            }
        })
    }

    /// Returns the serialized host: a domain, an address (of IPv6 in brackets), an opaque host, or the empty string.
    /// Returns `None` for a URL without an authority.
    #[must_use]
    pub fn hostname(&self) -> Option<&str> {
        let Offsets { host_start, host_end, host, .. } = self.offsets;
        (host != HostKind::None).then(|| &self.href[host_start..host_end])
    }

    /// Returns the serialized host and, after `:`, the port if it is not the default port of the scheme. Returns `None`
    /// for a URL without an authority. The class `URL` calls this `host`.
    #[must_use]
    pub fn host_and_port(&self) -> Option<&str> {
        let Offsets { host_start, path_start, host, .. } = self.offsets;
        (host != HostKind::None).then(|| &self.href[host_start..path_start])
    }

    /// Returns the port, or `None` if the URL has no port or the default port of the scheme.
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        let Offsets { host_end, path_start, .. } = self.offsets;
        self.href[host_end..path_start].strip_prefix(':')?.parse().ok()
    }

    /// Returns the port, or the default port of the scheme. Returns `None` for a URL without a host, and for one without a
    /// port whose scheme has no default port (URL Standard, URL miscellaneous).
    ///
    /// ```
    /// use urispec::whatwg::Url;
    /// let port = |input| Url::parse(input).unwrap().port_or_default();
    /// assert_eq!((port("https://h/"), port("https://h:8443/")), (Some(443), Some(8443)));
    /// assert_eq!((port("redis://h/"), port("redis://h:6379/")), (None, Some(6379)));
    /// assert_eq!((port("file:///a"), port("mailto:a@b")), (None, None));
    /// ```
    #[must_use]
    #[doc(alias = "port_or_known_default")]
    pub fn port_or_default(&self) -> Option<u16> {
        self.port().or_else(|| default_port(self.scheme()))
    }

    /// Returns the path. It begins with `/` unless it is opaque or empty.
    #[must_use]
    #[doc(alias = "pathname")]
    pub fn path(&self) -> &str {
        &self.href[self.offsets.path_start..self.offsets.path_end]
    }

    /// Returns the query, without `?`.
    #[must_use]
    #[doc(alias = "search")]
    pub fn query(&self) -> Option<&str> {
        self.href[self.offsets.path_end..self.offsets.query_end].strip_prefix('?')
    }

    /// Returns the fragment, without `#`.
    #[must_use]
    #[doc(alias = "hash")]
    pub fn fragment(&self) -> Option<&str> {
        self.href[self.offsets.query_end..].strip_prefix('#')
    }

    /// Returns whether the scheme is special: `ftp`, `file`, `http`, `https`, `ws` or `wss`.
    #[must_use]
    pub fn is_special(&self) -> bool {
        is_special_scheme(self.scheme())
    }

    /// Returns whether the path is opaque, as in `mailto:a@b`.
    #[must_use]
    pub fn has_opaque_path(&self) -> bool {
        // A URL whose path is a list has a host, or a path that is not empty.
        self.offsets.host == HostKind::None && !self.path().starts_with('/')
    }

    /// Returns whether the URL has a username or a password.
    #[must_use]
    pub fn includes_credentials(&self) -> bool {
        self.offsets.username_end < self.offsets.host_start
    }

    /// Returns the serialized origin (section Origin). Returns `None` if it is opaque, which the class `URL` serializes
    /// as `null`. The origin of a `file` URL is opaque here; the Standard leaves it open.
    ///
    /// ```
    /// use urispec::whatwg::Url;
    /// let origin = |text| Url::parse(text).unwrap().origin().map(|origin| origin.into_owned());
    /// assert_eq!(origin("https://user@h:444/a").as_deref(), Some("https://h:444"));
    /// assert_eq!(origin("blob:https://h/d0360e2f").as_deref(), Some("https://h"));
    /// assert_eq!(origin("data:,a"), None);
    /// ```
    #[must_use]
    pub fn origin(&self) -> Option<Cow<'_, str>> {
        match self.scheme() {
            "blob" => {
                // 2. "Let pathURL be the result of parsing the result of URL path serializing url."
                let path_url = Self::parse(self.path()).ok()?;
                // 4. "If pathURL's scheme is "http", "https", or "file"", whose origin is opaque.
                let has_origin = matches!(path_url.scheme(), "http" | "https");
                if has_origin { Some(Cow::Owned(path_url.origin()?.into_owned())) } else { None }
            }
            "ftp" | "http" | "https" | "ws" | "wss" => Some(if self.includes_credentials() {
                let mut origin = self.href[..self.offsets.scheme_end + "://".len()].to_owned();
                origin.push_str(self.host_and_port()?);
                Cow::Owned(origin)
            } else {
                Cow::Borrowed(&self.href[..self.offsets.path_start])
            }),
            _ => None,
        }
    }

    /// Returns whether two URLs are equal (section URL equivalence). Ignores their fragments if `exclude_fragments` is
    /// set.
    ///
    /// ```
    /// use urispec::whatwg::Url;
    /// let [a, b] = ["http://h/%7E", "HTTP://h:80/%7E#f"].map(|text| Url::parse(text).unwrap());
    /// assert!(a.equals(&b, true) && !a.equals(&b, false));
    /// ```
    #[must_use]
    pub fn equals(&self, other: &Self, exclude_fragments: bool) -> bool {
        if exclude_fragments {
            self.without_fragment() == other.without_fragment()
        } else {
            self == other
        }
    }
}

// Conversions, and comparisons with strings.

impl FromStr for Url {
    type Err = ValidationError;

    fn from_str(input: &str) -> Result<Self, ValidationError> {
        Self::parse(input)
    }
}

impl TryFrom<&str> for Url {
    type Error = ValidationError;

    fn try_from(input: &str) -> Result<Self, ValidationError> {
        Self::parse(input)
    }
}

impl TryFrom<&String> for Url {
    type Error = ValidationError;

    fn try_from(input: &String) -> Result<Self, ValidationError> {
        Self::parse(input)
    }
}

impl TryFrom<String> for Url {
    type Error = ValidationError;

    fn try_from(input: String) -> Result<Self, ValidationError> {
        Self::parse(&input)
    }
}

impl From<Url> for String {
    fn from(url: Url) -> Self {
        url.href
    }
}

/// Hides the password, as [`Reference::redacted`](crate::Reference::redacted) does.
///
/// ```
/// let url = urispec::whatwg::Url::parse("https://user:secret@h/").unwrap();
/// assert_eq!(format!("{url:?}"), r#"Url("https://user:***@h/")"#);
/// ```
impl fmt::Debug for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Url({:?})", Redacted::of(&self.href).text())
    }
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.href)
    }
}

impl AsRef<str> for Url {
    fn as_ref(&self) -> &str {
        &self.href
    }
}

impl AsRef<[u8]> for Url {
    fn as_ref(&self) -> &[u8] {
        self.href.as_bytes()
    }
}

impl Borrow<str> for Url {
    fn borrow(&self) -> &str {
        &self.href
    }
}

impl PartialEq for Url {
    fn eq(&self, other: &Self) -> bool {
        // The text determines the offsets.
        self.href == other.href
    }
}

impl Eq for Url {}

impl Ord for Url {
    fn cmp(&self, other: &Self) -> Ordering {
        self.href.cmp(&other.href)
    }
}

impl PartialOrd for Url {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Url {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.href.hash(state);
    }
}

macro_rules! compared_with {
    ($($text:ty),*) => {$(
        impl PartialEq<$text> for Url {
            fn eq(&self, other: &$text) -> bool {
                self.href == *other
            }
        }

        impl PartialEq<Url> for $text {
            fn eq(&self, other: &Url) -> bool {
                *self == other.href
            }
        }
    )*};
}

compared_with!(str, &str, String);

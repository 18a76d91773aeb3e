//! Builds references from components.
//!
//! The input consists of component texts, data to encode, or a reference to start from. The result is a `URI-reference`
//! with exactly these components, or an error that names the component that does not fit and the reason.
//!
//! A surprising case: components can be valid individually and invalid together. With an authority the path must be
//! empty or begin with `/`; without one it must not begin with `//` (RFC 3986, 3.3); and with neither a scheme nor an
//! authority the first segment must not contain a colon (RFC 3986, 4.2).

pub(super) mod component;

pub use component::ComponentError;

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::{String, ToString};
use core::borrow::Borrow;
use core::error::Error;
use core::fmt;
use core::marker::PhantomData;
use core::net::{IpAddr, Ipv6Addr};

use super::borrowed::{Ri, RiRef};
use super::letters::{Letters, UriRefBuf};
use super::owned::{RiBuf, RiRefBuf};
use crate::parts::Count;
use crate::parts::percent::Keep;
use crate::reference::Reference;
use crate::reference::components::{divide, without_password};

impl<L: Letters> RiRef<'_, L> {
    /// Starts to build a reference from components.
    #[must_use]
    pub fn builder() -> Builder<RiRefBuf<L>> {
        Builder::default()
    }
}

impl<L: Letters> Ri<'_, L> {
    /// Starts to build a URI (for an `Iri`, an IRI) from components. A scheme is required.
    ///
    /// ```
    /// use urispec::{BuildError, Iri, Uri, UriBuf};
    /// let urn: UriBuf = Uri::builder().scheme("urn").path("a:b").build()?;
    /// assert_eq!(urn, "urn:a:b");
    /// assert_eq!(Uri::builder().host("h").build(), Err(BuildError::NoScheme));
    /// let rose = Iri::builder().scheme("http").host("example.org").segments(["ros\u{E9}"]);
    /// assert_eq!(rose.build()?, "http://example.org/ros\u{E9}");
    /// # Ok::<(), BuildError>(())
    /// ```
    #[must_use]
    pub fn builder() -> Builder<RiBuf<L>> {
        Builder::default()
    }
}

/// An owned type that a [`Builder`] can build, with its text in a `String`.
#[diagnostic::on_unimplemented(
    message = "a builder cannot build `{Self}`",
    note = "it can build `UriBuf`, `UriRefBuf`, `IriBuf` and `IriRefBuf` with the storage `String`"
)]
pub trait Buildable: sealed::Sealed {}

impl<L: Letters> Buildable for RiRefBuf<L> {}
impl<L: Letters> Buildable for RiBuf<L> {}

pub(crate) mod sealed {
    use super::{BuildError, Letters, RiBuf, RiRefBuf};

    pub trait Sealed: Sized {
        type Letters: Letters;

        /// Converts the reference built from all components into `Self`.
        fn of(reference: RiRefBuf<Self::Letters>) -> Result<Self, BuildError>;
    }

    impl<L: Letters> Sealed for RiRefBuf<L> {
        type Letters = L;

        fn of(reference: Self) -> Result<Self, BuildError> {
            Ok(reference)
        }
    }

    impl<L: Letters> Sealed for RiBuf<L> {
        type Letters = L;

        fn of(reference: RiRefBuf<L>) -> Result<Self, BuildError> {
            match reference.scheme() {
                Some(_) => Ok(Self(reference)),
                None => Err(BuildError::NoScheme),
            }
        }
    }
}

/// A builder of a reference, component by component.
///
/// [`UriRef::builder`](crate::UriRef::builder), [`Uri::builder`](crate::Uri::builder) and the `builder` of `IriRef` and
/// `Iri` create a builder for values of the type `T`. Texts are used as they are, with their escapes, and are checked
/// by [`Builder::build`]. Methods that encode their argument say so.
///
/// ```
/// use urispec::Uri;
/// let uri = Uri::builder()
///     .scheme("http")
///     .host("example.com")
///     .port(8042)
///     .segments(["over", "100%"])
///     .query_pairs([("name", "a&b")])
///     .build()?;
/// assert_eq!(uri, "http://example.com:8042/over/100%25?name=a%26b");
/// assert!(Uri::builder().scheme("http").host("h").path("p").build().is_err());
/// # Ok::<(), urispec::BuildError>(())
/// ```
///
/// A builder can start with the components of a reference, which are kept as they are:
///
/// ```
/// use urispec::Uri;
/// let uri = Uri::parse("http://user@h:80/%7Ea?q#f")?;
/// let other = uri.to_builder().scheme("https").without_userinfo().without_port().build()?;
/// assert_eq!(other, "https://h/%7Ea?q#f");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Builder<T = UriRefBuf> {
    scheme: Option<String>,
    userinfo: Option<String>,
    host: Option<String>,
    port: Option<String>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
    /// The reason why the given segments cannot form a path.
    refused: Option<BuildError>,
    built: PhantomData<T>,
}

/// Converts a text into a component of the builder.
fn given(text: impl AsRef<str>) -> Option<String> {
    Some(text.as_ref().to_owned())
}

/// Hides the password, as [`Reference::redacted`] does.
impl<T> fmt::Debug for Builder<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scheme, userinfo, host, port, path, query, fragment, refused, built: _ } = self;
        let userinfo = userinfo.as_deref().map(without_password);
        let mut debug = f.debug_struct("Builder");
        debug.field("scheme", scheme).field("userinfo", &userinfo).field("host", host);
        debug.field("port", port).field("path", path).field("query", query);
        debug.field("fragment", fragment).field("refused", refused).finish()
    }
}

impl<T> Default for Builder<T> {
    /// Returns a builder of the empty reference.
    fn default() -> Self {
        Self {
            scheme: None,
            userinfo: None,
            host: None,
            port: None,
            path: String::new(),
            query: None,
            fragment: None,
            refused: None,
            built: PhantomData,
        }
    }
}

impl<T: Buildable> Builder<T> {
    /// Sets the scheme, without `:`.
    #[must_use]
    pub fn scheme(self, scheme: impl AsRef<str>) -> Self {
        Self { scheme: given(scheme), ..self }
    }

    /// Makes the scheme undefined.
    #[must_use]
    pub fn without_scheme(self) -> Self {
        Self { scheme: None, ..self }
    }

    /// Sets the userinfo, without `@`.
    #[must_use]
    pub fn userinfo(self, userinfo: impl AsRef<str>) -> Self {
        Self { userinfo: given(userinfo), ..self }
    }

    /// Makes the userinfo undefined.
    #[must_use]
    pub fn without_userinfo(self) -> Self {
        Self { userinfo: None, ..self }
    }

    /// Sets the user: the text of the userinfo before its first `:`. The user is encoded.
    ///
    /// ```
    /// use urispec::Uri;
    /// let uri = Uri::builder().scheme("ftp").user("a@b").password("c:d").host("h").build()?;
    /// assert_eq!(uri, "ftp://a%40b:c%3Ad@h");
    /// # Ok::<(), urispec::BuildError>(())
    /// ```
    #[must_use]
    pub fn user(self, user: impl AsRef<str>) -> Self {
        let user = userinfo_of::<T::Letters>(user.as_ref()).into_owned();
        let userinfo = match self.userinfo.as_deref().and_then(|userinfo| divide(userinfo).1) {
            Some(password) => user + ":" + password,
            None => user,
        };
        self.userinfo(userinfo)
    }

    /// Sets the password: the text of the userinfo after its first `:`. The password is encoded. If no user is set, the
    /// user is empty. "Use of the format "user:password" in the userinfo field is deprecated" (RFC 3986, 3.2.1).
    #[must_use]
    pub fn password(self, password: impl AsRef<str>) -> Self {
        let (user, _) = divide(self.userinfo.as_deref().unwrap_or_default());
        let password = userinfo_of::<T::Letters>(password.as_ref());
        let userinfo = [user, ":", &password].concat();
        self.userinfo(userinfo)
    }

    /// Sets the host. The brackets of an IPv6 address may be left out.
    ///
    /// ```
    /// use urispec::Uri;
    /// let build = |host| Uri::builder().scheme("http").host(host).build();
    /// assert_eq!(build("::1")?, "http://[::1]");
    /// assert_eq!(build("[::1]")?, "http://[::1]");
    /// # Ok::<(), urispec::BuildError>(())
    /// ```
    #[must_use]
    pub fn host(self, host: impl AsRef<str>) -> Self {
        Self { host: given(bracketed(host.as_ref())), ..self }
    }

    /// Sets the host to an IP address.
    ///
    /// ```
    /// use urispec::UriRef;
    /// let address = std::net::Ipv6Addr::LOCALHOST;
    /// assert_eq!(UriRef::builder().address(address).build()?, "//[::1]");
    /// # Ok::<(), urispec::BuildError>(())
    /// ```
    #[must_use]
    pub fn address(self, address: impl Into<IpAddr>) -> Self {
        self.host(host_of(address.into()))
    }

    /// Sets the port.
    #[must_use]
    pub fn port(self, port: u16) -> Self {
        self.port_text(port.to_string())
    }

    /// Sets the port as text, without `:`: any number of digits, or none.
    #[must_use]
    pub fn port_text(self, port: impl AsRef<str>) -> Self {
        Self { port: given(port), ..self }
    }

    /// Sets the port, or makes it undefined.
    ///
    /// ```
    /// use urispec::{Uri, uri};
    /// let given = uri!("http://h:8042/");
    /// let port = given.port_to_u16().ok();
    /// assert_eq!(Uri::builder().scheme("ws").host("h").maybe_port(port).build()?, "ws://h:8042");
    /// assert_eq!(Uri::builder().scheme("ws").host("h").maybe_port(None).build()?, "ws://h");
    /// # Ok::<(), urispec::BuildError>(())
    /// ```
    #[must_use]
    pub fn maybe_port(self, port: Option<u16>) -> Self {
        Self { port: port.map(|port| port.to_string()), ..self }
    }

    /// Makes the port undefined.
    #[must_use]
    pub fn without_port(self) -> Self {
        Self { port: None, ..self }
    }

    /// Sets the authority, without `//`: the userinfo, the host and the port. Any of these that the text lacks becomes
    /// undefined.
    ///
    /// ```
    /// use urispec::UriRef;
    /// assert_eq!(UriRef::builder().userinfo("u").authority("h:80").path("/p").build()?, "//h:80/p");
    /// # Ok::<(), urispec::BuildError>(())
    /// ```
    #[must_use]
    pub fn authority(self, authority: impl AsRef<str>) -> Self {
        let (userinfo, host, port) = component::divide(authority.as_ref());
        let text = |part: Option<&str>| part.map(ToOwned::to_owned);
        Self { userinfo: text(userinfo), host: given(host), port: text(port), ..self }
    }

    /// Makes the authority undefined: the userinfo, the host and the port.
    #[must_use]
    pub fn without_authority(self) -> Self {
        Self { userinfo: None, host: None, port: None, ..self }
    }

    /// Sets the path.
    #[must_use]
    pub fn path(self, path: impl AsRef<str>) -> Self {
        Self { path: path.as_ref().to_owned(), refused: None, ..self }
    }

    /// Sets the path from segments. Each segment is encoded and has a `/` before it; without segments the path is
    /// empty. If a segment is `.` or `..`, [`Builder::build`] returns [`BuildError::DotSegment`].
    #[must_use]
    pub fn segments<S: AsRef<str>>(self, segments: impl IntoIterator<Item = S>) -> Self {
        match component::path::<T::Letters, _>(segments) {
            Ok(path) => Self { path, refused: None, ..self },
            Err(refused) => Self { refused: Some(refused), ..self },
        }
    }

    /// Sets the query, without `?`.
    #[must_use]
    pub fn query(self, query: impl AsRef<str>) -> Self {
        Self { query: given(query), ..self }
    }

    /// Sets the query from pairs of a key and a value. Keys and values are encoded. Without pairs
    /// the query is undefined.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use urispec::UriRef;
    /// let map = BTreeMap::from([("a".to_owned(), "1".to_owned()), ("b".to_owned(), "x y".to_owned())]);
    /// assert_eq!(UriRef::builder().query_pairs(&map).build()?, "?a=1&b=x%20y");
    /// # Ok::<(), urispec::BuildError>(())
    /// ```
    #[must_use]
    pub fn query_pairs<I, K, V>(self, pairs: I) -> Self
    where
        I: IntoIterator,
        I::Item: Borrow<(K, V)>,
        K: AsRef<str>,
        V: AsRef<str>,
    {
        Self { query: component::query::<T::Letters, _, _, _>(pairs), ..self }
    }

    /// Sets the query, without `?`, or makes it undefined.
    #[must_use]
    pub fn maybe_query(self, query: Option<&str>) -> Self {
        Self { query: query.map(ToOwned::to_owned), ..self }
    }

    /// Makes the query undefined.
    #[must_use]
    pub fn without_query(self) -> Self {
        Self { query: None, ..self }
    }

    /// Sets the fragment, without `#`.
    #[must_use]
    pub fn fragment(self, fragment: impl AsRef<str>) -> Self {
        Self { fragment: given(fragment), ..self }
    }

    /// Sets the fragment, without `#`, or makes it undefined.
    #[must_use]
    pub fn maybe_fragment(self, fragment: Option<&str>) -> Self {
        Self { fragment: fragment.map(ToOwned::to_owned), ..self }
    }

    /// Makes the fragment undefined.
    #[must_use]
    pub fn without_fragment(self) -> Self {
        Self { fragment: None, ..self }
    }

    /// Builds the reference.
    ///
    /// # Errors
    ///
    /// [`BuildError`], which names the component that does not fit and the reason. [`BuildError::NoScheme`] for a URI
    /// without a scheme.
    pub fn build(&self) -> Result<T, BuildError> {
        if let Some(refused) = &self.refused {
            return Err(refused.clone());
        }
        let mut built = RiRefBuf::<T::Letters>::default();
        built.text.reserve_exact(self.capacity());
        if let Some(scheme) = &self.scheme {
            built.put_scheme(scheme)?;
        }
        if let Some(host) = &self.host {
            built.put_host(host)?;
        }
        if let Some(userinfo) = &self.userinfo {
            built.put_userinfo(userinfo)?;
        }
        if let Some(port) = &self.port {
            built.put_port(port)?;
        }
        built.put_path(&self.path)?;
        if let Some(query) = &self.query {
            built.put_query(query)?;
        }
        if let Some(fragment) = &self.fragment {
            built.put_fragment(fragment)?;
        }
        T::of(built)
    }

    /// Returns an upper bound on the length of the result, including the delimiters.
    fn capacity(&self) -> usize {
        let Self { scheme, userinfo, host, port, query, fragment, .. } = self;
        let optional = [scheme, userinfo, host, port, query, fragment];
        let texts = optional.into_iter().flatten().map(|text| text.len() + 2);
        self.path.len() + texts.sum::<usize>()
    }
}

/// Encodes a user or a password for the userinfo, including any `:` (RFC 3986, 3.2.1).
fn userinfo_of<L: Letters>(data: &str) -> Cow<'_, str> {
    L::encode(data, Keep::Userinfo)
}

/// Returns the text of a host, with brackets added to a bare IPv6 address. A colon occurs only in addresses.
pub(super) fn bracketed(host: &str) -> Cow<'_, str> {
    let is_bare = host.contains(':') && host.parse::<Ipv6Addr>().is_ok();
    if is_bare { Cow::Owned(format!("[{host}]")) } else { Cow::Borrowed(host) }
}

/// Formats an IP address as a host (RFC 3986, 3.2.2).
pub(super) fn host_of(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

// Builders that start from a reference. Nothing is decoded or encoded.

/// Returns a builder with the components of a reference, as they are.
fn begin_with<T>(reference: &Reference<'_>) -> Builder<T> {
    let text = |component: Option<&str>| component.map(ToOwned::to_owned);
    Builder {
        scheme: text(reference.scheme()),
        userinfo: text(reference.userinfo()),
        host: text(reference.host().map(|host| host.as_str())),
        port: text(reference.port()),
        path: reference.path().to_owned(),
        query: text(reference.query()),
        fragment: text(reference.fragment()),
        ..Builder::default()
    }
}

macro_rules! begins_a_builder {
    ($($type:ty => $built:ty, $self:ident => $reference:expr;)*) => {$(
        impl<L: Letters> $type {
            /// Returns a builder that starts with the components of this reference, unchanged.
            ///
            /// ```
            /// let uri = urispec::UriBuf::parse("http://u@h/%7e?q")?;
            /// assert_eq!(uri.to_builder().without_query().build()?, "http://u@h/%7e");
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[must_use]
            pub fn to_builder(&$self) -> Builder<$built> {
                begin_with(&$reference)
            }
        }

        impl<L: Letters> From<$type> for Builder<$built> {
            fn from(reference: $type) -> Self {
                reference.to_builder()
            }
        }

        impl<L: Letters> From<&$type> for Builder<$built> {
            fn from(reference: &$type) -> Self {
                reference.to_builder()
            }
        }
    )*};
}

begins_a_builder! {
    RiRef<'_, L> => RiRefBuf<L>, self => self.0;
    Ri<'_, L> => RiBuf<L>, self => self.0;
    RiRefBuf<L> => RiRefBuf<L>, self => self.as_borrowed().0;
    RiBuf<L> => RiBuf<L>, self => self.as_borrowed().0;
}

/// The reason why components cannot form a reference, or why a reference cannot be changed.
///
/// The message states the whole reason.
///
/// ```
/// use urispec::UriBuf;
/// let mut uri = UriBuf::parse("http://h/a")?;
/// assert_eq!(
///     uri.set_path("b").unwrap_err().to_string(),
///     "with an authority the path must be empty or begin with \"/\" (RFC 3986, 3.3)"
/// );
/// assert_eq!(uri, "http://h/a");
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// A component is not in the language of its production.
    Component(ComponentError),
    /// A URI requires a scheme, and there is none (RFC 3986, 3).
    NoScheme,
    /// A userinfo or a port is given without a host.
    NoHost,
    /// A non-empty path that does not begin with `/` follows an authority, and would be read as part of it.
    PathRunsOn,
    /// There is no authority, and the path begins with `//`, so it would be read as an authority.
    PathReadsAsAuthority,
    /// There is neither a scheme nor an authority, and the first segment contains `:`, which would end a scheme.
    PathReadsAsScheme,
    /// The data of a segment is `.` or `..`. No encoding distinguishes it from a dot segment (RFC 3986, 6.2.2.2), which
    /// resolution would remove (RFC 3986, 5.2.4).
    DotSegment,
    /// The first segment of a path without a leading `/` would be empty, so the slash after it would begin the path.
    EmptySegment,
    /// The path has no segment at the index.
    #[non_exhaustive]
    NoSegment {
        /// The index that was given.
        index: usize,
        /// The number of segments in the path.
        count: usize,
    },
    /// An empty key without a value would be the only pair of a query.
    EmptyPair,
    /// The result would be longer than `u32::MAX` bytes. The value is the length of the result in bytes.
    TooLong(usize),
}

impl From<ComponentError> for BuildError {
    fn from(error: ComponentError) -> Self {
        Self::Component(error)
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Component(error) => return error.fmt(f),
            Self::NoScheme => "missing scheme: a URI must begin with a scheme (RFC 3986, 3)",
            Self::NoHost => "missing host: a userinfo or a port requires a host, which may be empty (RFC 3986, 3.2)",
            Self::PathRunsOn => {
                "with an authority the path must be empty or begin with \"/\" (RFC 3986, 3.3)"
            }
            Self::PathReadsAsAuthority => {
                "without an authority the path cannot begin with \"//\" (RFC 3986, 3.3)"
            }
            Self::PathReadsAsScheme => {
                "in a relative reference the first segment cannot contain \":\"; write \"./\" before \
                 it (RFC 3986, 4.2)"
            }
            Self::DotSegment => {
                "data cannot be the segment \".\" or \"..\", which resolving would remove (RFC 3986, 5.2.4)"
            }
            Self::EmptySegment => {
                "the first segment of a path that does not begin with \"/\" cannot be empty (RFC 3986, 3.3)"
            }
            Self::NoSegment { index, count } => {
                let segments = Count(*count, "segment", "segments");
                return write!(f, "the index {index} is out of range: the path has {segments}");
            }
            Self::EmptyPair => "a query cannot consist of an empty key without a value",
            Self::TooLong(length) => {
                return write!(
                    f,
                    "the string would have {length} bytes; a reference may have at most {}",
                    u32::MAX
                );
            }
        })
    }
}

impl Error for BuildError {}

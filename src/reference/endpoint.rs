//! Where to connect: the port as a number, and the host and the port together.
//!
//! An [`Endpoint`] has the form that the networking of the standard library accepts: a name is
//! decoded, and a missing port is replaced by the default port. No name is resolved here.
//!
//! `//127.0.0.256` has a name and not an address (RFC 3986, 3.2.2); but a resolver may read a name
//! such as `127.1` or `0x7F000001` as an address (RFC 3986, 7.4). A program that blocks addresses
//! must check the address of the connection, not the host of the reference.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::net::{IpAddr, Ipv6Addr, SocketAddr};
use core::num::IntErrorKind;

use crate::parts::host::{Host, HostKind};
use crate::parts::percent::{
    Decode, DecodeError, is_of_names, is_unreserved, push_triplet, triplet,
};
use crate::parts::schemes::default_port;
use crate::parts::split::Components;
use crate::reference::Reference;
use crate::reference::error::ParseError;

/// The reason why a reference has no numeric port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PortError {
    /// The reference has no port.
    Absent,
    /// The reference has a port without digits, such as `//h:`.
    Empty,
    /// The port is greater than 65535.
    TooLarge,
}

impl fmt::Display for PortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Absent => "the reference has no port (RFC 3986, 3.2.3)",
            Self::Empty => "the port is empty (RFC 3986, 3.2.3)",
            Self::TooLarge => "the port is greater than 65535, the greatest port of TCP and of UDP",
        })
    }
}

impl core::error::Error for PortError {}

impl<'i> Reference<'i> {
    /// Returns the port as a number (RFC 3986, 3.2.3).
    ///
    /// # Errors
    ///
    /// [`PortError`] distinguishes an undefined port, an empty port, and a port that is too large.
    ///
    /// ```
    /// use urispec::UriRef;
    /// use urispec::error::PortError;
    /// let port = |text| UriRef::parse(text).unwrap().port_to_u16();
    /// assert_eq!(port("//h:080"), Ok(80));
    /// assert_eq!(port("//h:65536"), Err(PortError::TooLarge));
    /// assert_eq!((port("//h"), port("//h:")), (Err(PortError::Absent), Err(PortError::Empty)));
    /// ```
    #[doc(alias = "port_u16")]
    pub fn port_to_u16(&self) -> Result<u16, PortError> {
        let port = self.port().ok_or(PortError::Absent)?;
        port.parse().map_err(|error: core::num::ParseIntError| match error.kind() {
            IntErrorKind::Empty => PortError::Empty,
            // A port contains only digits.
            _ => PortError::TooLarge,
        })
    }

    /// Returns the port as a number, or the [default port](default_port) of the scheme if the port
    /// is undefined or empty (RFC 3986, 3.2.3).
    ///
    /// # Errors
    ///
    /// [`PortError::TooLarge`] if the port is above 65535. [`PortError::Absent`] or [`PortError::Empty`] if no default
    /// port of the scheme is known. [`Reference::same_origin`] never treats two invalid ports as equal.
    ///
    /// ```
    /// use urispec::Uri;
    /// use urispec::error::PortError;
    /// assert_eq!(Uri::parse("HTTPS://h:/")?.port_or_default(), Ok(443));
    /// assert_eq!(Uri::parse("urn:a")?.port_or_default(), Err(PortError::Absent));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[doc(alias = "port_or_known_default")]
    pub fn port_or_default(&self) -> Result<u16, PortError> {
        self.port_to_u16().or_else(|error| match error {
            PortError::TooLarge => Err(error),
            _ => self.scheme().and_then(default_port).ok_or(error),
        })
    }

    /// Returns the host and the port to connect to. The port is the result of
    /// [`Reference::port_or_default`].
    ///
    /// # Errors
    ///
    /// [`EndpointError`] if the host or the port is missing or unusable.
    ///
    /// ```
    /// use urispec::Uri;
    /// let endpoint = |text| Uri::parse(text).unwrap().endpoint().unwrap().to_string();
    /// assert_eq!(endpoint("http://user@example.com/"), "example.com:80");
    /// assert_eq!(endpoint("foo://[::1]:8042/over"), "[::1]:8042");
    /// ```
    #[doc(alias = "socket_addrs")]
    pub fn endpoint(&self) -> Result<Endpoint<'i>, EndpointError> {
        let host = self.host().ok_or(EndpointError::NoHost)?;
        let to = match host.kind() {
            HostKind::IpvFuture => return Err(EndpointError::IpvFuture),
            HostKind::Ipv6Addrz => return Err(EndpointError::Zone),
            HostKind::RegName | HostKind::Hostname => {
                if host.as_str().is_empty() {
                    return Err(EndpointError::EmptyHost);
                }
                let name = host.as_str().decode().map_err(EndpointError::Name)?;
                // A delimiter in a name would make the printed endpoint another one.
                if !name.bytes().all(is_of_names) {
                    return Err(EndpointError::NameCharacter);
                }
                To::Name(name)
            }
            HostKind::Ipv4Address | HostKind::Ipv6Address | HostKind::Hostnumber => {
                To::Address(host.address().ok_or(EndpointError::NoAddress)?)
            }
        };
        let port = self.port_or_default().map_err(EndpointError::Port)?;
        Ok(Endpoint { host, to, port })
    }
}

/// A host and a port to connect to: see [`Reference::endpoint`].
///
/// The name is not looked up. A resolver may read a name as an address, such as `127.1` or
/// `0x7F000001` (RFC 3986, 7.4), so a program that blocks addresses must check the address of the
/// connection.
///
/// `std::net::TcpStream::connect` accepts an endpoint, and looks its name up. `Display` prints
/// `host:port`.
///
/// ```
/// use urispec::Uri;
/// let uri = Uri::parse("http://127.0.0.1:8080/")?;
/// let endpoint = uri.endpoint()?;
/// assert_eq!(endpoint.socket_addr(), Some(([127, 0, 0, 1], 8080).into()));
/// let uri = Uri::parse("ldap://m%C3%BCller.example")?;
/// let endpoint = uri.endpoint()?;
/// assert_eq!((endpoint.name(), endpoint.port()), (Some("müller.example"), 389));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Endpoint<'i> {
    host: Host<'i>,
    to: To<'i>,
    port: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum To<'i> {
    Address(IpAddr),
    Name(Cow<'i, str>),
}

impl<'i> Endpoint<'i> {
    /// Returns the host as written in the reference.
    #[must_use]
    pub const fn host(&self) -> Host<'i> {
        self.host
    }

    /// Returns the port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Returns the address and the port, if the host is an address.
    #[must_use]
    pub const fn socket_addr(&self) -> Option<SocketAddr> {
        match &self.to {
            To::Address(address) => Some(SocketAddr::new(*address, self.port)),
            To::Name(_) => None,
        }
    }

    /// Returns the name, decoded, if the host is not an address.
    ///
    /// A name with characters other than ASCII "must be transformed to the IDNA encoding" before it
    /// is looked up in the DNS (RFC 3986, 3.2.2). The caller must transform it.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match &self.to {
            To::Address(_) => None,
            To::Name(name) => Some(name),
        }
    }
}

impl fmt::Display for Endpoint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.to {
            To::Address(address) => SocketAddr::new(*address, self.port).fmt(f),
            To::Name(name) => write!(f, "{name}:{}", self.port),
        }
    }
}

/// Looks a name up with the resolver of the system. An address needs no lookup.
#[cfg(feature = "std")]
impl std::net::ToSocketAddrs for Endpoint<'_> {
    type Iter = std::vec::IntoIter<SocketAddr>;

    fn to_socket_addrs(&self) -> std::io::Result<Self::Iter> {
        match &self.to {
            To::Address(address) => Ok(std::vec![SocketAddr::new(*address, self.port)].into_iter()),
            To::Name(name) => (&**name, self.port).to_socket_addrs(),
        }
    }
}

/// The reason why a reference has no endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EndpointError {
    /// The reference has no host.
    NoHost,
    /// The host is empty.
    EmptyHost,
    /// The host is an address of an unknown version of IP.
    IpvFuture,
    /// The address has a zone identifier, whose number only the system knows (RFC 6874, 1). A
    /// program can pass [`Host::address`](crate::Host::address) and
    /// [`Host::zone`](crate::Host::zone) to the system.
    Zone,
    /// The host looks like an IPv4 address but is not one. Some older editions allow such a host.
    NoAddress,
    /// The name cannot be decoded.
    Name(DecodeError),
    /// The decoded name contains a character that must be escaped in a name, such as `:` or `/`. A
    /// decoded delimiter is data (RFC 3986, 2.2), but would be read as a delimiter when printed.
    NameCharacter,
    /// No port is known, or the port is too large.
    Port(PortError),
}

impl fmt::Display for EndpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoHost => "the reference has no host (RFC 3986, 3.2.2)",
            Self::EmptyHost => "the host is empty (RFC 3986, 3.2.2)",
            Self::IpvFuture => "the address mechanism of the host is not supported (RFC 3986, 3.2.2)",
            Self::Zone => {
                "the address has a zone identifier, which only the operating system can map to an interface (RFC 6874, 1)"
            }
            Self::NoAddress => "the host looks like an IPv4 address but is not one",
            Self::Name(error) => return write!(f, "the host is not a valid name: {error}"),
            Self::NameCharacter => {
                "the decoded host contains delimiters, so it cannot be looked up (RFC 3986, 2.2)"
            }
            Self::Port(PortError::TooLarge) => return PortError::TooLarge.fmt(f),
            Self::Port(_) => {
                "the reference has no port, and no default port of the scheme is known (RFC 3986, 3.2.3)"
            }
        })
    }
}

impl core::error::Error for EndpointError {}

// The origin of a URI (RFC 9110, 4.3.1), and comparison of schemes and hosts that ignores their
// spelling.
//
// The letter case of the scheme and of the host, and a written default port, do not affect an
// [`Origin`]. A reference without a scheme, a host or a port has no origin. `http://h:70000` has
// none either, since 70000 is not a port; so two references with too large ports never have the
// same origin.

/// The scheme, the host and the port of a URI, in normalized spelling (RFC 9110, 4.3.1).
///
/// Two resources with equal origins are under the same authority. `Display` writes the origin as a
/// URI, without the default port of the scheme.
///
/// ```
/// use urispec::Uri;
/// let origin = |text| Uri::parse(text).unwrap().origin();
/// assert_eq!(origin("HTTP://EXAMPLE.com/a"), origin("http://example.com:080/b"));
/// assert_eq!(origin("https://example.com:8443/a").unwrap().to_string(), "https://example.com:8443");
/// assert_eq!(origin("http://example.com:70000/"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    scheme: String,
    host: String,
    port: u16,
}

impl Origin {
    /// Returns the scheme, in lowercase.
    #[must_use]
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// Returns the host in lowercase, with unreserved characters decoded. Addresses are written as
    /// in RFC 5952, and IPv6 addresses are enclosed in brackets.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Returns the port, or the default port of the scheme if the URI has no port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }
}

/// The reason why a string is not a serialized origin.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OriginError {
    /// The string is not a reference.
    Invalid(ParseError),
    /// A part is missing, or the string has a userinfo, a path, a query or a fragment.
    Other,
    /// The host or the port cannot be connected to.
    Endpoint(EndpointError),
}

impl fmt::Display for OriginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(error) => error.fmt(f),
            Self::Other => f.write_str(
                "an origin has a scheme, \"://\", a host and perhaps a port, and nothing else (RFC 6454, 6.2)",
            ),
            Self::Endpoint(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for OriginError {}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scheme, host, port } = self;
        write!(f, "{scheme}://{host}")?;
        if default_port(scheme) == Some(*port) { Ok(()) } else { write!(f, ":{port}") }
    }
}

impl Reference<'_> {
    /// Returns whether the scheme is `name`, ignoring case: "schemes are case-insensitive" (RFC 3986,
    /// 3.1).
    ///
    /// ```
    /// use urispec::Uri;
    /// assert!(Uri::parse("HTTP://h/")?.has_scheme("http"));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn has_scheme(&self, name: &str) -> bool {
        self.scheme().is_some_and(|scheme| scheme.eq_ignore_ascii_case(name))
    }

    /// Returns the scheme, the host and the port in normalized spelling (RFC 9110, 4.3.1). Returns
    /// `None` if the scheme is missing, if the host is missing or empty, or if the
    /// [port](Reference::port_or_default) is missing or above 65535.
    #[must_use]
    #[inline]
    pub fn origin(&self) -> Option<Origin> {
        let (scheme, host) = (self.scheme()?, self.host()?);
        let port = self.port_or_default().ok()?;
        if host.as_str().is_empty() {
            return None;
        }
        Some(Origin { scheme: scheme.to_ascii_lowercase(), host: canonical(host.as_str()), port })
    }

    /// Returns whether an authorization server accepts this redirect URI for a registered one: both strings are equal (RFC
    /// 9700, 2.1), or only their ports differ, and the host is `127.0.0.1` or `[::1]` with the scheme `http` (RFC 8252,
    /// 7.3). `localhost` is not such a host (RFC 8252, 8.3).
    ///
    /// ```
    /// use urispec::Uri;
    /// let (asked, registered) = (Uri::parse("http://127.0.0.1:51004/cb")?, Uri::parse("http://127.0.0.1/cb")?);
    /// assert!(asked.is_redirect_of(&registered));
    /// assert!(!Uri::parse("http://127.0.0.1:51004/cb/")?.is_redirect_of(&registered));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn is_redirect_of<'o>(&self, registered: impl Into<Reference<'o>>) -> bool {
        let registered = registered.into();
        let [one, other] =
            [*self, registered].map(|one| Components { authority: None, ..one.components() });
        let [host, other_host] =
            [*self, registered].map(|one| one.host().map(|host| host.as_str()));
        self.as_str() == registered.as_str()
            || self.has_scheme("http")
                && matches!(host, Some("127.0.0.1" | "[::1]"))
                && host == other_host
                && self.userinfo() == registered.userinfo()
                && self.port_or_default().is_ok()
                && one == other
    }

    /// Returns whether both references have an origin and their origins are equal (RFC 9110, 4.3.1).
    ///
    /// ```
    /// use urispec::Uri;
    /// let (a, b) = (Uri::parse("https://h/a")?, Uri::parse("HTTPS://H:443/b")?);
    /// assert!(a.same_origin(&b));
    /// let (a, b) = (Uri::parse("http://h:70000/")?, Uri::parse("http://h:80000/")?);
    /// assert!(!a.same_origin(&b));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn same_origin<'o>(&self, other: impl Into<Reference<'o>>) -> bool {
        self.origin().is_some_and(|origin| Some(origin) == other.into().origin())
    }
}

impl Host<'_> {
    /// Returns whether the host is this name or address, in any spelling. Ignores letter case (RFC
    /// 3986, 3.2.2), and the percent-encoding of unreserved characters (2.3). Two addresses are equal
    /// if they have the same bits; the brackets of `name` may be left out.
    ///
    /// ```
    /// use urispec::Uri;
    /// assert!(Uri::parse("http://EX%61MPLE.com/")?.host().unwrap().eq_name("example.com"));
    /// assert!(Uri::parse("http://[::0:1]/")?.host().unwrap().eq_name("::1"));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn eq_name(&self, name: &str) -> bool {
        canonical(self.as_str()) == canonical(name)
    }
}

/// Returns the normalized spelling of a host, or of an IPv6 address without its brackets.
fn canonical(host: &str) -> String {
    let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    match bare.parse::<Ipv6Addr>() {
        Ok(address) => alloc::format!("[{address}]"),
        Err(_) => lowered(host),
    }
}

/// Returns a text in lowercase, with the triplets of unreserved characters decoded, and the digits of
/// all other triplets in uppercase (RFC 3986, 6.2.2.1, 6.2.2.2).
fn lowered(text: &str) -> String {
    let (mut lowered, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(first) = rest.chars().next() {
        let length = match triplet(rest.as_bytes()) {
            Some(octet) if is_unreserved(octet) => {
                lowered.push(char::from(octet).to_ascii_lowercase());
                3
            }
            Some(octet) => {
                push_triplet(octet, &mut lowered);
                3
            }
            None => {
                lowered.push(first.to_ascii_lowercase());
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    lowered
}

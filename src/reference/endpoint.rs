//! Where to connect: the port as a number, and the host and the port together.
//!
//! In: a reference. Out: its [`Endpoint`], as the networking of the standard library takes it, or
//! why the reference has none. No name is resolved here. What is forgotten is the spelling: a name
//! comes out decoded, and a default port as if it were written.
//!
//! The surprising case: `//127.0.0.256` has a name and no address (section 3.2.2); but a resolver may read a name
//! such as `127.1` or `0x7F000001` as an address (section 7.4). A program that blocks addresses must check the
//! address of the connection, not the host of the reference.

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
use crate::reference::Reference;

/// The reason why a reference has no port that is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PortError {
    /// The reference has no port.
    Absent,
    /// The reference has a port without digits, as `//h:`.
    Empty,
    /// The port is greater than 65535.
    TooLarge,
}

impl fmt::Display for PortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Absent => "the reference has no port (3.2.3)",
            Self::Empty => "the port is empty (3.2.3)",
            Self::TooLarge => "the port is greater than 65535, the greatest port of TCP and of UDP",
        })
    }
}

impl core::error::Error for PortError {}

impl<'i> Reference<'i> {
    /// The port as a number (section 3.2.3).
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
    pub fn port_to_u16(&self) -> Result<u16, PortError> {
        let port = self.port().ok_or(PortError::Absent)?;
        port.parse().map_err(|error: core::num::ParseIntError| match error.kind() {
            IntErrorKind::Empty => PortError::Empty,
            // A port has digits only.
            _ => PortError::TooLarge,
        })
    }

    /// The port as a number, or the [default port](default_port) of the scheme if the port is
    /// undefined or empty (section 3.2.3).
    ///
    /// # Errors
    ///
    /// [`PortError::TooLarge`]; [`PortError::Absent`] and [`PortError::Empty`] where no default
    /// port of the scheme is known. Two ports that are errors are not the same port:
    /// [`Reference::same_origin`] tells them apart.
    ///
    /// ```
    /// use urispec::Uri;
    /// use urispec::error::PortError;
    /// assert_eq!(Uri::parse("HTTPS://h:/")?.port_or_default(), Ok(443));
    /// assert_eq!(Uri::parse("urn:a")?.port_or_default(), Err(PortError::Absent));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    pub fn port_or_default(&self) -> Result<u16, PortError> {
        self.port_to_u16().or_else(|error| match error {
            PortError::TooLarge => Err(error),
            _ => self.scheme().and_then(default_port).ok_or(error),
        })
    }

    /// The host and the port to connect to. The port is that of [`Reference::port_or_default`].
    ///
    /// # Errors
    ///
    /// [`EndpointError`] says what is missing, or cannot be connected to.
    ///
    /// ```
    /// use urispec::Uri;
    /// let endpoint = |text| Uri::parse(text).unwrap().endpoint().unwrap().to_string();
    /// assert_eq!(endpoint("http://user@example.com/"), "example.com:80");
    /// assert_eq!(endpoint("foo://[::1]:8042/over"), "[::1]:8042");
    /// ```
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
                // A delimiter in a name would make another endpoint of the printed one.
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
/// Nothing is looked up. A resolver may read a name as an address, such as `127.1` or `0x7F000001`
/// (section 7.4), so a program that blocks addresses must check the address of the connection.
///
/// `std::net::TcpStream::connect` takes an endpoint, and looks its name up. `Display` prints
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
    /// The host as it stands in the reference.
    #[must_use]
    pub const fn host(&self) -> Host<'i> {
        self.host
    }

    /// The port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The address and the port, if the host is an address.
    #[must_use]
    pub const fn socket_addr(&self) -> Option<SocketAddr> {
        match &self.to {
            To::Address(address) => Some(SocketAddr::new(*address, self.port)),
            To::Name(_) => None,
        }
    }

    /// The name, decoded, if the host is no address.
    ///
    /// A name with characters other than ASCII "must be transformed to the IDNA encoding" before it
    /// is looked up in the DNS (section 3.2.2). That is left to the caller.
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
    /// The host is an address of a version of IP that is not known here.
    IpvFuture,
    /// The address has a zone identifier, whose number only the system knows (RFC 6874, 1). With
    /// [`Host::address`](crate::Host::address) and [`Host::zone`](crate::Host::zone) a program can
    /// ask the system.
    Zone,
    /// The host is written like an IPv4 address and is none, as an older edition allows.
    NoAddress,
    /// The name cannot be decoded.
    Name(DecodeError),
    /// The decoded name has a character that no name has without an escape, such as `:` or `/`. A
    /// decoded delimiter is data (section 2.2), and would divide what is printed.
    NameCharacter,
    /// No port is known, or the port is too large.
    Port(PortError),
}

impl fmt::Display for EndpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoHost => "the reference has no host (3.2.2)",
            Self::EmptyHost => "the host is empty (3.2.2)",
            Self::IpvFuture => "the address mechanism of the host is not supported (3.2.2)",
            Self::Zone => "the zone identifier of the address is the system's to map (RFC 6874, 1)",
            Self::NoAddress => "the host is written like an IPv4 address and is none",
            Self::Name(error) => return write!(f, "the host is no name: {error}"),
            Self::NameCharacter => {
                "the host decodes to a text with delimiters, which is no name to look up (2.2)"
            }
            Self::Port(PortError::TooLarge) => return PortError::TooLarge.fmt(f),
            Self::Port(_) => {
                "the reference has no port, and no default port of the scheme is known (3.2.3)"
            }
        })
    }
}

impl core::error::Error for EndpointError {}

// The origin of a URI (RFC 9110, 4.3.1), and comparison of schemes and hosts that ignores their spelling.
//
// In: a reference. Out: its [`Origin`], which is equal to another whatever the letter case of the scheme and of
// the host, and whether the default port is written; or none, where the reference has no scheme, no host, or
// no port. What is forgotten is the spelling, and all that is not scheme, host or port.
//
// The surprising case: `http://h:70000` has no origin, since no port is 70000. So two ports that are too large
// are never the same, where two errors would be.

/// The scheme, the host and the port of a URI, each in one spelling (RFC 9110, 4.3.1).
///
/// Origins are equal if their resources are under one authority. `Display` writes the origin as a URI,
/// without a port that is the default of the scheme.
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
    /// The scheme, in lower case.
    #[must_use]
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// The host in lower case, with unreserved characters decoded; an address as RFC 5952 writes it, that of
    /// IPv6 in brackets.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port, which is the default of the scheme where none was written.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { scheme, host, port } = self;
        write!(f, "{scheme}://{host}")?;
        if default_port(scheme) == Some(*port) { Ok(()) } else { write!(f, ":{port}") }
    }
}

impl Reference<'_> {
    /// Whether the scheme is this one, in whatever letter case: "schemes are case-insensitive" (section 3.1).
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

    /// The scheme, the host and the port in one spelling (RFC 9110, 4.3.1). There is none without a scheme, with
    /// no host or an empty one, or if there is no [port](Reference::port_or_default) up to 65535.
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

    /// Whether both references have an origin, and it is the same (RFC 9110, 4.3.1).
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
    /// Whether the host is this name or address, in whatever spelling: the letter case does not count (section
    /// 3.2.2), nor whether an unreserved character is percent-encoded (2.3). An address is equal to an address
    /// with the same bits; the brackets may be left out.
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

/// The one spelling of a host, or of an address of IPv6 without its brackets.
fn canonical(host: &str) -> String {
    let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    match bare.parse::<Ipv6Addr>() {
        Ok(address) => alloc::format!("[{address}]"),
        Err(_) => lowered(host),
    }
}

/// A text in lower case, with the triplets of unreserved characters decoded, and the digits of the others in
/// upper case (6.2.2.1, 6.2.2.2).
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

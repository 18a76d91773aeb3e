//! URNs, the namespaces `uuid` and `oid`, and names that are hashes.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::part;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::editions::rfc6920::{Digest, NotADigest};
use crate::parse::lower::site::octets;
use crate::parts::split::split;
use crate::reference::error::ParseError;

// `urn` (RFC 8141, and RFC 2141 before it).

/// A URN: a name, with optional components for the resolver, for the resource and for the client.
///
/// ```
/// use urispec::scheme::Urn;
/// let urn = Urn::parse("urn:example:weather?=op=map#part")?;
/// assert_eq!((urn.nid, urn.nss), ("example", "weather"));
/// assert_eq!((urn.r_component, urn.q_component, urn.f_component), (None, Some("op=map"), Some("part")));
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// `==` compares names as the document defines (RFC 8141, 3.1): it ignores the components after the
/// name, so a set of names contains each name once.
///
/// ```
/// use std::collections::HashSet;
/// use urispec::scheme::Urn;
/// let mut seen = HashSet::from([Urn::parse("urn:example:a%2cb?=q")?]);
/// assert!(!seen.insert(Urn::parse("URN:EXAMPLE:a%2Cb#f")?));
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Urn<'i> {
    /// The identifier of the namespace, as given. It is case-insensitive (RFC 8141, 2.1).
    pub nid: &'i str,
    /// The string that the namespace assigns, still encoded (RFC 8141, 2.2).
    pub nss: &'i str,
    /// The component for the resolution service (RFC 8141, 2.3.1). A name of RFC 2141 has none.
    pub r_component: Option<&'i str>,
    /// The component for the named resource (RFC 8141, 2.3.2). A name of RFC 2141 has none.
    pub q_component: Option<&'i str>,
    /// A place in the resource, which the client finds (RFC 8141, 2.3.3). A name of RFC 2141 has none.
    pub f_component: Option<&'i str>,
}

impl<'i> Urn<'i> {
    /// Parses a whole string as a `namestring` of RFC 8141.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        Ok(Self::of(&Node::parse(Edition::Rfc8141, "namestring", text)?))
    }

    /// Parses a whole string as a `URN` of RFC 2141, whose `/`, `?` and `#` are part of the name.
    ///
    /// ```
    /// use urispec::scheme::Urn;
    /// assert_eq!(Urn::parse_rfc2141("urn:foo:a#b")?.nss, "a#b");
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse_rfc2141(text: &'i str) -> Result<Self, ParseError> {
        Ok(Self::of(&Node::parse(Edition::Rfc2141, "URN", text)?))
    }

    fn of(tree: &Node<'i>) -> Self {
        Self {
            nid: part(tree, "NID").unwrap_or_default(),
            nss: part(tree, "NSS").unwrap_or_default(),
            r_component: part(tree, "r-component"),
            q_component: part(tree, "q-component"),
            f_component: part(tree, "f-component"),
        }
    }

    /// Returns the name without the components after it, in the form in which names are compared: the
    /// scheme and the NID in lower case, triplets in upper case (RFC 8141, 3.1; RFC 2141, 5).
    ///
    /// ```
    /// use urispec::scheme::Urn;
    /// let name = Urn::parse("URN:EXAMPLE:a123%2cZ456?+abc")?.assigned_name();
    /// assert_eq!(name, "urn:example:a123%2CZ456");
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn assigned_name(&self) -> String {
        let mut name = format!("urn:{}:", self.nid.to_ascii_lowercase());
        let (mut rest, start) = (self.nss, name.len());
        while let Some(at) = rest.find('%') {
            let (before, after) = rest.split_at(at);
            let (triplet, after) = after.split_at(3.min(after.len()));
            name += before;
            name += &triplet.to_ascii_uppercase();
            rest = after;
        }
        name += rest;
        debug_assert_eq!(name.len() - start, self.nss.len());
        name
    }

    /// Returns whether the namespace is informal: its identifier is `urn-` and a number (RFC 8141,
    /// 5.2).
    #[must_use]
    pub fn is_informal(&self) -> bool {
        let production = Edition::Rfc8141.production("InformalNamespaceName");
        production.is_ok_and(|production| production.accepts(self.nid.as_bytes()))
    }

    /// Returns the NSS, decoded. Names are compared without decoding them (RFC 8141, 3.1).
    #[must_use]
    pub fn nss_octets(&self) -> std::borrow::Cow<'i, [u8]> {
        crate::parse::lower::site::octets(self.nss)
    }
}

/// Two names are equal if their [`Urn::assigned_name`] is equal (RFC 8141, 3.1; RFC 2141, 5). A
/// namespace may define further names as equal.
impl PartialEq<Urn<'_>> for Urn<'_> {
    fn eq(&self, other: &Urn<'_>) -> bool {
        self.assigned_name() == other.assigned_name()
    }
}

impl Eq for Urn<'_> {}

impl Hash for Urn<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.assigned_name().hash(state);
    }
}

// `urn:uuid` (RFC 9562).

/// The number of 100-nanosecond steps from 15 October 1582 to 1 January 1970 (RFC 9562, A).
const EPOCHS: i128 = 122_192_928_000_000_000;

/// A UUID: 128 bits that are unique (RFC 9562, 1).
///
/// ```
/// use urispec::scheme::Uuid;
/// let uuid = Uuid::parse("urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6")?;
/// assert_eq!(uuid.to_string(), "f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
/// assert_eq!((uuid.version(), uuid.clock_seq()), (Some(1), Some(0x2765)));
/// assert_eq!(uuid, Uuid::parse_bare("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")?);
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// UUIDs are ordered by their octets (RFC 9562, 6.11), so that UUIDs of version 6 or 7 are ordered by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Uuid {
    /// The octets, the most significant first (RFC 9562, 4).
    pub octets: [u8; 16],
}

impl Uuid {
    /// Parses a whole string as the URN of a UUID: `urn:uuid:`, in any letter case, and a `UUID`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let tree = Node::parse(Edition::Rfc9562, "uuid-urn", text)?;
        Ok(Self::of(part(&tree, "UUID").unwrap_or_default()))
    }

    /// Parses a whole string as a `UUID`, which is not a URI.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse_bare(text: &str) -> Result<Self, ParseError> {
        Ok(Self::of(Node::parse(Edition::Rfc9562, "UUID", text)?.text()))
    }

    /// Parses 32 hexadecimal digits. Ignores hyphens.
    fn of(text: &str) -> Self {
        let digits = text.chars().filter_map(|digit| digit.to_digit(16));
        let value = digits.fold(0_u128, |value, digit| value << 4 | u128::from(digit));
        Self { octets: value.to_be_bytes() }
    }

    /// Returns the UUID as an unsigned integer (RFC 9562, 4).
    ///
    /// ```
    /// use urispec::scheme::Uuid;
    /// let uuid = Uuid::parse("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6")?;
    /// assert_eq!(uuid.value(), 329800735698586629295641978511506172918);
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub const fn value(&self) -> u128 {
        u128::from_be_bytes(self.octets)
    }

    /// Returns the URN, with lowercase letters.
    #[must_use]
    pub fn urn(&self) -> String {
        format!("urn:uuid:{self}")
    }

    /// Returns the bits `from..to`, counted from the most significant bit (RFC 9562, 4).
    const fn bits(&self, from: u32, to: u32) -> u128 {
        self.value() << from >> (128 - (to - from))
    }

    /// Returns the variant, by the bits of octet 8 (RFC 9562, 4.1, table 1).
    #[must_use]
    pub const fn variant(&self) -> UuidVariant {
        match self.octets[8] >> 4 {
            0b0000..=0b0111 => UuidVariant::Ncs,
            0b1000..=0b1011 => UuidVariant::Rfc9562,
            0b1100..=0b1101 => UuidVariant::Microsoft,
            _ => UuidVariant::Future,
        }
    }

    /// Returns the version, from 0 to 15, by the bits of octet 6 (RFC 9562, 4.2). Returns `None` for any
    /// variant but [`UuidVariant::Rfc9562`].
    #[must_use]
    pub const fn version(&self) -> Option<u8> {
        match self.variant() {
            UuidVariant::Rfc9562 => Some(self.octets[6] >> 4),
            _ => None,
        }
    }

    /// Returns whether all bits are zero, which may mean that there is no UUID (RFC 9562, 5.9).
    #[must_use]
    pub const fn is_nil(&self) -> bool {
        self.value() == 0
    }

    /// Returns whether all bits are one, which may mark the end of a range of UUIDs (RFC 9562, 5.10).
    #[must_use]
    pub const fn is_max(&self) -> bool {
        self.value() == u128::MAX
    }

    /// Returns the timestamp, which UUIDs of the versions 1, 6 and 7 have. Its accuracy is unknown
    /// (RFC 9562, 6.1).
    ///
    /// ```
    /// use urispec::scheme::{Uuid, UuidTime};
    /// // Tuesday, February 22, 2022 2:22:22 PM GMT-05:00 (A.6).
    /// let uuid = Uuid::parse_bare("017F22E2-79B0-7CC3-98C4-DC0C0C07398F")?;
    /// assert_eq!(uuid.time(), Some(UuidTime::Unix { milliseconds: 1_645_557_742_000 }));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub const fn time(&self) -> Option<UuidTime> {
        let steps = match self.version() {
            // The low, the middle and the high bits (5.1).
            Some(1) => self.bits(52, 64) << 48 | self.bits(32, 48) << 32 | self.bits(0, 32),
            // From the most significant bit on (5.6).
            Some(6) => self.bits(0, 48) << 12 | self.bits(52, 64),
            Some(7) => return Some(UuidTime::Unix { milliseconds: self.bits(0, 48) as u64 }),
            _ => return None,
        };
        Some(UuidTime::Gregorian { steps: steps as u64 })
    }

    /// Returns the clock sequence of a UUID of version 1 or 6 (RFC 9562, 5.1, 5.6).
    #[must_use]
    pub const fn clock_seq(&self) -> Option<u16> {
        match self.version() {
            Some(1 | 6) => Some(self.bits(66, 80) as u16),
            _ => None,
        }
    }

    /// Returns the node of a UUID of version 1 or 6 (RFC 9562, 5.1, 5.6).
    #[must_use]
    pub const fn node(&self) -> Option<[u8; 6]> {
        let [.., a, b, c, d, e, f] = self.octets;
        match self.version() {
            Some(1 | 6) => Some([a, b, c, d, e, f]),
            _ => None,
        }
    }

    /// Returns whether the node may be the address of a network card, and so reveal the host. In a
    /// random node, but not in such an address, the least significant bit of the first octet is set
    /// (RFC 9562, 6.10).
    #[must_use]
    pub fn may_tell_host(&self) -> bool {
        self.node().is_some_and(|node| node[0] & 1 == 0)
    }

    /// Returns the name of the namespace that this UUID identifies, `DNS`, `URL`, `OID` or `X500`
    /// (RFC 9562, 6.6, table 3). UUIDs of the versions 3 and 5 are computed from such an identifier and a
    /// name.
    #[must_use]
    pub const fn namespace(&self) -> Option<&'static str> {
        const REST: u128 = 0x9dad_11d1_80b4_00c0_4fd4_30c8;
        Some(match self.value() {
            value if value << 32 >> 32 != REST => return None,
            _ => match self.bits(0, 32) {
                0x6ba7_b810 => "DNS",
                0x6ba7_b811 => "URL",
                0x6ba7_b812 => "OID",
                0x6ba7_b814 => "X500",
                _ => return None,
            },
        })
    }
}

/// Prints the "hex-and-dash" format (RFC 9562, 4), with lowercase letters.
impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:032x}", self.value());
        let groups = [0..8, 8..12, 12..16, 16..20, 20..32].map(|group| &digits[group]);
        f.pad(&groups.join("-"))
    }
}

/// The variant of a UUID, which defines the meaning of its other bits (RFC 9562, 4.1, table 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UuidVariant {
    /// The variant of the Network Computing System, which includes the Nil UUID (RFC 9562, 5.9).
    Ncs,
    /// The variant that RFC 9562 defines. Its UUIDs have a version.
    Rfc9562,
    /// The variant of Microsoft Corporation.
    Microsoft,
    /// The variant reserved for the future, which includes the Max UUID (RFC 9562, 5.10).
    Future,
}

impl UuidVariant {
    /// Returns the name of the variant: `ncs`, `rfc9562`, `microsoft` or `future`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ncs => "ncs",
            Self::Rfc9562 => "rfc9562",
            Self::Microsoft => "microsoft",
            Self::Future => "future",
        }
    }
}

/// The timestamp of a UUID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UuidTime {
    /// The timestamp of versions 1 and 6 (RFC 9562, 5.1): steps of 100 nanoseconds since 15 October 1582, in
    /// 60 bits.
    Gregorian {
        /// The number of steps.
        steps: u64,
    },
    /// The timestamp of version 7 (RFC 9562, 5.7): milliseconds since 1 January 1970, without leap seconds,
    /// in 48 bits.
    Unix {
        /// The number of milliseconds.
        milliseconds: u64,
    },
}

impl UuidTime {
    /// Returns the nanoseconds since 1 January 1970, without leap seconds. They are negative before
    /// that day.
    ///
    /// ```
    /// use urispec::scheme::Uuid;
    /// let uuid = Uuid::parse_bare("C232AB00-9414-11EC-B3C8-9F6BDECED846")?;
    /// assert_eq!(uuid.time().unwrap().unix_nanoseconds(), 1_645_557_742_000_000_000);
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub const fn unix_nanoseconds(self) -> i128 {
        match self {
            Self::Gregorian { steps } => (steps as i128 - EPOCHS) * 100,
            Self::Unix { milliseconds } => milliseconds as i128 * 1_000_000,
        }
    }
}

// `urn:oid` (RFC 3061).

/// An object identifier, written as a URN.
///
/// ```
/// use urispec::scheme::{Oid, OidRoot};
/// let oid = Oid::parse("URN:OID:1.3.6.1.4.1")?;
/// assert_eq!((oid.oid, oid.root()), ("1.3.6.1.4.1", Some(OidRoot::Iso)));
/// assert!(oid.is_below(&Oid::parse("urn:oid:1.3.6.1")?));
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// Two identifiers are equal if their digits and periods are equal, as the document defines (RFC 3061, 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Oid<'i> {
    /// The numbers with periods between them, the most significant first.
    pub oid: &'i str,
}

/// The owner of the identifiers below the first number of an object identifier (RFC 3061, 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OidRoot {
    /// ITU-T: the number 0.
    ItuT,
    /// ISO: the number 1.
    Iso,
    /// ISO and ITU-T together: the number 2.
    Joint,
}

impl<'i> Oid<'i> {
    /// Parses a whole string as a name of the namespace `oid`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        let tree = Node::parse(Edition::Rfc3061, "oid-URN", text)?;
        Ok(Self { oid: part(&tree, "oid").unwrap_or_default() })
    }

    /// Returns the numbers as written, the most significant first. Their size is not limited.
    pub fn numbers(&self) -> impl Iterator<Item = &'i str> + use<'i> {
        self.oid.split('.')
    }

    /// Returns the owner of the identifiers below the first number. Returns `None` if the number is
    /// not assigned (RFC 3061, 2).
    #[must_use]
    pub fn root(&self) -> Option<OidRoot> {
        match self.numbers().next()? {
            "0" => Some(OidRoot::ItuT),
            "1" => Some(OidRoot::Iso),
            "2" => Some(OidRoot::Joint),
            _ => None,
        }
    }

    /// Returns whether this object identifier is below `other`: the owner of `other` has then
    /// assigned or delegated it (RFC 3061, 2). No identifier is below itself.
    ///
    /// ```
    /// use urispec::scheme::Oid;
    /// let [a, b] = [Oid::parse("urn:oid:1.31")?, Oid::parse("urn:oid:1.3")?];
    /// assert!(!a.is_below(&b) && !b.is_below(&b));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn is_below(&self, other: &Oid<'_>) -> bool {
        self.oid.strip_prefix(other.oid).is_some_and(|rest| rest.starts_with('.'))
    }
}

// `ni` and `nih` (RFC 6920).

/// The beginning of the path of the URL to which an `ni` name maps (RFC 6920, 4).
const WELL_KNOWN: &str = "/.well-known/ni/";

/// The tag of a parameter, and its value, if it has one.
type Parameter<'i> = (Cow<'i, [u8]>, Option<Cow<'i, [u8]>>);

/// A name that is a hash (RFC 6920, 3).
///
/// ```
/// use urispec::scheme::Ni;
/// let ni = Ni::parse("ni://example.com/sha-256-32;f4OxZQ?ct=text/plain")?;
/// assert_eq!((ni.authority, ni.alg, ni.val), ("example.com", "sha-256-32", "f4OxZQ"));
/// assert_eq!(ni.digest().unwrap().octets, [0x7F, 0x83, 0xB1, 0x65]);
/// assert_eq!(ni.content_type().as_deref(), Some(&b"text/plain"[..]));
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// `==` compares only the [`Ni::digest`] of two names, as RFC 6920, 2, defines. A malformed name is
/// equal only to itself (RFC 6920, 10).
///
/// ```
/// use urispec::scheme::Ni;
/// assert_eq!(Ni::parse("ni:///a;AA?b")?, Ni::parse("NI://h/a;AA")?);
/// assert_ne!(Ni::parse("ni:///a;A?b")?, Ni::parse("ni:///a;A")?);
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Ni<'i> {
    /// A hint for finding the object. It may be empty, and does not name an owner of the object
    /// (RFC 6920, 3, 10).
    pub authority: &'i str,
    /// The name of the algorithm.
    pub alg: &'i str,
    /// The hash in base64url, without padding.
    pub val: &'i str,
    /// The parameters, still encoded.
    pub query: Option<&'i str>,
    /// The whole name.
    text: &'i str,
}

impl<'i> Ni<'i> {
    /// Parses a whole string as an `NI-URI`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        let tree = Node::parse(Edition::Rfc6920, "NI-URI", text)?;
        let of = |rule| part(&tree, rule);
        Ok(Self {
            authority: of("authority").unwrap_or_default(),
            alg: of("alg").unwrap_or_default(),
            val: of("val").unwrap_or_default(),
            query: of("query"),
            text,
        })
    }

    /// Returns the hash.
    ///
    /// # Errors
    ///
    /// [`NotADigest`] if the value is not valid base64url (RFC 6920, 3).
    pub fn digest(&self) -> Result<Digest<'i>, NotADigest> {
        Digest::of_val(self.alg, self.val)
    }

    /// Returns the parameters in order, each as its decoded tag and value (RFC 6920, 3). The value is `None` if
    /// no `=` follows the tag, a case that the document does not describe.
    ///
    /// ```
    /// use urispec::scheme::Ni;
    /// let ni = Ni::parse("ni:///a;AA?b=&c")?;
    /// let has_value: Vec<_> = ni.parameters().map(|(_, value)| value.is_some()).collect();
    /// assert_eq!(has_value, [true, false]);
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    pub fn parameters(&self) -> impl Iterator<Item = Parameter<'i>> + use<'i> {
        let all = self.query.into_iter().flat_map(|query| query.split('&'));
        all.map(|one| match one.split_once('=') {
            Some((tag, value)) => (octets(tag), Some(octets(value))),
            None => (octets(one), None),
        })
    }

    /// Returns the media type of the object: the value of the first parameter `ct` (RFC 6920, 3.1).
    #[must_use]
    pub fn content_type(&self) -> Option<Cow<'i, [u8]>> {
        self.parameters().find(|(tag, _)| **tag == *b"ct").and_then(|(_, value)| value)
    }

    /// Returns the `http` or `https` URL to which the name maps (RFC 6920, 4). If the authority of the name is
    /// empty, uses the authority `context`. Returns `None` if `context` is missing or empty too.
    ///
    /// ```
    /// use urispec::scheme::Ni;
    /// let ni = Ni::parse("ni:///sha-256-32;f4OxZQ?ct=text/plain")?;
    /// let url = "https://example.com/.well-known/ni/sha-256-32/f4OxZQ?ct=text/plain";
    /// assert_eq!(ni.well_known(true, Some("example.com")).as_deref(), Some(url));
    /// assert_eq!(Ni::of_well_known(url, false).as_deref(), Some("ni:///sha-256-32;f4OxZQ?ct=text/plain"));
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    #[must_use]
    pub fn well_known(&self, is_secured: bool, context: Option<&str>) -> Option<String> {
        let mut authorities = [Some(self.authority), context].into_iter().flatten();
        let authority = authorities.find(|authority| !authority.is_empty())?;
        let scheme = if is_secured { "https" } else { "http" };
        let Self { alg, val, .. } = self;
        let url = format!("{scheme}://{authority}{WELL_KNOWN}{alg}/{val}");
        Some(with_query(url, self.query))
    }

    /// Returns the name to which an `http` or `https` URL maps back (RFC 6920, 4), with or without the authority
    /// of the URL. Returns `None` if the path of the URL does not begin with `/.well-known/ni/`, if the
    /// result is not an `NI-URI`, or if the URL has a fragment.
    #[must_use]
    pub fn of_well_known(url: &str, with_authority: bool) -> Option<String> {
        let url = split(url);
        let is_http =
            |scheme: &str| ["http", "https"].iter().any(|one| scheme.eq_ignore_ascii_case(one));
        url.scheme.filter(|scheme| is_http(scheme) && url.fragment.is_none())?;
        let authority = url.authority.filter(|_| with_authority).unwrap_or_default();
        let (alg, val) = url.path.strip_prefix(WELL_KNOWN)?.split_once('/')?;
        let name = with_query(format!("ni://{authority}/{alg};{val}"), url.query);
        Ni::parse(&name).is_ok().then_some(name)
    }

    /// Returns the part of a name that is compared: the hash, or the whole text of a malformed name
    /// (RFC 6920, 10).
    fn identity(&self) -> Result<Digest<'i>, &'i str> {
        self.digest().map_err(|_| self.text)
    }
}

fn with_query(text: String, query: Option<&str>) -> String {
    match query {
        Some(query) => format!("{text}?{query}"),
        None => text,
    }
}

/// A name that is a hash, in a form that people can speak (RFC 6920, 7).
///
/// ```
/// use urispec::scheme::Nih;
/// let nih = Nih::parse("nih:sha-256-32;53269057;b")?;
/// assert_eq!((nih.sepval, nih.checkdigit), ("53269057", Some("b")));
/// assert_eq!(nih.expected_check_digit(), Some('b'));
/// // A digit that was misheard.
/// assert!(Nih::parse("nih:sha-256-32;53269051;b")?.digest().is_err());
/// # Ok::<(), urispec::ParseError>(())
/// ```
///
/// Names are compared as in [`Ni`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Nih<'i> {
    /// The name of the algorithm, or its number.
    pub alg: &'i str,
    /// The hash in hexadecimal digits, with hyphens anywhere.
    pub sepval: &'i str,
    /// The check digit, if there is one.
    pub checkdigit: Option<&'i str>,
    /// The whole name.
    text: &'i str,
}

impl<'i> Nih<'i> {
    /// Parses a whole string as a `humanname`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        let tree = Node::parse(Edition::Rfc6920, "humanname", text)?;
        Ok(Self {
            alg: part(&tree, "alg").unwrap_or_default(),
            sepval: part(&tree, "sepval").unwrap_or_default(),
            checkdigit: part(&tree, "checkdigit"),
            text,
        })
    }

    /// Returns the hash.
    ///
    /// # Errors
    ///
    /// [`NotADigest`] if the digits do not form whole octets, if a digit or the check digit is in
    /// uppercase, or if the check digit does not match the digits (RFC 6920, 7).
    pub fn digest(&self) -> Result<Digest<'i>, NotADigest> {
        Digest::of_sepval(self.alg, self.sepval, self.checkdigit)
    }

    /// Computes the check digit of the hash by Luhn's algorithm modulo 16 (RFC 6920, 7). Returns `None` if a
    /// digit is in uppercase.
    #[must_use]
    pub fn expected_check_digit(&self) -> Option<char> {
        Some(crate::editions::rfc6920::check_digit(
            &crate::editions::rfc6920::digits(self.sepval).ok()?,
        ))
    }

    /// Returns the part of a name that is compared: the hash, or the whole text of a malformed name
    /// (RFC 6920, 10).
    fn identity(&self) -> Result<Digest<'i>, &'i str> {
        self.digest().map_err(|_| self.text)
    }
}

/// Two names are equal if their hashes are equal (RFC 6920, 2).
impl PartialEq<Ni<'_>> for Ni<'_> {
    fn eq(&self, other: &Ni<'_>) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Ni<'_> {}

impl Hash for Ni<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

/// Two names are equal if their hashes are equal (RFC 6920, 2).
impl PartialEq<Nih<'_>> for Nih<'_> {
    fn eq(&self, other: &Nih<'_>) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Nih<'_> {}

impl Hash for Nih<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

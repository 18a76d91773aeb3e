//! `urn:uuid` (RFC 9562).

use std::fmt;

use super::part;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::reference::error::ParseError;

/// The steps of 100 nanoseconds from 15 October 1582 to 1 January 1970 (A).
const EPOCHS: i128 = 122_192_928_000_000_000;

/// A UUID: 128 bits that are unique (1).
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
/// The order of UUIDs is that of their octets (6.11), in which those of versions 6 and 7 are ordered by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Uuid {
    /// The octets, the most significant first (4).
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

    /// Parses a whole string as a `UUID`, which is no URI.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse_bare(text: &str) -> Result<Self, ParseError> {
        Ok(Self::of(Node::parse(Edition::Rfc9562, "UUID", text)?.text()))
    }

    /// The UUID of 32 hexadecimal digits with hyphens anywhere.
    fn of(text: &str) -> Self {
        let digits = text.chars().filter_map(|digit| digit.to_digit(16));
        let value = digits.fold(0_u128, |value, digit| value << 4 | u128::from(digit));
        Self { octets: value.to_be_bytes() }
    }

    /// The UUID as an unsigned integer (4).
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

    /// The URN, with its letters in lower case.
    #[must_use]
    pub fn urn(&self) -> String {
        format!("urn:uuid:{self}")
    }

    /// The bits from one to before another, counted from the most significant (4).
    const fn bits(&self, from: u32, to: u32) -> u128 {
        self.value() << from >> (128 - (to - from))
    }

    /// The variant, by the bits of octet 8 (4.1, table 1).
    #[must_use]
    pub const fn variant(&self) -> UuidVariant {
        match self.octets[8] >> 4 {
            0b0000..=0b0111 => UuidVariant::Ncs,
            0b1000..=0b1011 => UuidVariant::Rfc9562,
            0b1100..=0b1101 => UuidVariant::Microsoft,
            _ => UuidVariant::Future,
        }
    }

    /// The version, from 0 to 15, by the bits of octet 6 (4.2). Another variant than that of the document has none.
    #[must_use]
    pub const fn version(&self) -> Option<u8> {
        match self.variant() {
            UuidVariant::Rfc9562 => Some(self.octets[6] >> 4),
            _ => None,
        }
    }

    /// Whether all bits are zero: it may say that there is no UUID (5.9).
    #[must_use]
    pub const fn is_nil(&self) -> bool {
        self.value() == 0
    }

    /// Whether all bits are one: it may say that UUIDs end (5.10).
    #[must_use]
    pub const fn is_max(&self) -> bool {
        self.value() == u128::MAX
    }

    /// The timestamp, which UUIDs of the versions 1, 6 and 7 have. Nothing says how near to the time it is (6.1).
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

    /// The clock sequence of a UUID of version 1 or 6 (5.1, 5.6).
    #[must_use]
    pub const fn clock_seq(&self) -> Option<u16> {
        match self.version() {
            Some(1 | 6) => Some(self.bits(66, 80) as u16),
            _ => None,
        }
    }

    /// The node of a UUID of version 1 or 6 (5.1, 5.6).
    #[must_use]
    pub const fn node(&self) -> Option<[u8; 6]> {
        let [.., a, b, c, d, e, f] = self.octets;
        match self.version() {
            Some(1 | 6) => Some([a, b, c, d, e, f]),
            _ => None,
        }
    }

    /// Whether the node may be the address of a host: a random one has the least significant bit of its first octet
    /// set, which no address of a network card has (6.10).
    #[must_use]
    pub fn may_tell_host(&self) -> bool {
        self.node().is_some_and(|node| node[0] & 1 == 0)
    }

    /// The name of the namespace of which this is the identifier, `DNS`, `URL`, `OID` or `X500` (6.6, table 3). UUIDs of
    /// the versions 3 and 5 are made of such an identifier and a name.
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

/// Prints the "hex-and-dash" format (4), with letters in lower case.
impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:032x}", self.value());
        let groups = [0..8, 8..12, 12..16, 16..20, 20..32].map(|group| &digits[group]);
        f.pad(&groups.join("-"))
    }
}

/// The variant of a UUID, which says what its other bits mean (4.1, table 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UuidVariant {
    /// That of the Network Computing System. The Nil UUID is among these (5.9).
    Ncs,
    /// That of the document, whose UUIDs have a version.
    Rfc9562,
    /// That of Microsoft Corporation.
    Microsoft,
    /// What is reserved for later. The Max UUID is among these (5.10).
    Future,
}

impl UuidVariant {
    /// The name of the variant: `ncs`, `rfc9562`, `microsoft` or `future`.
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
    /// That of the versions 1 and 6 (5.1): steps of 100 nanoseconds since 15 October 1582, in 60 bits.
    Gregorian {
        /// The number of steps.
        steps: u64,
    },
    /// That of version 7 (5.7): milliseconds since 1 January 1970, without leap seconds, in 48 bits.
    Unix {
        /// The number of milliseconds.
        milliseconds: u64,
    },
}

impl UuidTime {
    /// The nanoseconds since 1 January 1970, without leap seconds. They are negative before that day.
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

//! The reasons why a string cannot be repaired by percent-encoding.

use core::fmt;

/// The reason why no reference can be made of a string by encoding characters. Offsets are in bytes
/// of the given string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RepairError {
    /// The text before `://` is no scheme, and a scheme has no escapes (section 3.1).
    Scheme {
        /// The offset of the first character that no scheme has there.
        offset: usize,
    },
    /// The authority has two `@`, and either may be the one before the host.
    AtSigns {
        /// The offset of the second `@`.
        offset: usize,
    },
    /// The authority has a `\`, which many programs take for the `/` that ends it.
    Backslash {
        /// The offset of the `\`.
        offset: usize,
    },
    /// The host has a character that no host may have, and that should not be percent-encoded in a
    /// host either (section 3.2.2).
    Host {
        /// The offset of the character.
        offset: usize,
        /// The character.
        found: char,
    },
    /// The host begins with `[` and is no IP literal (section 3.2.2).
    IpLiteral {
        /// The offset at which the literal goes wrong.
        offset: usize,
    },
    /// The port is no number (section 3.2.3).
    Port {
        /// The offset of the first character that is no digit.
        offset: usize,
    },
    /// The repaired string is longer than a reference may be.
    TooLong(usize),
}

impl RepairError {
    /// The offset of the place that cannot be mended. There is none if the length is wrong.
    #[must_use]
    #[inline]
    pub const fn offset(&self) -> Option<usize> {
        match *self {
            Self::Scheme { offset }
            | Self::AtSigns { offset }
            | Self::Backslash { offset }
            | Self::Host { offset, .. }
            | Self::IpLiteral { offset }
            | Self::Port { offset } => Some(offset),
            Self::TooLong(_) => None,
        }
    }
}

impl fmt::Display for RepairError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(offset) = self.offset() {
            write!(f, "at byte {offset}: ")?;
        }
        match self {
            Self::Scheme { .. } => f.write_str("the text before \"://\" is no scheme (3.1)"),
            Self::AtSigns { .. } => f.write_str(
                "a second \"@\" in the authority; \"%40\" stands for one that is data (3.2)",
            ),
            Self::Backslash { .. } => {
                f.write_str("a \"\\\" in the authority, where many programs read \"/\" (7.6)")
            }
            Self::Host { found, .. } => {
                let found = found.escape_debug();
                write!(f, "no host holds \"{found}\", and none should hold it encoded (3.2.2)")
            }
            Self::IpLiteral { .. } => f.write_str("the host is no IP literal (3.2.2)"),
            Self::Port { .. } => f.write_str("a port holds digits only (3.2.3)"),
            Self::TooLong(length) => {
                let most = u32::MAX;
                write!(
                    f,
                    "the repaired string has {length} bytes; a reference may have at most {most}"
                )
            }
        }
    }
}

impl core::error::Error for RepairError {}

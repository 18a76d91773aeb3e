//! Warnings about a normal form.

use core::fmt;

/// A warning to read before a normal form or the outcome of a comparison is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Caveat {
    /// The reference is relative.
    Relative {
        /// The sections of the document that ask to resolve first, such as `5.2.1, 6.1`.
        sections: &'static str,
    },
    /// Components that do not count in comparison were left out: the normal form is a name, and says
    /// less than the given reference.
    NameAlone {
        /// The section of the document that has them ignored in comparison, such as `3.1`.
        section: &'static str,
    },
    /// An authority, a query or a fragment was left out that does not count in comparison: the normal form says less
    /// than the given URI.
    PartsLeftOut {
        /// The section of the document that has them ignored in comparison, such as `2`.
        section: &'static str,
    },
    /// The letter case of a zone identifier was ignored, like the letter case of the rest of the host. Each system
    /// maps zone identifiers to network interfaces in its own way, and there letter case may matter.
    ZoneCase {
        /// The section of the document that leaves the identifier to the host, such as `RFC 6874, 1`.
        section: &'static str,
    },
    /// The normal form was made by the letter, and is another reference than the given one.
    Misread,
}

impl Caveat {
    /// The name of the caveat, for programs: `relative`, `name-alone`, `parts-left-out`, `zone-case` or
    /// `misread`. The name stays the same when the message is reworded.
    #[must_use]
    #[inline]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Relative { .. } => "relative",
            Self::NameAlone { .. } => "name-alone",
            Self::PartsLeftOut { .. } => "parts-left-out",
            Self::ZoneCase { .. } => "zone-case",
            Self::Misread => "misread",
        }
    }
}

impl fmt::Display for Caveat {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Relative { sections } => {
                write!(
                    f,
                    "the reference is relative, and is to be resolved before this ({sections})"
                )
            }
            Self::NameAlone { section } => write!(
                f,
                "what follows the name was left out, since it does not count in comparison; as a \
                 reference the normal form says less ({section})"
            ),
            Self::PartsLeftOut { section } => write!(
                f,
                "the authority, the query or the fragment was left out, since it does not count in comparison; as a \
                 reference the normal form says less ({section})"
            ),
            Self::ZoneCase { section } => write!(
                f,
                "the letter case of the zone was ignored, and may matter to the host that knows the zone \
                 ({section})"
            ),
            Self::Misread => f.write_str(
                "by the letter the normal form is read, or may be resolved, as another reference",
            ),
        }
    }
}

impl core::error::Error for Caveat {}

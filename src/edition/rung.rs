//! The rungs of the comparison ladder (section 6.2).

use std::fmt;
use std::str::FromStr;

use super::Edition;

/// A step of the ladder: the higher, the more strings are found equivalent, and the more has to be
/// known for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rung {
    /// The same string (section 6.2.1).
    String,
    /// Scheme, host and the digits of triplets without regard to case (section 6.2.2.1).
    Case,
    /// Unreserved characters without regard to whether they are encoded (section 6.2.2.2).
    PercentEncoding,
    /// Dot segments removed (section 6.2.2.3).
    PathSegments,
    /// What the scheme's own document says is the same (section 6.2.3).
    Scheme,
    /// What dereferencing has shown to be the same (section 6.2.4).
    Protocol,
}

impl Rung {
    /// Every rung, lowest first.
    pub const ALL: [Self; 6] = [
        Self::String,
        Self::Case,
        Self::PercentEncoding,
        Self::PathSegments,
        Self::Scheme,
        Self::Protocol,
    ];

    /// Its name, such as `path-segments`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Case => "case",
            Self::PercentEncoding => "percent-encoding",
            Self::PathSegments => "path-segments",
            Self::Scheme => "scheme",
            Self::Protocol => "protocol",
        }
    }

    /// The section of RFC 3986 that describes it; [`Edition::rungs`] has those of each edition.
    ///
    /// ```
    /// use urispec::Rung;
    /// let sections = ["6.2.1", "6.2.2.1", "6.2.2.2", "6.2.2.3", "6.2.3", "6.2.4"];
    /// assert_eq!(Rung::ALL.map(Rung::section), sections);
    /// ```
    #[must_use]
    pub fn section(self) -> &'static str {
        Edition::Rfc3986.facts().ladder.section(self).unwrap_or_default()
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no rung of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no rung is called `{0}`; they are: string, case, percent-encoding, path-segments, scheme, protocol"
)]
pub struct UnknownRung(String);

impl UnknownRung {
    /// What was taken for the name of one.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl FromStr for Rung {
    type Err = UnknownRung;

    fn from_str(name: &str) -> Result<Self, UnknownRung> {
        let found = Self::ALL.into_iter().find(|rung| rung.name() == name);
        found.ok_or_else(|| UnknownRung(name.to_owned()))
    }
}

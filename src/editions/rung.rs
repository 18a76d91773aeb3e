//! The rungs of the comparison ladder (section 6.2).

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::Edition;

/// A step of the comparison ladder.
///
/// The higher the rung, the more strings are found equivalent, and the more must be known to find
/// them so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rung {
    /// The strings are the same (section 6.2.1).
    String,
    /// The letter case of the scheme, of the host and of the digits of triplets does not matter
    /// (section 6.2.2.1).
    Case,
    /// It does not matter whether unreserved characters are encoded (section 6.2.2.2).
    PercentEncoding,
    /// Dot segments are removed (section 6.2.2.3).
    PathSegments,
    /// Differences that do not matter by the scheme's own document (section 6.2.3).
    Scheme,
    /// Differences that dereferencing has shown not to matter (section 6.2.4).
    Protocol,
}

impl Rung {
    /// Every rung, lowest first.
    pub const ALL: &'static [Self] = &[
        Self::String,
        Self::Case,
        Self::PercentEncoding,
        Self::PathSegments,
        Self::Scheme,
        Self::Protocol,
    ];

    /// The name of the rung, such as `path-segments`.
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

    /// The section of RFC 3986 that describes the rung. [`Edition::rungs`] has the sections of each
    /// edition.
    ///
    /// ```
    /// use urispec::Rung;
    /// let sections = ["6.2.1", "6.2.2.1", "6.2.2.2", "6.2.2.3", "6.2.3", "6.2.4"];
    /// assert!(Rung::ALL.iter().map(|rung| rung.section()).eq(sections));
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

/// A text that is not the name of a rung.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRung(String);

impl fmt::Display for UnknownRung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no rung is called `{}`; the rungs are: ", self.0)?;
        super::list(f, Rung::ALL.iter().copied().map(Rung::name))
    }
}

impl core::error::Error for UnknownRung {}

impl UnknownRung {
    /// The text that was taken for the name of a rung.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl FromStr for Rung {
    type Err = UnknownRung;

    fn from_str(name: &str) -> Result<Self, UnknownRung> {
        let found = Self::ALL.iter().copied().find(|rung| rung.name() == name);
        found.ok_or_else(|| UnknownRung(name.to_owned()))
    }
}

//! Warnings about a target.

use core::fmt;

/// A warning to read before a target is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Warning {
    /// The target's path would read as an authority.
    Misread,
    /// The algorithm resolves the reference, but the grammar cannot derive it: `?y` and `http:`
    /// under RFC 2396.
    Underivable,
    /// Dot segments that lead above the root are left in the path (RFC 2396, section 5.2, step 6g).
    AboveRoot,
    /// The base is opaque, and the reference is relative. The target is still what the algorithm
    /// gives (RFC 2396 and rfc2396bis-01, section 5).
    UnsuitableBase,
    /// The base is no `generic-RL`, and the reference is relative. The target is still what the
    /// algorithm gives (RFC 1808, section 2).
    BaseNotGeneric,
    /// The reference begins with the scheme of the base, whose path is hierarchical, and goes on as
    /// a relative path, as `http:g` does (RFC 2396, section 5.2, step 3).
    SameScheme,
    /// The target has the scheme of the base, and the document of the scheme cannot derive it: `b` against
    /// `urn:example:a` is `urn:b`, which is no `namestring` (RFC 8141, 2).
    OutsideScheme,
    /// The base has the scheme of the document, whose grammar cannot derive it, and the document resolves against it
    /// all the same: `ni://example.com` (RFC 6920, 3, figure 5).
    BaseOutsideScheme,
    /// The reference is not a valid URL string, but the parser of the URL Standard accepts it.
    InvalidReference,
    /// The base is not a valid URL string, but the parser of the URL Standard accepts it.
    InvalidBase,
}

impl Warning {
    /// The name of the warning, for programs: `misread`, `underivable`, `above-root`,
    /// `unsuitable-base`, `base-not-generic`, `same-scheme`, `outside-scheme`, `base-outside-scheme`,
    /// `invalid-reference` or `invalid-base`. The name stays the same when the message is reworded.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Misread => "misread",
            Self::Underivable => "underivable",
            Self::AboveRoot => "above-root",
            Self::UnsuitableBase => "unsuitable-base",
            Self::BaseNotGeneric => "base-not-generic",
            Self::SameScheme => "same-scheme",
            Self::OutsideScheme => "outside-scheme",
            Self::BaseOutsideScheme => "base-outside-scheme",
            Self::InvalidReference => "invalid-reference",
            Self::InvalidBase => "invalid-base",
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Misread => "the target does not read back: its path would be read as an authority or a part of one",
            Self::Underivable => "the document's grammar cannot derive the reference, though its algorithm resolves it (RFC 2396, 5.2)",
            Self::AboveRoot => "the target's path begins with \"..\": the reference is in error (5.2)",
            Self::UnsuitableBase => "the base is opaque: relative references cannot be used with an unsuitable base (5)",
            Self::BaseNotGeneric => "the base is no generic-RL: relative URLs cannot be used with an unsuitable base (RFC 1808, 2)",
            Self::SameScheme => "the reference is in error: a relative reference does not begin with its base's scheme (RFC 2396, 5.2, step 3)",
            Self::OutsideScheme => "the target is no URI of the scheme, by the grammar of its document: choose another reference, or resolve by rfc3986",
            Self::BaseOutsideScheme => "the base is no URI of the scheme, by the grammar of its document, which resolves against such a base all the same (RFC 6920, 3)",
            Self::InvalidReference => "the reference is no valid URL string, and the parser takes it all the same (url-parsing)",
            Self::InvalidBase => "the base is no valid URL string, and the parser takes it all the same (url-parsing)",
        })
    }
}

impl core::error::Error for Warning {}

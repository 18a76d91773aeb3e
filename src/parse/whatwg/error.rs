//! Validation errors, with the names of the URL Standard (section Writing).

use core::fmt;

/// A kind of validation error. Most kinds do not stop the parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ValidationErrorKind {
    /// `domain-to-ASCII`
    DomainToAscii,
    /// `domain-percent-encoded`
    DomainPercentEncoded,
    /// `host-invalid-code-point`
    HostInvalidCodePoint,
    /// `IPv4-empty-part`
    Ipv4EmptyPart,
    /// `IPv4-too-few-parts`
    Ipv4TooFewParts,
    /// `IPv4-too-many-parts`
    Ipv4TooManyParts,
    /// `IPv4-non-numeric-part`
    Ipv4NonNumericPart,
    /// `IPv4-non-decimal-part`
    Ipv4NonDecimalPart,
    /// `IPv4-out-of-range-part`
    Ipv4OutOfRangePart,
    /// `IPv6-unclosed`
    Ipv6Unclosed,
    /// `IPv6-invalid-compression`
    Ipv6InvalidCompression,
    /// `IPv6-too-many-pieces`
    Ipv6TooManyPieces,
    /// `IPv6-multiple-compression`
    Ipv6MultipleCompression,
    /// `IPv6-invalid-code-point`
    Ipv6InvalidCodePoint,
    /// `IPv6-too-few-pieces`
    Ipv6TooFewPieces,
    /// `IPv6-piece-leading-zero`
    Ipv6PieceLeadingZero,
    /// `IPv4-in-IPv6-too-many-pieces`
    Ipv4InIpv6TooManyPieces,
    /// `IPv4-in-IPv6-invalid-code-point`
    Ipv4InIpv6InvalidCodePoint,
    /// `IPv4-in-IPv6-out-of-range-part`
    Ipv4InIpv6OutOfRangePart,
    /// `IPv4-in-IPv6-too-few-parts`
    Ipv4InIpv6TooFewParts,
    /// `invalid-URL-unit`
    InvalidUrlUnit,
    /// `special-scheme-missing-following-solidus`
    SpecialSchemeMissingFollowingSolidus,
    /// `missing-scheme-non-relative-URL`
    MissingSchemeNonRelativeUrl,
    /// `invalid-reverse-solidus`
    InvalidReverseSolidus,
    /// `invalid-credentials`
    InvalidCredentials,
    /// `host-missing`
    HostMissing,
    /// `port-out-of-range`
    PortOutOfRange,
    /// `port-invalid`
    PortInvalid,
    /// `file-invalid-Windows-drive-letter`
    FileInvalidWindowsDriveLetter,
    /// `file-invalid-Windows-drive-letter-host`
    FileInvalidWindowsDriveLetterHost,
}

use ValidationErrorKind as Kind;

impl ValidationErrorKind {
    /// Every kind, in the order of the Standard's table.
    pub const ALL: &'static [Self] = &[
        Self::DomainToAscii,
        Self::DomainPercentEncoded,
        Self::HostInvalidCodePoint,
        Self::Ipv4EmptyPart,
        Self::Ipv4TooFewParts,
        Self::Ipv4TooManyParts,
        Self::Ipv4NonNumericPart,
        Self::Ipv4NonDecimalPart,
        Self::Ipv4OutOfRangePart,
        Self::Ipv6Unclosed,
        Self::Ipv6InvalidCompression,
        Self::Ipv6TooManyPieces,
        Self::Ipv6MultipleCompression,
        Self::Ipv6InvalidCodePoint,
        Self::Ipv6TooFewPieces,
        Self::Ipv6PieceLeadingZero,
        Self::Ipv4InIpv6TooManyPieces,
        Self::Ipv4InIpv6InvalidCodePoint,
        Self::Ipv4InIpv6OutOfRangePart,
        Self::Ipv4InIpv6TooFewParts,
        Self::InvalidUrlUnit,
        Self::SpecialSchemeMissingFollowingSolidus,
        Self::MissingSchemeNonRelativeUrl,
        Self::InvalidReverseSolidus,
        Self::InvalidCredentials,
        Self::HostMissing,
        Self::PortOutOfRange,
        Self::PortInvalid,
        Self::FileInvalidWindowsDriveLetter,
        Self::FileInvalidWindowsDriveLetterHost,
    ];

    /// Returns the name that the Standard gives the kind, such as `host-missing`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Returns a description of the error in one clause.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        self.row().1
    }

    const fn row(self) -> (&'static str, &'static str) {
        match self {
            Kind::DomainToAscii => {
                ("domain-to-ASCII", "the host is not a valid domain under Unicode UTS #46")
            }
            Kind::DomainPercentEncoded => {
                ("domain-percent-encoded", "the domain has a percent-encoded byte")
            }
            Kind::HostInvalidCodePoint => {
                ("host-invalid-code-point", "the opaque host has a forbidden host code point")
            }
            Kind::Ipv4EmptyPart => ("IPv4-empty-part", "the IPv4 address ends with a `.`"),
            Kind::Ipv4TooFewParts => {
                ("IPv4-too-few-parts", "the IPv4 address has fewer than 4 parts")
            }
            Kind::Ipv4TooManyParts => {
                ("IPv4-too-many-parts", "the IPv4 address has more than 4 parts")
            }
            Kind::Ipv4NonNumericPart => {
                ("IPv4-non-numeric-part", "a part of the IPv4 address is not a number")
            }
            Kind::Ipv4NonDecimalPart => (
                "IPv4-non-decimal-part",
                "a part of the IPv4 address is written in hexadecimal or octal digits",
            ),
            Kind::Ipv4OutOfRangePart => {
                ("IPv4-out-of-range-part", "a part of the IPv4 address exceeds 255")
            }
            Kind::Ipv6Unclosed => ("IPv6-unclosed", "the IPv6 address lacks its `]`"),
            Kind::Ipv6InvalidCompression => {
                ("IPv6-invalid-compression", "the IPv6 address begins with a single `:`")
            }
            Kind::Ipv6TooManyPieces => {
                ("IPv6-too-many-pieces", "the IPv6 address has more than 8 pieces")
            }
            Kind::Ipv6MultipleCompression => {
                ("IPv6-multiple-compression", "the IPv6 address has `::` more than once")
            }
            Kind::Ipv6InvalidCodePoint => (
                "IPv6-invalid-code-point",
                "the IPv6 address has a character other than a hexadecimal digit and `:`, or ends too soon",
            ),
            Kind::Ipv6TooFewPieces => {
                ("IPv6-too-few-pieces", "the IPv6 address has no `::` and fewer than 8 pieces")
            }
            Kind::Ipv6PieceLeadingZero => (
                "IPv6-piece-leading-zero",
                "a piece of the IPv6 address begins with a superfluous 0",
            ),
            Kind::Ipv4InIpv6TooManyPieces => (
                "IPv4-in-IPv6-too-many-pieces",
                "more than 6 pieces precede the IPv4 address within the IPv6 address",
            ),
            Kind::Ipv4InIpv6InvalidCodePoint => (
                "IPv4-in-IPv6-invalid-code-point",
                "a part of the IPv4 address within the IPv6 address is empty, begins with 0, or has a character other than a digit",
            ),
            Kind::Ipv4InIpv6OutOfRangePart => (
                "IPv4-in-IPv6-out-of-range-part",
                "a part of the IPv4 address within the IPv6 address exceeds 255",
            ),
            Kind::Ipv4InIpv6TooFewParts => (
                "IPv4-in-IPv6-too-few-parts",
                "the IPv4 address within the IPv6 address has fewer than 4 parts",
            ),
            Kind::InvalidUrlUnit => ("invalid-URL-unit", "a code point is not a URL unit"),
            Kind::SpecialSchemeMissingFollowingSolidus => (
                "special-scheme-missing-following-solidus",
                "a special scheme is not followed by exactly `//`",
            ),
            Kind::MissingSchemeNonRelativeUrl => (
                "missing-scheme-non-relative-URL",
                "missing scheme, and no base to resolve a relative URL against",
            ),
            Kind::InvalidReverseSolidus => {
                ("invalid-reverse-solidus", "`\\` is used instead of `/`")
            }
            Kind::InvalidCredentials => {
                ("invalid-credentials", "the URL has a username or a password")
            }
            Kind::HostMissing => ("host-missing", "the host is missing"),
            Kind::PortOutOfRange => ("port-out-of-range", "the port is greater than 65535"),
            Kind::PortInvalid => ("port-invalid", "the port has a character other than a digit"),
            Kind::FileInvalidWindowsDriveLetter => (
                "file-invalid-Windows-drive-letter",
                "a relative URL begins with a Windows drive letter",
            ),
            Kind::FileInvalidWindowsDriveLetterHost => (
                "file-invalid-Windows-drive-letter-host",
                "the host of a file URL is a Windows drive letter",
            ),
        }
    }
}

impl fmt::Display for ValidationErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A validation error, and its place in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ValidationError {
    /// The kind of the error.
    pub kind: ValidationErrorKind,
    /// The byte offset of the error in the input. It is the offset of the code point that the parser was reading, or of
    /// the first code point of the host. The Standard does not define offsets.
    pub offset: usize,
}

impl ValidationError {
    /// Returns whether the parser failed because a string without a scheme needs a base. The string
    /// itself may be valid.
    ///
    /// ```
    /// use urispec::whatwg::Url;
    /// assert!(Url::parse("/a").unwrap_err().lacks_base());
    /// assert!(!Url::parse("http://[/a").unwrap_err().lacks_base());
    /// ```
    #[must_use]
    pub const fn lacks_base(&self) -> bool {
        matches!(self.kind, Kind::MissingSchemeNonRelativeUrl)
    }
}

impl fmt::Display for ValidationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, offset } = self;
        write!(f, "{kind}: {} (at byte {offset})", kind.sentence())
    }
}

impl core::error::Error for ValidationError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_listed_once() {
        for (at, kind) in Kind::ALL.iter().copied().enumerate() {
            assert_eq!(kind as usize, at);
        }
    }
}

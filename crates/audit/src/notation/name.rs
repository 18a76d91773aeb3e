//! The notations in which grammars are written, as every reader and every list of them names them.

/// The notation in which a grammar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// ABNF: RFC 5234, with RFC 7405.
    Abnf,
    /// The BNF of RFC 822, section 2.
    Bnf,
    /// The BNF of RFC 1630.
    Rfc1630,
    /// The EBNF of the W3C: XML 1.0, section 6.
    W3c,
    /// The EBNF of ISO/IEC 14977.
    Iso14977,
}

impl Notation {
    /// The ending of a file name for this notation.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Abnf => "abnf",
            Self::Bnf | Self::Rfc1630 => "bnf",
            Self::W3c | Self::Iso14977 => "ebnf",
        }
    }
}

impl Notation {
    /// The key by which names are compared: in ABNF, the name without regard to case.
    #[must_use]
    pub fn key(self, name: &str) -> String {
        match self {
            Self::Abnf => name.to_ascii_lowercase(),
            Self::Bnf | Self::Rfc1630 | Self::W3c | Self::Iso14977 => name.to_owned(),
        }
    }

    /// Whether two names have the same [`key`](Self::key).
    pub(crate) fn is_same(self, name: &str, other: &str) -> bool {
        match self {
            Self::Abnf => name.eq_ignore_ascii_case(other),
            Self::Bnf | Self::Rfc1630 | Self::W3c | Self::Iso14977 => name == other,
        }
    }
}

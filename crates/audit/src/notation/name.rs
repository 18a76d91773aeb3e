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

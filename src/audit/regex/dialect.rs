//! The dialects.

use std::fmt;

/// A dialect of regular expressions: what is written how, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// The crate `regex` of Rust.
    Rust,
    /// ECMAScript (ECMA-262), as in browsers, Node and JSON Schema, with the flag `u`.
    EcmaScript,
    /// The module `re` of Python 3, on `str`.
    Python,
    /// PCRE2, with UTF and without further options.
    Pcre,
    /// RE2, as in Go.
    Re2,
    /// Extended regular expressions of POSIX (IEEE 1003.1, 9.4), in a locale of UTF-8.
    PosixEre,
    /// XML Schema, part 2, appendix F. A pattern always matches the whole string.
    Xsd,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 7] = [
        Self::Rust,
        Self::EcmaScript,
        Self::Python,
        Self::Pcre,
        Self::Re2,
        Self::PosixEre,
        Self::Xsd,
    ];

    /// The name of the dialect: `rust`, `ecmascript`, `python`, `pcre`, `re2`, `posix-ere` or `xsd`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rust => "rust",
            Self::EcmaScript => "ecmascript",
            Self::Python => "python",
            Self::Pcre => "pcre",
            Self::Re2 => "re2",
            Self::PosixEre => "posix-ere",
            Self::Xsd => "xsd",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

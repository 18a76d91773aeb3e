//! The dialects.

use std::fmt;

/// A dialect of regular expressions: its syntax, and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// The crate `regex` of Rust.
    Rust,
    /// ECMAScript (ECMA-262), as in browsers, Node and JSON Schema, with the flag `u`; as a literal
    /// `/…/v` with the flag `v`.
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
    /// `java.util.regex.Pattern` of Java, from 9 on, without further flags. What an earlier or a later
    /// version takes otherwise is refused, or has a note.
    Java,
    /// `System.Text.RegularExpressions.Regex` of .NET, without options. No engine was asked: a pattern is
    /// read by Microsoft's documentation and the source of its parser. Strings are of code units there.
    DotNet,
}

impl Dialect {
    /// All dialects.
    pub const ALL: &'static [Self] = &[
        Self::Rust,
        Self::EcmaScript,
        Self::Python,
        Self::Pcre,
        Self::Re2,
        Self::PosixEre,
        Self::Xsd,
        Self::Java,
        Self::DotNet,
    ];

    /// The name of the dialect: `rust`, `ecmascript`, `python`, `pcre`, `re2`, `posix-ere`, `xsd`,
    /// `java` or `dotnet`.
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
            Self::Java => "java",
            Self::DotNet => "dotnet",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

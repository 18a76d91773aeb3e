//! What each dialect has, and how it is written.

use super::super::Dialect;

/// The text of a dialect.
pub(super) struct Syntax {
    /// What opens a group that does not capture, or one that captures where there is no other.
    pub(super) group: &'static str,
    /// What opens a named group, before its name.
    pub(super) named: Option<&'static str>,
    /// The beginning and the end of the string.
    pub(super) start: Option<&'static str>,
    pub(super) end: Option<&'static str>,
    /// Whether `(?x)` allows comments.
    pub(super) has_comments: bool,
    pub(super) has_atomic: bool,
    pub(super) has_look: bool,
    pub(super) has_lazy: bool,
    pub(super) has_empty: bool,
    /// The greatest count of a repetition.
    pub(super) most: u32,
    /// The characters that are escaped outside of brackets, and within.
    pub(super) outside: &'static str,
    pub(super) inside: &'static str,
    /// How a character is written by its number.
    pub(super) number: Number,
}

/// How a character is written that cannot be seen, or should not.
#[derive(Clone, Copy)]
pub(super) enum Number {
    /// `\x{20}`.
    Braces,
    /// `\x20`, `\u00E9`, and the character itself above U+FFFF.
    Units,
    /// `\x20`, `\u00E9`, and nothing above U+FFFF.
    Units16,
    /// `\x20`, `\u00E9`, `\U0001F600`.
    Python,
    /// The character itself.
    None,
}

/// The dialects that are alike in most.
const PERL: Syntax = Syntax {
    group: "(?:",
    named: Some("(?<"),
    start: Some("^"),
    end: Some("$"),
    has_comments: false,
    has_atomic: false,
    has_look: false,
    has_lazy: true,
    has_empty: true,
    most: 1000,
    outside: r"\^$.|?*+()[]{}",
    inside: r"\]^-[",
    number: Number::Braces,
};

const RUST: Syntax = Syntax { has_comments: true, most: u32::MAX, ..PERL };
const ECMASCRIPT: Syntax = Syntax {
    has_look: true,
    most: u32::MAX,
    outside: r"\^$.|?*+()[]{}/",
    // With the flag `v` these are escaped too.
    inside: r"\]^-[(){}/|",
    number: Number::Units,
    ..PERL
};
const PYTHON: Syntax = Syntax {
    named: Some("(?P<"),
    start: Some(r"\A"),
    // `$` matches before a last line break as well.
    end: Some(r"\Z"),
    has_comments: true,
    has_look: true,
    most: u32::MAX - 1,
    number: Number::Python,
    ..PERL
};
const PCRE: Syntax = Syntax {
    start: Some(r"\A"),
    end: Some(r"\z"),
    has_comments: true,
    has_atomic: true,
    has_look: true,
    most: 65_535,
    ..PERL
};
const RE2: Syntax = Syntax { named: Some("(?P<"), start: Some(r"\A"), end: Some(r"\z"), ..PERL };
const POSIX: Syntax = Syntax {
    group: "(",
    named: None,
    has_lazy: false,
    has_empty: false,
    most: 255,
    outside: r"\^$.|?*+()[{",
    inside: "",
    number: Number::None,
    ..PERL
};
const XSD: Syntax = Syntax {
    group: "(",
    named: None,
    start: None,
    end: None,
    has_lazy: false,
    most: u32::MAX,
    outside: r"\|.?*+(){}[]^-",
    inside: r"\]^-[",
    number: Number::None,
    ..PERL
};

const JAVA: Syntax = Syntax { inside: r"\]^-[&", ..PCRE };
const DOTNET: Syntax = Syntax { number: Number::Units16, ..PCRE };

impl Syntax {
    pub(super) const fn of(dialect: Dialect) -> &'static Self {
        match dialect {
            Dialect::Rust => &RUST,
            Dialect::EcmaScript => &ECMASCRIPT,
            Dialect::Python => &PYTHON,
            Dialect::Pcre => &PCRE,
            Dialect::Re2 => &RE2,
            Dialect::PosixEre => &POSIX,
            Dialect::Xsd => &XSD,
            Dialect::Java => &JAVA,
            Dialect::DotNet => &DOTNET,
        }
    }
}

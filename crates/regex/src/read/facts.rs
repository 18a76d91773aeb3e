//! What each dialect of `reader` has, side by side. What a single one has is asked by its name where it is read.

use super::sets::Fold;
use crate::Dialect;

#[derive(Debug)]
pub(super) struct DialectFacts {
    pub(super) dialect: Dialect,
    pub(super) note: Option<&'static str>,
    /// The letters that may stand in `(?…)` and `(?…:…)`.
    pub(super) flags: &'static str,
    /// How a group is named: what stands between `(?` and the name, and what after it.
    pub(super) names: &'static [(&'static str, &'static str)],
    pub(super) has_looks: bool,
    /// Whether `*?` prefers the least number of repetitions.
    pub(super) has_lazy: bool,
    pub(super) has_atomic: bool,
    pub(super) has_possessive: bool,
    /// Whether `(?#…)` is a comment.
    pub(super) has_comments: bool,
    /// Whether a look-ahead may be repeated, and a look-behind.
    pub(super) repeats_looks: (bool, bool),
    /// Whether an anchor or a word boundary may be repeated.
    pub(super) repeats_anchors: bool,
    /// Which of `{`, `}` and `]` may stand for themselves.
    pub(super) bare: &'static str,
    pub(super) greatest: u32,
    /// What is said of a `{` that begins no count, where it is no character.
    pub(super) malformed: Option<&'static str>,
    /// Whether `$` without the flag `m` stands before a line break that is last, too.
    pub(super) dollar_before_last: bool,
    /// What ends a line, which `.` does not take.
    pub(super) breaks: &'static str,
    pub(super) fold: Fold,
    /// Whether classes that an escape stands for are folded too.
    pub(super) folds_classes: bool,
    /// The letters whose escapes cannot stand in brackets.
    pub(super) not_in_class: &'static str,
    /// Whether brackets are those of the flag `v` of ECMAScript.
    pub(super) has_sets: bool,
    /// Whether the characters of a pattern are code units.
    pub(super) is_in_units: bool,
}

pub(super) static PCRE: DialectFacts = DialectFacts {
    dialect: Dialect::Pcre,
    note: None,
    flags: "imsxnUJ",
    names: &[("P<", ">"), ("<", ">"), ("'", "'")],
    has_looks: true,
    has_lazy: true,
    has_atomic: true,
    has_possessive: true,
    has_comments: true,
    repeats_looks: (true, true),
    repeats_anchors: false,
    bare: "{}]",
    greatest: 65_535,
    malformed: None,
    dollar_before_last: true,
    breaks: "\n",
    fold: Fold::Simple,
    folds_classes: false,
    not_in_class: "AZzBNR",
    has_sets: false,
    is_in_units: false,
};

pub(super) static PYTHON: DialectFacts = DialectFacts {
    dialect: Dialect::Python,
    flags: "aimsux",
    names: &[("P<", ">")],
    fold: Fold::Python,
    not_in_class: "AZB",
    ..PCRE
};

pub(super) static RE2: DialectFacts = DialectFacts {
    dialect: Dialect::Re2,
    flags: "imsU",
    names: &[("P<", ">"), ("<", ">")],
    has_looks: false,
    has_atomic: false,
    has_possessive: false,
    has_comments: false,
    repeats_anchors: true,
    greatest: 1_000,
    dollar_before_last: false,
    folds_classes: true,
    not_in_class: "AzbBQC",
    ..PCRE
};

/// ECMAScript with the flag `u`.
pub(super) static ECMASCRIPT_UNICODE: DialectFacts = DialectFacts {
    dialect: Dialect::EcmaScript,
    flags: "ims",
    names: &[("<", ">")],
    has_atomic: false,
    has_possessive: false,
    has_comments: false,
    repeats_looks: (false, false),
    bare: "",
    dollar_before_last: false,
    breaks: "\n\r\u{2028}\u{2029}",
    folds_classes: true,
    not_in_class: "B",
    ..PCRE
};

/// ECMAScript with the flag `v`.
pub(super) static ECMASCRIPT_SETS: DialectFacts =
    DialectFacts { has_sets: true, ..ECMASCRIPT_UNICODE };

/// ECMAScript without the flag `u`, with Annex B.
pub(super) static ECMASCRIPT_UNITS: DialectFacts = DialectFacts {
    note: Some("without the flag `u`, a character above U+FFFF counts as two"),
    repeats_looks: (true, false),
    bare: "{}]",
    fold: Fold::UpperCase,
    not_in_class: "",
    is_in_units: true,
    ..ECMASCRIPT_UNICODE
};

pub(super) static JAVA: DialectFacts = DialectFacts {
    dialect: Dialect::Java,
    flags: "idmsuxU",
    names: &[("<", ">")],
    has_comments: false,
    repeats_anchors: true,
    bare: "}]",
    breaks: "\n\r\u{85}\u{2028}\u{2029}",
    fold: Fold::Ascii,
    not_in_class: "ABGRXZbkz",
    ..PCRE
};

pub(super) static DOTNET: DialectFacts = DialectFacts {
    dialect: Dialect::DotNet,
    note: Some("no engine of .NET was asked; a character above U+FFFF counts as two"),
    flags: "imnsx",
    names: &[("<", ">"), ("'", "'")],
    has_possessive: false,
    repeats_anchors: true,
    fold: Fold::Ascii,
    not_in_class: "AZzBG",
    is_in_units: true,
    ..PCRE
};

pub(super) static POSIX: DialectFacts = DialectFacts {
    dialect: Dialect::PosixEre,
    has_lazy: false,
    has_possessive: false,
    has_comments: false,
    // What glibc takes.
    greatest: 32_767,
    malformed: Some(
        "a `{` that begins no repetition `{m}`, `{m,}` or `{m,n}`, which POSIX leaves undefined: write `\\{`",
    ),
    ..PCRE
};

pub(super) static XSD: DialectFacts = DialectFacts {
    dialect: Dialect::Xsd,
    greatest: 65_535,
    malformed: Some("a `{` that begins no repetition `{m}`, `{m,}` or `{m,n}`: write `\\{`"),
    ..POSIX
};

//! What the dialects with backslashes and `(?…)` have, side by side.
//!
//! The readers of these dialects are one reader, which asks this table. Escapes differ too much for
//! a table, and have a file each.

use super::super::Dialect;
use super::case::Fold;

/// What a dialect has.
#[derive(Debug)]
pub(super) struct DialectFacts {
    pub(super) dialect: Dialect,
    /// The letters that may stand in `(?…)` and `(?…:…)`.
    pub(super) flags: &'static str,
    /// Where `(?…)` may set flags for what follows.
    pub(super) setting: Setting,
    /// How a group is named: what stands between `(?` and the name, and what after it.
    pub(super) names: &'static [(&'static str, &'static str)],
    pub(super) has_look_ahead: bool,
    pub(super) look_behind: LookBehind,
    pub(super) has_atomic: bool,
    pub(super) has_possessive: bool,
    /// Whether `(?#…)` is a comment.
    pub(super) has_comments: bool,
    /// Whether `(?|…)` is a group.
    pub(super) has_branch_reset: bool,
    /// Whether a look-ahead may be repeated, and a look-behind.
    pub(super) repeats_looks: (bool, bool),
    /// Whether an anchor or a word boundary may be repeated.
    pub(super) repeats_anchors: bool,
    /// What `{,n}` is.
    pub(super) open_minimum: OpenMinimum,
    /// Which of `{`, `}` and `]` may stand for themselves.
    pub(super) bare: &'static str,
    /// The greatest count.
    pub(super) greatest: u32,
    /// What `$` is without the flag `m`.
    pub(super) dollar: Dollar,
    /// Where `^` with the flag `m` does not stand, though a line begins there.
    pub(super) line_start: LineStart,
    /// What ends a line, which `.` does not take.
    pub(super) breaks: &'static str,
    /// Whether CR LF is one line break, between whose characters no line begins or ends.
    pub(super) has_pair: bool,
    /// How case is ignored.
    pub(super) fold: Fold,
    /// Whether classes that an escape stands for are folded too.
    pub(super) folds_classes: bool,
    /// Whether `[:alpha:]` is a class within brackets.
    pub(super) has_posix_classes: bool,
    /// Whether `]` stands for itself at the beginning of brackets. If not, `[]` is a class.
    pub(super) has_first_bracket: bool,
    /// What `[\w-z]` and `[a-\w]` are.
    pub(super) class_in_range: ClassInRange,
    /// What stands in brackets beside characters, ranges and classes.
    pub(super) brackets: Brackets,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    Never,
    /// At the beginning of the pattern only.
    First,
    /// Anywhere, to the end of the group.
    Anywhere,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LookBehind {
    No,
    /// All its matches have one length.
    Fixed,
    /// No match is longer.
    UpTo(u64),
    /// There is a longest match, and Java's engine sees its length.
    Obvious,
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OpenMinimum {
    /// Characters.
    Literal,
    /// `{0,n}`.
    Zero,
    /// That depends on the version.
    Unclear,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dollar {
    /// The end.
    End,
    /// The end, and before a line break that is last.
    BeforeLast,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineStart {
    /// It stands wherever a line begins.
    Anywhere,
    /// Not after a line break at the very end.
    NotAfterLast,
    /// Not at the end, even if the string is empty.
    NotAtEnd,
}

/// What brackets have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Brackets {
    Flat,
    /// Classes within classes, and `&&`.
    Java,
    /// `-[…]` at the end, which is left out.
    DotNet,
    /// Those of the flag `v` of ECMAScript.
    Sets,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClassInRange {
    /// A fault.
    Fault,
    /// The class, `-` and the character.
    Literal,
    /// As in Go: `-` is a character after a class, and a fault before one.
    LiteralAfter,
}

pub(super) static PYTHON: DialectFacts = DialectFacts {
    dialect: Dialect::Python,
    flags: "aimsux",
    setting: Setting::First,
    names: &[("P<", ">")],
    has_look_ahead: true,
    look_behind: LookBehind::Fixed,
    has_atomic: true,
    has_possessive: true,
    has_comments: true,
    has_branch_reset: false,
    repeats_looks: (true, true),
    repeats_anchors: false,
    open_minimum: OpenMinimum::Zero,
    bare: "{}]",
    greatest: 65_535,
    dollar: Dollar::BeforeLast,
    line_start: LineStart::Anywhere,
    breaks: "\n",
    has_pair: false,
    fold: Fold::Python,
    folds_classes: false,
    has_posix_classes: false,
    has_first_bracket: true,
    class_in_range: ClassInRange::Fault,
    brackets: Brackets::Flat,
};

pub(super) static PCRE: DialectFacts = DialectFacts {
    dialect: Dialect::Pcre,
    flags: "imsxnUJ",
    setting: Setting::Anywhere,
    names: &[("P<", ">"), ("<", ">"), ("'", "'")],
    has_look_ahead: true,
    look_behind: LookBehind::UpTo(255),
    has_atomic: true,
    has_possessive: true,
    has_comments: true,
    has_branch_reset: true,
    repeats_looks: (true, true),
    repeats_anchors: false,
    open_minimum: OpenMinimum::Unclear,
    bare: "{}]",
    greatest: 65_535,
    dollar: Dollar::BeforeLast,
    line_start: LineStart::NotAfterLast,
    breaks: "\n",
    has_pair: false,
    fold: Fold::Simple,
    folds_classes: false,
    has_posix_classes: true,
    has_first_bracket: true,
    class_in_range: ClassInRange::Fault,
    brackets: Brackets::Flat,
};

pub(super) static RE2: DialectFacts = DialectFacts {
    dialect: Dialect::Re2,
    flags: "imsU",
    setting: Setting::Anywhere,
    names: &[("P<", ">"), ("<", ">")],
    has_look_ahead: false,
    look_behind: LookBehind::No,
    has_atomic: false,
    has_possessive: false,
    has_comments: false,
    has_branch_reset: false,
    repeats_looks: (false, false),
    repeats_anchors: true,
    open_minimum: OpenMinimum::Literal,
    bare: "{}]",
    greatest: 1_000,
    dollar: Dollar::End,
    line_start: LineStart::Anywhere,
    breaks: "\n",
    has_pair: false,
    fold: Fold::Simple,
    folds_classes: true,
    has_posix_classes: true,
    has_first_bracket: true,
    class_in_range: ClassInRange::LiteralAfter,
    brackets: Brackets::Flat,
};

/// ECMAScript with the flag `u`.
pub(super) static ECMASCRIPT_UNICODE: DialectFacts = DialectFacts {
    dialect: Dialect::EcmaScript,
    flags: "ims",
    setting: Setting::Never,
    names: &[("<", ">")],
    has_look_ahead: true,
    look_behind: LookBehind::Any,
    has_atomic: false,
    has_possessive: false,
    has_comments: false,
    has_branch_reset: false,
    repeats_looks: (false, false),
    repeats_anchors: false,
    open_minimum: OpenMinimum::Literal,
    bare: "",
    greatest: 65_535,
    dollar: Dollar::End,
    line_start: LineStart::Anywhere,
    breaks: "\n\r\u{2028}\u{2029}",
    has_pair: false,
    fold: Fold::Simple,
    folds_classes: true,
    has_posix_classes: false,
    has_first_bracket: false,
    class_in_range: ClassInRange::Fault,
    brackets: Brackets::Flat,
};

/// ECMAScript with the flag `v`.
pub(super) static ECMASCRIPT_SETS: DialectFacts =
    DialectFacts { brackets: Brackets::Sets, ..ECMASCRIPT_UNICODE };

/// ECMAScript without the flag `u`, with Annex B.
pub(super) static ECMASCRIPT_UNITS: DialectFacts = DialectFacts {
    repeats_looks: (true, false),
    bare: "{}]",
    fold: Fold::UpperCase,
    class_in_range: ClassInRange::Literal,
    ..ECMASCRIPT_UNICODE
};

pub(super) static JAVA: DialectFacts = DialectFacts {
    dialect: Dialect::Java,
    flags: "idmsuxU",
    setting: Setting::Anywhere,
    names: &[("<", ">")],
    has_look_ahead: true,
    look_behind: LookBehind::Obvious,
    has_atomic: true,
    has_possessive: true,
    has_comments: false,
    has_branch_reset: false,
    repeats_looks: (true, true),
    repeats_anchors: true,
    open_minimum: OpenMinimum::Literal,
    bare: "}]",
    greatest: 65_535,
    dollar: Dollar::BeforeLast,
    line_start: LineStart::NotAtEnd,
    breaks: "\n\r\u{85}\u{2028}\u{2029}",
    has_pair: true,
    fold: Fold::Ascii,
    folds_classes: false,
    has_posix_classes: false,
    has_first_bracket: true,
    class_in_range: ClassInRange::LiteralAfter,
    brackets: Brackets::Java,
};

pub(super) static DOTNET: DialectFacts = DialectFacts {
    dialect: Dialect::DotNet,
    flags: "imnsx",
    setting: Setting::Anywhere,
    names: &[("<", ">"), ("'", "'")],
    has_look_ahead: true,
    look_behind: LookBehind::Any,
    has_atomic: true,
    has_possessive: false,
    has_comments: true,
    has_branch_reset: false,
    repeats_looks: (true, true),
    repeats_anchors: true,
    open_minimum: OpenMinimum::Literal,
    bare: "{}]",
    greatest: 65_535,
    dollar: Dollar::BeforeLast,
    line_start: LineStart::Anywhere,
    breaks: "\n",
    has_pair: false,
    fold: Fold::Ascii,
    folds_classes: false,
    has_posix_classes: false,
    has_first_bracket: true,
    class_in_range: ClassInRange::LiteralAfter,
    brackets: Brackets::DotNet,
};

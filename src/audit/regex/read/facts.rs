//! What the dialects with backslashes and `(?…)` have, side by side.
//!
//! The readers of these dialects are one reader, which asks this table. Escapes differ too much for
//! a table, and have a file each.

use super::super::Dialect;
use super::fold::Fold;

/// What a dialect has.
#[derive(Debug)]
pub(super) struct Facts {
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
    /// Whether `{` and `}` may stand for themselves.
    pub(super) has_bare_braces: bool,
    /// The greatest count.
    pub(super) greatest: u32,
    /// What `$` is without the flag `m`.
    pub(super) dollar: Dollar,
    /// Whether `^` with the flag `m` stands after a line break at the very end.
    pub(super) line_starts_at_end: bool,
    /// What ends a line, which `.` does not take.
    pub(super) breaks: &'static str,
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
pub(super) enum ClassInRange {
    /// A fault.
    Fault,
    /// The class, `-` and the character.
    Literal,
    /// As in Go: `-` is a character after a class, and a fault before one.
    LiteralAfter,
}

pub(super) static PYTHON: Facts = Facts {
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
    has_bare_braces: true,
    greatest: 65_535,
    dollar: Dollar::BeforeLast,
    line_starts_at_end: true,
    breaks: "\n",
    fold: Fold::Python,
    folds_classes: false,
    has_posix_classes: false,
    has_first_bracket: true,
    class_in_range: ClassInRange::Fault,
};

pub(super) static PCRE: Facts = Facts {
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
    has_bare_braces: true,
    greatest: 65_535,
    dollar: Dollar::BeforeLast,
    line_starts_at_end: false,
    breaks: "\n",
    fold: Fold::Simple,
    folds_classes: false,
    has_posix_classes: true,
    has_first_bracket: true,
    class_in_range: ClassInRange::Fault,
};

pub(super) static RE2: Facts = Facts {
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
    has_bare_braces: true,
    greatest: 1_000,
    dollar: Dollar::End,
    line_starts_at_end: true,
    breaks: "\n",
    fold: Fold::Simple,
    folds_classes: true,
    has_posix_classes: true,
    has_first_bracket: true,
    class_in_range: ClassInRange::LiteralAfter,
};

/// ECMAScript with the flag `u`.
pub(super) static ECMASCRIPT_UNICODE: Facts = Facts {
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
    has_bare_braces: false,
    greatest: 65_535,
    dollar: Dollar::End,
    line_starts_at_end: true,
    breaks: "\n\r\u{2028}\u{2029}",
    fold: Fold::Simple,
    folds_classes: true,
    has_posix_classes: false,
    has_first_bracket: false,
    class_in_range: ClassInRange::Fault,
};

/// ECMAScript without the flag `u`, with Annex B.
pub(super) static ECMASCRIPT_UNITS: Facts = Facts {
    repeats_looks: (true, false),
    has_bare_braces: true,
    fold: Fold::UpperCase,
    class_in_range: ClassInRange::Literal,
    ..ECMASCRIPT_UNICODE
};

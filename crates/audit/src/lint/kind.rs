//! The lints of grammars, and the severities of their findings.

use std::fmt;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// The finding is true, and often intended.
    Note,
    /// Strings are lost, or a part of the grammar does nothing.
    Warning,
    /// The tool that the grammar is written for rejects it.
    Error,
}

impl Severity {
    /// All of them, the mildest first.
    pub const ALL: &'static [Self] = &[Self::Note, Self::Warning, Self::Error];

    /// `note`, `warning` or `error`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A lint of grammars, patterns or programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Lint {
    /// The file, or a production of it, cannot be read.
    Unreadable,
    /// pest refuses the file.
    Refused,
    /// A production is defined twice.
    DefinedTwice,
    /// A production uses a name that nobody defines.
    Undefined,
    /// A production is prose, or names one of another document.
    Prose,
    /// An alternative is never taken: another one before it takes each of its strings.
    Shadowed,
    /// An alternative is never taken: another one before it takes a beginning of each of its strings.
    PrefixShadowed,
    /// Some strings of an alternative are lost: another one before it takes a beginning of them.
    PartlyShadowed,
    /// Two alternatives read the same string, of which the tree has the first.
    Ambiguous,
    /// An expression never succeeds.
    NeverMatches,
    /// A lookahead and what follows it are never true of one input.
    Contradiction,
    /// An option or a repetition takes what must follow, whatever the input.
    Greedy,
    /// On some inputs, an option or a repetition takes what must follow.
    PartlyGreedy,
    /// A lookahead decides nothing, since what follows it implies it.
    IdlePredicate,
    /// Blanks may stand within what looks like a token.
    BlankInToken,
    /// A rule reads other strings within an atomic rule.
    TwoLanguages,
    /// No rule calls a rule, and it is none to begin with.
    Unreached,
    /// A production has what its notation does not have, and is read all the same.
    Departure,
    /// A production has the name of a core rule of ABNF, and other strings.
    RedefinedCore,
    /// A production says again what a core rule of ABNF says.
    RepeatedCore,
    /// A repetition at the end of a choice belongs to the last alternative alone, as `*c` in `a / b
    /// *c`.
    Ungrouped,
    /// A literal of ABNF looks as if case mattered.
    AnyCase,
    /// A parser that takes the first alternative that matches loses strings.
    OrderedChoice,
    /// The end of a pattern is before a line end too.
    LineEnd,
    /// An anchor belongs to one alternative of a pattern alone.
    EscapedAnchor,
    /// A range of a class has more characters than it looks like.
    OddRange,
    /// A backtracking engine takes exponentially long for a pattern.
    ExponentialTime,
    /// A backtracking engine takes a time for a pattern that grows with a power of the length of the string.
    PolynomialTime,
    /// An alternative of a pattern finds no string that the others do not find.
    IdleAlternative,
    /// A pattern passes a URI whose host is none of those that it is for.
    HostEscape,
    /// A pattern of a program is not read.
    UnreadPattern,
    /// A string that a document gives as an example is none of its grammar.
    ExampleNotMember,
}

impl Lint {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::Unreadable,
        Self::Refused,
        Self::DefinedTwice,
        Self::Undefined,
        Self::Prose,
        Self::Shadowed,
        Self::PrefixShadowed,
        Self::PartlyShadowed,
        Self::Ambiguous,
        Self::NeverMatches,
        Self::Contradiction,
        Self::Greedy,
        Self::PartlyGreedy,
        Self::IdlePredicate,
        Self::BlankInToken,
        Self::TwoLanguages,
        Self::Unreached,
        Self::Departure,
        Self::RedefinedCore,
        Self::RepeatedCore,
        Self::Ungrouped,
        Self::AnyCase,
        Self::OrderedChoice,
        Self::LineEnd,
        Self::EscapedAnchor,
        Self::OddRange,
        Self::ExponentialTime,
        Self::PolynomialTime,
        Self::IdleAlternative,
        Self::HostEscape,
        Self::UnreadPattern,
        Self::ExampleNotMember,
    ];

    /// The name by which the lint is allowed and denied, as `prefix-shadowed`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::Refused => "refused",
            Self::DefinedTwice => "defined-twice",
            Self::Undefined => "undefined",
            Self::Prose => "prose",
            Self::Shadowed => "shadowed",
            Self::PrefixShadowed => "prefix-shadowed",
            Self::PartlyShadowed => "partly-shadowed",
            Self::Ambiguous => "ambiguous",
            Self::NeverMatches => "never-matches",
            Self::Contradiction => "contradiction",
            Self::Greedy => "greedy",
            Self::PartlyGreedy => "partly-greedy",
            Self::IdlePredicate => "idle-predicate",
            Self::BlankInToken => "blank-in-token",
            Self::TwoLanguages => "two-languages",
            Self::Unreached => "unreached",
            Self::Departure => "departure",
            Self::RedefinedCore => "redefined-core",
            Self::RepeatedCore => "repeated-core",
            Self::Ungrouped => "ungrouped",
            Self::AnyCase => "any-case",
            Self::OrderedChoice => "ordered-choice",
            Self::LineEnd => "line-end",
            Self::EscapedAnchor => "escaped-anchor",
            Self::OddRange => "odd-range",
            Self::ExponentialTime => "exponential-time",
            Self::PolynomialTime => "polynomial-time",
            Self::IdleAlternative => "idle-alternative",
            Self::HostEscape => "host-escape",
            Self::UnreadPattern => "unread-pattern",
            Self::ExampleNotMember => "example-not-member",
        }
    }

    /// Whether a finding says that an expression never succeeds.
    pub(super) fn is_never(self) -> bool {
        matches!(self, Self::NeverMatches | Self::Contradiction | Self::Greedy)
    }

    /// Whether a finding is about all inputs, and not about some.
    pub(super) fn is_of_all_inputs(self) -> bool {
        self.is_never()
            || matches!(self, Self::Shadowed | Self::PrefixShadowed | Self::IdlePredicate)
    }

    /// The severity of the findings of the lint.
    #[must_use]
    pub fn severity(self) -> Severity {
        match self {
            Self::Unreadable | Self::Refused | Self::DefinedTwice | Self::Undefined => {
                Severity::Error
            }
            Self::Ambiguous
            | Self::PartlyGreedy
            | Self::TwoLanguages
            | Self::Unreached
            | Self::Prose
            | Self::Departure
            | Self::RepeatedCore
            | Self::Ungrouped
            | Self::AnyCase
            | Self::OrderedChoice
            | Self::PolynomialTime
            | Self::IdleAlternative
            | Self::UnreadPattern => Severity::Note,
            _ => Severity::Warning,
        }
    }

    /// A one-line description of the lint.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Unreadable => "what cannot be read",
            Self::Refused => "what pest refuses the file for",
            Self::DefinedTwice => "a production that is defined twice",
            Self::Undefined => "a name that nobody defines",
            Self::Prose => "prose, or a production of another document, that is not known",
            Self::Shadowed => "an alternative whose strings another one before it takes",
            Self::PrefixShadowed => {
                "an alternative of whose strings another one before it takes a beginning"
            }
            Self::PartlyShadowed => {
                "an alternative of some of whose strings another one before it takes a beginning"
            }
            Self::Ambiguous => "two alternatives that read the same string",
            Self::NeverMatches => "an expression that never succeeds",
            Self::Contradiction => "a lookahead that is never true of what follows it",
            Self::Greedy => "a repetition that always takes what must follow",
            Self::PartlyGreedy => "a repetition that takes what must follow, of some inputs",
            Self::IdlePredicate => "a lookahead that is true of all that follows it",
            Self::BlankInToken => "a token in which blanks may stand",
            Self::TwoLanguages => "a rule that reads other strings within an atomic rule",
            Self::Unreached => "a rule that no other calls, beside one that reads all of the input",
            Self::Departure => "what the notation does not have, and is read all the same",
            Self::RedefinedCore => "a core rule of ABNF with other strings",
            Self::RepeatedCore => "a core rule of ABNF, defined again",
            Self::Ungrouped => "a repetition after alternatives, which is the last one's alone",
            Self::AnyCase => "a literal with capitals, which ABNF reads in any case",
            Self::OrderedChoice => {
                "strings that a parser loses which takes the first alternative that matches"
            }
            Self::LineEnd => "a pattern whose `$` is before a line end too",
            Self::EscapedAnchor => "an anchor of a pattern that belongs to one alternative alone",
            Self::OddRange => "a range of a class that has more than it looks like, as `[+.-_]`",
            Self::ExponentialTime => "what takes exponentially long for some strings",
            Self::PolynomialTime => {
                "what takes a power of the length of some strings, as its square"
            }
            Self::IdleAlternative => "an alternative of a pattern that finds nothing more",
            Self::HostEscape => "a pattern that passes a URI with a host that is not allowed",
            Self::UnreadPattern => "a pattern of a program whose flags or syntax are not read",
            Self::ExampleNotMember => "an example of a document that its grammar does not have",
        }
    }
}

//! What a parser does wrong, by name.

use std::fmt;

use urispec_compare::parsers::Component;

/// What a parser does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum MistakeKind {
    Accepts,
    Rejects,
    Differs(Component),
    Target,
    Normalized,
    Crashes,
}

impl MistakeKind {
    /// The name of the kind, in JSON and in a baseline.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Accepts => "accepts",
            Self::Rejects => "rejects",
            Self::Differs(_) => "differs",
            Self::Target => "target",
            Self::Normalized => "normalized",
            Self::Crashes => "crashes",
        }
    }

    /// The names of all kinds, and what each says of a parser.
    pub(super) const SUMMARIES: [(&'static str, &'static str); 6] = [
        ("accepts", "the parser takes a string that is not valid"),
        ("rejects", "the parser does not take a string that is valid"),
        ("differs", "the parser finds another component in a string"),
        ("target", "the parser resolves a reference to another target"),
        ("normalized", "the parser gives a string another normal form"),
        ("crashes", "the parser fails over a string"),
    ];

    /// What differs.
    pub(super) const fn part(self) -> Option<&'static str> {
        match self {
            Self::Differs(component) => Some(component.name()),
            Self::Target => Some("target"),
            Self::Normalized => Some("normal form"),
            _ => None,
        }
    }
}

impl fmt::Display for MistakeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part() {
            Some(part) => write!(f, "differs in {part}"),
            None => f.write_str(self.name()),
        }
    }
}

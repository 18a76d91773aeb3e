//! The operators of expressions, and what each does: the table of Appendix A as section 3.2 has it.

use core::fmt;

/// The operator of an expression (section 2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operator {
    /// None: simple string expansion (3.2.2).
    Simple,
    /// `+`: reserved expansion (3.2.3).
    Reserved,
    /// `#`: fragment expansion (3.2.4).
    Fragment,
    /// `.`: labels (3.2.5).
    Label,
    /// `/`: segments of a path (3.2.6).
    Path,
    /// `;`: parameters of a path (3.2.7).
    Parameter,
    /// `?`: a query (3.2.8).
    Query,
    /// `&`: the rest of a query (3.2.9).
    Continuation,
    /// `=`, `,`, `!`, `@` or `|`: reserved for extensions, and without an expansion (2.2).
    Future(char),
}

impl Operator {
    /// The operator that a character is.
    pub(super) const fn of(character: u8) -> Option<Self> {
        Some(match character {
            b'+' => Self::Reserved,
            b'#' => Self::Fragment,
            b'.' => Self::Label,
            b'/' => Self::Path,
            b';' => Self::Parameter,
            b'?' => Self::Query,
            b'&' => Self::Continuation,
            b'=' | b',' | b'!' | b'@' | b'|' => Self::Future(character as char),
            _ => return None,
        })
    }

    /// The character of the operator. Simple expansion has none.
    #[must_use]
    pub const fn character(self) -> Option<char> {
        Some(match self {
            Self::Simple => return None,
            Self::Reserved => '+',
            Self::Fragment => '#',
            Self::Label => '.',
            Self::Path => '/',
            Self::Parameter => ';',
            Self::Query => '?',
            Self::Continuation => '&',
            Self::Future(character) => character,
        })
    }

    /// The section that says how such an expression expands.
    #[must_use]
    pub const fn section(self) -> &'static str {
        match self {
            Self::Simple => "3.2.2",
            Self::Reserved => "3.2.3",
            Self::Fragment => "3.2.4",
            Self::Label => "3.2.5",
            Self::Path => "3.2.6",
            Self::Parameter => "3.2.7",
            Self::Query => "3.2.8",
            Self::Continuation => "3.2.9",
            Self::Future(_) => "2.2",
        }
    }

    /// What stands before the first variable that is defined.
    pub(super) const fn first(self) -> &'static str {
        match self {
            Self::Fragment => "#",
            Self::Label => ".",
            Self::Path => "/",
            Self::Parameter => ";",
            Self::Query => "?",
            Self::Continuation => "&",
            Self::Simple | Self::Reserved | Self::Future(_) => "",
        }
    }

    /// What stands before each further variable, and between the members of an exploded value.
    pub(super) const fn separator(self) -> &'static str {
        match self {
            Self::Label => ".",
            Self::Path => "/",
            Self::Parameter => ";",
            Self::Query | Self::Continuation => "&",
            Self::Simple | Self::Reserved | Self::Fragment | Self::Future(_) => ",",
        }
    }

    /// Whether the name of a variable stands before its value.
    pub(super) const fn is_named(self) -> bool {
        matches!(self, Self::Parameter | Self::Query | Self::Continuation)
    }

    /// Whether `=` stands after a name whose value is empty (3.2.1, 3.2.7).
    pub(super) const fn is_form(self) -> bool {
        matches!(self, Self::Query | Self::Continuation)
    }

    /// Whether reserved characters and triplets of a value stand as they are (3.2.1).
    pub(super) const fn lets_reserved(self) -> bool {
        matches!(self, Self::Reserved | Self::Fragment)
    }
}

/// The character of the operator, or nothing.
impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.character().map_or(Ok(()), |character| write!(f, "{character}"))
    }
}

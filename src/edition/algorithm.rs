//! How an edition resolves: its algorithm by name, and the references that its algorithm takes
//! although its grammar does not. The stage [`resolve`](crate::Resolver) runs them.

/// The algorithm by which an edition resolves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algorithm {
    /// None, for the reason that the section gives.
    None {
        section: &'static str,
    },
    Rfc1630,
    UrlSyntax05,
    Rfc2396,
    Rfc2396bis01,
    Rfc3986,
}

impl Algorithm {
    /// Whether it removes the dot segments of a path that is not relative to the base's.
    pub(crate) const fn removes_from_absolute_paths(self) -> bool {
        matches!(self, Self::Rfc3986)
    }

    /// Whether it merges the query with the path, and so removes what looks like dot segments
    /// there.
    pub(crate) const fn merges_query(self) -> bool {
        matches!(self, Self::UrlSyntax05)
    }

    /// Whether its base may be the empty string, which has no scheme.
    pub(crate) const fn has_empty_base(self) -> bool {
        matches!(self, Self::UrlSyntax05)
    }

    /// The section by which components become a string again; empty where the string is never
    /// taken apart.
    pub(crate) const fn recomposition(self) -> &'static str {
        match self {
            Self::None { .. } | Self::Rfc1630 => "",
            Self::UrlSyntax05 | Self::Rfc2396 => "5.2 7)",
            Self::Rfc2396bis01 => "5.2",
            Self::Rfc3986 => "5.3",
        }
    }
}

/// What an edition resolves although its production for whole strings cannot derive it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Partial {
    /// How such a reference begins.
    pub(crate) begins: &'static str,
    /// What it lacks: with this before it the production derives it.
    pub(crate) lacks: &'static str,
    /// What a scheme alone lacks after its ":", if that too is resolved and not derived.
    pub(crate) scheme_lacks: Option<&'static str>,
    /// Whether to warn of it: not where the document has no production for references.
    pub(crate) is_underivable: bool,
}

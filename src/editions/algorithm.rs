//! How an edition resolves: its algorithm by name, and the references that its algorithm takes
//! although its grammar does not. The stage [`resolve`](crate::Resolver) runs them.

/// The resolution algorithm of an edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// No algorithm.
    #[cfg(feature = "grammars")]
    None {
        /// Why, as the section says.
        why: &'static str,
        /// The section.
        section: &'static str,
    },
    /// Partial forms and runs of slashes (RFC 1630).
    #[cfg(feature = "grammars")]
    Rfc1630,
    /// The steps of RFC 1808, section 4.
    #[cfg(feature = "grammars")]
    Rfc1808,
    /// The steps of url-syntax-05, section 5.2.
    #[cfg(feature = "grammars")]
    UrlSyntax05,
    /// The steps of RFC 2396, section 5.2.
    #[cfg(feature = "grammars")]
    Rfc2396,
    /// The pseudocode of rfc2396bis-01, section 5.2.
    #[cfg(feature = "grammars")]
    Rfc2396bis01,
    /// The pseudocode of RFC 3986, section 5.2.
    Rfc3986,
    /// The basic URL parser of the URL Standard.
    #[cfg(feature = "grammars")]
    Whatwg,
}

impl Algorithm {
    /// Whether the algorithm removes dot segments from a path that is not relative to the base's
    /// path.
    pub(crate) const fn removes_from_absolute_paths(self) -> bool {
        matches!(self, Self::Rfc3986)
    }

    /// Whether the algorithm accepts the empty string, which has no scheme, as a base.
    #[cfg(feature = "grammars")]
    pub(crate) const fn has_empty_base(self) -> bool {
        matches!(self, Self::Rfc1808 | Self::UrlSyntax05)
    }

    /// Whether the algorithm reads the fragment of the base: a reference may inherit it, or the base is parsed.
    pub(crate) const fn reads_fragment_of_base(self) -> bool {
        #[cfg(feature = "grammars")]
        return matches!(self, Self::Rfc1808 | Self::Whatwg);
        #[cfg(not(feature = "grammars"))]
        return false;
    }

    /// The section by which the components are recomposed. It is empty if the algorithm never takes
    /// the string apart.
    pub(crate) const fn recomposition(self) -> &'static str {
        match self {
            #[cfg(feature = "grammars")]
            Self::None { .. } | Self::Rfc1630 | Self::Whatwg => "",
            #[cfg(feature = "grammars")]
            Self::Rfc1808 => "4 7)",
            #[cfg(feature = "grammars")]
            Self::UrlSyntax05 | Self::Rfc2396 => "5.2 7)",
            #[cfg(feature = "grammars")]
            Self::Rfc2396bis01 => "5.2",
            Self::Rfc3986 => "5.3",
        }
    }
}

/// The references that an edition resolves although its production for whole strings cannot derive
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Partial {
    /// The text with which such a reference begins.
    pub(crate) begins: &'static str,
    /// The text that such a reference lacks: with it in front, the production derives the
    /// reference.
    pub(crate) lacks: &'static str,
    /// The text that a scheme alone lacks after its ":", if a scheme alone is resolved too and not
    /// derived.
    pub(crate) scheme_lacks: Option<&'static str>,
    /// Whether to warn that such a reference is not derived. There is no warning where the document
    /// has no production for references.
    pub(crate) is_underivable: bool,
}

/// A section of RFC 3986 about resolution, with the name of the document.
pub fn of_rfc3986(section: &'static str) -> &'static str {
    match section {
        "3.3" => "RFC 3986, 3.3",
        "4.4" => "RFC 3986, 4.4",
        "5.2.2" => "RFC 3986, 5.2.2",
        "5.2.3" => "RFC 3986, 5.2.3",
        "5.2.4" => "RFC 3986, 5.2.4",
        "5.3" => "RFC 3986, 5.3",
        section => section,
    }
}

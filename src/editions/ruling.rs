//! What the resolution algorithms say about the references on which they differ.
//!
//! In: an [`Algorithm`] and a [`Point`]. Out: a [`Ruling`], which is a clause with its section. Two
//! algorithms that rule alike have the same clause, whatever the sections. The stage `resolve` has
//! the algorithms themselves; the rulings say in words what they do, and whoever reads them holds
//! them against what is resolved.

use super::algorithm::of_rfc3986;
use super::{Algorithm, Edition};

/// A point on which resolution algorithms differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Point {
    /// A reference that is empty, or a fragment alone.
    Empty,
    /// A reference without a scheme, an authority and a path, but with a query.
    QueryAlone,
    /// A reference that begins with parameters, or a base that ends with them.
    Params,
    /// A component that is empty, though its delimiter stands there.
    EmptyComponent,
    /// Dot segments in a path that is not relative to the base's path.
    DotSegments,
    /// Segments `..` that lead above the root.
    AboveRoot,
    /// The query of a reference whose path is relative or empty.
    Query,
    /// A relative path, or a query alone, against a base that has an authority and no path.
    EmptyBasePath,
    /// The choice to ignore a scheme that the base has too.
    SameScheme,
    /// A base without an authority, whose path does not begin with "/".
    RootlessBase,
    /// Which references are references to the same document.
    SameDocument,
}

/// The ruling on the same document that needs the base.
const BY_TARGET: &str =
    "knows them by their target: it is the base, if fragments are left out of both";

/// The ruling on parameters of a document that has no component for them.
const PART_OF_SEGMENT: &str = "has them in a segment of the path, as any other text";

/// What a document says about a point: a clause that follows the name of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ruling {
    /// The section, with the step or the routine where it has one.
    pub(crate) section: &'static str,
    pub(crate) says: &'static str,
}

impl Ruling {
    /// Whether the ruling is that references to the same document are known by their target.
    pub(crate) fn is_by_target(self) -> bool {
        self.says == BY_TARGET
    }
}

impl Point {
    pub(crate) const ALL: [Self; 11] = [
        Self::Empty,
        Self::QueryAlone,
        Self::Params,
        Self::EmptyComponent,
        Self::Query,
        Self::EmptyBasePath,
        Self::AboveRoot,
        Self::DotSegments,
        Self::SameScheme,
        Self::RootlessBase,
        Self::SameDocument,
    ];

    /// What the point is about, as the beginning of a sentence.
    pub(crate) const fn about(self) -> &'static str {
        match self {
            Self::Empty => "a reference that is empty or only a fragment",
            Self::QueryAlone => "a reference that begins with \"?\"",
            Self::Params => "a path with \";\" in the reference or the base",
            Self::EmptyComponent => "an authority, a query or a fragment that is empty",
            Self::DotSegments => {
                "dot segments after a scheme or an authority, or in a path that begins with \"/\""
            }
            Self::AboveRoot => "segments \"..\" that lead above the root",
            Self::Query => "the query of a reference whose path is relative or empty",
            Self::EmptyBasePath => "a relative path, where the base has an authority and no path",
            Self::SameScheme => "a reference with the scheme of the base",
            Self::RootlessBase => {
                "a base that has no authority, and whose path does not begin with \"/\""
            }
            Self::SameDocument => "references to the same document",
        }
    }
}

impl Edition {
    /// What the document says about a point. RFC 3987 takes over the algorithms of RFC 3986 as a whole,
    /// in one sentence; the documents of schemes leave all to RFC 3986.
    pub(crate) fn ruling(self, point: Point) -> Option<Ruling> {
        let ruling = self.facts().algorithm.ruling(point)?;
        Some(match self {
            Self::Rfc3987 => Ruling { section: "6.5", ..ruling },
            _ if self.resolves_by_rfc3986() => {
                Ruling { section: of_rfc3986(ruling.section), ..ruling }
            }
            _ => ruling,
        })
    }
}

impl Algorithm {
    /// What the document says about a point. There is nothing where it does not resolve, or where
    /// no sentence speaks of the point.
    const fn ruling(self, point: Point) -> Option<Ruling> {
        let (section, says) = match (point, self) {
            (_, Self::None { .. }) => return None,

            (Point::Empty, Self::Rfc1630) => {
                ("4.1.3", "puts the reference after the last slash of the base, as any other")
            }
            (Point::Empty, Self::Rfc1808) => {
                ("4, steps 2a and 5", "takes the base, and its fragment if the reference is empty")
            }
            (Point::Empty, Self::UrlSyntax05 | Self::Rfc2396) => {
                ("5.2, step 2", "takes the current document, and makes no target")
            }
            (Point::Empty, Self::Rfc2396bis01) => {
                ("5.2", "takes the current document, and makes no target")
            }
            (Point::Empty, Self::Rfc3986) => {
                ("5.2.2", "takes the base without its fragment, and adds the reference's fragment")
            }
            (Point::Empty, Self::Whatwg) => (
                "url-parsing, relative state",
                "takes the base without its fragment, and adds the reference's fragment",
            ),

            (Point::QueryAlone, Self::Rfc1630) => {
                ("4.1.3", "puts the query in the place of the base's last segment")
            }
            (Point::QueryAlone, Self::Rfc1808) => ("4, step 5", "keeps the whole path of the base"),
            (Point::QueryAlone, Self::UrlSyntax05 | Self::Rfc2396) => {
                ("5.2, step 6", "puts the query in the place of the base's last segment")
            }
            (Point::QueryAlone, Self::Rfc2396bis01) => ("5.2", "keeps the whole path of the base"),
            (Point::QueryAlone, Self::Rfc3986) => ("5.2.2", "keeps the whole path of the base"),
            (Point::QueryAlone, Self::Whatwg) => {
                ("url-parsing, relative state", "keeps the whole path of the base")
            }

            (Point::Params, Self::Rfc1808) => (
                "2.4.5",
                "divides the path at the first of them, and resolves what stands before it",
            ),
            (Point::Params, Self::Rfc1630) => ("4.1.3", PART_OF_SEGMENT),
            (Point::Params, Self::UrlSyntax05) => ("4.3.2", PART_OF_SEGMENT),
            (Point::Params, Self::Rfc2396 | Self::Rfc2396bis01 | Self::Rfc3986) => {
                ("3.3", PART_OF_SEGMENT)
            }
            (Point::Params, Self::Whatwg) => ("url-parsing, path state", PART_OF_SEGMENT),

            (Point::EmptyComponent, Self::Rfc1808) => ("2.4", "takes it for none"),
            (Point::EmptyComponent, Self::Rfc1630) => return None,
            (Point::EmptyComponent, Self::UrlSyntax05 | Self::Rfc2396 | Self::Rfc2396bis01) => {
                ("5.2", "tells it from none")
            }
            (Point::EmptyComponent, Self::Rfc3986) => ("5.3", "tells it from none"),
            (Point::EmptyComponent, Self::Whatwg) => ("url-serializing", "tells it from none"),

            (Point::DotSegments, Self::Rfc1630) => ("4.1.3", "leaves them"),
            (Point::DotSegments, Self::Rfc1808) => ("4, steps 2 to 4", "leaves them"),
            (Point::DotSegments, Self::UrlSyntax05 | Self::Rfc2396) => {
                ("5.2, steps 3 to 5", "leaves them")
            }
            (Point::DotSegments, Self::Rfc2396bis01) => ("5.2", "leaves them"),
            (Point::DotSegments, Self::Rfc3986) => ("5.2.2", "removes them"),
            (Point::DotSegments, Self::Whatwg) => {
                ("url-parsing, path state", "removes them, written \"%2E\" too")
            }

            (Point::AboveRoot, Self::Rfc1630) => {
                ("4.1.3", "removes the host with them, since the host is an element of the path")
            }
            (Point::AboveRoot, Self::Rfc1808) => ("5.2", "leaves them"),
            (Point::AboveRoot, Self::UrlSyntax05) => ("C.2", "leaves them"),
            (Point::AboveRoot, Self::Rfc2396) => (
                "5.2, step 6g",
                "lets an implementation leave them, remove them or refuse the reference, and \
                 leaves them in its examples",
            ),
            (Point::AboveRoot, Self::Rfc2396bis01) => (
                "5.2, step 7 of merge",
                "lets an implementation leave them, remove them or refuse the reference, and \
                 leaves them in its examples",
            ),
            (Point::AboveRoot, Self::Rfc3986) => ("5.2.4", "removes them"),
            (Point::AboveRoot, Self::Whatwg) => ("url-parsing, path state", "removes them"),

            (Point::Query, Self::UrlSyntax05) => {
                ("5.2, step 6c", "merges it with the path, and removes dot segments from both")
            }
            (Point::Query, Self::Rfc1630) => ("4.1.3", "leaves it as it is"),
            (Point::Query, Self::Rfc1808) => ("4, step 2", "leaves it as it is"),
            (Point::Query, Self::Rfc2396) => ("5.2, step 2", "leaves it as it is"),
            (Point::Query, Self::Rfc2396bis01) => ("5.2", "leaves it as it is"),
            (Point::Query, Self::Rfc3986) => ("5.2.2", "leaves it as it is"),
            (Point::Query, Self::Whatwg) => (
                "url-parsing, query state",
                "leaves it as it is, but for code points that it encodes",
            ),

            (Point::EmptyBasePath, Self::Rfc1630) => {
                ("4.1.3", "puts the path in the place of the host")
            }
            (Point::EmptyBasePath, Self::Rfc1808) => {
                ("2.1", "puts a \"/\" before the path, or before a query alone")
            }
            (Point::EmptyBasePath, Self::UrlSyntax05 | Self::Rfc2396) => {
                ("5.2, step 6a", "puts the path right after the authority")
            }
            (Point::EmptyBasePath, Self::Rfc2396bis01) => {
                ("5.2, step 1 of merge", "puts a \"/\" before the path")
            }
            (Point::EmptyBasePath, Self::Rfc3986) => ("5.2.3", "puts a \"/\" before the path"),
            (Point::EmptyBasePath, Self::Whatwg) => {
                ("url-parsing, path state", "puts a \"/\" before the path")
            }

            (Point::SameScheme, Self::Rfc1630) => return None,
            (Point::SameScheme, Self::Rfc1808) => {
                ("5.2", "calls it a loophole that should be avoided")
            }
            (Point::SameScheme, Self::UrlSyntax05) => {
                ("C.2", "calls it a loophole that should be avoided")
            }
            (Point::SameScheme, Self::Rfc2396) => (
                "5.2, step 3",
                "lets a parser ignore the scheme, if all URI of that scheme are hierarchical",
            ),
            (Point::SameScheme, Self::Rfc2396bis01) => {
                ("5.2", "lets a parser that does not validate ignore the scheme")
            }
            (Point::SameScheme, Self::Rfc3986) => {
                ("5.2.2", "lets a parser that is not strict ignore the scheme")
            }

            (Point::SameScheme, Self::Whatwg) => (
                "url-parsing, special relative or authority state",
                "ignores the scheme, with a validation error, if the scheme is special",
            ),

            (Point::RootlessBase, Self::Rfc1630) => return None,
            (Point::RootlessBase, Self::Rfc1808) => {
                ("2", "takes it, since it fits the generic-RL syntax")
            }
            (Point::RootlessBase, Self::UrlSyntax05) => {
                ("5", "takes it, since it is a generic-URL")
            }
            (Point::RootlessBase, Self::Rfc2396 | Self::Rfc2396bis01) => {
                ("5", "wants a hierarchical base for relative references")
            }
            (Point::RootlessBase, Self::Rfc3986) => {
                ("5.2.4", "has dot segments that remove its first segment leave a \"/\"")
            }

            (Point::RootlessBase, Self::Whatwg) => (
                "url-parsing, no scheme state",
                "takes it for a fragment alone, since its path is opaque",
            ),

            (Point::SameDocument, Self::Rfc1630 | Self::Rfc1808 | Self::Whatwg) => return None,
            (Point::SameDocument, Self::UrlSyntax05) => {
                ("3", "knows them by their form: they are empty, or only a fragment")
            }
            (Point::SameDocument, Self::Rfc2396 | Self::Rfc2396bis01) => {
                ("4.2", "knows them by their form: they are empty, or only a fragment")
            }
            (Point::SameDocument, Self::Rfc3986) => ("4.4", BY_TARGET),
        };
        Some(Ruling { section, says })
    }
}

//! What the resolution algorithms say about the references on which they differ.
//!
//! In: an [`Algorithm`] and a [`Point`]. Out: a [`Ruling`], which is a clause with its section. Two
//! algorithms that rule alike have the same clause, whatever the sections. The stage `resolve` has
//! the algorithms themselves; the rulings say in words what they do, and whoever reads them holds
//! them against what is resolved.

use urispec::Edition;
use urispec::internal::{Algorithm, facts, of_rfc3986, resolves_by_rfc3986};

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

/// Returns what the document says about a point. RFC 3987 takes over the algorithms of RFC 3986 as a whole,
/// in one sentence; the documents of schemes leave all to RFC 3986.
pub(crate) fn ruling(edition: Edition, point: Point) -> Option<Ruling> {
    let ruling = of_algorithm(facts(edition).algorithm, point)?;
    Some(match edition {
        Edition::Rfc3987 => Ruling { section: "6.5", ..ruling },
        _ if resolves_by_rfc3986(edition) => {
            Ruling { section: of_rfc3986(ruling.section), ..ruling }
        }
        _ => ruling,
    })
}

/// Returns what the document says about a point. There is nothing where it does not resolve, or where
/// no sentence speaks of the point.
const fn of_algorithm(algorithm: Algorithm, point: Point) -> Option<Ruling> {
    let (section, says) = match (point, algorithm) {
        (_, Algorithm::None { .. }) => return None,

        (Point::Empty, Algorithm::Rfc1630) => {
            ("4.1.3", "puts the reference after the last slash of the base, as any other")
        }
        (Point::Empty, Algorithm::Rfc1808) => {
            ("4, steps 2a and 5", "takes the base, and its fragment if the reference is empty")
        }
        (Point::Empty, Algorithm::UrlSyntax05 | Algorithm::Rfc2396) => {
            ("5.2, step 2", "takes the current document, and makes no target")
        }
        (Point::Empty, Algorithm::Rfc2396bis01) => {
            ("5.2", "takes the current document, and makes no target")
        }
        (Point::Empty, Algorithm::Rfc3986) => {
            ("5.2.2", "takes the base without its fragment, and adds the reference's fragment")
        }
        (Point::Empty, Algorithm::Whatwg) => (
            "url-parsing, relative state",
            "takes the base without its fragment, and adds the reference's fragment",
        ),

        (Point::QueryAlone, Algorithm::Rfc1630) => {
            ("4.1.3", "puts the query in the place of the base's last segment")
        }
        (Point::QueryAlone, Algorithm::Rfc1808) => {
            ("4, step 5", "keeps the whole path of the base")
        }
        (Point::QueryAlone, Algorithm::UrlSyntax05 | Algorithm::Rfc2396) => {
            ("5.2, step 6", "puts the query in the place of the base's last segment")
        }
        (Point::QueryAlone, Algorithm::Rfc2396bis01) => ("5.2", "keeps the whole path of the base"),
        (Point::QueryAlone, Algorithm::Rfc3986) => ("5.2.2", "keeps the whole path of the base"),
        (Point::QueryAlone, Algorithm::Whatwg) => {
            ("url-parsing, relative state", "keeps the whole path of the base")
        }

        (Point::Params, Algorithm::Rfc1808) => {
            ("2.4.5", "divides the path at the first of them, and resolves what stands before it")
        }
        (Point::Params, Algorithm::Rfc1630) => ("4.1.3", PART_OF_SEGMENT),
        (Point::Params, Algorithm::UrlSyntax05) => ("4.3.2", PART_OF_SEGMENT),
        (Point::Params, Algorithm::Rfc2396 | Algorithm::Rfc2396bis01 | Algorithm::Rfc3986) => {
            ("3.3", PART_OF_SEGMENT)
        }
        (Point::Params, Algorithm::Whatwg) => ("url-parsing, path state", PART_OF_SEGMENT),

        (Point::EmptyComponent, Algorithm::Rfc1808) => ("2.4", "takes it for none"),
        (Point::EmptyComponent, Algorithm::Rfc1630) => return None,
        (
            Point::EmptyComponent,
            Algorithm::UrlSyntax05 | Algorithm::Rfc2396 | Algorithm::Rfc2396bis01,
        ) => ("5.2", "tells it from none"),
        (Point::EmptyComponent, Algorithm::Rfc3986) => ("5.3", "tells it from none"),
        (Point::EmptyComponent, Algorithm::Whatwg) => ("url-serializing", "tells it from none"),

        (Point::DotSegments, Algorithm::Rfc1630) => ("4.1.3", "leaves them"),
        (Point::DotSegments, Algorithm::Rfc1808) => ("4, steps 2 to 4", "leaves them"),
        (Point::DotSegments, Algorithm::UrlSyntax05 | Algorithm::Rfc2396) => {
            ("5.2, steps 3 to 5", "leaves them")
        }
        (Point::DotSegments, Algorithm::Rfc2396bis01) => ("5.2", "leaves them"),
        (Point::DotSegments, Algorithm::Rfc3986) => ("5.2.2", "removes them"),
        (Point::DotSegments, Algorithm::Whatwg) => {
            ("url-parsing, path state", "removes them, written \"%2E\" too")
        }

        (Point::AboveRoot, Algorithm::Rfc1630) => {
            ("4.1.3", "removes the host with them, since the host is an element of the path")
        }
        (Point::AboveRoot, Algorithm::Rfc1808) => ("5.2", "leaves them"),
        (Point::AboveRoot, Algorithm::UrlSyntax05) => ("C.2", "leaves them"),
        (Point::AboveRoot, Algorithm::Rfc2396) => (
            "5.2, step 6g",
            "lets an implementation leave them, remove them or refuse the reference, and \
             leaves them in its examples",
        ),
        (Point::AboveRoot, Algorithm::Rfc2396bis01) => (
            "5.2, step 7 of merge",
            "lets an implementation leave them, remove them or refuse the reference, and \
             leaves them in its examples",
        ),
        (Point::AboveRoot, Algorithm::Rfc3986) => ("5.2.4", "removes them"),
        (Point::AboveRoot, Algorithm::Whatwg) => ("url-parsing, path state", "removes them"),

        (Point::Query, Algorithm::UrlSyntax05) => {
            ("5.2, step 6c", "merges it with the path, and removes dot segments from both")
        }
        (Point::Query, Algorithm::Rfc1630) => ("4.1.3", "leaves it as it is"),
        (Point::Query, Algorithm::Rfc1808) => ("4, step 2", "leaves it as it is"),
        (Point::Query, Algorithm::Rfc2396) => ("5.2, step 2", "leaves it as it is"),
        (Point::Query, Algorithm::Rfc2396bis01) => ("5.2", "leaves it as it is"),
        (Point::Query, Algorithm::Rfc3986) => ("5.2.2", "leaves it as it is"),
        (Point::Query, Algorithm::Whatwg) => {
            ("url-parsing, query state", "leaves it as it is, but for code points that it encodes")
        }

        (Point::EmptyBasePath, Algorithm::Rfc1630) => {
            ("4.1.3", "puts the path in the place of the host")
        }
        (Point::EmptyBasePath, Algorithm::Rfc1808) => {
            ("2.1", "puts a \"/\" before the path, or before a query alone")
        }
        (Point::EmptyBasePath, Algorithm::UrlSyntax05 | Algorithm::Rfc2396) => {
            ("5.2, step 6a", "puts the path right after the authority")
        }
        (Point::EmptyBasePath, Algorithm::Rfc2396bis01) => {
            ("5.2, step 1 of merge", "puts a \"/\" before the path")
        }
        (Point::EmptyBasePath, Algorithm::Rfc3986) => ("5.2.3", "puts a \"/\" before the path"),
        (Point::EmptyBasePath, Algorithm::Whatwg) => {
            ("url-parsing, path state", "puts a \"/\" before the path")
        }

        (Point::SameScheme, Algorithm::Rfc1630) => return None,
        (Point::SameScheme, Algorithm::Rfc1808) => {
            ("5.2", "calls it a loophole that should be avoided")
        }
        (Point::SameScheme, Algorithm::UrlSyntax05) => {
            ("C.2", "calls it a loophole that should be avoided")
        }
        (Point::SameScheme, Algorithm::Rfc2396) => (
            "5.2, step 3",
            "lets a parser ignore the scheme, if all URI of that scheme are hierarchical",
        ),
        (Point::SameScheme, Algorithm::Rfc2396bis01) => {
            ("5.2", "lets a parser that does not validate ignore the scheme")
        }
        (Point::SameScheme, Algorithm::Rfc3986) => {
            ("5.2.2", "lets a parser that is not strict ignore the scheme")
        }

        (Point::SameScheme, Algorithm::Whatwg) => (
            "url-parsing, special relative or authority state",
            "ignores the scheme, with a validation error, if the scheme is special",
        ),

        (Point::RootlessBase, Algorithm::Rfc1630) => return None,
        (Point::RootlessBase, Algorithm::Rfc1808) => {
            ("2", "takes it, since it fits the generic-RL syntax")
        }
        (Point::RootlessBase, Algorithm::UrlSyntax05) => {
            ("5", "takes it, since it is a generic-URL")
        }
        (Point::RootlessBase, Algorithm::Rfc2396 | Algorithm::Rfc2396bis01) => {
            ("5", "wants a hierarchical base for relative references")
        }
        (Point::RootlessBase, Algorithm::Rfc3986) => {
            ("5.2.4", "has dot segments that remove its first segment leave a \"/\"")
        }

        (Point::RootlessBase, Algorithm::Whatwg) => (
            "url-parsing, no scheme state",
            "takes it for a fragment alone, since its path is opaque",
        ),

        (Point::SameDocument, Algorithm::Rfc1630 | Algorithm::Rfc1808 | Algorithm::Whatwg) => {
            return None;
        }
        (Point::SameDocument, Algorithm::UrlSyntax05) => {
            ("3", "knows them by their form: they are empty, or only a fragment")
        }
        (Point::SameDocument, Algorithm::Rfc2396 | Algorithm::Rfc2396bis01) => {
            ("4.2", "knows them by their form: they are empty, or only a fragment")
        }
        (Point::SameDocument, Algorithm::Rfc3986) => ("4.4", BY_TARGET),
    };
    Some(Ruling { section, says })
}

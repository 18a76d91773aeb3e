//! What the resolution algorithms say about the references on which they differ.

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
fn of_algorithm(algorithm: Algorithm, point: Point) -> Option<Ruling> {
    let (point, algorithm) = (format!("{point:?}"), format!("{algorithm:?}"));
    include_str!("ruling.tsv").lines().find_map(|line| {
        let mut fields = line.split('\t');
        let is_meant =
            fields.next()? == point && fields.next()?.split(' ').any(|one| one == algorithm);
        let (section, says) = (fields.next()?, fields.next()?);
        is_meant.then_some(Ruling { section, says })
    })
}

//! The letters of a reference: those of URIs, or those of IRIs.
//!
//! In: one of two marker types. Out: every difference between the types of RFC 3987 and those of RFC 3986: the
//! productions, the characters that stand without an escape, and the names in messages. The rest is written once, for
//! both.
//!
//! The surprising case: resolving and normalizing are not here. IRIs resolve by the algorithm of RFC
//! 3986 (RFC 3987, 6.5), in which every letter that matters is ASCII.

use alloc::borrow::Cow;
use core::fmt::Debug;

use super::build::component::{self, Components};
use crate::editions::IRI_REFERENCE;
use crate::editions::automaton::Automaton;
use crate::editions::automaton::tables::rfc3986;
use crate::editions::automaton::tables::rfc3987;
use crate::editions::production::Production;
use crate::editions::{Edition, URI_REFERENCE};
use crate::parse::iri_reference;
use crate::parse::uri_reference;
use crate::parts::percent::encode_iri;
use crate::parts::percent::{Keep, encode};
use crate::reference::Reference;
use crate::reference::error::ParseError;

/// The letters of a reference: [`Ascii`] for a URI, `Ucs` for an IRI.
///
/// A function that takes both is generic:
///
/// ```
/// use urispec::{ResolveError, uri};
/// use urispec::generic::{Letters, Ri, RiBuf};
/// /// The document in the folder that lists what is in the folder.
/// fn index<L: Letters>(identifier: Ri<'_, L>) -> Result<RiBuf<L>, ResolveError> {
///     let index = urispec::generic::RiRef::parse("index.html")?;
///     index.resolve_against(identifier)
/// }
/// assert_eq!(index(uri!("http://example.org/a/b"))?, "http://example.org/a/index.html");
/// # Ok::<(), ResolveError>(())
/// ```
///
/// The trait is sealed. No other document says what a reference of this form is.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the letters of URIs, `Ascii`, or those of IRIs, `Ucs`",
    note = "`Uri<'_>` is `Ri<'_, Ascii>`, and `Iri<'_>` is `Ri<'_, Ucs>`"
)]
pub trait Letters: Copy + Debug + Send + Sync + 'static + sealed::Sealed {}

/// The letters of URIs: ASCII (RFC 3986, section 2).
#[derive(Clone, Copy, Debug)]
pub enum Ascii {}

/// The letters of IRIs: the Universal Character Set (RFC 3987, section 2.1).
#[derive(Clone, Copy, Debug)]
pub enum Ucs {}

/// What a document says of its letters, and how its types are named.
pub struct Facts {
    pub(crate) edition: Edition,
    /// The production of a reference.
    pub(super) production: &'static Production,
    /// The name of the production of a reference with a scheme.
    #[cfg_attr(not(feature = "serde"), expect(dead_code))]
    pub(super) with_scheme: &'static str,
    pub(super) automaton: &'static Automaton,
    /// The start of the production of a reference in the automaton.
    pub(super) start: u16,
    pub(super) components: &'static Components,
    /// The name of the borrowed type of a reference.
    pub(super) reference: &'static str,
    /// That of the borrowed one with a scheme.
    pub(super) whole: &'static str,
    /// That of the owned type of a reference.
    pub(super) reference_buf: &'static str,
    /// That of the owned one with a scheme.
    pub(super) whole_buf: &'static str,
}

pub(crate) mod sealed {
    use super::{Cow, Facts, Keep, ParseError, Reference};

    /// In what the letters differ.
    pub trait Sealed {
        const FACTS: Facts;

        /// Parses a reference.
        fn reference(text: &str) -> Result<Reference<'_>, ParseError>;

        /// Percent-encodes data for a place.
        fn encode(data: &str, keep: Keep) -> Cow<'_, str>;
    }
}

impl Letters for Ascii {}

impl sealed::Sealed for Ascii {
    const FACTS: Facts = Facts {
        edition: Edition::Rfc3986,
        production: URI_REFERENCE,
        with_scheme: "URI",
        automaton: &rfc3986::AUTOMATON,
        start: rfc3986::AUTOMATON.start_of("URI-reference"),
        components: &component::OF_URIS,
        reference: "UriRef",
        whole: "Uri",
        reference_buf: "UriRefBuf",
        whole_buf: "UriBuf",
    };

    #[inline(always)]
    fn reference(text: &str) -> Result<Reference<'_>, ParseError> {
        uri_reference(text)
    }

    #[inline]
    fn encode(data: &str, keep: Keep) -> Cow<'_, str> {
        encode(data, keep)
    }
}

impl Letters for Ucs {}

impl sealed::Sealed for Ucs {
    const FACTS: Facts = Facts {
        edition: Edition::Rfc3987,
        production: IRI_REFERENCE,
        with_scheme: "IRI",
        automaton: &rfc3987::AUTOMATON,
        start: rfc3987::AUTOMATON.start_of("IRI-reference"),
        components: &component::OF_IRIS,
        reference: "IriRef",
        whole: "Iri",
        reference_buf: "IriRefBuf",
        whole_buf: "IriBuf",
    };

    #[inline(always)]
    fn reference(text: &str) -> Result<Reference<'_>, ParseError> {
        iri_reference(text)
    }

    #[inline]
    fn encode(data: &str, keep: Keep) -> Cow<'_, str> {
        encode_iri(data, keep)
    }
}

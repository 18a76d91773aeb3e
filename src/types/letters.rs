//! The letters of a reference: the characters of URIs, or those of IRIs.
//!
//! Two marker types contain every difference between the types of RFC 3986 and RFC 3987: the productions, the
//! characters that need no escape, and the names in messages. Everything else is implemented once. Resolution and
//! normalization do not depend on the letters: IRIs resolve by the algorithm of RFC 3986 (RFC 3987, 6.5), in which
//! every significant character is ASCII.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt::Debug;

use super::build::component;
use super::build::component::Components;
use super::{Ri, RiBuf, RiRef, RiRefBuf};
use crate::editions::automaton::Automaton;
use crate::editions::automaton::tables::{rfc3986, rfc3987};
use crate::editions::production::Production;
use crate::editions::{Edition, IRI_REFERENCE, URI_REFERENCE};
use crate::parse::{iri_reference, uri_reference};
use crate::parts::percent::{Keep, encode, encode_iri};
use crate::reference::Reference;
use crate::reference::error::ParseError;

/// The characters that a reference may contain: [`Ascii`] for a URI, `Ucs` for an IRI.
///
/// A function that accepts both is generic:
///
/// ```
/// use urispec::{ResolveError, uri};
/// use urispec::generic::{Letters, Ri, RiBuf};
/// /// Returns the index of the folder that contains a document.
/// fn index<L: Letters>(identifier: Ri<'_, L>) -> Result<RiBuf<L>, ResolveError> {
///     let index = urispec::generic::RiRef::parse("index.html")?;
///     index.resolve_against(identifier)
/// }
/// assert_eq!(index(uri!("http://example.org/a/b"))?, "http://example.org/a/index.html");
/// # Ok::<(), ResolveError>(())
/// ```
///
/// The trait is sealed: no other document defines references of this form.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither `Ascii`, the letters of URIs, nor `Ucs`, the letters of IRIs",
    note = "`Uri<'_>` is `Ri<'_, Ascii>`, and `Iri<'_>` is `Ri<'_, Ucs>`"
)]
pub trait Letters: Copy + Debug + Send + Sync + 'static + sealed::Sealed {}

/// The letters of URIs: ASCII (RFC 3986, section 2).
#[derive(Clone, Copy, Debug)]
pub enum Ascii {}

/// The letters of IRIs: the Universal Character Set (RFC 3987, section 2.1).
#[derive(Clone, Copy, Debug)]
pub enum Ucs {}

/// The facts about a set of letters, such as the production of its references and the names of its types.
pub struct LetterFacts {
    pub(crate) edition: Edition,
    /// The production of a reference, such as `URI-reference`.
    pub(super) production: &'static Production,
    /// The production name of a reference with a scheme, such as `URI`.
    #[cfg_attr(not(feature = "serde"), expect(dead_code))]
    pub(super) with_scheme: &'static str,
    pub(super) automaton: &'static Automaton,
    /// The start state of `production` in the automaton.
    pub(super) start: u16,
    pub(super) components: &'static Components,
    /// The name of the borrowed reference type, such as `UriRef`.
    pub(super) reference: &'static str,
    /// The name of the borrowed type for references with a scheme, such as `Uri`.
    pub(super) whole: &'static str,
    /// The name of the owned reference type, such as `UriRefBuf`.
    pub(super) reference_buf: &'static str,
    /// The name of the owned type for references with a scheme, such as `UriBuf`.
    pub(super) whole_buf: &'static str,
}

pub(crate) mod sealed {
    use super::{Cow, Keep, LetterFacts, ParseError, Reference};

    /// The operations that differ between the letters of URIs and those of IRIs.
    pub trait Sealed {
        const FACTS: LetterFacts;

        fn reference(text: &str) -> Result<Reference<'_>, ParseError>;

        /// Percent-encodes `data` for the position `keep`, except the characters that need no escape there.
        fn encode(data: &str, keep: Keep) -> Cow<'_, str>;
    }
}

impl Letters for Ascii {}

impl sealed::Sealed for Ascii {
    const FACTS: LetterFacts = LetterFacts {
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
    const FACTS: LetterFacts = LetterFacts {
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

// The names of the types. Each type is generic over [`Letters`](super::Letters), and has aliases for its letters.

/// A borrowed URI reference: a URI or a relative reference (RFC 3986, 4.1).
///
/// ```
/// use urispec::UriRef;
/// let reference = UriRef::parse("//user@[::1]:8042/over/there;x=1?name=ferret#nose")?;
/// assert_eq!(reference.scheme(), None);
/// assert_eq!(reference.userinfo(), Some("user"));
/// assert_eq!(reference.host().unwrap().address(), Some("::1".parse().unwrap()));
/// assert_eq!(reference.port_to_u16().ok(), Some(8042));
/// assert!(reference.segments().eq(["over", "there;x=1"]));
/// assert_eq!(reference.to_string(), reference.as_str());
/// # Ok::<(), urispec::ParseError>(())
/// ```
pub type UriRef<'i> = RiRef<'i, Ascii>;

/// A borrowed URI: a reference that has a scheme (RFC 3986, 3).
///
/// An owned URI is a [`UriBuf`]; [`uri!`](crate::uri!) makes a constant one. With the feature `serde`, a field of a
/// derived struct borrows if it has the attribute `#[serde(borrow)]`.
pub type Uri<'i> = Ri<'i, Ascii>;

/// An owned URI reference.
///
/// The text is kept in a `String`, which can be edited, or in another [`Storage`](crate::generic::Storage).
pub type UriRefBuf<S = String> = RiRefBuf<Ascii, S>;

/// An owned URI.
///
/// The text is kept in a `String`, which can be edited, or in another [`Storage`](crate::generic::Storage): a
/// `UriBuf<Arc<str>>` is shared, a `UriBuf<Cow<str>>` is borrowed or owned.
///
/// A map whose keys are URIs can be searched with a `&str`, such as the text of a borrowed [`Uri`].
///
/// ```
/// use std::collections::HashMap;
/// use std::sync::Arc;
/// use urispec::{Uri, UriBuf};
/// let mut seen: HashMap<UriBuf<Arc<str>>, u32> = HashMap::new();
/// let uri = Uri::parse("http://h/a")?;
/// *seen.entry(uri.to_storage()).or_default() += 1;
/// assert_eq!(seen.get(uri.as_str()), Some(&1));
/// assert_eq!(seen.get("http://h/b"), None);
/// # Ok::<(), urispec::ParseError>(())
/// ```
pub type UriBuf<S = String> = RiBuf<Ascii, S>;

/// A borrowed IRI reference: an IRI or a relative reference (RFC 3987, 2.2).
///
/// ```
/// use urispec::{Decode, IriRef};
/// let reference = IriRef::parse("//r\u{E9}sum\u{E9}.example.org/ros\u{E9}?q=%C3%A9#\u{E9}")?;
/// assert_eq!(reference.host().unwrap().as_str(), "r\u{E9}sum\u{E9}.example.org");
/// assert!(reference.segments().eq(["ros\u{E9}"]));
/// // Nothing is rewritten: the caller decides what to decode.
/// assert_eq!(reference.query(), Some("q=%C3%A9"));
/// assert_eq!(reference.query().unwrap().decode()?, "q=\u{E9}");
/// // A private-use character is allowed in a query only.
/// assert!(IriRef::parse("?\u{E000}").is_ok() && IriRef::parse("#\u{E000}").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Every URI reference is an IRI reference, and an IRI reference in ASCII is a URI reference:
///
/// ```
/// use urispec::{Iri, IriRef, Uri, UriRef, uri};
/// assert_eq!(Iri::from(uri!("http://example.org/")), uri!("http://example.org/"));
/// assert_eq!(UriRef::try_from(IriRef::parse("../ros%C3%A9")?)?, "../ros%C3%A9");
/// assert!(Uri::try_from(Iri::parse("http://example.org/ros\u{E9}")?).is_err());
/// # Ok::<(), urispec::ParseError>(())
/// ```
pub type IriRef<'i> = RiRef<'i, Ucs>;

/// A borrowed IRI: an IRI reference that has a scheme (RFC 3987, 2.2).
///
/// An owned IRI is an [`IriBuf`]; [`iri!`](crate::iri!) makes a constant one.
///
/// ```
/// use urispec::{Iri, IriRef};
/// let base = Iri::parse("http://example.org/a/ros\u{E9}")?;
/// assert_eq!(IriRef::parse("../\u{E9}t\u{E9}")?.resolve_against(base)?, "http://example.org/\u{E9}t\u{E9}");
/// let shouted = Iri::parse("HTTP://EXAMPLE.org/%7Eros\u{E9}/./\u{C9}")?;
/// assert_eq!(shouted.normalize(), "http://example.org/~ros\u{E9}/\u{C9}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Iri<'i> = Ri<'i, Ucs>;

/// An owned IRI reference.
///
/// The text is kept in a `String`, which can be edited, or in another [`Storage`](crate::generic::Storage).
pub type IriRefBuf<S = String> = RiRefBuf<Ucs, S>;

/// An owned IRI.
///
/// The text is kept in a `String`, which can be edited, or in another [`Storage`](crate::generic::Storage). Data
/// encoded into an IRI stays readable: only characters that the component cannot contain become triplets.
///
/// ```
/// let mut iri = urispec::IriBuf::parse("http://example.org")?;
/// iri.push_segment("ros\u{E9} 1")?;
/// iri.set_query_pair("\u{E9}t\u{E9}", "a&b")?;
/// assert_eq!(iri, "http://example.org/ros\u{E9}%201?\u{E9}t\u{E9}=a%26b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type IriBuf<S = String> = RiBuf<Ucs, S>;

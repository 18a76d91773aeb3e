//! The names of the types: those of URIs, and those of IRIs.
//!
//! Each type is written once, for any [`Letters`](super::Letters), and has a name for each.

use alloc::string::String;

use super::letters::Ucs;
use super::{Ascii, Ri, RiBuf, RiRef, RiRefBuf};

/// A borrowed URI reference: a URI or a relative reference (section 4.1).
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

/// A borrowed URI: a reference that has a scheme (section 3).
///
/// An owned URI is a [`UriBuf`], and a constant one is made by [`uri!`](crate::uri!). With the feature
/// `serde` a field of a derived struct is borrowed where the field has the attribute
/// `#[serde(borrow)]`.
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
/// // Nothing is rewritten. To decode an escape is the caller's to say.
/// assert_eq!(reference.query(), Some("q=%C3%A9"));
/// assert_eq!(reference.query().unwrap().decode()?, "q=\u{E9}");
/// // A character of private use stands in a query only.
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
/// An owned IRI is an [`IriBuf`], and a constant one is made by [`iri!`](crate::iri!).
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
/// The text is kept in a `String`, which can be edited, or in another [`Storage`](crate::generic::Storage). Data that
/// is encoded into an IRI stays readable: only characters that the component may not have become triplets.
///
/// ```
/// let mut iri = urispec::IriBuf::parse("http://example.org")?;
/// iri.push_segment("ros\u{E9} 1")?;
/// iri.set_query_pair("\u{E9}t\u{E9}", "a&b")?;
/// assert_eq!(iri, "http://example.org/ros\u{E9}%201?\u{E9}t\u{E9}=a%26b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type IriBuf<S = String> = RiBuf<Ucs, S>;

//! Literals: references that are parsed when the program is compiled.
//!
//! In: a literal, or a constant expression. Out: a constant. A text that is no reference does not
//! compile, and the compiler shows the macro and says at which byte the text is wrong.
//!
//! The constant is an item, and no `const` block: a block in a function is computed when code is
//! made of the function, and `cargo check` makes none.

/// A [`Uri`](crate::Uri) from a literal, parsed when the program is compiled.
///
/// The value is a constant of the type `Uri<'static>`. A literal that is no `URI` does not compile.
/// A text of a hundred thousand bytes needs `#[allow(long_running_const_eval)]`.
///
/// ```
/// use urispec::{Uri, uri};
/// const BASE: Uri<'static> = uri!("http://user@example.com:8042/over/there");
/// assert_eq!(BASE.port_to_u16().ok(), Some(8042));
/// assert_eq!(uri!(concat!("http://", "h")).host().unwrap().as_str(), "h");
/// ```
///
/// The port has a letter:
///
/// ```compile_fail,E0080
/// let uri = urispec::uri!("http://h:x/");
/// ```
///
/// A relative reference is no `URI`:
///
/// ```compile_fail,E0080
/// let uri = urispec::uri!("../g");
/// ```
#[macro_export]
macro_rules! uri {
    ($text:expr $(,)?) => {{
        const __URI: $crate::Uri<'static> = match $crate::Uri::parse_const($text) {
            ::core::result::Result::Ok(uri) => uri,
            ::core::result::Result::Err(error) => error.panic(),
        };
        __URI
    }};
}

/// A [`UriRef`](crate::UriRef) from a literal, parsed when the program is compiled.
///
/// The value is a constant of the type `UriRef<'static>`. A literal that is no `URI-reference` does
/// not compile.
///
/// ```
/// use urispec::{uri, uri_ref};
/// let target = uri_ref!("../g?y").resolve_against(uri!("http://a/b/c/d"))?;
/// assert_eq!(target, "http://a/b/g?y");
/// # Ok::<(), urispec::ResolveError>(())
/// ```
///
/// A space must be encoded:
///
/// ```compile_fail,E0080
/// let reference = urispec::uri_ref!("a b");
/// ```
#[macro_export]
macro_rules! uri_ref {
    ($text:expr $(,)?) => {{
        const __URI_REF: $crate::UriRef<'static> = match $crate::UriRef::parse_const($text) {
            ::core::result::Result::Ok(reference) => reference,
            ::core::result::Result::Err(error) => error.panic(),
        };
        __URI_REF
    }};
}

/// An [`Iri`](crate::Iri) from a literal, parsed when the program is compiled.
///
/// The value is a constant of the type `Iri<'static>`. A literal that is no `IRI` does not compile. A
/// text of a hundred thousand bytes needs `#[allow(long_running_const_eval)]`.
///
/// ```
/// use urispec::{Iri, iri};
/// const ROSE: Iri<'static> = iri!("http://example.org/ros\u{E9}");
/// assert_eq!(ROSE.path(), "/ros\u{E9}");
/// ```
///
/// No IRI has a space:
///
/// ```compile_fail,E0080
/// let iri = urispec::iri!("http://example.org/ros\u{E9} 1");
/// ```
///
/// A relative reference is no `IRI`:
///
/// ```compile_fail,E0080
/// let iri = urispec::iri!("../ros\u{E9}");
/// ```
#[macro_export]
macro_rules! iri {
    ($text:expr $(,)?) => {{
        const __IRI: $crate::Iri<'static> = match $crate::Iri::parse_const($text) {
            ::core::result::Result::Ok(iri) => iri,
            ::core::result::Result::Err(error) => error.panic(),
        };
        __IRI
    }};
}

/// An [`IriRef`](crate::IriRef) from a literal, parsed when the program is compiled.
///
/// The value is a constant of the type `IriRef<'static>`. A literal that is no `IRI-reference` does
/// not compile.
///
/// ```
/// use urispec::{iri, iri_ref};
/// let target = iri_ref!("../ros\u{E9}?y").resolve_against(iri!("http://example.org/a/b"))?;
/// assert_eq!(target, "http://example.org/ros\u{E9}?y");
/// # Ok::<(), urispec::ResolveError>(())
/// ```
///
/// A character of private use stands in a query only:
///
/// ```compile_fail,E0080
/// let reference = urispec::iri_ref!("/\u{E000}");
/// ```
#[macro_export]
macro_rules! iri_ref {
    ($text:expr $(,)?) => {{
        const __IRI_REF: $crate::IriRef<'static> = match $crate::IriRef::parse_const($text) {
            ::core::result::Result::Ok(reference) => reference,
            ::core::result::Result::Err(error) => error.panic(),
        };
        __IRI_REF
    }};
}

//! Literals: references that are parsed at compile time.
//!
//! A text that is not a reference does not compile; the compiler shows the macro and the byte at which the text is
//! wrong. Each macro declares a constant item and not a `const` block, since `cargo check`, which generates no code,
//! does not evaluate the `const` blocks of a function.

use core::error::Error;
use core::{fmt, str};

use super::letters::Letters;
use super::{Ri, RiRef};
use crate::editions::Edition;
use crate::parse::{Wrong, constant, rejected};
use crate::reference::Reference;
use crate::reference::error::{ParseError, Reason, SyntaxError};

/// Parses a literal as a [`Uri`](crate::Uri) at compile time.
///
/// The value is a constant of type `Uri<'static>`. A literal that is not a `URI` does not compile. A text of a hundred
/// thousand bytes needs `#[allow(long_running_const_eval)]`.
///
/// ```
/// use urispec::{Uri, uri};
/// const BASE: Uri<'static> = uri!("http://user@example.com:8042/over/there");
/// assert_eq!(BASE.port_to_u16().ok(), Some(8042));
/// assert_eq!(uri!(concat!("http://", "h")).host().unwrap().as_str(), "h");
/// ```
///
/// A port cannot contain a letter:
///
/// ```compile_fail,E0080
/// let uri = urispec::uri!("http://h:x/");
/// ```
///
/// A relative reference is not a `URI`:
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

/// Parses a literal as a [`UriRef`](crate::UriRef) at compile time.
///
/// The value is a constant of type `UriRef<'static>`. A literal that is not a `URI-reference` does not compile.
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

/// Parses a literal as an [`Iri`](crate::Iri) at compile time.
///
/// The value is a constant of type `Iri<'static>`. A literal that is not an `IRI` does not compile. A text of a hundred
/// thousand bytes needs `#[allow(long_running_const_eval)]`.
///
/// ```
/// use urispec::{Iri, iri};
/// const ROSE: Iri<'static> = iri!("http://example.org/ros\u{E9}");
/// assert_eq!(ROSE.path(), "/ros\u{E9}");
/// ```
///
/// An IRI cannot contain a space:
///
/// ```compile_fail,E0080
/// let iri = urispec::iri!("http://example.org/ros\u{E9} 1");
/// ```
///
/// A relative reference is not an `IRI`:
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

/// Parses a literal as an [`IriRef`](crate::IriRef) at compile time.
///
/// The value is a constant of type `IriRef<'static>`. A literal that is not an `IRI-reference` does not compile.
///
/// ```
/// use urispec::{iri, iri_ref};
/// let target = iri_ref!("../ros\u{E9}?y").resolve_against(iri!("http://example.org/a/b"))?;
/// assert_eq!(target, "http://example.org/ros\u{E9}?y");
/// # Ok::<(), urispec::ResolveError>(())
/// ```
///
/// Private-use characters are allowed in a query only:
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

// Parsing in a constant. The result is that of [`RiRef::parse`], or a [`ConstError`]: the same error, as a value that a
// constant can hold and drop. [`ConstError::panic`] turns it into a compile error. Since the message of a panic in a
// constant must be a text and nothing can be formatted there, the message is written into a buffer byte by byte.

/// The reason why [`RiRef::parse_const`] or [`Ri::parse_const`] refuses a text.
///
/// This type exists because a `const` cannot drop a [`ParseError`]. `From` converts a `ConstError`
/// into the [`ParseError`] of [`RiRef::parse`] or [`Ri::parse`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConstError {
    /// The text is not in the language of `URI-reference`, or, for an IRI type, of `IRI-reference`.
    Syntax(SyntaxError),
    /// The text is longer than 4 GiB. The value is its length in bytes.
    TooLong(usize),
    /// The text is a relative reference, but a URI or an IRI is required (RFC 3986, 3).
    Relative,
}

impl<'i, L: Letters> RiRef<'i, L> {
    /// Parses a `URI-reference` (for an `IriRef`, an `IRI-reference`) in a constant. The result is that of
    /// [`RiRef::parse`], which is much faster at run time. For literals use [`uri_ref!`](crate::uri_ref!).
    ///
    /// # Errors
    ///
    /// The errors of [`RiRef::parse`], as a [`ConstError`].
    ///
    /// ```
    /// use urispec::UriRef;
    /// use urispec::error::ConstError;
    /// const fn file(name: &str) -> UriRef<'_> {
    ///     match UriRef::parse_const(name) {
    ///         Ok(reference) => reference,
    ///         Err(error) => error.panic(),
    ///     }
    /// }
    /// const STYLE: UriRef<'static> = file("/style.css?v=2");
    /// assert_eq!((STYLE.path(), STYLE.query()), ("/style.css", Some("v=2")));
    /// ```
    pub const fn parse_const(text: &'i str) -> Result<Self, ConstError> {
        match constant::reference(L::FACTS.automaton, L::FACTS.start, text.as_bytes()) {
            Ok(spans) if text.len() as u64 <= u32::MAX as u64 => {
                Ok(Self::new(Reference { text, spans }))
            }
            Ok(_) => Err(ConstError::TooLong(text.len())),
            Err(offset) => Err(ConstError::Syntax(match L::FACTS.edition {
                Edition::Rfc3986 => {
                    rejected(L::FACTS.production, text, Wrong::at(text.as_bytes(), offset))
                }
                edition => SyntaxError::new(edition, L::FACTS.production, text, offset),
            })),
        }
    }
}

impl<'i, L: Letters> Ri<'i, L> {
    /// Parses a `URI` (for an `Iri`, an `IRI`) in a constant. The result is that of [`Ri::parse`], which is much faster
    /// at run time. For literals use [`uri!`](crate::uri!).
    ///
    /// # Errors
    ///
    /// The errors of [`Ri::parse`], as a [`ConstError`].
    pub const fn parse_const(text: &'i str) -> Result<Self, ConstError> {
        match RiRef::<L>::parse_const(text) {
            Ok(reference) if reference.0.spans.scheme_end == 0 => Err(ConstError::Relative),
            Ok(reference) => Ok(Self::new(reference.0)),
            Err(error) => Err(error),
        }
    }
}

impl ConstError {
    /// Panics with the reason: at compile time if this method is called in a constant, otherwise at run time.
    ///
    /// # Panics
    ///
    /// Always.
    #[track_caller]
    pub const fn panic(self) -> ! {
        let message = self.message();
        panic!("{}", message.text())
    }

    const fn message(self) -> Message {
        let message = Message::new();
        match self {
            Self::Syntax(error) => match error.reason() {
                Some(Reason { fault, at }) => {
                    let message = message.push("at byte ").push_number(at as usize).push(": ");
                    let message = message.push_said(fault.text().sentence, error.found());
                    message.push(" (RFC 3986, ").push(fault.section()).push(")")
                }
                None => {
                    let message = match error.found() {
                        Some(found) => {
                            let mut buffer = [0; 4];
                            let found = found.encode_utf8(&mut buffer);
                            message.push("unexpected \"").push(found).push("\"")
                        }
                        None => message.push("unexpected end of input"),
                    };
                    let message = message.push(" at byte ").push_number(error.offset());
                    let message = message.push(" in `").push(error.rule()).push("` (");
                    let document = match error.edition {
                        Edition::Rfc3987 => "RFC 3987, ",
                        _ => "RFC 3986, ",
                    };
                    message.push(document).push(error.section()).push(")")
                }
            },
            Self::TooLong(length) => {
                let message = message.push("the string has ").push_number(length);
                message.push(" bytes; a reference can have at most 4294967295")
            }
            Self::Relative => message.push(
                "missing scheme: this is a relative reference (RFC 3986, 3); use `uri_ref!` or `iri_ref!`",
            ),
        }
    }
}

/// A message that is built at compile time, in a buffer of fixed size.
struct Message {
    bytes: [u8; 256],
    length: usize,
}

impl Message {
    const fn new() -> Self {
        Self { bytes: [0; 256], length: 0 }
    }

    /// Appends a text, as far as the buffer has room for it.
    const fn push(mut self, text: &str) -> Self {
        let mut at = 0;
        while at < text.len() && self.length < self.bytes.len() {
            self.bytes[self.length] = text.as_bytes()[at];
            self.length += 1;
            at += 1;
        }
        self
    }

    /// Appends a sentence, with a leading `{}` replaced by the character `found`.
    const fn push_said(self, sentence: &str, found: Option<char>) -> Self {
        match (sentence.as_bytes(), found) {
            ([b'{', b'}', ..], Some(found)) => {
                let mut buffer = [0; 4];
                let message = self.push("\"").push(found.encode_utf8(&mut buffer)).push("\"");
                message.push(sentence.split_at(2).1)
            }
            _ => self.push(sentence),
        }
    }

    const fn push_number(mut self, number: usize) -> Self {
        if number >= 10 {
            self = self.push_number(number / 10);
        }
        let digit = [b'0' + (number % 10) as u8];
        match str::from_utf8(&digit) {
            Ok(digit) => self.push(digit),
            Err(_) => self,
        }
    }

    const fn text(&self) -> &str {
        match str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "the text is not a reference",
        }
    }
}

impl From<ConstError> for ParseError {
    fn from(error: ConstError) -> Self {
        match error {
            ConstError::Syntax(error) => Self::Syntax(error),
            ConstError::TooLong(length) => Self::TooLong(length),
            ConstError::Relative => Self::Relative,
        }
    }
}

impl fmt::Display for ConstError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ParseError::from(*self).fmt(f)
    }
}

impl Error for ConstError {}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use proptest::prelude::*;

    use super::*;
    use crate::types::{Ascii, Ucs, Uri, UriRef};

    /// Checks that `parse_const` and `parse` return the same spans or the same error.
    #[track_caller]
    fn agree<L: Letters>(text: &str) {
        let (constant, parsed) = (RiRef::<L>::parse_const(text), RiRef::<L>::parse(text));
        if let (Err(constant), Err(error)) = (constant, &parsed) {
            assert_eq!(constant.to_string(), error.to_string());
        }
        let spans = |reference: RiRef<'_, L>| reference.0.spans;
        assert_eq!(constant.map_err(ParseError::from).map(spans), parsed.map(spans), "{text:?}");
        let constant = Ri::<L>::parse_const(text).map_err(ParseError::from);
        let spans = |identifier: Ri<'_, L>| identifier.0.spans;
        assert_eq!(constant.map(spans), Ri::parse(text).map(spans), "{text:?}");
    }

    #[track_caller]
    fn agrees(text: &str) {
        agree::<Ascii>(text);
        agree::<Ucs>(text);
    }

    #[test]
    fn it_says_what_parse_says() {
        for text in ["", "a:", "//u@[::1]:80/a?b#c", "//h:x/", "a b", "é", "a:b\u{10ffff}", "%4"] {
            agrees(text);
        }
    }

    proptest! {
        #[test]
        fn any_text(text: String) {
            agrees(&text);
        }
    }

    #[test]
    fn literals() {
        static BASE: Uri<'static> = uri!("http://user@example.com:8042/over/there?name#nose");
        assert_eq!(BASE.0.spans, Uri::parse(BASE.as_str()).unwrap().0.spans);
        const NAMES: [UriRef<'_>; 2] = [uri_ref!(""), uri_ref!(concat!("//", "[::1]", ":80"))];
        assert_eq!((NAMES[0].path(), NAMES[1].port()), ("", Some("80")));
    }

    #[test]
    fn literals_of_iris() {
        const ROSE: crate::Iri<'_> = iri!("http://example.org/ros\u{E9}");
        assert_eq!(ROSE.path(), "/ros\u{E9}");
    }

    #[test]
    #[should_panic(
        expected = "unexpected \"\u{e000}\" at byte 3 in `IRI-reference` (RFC 3987, 2.2)"
    )]
    fn the_message_says_where_no_iri_goes_on() {
        RiRef::<Ucs>::parse_const("/\u{E9}\u{E000}").unwrap_err().panic();
    }

    #[test]
    #[should_panic(expected = "at byte 11: a port contains only digits (RFC 3986, 3.2.3)")]
    fn the_message_says_where() {
        UriRef::parse_const("http://h:80a/").unwrap_err().panic();
    }

    #[test]
    #[should_panic(
        expected = "at byte 7: \"[\" before an IP address has no matching \"]\" (RFC 3986, 3.2.2)"
    )]
    fn the_message_names_what_is_open() {
        Uri::parse_const("http://[::1").unwrap_err().panic();
    }

    #[test]
    #[should_panic(expected = "missing scheme: this is a relative reference (RFC 3986, 3)")]
    fn the_message_says_what_a_uri_begins_with() {
        Uri::parse_const("../g").unwrap_err().panic();
    }

    #[test]
    fn a_message_has_an_end() {
        let mut message = Message::new();
        for _ in 0..100 {
            message = message.push("12345").push_number(67890);
        }
        assert!(message.text().starts_with("1234567890123"));
        assert_eq!(message.text().len(), 256);
        assert_eq!(Message::new().push_number(0).text(), "0");
    }
}

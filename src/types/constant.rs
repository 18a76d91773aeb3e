//! Parsing in a constant.
//!
//! In: a text that is known when the program is compiled. Out: a borrowed reference with the spans
//! that [`RiRef::parse`] finds, or a [`ConstError`]: the error of [`RiRef::parse`], as a value that
//! a constant can hold and drop. [`ConstError::panic`] makes the error a compile error.
//!
//! The surprising case: the message of a panic in a constant must be a text when the panic is
//! compiled, and nothing formats there. So the message is written into a buffer, byte by byte.

use core::error::Error;
use core::fmt;
use core::str;

use super::letters::Letters;
use super::{Ri, RiRef};
use crate::editions::Edition;
use crate::parse::{Wrong, constant, rejected};
use crate::reference::Reference;
use crate::reference::error::{ParseError, Reason, SyntaxError};

/// The reason why [`RiRef::parse_const`] or [`Ri::parse_const`] refuses a text.
///
/// The reason is that of [`RiRef::parse`] or [`Ri::parse`], whose [`ParseError`] a `const` cannot
/// drop. `From` converts a `ConstError` into that [`ParseError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConstError {
    /// The text is not in the language of `URI-reference`, or of `IRI-reference`.
    Syntax(SyntaxError),
    /// The text is longer than 4 GiB. This is its length in bytes.
    TooLong(usize),
    /// The text is a reference without a scheme, and a URI or an IRI is wanted (section 3).
    Relative,
}

impl<'i, L: Letters> RiRef<'i, L> {
    /// Parses a `URI-reference`, or for an `IriRef` an `IRI-reference`, in a constant. The result
    /// is that of [`RiRef::parse`], which is much faster at run time. The macro
    /// [`uri_ref!`](crate::uri_ref!) is for literals.
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
    /// Parses a `URI`, or for an `Iri` an `IRI`, in a constant. The result is that of [`Ri::parse`], which is much
    /// faster at run time. The macro [`uri!`](crate::uri!) is for literals.
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
    /// Panics with the reason: at compile time in a constant, and else at run time.
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
                    let message = message.push_said(fault.saying().sentence, error.found());
                    message.push(" (").push(fault.section()).push(")")
                }
                None => {
                    let message = message.push("at byte ").push_number(error.offset());
                    let message = message.push(" no ").push(error.rule());
                    message.push(" goes on (").push(error.section()).push(")")
                }
            },
            Self::TooLong(length) => {
                let message = message.push("the text has ").push_number(length);
                message.push(" bytes; a reference may have at most 4294967295")
            }
            Self::Relative => message.push(
                "there is no scheme: this is a relative reference (3), which `uri_ref!` takes, or \
                 `iri_ref!`",
            ),
        }
    }
}

/// A text that is written in a constant.
struct Message {
    bytes: [u8; 256],
    length: usize,
}

impl Message {
    const fn new() -> Self {
        Self { bytes: [0; 256], length: 0 }
    }

    /// Appends a text, as far as there is room.
    const fn push(mut self, text: &str) -> Self {
        let mut at = 0;
        while at < text.len() && self.length < self.bytes.len() {
            self.bytes[self.length] = text.as_bytes()[at];
            self.length += 1;
            at += 1;
        }
        self
    }

    /// Appends a sentence, in which `{}` at the beginning stands for a character.
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
            Err(_) => "the text is no reference",
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
    use crate::{iri, uri, uri_ref};

    /// The same spans as those of `parse`, or the same error.
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

    /// A literal beyond ASCII, and where it is wrong.
    #[test]
    fn literals_of_iris() {
        const ROSE: crate::Iri<'_> = iri!("http://example.org/ros\u{E9}");
        assert_eq!(ROSE.path(), "/ros\u{E9}");
    }

    #[test]
    #[should_panic(expected = "at byte 3 no IRI-reference goes on (2.2)")]
    fn the_message_says_where_no_iri_goes_on() {
        RiRef::<Ucs>::parse_const("/\u{E9}\u{E000}").unwrap_err().panic();
    }

    #[test]
    #[should_panic(expected = "at byte 11: a port holds digits only (3.2.3)")]
    fn the_message_says_where() {
        UriRef::parse_const("http://h:80a/").unwrap_err().panic();
    }

    #[test]
    #[should_panic(
        expected = "at byte 7: the \"[\" before an IP address has no \"]\" after it (3.2.2)"
    )]
    fn the_message_names_what_is_open() {
        Uri::parse_const("http://[::1").unwrap_err().panic();
    }

    #[test]
    #[should_panic(expected = "there is no scheme: this is a relative reference (3)")]
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

//! `data` (RFC 2397).

use std::borrow::Cow;
use std::ops::Range;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::part;
use crate::editions::Edition;
use crate::editions::grammar::Node;
use crate::parse::lower::site::octets;
use crate::parts::percent;
use crate::reference::error::ParseError;

/// Data that stand in the URL itself, with their media type.
///
/// ```
/// use urispec::scheme::Data;
/// let data = Data::parse("data:text/html;charset=utf-8;base64,PGI+")?;
/// assert_eq!((&*data.top_level_type(), &*data.subtype()), (&b"text"[..], &b"html"[..]));
/// assert_eq!(data.charset().as_deref(), Some(&b"utf-8"[..]));
/// assert_eq!(data.octets().as_deref(), Ok(&b"<b>"[..]));
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Data<'i> {
    /// The media type with its parameters as given, still encoded. There is none if it is left out.
    pub mediatype: Option<&'i str>,
    /// Whether `;base64` says that the data are in base64 (2).
    pub is_base64: bool,
    /// The data as given, still encoded.
    pub data: &'i str,
}

/// A parameter of a media type (RFC 2045, 5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Parameter<'i> {
    /// The name as given, still encoded. Letter case does not matter in it.
    pub attribute: &'i str,
    /// The value as given, still encoded.
    pub value: &'i str,
}

impl<'i> Data<'i> {
    /// Parses a whole string as a `dataurl`.
    ///
    /// # Errors
    ///
    /// The errors of [`Node::parse`].
    pub fn parse(text: &'i str) -> Result<Self, ParseError> {
        Ok(Self::of(&Node::parse(Edition::Rfc2397, "dataurl", text)?))
    }

    fn of(tree: &Node<'i>) -> Self {
        let data = part(tree, "data").unwrap_or_default();
        let head = &tree.text()[..tree.text().len() - data.len()];
        // No media type ends so: a parameter has a "=" (3).
        let is_base64 = head.ends_with(";base64,");
        Self { mediatype: part(tree, "mediatype"), is_base64, data }
    }

    /// The type and the subtype as given, still encoded. There is none if they are left out.
    fn names(&self) -> Option<(&'i str, &'i str)> {
        self.mediatype?.split(';').next()?.split_once('/')
    }

    /// The type, such as `text`, decoded. It is `text` if it is left out (2). Letter case does not matter in it
    /// (RFC 2045, 5.1).
    #[must_use]
    pub fn top_level_type(&self) -> Cow<'i, [u8]> {
        octets(self.names().map_or("text", |(top, _)| top))
    }

    /// The subtype, such as `html`, decoded. It is `plain` if it is left out (2). Letter case does not matter in
    /// it (RFC 2045, 5.1).
    #[must_use]
    pub fn subtype(&self) -> Cow<'i, [u8]> {
        octets(self.names().map_or("plain", |(_, subtype)| subtype))
    }

    /// The parameters of the media type, in their order. A media type that is left out has the parameter
    /// `charset` with the value `US-ASCII` (2).
    ///
    /// ```
    /// use urispec::scheme::Data;
    /// let parameter = Data::parse("data:,")?.parameters().next().unwrap();
    /// assert_eq!((parameter.attribute, parameter.value), ("charset", "US-ASCII"));
    /// assert_eq!(Data::parse("data:text/plain,")?.parameters().count(), 0);
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    pub fn parameters(&self) -> impl Iterator<Item = Parameter<'i>> + use<'i> {
        // A parameter has no ";" and no second "=" that are not encoded.
        let all = self.mediatype.unwrap_or(";charset=US-ASCII").split(';').skip(1);
        all.filter_map(|one| one.split_once('='))
            .map(|(attribute, value)| Parameter { attribute, value })
    }

    /// The value of the first parameter `charset`, decoded.
    #[must_use]
    pub fn charset(&self) -> Option<Cow<'i, [u8]>> {
        let charset = self.parameters().find(|parameter| parameter.is_called("charset"))?;
        Some(charset.octets())
    }

    /// The data, decoded: from triplets, and then from base64, if `;base64` says so (2).
    ///
    /// A character outside the base64 alphabet is ignored, as RFC 2045 (6.8) requires of decoders.
    ///
    /// ```
    /// use urispec::scheme::{Base64Fault, Data};
    /// assert_eq!(*Data::parse("data:,A%20brief%20note")?.octets().unwrap(), *b"A brief note");
    /// assert_eq!(*Data::parse("data:;base64,TQ%3D%3D")?.octets().unwrap(), *b"M");
    /// assert_eq!(Data::parse("data:;base64,TWE")?.octets().unwrap_err().fault, Base64Fault::Padding);
    /// # Ok::<(), urispec::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NotBase64`] where no octets have this base64.
    pub fn octets(&self) -> Result<Cow<'i, [u8]>, NotBase64> {
        let octets = octets(self.data);
        if !self.is_base64 {
            return Ok(octets);
        }
        let of_base64 = |octet: &u8| is_of_base64(*octet);
        let symbols = octets.iter().copied().filter(of_base64).collect::<Vec<_>>();
        STANDARD.decode(&symbols).map(Cow::Owned).map_err(|error| {
            let (fault, at) = Base64Fault::of(error, symbols.len());
            NotBase64 { fault, offset: self.place(at) }
        })
    }

    /// The spans in [`Data::data`] of the characters that base64 does not have, if the data are in base64.
    pub(crate) fn ignored(&self) -> Vec<Range<usize>> {
        let all = percent::octets(self.data).filter(|(_, octet)| !is_of_base64(*octet));
        if self.is_base64 { all.map(|(span, _)| span).collect() } else { Vec::new() }
    }

    /// The offset in the data of a symbol of base64.
    fn place(&self, symbol: usize) -> usize {
        let mut symbols = percent::octets(self.data).filter(|(_, octet)| is_of_base64(*octet));
        symbols.nth(symbol).map_or(self.data.len(), |(span, _)| span.start)
    }
}

impl<'i> Parameter<'i> {
    /// The name, decoded.
    #[must_use]
    pub fn name(&self) -> Cow<'i, [u8]> {
        octets(self.attribute)
    }

    /// The value, decoded. One that is written as a quoted string keeps its quotes, since the document asks for
    /// escapes in its place (3).
    #[must_use]
    pub fn octets(&self) -> Cow<'i, [u8]> {
        octets(self.value)
    }

    /// Whether the parameter has that name, of US-ASCII. Letter case does not matter (RFC 2045, 5.1).
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name().eq_ignore_ascii_case(name.as_bytes())
    }

    /// Whether the value is written as a quoted string, which the document asks not to do (3).
    #[must_use]
    pub fn is_quoted(&self) -> bool {
        matches!(&*self.octets(), [b'"', .., b'"'])
    }
}

/// Data that `;base64` marks, and that no octets have in base64 (RFC 2045, 6.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at byte {offset} of the data {fault} (RFC 2045, 6.8)")]
#[non_exhaustive]
pub struct NotBase64 {
    /// What is wrong.
    pub fault: Base64Fault,
    /// The offset in [`Data::data`], where the symbol that is wrong stands, or their end.
    pub offset: usize,
}

/// What is wrong with data in base64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Base64Fault {
    /// The last group of four symbols is not whole.
    #[error("the last group of base64 is not filled up to four symbols with \"=\"")]
    Padding,
    /// A `=` stands where none may: not at the end, or after a whole group.
    #[error("a \"=\" of base64 stands where none may")]
    Symbol,
    /// The last symbol has bits that are of no octet, and that are not zero.
    #[error("the last symbol of base64 has bits that no octet has")]
    Bits,
}

impl Base64Fault {
    /// The fault, and the number of the symbol that is wrong among `symbols`.
    fn of(error: base64::DecodeError, symbols: usize) -> (Self, usize) {
        use base64::DecodeError::*;
        match error {
            InvalidByte(at, _) => (Self::Symbol, at),
            InvalidLastSymbol { offset, .. } => (Self::Bits, offset),
            InvalidLength(_) | InvalidPadding => (Self::Padding, symbols),
        }
    }
}

/// Whether base64 has the character (RFC 2045, 6.8, Table 1).
const fn is_of_base64(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'+' | b'/' | b'=')
}

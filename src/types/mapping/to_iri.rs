//! Converting URIs to IRIs (RFC 3987, 3.2).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::to_uri::Reason;
use super::{MappingStep, Steps, written};
use crate::parts::percent::{is_unreserved, push_triplet, triplet};

/// Converts URIs to IRIs, by the five steps of RFC 3987, section 3.2.
///
/// Triplets become characters where they spell the UTF-8 of characters that an IRI may have. The triplets of
/// formatting characters, which section 4.1 forbids, stay. The triplets of characters that look like others, which
/// should be avoided (6.1), stay too, unless an option decodes them. The input is not checked: a text that is no URI
/// reference is converted to a text that is no IRI reference.
///
/// ```
/// use urispec::mapping::ToIri;
/// let iri = ToIri::new().convert("http://www.example.org/D%C3%BCrst");
/// assert_eq!(iri, "http://www.example.org/Dürst");
/// assert_eq!(ToIri::new().convert("D%FCrst"), "D%FCrst");
/// // An ideographic space.
/// assert_eq!(ToIri::new().convert("a%E3%80%80b"), "a%E3%80%80b");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ToIri {
    blanks: bool,
    variants: bool,
    names: bool,
}

impl ToIri {
    /// The conversion without options.
    #[must_use]
    #[inline]
    pub const fn new() -> Self {
        Self { blanks: false, variants: false, names: false }
    }

    /// Also decodes characters that look like a blank, a delimiter or nothing, such as the space that does not
    /// break and the ideographic space: "many look-alikes of "space", "delims", and "unwise", characters
    /// excluded in \[RFC3491\]", which should be avoided (6.1).
    ///
    /// ```
    /// use urispec::mapping::ToIri;
    /// assert_eq!(ToIri::new().blanks(true).convert("a%E3%80%80b"), "a\u{3000}b");
    /// ```
    #[must_use]
    #[inline]
    pub const fn blanks(self, on: bool) -> Self {
        Self { blanks: on, ..self }
    }

    /// Also decodes variants of other characters: "the full-width equivalents of Latin characters, half-width
    /// Katakana characters for Japanese, and many others", which should be avoided (6.1).
    ///
    /// ```
    /// use urispec::mapping::ToIri;
    /// // A full-width "A".
    /// assert_eq!(ToIri::new().convert("%EF%BC%A1"), "%EF%BC%A1");
    /// assert_eq!(ToIri::new().variants(true).convert("%EF%BC%A1"), "\u{FF21}");
    /// ```
    #[must_use]
    #[inline]
    pub const fn variants(self, on: bool) -> Self {
        Self { variants: on, ..self }
    }

    /// Converts a URI reference to an IRI reference.
    #[must_use]
    #[inline]
    pub fn convert<'u>(&self, uri: &'u str) -> Cow<'u, str> {
        self.run(uri, Steps { section: "3.2", each: None })
    }

    /// Converts a URI reference to an IRI reference, and passes each step to `each`.
    #[inline]
    pub fn trace<'u>(&self, uri: &'u str, mut each: impl FnMut(MappingStep<'_>)) -> Cow<'u, str> {
        self.run(uri, Steps { section: "3.2", each: Some(&mut each) })
    }

    #[inline]
    fn run<'u>(&self, uri: &'u str, mut steps: Steps<'_>) -> Cow<'u, str> {
        let iri = if uri.contains('%') || steps.each.is_some() {
            let iri = self.decoded(uri, &mut steps);
            if iri == uri { Cow::Borrowed(uri) } else { Cow::Owned(iri) }
        } else {
            Cow::Borrowed(uri)
        };
        if self.names {
            return super::names::to_unicode(iri, &mut steps);
        }
        iri
    }

    /// Decodes the triplets of a URI that an IRI need not have.
    #[inline]
    fn decoded(&self, uri: &str, steps: &mut Steps<'_>) -> String {
        steps.step("1", "represent the URI as octets of US-ASCII", || uri.into());
        let octets = step_2(uri.as_bytes());
        steps.step("2", "convert triplets to octets, but those of delimiters", || written(&octets));
        let legal = || {
            octets.utf8_chunks().fold(Vec::new(), |mut legal, chunk| {
                legal.extend(chunk.valid().as_bytes());
                legal.extend(encoded(chunk.invalid()).as_bytes());
                legal
            })
        };
        steps.step("3", "encode again what is not of UTF-8", || written(&legal()));
        let mut iri = String::with_capacity(octets.len());
        let mut delimiter = None;
        for chunk in octets.utf8_chunks() {
            for character in chunk.valid().chars() {
                match (character, delimiter) {
                    ('?', None) | ('#', None | Some('?')) => delimiter = Some(character),
                    _ => {}
                }
                let Some(reason) = self.reason(character, delimiter == Some('?')) else {
                    iri.push(character);
                    continue;
                };
                let triplets = encoded(character.encode_utf8(&mut [0; 4]).as_bytes());
                steps.because(reason.section(), "4", reason.does(), &triplets);
                iri += &triplets;
            }
            iri += &encoded(chunk.invalid());
        }
        let value = || written(iri.as_bytes());
        steps.step("4", "encode again what is no character for an IRI", value);
        steps.step("5", "interpret the octets as UTF-8", || iri.clone());
        iri
    }

    /// Why a character stays encoded, if it does.
    #[inline]
    fn reason(&self, character: char, is_in_query: bool) -> Option<Reason> {
        let reason = if character.is_ascii() { None } else { Reason::of(character, is_in_query) };
        reason.filter(|reason| match reason {
            Reason::Blank => !self.blanks,
            Reason::Variant => !self.variants,
            Reason::Syntax | Reason::Formatting => true,
        })
    }
}

/// The option that asks tables of Unicode.
#[cfg(feature = "unicode")]
impl ToIri {
    /// Also converts labels of a host that are in Punycode. "Implementations with scheme-specific
    /// knowledge MAY" do so (3.2.1). A host of which a label does not convert stays as it is.
    ///
    /// ```
    /// use urispec::mapping::ToIri;
    /// let uri = "http://xn--99zt52a.example.org/%e2%80%ae";
    /// assert_eq!(ToIri::new().names(true).convert(uri), "http://納豆.example.org/%E2%80%AE");
    /// ```
    #[must_use]
    #[inline]
    pub const fn names(self, on: bool) -> Self {
        Self { names: on, ..self }
    }
}

/// Converts triplets to octets, "except those corresponding to "%", characters in "reserved", and
/// characters in US-ASCII not allowed in URIs".
#[inline]
fn step_2(uri: &[u8]) -> Vec<u8> {
    let mut octets = Vec::with_capacity(uri.len());
    let mut at = 0;
    while at < uri.len() {
        match triplet(&uri[at..]) {
            Some(octet) if !octet.is_ascii() || is_unreserved(octet) => {
                octets.push(octet);
                at += 3;
            }
            _ => {
                octets.push(uri[at]);
                at += 1;
            }
        }
    }
    octets
}

/// The triplets of octets.
#[inline]
fn encoded(octets: &[u8]) -> String {
    let mut text = String::with_capacity(3 * octets.len());
    octets.iter().for_each(|&octet| push_triplet(octet, &mut text));
    text
}

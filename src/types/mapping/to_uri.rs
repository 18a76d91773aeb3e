//! Mapping of IRIs to URIs and back (RFC 3987, 3.1 and 3.2).

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{MappingError, MappingStep, Steps, written};
use crate::parse::iri_reference;
use crate::parts::percent::{
    is_of_iris, is_private, is_ucschar, is_unreserved, push_triplet, triplet,
};
use crate::types::UriRefBuf;

// Mapping of IRIs to URIs (RFC 3987, 3.1).

/// A mapping of IRIs to URIs, by the two steps of RFC 3987, section 3.1.
///
/// Without options this is the mapping that every application must use: each character beyond ASCII becomes the
/// triplets of its UTF-8, and a URI reference stays as it is. A text that the options do not turn into an IRI reference
/// is an error, for example a private-use character outside a query (RFC 3987, 2.2).
///
/// ```
/// use urispec::mapping::ToUri;
/// let mapped = ToUri::new().map("http://www.example.org/red%09rosé#red")?;
/// assert_eq!(mapped, "http://www.example.org/red%09ros%C3%A9#red");
/// # Ok::<(), urispec::error::MappingError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ToUri {
    delimiters: bool,
    nfc: bool,
    names: bool,
}

impl ToUri {
    /// Returns the mapping without options.
    #[must_use]
    #[inline]
    pub const fn new() -> Self {
        Self { delimiters: false, nfc: false, names: false }
    }

    /// Also encodes the printable ASCII characters that are not allowed in URIs: `<`, `>`, `"`, the space, `{`, `}`,
    /// `|`, `\`, `^` and the backquote. "Systems accepting IRIs MAY also deal with" these characters (RFC 3987, 3.1).
    /// Without this option a text with such a character is refused, since the mapping "SHOULD fail" for it.
    ///
    /// ```
    /// use urispec::mapping::ToUri;
    /// assert!(ToUri::new().map("a b").is_err());
    /// assert_eq!(ToUri::new().delimiters(true).map("a b")?, "a%20b");
    /// # Ok::<(), urispec::error::MappingError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn delimiters(mut self, on: bool) -> Self {
        self.delimiters = on;
        self
    }

    /// Maps an IRI reference to a URI reference.
    ///
    /// # Errors
    ///
    /// [`MappingError::Reference`] if a character is not allowed in IRIs or not allowed at its position, or if the URI
    /// would exceed 4 GiB; `MappingError::Name` if an ASCII form of the host is requested and there is none.
    #[inline]
    pub fn map(&self, iri: &str) -> Result<UriRefBuf, MappingError> {
        self.run(iri, Steps { section: "3.1", each: None })
    }

    /// Maps an IRI reference to a URI reference, and passes each step to `each`.
    ///
    /// # Errors
    ///
    /// The errors of [`ToUri::map`].
    #[inline]
    pub fn trace(
        &self,
        iri: &str,
        mut each: impl FnMut(MappingStep<'_>),
    ) -> Result<UriRefBuf, MappingError> {
        self.run(iri, Steps { section: "3.1", each: Some(&mut each) })
    }

    #[inline]
    fn run(&self, iri: &str, mut steps: Steps<'_>) -> Result<UriRefBuf, MappingError> {
        let text = self.step_1(iri, &mut steps);
        let text = if self.names {
            let range = super::names::name(&self.as_iri(&text));
            super::names::to_ascii(text, range, &mut steps)?
        } else {
            text
        };
        iri_reference(&self.as_iri(&text))?;
        let mapped = self.step_2(&text, &mut steps);
        // The URI of a valid IRI can only be too long. But `[v1.<]`, which is not an IRI, passes the check above, with
        // `~` for `<`.
        UriRefBuf::try_from(mapped.into_owned()).map_err(|rejected| {
            let error = iri_reference(&text).err().unwrap_or_else(|| rejected.error().clone());
            MappingError::Reference(error)
        })
    }

    /// Returns the text to check against the grammar of IRIs. Replaces each excluded delimiter that is to be
    /// percent-encoded with `~`, which is allowed wherever a triplet is. Both have one byte, so offsets do not change.
    #[inline]
    fn as_iri<'i>(&self, text: &'i str) -> Cow<'i, str> {
        if self.delimiters && text.contains(is_excluded) {
            Cow::Owned(text.replace(is_excluded, "~"))
        } else {
            Cow::Borrowed(text)
        }
    }

    #[inline]
    fn step_1<'i>(&self, iri: &'i str, steps: &mut Steps<'_>) -> Cow<'i, str> {
        if self.nfc {
            let text = super::names::nfc(iri);
            steps.step("1b", "normalize the characters to NFC", || text.clone());
            return Cow::Owned(text);
        }
        steps.step("1c", "take the characters as they are", || iri.into());
        Cow::Borrowed(iri)
    }

    #[inline]
    fn step_2<'i>(&self, text: &'i str, steps: &mut Steps<'_>) -> Cow<'i, str> {
        let is_mapped = |character: char| {
            is_beyond_ascii(character) || self.delimiters && is_excluded(character)
        };
        let mapped = replaced(text, is_mapped, |character, octets, triplets| {
            steps.step("2.1", "convert the character to octets", || {
                format!("{character} {}", written(octets))
            });
            steps.step("2.2", "write each octet as a triplet", || triplets.into());
        });
        if let Cow::Owned(mapped) = &mapped {
            steps.step("2.3", "replace the characters by their triplets", || mapped.clone());
        }
        mapped
    }
}

/// The options that need Unicode tables.
#[cfg(feature = "unicode")]
impl ToUri {
    /// Normalizes the characters to NFC first (RFC 3987, 3.1, step 1, variants a and b). This is for text from paper or
    /// from an encoding other than Unicode. The default is variant c: Unicode text must not be normalized.
    ///
    /// ```
    /// use urispec::mapping::ToUri;
    /// // "Việt" as windows-1258 has it: a letter with a circumflex, and a dot below.
    /// assert_eq!(ToUri::new().nfc(true).map("Vi\u{EA}\u{323}t")?, "Vi%E1%BB%87t");
    /// # Ok::<(), urispec::error::MappingError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn nfc(mut self, on: bool) -> Self {
        self.nfc = on;
        self
    }

    /// Converts a host that is a name to its form in the Domain Name System, before the other characters are encoded
    /// (RFC 3987, 3.1). This is for schemes that use domain names and allow no triplets in them.
    ///
    /// The operation is that of Unicode's UTS #46, with the rules for host names (STD 3). RFC 3987 refers to ToASCII of
    /// RFC 3490, which was replaced by RFC 5890 and its companions.
    ///
    /// ```
    /// use urispec::mapping::ToUri;
    /// let mapped = ToUri::new().names(true).map("http://résumé.example.org")?;
    /// assert_eq!(mapped, "http://xn--rsum-bpad.example.org");
    /// # Ok::<(), urispec::error::MappingError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn names(mut self, on: bool) -> Self {
        self.names = on;
        self
    }
}

/// Replaces each character beyond ASCII by the triplets of its UTF-8: step 2 of RFC 3987, 3.1, without options.
#[inline]
pub(super) fn mapped(iri: &str) -> Cow<'_, str> {
    replaced(iri, is_beyond_ascii, |_, _, _| ())
}

/// Replaces with triplets the characters that `is_mapped` selects, and passes each of these characters to `each` with
/// its octets and triplets.
#[inline]
fn replaced(
    text: &str,
    is_mapped: impl Fn(char) -> bool,
    mut each: impl FnMut(char, &[u8], &str),
) -> Cow<'_, str> {
    let Some(first) = text.find(&is_mapped) else { return Cow::Borrowed(text) };
    let mut mapped = String::with_capacity(text.len() + 2 * (text.len() - first));
    mapped += &text[..first];
    for character in text[first..].chars() {
        if !is_mapped(character) {
            mapped.push(character);
            continue;
        }
        let from = mapped.len();
        let mut octets = [0; 4];
        let octets = character.encode_utf8(&mut octets).as_bytes();
        octets.iter().for_each(|&octet| push_triplet(octet, &mut mapped));
        each(character, octets, &mapped[from..]);
    }
    Cow::Owned(mapped)
}

/// Returns whether a character is a `ucschar` or an `iprivate` (RFC 3987, 2.2).
#[inline]
const fn is_beyond_ascii(character: char) -> bool {
    is_ucschar(character) || is_private(character)
}

/// Returns whether a character is printable ASCII that is not allowed in URIs (RFC 3987, 3.1). `#`, `%`, `[` and `]`
/// are not such characters: they "MUST NOT be converted".
#[inline]
const fn is_excluded(character: char) -> bool {
    matches!(character, '<' | '>' | '"' | ' ' | '{' | '}' | '|' | '\\' | '^' | '`')
}

// The characters that step 4 decodes (RFC 3987, 3.2). Sections 2.2 and 4.1 leave no choice. Section 6.1 is advice,
// "there are some choices when step 4 is applied": "strong visual look-alikes […] should be avoided. This includes the
// full-width equivalents of Latin characters, half-width Katakana characters for Japanese, and many others. It also
// includes many look-alikes of "space", "delims", and "unwise", characters excluded in \[RFC3491\]".
//
// `%E3%80%80` looks like a space to a person who reads the IRI, and is part of the path to a client that fetches it.

/// The reason why a character stays encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The character is neither a `ucschar` nor, in a query, an `iprivate`.
    Syntax,
    /// The character formats bidirectional text.
    Formatting,
    /// The character looks like a blank or a delimiter, or is invisible.
    Blank,
    /// The character is a variant of another character.
    Variant,
}

impl Reason {
    /// Returns the reason why a character stays encoded, if there is one.
    #[inline]
    pub(super) const fn of(character: char, is_in_query: bool) -> Option<Self> {
        match character {
            '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' => Some(Self::Formatting),
            _ if is_in_query && is_private(character) => None,
            _ if !is_of_iris(character) => Some(Self::Syntax),
            _ if is_blank(character) => Some(Self::Blank),
            _ if is_variant(character) => Some(Self::Variant),
            _ => None,
        }
    }

    #[inline]
    pub(super) const fn section(self) -> &'static str {
        match self {
            Self::Syntax => "2.2",
            Self::Formatting => "4.1",
            Self::Blank | Self::Variant => "6.1",
        }
    }

    /// Returns the description of step 4 (RFC 3987, 3.2) for a character that stays encoded for this reason.
    #[inline]
    pub(super) const fn does(self) -> &'static str {
        match self {
            Self::Syntax => "re-encode characters that are not allowed in this part of an IRI",
            Self::Formatting => "re-encode characters that format bidirectional text",
            Self::Blank => "re-encode characters that look like a blank, a delimiter or nothing",
            Self::Variant => "re-encode variants of other characters",
        }
    }
}

/// Returns whether a character looks like a space or a delimiter, or is invisible. These are the spaces and controls
/// that Nameprep prohibits (RFC 3491, 5: tables C.1.2, C.2.2, C.6, C.8 and C.9 of RFC 3454) or maps to nothing (RFC
/// 3491, 3: table B.1), and the slashes, colons and dots beyond ASCII.
#[inline]
const fn is_blank(character: char) -> bool {
    matches!(character,
        '\u{A0}' | '\u{AD}' | '\u{34F}' | '\u{1680}' | '\u{1806}' | '\u{180B}'..='\u{180E}'
        | '\u{2000}'..='\u{200D}' | '\u{2028}' | '\u{2029}' | '\u{202F}' | '\u{205F}'..='\u{206F}'
        | '\u{3000}' | '\u{6DD}' | '\u{70F}' | '\u{340}' | '\u{341}' | '\u{2800}' | '\u{3164}'
        | '\u{115F}' | '\u{1160}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFD}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}'
        | '\u{2024}' | '\u{2044}' | '\u{2215}' | '\u{2236}' | '\u{29F8}' | '\u{A789}')
}

/// Returns whether a character is a formal variant of another character: small, half-width, full-width or circled, a
/// ligature, or a mathematical letter.
#[inline]
const fn is_variant(character: char) -> bool {
    matches!(character,
        '\u{2460}'..='\u{24FF}' | '\u{FB00}'..='\u{FB06}' | '\u{FE50}'..='\u{FE6B}'
        | '\u{FF01}'..='\u{FFEE}' | '\u{1D400}'..='\u{1D7FF}' | '\u{1F100}'..='\u{1F169}')
}

// Converting URIs to IRIs (RFC 3987, 3.2).

/// A conversion of URIs to IRIs, by the five steps of RFC 3987, section 3.2.
///
/// Triplets become characters if they are the UTF-8 of characters that are allowed in IRIs. Triplets of formatting
/// characters are kept, since section 4.1 forbids these characters. Triplets of look-alikes, which should be avoided
/// (RFC 3987, 6.1), are kept unless an option decodes them. The input is not checked: a text that is not a URI
/// reference is converted to a text that is not an IRI reference.
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
    /// Returns the conversion without options.
    #[must_use]
    #[inline]
    pub const fn new() -> Self {
        Self { blanks: false, variants: false, names: false }
    }

    /// Also decodes characters that look like a blank or a delimiter, or are invisible, such as the
    /// no-break space and the ideographic space: "many look-alikes of "space", "delims", and
    /// "unwise", characters excluded in \[RFC3491\]", which should be avoided (RFC 3987, 6.1).
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

    /// Also decodes variants of other characters: "the full-width equivalents of Latin characters, half-width Katakana
    /// characters for Japanese, and many others", which should be avoided (RFC 3987, 6.1).
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

    /// Decodes those triplets of a URI that encode characters allowed in an IRI.
    #[inline]
    fn decoded(&self, uri: &str, steps: &mut Steps<'_>) -> String {
        steps.step("1", "represent the URI as octets of US-ASCII", || uri.into());
        let octets = step_2(uri.as_bytes());
        steps.step("2", "convert triplets to octets, except those of delimiters", || {
            written(&octets)
        });
        let legal = || {
            octets.utf8_chunks().fold(Vec::new(), |mut legal, chunk| {
                legal.extend(chunk.valid().as_bytes());
                legal.extend(encoded(chunk.invalid()).as_bytes());
                legal
            })
        };
        steps.step("3", "re-encode octets that are not UTF-8", || written(&legal()));
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
        steps.step("4", "re-encode characters not allowed in an IRI", value);
        steps.step("5", "interpret the octets as UTF-8", || iri.clone());
        iri
    }

    /// Returns the reason why a character stays encoded, if there is one.
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

/// The option that needs Unicode tables.
#[cfg(feature = "unicode")]
impl ToIri {
    /// Also decodes the Punycode labels of a host. "Implementations with scheme-specific knowledge MAY" do so (RFC
    /// 3987, 3.2.1). A host with a label that cannot be decoded stays as it is.
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

/// Converts triplets to octets, "except those corresponding to "%", characters in "reserved", and characters in
/// US-ASCII not allowed in URIs" (RFC 3987, 3.2, step 2).
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

/// Returns the triplets of octets.
#[inline]
fn encoded(octets: &[u8]) -> String {
    let mut text = String::with_capacity(3 * octets.len());
    octets.iter().for_each(|&octet| push_triplet(octet, &mut text));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_section_has_its_characters() {
        for (text, reason) in [
            ("\u{80}\u{9F}\u{E000}\u{FDD0}", Some(Reason::Syntax)),
            ("\u{200E}\u{202E}", Some(Reason::Formatting)),
            // NBSP, the ideographic space, the zero width space, the word joiner, the division slash.
            ("\u{A0}\u{3000}\u{200B}\u{2060}\u{2215}", Some(Reason::Blank)),
            // Full-width "A", half-width katakana, the ligature "fi", a bold "A".
            ("\u{FF21}\u{FF76}\u{FB01}\u{1D400}", Some(Reason::Variant)),
            // "ü", "ぁ", "中", "ำ" of Thai, a face.
            ("\u{FC}\u{3041}\u{4E2D}\u{E33}\u{1F600}", None),
        ] {
            for character in text.chars() {
                assert_eq!(Reason::of(character, false), reason, "U+{:04X}", character as u32);
            }
        }
        assert_eq!(Reason::of('\u{E000}', true), None);
    }
}

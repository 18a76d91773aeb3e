//! Right-to-left characters, which must be shown in an order that leads back to the string (RFC 3987,
//! section 4).
//!
//! The rules apply to each part that a document calls a component, and to the parts that section 4.2 names as
//! components of their own: the labels of a host, the extensions of a name, the names and values of a query. Its
//! examples hold of these: the host `ab.CDEFGH.ij` is legal, where an upper case letter stands for one that is
//! written from right to left.
//!
//! The surprising case: a digit is neither. So `GH1` does not end with a right-to-left character, and
//! `123` is not asked (examples 8 and 10). Nor is a triplet, which has digits and letters of its own.

use urispec::internal::percent::push_triplet;

use super::subject::LintedReference;
use super::{Findings, table};

/// LRM, RLM, LRE, RLE, PDF, LRO and RLO.
const FORMATTING: [char; 7] =
    ['\u{200E}', '\u{200F}', '\u{202A}', '\u{202B}', '\u{202C}', '\u{202D}', '\u{202E}'];

pub(super) fn look(subject: &LintedReference<'_>, found: &mut Findings) {
    if subject.text.is_ascii() {
        return;
    }
    let formatting = subject.text.match_indices(FORMATTING);
    let spans: Vec<_> = formatting.map(|(at, one)| at..at + one.len()).collect();
    let message = "this changes how the IRI is shown, and is not seen itself";
    let mended = subject.encoding(&spans);
    found.add(&table::BIDI_FORMATTING, spans, message, Some(mended));
    #[cfg(feature = "security")]
    structure(subject, found);
}

/// Finds components whose characters are not all of one direction.
#[cfg(feature = "security")]
fn structure(subject: &LintedReference<'_>, found: &mut Findings) {
    let (mut mixed, mut ends) = (Vec::new(), Vec::new());
    for part in components(subject) {
        let has = |direction| part.text.chars().any(|one| Direction::of(one) == Some(direction));
        let is_right =
            |one: Option<char>| one.is_some_and(|one| Direction::of(one) == Some(Direction::Right));
        if !has(Direction::Right) {
            continue;
        }
        if has(Direction::Left) {
            mixed.push(part.span());
        }
        let mut characters = part.text.chars();
        let (first, last) = (characters.next(), characters.next_back());
        if !is_right(first) || !is_right(last.or(first)) {
            ends.push(part.span());
        }
    }
    // "The whole component has to be mapped" (4.2).
    let message = "who reads this may take the characters in another order";
    let mended = subject.encoding(&mixed);
    found.add(&table::BIDI_MIXED, mixed, message, Some(mended));
    let message = "what stands beside the right-to-left characters may be shown elsewhere";
    let mended = subject.encoding(&ends);
    found.add(&table::BIDI_ENDS, ends, message, Some(mended));
}

/// The components as section 4.2 has them.
#[cfg(feature = "security")]
fn components<'i>(
    subject: &LintedReference<'i>,
) -> impl Iterator<Item = super::subject::Excerpt<'i>> {
    let parts: [(_, &[char]); 5] = [
        (subject.userinfo, &[':']),
        (subject.host, &['.']),
        (Some(subject.path), &['/', '.']),
        (subject.query, &['&', ';', '=']),
        (subject.fragment, &[]),
    ];
    parts.into_iter().filter_map(|(part, ends)| Some(part?.split(ends))).flatten()
}

/// The direction in which a character is written, if it has one of its own.
#[cfg(feature = "security")]
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Left,
    Right,
}

#[cfg(feature = "security")]
impl Direction {
    fn of(character: char) -> Option<Self> {
        use icu_properties::{CodePointMapData, props::BidiClass};
        match CodePointMapData::<BidiClass>::new().get(character) {
            BidiClass::LeftToRight => Some(Self::Left),
            BidiClass::RightToLeft | BidiClass::ArabicLetter => Some(Self::Right),
            _ => None,
        }
    }
}

impl LintedReference<'_> {
    /// The string with the characters beyond ASCII in some spans percent-encoded, which is what these
    /// parts are in a URI (RFC 3987, 3.1).
    fn encoding(&self, spans: &[std::ops::Range<usize>]) -> String {
        let mut text = String::with_capacity(self.text.len());
        let mut copied = 0;
        for span in spans {
            text += &self.text[copied..span.start];
            for character in self.text[span.clone()].chars() {
                match character.is_ascii() {
                    true => text.push(character),
                    false => character
                        .encode_utf8(&mut [0; 4])
                        .bytes()
                        .for_each(|octet| push_triplet(octet, &mut text)),
                }
            }
            copied = span.end;
        }
        text + &self.text[copied..]
    }
}

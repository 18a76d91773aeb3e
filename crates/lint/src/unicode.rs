//! Characters beyond ASCII: those that Unicode writes in more than one way (RFC 3987, 5.3.2.2 and 7.5), and those that are
//! written from right to left, which must be shown in an order that leads back to the string (RFC 3987, 4).
//!
//! The surprising case: a digit has no direction. So `GH1`, where an upper case letter stands for one that is written from
//! right to left, does not end with such a character, and `123` is not asked (examples 8 and 10). Nor is a triplet, which
//! has digits and letters of its own.

use urispec::internal::percent::push_triplet;

use super::Findings;
use super::subject::LintedReference;
use super::table::*;

/// LRM, RLM, LRE, RLE, PDF, LRO and RLO.
const FORMATTING: &[char] =
    &['\u{200E}', '\u{200F}', '\u{202A}', '\u{202B}', '\u{202C}', '\u{202D}', '\u{202E}'];

pub(super) fn look(subject: &LintedReference<'_>, found: &mut Findings) {
    if subject.text.is_ascii() {
        return;
    }
    let formatting = subject.whole().each(|one| FORMATTING.contains(&one));
    found.replace(&BIDI_FORMATTING, subject, formatting, encoded);
    #[cfg(feature = "security")]
    by_tables::directions(subject, found);
    #[cfg(feature = "security")]
    by_tables::forms(subject, found);
}

/// A text with its characters beyond ASCII percent-encoded, which is what it is in a URI (RFC 3987, 3.1).
fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for octet in text.bytes() {
        match octet.is_ascii() {
            true => encoded.push(octet.into()),
            false => push_triplet(octet, &mut encoded),
        }
    }
    encoded
}

#[cfg(feature = "security")]
mod by_tables {
    use std::iter;
    use std::ops::Range;

    use icu_properties::{CodePointMapData, props::BidiClass};
    use unicode_normalization::char::canonical_combining_class;
    use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

    use super::*;
    use crate::subject::Excerpt;

    /// Finds components whose characters are not all of one direction.
    pub(super) fn directions(subject: &LintedReference<'_>, found: &mut Findings) {
        let (mut mixed, mut ends) = (Vec::new(), Vec::new());
        for part in components(subject) {
            let has =
                |is_right| part.text.chars().any(|one| is_right_to_left(one) == Some(is_right));
            if !has(true) {
                continue;
            }
            if has(false) {
                mixed.push(part.span());
            }
            let mut characters = part.text.chars();
            let (first, last) = (characters.next(), characters.next_back());
            let is_right = |one: Option<char>| one.and_then(is_right_to_left) == Some(true);
            if !is_right(first) || !is_right(last.or(first)) {
                ends.push(part.span());
            }
        }
        // "The whole component has to be mapped" (4.2).
        found.replace(&BIDI_MIXED, subject, mixed, encoded);
        found.replace(&BIDI_ENDS, subject, ends, encoded);
    }

    /// The components as section 4.2 has them: also the labels of a host, the extensions of a name, the names and values
    /// of a query.
    fn components<'i>(subject: &LintedReference<'i>) -> impl Iterator<Item = Excerpt<'i>> {
        let parts: [(_, &[char]); 5] = [
            (subject.userinfo, &[':']),
            (subject.host, &['.']),
            (Some(subject.path), &['/', '.']),
            (subject.query, &['&', ';', '=']),
            (subject.fragment, &[]),
        ];
        parts.into_iter().filter_map(|(part, ends)| Some(part?.split(ends))).flatten()
    }

    /// Whether a character is written from right to left, if it has a direction of its own.
    fn is_right_to_left(character: char) -> Option<bool> {
        match CodePointMapData::<BidiClass>::new().get(character) {
            BidiClass::LeftToRight => Some(false),
            BidiClass::RightToLeft | BidiClass::ArabicLetter => Some(true),
            _ => None,
        }
    }

    /// Finds characters that Unicode writes in more than one way. There is no mended string: who did not make the IRI
    /// does not know which of the ways its maker meant (5.3.2.2).
    pub(super) fn forms(subject: &LintedReference<'_>, found: &mut Findings) {
        let is_other = |span: &Range<usize>| {
            let text = &subject.text[span.clone()];
            !text.nfc().eq(text.chars())
        };
        found.add(&NOT_NFC, clusters(subject.text).into_iter().filter(is_other));
        let is_variant = |one: char| !iter::once(one).nfkc().eq(iter::once(one).nfc());
        found.add(&COMPATIBILITY_VARIANT, subject.whole().each(is_variant));
    }

    /// The spans of a text that are put into Normalization Form C each on its own. A span begins with a
    /// character that never changes with what stands before it.
    fn clusters(text: &str) -> Vec<Range<usize>> {
        let begins = |one: char| {
            let first = iter::once(one).nfd().next().unwrap_or(one);
            canonical_combining_class(first) == 0
                && is_nfc_quick(iter::once(first)) == IsNormalized::Yes
        };
        let starts = text.char_indices().filter(|(at, one)| *at == 0 || begins(*one));
        let starts: Vec<usize> = starts.map(|(at, _)| at).collect();
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
    }
}

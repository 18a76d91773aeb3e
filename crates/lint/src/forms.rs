//! Characters that Unicode writes in more than one way (RFC 3987, sections 5.3.2.2 and 7.5).
//!
//! There is no mended string: who did not make the IRI does not know which of the ways its maker meant
//! (5.3.2.2).

use std::iter;
use std::ops::Range;

use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::subject::LintedReference;
use super::{Findings, table};

pub(super) fn look(subject: &LintedReference<'_>, found: &mut Findings) {
    if subject.text.is_ascii() {
        return;
    }
    let is_other = |span: &Range<usize>| {
        let text = &subject.text[span.clone()];
        !text.nfc().eq(text.chars())
    };
    let message = "another spelling of the same characters is in Normalization Form C";
    let others = clusters(subject.text).into_iter().filter(is_other);
    found.add(&table::NOT_NFC, others, message, None);
    let message = "plainer characters say the same";
    let variants = subject.text.char_indices().filter(|(_, one)| is_variant(*one));
    let variants = variants.map(|(at, one)| at..at + one.len_utf8());
    found.add(&table::COMPATIBILITY_VARIANT, variants, message, None);
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

/// Whether a character is a variant of others for compatibility only.
fn is_variant(character: char) -> bool {
    !iter::once(character).nfkc().eq(iter::once(character).nfc())
}

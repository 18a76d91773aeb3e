//! Names and characters that mean something to file systems (section 7.3).
//!
//! "Special device names like ".", "..", "...", "aux", "lpt", etc.": the document names some, and
//! leaves the others to who knows the system. The others here are those of DOS and Windows, where an
//! ending does not count: `aux.txt` is `aux`. What is a dot segment is another lint's, and so are
//! escapes that divide segments.

use std::ops::Range;

use super::subject::{Excerpt, Subject};
use crate::parts::percent::{self, Decode};

/// The names of devices. Those of [`NUMBERED`] may have a digit after the name.
const DEVICES: [&str; 5] = ["aux", "con", "lpt", "nul", "prn"];
const NUMBERED: [&str; 2] = ["com", "lpt"];

/// The segments that decode to names of devices, and the escapes of special characters elsewhere.
pub(super) fn names(subject: &Subject<'_>) -> Vec<Range<usize>> {
    // Without a "/" before it, what follows a scheme is no path of files: `urn:aux`.
    if subject.scheme.is_some() && !subject.path.text.starts_with('/') {
        return Vec::new();
    }
    let spans = subject.segments().flat_map(|segment| match is_device(segment.text) {
        true => vec![segment.span()],
        false => characters(&segment),
    });
    spans.collect()
}

pub(super) fn is_device(segment: &str) -> bool {
    // Longer ones need not be decoded: three octets for each character, and an ending.
    let stem = segment.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or(segment);
    if stem.len() > 3 * "lpt1".len() {
        return false;
    }
    // Without an escape, only what is as long as a name needs to be compared.
    if !stem.contains('%') && !matches!(stem.len(), 3 | 4) {
        return false;
    }
    let Ok(name) = stem.decode() else { return false };
    let name = name.to_ascii_lowercase();
    // What was escaped may be the dot before an ending.
    let stem = name.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or(&name);
    let numbered = stem.strip_suffix(|digit: char| matches!(digit, '1'..='9'));
    let is_device = |stem| DEVICES.contains(&stem);
    name == "..." || is_device(stem) || numbered.is_some_and(|stem| NUMBERED.contains(&stem))
}

/// The escapes of ":", "[" and "]" in a segment. A ":" that is not escaped is visible to everybody.
fn characters(segment: &Excerpt<'_>) -> Vec<Range<usize>> {
    let is_special = |(_, octet): &(usize, u8)| matches!(octet, b':' | b'[' | b']');
    let places = percent::triplets(segment.text).filter(is_special);
    places.map(|(at, _)| segment.start + at..segment.start + at + 3).collect()
}

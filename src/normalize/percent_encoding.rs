//! Percent-Encoding Normalization (section 6.2.2.2): a triplet of an unreserved character becomes
//! the character. Nothing else is decoded, and nothing is encoded but the space for which a `+` is
//! short in a query of RFC 1630.
//!
//! In a relative reference a segment stays encoded if it decodes to `.` or `..`. Resolving removes
//! dot segments by their characters (section 5.2.4) and before anything is decoded: against
//! `http://h/p/q/r`, `%2e/..` leads to `http://h/p/q/` and `./..` to `http://h/p/`. By the letter
//! that segment is decoded too.

use alloc::borrow::Cow;
use alloc::string::String;

use super::draft::{ChangeLog, Draft};
use crate::editions::Algorithm;
use crate::editions::Unreserved;
use crate::editions::{Ladder, Rung};
use crate::parts::percent;

#[inline]
pub(super) fn pass(
    draft: &mut Draft<'_>,
    ladder: &Ladder,
    algorithm: Algorithm,
    letter: bool,
    log: &mut ChangeLog<'_>,
) {
    let Some(unreserved) = ladder.unreserved else { return };
    if let Some(section) = ladder.plus_in_query {
        expand_plus(draft, section, log);
    }
    // What may stand for itself in an identifier may so everywhere, and no slash comes of it.
    let after_identifier = ladder.in_identifier.map_or(0, |may_stand| {
        decode(&mut draft.path, 0, (may_stand, unreserved.1), Dots::Decoded, log);
        draft.path.find('/').unwrap_or(draft.path.len())
    });
    let mut decode = |part: &mut Cow<'_, str>, from, dots| {
        decode(part, from, unreserved, dots, log);
    };
    let is_absolute = draft.authority.is_some() || draft.path.starts_with('/');
    let is_read = !letter
        && draft.scheme.is_none()
        && (!is_absolute || algorithm.removes_from_absolute_paths());
    // Before RFC 3986 an authority may have no host, and in RFC 1738 a path may begin as one does:
    // that of `a://%41`. Decoded, they would be what they are not.
    if let Some(authority) = draft.authority.as_mut().filter(|authority| authority.has_host) {
        authority.userinfo.iter_mut().for_each(|part| decode(part, 0, Dots::Decoded));
        decode(&mut authority.host, 0, Dots::Decoded);
    }
    let spared = draft.path.strip_prefix("//");
    let spared = spared.filter(|_| draft.authority.is_none() && !ladder.host_in_path);
    let spared = spared.map_or(0, |rest| 2 + rest.find('/').unwrap_or(rest.len()));
    let keeps_dots = is_read || ladder.reserved_dots;
    let from = spared.max(after_identifier);
    decode(&mut draft.path, from, if keeps_dots { Dots::Kept } else { Dots::Decoded });
    let merged = is_read && ladder.merges_query;
    let in_query = if merged { Dots::KeptAfterSlash } else { Dots::Decoded };
    draft.query.iter_mut().for_each(|part| decode(part, 0, in_query));
    draft.fragment.iter_mut().for_each(|part| decode(part, 0, Dots::Decoded));
}

/// Writes out the plus signs of a query.
///
/// "Within the query string, the plus sign is reserved as shorthand notation for a space" (RFC
/// 1630, 4.1.1). In a path the plus sign is a character like others.
#[inline]
fn expand_plus(draft: &mut Draft<'_>, section: &'static str, log: &mut ChangeLog<'_>) {
    decode(&mut draft.path, 0, (|octet| octet == b'+', section), Dots::Decoded, log);
    let Some(query) = draft.query.as_mut().filter(|query| query.contains('+')) else { return };
    for _ in query.matches('+') {
        log.change(Rung::PercentEncoding, section, "+", "%20");
    }
    *query = Cow::Owned(query.replace('+', "%20"));
}

/// What becomes of a segment that decodes to `.` or `..`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dots {
    Decoded,
    Kept,
    /// The segment is kept after a slash only: the text before the first slash is not a complete
    /// segment.
    KeptAfterSlash,
}

#[inline]
fn decode(
    text: &mut Cow<'_, str>,
    from: usize,
    (is_unreserved, section): Unreserved,
    dots: Dots,
    log: &mut ChangeLog<'_>,
) {
    let mut decoded = String::new();
    let mut copied = 0;
    // The segment that was looked at last, and whether it stays as it is.
    let (mut segment, mut kept) = (0..0, false);
    for (at, octet) in percent::triplets(text).filter(|(at, _)| *at >= from) {
        if dots != Dots::Decoded && at >= segment.end {
            let start = text[segment.end..at].rfind('/').map(|slash| segment.end + slash + 1);
            let first = start.is_none() && segment.end == 0;
            segment =
                start.unwrap_or(segment.end)..text[at..].find('/').map_or(text.len(), |to| at + to);
            kept = is_dots(&text[segment.clone()]) && !(first && dots == Dots::KeptAfterSlash);
        }
        if kept || !is_unreserved(octet) {
            continue;
        }
        let character = char::from(octet);
        let triplet = &text[at..at + 3];
        log.change(Rung::PercentEncoding, section, triplet, character.encode_utf8(&mut [0; 4]));
        decoded += &text[copied..at];
        decoded.push(character);
        copied = at + 3;
    }
    if copied > 0 {
        decoded += &text[copied..];
        *text = Cow::Owned(decoded);
    }
}

/// Whether a segment with triplets decodes to `.` or `..`.
#[inline]
fn is_dots(segment: &str) -> bool {
    segment.len() <= "%2e%2e".len()
        && matches!(&*segment.to_ascii_lowercase().replace("%2e", "."), "." | "..")
}

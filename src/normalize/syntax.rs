//! Syntax-based normalization (RFC 3986, 6.2.2): case, percent-encoding, path segments.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::draft::{ChangeLog, Draft};
use crate::editions::{Algorithm, DotSegments, Ladder, Rung, Unreserved};
pub(super) use crate::parts::percent::lowered;
use crate::parts::percent::{is_of_iris, push_triplet, triplet};
use crate::parts::schemes::Caseless;
use crate::parts::{percent, schemes};
use crate::resolve::{merge_dot_segments, remove_dot_segments};

// Case Normalization (section 6.2.2.1): the scheme and the host in lower case, triplets in upper case, also in a host.
// In RFC 3987 only an ASCII host is lowered (5.3.2.1); other hosts are left to the documents about their names. The
// host of an account is part of a path (RFC 7565, 4 and 7).

#[inline]
pub(super) fn case(draft: &mut Draft<'_>, ladder: &Ladder, log: &mut ChangeLog<'_>) {
    if let (Some(scheme), Some(section)) = (&mut draft.scheme, ladder.scheme_case) {
        lower(scheme, section, log);
    }
    if let Some(authority) = draft.authority.as_mut().filter(|authority| authority.has_host) {
        let is_address = authority.host.starts_with('[');
        let licence = if is_address { ladder.address_case } else { ladder.host_case };
        let is_meant = !ladder.host_case_of_ascii || is_of_ascii(&authority.host);
        if let (Some(section), true) = (licence, is_meant) {
            lower(&mut authority.host, section, log);
        }
    }
    if draft.authority.is_none() {
        lower_part_of_path(draft, ladder, log);
    }
    if let Some(section) = ladder.triplet_case {
        draft.encoded_parts().for_each(|part| raise_triplets(part, section, log));
    }
}

/// Converts the case-insensitive part of a path to lowercase: a namespace, or the host of an account.
#[inline]
fn lower_part_of_path(draft: &mut Draft<'_>, ladder: &Ladder, log: &mut ChangeLog<'_>) {
    let licences = [ladder.namespace_case, ladder.account_host_case];
    if licences == [None, None] {
        return;
    }
    let Some(part) = draft.scheme.as_deref().and_then(schemes::caseless) else { return };
    let licence = match part {
        Caseless::Namespace => licences[0],
        Caseless::AccountHost => licences[1],
        Caseless::Domains => None,
    };
    if let Some(section) = licence {
        lower_caseless(&mut draft.path, part, (Rung::Case, section), log);
    }
}

/// Returns whether a host is ASCII, both as written and with its triplets decoded.
#[inline]
fn is_of_ascii(host: &str) -> bool {
    host.is_ascii() && percent::triplets(host).all(|(_, octet)| octet.is_ascii())
}

#[inline]
fn lower(text: &mut Cow<'_, str>, section: &'static str, log: &mut ChangeLog<'_>) {
    let lowered = lowered(text);
    if lowered != **text {
        log.change(Rung::Case, section, text, &lowered);
        *text = Cow::Owned(lowered);
    }
}

#[inline]
fn raise_triplets(text: &mut Cow<'_, str>, section: &'static str, log: &mut ChangeLog<'_>) {
    let mut raised = String::new();
    let mut copied = 0;
    for (at, _) in percent::triplets(text) {
        let triplet = &text[at..at + 3];
        if triplet.bytes().any(|byte| byte.is_ascii_lowercase()) {
            raised += &text[copied..at];
            raised += triplet;
            raised[at..].make_ascii_uppercase();
            log.change(Rung::Case, section, triplet, &raised[at..]);
            copied = at + 3;
        }
    }
    if copied > 0 {
        raised += &text[copied..];
        *text = Cow::Owned(raised);
    }
}

// Percent-Encoding Normalization (section 6.2.2.2): a triplet of an unreserved character becomes the character. Nothing
// else is decoded, and nothing is encoded except the space for which a `+` is a shorthand in a query of RFC 1630.
//
// In a relative reference a segment that decodes to `.` or `..` stays encoded. Resolution removes dot segments by their
// characters (section 5.2.4) and before decoding: against `http://h/p/q/r`, `%2e/..` leads to `http://h/p/q/` and
// `./..` to `http://h/p/`. With the option `letter` that segment is decoded too.

#[inline]
pub(super) fn percent_encoding(
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
    // Characters that need no encoding in an identifier need none elsewhere, and none of them is a slash.
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
    // Before RFC 3986 an authority may have no host, and in RFC 1738 a path may begin like one, as that of `a://%41`.
    // Decoding would change what they are.
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

/// Replaces each `+` of the query with `%20`, and each `%2B` of the path with `+`.
///
/// "Within the query string, the plus sign is reserved as shorthand notation for a space" (RFC 1630, 4.1.1). In a path
/// the plus sign is an ordinary character.
#[inline]
fn expand_plus(draft: &mut Draft<'_>, section: &'static str, log: &mut ChangeLog<'_>) {
    decode(&mut draft.path, 0, (|octet| octet == b'+', section), Dots::Decoded, log);
    let Some(query) = draft.query.as_mut().filter(|query| query.contains('+')) else { return };
    for _ in query.matches('+') {
        log.change(Rung::PercentEncoding, section, "+", "%20");
    }
    *query = Cow::Owned(query.replace('+', "%20"));
}

/// The treatment of a segment that decodes to `.` or `..`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dots {
    Decoded,
    Kept,
    /// A segment after a slash stays encoded. The text before the first slash is decoded: it is not a complete segment.
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
    // The segment that was examined last, and whether it is kept.
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

/// Returns whether a segment with triplets decodes to `.` or `..`.
#[inline]
fn is_dots(segment: &str) -> bool {
    segment.len() <= "%2e%2e".len()
        && matches!(&*segment.to_ascii_lowercase().replace("%2e", "."), "." | "..")
}

// Characters beyond ASCII in percent-encoding normalization (RFC 3987, 5.3.2.3): triplets that are the UTF-8 of a
// character become that character, if it is allowed in an IRI.
//
// "The percent-encoding of both IRIs to be compared has to be aligned; for example, by converting both IRIs to URIs".
// Here the IRIs themselves are aligned, so that the normal form is readable. The characters that section 4.1 forbids
// stay triplets, and become triplets.
//
// A query may contain private-use characters (2.2), but their triplets are kept: a decoded triplet "corresponds to an
// unreserved character", and `iunreserved` contains `ucschar`, not `iprivate`. To be aligned, the character itself
// becomes triplets, as in a URI (3.1).

/// The length of a triplet.
const TRIPLET: usize = 3;

#[inline]
pub(super) fn characters(draft: &mut Draft<'_>, ladder: &Ladder, log: &mut ChangeLog<'_>) {
    let Some(section) = ladder.characters else { return };
    if let Some(authority) = draft.authority.as_mut().filter(|authority| authority.has_host) {
        authority.userinfo.iter_mut().for_each(|part| align(part, section, log));
        align(&mut authority.host, section, log);
    }
    align(&mut draft.path, section, log);
    draft.query.iter_mut().for_each(|part| align(part, section, log));
    draft.fragment.iter_mut().for_each(|part| align(part, section, log));
}

/// Writes each character beyond ASCII as itself if it is unreserved, and otherwise as triplets.
#[inline]
fn align(text: &mut Cow<'_, str>, section: &'static str, log: &mut ChangeLog<'_>) {
    let mut aligned = String::new();
    let (mut copied, mut at) = (0, 0);
    let bytes = text.as_bytes();
    while let Some(&first) = bytes.get(at) {
        if first == b'%' {
            let octets = octets(&bytes[at..]);
            for chunk in octets.utf8_chunks() {
                for character in chunk.valid().chars() {
                    let end = at + TRIPLET * character.len_utf8();
                    if is_of_iris(character) {
                        aligned += &text[copied..at];
                        let start = aligned.len();
                        aligned.push(character);
                        let by = &aligned[start..];
                        log.change(Rung::PercentEncoding, section, &text[at..end], by);
                        copied = end;
                    }
                    at = end;
                }
                at += TRIPLET * chunk.invalid().len();
            }
            at += usize::from(octets.is_empty());
        } else if first.is_ascii() {
            at += 1;
        } else {
            let Some(character) = text[at..].chars().next() else { break };
            let end = at + character.len_utf8();
            if !is_of_iris(character) {
                aligned += &text[copied..at];
                let start = aligned.len();
                bytes[at..end].iter().for_each(|&octet| push_triplet(octet, &mut aligned));
                log.change(Rung::PercentEncoding, section, &text[at..end], &aligned[start..]);
                copied = end;
            }
            at = end;
        }
    }
    if copied > 0 {
        aligned += &text[copied..];
        *text = Cow::Owned(aligned);
    }
}

/// Decodes the triplets at the beginning of a text, up to the first triplet of an ASCII octet.
#[inline]
fn octets(text: &[u8]) -> Vec<u8> {
    let octets = text.chunks(TRIPLET).map_while(triplet);
    octets.take_while(|octet| !octet.is_ascii()).collect()
}

// Path Segment Normalization (section 6.2.2.3): dot segments are removed as in section 5.2.4. The dot segments of a
// relative path are kept, since only a base gives them a meaning; an opaque part has no segments. If the result would
// read as an authority, which section 3.3 forbids, `/.` is kept before the path, unless
// [`Normalizer::letter`](super::Normalizer::letter) is on. The paths of RFC 8089 begin with one slash, even after an
// authority (section 2).

#[inline]
pub(super) fn path_segments(
    draft: &mut Draft<'_>,
    ladder: &Ladder,
    letter: bool,
    log: &mut ChangeLog<'_>,
) {
    let Some((way, section)) = ladder.dot_segments else { return };
    let relative = draft.scheme.is_none() && draft.authority.is_none();
    if draft.is_opaque || relative && !draft.path.starts_with('/') {
        return;
    }
    let removed = match way {
        DotSegments::Remove => remove_dot_segments(&draft.path),
        DotSegments::Merge => merge_dot_segments(&draft.path),
    };
    let Cow::Owned(mut path) = removed else { return };
    let bars_slashes = draft.authority.is_none() || ladder.single_slash;
    if !letter && bars_slashes && path.starts_with("//") {
        path.insert_str(0, "/.");
    }
    if path != draft.path {
        log.change(Rung::PathSegments, section, &draft.path, &path);
        draft.path = Cow::Owned(path);
    }
}

// Lowers the part of a path that is case-insensitive by the rules of the scheme (section 6.2.3): the domain of a mail
// address, or the namespace of a URN. In RFC 8141 (3.1) the namespace, and in RFC 7565 (4) the host of an account,
// already belong to case normalization. Of `mailto:Joe@Example.COM` only the domain changes: only the mail host of the
// domain knows whether case matters before the last `@`.

#[inline]
pub(super) fn lower_caseless(
    path: &mut Cow<'_, str>,
    part: Caseless,
    (rung, section): (Rung, &'static str),
    log: &mut ChangeLog<'_>,
) {
    let (mut text, mut copied) = (String::new(), 0);
    for range in parts(path, part) {
        let before = &path[range.clone()];
        if !before.bytes().any(|byte| byte.is_ascii_uppercase()) {
            continue;
        }
        let after = lowered(before);
        // The digits of triplets are already in upper case, and are kept.
        if after != before {
            log.change(rung, section, before, &after);
            text += &path[copied..range.start];
            text += &after;
            copied = range.end;
        }
    }
    if copied > 0 {
        text += &path[copied..];
        *path = Cow::Owned(text);
    }
}

/// Returns the spans of a path that are case-insensitive.
#[inline]
fn parts(path: &str, part: Caseless) -> Vec<Range<usize>> {
    match part {
        Caseless::Domains => {
            let ends = path.match_indices(',').map(|(at, _)| at).chain([path.len()]);
            let mut start = 0;
            let addresses = ends.map(|end| core::mem::replace(&mut start, end + 1)..end);
            addresses.filter_map(|address| domain(path, address)).collect()
        }
        // Without a ":" there is no namespace.
        Caseless::Namespace => path.find(':').map(|end| 0..end).into_iter().collect(),
        // Neither the name of an account nor a host contains "@".
        Caseless::AccountHost => path.rfind('@').map(|at| at + 1..path.len()).into_iter().collect(),
    }
}

/// Returns the domain of a mail address: `addr-spec = local-part "@" domain` (RFC 6068, section 2). A domain literal,
/// `[...]`, is excluded: no document makes it case-insensitive.
#[inline]
fn domain(path: &str, address: Range<usize>) -> Option<Range<usize>> {
    const QUOTE: &str = "%22";
    let (local, domain) = path[address.clone()].rsplit_once('@')?;
    // An unterminated quoted local part was cut at a comma that should have been encoded.
    let is_whole = match local.strip_prefix(QUOTE) {
        Some(rest) => rest.ends_with(QUOTE),
        None => !local.is_empty(),
    };
    (is_whole && !domain.starts_with("%5B")).then(|| address.end - domain.len()..address.end)
}

//! Lints of spelling: letters, escapes, and Unicode.

use std::ops::Range;

use urispec::internal::percent::push_triplet;
use urispec::internal::{DocumentSpec, Ladder, SectionRef, by_licence, percent, schemes, spans};
use urispec::percent::Decode;
use urispec::{HostKind, Reference};

use super::authority::is_device;
use super::authority::is_label;
use super::subject::{Excerpt, LintedReference};
use super::table::*;
use super::{Findings, authority};

// Spellings that normalization would change (RFC 3986, 6.2.2 and 6.2.3). Each lint corresponds to one rule of the
// ladder. The pass of the rule writes the mended string, so there is a finding exactly if the pass changes the string.

/// A placeholder section that enables a rule of a [`Ladder`]. Findings cite the section of their lint.
const GIVEN: SectionRef = Some("");

pub(super) fn look(subject: &LintedReference<'_>, found: &mut Findings) {
    let part = |part: Option<Excerpt<'_>>| part.map(|part| part.span());
    let Ladder { host_case_of_ascii, unreserved, in_identifier, characters, .. } =
        found.linter.facts.ladder;
    let scheme_case = Ladder { scheme_case: GIVEN, ..Ladder::NONE };
    changed(subject, found, &UPPER_CASE_SCHEME, scheme_case, |_| part(subject.scheme));
    let host_case =
        Ladder { host_case: GIVEN, host_case_of_ascii, address_case: GIVEN, ..Ladder::NONE };
    changed(subject, found, &UPPER_CASE_HOST, host_case, |_| part(subject.host));
    if subject.has_escapes() {
        let triplet_case = Ladder { triplet_case: GIVEN, ..Ladder::NONE };
        changed(subject, found, &LOWER_CASE_ESCAPE, triplet_case, |mended| {
            escapes(subject.text, |span| subject.text[span.clone()] != mended[span])
        });
        let needless = Ladder { unreserved, in_identifier, characters, ..Ladder::NONE };
        changed(subject, found, &NEEDLESS_ESCAPE, needless, |mended| decoded(subject.text, mended));
    }
    dot_segments(subject, found);
    by_scheme(subject, found);
}

/// Finds parts that the document of the URI's scheme allows to be normalized (RFC 3986, 6.2.3).
fn by_scheme(subject: &LintedReference<'_>, found: &mut Findings) {
    let Ladder { empty_port, empty_path_of_any, no_authority, single_slash, ports_by, .. } =
        found.linter.facts.ladder;
    // A URI without the host that its scheme requires is invalid, whatever its port and path; and some programs read
    // the path of `http:///x` as a host.
    if !subject.lacks_host() {
        if let Some(port) = subject.port.map(|port| port.span().start - 1..port.span().end) {
            let licence = Ladder { empty_port, ..Ladder::NONE };
            changed(subject, found, &EMPTY_PORT, licence, |_| [port.clone()]);
            let licence = Ladder { default_port: GIVEN, ports_by, ..Ladder::NONE };
            let known = subject.scheme.and_then(|scheme| schemes::known(scheme.text));
            let default = known.and_then(|scheme| scheme.default_port(ports_by));
            let message = default
                .map_or_else(String::new, |by| format!("the port is the scheme's default by {by}"));
            if let Some(mended) = mended_by(subject, found, &DEFAULT_PORT, &licence) {
                found.say(&DEFAULT_PORT, [port], message, Some(mended));
            }
        }
        let licence = Ladder { empty_path: GIVEN, empty_path_of_any, ..Ladder::NONE };
        changed(subject, found, &EMPTY_PATH, licence, |_| [subject.path.span()]);
    }
    let end = subject.path.start;
    let licence = Ladder { local_host: GIVEN, no_authority, single_slash, ..Ladder::NONE };
    changed(subject, found, &FILE_AUTHORITY_FORM, licence, |_| {
        [subject.host.map_or(end..end, |host| host.span())]
    });
}

/// Returns the result of normalization by one rule, if the result differs and the document covers the lint's subject.
fn mended_by(
    subject: &LintedReference<'_>,
    found: &Findings,
    lint: &Lint,
    licence: &Ladder,
) -> Option<String> {
    lint.section(found.linter.edition)?;
    by_licence(&subject.reference, licence, found.linter.facts.algorithm)
}

/// Adds a finding if normalization by one rule changes the string. `spans` returns the spans that differ.
fn changed<S: IntoIterator<Item = Range<usize>>>(
    subject: &LintedReference<'_>,
    found: &mut Findings,
    lint: &'static Lint,
    licence: Ladder,
    spans: impl Fn(&str) -> S,
) {
    if let Some(mended) = mended_by(subject, found, lint, &licence) {
        let is_drive = is_drive_letter(subject);
        found.mend(lint, spans(&mended), Some(mended).filter(|_| !is_drive));
    }
}

/// Returns whether the authority of a `file` URI is a drive letter to the URL Standard, as in `file://C:/`. Without its
/// colon, the letter is a host.
fn is_drive_letter(subject: &LintedReference<'_>) -> bool {
    let is_file = subject.scheme.is_some_and(|scheme| scheme.text.eq_ignore_ascii_case("file"));
    let is_letter =
        |host: Excerpt<'_>| matches!(host.text.as_bytes(), [one] if one.is_ascii_alphabetic());
    is_file && subject.host.is_some_and(is_letter) && subject.port.is_some()
}

fn escapes(text: &str, mut holds: impl FnMut(Range<usize>) -> bool) -> Vec<Range<usize>> {
    let spans = percent::triplets(text).map(|(at, _)| at..at + 3);
    spans.filter(|span| holds(span.clone())).collect()
}

/// Returns the spans of the escapes in `text` that `mended` has decoded. The texts have no other difference.
fn decoded(text: &str, mended: &str) -> Vec<Range<usize>> {
    let mut shift = 0;
    escapes(text, |span| {
        let decoded = mended.as_bytes()[span.start - shift] != b'%';
        shift += if decoded { 2 } else { 0 };
        decoded
    })
}

/// Finds the literal dot segments that resolution removes. If the path also has an escaped dot segment, there is no
/// mended string: a reader that decodes first removes other segments.
fn dot_segments(subject: &LintedReference<'_>, found: &mut Findings) {
    let DocumentSpec { ladder: Ladder { dot_segments, single_slash, .. }, algorithm, .. } =
        found.linter.facts;
    let licence =
        Ladder { dot_segments: *dot_segments, single_slash: *single_slash, ..Ladder::NONE };
    if let Some(mended) = by_licence(&subject.reference, &licence, *algorithm) {
        let dots = subject.segments().filter(|segment| matches!(segment.text, "." | ".."));
        let is_sure = !subject.segments().any(|segment| is_escaped_dots(segment.text));
        found.mend(&DOT_SEGMENTS, dots.map(|segment| segment.span()), is_sure.then_some(mended));
    }
}

// Escapes that are dangerous for programs that decode them early, twice, or in another encoding (RFC 3986, 2.4, 2.5,
// 7.2 and 7.3).

pub(super) fn escaping(subject: &LintedReference<'_>, found: &mut Findings) {
    // Without escapes, only the names of devices can be found.
    if !subject.has_escapes() {
        return found.add(&SYSTEM_NAME, authority::names(subject));
    }
    controls(subject, found);
    // "\" separates segments only if the document mentions file systems.
    let tells_systems = found.tells(&SYSTEM_NAME);
    let is_slash = |octet: u8| octet == b'/' || octet == b'\\' && tells_systems;
    found.add(&ESCAPED_SLASH, subject.path.escapes(is_slash));
    let dots = subject.segments().filter(|segment| is_escaped_dots(segment.text));
    found.add(&ESCAPED_DOT_SEGMENT, dots.map(|part| part.span()));
    found.add(&SYSTEM_NAME, authority::names(subject));
    // The "%25" before a zone identifier is a delimiter, not escaped data.
    let zone = subject.zone().map(|zone| zone.start);
    let again = subject.whole().escapes(|octet| octet == b'%').filter(|span| {
        let digits = subject.text.as_bytes().get(span.end..span.end + 2);
        zone != Some(span.end) && digits.is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit))
    });
    found.add(&DOUBLE_ENCODING, again.map(|span| span.start..span.end + 2));
    // If the document has no rule for hosts, a host is a component like any other.
    let tells_host = found.tells(&HOST_NOT_UTF8);
    // The same applies to the addresses of `mailto`, which are its path.
    let tells_path = found.tells(&MAILTO_NOT_UTF8);
    let parts = subject.encoded().filter(|part| {
        !(tells_host && Some(*part) == subject.host || tells_path && *part == subject.path)
    });
    found.add(&NOT_UTF8, parts.flat_map(|part| not_utf8(&part)));
    found.add(&HOST_NOT_UTF8, subject.host.iter().flat_map(not_utf8));
    found.add(&MAILTO_NOT_UTF8, not_utf8(&subject.path));
}

fn controls(subject: &LintedReference<'_>, found: &mut Findings) {
    found.add(&ESCAPED_NUL, subject.whole().escapes(|octet| octet == 0));
    // If the document has no rule for NUL, NUL is a control like any other.
    let tells_nul = found.tells(&ESCAPED_NUL);
    let is_control = |octet: u8| octet.is_ascii_control() && !(tells_nul && octet == 0);
    let own = found.linter.facts.ladder.own_schemes.and_then(|(of, _)| of(subject.text));
    let mut dividing = own.map_or(0, |scheme| scheme.dividing_tabs);
    let controls = subject.whole().escapes(is_control).filter(|span| {
        let divides = dividing > 0 && subject.text[span.clone()] == *"%09";
        dividing -= usize::from(divides);
        !divides
    });
    found.add(&ESCAPED_CONTROL, controls);
}

/// Returns whether a segment becomes `.` or `..` only when it is decoded.
pub(super) fn is_escaped_dots(segment: &str) -> bool {
    segment.contains('%')
        && segment.len() <= "%2E%2E".len()
        && segment.decode_octets().is_ok_and(|octets| matches!(&*octets, b"." | b".."))
}

/// Returns the spans of a component whose decoded octets are not UTF-8.
fn not_utf8(part: &Excerpt<'_>) -> Vec<Range<usize>> {
    let Ok(octets) = part.text.decode_octets() else { return Vec::new() };
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    let mut skip = |octets: usize| {
        for _ in 0..octets {
            at += if part.text.as_bytes()[at] == b'%' { 3 } else { 1 };
        }
        part.start + at
    };
    for chunk in octets.utf8_chunks() {
        let (start, end) = (skip(chunk.valid().len()), skip(chunk.invalid().len()));
        match spans.last_mut() {
            Some(last) if last.end == start => last.end = end,
            _ if start < end => spans.push(start..end),
            _ => {}
        }
    }
    spans
}

// A prefilter: whether a reference is so plain that no lint applies. A plain reference is a URL of a scheme that leads to a
// server, with a lower-case DNS name and nothing else in the authority, and a path whose segments are neither dots nor names
// of devices. It is ASCII, and its only escapes are those of delimiters that are data.

/// The schemes of plain URLs. In these schemes, the local machine is never the default host.
const SCHEMES: [&str; 3] = ["http", "https", "ftp"];

/// Returns whether the prefilter shows that no lint applies to the reference.
pub(super) fn is_plain(reference: &Reference<'_>, facts: &DocumentSpec) -> bool {
    let (text, spans) = (reference.as_str(), spans(reference));
    let bytes = text.as_bytes();
    let [host, path, path_end] =
        [spans.host_start, spans.path_start, spans.path_end].map(|at| at as usize);
    // The host immediately follows "://", and the path immediately follows the host.
    reference.scheme().is_some_and(|scheme| SCHEMES.contains(&scheme))
        && matches!(spans.host, Some(HostKind::RegName | HostKind::Hostname))
        && spans.host_start == spans.scheme_end + 3
        && spans.host_end == spans.path_start
        && is_name(&text[host..path])
        && bytes.get(path) == Some(&b'/')
        && path < path_end
        && bytes[path..].is_ascii()
        && are_plain_segments(&text[path + 1..path_end])
        && are_plain_escapes(&bytes[path..], facts)
}

/// Returns whether a host is a lower-case DNS name that no program reads as an address.
fn is_name(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or(host);
    host.len() <= 255
        && last.starts_with(|first: char| first.is_ascii_lowercase())
        && !host.bytes().any(|byte| byte.is_ascii_uppercase())
        && host.split('.').all(is_label)
}

fn are_plain_segments(path: &str) -> bool {
    path.split('/').all(|segment| !segment.starts_with('.') && !is_device(segment))
}

/// Returns whether every escape is in upper case, denotes a printable character, and is harmless if decoded early.
fn are_plain_escapes(bytes: &[u8], facts: &DocumentSpec) -> bool {
    let mut rest = bytes;
    while let Some(at) = memchr::memchr(b'%', rest) {
        rest = &rest[at..];
        let Some(octet) = percent::triplet(rest) else { return false };
        let is_plain = matches!(octet, b' '..=b'~')
            && !matches!(octet, b'/' | b'\\' | b'%' | b':' | b'[' | b']' | b'.')
            && facts.ladder.unreserved.is_none_or(|(may_stand, _)| !may_stand(octet));
        if !is_plain || rest[1..3].iter().any(u8::is_ascii_lowercase) {
            return false;
        }
        rest = &rest[3..];
    }
    true
}

// Characters beyond ASCII: those that Unicode writes in more than one way (RFC 3987, 5.3.2.2 and 7.5), and right-to-left
// characters, which must be displayed in an order from which the string can be recovered (RFC 3987, 4).
//
// A digit has no direction. `GH1`, in which an upper-case letter represents a right-to-left one, therefore does not end with
// such a character, and `123` is not checked (examples 8 and 10). Nor is a triplet, which contains digits and letters.

/// The formatting characters for bidirectional text: LRM, RLM, LRE, RLE, PDF, LRO and RLO.
const FORMATTING: &[char] =
    &['\u{200E}', '\u{200F}', '\u{202A}', '\u{202B}', '\u{202C}', '\u{202D}', '\u{202E}'];

pub(super) fn look_unicode(subject: &LintedReference<'_>, found: &mut Findings) {
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

/// Percent-encodes the characters beyond ASCII of a text, as in a URI (RFC 3987, 3.1).
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

    /// Finds components whose characters do not all have the same direction.
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
        // "The whole component has to be mapped" (RFC 3987, 4.2).
        found.replace(&BIDI_MIXED, subject, mixed, encoded);
        found.replace(&BIDI_ENDS, subject, ends, encoded);
    }

    /// Returns the components that RFC 3987, 4.2, defines. They include the labels of a host, the extensions of a file
    /// name, and the names and values of a query.
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

    /// Returns whether a character is written from right to left, or `None` if it has no direction.
    fn is_right_to_left(character: char) -> Option<bool> {
        match CodePointMapData::<BidiClass>::new().get(character) {
            BidiClass::LeftToRight => Some(false),
            BidiClass::RightToLeft | BidiClass::ArabicLetter => Some(true),
            _ => None,
        }
    }

    /// Finds characters that Unicode writes in more than one way. There is no mended string, since only the author of
    /// the IRI knows which form was intended (RFC 3987, 5.3.2.2).
    pub(super) fn forms(subject: &LintedReference<'_>, found: &mut Findings) {
        let is_other = |span: &Range<usize>| {
            let text = &subject.text[span.clone()];
            !text.nfc().eq(text.chars())
        };
        found.add(&NOT_NFC, clusters(subject.text).into_iter().filter(is_other));
        let is_variant = |one: char| !iter::once(one).nfkc().eq(iter::once(one).nfc());
        found.add(&COMPATIBILITY_VARIANT, subject.whole().each(is_variant));
    }

    /// Divides a text into spans that can be normalized to Normalization Form C independently. A span begins with a
    /// character that the text before it never changes.
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

#[cfg(test)]
mod tests {
    use urispec::Edition;

    use super::super::{Linter, schemes};
    use super::*;

    /// Returns whether a string is plain in an edition; if so, no lint may have a finding.
    fn holds(edition: Edition, text: &str) -> bool {
        let Ok(reference) = Reference::parse(edition, text) else { return false };
        let linter = Linter::from_edition(edition);
        let is_plain = is_plain(&reference, linter.facts);
        if is_plain {
            let found = linter.search(reference);
            assert!(found.is_empty(), "{edition} {text}: {found:?}");
        }
        is_plain
    }

    /// Returns the editions that have no lints for a single document.
    fn editions() -> impl Iterator<Item = Edition> {
        Edition::every().filter(|edition| schemes::of(*edition).is_none())
    }

    #[test]
    fn of_what_is_plain_no_lint_says_anything() {
        let hosts = [
            "a.b",
            "a",
            "localhost",
            "1.a",
            "a.1",
            "0x7f.1",
            "A.b",
            "a_b",
            "a-.b",
            "a.",
            "a..b",
            "",
            "1.2.3.4",
            "[::1]",
            "a.b:80",
            "a.b:",
            "u@a.b",
            "%41.b",
            "xn--a.b",
        ];
        let paths = [
            "", "/", "/a", "/.", "/..", "/a/./b", "/...", "/aux", "/AUX.txt", "/com1", "/com1.a",
            "/.aux", "//", "//a", "/a%20b", "/a%2Fb", "/a%2fb", "/%41", "/%2E", "/%C3%A9", "/%E9",
            "/%25", "/%2541", "/%00", "/%0A", "/%3A", "/%5B", "/%5C", "/%3C", "/%3c", "/a;b",
            "/a:b", "/a@b", "/~a", "/%7E", "/%24", "/%aux", "/a%2E", "/lpt%31", "/nul%2Ea",
            "/con%20", "/a+b",
        ];
        let rests =
            ["", "?", "?a", "?%41", "?%20", "?a=/../b", "#", "#a", "#%20", "?%00#a", "?a%2Fb"];
        let mut plain = 0;
        for scheme in ["http", "https", "ftp", "HTTP", "file", "gopher", "x"] {
            for host in hosts {
                for path in paths {
                    for rest in rests {
                        let text = format!("{scheme}://{host}{path}{rest}");
                        plain += editions().filter(|edition| holds(*edition, &text)).count();
                    }
                }
            }
        }
        assert!(plain > 1_000, "{plain}");
    }

    /// Checks the URLs of the web corpus, if it is available.
    #[test]
    fn of_most_urls_of_the_web_there_is_nothing_to_say() {
        let Ok(web) = std::fs::read_to_string("../shared/corpus/web.txt") else {
            eprintln!("skipped: there is no ../shared/corpus/web.txt");
            return;
        };
        let all: Vec<_> = web.lines().step_by(5).collect();
        let plain = all.iter().filter(|text| holds(Edition::Rfc3986, text)).count();
        assert!(plain * 10 > all.len() * 7, "{plain} of {}", all.len());
        for edition in editions() {
            all.iter().step_by(7).for_each(|text| {
                holds(edition, text);
            });
        }
    }
}

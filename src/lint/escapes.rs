//! What escapes may turn into for those who decode them early, twice, or into another encoding
//! (sections 2.4, 2.5, 7.2 and 7.3).

use std::ops::Range;

use super::subject::{Excerpt, Subject};
use super::{Findings, files, table};
use crate::parts::percent::{self, Decode};

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    // Only the names of devices need no escape.
    if !subject.has_escapes() {
        return system_names(subject, found);
    }
    controls(subject, found);
    segments(subject, found);
    // The "%25" before a zone identifier is a delimiter, and no data that was escaped.
    let zone = subject.zone().map(|zone| zone.start);
    let again = triplets(subject.text, 0).filter(|(octet, span)| {
        let digits = subject.text.as_bytes().get(span.end..span.end + 2);
        *octet == b'%'
            && zone != Some(span.end)
            && digits.is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit))
    });
    let message = "decoded twice, this is another escape";
    let again = again.map(|(_, span)| span.start..span.end + 2);
    found.add(&table::DOUBLE_ENCODING, again, message, None);
    // Where the document has no word on a host of its own, it is a component like others.
    let tells_host = table::HOST_NOT_UTF8.section(found.linter.edition).is_some();
    // And so are the addresses of `mailto`, which are its path.
    let tells_path = table::MAILTO_NOT_UTF8.section(found.linter.edition).is_some();
    let message = "the escaped octets are not UTF-8";
    let parts = subject.encoded().filter(|part| {
        !(tells_host && Some(*part) == subject.host || tells_path && *part == subject.path)
    });
    found.add(&table::NOT_UTF8, parts.flat_map(|part| not_utf8(&part)), message, None);
    let host = subject.host.iter().flat_map(not_utf8);
    found.add(&table::HOST_NOT_UTF8, host, message, None);
    let message = "octets that are not UTF-8 are prohibited in an address";
    found.add(&table::MAILTO_NOT_UTF8, not_utf8(&subject.path), message, None);
}

/// The escapes of a text: the octet and the span of each.
fn triplets(text: &str, start: usize) -> impl Iterator<Item = (u8, Range<usize>)> {
    text.match_indices('%').filter_map(move |(at, _)| {
        let octet = percent::triplet(&text.as_bytes()[at..])?;
        Some((octet, start + at..start + at + 3))
    })
}

fn controls(subject: &Subject<'_>, found: &mut Findings) {
    // Where the document has no word on NUL, it is a control like others.
    let tells_nul = table::ESCAPED_NUL.section(found.linter.edition).is_some();
    let spans = |is: &dyn Fn(u8) -> bool| {
        let triplets = triplets(subject.text, 0).filter(|(octet, _)| is(*octet));
        triplets.map(|(_, span)| span).collect::<Vec<_>>()
    };
    let message = "a NUL may end the data for who decodes it";
    found.add(&table::ESCAPED_NUL, spans(&|octet| octet == 0), message, None);
    let is_control = |octet: u8| octet.is_ascii_control() && !(tells_nul && octet == 0);
    let own = found.linter.facts.ladder.own_schemes.and_then(|(of, _)| of(subject.text));
    let mut dividing = own.map_or(0, |scheme| scheme.dividing_tabs);
    let mut controls = spans(&is_control);
    controls.retain(|span| {
        let divides = dividing > 0 && subject.text[span.clone()] == *"%09";
        dividing -= usize::from(divides);
        !divides
    });
    let message = "decoded too early, this is a delimiter of some protocol";
    found.add(&table::ESCAPED_CONTROL, controls, message, None);
}

/// Finds escapes that would change the segments of the path if they were decoded.
fn segments(subject: &Subject<'_>, found: &mut Findings) {
    let path = subject.path;
    // Only where the document speaks of file systems, a "\" divides too.
    let tells_systems = table::SYSTEM_NAME.section(found.linter.edition).is_some();
    let slashes = triplets(path.text, path.start)
        .filter(|(octet, _)| *octet == b'/' || *octet == b'\\' && tells_systems);
    let message = "decoded too early, this divides segments";
    found.add(&table::ESCAPED_SLASH, slashes.map(|(_, span)| span), message, None);
    let dots = subject.segments().filter(|segment| is_escaped_dots(segment.text));
    let message = "decoded, the segment is \".\" or \"..\" to a file system";
    found.add(&table::ESCAPED_DOT_SEGMENT, dots.map(|part| part.span()), message, None);
    system_names(subject, found);
}

fn system_names(subject: &Subject<'_>, found: &mut Findings) {
    let message = "a file system may take this for a device or a delimiter";
    found.add(&table::SYSTEM_NAME, files::names(subject), message, None);
}

/// Whether a segment becomes `.` or `..` only when it is decoded.
pub(super) fn is_escaped_dots(segment: &str) -> bool {
    segment.contains('%')
        && segment.len() <= "%2E%2E".len()
        && segment.decode_octets().is_ok_and(|octets| matches!(&*octets, b"." | b".."))
}

/// The runs of decoded octets of a component that are not UTF-8.
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

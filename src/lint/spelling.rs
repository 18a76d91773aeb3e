//! Spellings that normalization would change (sections 6.2.2 and 6.2.3).
//!
//! Each lint is one licence of the ladder. The pass that the licence allows writes the mended
//! string, so there is a finding exactly where the pass changes the string.

use std::borrow::Cow;
use std::ops::Range;

use super::escapes::is_escaped_dots;
use super::subject::{Excerpt, Subject};
use super::{Findings, Lint, table};
use crate::editions::{Facts, Ladder, Licence};
use crate::normalize::by_licence;
use crate::parts::{percent, schemes};

/// A licence for normalization. The section that is cited is the lint's own.
const GIVEN: Licence = Some("");

pub(super) fn look(subject: &Subject<'_>, found: &mut Findings) {
    let part = |part: Option<Excerpt<'_>>| part.map(|part| part.span());
    let host_case_of_ascii = found.linter.facts.ladder.host_case_of_ascii;
    changed(
        subject,
        found,
        &table::UPPER_CASE_SCHEME,
        "a scheme is written in lower case",
        &Ladder { scheme_case: GIVEN, ..Ladder::NONE },
        |_| part(subject.scheme),
    );
    changed(
        subject,
        found,
        &table::UPPER_CASE_HOST,
        "a host means the same in lower case",
        &Ladder { host_case: GIVEN, host_case_of_ascii, address_case: GIVEN, ..Ladder::NONE },
        |_| part(subject.host),
    );
    if subject.has_escapes() {
        changed_escapes(subject, found);
    }
    dot_segments(subject, found);
    by_scheme(subject, found);
}

/// Finds escapes that are written otherwise, or need not be there.
fn changed_escapes(subject: &Subject<'_>, found: &mut Findings) {
    let Ladder { unreserved, in_identifier, characters, .. } = found.linter.facts.ladder;
    changed(
        subject,
        found,
        &table::LOWER_CASE_ESCAPE,
        "the digits of an escape should be in upper case",
        &Ladder { triplet_case: GIVEN, ..Ladder::NONE },
        |mended| escapes(subject.text, |span| subject.text[span.clone()] != mended[span]),
    );
    changed(
        subject,
        found,
        &table::NEEDLESS_ESCAPE,
        "the escaped character may stand for itself",
        &Ladder { unreserved, in_identifier, characters, ..Ladder::NONE },
        |mended| decoded(subject.text, mended),
    );
}

/// Finds spellings of which the scheme's document says that another means the same (section 6.2.3).
fn by_scheme(subject: &Subject<'_>, found: &mut Findings) {
    let part = |part: Option<Excerpt<'_>>| part.map(|part| part.span());
    let port = part(subject.port).map(|span| span.start - 1..span.end);
    let Ladder { empty_port, empty_path_of_any, no_authority, single_slash, ports_by, .. } =
        found.linter.facts.ladder;
    let known = subject.scheme.and_then(|scheme| schemes::known(scheme.text));
    // A URI without the host that its scheme wants is invalid, whatever its port and path; and some
    // take the path of `http:///x` for a host.
    if !subject.lacks_host() {
        if let Some(port) = port {
            let port = |_: &str| Some(port.clone());
            let licence = Ladder { empty_port, ..Ladder::NONE };
            let message = "an empty port means the same as none";
            changed(subject, found, &table::EMPTY_PORT, message, &licence, port);
            let default = known.and_then(|scheme| scheme.default_port(ports_by));
            let message = default
                .map_or_else(String::new, |by| format!("the port is the scheme's default by {by}"));
            let licence = Ladder { default_port: GIVEN, ports_by, ..Ladder::NONE };
            changed(subject, found, &table::DEFAULT_PORT, message, &licence, port);
        }
        changed(
            subject,
            found,
            &table::EMPTY_PATH,
            "the path is empty, and means the same as \"/\"",
            &Ladder { empty_path: GIVEN, empty_path_of_any, ..Ladder::NONE },
            |_| part(Some(subject.path)),
        );
    }
    let end = subject.path.start;
    changed(
        subject,
        found,
        &table::FILE_AUTHORITY_FORM,
        "a file of the own machine is written with an empty authority",
        &Ladder { local_host: GIVEN, no_authority, single_slash, ..Ladder::NONE },
        |_| Some(part(subject.host).unwrap_or(end..end)),
    );
}

/// Adds a finding where normalization by one licence writes another string, with the spans that
/// differ in it.
fn changed<S: IntoIterator<Item = Range<usize>>>(
    subject: &Subject<'_>,
    found: &mut Findings,
    lint: &'static Lint,
    message: impl Into<Cow<'static, str>>,
    licence: &Ladder,
    spans: impl Fn(&str) -> S,
) {
    if lint.section(found.linter.edition).is_none() {
        return;
    }
    if let Some(mended) = by_licence(&subject.reference, licence, found.linter.facts.algorithm) {
        found.add(lint, spans(&mended), message, Some(mended));
    }
}

fn escapes(text: &str, mut holds: impl FnMut(Range<usize>) -> bool) -> Vec<Range<usize>> {
    let spans = percent::triplets(text).map(|(at, _)| at..at + 3);
    spans.filter(|span| holds(span.clone())).collect()
}

/// The spans of the escapes in `text` that are characters in `mended`. The two texts are the same
/// except for these escapes.
fn decoded(text: &str, mended: &str) -> Vec<Range<usize>> {
    let mut shift = 0;
    escapes(text, |span| {
        let decoded = mended.as_bytes()[span.start - shift] != b'%';
        shift += if decoded { 2 } else { 0 };
        decoded
    })
}

/// Finds dot segments by their characters, as resolving sees them. Beside an escaped dot segment
/// there is no mended string: a reader who decodes first removes other segments.
fn dot_segments(subject: &Subject<'_>, found: &mut Findings) {
    let Facts { ladder: Ladder { dot_segments, single_slash, .. }, algorithm, .. } =
        found.linter.facts;
    let licence =
        Ladder { dot_segments: *dot_segments, single_slash: *single_slash, ..Ladder::NONE };
    if let Some(mended) = by_licence(&subject.reference, &licence, *algorithm) {
        let dots = subject.segments().filter(|segment| matches!(segment.text, "." | ".."));
        let message = "dot segments are for the beginning of a relative path";
        let is_sure = !subject.segments().any(|segment| is_escaped_dots(segment.text));
        let mended = is_sure.then_some(mended);
        found.add(&table::DOT_SEGMENTS, dots.map(|segment| segment.span()), message, mended);
    }
}

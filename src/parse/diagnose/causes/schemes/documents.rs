//! Causes in URIs of the schemes `mailto` (RFC 6068), `data` (RFC 2397), `file` (RFC 8089) and `urn` (RFC 2141 and
//! RFC 8141).

use super::super::{CauseRow, CauseSection};
use crate::parse::diagnose::failure_point::FailurePoint;
use crate::parts::percent;
use crate::reference::error::CauseText;

const fn row(
    id: &'static str,
    sentence: &'static str,
    section: &'static str,
    holds: fn(&FailurePoint<'_>) -> bool,
    mended: fn(&FailurePoint<'_>) -> Option<String>,
) -> CauseRow {
    CauseRow { mended: Some(mended), ..unmended(id, sentence, section, holds) }
}

const fn unmended(
    id: &'static str,
    sentence: &'static str,
    section: &'static str,
    holds: fn(&FailurePoint<'_>) -> bool,
) -> CauseRow {
    let text = CauseText { id, sentence };
    CauseRow { text, section: CauseSection::Own(section), holds, mended: None }
}

/// Returns whether the string is parsed as a URI of the document whose grammar has this stem.
fn is_of(place: &FailurePoint<'_>, stem: &str) -> bool {
    place.grammar.stem() == stem && place.is_of_components()
}

/// Returns the string with `text` at the failure point, in place of the next `left_out` bytes.
fn with(place: &FailurePoint<'_>, text: &str, left_out: usize) -> Option<String> {
    Some([place.before(), text, place.rest().get(left_out..)?].concat())
}

// Mail addresses and header fields.

pub(super) const MAILTO: &[CauseRow] = &[
    row(
        "mail-slashes",
        "a mailto URI has no \"//\" before its addresses",
        "2",
        |place| is_mail(place) && !place.before().ends_with('/') && place.rest().starts_with("//"),
        |place| with(place, "", 2),
    ),
    row(
        "mail-escape",
        "an escape stands for its character, which this part of an address has only in quotes",
        "2",
        |place| is_mail(place) && in_triplet(place).is_some(),
        |place| {
            let (start, end) = address(place);
            let (local, domain) = place.text[start..end].split_once('@')?;
            let (before, after) = (&place.text[..start], &place.text[end..]);
            let quoted = |local: &str| [before, "%22", local, "%22@", domain, after].concat();
            // In quotes, a space and a quotation mark also need a backslash (RFC 5322, 3.2.4).
            let plain = quoted(local);
            Some(if place.accepts(&plain) { plain } else { quoted(&local.replace('%', "%5C%")) })
        },
    ),
    row(
        "mail-first-field",
        "\"?\" must come before the first header field",
        "2",
        |place| is_mail(place) && is_in_addresses(place) && place.found() == Some('&'),
        |place| with(place, "?", 1),
    ),
    row(
        "mail-separator",
        "mail addresses are separated by \",\"",
        "2",
        |place| is_mail(place) && is_in_addresses(place) && place.found() == Some(';'),
        |place| with(place, ",", 1),
    ),
    unmended("mail-two-at", "a mail address has only one \"@\" outside quotes", "2", |place| {
        let (start, _) = address(place);
        let is_second = place.before()[start..].contains('@');
        is_mail(place) && is_in_addresses(place) && is_second && place.found() == Some('@')
    }),
    unmended(
        "mail-dot",
        "a \".\" must be between other characters of a local part or a domain",
        "2",
        |place| {
            let is_first = place.before().ends_with([':', ',', '@', '.']);
            let is_dot = place.found() == Some('.') && is_first;
            let is_last = place.ends_or_is("@,?") && place.before().ends_with('.');
            is_mail(place) && is_in_addresses(place) && (is_dot || is_last)
        },
    ),
    unmended(
        "mail-address",
        "a mail address consists of a local part, \"@\" and a domain",
        "2",
        |place| {
            let (start, _) = address(place);
            let before = &place.before()[start..];
            let is_part = before.is_empty() || before.ends_with('@') || !before.contains('@');
            is_mail(place) && is_in_addresses(place) && place.ends_or_is("@,?") && is_part
        },
    ),
    row(
        "mail-second-field",
        "\"?\" comes only before the first header field; write \"&\" before another one, or \"%3F\" in a value",
        "2",
        |place| is_mail(place) && !is_in_addresses(place) && place.found() == Some('?'),
        |place| {
            let rest = &place.rest()[1..];
            let field = &rest[..rest.find('&').unwrap_or(rest.len())];
            with(place, if field.contains('=') { "&" } else { "%3F" }, 1)
        },
    ),
    row(
        "mail-field",
        "a header field consists of a name, \"=\" and a value, which may be empty",
        "2",
        |place| {
            let field = place.before().rsplit(['?', '&']).next().unwrap_or_default();
            is_mail(place)
                && !is_in_addresses(place)
                && place.ends_or_is("&")
                && !field.contains('=')
        },
        |place| match place.before().strip_suffix(['?', '&']) {
            Some(before) => Some([before, place.rest()].concat()),
            None => with(place, "=", 0),
        },
    ),
];

fn is_mail(place: &FailurePoint<'_>) -> bool {
    is_of(place, "rfc6068") && place.before().contains(':')
}

/// Returns whether the failure point is before the header fields.
fn is_in_addresses(place: &FailurePoint<'_>) -> bool {
    !place.before().contains('?')
}

/// Returns the span of the mail address at the failure point.
fn address(place: &FailurePoint<'_>) -> (usize, usize) {
    let before = place.before();
    let start = before.rfind([':', ',']).map_or(0, |at| at + 1);
    let rest = place.rest();
    (start, before.len() + rest.find([',', '?']).unwrap_or(rest.len()))
}

/// Returns the offset of the percent-encoded octet that contains the failure point.
fn in_triplet(place: &FailurePoint<'_>) -> Option<usize> {
    let before = place.before();
    let start = before.len().saturating_sub(2);
    let percent = before.as_bytes()[start..].iter().rposition(|&byte| byte == b'%')? + start;
    percent::triplet(&place.text.as_bytes()[percent..]).map(|_| percent)
}

// Media types and data.

pub(super) const DATA: &[CauseRow] = &[
    row(
        "data-slashes",
        "a data URL has no \"//\" before its media type",
        "3",
        |place| is_data(place) && place.before().ends_with(':') && place.rest().starts_with("//"),
        |place| with(place, "", 2),
    ),
    row(
        "data-base64-place",
        "\"base64\" must be the last parameter",
        "3",
        |place| is_data(place) && place.found() == Some(';') && place.before().ends_with(";base64"),
        |place| {
            let before = place.before().strip_suffix(";base64")?;
            let (parameters, data) = place.rest().split_once(',')?;
            Some([before, parameters, ";base64,", data].concat())
        },
    ),
    row(
        "data-base64-mark",
        "\";\" must come before \"base64\"",
        "3",
        |place| is_data(place) && media_type(place).eq_ignore_ascii_case("base64"),
        |place| Some(place.text.replacen(':', ":;", 1)),
    ),
    unmended(
        "data-media-type",
        "a media type consists of a type, \"/\" and a subtype",
        "3",
        |place| {
            is_data(place)
                && (place.ends_or_is(",;"))
                && !media_type(place).is_empty()
                && place.before().len() <= "data:".len() + media_type(place).len()
                && media_type(place).split('/').filter(|part| !part.is_empty()).count() != 2
        },
    ),
    row(
        "data-comma",
        "\",\" must come before the data",
        "3",
        |place| is_data(place) && place.found().is_none(),
        |place| Some(format!("{},", place.text)),
    ),
    unmended(
        "data-parameter",
        "a parameter consists of a name, \"=\" and a value; only \"base64\", the last one, has no value",
        "3",
        |place| {
            let parameter = place.before().rsplit(';').next().unwrap_or_default();
            is_data(place) && place.ends_or_is(",;") && !parameter.contains('=')
        },
    ),
];

fn is_data(place: &FailurePoint<'_>) -> bool {
    is_of(place, "rfc2397") && place.before().contains(':') && !place.before().contains(',')
}

/// Returns the text between the scheme and the first ";" or ",".
fn media_type<'i>(place: &FailurePoint<'i>) -> &'i str {
    let text = place.text.split_once(':').map_or("", |(_, text)| text);
    &text[..text.find([',', ';']).unwrap_or(text.len())]
}

// Paths of files.

pub(super) const FILE: &[CauseRow] = &[
    row(
        "file-drive-host",
        "a drive letter is not a host; \"///\" must come before it",
        "E.2",
        |place| is_file(place) && drive(place).is_some_and(|(before, _)| before.ends_with("//")),
        |place| {
            drive(place).map(|(before, rest)| [before, "/", &rest.replacen('|', ":", 1)].concat())
        },
    ),
    row(
        "file-drive-path",
        "\"/\" must come before a drive letter",
        "E.2",
        |place| is_file(place) && drive(place).is_some_and(|(before, _)| before.ends_with(':')),
        |place| {
            drive(place).map(|(before, rest)| [before, "///", &rest.replacen('|', ":", 1)].concat())
        },
    ),
    row(
        "file-drive-bar",
        "\":\" must follow a drive letter, and not \"|\"",
        "E.2.2",
        |place| {
            let path = place.before().rsplit('/').next().unwrap_or_default();
            is_file(place) && place.found() == Some('|') && is_letter(path)
        },
        |place| with(place, ":", 1),
    ),
    row(
        "file-port",
        "a file URI has no port",
        "2",
        |place| is_file(place) && place.found() == Some(':') && host(place).is_some(),
        |place| {
            let rest = place.rest()[1..].trim_start_matches(|one: char| one.is_ascii_digit());
            Some([place.before(), rest].concat())
        },
    ),
    unmended("file-path", "the path of a file URI must begin with \"/\"", "2", |place| {
        is_file(place)
            && place.before().ends_with(':')
            && place.found().is_some_and(|found| !matches!(found, '/' | '?' | '#' | '\\'))
    }),
];

fn is_file(place: &FailurePoint<'_>) -> bool {
    is_of(place, "rfc8089") && place.before().contains(':')
}

fn is_letter(text: &str) -> bool {
    matches!(text.as_bytes(), [letter] if letter.is_ascii_alphabetic())
}

/// Returns the host, if it ends at the failure point.
fn host<'i>(place: &FailurePoint<'i>) -> Option<&'i str> {
    let (_, host) = place.text[..place.before().len()].split_once("//")?;
    (!host.is_empty() && !host.contains('/')).then_some(host)
}

/// Splits the string before the drive letter, if one follows the ":" or the "://" of the scheme.
fn drive<'i>(place: &FailurePoint<'i>) -> Option<(&'i str, &'i str)> {
    let (scheme, rest) = place.text.split_once(':')?;
    let slashes = if rest.starts_with("//") { 2 } else { 0 };
    let (before, rest) = place.text.split_at(scheme.len() + 1 + slashes);
    // Digits after the colon are a port.
    let is_port = rest.get(2..)?.starts_with(|one: char| one.is_ascii_digit());
    let is_drive = is_letter(rest.get(..1)?) && rest[1..].starts_with([':', '|']) && !is_port;
    (is_drive && place.before().len() <= before.len() + 1).then_some((before, rest))
}

// Names.

pub(super) const URN: &[CauseRow] = &[
    unmended(
        "urn-parts",
        "a URN consists of \"urn:\", a namespace identifier, \":\" and a name in the namespace",
        "2",
        |place| {
            let colons = place.before().matches(':').count();
            is_urn(place) && colons <= 2 && place.ends_or_is("?#") && !has_name(place.before())
        },
    ),
    unmended(
        "urn-namespace",
        "a namespace identifier has 2 to 32 letters, digits and \"-\", and neither begins nor ends with \"-\"",
        "2",
        |place| is_of(place, "rfc8141") && is_in_namespace(place),
    ),
    unmended(
        "urn-identifier",
        "a namespace identifier has at most 32 letters, digits and \"-\", and does not begin with \"-\"",
        "2.1",
        |place| is_of(place, "rfc2141") && is_in_namespace(place),
    ),
];

fn is_urn(place: &FailurePoint<'_>) -> bool {
    (is_of(place, "rfc2141") || is_of(place, "rfc8141")) && place.before().contains(':')
}

fn is_in_namespace(place: &FailurePoint<'_>) -> bool {
    place.before().matches(':').count() == 1 && place.found().is_some()
}

/// Returns whether a URN has something after its second colon.
fn has_name(text: &str) -> bool {
    text.splitn(3, ':').nth(2).is_some_and(|name| !name.is_empty())
}

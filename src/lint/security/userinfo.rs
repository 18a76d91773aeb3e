//! Hosts that an `@` hides: one before it, a second `@`, one behind the end, and an escaped one.

use super::division::Authority;
use super::found::Found;
use super::readers::Shown;
use super::spelling::has_prefix;
use super::subject::{Standard, Subject};
use super::table::*;
use crate::lint::userinfo::host_like;
use crate::parts::address::inet_aton;

pub(super) fn look(subject: &Subject<'_>, found: &mut Found) {
    for authority in subject.authorities() {
        before_at(subject, &authority, found);
        let more = authority.userinfo.filter(|userinfo| userinfo.text.contains('@'));
        if let Some(userinfo) = more {
            let places = userinfo.text.match_indices('@').map(|(at, _)| userinfo.start + at);
            let message = "the URL Standard takes the last \"@\", RFC 3986 has no second one, and a \
                           reader that takes the first finds another host";
            found.add(&TWO_AT, places.map(|at| at..at + 1), message);
        }
        escaped(subject, &authority, found);
        brackets(&authority, found);
    }
    behind_end(subject, found);
}

/// Finds what reads like a host before the last `@`: at the beginning, or behind another `@`.
fn before_at(subject: &Subject<'_>, authority: &Authority<'_>, found: &mut Found) {
    let Some(userinfo) = authority.userinfo else { return };
    let mut start = 0;
    for piece in userinfo.text.split('@') {
        let length = host_like(piece).max(number_like(piece));
        let begin = userinfo.start + start;
        let is_host = subject.hosts().any(|host| host.start == begin);
        if length > 0 && (is_host || !is_login(&piece[length..])) {
            // Only the name is shown: what follows it may be a password, behind an "@" too.
            let name = match start {
                0 => Shown(&piece[..length]).to_string(),
                _ => "the name before the last \"@\"".to_owned(),
            };
            let what = if is_host {
                "is a user name to one reader and the host to another"
            } else {
                "is a user name, and not the host"
            };
            let message = format!("{name} {what}: {}", subject.readers());
            found.add(&HOST_BEFORE_AT, Some(begin..begin + length), message);
        }
        start += piece.len() + 1;
    }
}

/// The length of the beginning of a userinfo that is a number for an address of IPv4: in hexadecimal digits, or so
/// great that it has its first octet too.
fn number_like(userinfo: &str) -> usize {
    let end = userinfo.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(userinfo.len());
    let number = &userinfo[..end];
    let is_great = number.parse::<u32>().is_ok_and(|number| number > 0xFF_FFFF);
    let is_number = is_great || (has_prefix(number) && inet_aton(number).is_some());
    if is_number { end } else { 0 }
}

/// Whether what follows a name with dots is a password, and cannot be a port: `john.doe:pw`. The number of a
/// port may have something else behind it.
fn is_login(rest: &str) -> bool {
    let Some(password) = rest.strip_prefix(':').filter(|password| !password.is_empty()) else {
        return false;
    };
    let after = password.trim_start_matches(|c: char| c.is_ascii_digit());
    after.len() == password.len() || after.starts_with(char::is_alphanumeric)
}

/// Finds escapes that are delimiters once they are decoded: in a host each, in a userinfo those behind
/// what reads like a host.
fn escaped(subject: &Subject<'_>, authority: &Authority<'_>, found: &mut Found) {
    let user = authority.userinfo.filter(|userinfo| {
        let length = host_like(userinfo.text);
        // Nobody has a name that begins with a delimiter.
        let begins = userinfo.text.get(..3).is_some_and(|head| {
            ["%5c", "%2f", "%3f", "%23", "%40"].iter().any(|one| head.eq_ignore_ascii_case(one))
        });
        begins || (length > 0 && !is_login(&userinfo.text[length..]))
    });
    let in_host = match subject.standard(&authority.host.span()) {
        Standard::Domain => {
            "the URL Standard rejects the escape in a host, and RFC 3986 keeps it as a part of the name"
        }
        Standard::Opaque => {
            "RFC 3986 and, under such a scheme, the URL Standard keep the escape as a part of the name"
        }
        Standard::Other => "RFC 3986 keeps the escape as a part of the name",
    };
    let of_host = ESCAPED_DELIMITER.citations();
    let in_user = "RFC 3986 and the URL Standard keep the escape as a part of the user name";
    let in_port = "RFC 3986 has no escapes in a port";
    let parts = [
        (Some(authority.host), in_host, of_host),
        (user, in_user, &of_host[..1]),
        (authority.port, in_port, &of_host[..1]),
    ];
    for (part, what, citations) in parts {
        let Some(part) = part else { continue };
        let is_delimiter = |digits: &str| {
            let octet = u8::from_str_radix(digits, 16).unwrap_or_default();
            b":/?#[]@\\".contains(&octet)
        };
        let places = part.text.match_indices('%').filter(|(at, _)| {
            part.text.get(at + 1..at + 3).is_some_and(is_delimiter)
                && !(part.text.starts_with('[') && part.text.ends_with(']'))
        });
        let spans = places.map(|(at, _)| part.start + at..part.start + at + 3);
        let message = format!(
            "{what}; a reader that decodes escapes before it splits the string finds a delimiter here, and \
             another host"
        );
        found.cite(&ESCAPED_DELIMITER, spans, message, citations);
    }
}

/// Finds brackets that do not stand around the whole host.
fn brackets(authority: &Authority<'_>, found: &mut Found) {
    let host = authority.host;
    let inner = host.text.strip_prefix('[').and_then(|inner| inner.strip_suffix(']'));
    let is_literal = inner.is_some_and(|inner| {
        !inner.contains(['[', ']']) && (inner.contains(':') || inner.starts_with(['v', 'V']))
    });
    let outside = authority.whole.text.match_indices(['[', ']']).map(|(at, _)| at);
    let spans = outside.map(|at| authority.whole.start + at..authority.whole.start + at + 1);
    let is_stray = |at: &usize| !(is_literal && host.span().contains(at));
    let message = "RFC 3986 and the URL Standard allow brackets only around an IP address; others \
                   take what is in them, or what is around them";
    found.add(&STRAY_BRACKET, spans.filter(|span| is_stray(&span.start)), message);
}

/// Finds an `@` behind the `\`, `?` or `#` that ends the authority, with no other delimiter between.
fn behind_end(subject: &Subject<'_>, found: &mut Found) {
    let Some(authority) = subject.browser.authority else { return };
    let end = authority.whole.span().end;
    let Some(rest) = subject.text.get(end..) else { return };
    let Some(after) = rest.strip_prefix(['\\', '?', '#']) else { return };
    // One more "\" ends nothing.
    let skipped = after.len() - after.trim_start_matches('\\').len();
    let after = &after[skipped..];
    let stop = after.find(['/', '\\', '?', '#', '=', '&', '@']);
    if authority.whole.text.is_empty() || !stop.is_some_and(|stop| after[stop..].starts_with('@')) {
        return;
    }
    let place = end + 1 + skipped + stop.unwrap_or_default();
    let message = format!(
        "a reader that looks for \"@\" first takes what is before for a user: {}",
        subject.readers()
    );
    found.add(&AT_AFTER_END, Some(end..place + 1), message);
}

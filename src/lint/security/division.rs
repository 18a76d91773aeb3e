//! How two readers divide any string: RFC 3986, Appendix B, and the URL Standard.
//!
//! In: a string, valid or not. Out: its authority with its parts, and its path, each with its place.
//! The URL Standard does more than to divide, and what its parts turn into is forgotten here:
//! [`Readers`](super::readers::Readers) tells. Tabs and line breaks that the standard removes stand in
//! the parts.
//!
//! The surprising case: `http://a\@b/` has the host `b` by the one, and `a` by the other.

use crate::lint::subject::Excerpt;
use crate::parsers::last_colon;
use crate::parts::schemes;
use crate::parts::split::split;

/// The parts of a string for one reader.
#[derive(Clone, Copy)]
pub(super) struct Division<'i> {
    /// The text before the first `:`, as it stands.
    pub(super) scheme: Option<Excerpt<'i>>,
    pub(super) authority: Option<Authority<'i>>,
    pub(super) path: Excerpt<'i>,
    /// Where the path ends.
    pub(super) end: usize,
}

/// An authority, and its parts.
#[derive(Clone, Copy)]
pub(super) struct Authority<'i> {
    pub(super) whole: Excerpt<'i>,
    /// The text before the last `@`.
    pub(super) userinfo: Option<Excerpt<'i>>,
    pub(super) host: Excerpt<'i>,
    pub(super) port: Option<Excerpt<'i>>,
}

impl<'i> Division<'i> {
    /// By RFC 3986, Appendix B; an authority by the last `@` and, after the host, the last `:`.
    pub(super) fn by_appendix_b(text: &'i str) -> Self {
        let parts = split(text);
        let scheme = parts.scheme.map(|text| Excerpt { text, start: 0 });
        let after_scheme = parts.scheme.map_or(0, |scheme| scheme.len() + 1);
        let authority = parts.authority.map(|text| Excerpt { text, start: after_scheme + 2 });
        let start = authority.map_or(after_scheme, |authority| authority.span().end);
        let path = Excerpt { text: parts.path, start };
        let authority = authority.map(|whole| Authority::of(whole, last_colon));
        Self { scheme, authority, path, end: path.span().end }
    }

    /// By the URL Standard, "URL parsing". A string without a scheme is relative to a URL of http.
    pub(super) fn by_url_standard(text: &'i str) -> Self {
        let begin = text.len() - text.trim_start_matches(is_trimmed).len();
        let text = text.trim_end_matches(is_trimmed);
        let begin = begin.min(text.len());
        let scheme = scheme(text, begin);
        let rest = scheme.map_or(begin, |scheme| scheme.span().end + 1);
        let kind =
            scheme.map_or(SchemeKind::Relative, |scheme| SchemeKind::of(&clean(scheme.text)));
        let is_slash = |c| c == '/' || (c == '\\' && kind != SchemeKind::Opaque);
        let (count, after) = slashes(&text[rest..], is_slash, kind == SchemeKind::Special);
        let has_authority = match kind {
            SchemeKind::Special => true,
            SchemeKind::Relative | SchemeKind::File | SchemeKind::Opaque => count >= 2,
        };
        // Only before an authority of http all slashes are ignored.
        let start = match (has_authority, kind) {
            (false, _) => rest,
            (true, SchemeKind::Relative) => rest + slashes(&text[rest..], is_slash, true).1,
            _ => rest + after,
        };
        let ends = |c: char| is_slash(c) || matches!(c, '?' | '#');
        let length = text[start..].find(ends).unwrap_or(text.len() - start);
        let whole = Excerpt { text: &text[start..start + length], start };
        let authority = has_authority.then(|| Authority::of(whole, first_colon));
        let start = authority.map_or(start, |authority| authority.whole.span().end);
        let length = text[start..].find(['?', '#']).unwrap_or(text.len() - start);
        let path = Excerpt { text: &text[start..start + length], start };
        Self { scheme, authority, path, end: path.span().end }
    }
}

impl<'i> Authority<'i> {
    /// Divides an authority. The colon before the port is the one that `colon` finds.
    fn of(whole: Excerpt<'i>, colon: fn(&str) -> Option<usize>) -> Self {
        let at = whole.text.rfind('@');
        let userinfo = at.map(|at| Excerpt { text: &whole.text[..at], ..whole });
        let begin = at.map_or(0, |at| at + 1);
        let rest = &whole.text[begin..];
        let start = whole.start + begin;
        let is_bare_address = rest.parse::<std::net::Ipv6Addr>().is_ok();
        let colon = colon(rest).filter(|_| !is_bare_address);
        let end = colon.unwrap_or(rest.len());
        let port = colon.map(|_| Excerpt { text: &rest[end + 1..], start: start + end + 1 });
        Self { whole, userinfo, host: Excerpt { text: &rest[..end], start }, port }
    }
}

/// The first colon that is not in brackets ("host state" of the URL Standard).
fn first_colon(text: &str) -> Option<usize> {
    let mut is_inside = false;
    text.find(|c| {
        is_inside = c == '[' || (is_inside && c != ']');
        c == ':' && !is_inside
    })
}

/// How the URL Standard reads what follows a scheme.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SchemeKind {
    Special,
    File,
    Relative,
    /// Every other scheme.
    Opaque,
}

impl SchemeKind {
    fn of(scheme: &str) -> Self {
        match scheme {
            "file" => Self::File,
            scheme if is_special(scheme) => Self::Special,
            _ => Self::Opaque,
        }
    }
}

/// Whether a scheme, in lower case, is like http for the URL Standard: a special scheme but `file`.
pub(super) fn is_special(scheme: &str) -> bool {
    matches!(scheme, "ftp" | "http" | "https" | "ws" | "wss")
}

/// Whether the URL Standard removes the character from the ends of a string: a C0 control or a space.
pub(super) const fn is_trimmed(c: char) -> bool {
    c <= ' '
}

/// Whether the URL Standard removes the character wherever it stands.
pub(super) const fn is_removed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r')
}

/// A scheme as the URL Standard takes it: without tabs and line breaks, and in lower case.
pub(super) fn clean(scheme: &str) -> String {
    scheme.chars().filter(|c| !is_removed(*c)).map(|c| c.to_ascii_lowercase()).collect()
}

/// The scheme of a text from a place on.
fn scheme(text: &str, start: usize) -> Option<Excerpt<'_>> {
    let rest = &text[start..];
    let is_of_scheme = |c: char| u8::try_from(c).is_ok_and(schemes::is_of_scheme);
    let end = rest.find(|c| !is_of_scheme(c) && !is_removed(c))?;
    let first = rest.chars().find(|c| !is_removed(*c))?;
    let is_scheme = rest[end..].starts_with(':') && first.is_ascii_alphabetic();
    is_scheme.then_some(Excerpt { text: &rest[..end], start })
}

/// How many slashes a text begins with, and where they end: two at most, unless all are asked for.
pub(super) fn slashes(text: &str, is_slash: impl Fn(char) -> bool, all: bool) -> (usize, usize) {
    let (mut count, mut end) = (0, 0);
    for (at, c) in text.char_indices() {
        if is_slash(c) && (all || count < 2) {
            count += 1;
            end = at + 1;
        } else if !is_removed(c) {
            break;
        }
    }
    (count, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts<'i>(division: &Division<'i>) -> Option<(&'i str, Option<&'i str>)> {
        division.authority.map(|one| (one.host.text, one.port.map(|port| port.text)))
    }

    #[test]
    fn two_readers() {
        for (text, letter, browser) in [
            ("http://a:1/b", Some(("a", Some("1"))), Some(("a", Some("1")))),
            ("http://a\\@b/", Some(("b", None)), Some(("a", None))),
            ("http:\\\\a\\b", None, Some(("a", None))),
            ("http:a", None, Some(("a", None))),
            ("http:/a", None, Some(("a", None))),
            ("http:///a/b", Some(("", None)), Some(("a", None))),
            ("\t//a/b", None, Some(("a", None))),
            ("/\t/a/b", None, Some(("a", None))),
            ("/\\a", None, Some(("a", None))),
            ("a//b", None, None),
            ("x:\\\\a", None, None),
            ("x://a\\b@c", Some(("c", None)), Some(("c", None))),
            ("file:///a", Some(("", None)), Some(("", None))),
            ("file://h/a", Some(("h", None)), Some(("h", None))),
            ("http://a:1:2", Some(("a:1", Some("2"))), Some(("a", Some("1:2")))),
            ("http://[::1]:2", Some(("[::1]", Some("2"))), Some(("[::1]", Some("2")))),
            ("http://[::1", Some(("[::1", None)), Some(("[::1", None))),
            ("http://a[b:1", Some(("a[b", Some("1"))), Some(("a[b:1", None))),
            ("ht\ntp:\t/\n/a", None, Some(("a", None))),
            ("", None, None),
            (" ", None, None),
            ("http:", None, Some(("", None))),
        ] {
            assert_eq!(parts(&Division::by_appendix_b(text)), letter, "{text:?}");
            assert_eq!(parts(&Division::by_url_standard(text)), browser, "{text:?}");
        }
    }
}

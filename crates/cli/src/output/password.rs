//! Hiding passwords: what text for people shows in place of a password.
//!
//! "Applications should not render as clear text any data after the first colon (":") character
//! found within a userinfo subcomponent unless the data after the colon is the empty string" (RFC
//! 3986, 3.2.1). In: a string, valid or not. Out: the span of that data in it, as Appendix B and the
//! last "@" of the authority find it, and the string with [`HIDDEN`] there. What is data stays
//! whole: JSON, and the results of the commands that make URIs.
//!
//! The surprising case: `http://a@b:c@d` is not a reference, and yet `c` is hidden, since its author may
//! have meant a password.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use memchr::{memchr, memchr2, memrchr};
use urispec::Reference;
use urispec::grammar::Role;

/// The text in place of a password. No edition allows its `<` and `>` in a URI.
pub(crate) const HIDDEN: &str = "<hidden>";

/// Whether the user asked for passwords, once for the whole program.
static SHOWN: AtomicBool = AtomicBool::new(false);

/// Hides nothing from now on.
pub(crate) fn show() {
    SHOWN.store(true, Ordering::Relaxed);
}

/// What the strings of the input are, once for the whole program: by the place in [`PARTS`], from 1.
static PART: AtomicU8 = AtomicU8::new(0);

/// Finds the span of a password that is to be hidden.
type Find = fn(&[u8]) -> Option<Range<usize>>;

/// The parts of a reference in which a password may stand, and where.
const PARTS: [(Role, Find); 3] =
    [(Role::Authority, of_authority), (Role::Userinfo, of_userinfo), (Role::Password, of_password)];

/// Says that the strings of the input are such a part from now on, and not references.
pub(crate) fn take_for(role: Role) {
    let place = PARTS.iter().position(|(part, _)| *part == role).map_or(0, |at| at + 1);
    PART.store(place as u8, Ordering::Relaxed);
}

/// Where the password of a string of the input is, if it is to be hidden.
pub(crate) fn span(text: &[u8]) -> Option<Range<usize>> {
    let part = usize::from(PART.load(Ordering::Relaxed)).checked_sub(1);
    let of_part = part.and_then(|at| PARTS[at].1(text));
    of_part.or_else(|| of_reference(text))
}

/// Where the password of a reference is, if it is to be hidden.
pub(crate) fn of_reference(text: &[u8]) -> Option<Range<usize>> {
    if SHOWN.load(Ordering::Relaxed) {
        return None;
    }
    let hierarchical = &text[..memchr2(b'?', b'#', text).unwrap_or(text.len())];
    let after_scheme = match memchr2(b':', b'/', hierarchical) {
        Some(at) if at > 0 && text[at] == b':' => at + 1,
        _ => 0,
    };
    let (start, end) = match hierarchical[after_scheme..].strip_prefix(b"//") {
        Some(authority) => {
            let start = after_scheme + "//".len();
            (start, start + memchr(b'/', authority).unwrap_or(authority.len()))
        }
        None => as_meant(hierarchical)?,
    };
    let found = of_authority(&text[start..end])?;
    Some(start + found.start..start + found.end)
}

/// Where the authority is of a string that has none by Appendix B, and that its author may have meant
/// to have one: after a ":", by backslashes, or by slashes with a line break between.
fn as_meant(hierarchical: &[u8]) -> Option<(usize, usize)> {
    let is_slash = |byte: &u8| matches!(byte, b'/' | b'\\');
    let first = hierarchical.iter().position(is_slash)?;
    let between = hierarchical[first + 1..].iter();
    let blanks = between.take_while(|byte| matches!(byte, b'\t' | b'\r' | b'\n')).count();
    let second = first + 1 + blanks;
    let is_begun = first == 0 || hierarchical[first - 1] == b':';
    if !is_begun || !hierarchical.get(second).is_some_and(is_slash) {
        return None;
    }
    let start = second + 1;
    let length = hierarchical[start..].iter().position(is_slash);
    Some((start, length.map_or(hierarchical.len(), |length| start + length)))
}

/// Where the password of an authority is, if it is to be hidden.
pub(crate) fn of_authority(authority: &[u8]) -> Option<Range<usize>> {
    of_userinfo(&authority[..memrchr(b'@', authority)?])
}

/// Where the password of a userinfo is, if there is one that is to be hidden.
pub(crate) fn of_userinfo(userinfo: &[u8]) -> Option<Range<usize>> {
    let start = memchr(b':', userinfo)? + 1;
    (start < userinfo.len() && !SHOWN.load(Ordering::Relaxed)).then_some(start..userinfo.len())
}

/// Where a password is, if it is to be hidden.
fn of_password(password: &[u8]) -> Option<Range<usize>> {
    (!password.is_empty() && !SHOWN.load(Ordering::Relaxed)).then_some(0..password.len())
}

/// The text without what stands at that span.
pub(crate) fn without(text: &[u8], hidden: Option<Range<usize>>) -> Cow<'_, [u8]> {
    match hidden {
        Some(Range { start, end }) => {
            Cow::Owned([&text[..start], HIDDEN.as_bytes(), &text[end..]].concat())
        }
        None => Cow::Borrowed(text),
    }
}

/// A reference as it may be shown.
pub(crate) fn veiled(text: &str) -> Cow<'_, str> {
    veiled_at(text, span(text.as_bytes()))
}

/// An authority as it may be shown.
pub(crate) fn veiled_authority(text: &str) -> Cow<'_, str> {
    veiled_at(text, of_authority(text.as_bytes()))
}

/// A userinfo as it may be shown.
pub(crate) fn veiled_userinfo(text: &str) -> Cow<'_, str> {
    veiled_at(text, of_userinfo(text.as_bytes()))
}

/// A path as it may be shown: in other editions it is an authority and a path.
pub(crate) fn veiled_path<'i>(reference: &Reference<'i>) -> Cow<'i, str> {
    if reference.authority().is_some() { reference.path().into() } else { veiled(reference.path()) }
}

/// A text with a span that is to be hidden; no character is only partly in the span.
pub(crate) fn veiled_at(text: &str, hidden: Option<Range<usize>>) -> Cow<'_, str> {
    match hidden {
        Some(Range { start, end }) => [&text[..start], HIDDEN, &text[end..]].concat().into(),
        None => text.into(),
    }
}

/// A message, which repeats references between signs "`".
pub(crate) fn veiled_message(message: &str) -> String {
    let pieces = message.split('`').enumerate();
    let veiled = pieces.map(|(at, piece)| if at % 2 == 1 { veiled(piece) } else { piece.into() });
    veiled.collect::<Vec<_>>().join("`")
}

/// The place of a byte after the span is hidden. A byte within the span gets the place where it begins.
pub(crate) fn place(offset: usize, hidden: Option<&Range<usize>>) -> usize {
    match hidden {
        Some(hidden) if offset >= hidden.end => offset - hidden.len() + HIDDEN.len(),
        Some(hidden) if offset > hidden.start => hidden.start,
        _ => offset,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By RFC 3986, 3.2.1 and Appendix B; <ftp://foo:@host.com/> is RFC 1738's (3.1).
    #[test]
    fn what_is_hidden() {
        for (text, shown) in [
            ("ftp://u:p@h/", "ftp://u:<hidden>@h/"),
            ("//u:p:q@h", "//u:<hidden>@h"),
            ("//:p@h:1", "//:<hidden>@h:1"),
            ("http://u:a b@h/ ", "http://u:<hidden>@h/ "),
            ("http://u:p@q@h/", "http://u:<hidden>@h/"),
            ("ftp://foo:@host.com/", "ftp://foo:@host.com/"),
            ("ftp://foo@host.com:21/a:b@c", "ftp://foo@host.com:21/a:b@c"),
            ("http://h/?//u:p@h", "http://h/?//u:p@h"),
            ("http://h#//u:p@h", "http://h#//u:p@h"),
            // No authority by Appendix B, and a password all the same.
            ("http:\\\\u:p@h/", "http:\\\\u:<hidden>@h/"),
            ("\\\\u:p@h\\a:b@c", "\\\\u:<hidden>@h\\a:b@c"),
            ("<URL:http://u:p@h/>", "<URL:http://u:<hidden>@h/>"),
            ("http:/\t/u:p@h/", "http:/\t/u:<hidden>@h/"),
            ("mailto:u:p@h", "mailto:u:p@h"),
            ("a//u:p@h", "a//u:p@h"),
            (":", ":"),
            ("//", "//"),
            ("", ""),
        ] {
            assert_eq!(veiled(text), shown);
            assert_eq!(without(text.as_bytes(), span(text.as_bytes())), shown.as_bytes());
        }
        let message = "the target `a://u:p@h` reads back; its path `//u:p@h`";
        let shown = "the target `a://u:<hidden>@h` reads back; its path `//u:<hidden>@h`";
        assert_eq!(veiled_message(message), shown);
    }

    #[test]
    fn places() {
        let hidden = span(b"a://u:pass@h/");
        assert_eq!(hidden, Some(6..10));
        let place = |offset| place(offset, hidden.as_ref());
        assert_eq!([0, 6, 7, 9, 10, 12].map(place), [0, 6, 6, 6, 14, 16]);
    }
}

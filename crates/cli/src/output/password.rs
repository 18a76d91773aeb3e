//! Hides passwords in text for people.
//!
//! "Applications should not render as clear text any data after the first colon (":") character found within a userinfo
//! subcomponent unless the data after the colon is the empty string" (RFC 3986, 3.2.1). Appendix B and the last "@" of
//! the authority locate that data in any string, valid or not, and [`HIDDEN`] replaces it. JSON and the results of
//! commands that produce URIs are data, so they show passwords.
//!
//! The surprising case: `http://a@b:c@d` is not a reference, and yet `c` is hidden, since its author may
//! have meant a password.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr2, memrchr};
use urispec::Reference;
use urispec::grammar::Role;

/// The text in place of a password. No edition allows its `<` and `>` in a URI.
pub(crate) const HIDDEN: &str = "<hidden>";

type Find = fn(&[u8]) -> Option<Range<usize>>;

/// The policy on passwords: whether to hide them, and how to find them. Every output has a policy, and passes it on to
/// everything that it prints.
#[derive(Clone, Copy, Default)]
pub(crate) struct Passwords {
    is_shown: bool,
    /// The function that finds the password in an input string, if each string is only a part of a reference.
    of_part: Option<Find>,
}

impl Passwords {
    pub(crate) const fn shown_if(is_shown: bool) -> Self {
        Self { is_shown, of_part: None }
    }

    pub(crate) const fn are_shown(self) -> bool {
        self.is_shown
    }

    /// Returns the policy for input strings that are not whole references, but only the part that `role` names.
    pub(crate) fn in_part(self, role: Role) -> Self {
        let of_part: Option<Find> = match role {
            Role::Authority => Some(in_authority),
            Role::Userinfo => Some(in_userinfo),
            Role::Password => Some(|password| (!password.is_empty()).then_some(0..password.len())),
            _ => None,
        };
        Self { of_part, ..self }
    }

    /// Returns `found`, the span of a password, if passwords are hidden.
    pub(crate) fn hidden(self, found: Option<Range<usize>>) -> Option<Range<usize>> {
        found.filter(|_| !self.is_shown)
    }

    /// Returns the span of the password in an input string, if passwords are hidden.
    pub(crate) fn span(self, text: &[u8]) -> Option<Range<usize>> {
        let of_part = self.of_part.and_then(|find| find(text));
        self.hidden(of_part.or_else(|| in_reference(text)))
    }

    /// Returns the span of the password in a reference, if passwords are hidden.
    pub(crate) fn of_reference(self, text: &[u8]) -> Option<Range<usize>> {
        self.hidden(in_reference(text))
    }

    pub(crate) fn of_authority(self, text: &[u8]) -> Option<Range<usize>> {
        self.hidden(in_authority(text))
    }

    pub(crate) fn redacted(self, text: &str) -> Cow<'_, str> {
        redacted_at(text, self.span(text.as_bytes()))
    }

    pub(crate) fn redacted_authority(self, text: &str) -> Cow<'_, str> {
        redacted_at(text, self.of_authority(text.as_bytes()))
    }

    pub(crate) fn redacted_userinfo(self, text: &str) -> Cow<'_, str> {
        redacted_at(text, self.hidden(in_userinfo(text.as_bytes())))
    }

    /// Returns the path of a reference, with its password hidden: another edition may find an authority in the path.
    pub(crate) fn redacted_path<'i>(self, reference: &Reference<'i>) -> Cow<'i, str> {
        let path = reference.path();
        if reference.authority().is_some() { path.into() } else { self.redacted(path) }
    }

    /// Hides passwords in a message, which quotes references in backticks.
    pub(crate) fn redacted_message(self, message: &str) -> String {
        let pieces = message.split('`').enumerate();
        let redacted =
            pieces.map(|(at, piece)| if at % 2 == 1 { self.redacted(piece) } else { piece.into() });
        redacted.collect::<Vec<_>>().join("`")
    }
}

fn in_reference(text: &[u8]) -> Option<Range<usize>> {
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
    let found = in_authority(&text[start..end])?;
    Some(start + found.start..start + found.end)
}

/// Finds the authority that an author probably meant, in a string without one by RFC 3986, Appendix B. The two slashes
/// of the authority may follow a later ":", may be backslashes, or may have a line break between them.
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

pub(crate) fn in_authority(authority: &[u8]) -> Option<Range<usize>> {
    in_userinfo(&authority[..memrchr(b'@', authority)?])
}

/// Returns the span of the password in a userinfo, unless it is empty.
pub(crate) fn in_userinfo(userinfo: &[u8]) -> Option<Range<usize>> {
    let start = memchr(b':', userinfo)? + 1;
    (start < userinfo.len()).then_some(start..userinfo.len())
}

pub(crate) fn without(text: &[u8], hidden: Option<Range<usize>>) -> Cow<'_, [u8]> {
    match hidden {
        Some(Range { start, end }) => {
            Cow::Owned([&text[..start], HIDDEN.as_bytes(), &text[end..]].concat())
        }
        None => Cow::Borrowed(text),
    }
}

/// Returns a text with the span `hidden` replaced. The span begins and ends between characters.
pub(crate) fn redacted_at(text: &str, hidden: Option<Range<usize>>) -> Cow<'_, str> {
    match hidden {
        Some(Range { start, end }) => [&text[..start], HIDDEN, &text[end..]].concat().into(),
        None => text.into(),
    }
}

/// Returns the offset that a byte has after the span `hidden` is replaced. For a byte within the span, this is the
/// start of the span.
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

    /// By RFC 3986, 3.2.1 and Appendix B; <ftp://foo:@host.com/> is an example of RFC 1738, 3.1.
    #[test]
    fn what_is_hidden() {
        let hidden = Passwords::default();
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
            // By Appendix B there is no authority, but the password is hidden nevertheless.
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
            assert_eq!(hidden.redacted(text), shown);
            assert_eq!(without(text.as_bytes(), hidden.span(text.as_bytes())), shown.as_bytes());
        }
        let message = "the target `a://u:p@h` reads back; its path `//u:p@h`";
        let shown = "the target `a://u:<hidden>@h` reads back; its path `//u:<hidden>@h`";
        assert_eq!(hidden.redacted_message(message), shown);
    }

    #[test]
    fn places() {
        let hidden = Passwords::default().span(b"a://u:pass@h/");
        assert_eq!(hidden, Some(6..10));
        let place = |offset| place(offset, hidden.as_ref());
        assert_eq!([0, 6, 7, 9, 10, 12].map(place), [0, 6, 6, 6, 14, 16]);
    }
}

//! One spelling of data: each octet is escaped in one way, whatever the reader wrote.
//!
//! In: a component as a reader tells it, decoded or not. Out: text of ASCII. An escaped unreserved
//! character stands for itself, and other escapes have upper-case digits (6.2.2.1, 6.2.2.2). What may
//! not stand raw is escaped: a reader that shows `|` means the same data as one that shows `%7C`.
//!
//! An escaped delimiter stays apart from the delimiter: `%21` and `!` are different data (2.2). So does what
//! the next reader may divide at, convert or drop: a control, `\`, and `?` or `#` where they may not stand. The
//! surprising case: a `%` that begins no triplet may not stand raw either, so `100%` and `100%25` are
//! the same.

use urispec::internal::percent::{Decode, Keep, is_unreserved, push_triplet, triplet};

use super::super::difference::Spelling;

/// The text of a component that keeps these characters, and `also` this one, without an escape.
pub(super) fn uniform(text: &str, keep: Keep, also: Option<u8>) -> String {
    let bytes = text.as_bytes();
    let mut uniform = String::with_capacity(text.len());
    let mut at = 0;
    while at < bytes.len() {
        let octet = bytes[at];
        if let Some(octet) = triplet(&bytes[at..]) {
            at += "%41".len();
            if is_unreserved(octet) {
                uniform.push(char::from(octet));
            } else {
                push_triplet(octet, &mut uniform);
            }
            continue;
        }
        at += 1;
        if keep.keeps(octet) || Some(octet) == also || is_for_the_next_reader(octet) {
            uniform.push(char::from(octet));
        } else {
            push_triplet(octet, &mut uniform);
        }
    }
    uniform
}

/// Whether a reader may take the octet for more than data, if it stands raw.
const fn is_for_the_next_reader(octet: u8) -> bool {
    octet.is_ascii_control() || matches!(octet, b'\\' | b'?' | b'#')
}

/// Whether readers may divide an authority in several ways: at a `\`, or at one of two `@`.
pub(super) fn is_ambiguous(authority: &str) -> bool {
    let is_special = |octet: u8| octet == b'\\' || octet.is_ascii_control();
    authority.bytes().any(is_special) || authority.matches('@').count() > 1
}

/// The text with the digits of its triplets in upper case. Nothing is decoded or escaped.
pub(super) fn upper(text: &str) -> String {
    let mut upper = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        upper.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = match triplet(rest.as_bytes()) {
            Some(octet) => {
                push_triplet(octet, &mut upper);
                "%41".len()
            }
            None => {
                upper.push('%');
                "%".len()
            }
        };
        rest = &rest[length..];
    }
    upper + rest
}

/// The userinfo: the user and the password, each decoded and escaped anew, so that only the first `:`
/// divides them. None if both are empty. A spelling that is excepted stays.
pub(super) fn userinfo(text: &str, except: Option<Spelling>) -> Option<String> {
    let keeps_empty = except == Some(Spelling::EmptyForUndefined);
    let data = |text: &str| match except {
        Some(Spelling::Escape) => text.to_owned(),
        _ => uniform_data(text),
    };
    let (user, password) = match text.split_once(':') {
        Some((user, password)) => (user, Some(password)),
        None => (text, None),
    };
    match password.filter(|password| keeps_empty || !password.is_empty()) {
        None if user.is_empty() && !keeps_empty => None,
        None => Some(data(user)),
        Some(password) => Some(data(user) + ":" + &data(password)),
    }
}

/// Data, decoded and escaped anew: every octet that is not unreserved is escaped. The octets need not
/// be UTF-8.
fn uniform_data(text: &str) -> String {
    match text.decode_octets() {
        Ok(octets) => urispec::internal::percent::encode_octets(&octets, Keep::Unreserved),
        // A `%` that begins no triplet is data, as `%25` is.
        Err(_) => uniform(text, Keep::Unreserved, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_spelling_of_an_octet() {
        let path = |text| uniform(text, Keep::Segment, Some(b'/'));
        for (text, expected) in [
            ("/%7e%41", "/~A"),
            ("/a|b%7cc", "/a%7Cb%7Cc"),
            ("/é", "/%C3%A9"),
            ("/%c3%A9", "/%C3%A9"),
            ("/a b", "/a%20b"),
            ("/\\%5c", "/\\%5C"),
            ("/?%3f#%23", "/?%3F#%23"),
            ("/\n%0a", "/\n%0A"),
            ("/100%", "/100%25"),
            ("/%zz%2541", "/%25zz%2541"),
            // 2.2: the escaped delimiter is other data.
            ("/!%21%2f", "/!%21%2F"),
            ("", ""),
        ] {
            assert_eq!(path(text), expected, "{text}");
        }
    }

    #[test]
    fn digits_in_upper_case() {
        for (text, expected) in [("a%c3%a9b", "a%C3%A9b"), ("%", "%"), ("%%aaé", "%%AAé")] {
            assert_eq!(upper(text), expected);
        }
    }

    /// 3.2.1: the first ":" divides, and an empty password is none.
    #[test]
    fn users_and_passwords() {
        for (text, expected) in [
            ("", None),
            (":", None),
            ("u:", Some("u")),
            ("u%3Ap", Some("u%3Ap")),
            ("u:p", Some("u:p")),
            ("u:p:q", Some("u:p%3Aq")),
            ("u:p%3aq", Some("u:p%3Aq")),
            ("a!b", Some("a%21b")),
            ("a%21b", Some("a%21b")),
            ("evil.com\\", Some("evil.com%5C")),
            ("%zz", Some("%25zz")),
            (":p", Some(":p")),
        ] {
            assert_eq!(userinfo(text, None).as_deref(), expected, "{text}");
        }
    }
}

//! The canonical key of a reader's answer: two readers agree on an aspect if their keys are equal.
//!
//! The surprising case: under a scheme with a default port, an absent port has the key of the default port. A reader
//! that fills in 80 and a reader that reports no port at all have the same key.

use std::borrow::Cow;
use std::net::{Ipv4Addr, Ipv6Addr};

use urispec::internal::inet_aton;
use urispec::internal::percent::{
    Decode, Keep, encode_octets, is_unreserved, lowered, push_triplet, triplet,
};
use urispec::internal::schemes::{default_port, known};
use urispec::{Components, remove_dot_segments, split};

use super::difference::{Aspect, Spelling};
use super::{AspectValue, Component, divide_authority};

/// The context that the key of a component depends on.
#[derive(Clone, Debug, Default)]
pub(super) struct Context {
    /// The scheme, in lower case.
    pub(super) scheme: Option<String>,
    /// Whether there is an authority.
    pub(super) has_authority: bool,
}

/// Returns the canonical text of a host, as [`differences`](super::differences) compares hosts, or `None` if there is
/// no host to contact.
///
/// ```
/// use urispec_compare::parsers::canonical_host;
/// assert_eq!(canonical_host("EXAMPLE.com").as_deref(), Some("example.com"));
/// assert_eq!(canonical_host("0:0::1").as_deref(), Some("[::1]"));
/// assert_eq!(canonical_host(""), None);
/// ```
#[must_use]
pub fn canonical_host(text: &str) -> Option<String> {
    host(text, None, None)
}

/// Returns the key of a reader's answer about an aspect, or `None` if the answer is empty or the reader does not report
/// the aspect. The key ignores differences in spelling, except those of the kind `except`.
pub(super) fn key(
    aspect: Aspect,
    reported: &AspectValue<'_>,
    context: &Context,
    except: Option<Spelling>,
) -> Option<String> {
    let text = reported.text();
    match aspect {
        // A yes-or-no answer has one spelling.
        Aspect::Valid => None,
        Aspect::Component(component) => key_of(component, text, context, except),
        Aspect::Target | Aspect::Normalized => text.map(|text| whole(text, except)),
    }
}

fn key_of(
    component: Component,
    text: Option<&str>,
    context: &Context,
    except: Option<Spelling>,
) -> Option<String> {
    let scheme = context.scheme.as_deref();
    let given = text;
    let text = if except == Some(Spelling::EmptyForUndefined) {
        text
    } else {
        text.filter(|text| !text.is_empty())
    };
    let raw = || text.map(str::to_owned);
    let is_raw = except == Some(Spelling::Escape);
    match component {
        Component::Scheme if except == Some(Spelling::LetterCase) => raw(),
        Component::Scheme => text.map(str::to_ascii_lowercase),
        Component::Authority => authority(text?, scheme, except),
        Component::Userinfo => userinfo(text?, except),
        Component::Host => host(text?, scheme, except),
        Component::Port if except == Some(Spelling::DefaultPort) => given.map(str::to_owned),
        Component::Port => port(text.unwrap_or_default(), scheme),
        Component::Path => {
            // A path is always defined (RFC 3986, 3.3).
            match (text, except) {
                (None, Some(Spelling::EmptyForUndefined)) => None,
                _ => Some(path(text.unwrap_or_default(), context.has_authority, except)),
            }
        }
        Component::Query | Component::Fragment if is_raw => raw(),
        Component::Query => text.map(|text| uniform(text, Keep::Query, None)),
        Component::Fragment => text.map(|text| uniform(text, Keep::Fragment, None)),
    }
}

/// Returns the key of a port: the number, or the scheme's default number if the port is empty (RFC 3986, 3.2.3). A port
/// that is not a number is kept unchanged.
fn port(text: &str, scheme: Option<&str>) -> Option<String> {
    let is_number = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    if is_number {
        let number = text.trim_start_matches('0');
        return Some(if number.is_empty() { "0" } else { number }.to_owned());
    }
    if text.is_empty() {
        return scheme.and_then(default_port).map(|port| port.to_string());
    }
    Some(text.to_owned())
}

/// Returns the key of a path. First escapes are normalized, since `%2E` is a dot (RFC 3986, 6.2.2.2). Then dot segments
/// are removed if the path begins with a slash (6.2.2.3). Last, an empty path after an authority becomes `/` (6.2.3).
fn path(text: &str, has_authority: bool, except: Option<Spelling>) -> String {
    let text = match except {
        Some(Spelling::Escape) => text.to_owned(),
        _ => uniform(text, Keep::Segment, Some(b'/')),
    };
    let text = match except {
        Some(Spelling::DotSegments) => text,
        _ if text.starts_with('/') => remove_dot_segments(&text).into_owned(),
        _ => text,
    };
    let is_root = text.is_empty() && has_authority && except != Some(Spelling::EmptyPath);
    if is_root { "/".to_owned() } else { text }
}

/// Returns the key of an authority: the keys of its parts, or `None` if all are empty.
fn authority(text: &str, scheme: Option<&str>, except: Option<Spelling>) -> Option<String> {
    if is_ambiguous(text) {
        return Some(text.to_owned());
    }
    let context = Context { scheme: scheme.map(str::to_owned), has_authority: true };
    let (userinfo, host, port) = divide_authority(text);
    let part = |component, text| key_of(component, text, &context, except);
    let (userinfo, host) = (part(Component::Userinfo, userinfo), part(Component::Host, Some(host)));
    // A default port without a host is never used.
    if userinfo.is_none() && host.is_none() && port.unwrap_or_default().is_empty() {
        return None;
    }
    // Not joined: a lenient host may contain ":".
    Some(format!("{:?}", (userinfo, host, part(Component::Port, port))))
}

/// Returns the keys of the scheme and of the authority of a whole URI.
pub(super) fn origin(text: &str) -> (Option<String>, Option<String>) {
    let parts = split(text);
    let context = Context::of(&parts);
    let part = |component, text| key_of(component, text, &context, None);
    (part(Component::Scheme, parts.scheme), part(Component::Authority, parts.authority))
}

/// Returns the key of a whole URI: the keys of its components (RFC 3986, 5.3).
fn whole(text: &str, except: Option<Spelling>) -> String {
    let parts = split(text);
    let context = Context::of(&parts);
    let part = |component, text| key_of(component, text, &context, except);
    // Not joined: the path of `a:/.//c` is `//c`, which is not an authority.
    let parts = (
        part(Component::Scheme, parts.scheme),
        part(Component::Authority, parts.authority),
        part(Component::Path, Some(parts.path)),
        part(Component::Query, parts.query),
        part(Component::Fragment, parts.fragment),
    );
    format!("{parts:?}")
}

impl Context {
    fn of(parts: &Components<'_>) -> Self {
        Self {
            scheme: parts.scheme.map(str::to_ascii_lowercase),
            has_authority: parts.authority.is_some(),
        }
    }
}

/// Returns the text of a component with uniform escapes. Escapes of unreserved characters are decoded, and other
/// escapes remain. A literal character is escaped, unless it equals `also`, is in `keep`, or is one that
/// [`is_for_the_next_reader`] accepts.
fn uniform(text: &str, keep: Keep, also: Option<u8>) -> String {
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

/// Returns whether another reader may interpret an unescaped octet, rather than treat it as data.
const fn is_for_the_next_reader(octet: u8) -> bool {
    octet.is_ascii_control() || matches!(octet, b'\\' | b'?' | b'#')
}

/// Returns whether readers may divide an authority in several ways: at a `\`, at a control character, or at one of
/// several `@`.
fn is_ambiguous(authority: &str) -> bool {
    let is_special = |octet: u8| octet == b'\\' || octet.is_ascii_control();
    authority.bytes().any(is_special) || authority.matches('@').count() > 1
}

/// Returns the text with the digits of its triplets in upper case. Nothing else changes.
fn upper(text: &str) -> String {
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

/// Returns the key of a userinfo. The user and the password are decoded and escaped again, so that they contain no `:`.
/// The key is `None` if both are empty. Spelling differences of the kind `except` remain in the key.
fn userinfo(text: &str, except: Option<Spelling>) -> Option<String> {
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

/// Returns data decoded and escaped again: every octet that is not unreserved is escaped. The octets need not be UTF-8.
fn uniform_data(text: &str) -> String {
    match text.decode_octets() {
        Ok(octets) => encode_octets(&octets, Keep::Unreserved),
        // A `%` that does not begin a triplet is data, as `%25` is.
        Err(_) => uniform(text, Keep::Unreserved, None),
    }
}

/// Returns the canonical spelling of a host. Spelling differences of the kind `except` remain.
fn host(text: &str, scheme: Option<&str>, except: Option<Spelling>) -> Option<String> {
    let is_local = || scheme.and_then(known).is_some_and(|one| one.local);
    if except != Some(Spelling::DefaultHost) && text.eq_ignore_ascii_case("localhost") && is_local()
    {
        return (except == Some(Spelling::EmptyForUndefined)).then(String::new);
    }
    if text.is_empty() {
        return (except == Some(Spelling::EmptyForUndefined)).then(String::new);
    }
    if except != Some(Spelling::Address)
        && let Some(address) = address(text)
    {
        return Some(address);
    }
    let lower = match except {
        Some(Spelling::LetterCase) => Cow::Borrowed(text),
        _ => Cow::Owned(lowered(text)),
    };
    Some(match except {
        Some(Spelling::Escape) => lower.into_owned(),
        _ => upper(&lower),
    })
}

/// Returns the key of an IPv6 address, possibly with a zone (RFC 6874, 2), or of any other text with a ":". A name does
/// not contain ":", so brackets around such text carry no information.
fn address(text: &str) -> Option<String> {
    let bare = bare(text);
    if !bare.contains(':') {
        return None;
    }
    // The zone is kept as it is: `%251` is the zone `1` (RFC 6874, 2), and `251` to a reader that does not decode.
    let (address, zone) = match bare.split_once('%') {
        Some((address, zone)) => (address, Some(zone)),
        None => (bare, None),
    };
    let Ok(address) = address.parse::<Ipv6Addr>() else {
        return (bare.len() < text.len()).then(|| format!("[{}]", upper(&lowered(bare))));
    };
    Some(match zone {
        None => format!("[{address}]"),
        Some(zone) => format!("[{address}%{zone}]"),
    })
}

fn bare(text: &str) -> &str {
    text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text)
}

/// Returns the way in which two different hosts look alike, if they do.
pub(super) fn alike(one: &str, other: &str) -> Option<Spelling> {
    let [one, other] = [one, other].map(|host| {
        let host = if host.contains(':') { bare(host) } else { host };
        host.to_ascii_lowercase()
    });
    let decoded = [&one, &other].map(|host| host.decode_lossy().to_ascii_lowercase());
    if decoded[0] == decoded[1] {
        return Some(Spelling::HostEscape);
    }
    let number = |host: &str| -> Option<Ipv4Addr> { inet_aton(&host.decode_lossy()) };
    if let (Some(one), Some(other)) = (number(&one), number(&other))
        && one == other
    {
        return Some(Spelling::Ipv4Form);
    }
    fn without_dot(host: &str) -> &str {
        host.strip_suffix('.').unwrap_or(host)
    }
    if without_dot(&one) == without_dot(&other) {
        return Some(Spelling::TrailingDot);
    }
    is_a_label(&decoded[0], &decoded[1]).then_some(Spelling::ALabel)
}

/// Compares the labels of two hosts in pairs. Returns whether in each pair the labels are equal, or one label is an
/// A-label and the other is not ASCII. Four characters count as dots (RFC 3490, 3.1).
fn is_a_label(one: &str, other: &str) -> bool {
    let labels = |host: &str| {
        let dots = ['.', '\u{3002}', '\u{FF0E}', '\u{FF61}'];
        host.split(dots).map(str::to_owned).collect::<Vec<_>>()
    };
    let (one, other) = (labels(one), labels(other));
    let goes = |unicode: &str, ascii: &str| !unicode.is_ascii() && ascii.starts_with("xn--");
    one.len() == other.len()
        && one
            .iter()
            .zip(&other)
            .all(|(one, other)| one == other || goes(one, other) || goes(other, one))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is(component: Component, text: Option<&str>, expected: Option<&str>) {
        let context = Context { scheme: Some("http".to_owned()), has_authority: true };
        let reported = AspectValue::new(text);
        let key = key(Aspect::Component(component), &reported, &context, None);
        assert_eq!(key.as_deref(), expected, "{component:?} {text:?}");
    }

    #[test]
    fn keys_of_components() {
        is(Component::Scheme, Some("HTTP"), Some("http"));
        is(Component::Scheme, Some(""), None);
        is(Component::Userinfo, Some(":"), None);
        is(Component::Port, Some(""), Some("80"));
        is(Component::Port, None, Some("80"));
        is(Component::Port, Some("0080"), Some("80"));
        is(Component::Port, Some("000"), Some("0"));
        is(Component::Port, Some("x"), Some("x"));
        is(Component::Port, Some("99999999999999999999"), Some("99999999999999999999"));
        is(Component::Path, Some(""), Some("/"));
        is(Component::Path, None, Some("/"));
        is(Component::Path, Some("/a/%2e%2E/b"), Some("/b"));
        is(Component::Path, Some("a/../b"), Some("a/../b"));
        is(Component::Query, Some(""), None);
        is(Component::Query, Some("a|b"), Some("a%7Cb"));
        is(Component::Query, Some("'"), Some("'"));
        is(Component::Query, Some("%27"), Some("%27"));
        is(Component::Fragment, Some("é"), Some("%C3%A9"));
    }

    #[test]
    fn authorities() {
        for (one, other) in [("U@H:80", "U@h"), (":@[0::1]:", "[::1]")] {
            assert_eq!(authority(one, Some("http"), None), authority(other, Some("http"), None));
        }
        // A host `a:b` without port, and a host `a` with the port `b`.
        assert_ne!(authority("a:b:", None, None), authority("a:b", None, None));
    }

    #[test]
    fn without_an_authority_an_empty_path_stays() {
        let key = key_of(Component::Path, Some(""), &Context::default(), None);
        assert_eq!(key.as_deref(), Some(""));
    }

    #[test]
    fn wholes() {
        for (one, other) in [
            ("HTTP://h", "http://H:80/"),
            ("http://h/a/./b?", "http://h/a/b"),
            ("file://localhost/a", "file:///a"),
            ("http://:@h/%7ea#", "http://h/~a"),
        ] {
            assert_eq!(whole(one, None), whole(other, None), "{one} {other}");
        }
        for (one, other) in [
            ("http://h/?a", "http://h/#a"),
            ("http://h/a%2Fb", "http://h/a/b"),
            ("http://evil.com\\@good.com/", "http://evil.com%5C@good.com/"),
            ("http://a@b@c/", "http://a%40b@c/"),
            ("a:/.//c", "a://c"),
        ] {
            assert_ne!(whole(one, None), whole(other, None), "{one} {other}");
        }
        assert_eq!(origin("http://h/a"), origin("HTTP://H:80/b?c"));
        assert_ne!(origin("http://h/a"), origin("http://u@h/a"));
        assert_eq!(origin("file:///a"), origin("file:/a"));
    }

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
            // RFC 3986, 2.2: the escaped delimiter is different data.
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

    /// RFC 3986, 3.2.1: the first ":" divides, and an empty password equals an absent password.
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

    #[track_caller]
    fn is_host(text: &str, expected: Option<&str>) {
        assert_eq!(host(text, Some("http"), None).as_deref(), expected, "{text}");
    }

    #[test]
    fn one_spelling_of_a_host() {
        is_host("", None);
        is_host("EXAMPLE.com", Some("example.com"));
        is_host("a%c3B", Some("a%C3b"));
        is_host("%4a", Some("%4A"));
        is_host("[::1]", Some("[::1]"));
        is_host("::1", Some("[::1]"));
        is_host("[0:0::0001]", Some("[::1]"));
        is_host("[2001:DB8::0:1]", Some("[2001:db8::1]"));
        is_host("[::ffff:1.2.3.4]", Some("[::ffff:1.2.3.4]"));
        is_host("[::ffff:102:304]", Some("[::ffff:1.2.3.4]"));
        is_host("[fe80::1%25eth0]", Some("[fe80::1%25eth0]"));
        is_host("fe80::1%25eth0", Some("[fe80::1%25eth0]"));
        is_host("fe80::1%eth0", Some("[fe80::1%eth0]"));
        is_host("[fe80::1%25]", Some("[fe80::1%25]"));
        is_host("[v1.a:B]", Some("[v1.a:b]"));
        // Neither host is an address, and `[v1.a]` keeps its brackets, so it differs from the name `v1.a`.
        is_host("[v1.a]", Some("[v1.a]"));
        is_host("[::1", Some("[::1"));
        // RFC 3986, 7.4, reads them as names.
        is_host("0x7F.1", Some("0x7f.1"));
        is_host("a.", Some("a."));
        is_host("É.example", Some("É.example"));
    }

    /// RFC 3986, 3.2.2: for file, the empty host and localhost are the user's machine.
    #[test]
    fn the_host_of_a_file() {
        assert_eq!(host("LOCALHOST", Some("file"), None), None);
        assert_eq!(host("localhost", Some("http"), None).as_deref(), Some("localhost"));
        assert_eq!(host("localhost", None, None).as_deref(), Some("localhost"));
    }

    #[test]
    fn what_looks_alike() {
        for (one, other, expected) in [
            ("%31.2.3.4", "1.2.3.4", Some(Spelling::HostEscape)),
            ("a%2Fb", "a/b", Some(Spelling::HostEscape)),
            ("[fe80::1%251]", "fe80::1%1", Some(Spelling::HostEscape)),
            ("0x7f.1", "127.0.0.1", Some(Spelling::Ipv4Form)),
            ("0177.1", "127.0.0.1", Some(Spelling::Ipv4Form)),
            ("0177.1", "177.0.0.1", None),
            ("a.example.", "a.example", Some(Spelling::TrailingDot)),
            ("a.example..", "a.example", None),
            ("bücher.example", "xn--bcher-kva.example", Some(Spelling::ALabel)),
            ("b%C3%BCcher.example", "xn--bcher-kva.example", Some(Spelling::ALabel)),
            ("bücher.example", "xn--bcher-kva.evil", None),
            ("good.com", "evil.com", None),
        ] {
            assert_eq!(alike(one, other), expected, "{one} {other}");
            assert_eq!(alike(other, one), expected, "{one} {other}");
        }
    }
}

//! The canonical key of what a reader tells: two readers say the same of an aspect if their keys are
//! the same.
//!
//! In: what one reader tells, and its [`Context`]. Out: a key, or none where there is nothing. Equality
//! of keys is an equivalence relation, so readers fall into groups, however many there are. What is
//! forgotten is every [`Spelling`] that is canonical, and nothing else. With one spelling excepted, the
//! key shows whether two texts need that spelling to be the same.
//!
//! The surprising case: the key of a port is never that of "no port" where the scheme has a default.
//! A reader that fills in 80 and one that tells no port at all have the same key.

mod escapes;
mod host;

use urispec::percent::Keep;
use urispec::{Components, remove_dot_segments, split};

use super::difference::{Aspect, Spelling};
use super::told::divide_authority;
use super::{Component, Tell};

pub(super) use host::alike;

/// What the key of one component needs to know of others.
#[derive(Clone, Debug, Default)]
pub(super) struct Context {
    /// The scheme, in lower case.
    pub(super) scheme: Option<String>,
    /// Whether there is an authority.
    pub(super) has_authority: bool,
}

/// The canonical text of a host, as [`differences`](super::differences) compares hosts. None if there
/// is no host to contact.
///
/// ```
/// use urispec_compare::parsers::canonical_host;
/// assert_eq!(canonical_host("EXAMPLE.com").as_deref(), Some("example.com"));
/// assert_eq!(canonical_host("0:0::1").as_deref(), Some("[::1]"));
/// assert_eq!(canonical_host(""), None);
/// ```
#[must_use]
pub fn canonical_host(text: &str) -> Option<String> {
    host::host(text, None, None)
}

/// The key of what a reader tells about an aspect. None where there is nothing, and where the reader
/// does not tell.
pub(super) fn key(
    aspect: Aspect,
    tell: &Tell<'_>,
    context: &Context,
    except: Option<Spelling>,
) -> Option<String> {
    let text = tell.text();
    match aspect {
        // An answer of yes or no has one spelling.
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
        Component::Userinfo => escapes::userinfo(text?, except),
        Component::Host => host::host(text?, scheme, except),
        Component::Port if except == Some(Spelling::DefaultPort) => given.map(str::to_owned),
        Component::Port => port(text.unwrap_or_default(), scheme),
        Component::Path => {
            // Section 3.3: a path is never undefined.
            match (text, except) {
                (None, Some(Spelling::EmptyForUndefined)) => None,
                _ => Some(path(text.unwrap_or_default(), context.has_authority, except)),
            }
        }
        Component::Query | Component::Fragment if is_raw => raw(),
        Component::Query => text.map(|text| escapes::uniform(text, Keep::Query, None)),
        Component::Fragment => text.map(|text| escapes::uniform(text, Keep::Fragment, None)),
    }
}

/// A port: the number, which is the default one of the scheme where the port is empty (3.2.3). What is
/// no number stays as it is.
fn port(text: &str, scheme: Option<&str>) -> Option<String> {
    let is_number = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    if is_number {
        let number = text.trim_start_matches('0');
        return Some(if number.is_empty() { "0" } else { number }.to_owned());
    }
    if text.is_empty() {
        return scheme
            .and_then(urispec::internal::schemes::default_port)
            .map(|port| port.to_string());
    }
    Some(text.to_owned())
}

/// A path: escapes first, since `%2E` is a dot (6.2.2.2), then dot segments of a path that begins with
/// a slash (6.2.2.3), then the empty path after an authority (6.2.3).
fn path(text: &str, has_authority: bool, except: Option<Spelling>) -> String {
    let text = match except {
        Some(Spelling::Escape) => text.to_owned(),
        _ => escapes::uniform(text, Keep::Segment, Some(b'/')),
    };
    let text = match except {
        Some(Spelling::DotSegments) => text,
        _ if text.starts_with('/') => remove_dot_segments(&text).into_owned(),
        _ => text,
    };
    let is_root = text.is_empty() && has_authority && except != Some(Spelling::EmptyPath);
    if is_root { "/".to_owned() } else { text }
}

/// An authority: the keys of what it is divided into. None if there is nothing in it.
fn authority(text: &str, scheme: Option<&str>, except: Option<Spelling>) -> Option<String> {
    if escapes::is_ambiguous(text) {
        return Some(text.to_owned());
    }
    let context = Context { scheme: scheme.map(str::to_owned), has_authority: true };
    let (userinfo, host, port) = divide_authority(text);
    let part = |component, text| key_of(component, text, &context, except);
    let (userinfo, host) = (part(Component::Userinfo, userinfo), part(Component::Host, Some(host)));
    // Without a host the default port is nowhere to be used.
    if userinfo.is_none() && host.is_none() && port.unwrap_or_default().is_empty() {
        return None;
    }
    // Not joined: a lenient host may have a ":".
    Some(format!("{:?}", (userinfo, host, part(Component::Port, port))))
}

/// What a whole URI says before its path: the keys of its scheme and its authority.
pub(super) fn origin(text: &str) -> (Option<String>, Option<String>) {
    let parts = split(text);
    let context = Context::of(&parts);
    let part = |component, text| key_of(component, text, &context, None);
    (part(Component::Scheme, parts.scheme), part(Component::Authority, parts.authority))
}

/// A whole URI: the keys of its components (5.3).
fn whole(text: &str, except: Option<Spelling>) -> String {
    let parts = split(text);
    let context = Context::of(&parts);
    let part = |component, text| key_of(component, text, &context, except);
    // Not joined: the path of `a:/.//c` is `//c`, and no authority.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is(component: Component, text: Option<&str>, expected: Option<&str>) {
        let context = Context { scheme: Some("http".to_owned()), has_authority: true };
        let tell = Tell::new(text);
        let key = key(Aspect::Component(component), &tell, &context, None);
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
}

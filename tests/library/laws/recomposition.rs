//! Components rebuild the string (RFC 3986, 5.3 and Appendix B), in every edition and of any string.

use urispec::whatwg::Url;
use urispec::{Edition, Reference, split};

/// Asserts that splitting any string and joining its five components is the identity, and that each component is a part
/// of the string.
pub(crate) fn of_any(text: &str) {
    let parts = split(text);
    assert_eq!(parts.to_string(), text, "{text:?}: 5.3");
    assert_eq!(parts.len(), text.len(), "{text:?}");
    let [scheme, authority, path, query, fragment] =
        [parts.scheme, parts.authority, Some(parts.path), parts.query, parts.fragment];
    let tail = [(scheme, "", ":"), (authority, "//", ""), (path, "", "")];
    let pieces = tail.into_iter().chain([(query, "?", ""), (fragment, "#", "")]);
    tile(text, pieces, text);
}

/// Asserts that the parts of a reference of an edition are adjacent: scheme, userinfo, host, port, path, query and
/// fragment, with only their delimiters between them.
pub(crate) fn of_edition(edition: Edition, text: &str) {
    let Ok(reference) = Reference::parse(edition, text) else { return };
    let context = format!("{edition}: {text:?}");
    assert_eq!(reference.as_str(), text, "{context}");
    assert_eq!(reference.components().to_string(), text, "{context}: 5.3");
    let host = reference.host().map(|host| host.as_str());
    // An authority that is not of a server has no parts.
    let whole = reference.authority().filter(|_| host.is_none());
    assert!(reference.authority().is_some() || host.is_none(), "{context}: a host alone");
    let slashes = if host.is_some() && reference.userinfo().is_none() { "//" } else { "" };
    let path = reference.path();
    let pieces = [
        (reference.scheme(), "", ":"),
        (whole, "//", ""),
        (reference.userinfo(), "//", "@"),
        (host, slashes, ""),
        (reference.port(), ":", ""),
        (Some(path), "", ""),
        (reference.query(), "?", ""),
        (reference.fragment(), "#", ""),
    ];
    tile(text, pieces, &context);

    // The segments make up the path, and the opaque part is the path.
    if let Some(opaque) = reference.opaque_part() {
        assert_eq!(opaque, path, "{context}");
    } else {
        let joined = reference.segments().collect::<Vec<_>>().join("/");
        let slash = if path.starts_with('/') { "/" } else { "" };
        assert_eq!(format!("{slash}{joined}"), path, "{context}: the segments");
        let backwards: Vec<_> = reference.segments().rev().collect();
        let forwards = backwards.into_iter().rev().collect::<Vec<_>>().join("/");
        assert_eq!(forwards, joined, "{context}: the segments from the end");
    }
    if let Some(params) = reference.params(edition) {
        assert!(path.ends_with(&format!(";{params}")), "{context}: {params}");
    }
}

/// Asserts that the serialization of a URL is its parts in the order of the URL serializer (url-serializing), and
/// parses to itself.
pub(crate) fn of_url(text: &str) {
    let Ok(url) = Url::parse(text) else { return };
    let href = url.to_string();
    let part = |before: &str, text: &str, after: &str| [before, text, after].concat();
    let mut written = part("", url.scheme(), ":");
    if let Some(host) = url.host() {
        written += "//";
        if !(url.username().is_empty() && url.password().is_empty()) {
            written += url.username();
            if !url.password().is_empty() {
                written += &part(":", url.password(), "");
            }
            written += "@";
        }
        written += &host.to_string();
        if let Some(port) = url.port() {
            written += &format!(":{port}");
        }
    } else if !url.has_opaque_path() && url.path().starts_with("//") {
        written += "/.";
    }
    written += url.path();
    if let Some(query) = url.query() {
        written += &part("?", query, "");
    }
    if let Some(fragment) = url.fragment() {
        written += &part("#", fragment, "");
    }
    assert_eq!(href, written, "{text:?}: the serializer");
    let again = Url::parse(&href).unwrap_or_else(|error| panic!("{text:?}: {href}: {error}"));
    assert_eq!(again.to_string(), href, "{text:?}: parsed again");
}

/// Asserts that each piece begins where the last one ended, after its delimiter, and that the last one ends with the
/// string.
fn tile<'t>(
    text: &str,
    pieces: impl IntoIterator<Item = (Option<&'t str>, &'static str, &'static str)>,
    context: &str,
) {
    let mut at = 0;
    for (piece, before, after) in pieces {
        let Some(piece) = piece else { continue };
        assert!(text[at..].starts_with(before), "{context}: at byte {at} there is no {before:?}");
        at += before.len();
        assert_eq!(piece.as_ptr().addr() - text.as_ptr().addr(), at, "{context}: {piece:?}");
        at += piece.len();
        assert!(text[at..].starts_with(after), "{context}: at byte {at} there is no {after:?}");
        at += after.len();
    }
    assert_eq!(at, text.len(), "{context}: a rest");
}

//! The implementation of the C functions, on byte slices instead of pointers.
//!
//! A string with bytes that are not UTF-8 is never a reference. Its first error may lie before
//! these bytes: in `a b\xff`, the error is the space.

use urispec::{Edition, Host, Normalizer, ParseError, ResolveError, Resolver, Uri, UriRef};

use crate::memory::ascii;
use crate::types::{HostKind, Reference, Rung, Span, Status, UNDEFINED, edition, number};

/// A reference whose components are all undefined.
pub(crate) const NOTHING: Reference = {
    let none = Span { start: 0, length: UNDEFINED };
    Reference {
        scheme: none,
        authority: none,
        userinfo: none,
        host: none,
        port: none,
        path: none,
        query: none,
        fragment: none,
        host_kind: HostKind::None,
        is_opaque: false,
    }
};

/// Returns the number of the edition that has this id.
///
/// # Errors
///
/// [`Status::Edition`] if no edition has the id.
pub fn edition_number(id: &[u8]) -> Result<u32, Status> {
    number(id)
}

/// Checks that a string is a reference of an edition.
///
/// # Errors
///
/// [`Status::Invalid`], [`Status::Edition`].
pub fn check(of: u32, bytes: &[u8]) -> Result<(), Status> {
    let whole = edition(of)?.whole();
    match whole.iter().any(|production| production.accepts(bytes)) {
        true => Ok(()),
        false => Err(Status::Invalid),
    }
}

/// Parses a reference of an edition.
///
/// # Errors
///
/// [`Status::Invalid`], [`Status::Edition`], [`Status::TooLong`].
#[inline]
pub fn parse(of: u32, bytes: &[u8]) -> Result<Reference, Status> {
    let edition = edition(of)?;
    if edition == Edition::default() {
        let text = ascii(bytes).ok_or(Status::Invalid)?;
        Ok(components(&*UriRef::parse(text).map_err(status)?))
    } else {
        let text = str::from_utf8(bytes).map_err(|_| Status::Invalid)?;
        Ok(components(&urispec::Reference::parse(edition, text).map_err(status)?))
    }
}

/// Explains why a string is not a reference of an edition: returns the offset of the first wrong
/// byte, and a sentence with the place of its cause.
///
/// # Errors
///
/// [`Status::Edition`]; [`Status::Ok`] if the string is a reference.
pub fn explain(of: u32, bytes: &[u8]) -> Result<(usize, String), Status> {
    let edition = edition(of)?;
    let (text, is_whole) = match str::from_utf8(bytes) {
        Ok(text) => (text, true),
        Err(error) => (error_free(bytes, error.valid_up_to()), false),
    };
    let error = match edition.deriving(text) {
        Err(error) if is_whole || error.offset() < text.len() => ParseError::Syntax(error),
        _ if !is_whole => ParseError::NotUtf8(text.len()),
        Err(error) => ParseError::Syntax(error),
        Ok(_) if u32::try_from(text.len()).is_err() => ParseError::TooLong(text.len()),
        Ok(_) => return Err(Status::Ok),
    };
    Ok((error.offset().unwrap_or(text.len()), error.explain(text)))
}

fn error_free(bytes: &[u8], valid_up_to: usize) -> &str {
    str::from_utf8(&bytes[..valid_up_to]).unwrap_or_default()
}

/// Resolves a reference by the algorithm of an edition.
///
/// # Errors
///
/// [`Status::Base`], [`Status::Invalid`] (if the reference is invalid), [`Status::Misread`],
/// [`Status::CurrentDocument`], [`Status::Unresolved`], [`Status::Edition`], [`Status::TooLong`].
pub fn resolve(of: u32, base: &[u8], reference: &[u8]) -> Result<String, Status> {
    let edition = edition(of)?;
    let base = str::from_utf8(base).map_err(|_| Status::Base)?;
    let reference = str::from_utf8(reference).map_err(|_| Status::Invalid)?;
    let of_base = |status_of_text| match status_of_text {
        Status::Invalid => Status::Base,
        status => status,
    };
    if edition == Edition::default() {
        let base = Uri::parse(base).map_err(|error| of_base(status(error)))?;
        let reference = UriRef::parse(reference).map_err(status)?;
        return Ok(reference.resolve_against(base).map_err(unresolved)?.into_string());
    }
    let resolver = Resolver::from_edition(edition);
    let (base, _) = resolver.read_base(base).map_err(|error| of_base(unresolved(error)))?;
    let (reference, _) = resolver.read(reference).map_err(unresolved)?;
    resolver.target(base, reference).map_err(unresolved)
}

/// Normalizes a reference up to a rung, as the edition permits. Returns `None` if the reference is
/// already in normal form.
///
/// # Errors
///
/// [`Status::Invalid`], [`Status::Edition`], [`Status::Rung`], [`Status::TooLong`].
pub fn normalize(of: u32, to: u32, bytes: &[u8]) -> Result<Option<String>, Status> {
    let (edition, to) = (edition(of)?, Rung::of(to)?);
    let text = str::from_utf8(bytes).map_err(|_| Status::Invalid)?;
    let reference = urispec::Reference::parse(edition, text).map_err(status)?;
    let normalized = Normalizer::from_edition(edition).to(to).normalize(reference);
    Ok((!normalized.is_unchanged()).then(|| normalized.to_string()))
}

fn status(error: ParseError) -> Status {
    match error {
        ParseError::TooLong(_) => Status::TooLong,
        ParseError::Refused(_) => Status::Fault,
        _ => Status::Invalid,
    }
}

fn unresolved(error: ResolveError) -> Status {
    match error {
        ResolveError::Reference(error) => status(error),
        ResolveError::BaseWithoutScheme => Status::Base,
        ResolveError::Misread(_) => Status::Misread,
        ResolveError::CurrentDocument => Status::CurrentDocument,
        _ => Status::Unresolved,
    }
}

/// Returns the spans of the components of a reference.
#[inline]
fn components(of: &urispec::Reference<'_>) -> Reference {
    let start = of.as_str().as_ptr().addr();
    let span = |part: Option<&str>| match part {
        // The parts are slices of the text, which has less than 4 GiB.
        Some(part) => {
            Span { start: (part.as_ptr().addr() - start) as u32, length: part.len() as u32 }
        }
        None => NOTHING.scheme,
    };
    let host = of.host();
    Reference {
        scheme: span(of.scheme()),
        authority: span(of.authority()),
        userinfo: span(of.userinfo()),
        host: span(host.as_ref().map(Host::as_str)),
        port: span(of.port()),
        path: span(Some(of.path())),
        query: span(of.query()),
        fragment: span(of.fragment()),
        host_kind: host.map_or(HostKind::None, |host| kind(host.kind())),
        is_opaque: of.opaque_part().is_some(),
    }
}

const fn kind(of: urispec::HostKind) -> HostKind {
    match of {
        urispec::HostKind::Ipv4Address => HostKind::Ipv4Address,
        urispec::HostKind::Ipv6Address | urispec::HostKind::Ipv6Addrz => HostKind::Ipv6Address,
        urispec::HostKind::IpvFuture => HostKind::IpvFuture,
        urispec::HostKind::Hostname => HostKind::Hostname,
        urispec::HostKind::Hostnumber => HostKind::Hostnumber,
        // A kind that a later version adds is reported as a name.
        _ => HostKind::RegName,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RFC2396: &[u8] = b"rfc2396";

    fn text_of(of: Span, text: &str) -> Option<&str> {
        (of.length != UNDEFINED).then(|| &text[of.start as usize..][..of.length as usize])
    }

    #[test]
    fn components_lie_in_the_string() {
        let text = "http://u:p@[::1]:080/a;b?c=d#e";
        let parsed = parse(0, text.as_bytes()).unwrap();
        let of = |span| text_of(span, text).unwrap();
        assert_eq!((of(parsed.scheme), of(parsed.authority)), ("http", "u:p@[::1]:080"));
        assert_eq!(
            (of(parsed.userinfo), of(parsed.host), of(parsed.port)),
            ("u:p", "[::1]", "080")
        );
        assert_eq!((of(parsed.path), of(parsed.query), of(parsed.fragment)), ("/a;b", "c=d", "e"));
        assert_eq!((parsed.host_kind, parsed.is_opaque), (HostKind::Ipv6Address, false));
    }

    #[test]
    fn undefined_is_not_empty() {
        let parsed = parse(0, b"").unwrap();
        let empty = Span { start: 0, length: 0 };
        assert_eq!(parsed, Reference { path: empty, ..NOTHING });
        let parsed = parse(0, b"//@:?#").unwrap();
        let at = |start| Span { start, length: 0 };
        assert_eq!((parsed.userinfo, parsed.host, parsed.port), (at(2), at(3), at(4)));
        assert_eq!((parsed.path, parsed.query, parsed.fragment), (at(4), at(5), at(6)));
        assert_eq!((parsed.scheme, parsed.host_kind), (NOTHING.scheme, HostKind::RegName));
    }

    #[test]
    fn an_opaque_part_of_rfc_2396() {
        let parsed = parse(edition_number(RFC2396).unwrap(), b"a:b?c#d").unwrap();
        assert_eq!(text_of(parsed.path, "a:b?c#d"), Some("b?c"));
        assert_eq!((parsed.query, parsed.is_opaque), (NOTHING.query, true));
    }

    #[test]
    fn bytes_that_are_not_utf_8() {
        for of in [0, edition_number(RFC2396).unwrap()] {
            assert_eq!(check(of, b"a\xff"), Err(Status::Invalid));
            assert_eq!(parse(of, b"a\xff"), Err(Status::Invalid));
            assert_eq!(normalize(of, 3, b"a\xff"), Err(Status::Invalid));
            assert_eq!(resolve(of, b"a:\xff", b"b"), Err(Status::Base));
            assert_eq!(resolve(of, b"a:/b", b"\xff"), Err(Status::Invalid));
            assert_eq!(explain(of, b"a\xff").unwrap().0, 1);
            assert_eq!(explain(of, b"a b\xff").unwrap().0, 1);
        }
    }

    #[test]
    fn an_invalid_string_and_a_valid_one_explained() {
        let (offset, message) = explain(0, b"http://[::1").unwrap();
        assert_eq!(offset, 11);
        assert!(message.starts_with("at byte 7: \"[\" before an IP address has no matching \"]\""));
        assert_eq!(explain(0, b"http://h/"), Err(Status::Ok));
        assert_eq!(explain(99, b"a b"), Err(Status::Edition));
    }

    #[test]
    fn resolving_by_the_algorithm_of_the_edition() {
        let base = b"http://a/b/c/d;p?q";
        assert_eq!(resolve(0, base, b"../g"), Ok("http://a/b/g".into()));
        // RFC 3986, 5.4.1; and RFC 2396, C.1, where the base loses its last segment.
        assert_eq!(resolve(0, base, b"?y"), Ok("http://a/b/c/d;p?y".into()));
        let rfc2396 = edition_number(RFC2396).unwrap();
        assert_eq!(resolve(rfc2396, base, b"?y"), Ok("http://a/b/c/?y".into()));
        assert_eq!(resolve(rfc2396, base, b"#s"), Err(Status::CurrentDocument));
        assert_eq!(resolve(0, b"a:/b", b".//c"), Err(Status::Misread));
        assert_eq!(resolve(0, b"/b", b"c"), Err(Status::Base));
        assert_eq!(resolve(0, b"a b", b"c"), Err(Status::Base));
        assert_eq!(resolve(0, base, b"a b"), Err(Status::Invalid));
        // RFC 1738, 2.3, does not define relative links.
        let rfc1738 = edition_number(b"rfc1738").unwrap();
        assert_eq!(resolve(rfc1738, base, b"g"), Err(Status::Unresolved));
    }

    #[test]
    fn normalizing_up_to_a_rung() {
        let (text, case) = (b"HTTP://EX%41MPLE:80/%7e/../b".as_slice(), Rung::Case as u32);
        let to = |to| normalize(0, to, text).unwrap().unwrap();
        assert_eq!(normalize(0, 0, text), Ok(None));
        assert_eq!(to(case), "http://ex%41mple:80/%7E/../b");
        assert_eq!(to(3), "http://example:80/b");
        assert_eq!(to(4), "http://example/b");
        assert_eq!(normalize(0, 5, text), Err(Status::Rung));
        assert_eq!(normalize(0, 3, b"a b"), Err(Status::Invalid));
    }
}

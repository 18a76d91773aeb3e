//! urispec itself, measured like its peers.

use std::sync::LazyLock;

use urispec::{Edition, ParseError, Recognizer, Uri, UriBuf, UriRef, UriRefBuf, compare};

use super::{Equivalent, Normalize, Offset, Own, Parts, Peer, Resolve, ResolveInto, Seven};

/// The library urispec.
#[derive(Debug)]
pub struct Urispec;

impl Peer for Urispec {
    const NAME: &'static str = "urispec";
    type Reference<'i> = UriRef<'i>;

    fn read(text: &str) -> Option<UriRef<'_>> {
        UriRef::parse(text).ok()
    }

    fn lengths(reference: &UriRef<'_>) -> usize {
        reference.scheme().map_or(0, str::len)
            + reference.authority().map_or(0, str::len)
            + reference.path().len()
            + reference.query().map_or(0, str::len)
            + reference.fragment().map_or(0, str::len)
    }

    fn parse(text: &str) -> Option<Parts> {
        let reference = Self::read(text)?;
        let others =
            [reference.scheme(), reference.authority(), reference.query(), reference.fragment()];
        Some(Parts::new(others, reference.path()))
    }

    fn accepts(text: &str) -> bool {
        static URI_REFERENCE: LazyLock<Recognizer> =
            LazyLock::new(|| Edition::Rfc3986.production("URI-reference").unwrap());
        URI_REFERENCE.accepts(text.as_bytes())
    }
}

impl Own for Urispec {
    fn own(text: String) -> Option<usize> {
        UriRefBuf::try_from(text).ok().map(|reference| reference.path().len())
    }
}

impl Seven for Urispec {
    fn seven(reference: &UriRef<'_>) -> usize {
        reference.scheme().map_or(0, str::len)
            + reference.userinfo().map_or(0, str::len)
            + reference.host().map_or(0, |host| host.as_str().len())
            + reference.port().map_or(0, str::len)
            + reference.path().len()
            + reference.query().map_or(0, str::len)
            + reference.fragment().map_or(0, str::len)
    }
}

impl Offset for Urispec {
    fn error_offset(text: &str) -> Option<usize> {
        match UriRef::parse(text) {
            Err(ParseError::Syntax(error)) => Some(error.offset()),
            _ => None,
        }
    }
}

impl Resolve for Urispec {
    type Base<'i> = Uri<'i>;
    type Target = UriBuf;

    fn base(text: &str) -> Option<Uri<'_>> {
        Uri::parse(text).ok()
    }

    fn resolve(base: &Uri<'_>, reference: &UriRef<'_>) -> Option<UriBuf> {
        reference.resolve_against(base).ok()
    }
}

impl ResolveInto for Urispec {
    fn resolve_into(base: &Uri<'_>, reference: &UriRef<'_>, buffer: &mut String) -> bool {
        reference.resolve_into(base, buffer).is_ok()
    }
}

impl Normalize for Urispec {
    type Uri<'i> = Uri<'i>;
    type Normal = UriBuf;

    fn uri(text: &str) -> Option<Uri<'_>> {
        Uri::parse(text).ok()
    }

    fn normalize(uri: &Uri<'_>) -> UriBuf {
        uri.normalize()
    }
}

impl Equivalent for Urispec {
    fn equivalent(a: &Uri<'_>, b: &Uri<'_>) -> bool {
        compare(a, b).holds()
    }
}

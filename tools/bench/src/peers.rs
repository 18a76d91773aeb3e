//! The libraries that are measured, behind one trait. fluent-uri and oxiri are the fastest peers in every row.
//!
//! The libraries do not accept the same language: oxiri parses IRIs, so only oxiri accepts `http://h/é` as a reference.

use std::sync::LazyLock;

use urispec::{Edition, ParseError, Recognizer};

/// A library, with the functions that are measured. A default is for a library that has no such function.
pub(crate) trait Peer: 'static {
    const NAME: &'static str;
    /// A parsed `URI-reference` (RFC 3986, 4.1).
    type Reference<'i>: 'i;
    /// A parsed URI, which may be a base.
    type Uri<'i>: 'i;
    type Target: AsRef<str> + PartialEq;

    fn reference(text: &str) -> Option<Self::Reference<'_>>;

    fn uri(text: &str) -> Option<Self::Uri<'_>>;

    /// Reads the five components, and adds up their lengths.
    fn five(reference: &Self::Reference<'_>) -> usize;

    /// Reads scheme, userinfo, host, port, path, query and fragment, and adds up their lengths.
    fn seven(_: &Self::Reference<'_>) -> usize {
        0
    }

    /// Validates with the cheapest function of the library.
    fn accepts(text: &str) -> bool {
        Self::reference(text).is_some()
    }

    /// Parses a string that the result owns, and returns the length of the path.
    fn own(text: String) -> Option<usize>;

    /// Returns the offset of the error.
    fn error_offset(_: &str) -> Option<usize> {
        None
    }

    fn resolve(base: &Self::Uri<'_>, reference: &Self::Reference<'_>) -> Option<Self::Target>;

    /// Clears the buffer and resolves into it.
    fn resolve_into(_: &Self::Uri<'_>, _: &Self::Reference<'_>, _: &mut String) -> bool {
        false
    }

    /// Normalizes by syntax (section 6.2.2).
    fn normalize(_: &Self::Uri<'_>) -> Option<Self::Target> {
        None
    }

    /// Compares two URIs (section 6).
    fn equivalent(a: &Self::Uri<'_>, b: &Self::Uri<'_>) -> bool {
        Self::normalize(a) == Self::normalize(b)
    }
}

/// The sum of the lengths of some components.
pub(crate) fn sum<const N: usize>(components: [Option<&str>; N]) -> usize {
    components.into_iter().flatten().map(str::len).sum()
}

pub(crate) struct Urispec;

impl Peer for Urispec {
    const NAME: &'static str = "urispec";
    type Reference<'i> = urispec::UriRef<'i>;
    type Uri<'i> = urispec::Uri<'i>;
    type Target = urispec::UriBuf;

    fn reference(text: &str) -> Option<urispec::UriRef<'_>> {
        urispec::UriRef::parse(text).ok()
    }

    fn uri(text: &str) -> Option<urispec::Uri<'_>> {
        urispec::Uri::parse(text).ok()
    }

    fn five(it: &urispec::UriRef<'_>) -> usize {
        sum([it.scheme(), it.authority(), Some(it.path()), it.query(), it.fragment()])
    }

    fn seven(it: &urispec::UriRef<'_>) -> usize {
        let authority = [it.userinfo(), it.host().map(|host| host.as_str()), it.port()];
        sum(authority) + sum([it.scheme(), Some(it.path()), it.query(), it.fragment()])
    }

    fn accepts(text: &str) -> bool {
        static URI_REFERENCE: LazyLock<Recognizer> =
            LazyLock::new(|| Edition::Rfc3986.production("URI-reference").unwrap());
        URI_REFERENCE.accepts(text.as_bytes())
    }

    fn own(text: String) -> Option<usize> {
        urispec::UriRefBuf::try_from(text).ok().map(|reference| reference.path().len())
    }

    fn error_offset(text: &str) -> Option<usize> {
        match urispec::UriRef::parse(text) {
            Err(ParseError::Syntax(error)) => Some(error.offset()),
            _ => None,
        }
    }

    fn resolve(
        base: &urispec::Uri<'_>,
        reference: &urispec::UriRef<'_>,
    ) -> Option<urispec::UriBuf> {
        reference.resolve_against(base).ok()
    }

    fn resolve_into(
        base: &urispec::Uri<'_>,
        reference: &urispec::UriRef<'_>,
        buffer: &mut String,
    ) -> bool {
        reference.resolve_into(base, buffer).is_ok()
    }

    fn normalize(uri: &urispec::Uri<'_>) -> Option<urispec::UriBuf> {
        Some(uri.normalize())
    }

    fn equivalent(a: &urispec::Uri<'_>, b: &urispec::Uri<'_>) -> bool {
        urispec::compare(a, b).holds()
    }
}

/// Its normal form goes further than section 6.2.2: it also drops a default port and rewrites an IPv6 address. Its
/// resolver treats `%2E` as a dot.
pub(crate) struct FluentUri;

impl Peer for FluentUri {
    const NAME: &'static str = "fluent-uri";
    type Reference<'i> = fluent_uri::UriRef<&'i str>;
    type Uri<'i> = fluent_uri::Uri<&'i str>;
    type Target = fluent_uri::Uri<String>;

    fn reference(text: &str) -> Option<fluent_uri::UriRef<&str>> {
        fluent_uri::UriRef::parse(text).ok()
    }

    fn uri(text: &str) -> Option<fluent_uri::Uri<&str>> {
        fluent_uri::Uri::parse(text).ok()
    }

    fn five(it: &fluent_uri::UriRef<&str>) -> usize {
        sum([
            it.scheme().map(|scheme| scheme.as_str()),
            it.authority().map(|authority| authority.as_str()),
            Some(it.path().as_str()),
            it.query().map(|query| query.as_str()),
            it.fragment().map(|fragment| fragment.as_str()),
        ])
    }

    fn seven(it: &fluent_uri::UriRef<&str>) -> usize {
        let authority = it.authority().map_or(0, |authority| {
            let userinfo = authority.userinfo().map(|userinfo| userinfo.as_str());
            sum([userinfo, Some(authority.host()), authority.port().map(|port| port.as_str())])
        });
        let (scheme, path) = (it.scheme().map(|scheme| scheme.as_str()), it.path().as_str());
        let fragment = it.fragment().map(|fragment| fragment.as_str());
        authority + sum([scheme, Some(path), it.query().map(|query| query.as_str()), fragment])
    }

    fn own(text: String) -> Option<usize> {
        fluent_uri::UriRef::parse(text).ok().map(|reference| reference.path().as_str().len())
    }

    fn error_offset(text: &str) -> Option<usize> {
        fluent_uri::UriRef::parse(text).err().map(|error| error.index())
    }

    fn resolve(
        base: &fluent_uri::Uri<&str>,
        reference: &fluent_uri::UriRef<&str>,
    ) -> Option<Self::Target> {
        reference.resolve_against(base).ok()
    }

    fn normalize(uri: &fluent_uri::Uri<&str>) -> Option<Self::Target> {
        Some(uri.normalize())
    }
}

/// It parses IRIs, whose rules are looser: most characters beyond ASCII are valid.
pub(crate) struct Oxiri;

impl Peer for Oxiri {
    const NAME: &'static str = "oxiri";
    type Reference<'i> = oxiri::IriRef<&'i str>;
    type Uri<'i> = oxiri::Iri<&'i str>;
    type Target = oxiri::Iri<String>;

    fn reference(text: &str) -> Option<oxiri::IriRef<&str>> {
        oxiri::IriRef::parse(text).ok()
    }

    fn uri(text: &str) -> Option<oxiri::Iri<&str>> {
        oxiri::Iri::parse(text).ok()
    }

    fn five(it: &oxiri::IriRef<&str>) -> usize {
        sum([it.scheme(), it.authority(), Some(it.path()), it.query(), it.fragment()])
    }

    fn own(text: String) -> Option<usize> {
        oxiri::IriRef::parse(text).ok().map(|reference| reference.path().len())
    }

    fn resolve(base: &oxiri::Iri<&str>, reference: &oxiri::IriRef<&str>) -> Option<Self::Target> {
        base.resolve(reference).ok()
    }

    fn resolve_into(
        base: &oxiri::Iri<&str>,
        reference: &oxiri::IriRef<&str>,
        buffer: &mut String,
    ) -> bool {
        buffer.clear();
        base.resolve_into(reference, buffer).is_ok()
    }
}

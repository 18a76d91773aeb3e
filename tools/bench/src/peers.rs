//! The libraries, each behind the same traits. What is forgotten is the error, except the offset that some give.
//!
//! Not all accept the same language: oxiri parses IRIs, so `http://h/é` is a reference for oxiri and for no other.

use std::sync::LazyLock;

use iri_string::format::ToDedicatedString;
use iri_string::types::{UriAbsoluteStr, UriReferenceStr, UriReferenceString, UriStr, UriString};
use urispec::{Edition, ParseError, Recognizer};

/// The five components of a reference (section 3), copied.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    /// The scheme, the authority, the query and the fragment.
    pub(crate) others: [Option<String>; 4],
    pub(crate) path: String,
}

/// Userinfo, host and port, each as `T`.
pub(crate) type Divided<T> = [Option<T>; 3];

/// The scheme, the query and the fragment; and the path.
type Four<'r> = ([Option<&'r str>; 3], &'r str);

fn length(part: Option<&str>) -> usize {
    part.map_or(0, str::len)
}

fn lengths(([scheme, query, fragment], path): Four<'_>) -> usize {
    length(scheme) + path.len() + length(query) + length(fragment)
}

/// A library that parses a `URI-reference` (section 4.1).
pub(crate) trait Peer {
    const NAME: &'static str;
    type Reference<'i>: 'i;

    fn read(text: &str) -> Option<Self::Reference<'_>>;

    fn four<'r>(reference: &'r Self::Reference<'_>) -> Four<'r>;

    fn authority<'r>(reference: &'r Self::Reference<'_>) -> Option<&'r str>;

    /// Reads the five components, and adds up their lengths in bytes.
    fn lengths(reference: &Self::Reference<'_>) -> usize {
        lengths(Self::four(reference)) + length(Self::authority(reference))
    }

    /// Parses, and copies the components.
    fn parse(text: &str) -> Option<Parts> {
        let reference = Self::read(text)?;
        let ([scheme, query, fragment], path) = Self::four(&reference);
        let others = [scheme, Self::authority(&reference), query, fragment];
        Some(Parts { others: others.map(|part| part.map(str::to_owned)), path: path.to_owned() })
    }

    /// Whether the library accepts the string, by the cheapest function that it offers.
    fn accepts(text: &str) -> bool {
        Self::read(text).is_some()
    }

    /// Parses a string that the library then owns, and reads the length of the path in bytes. The time is also that of
    /// giving the string back to the allocator. None if the library has no such function.
    fn own(_: String) -> Option<usize> {
        None
    }

    /// The parts of the authority (section 3.2), all undefined where there is none. None if the library knows none.
    fn divided<'r>(_: &'r Self::Reference<'_>) -> Option<Divided<&'r str>> {
        None
    }

    /// Parses, and copies the parts of the authority.
    fn divide(text: &str) -> Option<Divided<String>> {
        Some(Self::divided(&Self::read(text)?)?.map(|part| part.map(str::to_owned)))
    }

    /// Reads scheme, userinfo, host, port, path, query and fragment, and adds up their lengths in bytes.
    fn seven(reference: &Self::Reference<'_>) -> usize {
        let divided = Self::divided(reference);
        let [userinfo, host, port] = divided.unwrap_or_default();
        lengths(Self::four(reference)) + length(userinfo) + length(host) + length(port)
    }

    /// The offset in bytes of the error; none if the string or the library has none.
    fn error_offset(_: &str) -> Option<usize> {
        None
    }
}

/// A library that resolves a reference against a base (section 5.2).
pub(crate) trait Resolve: Peer {
    /// A parsed base, without a fragment.
    type Base<'i>: 'i;
    type Target: AsRef<str>;

    fn base(text: &str) -> Option<Self::Base<'_>>;

    fn resolve(base: &Self::Base<'_>, reference: &Self::Reference<'_>) -> Option<Self::Target>;

    /// Clears the buffer and resolves into it. False if the library cannot.
    fn resolve_into(_: &Self::Base<'_>, _: &Self::Reference<'_>, _: &mut String) -> bool {
        false
    }
}

/// A library that normalizes a URI by its syntax (section 6.2.2).
pub(crate) trait Normalize: Peer {
    type Uri<'i>: 'i;
    type Normal: AsRef<str> + PartialEq;

    fn uri(text: &str) -> Option<Self::Uri<'_>>;

    fn normalize(uri: &Self::Uri<'_>) -> Self::Normal;

    /// Whether the two URIs are equivalent (section 6).
    fn equivalent(a: &Self::Uri<'_>, b: &Self::Uri<'_>) -> bool {
        Self::normalize(a) == Self::normalize(b)
    }
}

pub(crate) struct Urispec;

impl Peer for Urispec {
    const NAME: &'static str = "urispec";
    type Reference<'i> = urispec::UriRef<'i>;

    fn read(text: &str) -> Option<urispec::UriRef<'_>> {
        urispec::UriRef::parse(text).ok()
    }

    fn four<'r>(reference: &'r urispec::UriRef<'_>) -> Four<'r> {
        ([reference.scheme(), reference.query(), reference.fragment()], reference.path())
    }

    fn authority<'r>(reference: &'r urispec::UriRef<'_>) -> Option<&'r str> {
        reference.authority()
    }

    fn accepts(text: &str) -> bool {
        static URI_REFERENCE: LazyLock<Recognizer> =
            LazyLock::new(|| Edition::Rfc3986.production("URI-reference").unwrap());
        URI_REFERENCE.accepts(text.as_bytes())
    }

    fn own(text: String) -> Option<usize> {
        urispec::UriRefBuf::try_from(text).ok().map(|reference| reference.path().len())
    }

    fn divided<'r>(reference: &'r urispec::UriRef<'_>) -> Option<Divided<&'r str>> {
        let host = reference.host().map(|host| host.as_str());
        Some([reference.userinfo(), host, reference.port()])
    }

    fn error_offset(text: &str) -> Option<usize> {
        match urispec::UriRef::parse(text) {
            Err(ParseError::Syntax(error)) => Some(error.offset()),
            _ => None,
        }
    }
}

impl Resolve for Urispec {
    type Base<'i> = urispec::Uri<'i>;
    type Target = urispec::UriBuf;

    fn base(text: &str) -> Option<urispec::Uri<'_>> {
        urispec::Uri::parse(text).ok()
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
}

impl Normalize for Urispec {
    type Uri<'i> = urispec::Uri<'i>;
    type Normal = urispec::UriBuf;

    fn uri(text: &str) -> Option<urispec::Uri<'_>> {
        urispec::Uri::parse(text).ok()
    }

    fn normalize(uri: &urispec::Uri<'_>) -> urispec::UriBuf {
        uri.normalize()
    }

    fn equivalent(a: &urispec::Uri<'_>, b: &urispec::Uri<'_>) -> bool {
        urispec::compare(a, b).holds()
    }
}

/// Its normal form goes further than section 6.2.2: it also drops a default port and rewrites an IPv6 address. Its
/// resolver takes `%2E` for a dot.
pub(crate) struct FluentUri;

impl Peer for FluentUri {
    const NAME: &'static str = "fluent-uri";
    type Reference<'i> = fluent_uri::UriRef<&'i str>;

    fn read(text: &str) -> Option<fluent_uri::UriRef<&str>> {
        fluent_uri::UriRef::parse(text).ok()
    }

    fn four<'r>(reference: &'r fluent_uri::UriRef<&str>) -> Four<'r> {
        let scheme = reference.scheme().map(|scheme| scheme.as_str());
        let query = reference.query().map(|query| query.as_str());
        let fragment = reference.fragment().map(|fragment| fragment.as_str());
        ([scheme, query, fragment], reference.path().as_str())
    }

    fn authority<'r>(reference: &'r fluent_uri::UriRef<&str>) -> Option<&'r str> {
        reference.authority().map(|authority| authority.as_str())
    }

    fn own(text: String) -> Option<usize> {
        fluent_uri::UriRef::parse(text).ok().map(|reference| reference.path().as_str().len())
    }

    fn divided<'r>(reference: &'r fluent_uri::UriRef<&str>) -> Option<Divided<&'r str>> {
        let Some(authority) = reference.authority() else { return Some([None; 3]) };
        let userinfo = authority.userinfo().map(|userinfo| userinfo.as_str());
        Some([userinfo, Some(authority.host()), authority.port().map(|port| port.as_str())])
    }

    fn error_offset(text: &str) -> Option<usize> {
        fluent_uri::UriRef::parse(text).err().map(|error| error.index())
    }
}

impl Resolve for FluentUri {
    type Base<'i> = fluent_uri::Uri<&'i str>;
    type Target = fluent_uri::Uri<String>;

    fn base(text: &str) -> Option<fluent_uri::Uri<&str>> {
        fluent_uri::Uri::parse(text).ok()
    }

    fn resolve(
        base: &fluent_uri::Uri<&str>,
        reference: &fluent_uri::UriRef<&str>,
    ) -> Option<Self::Target> {
        reference.resolve_against(base).ok()
    }
}

impl Normalize for FluentUri {
    type Uri<'i> = fluent_uri::Uri<&'i str>;
    type Normal = fluent_uri::Uri<String>;

    fn uri(text: &str) -> Option<fluent_uri::Uri<&str>> {
        fluent_uri::Uri::parse(text).ok()
    }

    fn normalize(uri: &fluent_uri::Uri<&str>) -> fluent_uri::Uri<String> {
        uri.normalize()
    }
}

/// It parses IRIs, which have looser rules: most characters beyond ASCII are valid.
pub(crate) struct Oxiri;

impl Peer for Oxiri {
    const NAME: &'static str = "oxiri";
    type Reference<'i> = oxiri::IriRef<&'i str>;

    fn read(text: &str) -> Option<oxiri::IriRef<&str>> {
        oxiri::IriRef::parse(text).ok()
    }

    fn four<'r>(reference: &'r oxiri::IriRef<&str>) -> Four<'r> {
        ([reference.scheme(), reference.query(), reference.fragment()], reference.path())
    }

    fn authority<'r>(reference: &'r oxiri::IriRef<&str>) -> Option<&'r str> {
        reference.authority()
    }

    fn own(text: String) -> Option<usize> {
        oxiri::IriRef::parse(text).ok().map(|reference| reference.path().len())
    }
}

impl Resolve for Oxiri {
    type Base<'i> = oxiri::Iri<&'i str>;
    type Target = oxiri::Iri<String>;

    fn base(text: &str) -> Option<oxiri::Iri<&str>> {
        oxiri::Iri::parse(text).ok()
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

/// It splits the path into segments and the authority into its parts while it parses, and keeps neither as one text:
/// that is part of its time, and segments are counted where of the others bytes are.
pub(crate) struct Uriparse;

impl Peer for Uriparse {
    const NAME: &'static str = "uriparse";
    type Reference<'i> = uriparse::URIReference<'i>;

    fn read(text: &str) -> Option<uriparse::URIReference<'_>> {
        uriparse::URIReference::try_from(text).ok()
    }

    fn four<'r>(reference: &'r uriparse::URIReference<'_>) -> Four<'r> {
        let scheme = reference.scheme().map(|scheme| scheme.as_str());
        let query = reference.query().map(|query| query.as_str());
        ([scheme, query, reference.fragment().map(|fragment| fragment.as_str())], "")
    }

    fn authority<'r>(_: &'r uriparse::URIReference<'_>) -> Option<&'r str> {
        None
    }

    fn lengths(reference: &uriparse::URIReference<'_>) -> usize {
        let segments = reference.path().segments().len();
        lengths(Self::four(reference)) + usize::from(reference.authority().is_some()) + segments
    }

    fn parse(text: &str) -> Option<Parts> {
        let reference = Self::read(text)?;
        let [scheme, query, fragment] =
            Self::four(&reference).0.map(|part| part.map(str::to_owned));
        let authority = reference.authority().map(|authority| authority.to_string());
        let path = reference.path().to_string();
        Some(Parts { others: [scheme, authority, query, fragment], path })
    }

    /// A port is a number, and an empty one is told as undefined; an address is written anew.
    fn divide(text: &str) -> Option<Divided<String>> {
        let reference = Self::read(text)?;
        let Some(authority) = reference.authority() else { return Some([None, None, None]) };
        let password = authority.password().map(|password| format!(":{password}"));
        let password = password.unwrap_or_default();
        let userinfo = authority.username().map(|username| format!("{username}{password}"));
        let port = authority.port().map(|port| port.to_string());
        Some([userinfo, Some(authority.host().to_string()), port])
    }
}

/// uriparse normalizes in place and keeps no string, so the time includes a copy and writing the string.
impl Normalize for Uriparse {
    type Uri<'i> = uriparse::URI<'i>;
    type Normal = String;

    fn uri(text: &str) -> Option<uriparse::URI<'_>> {
        uriparse::URI::try_from(text).ok()
    }

    fn normalize(uri: &uriparse::URI<'_>) -> String {
        let mut uri = uri.clone();
        uri.normalize();
        uri.to_string()
    }
}

/// Its types are slices of the string, which find their components when asked; it can validate without making any.
pub(crate) struct IriString;

impl Peer for IriString {
    const NAME: &'static str = "iri-string";
    type Reference<'i> = &'i UriReferenceStr;

    fn read(text: &str) -> Option<&UriReferenceStr> {
        UriReferenceStr::new(text).ok()
    }

    fn four<'r>(reference: &'r &UriReferenceStr) -> Four<'r> {
        let others = [reference.scheme_str(), reference.query_str(), reference.fragment_str()];
        (others, reference.path_str())
    }

    fn authority<'r>(reference: &'r &UriReferenceStr) -> Option<&'r str> {
        reference.authority_str()
    }

    fn accepts(text: &str) -> bool {
        iri_string::validate::iri_reference::<iri_string::spec::UriSpec>(text).is_ok()
    }

    fn own(text: String) -> Option<usize> {
        UriReferenceString::try_from(text).ok().map(|reference| reference.path_str().len())
    }

    fn divided<'r>(reference: &'r &UriReferenceStr) -> Option<Divided<&'r str>> {
        let Some(parts) = reference.authority_components() else { return Some([None; 3]) };
        Some([parts.userinfo(), Some(parts.host()), parts.port()])
    }
}

impl Resolve for IriString {
    type Base<'i> = &'i UriAbsoluteStr;
    type Target = UriString;

    fn base(text: &str) -> Option<&UriAbsoluteStr> {
        UriAbsoluteStr::new(text).ok()
    }

    fn resolve(base: &&UriAbsoluteStr, reference: &&UriReferenceStr) -> Option<UriString> {
        Some(reference.resolve_against(base).to_dedicated_string())
    }
}

impl Normalize for IriString {
    type Uri<'i> = &'i UriStr;
    type Normal = UriString;

    fn uri(text: &str) -> Option<&UriStr> {
        UriStr::new(text).ok()
    }

    fn normalize(uri: &&UriStr) -> UriString {
        uri.normalize().to_dedicated_string()
    }
}

/// It resolves by erratum 4547, so some targets differ. It cannot normalize a whole URI.
pub(crate) struct Iref;

impl Peer for Iref {
    const NAME: &'static str = "iref";
    type Reference<'i> = &'i iref::UriRef;

    fn read(text: &str) -> Option<&iref::UriRef> {
        iref::UriRef::new(text).ok()
    }

    fn four<'r>(reference: &'r &iref::UriRef) -> Four<'r> {
        let parts = reference.parts();
        let scheme = parts.scheme.map(|scheme| scheme.as_str());
        let query = parts.query.map(|query| query.as_str());
        ([scheme, query, parts.fragment.map(|fragment| fragment.as_str())], parts.path.as_str())
    }

    fn authority<'r>(reference: &'r &iref::UriRef) -> Option<&'r str> {
        reference.parts().authority.map(|authority| authority.as_str())
    }

    /// By one call of `parts`, which finds all.
    fn lengths(reference: &&iref::UriRef) -> usize {
        let parts = reference.parts();
        parts.scheme.map_or(0, |scheme| scheme.as_str().len())
            + parts.authority.map_or(0, |authority| authority.as_str().len())
            + parts.path.as_str().len()
            + parts.query.map_or(0, |query| query.as_str().len())
            + parts.fragment.map_or(0, |fragment| fragment.as_str().len())
    }

    fn divided<'r>(reference: &'r &iref::UriRef) -> Option<Divided<&'r str>> {
        let Some(authority) = reference.authority() else { return Some([None; 3]) };
        let userinfo = authority.user_info().map(|userinfo| userinfo.as_str());
        let port = authority.port().map(|port| port.as_str());
        Some([userinfo, Some(authority.host().as_str()), port])
    }
}

impl Resolve for Iref {
    type Base<'i> = &'i iref::Uri;
    type Target = Target;

    fn base(text: &str) -> Option<&iref::Uri> {
        iref::Uri::new(text).ok()
    }

    fn resolve(base: &&iref::Uri, reference: &&iref::UriRef) -> Option<Target> {
        Some(Target(reference.resolved(base)))
    }
}

/// A `UriBuf`, which is also an `AsRef` of other things.
pub(crate) struct Target(iref::UriBuf);

impl AsRef<str> for Target {
    fn as_ref(&self) -> &str {
        self.0.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds<P: Peer>() {
        let parse = |text| P::parse(text).map(|parts| (parts.others, parts.path));
        let all = ["foo", "user@example.com:8042", "name=ferret", "nose"];
        let all = Some((all.map(|part| Some(part.to_owned())), "/over/there".to_owned()));
        let text = "foo://user@example.com:8042/over/there?name=ferret#nose";
        assert_eq!(parse(text), all, "{}", P::NAME);
        let relative = Some(([None, None, None, Some(String::new())], "../g".to_owned()));
        assert_eq!(parse("../g#"), relative, "{}", P::NAME);
        assert!(P::accepts("../g#") && !P::accepts("http://a b/"), "{}", P::NAME);
        assert_eq!(parse("http://a b/"), None, "{}", P::NAME);
    }

    #[test]
    fn all_find_the_same_components() {
        crate::each![finds, Urispec, FluentUri, Oxiri, Uriparse, IriString, Iref];
    }

    fn resolves<P: Resolve>() {
        let (base, reference) = (P::base("http://a/b/c/d;p?q").unwrap(), P::read("../g").unwrap());
        let target = P::resolve(&base, &reference).unwrap();
        assert_eq!(target.as_ref(), "http://a/b/g", "{}", P::NAME);
    }

    fn resolves_into<P: Resolve>() {
        let (base, reference) = (P::base("http://a/b/c/d;p?q").unwrap(), P::read("?y").unwrap());
        let mut buffer = "left over".to_owned();
        assert!(P::resolve_into(&base, &reference, &mut buffer), "{}", P::NAME);
        assert_eq!(buffer, "http://a/b/c/d;p?y", "{}", P::NAME);
    }

    fn normalizes<P: Normalize>() {
        let uri = P::uri("eXAMPLE://a/./b/../b/%63/%7bfoo%7d").unwrap();
        assert_eq!(P::normalize(&uri).as_ref(), "example://a/b/c/%7Bfoo%7D", "{}", P::NAME);
    }

    /// The examples of sections 5.4.1 and 6.2.2.
    #[test]
    fn all_resolve_and_normalize() {
        crate::each![resolves, Urispec, FluentUri, Oxiri, IriString, Iref];
        crate::each![resolves_into, Urispec, Oxiri];
        crate::each![normalizes, Urispec, FluentUri, Uriparse, IriString];
    }

    /// Byte 8 is the space; the two need not agree elsewhere.
    #[test]
    fn offsets_are_of_the_wrong_byte() {
        assert_eq!(Urispec::error_offset("http://a b"), Some(8));
        assert_eq!(FluentUri::error_offset("http://a b"), Some(8));
        assert_eq!(Urispec::error_offset("http://a"), None);
    }
}

//! fluent-uri. Its normal form goes further than section 6.2.2: it also drops a default port and
//! rewrites an IPv6 address. Its resolver takes `%2E` for a dot.

use fluent_uri::{Uri, UriRef};

use super::{
    AuthorityParts, Divide, Equivalent, Normalize, Offset, Own, Parts, Peer, Resolve, Seven,
};

/// The library fluent-uri.
#[derive(Debug)]
pub struct FluentUri;

impl Peer for FluentUri {
    const NAME: &'static str = "fluent-uri";
    type Reference<'i> = UriRef<&'i str>;

    fn read(text: &str) -> Option<UriRef<&str>> {
        UriRef::parse(text).ok()
    }

    fn lengths(reference: &UriRef<&str>) -> usize {
        let scheme = reference.scheme().map_or(0, |scheme| scheme.as_str().len());
        let authority = reference.authority().map_or(0, |authority| authority.as_str().len());
        let query = reference.query().map_or(0, |query| query.as_str().len());
        let fragment = reference.fragment().map_or(0, |fragment| fragment.as_str().len());
        scheme + authority + reference.path().as_str().len() + query + fragment
    }

    fn parse(text: &str) -> Option<Parts> {
        let reference = Self::read(text)?;
        let authority = reference.authority();
        let others = [
            reference.scheme().map(|scheme| scheme.as_str()),
            authority.as_ref().map(|authority| authority.as_str()),
            reference.query().map(|query| query.as_str()),
            reference.fragment().map(|fragment| fragment.as_str()),
        ];
        Some(Parts::new(others, reference.path().as_str()))
    }
}

impl Divide for FluentUri {
    fn divide(text: &str) -> Option<AuthorityParts> {
        let reference = Self::read(text)?;
        let Some(authority) = reference.authority() else { return Some([None, None, None]) };
        let userinfo = authority.userinfo().map(|userinfo| userinfo.as_str().to_owned());
        let port = authority.port().map(|port| port.as_str().to_owned());
        Some([userinfo, Some(authority.host().to_owned()), port])
    }
}

impl Own for FluentUri {
    fn own(text: String) -> Option<usize> {
        UriRef::parse(text).ok().map(|reference| reference.path().as_str().len())
    }
}

impl Seven for FluentUri {
    fn seven(reference: &UriRef<&str>) -> usize {
        let authority = reference.authority().map_or(0, |authority| {
            authority.userinfo().map_or(0, |userinfo| userinfo.as_str().len())
                + authority.host().len()
                + authority.port().map_or(0, |port| port.as_str().len())
        });
        reference.scheme().map_or(0, |scheme| scheme.as_str().len())
            + authority
            + reference.path().as_str().len()
            + reference.query().map_or(0, |query| query.as_str().len())
            + reference.fragment().map_or(0, |fragment| fragment.as_str().len())
    }
}

impl Offset for FluentUri {
    fn error_offset(text: &str) -> Option<usize> {
        UriRef::parse(text).err().map(|error| error.index())
    }
}

impl Resolve for FluentUri {
    type Base<'i> = Uri<&'i str>;
    type Target = Uri<String>;

    fn base(text: &str) -> Option<Uri<&str>> {
        Uri::parse(text).ok()
    }

    fn resolve(base: &Uri<&str>, reference: &UriRef<&str>) -> Option<Uri<String>> {
        reference.resolve_against(base).ok()
    }
}

impl Normalize for FluentUri {
    type Uri<'i> = Uri<&'i str>;
    type Normal = Uri<String>;

    fn uri(text: &str) -> Option<Uri<&str>> {
        Uri::parse(text).ok()
    }

    fn normalize(uri: &Uri<&str>) -> Uri<String> {
        uri.normalize()
    }
}

impl Equivalent for FluentUri {
    fn equivalent(a: &Uri<&str>, b: &Uri<&str>) -> bool {
        a.normalize() == b.normalize()
    }
}

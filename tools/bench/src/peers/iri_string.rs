//! iri-string. Its types are slices of the string, which find their components when asked; it can
//! validate without making any.

use iri_string::format::ToDedicatedString;
use iri_string::spec::UriSpec;
use iri_string::types::{UriAbsoluteStr, UriReferenceStr, UriReferenceString, UriStr, UriString};
use iri_string::validate::iri_reference;

use super::{AuthorityParts, Divide, Equivalent, Normalize, Own, Parts, Peer, Resolve, Seven};

/// The library iri-string.
#[derive(Debug)]
pub struct IriString;

impl Peer for IriString {
    const NAME: &'static str = "iri-string";
    type Reference<'i> = &'i UriReferenceStr;

    fn read(text: &str) -> Option<&UriReferenceStr> {
        UriReferenceStr::new(text).ok()
    }

    fn lengths(reference: &&UriReferenceStr) -> usize {
        reference.scheme_str().map_or(0, str::len)
            + reference.authority_str().map_or(0, str::len)
            + reference.path_str().len()
            + reference.query_str().map_or(0, str::len)
            + reference.fragment_str().map_or(0, str::len)
    }

    fn parse(text: &str) -> Option<Parts> {
        let reference = Self::read(text)?;
        let others = [
            reference.scheme_str(),
            reference.authority_str(),
            reference.query_str(),
            reference.fragment_str(),
        ];
        Some(Parts::new(others, reference.path_str()))
    }

    fn accepts(text: &str) -> bool {
        iri_reference::<UriSpec>(text).is_ok()
    }
}

impl Divide for IriString {
    fn divide(text: &str) -> Option<AuthorityParts> {
        let Some(parts) = Self::read(text)?.authority_components() else {
            return Some([None, None, None]);
        };
        let owned = |part: Option<&str>| part.map(str::to_owned);
        Some([owned(parts.userinfo()), owned(Some(parts.host())), owned(parts.port())])
    }
}

impl Own for IriString {
    fn own(text: String) -> Option<usize> {
        UriReferenceString::try_from(text).ok().map(|reference| reference.path_str().len())
    }
}

impl Seven for IriString {
    fn seven(reference: &&UriReferenceStr) -> usize {
        let authority = reference.authority_components().map_or(0, |parts| {
            parts.userinfo().map_or(0, str::len)
                + parts.host().len()
                + parts.port().map_or(0, str::len)
        });
        reference.scheme_str().map_or(0, str::len)
            + authority
            + reference.path_str().len()
            + reference.query_str().map_or(0, str::len)
            + reference.fragment_str().map_or(0, str::len)
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

impl Equivalent for IriString {
    fn equivalent(a: &&UriStr, b: &&UriStr) -> bool {
        Self::normalize(a) == Self::normalize(b)
    }
}

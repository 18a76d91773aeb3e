//! What browsers make of a string, by the URL Standard of the WHATWG, as the crate `url` has it.
//!
//! In: a string, and maybe a base. Out: an answer to put beside those of the editions. What is
//! forgotten: the string as it was given, since the standard normalizes what it parses. The
//! surprising case: a URL without a scheme is not wrong but unfinished. It is valid if there is a
//! base, and has no components of its own; without a base there is nothing to say of it.

use std::borrow::Cow;

use urispec::HostKind;
use urispec::across::{Answer, Parts, ResolvedTo};
use urispec::readers::{Component, Told};
use url::{Host, ParseError, Url};

const NAME: &str = "url";

/// The answer, if there is one.
pub fn answer<'i>(text: &'i str, base: Option<&str>) -> Option<Answer<'i>> {
    let joined = base.map(|base| Url::parse(base).and_then(|base| base.join(text)));
    let parts = match (Url::parse(text), &joined) {
        (Ok(url), _) => Ok(Some(parts(&url))),
        (Err(ParseError::RelativeUrlWithoutBase), None) => return None,
        (Err(ParseError::RelativeUrlWithoutBase), Some(Ok(_))) => Ok(None),
        (Err(_), Some(Err(error))) => Err(error.to_string()),
        (Err(error), _) => Err(error.to_string()),
    };
    let target = joined.and_then(Result::ok).map(|url| ResolvedTo::Uri(url.into()));
    Some(Answer::other(NAME, text, parts, target))
}

/// The answer in the form in which readers are compared.
pub fn told(text: &str, base: Option<&str>) -> Told<'static> {
    answer(text, base).map(|answer| answer.told().into_owned()).unwrap_or_default()
}

/// Whether a string is nothing without a base.
pub fn is_relative(text: &str) -> bool {
    Url::parse(text) == Err(ParseError::RelativeUrlWithoutBase)
}

fn parts<'i>(url: &Url) -> Parts<'i> {
    let userinfo = match (url.username(), url.password()) {
        ("", None) => None,
        (user, None) => Some(user.to_owned()),
        (user, Some(password)) => Some(format!("{user}:{password}")),
    };
    let component = |component| match component {
        Component::Scheme => Some(url.scheme().to_owned()),
        Component::Authority => url.has_authority().then(|| url.authority().to_owned()),
        Component::Userinfo => userinfo.clone(),
        Component::Host => url.host_str().map(str::to_owned),
        Component::Port => url.port().map(|port| port.to_string()),
        Component::Path => Some(url.path().to_owned()),
        Component::Query => url.query().map(str::to_owned),
        Component::Fragment => url.fragment().map(str::to_owned),
    };
    Parts {
        is_opaque: url.cannot_be_a_base(),
        host_kind: url.host().map(|host| match host {
            Host::Domain(_) => HostKind::RegName,
            Host::Ipv4(_) => HostKind::Ipv4Address,
            Host::Ipv6(_) => HostKind::Ipv6Address,
        }),
        components: Component::ALL.map(|which| component(which).map(Cow::Owned)),
        ..Parts::default()
    }
}

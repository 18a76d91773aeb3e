//! What browsers make of a string, by the parser of the URL Standard.
//!
//! In: a string, and maybe a base. Out: an answer to put beside those of the editions. What is
//! forgotten: the string as it was given, since the standard normalizes what it parses. The
//! surprising case: a URL without a scheme is not wrong but unfinished. It is valid if there is a
//! base, and has no components of its own; without a base there is nothing to say of it.

use std::borrow::Cow;

use urispec::HostKind;
use urispec::whatwg::{Host, UrlRecord};
use urispec_compare::across::{Answer, Parts, ResolvedTo};
use urispec_compare::parsers::{Component, ParserAnswer};

/// The name of the answer. The edition `whatwg` says whether a string is a valid URL string.
const NAME: &str = "url-parser";

/// The answer, if there is one.
pub fn answer<'i>(text: &'i str, base: Option<&str>) -> Option<Answer<'i>> {
    let joined = base.map(|base| {
        UrlRecord::parse(base, None).and_then(|base| UrlRecord::parse(text, Some(&base)))
    });
    let parts = match (UrlRecord::parse(text, None), &joined) {
        (Ok(url), _) => Ok(Some(parts(&url))),
        (Err(error), None) if error.lacks_base() => return None,
        (Err(error), Some(Ok(_))) if error.lacks_base() => Ok(None),
        (Err(_), Some(Err(error))) => Err(error.to_string()),
        (Err(error), _) => Err(error.to_string()),
    };
    let target = joined.and_then(Result::ok).map(|url| ResolvedTo::Uri(url.to_string()));
    Some(Answer::other(NAME, text, parts, target))
}

/// The answer in the form in which readers are compared.
pub fn told(text: &str, base: Option<&str>) -> ParserAnswer<'static> {
    answer(text, base).map(|answer| answer.told().into_owned()).unwrap_or_default()
}

/// Whether a string is nothing without a base.
pub fn is_relative(text: &str) -> bool {
    UrlRecord::parse(text, None).is_err_and(|error| error.lacks_base())
}

fn parts<'i>(url: &UrlRecord) -> Parts<'i> {
    let userinfo = match (url.username(), url.password()) {
        ("", "") => None,
        (user, "") => Some(user.to_owned()),
        (user, password) => Some(format!("{user}:{password}")),
    };
    let host = url.host().map(Host::to_string);
    let port = url.port().map(|port| port.to_string());
    let authority = host.as_ref().map(|host| {
        let userinfo = userinfo.as_ref().map(|userinfo| format!("{userinfo}@"));
        let port = port.as_ref().map(|port| format!(":{port}"));
        [userinfo.unwrap_or_default(), host.clone(), port.unwrap_or_default()].concat()
    });
    let component = |component| match component {
        Component::Scheme => Some(url.scheme().to_owned()),
        Component::Authority => authority.clone(),
        Component::Userinfo => userinfo.clone(),
        Component::Host => host.clone(),
        Component::Port => port.clone(),
        Component::Path => Some(url.path()),
        Component::Query => url.query().map(str::to_owned),
        Component::Fragment => url.fragment().map(str::to_owned),
    };
    Parts {
        is_opaque: url.has_opaque_path(),
        host_kind: url.host().map(|host| match host {
            Host::Ipv4(_) => HostKind::Ipv4Address,
            Host::Ipv6(_) => HostKind::Ipv6Address,
            _ => HostKind::RegName,
        }),
        components: Component::ALL.iter().map(|&which| component(which).map(Cow::Owned)).collect(),
        ..Parts::default()
    }
}

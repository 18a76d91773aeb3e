//! What the URL Standard expects of a string, as the crate `url` has it.
//!
//! In: a string, without a base. Out: what the crate tells. The surprising case: a relative reference is not
//! invalid, but unfinished, so nothing is expected of it.

use urispec::readers::{Component, Tell, Told};
use url::{ParseError, Url};

pub(super) fn expected(text: &str) -> Told<'static> {
    let url = match Url::parse(text) {
        Ok(url) => url,
        Err(ParseError::RelativeUrlWithoutBase) => return Told::default(),
        Err(_) => return Told::valid(false),
    };
    let userinfo = match (url.username(), url.password()) {
        ("", None) => None,
        (user, None) => Some(user.to_owned()),
        (user, Some(password)) => Some(format!("{user}:{password}")),
    };
    let own = |text: Option<&str>| text.map(str::to_owned);
    let texts = [
        (Component::Scheme, own(Some(url.scheme()))),
        (Component::Userinfo, userinfo),
        (Component::Host, own(url.host_str())),
        (Component::Port, url.port().map(|port| port.to_string())),
        (Component::Path, own(Some(url.path()))),
        (Component::Query, own(url.query())),
        (Component::Fragment, own(url.fragment())),
    ];
    let valid = Told::valid(true);
    texts.into_iter().fold(valid, |told, (component, text)| told.with(component, Tell::of(text)))
}

/// Whether a string is nothing without a base.
pub(super) fn is_relative(text: &str) -> bool {
    Url::parse(text) == Err(ParseError::RelativeUrlWithoutBase)
}

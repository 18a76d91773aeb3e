//! Scheme-based normalization by a document that describes the schemes itself.
//!
//! The surprising case: a URL that the production of its scheme does not derive stays, since the
//! section of the scheme speaks of others. Of RFC 1738 `http://user@h:80/` is one (3.3).

use std::borrow::Cow;

use super::Rung;
use super::draft::{Draft, Log};
use super::ladder::OwnSchemeOf;

pub(super) fn pass(draft: &mut Draft<'_>, of: OwnSchemeOf, log: &mut Log<'_>) {
    let (Some(scheme), Some(authority)) = (of(&draft.text()), &mut draft.authority) else { return };
    let mut change = |before: &str, after| log.change(Rung::Scheme, scheme.section, before, after);
    let is_default = |port: &mut Cow<'_, str>| {
        scheme.default_port.is_some_and(|default| port.parse() == Ok(default))
    };
    if let Some(port) = authority.port.take_if(is_default) {
        change(&format!(":{port}"), "");
    }
    if scheme.root.contains(&&*draft.path) {
        change(&draft.path, "/");
        draft.path = Cow::Borrowed("/");
    }
    if scheme.has_local_host && authority.host.eq_ignore_ascii_case("localhost") {
        change(&format!("//{}", authority.host), "//");
        authority.host = Cow::Borrowed("");
    }
}

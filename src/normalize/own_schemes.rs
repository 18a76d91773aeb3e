//! Scheme-based normalization by a document that describes the schemes itself.
//!
//! The surprising case: a URL that the production of its scheme does not derive stays, since the
//! section of the scheme speaks of others. Of RFC 1738 `http://user@h:80/` is one (3.3).

use alloc::borrow::Cow;
use alloc::format;

use super::draft::{ChangeLog, Draft};
use crate::editions::OwnSchemeOf;
use crate::editions::Rung;
use crate::parts::schemes;

#[inline]
pub(super) fn pass(
    draft: &mut Draft<'_>,
    of: OwnSchemeOf,
    ports_by: Option<&str>,
    log: &mut ChangeLog<'_>,
) {
    let (Some(scheme), Some(authority)) = (of(&draft.text()), &mut draft.authority) else { return };
    let mut change = |before: &str, after| log.change(Rung::Scheme, scheme.section, before, after);
    let known = schemes::known(scheme.name);
    let is_default = |port: &str| known.is_some_and(|known| known.is_default_port(port, ports_by));
    if let Some(port) = authority.port.take_if(|port| is_default(port)) {
        change(&format!(":{port}"), "");
    }
    if scheme.root.contains(&&*draft.path) {
        change(&draft.path, "/");
        draft.path = Cow::Borrowed("/");
    }
    if scheme.has_local_host && authority.host == "localhost" {
        change("//localhost", "//");
        authority.host = Cow::Borrowed("");
    }
}

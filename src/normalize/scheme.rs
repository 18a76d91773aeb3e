//! Scheme-Based Normalization (section 6.2.3), by what is known of each scheme.

use std::borrow::Cow;

use super::draft::{Authority, Draft, Log};
use super::{Ladder, Rung, caseless};
use crate::schemes;

pub(super) fn pass(draft: &mut Draft<'_>, ladder: &Ladder, log: &mut Log<'_>) {
    let known = draft.scheme.as_deref().and_then(schemes::known);
    if let Some(authority) = &mut draft.authority {
        omit_port(authority, known.and_then(|scheme| scheme.default_port), ladder, log);
        let says_so = known.is_some_and(|scheme| scheme.empty_path_is_root);
        let licence = if says_so { ladder.empty_path } else { None }.or(ladder.empty_path_of_any);
        // What the document says, it says of URIs: a relative reference may have another scheme.
        if let (true, Some(section)) = (draft.path.is_empty(), licence)
            && draft.scheme.is_some()
        {
            log.change(Rung::Scheme, section, "", "/");
            draft.path = Cow::Borrowed("/");
        }
    }
    if let (Some(section), None) = (ladder.caseless_path, &draft.authority)
        && let Some(part) = draft.scheme.as_deref().and_then(schemes::caseless)
    {
        caseless::lower(&mut draft.path, part, section, log);
    }
    if let (Some(section), true) = (ladder.local_host, known.is_some_and(|scheme| scheme.local)) {
        if ladder.host_in_path {
            omit_local_element(draft, section, log);
        } else {
            omit_local_host(draft, section, log);
        }
    }
}

/// "A void host field is equivalent to localhost" (RFC 1630, 5.8), which has no authority, and no word
/// on the case of a scheme.
fn omit_local_element(draft: &mut Draft<'_>, section: &'static str, log: &mut Log<'_>) {
    let rest = draft.path.strip_prefix("//localhost").filter(|rest| rest.starts_with('/'));
    if let Some(rest) = rest.filter(|_| draft.scheme.as_deref() == Some("file")) {
        log.change(Rung::Scheme, section, "//localhost", "//");
        draft.path = Cow::Owned(format!("//{rest}"));
    }
}

/// A port that is empty, or the scheme's default, goes with its ":" (section 3.2.3).
fn omit_port(
    authority: &mut Authority<'_>,
    default: Option<u16>,
    ladder: &Ladder,
    log: &mut Log<'_>,
) {
    let Some(port) = authority.port.as_deref() else { return };
    let licence = match port {
        "" => ladder.empty_port,
        _ if default.is_some_and(|default| port.parse() == Ok(default)) => ladder.default_port,
        _ => None,
    };
    if let Some(section) = licence {
        log.change(Rung::Scheme, section, &format!(":{port}"), "");
        authority.port = None;
    }
}

/// No authority and the host `localhost` become the empty host (section 3.2.2), unless a userinfo
/// or a port stands beside it, or the path is none that an authority can stand before.
fn omit_local_host(draft: &mut Draft<'_>, section: &'static str, log: &mut Log<'_>) {
    match &mut draft.authority {
        Some(Authority { userinfo: None, host, port: None, .. }) if host == "localhost" => {
            log.change(Rung::Scheme, section, "//localhost", "//");
            *host = Cow::Borrowed("");
        }
        None if draft.path.starts_with('/') => {
            log.change(Rung::Scheme, section, "", "//");
            // What kept the path from being read as an authority has nothing left to do.
            if let Some(path) = draft.path.strip_prefix("/.").filter(|rest| rest.starts_with("//"))
            {
                draft.path = Cow::Owned(path.to_owned());
            }
            let host = Cow::Borrowed("");
            draft.authority = Some(Authority { userinfo: None, host, port: None, has_host: true });
        }
        _ => {}
    }
}

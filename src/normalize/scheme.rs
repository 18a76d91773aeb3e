//! Scheme-Based Normalization (section 6.2.3), by what is known of each scheme.

use alloc::borrow::Cow;
use alloc::borrow::ToOwned;
use alloc::format;

use super::draft::{Authority, ChangeLog, Draft};
use super::{caseless, own_schemes};
#[cfg(feature = "grammars")]
use super::{form, mail, media_type};
use crate::editions::{Ladder, Rung};
use crate::parts::schemes::{self, Caseless, Scheme};
use crate::reference::Reference;

/// Whether the pass may change a reference that is normal up to the rung below: not where an authority
/// without a port precedes a path, since then only the host `localhost` is ever left out.
#[inline]
pub(super) fn may_change(reference: &Reference<'_>, ladder: &Ladder) -> bool {
    let is_local = || reference.scheme().and_then(schemes::known).is_some_and(|known| known.local);
    !ladder.is_direct
        || reference.host().is_none()
        || reference.port().is_some()
        || reference.path().is_empty()
        || is_local()
}

#[inline]
pub(super) fn pass(draft: &mut Draft<'_>, ladder: &Ladder, log: &mut ChangeLog<'_>) {
    if let Some((of, _)) = ladder.own_schemes {
        return own_schemes::pass(draft, of, ladder.ports_by, log);
    }
    let known = draft.scheme.as_deref().and_then(schemes::known);
    if let Some(authority) = &mut draft.authority {
        omit_port(authority, known, ladder, log);
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
    if let Some(section) = ladder.name_alone {
        omit_all_but_name(draft, section, log);
    }
    #[cfg(feature = "grammars")]
    if let Some(section) = ladder.mail_fields {
        mail::pass(draft, section, log);
    }
    #[cfg(feature = "grammars")]
    if let Some(section) = ladder.media_type {
        media_type::pass(draft, section, log);
    }
    if let (Some(section), None) = (ladder.caseless_path, &draft.authority)
        && let Some(part) = draft.scheme.as_deref().and_then(schemes::caseless)
        // Only the document of the scheme says it of an account, as part of case normalization.
        && part != Caseless::AccountHost
    {
        caseless::lower(&mut draft.path, part, (Rung::Scheme, section), log);
    }
    if known.is_some_and(|scheme| scheme.local) {
        match ladder.local_host.filter(|_| ladder.host_in_path) {
            Some(section) => omit_local_element(draft, section, log),
            None => omit_local_host(draft, ladder, log),
        }
    }
    #[cfg(feature = "grammars")]
    if let Some(form) = ladder.form {
        form::pass(draft, form, log);
    }
}

/// Omits what follows a name, which does not count where names are compared.
#[inline]
fn omit_all_but_name(draft: &mut Draft<'_>, section: &'static str, log: &mut ChangeLog<'_>) {
    for (part, delimiter) in [(&mut draft.query, "?"), (&mut draft.fragment, "#")] {
        if let Some(part) = part.take() {
            log.change(Rung::Scheme, section, &format!("{delimiter}{part}"), "");
        }
    }
}

/// Omits the host element `localhost` from the path of a file URL.
///
/// "A void host field is equivalent to localhost" (RFC 1630, 5.8). That document has no authority,
/// and does not say that the case of a scheme may differ. The syntax of a file URL "is similar to
/// ftp", which has no search: a URL with a search is not a file URL.
#[inline]
fn omit_local_element(draft: &mut Draft<'_>, section: &'static str, log: &mut ChangeLog<'_>) {
    let rest = draft.path.strip_prefix("//localhost").filter(|rest| rest.starts_with('/'));
    if let Some(rest) =
        rest.filter(|_| draft.scheme.as_deref() == Some("file") && draft.query.is_none())
    {
        log.change(Rung::Scheme, section, "//localhost", "//");
        draft.path = Cow::Owned(format!("//{rest}"));
    }
}

/// Omits a port that is empty or the scheme's default, with its ":" (section 3.2.3).
#[inline]
fn omit_port(
    authority: &mut Authority<'_>,
    known: Option<&Scheme>,
    ladder: &Ladder,
    log: &mut ChangeLog<'_>,
) {
    let Some(port) = authority.port.as_deref() else { return };
    let is_default = |scheme: &Scheme| scheme.is_default_port(port, ladder.ports_by);
    let has_empty = |one| known.is_some_and(|scheme| scheme.name == one);
    let licence = match port {
        "" => ladder.empty_port.filter(|_| ladder.empty_port_of.is_none_or(has_empty)),
        _ if known.is_some_and(is_default) => ladder.default_port,
        _ => None,
    };
    if let Some(section) = licence {
        log.change(Rung::Scheme, section, &format!(":{port}"), "");
        authority.port = None;
    }
}

/// Replaces a missing authority and the host `localhost` with the empty host (section 3.2.2).
/// Nothing is replaced beside a userinfo or a port, or if the path cannot follow an authority.
#[inline]
fn omit_local_host(draft: &mut Draft<'_>, ladder: &Ladder, log: &mut ChangeLog<'_>) {
    match (&mut draft.authority, ladder.local_host, ladder.no_authority) {
        (Some(Authority { userinfo: None, host, port: None, .. }), Some(section), _)
            if host == "localhost" =>
        {
            log.change(Rung::Scheme, section, "//localhost", "//");
            *host = Cow::Borrowed("");
        }
        (None, _, Some(section)) if draft.path.starts_with('/') => {
            log.change(Rung::Scheme, section, "", "//");
            // What kept the path from being read as an authority has nothing left to do, if a path may
            // begin with "//".
            let bare = draft.path.strip_prefix("/.").filter(|rest| rest.starts_with("//"));
            if let (Some(path), false) = (bare, ladder.single_slash) {
                draft.path = Cow::Owned(path.to_owned());
            }
            let host = Cow::Borrowed("");
            draft.authority = Some(Authority { userinfo: None, host, port: None, has_host: true });
        }
        _ => {}
    }
}

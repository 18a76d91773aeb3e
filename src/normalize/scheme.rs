//! Scheme-based and protocol-based normalization (RFC 3986, 6.2.3 and 6.2.4).

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;

use super::draft::{AuthorityDraft, ChangeLog, Draft};
use super::{form, syntax};
use crate::editions::{Ladder, OwnSchemeOf, Rung};
use crate::parts::schemes;
use crate::parts::schemes::{Caseless, Scheme};
use crate::reference::Reference;
use crate::reference::error::ParseError;

// Scheme-Based Normalization (section 6.2.3).

/// Returns whether the pass may change a reference that is normal up to the rung below. By RFC 3986 it does not change
/// a reference with a host, a non-empty path and no port, unless it removes the host `localhost` in this scheme.
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
        return own_schemes(draft, of, ladder.ports_by, log);
    }
    let known = draft.scheme.as_deref().and_then(schemes::known);
    if let Some(authority) = &mut draft.authority {
        omit_port(authority, known, ladder, log);
        let says_so = known.is_some_and(|scheme| scheme.empty_path_is_root);
        let licence = if says_so { ladder.empty_path } else { None }.or(ladder.empty_path_of_any);
        // The rules of the document are about URIs: a relative reference may resolve to another scheme.
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
    super::documents::pass(draft, ladder, log);
    if let (Some(section), None) = (ladder.caseless_path, &draft.authority)
        && let Some(part) = draft.scheme.as_deref().and_then(schemes::caseless)
        // For an account, only the document of the scheme has this rule, as part of case normalization.
        && part != Caseless::AccountHost
    {
        syntax::lower_caseless(&mut draft.path, part, (Rung::Scheme, section), log);
    }
    if known.is_some_and(|scheme| scheme.local) {
        match ladder.local_host.filter(|_| ladder.host_in_path) {
            Some(section) => omit_local_element(draft, section, log),
            None => omit_local_host(draft, ladder, log),
        }
    }
    if let Some(form) = ladder.form {
        form::pass(draft, form, log);
    }
}

/// Removes the query and the fragment after a name. Both are ignored when names are compared.
#[inline]
fn omit_all_but_name(draft: &mut Draft<'_>, section: &'static str, log: &mut ChangeLog<'_>) {
    for (part, delimiter) in [(&mut draft.query, "?"), (&mut draft.fragment, "#")] {
        if let Some(part) = part.take() {
            log.change(Rung::Scheme, section, &format!("{delimiter}{part}"), "");
        }
    }
}

/// Removes the host element `localhost` from the path of a file URL.
///
/// "A void host field is equivalent to localhost" (RFC 1630, 5.8). RFC 1630 has no authority, and
/// does not make schemes case-insensitive. The syntax of a file URL "is similar to ftp", which has
/// no search: a URL with a search is not a file URL.
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

/// Removes a port that is empty or the scheme's default, with its ":" (RFC 3986, 3.2.3).
#[inline]
fn omit_port(
    authority: &mut AuthorityDraft<'_>,
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

/// Replaces a missing authority or the host `localhost` with the empty host (RFC 3986, 3.2.2), unless there is a
/// userinfo or a port, or the path cannot follow an authority.
#[inline]
fn omit_local_host(draft: &mut Draft<'_>, ladder: &Ladder, log: &mut ChangeLog<'_>) {
    match (&mut draft.authority, ladder.local_host, ladder.no_authority) {
        (Some(AuthorityDraft { userinfo: None, host, port: None, .. }), Some(section), _)
            if host == "localhost" =>
        {
            log.change(Rung::Scheme, section, "//localhost", "//");
            *host = Cow::Borrowed("");
        }
        (None, _, Some(section)) if draft.path.starts_with('/') => {
            log.change(Rung::Scheme, section, "", "//");
            // The "/." that prevented the path from being read as an authority is no longer needed, if a path may begin
            // with "//".
            let bare = draft.path.strip_prefix("/.").filter(|rest| rest.starts_with("//"));
            if let (Some(path), false) = (bare, ladder.single_slash) {
                draft.path = Cow::Owned(path.to_owned());
            }
            let host = Cow::Borrowed("");
            draft.authority =
                Some(AuthorityDraft { userinfo: None, host, port: None, has_host: true });
        }
        _ => {}
    }
}

// Scheme-based normalization by a document that describes the schemes itself. A URL that does not match the production
// of its scheme stays as it is, since the section of the scheme is not about it; in RFC 1738, `http://user@h:80/` is
// such a URL (3.3).

#[inline]
pub(super) fn own_schemes(
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

// Protocol-Based Normalization (section 6.2.4).

/// Redirects that the caller has observed, each from a dereferenced URI to another URI.
///
/// ```
/// use urispec::{Normalizer, Redirects, Rung, UriRef};
/// let mut redirects = Redirects::default();
/// redirects.insert("http://example.com/data", "http://example.com/data/")?;
/// let normalizer = Normalizer::new().to(Rung::Protocol).redirects(&redirects);
/// let uri = UriRef::parse("http://EXAMPLE.com/data#top")?;
/// assert_eq!(normalizer.normalize(&uri).as_str(), "http://example.com/data/#top");
/// # Ok::<(), urispec::ParseError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Redirects(BTreeMap<String, String>);

impl Redirects {
    /// Adds a redirect. Stores both URIs in their normal forms at [`Rung::Scheme`], `from` without its fragment.
    ///
    /// # Errors
    ///
    /// The error of [`Uri::parse`](crate::Uri::parse) for the first string that is not a URI. In that case no redirect
    /// is added. Only URIs are dereferenced: resolve a relative reference first (RFC 3986, 5.2).
    #[inline]
    pub fn insert(&mut self, from: &str, to: &str) -> Result<(), ParseError> {
        let (from, to) = (super::scheme_normal(from)?, super::scheme_normal(to)?);
        self.0.insert(divide(&from).0.to_owned(), to);
        Ok(())
    }

    /// Follows the redirects from `text`, and returns the last URI and its fragment. If the redirects form a cycle,
    /// the last URI is the least URI of the cycle, so that all its URIs have the same normal form.
    ///
    /// A fragment is not part of the URI that is dereferenced (RFC 3986, 3.5) and is kept, unless a redirect has its
    /// own fragment. In a cycle, the fragment with which the cycle was entered is returned.
    #[inline]
    fn follow<'a>(&'a self, text: &'a str) -> (&'a str, Option<&'a str>) {
        let ((mut at, mut fragment), mut seen) = (divide(text), BTreeMap::new());
        while let Some(next) = self.0.get(at) {
            if let Some(entered_with) = seen.insert(at, fragment) {
                return (self.least_of_circle(at), entered_with);
            }
            let (to, its_own) = divide(next);
            (at, fragment) = (to, its_own.or(fragment));
        }
        (at, fragment)
    }

    #[inline]
    fn least_of_circle<'a>(&'a self, start: &'a str) -> &'a str {
        let circle = core::iter::successors(Some(start), |at| {
            self.0.get(*at).map(|next| divide(next).0).filter(|next| *next != start)
        });
        circle.min().unwrap_or(start)
    }
}

/// Splits a URI into the part that is dereferenced, and the fragment.
#[inline]
fn divide(text: &str) -> (&str, Option<&str>) {
    text.split_once('#').map_or((text, None), |(before, fragment)| (before, Some(fragment)))
}

#[inline]
pub(super) fn protocol<'i>(
    text: Cow<'i, str>,
    redirects: &Redirects,
    ignore_fragment: bool,
    ladder: &Ladder,
    log: &mut ChangeLog<'_>,
) -> Cow<'i, str> {
    let Some(section) = ladder.redirects else { return text };
    let after = match redirects.follow(&text) {
        (end, Some(fragment)) if !ignore_fragment => format!("{end}#{fragment}"),
        (end, _) => end.to_owned(),
    };
    if after == text {
        return text;
    }
    log.change(Rung::Protocol, section, &text, &after);
    Cow::Owned(after)
}

//! RFC 1808, section 4: steps 1 to 7.
//!
//! The components are those of section 2.4, found in the string that the given ones make: Appendix B of
//! the later documents ends the network location at "?" too.
//!
//! Surprising cases, each by the letter:
//!
//! - A component that is empty is absent: `g?` is `g`, and `?` and `#` are as empty as the empty
//!   reference, and inherit the base. Of delimiters, 2.4.6 has a parser remember the slash alone. That
//!   of `//` is kept with the base's `net_loc`, since no sentence calls an absent `net_loc` empty:
//!   `g` against `file:///a` is `file:///g`. But an empty one inherits (step 3): `///g` against
//!   `http://a/b` is `http://a/g`.
//! - The fragment of the base is inherited, if the reference is empty.
//! - `g` against `http://a` is `http://a/g`: step 6 leaves no slash, but what is recombined has the form
//!   of 2.1, in which one stands between `net_loc` and path.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::ToString;
use alloc::vec::Vec;

use super::trace::StepLog;
use super::{ResolveError, Resolved, Target, Warning, buffer, merge};
use crate::editions::split_by_rfc1808;
use crate::parts::split::Components;

/// The components of section 2.1. A net_loc is absent, or may be empty; other components that are absent
/// are empty.
struct Parsed<'t> {
    scheme: Option<&'t str>,
    net_loc: Option<&'t str>,
    /// With the slash that may precede it (2.4.6).
    path: &'t str,
    params: &'t str,
    query: &'t str,
    fragment: &'t str,
}

impl<'t> Parsed<'t> {
    /// Parses a URL by section 2.4.
    fn of(text: &'t str) -> Self {
        let parts = split_by_rfc1808(text);
        // 2.4.5: the params are what follows the first ";".
        let (path, params) = parts.path.split_once(';').unwrap_or((parts.path, ""));
        Self {
            scheme: parts.scheme,
            net_loc: parts.authority,
            path,
            params,
            query: parts.query.unwrap_or_default(),
            fragment: parts.fragment.unwrap_or_default(),
        }
    }

    /// Whether all components are empty.
    fn is_empty(&self) -> bool {
        let Self { scheme, net_loc, path, params, query, fragment } = self;
        let others = [net_loc.unwrap_or_default(), path, params, query, fragment];
        scheme.is_none() && others.into_iter().all(str::is_empty)
    }

    /// Whether the URL, if it is one, is a `generic-RL`: no path of one begins with a slash after the
    /// one that precedes it.
    fn is_generic(&self) -> bool {
        self.net_loc.is_none() || !self.path.starts_with("//")
    }
}

pub(super) fn resolve<'a>(
    base: &Components<'a>,
    embedded: &Components<'a>,
    log: &mut StepLog<'_>,
) -> Result<Resolved<'a>, ResolveError> {
    let (base_text, text) = (base.to_string(), embedded.to_string());

    // Step 1: the base is established by the caller. If it is empty, the URL is taken for absolute.
    // Step 2: both are parsed.
    let (from, url) = (Parsed::of(&base_text), Parsed::of(&text));
    if base_text.is_empty() {
        log.line("4", "1) the base is empty: absolute");
        let target = whole(embedded, &text).map_err(|_| ResolveError::NotAbsolute)?;
        return Ok(Resolved::Target(target));
    }
    // a) Entirely empty: the base, and done.
    if url.is_empty() {
        let target = whole(base, &base_text)?;
        log.value("4", "2a) entirely empty: the base", Some(&base_text));
        return Ok(Resolved::Target(target));
    }
    // b) Starts with a scheme name: absolute, and done.
    if url.scheme.is_some() {
        log.value("4", "2b) a scheme is given: absolute", url.scheme);
        return Ok(Resolved::Target(whole(embedded, &text)?));
    }
    // c) Otherwise the scheme is the base's.
    let scheme = scheme_of(base, &from).ok_or(ResolveError::BaseWithoutScheme)?;
    log.value("4", "2c) the scheme is the base's", Some(scheme));
    let mut target = Target {
        scheme: scheme.into(),
        authority: url.net_loc.map(owned),
        path: owned(url.path),
        query: None,
        fragment: embedded.fragment.filter(|fragment| !fragment.is_empty()).map(Into::into),
        found: Vec::new(),
        is_done: false,
    };
    if !from.is_generic() {
        target.found.push(Warning::BaseNotGeneric);
    }
    let (params, query) = inherit(&from, &url, &mut target, log);
    // Step 7: the components are recombined, in the form of 2.1.
    let mut path = target.path.into_owned();
    let is_followed = [&*path, params, query].into_iter().any(|text| !text.is_empty());
    if target.authority.is_some() && is_followed && !path.starts_with('/') {
        path.insert(0, '/');
    }
    if !params.is_empty() {
        path += ";";
        path += params;
    }
    target.path = path.into();
    target.query = (!query.is_empty()).then(|| owned(query));
    Ok(Resolved::Target(target))
}

/// Steps 3 to 6: net_loc and path go into the target. Out: the params and the query.
fn inherit<'t>(
    from: &Parsed<'t>,
    url: &Parsed<'t>,
    target: &mut Target<'_>,
    log: &mut StepLog<'_>,
) -> (&'t str, &'t str) {
    let own = (url.params, url.query);
    // Step 3: net_loc non-empty: skip to step 7. Otherwise it is the base's, if any.
    if url.net_loc.is_some_and(|net_loc| !net_loc.is_empty()) {
        log.value("4", "3) net_loc is non-empty: skip to 7", url.net_loc);
        return own;
    }
    target.authority = from.net_loc.map(owned);
    log.value("4", "3) net_loc is the base's", from.net_loc);
    // Step 4: a path preceded by "/": skip to step 7.
    if url.path.starts_with('/') {
        log.value("4", "4) the path has a \"/\" before it: skip to 7", Some(url.path));
        return own;
    }
    // Step 5: path empty: it is the base's.
    if url.path.is_empty() {
        target.path = owned(from.path);
        log.value("4", "5) the path is empty, and is the base's", Some(from.path));
        // a) Params non-empty: skip to step 7. Otherwise they are the base's.
        if !url.params.is_empty() {
            log.value("4", "5a) params are non-empty: skip to 7", Some(url.params));
            return own;
        }
        log.value("4", "5a) params are the base's", Some(from.params));
        // b) Query non-empty: skip to step 7. Otherwise it is the base's.
        if !url.query.is_empty() {
            log.value("4", "5b) query is non-empty: skip to 7", Some(url.query));
            return (from.params, url.query);
        }
        log.value("4", "5b) query is the base's", Some(from.query));
        return (from.params, from.query);
    }
    // Step 6: the path goes in the place of the last segment of the base's.
    let mut text = merge::all_but_the_last_segment(from.path).to_owned();
    log.value("4", "6) all but the last segment of the base", Some(&text));
    text += url.path;
    log.value("4", "6) the path in its place", Some(&text));
    buffer::remove_segments(&mut text, ["6a)", "6b)", "6c)", "6d)"], log);
    target.path = text.into();
    own
}

/// The target that a whole URL is, as it stands.
fn whole<'a>(url: &Components<'a>, text: &str) -> Result<Target<'a>, ResolveError> {
    let parts = split_by_rfc1808(text);
    Ok(Target {
        scheme: scheme_of(url, &Parsed::of(text)).ok_or(ResolveError::BaseWithoutScheme)?.into(),
        authority: parts.authority.map(owned),
        path: owned(parts.path),
        query: parts.query.map(owned),
        fragment: url.fragment.map(Into::into),
        found: Vec::new(),
        is_done: true,
    })
}

/// The scheme that section 2.4 finds, as a part of what was given.
fn scheme_of<'a>(given: &Components<'a>, parsed: &Parsed<'_>) -> Option<&'a str> {
    given.scheme.unwrap_or(given.path).get(..parsed.scheme?.len())
}

fn owned(text: &str) -> Cow<'static, str> {
    Cow::Owned(text.to_owned())
}

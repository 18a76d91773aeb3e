//! draft-fielding-url-syntax-05, section 5.2: steps 1 to 7, in which the query rides in the buffer.

use alloc::borrow::ToOwned;

use super::trace::StepLog;
use super::{ResolveError, Resolved, Target, buffer, merge};
use crate::parts::split::Components;

pub(super) fn resolve<'a>(
    base: &Components<'a>,
    reference: &Components<'a>,
    log: &mut StepLog<'_>,
) -> Result<Resolved<'a>, ResolveError> {
    let Components { scheme, authority: site, path, query, fragment } = *reference;

    // 1) The reference is parsed into its components: by the caller.
    // 2) Path empty; scheme, site and query undefined: the current document.
    if path.is_empty() && scheme.is_none() && site.is_none() && query.is_none() {
        log.value("5.2", "2) the current document", fragment);
        return Ok(Resolved::CurrentDocument { fragment });
    }
    // 3) Scheme defined: absolute, and done. Otherwise it is the base's.
    let is_default_base = *base == Components::default();
    if scheme.is_some() && (is_default_base || base.scheme.is_some()) {
        log.value("5.2", "3) the scheme is defined: absolute", scheme);
        return Ok(Resolved::Target(Target { is_done: true, ..Target::of(reference)? }));
    }
    if is_default_base {
        return Err(ResolveError::NotAbsolute);
    }
    let mut target = Target::of(&Components { scheme: base.scheme, ..*reference })?;
    log.value("5.2", "3) the scheme is the base's", base.scheme);
    // 4) Site defined: a network-path; skip to 7. Otherwise it is the base's.
    if site.is_some() {
        log.value("5.2", "4) the site is defined: skip to 7", site);
        return Ok(Resolved::Target(target));
    }
    target.authority = base.authority.map(Into::into);
    log.value("5.2", "4) the site is the base's", base.authority);
    // 5) A path that begins with "/": an absolute-path; skip to 7.
    if path.starts_with('/') {
        log.value("5.2", "5) the path begins with \"/\": skip to 7", Some(path));
        return Ok(Resolved::Target(target));
    }
    // 6) A relative-path is merged in a buffer.
    let mut text = merge::all_but_the_last_segment(base.path).to_owned();
    log.value("5.2", "6a) all but the last segment of the base", Some(&text));
    text += path;
    log.value("5.2", "6b) the reference's path", Some(&text));
    if let Some(query) = query {
        text.push('?');
        text += query;
        log.value("5.2", "6c) \"?\" and the reference's query", Some(&text));
    }
    buffer::remove_segments(&mut text, ["6d)", "6e)", "6f)", "6g)"], log);
    // 6h, 6i) The query is what follows the first "?", the path what stands before it.
    let (path, query) = text.split_once('?').map_or((&*text, None), |(p, q)| (p, Some(q)));
    log.value("5.2", "6h) the query, after the first \"?\"", query);
    log.value("5.2", "6i) the path, up to it", Some(path));
    (target.path, target.query) =
        (path.to_owned().into(), query.map(|query| query.to_owned().into()));
    Ok(Resolved::Target(target))
}

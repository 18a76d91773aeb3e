//! draft-fielding-url-syntax-05, section 5.2: steps 1 to 7, in which the query rides in the buffer.

use super::trace::Log;
use super::{ResolveError, Resolved, Target, buffer};
use crate::split::Components;

pub(super) fn resolve<'a>(
    base: &Components<'a>,
    reference: &Components<'a>,
    log: &mut Log<'_>,
) -> Result<Resolved<'a>, ResolveError> {
    let Components { scheme, authority: site, path, query, fragment } = *reference;
    let mut target = Target::of(&Components { scheme: base.scheme, ..*reference })?;

    // 1) The reference is parsed into its components: by the caller.
    // 2) Path empty; scheme, site and query undefined: the current document.
    if path.is_empty() && scheme.is_none() && site.is_none() && query.is_none() {
        log.value("5.2", "2) the current document", fragment);
        return Ok(Resolved::CurrentDocument { fragment });
    }
    // 3) Scheme defined: absolute, and done. Otherwise it is the base's.
    if let Some(scheme) = scheme {
        log.value("5.2", "3) the scheme is defined: absolute", Some(scheme));
        return Ok(Resolved::Target(Target { scheme, ..target }));
    }
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
    let mut text = buffer::all_but_the_last_segment(base.path).to_owned();
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
    (target.path, target.query) = match text.split_once('?') {
        Some((path, query)) => (path.to_owned().into(), Some(query.to_owned().into())),
        None => (text.into(), None),
    };
    Ok(Resolved::Target(target))
}

//! RFC 2396, section 5.2: steps 1 to 7.

use alloc::borrow::ToOwned;

use super::trace::StepLog;
use super::{AboveRoot, ResolveError, Resolved, Target, Warning, buffer, merge};
use crate::parts::split::Components;

/// Resolves by the steps of section 5.2. `loophole` is the loophole of step 3, and `above_root` the
/// choice of step 6g.
pub(super) fn resolve<'a>(
    base: &Components<'a>,
    reference: &Components<'a>,
    loophole: bool,
    above_root: AboveRoot,
    log: &mut StepLog<'_>,
) -> Result<Resolved<'a>, ResolveError> {
    let Components { mut scheme, authority, path, query, fragment } = *reference;
    let mut target = Target::of(&Components { scheme: base.scheme, ..*reference })?;

    // 1) The reference is parsed into its components: by the caller.
    // 2) Path empty; scheme, authority and query undefined: the current document.
    if path.is_empty() && scheme.is_none() && authority.is_none() && query.is_none() {
        log.value("5.2", "2) the current document", fragment);
        return Ok(Resolved::CurrentDocument { fragment });
    }
    log.line("5.2", "2) query and fragment are the reference's");
    // 3, its loophole: a scheme that is the base's, and is always used with `hier_part`, is dropped.
    // Of schemes in general nothing is known here, so the base speaks for its own. What then goes on
    // as no `hier_part` does is a "misformed relative reference".
    let base_is_hierarchical = base.path.is_empty() || is_hierarchical(base);
    if base_is_hierarchical && super::same_scheme(scheme, base.scheme) {
        if loophole {
            scheme = None;
            log.line("5.2", "3) the scheme is the base's and is dropped");
        } else if !is_hierarchical(reference) {
            target.found.push(Warning::SameScheme);
        }
    }
    // 3) Scheme defined: absolute, and done. Otherwise it is the base's.
    if let Some(scheme) = scheme {
        log.value("5.2", "3) the scheme is defined: absolute", Some(scheme));
        return Ok(Resolved::Target(Target { scheme: scheme.into(), is_done: true, ..target }));
    }
    // 5, before its algorithm: only a base that fits `hier_part` suits a relative reference.
    if !is_hierarchical(base) {
        target.found.push(Warning::UnsuitableBase);
    }
    log.value("5.2", "3) the scheme is the base's", base.scheme);
    // 4) Authority defined: a network-path; skip to 7. Otherwise it is the base's.
    if authority.is_some() {
        log.value("5.2", "4) the authority is defined: skip to 7", authority);
        return Ok(Resolved::Target(target));
    }
    target.authority = base.authority.map(Into::into);
    log.value("5.2", "4) the authority is the base's", base.authority);
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
    buffer::remove_segments(&mut text, ["6c)", "6d)", "6e)", "6f)"], log);
    // 6g) Segments ".." that are left at the beginning: in error, with three ways to go on.
    if buffer::settle(&mut text, above_root, "6g)", log)? {
        target.found.push(Warning::AboveRoot);
    }
    // 6h) What remains is the path.
    log.labelled("6h)", "the path is what remains", &text);
    target.path = text.into();
    Ok(Resolved::Target(target))
}

/// Whether the text after the scheme fits `hier_part` (3).
fn is_hierarchical(uri: &Components<'_>) -> bool {
    uri.authority.is_some() || uri.path.starts_with('/')
}

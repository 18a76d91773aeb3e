//! draft-fielding-uri-rfc2396bis-01, section 5.2: the pseudocode, with its names, and its merge.

use super::trace::Log;
use super::{AboveRoot, ResolveError, Resolved, Target, buffer};
use crate::split::Components;

/// Transforms the reference `r` into the target, relative to `base`.
pub(super) fn resolve<'a>(
    base: &Components<'a>,
    r: &Components<'a>,
    validating: bool,
    above_root: AboveRoot,
    log: &mut Log<'_>,
) -> Result<Resolved<'a>, ResolveError> {
    let mut t = Target::of(&Components { scheme: base.scheme, ..*r })?;
    let mut r_scheme = r.scheme;
    if !validating && super::same_scheme(r_scheme, base.scheme) {
        r_scheme = None;
        log.line("5.2", "undefine(R.scheme)", None);
    }
    if let Some(scheme) = r_scheme {
        log.line("5.2", "if defined(R.scheme)", Some(scheme));
        t.scheme = scheme;
        return Ok(Resolved::Target(t));
    }
    log.line("5.2", "T.scheme = Base.scheme", base.scheme);
    if r.authority.is_some() {
        log.line("5.2", "if defined(R.authority)", r.authority);
        return Ok(Resolved::Target(t));
    }
    t.authority = base.authority.map(Into::into);
    if r.path.is_empty() {
        log.line("5.2", "if (R.path == \"\")", None);
        if r.query.is_none() {
            log.line("5.2", "return (current-document, fragment)", r.fragment);
            return Ok(Resolved::CurrentDocument { fragment: r.fragment });
        }
        t.path = base.path.into();
        log.line("5.2", "T.path = Base.path", Some(base.path));
    } else if r.path.starts_with('/') {
        log.line("5.2", "if (R.path starts-with \"/\")", Some(r.path));
    } else {
        let merged = merge(base.path, r.path, above_root, log)?;
        log.line("5.2", "T.path = merge(Base.path, R.path)", Some(&merged.0));
        (t.path, t.above_root) = (merged.0.into(), merged.1);
    }
    log.line("5.2", "T.query = R.query", r.query);
    log.line("5.2", "T.authority = Base.authority", base.authority);
    Ok(Resolved::Target(t))
}

/// The merge routine, steps 1 to 8; and whether segments ".." are left at its beginning.
fn merge(
    base_path: &str,
    r_path: &str,
    above_root: AboveRoot,
    log: &mut Log<'_>,
) -> Result<(String, bool), ResolveError> {
    // 1. All but the last segment of the base's path; of an empty path, "/".
    let empty = base_path.is_empty();
    let mut text = if empty { "/" } else { buffer::all_but_the_last_segment(base_path) }.to_owned();
    log.line("5.2", "1. all but the last segment of the base", Some(&text));
    // 2. The reference's path.
    text += r_path;
    log.line("5.2", "2. the reference's path", Some(&text));
    buffer::remove_segments(&mut text, ["3.", "4.", "5.", "6."], log);
    // 7. Segments ".." that are left at the beginning: in error, with three ways to go on.
    let left = buffer::settle(&mut text, above_root, "7.", log)?;
    // 8. What remains is the path.
    Ok((text, left))
}

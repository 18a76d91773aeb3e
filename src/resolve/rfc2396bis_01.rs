//! draft-fielding-uri-rfc2396bis-01, section 5.2: the pseudocode, with its names, and its merge.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::trace::StepLog;
use super::{AboveRoot, ResolveError, Resolved, Target, Warning, buffer, merge};
use crate::parts::split::Components;

/// Transforms the reference `r` into the target, relative to `base`.
pub(super) fn resolve<'a>(
    base: &Components<'a>,
    r: &Components<'a>,
    validating: bool,
    above_root: AboveRoot,
    log: &mut StepLog<'_>,
) -> Result<Resolved<'a>, ResolveError> {
    let base_scheme = base.scheme.ok_or(ResolveError::BaseWithoutScheme)?;
    let mut t = Target::of(&Components { scheme: Some(base_scheme), ..*r })?;

    let mut r_scheme = r.scheme;
    if !validating && super::same_scheme(r_scheme, base.scheme) {
        r_scheme = None;
        log.line("5.2", "undefine(R.scheme)");
    }

    if let Some(scheme) = r_scheme {
        log.line("5.2", "if defined(R.scheme)");
        t.scheme = scheme.into();
        log.value("5.2", "T.scheme = R.scheme", Some(scheme));
        keep_all(r, log);
        return Ok(Resolved::Target(t));
    }
    if r.authority.is_some() {
        log.line("5.2", "if defined(R.authority)");
        keep_all(r, log);
    } else {
        if r.path.is_empty() {
            log.line("5.2", "if (R.path == \"\")");
            if r.query.is_none() {
                log.value("5.2", "return (current-document, fragment)", r.fragment);
                return Ok(Resolved::CurrentDocument { fragment: r.fragment });
            }
            log.line("5.2", "if defined(R.query)");
            t.path = base.path.into();
            log.value("5.2", "T.path = Base.path", Some(base.path));
        } else if r.path.starts_with('/') {
            log.line("5.2", "if (R.path starts-with \"/\")");
            log.value("5.2", "T.path = R.path", Some(r.path));
        } else {
            let (merged, above_root) = merge(base.path, r.path, above_root, log)?;
            log.value("5.2", "T.path = merge(Base.path, R.path)", Some(&merged));
            t.path = merged.into();
            t.found.extend(above_root.then_some(Warning::AboveRoot));
        }
        log.value("5.2", "T.query = R.query", r.query);
        t.authority = base.authority.map(Into::into);
        log.value("5.2", "T.authority = Base.authority", base.authority);
    }
    log.value("5.2", "T.scheme = Base.scheme", base.scheme);
    // 5, before its algorithm: only a base that fits `hier-part` suits a relative reference.
    let suits = base.authority.is_some() || base.path.is_empty() || base.path.starts_with('/');
    t.found.extend((!suits).then_some(Warning::UnsuitableBase));
    Ok(Resolved::Target(t))
}

/// Makes the assignments of the first two branches, where all components but the scheme are the
/// reference's.
fn keep_all(r: &Components<'_>, log: &mut StepLog<'_>) {
    log.value("5.2", "T.authority = R.authority", r.authority);
    log.value("5.2", "T.path = R.path", Some(r.path));
    log.value("5.2", "T.query = R.query", r.query);
}

/// The merge routine, steps 1 to 8. Returns also whether segments ".." are left at the beginning.
fn merge(
    base_path: &str,
    r_path: &str,
    above_root: AboveRoot,
    log: &mut StepLog<'_>,
) -> Result<(String, bool), ResolveError> {
    // 1. All but the last segment of the base's path; of an empty path, "/".
    let empty = base_path.is_empty();
    let mut text = if empty { "/" } else { merge::all_but_the_last_segment(base_path) }.to_owned();
    log.value("5.2", "1. all but the last segment of the base", Some(&text));
    // 2. The reference's path.
    text += r_path;
    log.value("5.2", "2. the reference's path", Some(&text));
    buffer::remove_segments(&mut text, ["3.", "4.", "5.", "6."], log);
    // 7. Segments ".." that are left at the beginning: in error, with three ways to go on.
    let left = buffer::settle(&mut text, above_root, "7.", log)?;
    // 8. What remains is the path.
    log.labelled("8.", "the path is what remains", &text);
    Ok((text, left))
}

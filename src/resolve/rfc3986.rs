//! Transform References (RFC 3986, 5.2.2): the pseudocode of the document, with its variable names.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::target::{StepLog, Target};
use super::{ResolveError, dot_segments};
use crate::parts::split::Components;

/// Transforms the reference `r` into the target, relative to `base`.
pub(super) fn transform<'a>(
    base: &Components<'a>,
    r: &Components<'a>,
    strict: bool,
    log: &mut StepLog<'_>,
) -> Result<Target<'a>, ResolveError> {
    // 5.2.1: "Only the scheme component is required to be present in a base URI"
    let base_scheme = base.scheme.ok_or(ResolveError::BaseWithoutScheme)?;

    let mut r_scheme = r.scheme;
    // "A non-strict parser may ignore a scheme in the reference if it is identical to the base
    // URI's scheme." Schemes are the same without regard to case (3.1).
    if !strict && super::same_scheme(r_scheme, base.scheme) {
        r_scheme = None;
        log.line("5.2.2", "undefine(R.scheme)");
    }

    let (t_scheme, t_authority, t_path, t_query);
    if let Some(scheme) = r_scheme {
        log.line("5.2.2", "if defined(R.scheme)");
        t_scheme = scheme;
        log.value("5.2.2", "T.scheme = R.scheme", Some(t_scheme));
        t_authority = r.authority;
        log.value("5.2.2", "T.authority = R.authority", t_authority);
        t_path = remove_dot_segments("T.path = remove_dot_segments(R.path)", r.path, log);
        t_query = r.query;
        log.value("5.2.2", "T.query = R.query", t_query);
    } else {
        if r.authority.is_some() {
            log.line("5.2.2", "if defined(R.authority)");
            t_authority = r.authority;
            log.value("5.2.2", "T.authority = R.authority", t_authority);
            t_path = remove_dot_segments("T.path = remove_dot_segments(R.path)", r.path, log);
            t_query = r.query;
            log.value("5.2.2", "T.query = R.query", t_query);
        } else {
            if r.path.is_empty() {
                log.line("5.2.2", "if (R.path == \"\")");
                t_path = Cow::Borrowed(base.path);
                log.value("5.2.2", "T.path = Base.path", Some(base.path));
                if r.query.is_some() {
                    t_query = r.query;
                    log.value("5.2.2", "T.query = R.query", t_query);
                } else {
                    t_query = base.query;
                    log.value("5.2.2", "T.query = Base.query", t_query);
                }
            } else {
                if r.path.starts_with('/') {
                    log.line("5.2.2", "if (R.path starts-with \"/\")");
                    t_path =
                        remove_dot_segments("T.path = remove_dot_segments(R.path)", r.path, log);
                } else {
                    let merged = dot_segments::merge(base, r.path);
                    log.value("5.2.3", "T.path = merge(Base.path, R.path)", Some(&merged));
                    let assign = "T.path = remove_dot_segments(T.path)";
                    t_path = Cow::Owned(remove_dot_segments(assign, &merged, log).into_owned());
                }
                t_query = r.query;
                log.value("5.2.2", "T.query = R.query", t_query);
            }
            t_authority = base.authority;
            log.value("5.2.2", "T.authority = Base.authority", t_authority);
        }
        t_scheme = base_scheme;
        log.value("5.2.2", "T.scheme = Base.scheme", Some(t_scheme));
    }

    let t_fragment = r.fragment;
    log.value("5.2.2", "T.fragment = R.fragment", t_fragment);

    Ok(Target {
        scheme: t_scheme.into(),
        authority: t_authority.map(Cow::Borrowed),
        path: t_path,
        query: t_query.map(Cow::Borrowed),
        fragment: t_fragment.map(Into::into),
        found: Vec::new(),
        is_done: false,
    })
}

/// Removes dot segments (RFC 3986, 5.2.4), and logs `assign`, the line of the pseudocode that requires this.
fn remove_dot_segments<'a>(
    assign: &'static str,
    path: &'a str,
    log: &mut StepLog<'_>,
) -> Cow<'a, str> {
    if !log.is_on() {
        return dot_segments::remove_dot_segments(path);
    }
    let removed = dot_segments::remove(path, log);
    log.value("5.2.4", assign, Some(&removed));
    Cow::Owned(removed)
}

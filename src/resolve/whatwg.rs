//! Resolution by the URL Standard: the URL parser parses a reference with its base.
//!
//! The target is the result of the URL serializer, split by Appendix B of RFC 3986. The spelling of the base and the
//! reference is lost: even a reference with a scheme may differ from its target. `HTTP://h` becomes `http://h/`.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::ToString;
use alloc::vec::Vec;

use super::target::StepLog;
use super::{ResolveError, Target};
use crate::parse::whatwg::{Url, ValidationError};
use crate::parts::split::{Components, split};

pub(super) fn parse<'a>(
    base: &Components<'_>,
    reference: &Components<'_>,
    log: &mut StepLog<'_>,
) -> Result<Target<'a>, ResolveError> {
    const SECTION: &str = "url-parsing";
    let refused = |error: ValidationError| ResolveError::Refused(error.to_string());
    base.scheme.ok_or(ResolveError::BaseWithoutScheme)?;
    let base = Url::parse(&base.to_string()).map_err(refused)?;
    if log.is_on() {
        log.value(SECTION, "base, parsed and serialized", Some(base.as_str()));
    }
    let reference = reference.to_string();
    let url = if log.is_on() {
        let mut errors = Vec::new();
        let url = Url::trace(
            &reference,
            Some(&base),
            &mut |error| errors.push(error),
            &mut |state, rest| log.value(SECTION, state.name(), Some(rest)),
        );
        for error in &errors {
            log.value("writing", "validation error", Some(&error.to_string()));
        }
        url
    } else {
        base.join(&reference)
    };
    let url = url.map_err(refused)?;
    log.value("url-serializing", "url, serialized", Some(url.as_str()));
    let parts = split(url.as_str());
    let owned = |part: &str| Cow::Owned(part.to_owned());
    Ok(Target {
        scheme: parts.scheme.map(owned).unwrap_or_default(),
        authority: parts.authority.map(owned),
        path: owned(parts.path),
        query: parts.query.map(owned),
        fragment: parts.fragment.map(owned),
        found: Vec::new(),
        is_done: true,
    })
}

/// Returns whether the parser accepts a string without a base.
pub(super) fn is_url(text: &str) -> bool {
    Url::parse(text).is_ok()
}

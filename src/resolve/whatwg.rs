//! The URL Standard, URL parsing: a reference is parsed with its base, by the crate `url`.
//!
//! In: a base and a reference. Out: the target as the URL serializer writes it, whose components are those
//! that Appendix B of RFC 3986 finds. What is forgotten: the spelling of both. The surprising case: the
//! target of a reference with a scheme is not the reference. `HTTP://h` becomes `http://h/`.

use super::trace::StepLog;
use super::{ResolveError, Target};
use crate::split::Components;

#[cfg(feature = "url")]
pub(super) fn parse<'a>(
    base: &Components<'_>,
    reference: &Components<'_>,
    log: &mut StepLog<'_>,
) -> Result<Target<'a>, ResolveError> {
    use alloc::borrow::{Cow, ToOwned};
    use alloc::string::ToString;

    use url::Url;

    use crate::split::split;

    let refused = |error: url::ParseError| ResolveError::Refused(error.to_string());
    base.scheme.ok_or(ResolveError::BaseWithoutScheme)?;
    let base = Url::parse(&base.to_string()).map_err(refused)?;
    log.value("url-parsing", "the base, parsed", Some(base.as_str()));
    let url = base.join(&reference.to_string()).map_err(refused)?;
    log.value("url-parsing", "the reference, parsed with the base", Some(url.as_str()));
    let parts = split(url.as_str());
    let owned = |part: &str| Cow::Owned(part.to_owned());
    Ok(Target {
        scheme: owned(url.scheme()),
        authority: parts.authority.map(owned),
        path: owned(parts.path),
        query: parts.query.map(owned),
        fragment: parts.fragment.map(owned),
        found: alloc::vec::Vec::new(),
        is_done: true,
    })
}

#[cfg(not(feature = "url"))]
pub(super) fn parse<'a>(
    _: &Components<'_>,
    _: &Components<'_>,
    _: &mut StepLog<'_>,
) -> Result<Target<'a>, ResolveError> {
    Err(ResolveError::NeedsUrl)
}

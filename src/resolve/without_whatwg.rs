//! A stand-in for the parser of the URL Standard, in builds without the feature `whatwg`.

use super::target::StepLog;
use super::{ResolveError, Target};
use crate::parts::split::Components;

pub(super) fn parse<'a>(
    _: &Components<'_>,
    _: &Components<'_>,
    _: &mut StepLog<'_>,
) -> Result<Target<'a>, ResolveError> {
    Err(ResolveError::NeedsWhatwg)
}

pub(super) fn is_url(_: &str) -> bool {
    false
}

//! What stands for the URL Standard's parser where the tables of Unicode are missing that it asks.

use super::target::StepLog;
use super::{ResolveError, Target};
use crate::parts::split::Components;

pub(super) fn parse<'a>(
    _: &Components<'_>,
    _: &Components<'_>,
    _: &mut StepLog<'_>,
) -> Result<Target<'a>, ResolveError> {
    Err(ResolveError::NeedsUnicode)
}

pub(super) fn is_url(_: &str) -> bool {
    false
}

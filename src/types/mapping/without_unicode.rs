//! Placeholders for the steps that need Unicode tables. In a build without the tables, no option enables these steps.

use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

use super::{MappingError, Steps};

pub(super) fn nfc(text: &str) -> String {
    text.into()
}

pub(super) fn name(_: &str) -> Option<Range<usize>> {
    None
}

pub(super) fn to_ascii<'i>(
    text: Cow<'i, str>,
    _: Option<Range<usize>>,
    _: &mut Steps<'_>,
) -> Result<Cow<'i, str>, MappingError> {
    Ok(text)
}

pub(super) fn to_unicode<'i>(iri: Cow<'i, str>, _: &mut Steps<'_>) -> Cow<'i, str> {
    iri
}

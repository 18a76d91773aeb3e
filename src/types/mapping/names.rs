//! Conversion of domain names to ASCII and back (RFC 3987, 3.1 and 3.2.1).
//!
//! The operations are those of Unicode's UTS #46; RFC 3987 refers to RFC 3490, which is obsolete.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::ops::Range;

use unicode_normalization::UnicodeNormalization;

use super::{MappingError, Steps};
use crate::parse::iri_reference;
use crate::parts::host::HostKind;
use crate::parts::idna;

pub(super) fn nfc(text: &str) -> String {
    text.nfc().collect()
}

/// Returns the range of the host of an IRI reference, if the host is a name.
#[inline]
pub(super) fn name(text: &str) -> Option<Range<usize>> {
    let spans = iri_reference(text).ok()?.spans;
    let is_name = spans.host == Some(HostKind::RegName) && spans.host_start < spans.host_end;
    is_name.then_some(spans.host_start as usize..spans.host_end as usize)
}

/// Converts the host in the range `name` to ASCII.
#[inline]
pub(super) fn to_ascii<'i>(
    text: Cow<'i, str>,
    name: Option<Range<usize>>,
    steps: &mut Steps<'_>,
) -> Result<Cow<'i, str>, MappingError> {
    let Some(range) = name else { return Ok(text) };
    let host = &text[range.clone()];
    let ascii = idna::to_ascii(host, true).ok_or_else(|| MappingError::Name(host.to_string()))?;
    steps.step("ToASCII", "convert the host to a domain name in ASCII", || ascii.clone());
    Ok(with_host(text, range, &ascii))
}

/// Decodes the Punycode labels of the host, if it is a name.
#[inline]
pub(super) fn to_unicode<'i>(iri: Cow<'i, str>, steps: &mut Steps<'_>) -> Cow<'i, str> {
    let Some(range) = name(&iri) else { return iri };
    let Some(unicode) = idna::to_unicode(&iri[range.clone()]) else { return iri };
    let changed = with_host(iri.clone(), range, &unicode);
    if iri_reference(&changed).is_err() {
        return iri;
    }
    steps.step("ToUnicode", "convert labels in Punycode to characters", || unicode.clone());
    changed
}

#[inline]
fn with_host<'i>(text: Cow<'i, str>, range: Range<usize>, host: &str) -> Cow<'i, str> {
    if &text[range.clone()] == host {
        return text;
    }
    let mut text = text.into_owned();
    text.replace_range(range, host);
    Cow::Owned(text)
}

//! Normalization by the URL Standard: two URLs are equal if their serializations are equal (section URL equivalence).
//!
//! One pass runs the URL parser and the URL serializer. It belongs to the rung `scheme`, since the
//! result depends on the scheme: the host becomes lowercase only if the scheme is special. A string
//! without a scheme, or a string that the parser refuses, stays as it is.

use alloc::borrow::Cow;
use alloc::string::ToString;

use super::draft::ChangeLog;
use crate::editions::Rung;
use crate::parse::whatwg::UrlRecord;
use crate::reference::Reference;

#[inline]
pub(super) fn pass<'i>(
    reference: &Reference<'i>,
    section: &'static str,
    log: &mut ChangeLog<'_>,
) -> Cow<'i, str> {
    let text = reference.as_str();
    let Ok(url) = UrlRecord::parse(text, None) else { return Cow::Borrowed(text) };
    let serialized = url.to_string();
    if serialized == text {
        return Cow::Borrowed(text);
    }
    log.change(Rung::Scheme, section, text, &serialized);
    Cow::Owned(serialized)
}

//! Normalization by the URL Standard: two URLs are equal if their serializations are equal (section URL equivalence).
//!
//! One pass runs the URL parser and the URL serializer. It belongs to the rung `scheme`, since the
//! result depends on the scheme: the host becomes lowercase only if the scheme is special. A string
//! without a scheme, or a string that the parser refuses, stays as it is.

use alloc::borrow::Cow;

use super::draft::ChangeLog;
use crate::editions::Rung;
use crate::parse::whatwg::Url;
use crate::reference::Reference;

#[inline]
pub(super) fn pass<'i>(
    reference: &Reference<'i>,
    section: &'static str,
    log: &mut ChangeLog<'_>,
) -> Cow<'i, str> {
    let text = reference.as_str();
    let Ok(url) = Url::parse(text) else { return Cow::Borrowed(text) };
    if url == *text {
        return Cow::Borrowed(text);
    }
    log.change(Rung::Scheme, section, text, url.as_str());
    Cow::Owned(url.into())
}

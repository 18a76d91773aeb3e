//! Normalization by the URL Standard: two URLs are equal if their serializations are (URL
//! equivalence).
//!
//! One pass does what the URL parser and the URL serializer do, and stands at the rung of schemes, since
//! which rewriting is done depends on whether the scheme is special. A string without a scheme, and one at
//! which the parser fails, stays as it is. The surprising case: the host of a special scheme is lowered, and
//! that of another scheme is not.

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

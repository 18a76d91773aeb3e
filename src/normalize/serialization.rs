//! What the URL Standard takes for equal: URLs whose serializations are the same (URL equivalence).
//!
//! One pass does what the URL parser and the URL serializer do, and stands at the rung of schemes, since
//! which rewriting is done depends on whether the scheme is special. A string without a scheme, and one at
//! which the parser fails, stays as it is. The surprising case: the host of a special scheme is lowered,
//! and that of another scheme is not.

use alloc::borrow::Cow;
use alloc::string::String;

use url::Url;

use super::draft::ChangeLog;
use crate::edition::Rung;
use crate::reference::Reference;

pub(super) fn pass<'i>(
    reference: &Reference<'i>,
    section: &'static str,
    log: &mut ChangeLog<'_>,
) -> Cow<'i, str> {
    let text = reference.as_str();
    match Url::parse(text) {
        Ok(url) if url.as_str() != text => {
            log.change(Rung::Scheme, section, text, url.as_str());
            Cow::Owned(String::from(url))
        }
        _ => Cow::Borrowed(text),
    }
}

//! What the URL Standard takes for equal: URLs whose serializations are the same (URL equivalence).
//!
//! One pass does what the URL parser and the URL serializer do, and stands at the rung of schemes, since
//! which rewriting is done depends on whether the scheme is special. A string without a scheme, and one at
//! which the parser fails, stays as it is. So does a file URL of which the crate `url` takes more away than the
//! standard does. The surprising case: the host of a special scheme is lowered, and that of another scheme is
//! not.

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
        Ok(url) if url.as_str() != text && !departs(reference, &url) => {
            log.change(Rung::Scheme, section, text, url.as_str());
            Cow::Owned(String::from(url))
        }
        _ => Cow::Borrowed(text),
    }
}

/// Whether the crate departs from the standard: before a drive letter it drops the host and empty segments, of
/// which the path state keeps both. `file://h/c:/` and `file:///c:/` are two files.
fn departs(reference: &Reference<'_>, url: &Url) -> bool {
    let is_drive = |segment: &str| matches!(segment.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic());
    if url.scheme() != "file" || !reference.path().split('/').any(is_drive) {
        return false;
    }
    let slashes = |path: &str| path.len() - path.trim_start_matches('/').len();
    let is_named = |host: &str| !host.is_empty() && !host.eq_ignore_ascii_case("localhost");
    let loses_host =
        reference.host().is_some_and(|host| is_named(host.text())) && url.host().is_none();
    loses_host || slashes(url.path()) != slashes(reference.path())
}

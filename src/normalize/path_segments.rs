//! Path Segment Normalization (section 6.2.2.3): dot segments are removed, by section 5.2.4.
//!
//! Not those of a relative path, whose meaning only a base completes; and never so that the path
//! would read as an authority, which section 3.3 bars: `/.` stays before it.

use std::borrow::Cow;

use super::Rung;
use super::draft::{Draft, Log};
use crate::resolve::remove_dot_segments;

pub(super) fn pass(draft: &mut Draft<'_>, log: &mut Log<'_>) {
    let relative = draft.scheme.is_none() && draft.authority.is_none();
    if relative && !draft.path.starts_with('/') {
        return;
    }
    let Cow::Owned(mut path) = remove_dot_segments(&draft.path) else { return };
    if draft.authority.is_none() && path.starts_with("//") {
        path.insert_str(0, "/.");
    }
    if path != draft.path {
        log.change(Rung::PathSegments, "6.2.2.3", &draft.path, &path);
        draft.path = Cow::Owned(path);
    }
}

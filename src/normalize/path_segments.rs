//! Path Segment Normalization (section 6.2.2.3): dot segments are removed, by section 5.2.4.
//!
//! Dot segments of a relative path stay, since only a base completes their meaning; an opaque part
//! has no segments. Where removal would leave a path that reads as an authority, which section 3.3
//! forbids, `/.` stays before the path, unless [`Normalizer::letter`](super::Normalizer::letter) is
//! on. The paths of RFC 8089 begin with one slash, even after an authority (section 2).

use alloc::borrow::Cow;

use super::draft::{ChangeLog, Draft};
use crate::editions::{DotSegments, Ladder, Rung};
#[cfg(feature = "grammars")]
use crate::resolve::merge_dot_segments;
use crate::resolve::remove_dot_segments;

#[inline]
pub(super) fn pass(draft: &mut Draft<'_>, ladder: &Ladder, letter: bool, log: &mut ChangeLog<'_>) {
    let Some((way, section)) = ladder.dot_segments else { return };
    let relative = draft.scheme.is_none() && draft.authority.is_none();
    if draft.is_opaque || relative && !draft.path.starts_with('/') {
        return;
    }
    let removed = match way {
        DotSegments::Remove => remove_dot_segments(&draft.path),
        #[cfg(feature = "grammars")]
        DotSegments::Merge => merge_dot_segments(&draft.path),
    };
    let Cow::Owned(mut path) = removed else { return };
    let bars_slashes = draft.authority.is_none() || ladder.single_slash;
    if !letter && bars_slashes && path.starts_with("//") {
        path.insert_str(0, "/.");
    }
    if path != draft.path {
        log.change(Rung::PathSegments, section, &draft.path, &path);
        draft.path = Cow::Owned(path);
    }
}

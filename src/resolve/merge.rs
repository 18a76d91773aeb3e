//! Merge Paths (section 5.2.3).

use alloc::format;
use alloc::string::String;

use crate::parts::split::Components;

/// Merges a relative-path reference with the path of the base.
pub(super) fn merge(base: &Components<'_>, r_path: &str) -> String {
    // A base with an authority and an empty path: "/" and the reference's path.
    if base.authority.is_some() && base.path.is_empty() {
        return format!("/{r_path}");
    }
    // Otherwise the reference's path after all but the last segment of the base's: what follows its
    // right-most "/" goes, and all of it where there is none.
    format!("{}{r_path}", all_but_the_last_segment(base.path))
}

/// The path without its last segment: all text up to the right-most slash.
pub(super) fn all_but_the_last_segment(path: &str) -> &str {
    path.split_at(path.rfind('/').map_or(0, |slash| slash + 1)).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::split::split;

    #[test]
    fn merge_cuts_after_the_last_slash() {
        assert_eq!(merge(&split("http://h"), "g"), "/g");
        assert_eq!(merge(&split("http://h/"), "g"), "/g");
        assert_eq!(merge(&split("a:b"), "g"), "g");
        assert_eq!(merge(&split("a:b/c"), "../g"), "b/../g");
        assert_eq!(merge(&split("http://h/a/.."), "b"), "/a/b");
        assert_eq!(merge(&split("a:"), "g"), "g");
    }
}

//! Remove Dot Segments (RFC 3986, 5.2.4).
//!
//! The input buffer is a window that moves over the path; the output buffer is a string that grows and is truncated at
//! its end. Each byte enters and leaves the output at most once, and the search for the last `/` reads only the bytes
//! that are then removed. So the time is linear, even for N times `/a` and then N times `/..`, and for N times `../`.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use super::target::StepLog;
use crate::parts::split::Components;

/// Removes the dot segments of a path (RFC 3986, 5.2.4). A path without dot segments is borrowed.
///
/// ```
/// use urispec::remove_dot_segments;
/// assert_eq!(remove_dot_segments("/a/b/c/./../../g"), "/a/g");
/// assert_eq!(remove_dot_segments("mid/content=5/../6"), "mid/6");
/// assert_eq!(remove_dot_segments("/%2e%2e/g"), "/%2e%2e/g");
/// ```
#[must_use]
pub fn remove_dot_segments(path: &str) -> Cow<'_, str> {
    if has_dot_segments(path) {
        Cow::Owned(remove(path, &mut StepLog::off()))
    } else {
        Cow::Borrowed(path)
    }
}

/// Returns whether a path has a complete segment `.` or `..`.
pub(crate) fn has_dot_segments(path: &str) -> bool {
    path.split('/').any(|segment| segment == "." || segment == "..")
}

/// Removes dot segments step by step, with the labels of RFC 3986, 5.2.4.
pub(super) fn remove(path: &str, log: &mut StepLog<'_>) -> String {
    // 1. The input buffer holds the path, the output buffer nothing.
    let mut input = path;
    let mut output = String::with_capacity(path.len());
    log.buffers("1", &output, input);

    // 2. While the input buffer is not empty:
    while !input.is_empty() {
        let label;
        // 2A. A prefix "../" or "./" is removed.
        if let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
            (input, label) = (rest, "2A");
        }
        // 2B. A prefix "/./", or "/." where "." is a complete segment, becomes "/".
        else if input.starts_with("/./") || input == "/." {
            (input, label) = (replace_with_slash(input, "/."), "2B");
        }
        // 2C. A prefix "/../", or "/.." where ".." is a complete segment, becomes "/", and the last
        // segment and its "/", if any, are removed from the output buffer.
        else if input.starts_with("/../") || input == "/.." {
            (input, label) = (replace_with_slash(input, "/.."), "2C");
            output.truncate(output.rfind('/').unwrap_or(0));
        }
        // 2D. A "." or ".." that is all the input buffer holds is removed.
        else if input == "." || input == ".." {
            (input, label) = ("", "2D");
        }
        // 2E. The first segment, with its initial "/" if any, moves to the end of the output
        // buffer.
        else {
            let end = input.bytes().skip(1).position(|byte| byte == b'/');
            let (segment, rest) = input.split_at(end.map_or(input.len(), |end| end + 1));
            output.push_str(segment);
            (input, label) = (rest, "2E");
        }
        log.buffers(label, &output, input);
    }
    // 3. The output buffer is the result.
    output
}

/// Replaces `prefix`, or `prefix` and the "/" after it, with "/".
fn replace_with_slash<'a>(input: &'a str, prefix: &str) -> &'a str {
    if input.len() == prefix.len() { "/" } else { &input[prefix.len()..] }
}

// Merge Paths (section 5.2.3).

/// Merges a relative-path reference with the path of the base.
pub(super) fn merge(base: &Components<'_>, r_path: &str) -> String {
    // A base with an authority and an empty path: "/" and the reference's path.
    if base.authority.is_some() && base.path.is_empty() {
        return format!("/{r_path}");
    }
    // Otherwise the reference's path after all but the last segment of the base's: everything after the right-most "/"
    // is removed, or the whole path if there is no "/".
    format!("{}{r_path}", all_but_the_last_segment(base.path))
}

/// Returns the path without its last segment: the text up to and including the right-most slash.
pub(super) fn all_but_the_last_segment(path: &str) -> &str {
    path.split_at(path.rfind('/').map_or(0, |slash| slash + 1)).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::split::split;

    #[test]
    fn merge_cuts_after_the_last_slash() {
        for (base, reference, merged) in [
            ("http://h", "g", "/g"),
            ("http://h/", "g", "/g"),
            ("a:b", "g", "g"),
            ("a:b/c", "../g", "b/../g"),
            ("http://h/a/..", "b", "/a/b"),
            ("a:", "g", "g"),
        ] {
            assert_eq!(merge(&split(base), reference), merged);
        }
    }
}

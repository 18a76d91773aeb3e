//! The string buffer in which the editions before RFC 3986 merge paths: the removals that
//! section 5.2 of each describes, each of them linear.
//!
//! A segment is complete between slashes, or between one and an end of the buffer. What stands
//! before a first slash that begins the buffer is no segment, so `/../g` has none to remove: that
//! is how the documents' examples read (`../../../g` becomes `http://a/../g`).

use alloc::borrow::Cow;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::dot_segments::has_dot_segments;
use super::trace::StepLog;
use super::{AboveRoot, ResolveError};

/// Makes the four removals in their order, and logs each under its label.
pub(super) fn remove_segments(
    buffer: &mut String,
    labels: [&'static str; 4],
    log: &mut StepLog<'_>,
) {
    type Removal = (&'static str, fn(&mut String));
    let steps: [Removal; 4] = [
        ("\"./\" removed", remove_dots),
        ("a final \".\" removed", remove_final_dot),
        ("\"<segment>/../\" removed", remove_pairs),
        ("a final \"<segment>/..\" removed", remove_final_pair),
    ];
    for (label, (line, remove)) in labels.into_iter().zip(steps) {
        remove(buffer);
        log.labelled(label, line, buffer);
    }
}

/// Makes the four removals on a path alone.
pub(crate) fn merge_dot_segments(path: &str) -> Cow<'_, str> {
    if !has_dot_segments(path) {
        return Cow::Borrowed(path);
    }
    let mut buffer = path.to_owned();
    remove_segments(&mut buffer, [""; 4], &mut StepLog::off());
    Cow::Owned(buffer)
}

/// Handles segments ".." that are left at the beginning, which make the reference an error. Returns
/// whether any of them stay.
pub(super) fn settle(
    buffer: &mut String,
    above_root: AboveRoot,
    label: &'static str,
    log: &mut StepLog<'_>,
) -> Result<bool, ResolveError> {
    let parents = leading_parents(buffer).len();
    if parents == 0 {
        return Ok(false);
    }
    match above_root {
        AboveRoot::Keep => log.labelled(label, "\"..\" above the root kept", buffer),
        AboveRoot::Refuse => return Err(ResolveError::AboveRoot(buffer.clone())),
        AboveRoot::Remove => {
            let start = usize::from(buffer.starts_with('/'));
            buffer.replace_range(start..start + parents, "");
            log.labelled(label, "\"..\" above the root removed", buffer);
        }
    }
    Ok(above_root == AboveRoot::Keep)
}

/// Removes every "./" where "." is a complete segment.
pub(super) fn remove_dots(buffer: &mut String) {
    let (before, last) = divide(buffer);
    let kept = before.split_inclusive('/').filter(|&segment| segment != "./");
    *buffer = kept.chain([last]).collect();
}

/// Removes a final "." that is a complete segment.
pub(super) fn remove_final_dot(buffer: &mut String) {
    if divide(buffer).1 == "." {
        buffer.pop();
    }
}

/// Removes every "<segment>/../" where the segment is complete and not "..", leftmost first, until
/// none is left.
pub(super) fn remove_pairs(buffer: &mut String) {
    let (before, last) = divide(buffer);
    let (mut root, mut kept) = ("", Vec::new());
    for segment in before.split_inclusive('/') {
        if segment == "../" && kept.last().is_some_and(|last| *last != "../") {
            kept.pop();
        } else if segment == "/" && kept.is_empty() && root.is_empty() {
            // What is left begins with a slash, before which there is no segment.
            root = segment;
        } else {
            kept.push(segment);
        }
    }
    *buffer = [root].into_iter().chain(kept).chain([last]).collect();
}

/// Removes a final "<segment>/.." where the segment is complete and not "..".
pub(super) fn remove_final_pair(buffer: &mut String) {
    let Some(before) = divide(buffer).0.strip_suffix('/').filter(|_| buffer.ends_with("/.."))
    else {
        return;
    };
    let start = before.rfind('/').map_or(0, |slash| slash + 1);
    // A slash that begins the buffer has no segment before it.
    if before[start..] != *".." && !(before.is_empty()) {
        buffer.truncate(start);
    }
}

/// The complete segments ".." with which the buffer still begins, after a first slash, as text.
pub(super) fn leading_parents(buffer: &str) -> &str {
    let rest = buffer.strip_prefix('/').unwrap_or(buffer);
    let parents = rest.split_inclusive('/').take_while(|segment| matches!(*segment, ".." | "../"));
    &rest[..parents.map(str::len).sum()]
}

/// Divides a path into the text before the last segment, with its slash, and the last segment.
fn divide(buffer: &str) -> (&str, &str) {
    buffer.split_at(buffer.rfind('/').map_or(0, |slash| slash + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(remove: fn(&mut String), buffer: &str, result: &str) {
        let mut text = buffer.to_owned();
        remove(&mut text);
        assert_eq!(text, result, "{buffer}");
    }

    #[test]
    fn dots() {
        check(remove_dots, "/b/c/./g", "/b/c/g");
        check(remove_dots, "././g", "g");
        check(remove_dots, "/a./.b/.", "/a./.b/.");
        check(remove_final_dot, "/b/c/.", "/b/c/");
        check(remove_final_dot, "/b/c.", "/b/c.");
        check(remove_final_dot, ".", "");
    }

    #[test]
    fn pairs() {
        check(remove_pairs, "/b/c/../g", "/b/g");
        check(remove_pairs, "/b/c/../../../g", "/../g");
        check(remove_pairs, "b/../../g", "../g");
        check(remove_pairs, "/b//../g", "/b/g");
        check(remove_pairs, "a/..//../g", "/../g");
        check(remove_pairs, "/b/c/..", "/b/c/..");
        check(remove_final_pair, "/b/c/..", "/b/");
        check(remove_final_pair, "c/..", "");
        check(remove_final_pair, "/..", "/..");
        check(remove_final_pair, "/../..", "/../..");
        check(remove_final_pair, "/b//..", "/b/");
    }

    #[test]
    fn parents_left_over() {
        assert_eq!(leading_parents("/../../g"), "../../");
        assert_eq!(leading_parents("/.."), "..");
        assert_eq!(leading_parents("../g/../h"), "../");
        assert_eq!(leading_parents("/..g"), "");
    }

    #[test]
    fn long_buffers() {
        let n = 1_000_000;
        check(remove_pairs, &("/a".repeat(n) + &"/..".repeat(n) + "/"), "/");
        check(remove_dots, &"./".repeat(n), "");
    }
}

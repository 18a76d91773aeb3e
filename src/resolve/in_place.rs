//! Removing dot segments without buffers of their own (section 5.2.4): at the end of a string that
//! grows.
//!
//! In: a path, and a string that holds what comes before it. Out: the same string with the path
//! appended as [`remove_dot_segments`](super::remove_dot_segments) leaves it. Where the section has
//! an output buffer and an input buffer that begins with `/`, here that slash is in the string
//! already: so `.` is what is not appended, `..` takes the last segment off, and what lies between
//! two dot segments is copied in one piece.
//!
//! The surprising case: a `..` that takes the only segment of a path without a root leaves a root.
//! `b/../c` becomes `/c`, since 2C takes `b` and leaves the slash after it.

use alloc::string::String;
use core::ops::Range;

use crate::parts::vector::{any_pair, is};

/// Appends `text` without the dot segments of its path, which begins at `path` in `text`. In the
/// target string the path begins at `path_start`; what the target already has of the path ends with
/// `/`, or is empty.
#[inline]
pub(super) fn append(target: &mut String, path_start: usize, text: &str, path: Range<usize>) {
    if may_have_dot_segments(&text.as_bytes()[path.clone()]) {
        append_without(target, path_start, text, path);
    } else {
        target.push_str(text);
    }
}

fn append_without(target: &mut String, path_start: usize, text: &str, path: Range<usize>) {
    let bytes = &text.as_bytes()[..path.end];
    let (mut copied, mut at) = (0, path.start);
    loop {
        if let Some(length) = dot_segment(&bytes[at..]) {
            if copied < at {
                target.push_str(&text[copied..at]);
            }
            if length == "..".len() {
                remove_last_segment(target, path_start);
            }
            // With the slash that follows it, if one does.
            at = path.end.min(at + length + 1);
            copied = at;
        } else if let Some(next) = next_segment_with_dot(&bytes[at..]) {
            at += next;
        } else {
            break;
        }
    }
    target.push_str(&text[copied..]);
}

/// Removes the last segment of the path that begins at `path_start` and reaches to the end of the
/// string. The segment is complete: a slash follows it, and one slash stays.
fn remove_last_segment(target: &mut String, path_start: usize) {
    let path = &target.as_bytes()[path_start..];
    let Some((_, before)) = path.split_last() else { return };
    match before.iter().rposition(|&byte| byte == b'/') {
        Some(slash) => target.truncate(path_start + slash + 1),
        None => {
            target.truncate(path_start);
            target.push('/');
        }
    }
}

/// How many bytes are looked at one by one for the next dot segment.
const NEAR: usize = 8;

/// The length of the first segment, if it is `.` or `..`.
fn dot_segment(path: &[u8]) -> Option<usize> {
    match path {
        [b'.'] | [b'.', b'/', ..] => Some(1),
        [b'.', b'.'] | [b'.', b'.', b'/', ..] => Some(2),
        _ => None,
    }
}

/// The offset of the next segment after the first that begins with a dot.
fn next_segment_with_dot(path: &[u8]) -> Option<usize> {
    let first = |path: &[u8]| path.windows(2).position(|pair| pair == b"/.");
    // Where one follows another, the next is near; else there is seldom one.
    let near = first(&path[..path.len().min(NEAR)]);
    let slash = near.or_else(|| may_have_dot_segments(path).then(|| first(path)).flatten())?;
    Some(slash + 1)
}

/// Whether any segment of a path begins with a dot. Most paths have none, and need no further work.
#[inline]
fn may_have_dot_segments(path: &[u8]) -> bool {
    path.starts_with(b".") || any_pair(path, |a, b| is(a, b'/') & is(b, b'.'))
}

#[cfg(test)]
mod tests {
    use super::super::remove_dot_segments;
    use super::append;

    #[track_caller]
    fn check(path: &str) {
        let mut target = "x/".to_owned();
        append(&mut target, 2, &format!("{path}?./.."), 0..path.len());
        assert_eq!(target, format!("x/{}?./..", remove_dot_segments(path)), "{path}");
    }

    /// Removal in place gives what the transcription of section 5.2.4 gives.
    #[test]
    fn every_short_path() {
        let mut paths = vec![String::new()];
        for _ in 0..8 {
            let longer = |path: &String| ["a", ".", "/"].map(|more| path.clone() + more);
            paths = paths.iter().flat_map(longer).collect();
            paths.iter().for_each(|path| check(path));
        }
        assert_eq!(paths.len(), 3_usize.pow(8));
    }

    #[test]
    fn long_paths() {
        let n = 1_000_000;
        for path in ["/a".repeat(n) + &"/..".repeat(n), "../".repeat(n) + "g", "/./".repeat(n)] {
            check(&path);
        }
    }
}

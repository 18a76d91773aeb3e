//! Comments in the files of grammars.

/// The lines of comment that some lines end with; `text` is that of a line of comment, without its
/// sign.
pub(super) fn comment_at_end<'l>(
    lines: &[&'l str],
    text: impl Fn(&'l str) -> Option<&'l str>,
) -> Vec<&'l str> {
    let mut comment: Vec<_> = lines.iter().rev().map_while(|&line| text(line)).collect();
    comment.reverse();
    comment
}

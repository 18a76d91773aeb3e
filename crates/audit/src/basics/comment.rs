//! Comments in the files of grammars.

/// The lines of comment at the end of `lines`. `text` is the text of a line of comment without its
/// sign, or none for another line.
pub(crate) fn comment_at_end<'l>(
    lines: &[&'l str],
    text: impl Fn(&'l str) -> Option<&'l str>,
) -> Vec<&'l str> {
    let mut comment: Vec<_> = lines.iter().rev().map_while(|&line| text(line)).collect();
    comment.reverse();
    comment
}

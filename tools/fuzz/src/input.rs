//! How bytes are read as the input of a law.

/// The text that the bytes are, if they are UTF-8.
pub(crate) fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// The lines, of which the last may have more lines. A line that is missing is empty. No reference has a
/// line feed, so it can stand between two.
pub(crate) fn lines<const N: usize>(data: &[u8]) -> Option<[&str; N]> {
    let mut lines = text(data)?.splitn(N, '\n');
    Some(std::array::from_fn(|_| lines.next().unwrap_or_default()))
}

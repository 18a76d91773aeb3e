//! How bytes are read as the input of a law.

/// Returns the bytes as text, if they are UTF-8.
pub(crate) fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// Splits text into lines; the last one may contain more lines, and a missing line is empty. No reference contains a line
/// feed, so it can separate two.
pub(crate) fn lines<const N: usize>(data: &[u8]) -> Option<[&str; N]> {
    let mut lines = text(data)?.splitn(N, '\n');
    Some(std::array::from_fn(|_| lines.next().unwrap_or_default()))
}

//! Which lines go on with an example of a header field.
//!
//! In: the lines of a document. Out: for each, whether it does. `realm="x",` below `Authorization: Digest` is a
//! parameter, though it looks like a production.

use super::lines::{Line, Lines};

/// Whether each line goes on with an example of a header field: it stands deeper than a line
/// `Name: value`, with no empty line between them but the end of a page.
pub(super) fn fields(lines: &Lines<'_>) -> Vec<bool> {
    let (mut field, mut place) = (None, None);
    let is_within = |line: &Line<'_>| {
        let is_new =
            place.replace((line.container, line.section)) != Some((line.container, line.section));
        if is_new || line.is_blank() && !line.is_page_end {
            field = None;
        }
        if line.is_blank() {
            return false;
        }
        let is_within = field.is_some_and(|indent| line.indent() > indent);
        if !is_within {
            field = is_field(&line.text).then(|| line.indent());
        }
        is_within
    };
    lines.lines.iter().map(is_within).collect()
}

/// Whether the line has the name and the value of a header field, `Link: </>; rel="next";`.
fn is_field(line: &str) -> bool {
    let Some((name, value)) = line.trim_start().split_once(':') else { return false };
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(is_name)
        && value.starts_with([' ', '\t'])
        && !value.trim().is_empty()
}

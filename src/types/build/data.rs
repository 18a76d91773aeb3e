//! Encodes data as the text of a path or a query.
//!
//! The text splits into as many segments or pairs as were given, each of which decodes to its data. `.` and `..` are
//! refused: `.` is unreserved, so that `%2E%2E` is equivalent to `..` (section 6.2.2.2), and resolution removes both.

use alloc::string::String;
use core::borrow::Borrow;

use super::BuildError;
use crate::parts::percent::Keep;
use crate::types::letters::Letters;

/// Appends a segment to a text.
pub(in crate::types) fn push_segment<L: Letters>(
    text: &mut String,
    data: &str,
    keep: Keep,
) -> Result<(), BuildError> {
    if matches!(data, "." | "..") {
        return Err(BuildError::DotSegment);
    }
    text.push_str(&L::encode(data, keep));
    Ok(())
}

/// Returns the path of some segments, each with a `/` before it.
pub(in crate::types) fn path<L: Letters, S: AsRef<str>>(
    segments: impl IntoIterator<Item = S>,
) -> Result<String, BuildError> {
    let mut path = String::new();
    for segment in segments {
        path.push('/');
        push_segment::<L>(&mut path, segment.as_ref(), Keep::Segment)?;
    }
    Ok(path)
}

/// Appends a pair to a query: `key=value`, or `key` without a value. All pairs but the first are preceded by `&`.
pub(in crate::types) fn push_pair<L: Letters>(
    query: &mut String,
    is_first: bool,
    key: &str,
    value: Option<&str>,
) {
    if !is_first {
        query.push('&');
    }
    query.push_str(&L::encode(key, Keep::Unreserved));
    if let Some(value) = value {
        query.push('=');
        query.push_str(&L::encode(value, Keep::Unreserved));
    }
}

/// Returns the query of some pairs, or `None` without pairs.
pub(in crate::types) fn query<L, I, K, V>(pairs: I) -> Option<String>
where
    L: Letters,
    I: IntoIterator,
    I::Item: Borrow<(K, V)>,
    K: AsRef<str>,
    V: AsRef<str>,
{
    let mut query = None;
    for pair in pairs {
        let (key, value) = pair.borrow();
        let is_first = query.is_none();
        let query = query.get_or_insert_default();
        push_pair::<L>(query, is_first, key.as_ref(), Some(value.as_ref()));
    }
    query
}

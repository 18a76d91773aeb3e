//! Explains each string that is not a reference: the message, and its details.
//!
//! Each detail has its own column: the cause to count, the offset at which to cut the string, and the section to read.
//! A row is null where the string is null or a reference.
//!
//! The offset is the first byte at which the string can no longer be a reference, which may come late.
//! The error in `http://h:80a/` is at the last `/`: before it, the string could still become
//! `http://h:80a@host/`.

use std::sync::Arc;

use arrow_array::builder::UInt64Builder;
use arrow_array::{Array, ArrayRef};
use urispec::{Edition, Explanation, ParseError};

use crate::ColumnError;
use crate::texts::{InvalidBytes, TextWriter, Texts, map_texts, wrong};

/// Explains each invalid string in a sentence with the byte and the section. A row is null where the
/// string is null or a reference of the edition.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urispec::Edition;
/// let urls = StringArray::from(vec!["http://h/", "http://h:x/"]);
/// let errors = urispec_columns::error(&urls, Edition::Rfc3986)?;
/// let expected = [None, Some("at byte 9: a port contains only digits (RFC 3986, 3.2.3)")];
/// assert!(errors.as_string::<i32>().iter().eq(expected));
/// # Ok::<(), urispec_columns::ColumnError>(())
/// ```
///
/// # Errors
///
/// [`ColumnError::Type`] if the column is not text, [`ColumnError::TooLong`] if the sentences do not fit
/// into one array.
pub fn error(column: &dyn Array, edition: Edition) -> Result<ArrayRef, ColumnError> {
    use std::fmt::Write;
    map_texts(column, |texts| {
        let mut writer = TextWriter::for_texts(texts);
        let mut sentence = String::new();
        for row in texts.rows() {
            let message = error_in_row(texts, row?, edition).map(|wrong| {
                sentence.clear();
                // Writing to a string does not fail.
                let _ = write!(sentence, "{}", wrong.error);
                sentence.as_str()
            });
            writer.push(message)?;
        }
        Ok(writer.finish())
    })
}

/// Returns the id of the cause of each error, such as `port-digits`: see [`urispec::Cause`]. A row is
/// null where the string is null or a reference of the edition, and where the cause is unknown.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urispec::Edition;
/// let urls = StringArray::from(vec!["http://h/", "http://h:x/", "a b"]);
/// let causes = urispec_columns::cause(&urls, Edition::Rfc3986)?;
/// assert!(causes.as_string::<i32>().iter().eq([None, Some("port-digits"), Some("space")]));
/// # Ok::<(), urispec_columns::ColumnError>(())
/// ```
///
/// # Errors
///
/// The errors of [`error()`].
pub fn cause(column: &dyn Array, edition: Edition) -> Result<ArrayRef, ColumnError> {
    explained(column, edition, |explanation| Some(explanation.cause()?.id()))
}

/// Returns the section of the specification that each string violates, such as `3.2.3`. A row is null
/// where the string is null or a reference of the edition, and where the bytes are not UTF-8.
///
/// # Errors
///
/// The errors of [`error()`].
pub fn section(column: &dyn Array, edition: Edition) -> Result<ArrayRef, ColumnError> {
    explained(column, edition, |explanation| match explanation.cause() {
        Some(cause) => Some(cause.section()),
        None => Some(explanation.section()),
    })
}

/// Returns the number of bytes before the error in each string (UInt64). A row is null where the string
/// is null or a reference of the edition, and where the error is not at a single byte.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray, types::UInt64Type};
/// use urispec::Edition;
/// let iris = StringArray::from(vec!["//h/", "//é/a b"]);
/// let bytes = urispec_columns::byte_offset(&iris, Edition::Rfc3987)?;
/// assert!(bytes.as_primitive::<UInt64Type>().iter().eq([None, Some(6)]));
/// let characters = urispec_columns::offset(&iris, Edition::Rfc3987)?;
/// assert!(characters.as_primitive::<UInt64Type>().iter().eq([None, Some(5)]));
/// # Ok::<(), urispec_columns::ColumnError>(())
/// ```
///
/// # Errors
///
/// [`ColumnError::Type`] if the column is not text.
pub fn byte_offset(column: &dyn Array, edition: Edition) -> Result<ArrayRef, ColumnError> {
    numbers(column, edition, |_, bytes| bytes)
}

/// Returns the number of characters before the [`byte_offset`] (UInt64). In an edition of ASCII only, it
/// equals the number of bytes.
///
/// # Errors
///
/// [`ColumnError::Type`] if the column is not text.
pub fn offset(column: &dyn Array, edition: Edition) -> Result<ArrayRef, ColumnError> {
    numbers(column, edition, |text, bytes| match text.get(..bytes) {
        Some(before) => before.chars().count(),
        None => text.chars().count(),
    })
}

/// Returns the error of a row, or `None` if the row is null or valid.
fn error_in_row<'a>(texts: Texts<'a>, row: usize, edition: Edition) -> Option<InvalidBytes<'a>> {
    match texts.is_null(row) {
        true => None,
        false => wrong(edition, texts.bytes(row)),
    }
}

fn explained(
    column: &dyn Array,
    edition: Edition,
    fact: impl Fn(&Explanation) -> Option<&'static str>,
) -> Result<ArrayRef, ColumnError> {
    map_texts(column, |texts| {
        let mut writer = TextWriter::for_texts(texts);
        for row in texts.rows() {
            let explanation =
                error_in_row(texts, row?, edition).and_then(|wrong| match wrong.error {
                    ParseError::Syntax(error) => error.explain(wrong.text),
                    _ => None,
                });
            writer.push(explanation.as_ref().and_then(&fact))?;
        }
        Ok(writer.finish())
    })
}

fn numbers(
    column: &dyn Array,
    edition: Edition,
    number: impl Fn(&str, usize) -> usize,
) -> Result<ArrayRef, ColumnError> {
    map_texts(column, |texts| {
        let mut numbers = UInt64Builder::with_capacity(texts.len());
        for row in texts.rows() {
            let wrong = error_in_row(texts, row?, edition);
            let found = wrong.and_then(|wrong| Some(number(wrong.text, wrong.error.offset()?)));
            numbers.append_option(found.map(|number| number as u64));
        }
        Ok(Arc::new(numbers.finish()))
    })
}

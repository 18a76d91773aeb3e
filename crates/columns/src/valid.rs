//! Whether each string is a reference, and what is wrong with those that are not.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, BooleanArray};
use arrow_buffer::BooleanBuffer;
use urispec::Edition;

use crate::ColumnError;
use crate::out::TextWriter;
use crate::reader::{self, read};
use crate::texts::ask;

/// Whether each string is a reference of the edition: derived by one of its productions for whole
/// strings. A null stays null, and bytes that are no UTF-8 are no reference.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urispec::Edition;
/// let urls = StringArray::from(vec![Some("http://h/"), Some("a b"), None]);
/// let valid = urispec_columns::valid(&urls, Edition::Rfc3986)?;
/// assert!(valid.as_boolean().iter().eq([Some(true), Some(false), None]));
/// # Ok::<(), urispec_columns::ColumnError>(())
/// ```
///
/// # Errors
///
/// [`ColumnError::Type`] where the column holds no text.
pub fn valid(column: &dyn Array, edition: Edition) -> Result<ArrayRef, ColumnError> {
    ask(column, |texts| {
        let valid = |row| texts.text(row).is_some_and(|text| read(edition, text).is_ok());
        let values = BooleanBuffer::collect_bool(texts.len(), valid);
        Ok(Arc::new(BooleanArray::new(values, texts.nulls().cloned())))
    })
}

/// What is wrong with each string, as a sentence with the byte and the section. A row is null where
/// the string is null or a reference of the edition.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urispec::Edition;
/// let urls = StringArray::from(vec!["http://h/", "http://h:x/"]);
/// let errors = urispec_columns::error(&urls, Edition::Rfc3986)?;
/// let expected = [None, Some("at byte 9: a port holds digits only (3.2.3)")];
/// assert!(errors.as_string::<i32>().iter().eq(expected));
/// # Ok::<(), urispec_columns::ColumnError>(())
/// ```
///
/// # Errors
///
/// [`ColumnError::Type`] where the column holds no text, [`ColumnError::TooLong`] where the sentences
/// do not fit into one array.
pub fn error(column: &dyn Array, edition: Edition) -> Result<ArrayRef, ColumnError> {
    use std::fmt::Write;
    ask(column, |texts| {
        let mut writer = TextWriter::of_texts(texts);
        let mut sentence = String::new();
        for row in 0..texts.len() {
            let wrong = match texts.is_null(row) {
                true => None,
                false => reader::error(edition, texts.bytes(row)),
            };
            let said = wrong.map(|wrong| {
                sentence.clear();
                // Writing to a string does not fail.
                let _ = write!(sentence, "{wrong}");
                sentence.as_str()
            });
            writer.push(said)?;
        }
        Ok(writer.finish())
    })
}

//! The normal form of each string.

use arrow_array::{Array, ArrayRef};
use urispec::{Edition, Normalizer, Rung};

use crate::ColumnError;
use crate::out::TextWriter;
use crate::texts::{ask, read};

/// The normal form of each string up to a rung, by what the edition licenses. A row is null if the
/// string is null or no reference of the edition.
///
/// A relative reference is normalized as far as its base cannot matter: resolve it first.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urispec::{Edition, Rung};
/// let urls = StringArray::from(vec!["HTTP://h:80/%7Ea/./b", "a b"]);
/// let normal = urispec_columns::normalize(&urls, Rung::Scheme, Edition::Rfc3986)?;
/// assert!(normal.as_string::<i32>().iter().eq([Some("http://h/~a/b"), None]));
/// # Ok::<(), urispec_columns::ColumnError>(())
/// ```
///
/// # Errors
///
/// [`ColumnError::Type`] where the column holds no text, [`ColumnError::TooLong`] where the normal
/// forms do not fit into one array.
pub fn normalize(column: &dyn Array, to: Rung, edition: Edition) -> Result<ArrayRef, ColumnError> {
    let normalizer = Normalizer::from_edition(edition).to(to);
    ask(column, |texts| {
        let mut writer = TextWriter::of_parts(texts);
        for row in texts.rows() {
            let row = row?;
            let text = texts.text(row);
            let reference = text.and_then(|text| read(edition, text).ok());
            match reference.map(|reference| normalizer.normalize(reference)) {
                Some(normal) if normal.is_unchanged() => {
                    writer.push_part(row, text.unwrap_or_default().as_bytes(), text)?;
                }
                Some(normal) => writer.push(Some(normal.as_str()))?,
                None => writer.push(None)?,
            }
        }
        Ok(writer.finish())
    })
}

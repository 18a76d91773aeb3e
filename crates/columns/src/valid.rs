//! Whether each string is a reference, or a member of a production.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, BooleanArray};
use arrow_buffer::BooleanBuffer;
use urispec::{Edition, Recognizer};

use crate::ColumnError;
use crate::reader::read;
use crate::texts::{Texts, ask};

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
        said(texts, |row| texts.text(row).is_some_and(|text| read(edition, text).is_ok()))
    })
}

/// Whether the production derives each string. A null stays null. Bytes need not be UTF-8: the
/// production of an edition of octets may derive others.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urispec::Edition;
/// let urls = StringArray::from(vec!["http://h/", "//h/", "urn:a:b"]);
/// let uris = urispec_columns::accepted(&urls, &Edition::Rfc3986.production("URI")?)?;
/// assert!(uris.as_boolean().iter().eq([Some(true), Some(false), Some(true)]));
/// let http = urispec_columns::accepted(&urls, &Edition::Rfc9110.production("http-URI")?)?;
/// assert!(http.as_boolean().iter().eq([Some(true), Some(false), Some(false)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`ColumnError::Type`] where the column holds no text.
pub fn accepted(column: &dyn Array, production: &Recognizer) -> Result<ArrayRef, ColumnError> {
    ask(column, |texts| {
        said(texts, |row| !texts.is_null(row) && production.accepts(texts.bytes(row)))
    })
}

/// What is said of each row, null where the row is.
fn said(texts: Texts<'_>, of: impl Fn(usize) -> bool) -> Result<ArrayRef, ColumnError> {
    let (mut rows, mut end) = (texts.rows(), Ok(()));
    // 64 answers are packed at a time. Once the work is stopped, no row is asked any more.
    let values = BooleanBuffer::collect_bool(texts.len(), |_| {
        end.is_ok()
            && rows.next().is_some_and(|row| {
                row.map(&of).unwrap_or_else(|stop| {
                    end = Err(stop);
                    false
                })
            })
    });
    end?;
    Ok(Arc::new(BooleanArray::new(values, texts.nulls().cloned())))
}

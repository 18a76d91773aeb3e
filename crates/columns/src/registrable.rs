//! Extracts the registrable domain of each host, by the public suffix list.

use arrow_array::{Array, ArrayRef};
use urispec::Edition;
use urispec_domains::registrable_domain;

use crate::ColumnError;
use crate::texts::{TextWriter, map_texts, read};

/// Extracts the registrable domain of the host of each string, such as `example.co.uk`, by
/// [`urispec_domains::PUBLIC_SUFFIX_LIST`].
///
/// A row is null if the string is null or not a reference of the edition, if it has no host, or if
/// the host has no registrable domain: see [`registrable_domain`].
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urispec::Edition;
/// let urls = StringArray::from(vec!["http://www.example.co.uk/", "http://co.uk", "http://[::1]/"]);
/// let found = urispec_columns::registrable(&urls, Edition::Rfc3986)?;
/// assert!(found.as_string::<i32>().iter().eq([Some("example.co.uk"), None, None]));
/// # Ok::<(), urispec_columns::ColumnError>(())
/// ```
///
/// # Errors
///
/// [`ColumnError::Type`] if the column is not text.
pub fn registrable(column: &dyn Array, edition: Edition) -> Result<ArrayRef, ColumnError> {
    map_texts(column, |texts| {
        let mut writer = TextWriter::for_parts(texts);
        for row in texts.rows() {
            let row = row?;
            let text = texts.text(row);
            let reference = text.and_then(|text| read(edition, text).ok());
            let host = reference.and_then(|reference| reference.host());
            let domain = host.and_then(|host| registrable_domain(host.as_str()));
            writer.push_part(row, text.unwrap_or_default().as_bytes(), domain)?;
        }
        Ok(writer.finish())
    })
}

//! The registrable domain of each host: the part that somebody registered, by the public suffix list.

use arrow_array::{Array, ArrayRef};
use urispec::Edition;
use urispec_domains::registrable_domain;

use crate::ColumnError;
use crate::texts::{TextWriter, ask, read};

/// The registrable domain of the host of each string, such as `example.co.uk`, by
/// [`urispec_domains::PUBLIC_SUFFIX_LIST`].
///
/// A row is null if the string is null, if it is no reference of the edition, and if there is no host
/// or the host has no registrable domain: see [`registrable_domain`].
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
/// [`ColumnError::Type`] where the column holds no text.
pub fn registrable(column: &dyn Array, edition: Edition) -> Result<ArrayRef, ColumnError> {
    ask(column, |texts| {
        let mut writer = TextWriter::of_parts(texts);
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

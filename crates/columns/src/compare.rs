//! The rung at which each two strings meet.

use arrow_array::{ArrayRef, Datum};
use urispec::{Edition, Normalizer, compare_with};

use crate::ColumnError;
use crate::out::TextWriter;
use crate::pair::{Last, Pair};
use crate::reader::read;

/// The name of the lowest rung at which each two strings are equivalent, such as `path-segments`, as
/// a column of the text of `a`.
///
/// A row is null if nothing that the edition licenses makes the two equivalent, and if either is null
/// or no reference of the edition.
///
/// ```
/// use arrow_array::{StringArray, cast::AsArray};
/// use urispec::Edition;
/// let a = StringArray::from(vec!["http://h/", "http://h/%7E", "http://h/a"]);
/// let b = StringArray::from(vec!["http://H:80", "http://h/~", "http://h/b"]);
/// let rungs = urispec_columns::compare(&a, &b, Edition::Rfc3986)?;
/// assert!(rungs.as_string::<i32>().iter().eq([Some("scheme"), Some("percent-encoding"), None]));
/// # Ok::<(), urispec_columns::ColumnError>(())
/// ```
///
/// # Errors
///
/// [`ColumnError::Type`] where a column holds no text, [`ColumnError::Lengths`].
pub fn compare(a: &dyn Datum, b: &dyn Datum, edition: Edition) -> Result<ArrayRef, ColumnError> {
    let normalizer = Normalizer::from_edition(edition);
    let pair = Pair::of(a, b)?;
    let (a, b) = pair.sides()?;
    let mut writer = TextWriter::of_texts(a.texts);
    let (mut last_a, mut last_b) = (Last::none(), Last::none());
    for row in pair.rows() {
        let row = row?;
        let a = last_a.made(a.text(row), |text| read(edition, text).ok());
        let b = last_b.made(b.text(row), |text| read(edition, text).ok());
        let rung = a.zip(b).and_then(|(a, b)| compare_with(&normalizer, a, b).rung());
        writer.push(rung.map(|rung| rung.name()))?;
    }
    Ok(writer.finish())
}

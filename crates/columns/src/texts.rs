//! Columns of text: reading rows of any layout, and writing results.
//!
//! The input is an array of text, of bytes that should be UTF-8, or a dictionary or run-end encoding of
//! these. Each distinct value of an encoding is processed once, and the results are expanded to the
//! rows. Rows are not copied. A column of the type `Null` has no values, and each of its rows is null.
//!
//! A slice of ten rows may have a dictionary of a million values. In that case the ten strings are
//! materialized first.

use std::sync::Arc;

use arrow_array::builder::{GenericStringBuilder, StringViewBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::RunEndIndexType;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, BooleanArray, LargeBinaryArray,
    LargeStringArray, OffsetSizeTrait, RunArray, StringArray, StringViewArray, UInt8Array,
    UInt64Array, downcast_run_array,
};
use arrow_buffer::{ArrowNativeType, BooleanBuffer, Buffer, NullBuffer};
use arrow_data::{ByteView, MAX_INLINE_VIEW_LEN};
use arrow_schema::DataType;
use arrow_select::take::take;
use urispec::{Edition, ParseError, Recognizer, Reference, UriRef};

use crate::error::Interrupted;
use crate::{ColumnError, error};

/// The rows of a column as strings.
#[derive(Clone, Copy)]
pub(crate) enum Texts<'a> {
    Utf8(&'a StringArray),
    LargeUtf8(&'a LargeStringArray),
    Utf8View(&'a StringViewArray),
    Binary(&'a BinaryArray),
    LargeBinary(&'a LargeBinaryArray),
    BinaryView(&'a BinaryViewArray),
}

impl<'a> Texts<'a> {
    /// Returns the rows of a column without dictionary or run-end encoding.
    pub(crate) fn new(column: &'a dyn Array) -> Result<Self, ColumnError> {
        Ok(match column.data_type() {
            DataType::Utf8 => Self::Utf8(column.as_string()),
            DataType::LargeUtf8 => Self::LargeUtf8(column.as_string()),
            DataType::Utf8View => Self::Utf8View(column.as_string_view()),
            DataType::Binary => Self::Binary(column.as_binary()),
            DataType::LargeBinary => Self::LargeBinary(column.as_binary()),
            DataType::BinaryView => Self::BinaryView(column.as_binary_view()),
            other => return Err(ColumnError::Type(other.clone())),
        })
    }

    fn array(self) -> &'a dyn Array {
        match self {
            Self::Utf8(array) => array,
            Self::LargeUtf8(array) => array,
            Self::Utf8View(array) => array,
            Self::Binary(array) => array,
            Self::LargeBinary(array) => array,
            Self::BinaryView(array) => array,
        }
    }

    pub(crate) fn len(self) -> usize {
        self.array().len()
    }

    /// Iterates over the row numbers, until the work is interrupted.
    pub(crate) fn rows(self) -> impl Iterator<Item = Result<usize, Interrupted>> {
        error::rows(self.len())
    }

    pub(crate) fn nulls(self) -> Option<&'a NullBuffer> {
        self.array().nulls()
    }

    pub(crate) fn is_null(self, row: usize) -> bool {
        self.array().is_null(row)
    }

    /// Returns the bytes of a row, even if the row is null.
    #[inline]
    pub(crate) fn bytes(self, row: usize) -> &'a [u8] {
        match self {
            Self::Utf8(array) => array.value(row).as_bytes(),
            Self::LargeUtf8(array) => array.value(row).as_bytes(),
            Self::Utf8View(array) => array.value(row).as_bytes(),
            Self::Binary(array) => array.value(row),
            Self::LargeBinary(array) => array.value(row),
            Self::BinaryView(array) => array.value(row),
        }
    }

    /// Returns the string of a row, or `None` if the row is null or its bytes are not UTF-8.
    #[inline]
    pub(crate) fn text(self, row: usize) -> Option<&'a str> {
        if self.is_null(row) {
            return None;
        }
        match self {
            Self::Utf8(array) => Some(array.value(row)),
            Self::LargeUtf8(array) => Some(array.value(row)),
            Self::Utf8View(array) => Some(array.value(row)),
            bytes => str::from_utf8(bytes.bytes(row)).ok(),
        }
    }
}

/// Returns the type of text results for a column type.
///
/// Text gives text of the same type. Bytes give text of the same layout. Dictionaries and run-end
/// encodings give the type for their values, and the type `Null` gives `Utf8`.
///
/// # Errors
///
/// [`ColumnError::Type`] if the column is not text.
pub fn text_type(column: &DataType) -> Result<DataType, ColumnError> {
    Ok(match column {
        DataType::Utf8 | DataType::Binary | DataType::Null => DataType::Utf8,
        DataType::LargeUtf8 | DataType::LargeBinary => DataType::LargeUtf8,
        DataType::Utf8View | DataType::BinaryView => DataType::Utf8View,
        DataType::Dictionary(_, values) => return text_type(values),
        DataType::RunEndEncoded(_, values) => return text_type(values.data_type()),
        other => return Err(ColumnError::Type(other.clone())),
    })
}

/// The values of an encoded column, and the index of the value of each row.
struct Encoded {
    values: ArrayRef,
    /// Indices of any integer type, null where the row is null.
    keys: ArrayRef,
}

impl Encoded {
    fn new(column: &dyn Array) -> Option<Self> {
        if let Some(dictionary) = column.as_any_dictionary_opt() {
            let keys = dictionary.keys();
            return Some(Self {
                values: dictionary.values().clone(),
                keys: keys.slice(0, keys.len()),
            });
        }
        if *column.data_type() == DataType::Null {
            let values = Arc::new(StringArray::new_null(0));
            return Some(Self { values, keys: Arc::new(UInt8Array::new_null(column.len())) });
        }
        downcast_run_array! {
            column => Some(Self::from_runs(column)),
            _ => None,
        }
    }

    fn from_runs<R: RunEndIndexType>(runs: &RunArray<R>) -> Self {
        let mut keys: Vec<u64> = Vec::with_capacity(runs.len());
        for (run, end) in (0..).zip(runs.run_ends().sliced_values()) {
            keys.resize(end.as_usize(), run);
        }
        Self { values: runs.values_slice(), keys: Arc::new(UInt64Array::from(keys)) }
    }

    fn expanded(&self) -> Result<ArrayRef, ColumnError> {
        Ok(take(&self.values, &self.keys, None)?)
    }
}

/// Applies a function to the strings of a column, once for each distinct value of an encoded column, and returns a
/// result for each row.
pub(crate) fn map_texts(
    column: &dyn Array,
    function: impl Fn(Texts<'_>) -> Result<ArrayRef, ColumnError>,
) -> Result<ArrayRef, ColumnError> {
    map_dyn(column, &function)
}

fn map_dyn(
    column: &dyn Array,
    function: &dyn Fn(Texts<'_>) -> Result<ArrayRef, ColumnError>,
) -> Result<ArrayRef, ColumnError> {
    match Encoded::new(column) {
        None => function(Texts::new(column)?),
        Some(encoded) if encoded.values.len() <= encoded.keys.len() => {
            Ok(take(&map_dyn(&encoded.values, function)?, &encoded.keys, None)?)
        }
        Some(encoded) => map_dyn(&encoded.expanded()?, function),
    }
}

/// Expands an encoded column, so that each row contains its value.
pub(crate) fn expanded(column: &dyn Array) -> Result<ArrayRef, ColumnError> {
    text_type(column.data_type())?;
    match Encoded::new(column) {
        Some(encoded) => expanded(&encoded.expanded()?),
        None => Ok(column.slice(0, column.len())),
    }
}

/// Reads a string as a reference of an edition.
#[inline]
pub(crate) fn read(edition: Edition, text: &str) -> Result<Reference<'_>, ParseError> {
    match edition {
        // This path builds no tree and looks nothing up.
        Edition::Rfc3986 => UriRef::parse(text).map(|reference| *reference),
        edition => Reference::parse(edition, text),
    }
}

/// The error for bytes that are not a reference.
pub(crate) struct InvalidBytes<'a> {
    pub(crate) error: ParseError,
    /// The text that the error refers to: for bytes that are not UTF-8, the valid prefix.
    pub(crate) text: &'a str,
}

/// The strings that are valid in a column: the references of an edition, as for [`valid`], or the strings of one
/// production, as for [`accepted`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ValidStrings<'a> {
    /// The references of an edition.
    References(Edition),
    /// The strings of a production.
    Production(&'a Recognizer),
}

impl From<Edition> for ValidStrings<'_> {
    fn from(edition: Edition) -> Self {
        Self::References(edition)
    }
}

impl<'a> From<&'a Recognizer> for ValidStrings<'a> {
    fn from(production: &'a Recognizer) -> Self {
        Self::Production(production)
    }
}

/// Returns the error if bytes are not one of the valid strings.
pub(crate) fn wrong<'t>(valid: ValidStrings<'_>, bytes: &'t [u8]) -> Option<InvalidBytes<'t>> {
    let (text, is_whole) = match str::from_utf8(bytes) {
        Ok(text) => (text, true),
        Err(error) => (str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(), false),
    };
    let error = match valid {
        ValidStrings::References(edition) => read(edition, text).err(),
        // A grammar of octets may derive bytes that are not UTF-8.
        ValidStrings::Production(production) if !is_whole && production.accepts(bytes) => {
            return None;
        }
        ValidStrings::Production(production) => production.check(text).err().map(ParseError::from),
    };
    // The valid prefix may already contain an error.
    let is_before = |error: &ParseError| error.offset().is_some_and(|offset| offset < text.len());
    let error = match is_whole {
        true => error?,
        false => error.filter(is_before).unwrap_or(ParseError::NotUtf8(text.len())),
    };
    Some(InvalidBytes { error, text })
}

/// Returns whether each string is a reference of the edition, derived by one of its productions for
/// whole strings. A null gives null, and bytes that are not UTF-8 are not a reference.
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
/// [`ColumnError::Type`] if the column is not text.
pub fn valid(column: &dyn Array, edition: Edition) -> Result<ArrayRef, ColumnError> {
    map_texts(column, |texts| {
        flags(texts, |row| texts.text(row).is_some_and(|text| read(edition, text).is_ok()))
    })
}

/// Returns whether the production derives each string. A null gives null. Bytes need not be UTF-8: in an edition whose
/// grammar describes octets, a production may derive other bytes.
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
/// [`ColumnError::Type`] if the column is not text.
pub fn accepted(column: &dyn Array, production: &Recognizer) -> Result<ArrayRef, ColumnError> {
    map_texts(column, |texts| {
        flags(texts, |row| !texts.is_null(row) && production.accepts(texts.bytes(row)))
    })
}

/// Computes a boolean for each row, null where the row is null.
fn flags(texts: Texts<'_>, of: impl Fn(usize) -> bool) -> Result<ArrayRef, ColumnError> {
    let (mut rows, mut end) = (texts.rows(), Ok(()));
    // `collect_bool` packs 64 results at a time. After an interruption, no further row is processed.
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

// Writing results: a column of text of the same layout as the input column.
//
// If both columns are views, a text that is part of its row is not copied: the result shares the buffers
// of the input. However, a few hosts would keep whole URLs alive and be sent with them, so if less than
// a quarter of the buffers is used, the used part is copied at the end.
//
// Results such as targets may be longer than the input. If they do not fit into one array of their type,
// that is an error, not a panic.

/// The maximum ratio of the size of the shared buffers to the size of their used parts. Polars uses the same ratio.
const SPARSE: usize = 4;

/// A writer of a column of text, row by row.
pub(crate) enum TextWriter<'a> {
    Utf8(GenericStringBuilder<i32>),
    LargeUtf8(GenericStringBuilder<i64>),
    Utf8View(Views<'a>),
}

/// A writer of views, which may refer to the buffers of the input column.
pub(crate) struct Views<'a> {
    builder: StringViewBuilder,
    /// The views of the input column, if its buffers are shared.
    shared: Option<&'a [u128]>,
}

impl<'a> TextWriter<'a> {
    /// Returns a writer for texts that are parts of the input rows, or whole rows.
    pub(crate) fn for_parts(column: Texts<'a>) -> Self {
        let mut writer = Self::for_texts(column);
        if let Self::Utf8View(views) = &mut writer {
            match column {
                Texts::Utf8View(array) => views.share(array.views(), array.data_buffers()),
                Texts::BinaryView(array) => views.share(array.views(), array.data_buffers()),
                _ => {}
            }
        }
        writer
    }

    /// Returns a writer for texts that do not occur in the input column.
    pub(crate) fn for_texts(column: Texts<'a>) -> Self {
        // A low guess, since excess capacity would never be freed.
        let (rows, bytes) = (column.len(), column.len().saturating_mul(8));
        match column {
            Texts::Utf8(_) | Texts::Binary(_) => {
                Self::Utf8(GenericStringBuilder::with_capacity(rows, bytes))
            }
            Texts::LargeUtf8(_) | Texts::LargeBinary(_) => {
                Self::LargeUtf8(GenericStringBuilder::with_capacity(rows, bytes))
            }
            Texts::Utf8View(_) | Texts::BinaryView(_) => Self::Utf8View(Views {
                builder: StringViewBuilder::with_capacity(rows),
                shared: None,
            }),
        }
    }

    /// Writes a row.
    #[inline]
    pub(crate) fn push(&mut self, text: Option<&str>) -> Result<(), ColumnError> {
        match self {
            Self::Utf8(builder) => push(builder, text),
            Self::LargeUtf8(builder) => push(builder, text),
            Self::Utf8View(views) => match text {
                Some(text) => Ok(views.builder.try_append_value(text)?),
                None => {
                    views.builder.append_null();
                    Ok(())
                }
            },
        }
    }

    /// Writes a part of an input row. `whole` contains the bytes of the row.
    #[inline]
    pub(crate) fn push_part(
        &mut self,
        row: usize,
        whole: &[u8],
        part: Option<&str>,
    ) -> Result<(), ColumnError> {
        if let (Self::Utf8View(Views { builder, shared: Some(views) }), Some(part)) =
            (&mut *self, part)
            && part.len() > MAX_INLINE_VIEW_LEN as usize
        {
            // A part that is too long to be inline belongs to a string that is not inline either.
            let view = ByteView::from(views[row]);
            let before = (part.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
            if let (Ok(before), Ok(length)) = (u32::try_from(before), u32::try_from(part.len()))
                && before <= view.length
                && length <= view.length - before
            {
                return Ok(builder.try_append_view(
                    view.buffer_index,
                    view.offset + before,
                    length,
                )?);
            }
        }
        self.push(part)
    }

    /// Returns the finished column.
    pub(crate) fn finish(self) -> ArrayRef {
        match self {
            Self::Utf8(mut builder) => Arc::new(builder.finish()),
            Self::LargeUtf8(mut builder) => Arc::new(builder.finish()),
            Self::Utf8View(views) => Arc::new(views.finish()),
        }
    }
}

impl<'a> Views<'a> {
    fn share(&mut self, views: &'a [u128], buffers: &[Buffer]) {
        // The builder does not accept blocks of 4 GiB.
        if buffers.iter().all(|buffer| buffer.len() < u32::MAX as usize) {
            for buffer in buffers {
                self.builder.append_block(buffer.clone());
            }
            self.shared = Some(views);
        }
    }

    fn finish(mut self) -> StringViewArray {
        let array = self.builder.finish();
        let held: usize = array.data_buffers().iter().map(Buffer::len).sum();
        let used = array.total_buffer_bytes_used();
        match self.shared {
            Some(_) if held > used.saturating_mul(SPARSE) => array.gc(),
            _ => array,
        }
    }
}

#[inline]
fn push<O: OffsetSizeTrait>(
    builder: &mut GenericStringBuilder<O>,
    text: Option<&str>,
) -> Result<(), ColumnError> {
    match text {
        Some(text) => {
            // On overflow the builder would panic.
            O::from_usize(builder.values_slice().len() + text.len()).ok_or(ColumnError::TooLong)?;
            builder.append_value(text);
        }
        None => builder.append_null(),
    }
    Ok(())
}

/// Computes the results for `rows` rows. If a result is too long for one array, retries with each half of its rows.
/// `ask` takes the first row and the number of rows. The results are in row order.
///
/// # Errors
///
/// The errors of `ask`; [`ColumnError::TooLong`] only if the result for a single row is too long.
pub fn split_on_overflow(
    rows: usize,
    ask: &dyn Fn(usize, usize) -> Result<ArrayRef, ColumnError>,
) -> Result<Vec<ArrayRef>, ColumnError> {
    let mut answers = Vec::new();
    // The remaining ranges of rows, the first on top.
    let mut left = vec![(0, rows)];
    while let Some((start, rows)) = left.pop() {
        match ask(start, rows) {
            Ok(answer) => answers.push(answer),
            Err(ColumnError::TooLong) if rows > 1 => {
                let half = rows / 2;
                left.push((start + half, rows - half));
                left.push((start, half));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(answers)
}

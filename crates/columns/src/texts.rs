//! What comes in: a column of any type of text, as rows.
//!
//! In: an array of text, or of bytes that should be text, or a dictionary of these. Out: [`Texts`],
//! whose rows are strings, none of them copied. What is forgotten: that a column was a dictionary. A
//! dictionary's values are asked once, and the answers are laid out by its keys.
//!
//! The surprising case: a slice of ten rows may have a dictionary of a million values. Then the ten
//! strings are laid out first.

use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, LargeStringArray, StringArray,
    StringViewArray,
};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use arrow_select::take::take;

use crate::ColumnError;

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
    /// The rows of a column that is no dictionary.
    pub(crate) fn of(column: &'a dyn Array) -> Result<Self, ColumnError> {
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

    pub(crate) fn nulls(self) -> Option<&'a NullBuffer> {
        self.array().nulls()
    }

    pub(crate) fn is_null(self, row: usize) -> bool {
        self.array().is_null(row)
    }

    /// The bytes of a row, whether or not the row is null.
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

    /// The string of a row. There is none if the row is null, or holds bytes that are no UTF-8.
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

/// The type of the texts that come of a column.
///
/// Text gives text of the same type. Bytes give text of the same layout, and a dictionary gives what
/// its values would give.
///
/// # Errors
///
/// [`ColumnError::Type`] where the column holds no text.
pub fn text_type(column: &DataType) -> Result<DataType, ColumnError> {
    Ok(match column {
        DataType::Utf8 | DataType::Binary => DataType::Utf8,
        DataType::LargeUtf8 | DataType::LargeBinary => DataType::LargeUtf8,
        DataType::Utf8View | DataType::BinaryView => DataType::Utf8View,
        DataType::Dictionary(_, values) if !matches!(**values, DataType::Dictionary(..)) => {
            return text_type(values);
        }
        other => return Err(ColumnError::Type(other.clone())),
    })
}

/// Asks the strings of a column, each value of a dictionary once, and gives an answer for each row.
pub(crate) fn ask(
    column: &dyn Array,
    question: impl Fn(Texts<'_>) -> Result<ArrayRef, ColumnError>,
) -> Result<ArrayRef, ColumnError> {
    let Some(dictionary) = column.as_any_dictionary_opt() else {
        return question(Texts::of(column)?);
    };
    let (keys, values) = (dictionary.keys(), dictionary.values());
    if values.len() <= keys.len() {
        Ok(take(&question(Texts::of(values)?)?, keys, None)?)
    } else {
        question(Texts::of(&laid_out(column)?)?)
    }
}

/// A column without a dictionary: a dictionary's values laid out by its keys.
pub(crate) fn laid_out(column: &dyn Array) -> Result<ArrayRef, ColumnError> {
    text_type(column.data_type())?;
    match column.as_any_dictionary_opt() {
        Some(dictionary) => Ok(take(dictionary.values(), dictionary.keys(), None)?),
        None => Ok(column.slice(0, column.len())),
    }
}

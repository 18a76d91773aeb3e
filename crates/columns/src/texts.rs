//! What comes in: a column of any type of text, as rows.
//!
//! In: an array of text, or of bytes that should be text, or an encoding of these. Out: [`Texts`], whose
//! rows are strings, none of them copied. What is forgotten: how a column was encoded. Each value of a
//! dictionary and of a run is asked once, and the answers are laid out by the rows. A column of the type
//! `Null` has no value, and each of its rows is null.
//!
//! The surprising case: a slice of ten rows may have a dictionary of a million values. Then the ten
//! strings are laid out first.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::RunEndIndexType;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, LargeStringArray, RunArray,
    StringArray, StringViewArray, UInt8Array, UInt64Array, downcast_run_array,
};
use arrow_buffer::{ArrowNativeType, NullBuffer};
use arrow_schema::DataType;
use arrow_select::take::take;

use crate::ColumnError;
use crate::interrupt::{self, Interrupted};

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
    /// The rows of a column that is not encoded.
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

    /// The numbers of the rows, unless the work is stopped.
    pub(crate) fn rows(self) -> impl Iterator<Item = Result<usize, Interrupted>> {
        interrupt::rows(self.len())
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
/// Text gives text of the same type. Bytes give text of the same layout. A dictionary and runs give what
/// their values would give, and a column of nulls alone, whose type is `Null`, gives `Utf8`.
///
/// # Errors
///
/// [`ColumnError::Type`] where the column holds no text.
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

/// The values of an encoded column, and the number of the value of each row.
struct Encoded {
    values: ArrayRef,
    /// Of any type of integer. Null where the row is null.
    keys: ArrayRef,
}

impl Encoded {
    fn of(column: &dyn Array) -> Option<Self> {
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
            column => Some(Self::of_runs(column)),
            _ => None,
        }
    }

    fn of_runs<R: RunEndIndexType>(runs: &RunArray<R>) -> Self {
        let mut keys: Vec<u64> = Vec::with_capacity(runs.len());
        for (run, end) in (0..).zip(runs.run_ends().sliced_values()) {
            keys.resize(end.as_usize(), run);
        }
        Self { values: runs.values_slice(), keys: Arc::new(UInt64Array::from(keys)) }
    }

    fn laid_out(&self) -> Result<ArrayRef, ColumnError> {
        Ok(take(&self.values, &self.keys, None)?)
    }
}

/// Asks the strings of a column, each value of an encoding once, and gives an answer for each row.
pub(crate) fn ask(
    column: &dyn Array,
    question: impl Fn(Texts<'_>) -> Result<ArrayRef, ColumnError>,
) -> Result<ArrayRef, ColumnError> {
    asked(column, &question)
}

fn asked(
    column: &dyn Array,
    question: &dyn Fn(Texts<'_>) -> Result<ArrayRef, ColumnError>,
) -> Result<ArrayRef, ColumnError> {
    match Encoded::of(column) {
        None => question(Texts::of(column)?),
        Some(encoded) if encoded.values.len() <= encoded.keys.len() => {
            Ok(take(&asked(&encoded.values, question)?, &encoded.keys, None)?)
        }
        Some(encoded) => asked(&encoded.laid_out()?, question),
    }
}

/// A column without an encoding: the values laid out by the rows.
pub(crate) fn laid_out(column: &dyn Array) -> Result<ArrayRef, ColumnError> {
    text_type(column.data_type())?;
    match Encoded::of(column) {
        Some(encoded) => laid_out(&encoded.laid_out()?),
        None => Ok(column.slice(0, column.len())),
    }
}

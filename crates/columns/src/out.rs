//! What goes out: a column of text of the same layout as the column that came in.
//!
//! In: the rows' texts, in order. Out: an array. A text that is a part of its row is not copied where
//! both columns are of views: the result shares the buffers of the column. But a few hosts would keep
//! whole URLs alive, and be sent with them: where less than a quarter of the buffers is used, what is
//! used is copied at the end.
//!
//! The surprising case: the results may be longer than the column, as targets are. Where they do not
//! fit into one array of their type there is an error, and no panic.

use std::sync::Arc;

use arrow_array::builder::{GenericStringBuilder, StringViewBuilder};
use arrow_array::{ArrayRef, OffsetSizeTrait, StringViewArray};
use arrow_buffer::Buffer;
use arrow_data::{ByteView, MAX_INLINE_VIEW_LEN};

use crate::ColumnError;
use crate::texts::Texts;

/// Buffers that are shared hold at most so many times the bytes that the views use. Polars copies
/// from the same share on.
const SPARSE: usize = 4;

/// Writes a column of text, row by row.
pub(crate) enum TextWriter<'a> {
    Utf8(GenericStringBuilder<i32>),
    LargeUtf8(GenericStringBuilder<i64>),
    Utf8View(Views<'a>),
}

/// Writes views, which may be into the buffers of the column that came in.
pub(crate) struct Views<'a> {
    builder: StringViewBuilder,
    /// The views of the column, if its buffers are shared.
    shared: Option<&'a [u128]>,
}

impl<'a> TextWriter<'a> {
    /// A writer of texts that are parts of their rows, or the rows as they are.
    pub(crate) fn of_parts(column: Texts<'a>) -> Self {
        let mut writer = Self::of_texts(column);
        if let Self::Utf8View(views) = &mut writer {
            match column {
                Texts::Utf8View(array) => views.share(array.views(), array.data_buffers()),
                Texts::BinaryView(array) => views.share(array.views(), array.data_buffers()),
                _ => {}
            }
        }
        writer
    }

    /// A writer of texts that are not in the column.
    pub(crate) fn of_texts(column: Texts<'a>) -> Self {
        // A guess, and less than most columns have: what is too much would stay.
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

    /// Writes a row that is a part of the column's row, which holds `whole`.
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
            // A part that is not inline is of a string that is not.
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

    /// The column.
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
        // The builder takes no block of 4 GiB.
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
            // The builder would panic.
            O::from_usize(builder.values_slice().len() + text.len()).ok_or(ColumnError::TooLong)?;
            builder.append_value(text);
        }
        None => builder.append_null(),
    }
    Ok(())
}

// Rows asked again in halves, where the answer for all of them is too long for one array.

/// Asks for so many rows, and for half of them and the other half where the answers are too long for one
/// array. `ask` is given the first row and how many there are. The answers are in the order of the rows.
///
/// # Errors
///
/// The errors of `ask`; [`ColumnError::TooLong`] only where the answer for a single row is.
pub fn in_halves(
    rows: usize,
    ask: &dyn Fn(usize, usize) -> Result<ArrayRef, ColumnError>,
) -> Result<Vec<ArrayRef>, ColumnError> {
    let mut answers = Vec::new();
    // The rows that are left, the first on top.
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

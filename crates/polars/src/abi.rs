//! What Polars calls, and all that touches what a pointer of Polars points to.
//!
//! In: pointers. Out: a series written where Polars wants it, or nothing and a message. The structs of Arrow are those
//! of the C data interface; [`SeriesExport`] is Polars' own, a schema and the chunks of one series.
//!
//! Who frees what: Polars gives each input away with its arrays, and keeps the slice of inputs and the schemas of
//! [`_polars_plugin_field_urispec`]. What is written back belongs to Polars, which takes the arrays out and then calls
//! `release`.
//!
//! The surprising case: `release` of a series does not release its arrays. The receiver has moved them away by then.

#![allow(unsafe_code)]

use std::cell::RefCell;
use std::ffi::{CString, c_char, c_void};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{ptr, slice};

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::{ArrayRef, make_array, new_null_array};
use arrow_schema::{ArrowError, DataType, Field};

use crate::call::{Function, Series};

/// A series of Polars, with the fields in the order that Polars gives them.
#[repr(C)]
#[derive(Debug)]
pub struct SeriesExport {
    field: *mut FFI_ArrowSchema,
    arrays: *mut *mut FFI_ArrowArray,
    len: usize,
    release: Option<unsafe extern "C" fn(*mut SeriesExport)>,
    private_data: *mut c_void,
}

impl Drop for SeriesExport {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: `release` is set by whoever made this series, for one call with the series itself.
            unsafe { release(self) }
        }
    }
}

/// What the pointers of a series of ours point to.
struct Private {
    field: FFI_ArrowSchema,
    /// Polars moves them away, and so they are never dropped here.
    arrays: Vec<ManuallyDrop<FFI_ArrowArray>>,
    pointers: Vec<*mut FFI_ArrowArray>,
}

impl SeriesExport {
    /// Gives a series away.
    fn of(series: Series) -> Result<Self, ArrowError> {
        let exported = |chunk: &ArrayRef| FFI_ArrowArray::new(&chunk.to_data());
        let mut private = Box::new(Private {
            field: FFI_ArrowSchema::try_from(&series.field)?,
            arrays: series.chunks.iter().map(exported).map(ManuallyDrop::new).collect(),
            pointers: Vec::new(),
        });
        let Private { arrays, pointers, .. } = &mut *private;
        pointers.extend(arrays.iter_mut().map(|array| &raw mut **array));
        let private = Box::into_raw(private);
        // SAFETY: `private` was made a line above, and nobody else knows the pointer yet.
        let Private { field, pointers, .. } = unsafe { &mut *private };
        Ok(Self {
            field,
            arrays: pointers.as_mut_ptr(),
            len: pointers.len(),
            release: Some(released),
            private_data: private.cast(),
        })
    }

    /// Takes a series over.
    ///
    /// # Safety
    ///
    /// The series is one that Polars made for this call, and its arrays agree with its schema.
    unsafe fn taken(self) -> Result<Series, ArrowError> {
        let pointers = match self.len {
            0 => &[],
            // SAFETY: Polars has `len` pointers at `arrays`, and `self` keeps them.
            len => unsafe { slice::from_raw_parts(self.arrays, len) },
        };
        // All of them first: what is taken is released, whatever fails below.
        // SAFETY: each points to an array that is given to us. It is moved out once, since `release` leaves it alone.
        let arrays: Vec<_> = pointers.iter().map(|array| unsafe { ptr::read(*array) }).collect();
        // SAFETY: `field` points to a schema that lives until `release`, and `self` is dropped after it is read.
        let schema = unsafe { &*self.field };
        let field = Field::try_from(schema)?;
        let chunk = |array: FFI_ArrowArray| {
            // Polars gives such an array the buffer that Arrow does not.
            if *field.data_type() == DataType::Null {
                return Ok(new_null_array(&DataType::Null, array.len()));
            }
            // SAFETY: the array is one of those that the schema is about.
            unsafe { from_ffi(array, schema) }.map(make_array)
        };
        let chunks = arrays.into_iter().map(chunk).collect::<Result<_, _>>()?;
        Ok(Series { field, chunks })
    }
}

/// Frees what [`SeriesExport::of`] has made.
///
/// # Safety
///
/// The pointer is to a series of [`SeriesExport::of`].
unsafe extern "C" fn released(series: *mut SeriesExport) {
    // SAFETY: Polars calls with the series whose `release` this is.
    let series = unsafe { &mut *series };
    // Never twice.
    series.release = None;
    // SAFETY: `private_data` is a box of `of`, and `release` was set, so the box is not yet freed.
    drop(unsafe { Box::from_raw(series.private_data.cast::<Private>()) });
}

thread_local! {
    /// Polars asks for the message on the thread that has called.
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

/// The answer, or none and a message for Polars. No panic leaves this function.
fn answered<T>(ask: impl FnOnce() -> Result<T, String>) -> Option<T> {
    let message = match catch_unwind(AssertUnwindSafe(ask)) {
        Ok(Ok(answer)) => return Some(answer),
        Ok(Err(message)) => message,
        Err(panic) => {
            let said = panic.downcast_ref::<String>().map(String::as_str);
            let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
            format!(
                "urispec panicked, which is a fault of urispec: {}",
                said.unwrap_or("no message")
            )
        }
    };
    let message = CString::new(message.replace('\0', "\u{fffd}")).unwrap_or_default();
    LAST_ERROR.set(message);
    None
}

/// The bytes at a pointer, of which C may have none.
///
/// # Safety
///
/// There are `len` bytes, and they stay for as long as the slice is used.
unsafe fn bytes<'a>(start: *const u8, len: usize) -> &'a [u8] {
    if start.is_null() || len == 0 {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { slice::from_raw_parts(start, len) }
}

/// The version of the interface: major in the upper half, minor in the lower. Polars asks first of all.
#[unsafe(no_mangle)]
pub extern "C" fn _polars_plugin_get_version() -> u32 {
    1
}

/// Why the last call on this thread has written nothing.
#[unsafe(no_mangle)]
pub extern "C" fn _polars_plugin_get_last_error_message() -> *const c_char {
    LAST_ERROR.with_borrow(|message| message.as_ptr())
}

/// Answers for columns of the same length, of which one may have one row for all.
///
/// # Safety
///
/// The pointers are what Polars passes to a plugin of version 0.1: `count` series that are given away, `kwargs_len` bytes,
/// and an empty series to write to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _polars_plugin_urispec(
    inputs: *mut SeriesExport,
    count: usize,
    kwargs: *const u8,
    kwargs_len: usize,
    answer: *mut SeriesExport,
    _context: *const c_void,
) {
    let exported = answered(|| {
        // SAFETY: Polars forgets each input once this function is back, so each is read here once.
        let inputs = (0..count).map(|at| unsafe { ptr::read(inputs.add(at)) });
        let inputs: Vec<_> = inputs.collect();
        // SAFETY: each is a series that Polars has made. All are taken over, whichever of them fails.
        let inputs: Vec<_> = inputs.into_iter().map(|one| unsafe { one.taken() }).collect();
        let inputs: Result<Vec<_>, _> = inputs.into_iter().collect();
        let inputs = inputs.map_err(|error| error.to_string())?;
        // SAFETY: Polars keeps the bytes during the call.
        let call = Function::read(unsafe { bytes(kwargs, kwargs_len) })?;
        SeriesExport::of(call.answer(inputs)?).map_err(|error| error.to_string())
    });
    if let Some(exported) = exported {
        // SAFETY: what is there is an empty series, which owns nothing.
        unsafe { ptr::write(answer, exported) }
    }
}

/// The name and the type of what [`_polars_plugin_urispec`] will answer.
///
/// # Safety
///
/// The pointers are what Polars passes to a plugin of version 0.1: `count` schemas that Polars keeps, `kwargs_len` bytes,
/// and an empty schema to write to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _polars_plugin_field_urispec(
    fields: *const FFI_ArrowSchema,
    count: usize,
    answer: *mut FFI_ArrowSchema,
    kwargs: *const u8,
    kwargs_len: usize,
) {
    let exported = answered(|| {
        // SAFETY: Polars keeps the schemas, which are only looked at.
        let fields = (0..count).map(|at| Field::try_from(unsafe { &*fields.add(at) }));
        let fields = fields.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
        // SAFETY: Polars keeps the bytes during the call.
        let call = Function::read(unsafe { bytes(kwargs, kwargs_len) })?;
        FFI_ArrowSchema::try_from(call.field(fields)?).map_err(|error| error.to_string())
    });
    if let Some(exported) = exported {
        // SAFETY: what is there is an empty schema, which owns nothing.
        unsafe { ptr::write(answer, exported) }
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;
    use std::mem::MaybeUninit;
    use std::sync::Arc;

    use arrow_array::StringArray;
    use arrow_array::cast::AsArray;

    use super::*;

    /// `{"function": "valid", "edition": "rfc3986"}`, and an edition that there is not, without frames and memos.
    const VALID: &[u8] = b"\x80\x05}(\x8c\x08function\x8c\x05valid\x8c\x07edition\x8c\x07rfc3986u.";
    const WRONG: &[u8] = b"\x80\x05}(\x8c\x08function\x8c\x05valid\x8c\x07edition\x8c\x07rfc0000u.";

    fn series() -> Series {
        let chunks = [vec![Some("a:b"), None], vec![Some("a b")]];
        let chunks = chunks.map(|rows| Arc::new(StringArray::from(rows)) as ArrayRef);
        Series { field: Field::new("url", DataType::Utf8, true), chunks: chunks.into() }
    }

    /// Calls as Polars does, and gives what was written.
    fn called(series: &Series, kwargs: &[u8]) -> Option<Series> {
        let given = Series { field: series.field.clone(), chunks: series.chunks.clone() };
        let mut input = ManuallyDrop::new(SeriesExport::of(given).unwrap());
        let mut answer = MaybeUninit::<SeriesExport>::zeroed();
        let context = ptr::null();
        // SAFETY: one series, which is forgotten after the call, and an empty one: none of its pointers is set.
        unsafe {
            let (kwargs, length) = (kwargs.as_ptr(), kwargs.len());
            _polars_plugin_urispec(
                &raw mut *input,
                1,
                kwargs,
                length,
                answer.as_mut_ptr(),
                context,
            );
            let answer = answer.assume_init();
            (!answer.private_data.is_null()).then(|| answer.taken().unwrap())
        }
    }

    fn message() -> String {
        // SAFETY: the message lives until the next error of this thread.
        unsafe { CStr::from_ptr(_polars_plugin_get_last_error_message()) }
            .to_str()
            .unwrap()
            .to_owned()
    }

    #[test]
    fn a_call() {
        let answer = called(&series(), VALID).unwrap();
        assert_eq!(
            (answer.field.name().as_str(), answer.field.data_type()),
            ("url", &DataType::Boolean)
        );
        let rows = answer.chunks.iter().flat_map(|chunk| chunk.as_boolean().iter());
        assert!(rows.eq([Some(true), None, Some(false)]));
    }

    #[test]
    fn errors_and_panics_are_messages() {
        assert!(called(&series(), WRONG).is_none());
        assert!(message().starts_with("unknown edition `rfc0000`"));
        assert!(called(&series(), b"\x80").is_none());
        assert_eq!(message(), "the keyword arguments end too early");
        assert!(answered(|| -> Result<(), String> { panic!("so \0 it goes") }).is_none());
        assert!(message().ends_with("a fault of urispec: so \u{fffd} it goes"));
    }

    /// What is given away is freed once, whether or not there is an answer.
    #[test]
    fn nothing_leaks() {
        let series = series();
        let text = series.chunks[0].as_string::<i32>().values().clone();
        let before = text.strong_count();
        for kwargs in [VALID, WRONG, b"\x80"] {
            drop(called(&series, kwargs));
            assert_eq!(text.strong_count(), before);
        }
        let given = Series { field: series.field.clone(), chunks: series.chunks.clone() };
        // SAFETY: a series of this module.
        let taken = unsafe { SeriesExport::of(given).unwrap().taken() }.unwrap();
        assert!(text.strong_count() > before);
        drop(taken);
        assert_eq!(text.strong_count(), before);
    }

    #[test]
    fn a_field() {
        let fields =
            [FFI_ArrowSchema::try_from(Field::new("url", DataType::Utf8View, true)).unwrap()];
        let mut answer = FFI_ArrowSchema::empty();
        let (kwargs, length) = (VALID.as_ptr(), VALID.len());
        // SAFETY: one schema, and an empty one.
        unsafe {
            _polars_plugin_field_urispec(fields.as_ptr(), 1, &raw mut answer, kwargs, length)
        };
        assert_eq!(Field::try_from(&answer).unwrap(), Field::new("url", DataType::Boolean, true));
    }
}

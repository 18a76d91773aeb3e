//! The C functions that Polars calls, and all code that uses pointers from Polars.
//!
//! The Arrow structs come from the C data interface. [`SeriesExport`] is specific to Polars: a schema and the chunks of
//! one series.
//!
//! Ownership: Polars transfers each input with its arrays, and keeps the slice of inputs and the schemas of
//! [`_polars_plugin_field_urispec`]. The result belongs to Polars, which moves the arrays out and then calls `release`.
//!
//! `release` of a series does not release its arrays, because the receiver has already moved them out.

#![allow(unsafe_code)]

use std::cell::RefCell;
use std::ffi::{CString, c_char, c_void};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{ptr, slice};

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::{ArrayRef, make_array, new_null_array};
use arrow_schema::{ArrowError, DataType, Field};

use crate::{Function, Series};

/// A series in the memory layout of Polars.
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
            // SAFETY: The creator of this series sets `release`, for one call with the series itself.
            unsafe { release(self) }
        }
    }
}

/// The private data of an exported series, to which its pointers refer.
struct Private {
    field: FFI_ArrowSchema,
    /// Polars moves the arrays out, so they are never dropped here.
    arrays: Vec<ManuallyDrop<FFI_ArrowArray>>,
    pointers: Vec<*mut FFI_ArrowArray>,
}

impl SeriesExport {
    /// Exports a series to Polars.
    fn export(series: Series) -> Result<Self, ArrowError> {
        let exported = |chunk: &ArrayRef| FFI_ArrowArray::new(&chunk.to_data());
        let mut private = Box::new(Private {
            field: FFI_ArrowSchema::try_from(&series.field)?,
            arrays: series.chunks.iter().map(exported).map(ManuallyDrop::new).collect(),
            pointers: Vec::new(),
        });
        let Private { arrays, pointers, .. } = &mut *private;
        pointers.extend(arrays.iter_mut().map(|array| &raw mut **array));
        let private = Box::into_raw(private);
        // SAFETY: `private` comes from `Box::into_raw` above, and no other pointer to it exists yet.
        let Private { field, pointers, .. } = unsafe { &mut *private };
        Ok(Self {
            field,
            arrays: pointers.as_mut_ptr(),
            len: pointers.len(),
            release: Some(release_series),
            private_data: private.cast(),
        })
    }

    /// Takes ownership of a series from Polars.
    ///
    /// # Safety
    ///
    /// Polars created the series for this call, and its arrays match its schema.
    unsafe fn import(self) -> Result<Series, ArrowError> {
        let pointers = match self.len {
            0 => &[],
            // SAFETY: Polars stores `len` pointers at `arrays`, and `self` keeps them alive.
            len => unsafe { slice::from_raw_parts(self.arrays, len) },
        };
        // Moves all arrays first, so that each is released even if a later step fails.
        // SAFETY: Each pointer refers to an array that belongs to us. It is moved out once, and `release` does not touch it.
        let arrays: Vec<_> = pointers.iter().map(|array| unsafe { ptr::read(*array) }).collect();
        // SAFETY: `field` points to a schema that lives until `release`, and `self` is dropped after the schema is
        // read.
        let schema = unsafe { &*self.field };
        let field = Field::try_from(schema)?;
        let chunk = |array: FFI_ArrowArray| {
            // Polars attaches a buffer to null arrays; Arrow has none.
            if *field.data_type() == DataType::Null {
                return Ok(new_null_array(&DataType::Null, array.len()));
            }
            // SAFETY: The schema describes this array.
            unsafe { from_ffi(array, schema) }.map(make_array)
        };
        let chunks = arrays.into_iter().map(chunk).collect::<Result<_, _>>()?;
        Ok(Series { field, chunks })
    }
}

/// Frees a series from [`SeriesExport::export`].
///
/// # Safety
///
/// `series` points to a series from [`SeriesExport::export`].
unsafe extern "C" fn release_series(series: *mut SeriesExport) {
    // SAFETY: Polars passes the series that owns this `release`.
    let series = unsafe { &mut *series };
    // A second call must not free again.
    series.release = None;
    // SAFETY: `private_data` is a box from `export`, and `release` was set, so the box is not freed yet.
    drop(unsafe { Box::from_raw(series.private_data.cast::<Private>()) });
}

thread_local! {
    /// The message of the last error. Polars reads it on the thread of the failed call.
    static LAST_ERROR: RefCell<CString> = RefCell::default();
}

/// Runs `work`. On an error or a panic, stores a message for Polars and returns `None`. No panic leaves this function.
fn catch_errors<T>(work: impl FnOnce() -> Result<T, String>) -> Option<T> {
    let message = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(answer)) => return Some(answer),
        Ok(Err(message)) => message,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            format!("urispec panicked, which is a bug in urispec: {}", text.unwrap_or("no message"))
        }
    };
    let message = CString::new(message.replace('\0', "\u{fffd}")).unwrap_or_default();
    LAST_ERROR.set(message);
    None
}

/// Returns the bytes at a pointer, which may be NULL if `len` is 0.
///
/// # Safety
///
/// `len` bytes are readable, and stay valid while the slice is in use.
unsafe fn bytes<'a>(start: *const u8, len: usize) -> &'a [u8] {
    if start.is_null() || len == 0 {
        return &[];
    }
    // SAFETY: Guaranteed by the caller.
    unsafe { slice::from_raw_parts(start, len) }
}

/// Returns the version of the plugin interface: major in the upper half, minor in the lower. Polars calls this first.
#[unsafe(no_mangle)]
pub extern "C" fn _polars_plugin_get_version() -> u32 {
    1
}

/// Returns the message of the last failed call on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn _polars_plugin_get_last_error_message() -> *const c_char {
    LAST_ERROR.with_borrow(|message| message.as_ptr())
}

/// Evaluates an expression on columns of equal length. A column of a single row applies to all rows.
///
/// # Safety
///
/// The pointers have the meaning that version 0.1 of the plugin interface gives them: `count` series, whose ownership
/// is transferred, `kwargs_len` bytes, and an empty series for the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _polars_plugin_urispec(
    inputs: *mut SeriesExport,
    count: usize,
    kwargs: *const u8,
    kwargs_len: usize,
    answer: *mut SeriesExport,
    _context: *const c_void,
) {
    let exported = catch_errors(|| {
        // SAFETY: Polars forgets each input after this function returns, so each is read once.
        let inputs = (0..count).map(|at| unsafe { ptr::read(inputs.add(at)) });
        let inputs: Vec<_> = inputs.collect();
        // SAFETY: Polars created each series. All are imported, even if one fails.
        let inputs: Vec<_> = inputs.into_iter().map(|one| unsafe { one.import() }).collect();
        let inputs: Result<Vec<_>, _> = inputs.into_iter().collect();
        let inputs = inputs.map_err(|error| error.to_string())?;
        // SAFETY: Polars keeps the bytes alive during the call.
        let call = Function::read(unsafe { bytes(kwargs, kwargs_len) })?;
        SeriesExport::export(call.answer(inputs)?).map_err(|error| error.to_string())
    });
    if let Some(exported) = exported {
        // SAFETY: The destination is an empty series, which owns nothing.
        unsafe { ptr::write(answer, exported) }
    }
}

/// Writes the name and type of the result of [`_polars_plugin_urispec`].
///
/// # Safety
///
/// The pointers have the meaning that version 0.1 of the plugin interface gives them: `count` schemas that Polars
/// keeps, `kwargs_len` bytes, and an empty schema for the result.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _polars_plugin_field_urispec(
    fields: *const FFI_ArrowSchema,
    count: usize,
    answer: *mut FFI_ArrowSchema,
    kwargs: *const u8,
    kwargs_len: usize,
) {
    let exported = catch_errors(|| {
        // SAFETY: Polars keeps the schemas, which are only read.
        let fields = (0..count).map(|at| Field::try_from(unsafe { &*fields.add(at) }));
        let fields = fields.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
        // SAFETY: Polars keeps the bytes alive during the call.
        let call = Function::read(unsafe { bytes(kwargs, kwargs_len) })?;
        FFI_ArrowSchema::try_from(call.field(fields)?).map_err(|error| error.to_string())
    });
    if let Some(exported) = exported {
        // SAFETY: The destination is an empty schema, which owns nothing.
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

    /// `{"function": "valid", "edition": "rfc3986"}`, and a dict with an unknown edition: pickles without frames and
    /// memos.
    const VALID: &[u8] = b"\x80\x05}(\x8c\x08function\x8c\x05valid\x8c\x07edition\x8c\x07rfc3986u.";
    const WRONG: &[u8] = b"\x80\x05}(\x8c\x08function\x8c\x05valid\x8c\x07edition\x8c\x07rfc0000u.";

    fn series() -> Series {
        let chunks = [vec![Some("a:b"), None], vec![Some("a b")]];
        let chunks = chunks.map(|rows| Arc::new(StringArray::from(rows)) as ArrayRef);
        Series { field: Field::new("url", DataType::Utf8, true), chunks: chunks.into() }
    }

    /// Calls the plugin as Polars does, and returns the result.
    fn called(series: &Series, kwargs: &[u8]) -> Option<Series> {
        let copy = Series { field: series.field.clone(), chunks: series.chunks.clone() };
        let mut input = ManuallyDrop::new(SeriesExport::export(copy).unwrap());
        let mut answer = MaybeUninit::<SeriesExport>::zeroed();
        let context = ptr::null();
        // SAFETY: One series, which is forgotten after the call, and an empty one with all pointers NULL.
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
            (!answer.private_data.is_null()).then(|| answer.import().unwrap())
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
        assert!(catch_errors(|| -> Result<(), String> { panic!("so \0 it goes") }).is_none());
        assert!(message().ends_with("a bug in urispec: so \u{fffd} it goes"));
    }

    /// A transferred series is freed once, whether the call succeeds or fails.
    #[test]
    fn nothing_leaks() {
        let series = series();
        let text = series.chunks[0].as_string::<i32>().values().clone();
        let before = text.strong_count();
        for kwargs in [VALID, WRONG, b"\x80"] {
            drop(called(&series, kwargs));
            assert_eq!(text.strong_count(), before);
        }
        let copy = Series { field: series.field.clone(), chunks: series.chunks.clone() };
        // SAFETY: a series of this module.
        let imported = unsafe { SeriesExport::export(copy).unwrap().import() }.unwrap();
        assert!(text.strong_count() > before);
        drop(imported);
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

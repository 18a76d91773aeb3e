//! All access to memory through the caller's pointers.
//!
//! NULL and lengths above the size limit of an object are rejected. The functions cannot check that a
//! pointer refers to `length` bytes; the header requires this of the caller.
//!
//! The output may overlap the input, so no slice of the caller's memory is alive during a write.
#![allow(unsafe_code)]

use std::ffi::c_char;
use std::{ptr, slice};

use crate::types::Status;

/// Returns the bytes of a string from the caller. NULL with the length 0 is the empty string.
///
/// # Safety
///
/// If `start` is not NULL, `length` bytes are readable there, and nothing writes to them while the result
/// is in use.
pub(crate) unsafe fn bytes<'a>(start: *const c_char, length: usize) -> Result<&'a [u8], Status> {
    if start.is_null() {
        return if length == 0 { Ok(&[]) } else { Err(Status::Null) };
    }
    if isize::try_from(length).is_err() {
        return Err(Status::TooLong);
    }
    // SAFETY: The pointer is not NULL, bytes need no alignment, the length does not exceed the size limit
    // of an object, and the caller guarantees that many bytes.
    Ok(unsafe { slice::from_raw_parts(start.cast(), length) })
}

/// Returns the bytes as text if they are all ASCII. The check takes a fraction of the time of
/// [`str::from_utf8`], and a reference of RFC 3986 contains no other bytes.
#[inline]
pub(crate) fn ascii(bytes: &[u8]) -> Option<&str> {
    // SAFETY: ASCII is valid UTF-8.
    bytes.is_ascii().then(|| unsafe { str::from_utf8_unchecked(bytes) })
}

/// Writes a value through a pointer from the caller. The destination may be unaligned or uninitialized.
///
/// # Safety
///
/// If `place` is not NULL, a value of type `T` can be written there.
pub(crate) unsafe fn write<T>(place: *mut T, value: T) -> Result<(), Status> {
    if place.is_null() {
        return Err(Status::Null);
    }
    // SAFETY: The pointer is not NULL, and the caller guarantees room for the value.
    unsafe { place.write_unaligned(value) };
    Ok(())
}

/// Writes a text and a NUL into the caller's buffer if both fit. Otherwise writes only a NUL, so that no
/// caller mistakes part of a URI for the whole. The text may lie in the buffer.
///
/// # Safety
///
/// `length` bytes are readable at `text`, and if `buffer` is not NULL, `size` bytes are writable there.
pub(crate) unsafe fn write_text(
    text: *const u8,
    length: usize,
    buffer: *mut c_char,
    size: usize,
) -> Result<(), Status> {
    if size == 0 {
        return Err(Status::Buffer);
    }
    if buffer.is_null() {
        return Err(Status::Null);
    }
    let has_room = length < size;
    let end = if has_room { length } else { 0 };
    if end > 0 {
        // SAFETY: The caller guarantees that `length` bytes are readable and `size` writable, and `end`
        // exceeds neither. `ptr::copy` permits overlap.
        unsafe { ptr::copy(text, buffer.cast(), end) };
    }
    // SAFETY: `end` is less than `size`.
    unsafe { buffer.add(end).write(0) };
    if has_room { Ok(()) } else { Err(Status::Buffer) }
}

//! All that touches what a pointer of the caller points to.
//!
//! In: pointers and lengths. Out: bytes to read, or a [`Status`]; and a text or a struct written where the
//! caller wants it. What can be checked is checked: NULL, a length that no object has. What cannot be
//! checked the header asks for: that there are as many bytes as were said.
//!
//! The surprising case: what is written may lie where the string was read from. No slice of the caller's
//! memory is alive while it is written to.
#![allow(unsafe_code)]

use std::ffi::c_char;
use std::{ptr, slice};

use crate::types::Status;

/// The bytes of a string of the caller. NULL stands for the empty string where the length is 0.
///
/// # Safety
///
/// If `start` is not NULL, `length` bytes can be read there, and nobody writes to them while the answer
/// is used.
pub(crate) unsafe fn bytes<'a>(start: *const c_char, length: usize) -> Result<&'a [u8], Status> {
    if start.is_null() {
        return if length == 0 { Ok(&[]) } else { Err(Status::Null) };
    }
    if isize::try_from(length).is_err() {
        return Err(Status::TooLong);
    }
    // SAFETY: The pointer is not NULL, bytes have no alignment, the length is that of an object, and
    // the caller says that there are as many bytes.
    Ok(unsafe { slice::from_raw_parts(start.cast(), length) })
}

/// The bytes as a text, if all of them are ASCII. To ask that takes a fraction of the time that
/// [`str::from_utf8`] takes, and no other byte is in a reference of RFC 3986.
#[inline]
pub(crate) fn ascii(bytes: &[u8]) -> Option<&str> {
    // SAFETY: Every string of ASCII is one of UTF-8.
    bytes.is_ascii().then(|| unsafe { str::from_utf8_unchecked(bytes) })
}

/// Writes a value where the caller wants it. The place need not be aligned, nor have been written to.
///
/// # Safety
///
/// If `place` is not NULL, a value of the type can be written there.
pub(crate) unsafe fn write<T>(place: *mut T, value: T) -> Result<(), Status> {
    if place.is_null() {
        return Err(Status::Null);
    }
    // SAFETY: The pointer is not NULL, and the caller says that the value has room there.
    unsafe { place.write_unaligned(value) };
    Ok(())
}

/// Writes a text and a NUL into a buffer of the caller, if both have room. If not, nothing but a NUL is
/// written, so that nobody takes a part of a URI for the whole. The text may lie in the buffer.
///
/// # Safety
///
/// `length` bytes can be read at `text`, and if `buffer` is not NULL, `size` bytes can be written there.
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
        // SAFETY: The caller says that `length` bytes can be read and `size` written, and `end` is at
        // most either. `ptr::copy` permits that they overlap.
        unsafe { ptr::copy(text, buffer.cast(), end) };
    }
    // SAFETY: `end` is less than `size`.
    unsafe { buffer.add(end).write(0) };
    if has_room { Ok(()) } else { Err(Status::Buffer) }
}

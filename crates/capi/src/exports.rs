//! The exported C functions. Each function checks its pointers, calls a function of
//! [`calls`], and writes the result.
//!
//! A panic does not cross into C: it becomes [`Status::Fault`].
//!
//! These comments are copied into the header, so they address C programmers.
#![allow(unsafe_code)]
// The header documents the requirements on pointers once, for all functions.
#![allow(clippy::missing_safety_doc)]

use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::memory::{bytes, write, write_text};
use crate::types::{Reference, Status, VERSION};
use crate::{calls, types};

/// Runs a call, and turns a panic into [`Status::Fault`].
fn call(run: impl FnOnce() -> Result<(), Status>) -> Status {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(())) => Status::Ok,
        Ok(Err(status)) => status,
        Err(_) => Status::Fault,
    }
}

/// The destination of a text: the buffer, its size, and the pointer to the text's length.
struct TextBuffer(*mut c_char, usize, *mut usize);

impl TextBuffer {
    /// Writes a text and its length.
    ///
    /// # Safety
    ///
    /// `length` bytes are readable at `text`, and the pointers meet the requirements of the header.
    unsafe fn give(self, text: *const u8, length: usize) -> Result<(), Status> {
        let Self(buffer, size, place) = self;
        if !place.is_null() {
            // SAFETY: The pointer is not NULL, and the caller guarantees room for a `size_t`.
            unsafe { write(place, length)? };
        }
        // SAFETY: Guaranteed by the caller.
        unsafe { write_text(text, length, buffer, size) }
    }
}

/// Writes the number of the edition with an id, such as "rfc2396", to *edition.
///
/// The ids are "rfc3986", whose number is URISPEC_RFC3986, and the ids of the older documents, which
/// `urispec check --help` lists. Any other id returns URISPEC_STATUS_EDITION.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urispec_edition(
    id: *const c_char,
    length: usize,
    edition: *mut u32,
) -> Status {
    call(|| {
        // SAFETY: The caller meets the requirements of the header.
        let id = unsafe { bytes(id, length)? };
        let number = calls::edition_number(id)?;
        // SAFETY: As above.
        unsafe { write(edition, number) }
    })
}

/// Checks that a string is a URI or a relative reference of an edition. Nothing is allocated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urispec_check(edition: u32, text: *const c_char, length: usize) -> Status {
    call(|| {
        // SAFETY: The caller meets the requirements of the header.
        calls::check(edition, unsafe { bytes(text, length)? })
    })
}

/// Parses a URI or a relative reference of an edition. In RFC 3986 nothing is allocated.
///
/// The spans of the components are written to *reference. If the status is not URISPEC_STATUS_OK, all of
/// them are undefined.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urispec_parse(
    edition: u32,
    text: *const c_char,
    length: usize,
    reference: *mut Reference,
) -> Status {
    call(|| {
        // SAFETY: The caller meets the requirements of the header.
        let parsed = unsafe { bytes(text, length) }.and_then(|text| calls::parse(edition, text));
        // SAFETY: As above.
        unsafe { write(reference, parsed.unwrap_or(calls::NOTHING))? };
        parsed.map(|_| ())
    })
}

/// Explains why a string is not a reference of an edition.
///
/// *offset receives the offset of the first byte at which the string can no longer be a reference,
/// unless offset is NULL. The buffer receives a sentence in UTF-8. If the string is a reference, the
/// offset is the string's length, the sentence is empty, and the status is URISPEC_STATUS_OK.
///
/// The sentence may quote parts of the string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urispec_explain(
    edition: u32,
    text: *const c_char,
    length: usize,
    offset: *mut usize,
    buffer: *mut c_char,
    size: usize,
    message_length: *mut usize,
) -> Status {
    call(|| {
        // SAFETY: The caller meets the requirements of the header.
        let text = unsafe { bytes(text, length)? };
        let (at, message) = match calls::explain(edition, text) {
            Err(Status::Ok) => (text.len(), String::new()),
            why => why?,
        };
        if !offset.is_null() {
            // SAFETY: The pointer is not NULL; otherwise as above.
            unsafe { write(offset, at)? };
        }
        // SAFETY: As above.
        unsafe { TextBuffer(buffer, size, message_length).give(message.as_ptr(), message.len()) }
    })
}

/// Resolves a reference against a base, by the algorithm of an edition (RFC 3986, 5.2).
///
/// The target is written to the buffer. The algorithms of editions before RFC 3986 may leave ".." above
/// the root, so that the target is not valid in the edition.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urispec_resolve(
    edition: u32,
    base: *const c_char,
    base_length: usize,
    reference: *const c_char,
    reference_length: usize,
    buffer: *mut c_char,
    size: usize,
    target_length: *mut usize,
) -> Status {
    call(|| {
        // SAFETY: The caller meets the requirements of the header.
        let (base, reference) =
            unsafe { (bytes(base, base_length)?, bytes(reference, reference_length)?) };
        let target = calls::resolve(edition, base, reference)?;
        // SAFETY: As above.
        unsafe { TextBuffer(buffer, size, target_length).give(target.as_ptr(), target.len()) }
    })
}

/// Normalizes a reference up to a urispec_rung, as an edition permits (RFC 3986, 6.2.2 and 6.2.3).
/// URISPEC_RUNG_PATH_SEGMENTS is the highest rung that is safe for every scheme.
///
/// The normal form is written to the buffer, which may be the input string itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urispec_normalize(
    edition: u32,
    rung: u32,
    text: *const c_char,
    length: usize,
    buffer: *mut c_char,
    size: usize,
    normal_length: *mut usize,
) -> Status {
    call(|| {
        // SAFETY: The caller meets the requirements of the header.
        let normal = calls::normalize(edition, rung, unsafe { bytes(text, length)? })?;
        let (text, length) = match &normal {
            Some(normal) => (normal.as_ptr(), normal.len()),
            None => (text.cast(), length),
        };
        // SAFETY: As above. No slice of the caller's string is alive.
        unsafe { TextBuffer(buffer, size, normal_length).give(text, length) }
    })
}

/// Returns a description of a status, as a NUL-terminated string with static lifetime.
#[unsafe(no_mangle)]
pub extern "C" fn urispec_status_text(status: i32) -> *const c_char {
    types::Status::text(status).as_ptr()
}

/// Returns the version of the library, such as "0.1.0", as a NUL-terminated string with static
/// lifetime.
#[unsafe(no_mangle)]
pub extern "C" fn urispec_version() -> *const c_char {
    VERSION
}

//! What C calls: each a check of the pointers, a call of [`calls`](crate::calls), and the answer written.
//!
//! No panic leaves a call: it becomes [`Status::Fault`].
//!
//! The comments are those of the header, and speak to whoever calls from C.
#![allow(unsafe_code)]
// The header says once, for all calls, what pointers must hold.
#![allow(clippy::missing_safety_doc)]

use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::memory::{bytes, write, write_text};
use crate::types::{Reference, Status, VERSION};
use crate::{calls, types};

/// Runs a call.
fn call(run: impl FnOnce() -> Result<(), Status>) -> Status {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(())) => Status::Ok,
        Ok(Err(status)) => status,
        Err(_) => Status::Fault,
    }
}

/// Where a text is to go: the buffer, its size, and where the text's length goes.
struct TextBuffer(*mut c_char, usize, *mut usize);

impl TextBuffer {
    /// Writes a text and its length.
    ///
    /// # Safety
    ///
    /// `length` bytes can be read at `text`, and the place is what the header asks of the caller.
    unsafe fn give(self, text: *const u8, length: usize) -> Result<(), Status> {
        let Self(buffer, size, place) = self;
        if !place.is_null() {
            // SAFETY: The pointer is not NULL, and the caller says that a `size_t` has room there.
            unsafe { write(place, length)? };
        }
        // SAFETY: What is asked of the caller.
        unsafe { write_text(text, length, buffer, size) }
    }
}

/// The number of the edition that has an id, such as "rfc2396". It goes to *edition.
///
/// The ids are "rfc3986", whose number is URISPEC_RFC3986, and those of the older documents, as
/// `urispec check --help` lists them. Another id gives URISPEC_STATUS_EDITION.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urispec_edition(
    id: *const c_char,
    length: usize,
    edition: *mut u32,
) -> Status {
    call(|| {
        // SAFETY: What the header asks of the caller.
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
        // SAFETY: What the header asks of the caller.
        calls::check(edition, unsafe { bytes(text, length)? })
    })
}

/// Parses a URI or a relative reference of an edition. In RFC 3986 nothing is allocated.
///
/// Where the components lie goes to *reference. If the status is not URISPEC_STATUS_OK, every component
/// there is undefined.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urispec_parse(
    edition: u32,
    text: *const c_char,
    length: usize,
    reference: *mut Reference,
) -> Status {
    call(|| {
        // SAFETY: What the header asks of the caller.
        let parsed = unsafe { bytes(text, length) }.and_then(|text| calls::parse(edition, text));
        // SAFETY: As above.
        unsafe { write(reference, parsed.unwrap_or(calls::NOTHING))? };
        parsed.map(|_| ())
    })
}

/// Says why a string is no reference of an edition.
///
/// The offset of the first byte after which no string of the edition goes on goes to *offset, unless
/// offset is NULL. A sentence in UTF-8 goes to the buffer. If the string is a reference, the offset is
/// the string's length, the sentence is empty, and the status is URISPEC_STATUS_OK.
///
/// The sentence may show parts of the string.
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
        // SAFETY: What the header asks of the caller.
        let text = unsafe { bytes(text, length)? };
        let (at, message) = match calls::explain(edition, text) {
            Err(Status::Ok) => (text.len(), String::new()),
            why => why?,
        };
        if !offset.is_null() {
            // SAFETY: The pointer is not NULL; else as above.
            unsafe { write(offset, at)? };
        }
        // SAFETY: As above.
        unsafe { TextBuffer(buffer, size, message_length).give(message.as_ptr(), message.len()) }
    })
}

/// Resolves a reference against a base, by the letter of an edition (RFC 3986, 5.2).
///
/// The target goes to the buffer. Of an edition before RFC 3986 the target may be none of its strings,
/// where its algorithm leaves ".." above the root.
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
        // SAFETY: What the header asks of the caller.
        let (base, reference) =
            unsafe { (bytes(base, base_length)?, bytes(reference, reference_length)?) };
        let target = calls::resolve(edition, base, reference)?;
        // SAFETY: As above.
        unsafe { TextBuffer(buffer, size, target_length).give(target.as_ptr(), target.len()) }
    })
}

/// Normalizes a reference up to a rung, an urispec_rung, by what an edition licenses (RFC 3986, 6.2.2
/// and 6.2.3). URISPEC_RUNG_PATH_SEGMENTS is all that is safe for any scheme.
///
/// The normal form goes to the buffer, which may be the string itself.
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
        // SAFETY: What the header asks of the caller.
        let normal = calls::normalize(edition, rung, unsafe { bytes(text, length)? })?;
        let (text, length) = match &normal {
            Some(normal) => (normal.as_ptr(), normal.len()),
            None => (text.cast(), length),
        };
        // SAFETY: As above. No slice of the caller's string is alive.
        unsafe { TextBuffer(buffer, size, normal_length).give(text, length) }
    })
}

/// A status as a sentence that ends in NUL and lives as long as the program.
#[unsafe(no_mangle)]
pub extern "C" fn urispec_status_text(status: i32) -> *const c_char {
    types::Status::text(status).as_ptr()
}

/// The version of the library, such as "0.1.0", which lives as long as the program.
#[unsafe(no_mangle)]
pub extern "C" fn urispec_version() -> *const c_char {
    VERSION
}

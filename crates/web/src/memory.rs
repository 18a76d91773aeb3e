//! The memory that the page and the library share, and the three functions that the page calls.
//!
//! The page allocates a buffer ([`alloc`]), writes a request there, and calls [`ask`], which frees the
//! buffer and returns the position of the answer. The page reads the answer and frees it ([`free`]). A
//! position is an address in the low half of the number and a length in bytes in the high half, since a
//! WebAssembly function returns a single number. Texts are UTF-8.
//!
//! This is the only module with `unsafe`. The calls are sound because every buffer is a boxed slice of
//! exactly its length, allocated here, and is freed once.
//!
//! The functions have these names only in WebAssembly. Elsewhere, this `free` would replace the `free` of C.
#![allow(unsafe_code)]

use std::ptr;

/// Allocates a zeroed buffer for a request of `length` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    let buffer: Box<[u8]> = vec![0; length].into_boxed_slice();
    Box::into_raw(buffer).cast()
}

/// Frees a buffer.
///
/// # Safety
///
/// `start` comes from [`alloc`] with `length`, or is the address of an answer of `length` bytes, and has
/// not been freed before.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn free(start: *mut u8, length: usize) {
    // SAFETY: By the condition above, this is a boxed slice without another owner.
    drop(unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(start, length)) });
}

/// Answers the request in the buffer, and frees the buffer. The caller must free the answer.
///
/// # Safety
///
/// As for [`free`].
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn ask(start: *mut u8, length: usize) -> u64 {
    // SAFETY: By the condition above, this is a boxed slice without another owner.
    let request = unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(start, length)) };
    let answer = crate::ask(&String::from_utf8_lossy(&request));
    let answer = answer.into_bytes().into_boxed_slice();
    let length = answer.len();
    let start: *mut u8 = Box::into_raw(answer).cast();
    // A WebAssembly address has 32 bits.
    (length as u64) << 32 | start as u64
}

#[cfg(test)]
mod tests {
    #[test]
    fn buffers_are_allocated_and_freed() {
        for length in [0, 1, 7, 4096] {
            let start = super::alloc(length);
            // SAFETY: It was just allocated with this length.
            unsafe { super::free(start, length) };
        }
    }
}

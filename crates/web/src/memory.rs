//! Memory that the page and the library share, and the three functions that the page calls.
//!
//! The page asks for room ([`alloc`]), writes a request there, and calls [`ask`], which takes the room back
//! and gives the place of the answer. The page reads the answer and gives its room back ([`free`]). A place
//! is an address in the low half of the number and a length in bytes in the high half; WebAssembly has no
//! nicer way to give two numbers. Texts are UTF-8.
//!
//! This is the only module with `unsafe`. What makes the calls sound: every room is a boxed slice of exactly
//! its length, made here, and each is taken back once.
//!
//! The functions have these names in WebAssembly alone. Elsewhere `free` would be the one of C.
#![allow(unsafe_code)]

use std::ptr;

/// Room for a request of `length` bytes, all of them 0.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    let room: Box<[u8]> = vec![0; length].into_boxed_slice();
    Box::into_raw(room).cast()
}

/// Takes room back.
///
/// # Safety
///
/// `start` is what [`alloc`] gave for `length`, or the address and the length of an answer, and nobody has
/// given it back before.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn free(start: *mut u8, length: usize) {
    // SAFETY: by the condition above, this is a boxed slice that nobody else owns.
    drop(unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(start, length)) });
}

/// Answers the request in the room, and takes the room back. The answer has to be freed.
///
/// # Safety
///
/// As for [`free`].
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn ask(start: *mut u8, length: usize) -> u64 {
    // SAFETY: by the condition above, this is a boxed slice that nobody else owns.
    let request = unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(start, length)) };
    let answer = crate::ask(&String::from_utf8_lossy(&request));
    let answer = answer.into_bytes().into_boxed_slice();
    let length = answer.len();
    let start: *mut u8 = Box::into_raw(answer).cast();
    // An address of WebAssembly has 32 bits.
    (length as u64) << 32 | start as u64
}

#[cfg(test)]
mod tests {
    #[test]
    fn room_is_given_and_taken_back() {
        for length in [0, 1, 7, 4096] {
            let start = super::alloc(length);
            // SAFETY: it was just made, with this length.
            unsafe { super::free(start, length) };
        }
    }
}
